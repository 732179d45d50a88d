use abaque_core::{Message, ParseError, StaticMessage};

use super::EditorState;

/// A token in a slot of a stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// Its letter in positions and actions.
    pub letter: char,
    /// Its class in style sheets.
    pub class: &'static str,
    /// Its name.
    pub name: StaticMessage,
}

/// A stack whose tokens can be exchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenStack {
    /// Its square.
    pub square: String,
    /// A remark, such as who built it.
    pub note: StaticMessage,
    /// Its tokens, bottom to top.
    pub tokens: Vec<Token>,
    /// The slot that everyone sees.
    pub exposed_slot: usize,
    /// The slot picked up for an exchange.
    pub held_slot: Option<usize>,
}

/// Stacks of tokens that one tool opens and whose tokens change places.
pub struct StackEditor {
    /// The tool.
    pub tool: &'static str,
    /// The heading.
    pub title: StaticMessage,
    /// What to do.
    pub help: StaticMessage,
    /// Names of the slots, bottom to top.
    pub slot_names: &'static [StaticMessage],
    /// The open stacks.
    pub open_stacks: fn(&EditorState) -> Vec<OpenStack>,
    /// Picks up a token, or exchanges it with the one picked up before.
    pub exchange: fn(&mut EditorState, &str, usize) -> Result<(), Message>,
}

/// An option that is a square pattern of cells, each on (`o`) or off (`.`), the top row first.
pub struct PatternEditor {
    /// Cells per row and per column.
    pub side: usize,
    /// The heading.
    pub title: StaticMessage,
    /// What it is.
    pub help: StaticMessage,
    /// The label of the list of numbered patterns.
    pub numbered_label: StaticMessage,
    /// The entry of that list for any other pattern.
    pub custom_label: StaticMessage,
    /// What precedes the row and column in a cell's label.
    pub cell_label: StaticMessage,
    /// A cell that is on.
    pub on: StaticMessage,
    /// A cell that is off.
    pub off: StaticMessage,
    /// How many numbered patterns there are.
    pub count: u8,
    /// The pattern of a spec.
    pub pattern: fn(&str) -> Option<String>,
    /// The number of a spec's pattern, if it has one.
    pub number: fn(&str) -> Option<u8>,
    /// The spec with another pattern, given by number or cells.
    pub with_pattern: fn(&str, &str) -> Result<String, ParseError>,
}
