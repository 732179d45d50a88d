use std::collections::BTreeMap;

use abaque_core::{GameDescription, Spec};

use super::{EditorTool, PositionGrammar};

/// Pieces by square, as position texts write them.
pub type Pieces = BTreeMap<String, String>;

/// Values of the fields beside the board, by field id.
pub type FieldValues = BTreeMap<&'static str, String>;

/// A position under construction.
#[derive(Clone)]
pub struct EditorState {
    /// The game's spec.
    pub spec: String,
    /// The game's names and options.
    pub description: &'static GameDescription,
    /// The pieces on the board.
    pub pieces: Pieces,
    /// The fields beside it.
    pub values: FieldValues,
    /// The selected tool's id.
    pub selected_tool: &'static str,
    /// Squares tapped so far, for tools that need several.
    pub picked: Vec<String>,
    /// The token of an open stack picked up for an exchange: square and slot.
    pub held_token: Option<(String, usize)>,
}

impl EditorState {
    /// The value of a field; empty if it has none.
    pub fn value(&self, id: &str) -> &str {
        self.values.get(id).map_or("", String::as_str)
    }

    /// Sets a field without further effects.
    pub fn set_value(&mut self, id: &'static str, value: &str) {
        self.values.insert(id, value.to_owned());
    }

    /// The value of a number field.
    pub fn number_value(&self, id: &str) -> u32 {
        self.value(id).parse().unwrap_or(0)
    }

    /// How many pieces of a kind are on the board.
    pub fn count_pieces(&self, piece: char) -> u32 {
        let all = self.pieces.values().flat_map(|stack| stack.chars());
        all.filter(|&it| it == piece).count() as u32
    }

    /// For boards with one piece a square: puts the piece, or removes it if it is there already.
    pub fn toggle_piece(&mut self, square: &str, piece: &str) {
        let same = self.pieces.get(square).is_some_and(|it| it == piece);
        if same || piece == EditorTool::ERASE.id {
            self.pieces.remove(square);
        } else {
            self.pieces.insert(square.to_owned(), piece.to_owned());
        }
    }

    /// Sets a field if it has this value to choose, with the effects of the choice.
    pub fn choose(&mut self, grammar: &PositionGrammar, id: &str, value: &str) {
        let fields = (grammar.fields)(self);
        let field = fields.iter().find(|field| field.id == id && field.value != value);
        let Some(field) = field else { return };
        if field.values.iter().any(|(known, _)| known == value) {
            self.set_value(field.id, value);
            (grammar.on_choose)(self, id, &field.value);
        }
    }

    /// The current value of an option of the game.
    pub fn option_value(&self, key: &str) -> String {
        let given = self.spec.parse::<Spec>().ok().and_then(|spec| spec.get(key).map(String::from));
        let usual = || {
            let option = self.description.options.iter().find(|option| option.key == key)?;
            Some(option.default.to_owned())
        };
        given.or_else(usual).unwrap_or_default()
    }
}
