use abaque_board::editor::{
    BoardEditor, EditorField, EditorState, EditorTool, FieldValues, PieceModels, Pieces,
    PositionGrammar, number_field, phase_field, rows, side_field, square_values, to_field_values,
};
use abaque_board::{StaticMessage, text};

use crate::{Board, sheet};

impl BoardEditor for Board {
    const GRAMMAR: PositionGrammar = PositionGrammar {
        has_short_tools: true,
        fields,
        on_choose: adjust_to_choice,
        tap,
        can_tap: |square| {
            is_rim_corner(square) || hole_rows().iter().flatten().any(|hole| hole == square)
        },
        clear: Some(clear),
        marked,
        fallback_positions: sketches,
        models: Some(PieceModels {
            position: "rs6/8/8/8/8/8/8/8 sw 1 23 0-0 3-2 place",
            class: |pawn| match pawn {
                'r' => Some("pawn red"),
                's' => Some("pawn stop"),
                _ => None,
            },
        }),
        opening: &["@sw"],
        pattern: Some(&sheet::PATTERN_EDITOR),
        ..PositionGrammar::new(TOOLS, read, write)
    };
}

const TOOLS: &[EditorTool] = &[
    EditorTool::new("r", text!("Red pawn", "Pion rouge")),
    EditorTool::new("s", text!("Stop pawn", "Pion d'arrêt")),
    EditorTool::ERASE,
    EditorTool {
        id: "put",
        name: text!("Pawn that Stop! can remove", "Pion que Stop ! peut faire retirer"),
        is_long: true,
    },
];

const RED_PAWNS: u32 = 24;
const STOP_PAWNS: u32 = 3;

const CORNERS: [(&str, StaticMessage); 4] = [
    ("sw", StaticMessage::new("lower left", "en bas à gauche")),
    ("se", StaticMessage::new("lower right", "en bas à droite")),
    ("ne", StaticMessage::new("upper right", "en haut à droite")),
    ("nw", StaticMessage::new("upper left", "en haut à gauche")),
];

/// The Stop window; in position texts the pawn follows.
const STOP_PHASE: &str = "stop?";

const PHASES: [(&str, StaticMessage); 11] = [
    ("corner", StaticMessage::new("places the plate", "pose la plaque")),
    ("place", StaticMessage::new("starts a turn", "commence un tour")),
    (
        "place-nostop",
        StaticMessage::new(
            "starts a turn after a stop pawn",
            "commence un tour après un pion d'arrêt",
        ),
    ),
    ("again", StaticMessage::new("plays again after a line", "rejoue après un alignement")),
    (STOP_PHASE, StaticMessage::new("may say Stop!", "peut dire Stop\u{a0}!")),
    ("push", StaticMessage::new("must push", "doit pousser")),
    ("push?", StaticMessage::new("may push", "peut pousser")),
    ("take", StaticMessage::new("takes a line", "prend un alignement")),
    ("take+", StaticMessage::new("takes another line", "prend un autre alignement")),
    (
        "take-stop",
        StaticMessage::new(
            "takes a line after a stop pawn",
            "prend un alignement après un pion d'arrêt",
        ),
    ),
    ("over", StaticMessage::new("nothing: the game is over", "rien\u{a0}: la partie est terminée")),
];

fn hole_rows() -> Vec<Vec<String>> {
    let row = |number: usize| ('a'..='h').map(|column| format!("{column}{number}")).collect();
    (1..=8).rev().map(row).collect()
}

