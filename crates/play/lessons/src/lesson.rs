use std::str::FromStr;

use abaque_core::{Lang, ParseError, message};
use serde::{Deserialize, Serialize};

/// A text in both languages. Words between asterisks are terms of the game, to be highlighted.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonText {
    /// English text.
    pub en: String,
    /// French text.
    pub fr: String,
}

impl LessonText {
    /// The text in one language.
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Fr => &self.fr,
        }
    }

    /// The text in one language, without asterisks.
    pub fn plain_text(&self, lang: Lang) -> String {
        self.get(lang).replace('*', "")
    }

    /// The text in pieces, each flagged if it is a term.
    pub fn pieces(&self, lang: Lang) -> impl Iterator<Item = (bool, &str)> {
        let pieces = self.get(lang).split('*').enumerate();
        pieces.map(|(at, piece)| (at % 2 == 1, piece)).filter(|(_, piece)| !piece.is_empty())
    }
}

/// All lessons of one game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Course {
    /// The game's name.
    pub game: String,
    /// Whether to show the players' counters.
    #[serde(default)]
    pub panels: bool,
    /// The lessons, in their intended order.
    pub lessons: Vec<Lesson>,
}

/// One lesson.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// A permanent id, used in URLs.
    pub id: String,
    /// The title.
    pub title: LessonText,
    /// A one-line summary.
    pub about: LessonText,
    /// The steps, in order.
    pub steps: Vec<LessonStep>,
}

/// One step of a lesson: an explanation, optionally with a task.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonStep {
    /// The explanation.
    pub text: LessonText,
    /// The position shown; without one, the board stays as the last step left it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<StepPosition>,
    /// Highlighted squares.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub point: Vec<String>,
    /// The task; `None` if the step is only read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<LessonTask>,
    /// The ids of the rules taught.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
}

/// The start position of a step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepPosition {
    /// The game's spec.
    pub game: String,
    /// The position; without one, the start of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Whether the board is shown as the player to act sees it, rather than with everything
    /// revealed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub secret: bool,
}

/// An action for the learner to find and play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonTask {
    /// Accepted actions, best first; a trailing `*` accepts every action with that prefix.
    pub accept: Vec<String>,
    /// Feedback for specific wrong actions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wrong: Vec<WrongAnswer>,
    /// Feedback for any other action.
    pub hint: LessonText,
    /// Plies played automatically afterwards: the opponent's replies, lots.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replies: Vec<String>,
    /// Feedback when the task is done.
    pub after: LessonText,
}

/// A likely wrong action and its feedback.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrongAnswer {
    /// The action.
    pub action: String,
    /// The rule that forbids the action; without one it is legal but not the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forbidden: Option<String>,
    /// The feedback.
    pub text: LessonText,
}

impl LessonTask {
    /// Whether an action solves the task.
    pub fn accepts(&self, action: &str) -> bool {
        self.accept.iter().any(|accepted| match accepted.strip_suffix('*') {
            Some(start) => action.starts_with(start),
            None => accepted == action,
        })
    }
}

impl Course {
    /// A lesson by its id.
    pub fn lesson(&self, id: &str) -> Option<&Lesson> {
        self.lessons.iter().find(|lesson| lesson.id == id)
    }

    /// The lesson after the one with this id.
    pub fn next_lesson(&self, id: &str) -> Option<&Lesson> {
        self.lessons.iter().skip_while(|lesson| lesson.id != id).nth(1)
    }
}

impl FromStr for Course {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Course, ParseError> {
        serde_json::from_str(text).map_err(|error| {
            ParseError::new(
                "LESSONS",
                message!(
                    "not a lessons file: {error}",
                    "ce n'est pas un fichier de leçons\u{a0}: {error}"
                ),
            )
        })
    }
}
