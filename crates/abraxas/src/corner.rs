use std::fmt;
use std::str::FromStr;

use abaque_core::{BadText, said};

/// Where the plate lies on the sheet. Named counter-clockwise, as the arrows run (ABR-03).
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

    /// The corner an arrow leads to.
    pub const fn next(self) -> Corner {
        Corner::ALL[(self as usize + 1) % 4]
    }

    /// The corner from which an arrow leads here.
    pub const fn previous(self) -> Corner {
        Corner::ALL[(self as usize + 3) % 4]
    }

    /// How far the plate lies to the right and up: what to add to a hole's column and row to
    /// have those of the cell under it.
    pub const fn offset(self) -> (u8, u8) {
        match self {
            Corner::Sw => (0, 0),
            Corner::Se => (1, 0),
            Corner::Ne => (1, 1),
            Corner::Nw => (0, 1),
        }
    }

    /// The letters used in texts.
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
    type Err = BadText;

    fn from_str(text: &str) -> Result<Self, BadText> {
        Corner::ALL.into_iter().find(|corner| corner.name() == text).ok_or_else(|| {
            BadText::new(
                "CORNER",
                said!(
                    "`{text}` is no corner; corners are sw, se, ne, nw",
                    "« {text} » n'est pas un coin ; les coins sont sw, se, ne, nw"
                ),
            )
        })
    }
}
