use abaque_blocs::{Blocs, Field as Place, Options, QuarterTurn};
use abaque_board::editor::{
    BoardEditor, EditorField, EditorState, EditorTool, FieldValues, Pieces, PositionGrammar,
    phase_field, side_field, square_values, to_field_values,
};
use abaque_board::{BoardLayers, Piece, StaticMessage, text};
use abaque_core::{Game, GameOptions as _, Spec};

use crate::open_blocks::{
    STACK_EDITOR, block_text, field_label, field_text, flip_block, plant_block, toggle_block,
};
use crate::{Board, rod_slot};

/// Blocks and rods never leave the board: they change places, blocks are turned over and exchange
/// pawns, rods become known or secret.
impl BoardEditor for Board {
    const GRAMMAR: PositionGrammar = PositionGrammar {
        fields,
        on_choose: adjust_to_choice,
        tap,
        can_tap: |square| quarter_turn(square).is_some() || square.parse::<Place>().is_ok(),
        clear: None,
        marked,
        fallback_positions: sketches,
        trim_fallback: remove_borrowed_blocks,
        label: field_label,
        opening: &["first:b"],
        stacks: Some(&STACK_EDITOR),
        ..PositionGrammar::new(TOOLS, read, write)
    };
}

const TOOLS: &[EditorTool] = &[
    EditorTool::new("swap", text!("Exchange two blocks", "Échanger deux blocs-pions")),
    EditorTool::new("rods", text!("Exchange two rods", "Échanger deux tiges")),
    EditorTool::new(STACK_EDITOR.tool, text!("Exchange pawns", "Échanger des pions")),
    EditorTool::new("over", text!("Turn a block over", "Retourner un bloc-pion")),
    EditorTool::new("secret", text!("Rod known or secret", "Tige connue ou secrète")),
    EditorTool::new("act", text!("Block that moved one rod", "Bloc-pion déplacé d'une tige")),
];

const LOT_PHASE: (&str, StaticMessage) =
    ("lot", StaticMessage::new("a random draw decides who starts", "le sort désigne qui commence"));

const PHASES: [(&str, StaticMessage); 4] = [
    ("setup", StaticMessage::new("sets up", "fait sa mise en place")),
    ("move", StaticMessage::new("starts a turn", "commence un tour")),
    (
        "act",
        StaticMessage::new(
            "takes or turns the board after moving one rod",
            "prend ou tourne le plateau après un déplacement d'une tige",
        ),
    ),
    ("over", StaticMessage::new("nothing: the game is over", "rien\u{a0}: la partie est terminée")),
];

