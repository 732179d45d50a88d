use abaque_abagio::{Abagio, Square};
use abaque_core::{Game, GameOptions as _, Seat, message};

use super::{start_slot, words};
use abaque_board::TerminalOptions;
use abaque_board::kit::frame::turn_sentence;
use abaque_board::kit::text_grid::{CellStyle, TextGrid};

/// Width and height of a cell including one border.
const CELL_WIDTH: usize = 9;
const CELL_HEIGHT: usize = 3;

const RED: CellStyle = CellStyle::fore(203);
const PURPLE: CellStyle = CellStyle::fore(141);
const CHIEF: CellStyle = CellStyle::fore(220);

pub(super) fn draw(view: &Abagio, options: &TerminalOptions, lit: &[String]) -> String {
    let mut term = TextGrid::new();
    // From the second player's side the board is rotated by 180°.
    let cell = |column: usize, row: usize| {
        let (column, row) = if options.flip { (5 - column, row) } else { (column, 5 - row) };
        (column * CELL_WIDTH, row * CELL_HEIGHT)
    };
    for square in Square::outer_path() {
        let (column, row) = match square.index() + 1 {
            n @ 1..=5 => (0, n),
            n @ 6..=10 => (n - 5, 5),
            n @ 11..=15 => (5, 15 - n),
            n => (20 - n, 0),
        };
        let (x, y) = cell(column, row);
        let name = square.to_string();
        draw_cell_frame(&mut term, options, x, y, &name, lit.contains(&name));
        draw_stack(&mut term, view, square, x + 2, y + 2);
    }
    for (column, seat) in Seat::ALL.into_iter().enumerate() {
        let (x, y) = cell(column, 0);
        draw_cell_frame(
            &mut term,
            options,
            x,
            y,
            "s",
            lit.iter().any(|name| name == start_slot(seat)),
        );
        let style = colour(seat);
        term.put(x + 2, y + 2, style.bold(), &format!("{} {}", letter(seat), view.home(seat)));
    }
    term.join_box_lines();
    draw_inner_path(&mut term, view, options, lit);
    draw_status(&mut term, view, options);
    term.finish(options.colour, options.unicode)
}

fn draw_cell_frame(
    term: &mut TextGrid,
    options: &TerminalOptions,
    x: usize,
    y: usize,
    name: &str,
    lit: bool,
) {
    term.put_frame((x, y), (CELL_WIDTH, CELL_HEIGHT), options.unicode);
    term.put_name(x + 1, y + 1, name, lit, options.colour);
}

/// Draws the pads in two columns around the pond, with Eight and One between them.
fn draw_inner_path(term: &mut TextGrid, view: &Abagio, options: &TerminalOptions, lit: &[String]) {
    let (left, right) = (CELL_WIDTH + 4, CELL_WIDTH * 3 + 6);
    let middle = CELL_WIDTH * 2 + 5;
    let mut put = |square: Square, x: usize, y: usize| {
        let y = if options.flip { 18 - y } else { y };
        let name = square.to_string();
        term.put_name(x, y, &name, lit.contains(&name), options.colour);
        draw_stack(term, view, square, x + 3, y);
    };
    put(Square::ONE, middle, 4);
    put(Square::EIGHT, middle, 14);
    for number in 2..=7u8 {
        let y = 4 + usize::from(number);
        let columns = if options.flip { [right, left] } else { [left, right] };
        for (seat, x) in Seat::ALL.into_iter().zip(columns) {
            if let Some(square) = Square::safe(seat, number) {
                put(square, x, y);
            }
        }
    }
    let water = if options.unicode { "≈≈" } else { "~~" };
    let pond = CellStyle::fore(75);
    term.put(middle, 8, pond, water);
    for (i, seat) in Seat::ALL.into_iter().enumerate() {
        let style = colour(seat).bold();
        term.put(middle, 9 + i, style, &format!("{} {}", letter(seat), view.pond(seat)));
    }
}

fn draw_stack(term: &mut TextGrid, view: &Abagio, square: Square, x: usize, y: usize) {
    let mut x = x;
    for seat in view.stack(square).frogs() {
        term.put(x, y, colour(seat).bold(), letter(seat));
        x += 1;
    }
    if view.chief() == Some(square) {
        term.put(x, y, CHIEF.bold(), "*");
    }
}

const fn colour(seat: Seat) -> CellStyle {
    match seat {
        Seat::First => RED,
        Seat::Second => PURPLE,
    }
}

const fn letter(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "r",
        Seat::Second => "p",
    }
}

fn draw_status(term: &mut TextGrid, view: &Abagio, options: &TerminalOptions) {
    let info = <Abagio as Game>::Options::description();
    let lang = options.lang;
    const STATUS_COLUMN: usize = 57;
    for seat in Seat::ALL {
        let name = info.players[seat.index()].get(lang);
        let (pips, pond) = (view.pips(seat), view.pond(seat));
        let words = message!("{pips} to go, pond {pond}", "{pips} à parcourir, étang {pond}");
        let y = if (seat == Seat::First) == options.flip { 1 } else { 16 };
        term.put(STATUS_COLUMN, y, colour(seat).bold(), &format!("{} {name}", letter(seat)));
        term.put(STATUS_COLUMN, y + 1, CellStyle::PLAIN, words.get(lang));
    }
    if let Some(dice) = view.dice() {
        let words = message!("to play: {dice}", "à jouer\u{a0}: {dice}");
        term.put(STATUS_COLUMN, 8, CellStyle::PLAIN.bold(), words.get(lang));
    }
    let chief = view.chief().map_or("-".to_owned(), |square| square.to_string());
    let words = message!("* chief: {chief}", "* en chef\u{a0}: {chief}");
    term.put(STATUS_COLUMN, 10, CHIEF, words.get(lang));
    let turn = turn_sentence(
        info,
        options.effective_turn(words::panel_turn(view)),
        lang,
        &words::due_action(view),
    );
    term.push_sentence(CellStyle::PLAIN.bold(), &turn);
}
