use abaque_core::Words;

use super::{Craft, ERASE, Editor, Field, Pieces, Tool, read_rows, side, write_rows};

pub(super) const CRAFT: Craft = Craft {
    game: "abalone",
    tools: &[
        Tool { id: "b", name: Words::new("Black ball", "Boule noire") },
        Tool { id: "w", name: Words::new("White ball", "Boule blanche") },
        ERASE,
    ],
    read,
    write,
    tap: |editor, square, tool| editor.put_one(square, tool),
    clear: Some(|editor| editor.pieces.clear()),
    class: |ball| match ball {
        'b' => Some("ball black"),
        'w' => Some("ball white"),
        _ => None,
    },
};

/// How many balls each player has in all.
const BALLS: u32 = 14;

/// The names of the points, row i first.
fn rows() -> Vec<Vec<String>> {
    let row = |index: usize| {
        let letter = char::from(b'a' + index as u8);
        let numbers = index.saturating_sub(3).max(1)..=(index + 5).min(9);
        numbers.map(|number| format!("{letter}{number}")).collect()
    };
    (0..9).rev().map(row).collect()
}

fn read(position: &str) -> (Pieces, Vec<Field>) {
    let mut fields = position.split(' ');
    let rows = rows();
    let square = |row: usize, column: usize| rows.get(row)?.get(column).cloned();
    let pieces = read_rows(fields.next().unwrap_or_default(), square);
    (pieces, vec![side("abalone", fields.next().unwrap_or("b"))])
}

/// Balls that are not on the board are out.
fn write(editor: &Editor) -> String {
    let out = ['b', 'w'].map(|ball| BALLS.saturating_sub(editor.count(ball)));
    let rows = write_rows(&editor.pieces, &rows());
    format!("{rows} {} {}-{} -", editor.field("side"), out[0], out[1])
}
