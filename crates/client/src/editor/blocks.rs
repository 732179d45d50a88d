//! Blocks of Blocs-pions opened: what is in them, in words and to be exchanged.

use abaque_core::{Lang, Said, Seat, Words, said};

use super::Editor;

/// A block that is open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenBlock {
    /// Where it stands.
    pub square: String,
    /// Who built it.
    pub builder: Seat,
    /// Its pawns from the bottom, by letter.
    pub pawns: [char; 3],
    /// Which of them shows in the window.
    pub window: usize,
    /// Which of them is held, to be exchanged with the next.
    pub held: Option<usize>,
}

impl Editor {
    /// The blocks whose pawns can be exchanged now: at most two.
    pub fn open_blocks(&self) -> Vec<OpenBlock> {
        if self.craft.game != "blocs" || self.using != super::blocs::PAWNS {
            return Vec::new();
        }
        let open = |square: &String| {
            let text = cell(self, square);
            let mut pawns = taken_apart(text)?.chars();
            let builder = if pawns.next()? == '(' { Seat::First } else { Seat::Second };
            let held = self.held.as_ref().filter(|(at, _)| at == square).map(|(_, slot)| *slot);
            Some(OpenBlock {
                square: square.clone(),
                builder,
                pawns: [pawns.next()?, pawns.next()?, pawns.next()?],
                window: usize::from(!text.starts_with(['l', 'L'])),
                held,
            })
        };
        self.picked.iter().filter_map(open).collect()
    }

    /// Opens a block, or closes it; of three the first is closed.
    pub(super) fn open(&mut self, square: &str) {
        self.held = None;
        if self.picked.iter().any(|open| open == square) {
            self.picked.retain(|open| open != square);
            return;
        }
        self.picked.push(square.to_owned());
        if self.picked.len() > 2 {
            self.picked.remove(0);
        }
    }

    /// Takes a pawn of an open block in hand, or exchanges it with the one in hand.
    pub fn exchange_pawn(&mut self, square: &str, slot: usize) -> Result<(), Said> {
        let open = self.open_blocks();
        let find = |square: &str| open.iter().find(|block| block.square == square);
        let Some(here) = find(square).filter(|_| slot < 3) else { return Ok(()) };
        let Some((first, other)) = self.held.take() else {
            self.held = Some((square.to_owned(), slot));
            return Ok(());
        };
        let Some(there) = find(&first) else { return Ok(()) };
        if here.builder != there.builder {
            return Err(said!(
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
            self.fill(&first, others);
        }
        self.fill(square, pawns);
        Ok(())
    }

    /// Puts these pawns into the block on a field.
    fn fill(&mut self, square: &str, pawns: [char; 3]) {
        let text = cell(self, square);
        let (Some(rod), Some(block)) = (text.chars().next(), taken_apart(text)) else { return };
        let [bottom, middle, top] = pawns;
        let block = format!("{}{bottom}{middle}{top}{}", &block[..1], &block[4..]);
        let text = planted(rod, Some(&block));
        self.pieces.insert(square.to_owned(), text);
    }
}

/// What is written of a field.
pub(super) fn cell<'a>(editor: &'a Editor, square: &str) -> &'a str {
    editor.pieces.get(square).map_or("", String::as_str)
}

/// The block of `lb(brn)`: `(brn)`.
pub(super) fn taken_apart(text: &str) -> Option<&str> {
    text.get(2..).filter(|block| block.len() == 5)
}

/// A block on a rod shows its bottom pawn on a large one, the middle one on a small one. A rod without a block is known.
pub(super) fn planted(rod: char, block: Option<&str>) -> String {
    let Some(block) = block else { return rod.to_ascii_lowercase().to_string() };
    let shown = match rod.to_ascii_lowercase() {
        'l' => &block[1..2],
        _ => &block[2..3],
    };
    format!("{rod}{shown}{block}")
}

/// `(brn)` upside down.
pub(super) fn turned_over(block: &str) -> String {
    let pawns: String = block[1..4].chars().rev().collect();
    [&block[..1], &pawns, &block[4..]].concat()
}

/// A pawn's colour in words.
pub fn pawn_name(pawn: char) -> Words {
    match pawn {
        'b' => Words::new("blue", "bleu"),
        'r' => Words::new("red", "rouge"),
        _ => Words::new("neutral", "neutre"),
    }
}

/// A field with its rod and everything in its block.
pub(super) fn label(editor: &Editor, square: &str, lang: Lang) -> Option<String> {
    let text = cell(editor, square);
    let rod = text.chars().next()?;
    let large = rod.eq_ignore_ascii_case(&'l');
    let rod = match (lang, rod, large) {
        (_, '.', _) => Words::new("no rod yet", "pas encore de tige").get(lang).to_owned(),
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
    let Some(block) = taken_apart(text) else { return Some(format!("{square}{colon} {rod}")) };
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
