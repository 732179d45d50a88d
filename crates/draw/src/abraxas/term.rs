use abaque_abraxas::{Abraxas, Cell, Hole, Spot};
use abaque_core::{Game, Options as _, Seat, said};

use super::words;
use crate::TermOptions;
use crate::kit::frame::turn_words;
use crate::kit::term::{LAST, Look, Term};

const PAPER: u8 = 230;
const PLATE: u8 = 240;

pub(super) fn draw(view: &Abraxas, options: &TermOptions, lit: &[String]) -> String {
    let mut term = Term::new();
    // The plate's outline takes a line and a column of its own on each side.
    let (right, up) = view.corner().map_or((0, 0), |corner| corner.offset());
    let (right, down) = if options.flip { (1 - right, up) } else { (right, 1 - up) };
    let (right, down) = (usize::from(right), usize::from(down));
    let column = |x: usize| 4 + 3 * x + usize::from(x >= right) + usize::from(x >= right + 8);
    let line = |y: usize| 1 + y + usize::from(y >= down) + usize::from(y >= down + 8);
    for cell in Cell::all() {
        let (x, y) = (usize::from(cell.column()), usize::from(cell.row()));
        let (x, y) = if options.flip { (8 - x, y) } else { (x, 8 - y) };
        let hole = view.corner().and_then(|corner| cell.hole(corner));
        let lit = hole.is_some_and(|hole| lit.contains(&hole.to_string()));
        let (sign, look) = sign(view.spot(cell), hole, options);
        let back = match (lit, hole) {
            (true, _) => LAST,
            (false, Some(_)) => PLATE,
            (false, None) => PAPER,
        };
        let text = if lit && !options.colour { format!("({sign})") } else { format!(" {sign} ") };
        term.put(column(x), line(y), look.on(back), &text);
    }
    if view.corner().is_some() {
        outline(&mut term, options, column(right) - 1, line(down) - 1);
        for i in 0..8 {
            let k = if options.flip { 7 - i } else { i };
            let (x, y) = (column(right + i), line(down + 7 - i));
            term.put(x + 1, line(8) + 1 + down, Look::DIM, &char::from(b'a' + k as u8).to_string());
            term.put(1, y, Look::DIM, &(k + 1).to_string());
        }
    }
    beside(&mut term, view, options);
    term.finish(options.colour, options.unicode)
}

fn sign(spot: Spot, hole: Option<Hole>, options: &TermOptions) -> (&'static str, Look) {
    let empty = Look::fore(if hole.is_some() { 250 } else { 252 });
    match (spot, options.unicode) {
        (Spot::Pawn, true) => ("●", Look::fore(203).bold()),
        (Spot::Pawn, false) => ("O", Look::fore(203).bold()),
        (Spot::Dot, true) => ("•", Look::fore(if hole.is_some() { 217 } else { 160 })),
        (Spot::Dot, false) => ("*", Look::fore(if hole.is_some() { 217 } else { 160 })),
        (Spot::Stop, true) => ("■", Look::fore(117).bold()),
        (Spot::Stop, false) => ("#", Look::fore(117).bold()),
        (Spot::Blank, true) => (if hole.is_some() { "◦" } else { " " }, empty),
        (Spot::Blank, false) => (if hole.is_some() { "." } else { " " }, empty),
    }
}

fn outline(term: &mut Term, options: &TermOptions, x: usize, y: usize) {
    let look = Look::fore(252).on(PLATE);
    let [corner_ul, corner_ur, corner_ll, corner_lr, across, along] = if options.unicode {
        ["┌", "┐", "└", "┘", "─", "│"]
    } else {
        ["+", "+", "+", "+", "-", "|"]
    };
    let bar = across.repeat(24);
    term.put(x, y, look, &format!("{corner_ul}{bar}{corner_ur}"));
    term.put(x, y + 9, look, &format!("{corner_ll}{bar}{corner_lr}"));
    for i in 1..9 {
        term.put(x, y + i, look, along);
        term.put(x + 25, y + i, look, along);
    }
}

fn beside(term: &mut Term, view: &Abraxas, options: &TermOptions) {
    let info = <Abraxas as Game>::Options::info();
    let lang = options.lang;
    const X: usize = 38;
    for seat in Seat::ALL {
        let name = info.players[seat.index()].get(lang);
        let (score, target) = (view.score(seat), view.options().target);
        let stops = view.stops_left(seat);
        let words = said!(
            "{name}: {score} of {target} taken, stop pawns: {stops}",
            "{name} : {score} sur {target} pris, arrêts : {stops}"
        );
        let y = if (seat == Seat::First) == options.flip { 1 } else { 10 };
        term.put(X, y, Look::PLAIN, words.get(lang));
    }
    let turn = turn_words(info, options.turn(view.turn()), lang, &words::acts(view));
    term.put(X, 4, Look::PLAIN.bold(), &turn);
    let (sheet, reserve) = (words::sheet(view), view.reserve());
    let (en, fr) = (&sheet.en, &sheet.fr);
    let words = match view.corner().map(|corner| corner.name()) {
        Some(corner) => said!(
            "{en}, plate {corner}, reserve {reserve}",
            "{fr}, plaque {corner}, réserve {reserve}"
        ),
        None => said!("{en}, reserve {reserve}", "{fr}, réserve {reserve}"),
    };
    term.put(X, 6, Look::PLAIN, words.get(lang));
    let key = if options.unicode {
        said!("● pawn  • dot  ■ stop pawn", "● pion  • point  ■ pion d'arrêt")
    } else {
        said!("O pawn  * dot  # stop pawn", "O pion  * point  # pion d'arret")
    };
    term.put(X, 8, Look::DIM, key.get(lang));
}
