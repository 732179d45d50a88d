use abaque_blocs::Field as Place;
use abaque_core::Words;

use super::{Craft, Editor, Field, Pieces, Tool, side};

/// Every block stays on the board: blocks change places, are turned over, rods become known or secret.
pub(super) const CRAFT: Craft = Craft {
    game: "blocs",
    tools: &[
        Tool { id: "swap", name: Words::new("Exchange two fields", "Échanger deux cases") },
        Tool { id: "over", name: Words::new("Turn a block over", "Retourner un bloc-pion") },
        Tool { id: "secret", name: Words::new("Known or secret rod", "Tige connue ou secrète") },
    ],
    read,
    write,
    tap,
    clear: None,
    class: |_| None,
};

fn read(position: &str) -> (Pieces, Vec<Field>) {
    let mut parts = position.split(' ');
    let board = parts.next().unwrap_or_default();
    let texts = board.split(['/', ',']).map(String::from);
    let pieces = Place::ALL.into_iter().map(|place| place.to_string()).zip(texts).collect();
    let acting = parts.next().filter(|side| *side == "r").unwrap_or("b");
    (pieces, vec![side("blocs", acting)])
}

fn write(editor: &Editor) -> String {
    let mut out = String::new();
    let mut row = None;
    for place in Place::ALL {
        if let Some(last) = row {
            out.push(if last == place.row() { ',' } else { '/' });
        }
        row = Some(place.row());
        out += editor.pieces.get(&place.to_string()).map_or(".", |text| text);
    }
    format!("{out} {} move", editor.field("side"))
}

fn tap(editor: &mut Editor, square: &str, tool: &str) {
    let Some(here) = editor.pieces.get(square).cloned() else { return };
    match tool {
        "over" => {
            if let Some((rod, block)) = taken_apart(&here) {
                let over: String = [&block[..1], &reversed(&block[1..4]), &block[4..]].concat();
                editor.pieces.insert(square.to_owned(), planted(rod, Some(&over)));
            }
        }
        "secret" => {
            let mut letters = here.chars();
            let Some(rod) = letters.next() else { return };
            let rod = if rod.is_ascii_uppercase() {
                rod.to_ascii_lowercase()
            } else {
                rod.to_ascii_uppercase()
            };
            editor.pieces.insert(square.to_owned(), format!("{rod}{}", letters.as_str()));
        }
        _ => match editor.picked.take() {
            None => editor.picked = Some(square.to_owned()),
            Some(first) if first == square => {}
            Some(first) => {
                let there = editor.pieces.get(&first).cloned().unwrap_or_default();
                let block = |text: &str| taken_apart(text).map(|(_, block)| block);
                let rod = |text: &str| text.chars().next().unwrap_or('.');
                let one = planted(rod(&there), block(&here).as_deref());
                let other = planted(rod(&here), block(&there).as_deref());
                editor.pieces.insert(first, one);
                editor.pieces.insert(square.to_owned(), other);
            }
        },
    }
}

/// `lb(brn)` as its rod and `(brn)`.
fn taken_apart(text: &str) -> Option<(char, String)> {
    let rod = text.chars().next()?;
    let block = text.get(2..).filter(|block| block.len() == 5)?;
    Some((rod, block.to_owned()))
}

/// A block on a rod shows its bottom pawn on a large one, the middle one on a small one. A rod without a block is known.
fn planted(rod: char, block: Option<&str>) -> String {
    let Some(block) = block else { return rod.to_ascii_lowercase().to_string() };
    let shown = match rod.to_ascii_lowercase() {
        'l' => &block[1..2],
        _ => &block[2..3],
    };
    format!("{rod}{shown}{block}")
}

fn reversed(pawns: &str) -> String {
    pawns.chars().rev().collect()
}
