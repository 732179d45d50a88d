use abaque_blocs::{Colour, Rod, Seen};
use abaque_core::{Game, Options as _, Seat, said};

use super::shown::{RodSeen, Shown};
use super::words::{self, rod_letter};
use crate::TermOptions;
use crate::kit::frame::turn_words;
use crate::kit::term::{LAST, Look, Term};

/// A field's width and height: with two lines a row the board fits a terminal of 24.
const WIDE: usize = 7;
const HIGH: usize = 2;
const BOARD: u8 = 236;

pub(super) fn draw(view: &Shown, options: &TermOptions, lit: &[String]) -> String {
    let mut term = Term::new();
    for (field, rod, block) in &view.fields {
        let (column, row) = (usize::from(field.column()), usize::from(field.row()));
        let (column, row) = if options.flip { (7 - column, row) } else { (column, 7 - row) };
        let (x, y) = (3 + column * WIDE, row * HIGH);
        let name = field.to_string();
        let lit = lit.contains(&name);
        let back = if lit && options.colour { LAST } else { BOARD };
        term.put(x, y, Look::PLAIN.on(back), &" ".repeat(WIDE - 1));
        match block {
            Some(block) => block_at(&mut term, options, x, y, *rod, block),
            None => free(&mut term, options, x, y, *rod, back),
        }
        if lit && !options.colour {
            term.put(x, y, Look::PLAIN, ">");
        }
    }
    for i in 0..8 {
        let k = if options.flip { 7 - i } else { i };
        let letter = char::from(b'a' + k as u8).to_string();
        term.put(3 + i * WIDE + 2, 8 * HIGH, Look::DIM, &letter);
        term.put(1, (7 - i) * HIGH, Look::DIM, &(k + 1).to_string());
    }
    below(&mut term, view, options);
    term.finish(options.colour, options.unicode)
}

/// The rod, then the sign shown in the builder's brackets; the pawns from bottom to top below.
fn block_at(
    term: &mut Term,
    options: &TermOptions,
    x: usize,
    y: usize,
    rod: RodSeen,
    block: &Seen,
) {
    let (look, below) = match block.shown {
        Colour::Blue => (Look::fore(231).on(25), Look::fore(75)),
        Colour::Red => (Look::fore(231).on(124), Look::fore(210)),
        Colour::Neutral => (Look::fore(16).on(178), Look::fore(178)),
    };
    let (open, close) = match block.builder {
        Seat::First => ('(', ')'),
        Seat::Second => ('[', ']'),
    };
    let sign = sign(block.shown, options.unicode);
    let pawns: String = block.pawns.iter().map(|pawn| pawn.map_or('?', Colour::letter)).collect();
    let letter = rod_letter(rod);
    term.put(x, y, look.bold(), &format!(" {letter}{open}{sign}{close}"));
    term.put(x, y + 1, below, &format!(" {pawns}"));
}

fn free(term: &mut Term, options: &TermOptions, x: usize, y: usize, rod: RodSeen, back: u8) {
    let (sign, colour) = match (rod, options.unicode) {
        (RodSeen::Known(Rod::Small, _), true) => ("• s", 250),
        (RodSeen::Known(Rod::Large, _), true) => ("◉ l", 179),
        (RodSeen::Known(Rod::Small, _), false) => ("s", 250),
        (RodSeen::Known(Rod::Large, _), false) => ("l", 179),
        (RodSeen::Unknown, _) => ("?", 250),
        (RodSeen::Absent, _) => (".", 250),
    };
    term.put(x + 1, y, Look::fore(colour).on(back), sign);
}

const fn sign(colour: Colour, unicode: bool) -> char {
    match (colour, unicode) {
        (Colour::Blue, true) => '●',
        (Colour::Red, true) => '▲',
        (Colour::Neutral, true) => '■',
        (colour, false) => colour.letter(),
    }
}

fn below(term: &mut Term, view: &Shown, options: &TermOptions) {
    let info = <abaque_blocs::Blocs as Game>::Options::info();
    let lang = options.lang;
    let counts: Vec<String> = Colour::ALL
        .into_iter()
        .zip(view.counts)
        .map(|(colour, count)| {
            let name = match lang {
                abaque_core::Lang::En => colour.en(),
                abaque_core::Lang::Fr => colour.fr(),
            };
            format!("{} {name} {count}", sign(colour, options.unicode))
        })
        .collect();
    term.say(Look::PLAIN, &counts.join("   "));
    let turn = turn_words(info, options.turn(view.turn()), lang, &words::acts(view));
    term.say(Look::PLAIN.bold(), &turn);
    let key = said!(
        "s small rod, l large (capital: secret); ( ) built by Blue, [ ] by Red; pawns from bottom to top",
        "s petite tige, l grande (majuscule : secrète) ; ( ) construit par Bleu, [ ] par Rouge ; pions de bas en haut"
    );
    term.say(Look::DIM, key.get(lang));
}
