//! What the drawings of all games share: the pen, the frame, the marks.

pub(crate) mod dice;
pub(crate) mod frame;
pub(crate) mod marks;
pub(crate) mod pen;
pub(crate) mod term;

pub(crate) use frame::Frame;
pub(crate) use pen::{Pen, num};
