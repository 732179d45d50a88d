//! What is chosen beside the board.

use abaque_core::{Seat, Words};

/// Something beside the board that is chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name in pages.
    pub id: &'static str,
    /// Its name for people.
    pub name: Words,
    /// What it may be: the text in positions, and for people where that text does not say it.
    pub values: Vec<(String, Words)>,
    /// What it is.
    pub value: String,
}

/// The name of a value whose text says it all: a number, a square.
pub(super) const ITSELF: Words = Words::same("");

/// Values that are the same in all positions.
pub(super) fn listed(values: &[(&str, Words)]) -> Vec<(String, Words)> {
    values.iter().map(|(value, name)| ((*value).to_owned(), *name)).collect()
}

/// Squares to choose from; one that is chosen already is always among them.
pub(super) fn squares(found: impl Iterator<Item = String>, chosen: &str) -> Vec<(String, Words)> {
    let mut values: Vec<(String, Words)> = found.map(|square| (square, ITSELF)).collect();
    if !chosen.is_empty() && values.iter().all(|(square, _)| square != chosen) {
        values.push((chosen.to_owned(), ITSELF));
    }
    values
}

/// Who is to act, by the game's letters.
pub(super) fn side(game: &str, value: &str) -> Field {
    let info = abaque_catalog::find(game).map(|entry| (entry.info)());
    let values = info.map(|info| {
        Seat::ALL.map(|seat| (info.letters[seat.index()].to_string(), info.players[seat.index()]))
    });
    Field {
        id: "side",
        name: Words::new("To act", "Au trait"),
        values: values.map(Vec::from).unwrap_or_default(),
        value: value.to_owned(),
    }
}

/// What is to be done next.
pub(super) fn due(values: Vec<(String, Words)>, value: &str) -> Field {
    let name = Words::new("Due", "À jouer");
    Field { id: "phase", name, values, value: value.to_owned() }
}

/// A number beside the board.
pub(super) fn number(id: &'static str, name: Words, most: u32, value: &str) -> Field {
    let values = (0..=most).map(|number| (number.to_string(), ITSELF)).collect();
    Field { id, name, values, value: value.to_owned() }
}
