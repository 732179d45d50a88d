use abaque_bots::{Explanation, ShownOn};
use abaque_core::{Lang, Seat};
use serde::{Serialize, Serializer};

use crate::{MistakeGrade, MistakeThresholds};

/// Result of an analysis, as far as it has progressed.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AnalysisReport {
    /// Canonical spec of the game.
    pub game: String,
    /// Player names from the record.
    pub names: [Option<String>; 2],
    /// Player letters.
    pub letters: [char; 2],
    /// The result, such as `b wins ejection`; `None` for an unfinished game.
    pub result: Option<String>,
    /// Viewpoint: `all` (nothing hidden, or full information), `movers`, or a player's letter.
    pub eyes: String,
    /// Grade thresholds.
    pub scale: MistakeThresholds,
    /// The first player's chance before the first move.
    #[serde(serialize_with = "rounded")]
    pub start: Option<f64>,
    /// The moves in order.
    pub moves: Vec<MoveReport>,
    /// The lots in order.
    pub lots: Vec<LotReport>,
    /// Summary per player.
    pub sides: [PlayerSummary; 2],
    /// Luck and skill, if there were lots.
    pub luck: Option<LuckSummary>,
}

/// A move: a player's consecutive actions without another player's decision (a turn or part of
/// one).
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveReport {
    /// Turn number, from 1, as in records.
    pub turn: u32,
    /// The player.
    #[serde(skip)]
    pub seat: Seat,
    /// The player's letter.
    pub player: char,
    /// Index of its first ply, from 0.
    pub ply: usize,
    /// Its actions; `?` for a secret that must not be revealed.
    pub actions: Vec<String>,
    /// The player's chance with best play; `None` if not judged.
    #[serde(serialize_with = "rounded")]
    pub before: Option<f64>,
    /// The player's chance after the move.
    #[serde(serialize_with = "rounded")]
    pub after: Option<f64>,
    /// Winning chance lost by the move.
    #[serde(serialize_with = "rounded")]
    pub loss: Option<f64>,
    /// Grade of the loss.
    pub mark: Option<MistakeGrade>,
    /// Whether there was no choice.
    pub forced: bool,
    /// The best line.
    pub best: Vec<String>,
    /// Why a marked move is a mistake: one or two sentences, or none.
    pub explanation: Vec<ExplanationReport>,
}

/// A sentence about a move, and where it shows on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExplanationReport {
    /// In English.
    pub en: String,
    /// In French.
    pub fr: String,
    /// The position that squares and arrows belong to: `before` or `after` the move.
    pub shown_on: &'static str,
    /// Squares to mark.
    pub marks: Vec<String>,
    /// Arrows from square to square.
    pub arrows: Vec<(String, String)>,
}

impl From<Explanation> for ExplanationReport {
    fn from(told: Explanation) -> ExplanationReport {
        let shown_on = match told.shown_on {
            ShownOn::Before => "before",
            ShownOn::After => "after",
        };
        let Explanation { text, marks, arrows, .. } = told;
        ExplanationReport { en: text.en, fr: text.fr, shown_on, marks, arrows }
    }
}

/// A lot (dice roll or draw) and its luck.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LotReport {
    /// Turn number.
    pub turn: u32,
    /// Index of its ply, from 0.
    pub ply: usize,
    /// The outcome.
    pub outcome: String,
    /// The player whose roll it was.
    #[serde(skip)]
    pub seat: Seat,
    /// The player's letter.
    pub player: char,
    /// That player's mean chance over all outcomes.
    #[serde(serialize_with = "rounded")]
    pub before: Option<f64>,
    /// That player's chance after this outcome.
    #[serde(serialize_with = "rounded")]
    pub after: Option<f64>,
    /// `after` minus `before`.
    #[serde(serialize_with = "rounded")]
    pub luck: Option<f64>,
}

/// One player's statistics; moves without a choice do not count.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct PlayerSummary {
    /// Number of judged moves.
    pub moves: usize,
    /// Mean loss per move.
    #[serde(serialize_with = "rounded")]
    pub average_loss: Option<f64>,
    /// Accuracy, 0 to 100: the mean of 100·exp(−4.5·loss).
    #[serde(serialize_with = "rounded")]
    pub accuracy: Option<f64>,
    /// Number of inaccuracies.
    pub inaccuracies: usize,
    /// Number of mistakes.
    pub mistakes: usize,
    /// Number of blunders.
    pub blunders: usize,
    /// Total luck of this player's rolls.
    #[serde(serialize_with = "rounded")]
    pub luck: Option<f64>,
}

/// Luck and skill, from the first player's side.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LuckSummary {
    /// The first player's luck minus the second's.
    #[serde(serialize_with = "rounded_plain")]
    pub net: f64,
    /// The result as a share: 1 won, 0 lost; `None` for an unfinished game.
    pub result: Option<f64>,
    /// The luck-adjusted result; may lie outside 0 to 1.
    #[serde(serialize_with = "rounded")]
    pub adjusted: Option<f64>,
}

impl AnalysisReport {
    /// All marked moves, worst first.
    pub fn marked_moves_worst_first(&self) -> Vec<&MoveReport> {
        let mut marked: Vec<&MoveReport> =
            self.moves.iter().filter(|played| played.mark.is_some()).collect();
        marked.sort_by(|a, b| b.loss.unwrap_or(0.0).total_cmp(&a.loss.unwrap_or(0.0)));
        marked
    }
}

impl MoveReport {
    /// The explanation as one text.
    pub fn explanation_text(&self, lang: Lang) -> String {
        let sentences = self.explanation.iter().map(|told| match lang {
            Lang::En => told.en.as_str(),
            Lang::Fr => told.fr.as_str(),
        });
        sentences.collect::<Vec<_>>().join(" ")
    }

    /// The first player's chance after the move.
    pub fn first_chance_after(&self) -> Option<f64> {
        self.after.map(|own| flip_to_first(own, self.seat))
    }
}

impl LotReport {
    /// The first player's chance after the lot.
    pub fn first_after(&self) -> Option<f64> {
        self.after.map(|own| flip_to_first(own, self.seat))
    }

    /// Luck of the lot to the first player.
    pub fn luck_for_first(&self) -> Option<f64> {
        self.luck.map(|luck| if self.seat == Seat::First { luck } else { -luck })
    }
}

/// Converts a chance between a player's and the first player's side.
pub(crate) fn flip_to_first(own: f64, seat: Seat) -> f64 {
    if seat == Seat::First { own } else { 1.0 - own }
}

/// Rounds to four decimals; more would be false precision.
fn rounded<S: Serializer>(value: &Option<f64>, out: S) -> Result<S::Ok, S::Error> {
    value.map(round_to_four).serialize(out)
}

fn rounded_plain<S: Serializer>(value: &f64, out: S) -> Result<S::Ok, S::Error> {
    round_to_four(*value).serialize(out)
}

fn round_to_four(value: f64) -> f64 {
    // Adding 0 turns −0 into 0.
    (value * 10_000.0).round() / 10_000.0 + 0.0
}
