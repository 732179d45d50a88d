//! The HTTP client of the terminal and the load tool: server addresses, connections with and
//! without TLS, and requests below `/api/v1`. Texts for people are the callers' business, so errors
//! are plain enums here.
//!
//! ```
//! let address = abaque_http::ServerAddress::parse("http://Games.Example:4816/")?;
//! assert_eq!(address.origin(), "http://games.example:4816");
//! # Ok::<(), abaque_http::AddressError>(())
//! ```

mod address;
mod client;
mod stream;

pub use address::{AddressError, ServerAddress};
pub use client::{HttpClient, HttpError, HttpResponse};
pub use hyper::{Method, header};
pub use stream::{ByteStream, ConnectError};
