//! What is pointed out on a board: the last action, what is picked up, where it can go, what is in danger.

use std::fmt::Write;

use abaque_blocs::Colour;
use abaque_draw::Stage;
use abaque_draw::geometry::{At, Form, Spot};

/// Names of squares by what is said of them.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Marks {
    pub(crate) pointed: Vec<String>,
    pub(crate) last_from: Vec<String>,
    pub(crate) last_to: Vec<String>,
    pub(crate) picked: Vec<String>,
    pub(crate) sources: Vec<String>,
    pub(crate) targets: Vec<String>,
    /// Whether targets are only hinted at.
    pub(crate) faint: bool,
    pub(crate) danger: Vec<String>,
    pub(crate) hint: Vec<(Option<String>, String)>,
    /// What else is worth a thought.
    pub(crate) ideas: Vec<(Option<String>, String)>,
    pub(crate) certain: Vec<(String, [Option<Colour>; 3])>,
}

/// Where squares lie, as the viewer sees them.
pub(crate) struct Places<'a> {
    pub(crate) spots: &'a [(String, Spot)],
    pub(crate) flip: bool,
}

impl Places<'_> {
    /// A square by its name.
    pub(crate) fn find(&self, name: &str) -> Option<Spot> {
        let spot = self.spots.iter().find(|(known, _)| known == name)?.1;
        Some(if self.flip { spot.flipped() } else { spot })
    }
}

impl Marks {
    /// What lies under the pieces.
    pub(crate) fn under(&self, places: &Places) -> String {
        let mut out = String::new();
        for (names, class, by) in [
            (&self.last_from, "mark last-from", 1.0),
            (&self.last_to, "mark last-to", 1.08),
            (&self.sources, "mark source", 1.04),
            (&self.picked, "mark picked", 1.12),
        ] {
            names
                .iter()
                .filter_map(|name| places.find(name))
                .for_each(|spot| shape(&mut out, spot, by, class));
        }
        out
    }

    /// What lies over them.
    pub(crate) fn over(&self, places: &Places) -> String {
        let mut out = String::new();
        for spot in self.danger.iter().filter_map(|name| places.find(name)) {
            warning(&mut out, spot);
        }
        for (name, pawns) in &self.certain {
            if let Some(spot) = places.find(name) {
                deduced(&mut out, spot, pawns);
            }
        }
        for spot in self.targets.iter().filter_map(|name| places.find(name)) {
            let (x, y) = units(spot.at);
            let (class, r) = if self.faint {
                ("mark target faint", 6.0)
            } else {
                ("mark target", (spot.half * Stage::SIDE * 0.36).clamp(10.0, 20.0))
            };
            let _ =
                write!(out, "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\"/>");
        }
        for spot in self.pointed.iter().filter_map(|name| places.find(name)) {
            shape(&mut out, spot, 1.06, "mark pointed");
        }
        for (pairs, more) in [(&self.ideas, " idea"), (&self.hint, "")] {
            for (from, to) in pairs {
                let Some(to) = places.find(to) else { continue };
                match from.as_ref().and_then(|from| places.find(from)) {
                    Some(from) => arrow(&mut out, from.at, to.at, more),
                    None => shape(&mut out, to, 1.1, &format!("mark hint{more}")),
                }
            }
        }
        out
    }
}

fn units(at: At) -> (f64, f64) {
    (at.x * Stage::SIDE, at.y * Stage::SIDE)
}

fn shape(out: &mut String, spot: Spot, by: f64, class: &str) {
    let (x, y) = units(spot.at);
    let half = spot.half * Stage::SIDE * by;
    let _ = match spot.form {
        Form::Round => {
            write!(out, "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{half:.1}\"/>")
        }
        Form::Square => write!(
            out,
            "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{w:.1}\" height=\"{w:.1}\" rx=\"{:.1}\"/>",
            x - half,
            y - half,
            half * 0.28,
            w = 2.0 * half
        ),
        Form::Diamond => write!(
            out,
            "<path class=\"{class}\" d=\"M{x:.1} {:.1}L{:.1} {y:.1}L{x:.1} {:.1}L{:.1} {y:.1}Z\"/>",
            y - half,
            x + half,
            y + half,
            x - half
        ),
    };
}

/// A small sign at the upper right of a square.
fn warning(out: &mut String, spot: Spot) {
    let (x, y) = units(spot.at);
    let away = spot.half * Stage::SIDE * 0.62;
    let (x, y) = (x + away, y - away);
    let _ = write!(
        out,
        "<g class=\"mark danger\" transform=\"translate({x:.1} {y:.1})\"><path d=\"M0 -19L18 14H-18Z\"/>\
         <path class=\"sign\" d=\"M0 -8V3M0 9V9.1\"/></g>"
    );
}

/// Pawns that can be told though they are hidden: three dots, bottom to top.
fn deduced(out: &mut String, spot: Spot, pawns: &[Option<Colour>; 3]) {
    let (x, y) = units(spot.at);
    let away = spot.half * Stage::SIDE * 0.86;
    for (height, pawn) in pawns.iter().enumerate() {
        let class = match pawn {
            Some(Colour::Blue) => "blue",
            Some(Colour::Red) => "red",
            Some(Colour::Neutral) => "neutral",
            None => "unknown",
        };
        let (x, y) = (x - away, y + away * 0.55 - height as f64 * 15.0);
        let _ = write!(
            out,
            "<circle class=\"mark certain {class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"6.5\"/>"
        );
    }
}

/// A broad arrow.
fn arrow(out: &mut String, from: At, to: At, more: &str) {
    let ((x1, y1), (x2, y2)) = (units(from), units(to));
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
