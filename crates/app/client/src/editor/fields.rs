//! Form fields beside the board: side to move, phase, counters.

use abaque_core::{Seat, StaticMessage};

/// A form field beside the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditorField {
    /// Its id in pages.
    pub id: &'static str,
    /// Its label.
    pub name: StaticMessage,
    /// Allowed values: the text in positions, and a label where the text does not speak for itself.
    pub values: Vec<(String, StaticMessage)>,
    /// The current value.
    pub value: String,
}

/// No label: the value itself, a number or a square, is shown.
pub(super) const NO_LABEL: StaticMessage = StaticMessage::same("");

/// Owned copies of a constant list of values.
pub(super) fn to_field_values(values: &[(&str, StaticMessage)]) -> Vec<(String, StaticMessage)> {
    values.iter().map(|(value, name)| ((*value).to_owned(), *name)).collect()
}

/// Squares to choose from; always includes the current value.
pub(super) fn square_values(
    found: impl Iterator<Item = String>,
    chosen: &str,
) -> Vec<(String, StaticMessage)> {
    let mut values: Vec<(String, StaticMessage)> = found.map(|square| (square, NO_LABEL)).collect();
    if !chosen.is_empty() && values.iter().all(|(square, _)| square != chosen) {
        values.push((chosen.to_owned(), NO_LABEL));
    }
    values
}

/// Side to act, by the game's letters.
pub(super) fn side_field(game: &str, value: &str) -> EditorField {
    let info = abaque_catalog::find(game).map(|entry| (entry.description)());
    let values = info.map(|info| {
        Seat::ALL.map(|seat| (info.letters[seat.index()].to_string(), info.players[seat.index()]))
    });
    EditorField {
        id: "side",
        name: StaticMessage::new("To act", "Au trait"),
        values: values.map(Vec::from).unwrap_or_default(),
        value: value.to_owned(),
    }
}

/// The phase: what has to be done next.
pub(super) fn phase_field(values: Vec<(String, StaticMessage)>, value: &str) -> EditorField {
    let name = StaticMessage::new("Due", "À jouer");
    EditorField { id: "phase", name, values, value: value.to_owned() }
}

/// A number field.
pub(super) fn number_field(
    id: &'static str,
    name: StaticMessage,
    most: u32,
    value: &str,
) -> EditorField {
    let values = (0..=most).map(|number| (number.to_string(), NO_LABEL)).collect();
    EditorField { id, name, values, value: value.to_owned() }
}
