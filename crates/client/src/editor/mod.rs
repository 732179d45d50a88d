//! Positions put together by hand: pieces come and go, whoever is to act and the counters are chosen, and the rules say what is
//! wrong, in their own words.

mod abagio;
mod abalone;
mod abraxas;
mod blocks;
mod blocs;
mod drawn;
mod fields;
mod rows;
pub mod sheet;
mod variants;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use abaque_catalog::AnyGame;
use abaque_core::{BadText, Lang, Said, Turn, Words};

use crate::seen::ended;

pub use blocks::{OpenBlock, pawn_name};
use drawn::Models;
pub use fields::Field;

/// What stands where, as positions write it.
type Pieces = BTreeMap<String, String>;

/// What is chosen beside the board, by the names of fields.
type Values = BTreeMap<&'static str, String>;

/// What a tap on the board does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tool {
    /// Its name in pages.
    pub id: &'static str,
    /// Its name for people.
    pub name: Words,
}

/// What can be made of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// A game can begin here.
    Begins,
    /// The game is over here, in these words.
    Over(Said),
    /// There is no such position; the rules say why.
    Wrong(Said),
}

/// Removes whatever is tapped.
const ERASE: Tool = Tool { id: "erase", name: Words::new("Remove", "Enlever") };

/// How the positions of one game are put together.
struct Craft {
    game: &'static str,
    tools: &'static [Tool],
    read: fn(&str) -> (Pieces, Values),
    write: fn(&Editor) -> String,
    /// What can be chosen as things stand.
    fields: fn(&Editor) -> Vec<Field>,
    /// What follows when a field was chosen that had another value before.
    chosen: fn(&mut Editor, &str, &str),
    tap: fn(&mut Editor, &str, &str),
    /// Whether a place on the board can be tapped.
    taps: fn(&str) -> bool,
    clear: Option<fn(&mut Editor)>,
    /// The squares that what is chosen speaks of.
    marked: fn(&Editor) -> Vec<String>,
    /// Right positions that look like this one, to draw a wrong one by.
    sketches: fn(&Editor) -> Vec<String>,
    /// How pieces are drawn then; where there are none, those of the sketch stay.
    models: Option<Models>,
    /// Words for a square, where those of the games do not say everything.
    label: fn(&Editor, &str, Lang) -> Option<String>,
}

const CRAFTS: &[Craft] = &[abalone::CRAFT, abraxas::CRAFT, abagio::CRAFT, blocs::CRAFT];

/// A position being put together.
#[derive(Clone)]
pub struct Editor {
    spec: String,
    craft: &'static Craft,
    pieces: Pieces,
    values: Values,
    /// The tool in hand.
    using: &'static str,
    /// Squares tapped before, where several are needed.
    picked: Vec<String>,
    /// A pawn of an open block that is to be exchanged.
    held: Option<(String, usize)>,
}

impl Editor {
    /// Begins with a game's start, or where its pieces first stand on the board.
    pub fn new(spec: &str) -> Result<Editor, BadText> {
        let mut game = abaque_catalog::open(spec)?;
        for _ in 0..4 {
            let next = match game.turn() {
                Turn::Of(_) if game.sealed() => game.presets().into_iter().next().map(|it| it.1),
                Turn::Chance if game.sealed() || game.position().starts_with('-') => {
                    game.legal().into_iter().next()
                }
                Turn::Of(_) if game.position().contains(" corner") => Some("@sw".to_owned()),
                Turn::Chance => game.legal().into_iter().find(|roll| roll.starts_with("first:")),
                _ => None,
            };
            let Some(next) = next else { break };
            if game.play(&next).is_err() {
                break;
            }
        }
        Editor::at(&game.spec(), &game.position())
    }

    /// Begins with a position.
    pub fn at(spec: &str, position: &str) -> Result<Editor, BadText> {
        let game = abaque_catalog::open_at(spec, position)?;
        let name = game.info().name;
        // Every game of the catalogue has its craft: a test goes through them.
        let craft = CRAFTS.iter().find(|craft| craft.game == name).unwrap_or(&CRAFTS[0]);
        let (pieces, values) = (craft.read)(&game.position());
        let using = craft.tools.first().map_or("", |tool| tool.id);
        let picked = Vec::new();
        Ok(Editor { spec: game.spec(), craft, pieces, values, using, picked, held: None })
    }

