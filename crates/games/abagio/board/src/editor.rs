use abaque_abagio::Square;
use abaque_board::editor::{
    BoardEditor, EditorField, EditorState, EditorTool, FieldValues, NO_LABEL, PieceModels, Pieces,
    PositionGrammar, number_field, phase_field, side_field, to_field_values,
};
use abaque_board::{StaticMessage, text};

use crate::Board;

impl BoardEditor for Board {
    const GRAMMAR: PositionGrammar = PositionGrammar {
        fields,
        on_choose: adjust_to_choice,
        tap,
        can_tap: |square| square == POND_SQUARE || is_square(square),
        clear: Some(clear),
        fallback_positions: |_| vec!["- 12-12 0-0 r roll".to_owned()],
        models: Some(PieceModels {
            position: "5=r,10=p,15=* 5-5 6-6 r roll",
            class: |frog| match frog {
                'r' => Some("frog red"),
                'p' => Some("frog purple"),
                '*' => Some("chief"),
                _ => None,
            },
        }),
        opening: &["f12"],
        ..PositionGrammar::new(TOOLS, read, write)
    };
}

const TOOLS: &[EditorTool] = &[
    EditorTool::new("r", text!("Red frog", "Grenouille rouge")),
    EditorTool::new("p", text!("Purple frog", "Grenouille pourpre")),
    EditorTool::new("*", text!("Chief frog", "Grenouille en chef")),
    EditorTool::ERASE,
];

/// Frogs per player.
const FROGS: u32 = 12;

/// The pond's square name.
const POND_SQUARE: &str = "w";

const FIRST_PHASE: (&str, StaticMessage) =
    ("first", StaticMessage::new("the dice decide who starts", "les dés désignent qui commence"));

const OTHER_PHASES: [(&str, StaticMessage); 3] = [
    ("roll", StaticMessage::new("roll the dice", "il faut lancer les dés")),
    (
        "chief",
        StaticMessage::new("the chief frog may be placed", "on peut placer la grenouille en chef"),
    ),
    ("over", StaticMessage::new("nothing: the game is over", "rien\u{a0}: la partie est terminée")),
];

/// All phases: opening roll, roll, chief, or the leaps of a throw, complete or partly played.
fn phases(editor: &EditorState) -> Vec<(String, StaticMessage)> {
    let begins = (editor.option_value("first") == "roll").then_some(FIRST_PHASE);
    let mut all = to_field_values(begins.as_slice());
    all.extend(to_field_values(&OTHER_PHASES));
    let throw = |high: u8, low: u8| match high == low {
        true => vec![high.to_string(); 4].join("."),
        false => format!("{high}.{low}"),
    };
    all.extend((1..=6).flat_map(|high| (1..=high).map(move |low| (throw(high, low), NO_LABEL))));
    let rest = StaticMessage::new("the rest of a roll", "le reste d'un lancer");
    let left = |number: u8| (1..=3).map(move |count| vec![number.to_string(); count].join("."));
    all.extend((1..=6).flat_map(left).map(|numbers| (numbers, rest)));
    all
}

fn read(position: &str) -> (Pieces, FieldValues) {
    let parts: Vec<&str> = position.split(' ').collect();
    let part = |index: usize| parts.get(index).copied().unwrap_or_default();
    let stacks = part(0).split(',').filter_map(|stack| stack.split_once('='));
    let pieces = stacks.map(|(square, stack)| (square.to_owned(), stack.to_owned())).collect();
    let (red, purple) = part(2).split_once('-').unwrap_or(("0", "0"));
    let acting = if part(3) == "p" { "p" } else { "r" };
    let values = [("side", acting), ("phase", part(4)), ("pond-r", red), ("pond-p", purple)];
    (pieces, values.map(|(id, value)| (id, value.to_owned())).into())
}

