//! What every game's board builds on: geometry, a drawing kit, and [`BoardPainter`], the trait that
//! turns a position or view into pictures.
//!
//! A game's board crate implements the traits for its `Board`; `abaque-draw` lists all boards and
//! finds them by spec. Nothing here knows a particular game.

pub mod geometry;
pub mod kit;
mod layers;
mod options;
mod painter;
mod render;
pub mod theme;

pub use layers::{BoardLayers, Motion, Piece, PieceSprite, PlayerPanel};
pub use options::{DrawOptions, TerminalOptions, Theme};
pub use painter::{ActionSquares, ActionTiming, BoardPainter, OptionsOf};
pub use render::{ErasedPainter, TerminalRenderer, render_terminal, to_ascii};
