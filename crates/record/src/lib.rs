//! Game records: one text format for all games, to read, write, check and import.
//!
//! Reading ([`parse`]) asks whether a text is spelled as a record; [`check`] then plays it through
//! and asks whether it is true: plies, result, lots, seals, clocks. The format is described in
//! `docs/records.md`.
//!
//! ```
//! use abaque_record::{Record, check, parse};
//!
//! let mut record = Record::new("abalone").unwrap();
//! record.set_tag("First", "Ada").unwrap();
//! record.push("a1b2").unwrap().add_comment("into the middle").unwrap();
//! let text = record.to_string();
//! assert!(text.ends_with("\n1. a1b2 {into the middle} *\n"));
//! assert_eq!(parse(&text).unwrap(), [record.clone()]);
//! assert_eq!(check(&record).unwrap().plies, 1);
//!
//! let error = parse("[Game \"abalone\"]\n[Result \"*\"]\n\na1b2 (").unwrap_err();
//! assert_eq!(error.line, 4);
//! ```

mod check;
mod clocks;
mod comment;
mod error;
mod import;
mod limits;
mod line;
mod parse;
mod proof;
mod record;
mod scan;
mod seals;
mod tags;
mod warrant;
mod write;

pub use check::{Checked, check};
pub use error::RecordError;
pub use import::import;
pub use limits::*;
pub use line::{Line, Mark, Move};
pub use parse::{Reader, parse, read};
pub use proof::Proof;
pub use record::{Record, Tag};
pub use seals::Sealed;
pub use tags::{TAGS, TagInfo};
pub use warrant::Warrant;
pub use write::print;
