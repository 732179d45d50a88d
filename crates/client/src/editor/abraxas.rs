use abaque_core::Words;

use super::drawn::Models;
use super::fields::{due, listed, number, side, squares};
use super::{Craft, ERASE, Editor, Field, Pieces, Tool, Values, rows};

pub(super) const CRAFT: Craft = Craft {
    game: "abraxas",
    tools: &[
        Tool { id: "r", name: Words::new("Red pawn", "Pion rouge") },
        Tool { id: "s", name: Words::new("Stop pawn", "Pion stop") },
        ERASE,
        Tool {
            id: "put",
            name: Words::new("Pawn that may be stopped", "Pion que Stop peut arrêter"),
        },
    ],
    read,
    write,
    fields,
    chosen,
    tap,
    taps: |square| is_rim(square) || holes().iter().flatten().any(|hole| hole == square),
    clear: Some(clear),
    marked,
    sketches,
    models: Some(Models {
        position: "rs6/8/8/8/8/8/8/8 sw 1 23 0-0 3-2 place",
        class: |pawn| match pawn {
            'r' => Some("pawn red"),
            's' => Some("pawn stop"),
            _ => None,
        },
    }),
    label: |_, _, _| None,
};

const RED_PAWNS: u32 = 24;
const STOP_PAWNS: u32 = 3;

const CORNERS: [(&str, Words); 4] = [
    ("sw", Words::new("lower left", "en bas à gauche")),
    ("se", Words::new("lower right", "en bas à droite")),
    ("ne", Words::new("upper right", "en haut à droite")),
    ("nw", Words::new("upper left", "en haut à gauche")),
];

/// The Stop window; the text in positions goes on with the pawn.
const STOP: &str = "stop?";

const PHASES: [(&str, Words); 11] = [
    ("corner", Words::new("lays the plate", "pose la plaque")),
    ("place", Words::new("starts a turn", "commence un tour")),
    (
        "place-nostop",
        Words::new("starts a turn after a stop pawn", "commence un tour après un pion stop"),
    ),
    ("again", Words::new("plays again after a line", "rejoue après un alignement")),
    (STOP, Words::new("may say Stop", "peut dire Stop")),
    ("push", Words::new("must push", "doit pousser")),
    ("push?", Words::new("may push", "peut pousser")),
    ("take", Words::new("takes a line", "prend un alignement")),
    ("take+", Words::new("takes another line", "prend un autre alignement")),
    (
        "take-stop",
        Words::new("takes a line after a stop pawn", "prend un alignement après un pion stop"),
    ),
    ("over", Words::new("nothing: the game is over", "rien : la partie est finie")),
];

fn holes() -> Vec<Vec<String>> {
    let row = |number: usize| ('a'..='h').map(|column| format!("{column}{number}")).collect();
    (1..=8).rev().map(row).collect()
}

fn read(position: &str) -> (Pieces, Values) {
    let parts: Vec<&str> = position.split(' ').collect();
    let part = |index: usize| parts.get(index).copied().unwrap_or_default();
    let pair = |index: usize| part(index).split_once('-').unwrap_or(("0", "0"));
    let holes = holes();
    let hole = |row: usize, column: usize| holes.get(row)?.get(column).cloned();
    let pieces = rows::read(part(0), hole);
    let ((score1, score2), (stops1, stops2)) = (pair(4), pair(5));
    let (phase, put) = match part(6).strip_prefix(STOP) {
        Some(put) => (STOP, put),
        None => (part(6), ""),
    };
    let (from, at) = put.split_once('-').unwrap_or(("", put));
    // Until it is laid the plate lies nowhere.
    let corner = if part(1) == "-" { "sw" } else { part(1) };
    let values = [
        ("side", part(2)),
        ("phase", phase),
        ("put", at),
        ("from", from),
        ("corner", corner),
        ("score1", score1),
        ("score2", score2),
        ("stops1", stops1),
        ("stops2", stops2),
    ];
    (pieces, values.map(|(id, value)| (id, value.to_owned())).into())
}

fn fields(editor: &Editor) -> Vec<Field> {
    let value = |id| editor.value(id);
    let phase = value("phase");
    let mut fields = vec![due(listed(&PHASES), phase)];
    if !matches!(phase, "corner" | "over") {
        fields.insert(0, side("abraxas", value("side")));
    }
    if phase == STOP {
        fields.extend(window(editor));
    }
    if phase != "corner" {
        fields.push(Field {
            id: "corner",
            name: Words::new("The plate lies", "La plaque est"),
            values: listed(&CORNERS),
            value: value("corner").to_owned(),
        });
    }
    let count = |id, en, fr, most| number(id, Words::new(en, fr), most, value(id));
    fields.extend([
        count("score1", "Taken by player 1", "Pris par le joueur 1", RED_PAWNS),
        count("score2", "Taken by player 2", "Pris par le joueur 2", RED_PAWNS),
        count("stops1", "Stop pawns of player 1", "Pions stop du joueur 1", STOP_PAWNS),
        count("stops2", "Stop pawns of player 2", "Pions stop du joueur 2", STOP_PAWNS),
    ]);
    fields
}

