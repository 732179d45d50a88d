//! Examples in the API's description. They are literals, because they show a particular game.

/// A game with its usual options.
pub const SPEC: &str = "abalone";

/// A game that draws lots.
pub const SPEC_WITH_LOTS: &str = "abagio";

/// The first ply of [`SPEC`].
pub const PLY: &str = "a1b1";

/// A reply to [`PLY`].
pub const REPLY: &str = "i5h5";

/// Both plies, as a query gives them.
pub const PLIES: &str = "a1b1,i5h5";
