use abaque_blocs::{Field as Place, Quarter};
use abaque_core::Words;

use super::blocks::{cell, label, planted, taken_apart, turned_over};
use super::fields::{due, listed, side, squares};
use super::{Craft, Editor, Field, Pieces, Tool, Values};

/// Every block and every rod stays on the board: they change places, blocks are turned over and exchange pawns, rods become
/// known or secret.
pub(super) const CRAFT: Craft = Craft {
    game: "blocs",
    tools: &[
        Tool { id: "swap", name: Words::new("Exchange two blocks", "Échanger deux blocs-pions") },
        Tool { id: "rods", name: Words::new("Exchange two rods", "Échanger deux tiges") },
        Tool { id: PAWNS, name: Words::new("Exchange pawns", "Échanger des pions") },
        Tool { id: "over", name: Words::new("Turn a block over", "Retourner un bloc-pion") },
        Tool { id: "secret", name: Words::new("Known or secret rod", "Tige connue ou secrète") },
        Tool {
            id: "act",
            name: Words::new("Block that has stepped", "Bloc-pion qui a fait un pas"),
        },
    ],
    read,
    write,
    fields,
    chosen,
    tap,
    taps: |square| quarter(square).is_some() || square.parse::<Place>().is_ok(),
    clear: None,
    marked,
    sketches,
    models: None,
    label,
};

/// The tool that opens blocks.
pub(super) const PAWNS: &str = "pawns";

const LOT: (&str, Words) =
    ("lot", Words::new("the lot decides who starts", "le sort désigne qui commence"));

const PHASES: [(&str, Words); 4] = [
    ("setup", Words::new("sets up", "fait sa mise en place")),
    ("move", Words::new("starts a turn", "commence un tour")),
    ("act", Words::new("takes or turns after a step", "prend ou tourne après un pas")),
    ("over", Words::new("nothing: the game is over", "rien : la partie est finie")),
];

fn read(position: &str) -> (Pieces, Values) {
    let mut parts = position.split(' ');
    let board = parts.next().unwrap_or_default();
    let cells = board.split(['/', ',']).map(String::from);
    let pieces = Place::ALL.into_iter().map(|place| place.to_string()).zip(cells).collect();
    let side = parts.next().unwrap_or("b");
    let phase = parts.next().unwrap_or("move");
    let (phase, act) = phase.split_once(':').unwrap_or((phase, ""));
    let values = [("side", side), ("phase", phase), ("act", act)];
    (pieces, values.map(|(id, value)| (id, value.to_owned())).into())
}

fn fields(editor: &Editor) -> Vec<Field> {
    let phase = editor.value("phase");
    let mut phases = listed(&PHASES);
    if editor.option("first") == "lot" {
        phases.insert(1, (LOT.0.to_owned(), LOT.1));
    }
    let mut fields = vec![due(phases, phase)];
    if !matches!(phase, "lot" | "over") {
        fields.insert(0, side("blocs", editor.value("side")));
    }
    if phase == "act" {
        let act = editor.value("act");
        fields.push(Field {
            id: "act",
            name: Words::new("The block that has stepped", "Le bloc-pion qui a fait un pas"),
            values: squares(blocks(editor), act),
            value: act.to_owned(),
        });
    }
    fields
}

/// The fields with a block.
fn blocks(editor: &Editor) -> impl Iterator<Item = String> {
    let all = Place::ALL.into_iter().map(|place| place.to_string());
    all.filter(|place| taken_apart(cell(editor, place)).is_some())
}

fn write(editor: &Editor) -> String {
    let (side, phase) = (editor.value("side"), editor.value("phase"));
    let board = board(&editor.pieces);
    match phase {
        "lot" => format!("{board} - lot"),
        "act" => format!("{board} {side} act:{}", editor.value("act")),
        _ => format!("{board} {side} {phase}"),
    }
}

fn board(pieces: &Pieces) -> String {
    let mut out = String::new();
    let mut row = None;
    for place in Place::ALL {
        if let Some(last) = row {
            out.push(if last == place.row() { ',' } else { '/' });
        }
        row = Some(place.row());
        out += pieces.get(&place.to_string()).map_or(".", |text| text);
    }
    out
}

fn chosen(editor: &mut Editor, id: &str, before: &str) {
    let phase = editor.value("phase").to_owned();
    if phase != "over" && editor.value("side") == "-" {
        editor.set("side", "b");
    }
    match (id, phase.as_str()) {
        ("phase" | "side", "setup") => set_up(editor),
        ("phase", _) if before == "setup" => complete(editor),
        _ => {}
    }
    if phase == "act" && editor.value("act").is_empty() {
        let first = blocks(editor).next().unwrap_or_default();
        editor.set("act", &first);
    }
}