/// The pawn that may be stopped, and where it came from (ABR-14, ABR-18).
fn window(editor: &Editor) -> [Field; 2] {
    let (put, from) = (editor.value("put"), editor.value("from"));
    let reserve = Words::new("the reserve", "la réserve");
    let free = holes().into_iter().flatten().filter(|hole| !editor.pieces.contains_key(hole));
    let mut origins = squares(free, from);
    origins.insert(0, (String::new(), reserve));
    [
        Field {
            id: "put",
            name: Words::new("The pawn just put is in", "Le pion posé est en"),
            values: squares(red(editor), put),
            value: put.to_owned(),
        },
        Field {
            id: "from",
            name: Words::new("It came from", "Il venait de"),
            values: origins,
            value: from.to_owned(),
        },
    ]
}

/// The holes with a red pawn.
fn red(editor: &Editor) -> impl Iterator<Item = String> {
    let red = editor.pieces.iter().filter(|(_, pawn)| *pawn == "r");
    red.map(|(hole, _)| hole.clone()).collect::<Vec<_>>().into_iter()
}

/// Red pawns that are neither on the plate nor taken are in the reserve.
fn write(editor: &Editor) -> String {
    let (score1, score2) = (editor.number("score1"), editor.number("score2"));
    let reserve = RED_PAWNS.saturating_sub(editor.count('r') + score1 + score2);
    let plate = rows::write(&editor.pieces, &holes());
    // The second player lays the plate; until then it lies nowhere.
    let (corner, side) = match editor.value("phase") {
        "corner" => ("-", "2"),
        _ => (editor.value("corner"), editor.value("side")),
    };
    let (stops1, stops2) = (editor.value("stops1"), editor.value("stops2"));
    let phase = match (editor.value("phase"), editor.value("from")) {
        (STOP, "") => format!("{STOP}{}", editor.value("put")),
        (STOP, from) => format!("{STOP}{from}-{}", editor.value("put")),
        (phase, _) => phase.to_owned(),
    };
    format!("{plate} {corner} {side} {reserve} {score1}-{score2} {stops1}-{stops2} {phase}")
}

/// The plate is laid before anything else happens: there is one such position.
fn chosen(editor: &mut Editor, id: &str, _: &str) {
    match (id, editor.value("phase")) {
        ("phase", "corner") => {
            clear(editor);
            editor.set("score1", "0");
            editor.set("score2", "0");
        }
        ("phase", STOP) if editor.value("put").is_empty() => {
            let first = red(editor).next().unwrap_or_else(|| "a1".to_owned());
            editor.set("put", &first);
        }
        _ => {}
    }
}

/// The rim's corners: there the plate is laid.
fn is_rim(square: &str) -> bool {
    CORNERS.iter().any(|(corner, _)| *corner == square)
}

/// A stop pawn comes from whoever has more of them, and goes back to whoever has fewer.
fn tap(editor: &mut Editor, square: &str, tool: &str) {
    if is_rim(square) {
        return editor.choose("corner", square);
    }
    if tool == "put" {
        return point_out(editor, square);
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
    editor.set(whose.0, &whose.1.to_string());
}

/// A red pawn is the one just put, a free hole is where it came from.
fn point_out(editor: &mut Editor, hole: &str) {
    match editor.pieces.get(hole).map(String::as_str) {
        Some("r") => editor.set("put", hole),
        Some(_) => return,
        None if editor.value("from") == hole => editor.set("from", ""),
        None => editor.set("from", hole),
    }
    editor.choose("phase", STOP);
}

fn clear(editor: &mut Editor) {
    editor.pieces.clear();
    for (id, value) in [("stops1", "3"), ("stops2", "3"), ("put", ""), ("from", "")] {
        editor.set(id, value);
    }
    if editor.value("phase") == STOP {
        editor.set("phase", "place");
    }
}

fn marked(editor: &Editor) -> Vec<String> {
    if editor.value("phase") != STOP {
        return Vec::new();
    }
    ["put", "from"].map(|id| editor.value(id).to_owned()).into()
}

/// The bare plate where it lies.
fn sketches(editor: &Editor) -> Vec<String> {
    let corner = match editor.value("phase") {
        "corner" => return vec!["8/8/8/8/8/8/8/8 - 2 24 0-0 3-3 corner".to_owned()],
        _ => editor.value("corner"),
    };
    vec![format!("8/8/8/8/8/8/8/8 {corner} 1 24 0-0 3-3 place")]
}
