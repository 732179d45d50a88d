//! Drawing tools shared by all games: pen, frame, marks, dice, text grid.

/// Die faces.
pub mod dice;
/// The table around a board: panels, strip, texts.
pub mod frame;
/// Marks of actions: last, targets, arrows.
pub mod marks;
/// Writing SVG.
pub mod pen;
/// Boards made of characters.
pub mod text_grid;

pub use frame::PictureFrame;
pub use pen::{SvgPen, format_number};
