//! Boards as pictures: geometry, SVG, PNG and terminal boards of all four games.
//!
//! Everything is drawn from texts that anybody may see: a game's spec and a position or a view.
//! What a view hides is not there to be drawn, and no rule is repeated here: the game crates read
//! the texts.
//!
//! ```
//! use abaque_draw::{Options, TermOptions, Theme, ansi, svg};
//!
//! let position = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 -";
//! let options = Options { theme: Theme::Dark, last: Some("i5h5".into()), ..Options::default() };
//! let picture = svg("abalone", position, &options).unwrap();
//! assert_eq!(picture.matches("class=\"ball").count(), 28);
//!
//! let board = ansi("abalone", position, &TermOptions::default()).unwrap();
//! assert!(board.lines().count() > 9);
//! assert!(svg("chess", position, &options).is_err());
//! ```

mod abagio;
mod abalone;
mod abraxas;
mod blocs;
mod card;
pub mod geometry;
mod kit;
mod options;
mod picture;
#[cfg(feature = "png")]
mod pixels;
mod stage;
mod theme;

use abaque_core::{BadText, Lang, Spec, said};

pub use card::{CARD_HEIGHT, CARD_WIDTH, card};
pub use options::{Options, TermOptions, Theme};
pub use picture::{Touched, When};
#[cfg(feature = "png")]
pub use pixels::{BadPicture, png};
pub use stage::{Motion, Panel, Piece, Stage};

use geometry::Spots;
use picture::{Board, Screen, screen};

macro_rules! games {
    ($($game:ty,)*) => {
        /// Every game that can be drawn.
        const BOARDS: &[Board] = &[$(Board::of::<$game>()),*];
        /// The same games in the same order for terminals. Apart, so that a program without one carries nothing of it.
        const SCREENS: &[Screen] = &[$(screen::<$game>),*];
    };
}

// A new game is its module and one line here.
games! {
    abalone::Abalone,
    abraxas::Abraxas,
    abagio::Abagio,
    blocs::Blocs,
}

/// A picture of a position or a view as one self-contained SVG text.
pub fn svg(spec: &str, view: &str, options: &Options) -> Result<String, BadText> {
    let (board, spec) = find(spec)?;
    (board.svg)(&spec, view, options)
}

/// The board alone, taken apart, for front ends that move its pieces. Of the options theme,
/// language, coordinates and flip count.
pub fn stage(spec: &str, view: &str, options: &Options) -> Result<Stage, BadText> {
    let (board, spec) = find(spec)?;
    (board.stage)(&spec, view, options)
}

/// What an action does to the pieces of the [`stage`] it is played in.
pub fn motion(spec: &str, view: &str, action: &str) -> Result<Motion, BadText> {
    let (board, spec) = find(spec)?;
    (board.motion)(&spec, view, action)
}

/// A position or a view in words.
pub fn describe(spec: &str, view: &str, lang: Lang) -> Result<String, BadText> {
    let (board, spec) = find(spec)?;
    (board.describe)(&spec, view, lang)
}

/// A board of at most 80 columns for a terminal, each line ended.
pub fn ansi(spec: &str, view: &str, options: &TermOptions) -> Result<String, BadText> {
    let (place, spec) = place(spec)?;
    SCREENS[place](&spec, view, options)
}

/// The words in ASCII, as boards without Unicode write them: `à côté` is `a cote`.
///
/// ```
/// assert_eq!(abaque_draw::ascii("« Bleu » : à vous"), "\"Bleu\" : a vous");
/// ```
pub fn ascii(words: &str) -> String {
    let mut plain = String::with_capacity(words.len());
    for sign in words.replace("« ", "«").replace(" »", "»").chars() {
        kit::term::plain(&mut plain, sign);
    }
    plain
}

/// Every square of a board by the name that actions use, and where it lies in this view.
pub fn spots(spec: &str, view: &str) -> Result<Spots, BadText> {
    let (board, spec) = find(spec)?;
    (board.spots)(&spec, view)
}

/// The squares that an action in this view, or the action that led to it, concerns.
pub fn touched(spec: &str, view: &str, action: &str, when: When) -> Result<Touched, BadText> {
    let (board, spec) = find(spec)?;
    (board.touched)(&spec, view, action, when)
}

fn find(spec: &str) -> Result<(&'static Board, Spec), BadText> {
    place(spec).map(|(place, spec)| (&BOARDS[place], spec))
}

/// Where a game stands among all.
fn place(spec: &str) -> Result<(usize, Spec), BadText> {
    let spec: Spec = spec.parse()?;
    let place = BOARDS.iter().position(|board| (board.info)().name == spec.name);
    place.map(|place| (place, spec.clone())).ok_or_else(|| {
        let name = &spec.name;
        let all: Vec<&str> = BOARDS.iter().map(|board| (board.info)().name).collect();
        let all = all.join(", ");
        BadText::new(
            "SPEC",
            said!(
                "there is no game `{name}`; games: {all}",
                "il n'y a pas de jeu « {name} » ; jeux : {all}"
            ),
        )
    })
}