fn read(position: &str) -> (Pieces, FieldValues) {
    let parts: Vec<&str> = position.split(' ').collect();
    let part = |index: usize| parts.get(index).copied().unwrap_or_default();
    let pair = |index: usize| part(index).split_once('-').unwrap_or(("0", "0"));
    let holes = hole_rows();
    let hole = |row: usize, column: usize| holes.get(row)?.get(column).cloned();
    let pieces = rows::read(part(0), hole);
    let ((score1, score2), (stops1, stops2)) = (pair(4), pair(5));
    let (phase, put) = match part(6).strip_prefix(STOP_PHASE) {
        Some(put) => (STOP_PHASE, put),
        None => (part(6), ""),
    };
    let (from, at) = put.split_once('-').unwrap_or(("", put));
    // Before it is laid, the plate has no place.
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

fn fields(editor: &EditorState) -> Vec<EditorField> {
    let value = |id| editor.value(id);
    let phase = value("phase");
    let mut fields = vec![phase_field(to_field_values(&PHASES), phase)];
    if !matches!(phase, "corner" | "over") {
        fields.insert(0, side_field(editor.description, value("side")));
    }
    if phase == STOP_PHASE {
        fields.extend(stop_window_fields(editor));
    }
    if phase != "corner" {
        fields.push(EditorField {
            id: "corner",
            name: StaticMessage::new("Plate", "Plaque"),
            values: to_field_values(&CORNERS),
            value: value("corner").to_owned(),
        });
    }
    let count = |id, en, fr, most| number_field(id, StaticMessage::new(en, fr), most, value(id));
    fields.extend([
        count("score1", "Taken by player 1", "Pris par le joueur 1", RED_PAWNS),
        count("score2", "Taken by player 2", "Pris par le joueur 2", RED_PAWNS),
        count("stops1", "Stop pawns of player 1", "Pions d'arrêt du joueur 1", STOP_PAWNS),
        count("stops2", "Stop pawns of player 2", "Pions d'arrêt du joueur 2", STOP_PAWNS),
    ]);
    fields
}

/// The pawn that may be stopped, and where it came from (ABR-14, ABR-18).
fn stop_window_fields(editor: &EditorState) -> [EditorField; 2] {
    let (put, from) = (editor.value("put"), editor.value("from"));
    let reserve = StaticMessage::new("the reserve", "la réserve");
    let free = hole_rows().into_iter().flatten().filter(|hole| !editor.pieces.contains_key(hole));
    let mut origins = square_values(free, from);
    origins.insert(0, (String::new(), reserve));
    [
        EditorField {
            id: "put",
            name: StaticMessage::new("Pawn just placed", "Pion qui vient d'être posé"),
            values: square_values(red_holes(editor), put),
            value: put.to_owned(),
        },
        EditorField {
            id: "from",
            name: StaticMessage::new("Moved from", "Venu de"),
            values: origins,
            value: from.to_owned(),
        },
    ]
}

/// The holes with a red pawn.
fn red_holes(editor: &EditorState) -> impl Iterator<Item = String> {
    let red = editor.pieces.iter().filter(|(_, pawn)| *pawn == "r");
    red.map(|(hole, _)| hole.clone()).collect::<Vec<_>>().into_iter()
}

/// Red pawns neither on the plate nor taken are in the reserve.
fn write(editor: &EditorState) -> String {
    let (score1, score2) = (editor.number_value("score1"), editor.number_value("score2"));
    let reserve = RED_PAWNS.saturating_sub(editor.count_pieces('r') + score1 + score2);
    let plate = rows::write(&editor.pieces, &hole_rows());
    // The second player lays the plate; until then it has no place.
    let (corner, side) = match editor.value("phase") {
        "corner" => ("-", "2"),
        _ => (editor.value("corner"), editor.value("side")),
    };
    let (stops1, stops2) = (editor.value("stops1"), editor.value("stops2"));
    let phase = match (editor.value("phase"), editor.value("from")) {
        (STOP_PHASE, "") => format!("{STOP_PHASE}{}", editor.value("put")),
        (STOP_PHASE, from) => format!("{STOP_PHASE}{from}-{}", editor.value("put")),
        (phase, _) => phase.to_owned(),
    };
    format!("{plate} {corner} {side} {reserve} {score1}-{score2} {stops1}-{stops2} {phase}")
}

/// Laying the plate comes before everything else: there is only one such position.
fn adjust_to_choice(editor: &mut EditorState, id: &str, _: &str) {
    match (id, editor.value("phase")) {
        ("phase", "corner") => {
            clear(editor);
            editor.set_value("score1", "0");
            editor.set_value("score2", "0");
        }
        ("phase", STOP_PHASE) if editor.value("put").is_empty() => {
            let first = red_holes(editor).next().unwrap_or_else(|| "a1".to_owned());
            editor.set_value("put", &first);
        }
        _ => {}
    }
}

/// The corners of the rim, where the plate is laid.
fn is_rim_corner(square: &str) -> bool {
    CORNERS.iter().any(|(corner, _)| *corner == square)
}

/// A stop pawn comes from the player with more of them and returns to the player with fewer.
fn tap(editor: &mut EditorState, square: &str, tool: &str) {
    if is_rim_corner(square) {
        return editor.choose(&Board::GRAMMAR, "corner", square);
    }
    if tool == "put" {
        return set_stoppable_pawn(editor, square);
    }
    let before = editor.count_pieces('s');
    editor.toggle_piece(square, tool);
    let after = editor.count_pieces('s');
    let (one, two) = (editor.number_value("stops1"), editor.number_value("stops2"));
    let whose = match after > before {
        true if two >= one => ("stops2", two.saturating_sub(1)),
        true => ("stops1", one.saturating_sub(1)),
        false if after == before => return,
        false if two < one => ("stops2", (two + 1).min(STOP_PAWNS)),
        false => ("stops1", (one + 1).min(STOP_PAWNS)),
    };
    editor.set_value(whose.0, &whose.1.to_string());
}

/// A tap on a red pawn selects the pawn just put; a tap on a free hole sets its origin.
fn set_stoppable_pawn(editor: &mut EditorState, hole: &str) {
    match editor.pieces.get(hole).map(String::as_str) {
        Some("r") => editor.set_value("put", hole),
        Some(_) => return,
        None if editor.value("from") == hole => editor.set_value("from", ""),
        None => editor.set_value("from", hole),
    }
    editor.choose(&Board::GRAMMAR, "phase", STOP_PHASE);
}

fn clear(editor: &mut EditorState) {
    editor.pieces.clear();
    for (id, value) in [("stops1", "3"), ("stops2", "3"), ("put", ""), ("from", "")] {
        editor.set_value(id, value);
    }
    if editor.value("phase") == STOP_PHASE {
        editor.set_value("phase", "place");
    }
}

fn marked(editor: &EditorState) -> Vec<String> {
    if editor.value("phase") != STOP_PHASE {
        return Vec::new();
    }
    ["put", "from"].map(|id| editor.value(id).to_owned()).into()
}

/// The bare plate where it lies.
fn sketches(editor: &EditorState) -> Vec<String> {
    let corner = match editor.value("phase") {
        "corner" => return vec!["8/8/8/8/8/8/8/8 - 2 24 0-0 3-3 corner".to_owned()],
        _ => editor.value("corner"),
    };
    vec![format!("8/8/8/8/8/8/8/8 {corner} 1 24 0-0 3-3 place")]
}
