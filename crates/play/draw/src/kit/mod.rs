//! Drawing tools shared by all games: pen, frame, marks, dice, text grid.

pub(crate) mod dice;
pub(crate) mod frame;
pub(crate) mod marks;
pub(crate) mod pen;
pub(crate) mod text_grid;

pub(crate) use frame::PictureFrame;
pub(crate) use pen::{SvgPen, format_number};
