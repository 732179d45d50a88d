use abaque_core::{Game, Lang, ParseError, Seat};

use crate::geometry::NamedSpots;
use crate::kit::frame::PanelText;
use crate::kit::{PictureFrame, SvgPen};
use crate::layers::{Motion, PieceSprite};
use crate::{DrawOptions, TerminalOptions};

/// The squares involved in an action, by name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ActionSquares {
    /// Squares that a piece leaves.
    pub from: Vec<String>,
    /// Squares that a piece reaches.
    pub to: Vec<String>,
}

/// Whether an action is about to be played in a view or has just led to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ActionTiming {
    /// It can be played now.
    Next,
    /// It was the last one played.
    Last,
}

/// The drawing of one game, implemented by its board crate. Drawn from the viewer's side in this order:
/// ground, floor, marks of the last action, labels, pieces, overlay, other marks.
pub trait BoardPainter {
    /// The rules.
    type Game: Game;
    /// The input: the game's own view, or the board's own parse of a text.
    type View;

    /// Parses a position or view, strictly.
    fn read_view(options: &OptionsOf<Self>, text: &str) -> Result<Self::View, ParseError>;

    /// Every square with its name.
    fn spots(view: &Self::View) -> NamedSpots;

    /// The squares of an action, which need not be legal.
    fn action_squares(
        view: &Self::View,
        action: &str,
        when: ActionTiming,
    ) -> Result<ActionSquares, ParseError>;

    /// How an action, legal or not, changes the pieces.
    fn motion(view: &Self::View, action: &str) -> Result<Motion, ParseError>;

    /// Defines gradients and symbols.
    fn define_symbols(pen: &mut SvgPen);

    /// Draws the static background.
    fn draw_ground(view: &Self::View, options: &DrawOptions, pen: &mut SvgPen);

    /// Movable pieces below the marks.
    fn floor<'a>(_: &'a Self::View, _: &'a DrawOptions) -> Vec<PieceSprite<'a>> {
        Vec::new()
    }

    /// Draws labels of squares that marks must not cover.
    fn draw_labels(_: &Self::View, _: &DrawOptions, _: &mut SvgPen) {}

    /// Movable pieces above the marks, farthest first.
    fn pieces<'a>(view: &'a Self::View, options: &'a DrawOptions) -> Vec<PieceSprite<'a>>;

    /// Draws overlays above the pieces.
    fn draw_overlay(_: &Self::View, _: &DrawOptions, _: &mut SvgPen) {}

    /// The frame around the board.
    fn frame(options: &DrawOptions) -> PictureFrame;

    /// The texts of the players' panels.
    fn panel_texts(view: &Self::View, lang: Lang) -> [PanelText; 2];

    /// Draws the counters of a player's panel.
    fn draw_counters(view: &Self::View, seat: Seat, y: f64, lang: Lang, pen: &mut SvgPen);

    /// Draws the shared strip.
    fn draw_strip(_: &Self::View, _: &PictureFrame, _: &DrawOptions, _: &mut SvgPen) {}

    /// Describes the position.
    fn describe(view: &Self::View, lang: Lang) -> String;

    /// Draws the terminal board; `lit` names the squares of the last action.
    fn draw_terminal(view: &Self::View, options: &TerminalOptions, lit: &[String]) -> String;
}

/// The options type of the painted game.
pub type OptionsOf<P> = <<P as BoardPainter>::Game as Game>::Options;
