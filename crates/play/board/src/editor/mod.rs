//! The grammar of a game's position editor: how positions are read, edited and written.

mod fields;
mod parts;
pub mod rows;
mod state;

use abaque_core::{Lang, StaticMessage};

use crate::layers::{BoardLayers, Piece};
use crate::painter::BoardPainter;

pub use fields::{
    EditorField, NO_LABEL, number_field, phase_field, side_field, square_values, to_field_values,
};
pub use parts::{OpenStack, PatternEditor, StackEditor, Token};
pub use state::{EditorState, FieldValues, Pieces};

/// A board whose positions can be edited.
pub trait BoardEditor: BoardPainter {
    /// How its positions are read, edited and written.
    const GRAMMAR: PositionGrammar;
}

/// What a tap on the board does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EditorTool {
    /// Its id in pages.
    pub id: &'static str,
    /// Its label.
    pub name: StaticMessage,
    /// Whether the label needs a line of its own.
    pub is_long: bool,
}

impl EditorTool {
    /// A tool with a short label.
    pub const fn new(id: &'static str, name: StaticMessage) -> EditorTool {
        EditorTool { id, name, is_long: false }
    }

    /// Removes the tapped piece.
    pub const ERASE: EditorTool = EditorTool::new("erase", StaticMessage::new("Remove", "Enlever"));
}

/// How to read, edit and write the positions of one game. Start from
/// [`PositionGrammar::new`], which suits boards that need no more than pieces on squares.
pub struct PositionGrammar {
    /// What taps can do.
    pub tools: &'static [EditorTool],
    /// Whether the tools' labels fit into narrow tiles.
    pub has_short_tools: bool,
    /// Parses a canonical position.
    pub read: fn(&str) -> (Pieces, FieldValues),
    /// Writes the position, valid or not.
    pub write: fn(&EditorState) -> String,
    /// The fields that apply to the current position.
    pub fields: fn(&EditorState) -> Vec<EditorField>,
    /// Runs after a field changed; arguments: field id and previous value.
    pub on_choose: fn(&mut EditorState, &str, &str),
    /// Applies a tool to a square.
    pub tap: fn(&mut EditorState, &str, &str),
    /// Whether a place on the board can be tapped.
    pub can_tap: fn(&str) -> bool,
    /// Takes every piece off; `None` where pieces never leave the board.
    pub clear: Option<fn(&mut EditorState)>,
    /// The squares that the field values refer to.
    pub marked: fn(&EditorState) -> Vec<String>,
    /// Valid positions similar to this one; an invalid position is drawn on top of them.
    pub fallback_positions: fn(&EditorState) -> Vec<String>,
    /// Models for the pieces of an invalid position; `None` keeps those of the fallback.
    pub models: Option<PieceModels>,
    /// Removes pieces that only the fallback has; the last argument are those of the bare board.
    pub trim_fallback: fn(&EditorState, &mut BoardLayers, Vec<Piece>),
    /// Label of a square, where the board's own label does not say everything.
    pub label: fn(&EditorState, &str, Lang) -> Option<String>,
    /// Plies that lead from the start to the first position with pieces; illegal ones are skipped.
    pub opening: &'static [&'static str],
    /// Stacks that can be opened to exchange their tokens.
    pub stacks: Option<&'static StackEditor>,
    /// An option drawn as a pattern of cells.
    pub pattern: Option<&'static PatternEditor>,
}

impl PositionGrammar {
    /// A grammar with one piece a square, put and removed by taps, and no fields.
    pub const fn new(
        tools: &'static [EditorTool],
        read: fn(&str) -> (Pieces, FieldValues),
        write: fn(&EditorState) -> String,
    ) -> PositionGrammar {
        PositionGrammar {
            tools,
            has_short_tools: false,
            read,
            write,
            fields: |_| Vec::new(),
            on_choose: |_, _, _| (),
            tap: |editor, square, tool| editor.toggle_piece(square, tool),
            can_tap: |_| true,
            clear: Some(|editor| editor.pieces.clear()),
            marked: |_| Vec::new(),
            fallback_positions: |_| Vec::new(),
            models: None,
            trim_fallback: |_, _, _| (),
            label: |_, _, _| None,
            opening: &[],
            stacks: None,
            pattern: None,
        }
    }
}

/// How the pieces of an invalid position are drawn.
pub struct PieceModels {
    /// A position that holds every kind of piece.
    pub position: &'static str,
    /// The CSS class of the piece a letter stands for.
    pub class: fn(char) -> Option<&'static str>,
}