fn read(position: &str) -> (Pieces, FieldValues) {
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

fn fields(editor: &EditorState) -> Vec<EditorField> {
    let phase = editor.value("phase");
    let mut phases = to_field_values(&PHASES);
    if editor.option_value("first") == "lot" {
        phases.insert(1, (LOT_PHASE.0.to_owned(), LOT_PHASE.1));
    }
    let mut fields = vec![phase_field(phases, phase)];
    if !matches!(phase, "lot" | "over") {
        fields.insert(0, side_field(editor.description, editor.value("side")));
    }
    if phase == "act" {
        let act = editor.value("act");
        fields.push(EditorField {
            id: "act",
            name: StaticMessage::new("Block that moved one rod", "Bloc-pion déplacé d'une tige"),
            values: square_values(block_fields(editor), act),
            value: act.to_owned(),
        });
    }
    fields
}

/// The fields with a block.
fn block_fields(editor: &EditorState) -> impl Iterator<Item = String> {
    let all = Place::ALL.into_iter().map(|place| place.to_string());
    all.filter(|place| block_text(field_text(editor, place)).is_some())
}

fn write(editor: &EditorState) -> String {
    let (side, phase) = (editor.value("side"), editor.value("phase"));
    let board = board_text(&editor.pieces);
    match phase {
        "lot" => format!("{board} - lot"),
        "act" => format!("{board} {side} act:{}", editor.value("act")),
        _ => format!("{board} {side} {phase}"),
    }
}

fn board_text(pieces: &Pieces) -> String {
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

fn adjust_to_choice(editor: &mut EditorState, id: &str, before: &str) {
    let phase = editor.value("phase").to_owned();
    if phase != "over" && editor.value("side") == "-" {
        editor.set_value("side", "b");
    }
    match (id, phase.as_str()) {
        ("phase" | "side", "setup") => reset_set_ups(editor),
        ("phase", _) if before == "setup" => complete_set_ups(editor),
        _ => {}
    }
    if phase == "act" && editor.value("act").is_empty() {
        let first = block_fields(editor).next().unwrap_or_default();
        editor.set_value("act", &first);
    }
}

/// During the set-up phase the rules fix the set-ups: none, or Blue's.
fn reset_set_ups(editor: &mut EditorState) {
    let Some(options) = options(editor) else { return };
    let mut game = Blocs::start(&options);
    if editor.value("side") == "r"
        && let Some((_, preset)) = game.presets().into_iter().next()
    {
        let _ = game.play(preset);
    }
    editor.pieces = read(&game.to_string()).0;
}

/// Fills missing set-ups with ready-made ones.
fn complete_set_ups(editor: &mut EditorState) {
    let text = format!("{} {} setup", board_text(&editor.pieces), editor.value("side"));
    let Some(options) = options(editor) else { return };
    let mut game = Blocs::parse(&options, &text).unwrap_or_else(|_| Blocs::start(&options));
    while game.is_sealed() {
        let Some((_, preset)) = game.presets().into_iter().next() else { return };
        if game.play(preset).is_err() {
            return;
        }
    }
    editor.pieces = read(&game.to_string()).0;
}

/// The options of the edited game.
fn options(editor: &EditorState) -> Option<Options> {
    Options::from_spec(&editor.spec.parse::<Spec>().ok()?).ok()
}

/// The quarter turn a board handle stands for.
fn quarter_turn(square: &str) -> Option<QuarterTurn> {
    match square {
        "cw" => Some(QuarterTurn::Cw),
        "ccw" => Some(QuarterTurn::Ccw),
        _ => None,
    }
}

/// Moves every piece to its field on the turned board (BLO-19).
fn turn_board(editor: &mut EditorState, way: QuarterTurn) {
    let turned = |square: &str| match square.parse::<Place>() {
        Ok(place) => place.rotated(way).to_string(),
        Err(_) => square.to_owned(),
    };
    let pieces = std::mem::take(&mut editor.pieces);
    editor.pieces = pieces.into_iter().map(|(square, cell)| (turned(&square), cell)).collect();
    let stepped = turned(editor.value("act"));
    editor.set_value("act", &stepped);
    editor.picked.clear();
    editor.held_token = None;
}

fn tap(editor: &mut EditorState, square: &str, tool: &str) {
    if let Some(way) = quarter_turn(square) {
        // The board cannot be turned before the set-ups are made.
        if editor.value("phase") != "setup" {
            turn_board(editor, way);
        }
        return;
    }
    let here = field_text(editor, square).to_owned();
    let Some(rod) = here.chars().next() else { return };
    let block = block_text(&here);
    // During set-up the rules fix the places of blocks and rods, and which rods are secret.
    let open = editor.value("phase") != "setup";
    let given = matches!(tool, "secret" | "act") || (tool == "rods" && rod.is_ascii_lowercase());
    if !open && (given || block.is_none()) {
        return;
    }
    match (tool, block) {
        ("swap" | "rods", _) => swap_fields(editor, square, tool == "rods"),
        (tool, Some(_)) if tool == STACK_EDITOR.tool => toggle_block(editor, square),
        ("over", Some(block)) => {
            editor.pieces.insert(square.to_owned(), plant_block(rod, Some(&flip_block(block))));
        }
        ("secret", Some(block)) => {
            let other = if rod.is_ascii_uppercase() {
                rod.to_ascii_lowercase()
            } else {
                rod.to_ascii_uppercase()
            };
            editor.pieces.insert(square.to_owned(), plant_block(other, Some(block)));
        }
        ("act", Some(_)) => {
            editor.set_value("act", square);
            editor.choose(&Board::GRAMMAR, "phase", "act");
        }
        _ => {}
    }
}

/// The first tap picks a field; the second swaps its block, or its rod, with the first.
fn swap_fields(editor: &mut EditorState, square: &str, rods: bool) {
    let Some(first) = editor.picked.pop() else {
        editor.picked.push(square.to_owned());
        return;
    };
    if first == square {
        return;
    }
    let rod = |text: &str| text.chars().next().unwrap_or('.');
    let (one, other) =
        (field_text(editor, &first).to_owned(), field_text(editor, square).to_owned());
    let (block, other_block) = (block_text(&one), block_text(&other));
    let (one, other) = if rods {
        (plant_block(rod(&other), block), plant_block(rod(&one), other_block))
    } else {
        (plant_block(rod(&one), other_block), plant_block(rod(&other), block))
    };
    editor.pieces.insert(first, one);
    editor.pieces.insert(square.to_owned(), other);
}

fn marked(editor: &EditorState) -> Vec<String> {
    let stepped = (editor.value("phase") == "act").then(|| editor.value("act").to_owned());
    stepped.into_iter().collect()
}

/// The same board with all set-ups made, whatever the phase.
fn sketches(editor: &EditorState) -> Vec<String> {
    let mut whole = editor.clone();
    if editor.value("phase") == "setup" {
        reset_set_ups(&mut whole);
        complete_set_ups(&mut whole);
        let standing = editor.pieces.iter().filter(|(_, text)| block_text(text).is_some());
        whole.pieces.extend(standing.map(|(place, text)| (place.clone(), text.clone())));
    }
    let board = board_text(&whole.pieces);
    ["b move", "b over", "r over", "- over"].map(|due| format!("{board} {due}")).into()
}

/// Removes blocks that only the fallback position has, and shows the rods under them.
fn remove_borrowed_blocks(editor: &EditorState, layers: &mut BoardLayers, bare: Vec<Piece>) {
    let stands = |square: &str| editor.pieces.get(square).is_some_and(|text| text.len() > 1);
    let borrowed: Vec<String> = layers
        .pieces
        .extract_if(.., |piece| piece.class == "block" && !stands(&piece.slot))
        .map(|piece| piece.slot)
        .collect();
    let under = |rod: &Piece| {
        let slot = |square: &String| square.parse().is_ok_and(|field| rod_slot(field) == rod.slot);
        borrowed.iter().any(slot)
    };
    layers.pieces.extend(bare.into_iter().filter(under));
}
