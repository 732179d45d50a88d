use abaque_abraxas::{Abraxas, Cell, CellView, Hole};
use abaque_core::{Game, GameOptions as _, Seat, message};

use super::words;
use abaque_board::TerminalOptions;
use abaque_board::kit::frame::turn_sentence;
use abaque_board::kit::text_grid::{CellStyle, LAST_MOVE_BACKGROUND, TextGrid};

const PAPER_COLOUR: u8 = 230;
const PLATE_COLOUR: u8 = 240;

pub(super) fn draw(view: &Abraxas, options: &TerminalOptions, lit: &[String]) -> String {
    let mut term = TextGrid::new();
    // The plate's outline takes an extra line and column on each side.
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
        let (sign, style) = cell_sign(view.cell_view(cell), hole, options);
        let back = match (lit, hole) {
            (true, _) => LAST_MOVE_BACKGROUND,
            (false, Some(_)) => PLATE_COLOUR,
            (false, None) => PAPER_COLOUR,
        };
        let text = if lit && !options.colour { format!("({sign})") } else { format!(" {sign} ") };
        term.put(column(x), line(y), style.on(back), &text);
    }
    if view.corner().is_some() {
        draw_outline(&mut term, options, column(right) - 1, line(down) - 1);
        for i in 0..8 {
            let k = if options.flip { 7 - i } else { i };
            let (x, y) = (column(right + i), line(down + 7 - i));
            term.put(
                x + 1,
                line(8) + 1 + down,
                CellStyle::DIM,
                &char::from(b'a' + k as u8).to_string(),
            );
            term.put(1, y, CellStyle::DIM, &(k + 1).to_string());
        }
    }
    draw_status(&mut term, view, options);
    term.finish(options.colour, options.unicode)
}

fn cell_sign(
    spot: CellView,
    hole: Option<Hole>,
    options: &TerminalOptions,
) -> (&'static str, CellStyle) {
    let empty = CellStyle::fore(if hole.is_some() { 250 } else { 252 });
    match (spot, options.unicode) {
        (CellView::Pawn, true) => ("●", CellStyle::fore(203).bold()),
        (CellView::Pawn, false) => ("O", CellStyle::fore(203).bold()),
        (CellView::Dot, true) => ("•", CellStyle::fore(if hole.is_some() { 217 } else { 160 })),
        (CellView::Dot, false) => ("*", CellStyle::fore(if hole.is_some() { 217 } else { 160 })),
        (CellView::Stop, true) => ("■", CellStyle::fore(117).bold()),
        (CellView::Stop, false) => ("#", CellStyle::fore(117).bold()),
        (CellView::Blank, true) => (if hole.is_some() { "◦" } else { " " }, empty),
        (CellView::Blank, false) => (if hole.is_some() { "." } else { " " }, empty),
    }
}

fn draw_outline(term: &mut TextGrid, options: &TerminalOptions, x: usize, y: usize) {
    let style = CellStyle::fore(252).on(PLATE_COLOUR);
    let [corner_ul, corner_ur, corner_ll, corner_lr, across, along] = if options.unicode {
        ["┌", "┐", "└", "┘", "─", "│"]
    } else {
        ["+", "+", "+", "+", "-", "|"]
    };
    let bar = across.repeat(24);
    term.put(x, y, style, &format!("{corner_ul}{bar}{corner_ur}"));
    term.put(x, y + 9, style, &format!("{corner_ll}{bar}{corner_lr}"));
    for i in 1..9 {
        term.put(x, y + i, style, along);
        term.put(x + 25, y + i, style, along);
    }
}

fn draw_status(term: &mut TextGrid, view: &Abraxas, options: &TerminalOptions) {
    let info = <Abraxas as Game>::Options::description();
    let lang = options.lang;
    const STATUS_COLUMN: usize = 38;
    for seat in Seat::ALL {
        let name = info.players[seat.index()].get(lang);
        let (score, target) = (view.score(seat), view.options().target);
        let stops = view.stops_left(seat);
        let words = message!(
            "{name}: {score}/{target} pawns, {stops} stop pawns",
            "{name}\u{a0}: {score}/{target} pions, {stops} pions d'arrêt"
        );
        let y = if (seat == Seat::First) == options.flip { 1 } else { 10 };
        term.put(STATUS_COLUMN, y, CellStyle::PLAIN, words.get(lang));
    }
    let turn =
        turn_sentence(info, options.effective_turn(view.turn()), lang, &words::due_action(view));
    term.put(STATUS_COLUMN, 4, CellStyle::PLAIN.bold(), &turn);
    let (sheet, reserve) = (words::sheet_name(view), view.reserve());
    let (en, fr) = (&sheet.en, &sheet.fr);
    let words = match view.corner().map(|corner| corner.name()) {
        Some(corner) => message!(
            "{en}, plate {corner}, reserve {reserve}",
            "{fr}, plaque {corner}, réserve {reserve}"
        ),
        None => message!("{en}, reserve {reserve}", "{fr}, réserve {reserve}"),
    };
    term.put(STATUS_COLUMN, 6, CellStyle::PLAIN, words.get(lang));
    let key = if options.unicode {
        message!("● pawn  • dot  ■ stop pawn", "● pion  • point  ■ pion d'arrêt")
    } else {
        message!("O pawn  * dot  # stop pawn", "O pion  * point  # pion d'arret")
    };
    term.put(STATUS_COLUMN, 8, CellStyle::DIM, key.get(lang));
}
