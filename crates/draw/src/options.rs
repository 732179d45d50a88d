use abaque_core::{Lang, Outcome, Turn};

use crate::geometry::At;

/// The surroundings; the pieces keep their colours in all of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Theme {
    /// Dark ink on paper.
    #[default]
    Light,
    /// Light ink on charcoal.
    Dark,
    /// Grey stone and blue felt instead of wood.
    Stone,
    /// Black and white, as far apart as can be.
    Contrast,
}

impl Theme {
    /// Every theme.
    pub const ALL: [Theme; 4] = [Theme::Light, Theme::Dark, Theme::Stone, Theme::Contrast];

    /// The word used in file names and ids.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
            Theme::Stone => "stone",
            Theme::Contrast => "contrast",
        }
    }
}

/// How a picture is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// The surroundings.
    pub theme: Theme,
    /// The language of every word in the picture and of its description.
    pub lang: Lang,
    /// Whether the names of rows, columns or squares are shown.
    pub coordinates: bool,
    /// Whether the board is seen from the second player's side.
    pub flip: bool,
    /// Whether the players' panels are drawn; without them the picture is the square board.
    pub panels: bool,
    /// The last action, to be highlighted.
    pub last: Option<String>,
    /// Legal actions whose destinations get dots.
    pub targets: Vec<String>,
    /// Arrows between squares.
    pub arrows: Vec<(String, String)>,
    /// The picture's width in pixels.
    pub size: u32,
}

impl Options {
    /// A place of the board as the viewer sees it.
    pub(crate) fn seen(&self, at: At) -> At {
        if self.flip { at.flipped() } else { at }
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            theme: Theme::Light,
            lang: Lang::En,
            coordinates: true,
            flip: false,
            panels: true,
            last: None,
            targets: Vec::new(),
            arrows: Vec::new(),
            size: 720,
        }
    }
}

/// How a terminal board is written.
#[derive(Clone, PartialEq, Debug)]
pub struct TermOptions {
    /// Whether ANSI escape codes colour it.
    pub colour: bool,
    /// Whether signs beyond ASCII are used.
    pub unicode: bool,
    /// The language of its words.
    pub lang: Lang,
    /// The last action, to be highlighted.
    pub last: Option<String>,
    /// Whether the board is seen from the second player's side.
    pub flip: bool,
    /// How the game ended where the board does not show it: resigned, agreed, out of time.
    pub outcome: Option<Outcome>,
}

impl TermOptions {
    /// What the game waits for: the table's ending goes before what the board says.
    pub(crate) fn turn(&self, board: Turn) -> Turn {
        self.outcome.map_or(board, Turn::Over)
    }
}

impl Default for TermOptions {
    fn default() -> TermOptions {
        TermOptions {
            colour: true,
            unicode: true,
            lang: Lang::En,
            last: None,
            flip: false,
            outcome: None,
        }
    }
}
