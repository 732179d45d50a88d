//! Which lessons were done, kept between visits.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// Lessons done, by `GAME/LESSON`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Learning {
    #[serde(default)]
    done: BTreeSet<String>,
}

impl Learning {
    /// Reads what was kept; what cannot be read counts as nothing.
    pub fn read(text: &str) -> Learning {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// The text to keep.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// A lesson was done.
    pub fn finish(&mut self, game: &str, lesson: &str) {
        self.done.insert(key(game, lesson));
    }

    /// Whether a lesson was done.
    pub fn is_done(&self, game: &str, lesson: &str) -> bool {
        self.done.contains(&key(game, lesson))
    }

    /// Takes over what was done elsewhere.
    pub fn join(&mut self, other: Learning) {
        self.done.extend(other.done);
    }

    /// How many of a game's lessons were done.
    pub fn count<'a>(&self, game: &str, lessons: impl IntoIterator<Item = &'a str>) -> usize {
        lessons.into_iter().filter(|lesson| self.is_done(game, lesson)).count()
    }
}

fn key(game: &str, lesson: &str) -> String {
    format!("{game}/{lesson}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_done_is_kept() {
        let mut learning = Learning::read("no JSON");
        learning.finish("abalone", "sumito");
        let again = Learning::read(&learning.text());
        assert_eq!(again, learning);
        assert!(again.is_done("abalone", "sumito") && !again.is_done("abagio", "sumito"));
        assert_eq!(again.count("abalone", ["start", "sumito"]), 1);
        learning.join(Learning::read(r#"{"done":["abalone/start","abalone/sumito"]}"#));
        assert_eq!(learning.count("abalone", ["start", "sumito", "end"]), 2);
    }
}
