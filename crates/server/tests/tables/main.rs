//! Tables over real sockets: people play, come back, watch; the hostile gain nothing.

#![allow(clippy::unwrap_used)]

mod live;
#[path = "../harness/sqlite.rs"]
mod place;
#[path = "../harness/socket.rs"]
mod socket;
mod whole;

pub(crate) use socket::*;
