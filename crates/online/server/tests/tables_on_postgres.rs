//! The tables suite on a PostgreSQL store.

#![allow(clippy::unwrap_used)]

#[path = "tables/games.rs"]
mod games;
#[path = "tables/live.rs"]
mod live;
#[path = "tables/lots.rs"]
mod lots;
#[path = "nodes/mod.rs"]
mod nodes;
#[path = "harness/postgres.rs"]
mod place;
#[path = "harness/socket.rs"]
mod socket;

pub(crate) use socket::*;

/// Two servers on one database: of eight concurrent seekers, four on each, four open a game and
/// four find one.
#[tokio::test(flavor = "multi_thread")]
async fn two_servers_pair_seekers() {
    let place = place::TestDatabase::new().await;
    let bus = abaque_server::LocalBus::default();
    let servers = [Server::node(&place, &bus, "a").await, Server::node(&place, &bus, "b").await];
    for clock in ["300+2", "60+0", "3/turn"] {
        lots::eight_seek(&[&servers[0], &servers[1]], clock).await;
    }
    for server in servers {
        server.stop().await;
    }
}