/// While they are made, set-ups are where the rules want them: none, or Blue's.
fn set_up(editor: &mut Editor) {
    let Ok(mut game) = abaque_catalog::open(&editor.spec) else { return };
    if editor.value("side") == "r"
        && let Some((_, preset)) = game.presets().into_iter().next()
    {
        let _ = game.play(&preset);
    }
    editor.pieces = read(&game.position()).0;
}

/// What is missing of the set-ups, ready-made.
fn complete(editor: &mut Editor) {
    let text = format!("{} {} setup", board(&editor.pieces), editor.value("side"));
    let begun = abaque_catalog::open_at(&editor.spec, &text);
    let Ok(mut game) = begun.or_else(|_| abaque_catalog::open(&editor.spec)) else { return };
    while game.sealed() {
        let Some((_, preset)) = game.presets().into_iter().next() else { return };
        if game.play(&preset).is_err() {
            return;
        }
    }
    editor.pieces = read(&game.position()).0;
}

/// The handles by which the board is turned.
fn quarter(square: &str) -> Option<Quarter> {
    match square {
        "cw" => Some(Quarter::Cw),
        "ccw" => Some(Quarter::Ccw),
        _ => None,
    }
}

/// Everything stands where the turned board brings it (BLO-19).
fn turn(editor: &mut Editor, way: Quarter) {
    let turned = |square: &str| match square.parse::<Place>() {
        Ok(place) => place.turned(way).to_string(),
        Err(_) => square.to_owned(),
    };
    let pieces = std::mem::take(&mut editor.pieces);
    editor.pieces = pieces.into_iter().map(|(square, cell)| (turned(&square), cell)).collect();
    let stepped = turned(editor.value("act"));
    editor.set("act", &stepped);
    editor.picked.clear();
    editor.held = None;
}

fn tap(editor: &mut Editor, square: &str, tool: &str) {
    if let Some(way) = quarter(square) {
        // Nobody turns the board before the set-ups are made.
        if editor.value("phase") != "setup" {
            turn(editor, way);
        }
        return;
    }
    let here = cell(editor, square).to_owned();
    let Some(rod) = here.chars().next() else { return };
    let block = taken_apart(&here);
    // While set-ups are made, the rules say where blocks and rods are and which rods are secret.
    let open = editor.value("phase") != "setup";
    let given = matches!(tool, "secret" | "act") || (tool == "rods" && rod.is_ascii_lowercase());
    if !open && (given || block.is_none()) {
        return;
    }
    match (tool, block) {
        ("swap" | "rods", _) => exchange(editor, square, tool == "rods"),
        (PAWNS, Some(_)) => editor.open(square),
        ("over", Some(block)) => {
            editor.pieces.insert(square.to_owned(), planted(rod, Some(&turned_over(block))));
        }
        ("secret", Some(block)) => {
            let other = if rod.is_ascii_uppercase() {
                rod.to_ascii_lowercase()
            } else {
                rod.to_ascii_uppercase()
            };
            editor.pieces.insert(square.to_owned(), planted(other, Some(block)));
        }
        ("act", Some(_)) => {
            editor.set("act", square);
            editor.choose("phase", "act");
        }
        _ => {}
    }
}

/// The second of two fields exchanges its block, or its rod, with the first.
fn exchange(editor: &mut Editor, square: &str, rods: bool) {
    let Some(first) = editor.picked.pop() else {
        editor.picked.push(square.to_owned());
        return;
    };
    if first == square {
        return;
    }
    let rod = |text: &str| text.chars().next().unwrap_or('.');
    let (one, other) = (cell(editor, &first).to_owned(), cell(editor, square).to_owned());
    let (block, other_block) = (taken_apart(&one), taken_apart(&other));
    let (one, other) = if rods {
        (planted(rod(&other), block), planted(rod(&one), other_block))
    } else {
        (planted(rod(&one), other_block), planted(rod(&other), block))
    };
    editor.pieces.insert(first, one);
    editor.pieces.insert(square.to_owned(), other);
}

fn marked(editor: &Editor) -> Vec<String> {
    let stepped = (editor.value("phase") == "act").then(|| editor.value("act").to_owned());
    stepped.into_iter().collect()
}

/// The same board with all set-ups made, whatever is due there.
fn sketches(editor: &Editor) -> Vec<String> {
    let mut whole = editor.clone();
    if editor.value("phase") == "setup" {
        set_up(&mut whole);
        complete(&mut whole);
        let standing = editor.pieces.iter().filter(|(_, text)| taken_apart(text).is_some());
        whole.pieces.extend(standing.map(|(place, text)| (place.clone(), text.clone())));
    }
    let board = board(&whole.pieces);
    ["b move", "b over", "r over", "- over"].map(|due| format!("{board} {due}")).into()
}
