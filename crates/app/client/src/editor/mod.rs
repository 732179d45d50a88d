//! The position editor: places pieces, sets the side to act and the counters, and reports in the
//! rules' own words why a position is invalid.

mod abagio;
mod abalone;
mod abraxas;
mod blocks;
mod blocs;
mod fields;
mod preview;
mod rows;
pub mod sheet;
mod variants;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use abaque_catalog::AnyGame;
use abaque_core::{Lang, Message, ParseError, StaticMessage, Turn};

use crate::player_view::ended;

pub use blocks::{OpenBlock, pawn_name};
pub use fields::EditorField;
use preview::PieceModels;

/// Pieces by square, as position texts write them.
type Pieces = BTreeMap<String, String>;

/// Values of the fields beside the board, by field id.
type FieldValues = BTreeMap<&'static str, String>;

/// What a tap on the board does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EditorTool {
    /// Its id in pages.
    pub id: &'static str,
    /// Its label.
    pub name: StaticMessage,
}

/// Whether a position can be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionStatus {
    /// A game can begin here.
    Playable,
    /// The game is over here; the message says how.
    Over(Message),
    /// Invalid; the message is the rules' reason.
    Invalid(Message),
}

/// Removes the tapped piece.
const ERASE_TOOL: EditorTool =
    EditorTool { id: "erase", name: StaticMessage::new("Remove", "Enlever") };

/// How to read, edit and write the positions of one game.
struct PositionGrammar {
    game: &'static str,
    tools: &'static [EditorTool],
    read: fn(&str) -> (Pieces, FieldValues),
    write: fn(&Editor) -> String,
    /// The fields that apply to the current position.
    fields: fn(&Editor) -> Vec<EditorField>,
    /// Runs after a field changed; arguments: field id and previous value.
    on_choose: fn(&mut Editor, &str, &str),
    tap: fn(&mut Editor, &str, &str),
    /// Whether a place on the board can be tapped.
    can_tap: fn(&str) -> bool,
    clear: Option<fn(&mut Editor)>,
    /// The squares that the field values refer to.
    marked: fn(&Editor) -> Vec<String>,
    /// Valid positions similar to this one; an invalid position is drawn on top of them.
    fallback_positions: fn(&Editor) -> Vec<String>,
    /// Models for the pieces of an invalid position; `None` keeps those of the fallback.
    models: Option<PieceModels>,
    /// Label of a square, where the game's own label does not say everything.
    label: fn(&Editor, &str, Lang) -> Option<String>,
}

const GRAMMARS: &[PositionGrammar] =
    &[abalone::GRAMMAR, abraxas::GRAMMAR, abagio::GRAMMAR, blocs::GRAMMAR];

/// A position under construction.
#[derive(Clone)]
pub struct Editor {
    spec: String,
    grammar: &'static PositionGrammar,
    pieces: Pieces,
    values: FieldValues,
    /// The selected tool's id.
    selected_tool: &'static str,
    /// Squares tapped so far, for tools that need several.
    picked: Vec<String>,
    /// The pawn of an open block picked up for an exchange.
    held_pawn: Option<(String, usize)>,
}

impl Editor {
    /// Starts from the initial position, or from the first one with pieces on the board.
    pub fn new(spec: &str) -> Result<Editor, ParseError> {
        let mut game = abaque_catalog::open(spec)?;
        for _ in 0..4 {
            let next = match game.turn() {
                Turn::Of(_) if game.is_sealed() => game.presets().into_iter().next().map(|it| it.1),
                Turn::Chance if game.is_sealed() || game.position().starts_with('-') => {
                    game.legal_plies().into_iter().next()
                }
                Turn::Of(_) if game.position().contains(" corner") => Some("@sw".to_owned()),
                Turn::Chance => {
                    game.legal_plies().into_iter().find(|roll| roll.starts_with("first:"))
                }
                _ => None,
            };
            let Some(next) = next else { break };
            if game.play(&next).is_err() {
                break;
            }
        }
        Editor::from_position(&game.spec(), &game.position())
    }

    /// Starts from a position.
    pub fn from_position(spec: &str, position: &str) -> Result<Editor, ParseError> {
        let game = abaque_catalog::open_at(spec, position)?;
        let name = game.description().name;
        // A test checks that every game of the catalogue has a grammar.
        let grammar = GRAMMARS.iter().find(|grammar| grammar.game == name).unwrap_or(&GRAMMARS[0]);
        let (pieces, values) = (grammar.read)(&game.position());
        let selected_tool = grammar.tools.first().map_or("", |tool| tool.id);
        let picked = Vec::new();
        Ok(Editor {
            spec: game.spec(),
            grammar,
            pieces,
            values,
            selected_tool,
            picked,
            held_pawn: None,
        })
    }

