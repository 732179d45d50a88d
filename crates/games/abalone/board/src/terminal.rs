use abaque_abalone::{Abalone, Point};
use abaque_core::{Game, GameOptions as _, Seat, message};

use super::words;
use abaque_board::TerminalOptions;
use abaque_board::kit::frame::turn_sentence;
use abaque_board::kit::text_grid::{CellStyle, LAST_MOVE_BACKGROUND, TextGrid};

const BOARD_COLOUR: u8 = 137;

pub(super) fn draw(view: &Abalone, options: &TerminalOptions, lit: &[String]) -> String {
    let mut term = TextGrid::new();
    // Columns and lines from the first player's side; neighbours in a row are two columns apart.
    let place = |row: i32, number: i32| {
        let (x, y) = (2 * number - row - 6, 4 - row);
        let (x, y) = if options.flip { (-x, -y) } else { (x, y) };
        ((x + 18) as usize, (y + 5) as usize)
    };
    let rows = Point::all().filter(|p| p.step(abaque_abalone::Direction::W).is_none());
    for first in rows {
        let (row, number) = (i32::from(first.row()), i32::from(first.number()));
        let length = Point::all().filter(|p| p.row() == first.row()).count();
        let (x, y) = place(row, number);
        let left = if options.flip { x - 2 * (length - 1) } else { x };
        term.put(left - 1, y, CellStyle::PLAIN.on(BOARD_COLOUR), &" ".repeat(2 * length + 1));
        let (x, y) = place(row, number - 1);
        let x = if options.flip { x + 1 } else { x - 1 };
        term.put(x, y, CellStyle::DIM, &char::from(b'a' + first.row()).to_string());
    }
    for point in Point::all() {
        let (row, number) = (i32::from(point.row()), i32::from(point.number()));
        let (x, y) = place(row, number);
        let (sign, style) = match (view.ball(point), options.unicode) {
            (Some(Seat::First), true) => ("●", CellStyle::fore(16).bold()),
            (Some(Seat::First), false) => ("X", CellStyle::fore(16).bold()),
            (Some(Seat::Second), true) => ("○", CellStyle::fore(231).bold()),
            (Some(Seat::Second), false) => ("O", CellStyle::fore(231).bold()),
            (None, true) => ("·", CellStyle::fore(94)),
            (None, false) => (".", CellStyle::fore(94)),
        };
        let touched = lit.contains(&point.to_string());
        let back = if touched && options.colour { LAST_MOVE_BACKGROUND + 42 } else { BOARD_COLOUR };
        if touched && !options.colour {
            term.put(x - 1, y, CellStyle::PLAIN, "(");
            term.put(x + 1, y, CellStyle::PLAIN, ")");
        }
        term.put(x, y, style.on(back), sign);
        if point.step(abaque_abalone::Direction::SE).is_none() {
            let (x, y) = place(row - 1, number);
            term.put(x, y, CellStyle::DIM, &number.to_string());
        }
    }
    score(&mut term, view, options);
    term.finish(options.colour, options.unicode)
}

fn score(term: &mut TextGrid, view: &Abalone, options: &TerminalOptions) {
    let info = <Abalone as Game>::Options::description();
    let lang = options.lang;
    for seat in Seat::ALL {
        let name = info.players[seat.index()].get(lang);
        let sign = match (seat, options.unicode) {
            (Seat::First, true) => "●",
            (Seat::First, false) => "X",
            (Seat::Second, true) => "○",
            (Seat::Second, false) => "O",
        };
        let (ejected, target) = (view.lost(seat.other()), view.options().target());
        let mut line = message!(
            "{name}: {ejected} of {target} ejected",
            "{name}\u{a0}: {ejected} sur {target} éjectées"
        )
        .get(lang)
        .to_owned();
        if view.is_placing() {
            let hand = view.hand(seat);
            line += message!(", {hand} in hand", ", {hand} en main").get(lang);
        }
        let y = (if (seat == Seat::First) == options.flip { 2 } else { 8 }) as usize;
        term.put(42, y, CellStyle::PLAIN, sign);
        term.put(44, y, CellStyle::PLAIN, &line);
    }
    let turn =
        turn_sentence(info, options.effective_turn(view.turn()), lang, &words::due_action(view));
    term.put(42, 5, CellStyle::PLAIN.bold(), &turn);
}
