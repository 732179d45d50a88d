use abaque_blocs::{Blocs, Field, Finish, Phase, Quarter, WholeTurn};
use abaque_core::{Outcome, Seat};
use abaque_search::{Node, PROMISING, WIN};

use super::eval::Eval;

/// After so many turns without progress the game is drawn (COM-03).
const IDLE_TURNS: u16 = 300;

/// One imagined world: nothing is hidden in it, and a move is a whole turn.
#[derive(Clone)]
pub struct World {
    game: Blocs,
    eval: &'static Eval,
    idle: u16,
}

impl World {
    /// A world to be searched, after so many turns without progress.
    pub fn new(game: Blocs, eval: &'static Eval, idle: u16) -> World {
        World { game, eval, idle }
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

    /// The same world after something happened in it.
    pub fn with(&self, game: Blocs) -> World {
        let over = !matches!(game.phase(), Phase::Act(..));
        let idle = if game.marks() != self.game.marks() { 0 } else { self.idle + u16::from(over) };
        World { game, idle, ..*self }
    }
}

/// Loud turns are found by looking at all; there are few turns to look at.
impl Node for World {
    type Move = WholeTurn;
    const SLOTS: usize = 64 * 64 * 4;

    fn side(&self) -> Seat {
        self.seat()
    }

    fn ended(&self) -> Option<i32> {
        match self.game.phase() {
            Phase::Over(Outcome::Win(seat, _)) => {
                Some(if seat == Seat::First { WIN } else { -WIN })
            }
            Phase::Over(Outcome::Draw(_)) => Some(0),
            _ => (self.idle >= IDLE_TURNS).then_some(0),
        }
    }

    fn moves(&self, out: &mut Vec<WholeTurn>) {
        self.game.whole_turns(out);
    }

    fn loud(&self, out: &mut Vec<WholeTurn>) {
        self.game.whole_turns(out);
        out.retain(|&turn| self.game.swing(turn) > 0);
    }

    fn after(&self, turn: WholeTurn) -> World {
        let mut game = self.game;
        game.play_whole(turn);
        self.with(game)
    }

    fn key(&self) -> u64 {
        // Close to the end of the idle turns they matter.
        let idle = if self.idle + 40 > IDLE_TURNS { u64::from(self.idle) << 8 } else { 0 };
        self.game.fingerprint() ^ idle
    }

    fn value(&self) -> i32 {
        let value = self.eval.value(&self.game, self.seat());
        // The nearer the draw by lack of progress, the less there is to win or to lose.
        let left = i32::from(IDLE_TURNS.saturating_sub(self.idle));
        let value = value * left / i32::from(IDLE_TURNS);
        if self.seat() == Seat::First { value } else { -value }
    }

    fn promise(&self, turn: WholeTurn) -> i32 {
        let kind = match turn.finish {
            Finish::Take(_) => 60,
            Finish::Nothing => 0,
            Finish::Turn(_) => -30,
        };
        i32::from(self.game.swing(turn)) * PROMISING + kind
    }

    fn slot(&self, turn: WholeTurn) -> usize {
        let kind = match turn.finish {
            Finish::Nothing => 0,
            Finish::Take(_) => 1,
            Finish::Turn(Quarter::Cw) => 2,
            Finish::Turn(Quarter::Ccw) => 3,
        };
        (number(turn.from) * 64 + number(turn.to)) * 4 + kind
    }

    fn unsettled(&self) -> bool {
        matches!(self.game.phase(), Phase::Act(..))
    }
}

fn number(field: Field) -> usize {
    usize::from(8 * field.row() + field.column())
}
