use std::fmt::{self, Write};

use crate::path::Point;
use crate::scale::Panel;
use crate::text::escape_xml;

/// Colours for light and dark pages. `s0` to `s2` are the series: stroke with `line`, fill with
/// `fill`, a faint fill with `area`.
const STYLE: &str = "\
.page{fill:#fbfaf7}.ink{fill:#22252b}.soft{fill:#686c75}.grid{stroke:#dcdad3}.axis{stroke:#9a9b9f}\
.rim{stroke:#fbfaf7}.s0{color:#2f6f9f}.s1{color:#b0682a}.s2{color:#3a7d4f}\
.line{fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round}\
.fill{fill:currentColor}.area{fill:currentColor;opacity:.15}\
@media(prefers-color-scheme:dark){.page{fill:#191b20}.ink{fill:#eceae4}.soft{fill:#a3a7b0}\
.grid{stroke:#343841}.axis{stroke:#70757f}.rim{stroke:#191b20}\
.s0{color:#6fb1e0}.s1{color:#e0a066}.s2{color:#7cc492}}";

/// Which side of a text is at its coordinate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// It begins there.
    Start,
    /// It is centred there.
    Middle,
    /// It ends there.
    End,
}

/// How strongly a text stands out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shade {
    /// Titles.
    Ink,
    /// Labels and legends.
    Soft,
}

/// A chart as a self-contained SVG document. Colours follow the reader's light or dark theme.
pub struct Svg(String);

impl Svg {
    /// An empty page of a width and height, with the title that screen readers read.
    pub fn new((width, height): (f64, f64), title: &str) -> Svg {
        Svg(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" font-family=\"Inter, system-ui, sans-serif\" \
             font-size=\"12\" role=\"img\">\n<title>{}</title>\n<style>{STYLE}</style>\n\
             <rect class=\"page\" width=\"{width}\" height=\"{height}\" rx=\"8\"/>\n",
            escape_xml(title)
        ))
    }

    /// A text; `y` of its place is the baseline.
    pub fn text(&mut self, (x, y): Point, anchor: Anchor, shade: Shade, size: u32, text: &str) {
        let text = escape_xml(text);
        let class = if shade == Shade::Ink { "ink" } else { "soft" };
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        self.element(format_args!(
            "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" \
             font-size=\"{size}\">{text}</text>"
        ));
    }

    /// A label in the usual size.
    pub fn label(&mut self, place: Point, anchor: Anchor, text: &str) {
        self.text(place, anchor, Shade::Soft, 12, text);
    }

    /// A heading above a panel.
    pub fn heading(&mut self, panel: &Panel, text: &str) {
        self.text((panel.left, panel.top - 12.0), Anchor::Start, Shade::Ink, 14, text);
    }

    /// A horizontal grid line over a panel, its label at the left.
    pub fn gridline_y(&mut self, panel: &Panel, y: f64, label: &str) {
        self.rule("grid", (panel.left, y), (panel.right(), y));
        self.label((panel.left - 8.0, y + 4.5), Anchor::End, label);
    }

    /// A vertical grid line over a panel, its label below.
    pub fn gridline_x(&mut self, panel: &Panel, x: f64, label: &str) {
        self.rule("grid", (x, panel.top), (x, panel.bottom()));
        self.label((x, panel.bottom() + 18.0), Anchor::Middle, label);
    }

    /// A horizontal line that stands out from the grid.
    pub fn axis(&mut self, panel: &Panel, y: f64) {
        self.rule("axis", (panel.left, y), (panel.right(), y));
    }

    fn rule(&mut self, class: &str, (x1, y1): Point, (x2, y2): Point) {
        self.element(format_args!(
            "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
        ));
    }

    /// A line in the colour of a series (0 to 2).
    pub fn line_series(&mut self, series: usize, path: &str) {
        self.path(series, "line", path);
    }

    /// Bars, or another solid shape, in the colour of a series.
    pub fn solid_series(&mut self, series: usize, path: &str) {
        self.path(series, "fill", path);
    }

    /// A faint area in the colour of a series.
    pub fn area_series(&mut self, series: usize, path: &str) {
        self.path(series, "area", path);
    }

    /// A path without commands draws nothing and is left out.
    fn path(&mut self, series: usize, class: &str, path: &str) {
        if !path.is_empty() {
            self.element(format_args!("<path class=\"s{series} {class}\" d=\"{path}\"/>"));
        }
    }

    /// A dot in the colour of a series.
    pub fn dot(&mut self, series: usize, (x, y): Point, radius: f64) {
        self.element(format_args!(
            "<circle class=\"s{series} fill\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"/>"
        ));
    }

    /// A legend entry: a short line in the colour of a series, and its name.
    pub fn legend(&mut self, series: usize, (x, y): Point, name: &str) {
        self.line_series(series, &crate::line_path([(x, y - 4.5), (x + 20.0, y - 4.5)]));
        self.label((x + 27.0, y), Anchor::Start, name);
    }

    /// Adds one element on a line of its own.
    pub fn element(&mut self, element: fmt::Arguments<'_>) {
        // Writing to a `String` cannot fail.
        let _ = writeln!(self.0, "{element}");
    }

    /// The document.
    pub fn finish(mut self) -> String {
        self.0.push_str("</svg>\n");
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_escaped_and_leaves_out_empty_series() {
        let panel = Panel { left: 40.0, top: 30.0, width: 100.0, height: 50.0 };
        let mut svg = Svg::new((200.0, 100.0), "a < b");
        svg.heading(&panel, "R&D");
        svg.gridline_y(&panel, 80.0, "0");
        svg.line_series(0, "");
        svg.area_series(1, "M0 0h1v1z");
        let svg = svg.finish();
        assert!(
            svg.contains("<title>a &lt; b</title>") && svg.contains(">R&amp;D</text>"),
            "{svg}"
        );
        assert!(svg.contains("class=\"s1 area\"") && !svg.contains("class=\"s0"), "{svg}");
        assert!(svg.ends_with("</svg>\n"));
    }
}
