use super::pen::{Pen, UNIT, closed, num};
use crate::geometry::{At, Form, Spot};
use crate::theme::LAST;

/// What is pointed out on a board, already turned to the viewer's side.
#[derive(Default)]
pub(crate) struct Marks {
    /// Where the last action came from and where it led.
    pub(crate) last_from: Vec<Spot>,
    pub(crate) last_to: Vec<Spot>,
    /// Where the actions offered lead.
    pub(crate) targets: Vec<Spot>,
    /// Arrows between squares.
    pub(crate) arrows: Vec<(At, At)>,
}

impl Marks {
    /// The last action, drawn under the pieces.
    pub(crate) fn under(&self, pen: &mut Pen) {
        for spot in &self.last_from {
            let attributes = format!(
                "class=\"last\" fill=\"{LAST}\" fill-opacity=\"0.30\" stroke=\"{LAST}\" \
                 stroke-width=\"4\" stroke-dasharray=\"9 7\""
            );
            shape(pen, &grown(spot, 1.0), &attributes);
        }
        for spot in &self.last_to {
            let attributes = format!(
                "class=\"last\" fill=\"{LAST}\" fill-opacity=\"0.85\" stroke=\"{LAST}\" \
                 stroke-opacity=\"0.45\" stroke-width=\"9\""
            );
            let by = if spot.form == Form::Round { 1.1 } else { 1.03 };
            shape(pen, &grown(spot, by), &attributes);
        }
    }

    /// Targets and arrows, drawn over the pieces.
    pub(crate) fn over(&self, pen: &mut Pen) {
        let accent = pen.palette().accent;
        for spot in &self.targets {
            let (x, y, r) = (spot.at.x * UNIT, spot.at.y * UNIT, spot.half * UNIT * 0.34);
            let attributes =
                format!("class=\"target\" fill=\"{accent}\" stroke=\"#fff\" stroke-width=\"3.5\"");
            pen.circle(x, y, r.clamp(9.0, 17.0), &attributes);
        }
        for (from, to) in &self.arrows {
            arrow(pen, *from, *to);
        }
    }
}

fn grown(spot: &Spot, by: f64) -> Spot {
    Spot { half: spot.half * by, ..*spot }
}

/// Fills a spot.
pub(crate) fn shape(pen: &mut Pen, spot: &Spot, attributes: &str) {
    let (x, y, half) = (spot.at.x * UNIT, spot.at.y * UNIT, spot.half * UNIT);
    match spot.form {
        Form::Round => pen.circle(x, y, half, attributes),
        Form::Square => pen.square(x, y, half, half * 0.24, attributes),
        Form::Diamond => {
            let attributes = format!("stroke-linejoin=\"round\" {attributes}");
            pen.path(&closed(&spot.outline()), &attributes);
        }
    }
}

/// A broad arrow from one place to another, with a thin light edge.
fn arrow(pen: &mut Pen, from: At, to: At) {
    let (x1, y1, x2, y2) = (from.x * UNIT, from.y * UNIT, to.x * UNIT, to.y * UNIT);
    let length = (x2 - x1).hypot(y2 - y1);
    if length < 1.0 {
        return;
    }
    let (ux, uy) = ((x2 - x1) / length, (y2 - y1) / length);
    let place = |along: f64, across: f64| {
        format!("{} {}", num(x1 + ux * along - uy * across), num(y1 + uy * along + ux * across))
    };
    let neck = (length - 34.0).max(length * 0.4);
    let d = format!(
        "M{}L{}L{}L{}L{}L{}L{}Z",
        place(0.0, 7.0),
        place(neck, 8.0),
        place(neck, 24.0),
        place(length, 0.0),
        place(neck, -24.0),
        place(neck, -8.0),
        place(0.0, -7.0)
    );
    let accent = pen.palette().accent;
    let attributes = format!(
        "class=\"arrow\" fill=\"{accent}\" fill-opacity=\"0.85\" stroke=\"#fff\" \
         stroke-opacity=\"0.8\" stroke-width=\"2.5\" stroke-linejoin=\"round\""
    );
    pen.path(&d, &attributes);
}
