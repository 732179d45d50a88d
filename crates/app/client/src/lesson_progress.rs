//! Completed lessons, stored between visits.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// Completed lessons, by `GAME/LESSON`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LessonProgress {
    #[serde(default)]
    done: BTreeSet<String>,
}

impl LessonProgress {
    /// Parses the stored text; unreadable text counts as no progress.
    pub fn parse(text: &str) -> LessonProgress {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// The text to store.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Marks a lesson as done.
    pub fn mark_done(&mut self, game: &str, lesson: &str) {
        self.done.insert(lesson_key(game, lesson));
    }

    /// Whether a lesson was done.
    pub fn is_done(&self, game: &str, lesson: &str) -> bool {
        self.done.contains(&lesson_key(game, lesson))
    }

    /// Adds the lessons done in another browser.
    pub fn merge(&mut self, other: LessonProgress) {
        self.done.extend(other.done);
    }

    /// How many of these lessons were done.
    pub fn count_done<'a>(&self, game: &str, lessons: impl IntoIterator<Item = &'a str>) -> usize {
        lessons.into_iter().filter(|lesson| self.is_done(game, lesson)).count()
    }
}

fn lesson_key(game: &str, lesson: &str) -> String {
    format!("{game}/{lesson}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lesson_progress_round_trips() {
        let mut learning = LessonProgress::parse("no JSON");
        learning.mark_done("abalone", "sumito");
        let again = LessonProgress::parse(&learning.to_text());
        assert_eq!(again, learning);
        assert!(again.is_done("abalone", "sumito") && !again.is_done("abagio", "sumito"));
        assert_eq!(again.count_done("abalone", ["start", "sumito"]), 1);
        learning.merge(LessonProgress::parse(r#"{"done":["abalone/start","abalone/sumito"]}"#));
        assert_eq!(learning.count_done("abalone", ["start", "sumito", "end"]), 2);
    }
}
