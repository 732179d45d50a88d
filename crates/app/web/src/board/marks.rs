//! Marks on a board: the last action, the selection, its targets, warnings.

use std::fmt::Write;

use abaque_draw::geometry::{BoardSpot, SpotShape, UnitPoint};
use abaque_draw::{BoardLayers, Deduction};

/// Square names by kind of mark.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct SquareMarks {
    pub(crate) highlighted: Vec<String>,
    pub(crate) last_from: Vec<String>,
    pub(crate) last_to: Vec<String>,
    pub(crate) picked: Vec<String>,
    pub(crate) sources: Vec<String>,
    pub(crate) targets: Vec<String>,
    /// The targets where something stands: a dot would hide it.
    pub(crate) occupied: Vec<String>,
    /// Whether targets are drawn faintly.
    pub(crate) faint_targets: bool,
    pub(crate) danger: Vec<String>,
    pub(crate) hint: Vec<(Option<String>, String)>,
    /// Suggested moves: origin and target.
    pub(crate) suggestions: Vec<(Option<String>, String)>,
    /// Squares and arrows that show an explanation.
    pub(crate) explained: Vec<String>,
    pub(crate) explained_arrows: Vec<(String, String)>,
    pub(crate) deductions: Vec<Deduction>,
}

/// Positions of the squares, as the viewer sees them.
pub(crate) struct SquareLayout<'a> {
    pub(crate) spots: &'a [(String, BoardSpot)],
    pub(crate) flip: bool,
}

impl SquareLayout<'_> {
    /// Finds a square by name.
    pub(crate) fn find(&self, name: &str) -> Option<BoardSpot> {
        let spot = self.spots.iter().find(|(known, _)| known == name)?.1;
        Some(if self.flip { spot.flipped() } else { spot })
    }
}

impl SquareMarks {
    /// Finds the targets where a piece stands.
    pub(crate) fn find_occupied(
        &mut self,
        spots: &[(String, BoardSpot)],
        stage: Option<&BoardLayers>,
        flip: bool,
    ) {
        let places = SquareLayout { spots, flip };
        let pieces = stage.map_or(&[][..], |stage| &stage.pieces[..]);
        let stands = |name: &&String| {
            let Some(spot) = places.find(name) else { return false };
            pieces.iter().any(|piece| spot.at.distance(piece.at) < spot.half * 0.6)
        };
        self.occupied = self.targets.iter().filter(stands).cloned().collect();
    }

    /// Draws the marks under the pieces.
    pub(crate) fn svg_under_pieces(&self, places: &SquareLayout) -> String {
        let mut out = String::new();
        for (names, class, by) in [
            (&self.last_from, "mark last-from", 1.0),
            (&self.last_to, "mark last-to", 1.08),
            (&self.sources, "mark source", 1.04),
            (&self.picked, "mark picked", 1.12),
        ] {
            names.iter().filter_map(|name| places.find(name)).for_each(|spot| {
                match spot.is_large() {
                    // Filled, the mark would hide what lies there.
                    true => write_outline(&mut out, spot, 0.97, &format!("{class} large")),
                    false => write_outline(&mut out, spot, by, class),
                }
            });
        }
        out
    }

    /// Draws the marks over the pieces.
    pub(crate) fn svg_over_pieces(&self, places: &SquareLayout) -> String {
        let mut out = String::new();
        for spot in self.danger.iter().filter_map(|name| places.find(name)) {
            write_warning(&mut out, spot);
        }
        for deduction in &self.deductions {
            if let Some(spot) = places.find(&deduction.square) {
                write_dots(&mut out, spot, &deduction.dots);
            }
        }
        for (name, spot) in self.targets.iter().filter_map(|name| Some((name, places.find(name)?)))
        {
            if spot.is_bar() || self.occupied.contains(name) {
                write_outline(&mut out, spot, 1.0, "mark target ring");
                continue;
            }
            let (x, y) = to_svg_units(spot.at);
            let (class, r) = if self.faint_targets {
                ("mark target faint", 6.0)
            } else {
                ("mark target", (spot.half * BoardLayers::SIDE * 0.36).clamp(10.0, 20.0))
            };
            let _ =
                write!(out, "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\"/>");
        }
        for spot in self.highlighted.iter().filter_map(|name| places.find(name)) {
            write_outline(&mut out, spot, 1.06, "mark pointed");
        }
        for spot in self.explained.iter().filter_map(|name| places.find(name)) {
            write_outline(&mut out, spot, 1.1, "mark why");
        }
        for (from, to) in &self.explained_arrows {
            if let (Some(from), Some(to)) = (places.find(from), places.find(to)) {
                write_arrow(&mut out, from.at, to.at, " why");
            }
        }
        for (pairs, more) in [(&self.suggestions, " idea"), (&self.hint, "")] {
            for (from, to) in pairs {
                let Some(to) = places.find(to) else { continue };
                match from.as_ref().and_then(|from| places.find(from)) {
                    Some(from) => write_arrow(&mut out, from.at, to.at, more),
                    None => write_outline(&mut out, to, 1.1, &format!("mark hint{more}")),
                }
            }
        }
        out
    }
}

