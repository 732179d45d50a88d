//! What every fuzz target does with its bytes. A target is a file of `src/bin` that hands them to
//! one function of this library; a law that does not hold is a panic, which the fuzzer reports.

mod bytes;
mod compose;
mod draw;
mod hidden;
mod laws;
mod play;
mod record;
mod spec;
mod subject;
mod table;
mod text;
mod ugi;

pub use bytes::Bytes;
pub use draw::draw;
pub use play::play;
pub use record::{import, record};
pub use spec::spec;
pub use subject::Subject;
pub use table::table;
pub use text::text;
pub use ugi::ugi;
