use abaque_blocs::{BlockView, Colour, Rod};
use abaque_core::{Game, GameOptions as _, Seat, message};

use super::visible_board::{RodKnowledge, VisibleBoard};
use super::words::{self, rod_letter};
use abaque_board::TerminalOptions;
use abaque_board::kit::frame::turn_sentence;
use abaque_board::kit::text_grid::{CellStyle, LAST_MOVE_BACKGROUND, TextGrid};

/// Size of a field: with two lines per row, the board fits a 24-line terminal.
const CELL_WIDTH: usize = 7;
const CELL_HEIGHT: usize = 2;
const BOARD_COLOUR: u8 = 236;

pub(super) fn draw(view: &VisibleBoard, options: &TerminalOptions, lit: &[String]) -> String {
    let mut term = TextGrid::new();
    for (field, rod, block) in &view.fields {
        let (column, row) = (usize::from(field.column()), usize::from(field.row()));
        let (column, row) = if options.flip { (7 - column, row) } else { (column, 7 - row) };
        let (x, y) = (3 + column * CELL_WIDTH, row * CELL_HEIGHT);
        let name = field.to_string();
        let lit = lit.contains(&name);
        let back = if lit && options.colour { LAST_MOVE_BACKGROUND } else { BOARD_COLOUR };
        term.put(x, y, CellStyle::PLAIN.on(back), &" ".repeat(CELL_WIDTH - 1));
        match block {
            Some(block) => draw_block(&mut term, options, x, y, *rod, block),
            None => draw_free_field(&mut term, options, x, y, *rod, back),
        }
        if lit && !options.colour {
            term.put(x, y, CellStyle::PLAIN, ">");
        }
    }
    for i in 0..8 {
        let k = if options.flip { 7 - i } else { i };
        let letter = char::from(b'a' + k as u8).to_string();
        term.put(3 + i * CELL_WIDTH + 2, 8 * CELL_HEIGHT, CellStyle::DIM, &letter);
        term.put(1, (7 - i) * CELL_HEIGHT, CellStyle::DIM, &(k + 1).to_string());
    }
    draw_status(&mut term, view, options);
    term.finish(options.colour, options.unicode)
}

/// Draws the rod, then the shown sign in the builder's brackets; below, the pawns from bottom to
/// top.
fn draw_block(
    term: &mut TextGrid,
    options: &TerminalOptions,
    x: usize,
    y: usize,
    rod: RodKnowledge,
    block: &BlockView,
) {
    let (style, below) = match block.shown {
        Colour::Blue => (CellStyle::fore(231).on(25), CellStyle::fore(75)),
        Colour::Red => (CellStyle::fore(231).on(124), CellStyle::fore(210)),
        Colour::Neutral => (CellStyle::fore(16).on(178), CellStyle::fore(178)),
    };
    let (open, close) = match block.builder {
        Seat::First => ('(', ')'),
        Seat::Second => ('[', ']'),
    };
    let sign = colour_sign(block.shown, options.unicode);
    let pawns: String = block.pawns.iter().map(|pawn| pawn.map_or('?', Colour::letter)).collect();
    let letter = rod_letter(rod);
    term.put(x, y, style.bold(), &format!(" {letter}{open}{sign}{close}"));
    term.put(x, y + 1, below, &format!(" {pawns}"));
}

fn draw_free_field(
    term: &mut TextGrid,
    options: &TerminalOptions,
    x: usize,
    y: usize,
    rod: RodKnowledge,
    back: u8,
) {
    let (sign, colour) = match (rod, options.unicode) {
        (RodKnowledge::Known(Rod::Small, _), true) => ("• s", 250),
        (RodKnowledge::Known(Rod::Large, _), true) => ("◉ l", 179),
        (RodKnowledge::Known(Rod::Small, _), false) => ("s", 250),
        (RodKnowledge::Known(Rod::Large, _), false) => ("l", 179),
        (RodKnowledge::Unknown, _) => ("?", 250),
        (RodKnowledge::Absent, _) => (".", 250),
    };
    term.put(x + 1, y, CellStyle::fore(colour).on(back), sign);
}

const fn colour_sign(colour: Colour, unicode: bool) -> char {
    match (colour, unicode) {
        (Colour::Blue, true) => '●',
        (Colour::Red, true) => '▲',
        (Colour::Neutral, true) => '■',
        (colour, false) => colour.letter(),
    }
}

fn draw_status(term: &mut TextGrid, view: &VisibleBoard, options: &TerminalOptions) {
    let info = <abaque_blocs::Blocs as Game>::Options::description();
    let lang = options.lang;
    let counts: Vec<String> = Colour::ALL
        .into_iter()
        .zip(view.counts)
        .map(|(colour, count)| {
            let name = match lang {
                abaque_core::Lang::En => colour.en(),
                abaque_core::Lang::Fr => colour.fr(),
            };
            format!("{} {name} {count}", colour_sign(colour, options.unicode))
        })
        .collect();
    term.push_sentence(CellStyle::PLAIN, &counts.join("   "));
    let turn =
        turn_sentence(info, options.effective_turn(view.turn()), lang, &words::due_action(view));
    term.push_sentence(CellStyle::PLAIN.bold(), &turn);
    let key = message!(
        "s small rod, l large (capital: secret); ( ) built by Blue, [ ] by Red; pawns from bottom to top",
        "s petite tige, l grande (majuscule\u{a0}: secrète)\u{a0}; ( ) construit par Bleu, [ ] par Rouge\u{a0}; pions de bas en haut"
    );
    term.push_sentence(CellStyle::DIM, key.get(lang));
}
