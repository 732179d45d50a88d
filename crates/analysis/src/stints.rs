use abaque_catalog::{AnyGame, Judge, Memory, Played, Refused};
use abaque_core::{Outcome, Seat, Turn};

/// A game being followed: the position and the history that matters.
#[derive(Clone)]
pub(crate) struct Followed {
    pub(crate) game: Box<dyn AnyGame>,
    pub(crate) memory: Memory,
    judge: Judge,
    /// The verdict of the board or the judge.
    pub(crate) ended: Option<Outcome>,
    /// Turns begun so far, as records number them.
    pub(crate) turn: u32,
}

impl Followed {
    pub(crate) fn new(game: Box<dyn AnyGame>) -> Followed {
        let ended = match game.turn() {
            Turn::Over(outcome) => Some(outcome),
            _ => None,
        };
        let (memory, judge) = (Memory::new(&*game), Judge::new(&*game));
        Followed { game, memory, judge, ended, turn: 1 }
    }

    /// Plays one ply.
    pub(crate) fn play(&mut self, ply: &str) -> Result<Played, Refused> {
        let played = self.game.play(ply)?;
        self.memory.played(&*self.game, &played);
        self.ended = self.judge.played(&*self.game, &played);
        self.turn += u32::from(played.pace.turns_ended);
        Ok(played)
    }

    /// Plays one ply and says whether the same player goes on. A Stop ends the other player's turn, and
    /// what the stopper does next belongs to it.
    pub(crate) fn goes_on(&mut self, ply: &str, seat: Seat) -> Result<bool, Refused> {
        let sealed = self.game.sealed();
        self.play(ply)?;
        Ok(!sealed && self.ended.is_none() && self.game.turn() == Turn::Of(seat))
    }

    /// Whether the two players see different things.
    pub(crate) fn has_secrets(&self) -> bool {
        use abaque_core::Observer::Player;
        let view = |seat| self.game.view(Player(seat));
        self.game.sealed() || view(Seat::First) != view(Seat::Second)
    }
}

/// A stretch of a game: what one player did without anybody else deciding in between, or a lot.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stint {
    /// Whose; `None` for a lot.
    pub(crate) seat: Option<Seat>,
    /// The place of its first ply.
    pub(crate) first: usize,
    /// Its plies.
    pub(crate) plies: Vec<String>,
}

/// Splits a game into stints and says whether anything was hidden in it; refused with the place of the
/// ply that is not legal.
pub(crate) fn split(
    start: &Followed,
    plies: &[String],
) -> Result<(Vec<Stint>, bool), (usize, Refused)> {
    let mut at = start.clone();
    let mut stints: Vec<Stint> = Vec::new();
    let mut hidden = false;
    let mut goes_on = false;
    for (index, ply) in plies.iter().enumerate() {
        hidden |= at.ended.is_none() && at.has_secrets();
        let seat = match at.game.turn() {
            Turn::Of(seat) => Some(seat),
            Turn::Chance | Turn::Over(_) => None,
        };
        match stints.last_mut().filter(|_| goes_on) {
            Some(stint) => stint.plies.push(ply.clone()),
            None => stints.push(Stint { seat, first: index, plies: vec![ply.clone()] }),
        }
        goes_on = match seat {
            Some(seat) => at.goes_on(ply, seat).map_err(|refused| (index, refused))?,
            None => {
                at.play(ply).map_err(|refused| (index, refused))?;
                false
            }
        };
    }
    hidden |= at.ended.is_none() && at.has_secrets();
    Ok((stints, hidden))
}
