use abaque_core::{EndReason, IDLE_TURN_LIMIT, Outcome, PlyProgress, REPETITION_LIMIT};

/// Room for the positions of most games; a longer one makes it grow once.
const EXPECTED_POSITIONS: usize = 1024;

/// The draws by repetition (COM-01) and lack of progress (COM-03), without allocations: positions
/// are hashes.
#[derive(Debug)]
pub(crate) struct TurnHistory {
    positions: Vec<u64>,
    repetitions: u8,
    idle_turns: u16,
    progress_this_turn: bool,
}

/// The copy has the same room: a derived one would have none left.
impl Clone for TurnHistory {
    fn clone(&self) -> TurnHistory {
        let mut positions = Vec::with_capacity(self.positions.capacity());
        positions.extend_from_slice(&self.positions);
        TurnHistory { positions, ..*self }
    }
}

impl TurnHistory {
    pub(crate) fn new() -> TurnHistory {
        TurnHistory {
            positions: Vec::with_capacity(EXPECTED_POSITIONS),
            repetitions: 0,
            idle_turns: 0,
            progress_this_turn: false,
        }
    }

    /// Begins a game; the start position counts.
    pub(crate) fn restart(&mut self, start: Option<u64>) {
        self.positions.clear();
        (self.repetitions, self.idle_turns, self.progress_this_turn) = (0, 0, false);
        self.count(start);
    }

    pub(crate) fn idle_turns(&self) -> u16 {
        self.idle_turns
    }

    /// How often the present position has occurred; 0 where positions do not count.
    pub(crate) fn repetitions(&self) -> u8 {
        self.repetitions
    }

    /// Records a ply; returns the ending it causes, if any. `without_progress` is the game's outcome
    /// after too many idle turns. With `final_progress` no position from before progress can occur
    /// again, so they are forgotten.
    #[inline]
    pub(crate) fn record(
        &mut self,
        progress: PlyProgress,
        position: Option<u64>,
        final_progress: bool,
        without_progress: impl FnOnce() -> Outcome,
    ) -> Option<Outcome> {
        self.progress_this_turn |= progress.made_progress;
        for _ in 0..progress.turns_ended {
            self.idle_turns =
                if self.progress_this_turn { 0 } else { self.idle_turns.saturating_add(1) };
            self.progress_this_turn = false;
        }
        if progress.made_progress && final_progress {
            self.positions.clear();
        }
        self.count(position);
        if self.repetitions >= REPETITION_LIMIT {
            return Some(Outcome::Draw(EndReason::Repetition));
        }
        (self.idle_turns >= IDLE_TURN_LIMIT).then(without_progress)
    }

    #[inline]
    fn count(&mut self, position: Option<u64>) {
        self.repetitions = 0;
        if let Some(position) = position {
            let before = self.positions.iter().filter(|&&earlier| earlier == position).count();
            self.repetitions = before.min(254) as u8 + 1;
            self.positions.push(position);
        }
    }
}
