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
    /// Text on paper.
    pub paper_ink: &'static str,
    /// An outline around every piece, in themes that need one.
    pub piece_edge: Option<&'static str>,
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
            Theme::ContrastDark => &CONTRAST_DARK,
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
    paper_ink: "#85765a",
    piece_edge: None,
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
    paper_ink: "#85765a",
    piece_edge: None,
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
    paper_ink: "#85765a",
    piece_edge: None,
};

const CONTRAST: Palette = Palette {
    table: ["#ffffff", "#ffffff"],
    card: "#ffffff",
    card_edge: "#000000",
    ink: "#000000",
    ink_soft: "#262626",
    wood: ["#ffffff", "#f7f7f7", "#efefef"],
    wood_line: "#000000",
    hollow: ["#757575", "#8a8a8a"],
    engraved: "#000000",
    paper: ["#ffffff", "#ffffff"],
    paper_line: "#000000",
    slate: ["#d8d8d8", "#c8c8c8"],
    slate_ink: "#000000",
    grass: ["#f4f4f4", "#e6e6e6"],
    water: ["#d5ecff", "#a9d4f7"],
    accent: "#0038a8",
    paper_ink: "#000000",
    piece_edge: Some("#000000"),
};

const CONTRAST_DARK: Palette = Palette {
    table: ["#000000", "#000000"],
    card: "#000000",
    card_edge: "#ffffff",
    ink: "#ffffff",
    ink_soft: "#e6e6e6",
    wood: ["#1c1c1c", "#101010", "#000000"],
    wood_line: "#ffffff",
    hollow: ["#8a8a8a", "#757575"],
    engraved: "#ffffff",
    paper: ["#000000", "#000000"],
    paper_line: "#9a9a9a",
    slate: ["#3d3d3d", "#2a2a2a"],
    slate_ink: "#ffffff",
    grass: ["#101010", "#000000"],
    water: ["#00365c", "#002440"],
    accent: "#7cc4ff",
    paper_ink: "#ffffff",
    piece_edge: Some("#ffffff"),
};

/// The contrast ratio of two colours written as `#rrggbb`, from 1 to 21 (WCAG 2).
#[cfg(test)]
fn contrast(one: &str, other: &str) -> f64 {
    let luminance = |colour: &str| {
        let channel = |at: usize| {
            let value = u8::from_str_radix(&colour[at..at + 2], 16).expect("hexadecimal");
            let share = f64::from(value) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    };
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_themes_meet_their_ratio() {
        for palette in [&CONTRAST, &CONTRAST_DARK] {
            let reads = |ink: &str, ground: &[&str]| {
                for ground in ground {
                    assert!(contrast(ink, ground) >= 7.0, "{ink} on {ground}");
                }
            };
            reads(palette.ink, &palette.table);
            reads(palette.ink_soft, &[palette.table[0], palette.card]);
            reads(palette.accent, &[palette.table[0], palette.card]);
            reads(palette.engraved, &palette.wood);
            reads(palette.slate_ink, &palette.slate);
            reads(palette.paper_ink, &palette.paper);
            let edge = palette.piece_edge.expect("every piece is outlined");
            let grounds = [
                &palette.wood[..],
                &palette.hollow,
                &palette.paper,
                &palette.slate,
                &palette.grass,
                &palette.water,
            ];
            for ground in grounds.into_iter().flatten() {
                assert!(contrast(edge, ground) >= 3.0, "pieces on {ground}");
            }
            for (line, ground) in [
                (palette.card_edge, palette.card),
                (palette.wood_line, palette.wood[1]),
                (palette.paper_line, palette.paper[0]),
                (palette.hollow[0], palette.wood[2]),
                (palette.hollow[1], palette.wood[2]),
            ] {
                assert!(contrast(line, ground) >= 3.0, "{line} on {ground}");
            }
        }
    }

    #[test]
    fn contrast_ratios_match_the_standard() {
        assert!((contrast("#ffffff", "#000000") - 21.0).abs() < 0.01);
        assert!((contrast("#777777", "#ffffff") - 4.48).abs() < 0.01);
    }
}
