//! Where everything lies, without saying how it looks: pure numbers, shared by every front end.
//!
//! A board fills the unit square: x runs to the right and y downwards, both from 0 to 1, seen from
//! the first player's side ([`At::flipped`] gives the other). Each game has its own module with
//! functions from its typed squares; [`crate::spots`] lists them by name for front ends that know
//! a game only by its texts.

pub use crate::abagio::geometry as abagio;
pub use crate::abalone::geometry as abalone;
pub use crate::abraxas::geometry as abraxas;
pub use crate::blocs::geometry as blocs;

/// A place in the unit square.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct At {
    /// From the left edge, 0, to the right edge, 1.
    pub x: f64,
    /// From the upper edge, 0, to the lower edge, 1.
    pub y: f64,
}

impl At {
    /// The place with these coordinates.
    pub const fn new(x: f64, y: f64) -> At {
        At { x, y }
    }

    /// The same place seen from the opposite side of the table.
    pub const fn flipped(self) -> At {
        At { x: 1.0 - self.x, y: 1.0 - self.y }
    }

    /// The place that far to the right and down.
    pub const fn shifted(self, right: f64, down: f64) -> At {
        At { x: self.x + right, y: self.y + down }
    }

    /// How far away `other` is.
    pub fn distance(self, other: At) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }
}

/// The outline of a square, point, hole or field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// A circle.
    Round,
    /// A square standing on its side.
    Square,
    /// A square standing on its corner.
    Diamond,
}

/// Where a square lies and how large it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spot {
    /// Its centre.
    pub at: At,
    /// Half its width: the radius of a circle, half the side of a square, the distance from
    /// the centre to a corner of a diamond.
    pub half: f64,
    /// Its outline.
    pub form: Form,
}

impl Spot {
    /// The spot with this centre and half width.
    pub const fn new(at: At, half: f64, form: Form) -> Spot {
        Spot { at, half, form }
    }

    /// The same spot seen from the opposite side of the table.
    pub const fn flipped(self) -> Spot {
        Spot { at: self.at.flipped(), ..self }
    }

    /// Whether a place (a pointer, a finger) lies in it.
    pub fn contains(&self, place: At) -> bool {
        let (dx, dy) = ((place.x - self.at.x).abs(), (place.y - self.at.y).abs());
        match self.form {
            Form::Round => dx.hypot(dy) <= self.half,
            Form::Square => dx.max(dy) <= self.half,
            Form::Diamond => dx + dy <= self.half,
        }
    }

    /// The outline as a polygon; a circle has 24 corners.
    pub fn outline(&self) -> Vec<At> {
        let h = self.half;
        let corners = match self.form {
            Form::Round => {
                let corner = |i| f64::from(i) * std::f64::consts::TAU / 24.0;
                return (0..24)
                    .map(|i| self.at.shifted(h * corner(i).cos(), h * corner(i).sin()))
                    .collect();
            }
            Form::Square => [(-h, -h), (h, -h), (h, h), (-h, h)],
            Form::Diamond => [(0.0, -h), (h, 0.0), (0.0, h), (-h, 0.0)],
        };
        corners.into_iter().map(|(x, y)| self.at.shifted(x, y)).collect()
    }
}

/// Squares by the names that actions use.
pub type Spots = Vec<(String, Spot)>;