fn to_svg_units(at: UnitPoint) -> (f64, f64) {
    (at.x * BoardLayers::SIDE, at.y * BoardLayers::SIDE)
}

fn write_outline(out: &mut String, spot: BoardSpot, by: f64, class: &str) {
    let (x, y) = to_svg_units(spot.at);
    let half = spot.half * BoardLayers::SIDE * by;
    let _ = match spot.form {
        SpotShape::Round => {
            write!(out, "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{half:.1}\"/>")
        }
        SpotShape::Square => write!(
            out,
            "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{w:.1}\" height=\"{w:.1}\" rx=\"{:.1}\"/>",
            x - half,
            y - half,
            half * 0.28,
            w = 2.0 * half
        ),
        SpotShape::Diamond => write!(
            out,
            "<path class=\"{class}\" d=\"M{x:.1} {:.1}L{:.1} {y:.1}L{x:.1} {:.1}L{:.1} {y:.1}Z\"/>",
            y - half,
            x + half,
            y + half,
            x - half
        ),
        SpotShape::Wide | SpotShape::Tall => {
            let (wide, high) = spot.half_extents();
            let (wide, high) = (wide * BoardLayers::SIDE * by, high * BoardLayers::SIDE * by);
            write!(
                out,
                "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{:.1}\"/>",
                x - wide,
                y - high,
                wide * 2.0,
                high * 2.0,
                wide.min(high)
            )
        }
    };
}

/// Draws a warning sign at the upper right of a square.
fn write_warning(out: &mut String, spot: BoardSpot) {
    let (x, y) = to_svg_units(spot.at);
    let away = spot.half * BoardLayers::SIDE * 0.62;
    let (x, y) = (x + away, y - away);
    let _ = write!(
        out,
        "<g class=\"mark danger\" transform=\"translate({x:.1} {y:.1})\"><path d=\"M0 -19L18 14H-18Z\"/>\
         <path class=\"sign\" d=\"M0 -8V3M0 9V9.1\"/></g>"
    );
}

/// Draws what can be deduced about a square: coloured dots, bottom to top.
fn write_dots(out: &mut String, spot: BoardSpot, dots: &[&str]) {
    let (x, y) = to_svg_units(spot.at);
    let away = spot.half * BoardLayers::SIDE * 0.86;
    for (height, class) in dots.iter().enumerate() {
        let (x, y) = (x - away, y + away * 0.55 - height as f64 * 15.0);
        let _ = write!(
            out,
            "<circle class=\"mark certain {class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"6.5\"/>"
        );
    }
}

/// Draws a slim arrow for one moving piece.
pub(super) fn write_step(out: &mut String, from: UnitPoint, to: UnitPoint, more: &str) {
    let ((x1, y1), (x2, y2)) = (to_svg_units(from), to_svg_units(to));
    let length = (x2 - x1).hypot(y2 - y1).max(1.0);
    let (ux, uy) = ((x2 - x1) / length, (y2 - y1) / length);
    let place = |along: f64, across: f64| {
        format!("{:.1} {:.1}", x1 + ux * along - uy * across, y1 + uy * along + ux * across)
    };
    let (tip, neck) = (length * 0.82, length * 0.82 - 20.0);
    let _ = write!(
        out,
        "<path class=\"mark step{more}\" d=\"M{}L{}M{}L{}L{}\"/>",
        place(length * 0.18, 0.0),
        place(tip, 0.0),
        place(neck, 17.0),
        place(tip, 0.0),
        place(neck, -17.0)
    );
}

/// Crosses out a piece that leaves the board.
pub(super) fn write_cross(out: &mut String, at: UnitPoint) {
    let (x, y) = to_svg_units(at);
    let _ = write!(
        out,
        "<path class=\"mark step off\" d=\"M{:.1} {:.1}l44 44m0 -44l-44 44\"/>",
        x - 22.0,
        y - 22.0
    );
}

/// Draws a broad arrow.
fn write_arrow(out: &mut String, from: UnitPoint, to: UnitPoint, more: &str) {
    let ((x1, y1), (x2, y2)) = (to_svg_units(from), to_svg_units(to));
    let length = (x2 - x1).hypot(y2 - y1).max(1.0);
    let (ux, uy) = ((x2 - x1) / length, (y2 - y1) / length);
    let place = |along: f64, across: f64| {
        format!("{:.1} {:.1}", x1 + ux * along - uy * across, y1 + uy * along + ux * across)
    };
    let neck = (length - 36.0).max(length * 0.4);
    let points = [
        (0.0, 7.0),
        (neck, 8.0),
        (neck, 24.0),
        (length, 0.0),
        (neck, -24.0),
        (neck, -8.0),
        (0.0, -7.0),
    ];
    let d: Vec<String> = points.iter().map(|&(along, across)| place(along, across)).collect();
    let _ = write!(out, "<path class=\"mark arrow{more}\" d=\"M{}Z\"/>", d.join("L"));
}
