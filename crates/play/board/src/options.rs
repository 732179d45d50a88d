use abaque_core::{Lang, Outcome, Turn};

use crate::geometry::UnitPoint;

/// The colours of board and background; the pieces look the same in every theme.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Theme {
    /// Dark ink on paper.
    #[default]
    Light,
    /// Light ink on charcoal.
    Dark,
    /// Grey stone and blue felt instead of wood.
    Stone,
    /// Black on white, with maximum contrast.
    Contrast,
    /// White on black, with maximum contrast.
    ContrastDark,
}

impl Theme {
    /// Every theme.
    pub const ALL: [Theme; 5] =
        [Theme::Light, Theme::Dark, Theme::Stone, Theme::Contrast, Theme::ContrastDark];

    /// The name in file names and ids.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
            Theme::Stone => "stone",
            Theme::Contrast => "contrast",
            Theme::ContrastDark => "contrast-dark",
        }
    }
}

/// Options of a picture.
#[derive(Clone, PartialEq, Debug)]
pub struct DrawOptions {
    /// The colours of board and background.
    pub theme: Theme,
    /// The language of all texts and of the description.
    pub lang: Lang,
    /// Whether to label rows, columns or squares.
    pub coordinates: bool,
    /// Whether to draw from the second player's side.
    pub flip: bool,
    /// Whether to draw the players' panels; without them the picture is the square board.
    pub panels: bool,
    /// The last action, to highlight.
    pub last: Option<String>,
    /// Legal actions whose targets get dots.
    pub targets: Vec<String>,
    /// Arrows between squares.
    pub arrows: Vec<(String, String)>,
    /// The picture's width in pixels.
    pub size: u32,
}

impl DrawOptions {
    /// A board point as the viewer sees it.
    pub fn orient(&self, at: UnitPoint) -> UnitPoint {
        if self.flip { at.flipped() } else { at }
    }
}

impl Default for DrawOptions {
    fn default() -> DrawOptions {
        DrawOptions {
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

/// Options of a terminal board.
#[derive(Clone, PartialEq, Debug)]
pub struct TerminalOptions {
    /// Whether to use ANSI colour codes.
    pub colour: bool,
    /// Whether to use characters beyond ASCII.
    pub unicode: bool,
    /// The language of all texts.
    pub lang: Lang,
    /// The last action, to highlight.
    pub last: Option<String>,
    /// Whether to draw from the second player's side.
    pub flip: bool,
    /// An outcome that the board does not show: resignation, agreement, time.
    pub outcome: Option<Outcome>,
}

impl TerminalOptions {
    /// The turn to display: an outcome at the table takes precedence over the board.
    pub fn effective_turn(&self, board: Turn) -> Turn {
        self.outcome.map_or(board, Turn::Over)
    }
}

impl Default for TerminalOptions {
    fn default() -> TerminalOptions {
        TerminalOptions {
            colour: true,
            unicode: true,
            lang: Lang::En,
            last: None,
            flip: false,
            outcome: None,
        }
    }
}
