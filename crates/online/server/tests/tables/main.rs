//! Games over real sockets: playing, reconnecting, watching, and hostile clients.

#![allow(clippy::unwrap_used)]

mod games;
mod live;
mod lots;
#[path = "../harness/sqlite.rs"]
mod place;
#[path = "../harness/socket.rs"]
mod socket;

pub(crate) use socket::*;
