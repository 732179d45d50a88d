use abaque_board::TerminalOptions;
use abaque_board::kit::frame::turn_sentence;
use abaque_board::kit::text_grid::{CellStyle, TextGrid};
use abaque_core::{GameOptions as _, Seat, message};
use abaque_ur::{Options, Phase, Square, Ur};

use crate::{home_name, start_name, words};

/// Width and height of a cell including one border.
const CELL_WIDTH: usize = 6;
const CELL_HEIGHT: usize = 3;

pub(crate) fn draw(view: &Ur, options: &TerminalOptions, lit: &[String]) -> String {
    let mut term = TextGrid::new();
    // From the second player's side the board is rotated by 180°.
    let cell = |column: usize, owner: Option<Seat>| {
        let row = match owner {
            Some(Seat::Second) => 0,
            None => 1,
            Some(Seat::First) => 2,
        };
        let (column, row) = if options.flip { (7 - column, 2 - row) } else { (column, row) };
        (column * CELL_WIDTH, row * CELL_HEIGHT)
    };
    let put_name = |term: &mut TextGrid, x: usize, y: usize, name: &str| {
        let lit = lit.iter().any(|square| square == name);
        term.put_name(x + 1, y + 1, name, lit, options.colour);
    };
    for square in Square::all() {
        let step = usize::from(square.step());
        let column = match step {
            1..=4 => 4 - step,
            5..=12 => step - 5,
            _ => 20 - step,
        };
        let (x, y) = cell(column, square.owner());
        term.put_frame((x, y), (CELL_WIDTH, CELL_HEIGHT), options.unicode);
        put_name(&mut term, x, y, &square.to_string());
        if square.is_rosette() {
            term.put(x + 5, y + 1, CellStyle::fore(173), "*");
        }
        if let Some(seat) = view.piece(square) {
            term.put(x + 3, y + 2, colour(seat), piece(seat, options));
        }
    }
    for seat in Seat::ALL {
        let gaps =
            [(4, start_name(seat), view.waiting(seat)), (5, home_name(seat), view.home(seat))];
        for (column, name, count) in gaps {
            let (x, y) = cell(column, Some(seat));
            put_name(&mut term, x, y, name);
            let pieces = format!("{}{count}", piece(seat, options));
            term.put(x + 2, y + 2, colour(seat), &pieces);
        }
    }
    term.join_box_lines();
    draw_status(&mut term, view, options);
    term.finish(options.colour, options.unicode)
}

const fn colour(seat: Seat) -> CellStyle {
    match seat {
        Seat::First => CellStyle::fore(230).bold(),
        Seat::Second => CellStyle::fore(75).bold(),
    }
}

/// White pieces are open circles or `w`, black ones full circles or `b`.
const fn piece(seat: Seat, options: &TerminalOptions) -> &'static str {
    match (seat, options.unicode) {
        (Seat::First, true) => "○",
        (Seat::Second, true) => "●",
        (Seat::First, false) => "w",
        (Seat::Second, false) => "b",
    }
}

fn draw_status(term: &mut TextGrid, view: &Ur, options: &TerminalOptions) {
    const STATUS_COLUMN: usize = 8 * CELL_WIDTH + 4;
    let (info, lang) = (Options::description(), options.lang);
    for seat in Seat::ALL {
        let name = info.players[seat.index()].get(lang);
        let way = view.steps_to_go(seat);
        let words = message!("{way} to go", "{way} à parcourir");
        let y = if (seat == Seat::First) == options.flip { 1 } else { 7 };
        let label = format!("{} {name}", piece(seat, options));
        term.put(STATUS_COLUMN, y, colour(seat), &label);
        term.put(STATUS_COLUMN, y + 1, CellStyle::PLAIN, words.get(lang));
    }
    if let Phase::Move(number) = view.phase() {
        let words = message!("to play: {number}", "à jouer\u{a0}: {number}");
        term.put(STATUS_COLUMN, 4, CellStyle::PLAIN.bold(), words.get(lang));
    }
    let turn = options.effective_turn(words::panel_turn(view));
    let sentence = turn_sentence(info, turn, lang, &words::due_action(view));
    term.push_sentence(CellStyle::PLAIN.bold(), &sentence);
}