fn fields(editor: &EditorState) -> Vec<EditorField> {
    let value = |id| editor.value(id);
    let phase = value("phase");
    let mut fields = vec![phase_field(phases(editor), phase)];
    if !matches!(phase, "first" | "over") {
        fields.insert(0, side_field(editor.description, value("side")));
    }
    let pond = |id, en, fr| number_field(id, StaticMessage::new(en, fr), FROGS, value(id));
    fields.push(pond("pond-r", "Red frogs in the pond", "Rouges dans l'étang"));
    fields.push(pond("pond-p", "Purple frogs in the pond", "Pourpres dans l'étang"));
    fields
}

/// Frogs neither on squares nor in the pond are at the start.
fn write(editor: &EditorState) -> String {
    let pond = [editor.number_value("pond-r"), editor.number_value("pond-p")];
    let phase = editor.value("phase");
    // Before the first dice each player has six frogs in hand and nobody is to move.
    let (all, side) = match phase {
        "first" => (FROGS / 2, "-"),
        _ => (FROGS, editor.value("side")),
    };
    let home = [('r', pond[0]), ('p', pond[1])]
        .map(|(frog, pond)| all.saturating_sub(editor.count_pieces(frog) + pond));
    let stacks: Vec<String> = Square::all()
        .map(|square| square.to_string())
        .filter_map(|square| Some(format!("{square}={}", editor.pieces.get(&square)?)))
        .collect();
    let stacks = if stacks.is_empty() { "-".to_owned() } else { stacks.join(",") };
    format!("{stacks} {}-{} {}-{} {side} {phase}", home[0], home[1], pond[0], pond[1])
}

/// Before the first dice there is one position; afterwards frogs stand in the corners.
fn adjust_to_choice(editor: &mut EditorState, id: &str, before: &str) {
    if id != "phase" {
        return;
    }
    if editor.value("phase") == "first" {
        clear(editor);
    } else if before == "first" {
        let start = if editor.value("side") == "p" {
            "5=prpr,10=rprp,15=prpr"
        } else {
            "5=rprp,10=prpr,15=rprp"
        };
        editor.pieces = read(start).0;
    }
}

fn clear(editor: &mut EditorState) {
    editor.pieces.clear();
    editor.set_value("pond-r", "0");
    editor.set_value("pond-p", "0");
}

fn is_square(name: &str) -> bool {
    Square::all().any(|known| known.to_string() == name)
}

/// Frogs go on top, the chief lies over them; erasing removes the topmost piece.
fn tap(editor: &mut EditorState, square: &str, tool: &str) {
    if square == POND_SQUARE {
        return tap_pond(editor, tool);
    }
    let mut stack = editor.pieces.remove(square).unwrap_or_default();
    match tool {
        "erase" => {
            stack.pop();
        }
        "*" => {
            let here = stack.ends_with('*');
            editor.pieces.values_mut().for_each(|stack| stack.retain(|frog| frog != '*'));
            editor.pieces.retain(|_, stack| !stack.is_empty());
            stack.retain(|frog| frog != '*');
            if !here {
                stack.push('*');
            }
        }
        frog => {
            let place = stack.find('*').unwrap_or(stack.len());
            stack.insert_str(place, frog);
        }
    }
    if !stack.is_empty() {
        editor.pieces.insert(square.to_owned(), stack);
    }
}

/// Puts a frog into the pond; erasing removes one of the more numerous colour.
fn tap_pond(editor: &mut EditorState, tool: &str) {
    let [red, purple] = ["pond-r", "pond-p"].map(|pond| editor.number_value(pond));
    let (pond, frogs) = match tool {
        "r" => ("pond-r", red + 1),
        "p" => ("pond-p", purple + 1),
        "erase" if red >= purple => ("pond-r", red.saturating_sub(1)),
        "erase" => ("pond-p", purple.saturating_sub(1)),
        _ => return,
    };
    editor.set_value(pond, &frogs.min(FROGS).to_string());
}
