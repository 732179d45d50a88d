//! Opened blocks of Blocs-pions: their pawns, for labels and for exchanging.

use abaque_core::{Lang, Message, Seat, StaticMessage, message};

use super::Editor;

/// An opened block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenBlock {
    /// Its field.
    pub square: String,
    /// The player who built it.
    pub builder: Seat,
    /// Its pawns from the bottom, by letter.
    pub pawns: [char; 3],
    /// Index of the pawn visible in the window.
    pub window: usize,
    /// Index of the pawn picked up for an exchange.
    pub held_slot: Option<usize>,
}

impl Editor {
    /// The blocks whose pawns can be exchanged now: at most two.
    pub fn open_blocks(&self) -> Vec<OpenBlock> {
        if self.grammar.game != "blocs" || self.selected_tool != super::blocs::PAWNS_TOOL {
            return Vec::new();
        }
        let open = |square: &String| {
            let text = field_text(self, square);
            let mut pawns = block_text(text)?.chars();
            let builder = if pawns.next()? == '(' { Seat::First } else { Seat::Second };
            let held =
                self.held_pawn.as_ref().filter(|(at, _)| at == square).map(|(_, slot)| *slot);
            Some(OpenBlock {
                square: square.clone(),
                builder,
                pawns: [pawns.next()?, pawns.next()?, pawns.next()?],
                window: usize::from(!text.starts_with(['l', 'L'])),
                held_slot: held,
            })
        };
        self.picked.iter().filter_map(open).collect()
    }

    /// Opens or closes a block; opening a third one closes the first.
    pub(super) fn toggle_block(&mut self, square: &str) {
        self.held_pawn = None;
        if self.picked.iter().any(|open| open == square) {
            self.picked.retain(|open| open != square);
            return;
        }
        self.picked.push(square.to_owned());
        if self.picked.len() > 2 {
            self.picked.remove(0);
        }
    }

    /// Picks up a pawn of an open block, or exchanges it with the pawn picked up before.
    pub fn exchange_pawn(&mut self, square: &str, slot: usize) -> Result<(), Message> {
        let open = self.open_blocks();
        let find = |square: &str| open.iter().find(|block| block.square == square);
        let Some(here) = find(square).filter(|_| slot < 3) else { return Ok(()) };
        let Some((first, other)) = self.held_pawn.take() else {
            self.held_pawn = Some((square.to_owned(), slot));
            return Ok(());
        };
        let Some(there) = find(&first) else { return Ok(()) };
        if here.builder != there.builder {
            return Err(message!(
                "Blue's pawns stay in the blocks Blue built, Red's in those Red built: exchange within them.",
                "Les pions de Bleu restent dans les blocs-pions qu'il a construits, ceux de Rouge dans les siens : échangez entre eux."
            ));
        }
        let mut pawns = here.pawns;
        if first == square {
            pawns.swap(slot, other);
        } else {
            let mut others = there.pawns;
            std::mem::swap(&mut pawns[slot], &mut others[other]);
            self.set_pawns(&first, others);
        }
        self.set_pawns(square, pawns);
        Ok(())
    }

    /// Replaces the pawns of the block on a field.
    fn set_pawns(&mut self, square: &str, pawns: [char; 3]) {
        let text = field_text(self, square);
        let (Some(rod), Some(block)) = (text.chars().next(), block_text(text)) else { return };
        let [bottom, middle, top] = pawns;
        let block = format!("{}{bottom}{middle}{top}{}", &block[..1], &block[4..]);
        let text = plant_block(rod, Some(&block));
        self.pieces.insert(square.to_owned(), text);
    }
}

/// The position text of a field.
pub(super) fn field_text<'a>(editor: &'a Editor, square: &str) -> &'a str {
    editor.pieces.get(square).map_or("", String::as_str)
}

/// The block part of a field text: `(brn)` of `lb(brn)`.
pub(super) fn block_text(text: &str) -> Option<&str> {
    text.get(2..).filter(|block| block.len() == 5)
}

/// Field text for a rod and a block. A large rod shows the block's bottom pawn, a small one the
/// middle pawn; a rod without a block is known.
pub(super) fn plant_block(rod: char, block: Option<&str>) -> String {
    let Some(block) = block else { return rod.to_ascii_lowercase().to_string() };
    let shown = match rod.to_ascii_lowercase() {
        'l' => &block[1..2],
        _ => &block[2..3],
    };
    format!("{rod}{shown}{block}")
}

/// `(brn)` upside down.
pub(super) fn flip_block(block: &str) -> String {
    let pawns: String = block[1..4].chars().rev().collect();
    [&block[..1], &pawns, &block[4..]].concat()
}

/// The name of a pawn's colour.
pub fn pawn_name(pawn: char) -> StaticMessage {
    match pawn {
        'b' => StaticMessage::new("blue", "bleu"),
        'r' => StaticMessage::new("red", "rouge"),
        _ => StaticMessage::new("neutral", "neutre"),
    }
}

/// Describes a field with its rod and all pawns of its block.
pub(super) fn field_label(editor: &Editor, square: &str, lang: Lang) -> Option<String> {
    let text = field_text(editor, square);
    let rod = text.chars().next()?;
    let large = rod.eq_ignore_ascii_case(&'l');
    let rod = match (lang, rod, large) {
        (_, '.', _) => StaticMessage::new("no rod yet", "pas encore de tige").get(lang).to_owned(),
        (Lang::En, rod, large) => {
            let secret = if rod.is_ascii_uppercase() { "secret " } else { "" };
            format!("{secret}{} rod", if large { "large" } else { "small" })
        }
        (Lang::Fr, rod, large) => {
            let secret = if rod.is_ascii_uppercase() { " secrète" } else { "" };
            format!("{} tige{secret}", if large { "grande" } else { "petite" })
        }
    };
    let colon = if lang == Lang::Fr { " :" } else { ":" };
    let Some(block) = block_text(text) else { return Some(format!("{square}{colon} {rod}")) };
    let name = |pawn: char| pawn_name(pawn).get(lang);
    let shown = text.chars().nth(1).map(name)?;
    let pawns: Vec<&str> = block[1..4].chars().map(name).collect();
    let pawns = pawns.join(", ");
    let blue = block.starts_with('(');
    Some(match lang {
        Lang::En => {
            let builder = if blue { "Blue" } else { "Red" };
            format!("{square}: shows {shown}, built by {builder}, from below {pawns}; {rod}")
        }
        Lang::Fr => {
            let builder = if blue { "Bleu" } else { "Rouge" };
            format!(
                "{square} : montre {shown}, construit par {builder}, de bas en haut {pawns} ; {rod}"
            )
        }
    })
}
