use core::fmt;
use core::str::FromStr;

use abaque_core::{ParseError, message};

/// The plate's position on the sheet, named counter-clockwise like the arrows (ABR-03).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Corner {
    /// Bottom left: hole a1 over cell a1.
    Sw,
    /// Bottom right: hole a1 over cell b1.
    Se,
    /// Top right: hole a1 over cell b2.
    Ne,
    /// Top left: hole a1 over cell a2.
    Nw,
}

impl Corner {
    /// The four corners, counter-clockwise.
    pub const ALL: [Corner; 4] = [Corner::Sw, Corner::Se, Corner::Ne, Corner::Nw];

    /// The next corner counter-clockwise, along the arrow.
    pub const fn next(self) -> Corner {
        Corner::ALL[(self as usize + 1) % 4]
    }

    /// The previous corner, from which an arrow leads here.
    pub const fn previous(self) -> Corner {
        Corner::ALL[(self as usize + 3) % 4]
    }

    /// The plate's offset to the right and up, added to a hole's column and row to get its cell's.
    pub const fn offset(self) -> (u8, u8) {
        match self {
            Corner::Sw => (0, 0),
            Corner::Se => (1, 0),
            Corner::Ne => (1, 1),
            Corner::Nw => (0, 1),
        }
    }

    /// The name in texts.
    pub const fn name(self) -> &'static str {
        match self {
            Corner::Sw => "sw",
            Corner::Se => "se",
            Corner::Ne => "ne",
            Corner::Nw => "nw",
        }
    }
}

impl fmt::Display for Corner {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Corner {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Corner::ALL.into_iter().find(|corner| corner.name() == text).ok_or_else(|| {
            ParseError::new(
                "CORNER",
                message!(
                    "`{text}` is not a corner; corners are sw, se, ne, nw",
                    "«\u{a0}{text}\u{a0}» n'est pas un coin\u{a0}; les coins sont sw, se, ne, nw"
                ),
            )
        })
    }
}
