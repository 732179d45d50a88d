use std::fmt::Write;

use abaque_core::{GameInfo, Lang, Outcome, Said, Seat, Turn, said};

use super::pen::{Pen, Type, UNIT, escape, num};
use crate::Options;
use crate::stage::Panel;

const MARGIN: f64 = 22.0;
const BAR: f64 = Panel::HEIGHT;
const STRIP: f64 = 56.0;
/// Between panels and board.
const GAP: f64 = 8.0;

/// The picture around a board: the table, a panel for each player, and where a game needs it a
/// strip for what belongs to both.
pub(crate) struct Frame {
    panels: bool,
    strip: bool,
    flip: bool,
    /// How much of the board's square is empty above and below, and left out between panels.
    crop: f64,
}

/// How a player stands in the game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    Waits,
    Acts,
    Won,
}

/// What a player's panel says; the game adds its counters on the right.
pub(crate) struct Bar {
    pub(crate) name: &'static str,
    pub(crate) note: String,
    pub(crate) standing: Standing,
}

impl Frame {
    pub(crate) fn new(options: &Options, strip: bool) -> Frame {
        let (panels, flip) = (options.panels, options.flip);
        Frame { panels, strip: strip && panels, flip, crop: 0.0 }
    }

    /// With that much left out above and below the board; without panels the square stays whole.
    pub(crate) fn cropped(self, crop: f64) -> Frame {
        Frame { crop: if self.panels { crop } else { 0.0 }, ..self }
    }

    /// What is left out above and below.
    pub(crate) const fn crop(&self) -> f64 {
        self.crop
    }

    /// Where the board's square begins.
    fn top(&self) -> f64 {
        if self.panels { MARGIN + BAR + GAP - self.crop } else { 0.0 }
    }

    fn height(&self) -> f64 {
        let strip = if self.strip { STRIP } else { 0.0 };
        if self.panels { 2.0 * (MARGIN + BAR + GAP - self.crop) + UNIT + strip } else { UNIT }
    }

    /// The middle height of a player's panel: the first player sits below unless flipped.
    pub(crate) fn bar_y(&self, seat: Seat) -> f64 {
        if (seat == Seat::First) == self.flip {
            MARGIN + BAR / 2.0
        } else {
            self.height() - MARGIN - BAR / 2.0
        }
    }

    /// The middle height of the common strip.
    pub(crate) fn strip_y(&self) -> f64 {
        self.top() + UNIT - self.crop + STRIP / 2.0
    }

    /// Says in the strip what concerns both players.
    pub(crate) fn notice(&self, pen: &mut Pen, words: &str) {
        let style = Type::new(pen.palette().accent).bold().end();
        pen.text(UNIT - 36.0, self.strip_y(), 24.0, style, words);
    }

    pub(crate) const fn has_panels(&self) -> bool {
        self.panels
    }

    /// Where counters in a panel end on the right.
    pub(crate) const RIGHT: f64 = UNIT - MARGIN - 26.0;

    /// Where a player's emblem has its centre.
    pub(crate) const EMBLEM: f64 = MARGIN + 52.0;

    /// Draws a player's panel without emblem and counters.
    pub(crate) fn bar(&self, pen: &mut Pen, seat: Seat, bar: &Bar) {
        let palette = pen.palette();
        let y = self.bar_y(seat);
        let (left, top, width) = (MARGIN, y - BAR / 2.0, UNIT - 2.0 * MARGIN);
        let active = bar.standing != Standing::Waits;
        let edge = if active { palette.accent } else { palette.card_edge };
        let stroke = if active { 4.0 } else { 2.0 };
        pen.rect(left, top + 5.0, width, BAR, 22.0, "fill=\"#000\" opacity=\"0.12\"");
        let attributes =
            format!("fill=\"{}\" stroke=\"{edge}\" stroke-width=\"{stroke}\"", palette.card);
        pen.rect(left, top, width, BAR, 22.0, &attributes);
        let x = MARGIN + 104.0;
        let name = Type::new(palette.ink).bold().start();
        if bar.note.is_empty() {
            pen.text(x, y, 34.0, name, bar.name);
        } else {
            let fill = if active { palette.accent } else { palette.ink_soft };
            let style = Type::new(fill).start();
            pen.text(x, y - 17.0, 32.0, name, bar.name);
            pen.text(x, y + 20.0, 24.0, if active { style.bold() } else { style }, &bar.note);
        }
    }

