use crate::geometry::At;
use crate::kit::Pen;
use crate::kit::pen::UNIT;

/// A board taken apart, for front ends that move its pieces. All fragments are drawn in a square of
/// [`Stage::SIDE`] units and belong into one `<svg>`, in the order of the fields; marks of a
/// front end's own go between `floor` and `labels`.
#[derive(Clone, PartialEq, Debug)]
pub struct Stage {
    /// Gradients and symbols, for a `<defs>`.
    pub defs: String,
    /// What never moves.
    pub ground: String,
    /// What moves under the marks: a plate.
    pub floor: Vec<Piece>,
    /// Names of squares that marks must not cover.
    pub labels: String,
    /// What moves over the marks, the farthest first.
    pub pieces: Vec<Piece>,
    /// What lies over everything: lines to take from.
    pub over: String,
    /// What belongs to each player, by seat.
    pub panels: [Panel; 2],
    /// How much of the square is empty above, and as much below.
    pub margin: f64,
}

impl Stage {
    /// The side of the square that everything is drawn in.
    pub const SIDE: f64 = UNIT;
}

/// What a front end shows beside the board for one player. The drawing is a strip of [`Stage::SIDE`] by
/// [`Panel::HEIGHT`]: the emblem on the left, the counters on the right, room for a name between.
#[derive(Clone, PartialEq, Debug)]
pub struct Panel {
    /// The player's name in the game: "Black".
    pub name: &'static str,
    /// What is due or how it ended, empty for who waits.
    pub note: String,
    /// Whether the player is to act, or has won.
    pub lit: bool,
    /// Emblem and counters.
    pub art: String,
}

impl Panel {
    /// The height of the strip.
    pub const HEIGHT: f64 = 92.0;
    /// Where the emblem has its centre.
    pub const EMBLEM: f64 = crate::kit::Frame::EMBLEM;
}

/// Something that can be moved.
#[derive(Clone, PartialEq, Debug)]
pub struct Piece {
    /// Where it stands, unique in a view: `e5`, `12.2` (the third frog on 12), `plate`.
    pub slot: String,
    /// What it is, for styles: `ball black`.
    pub class: &'static str,
    /// Where it has its centre.
    pub at: At,
    /// The drawing around its centre.
    pub art: String,
}

/// How the pieces of a view go over into those of the next.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Motion {
    /// Pieces that come to stand in another slot: from, to. What is not named keeps its slot, if it is
    /// still there.
    pub moved: Vec<(String, String)>,
    /// Pieces that leave the board, and where to.
    pub left: Vec<(String, At)>,
    /// The whole board turns by so many degrees, clockwise.
    pub turned: f64,
}

/// Draws something with its centre at (x, y).
type Paint<'a> = dyn Fn(&mut Pen, f64, f64) + 'a;

/// A piece as a game's module describes it.
pub(crate) struct Actor<'a> {
    pub(crate) slot: String,
    pub(crate) class: &'static str,
    pub(crate) at: At,
    pub(crate) paint: Box<Paint<'a>>,
}

impl<'a> Actor<'a> {
    pub(crate) fn new(
        slot: impl Into<String>,
        class: &'static str,
        at: At,
        paint: impl Fn(&mut Pen, f64, f64) + 'a,
    ) -> Actor<'a> {
        Actor { slot: slot.into(), class, at, paint: Box::new(paint) }
    }

    /// Draws it where it stands.
    pub(crate) fn draw(&self, pen: &mut Pen) {
        (self.paint)(pen, self.at.x * UNIT, self.at.y * UNIT);
    }

    /// Takes it off the board.
    pub(crate) fn apart(&self, pen: &mut Pen) -> Piece {
        let art = pen.aside(|pen| (self.paint)(pen, 0.0, 0.0));
        Piece { slot: self.slot.clone(), class: self.class, at: self.at, art }
    }
}
