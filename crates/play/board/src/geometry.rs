//! Positions of squares as pure numbers, independent of drawing and shared by every front end.
//!
//! A board fills the unit square: x runs to the right and y downwards, both from 0 to 1, seen from
//! the first player's side ([`UnitPoint::flipped`] gives the other). [`BoardPainter::spots`] lists
//! a board's squares by name, for front ends that know a game only by text.
//!
//! [`BoardPainter::spots`]: crate::BoardPainter::spots

/// A point in the unit square.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct UnitPoint {
    /// From 0 at the left edge to 1 at the right.
    pub x: f64,
    /// From 0 at the top edge to 1 at the bottom.
    pub y: f64,
}

impl UnitPoint {
    /// The point with these coordinates.
    pub const fn new(x: f64, y: f64) -> UnitPoint {
        UnitPoint { x, y }
    }

    /// The same point seen from the opposite side of the table.
    pub const fn flipped(self) -> UnitPoint {
        UnitPoint { x: 1.0 - self.x, y: 1.0 - self.y }
    }

    /// The point moved by this much to the right and down.
    pub const fn shifted(self, right: f64, down: f64) -> UnitPoint {
        UnitPoint { x: self.x + right, y: self.y + down }
    }

    /// The distance to `other`.
    pub fn distance(self, other: UnitPoint) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }
}

/// The outline of a square, point, hole or field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SpotShape {
    /// A circle.
    Round,
    /// An axis-parallel square.
    Square,
    /// A square standing on a corner.
    Diamond,
    /// A bar along the board's width, such as an arrow on the rim.
    Wide,
    /// A bar along the board's height.
    Tall,
}

/// The thickness of a bar in parts of its length.
const BAR_THICKNESS: f64 = 0.27;

/// The place, size and outline of a square.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BoardSpot {
    /// The centre.
    pub at: UnitPoint,
    /// Half the width: the radius of a circle, half the side of a square, half the length of a bar,
    /// the distance from the centre to a corner of a diamond.
    pub half: f64,
    /// The outline.
    pub form: SpotShape,
}

impl BoardSpot {
    /// The spot with this centre, half-width and outline.
    pub const fn new(at: UnitPoint, half: f64, form: SpotShape) -> BoardSpot {
        BoardSpot { at, half, form }
    }

    /// The same spot seen from the opposite side of the table.
    pub const fn flipped(self) -> BoardSpot {
        BoardSpot { at: self.at.flipped(), ..self }
    }

    /// Half the width and half the height of the spot's bounding box.
    pub fn half_extents(&self) -> (f64, f64) {
        match self.form {
            SpotShape::Wide => (self.half, self.half * BAR_THICKNESS),
            SpotShape::Tall => (self.half * BAR_THICKNESS, self.half),
            _ => (self.half, self.half),
        }
    }

    /// Whether a mark that fills the spot would hide a large part of the board.
    pub fn is_large(&self) -> bool {
        self.half > 0.12 && !matches!(self.form, SpotShape::Wide | SpotShape::Tall)
    }

    /// Whether the spot is a bar.
    pub const fn is_bar(&self) -> bool {
        matches!(self.form, SpotShape::Wide | SpotShape::Tall)
    }

    /// The spot widened to at least this half-width each way, and the distance of a place from it:
    /// 0 inside.
    pub fn distance_beyond(&self, place: UnitPoint, least: f64) -> f64 {
        let (wide, high) = self.half_extents();
        let (dx, dy) = ((place.x - self.at.x).abs(), (place.y - self.at.y).abs());
        match self.form {
            SpotShape::Round => (dx.hypot(dy) - wide.max(least)).max(0.0),
            _ => (dx - wide.max(least)).max(0.0).hypot((dy - high.max(least)).max(0.0)),
        }
    }

    /// Hit test for a pointer or finger.
    pub fn contains(&self, place: UnitPoint) -> bool {
        let (dx, dy) = ((place.x - self.at.x).abs(), (place.y - self.at.y).abs());
        match self.form {
            SpotShape::Round => dx.hypot(dy) <= self.half,
            SpotShape::Square => dx.max(dy) <= self.half,
            SpotShape::Diamond => dx + dy <= self.half,
            SpotShape::Wide | SpotShape::Tall => {
                let (wide, high) = self.half_extents();
                dx <= wide && dy <= high
            }
        }
    }

    /// The outline as a polygon; a circle is approximated by 24 corners.
    pub fn outline(&self) -> Vec<UnitPoint> {
        let h = self.half;
        let corners = match self.form {
            SpotShape::Round => {
                let corner = |i| f64::from(i) * std::f64::consts::TAU / 24.0;
                return (0..24)
                    .map(|i| self.at.shifted(h * corner(i).cos(), h * corner(i).sin()))
                    .collect();
            }
            SpotShape::Square => [(-h, -h), (h, -h), (h, h), (-h, h)],
            SpotShape::Diamond => [(0.0, -h), (h, 0.0), (0.0, h), (-h, 0.0)],
            SpotShape::Wide | SpotShape::Tall => {
                let (w, h) = self.half_extents();
                [(-w, -h), (w, -h), (w, h), (-w, h)]
            }
        };
        corners.into_iter().map(|(x, y)| self.at.shifted(x, y)).collect()
    }
}

/// Spots by their square names, as used in actions.
pub type NamedSpots = Vec<(String, BoardSpot)>;
