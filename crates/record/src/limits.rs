//! What a record may hold at most, so that no file can exhaust memory or the stack.

/// Variations inside variations.
pub const MAX_DEPTH: usize = 64;
/// Plies of one record, those of variations included.
pub const MAX_PLIES: usize = 100_000;
/// Tags of one record.
pub const MAX_TAGS: usize = 256;
/// Bytes of a tag's name.
pub const MAX_NAME: usize = 64;
/// Bytes of a tag's value.
pub const MAX_VALUE: usize = 4096;
/// Bytes of a ply (the longest, a set-up of Blocs-pions, has 65).
pub const MAX_PLY: usize = 255;
/// Bytes of a comment.
pub const MAX_COMMENT: usize = 65_536;
/// Bytes of a text that [`parse`](crate::parse) reads at once; [`read`](crate::read) goes record
/// by record and knows no such limit.
pub const MAX_TEXT: usize = 16 << 20;
