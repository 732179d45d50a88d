use std::fmt::Write;

use crate::Theme;
use crate::geometry::UnitPoint;
use crate::theme::Palette;

/// The width of the board's unit square in picture units.
pub const UNIT: f64 = 1000.0;

/// Formats a number for SVG: at most two decimals, no trailing zeros.
pub fn format_number(x: f64) -> String {
    let text = format!("{x:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// Writes SVG elements. Ids include the game and the theme, so several pictures can share a page:
/// equal ids have equal definitions.
pub struct SvgPen {
    prefix: String,
    /// The theme of all colours.
    pub theme: Theme,
    defs: String,
    out: String,
}

impl SvgPen {
    /// An empty picture of a game.
    pub fn new(game: &str, theme: Theme) -> SvgPen {
        let prefix = format!("{game}-{}", theme.name());
        SvgPen { prefix, theme, defs: String::new(), out: String::new() }
    }

    /// The colours of the theme.
    pub fn palette(&self) -> &'static Palette {
        Palette::of(self.theme)
    }

    /// The `fill="…"` attribute for a defined gradient.
    pub fn gradient_fill(&self, id: &str) -> String {
        format!("fill=\"url(#{}-{id})\"", self.prefix)
    }

    /// The attributes of a piece's outline, in themes that outline pieces.
    pub fn piece_outline(&self) -> Option<String> {
        let edge = self.palette().piece_edge?;
        Some(format!(
            "fill=\"none\" stroke=\"{edge}\" stroke-width=\"4\" stroke-linejoin=\"round\""
        ))
    }

    /// The colour of a piece's own outline: the theme's, or `usual`.
    pub fn piece_line<'a>(&self, usual: &'a str) -> &'a str {
        self.palette().piece_edge.unwrap_or(usual)
    }

    /// The attributes of an empty slot in a panel.
    pub fn empty_slot(&self) -> String {
        format!(
            "fill=\"{0}\" fill-opacity=\"0.12\" stroke=\"{0}\" stroke-opacity=\"0.5\" \
             stroke-width=\"2\" stroke-dasharray=\"4 4\"",
            self.palette().ink_soft
        )
    }

    /// Defines a radial gradient around a highlight; stops are offset, colour, opacity.
    pub fn define_radial_gradient(
        &mut self,
        id: &str,
        lit: (f64, f64),
        stops: &[(f64, &str, f64)],
    ) {
        let (x, y) = lit;
        let _ = write!(
            self.defs,
            "<radialGradient id=\"{}-{id}\" cx=\"{x}\" cy=\"{y}\" r=\"{}\">",
            self.prefix,
            format_number(0.5 + (x - 0.5).hypot(y - 0.5))
        );
        self.stops(stops);
        self.defs.push_str("</radialGradient>");
    }

    /// Defines a linear gradient from the upper left to the point (x, y) of the bounding box.
    pub fn define_linear_gradient(&mut self, id: &str, to: (f64, f64), stops: &[(f64, &str, f64)]) {
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

    /// Returns the elements written by `draw` instead of appending them.
    pub fn capture(&mut self, draw: impl FnOnce(&mut SvgPen)) -> String {
        let before = std::mem::take(&mut self.out);
        draw(self);
        std::mem::replace(&mut self.out, before)
    }

    /// Defines a reusable symbol.
    pub fn define_symbol(&mut self, id: &str, draw: impl FnOnce(&mut SvgPen)) {
        let inner = self.capture(draw);
        let _ = write!(self.defs, "<g id=\"{}-{id}\">{inner}</g>", self.prefix);
    }

    /// Places a scaled symbol with its origin at (x, y); `class` identifies it for styling and
    /// counting.
    pub fn use_symbol(&mut self, id: &str, class: &str, x: f64, y: f64, scale: f64) {
        let _ = write!(
            self.out,
            "<use class=\"{class}\" href=\"#{}-{id}\" transform=\"translate({} {})",
            self.prefix,
            format_number(x),
            format_number(y)
        );
        if (scale - 1.0).abs() > 1e-6 {
            let _ = write!(self.out, " scale({scale:.4})");
        }
        self.out.push_str("\"/>");
    }

    /// A circle from its centre and radius.
    pub fn circle(&mut self, x: f64, y: f64, r: f64, attributes: &str) {
        let (x, y, r) = (format_number(x), format_number(y), format_number(r));
        let _ = write!(self.out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" {attributes}/>");
    }

    /// An ellipse from its centre and radii.
    pub fn ellipse(&mut self, x: f64, y: f64, rx: f64, ry: f64, attributes: &str) {
        let (x, y, rx, ry) =
            (format_number(x), format_number(y), format_number(rx), format_number(ry));
        let _ = write!(
            self.out,
            "<ellipse cx=\"{x}\" cy=\"{y}\" rx=\"{rx}\" ry=\"{ry}\" {attributes}/>"
        );
    }

    /// A rectangle from its upper left corner, size and corner radius.
    pub fn rect(&mut self, x: f64, y: f64, w: f64, h: f64, r: f64, attributes: &str) {
        let (x, y, w, h, r) = (
            format_number(x),
            format_number(y),
            format_number(w),
            format_number(h),
            format_number(r),
        );
        let _ = write!(
            self.out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{r}\" {attributes}/>"
        );
    }

    /// A square from its centre and half its side.
    pub fn square(&mut self, x: f64, y: f64, half: f64, r: f64, attributes: &str) {
        self.rect(x - half, y - half, 2.0 * half, 2.0 * half, r, attributes);
    }

    /// A path from its data.
    pub fn path(&mut self, d: &str, attributes: &str) {
        let _ = write!(self.out, "<path d=\"{d}\" {attributes}/>");
    }

    /// A closed polygon through these board points.
    pub fn polygon(&mut self, points: &[UnitPoint], attributes: &str) {
        self.path(&polygon_path(points), attributes);
    }

    /// Text at `x` (see `anchor`), vertically centred at `y`.
    pub fn text(&mut self, x: f64, y: f64, size: f64, style: TextStyle, words: &str) {
        let weight = if style.bold { " font-weight=\"700\"" } else { "" };
        let _ = write!(
            self.out,
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{}\" fill=\"{}\"{weight}>{}</text>",
            format_number(x),
            format_number(y + size * 0.36),
            format_number(size),
            style.anchor,
            style.fill,
            escape_xml(words)
        );
    }

    /// The definitions and the elements.
    pub fn finish(self) -> (String, String) {
        (self.defs, self.out)
    }
}

