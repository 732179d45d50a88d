use crate::{Point, PointSet};

/// The start layout of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Layout {
    /// The sheet's figure 1 (ABA-01).
    Standard,
    /// Two petals a side in opposite corners (ABA-15).
    BelgianDaisy,
    /// Belgian with the petals one point nearer the centre (ABA-15).
    GermanDaisy,
    /// Belgian with the petal centres swapped (ABA-15).
    DutchDaisy,
    /// German with the petal centres swapped (ABA-15).
    SwissDaisy,
    /// An empty board: the players take turns placing balls (ABA-12).
    Placed,
}

/// Rows `a` to `i` of each layout that starts with balls on the board.
const STANDARD: [&str; 9] = [
    "bbbbb",
    "bbbbbb",
    "..bbb..",
    "........",
    ".........",
    "........",
    "..www..",
    "wwwwww",
    "wwwww",
];
const BELGIAN: [&str; 9] = [
    "bb.ww",
    "bbbwww",
    ".bb.ww.",
    "........",
    ".........",
    "........",
    ".ww.bb.",
    "wwwbbb",
    "ww.bb",
];
const GERMAN: [&str; 9] = [
    ".....",
    "bb..ww",
    "bbb.www",
    ".bb..ww.",
    ".........",
    ".ww..bb.",
    "www.bbb",
    "ww..bb",
    ".....",
];
const DUTCH: [&str; 9] = [
    "bb.ww",
    "bwbwbw",
    ".bb.ww.",
    "........",
    ".........",
    "........",
    ".ww.bb.",
    "wbwbwb",
    "ww.bb",
];
const SWISS: [&str; 9] = [
    ".....",
    "bb..ww",
    "bwb.wbw",
    ".bb..ww.",
    ".........",
    ".ww..bb.",
    "wbw.bwb",
    "ww..bb",
    ".....",
];
const EMPTY: [&str; 9] = [""; 9];

impl Layout {
    /// Every layout, in the order listed by the option's help.
    pub const ALL: [Layout; 6] = [
        Layout::Standard,
        Layout::BelgianDaisy,
        Layout::GermanDaisy,
        Layout::DutchDaisy,
        Layout::SwissDaisy,
        Layout::Placed,
    ];

    /// The name in specs.
    pub const fn name(self) -> &'static str {
        match self {
            Layout::Standard => "standard",
            Layout::BelgianDaisy => "belgian-daisy",
            Layout::GermanDaisy => "german-daisy",
            Layout::DutchDaisy => "dutch-daisy",
            Layout::SwissDaisy => "swiss-daisy",
            Layout::Placed => "placed",
        }
    }

    /// Looks up a layout by name.
    pub fn from_name(name: &str) -> Option<Layout> {
        Layout::ALL.into_iter().find(|layout| layout.name() == name)
    }

    /// The balls on the board at the start, by seat.
    pub fn balls(self) -> [PointSet; 2] {
        let rows = match self {
            Layout::Standard => STANDARD,
            Layout::BelgianDaisy => BELGIAN,
            Layout::GermanDaisy => GERMAN,
            Layout::DutchDaisy => DUTCH,
            Layout::SwissDaisy => SWISS,
            Layout::Placed => EMPTY,
        };
        let marks = || rows.iter().flat_map(|row| row.bytes());
        [b'b', b'w'].map(|letter| {
            Point::all().zip(marks()).filter(|&(_, mark)| mark == letter).map(|(p, _)| p).collect()
        })
    }
}
