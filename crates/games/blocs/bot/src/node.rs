use abaque_blocs::{Blocs, Field, Phase, QuarterTurn, TurnFinish, WholeTurn};
use abaque_core::{Outcome, Seat};
use abaque_search::{FULL_DEPTH_SCORE, Node, WIN};

use super::evaluation::Evaluator;

/// COM-03: this many turns without progress are a draw.
const MAX_IDLE_TURNS: u16 = 300;

/// A sampled world for the search: nothing is hidden, and a move is a whole turn.
#[derive(Clone)]
pub struct BlocsNode {
    game: Blocs,
    evaluator: &'static Evaluator,
    idle_turns: u16,
}

impl BlocsNode {
    /// A world after `idle` turns without progress.
    pub fn new(game: Blocs, evaluator: &'static Evaluator, idle: u16) -> BlocsNode {
        BlocsNode { game, evaluator, idle_turns: idle }
    }

    /// The position.
    pub fn game(&self) -> &Blocs {
        &self.game
    }

    fn seat(&self) -> Seat {
        match self.game.phase() {
            Phase::Setup(seat) | Phase::Move(seat) | Phase::Act(seat, _) => seat,
            Phase::Lot | Phase::Over(_) => Seat::First,
        }
    }

    /// The same world with another position.
    pub fn with_game(&self, game: Blocs) -> BlocsNode {
        let over = !matches!(game.phase(), Phase::Act(..));
        let idle = if game.progress_marks() != self.game.progress_marks() {
            0
        } else {
            self.idle_turns + u16::from(over)
        };
        BlocsNode { game, idle_turns: idle, ..*self }
    }
}

/// Noisy moves are filtered from all moves; there are few.
impl Node for BlocsNode {
    type Move = WholeTurn;
    const HISTORY_SLOTS: usize = 64 * 64 * 4;

    fn side_to_move(&self) -> Seat {
        self.seat()
    }

    fn terminal_value(&self) -> Option<i32> {
        match self.game.phase() {
            Phase::Over(Outcome::Win(seat, _)) => {
                Some(if seat == Seat::First { WIN } else { -WIN })
            }
            Phase::Over(Outcome::Draw(_)) => Some(0),
            _ => (self.idle_turns >= MAX_IDLE_TURNS).then_some(0),
        }
    }

    fn moves(&self, out: &mut Vec<WholeTurn>) {
        self.game.whole_turns(out);
    }

    fn noisy_moves(&self, out: &mut Vec<WholeTurn>) {
        self.game.whole_turns(out);
        out.retain(|&turn| self.game.block_swing(turn) > 0);
    }

    fn after(&self, turn: WholeTurn) -> BlocsNode {
        let mut game = self.game;
        game.play_whole_turn(turn);
        self.with_game(game)
    }

    fn key(&self) -> u64 {
        // The idle count affects the value only near the limit, so only then is it part of the key.
        let idle =
            if self.idle_turns + 40 > MAX_IDLE_TURNS { u64::from(self.idle_turns) << 8 } else { 0 };
        self.game.fingerprint() ^ idle
    }

    fn evaluate(&self) -> i32 {
        let value = self.evaluator.evaluate(&self.game, self.seat());
        // The evaluation shrinks towards 0 as the idle draw approaches.
        let left = i32::from(MAX_IDLE_TURNS.saturating_sub(self.idle_turns));
        let value = value * left / i32::from(MAX_IDLE_TURNS);
        if self.seat() == Seat::First { value } else { -value }
    }

    fn ordering_score(&self, turn: WholeTurn) -> i32 {
        let kind = match turn.finish {
            TurnFinish::Take(_) => 60,
            TurnFinish::Nothing => 0,
            TurnFinish::Turn(_) => -30,
        };
        i32::from(self.game.block_swing(turn)) * FULL_DEPTH_SCORE + kind
    }

    fn history_slot(&self, turn: WholeTurn) -> usize {
        let kind = match turn.finish {
            TurnFinish::Nothing => 0,
            TurnFinish::Take(_) => 1,
            TurnFinish::Turn(QuarterTurn::Cw) => 2,
            TurnFinish::Turn(QuarterTurn::Ccw) => 3,
        };
        (field_index(turn.from) * 64 + field_index(turn.to)) * 4 + kind
    }

    fn is_unsettled(&self) -> bool {
        matches!(self.game.phase(), Phase::Act(..))
    }
}

fn field_index(field: Field) -> usize {
    usize::from(8 * field.row() + field.column())
}
