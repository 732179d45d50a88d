//! Opened blocks: their pawns, for labels and for exchanging.

use abaque_board::editor::{EditorState, OpenStack, StackEditor, Token};
use abaque_board::{StaticMessage, text};
use abaque_core::{Lang, Message, message};

/// The pawns: blue, red, neutral.
pub(crate) const PAWNS: [Token; 3] = [
    Token { letter: 'b', class: "blue", name: text!("blue", "bleu") },
    Token { letter: 'r', class: "red", name: text!("red", "rouge") },
    Token { letter: 'n', class: "neutral", name: text!("neutral", "neutre") },
];

/// Exchanges pawns between blocks of one builder.
pub(crate) const STACK_EDITOR: StackEditor = StackEditor {
    tool: "pawns",
    title: text!("Pawns in the blocks", "Les pions des blocs-pions"),
    help: text!(
        "Tap one or two blocks on the board, then two pawns here to exchange them. The framed pawn shows.",
        "Touchez un ou deux blocs-pions sur le plateau, puis deux pions ici pour les échanger. Le pion encadré est visible."
    ),
    slot_names: &[
        text!("bottom pawn", "pion du bas"),
        text!("middle pawn", "pion du milieu"),
        text!("top pawn", "pion du haut"),
    ],
    open_stacks,
    exchange,
};

/// The blocks whose pawns can be exchanged now: at most two.
fn open_stacks(editor: &EditorState) -> Vec<OpenStack> {
    if editor.selected_tool != STACK_EDITOR.tool {
        return Vec::new();
    }
    let open = |square: &String| {
        let text = field_text(editor, square);
        let mut signs = block_text(text)?.chars();
        let note = match signs.next()? {
            '(' => text!("built by Blue", "construit par Bleu"),
            _ => text!("built by Red", "construit par Rouge"),
        };
        let held = editor.held_token.as_ref().filter(|(at, _)| at == square);
        Some(OpenStack {
            square: square.clone(),
            note,
            tokens: signs.take(3).map(pawn).collect(),
            exposed_slot: usize::from(!text.starts_with(['l', 'L'])),
            held_slot: held.map(|(_, slot)| *slot),
        })
    };
    editor.picked.iter().filter_map(open).collect()
}

/// Opens or closes a block; opening a third one closes the first.
pub(crate) fn toggle_block(editor: &mut EditorState, square: &str) {
    editor.held_token = None;
    if editor.picked.iter().any(|open| open == square) {
        editor.picked.retain(|open| open != square);
        return;
    }
    editor.picked.push(square.to_owned());
    if editor.picked.len() > 2 {
        editor.picked.remove(0);
    }
}

/// Picks up a pawn of an open block, or exchanges it with the pawn picked up before.
fn exchange(editor: &mut EditorState, square: &str, slot: usize) -> Result<(), Message> {
    let open = open_stacks(editor);
    let find = |square: &str| open.iter().find(|block| block.square == square);
    let Some(here) = find(square).filter(|_| slot < 3) else { return Ok(()) };
    let Some((first, other)) = editor.held_token.take() else {
        editor.held_token = Some((square.to_owned(), slot));
        return Ok(());
    };
    let Some(there) = find(&first) else { return Ok(()) };
    if here.note != there.note {
        return Err(message!(
            "Blue's pawns stay in Blue's blocks, Red's in Red's: exchange pawns within one colour's blocks.",
            "Les pions de Bleu restent dans les blocs-pions qu'il a construits, ceux de Rouge dans les siens\u{a0}: échangez entre eux."
        ));
    }
    let letters = |stack: &OpenStack| stack.tokens.iter().map(|pawn| pawn.letter).collect();
    let mut pawns: Vec<char> = letters(here);
    if first == square {
        pawns.swap(slot, other);
    } else {
        let mut others: Vec<char> = letters(there);
        std::mem::swap(&mut pawns[slot], &mut others[other]);
        set_pawns(editor, &first, &others);
    }
    set_pawns(editor, square, &pawns);
    Ok(())
}

/// Replaces the pawns of the block on a field.
fn set_pawns(editor: &mut EditorState, square: &str, pawns: &[char]) {
    let text = field_text(editor, square);
    let (Some(rod), Some(block)) = (text.chars().next(), block_text(text)) else { return };
    let pawns: String = pawns.iter().collect();
    let block = format!("{}{pawns}{}", &block[..1], &block[4..]);
    let text = plant_block(rod, Some(&block));
    editor.pieces.insert(square.to_owned(), text);
}

/// The position text of a field.
pub(crate) fn field_text<'a>(editor: &'a EditorState, square: &str) -> &'a str {
    editor.pieces.get(square).map_or("", String::as_str)
}

/// The block part of a field text: `(brn)` of `lb(brn)`.
pub(crate) fn block_text(text: &str) -> Option<&str> {
    text.get(2..).filter(|block| block.len() == 5)
}

/// Field text for a rod and a block. A large rod shows the block's bottom pawn, a small one the
/// middle pawn; a rod without a block is known.
pub(crate) fn plant_block(rod: char, block: Option<&str>) -> String {
    let Some(block) = block else { return rod.to_ascii_lowercase().to_string() };
    let shown = match rod.to_ascii_lowercase() {
        'l' => &block[1..2],
        _ => &block[2..3],
    };
    format!("{rod}{shown}{block}")
}

/// `(brn)` upside down.
pub(crate) fn flip_block(block: &str) -> String {
    let pawns: String = block[1..4].chars().rev().collect();
    [&block[..1], &pawns, &block[4..]].concat()
}

/// The pawn of a letter.
fn pawn(letter: char) -> Token {
    PAWNS.into_iter().find(|pawn| pawn.letter == letter).unwrap_or(PAWNS[2])
}

/// Describes a field with its rod and all pawns of its block.
pub(crate) fn field_label(editor: &EditorState, square: &str, lang: Lang) -> Option<String> {
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
    let colon = if lang == Lang::Fr { "\u{a0}:" } else { ":" };
    let Some(block) = block_text(text) else { return Some(format!("{square}{colon} {rod}")) };
    let name = |pawn: char| self::pawn(pawn).name.get(lang);
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
                "{square}\u{a0}: montre {shown}, construit par {builder}, de bas en haut {pawns}\u{a0}; {rod}"
            )
        }
    })
}