    /// The spec of the game.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// The same position under another spec of the same game.
    pub fn set_spec(&mut self, spec: &str) -> Result<(), BadText> {
        self.spec = abaque_catalog::open(spec)?.spec();
        Ok(())
    }

    /// What taps can do.
    pub fn tools(&self) -> &'static [Tool] {
        self.craft.tools
    }

    /// What the next tap does.
    pub fn using(&self) -> &'static str {
        self.using
    }

    /// Takes a tool in hand; what was begun with another one is left.
    pub fn take(&mut self, tool: &str) {
        let known = self.tools().iter().find(|known| known.id == tool);
        if let Some(known) = known.filter(|known| known.id != self.using) {
            self.using = known.id;
            self.picked.clear();
            self.held = None;
        }
    }

    /// A tap on a square with the tool in hand.
    pub fn tap(&mut self, square: &str) {
        if (self.craft.taps)(square) {
            (self.craft.tap)(self, square, self.using);
            self.settle();
        }
    }

    /// The squares that are chosen: for what the tool does, or by what is due.
    pub fn marked(&self) -> Vec<String> {
        self.picked.iter().cloned().chain((self.craft.marked)(self)).collect()
    }

    /// What is chosen beside the board.
    pub fn fields(&self) -> Vec<Field> {
        (self.craft.fields)(self)
    }

    /// Chooses something beside the board.
    pub fn choose(&mut self, id: &str, value: &str) {
        let fields = self.fields();
        let field = fields.iter().find(|field| field.id == id && field.value != value);
        let Some(field) = field else { return };
        if field.values.iter().any(|(known, _)| known == value) {
            self.set(field.id, value);
            (self.craft.chosen)(self, id, &field.value);
            self.settle();
        }
    }

    /// A game that is over names its winner, and that is no choice.
    fn settle(&mut self) {
        if self.value("phase") != "over" || self.game().is_ok() {
            return;
        }
        let before = self.value("side").to_owned();
        let letters = abaque_catalog::find(self.craft.game).map(|entry| (entry.info)().letters);
        for letter in letters.unwrap_or_default().into_iter().chain(['-']) {
            self.set("side", &letter.to_string());
            if self.game().is_ok() {
                return;
            }
        }
        self.set("side", &before);
    }

    /// Whether the board can be emptied.
    pub fn can_clear(&self) -> bool {
        self.craft.clear.is_some()
    }

    /// Takes every piece off the board.
    pub fn clear(&mut self) {
        if let Some(clear) = self.craft.clear {
            clear(self);
        }
    }

    /// The position as text, right or wrong.
    pub fn text(&self) -> String {
        (self.craft.write)(self)
    }

    /// Puts the position of a text on the board.
    pub fn set_text(&mut self, text: &str) -> Result<(), BadText> {
        *self = Editor { using: self.using, ..Editor::at(&self.spec, text.trim())? };
        Ok(())
    }

    /// The game that begins here; the error says why none can.
    pub fn game(&self) -> Result<Box<dyn AnyGame>, BadText> {
        abaque_catalog::open_at(&self.spec, &self.text())
    }

    /// What can be made of the position.
    pub fn verdict(&self) -> Verdict {
        match self.game() {
            Err(wrong) => Verdict::Wrong(wrong.said),
            Ok(game) => match game.turn() {
                Turn::Over(outcome) => Verdict::Over(ended(game.info(), outcome)),
                _ => Verdict::Begins,
            },
        }
    }

    fn value(&self, id: &str) -> &str {
        self.values.get(id).map_or("", String::as_str)
    }

    fn set(&mut self, id: &'static str, value: &str) {
        self.values.insert(id, value.to_owned());
    }

    fn number(&self, id: &str) -> u32 {
        self.value(id).parse().unwrap_or(0)
    }

    fn count(&self, piece: char) -> u32 {
        let all = self.pieces.values().flat_map(|stack| stack.chars());
        all.filter(|&it| it == piece).count() as u32
    }

    /// A board with one piece a square: puts one, or removes it where it stands already.
    fn put_one(&mut self, square: &str, piece: &str) {
        let same = self.pieces.get(square).is_some_and(|it| it == piece);
        if same || piece == ERASE.id {
            self.pieces.remove(square);
        } else {
            self.pieces.insert(square.to_owned(), piece.to_owned());
        }
    }
}