/// The style of a text.
#[derive(Clone, Copy)]
pub struct TextStyle {
    /// The colour.
    pub fill: &'static str,
    /// Whether it is bold.
    pub bold: bool,
    /// The `text-anchor`.
    pub anchor: &'static str,
}

impl TextStyle {
    /// Centred and regular.
    pub const fn new(fill: &'static str) -> TextStyle {
        TextStyle { fill, bold: false, anchor: "middle" }
    }

    /// The same style in bold.
    pub const fn bold(self) -> TextStyle {
        TextStyle { bold: true, ..self }
    }

    /// The same style, starting at its place.
    pub const fn start(self) -> TextStyle {
        TextStyle { anchor: "start", ..self }
    }

    /// The same style, ending at its place.
    pub const fn end(self) -> TextStyle {
        TextStyle { anchor: "end", ..self }
    }
}

/// The path data of a closed polygon on the board.
pub fn polygon_path(points: &[UnitPoint]) -> String {
    let mut d = String::new();
    for (i, point) in points.iter().enumerate() {
        let _ = write!(
            d,
            "{}{} {}",
            if i == 0 { 'M' } else { 'L' },
            format_number(point.x * UNIT),
            format_number(point.y * UNIT)
        );
    }
    d.push('Z');
    d
}

/// Escapes text for use between tags.
pub fn escape_xml(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
