//! Draws boards of every game by spec: SVG, PNG and terminal output.
//!
//! Everything is drawn from public texts: a game's spec and a position or view. A view does not
//! contain what it hides, and no rules are duplicated here: the game crates parse the texts.
//!
//! ```
//! use abaque_draw::{DrawOptions, TerminalOptions, Theme, ansi, svg};
//!
//! let position = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 -";
//! let options =
//!     DrawOptions { theme: Theme::Dark, last: Some("i5h5".into()), ..DrawOptions::default() };
//! let picture = svg("abalone", position, &options).unwrap();
//! assert_eq!(picture.matches("class=\"ball").count(), 28);
//!
//! let board = ansi("abalone", position, &TerminalOptions::default()).unwrap();
//! assert!(board.lines().count() > 9);
//! assert!(svg("chess", position, &options).is_err());
//! ```

mod card;
mod input;
#[cfg(feature = "png")]
mod raster;
mod words;

use abaque_board::editor::{BoardEditor, PositionGrammar};
use abaque_board::puzzles::{BoardPuzzles, PuzzleTexts};
use abaque_board::words::ErasedWords;
use abaque_board::{ErasedInput, ErasedPainter, TerminalRenderer, render_terminal};
use abaque_core::{Lang, ParseError, Spec, message};

pub use abaque_board::words::{ChoicePicture, OptionChoice, OptionTexts};
pub use abaque_board::{
    ActionSquares, ActionTiming, BoardAction, BoardInfo, BoardLayers, Deduction, DrawOptions,
    InterruptTexts, Motion, Piece, PieceChoice, PlayerPanel, TerminalOptions, Theme, editor,
    geometry, puzzles, set_up, to_ascii,
};
pub use card::{CARD_HEIGHT, CARD_WIDTH, card};
pub use input::{
    attempted_action, board_actions, board_info, claim_action, claimable_squares, deductions,
    dice_numbers, endangered_squares, is_ply, is_sealed, lot_name, lot_question, set_up_rules,
};
#[cfg(feature = "png")]
pub use raster::{PngCompression, RasterError, png, png_with};
pub use words::{
    choice_picture, ending_phrase, option_texts, ply_words, seat_colours, square_contents,
};

use geometry::NamedSpots;

macro_rules! list_boards {
    ($($(#[$cfg:meta])* $name:literal: $rules:ty, $bots:path, $board:path, $tensors:path;)*) => {
        /// The painters of all games.
        const PAINTERS: &[ErasedPainter] = &[$($(#[$cfg])* ErasedPainter::new::<$board>()),*];
        /// Terminal renderers, parallel to [`PAINTERS`]. A separate list, so that the linker can
        /// drop them from programs without a terminal.
        const TERMINAL_RENDERERS: &[TerminalRenderer] =
            &[$($(#[$cfg])* render_terminal::<$board>),*];
        /// Inputs, parallel to [`PAINTERS`] and separate for the same reason.
        const INPUTS: &[ErasedInput] = &[$($(#[$cfg])* ErasedInput::new::<$board>()),*];
        /// Grammars of the position editor, parallel to [`PAINTERS`] and separate as well.
        const GRAMMARS: &[PositionGrammar] =
            &[$($(#[$cfg])* <$board as BoardEditor>::GRAMMAR),*];
        /// Texts of puzzles, parallel to [`PAINTERS`] and separate as well.
        const PUZZLE_TEXTS: &[PuzzleTexts] =
            &[$($(#[$cfg])* <$board as BoardPuzzles>::PUZZLES),*];
        /// Texts of lists, parallel to [`PAINTERS`] and separate as well.
        const WORDS: &[ErasedWords] = &[$($(#[$cfg])* ErasedWords::new::<$board>()),*];
    };
}

abaque_catalog::for_each_game!(list_boards);

/// Draws a position or view as a self-contained SVG.
pub fn svg(spec: &str, view: &str, options: &DrawOptions) -> Result<String, ParseError> {
    let (board, spec) = find_painter(spec)?;
    (board.svg)(&spec, view, options)
}

/// Draws the board alone in layers, for front ends that animate its pieces. Uses only the options
/// theme, language, coordinates and flip.
pub fn board_layers(
    spec: &str,
    view: &str,
    options: &DrawOptions,
) -> Result<BoardLayers, ParseError> {
    let (board, spec) = find_painter(spec)?;
    (board.layers)(&spec, view, options)
}

/// How an action changes the pieces of the [`board_layers`] of a view.
pub fn motion(spec: &str, view: &str, action: &str) -> Result<Motion, ParseError> {
    let (board, spec) = find_painter(spec)?;
    (board.motion)(&spec, view, action)
}

/// Describes a position or view in words.
pub fn describe(spec: &str, view: &str, lang: Lang) -> Result<String, ParseError> {
    let (board, spec) = find_painter(spec)?;
    (board.describe)(&spec, view, lang)
}

/// How the positions of a game are edited.
pub fn position_grammar(spec: &str) -> Result<&'static PositionGrammar, ParseError> {
    painter_index(spec).map(|(place, _)| &GRAMMARS[place])
}

/// What is special about the puzzles of a game.
pub fn puzzle_texts(spec: &str) -> Result<&'static PuzzleTexts, ParseError> {
    painter_index(spec).map(|(place, _)| &PUZZLE_TEXTS[place])
}

/// Draws a terminal board of at most 80 columns; every line is terminated.
pub fn ansi(spec: &str, view: &str, options: &TerminalOptions) -> Result<String, ParseError> {
    let (place, spec) = painter_index(spec)?;
    TERMINAL_RENDERERS[place](&spec, view, options)
}

/// Every square by its name in actions, with its spot in this view.
pub fn spots(spec: &str, view: &str) -> Result<NamedSpots, ParseError> {
    let (board, spec) = find_painter(spec)?;
    (board.spots)(&spec, view)
}

/// The squares involved in an action of this view, or in the action that led to it.
pub fn action_squares(
    spec: &str,
    view: &str,
    action: &str,
    when: ActionTiming,
) -> Result<ActionSquares, ParseError> {
    let (board, spec) = find_painter(spec)?;
    (board.action_squares)(&spec, view, action, when)
}

fn find_painter(spec: &str) -> Result<(&'static ErasedPainter, Spec), ParseError> {
    painter_index(spec).map(|(place, spec)| (&PAINTERS[place], spec))
}

/// Index of a game in the lists.
fn painter_index(spec: &str) -> Result<(usize, Spec), ParseError> {
    let spec: Spec = spec.parse()?;
    let place = PAINTERS.iter().position(|board| (board.description)().name == spec.name);
    place.map(|place| (place, spec.clone())).ok_or_else(|| {
        let name = &spec.name;
        let all: Vec<&str> = PAINTERS.iter().map(|board| (board.description)().name).collect();
        let all = all.join(", ");
        ParseError::new(
            "SPEC",
            message!(
                "there is no game `{name}`; games: {all}",
                "il n'y a pas de jeu «\u{a0}{name}\u{a0}»\u{a0}; jeux\u{a0}: {all}"
            ),
        )
    })
}
