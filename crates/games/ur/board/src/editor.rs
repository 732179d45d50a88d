use abaque_board::editor::{
    BoardEditor, EditorField, EditorState, EditorTool, FieldValues, NO_LABEL, PieceModels, Pieces,
    PositionGrammar, number_field, phase_field, side_field, to_field_values,
};
use abaque_board::{StaticMessage, text};
use abaque_core::Seat;
use abaque_ur::Square;

use crate::{Board, home_name};

impl BoardEditor for Board {
    const GRAMMAR: PositionGrammar = PositionGrammar {
        fields,
        on_choose: |editor, id, _| {
            if id == "phase" && editor.value("phase") == "first" {
                clear(editor);
            }
        },
        tap,
        can_tap: |place| place.parse::<Square>().is_ok() || home_of(place).is_some(),
        clear: Some(clear),
        fallback_positions: |_| vec!["- - 0-0 w roll".to_owned()],
        models: Some(PieceModels {
            position: "5 6 0-0 w roll",
            class: |piece| match piece {
                'w' => Some("piece white"),
                'b' => Some("piece black"),
                _ => None,
            },
        }),
        opening: &["f10"],
        ..PositionGrammar::new(TOOLS, read, write)
    };
}

const TOOLS: &[EditorTool] = &[
    EditorTool::new("w", text!("White piece", "Pion blanc")),
    EditorTool::new("b", text!("Black piece", "Pion noir")),
    EditorTool::ERASE,
];

/// The letters of the players, and the fields of their pieces at home.
const LETTERS: [&str; 2] = ["w", "b"];
const HOME_FIELDS: [&str; 2] = ["home-w", "home-b"];

const FIRST_PHASE: (&str, StaticMessage) =
    ("first", text!("the dice decide who starts", "les dés désignent qui commence"));
const OTHER_PHASES: [(&str, StaticMessage); 6] = [
    ("roll", text!("roll the dice", "il faut lancer les dés")),
    ("1", NO_LABEL),
    ("2", NO_LABEL),
    ("3", NO_LABEL),
    ("4", NO_LABEL),
    ("over", text!("nothing: the game is over", "rien : la partie est terminée")),
];

fn read(position: &str) -> (Pieces, FieldValues) {
    let parts: Vec<&str> = position.split(' ').collect();
    let part = |index: usize| parts.get(index).copied().unwrap_or_default();
    let mut pieces = Pieces::new();
    for seat in Seat::ALL {
        let steps = part(seat.index()).split(',').filter_map(|step| step.parse().ok());
        for square in steps.filter_map(|step| Square::on_path(seat, step)) {
            pieces.insert(square.to_string(), LETTERS[seat.index()].to_owned());
        }
    }
    let (white, black) = part(2).split_once('-').unwrap_or(("0", "0"));
    let side = if part(3) == "b" { "b" } else { "w" };
    let values = [("side", side), ("phase", part(4)), ("home-w", white), ("home-b", black)];
    (pieces, values.map(|(id, value)| (id, value.to_owned())).into())
}

fn fields(editor: &EditorState) -> Vec<EditorField> {
    let begins = (editor.option_value("first") == "roll").then_some(FIRST_PHASE);
    let mut phases = to_field_values(begins.as_slice());
    phases.extend(to_field_values(&OTHER_PHASES));
    let phase = editor.value("phase");
    let mut fields = vec![phase_field(phases, phase)];
    if phase != "first" {
        fields.insert(0, side_field(editor.description, editor.value("side")));
    }
    let names = [
        text!("White pieces home", "Pions blancs arrivés"),
        text!("Black pieces home", "Pions noirs arrivés"),
    ];
    for (id, name) in HOME_FIELDS.into_iter().zip(names) {
        fields.push(number_field(id, name, pieces_each(editor), editor.value(id)));
    }
    fields
}

/// Pieces neither on squares nor at home wait.
fn write(editor: &EditorState) -> String {
    let [white, black] = Seat::ALL.map(|seat| {
        let is_there = |square: &Square| {
            editor.pieces.get(&square.to_string()).is_some_and(|it| it == LETTERS[seat.index()])
        };
        let squares = (1..=14).filter_map(|step| Square::on_path(seat, step));
        let steps: Vec<String> =
            squares.filter(is_there).map(|square| square.step().to_string()).collect();
        if steps.is_empty() { "-".to_owned() } else { steps.join(",") }
    });
    let [home_w, home_b] = HOME_FIELDS.map(|id| editor.number_value(id));
    let phase = editor.value("phase");
    let side = if phase == "first" { "-" } else { editor.value("side") };
    format!("{white} {black} {home_w}-{home_b} {side} {phase}")
}

fn clear(editor: &mut EditorState) {
    editor.pieces.clear();
    HOME_FIELDS.into_iter().for_each(|id| editor.set_value(id, "0"));
}

/// On an own square stands only its owner, whatever the tool; a tap on a home adds or removes one.
fn tap(editor: &mut EditorState, place: &str, tool: &str) {
    if let Some(seat) = home_of(place) {
        let (id, most) = (HOME_FIELDS[seat.index()], pieces_each(editor));
        let count = editor.number_value(id);
        let count = if tool == EditorTool::ERASE.id { count.saturating_sub(1) } else { count + 1 };
        editor.set_value(id, &count.min(most).to_string());
    } else if let Ok(square) = place.parse::<Square>() {
        let owner = square.owner().filter(|_| tool != EditorTool::ERASE.id);
        editor.toggle_piece(place, owner.map_or(tool, |seat| LETTERS[seat.index()]));
    }
}

fn home_of(place: &str) -> Option<Seat> {
    Seat::ALL.into_iter().find(|seat| home_name(*seat) == place)
}

fn pieces_each(editor: &EditorState) -> u32 {
    editor.option_value("pieces").parse().unwrap_or(7)
}
