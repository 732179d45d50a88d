use super::pen::{SvgPen, UNIT, format_number, polygon_path};
use crate::geometry::{BoardSpot, SpotShape, UnitPoint};
use crate::theme::LAST_MOVE_COLOUR;

/// Marks on a board, already oriented to the viewer's side.
#[derive(Default)]
pub struct BoardMarks {
    /// Origins of the last action.
    pub last_from: Vec<BoardSpot>,
    /// Targets of the last action.
    pub last_to: Vec<BoardSpot>,
    /// Targets of the offered actions.
    pub targets: Vec<BoardSpot>,
    /// Arrows between squares.
    pub arrows: Vec<(UnitPoint, UnitPoint)>,
}

impl BoardMarks {
    /// Draws the marks of the last action, below the pieces.
    pub fn draw_under(&self, pen: &mut SvgPen) {
        for spot in &self.last_from {
            let attributes = format!(
                "class=\"last\" fill=\"{LAST_MOVE_COLOUR}\" fill-opacity=\"0.30\" stroke=\"{LAST_MOVE_COLOUR}\" \
                 stroke-width=\"4\" stroke-dasharray=\"9 7\""
            );
            draw_spot(pen, &grown(spot, 1.0), &attributes);
        }
        for spot in &self.last_to {
            // Filled, the mark of a large spot would hide what lies there.
            let fill = if spot.is_large() { 0.0 } else { 0.85 };
            let attributes = format!(
                "class=\"last\" fill=\"{LAST_MOVE_COLOUR}\" fill-opacity=\"{fill}\" stroke=\"{LAST_MOVE_COLOUR}\" \
                 stroke-opacity=\"0.45\" stroke-width=\"9\""
            );
            let by = if spot.form == SpotShape::Round { 1.1 } else { 1.03 };
            draw_spot(pen, &grown(spot, by), &attributes);
        }
    }

    /// Draws targets and arrows, above the pieces.
    pub fn draw_over(&self, pen: &mut SvgPen) {
        let accent = pen.palette().accent;
        for spot in &self.targets {
            let (x, y, r) = (spot.at.x * UNIT, spot.at.y * UNIT, spot.half * UNIT * 0.34);
            let attributes =
                format!("class=\"target\" fill=\"{accent}\" stroke=\"#fff\" stroke-width=\"3.5\"");
            pen.circle(x, y, r.clamp(9.0, 17.0), &attributes);
        }
        for (from, to) in &self.arrows {
            draw_arrow(pen, *from, *to);
        }
    }
}

fn grown(spot: &BoardSpot, by: f64) -> BoardSpot {
    BoardSpot { half: spot.half * by, ..*spot }
}

/// Fills a spot.
pub fn draw_spot(pen: &mut SvgPen, spot: &BoardSpot, attributes: &str) {
    let (x, y, half) = (spot.at.x * UNIT, spot.at.y * UNIT, spot.half * UNIT);
    match spot.form {
        SpotShape::Round => pen.circle(x, y, half, attributes),
        SpotShape::Square => pen.square(x, y, half, half * 0.24, attributes),
        SpotShape::Diamond => {
            let attributes = format!("stroke-linejoin=\"round\" {attributes}");
            pen.path(&polygon_path(&spot.outline()), &attributes);
        }
        SpotShape::Wide | SpotShape::Tall => {
            let (wide, high) = spot.half_extents();
            let (wide, high) = (wide * UNIT, high * UNIT);
            pen.rect(x - wide, y - high, 2.0 * wide, 2.0 * high, wide.min(high), attributes);
        }
    }
}

/// Draws a broad arrow with a thin light edge.
fn draw_arrow(pen: &mut SvgPen, from: UnitPoint, to: UnitPoint) {
    let (x1, y1, x2, y2) = (from.x * UNIT, from.y * UNIT, to.x * UNIT, to.y * UNIT);
    let length = (x2 - x1).hypot(y2 - y1);
    if length < 1.0 {
        return;
    }
    let (ux, uy) = ((x2 - x1) / length, (y2 - y1) / length);
    let place = |along: f64, across: f64| {
        format!(
            "{} {}",
            format_number(x1 + ux * along - uy * across),
            format_number(y1 + uy * along + ux * across)
        )
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
