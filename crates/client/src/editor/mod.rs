//! Positions put together by hand: pieces come and go, whoever is to act and the counters are chosen, and the rules say what is
//! wrong, in their own words.

mod abagio;
mod abalone;
mod abraxas;
mod blocs;
pub mod sheet;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use abaque_catalog::AnyGame;
use abaque_core::{BadText, Seat, Spec, Turn, Words};
use abaque_draw::{Options, Piece, Stage};

/// What stands where, as positions write it.
type Pieces = BTreeMap<String, String>;

/// What a tap on the board does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tool {
    /// Its name in pages.
    pub id: &'static str,
    /// Its name for people.
    pub name: Words,
}

/// Something beside the board that is chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name in pages.
    pub id: &'static str,
    /// Its name for people.
    pub name: Words,
    /// What it may be: the text in positions, and for people.
    pub values: Vec<(String, Words)>,
    /// What it is.
    pub value: String,
}

/// Removes whatever is tapped.
const ERASE: Tool = Tool { id: "erase", name: Words::new("Remove", "Enlever") };

/// How the positions of one game are put together.
struct Craft {
    game: &'static str,
    tools: &'static [Tool],
    read: fn(&str) -> (Pieces, Vec<Field>),
    write: fn(&Editor) -> String,
    tap: fn(&mut Editor, &str, &str),
    clear: Option<fn(&mut Editor)>,
    /// The class of the piece a text stands for.
    class: fn(char) -> Option<&'static str>,
}

const CRAFTS: &[Craft] = &[abalone::CRAFT, abraxas::CRAFT, abagio::CRAFT, blocs::CRAFT];

/// A position being put together.
#[derive(Clone)]
pub struct Editor {
    spec: String,
    craft: &'static Craft,
    pieces: Pieces,
    fields: Vec<Field>,
    /// A square tapped before, where two are needed.
    picked: Option<String>,
    /// A position that can be drawn whatever is made of this one.
    sample: String,
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
        let sample = game.position();
        let (pieces, fields) = (craft.read)(&sample);
        Ok(Editor { spec: game.spec(), craft, pieces, fields, picked: None, sample })
    }

    /// The spec of the game.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// The same position under another spec of the same game.
    pub fn set_spec(&mut self, spec: &str) -> Result<(), BadText> {
        let game = abaque_catalog::open(spec)?;
        let fresh = Editor::new(spec)?;
        self.spec = game.spec();
        self.sample = fresh.sample;
        Ok(())
    }

    /// What taps can do.
    pub fn tools(&self) -> &'static [Tool] {
        self.craft.tools
    }

    /// What is chosen beside the board.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// Chooses something beside the board.
    pub fn choose(&mut self, id: &str, value: &str) {
        let field = self.fields.iter_mut().find(|field| field.id == id);
        if let Some(field) = field.filter(|it| it.values.iter().any(|(known, _)| known == value)) {
            value.clone_into(&mut field.value);
        }
    }

    /// The square tapped before, where two are needed.
    pub fn picked(&self) -> Option<&str> {
        self.picked.as_deref()
    }

    /// A tap on a square.
    pub fn tap(&mut self, square: &str, tool: &str) {
        if self.tools().iter().any(|known| known.id == tool) {
            (self.craft.tap)(self, square, tool);
        }
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
        let picked = None;
        *self = Editor { picked, ..Editor::at(&self.spec, text.trim())? };
        Ok(())
    }

    /// The game that begins here; the error says why none can.
    pub fn game(&self) -> Result<Box<dyn AnyGame>, BadText> {
        abaque_catalog::open_at(&self.spec, &self.text())
    }

    /// The board, even where the position is wrong.
    pub fn stage(
        &self,
        options: &Options,
    ) -> Result<(Stage, abaque_draw::geometry::Spots), BadText> {
        let text = self.text();
        if let Ok(stage) = abaque_draw::stage(&self.spec, &text, options) {
            return Ok((stage, abaque_draw::spots(&self.spec, &text)?));
        }
        let mut stage = abaque_draw::stage(&self.spec, &self.sample, options)?;
        let spots = abaque_draw::spots(&self.spec, &self.sample)?;
        let models = models(&self.spec, options)?;
        stage.over.clear();
        stage.pieces.clear();
        for (square, stack) in &self.pieces {
            let Some((_, spot)) = spots.iter().find(|(name, _)| name == square) else { continue };
            for (height, piece) in stack.chars().filter_map(self.craft.class).enumerate() {
                let model = models.iter().find(|model| model.class == piece);
                let Some(model) = model else { continue };
                let mut at = if options.flip { spot.at.flipped() } else { spot.at };
                at.y -= height as f64 * 0.016;
                let slot = if height == 0 { square.clone() } else { format!("{square}.{height}") };
                stage.pieces.push(Piece { slot, at, ..model.clone() });
            }
        }
        Ok((stage, spots))
    }

    fn field(&self, id: &str) -> &str {
        let field = self.fields.iter().find(|field| field.id == id);
        field.map_or("", |field| field.value.as_str())
    }

    fn number(&self, id: &str) -> u32 {
        self.field(id).parse().unwrap_or(0)
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

/// One of every piece there is, drawn.
fn models(spec: &str, options: &Options) -> Result<Vec<Piece>, BadText> {
    let spec: Spec = spec.parse()?;
    // Positions that hold every kind of piece.
    let position = match spec.name.as_str() {
        "abraxas" => "rs6/8/8/8/8/8/8/8 sw 1 23 0-0 3-2 place",
        "abagio" => "5=r,10=p,15=* 5-5 6-6 r roll",
        _ => {
            return Ok(abaque_draw::stage(
                &spec.name,
                &abaque_catalog::open(&spec.name)?.position(),
                options,
            )?
            .pieces);
        }
    };
    Ok(abaque_draw::stage(&spec.name, position, options)?.pieces)
}

/// Rows of one piece a square: `8/2r5/…`, from the top, each with its squares' names.
fn read_rows(text: &str, square: impl Fn(usize, usize) -> Option<String>) -> Pieces {
    let mut pieces = Pieces::new();
    for (row, line) in text.split('/').enumerate() {
        let mut column = 0;
        for sign in line.chars() {
            match sign.to_digit(10) {
                Some(free) => column += free as usize,
                None => {
                    if let Some(square) = square(row, column) {
                        pieces.insert(square, sign.to_string());
                    }
                    column += 1;
                }
            }
        }
    }
    pieces
}

/// The same, written.
fn write_rows(pieces: &Pieces, rows: &[Vec<String>]) -> String {
    let line = |row: &Vec<String>| {
        let (mut out, mut free) = (String::new(), 0);
        for square in row {
            match pieces.get(square) {
                None => free += 1,
                Some(piece) => {
                    if free > 0 {
                        out += &free.to_string();
                        free = 0;
                    }
                    out += piece;
                }
            }
        }
        if free > 0 {
            out += &free.to_string();
        }
        out
    };
    rows.iter().map(line).collect::<Vec<_>>().join("/")
}

/// Who is to act, by the game's letters.
fn side(game: &str, value: &str) -> Field {
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

/// A number beside the board.
fn number(id: &'static str, name: Words, most: u32, value: &str) -> Field {
    const DIGITS: [&str; 13] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"];
    let values = DIGITS.iter().take(most as usize + 1);
    let values = values.map(|digit| ((*digit).to_owned(), Words::same(digit))).collect();
    Field { id, name, values, value: value.to_owned() }
}
