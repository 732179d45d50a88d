use std::fmt::Write;

use abaque_core::{GameDescription, Lang, Message, Outcome, Seat, Turn, message};

use super::pen::{SvgPen, TextStyle, UNIT, escape_xml, format_number};
use crate::DrawOptions;
use crate::layers::PlayerPanel;

const MARGIN: f64 = 22.0;
const PANEL_HEIGHT: f64 = PlayerPanel::HEIGHT;
const STRIP_HEIGHT: f64 = 56.0;
/// The gap between panels and board.
const GAP: f64 = 8.0;

/// The picture around a board: the table, a panel for each player and, where a game needs it, a
/// strip for shared items.
pub struct PictureFrame {
    panels: bool,
    strip: bool,
    flip: bool,
    /// The empty height above and below the board, cropped between panels.
    crop: f64,
}

/// A player's state as shown on the panel.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum PanelState {
    /// Not to act.
    Waits,
    /// To act.
    Acts,
    /// Has won.
    Won,
}

/// The texts of a player's panel; the game adds its counters on the right.
pub struct PanelText {
    /// The player's name.
    pub name: &'static str,
    /// What is due, or the outcome; may be empty.
    pub note: String,
    /// Whether the panel is lit.
    pub standing: PanelState,
}

impl PictureFrame {
    /// The frame for these options; `strip` asks for the shared strip.
    pub fn new(options: &DrawOptions, strip: bool) -> PictureFrame {
        let (panels, flip) = (options.panels, options.flip);
        PictureFrame { panels, strip: strip && panels, flip, crop: 0.0 }
    }

    /// Crops this much above and below the board; without panels the square stays whole.
    pub fn cropped(self, crop: f64) -> PictureFrame {
        PictureFrame { crop: if self.panels { crop } else { 0.0 }, ..self }
    }

    /// The height cropped above and below.
    pub const fn crop(&self) -> f64 {
        self.crop
    }

    /// The top of the board's square.
    fn top(&self) -> f64 {
        if self.panels { MARGIN + PANEL_HEIGHT + GAP - self.crop } else { 0.0 }
    }

    fn height(&self) -> f64 {
        let strip = if self.strip { STRIP_HEIGHT } else { 0.0 };
        if self.panels {
            2.0 * (MARGIN + PANEL_HEIGHT + GAP - self.crop) + UNIT + strip
        } else {
            UNIT
        }
    }

    /// The vertical centre of a player's panel; the first player sits below unless flipped.
    pub fn panel_y(&self, seat: Seat) -> f64 {
        if (seat == Seat::First) == self.flip {
            MARGIN + PANEL_HEIGHT / 2.0
        } else {
            self.height() - MARGIN - PANEL_HEIGHT / 2.0
        }
    }

    /// The vertical centre of the shared strip.
    pub fn strip_y(&self) -> f64 {
        self.top() + UNIT - self.crop + STRIP_HEIGHT / 2.0
    }

    /// Draws a notice for both players in the strip.
    pub fn draw_notice(&self, pen: &mut SvgPen, words: &str) {
        let style = TextStyle::new(pen.palette().accent).bold().end();
        pen.text(UNIT - 36.0, self.strip_y(), 24.0, style, words);
    }

    /// Whether the players' panels are drawn.
    pub const fn has_panels(&self) -> bool {
        self.panels
    }

    /// The right end of the counters in a panel.
    pub const COUNTERS_RIGHT: f64 = UNIT - MARGIN - 26.0;

    /// The centre of a player's emblem.
    pub const EMBLEM_X: f64 = MARGIN + 52.0;

