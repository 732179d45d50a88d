//! Tables of a server whose store is on PostgreSQL: the same cases.

#![allow(clippy::unwrap_used)]

#[path = "tables/live.rs"]
mod live;
#[path = "harness/postgres.rs"]
mod place;
#[path = "harness/socket.rs"]
mod socket;
#[path = "tables/whole.rs"]
mod whole;

pub(crate) use socket::*;
