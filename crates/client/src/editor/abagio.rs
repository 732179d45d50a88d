use abaque_abagio::Square;
use abaque_core::Words;

use super::{Craft, ERASE, Editor, Field, Pieces, Tool, number, side};

pub(super) const CRAFT: Craft = Craft {
    game: "abagio",
    tools: &[
        Tool { id: "r", name: Words::new("Red frog", "Grenouille rouge") },
        Tool { id: "p", name: Words::new("Purple frog", "Grenouille pourpre") },
        Tool { id: "*", name: Words::new("Chief frog", "Grenouille en chef") },
        ERASE,
    ],
    read,
    write,
    tap,
    clear: Some(|editor| editor.pieces.clear()),
    class: |frog| match frog {
        'r' => Some("frog red"),
        'p' => Some("frog purple"),
        '*' => Some("chief"),
        _ => None,
    },
};

/// How many frogs each player has in all.
const FROGS: u32 = 12;

const OTHER: [(&str, Words); 2] = [
    ("roll", Words::new("a throw is due", "il faut lancer")),
    ("chief", Words::new("the chief may be put", "on peut poser la chef")),
];

/// Everything that may be due: a throw, the chief, or the leaps of a throw.
fn phases() -> Vec<(String, Words)> {
    let mut all: Vec<(String, Words)> =
        OTHER.iter().map(|(value, name)| ((*value).to_owned(), *name)).collect();
    all.extend(THROWS.iter().map(|throw| ((*throw).to_owned(), Words::same(throw))));
    all
}

const THROWS: [&str; 21] = [
    "1.1.1.1", "2.1", "2.2.2.2", "3.1", "3.2", "3.3.3.3", "4.1", "4.2", "4.3", "4.4.4.4", "5.1",
    "5.2", "5.3", "5.4", "5.5.5.5", "6.1", "6.2", "6.3", "6.4", "6.5", "6.6.6.6",
];

fn read(position: &str) -> (Pieces, Vec<Field>) {
    let parts: Vec<&str> = position.split(' ').collect();
    let part = |index: usize| parts.get(index).copied().unwrap_or_default();
    let stacks = part(0).split(',').filter_map(|stack| stack.split_once('='));
    let pieces = stacks.map(|(square, stack)| (square.to_owned(), stack.to_owned())).collect();
    let (red, purple) = part(2).split_once('-').unwrap_or(("0", "0"));
    let mut values = phases();
    let phase = part(4);
    let phase = if matches!(phase, "first" | "over" | "") { "roll" } else { phase };
    if !values.iter().any(|(known, _)| known == phase) {
        // What is left of a throw in the middle of a turn.
        values.push((phase.to_owned(), Words::new("the rest of a throw", "le reste d'un lancer")));
    }
    let acting = if part(3) == "p" { "p" } else { "r" };
    let fields = vec![
        side("abagio", acting),
        Field { id: "phase", name: Words::new("Due", "À jouer"), values, value: phase.to_owned() },
        number("pond-r", Words::new("Red frogs in the pond", "Rouges dans l'étang"), 12, red),
        number(
            "pond-p",
            Words::new("Purple frogs in the pond", "Pourpres dans l'étang"),
            12,
            purple,
        ),
    ];
    (pieces, fields)
}

/// Frogs that are neither on squares nor in the pond are at the start.
fn write(editor: &Editor) -> String {
    let pond = [editor.number("pond-r"), editor.number("pond-p")];
    let home = [('r', pond[0]), ('p', pond[1])]
        .map(|(frog, pond)| FROGS.saturating_sub(editor.count(frog) + pond));
    let stacks: Vec<String> = Square::all()
        .map(|square| square.to_string())
        .filter_map(|square| Some(format!("{square}={}", editor.pieces.get(&square)?)))
        .collect();
    let stacks = if stacks.is_empty() { "-".to_owned() } else { stacks.join(",") };
    let (side, phase) = (editor.field("side"), editor.field("phase"));
    format!("{stacks} {}-{} {}-{} {side} {phase}", home[0], home[1], pond[0], pond[1])
}

/// Frogs go on top, the chief lies over them; what is removed is the topmost.
fn tap(editor: &mut Editor, square: &str, tool: &str) {
    if Square::all().all(|known| known.to_string() != square) {
        return;
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
