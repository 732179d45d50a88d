use std::fmt::Write;

use crate::Theme;
use crate::geometry::At;
use crate::theme::Palette;

/// How many units of the picture the board's unit square is wide.
pub(crate) const UNIT: f64 = 1000.0;

/// A number for SVG: at most two decimals, no trailing zeros.
pub(crate) fn num(x: f64) -> String {
    let text = format!("{x:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// Writes SVG elements. Ids carry the game and the theme, so that several pictures can live in
/// one page: equal ids then mean equal things.
pub(crate) struct Pen {
    prefix: String,
    pub(crate) theme: Theme,
    defs: String,
    out: String,
}

impl Pen {
    pub(crate) fn new(game: &str, theme: Theme) -> Pen {
        let prefix = format!("{game}-{}", theme.name());
        Pen { prefix, theme, defs: String::new(), out: String::new() }
    }

    pub(crate) fn palette(&self) -> &'static Palette {
        Palette::of(self.theme)
    }

    /// `fill="…"` with a gradient defined before.
    pub(crate) fn fill(&self, id: &str) -> String {
        format!("fill=\"url(#{}-{id})\"", self.prefix)
    }

    /// How a place in a panel looks that nothing fills yet.
    pub(crate) fn empty_slot(&self) -> String {
        format!(
            "fill=\"{0}\" fill-opacity=\"0.12\" stroke=\"{0}\" stroke-opacity=\"0.5\" \
             stroke-width=\"2\" stroke-dasharray=\"4 4\"",
            self.palette().ink_soft
        )
    }

    /// A gradient around a lit point; stops are offset, colour, opacity.
    pub(crate) fn radial(&mut self, id: &str, lit: (f64, f64), stops: &[(f64, &str, f64)]) {
        let (x, y) = lit;
        let _ = write!(
            self.defs,
            "<radialGradient id=\"{}-{id}\" cx=\"{x}\" cy=\"{y}\" r=\"{}\">",
            self.prefix,
            num(0.5 + (x - 0.5).hypot(y - 0.5))
        );
        self.stops(stops);
        self.defs.push_str("</radialGradient>");
    }

    /// A gradient from the upper left to the point (x, y) of the shape's box.
    pub(crate) fn linear(&mut self, id: &str, to: (f64, f64), stops: &[(f64, &str, f64)]) {
        let (x, y) = to;
        let _ = write!(
            self.defs,
            "<linearGradient id=\"{}-{id}\" x1=\"0\" y1=\"0\" x2=\"{x}\" y2=\"{y}\">",
            self.prefix
        );
        self.stops(stops);
        self.defs.push_str("</linearGradient>");
    }

    fn stops(&mut self, stops: &[(f64, &str, f64)]) {
        for (offset, colour, opacity) in stops {
            let _ = write!(self.defs, "<stop offset=\"{offset}\" stop-color=\"{colour}\"");
            if *opacity < 1.0 {
                let _ = write!(self.defs, " stop-opacity=\"{opacity}\"");
            }
            self.defs.push_str("/>");
        }
    }

    /// What is drawn, apart from everything else.
    pub(crate) fn aside(&mut self, draw: impl FnOnce(&mut Pen)) -> String {
        let before = std::mem::take(&mut self.out);
        draw(self);
        std::mem::replace(&mut self.out, before)
    }

    /// Defines a drawing to be placed many times.
    pub(crate) fn symbol(&mut self, id: &str, draw: impl FnOnce(&mut Pen)) {
        let inner = self.aside(draw);
        let _ = write!(self.defs, "<g id=\"{}-{id}\">{inner}</g>", self.prefix);
    }

    /// Places a symbol, scaled, with its origin at (x, y); `class` says what it is to whoever
    /// styles or counts.
    pub(crate) fn put(&mut self, id: &str, class: &str, x: f64, y: f64, scale: f64) {
        let _ = write!(
            self.out,
            "<use class=\"{class}\" href=\"#{}-{id}\" transform=\"translate({} {})",
            self.prefix,
            num(x),
            num(y)
        );
        if (scale - 1.0).abs() > 1e-6 {
            let _ = write!(self.out, " scale({scale:.4})");
        }
        self.out.push_str("\"/>");
    }

    pub(crate) fn circle(&mut self, x: f64, y: f64, r: f64, attributes: &str) {
        let (x, y, r) = (num(x), num(y), num(r));
        let _ = write!(self.out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" {attributes}/>");
    }

    pub(crate) fn ellipse(&mut self, x: f64, y: f64, rx: f64, ry: f64, attributes: &str) {
        let (x, y, rx, ry) = (num(x), num(y), num(rx), num(ry));
        let _ = write!(
            self.out,
            "<ellipse cx=\"{x}\" cy=\"{y}\" rx=\"{rx}\" ry=\"{ry}\" {attributes}/>"
        );
    }

    /// A rectangle by its upper left corner, size and corner radius.
    pub(crate) fn rect(&mut self, x: f64, y: f64, w: f64, h: f64, r: f64, attributes: &str) {
        let (x, y, w, h, r) = (num(x), num(y), num(w), num(h), num(r));
        let _ = write!(
            self.out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{r}\" {attributes}/>"
        );
    }

    /// A square by its centre and half its side.
    pub(crate) fn square(&mut self, x: f64, y: f64, half: f64, r: f64, attributes: &str) {
        self.rect(x - half, y - half, 2.0 * half, 2.0 * half, r, attributes);
    }

    pub(crate) fn path(&mut self, d: &str, attributes: &str) {
        let _ = write!(self.out, "<path d=\"{d}\" {attributes}/>");
    }

    /// A closed shape through these points of the board.
    pub(crate) fn polygon(&mut self, points: &[At], attributes: &str) {
        self.path(&closed(points), attributes);
    }

    /// Words around `x` (see `anchor`), their middle height at `y`.
    pub(crate) fn text(&mut self, x: f64, y: f64, size: f64, style: Type, words: &str) {
        let weight = if style.bold { " font-weight=\"700\"" } else { "" };
        let _ = write!(
            self.out,
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{}\" fill=\"{}\"{weight}>{}</text>",
            num(x),
            num(y + size * 0.36),
            num(size),
            style.anchor,
            style.fill,
            escape(words)
        );
    }

    /// The definitions and the elements written.
    pub(crate) fn finish(self) -> (String, String) {
        (self.defs, self.out)
    }
}

/// How words are set.
#[derive(Clone, Copy)]
pub(crate) struct Type {
    pub(crate) fill: &'static str,
    pub(crate) bold: bool,
    pub(crate) anchor: &'static str,
}

impl Type {
    pub(crate) const fn new(fill: &'static str) -> Type {
        Type { fill, bold: false, anchor: "middle" }
    }

    pub(crate) const fn bold(self) -> Type {
        Type { bold: true, ..self }
    }

    pub(crate) const fn start(self) -> Type {
        Type { anchor: "start", ..self }
    }

    pub(crate) const fn end(self) -> Type {
        Type { anchor: "end", ..self }
    }
}

/// The path data of a closed polygon on the board.
pub(crate) fn closed(points: &[At]) -> String {
    let mut d = String::new();
    for (i, point) in points.iter().enumerate() {
        let _ = write!(
            d,
            "{}{} {}",
            if i == 0 { 'M' } else { 'L' },
            num(point.x * UNIT),
            num(point.y * UNIT)
        );
    }
    d.push('Z');
    d
}

/// Text safe between tags.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
