//! What every game's board builds on: geometry, a drawing kit, and the traits of a board.
//! [`BoardPainter`] turns a position or view into pictures, [`BoardInput`] gestures into actions.
//!
//! A game's board crate implements the traits for its `Board`; `abaque-draw` lists all boards and
//! finds them by spec. Nothing here knows a particular game.

pub mod editor;
mod erased_input;
#[doc(hidden)]
pub mod french;
pub mod geometry;
mod input;
pub mod kit;
mod layers;
mod options;
mod painter;
pub mod puzzles;
mod render;
pub mod set_up;
pub mod theme;
pub mod words;

pub use abaque_core::StaticMessage;
pub use erased_input::ErasedInput;
pub use input::{
    BoardAction, BoardInfo, BoardInput, Deduction, InterruptTexts, PieceChoice, SampleGame,
};
pub use layers::{BoardLayers, Motion, Piece, PieceSprite, PlayerPanel};
pub use options::{DrawOptions, TerminalOptions, Theme};
pub use painter::{ActionSquares, ActionTiming, BoardPainter, OptionsOf};
pub use render::{ErasedPainter, TerminalRenderer, render_terminal, to_ascii};
