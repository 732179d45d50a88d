use abaque_core::Words;

use super::drawn::Models;
use super::fields::{listed, side};
use super::{Craft, ERASE, Editor, Field, Pieces, Tool, Values, rows};

pub(super) const CRAFT: Craft = Craft {
    game: "abalone",
    tools: &[
        Tool { id: "b", name: Words::new("Black ball", "Boule noire") },
        Tool { id: "w", name: Words::new("White ball", "Boule blanche") },
        ERASE,
    ],
    read,
    write,
    fields,
    chosen: |_, _, _| (),
    tap: |editor, square, tool| editor.put_one(square, tool),
    taps: |square| points().iter().flatten().any(|point| point == square),
    clear: Some(|editor| editor.pieces.clear()),
    marked: |_| Vec::new(),
    sketches: |_| vec![START.to_owned()],
    models: Some(Models {
        position: START,
        class: |ball| match ball {
            'b' => Some("ball black"),
            'w' => Some("ball white"),
            _ => None,
        },
    }),
    label: |_, _, _| None,
};

const START: &str = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 -";

/// How many balls each player has in all.
const BALLS: u32 = 14;

/// Where the balls are that are not on the board.
const BESIDE: [(&str, Words); 2] = [
    ("out", Words::new("pushed out", "éjectées")),
    ("hand", Words::new("still to be placed", "encore à poser")),
];

/// The names of the points, row i first.
fn points() -> Vec<Vec<String>> {
    let row = |index: usize| {
        let letter = char::from(b'a' + index as u8);
        let numbers = index.saturating_sub(3).max(1)..=(index + 5).min(9);
        numbers.map(|number| format!("{letter}{number}")).collect()
    };
    (0..9).rev().map(row).collect()
}

fn read(position: &str) -> (Pieces, Values) {
    let mut parts = position.split(' ');
    let points = points();
    let point = |row: usize, column: usize| points.get(row)?.get(column).cloned();
    let pieces = rows::read(parts.next().unwrap_or_default(), point);
    let side = parts.next().unwrap_or("b");
    let beside = if parts.nth(1).is_none_or(|hand| hand == "-") { "out" } else { "hand" };
    (pieces, Values::from([("side", side.to_owned()), ("beside", beside.to_owned())]))
}

fn fields(editor: &Editor) -> Vec<Field> {
    let mut fields = vec![side("abalone", editor.value("side"))];
    // Only there are balls placed one by one (ABA-12).
    if editor.option("layout") == "placed" {
        fields.push(Field {
            id: "beside",
            name: Words::new("Balls beside the board", "Boules hors du plateau"),
            values: listed(&BESIDE),
            value: editor.value("beside").to_owned(),
        });
    }
    fields
}

/// Balls that are not on the board are out, or in hand while they are placed.
fn write(editor: &Editor) -> String {
    let [black, white] = ['b', 'w'].map(|ball| BALLS.saturating_sub(editor.count(ball)));
    let rows = rows::write(&editor.pieces, &points());
    let side = editor.value("side");
    let placing = editor.option("layout") == "placed" && editor.value("beside") == "hand";
    if placing && black + white > 0 {
        format!("{rows} {side} 0-0 {black}-{white}")
    } else {
        format!("{rows} {side} {black}-{white} -")
    }
}
