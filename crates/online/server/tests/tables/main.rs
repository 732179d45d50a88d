//! Games over real sockets: playing, reconnecting, watching, and hostile clients.

#![allow(clippy::unwrap_used)]

mod live;
mod lots;
#[path = "../harness/sqlite.rs"]
mod place;
#[path = "../harness/socket.rs"]
mod socket;
mod whole;

pub(crate) use socket::*;
