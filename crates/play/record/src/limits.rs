//! Size limits of a record, so that no file can exhaust memory or the stack.

/// Nesting depth of variations.
pub const MAX_DEPTH: usize = 64;
/// Plies per record, variations included.
pub const MAX_PLIES: usize = 100_000;
/// Tags per record.
pub const MAX_TAGS: usize = 256;
/// Bytes per tag name.
pub const MAX_NAME: usize = 64;
/// Bytes per tag value.
pub const MAX_VALUE: usize = 4096;
/// Bytes per ply; the longest that any game writes, a secret set-up, has 65.
pub const MAX_PLY: usize = 255;
/// Bytes per comment.
pub const MAX_COMMENT: usize = 65_536;
/// Bytes per text for [`parse`](crate::parse); [`read_records`](crate::read_records) reads record
/// by record and has no such limit.
pub const MAX_TEXT: usize = 16 << 20;
