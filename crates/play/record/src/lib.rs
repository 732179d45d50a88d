#![doc = include_str!("../README.md")]

mod check;
mod clock_verifier;
mod comment;
mod error;
mod import;
mod limits;
mod line;
mod lot_evidence;
mod lot_verifier;
mod parse;
mod record;
mod scanner;
mod seal_verifier;
mod tags;
mod write;

pub use abaque_lots::SeedMode;
pub use check::{CheckReport, check};
pub use error::RecordError;
pub use import::{import, import_any};
pub use limits::*;
pub use line::{MoveMark, RecordLine, RecordMove};
pub use lot_evidence::LotEvidence;
pub use lot_verifier::LotStatus;
pub use parse::{RecordReader, parse, read_records};
pub use record::{Record, Tag};
pub use seal_verifier::SealStatus;
pub use tags::{TAGS, TagInfo};
pub use write::format_records;
