//! Explanations as plain data, as they cross between threads.

use abaque_bots::{Explanation, ShownOn};
use abaque_catalog::AnyObservation;
use abaque_core::{Lang, ParseError, Seat};
use serde::{Deserialize, Serialize};

use super::run_json_task;

/// A sentence about a turn, with what shows it on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BoardSentence {
    /// In English.
    pub en: String,
    /// In French.
    pub fr: String,
    /// Whether squares and arrows belong to the position after the turn.
    pub after: bool,
    /// Squares to mark.
    pub marks: Vec<String>,
    /// Arrows from square to square.
    pub arrows: Vec<(String, String)>,
}

impl BoardSentence {
    /// The sentence in one language.
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Fr => &self.fr,
        }
    }

    /// Several sentences as one text.
    pub fn join(sentences: &[BoardSentence], lang: Lang) -> String {
        sentences.iter().map(|told| told.get(lang)).collect::<Vec<_>>().join(" ")
    }
}

impl From<Explanation> for BoardSentence {
    fn from(told: Explanation) -> BoardSentence {
        let after = told.shown_on == ShownOn::After;
        let Explanation { text, marks, arrows, .. } = told;
        BoardSentence { en: text.en, fr: text.fr, after, marks, arrows }
    }
}

/// A turn to explain, by what its player could know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExplainTask {
    /// The game spec.
    pub spec: String,
    /// Whether the second seat is to act.
    pub second: bool,
    /// The player's view before the turn.
    pub view: String,
    /// What was played; `None` for a hint.
    pub played: Option<Vec<String>>,
    /// The best line.
    pub best: Vec<String>,
}

impl ExplainTask {
    fn run(&self) -> Result<Vec<BoardSentence>, ParseError> {
        let view = abaque_catalog::parse_view(&self.spec, &self.view)?;
        let seat = if self.second { Seat::Second } else { Seat::First };
        let observation = AnyObservation::without_history(view, seat);
        let told = abaque_bots::explain(&observation, self.played.as_deref(), &self.best)?;
        Ok(told.into_iter().map(BoardSentence::from).collect())
    }
}

/// Explains a turn. JSON in and out, as it crosses between threads.
pub fn explain(task: &str) -> String {
    run_json_task(task, |task: ExplainTask| task.run())
}
