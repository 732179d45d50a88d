use abaque_catalog::{AnyGame, Judge, Memory, Refused};
use abaque_core::{Observer, Outcome, Seat, Turn};

/// A game followed to some ply: the position and the history that matters.
#[derive(Clone)]
pub struct Place {
    /// The position.
    pub game: Box<dyn AnyGame>,
    /// The verdict of the board, or of the judge about the line that led here.
    pub ended: Option<Outcome>,
    /// The number of the turn, as records count them.
    pub turn: u32,
    /// Whether a turn begins here.
    pub begins: bool,
    memory: Memory,
    judge: Judge,
}

impl Place {
    /// Where a game begins.
    pub fn new(game: Box<dyn AnyGame>) -> Place {
        let ended = match game.turn() {
            Turn::Over(outcome) => Some(outcome),
            _ => None,
        };
        let (memory, judge) = (Memory::new(&*game), Judge::new(&*game));
        Place { game, ended, turn: 1, begins: true, memory, judge }
    }

    /// Plays a ply and gives its canonical text.
    pub fn play(&mut self, ply: &str) -> Result<String, Refused> {
        let played = self.game.play(ply)?;
        self.memory.played(&*self.game, &played);
        self.ended = self.judge.played(&*self.game, &played);
        self.begins = played.pace.turns_ended > 0;
        self.turn += u32::from(played.pace.turns_ended);
        Ok(played.text)
    }

    /// Who is to act.
    pub fn acting(&self) -> Option<Seat> {
        match self.game.turn() {
            Turn::Of(seat) => Some(seat),
            _ => None,
        }
    }

    /// What whoever is to act may know.
    pub fn sight(&self) -> Option<abaque_catalog::AnySight> {
        self.memory.sight(&*self.game)
    }

    /// Whether the two players see different things.
    pub fn has_secrets(&self) -> bool {
        let view = |seat| self.game.view(Observer::Player(seat));
        self.game.sealed() || view(Seat::First) != view(Seat::Second)
    }
}
