//! The colours of boards and pieces.

use crate::Theme;

/// The colours that depend on the theme. Pieces have fixed colours.
pub struct Palette {
    /// The table: background gradient from top to bottom.
    pub table: [&'static str; 2],
    /// The panels on the table.
    pub card: &'static str,
    /// The outline of the panels.
    pub card_edge: &'static str,
    /// Text.
    pub ink: &'static str,
    /// Secondary text.
    pub ink_soft: &'static str,
    /// The wood of frames and boards: lit, middle, shaded.
    pub wood: [&'static str; 3],
    /// The dark line around wood.
    pub wood_line: &'static str,
    /// Hollows in the wood: the shaded upper rim and the floor.
    pub hollow: [&'static str; 2],
    /// Engravings in the wood.
    pub engraved: &'static str,
    /// Paper: sheets and path stones, lit and shaded.
    pub paper: [&'static str; 2],
    /// Lines on paper.
    pub paper_line: &'static str,
    /// A slate plate over paper, lit and shaded.
    pub slate: [&'static str; 2],
    /// Engravings in slate.
    pub slate_ink: &'static str,
    /// Grass, lit and shaded.
    pub grass: [&'static str; 2],
    /// Water, lit and deep.
    pub water: [&'static str; 2],
    /// The player to act, and targets of actions.
    pub accent: &'static str,
}

/// Highlight of the last action, on wood and on paper.
pub const LAST_MOVE_COLOUR: &str = "#f7b52c";
/// Red pieces: lit, middle, shaded.
pub const RED: [&str; 3] = ["#ff8a75", "#d93a33", "#8e1518"];
/// Blue pieces.
pub const BLUE: [&str; 3] = ["#7db8ff", "#2767c9", "#123a80"];
/// Purple pieces.
pub const PURPLE: [&str; 3] = ["#b69af2", "#6b3fb5", "#3a1d70"];
/// The chief and neutral blocks.
pub const YELLOW: [&str; 3] = ["#ffe38a", "#eeb320", "#a36c06"];
/// Black balls.
pub const BLACK: [&str; 3] = ["#6b717d", "#25282f", "#07080a"];
/// White balls.
pub const WHITE: [&str; 3] = ["#ffffff", "#efe9dd", "#a99d88"];

impl Palette {
    /// The colours of a theme.
    pub const fn of(theme: Theme) -> &'static Palette {
        match theme {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
            Theme::Stone => &STONE,
            Theme::Contrast => &CONTRAST,
        }
    }
}

const LIGHT: Palette = Palette {
    table: ["#f7f2e8", "#e9dfcd"],
    card: "#fffdf8",
    card_edge: "#dccfb8",
    ink: "#2d261e",
    ink_soft: "#75695a",
    wood: ["#e3bd86", "#cf9f63", "#b07c43"],
    wood_line: "#7c5327",
    hollow: ["#7d5329", "#b98a52"],
    engraved: "#6b4520",
    paper: ["#fbf5e6", "#ece0c6"],
    paper_line: "#d6c6a4",
    slate: ["#5d7080", "#455663"],
    slate_ink: "#dfe8ee",
    grass: ["#8fb86b", "#6d9a50"],
    water: ["#8ad0e6", "#3a8fbf"],
    accent: "#0b7f83",
};

const DARK: Palette = Palette {
    table: ["#22252b", "#15171b"],
    card: "#2b2f37",
    card_edge: "#3d434e",
    ink: "#f1ece2",
    ink_soft: "#a9a398",
    wood: ["#a5784b", "#8a6139", "#694627"],
    wood_line: "#2e1c0d",
    hollow: ["#472d16", "#7a5631"],
    engraved: "#e0c49b",
    paper: ["#d9cfba", "#c2b69c"],
    paper_line: "#a89b80",
    slate: ["#475563", "#323d48"],
    slate_ink: "#cfd9e1",
    grass: ["#4f7440", "#395830"],
    water: ["#3f8db0", "#1c4f74"],
    accent: "#3fc6c0",
};

const STONE: Palette = Palette {
    table: ["#e4e8ee", "#ccd4de"],
    card: "#fbfcfe",
    card_edge: "#b9c3d0",
    ink: "#1d2530",
    ink_soft: "#566273",
    wood: ["#aab4c2", "#8b97a8", "#69768a"],
    wood_line: "#333d4c",
    hollow: ["#4d596b", "#7d8a9d"],
    engraved: "#1f2834",
    paper: ["#f6f8fb", "#dfe5ed"],
    paper_line: "#b4bfcd",
    slate: ["#44608a", "#2f456a"],
    slate_ink: "#e6eefb",
    grass: ["#8aa59a", "#68867a"],
    water: ["#9cc4ea", "#4a7fb8"],
    accent: "#1f5fbf",
};

const CONTRAST: Palette = Palette {
    table: ["#ffffff", "#ffffff"],
    card: "#ffffff",
    card_edge: "#000000",
    ink: "#000000",
    ink_soft: "#262626",
    wood: ["#ffffff", "#f2f2f2", "#e2e2e2"],
    wood_line: "#000000",
    hollow: ["#8a8a8a", "#bdbdbd"],
    engraved: "#000000",
    paper: ["#ffffff", "#ffffff"],
    paper_line: "#000000",
    slate: ["#3a3a3a", "#1c1c1c"],
    slate_ink: "#ffffff",
    grass: ["#f4f4f4", "#e6e6e6"],
    water: ["#d5ecff", "#a9d4f7"],
    accent: "#0043c8",
};
