use crate::geometry::UnitPoint;
use crate::kit::SvgPen;
use crate::kit::pen::UNIT;

/// A board split into layers, for front ends that animate its pieces. All fragments use a square of
/// [`BoardLayers::SIDE`] units and go into one `<svg>` in field order; a front end's own marks go
/// between `floor` and `labels`.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardLayers {
    /// Gradients and symbols, for a `<defs>`.
    pub defs: String,
    /// The static background.
    pub ground: String,
    /// Movable pieces below the marks, such as a sliding plate.
    pub floor: Vec<Piece>,
    /// Labels of squares that marks must not cover.
    pub labels: String,
    /// Movable pieces above the marks, farthest first.
    pub pieces: Vec<Piece>,
    /// Overlays above everything, such as lines to take from.
    pub over: String,
    /// The players' panels, by seat.
    pub panels: [PlayerPanel; 2],
    /// The empty height of the square above the board, and equally below.
    pub margin: f64,
}

impl BoardLayers {
    /// The side of the square all layers are drawn in.
    pub const SIDE: f64 = UNIT;
}

/// A player's panel beside the board: a strip of [`BoardLayers::SIDE`] by [`PlayerPanel::HEIGHT`]
/// with the emblem on the left, the counters on the right, and room for a name between.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerPanel {
    /// The player's name in the game, such as "Black".
    pub name: &'static str,
    /// What must happen next, or the outcome; empty for the player who waits.
    pub note: String,
    /// Whether the player is to act or has won.
    pub lit: bool,
    /// The emblem and the counters.
    pub svg: String,
}

impl PlayerPanel {
    /// The height of the strip.
    pub const HEIGHT: f64 = 92.0;
    /// The horizontal centre of the emblem.
    pub const EMBLEM_X: f64 = crate::kit::PictureFrame::EMBLEM_X;
}

/// A movable piece.
#[derive(Clone, PartialEq, Debug)]
pub struct Piece {
    /// The piece's place, unique in a view: `e5`, `12.2` (the third piece on 12).
    pub slot: String,
    /// The kind of piece, for styling: `ball black`.
    pub class: &'static str,
    /// The centre.
    pub at: UnitPoint,
    /// The drawing, around the origin.
    pub svg: String,
    /// Whether it leaps from square to square rather than slides.
    pub leaps: bool,
}

/// How the pieces of a view change into those of the next.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Motion {
    /// Pieces that change slots: (from, to). Unlisted pieces keep their slot if they are still
    /// there.
    pub moved: Vec<(String, String)>,
    /// Pieces that leave the board, and their destination.
    pub removed: Vec<(String, UnitPoint)>,
    /// The rotation of the whole board in degrees, clockwise.
    pub rotation: f64,
}

/// Draws a piece centred at (x, y).
type PaintFn<'a> = dyn Fn(&mut SvgPen, f64, f64) + 'a;

/// A piece as described by a game's board.
pub struct PieceSprite<'a> {
    slot: String,
    class: &'static str,
    at: UnitPoint,
    paint: Box<PaintFn<'a>>,
    leaps: bool,
}

impl<'a> PieceSprite<'a> {
    /// A piece in a slot: its class, its centre and how it is painted around a point.
    pub fn new(
        slot: impl Into<String>,
        class: &'static str,
        at: UnitPoint,
        paint: impl Fn(&mut SvgPen, f64, f64) + 'a,
    ) -> PieceSprite<'a> {
        PieceSprite { slot: slot.into(), class, at, paint: Box::new(paint), leaps: false }
    }

    /// The same piece, leaping when it moves.
    pub fn leaping(self) -> PieceSprite<'a> {
        PieceSprite { leaps: true, ..self }
    }

    /// Draws the piece in place.
    pub fn draw(&self, pen: &mut SvgPen) {
        (self.paint)(pen, self.at.x * UNIT, self.at.y * UNIT);
    }

    /// Converts it into a standalone [`Piece`].
    pub fn to_piece(&self, pen: &mut SvgPen) -> Piece {
        let art = pen.capture(|pen| (self.paint)(pen, 0.0, 0.0));
        let leaps = self.leaps;
        Piece { slot: self.slot.clone(), class: self.class, at: self.at, svg: art, leaps }
    }
}
