use abaque_abagio::{Abagio, Square};
use abaque_core::{Game, Options as _, Seat, said};

use super::{start, words};
use crate::TermOptions;
use crate::kit::frame::turn_words;
use crate::kit::term::{LAST, Look, Term};

/// A cell's width and height with one of its borders.
const WIDE: usize = 9;
const HIGH: usize = 3;

const RED: Look = Look::fore(203);
const PURPLE: Look = Look::fore(141);
const CHIEF: Look = Look::fore(220);

pub(super) fn draw(view: &Abagio, options: &TermOptions, lit: &[String]) -> String {
    let mut term = Term::new();
    // Seen from the other side the board is turned by half a turn.
    let cell = |column: usize, row: usize| {
        let (column, row) = if options.flip { (5 - column, row) } else { (column, 5 - row) };
        (column * WIDE, row * HIGH)
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
        cell_frame(&mut term, options, x, y, &name, lit.contains(&name));
        stack(&mut term, view, square, x + 2, y + 2);
    }
    for (column, seat) in Seat::ALL.into_iter().enumerate() {
        let (x, y) = cell(column, 0);
        cell_frame(&mut term, options, x, y, "s", lit.iter().any(|name| name == start(seat)));
        let look = colour(seat);
        term.put(x + 2, y + 2, look.bold(), &format!("{} {}", letter(seat), view.home(seat)));
    }
    term.join();
    inner(&mut term, view, options, lit);
    below(&mut term, view, options);
    term.finish(options.colour, options.unicode)
}

fn cell_frame(term: &mut Term, options: &TermOptions, x: usize, y: usize, name: &str, lit: bool) {
    let [corner, across, along] =
        if options.unicode { ["┼", "─", "│"] } else { ["+", "-", "|"] };
    let look = Look::fore(240);
    let bar = format!("{corner}{}{corner}", across.repeat(WIDE - 1));
    term.put(x, y, look, &bar);
    term.put(x, y + HIGH, look, &bar);
    for i in 1..HIGH {
        term.put(x, y + i, look, along);
        term.put(x + WIDE, y + i, look, along);
    }
    let label = if lit && !options.colour { format!("({name})") } else { name.to_owned() };
    let look = if lit { Look::fore(16).on(LAST) } else { Look::DIM };
    term.put(x + 1, y + 1, look, &label);
}

/// The pads in two columns around the pond, Eight and One between them.
fn inner(term: &mut Term, view: &Abagio, options: &TermOptions, lit: &[String]) {
    let (left, right) = (WIDE + 4, WIDE * 3 + 6);
    let middle = WIDE * 2 + 5;
    let name_of = |square: Square| {
        let name = square.to_string();
        let lit = lit.contains(&name);
        let label = if lit && !options.colour { format!("({name})") } else { name };
        (label, if lit { Look::fore(16).on(LAST) } else { Look::DIM })
    };
    let mut put = |square: Square, x: usize, y: usize| {
        let y = if options.flip { 18 - y } else { y };
        let (label, look) = name_of(square);
        term.put(x, y, look, &label);
        stack(term, view, square, x + 3, y);
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
    let pond = Look::fore(75);
    term.put(middle, 8, pond, water);
    for (i, seat) in Seat::ALL.into_iter().enumerate() {
        let look = colour(seat).bold();
        term.put(middle, 9 + i, look, &format!("{} {}", letter(seat), view.pond(seat)));
    }
}

fn stack(term: &mut Term, view: &Abagio, square: Square, x: usize, y: usize) {
    let mut x = x;
    for seat in view.stack(square).frogs() {
        term.put(x, y, colour(seat).bold(), letter(seat));
        x += 1;
    }
    if view.chief() == Some(square) {
        term.put(x, y, CHIEF.bold(), "*");
    }
}

const fn colour(seat: Seat) -> Look {
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

fn below(term: &mut Term, view: &Abagio, options: &TermOptions) {
    let info = <Abagio as Game>::Options::info();
    let lang = options.lang;
    const X: usize = 57;
    for seat in Seat::ALL {
        let name = info.players[seat.index()].get(lang);
        let (pips, pond) = (view.pips(seat), view.pond(seat));
        let words = said!("{pips} to go, pond {pond}", "{pips} à faire, étang {pond}");
        let y = if (seat == Seat::First) == options.flip { 1 } else { 16 };
        term.put(X, y, colour(seat).bold(), &format!("{} {name}", letter(seat)));
        term.put(X, y + 1, Look::PLAIN, words.get(lang));
    }
    if let Some(dice) = view.dice() {
        let words = said!("to play: {dice}", "à jouer : {dice}");
        term.put(X, 8, Look::PLAIN.bold(), words.get(lang));
    }
    let chief = view.chief().map_or("-".to_owned(), |square| square.to_string());
    let words = said!("* chief: {chief}", "* chef : {chief}");
    term.put(X, 10, CHIEF, words.get(lang));
    let turn = turn_words(info, options.turn(words::turn(view)), lang, &words::acts(view));
    term.say(Look::PLAIN.bold(), &turn);
}
