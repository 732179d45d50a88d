//! The position editor: places pieces, sets the side to act and the counters, and reports in the
//! rules' own words why a position is invalid.

mod preview;
mod variants;

#[cfg(test)]
mod tests;

use abaque_catalog::AnyGame;
use abaque_core::{Message, ParseError, Turn};
use abaque_draw::editor::{
    EditorState, EditorTool, OpenStack, PatternEditor, PositionGrammar, StackEditor,
};

pub use abaque_draw::editor::EditorField;

use crate::player_view::ended;

/// No game needs more plies to put its pieces on the board.
const MAX_OPENING_PLIES: usize = 4;

/// Flips one cell of a pattern.
pub fn toggle_cell(pattern: &str, cell: usize) -> String {
    let turn = |(index, sign)| match (index == cell, sign) {
        (true, 'o') => '.',
        (true, _) => 'o',
        (false, sign) => sign,
    };
    pattern.chars().enumerate().map(turn).collect()
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

/// A position under construction.
#[derive(Clone)]
pub struct Editor {
    grammar: &'static PositionGrammar,
    state: EditorState,
}

impl Editor {
    /// Starts from the initial position, or from the first one with pieces on the board.
    pub fn new(spec: &str) -> Result<Editor, ParseError> {
        let mut game = abaque_catalog::open(spec)?;
        let opening = abaque_draw::position_grammar(spec)?.opening;
        for _ in 0..MAX_OPENING_PLIES {
            let next = match game.turn() {
                Turn::Of(_) if game.is_sealed() => game.presets().into_iter().next().map(|it| it.1),
                _ => opening.iter().find(|ply| game.check(ply).is_ok()).map(|ply| (*ply).into()),
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
        let grammar = abaque_draw::position_grammar(spec)?;
        let (pieces, values) = (grammar.read)(&game.position());
        let state = EditorState {
            spec: game.spec(),
            description: game.description(),
            pieces,
            values,
            selected_tool: grammar.tools.first().map_or("", |tool| tool.id),
            picked: Vec::new(),
            held_token: None,
        };
        Ok(Editor { grammar, state })
    }

    /// The spec of the game.
    pub fn spec(&self) -> &str {
        &self.state.spec
    }

    /// Keeps the position under another spec of the same game.
    pub fn set_spec(&mut self, spec: &str) -> Result<(), ParseError> {
        self.state.spec = abaque_catalog::open(spec)?.spec();
        Ok(())
    }

    /// The stacks whose tokens can be exchanged, where a game has them.
    pub fn stack_editor(&self) -> Option<&'static StackEditor> {
        self.grammar.stacks
    }

    /// The open stacks.
    pub fn open_stacks(&self) -> Vec<OpenStack> {
        self.grammar.stacks.map(|stacks| (stacks.open_stacks)(&self.state)).unwrap_or_default()
    }

    /// Picks up a token of an open stack, or exchanges it with the one picked up before.
    pub fn exchange_token(&mut self, square: &str, slot: usize) -> Result<(), Message> {
        match self.grammar.stacks {
            Some(stacks) => (stacks.exchange)(&mut self.state, square, slot),
            None => Ok(()),
        }
    }

    /// The option that is drawn as a pattern, where a game has one.
    pub fn pattern_editor(&self) -> Option<&'static PatternEditor> {
        self.grammar.pattern
    }

    /// Whether the tools' labels fit into narrow tiles.
    pub fn has_short_tools(&self) -> bool {
        self.grammar.has_short_tools
    }

    /// The tools of this game.
    pub fn tools(&self) -> &'static [EditorTool] {
        self.grammar.tools
    }

    /// The id of the selected tool.
    pub fn selected_tool(&self) -> &'static str {
        self.state.selected_tool
    }

    /// Selects a tool and drops what was picked with the previous one.
    pub fn select_tool(&mut self, tool: &str) {
        let known = self.tools().iter().find(|known| known.id == tool);
        if let Some(known) = known.filter(|known| known.id != self.state.selected_tool) {
            self.state.selected_tool = known.id;
            self.state.picked.clear();
            self.state.held_token = None;
        }
    }

    /// Applies the selected tool to a square.
    pub fn tap(&mut self, square: &str) {
        if (self.grammar.can_tap)(square) {
            let tool = self.state.selected_tool;
            (self.grammar.tap)(&mut self.state, square, tool);
            self.settle_winner();
        }
    }

    /// The squares to highlight: picked by the tool, or referred to by the phase.
    pub fn marked(&self) -> Vec<String> {
        self.state.picked.iter().cloned().chain((self.grammar.marked)(&self.state)).collect()
    }

    /// The fields beside the board.
    pub fn fields(&self) -> Vec<EditorField> {
        (self.grammar.fields)(&self.state)
    }

    /// Sets a field beside the board.
    pub fn choose(&mut self, id: &str, value: &str) {
        self.state.choose(self.grammar, id, value);
        self.settle_winner();
    }

    /// A finished game fixes the side field: it names the winner.
    fn settle_winner(&mut self) {
        if self.state.value("phase") != "over" || self.game().is_ok() {
            return;
        }
        let before = self.state.value("side").to_owned();
        for letter in self.state.description.letters.into_iter().chain(['-']) {
            self.state.set_value("side", &letter.to_string());
            if self.game().is_ok() {
                return;
            }
        }
        self.state.set_value("side", &before);
    }

    /// Whether the board can be emptied.
    pub fn can_clear(&self) -> bool {
        self.grammar.clear.is_some()
    }

    /// Takes every piece off the board.
    pub fn clear(&mut self) {
        if let Some(clear) = self.grammar.clear {
            clear(&mut self.state);
        }
    }

    /// The position as text, valid or not.
    pub fn text(&self) -> String {
        (self.grammar.write)(&self.state)
    }

    /// Loads a position text.
    pub fn set_text(&mut self, text: &str) -> Result<(), ParseError> {
        let selected_tool = self.state.selected_tool;
        *self = Editor::from_position(&self.state.spec, text.trim())?;
        self.state.selected_tool = selected_tool;
        Ok(())
    }

    /// The game that begins here; the error says why none can.
    pub fn game(&self) -> Result<Box<dyn AnyGame>, ParseError> {
        abaque_catalog::open_at(&self.state.spec, &self.text())
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
}
