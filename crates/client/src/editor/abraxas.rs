use abaque_core::Words;

use super::{Craft, ERASE, Editor, Field, Pieces, Tool, number, read_rows, side, write_rows};

pub(super) const CRAFT: Craft = Craft {
    game: "abraxas",
    tools: &[
        Tool { id: "r", name: Words::new("Red pawn", "Pion rouge") },
        Tool { id: "s", name: Words::new("Stop pawn", "Pion stop") },
        ERASE,
    ],
    read,
    write,
    tap,
    clear: Some(clear),
    class: |pawn| match pawn {
        'r' => Some("pawn red"),
        's' => Some("pawn stop"),
        _ => None,
    },
};

const RED_PAWNS: u32 = 24;
const STOP_PAWNS: u32 = 3;

const CORNERS: [(&str, Words); 4] = [
    ("sw", Words::new("lower left", "en bas à gauche")),
    ("se", Words::new("lower right", "en bas à droite")),
    ("ne", Words::new("upper right", "en haut à droite")),
    ("nw", Words::new("upper left", "en haut à gauche")),
];

const PHASES: [(&str, Words); 9] = [
    ("corner", Words::new("lays the plate", "pose la plaque")),
    ("place", Words::new("starts a turn", "commence un tour")),
    (
        "place-nostop",
        Words::new("starts a turn after a stop pawn", "commence un tour après un pion stop"),
    ),
    ("again", Words::new("plays again after a line", "rejoue après un alignement")),
    ("push", Words::new("must push", "doit pousser")),
    ("push?", Words::new("may push", "peut pousser")),
    ("take", Words::new("takes a line", "prend un alignement")),
    ("take+", Words::new("takes another line", "prend un autre alignement")),
    (
        "take-stop",
        Words::new("takes a line after a stop pawn", "prend un alignement après un pion stop"),
    ),
];

fn rows() -> Vec<Vec<String>> {
    let row = |number: usize| ('a'..='h').map(|column| format!("{column}{number}")).collect();
    (1..=8).rev().map(row).collect()
}

fn listed(values: &[(&str, Words)]) -> Vec<(String, Words)> {
    values.iter().map(|(value, name)| ((*value).to_owned(), *name)).collect()
}

fn read(position: &str) -> (Pieces, Vec<Field>) {
    let parts: Vec<&str> = position.split(' ').collect();
    let part = |index: usize| parts.get(index).copied().unwrap_or_default();
    let pair = |index: usize| part(index).split_once('-').unwrap_or(("0", "0"));
    let rows = rows();
    let square = |row: usize, column: usize| rows.get(row)?.get(column).cloned();
    let pieces = read_rows(part(0), square);
    let ((score1, score2), (stops1, stops2)) = (pair(4), pair(5));
    let known = |value: &str, values: &[(&str, Words)], usual: &str| {
        let known = values.iter().any(|(known, _)| *known == value);
        if known { value.to_owned() } else { usual.to_owned() }
    };
    let fields = vec![
        side("abraxas", part(2)),
        Field {
            id: "phase",
            name: Words::new("Due", "À jouer"),
            values: listed(&PHASES),
            value: known(part(6), &PHASES, "place"),
        },
        Field {
            id: "corner",
            name: Words::new("The plate lies", "La plaque est"),
            values: listed(&CORNERS),
            value: known(part(1), &CORNERS, "sw"),
        },
        number("score1", Words::new("Taken by player 1", "Pris par le joueur 1"), 12, score1),
        number("score2", Words::new("Taken by player 2", "Pris par le joueur 2"), 12, score2),
        number("stops1", Words::new("Stop pawns of player 1", "Pions stop du joueur 1"), 3, stops1),
        number("stops2", Words::new("Stop pawns of player 2", "Pions stop du joueur 2"), 3, stops2),
    ];
    (pieces, fields)
}

/// Red pawns that are neither on the plate nor taken are in the reserve.
fn write(editor: &Editor) -> String {
    let (score1, score2) = (editor.number("score1"), editor.number("score2"));
    let reserve = RED_PAWNS.saturating_sub(editor.count('r') + score1 + score2);
    let plate = write_rows(&editor.pieces, &rows());
    // The second player lays the plate; until then it lies nowhere.
    let (corner, side) = match editor.field("phase") {
        "corner" => ("-", "2"),
        _ => (editor.field("corner"), editor.field("side")),
    };
    let (stops1, stops2) = (editor.field("stops1"), editor.field("stops2"));
    let phase = editor.field("phase");
    format!("{plate} {corner} {side} {reserve} {score1}-{score2} {stops1}-{stops2} {phase}")
}

/// A stop pawn comes from whoever has more of them, and goes back to whoever has fewer.
fn tap(editor: &mut Editor, square: &str, tool: &str) {
    if square.len() != 2 || !square.ends_with(|end: char| end.is_ascii_digit()) {
        // The rim: there the plate is laid.
        return editor.choose("corner", square);
    }
    let before = editor.count('s');
    editor.put_one(square, tool);
    let after = editor.count('s');
    let (one, two) = (editor.number("stops1"), editor.number("stops2"));
    let whose = match after > before {
        true if two >= one => ("stops2", two.saturating_sub(1)),
        true => ("stops1", one.saturating_sub(1)),
        false if after == before => return,
        false if two < one => ("stops2", (two + 1).min(STOP_PAWNS)),
        false => ("stops1", (one + 1).min(STOP_PAWNS)),
    };
    editor.choose(whose.0, &whose.1.to_string());
}

fn clear(editor: &mut Editor) {
    editor.pieces.clear();
    for stops in ["stops1", "stops2"] {
        editor.choose(stops, "3");
    }
}
