use abaque_core::Seat;
use serde::{Serialize, Serializer};

use crate::{Mark, Scale};

/// What was found about a game, as far as it was looked at.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The canonical spec of the game.
    pub game: String,
    /// The players' names, where the record gives them.
    pub names: [Option<String>; 2],
    /// The players' letters.
    pub letters: [char; 2],
    /// How it ended: `b wins ejection`; nothing while it goes on.
    pub result: Option<String>,
    /// From whose eyes: `all` (nothing is hidden, or everything is known), `movers`, or a letter.
    pub eyes: String,
    /// From which losses on moves are marked.
    pub scale: Scale,
    /// The first player's chance before the first move.
    #[serde(serialize_with = "rounded")]
    pub start: Option<f64>,
    /// The moves in order.
    pub moves: Vec<Played>,
    /// The lots in order.
    pub lots: Vec<Lot>,
    /// The players.
    pub sides: [Side; 2],
    /// Luck against skill, where lots fell.
    pub luck: Option<Luck>,
}

/// What one player did without anybody else deciding in between: a turn, or a part of one.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Played {
    /// The number of the turn, from 1, as records write it.
    pub turn: u32,
    /// Who played.
    #[serde(skip)]
    pub seat: Seat,
    /// The same as a letter.
    pub player: char,
    /// The place of its first ply in the game, from 0.
    pub ply: usize,
    /// Its actions; a secret that must not come out is `?`.
    pub actions: Vec<String>,
    /// The player's chance with the best play; nothing where it was not judged.
    #[serde(serialize_with = "rounded")]
    pub before: Option<f64>,
    /// The player's chance after what was played.
    #[serde(serialize_with = "rounded")]
    pub after: Option<f64>,
    /// What it gave away.
    #[serde(serialize_with = "rounded")]
    pub loss: Option<f64>,
    /// How bad that is.
    pub mark: Option<Mark>,
    /// Whether there was no choice.
    pub forced: bool,
    /// The line that was best.
    pub best: Vec<String>,
}

/// What a lot did.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Lot {
    /// The number of the turn it belongs to.
    pub turn: u32,
    /// Its place in the game, from 0.
    pub ply: usize,
    /// What fell.
    pub outcome: String,
    /// Whose throw it was.
    #[serde(skip)]
    pub seat: Seat,
    /// The same as a letter.
    pub player: char,
    /// That player's chance over all outcomes.
    #[serde(serialize_with = "rounded")]
    pub before: Option<f64>,
    /// The player's chance after this one.
    #[serde(serialize_with = "rounded")]
    pub after: Option<f64>,
    /// The difference.
    #[serde(serialize_with = "rounded")]
    pub luck: Option<f64>,
}

/// One player's game in figures. Moves without a choice do not count.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Side {
    /// How many moves were judged.
    pub moves: usize,
    /// The mean loss of a move.
    #[serde(serialize_with = "rounded")]
    pub average_loss: Option<f64>,
    /// 0 to 100: the mean of 100·exp(−4.5·loss).
    #[serde(serialize_with = "rounded")]
    pub accuracy: Option<f64>,
    /// How many were inaccurate.
    pub inaccuracies: usize,
    /// How many were mistakes.
    pub mistakes: usize,
    /// How many were blunders.
    pub blunders: usize,
    /// The luck of all this player's throws.
    #[serde(serialize_with = "rounded")]
    pub luck: Option<f64>,
}

/// Luck against skill, seen from the first player.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Luck {
    /// The first player's luck less the second's.
    #[serde(serialize_with = "rounded_plain")]
    pub net: f64,
    /// The result as a share: 1 won, 0 lost; nothing while the game goes on.
    pub result: Option<f64>,
    /// The result with the luck taken out: what this play earned. May lie beyond 0 and 1.
    #[serde(serialize_with = "rounded")]
    pub adjusted: Option<f64>,
}

impl Report {
    /// Every move with a mark, the worst first.
    pub fn worst(&self) -> Vec<&Played> {
        let mut marked: Vec<&Played> =
            self.moves.iter().filter(|played| played.mark.is_some()).collect();
        marked.sort_by(|a, b| b.loss.unwrap_or(0.0).total_cmp(&a.loss.unwrap_or(0.0)));
        marked
    }
}

impl Played {
    /// The first player's chance after it.
    pub fn first_after(&self) -> Option<f64> {
        self.after.map(|own| for_first(own, self.seat))
    }
}

impl Lot {
    /// The first player's chance after it.
    pub fn first_after(&self) -> Option<f64> {
        self.after.map(|own| for_first(own, self.seat))
    }

    /// The first player's gain by it.
    pub fn first_luck(&self) -> Option<f64> {
        self.luck.map(|luck| if self.seat == Seat::First { luck } else { -luck })
    }
}

/// A chance of one player as the first player's, or the other way round.
pub(crate) fn for_first(own: f64, seat: Seat) -> f64 {
    if seat == Seat::First { own } else { 1.0 - own }
}

/// Four decimals are more than anybody can trust.
fn rounded<S: Serializer>(value: &Option<f64>, out: S) -> Result<S::Ok, S::Error> {
    value.map(four).serialize(out)
}

fn rounded_plain<S: Serializer>(value: &f64, out: S) -> Result<S::Ok, S::Error> {
    four(*value).serialize(out)
}

fn four(value: f64) -> f64 {
    // Adding nought makes −0 plain.
    (value * 10_000.0).round() / 10_000.0 + 0.0
}