    /// The spec of the game.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// Keeps the position under another spec of the same game.
    pub fn set_spec(&mut self, spec: &str) -> Result<(), ParseError> {
        self.spec = abaque_catalog::open(spec)?.spec();
        Ok(())
    }

    /// The tools of this game.
    pub fn tools(&self) -> &'static [EditorTool] {
        self.grammar.tools
    }

    /// The id of the selected tool.
    pub fn selected_tool(&self) -> &'static str {
        self.selected_tool
    }

    /// Selects a tool and drops what was picked with the previous one.
    pub fn select_tool(&mut self, tool: &str) {
        let known = self.tools().iter().find(|known| known.id == tool);
        if let Some(known) = known.filter(|known| known.id != self.selected_tool) {
            self.selected_tool = known.id;
            self.picked.clear();
            self.held_pawn = None;
        }
    }

    /// Applies the selected tool to a square.
    pub fn tap(&mut self, square: &str) {
        if (self.grammar.can_tap)(square) {
            (self.grammar.tap)(self, square, self.selected_tool);
            self.settle_winner();
        }
    }

    /// The squares to highlight: picked by the tool, or referred to by the phase.
    pub fn marked(&self) -> Vec<String> {
        self.picked.iter().cloned().chain((self.grammar.marked)(self)).collect()
    }

    /// The fields beside the board.
    pub fn fields(&self) -> Vec<EditorField> {
        (self.grammar.fields)(self)
    }

    /// Sets a field beside the board.
    pub fn choose(&mut self, id: &str, value: &str) {
        let fields = self.fields();
        let field = fields.iter().find(|field| field.id == id && field.value != value);
        let Some(field) = field else { return };
        if field.values.iter().any(|(known, _)| known == value) {
            self.set_value(field.id, value);
            (self.grammar.on_choose)(self, id, &field.value);
            self.settle_winner();
        }
    }

    /// A finished game fixes the side field: it names the winner.
    fn settle_winner(&mut self) {
        if self.value("phase") != "over" || self.game().is_ok() {
            return;
        }
        let before = self.value("side").to_owned();
        let letters =
            abaque_catalog::find(self.grammar.game).map(|entry| (entry.description)().letters);
        for letter in letters.unwrap_or_default().into_iter().chain(['-']) {
            self.set_value("side", &letter.to_string());
            if self.game().is_ok() {
                return;
            }
        }
        self.set_value("side", &before);
    }

    /// Whether the board can be emptied.
    pub fn can_clear(&self) -> bool {
        self.grammar.clear.is_some()
    }

    /// Takes every piece off the board.
    pub fn clear(&mut self) {
        if let Some(clear) = self.grammar.clear {
            clear(self);
        }
    }

    /// The position as text, valid or not.
    pub fn text(&self) -> String {
        (self.grammar.write)(self)
    }

    /// Loads a position text.
    pub fn set_text(&mut self, text: &str) -> Result<(), ParseError> {
        *self = Editor {
            selected_tool: self.selected_tool,
            ..Editor::from_position(&self.spec, text.trim())?
        };
        Ok(())
    }

    /// The game that begins here; the error says why none can.
    pub fn game(&self) -> Result<Box<dyn AnyGame>, ParseError> {
        abaque_catalog::open_at(&self.spec, &self.text())
    }

    /// Whether the position can be played.
    pub fn status(&self) -> PositionStatus {
        match self.game() {
            Err(wrong) => PositionStatus::Invalid(wrong.message),
            Ok(game) => match game.turn() {
                Turn::Over(outcome) => PositionStatus::Over(ended(game.description(), outcome)),
                _ => PositionStatus::Playable,
            },
        }
    }

    fn value(&self, id: &str) -> &str {
        self.values.get(id).map_or("", String::as_str)
    }

    fn set_value(&mut self, id: &'static str, value: &str) {
        self.values.insert(id, value.to_owned());
    }

    fn number_value(&self, id: &str) -> u32 {
        self.value(id).parse().unwrap_or(0)
    }

    fn count_pieces(&self, piece: char) -> u32 {
        let all = self.pieces.values().flat_map(|stack| stack.chars());
        all.filter(|&it| it == piece).count() as u32
    }

    /// For boards with one piece a square: puts the piece, or removes it if it is there already.
    fn toggle_piece(&mut self, square: &str, piece: &str) {
        let same = self.pieces.get(square).is_some_and(|it| it == piece);
        if same || piece == ERASE_TOOL.id {
            self.pieces.remove(square);
        } else {
            self.pieces.insert(square.to_owned(), piece.to_owned());
        }
    }
}
