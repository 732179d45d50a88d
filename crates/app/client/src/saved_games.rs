//! Local games stored in this browser.

use abaque_catalog::AnyGame;
use abaque_core::{Lang, Message, message};
use abaque_record::{Record, parse};
use serde::{Deserialize, Serialize};

use crate::LocalGame;
use crate::game_text::result_sentence;
use crate::letter_case::to_lowercase;
use crate::local::SeatedPlayer;
use crate::words;

/// A stored game: its record, and what the list needs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SavedGame {
    /// Its number in this browser.
    pub id: u64,
    /// The complete record.
    pub record: String,
    /// Last played, in milliseconds since 1970.
    pub touched: u64,
    /// Whether the board is flipped.
    #[serde(default)]
    pub flipped: bool,
}

/// A game's row in the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedGameSummary {
    /// The game's name in specs.
    pub game: String,
    /// Player names by seat.
    pub players: [String; 2],
    /// The result in one sentence; `None` while the game goes on.
    pub result: Option<String>,
    /// Plies played.
    pub plies: usize,
    /// The start date as records write it: `2026.01.31`.
    pub date: String,
}

impl SavedGame {
    /// The list row; `None` if the record does not parse.
    pub fn summary(&self, lang: Lang) -> Option<SavedGameSummary> {
        let records = parse(&self.record).ok()?;
        let record = records.first()?;
        let spec: abaque_core::Spec = record.spec().parse().ok()?;
        let info = (abaque_catalog::find(&spec.name).ok()?.description)();
        let player = |index: usize, name: &str, computer: &str| {
            let computer = record.tag(computer).map(|kind| computer_name(kind, lang));
            let given = record.tag(name).map(String::from);
            given.or(computer).unwrap_or_else(|| info.players[index].get(lang).to_owned())
        };
        let players = [player(0, "First", "ComputerFirst"), player(1, "Second", "ComputerSecond")];
        let result = record.outcome().and_then(|outcome| {
            result_sentence(record.spec(), last_position(record).as_deref(), outcome)
        });
        let result = result.map(|sentence| sentence.get(lang).to_owned());
        let date = record.tag("Date").unwrap_or_default().to_owned();
        Some(SavedGameSummary {
            game: spec.name,
            players,
            result,
            plies: record.plies().count(),
            date,
        })
    }
}

impl SavedGame {
    /// Whether the game goes on; cheaper than the summary.
    pub fn is_running(&self) -> bool {
        let records = parse(&self.record).unwrap_or_default();
        records.first().is_some_and(|record| record.outcome().is_none())
    }
}

/// A finished game as its last ply left it.
fn last_position(record: &Record) -> Option<Box<dyn AnyGame>> {
    let mut game = record.open_start().ok()?;
    record.plies().try_for_each(|ply| game.play(ply).map(|_| ())).ok()?;
    Some(game)
}

/// A bot's name by its kind: "Computer, level 5".
pub fn computer_name(kind: &str, lang: Lang) -> String {
    let computer = words::COMPUTER.get(lang);
    match kind.parse::<u8>() {
        Ok(level) => format!("{computer}, {} {level}", to_lowercase(words::LEVEL.get(lang))),
        Err(_) => format!("{computer} ({kind})"),
    }
}

/// A player's name: as entered, the bot's level, or the seat's own name.
pub fn player_name(player: &SeatedPlayer, seat_name: &str, lang: Lang) -> String {
    let computer = player.computer.as_ref().map(|kind| computer_name(&kind.to_string(), lang));
    player.name.clone().or(computer).unwrap_or_else(|| seat_name.to_owned())
}

/// Splits a text into its records.
pub fn split_records(text: &str) -> Result<Vec<String>, Message> {
    let records = parse(text).map_err(|error| {
        let (en, fr) = (error.localized(Lang::En), error.localized(Lang::Fr));
        message!("{en}", "{fr}")
    })?;
    Ok(records.into_iter().map(|record| abaque_record::format_records(&[record])).collect())
}

/// The record of a local game, ready to store.
pub fn record_text(local: &LocalGame) -> Option<String> {
    let record: Record = local.record().ok()?;
    Some(abaque_record::format_records(&[record]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_saved_games_are_listed_apart() {
        let one = "[Game \"abalone\"]\n[Result \"*\"]\n\n1. a1b1 *\n";
        let other = "[Game \"abalone\"]\n[Result \"*\"]\n\n1. a2b2 *\n";
        let found = split_records(&format!("{one}\n{other}")).unwrap();
        assert_eq!(found.len(), 2);
        assert!(found[0].contains("a1b1") && found[1].contains("a2b2"));
        assert!(split_records("[Game").is_err());
    }

    #[test]
    fn a_saved_record_is_summarised() {
        let mut record = Record::new("abalone").unwrap();
        record.set_tag("Date", "2026.01.02").unwrap();
        record.set_tag("ComputerSecond", "5").unwrap();
        record.push("a1b1").unwrap();
        let saved = SavedGame {
            id: 1,
            record: abaque_record::format_records(&[record]),
            touched: 0,
            flipped: false,
        };
        let summary = saved.summary(Lang::En).unwrap();
        assert_eq!(summary.game, "abalone");
        assert_eq!(summary.players, ["Black", "Computer, level 5"]);
        assert_eq!((summary.plies, summary.result), (1, None));
        assert!(saved.is_running());
        assert_eq!(saved.summary(Lang::Fr).unwrap().players[1], "Ordinateur, niveau 5");
        assert_eq!(SavedGame { record: "what?".into(), ..saved }.summary(Lang::En), None);
    }

    #[test]
    fn results_are_sentences() {
        let record = "[Game \"abalone\"]\n[Result \"w wins resignation\"]\n\n1. a1b1 0-1\n";
        let saved = SavedGame { id: 1, record: record.into(), touched: 0, flipped: false };
        let result = |lang| saved.summary(lang).and_then(|summary| summary.result);
        assert_eq!(result(Lang::En).as_deref(), Some("White wins by resignation"));
        assert_eq!(result(Lang::Fr).as_deref(), Some("Blanc gagne par abandon"));
    }
}