    /// Draws a player's panel without emblem and counters.
    pub fn draw_panel(&self, pen: &mut SvgPen, seat: Seat, panel: &PanelText) {
        let palette = pen.palette();
        let y = self.panel_y(seat);
        let (left, top, width) = (MARGIN, y - PANEL_HEIGHT / 2.0, UNIT - 2.0 * MARGIN);
        let active = panel.standing != PanelState::Waits;
        let edge = if active { palette.accent } else { palette.card_edge };
        let stroke = if active { 4.0 } else { 2.0 };
        pen.rect(left, top + 5.0, width, PANEL_HEIGHT, 22.0, "fill=\"#000\" opacity=\"0.12\"");
        let attributes =
            format!("fill=\"{}\" stroke=\"{edge}\" stroke-width=\"{stroke}\"", palette.card);
        pen.rect(left, top, width, PANEL_HEIGHT, 22.0, &attributes);
        let x = MARGIN + 104.0;
        let name = TextStyle::new(palette.ink).bold().start();
        if panel.note.is_empty() {
            pen.text(x, y, 34.0, name, panel.name);
        } else {
            let fill = if active { palette.accent } else { palette.ink_soft };
            let style = TextStyle::new(fill).start();
            pen.text(x, y - 17.0, 32.0, name, panel.name);
            pen.text(x, y + 20.0, 24.0, if active { style.bold() } else { style }, &panel.note);
        }
    }

    /// Assembles the whole picture: `above` holds the panels, `board` goes into the board's square.
    pub fn finish(
        &self,
        above: SvgPen,
        board: SvgPen,
        options: &DrawOptions,
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
            format_number(pixels),
            format_number((pixels * h / w).round()),
            format_number(w),
            format_number(h)
        );
        let _ = write!(
            svg,
            "<title>{}</title>\n<desc>{}</desc>\n<defs>{defs}{board_defs}\
             <linearGradient id=\"table-{theme}\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"1\">\
             <stop offset=\"0\" stop-color=\"{}\"/><stop offset=\"1\" stop-color=\"{}\"/>\
             </linearGradient></defs>\n",
            escape_xml(title),
            escape_xml(description),
            palette.table[0],
            palette.table[1],
            theme = options.theme.name()
        );
        let round = if self.panels { 34.0 } else { 0.0 };
        let _ = writeln!(
            svg,
            "<rect width=\"{}\" height=\"{}\" rx=\"{round}\" fill=\"url(#table-{})\"/>",
            format_number(w),
            format_number(h),
            options.theme.name()
        );
        if self.panels {
            let _ = writeln!(svg, "<g class=\"panels\">{panels}</g>");
        }
        let _ = write!(
            svg,
            "<g class=\"board\" transform=\"translate(0 {})\">{board}</g>\n</svg>\n",
            format_number(self.top())
        );
        svg
    }
}

/// The turn or the outcome as a text for each seat; shared by panels and descriptions.
pub fn panel_texts(
    info: &'static GameDescription,
    turn: Turn,
    lang: Lang,
    acts: &Message,
) -> [PanelText; 2] {
    Seat::ALL.map(|seat| {
        let name = info.players[seat.index()].get(lang);
        let (note, standing) = match turn {
            Turn::Of(who) if who == seat => (acts.get(lang).to_owned(), PanelState::Acts),
            Turn::Over(Outcome::Win(who, reason)) if who == seat => {
                let reason = reason.message();
                let (en, fr) = (&reason.en, &reason.fr);
                (message!("wins {en}", "gagne {fr}").get(lang).to_owned(), PanelState::Won)
            }
            Turn::Over(Outcome::Draw(_)) => {
                (message!("draw", "partie nulle").get(lang).to_owned(), PanelState::Waits)
            }
            _ => (String::new(), PanelState::Waits),
        };
        PanelText { name, note, standing }
    })
}

/// One sentence on whose turn it is, or on the outcome.
pub fn turn_sentence(
    info: &'static GameDescription,
    turn: Turn,
    lang: Lang,
    acts: &Message,
) -> String {
    let name = |seat: Seat| info.players[seat.index()].get(lang);
    match turn {
        Turn::Of(seat) if lang == Lang::Fr => {
            format!("{}\u{a0}: {}.", name(seat), acts.get(lang))
        }
        Turn::Of(seat) => format!("{} {}.", name(seat), acts.get(lang)),
        Turn::Chance => format!("{}.", acts.get(lang)),
        Turn::Over(Outcome::Win(seat, reason)) => {
            let wins = if lang == Lang::Fr { "gagne" } else { "wins" };
            format!("{} {wins} {}.", name(seat), reason.message().get(lang))
        }
        Turn::Over(Outcome::Draw(reason)) => {
            let draw = if lang == Lang::Fr { "Partie nulle" } else { "Draw" };
            format!("{draw} {}.", reason.message().get(lang))
        }
    }
}
