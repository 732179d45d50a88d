//! The bodies of the fuzz targets. Each file in `src/bin` is a target that passes its input to one
//! function of this library. A broken law panics, and the fuzzer reports the panic.

mod draw;
mod hidden;
mod input;
mod laws;
mod play;
mod record;
mod spec;
mod table;
mod text;
mod ugi;

pub use draw::draw;
pub use input::FuzzInput;
pub use play::play;
pub use record::{import, record};
pub use spec::spec;
pub use table::table;
pub use text::text;
pub use ugi::ugi;
