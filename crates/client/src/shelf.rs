//! The games kept at this screen.

use abaque_core::{Lang, Said, said};
use abaque_record::{Record, parse};
use serde::{Deserialize, Serialize};

use crate::Sitting;
use crate::local::Player;
use crate::words;

/// A game as it is kept: its record, and what the list shows of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Kept {
    /// Its number here.
    pub id: u64,
    /// The record, which says everything.
    pub record: String,
    /// When it was last played, in milliseconds since 1970.
    pub touched: u64,
    /// Whether the board is turned round.
    #[serde(default)]
    pub flipped: bool,
}

/// What a list says of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The game's name in specs.
    pub game: String,
    /// Who plays, by seat.
    pub players: [String; 2],
    /// How it ended, in the record's words; nothing while it goes on.
    pub result: Option<String>,
    /// How many plies were played.
    pub plies: usize,
    /// The day it began.
    pub date: String,
}

impl Kept {
    /// What the list says; nothing if the record cannot be read.
    pub fn summary(&self, lang: Lang) -> Option<Summary> {
        let records = parse(&self.record).ok()?;
        let record = records.first()?;
        let spec: abaque_core::Spec = record.spec().parse().ok()?;
        let info = (abaque_catalog::find(&spec.name).ok()?.info)();
        let player = |index: usize, name: &str, computer: &str| {
            let computer = record.tag(computer).map(|kind| computer_name(kind, lang));
            let given = record.tag(name).map(String::from);
            given.or(computer).unwrap_or_else(|| info.players[index].get(lang).to_owned())
        };
        let players = [player(0, "First", "ComputerFirst"), player(1, "Second", "ComputerSecond")];
        let result = record.outcome().map(|_| record.result().to_owned());
        let date = record.tag("Date").unwrap_or_default().to_owned();
        Some(Summary { game: spec.name, players, result, plies: record.plies().count(), date })
    }
}

/// A computer player by its kind: "Computer, level 5".
pub fn computer_name(kind: &str, lang: Lang) -> String {
    let computer = words::COMPUTER.get(lang);
    match kind.parse::<u8>() {
        Ok(level) => format!("{computer}, {} {level}", words::LEVEL.get(lang).to_lowercase()),
        Err(_) => format!("{computer} ({kind})"),
    }
}

/// What a player at a table is called: the name they gave, the computer's level, or the seat's own name.
pub fn player_name(player: &Player, seat_name: &str, lang: Lang) -> String {
    let computer = player.computer.as_ref().map(|kind| computer_name(&kind.to_string(), lang));
    player.name.clone().or(computer).unwrap_or_else(|| seat_name.to_owned())
}

/// The games of a text, each as a record of its own.
pub fn split(text: &str) -> Result<Vec<String>, Said> {
    let records = parse(text).map_err(|error| {
        let (en, fr) = (error.tell(Lang::En), error.tell(Lang::Fr));
        said!("{en}", "{fr}")
    })?;
    Ok(records.into_iter().map(|record| abaque_record::print(&[record])).collect())
}

/// The record of a game at this screen, ready to be kept.
pub fn record_text(sitting: &Sitting) -> Option<String> {
    let record: Record = sitting.record().ok()?;
    Some(abaque_record::print(&[record]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_games_are_told_apart() {
        let one = "[Game \"abalone\"]\n[Result \"*\"]\n\n1. a1b1 *\n";
        let other = "[Game \"abalone\"]\n[Result \"*\"]\n\n1. a2b2 *\n";
        let found = split(&format!("{one}\n{other}")).unwrap();
        assert_eq!(found.len(), 2);
        assert!(found[0].contains("a1b1") && found[1].contains("a2b2"));
        assert!(split("[Game").is_err());
    }

    #[test]
    fn a_record_is_summed_up() {
        let mut record = Record::new("abalone").unwrap();
        record.set_tag("Date", "2026.01.02").unwrap();
        record.set_tag("ComputerSecond", "5").unwrap();
        record.push("a1b1").unwrap();
        let kept =
            Kept { id: 1, record: abaque_record::print(&[record]), touched: 0, flipped: false };
        let summary = kept.summary(Lang::En).unwrap();
        assert_eq!(summary.game, "abalone");
        assert_eq!(summary.players, ["Black", "Computer, level 5"]);
        assert_eq!((summary.plies, summary.result), (1, None));
        assert_eq!(kept.summary(Lang::Fr).unwrap().players[1], "Ordinateur, niveau 5");
        assert_eq!(Kept { record: "what?".into(), ..kept }.summary(Lang::En), None);
    }
}