    /// The whole picture: `above` holds panels, `board` is drawn in the board's square.
    pub(crate) fn finish(
        &self,
        above: Pen,
        board: Pen,
        options: &Options,
        title: &str,
        description: &str,
    ) -> String {
        let palette = above.palette();
        let (w, h) = (UNIT, self.height());
        let pixels = f64::from(options.size);
        let (defs, panels) = above.finish();
        let (board_defs, board) = board.finish();
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" lang=\"{}\" width=\"{}\" \
             height=\"{}\" viewBox=\"0 0 {} {}\" \
             font-family=\"Inter, 'Segoe UI', system-ui, sans-serif\" font-weight=\"500\">\n",
            options.lang,
            num(pixels),
            num((pixels * h / w).round()),
            num(w),
            num(h)
        );
        let _ = write!(
            svg,
            "<title>{}</title>\n<desc>{}</desc>\n<defs>{defs}{board_defs}\
             <linearGradient id=\"table-{theme}\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"1\">\
             <stop offset=\"0\" stop-color=\"{}\"/><stop offset=\"1\" stop-color=\"{}\"/>\
             </linearGradient></defs>\n",
            escape(title),
            escape(description),
            palette.table[0],
            palette.table[1],
            theme = options.theme.name()
        );
        let round = if self.panels { 34.0 } else { 0.0 };
        let _ = writeln!(
            svg,
            "<rect width=\"{}\" height=\"{}\" rx=\"{round}\" fill=\"url(#table-{})\"/>",
            num(w),
            num(h),
            options.theme.name()
        );
        if self.panels {
            let _ = writeln!(svg, "<g class=\"panels\">{panels}</g>");
        }
        let _ = write!(
            svg,
            "<g class=\"board\" transform=\"translate(0 {})\">{board}</g>\n</svg>\n",
            num(self.top())
        );
        svg
    }
}

/// Who acts or how it ended, in words, for each seat: panels and descriptions share it.
pub(crate) fn bars(info: &'static GameInfo, turn: Turn, lang: Lang, acts: &Said) -> [Bar; 2] {
    Seat::ALL.map(|seat| {
        let name = info.players[seat.index()].get(lang);
        let (note, standing) = match turn {
            Turn::Of(who) if who == seat => (acts.get(lang).to_owned(), Standing::Acts),
            Turn::Over(Outcome::Win(who, reason)) if who == seat => {
                let reason = reason.said();
                let (en, fr) = (&reason.en, &reason.fr);
                (said!("wins {en}", "gagne {fr}").get(lang).to_owned(), Standing::Won)
            }
            Turn::Over(Outcome::Draw(_)) => {
                (said!("draw", "partie nulle").get(lang).to_owned(), Standing::Waits)
            }
            _ => (String::new(), Standing::Waits),
        };
        Bar { name, note, standing }
    })
}

/// One sentence on whose turn it is or how it ended.
pub(crate) fn turn_words(info: &'static GameInfo, turn: Turn, lang: Lang, acts: &Said) -> String {
    let name = |seat: Seat| info.players[seat.index()].get(lang);
    match turn {
        Turn::Of(seat) => format!("{} {}.", name(seat), acts.get(lang)),
        Turn::Chance => format!("{}.", acts.get(lang)),
        Turn::Over(Outcome::Win(seat, reason)) => {
            let wins = if lang == Lang::Fr { "gagne" } else { "wins" };
            format!("{} {wins} {}.", name(seat), reason.said().get(lang))
        }
        Turn::Over(Outcome::Draw(reason)) => {
            let draw = if lang == Lang::Fr { "Partie nulle" } else { "Draw" };
            format!("{draw} {}.", reason.said().get(lang))
        }
    }
}
