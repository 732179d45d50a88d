use abaque_board::editor::{
    BoardEditor, EditorField, EditorState, EditorTool, FieldValues, PieceModels, Pieces,
    PositionGrammar, rows, side_field, to_field_values,
};
use abaque_board::{StaticMessage, text};

use crate::Board;

impl BoardEditor for Board {
    const GRAMMAR: PositionGrammar = PositionGrammar {
        has_short_tools: true,
        fields,
        can_tap: |square| point_rows().iter().flatten().any(|point| point == square),
        fallback_positions: |_| vec![START.to_owned()],
        models: Some(PieceModels {
            position: START,
            class: |ball| match ball {
                'b' => Some("ball black"),
                'w' => Some("ball white"),
                _ => None,
            },
        }),
        ..PositionGrammar::new(TOOLS, read, write)
    };
}

const TOOLS: &[EditorTool] = &[
    EditorTool::new("b", text!("Black ball", "Boule noire")),
    EditorTool::new("w", text!("White ball", "Boule blanche")),
    EditorTool::ERASE,
];

const START: &str = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 -";

/// Balls per player.
const BALLS: u32 = 14;

/// Where the balls are that are not on the board.
const OFF_BOARD_PLACES: [(&str, StaticMessage); 2] = [
    ("out", StaticMessage::new("ejected", "éjectées")),
    ("hand", StaticMessage::new("still to place", "encore à poser")),
];

/// The names of the points, row i first.
fn point_rows() -> Vec<Vec<String>> {
    let row = |index: usize| {
        let letter = char::from(b'a' + index as u8);
        let numbers = index.saturating_sub(3).max(1)..=(index + 5).min(9);
        numbers.map(|number| format!("{letter}{number}")).collect()
    };
    (0..9).rev().map(row).collect()
}

fn read(position: &str) -> (Pieces, FieldValues) {
    let mut parts = position.split(' ');
    let points = point_rows();
    let point = |row: usize, column: usize| points.get(row)?.get(column).cloned();
    let pieces = rows::read(parts.next().unwrap_or_default(), point);
    let side = parts.next().unwrap_or("b");
    let beside = if parts.nth(1).is_none_or(|hand| hand == "-") { "out" } else { "hand" };
    (pieces, FieldValues::from([("side", side.to_owned()), ("beside", beside.to_owned())]))
}

fn fields(editor: &EditorState) -> Vec<EditorField> {
    let mut fields = vec![side_field(editor.description, editor.value("side"))];
    // Only this layout places balls one by one (ABA-12).
    if editor.option_value("layout") == "placed" {
        fields.push(EditorField {
            id: "beside",
            name: StaticMessage::new("Balls beside the board", "Boules hors du plateau"),
            values: to_field_values(&OFF_BOARD_PLACES),
            value: editor.value("beside").to_owned(),
        });
    }
    fields
}

/// Balls that are not on the board are out, or in hand during placement.
fn write(editor: &EditorState) -> String {
    let [black, white] = ['b', 'w'].map(|ball| BALLS.saturating_sub(editor.count_pieces(ball)));
    let rows = rows::write(&editor.pieces, &point_rows());
    let side = editor.value("side");
    let placing = editor.option_value("layout") == "placed" && editor.value("beside") == "hand";
    if placing && black + white > 0 {
        format!("{rows} {side} 0-0 {black}-{white}")
    } else {
        format!("{rows} {side} {black}-{white} -")
    }
}
