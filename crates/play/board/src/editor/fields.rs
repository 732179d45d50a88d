//! Form fields beside the board: side to move, phase, counters.

use abaque_core::{GameDescription, Seat, StaticMessage};

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
pub const NO_LABEL: StaticMessage = StaticMessage::same("");

/// Owned copies of a constant list of values.
pub fn to_field_values(values: &[(&str, StaticMessage)]) -> Vec<(String, StaticMessage)> {
    values.iter().map(|(value, name)| ((*value).to_owned(), *name)).collect()
}

/// Squares to choose from; always includes the current value.
pub fn square_values(
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
pub fn side_field(info: &GameDescription, value: &str) -> EditorField {
    let values =
        Seat::ALL.map(|seat| (info.letters[seat.index()].to_string(), info.players[seat.index()]));
    EditorField {
        id: "side",
        name: StaticMessage::new("To play", "À qui de jouer"),
        values: values.into(),
        value: value.to_owned(),
    }
}

/// The phase: what has to be done next.
pub fn phase_field(values: Vec<(String, StaticMessage)>, value: &str) -> EditorField {
    let name = StaticMessage::new("Phase", "Phase de jeu");
    EditorField { id: "phase", name, values, value: value.to_owned() }
}

/// A number field.
pub fn number_field(id: &'static str, name: StaticMessage, most: u32, value: &str) -> EditorField {
    let values = (0..=most).map(|number| (number.to_string(), NO_LABEL)).collect();
    EditorField { id, name, values, value: value.to_owned() }
}
