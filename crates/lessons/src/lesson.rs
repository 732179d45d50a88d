use std::str::FromStr;

use abaque_core::{BadText, Lang, said};
use serde::{Deserialize, Serialize};

/// A text in both languages. Words between asterisks are terms of the game, to be set apart.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// English.
    pub en: String,
    /// French.
    pub fr: String,
}

impl Text {
    /// The text in one language.
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Fr => &self.fr,
        }
    }

    /// The text in one language, without asterisks.
    pub fn plain(&self, lang: Lang) -> String {
        self.get(lang).replace('*', "")
    }

    /// The text in pieces, each with whether it is a term.
    pub fn pieces(&self, lang: Lang) -> impl Iterator<Item = (bool, &str)> {
        let pieces = self.get(lang).split('*').enumerate();
        pieces.map(|(at, piece)| (at % 2 == 1, piece)).filter(|(_, piece)| !piece.is_empty())
    }
}

/// All lessons of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Course {
    /// The game's name.
    pub game: String,
    /// Whether the players' counters help to follow.
    #[serde(default)]
    pub panels: bool,
    /// The lessons, in the order they are meant to be taken.
    pub lessons: Vec<Lesson>,
}

/// One lesson.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// A name that stays, for addresses.
    pub id: String,
    /// What it is called.
    pub title: Text,
    /// What it is about, in one line.
    pub about: Text,
    /// Its steps.
    pub steps: Vec<Step>,
}

/// One thing told or asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// What is told.
    pub text: Text,
    /// The position it is told about; without one the board stays as the last step left it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Opening>,
    /// Squares pointed out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub point: Vec<String>,
    /// What is to be done; nothing where one just reads on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<Task>,
    /// The rules it teaches.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
}

/// Where a step begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// The game's spec.
    pub game: String,
    /// The position; without one the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Whether the board is shown as the player to act may see it, rather than with everything open.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub secret: bool,
}

/// Something to be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// The actions that will do, the best one first; one that ends with `*` stands for all that begin so.
    pub accept: Vec<String>,
    /// What is said to particular other actions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wrong: Vec<Wrong>,
    /// What is said to any other action.
    pub hint: Text,
    /// What follows by itself: answers of the opponent, lots.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replies: Vec<String>,
    /// What is said when it is done.
    pub after: Text,
}

/// An action one may try, and what is to be said of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wrong {
    /// The action.
    pub action: String,
    /// The rule that forbids it; without one it is legal and merely not what is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forbidden: Option<String>,
    /// What is said.
    pub text: Text,
}

impl Task {
    /// Whether an action will do.
    pub fn accepts(&self, action: &str) -> bool {
        self.accept.iter().any(|accepted| match accepted.strip_suffix('*') {
            Some(start) => action.starts_with(start),
            None => accepted == action,
        })
    }
}

impl Course {
    /// A lesson by its name.
    pub fn lesson(&self, id: &str) -> Option<&Lesson> {
        self.lessons.iter().find(|lesson| lesson.id == id)
    }

    /// The lesson after one.
    pub fn after(&self, id: &str) -> Option<&Lesson> {
        self.lessons.iter().skip_while(|lesson| lesson.id != id).nth(1)
    }
}

impl FromStr for Course {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Course, BadText> {
        serde_json::from_str(text).map_err(|error| {
            BadText::new(
                "LESSONS",
                said!("not a file of lessons: {error}", "ce ne sont pas des leçons : {error}"),
            )
        })
    }
}
