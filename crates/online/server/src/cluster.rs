//! Several servers on one store: hints between them about limits and revoked access.

use std::hash::{BuildHasher, RandomState};
use std::sync::Weak;
use std::time::Duration;

use abaque_rooms::{Rooms, ServerHint};
use tokio::sync::broadcast::{Receiver, error::RecvError};

use crate::app::AppInner;
use crate::rate_limit::{KeyHash, RateKey};

/// Hash of the owners of rate-limit buckets: the same on all nodes, and random for a single server.
pub(crate) fn rate_key_hash(rooms: &Rooms) -> KeyHash {
    if rooms.cluster_stats().is_none() {
        let hashes = RandomState::new();
        return Box::new(move |owner: &RateKey| hashes.hash_one(owner));
    }
    let rooms = rooms.clone();
    Box::new(move |owner: &RateKey| rooms.shared_hash(owner).unwrap_or_default())
}

/// Acts on the hints of other nodes while the server exists.
pub(crate) async fn follow_hints(app: Weak<AppInner>, mut hints: Receiver<ServerHint>) {
    loop {
        let hint = match hints.recv().await {
            Ok(hint) => hint,
            // Revocations are polled anyway.
            Err(RecvError::Lagged(_)) => continue,
            Err(RecvError::Closed) => return,
        };
        let Some(app) = app.upgrade() else { return };
        match hint {
            ServerHint::Revoked => {
                let connections = app.connections().clone();
                drop(app);
                if let Err(error) = connections.poll_revocations(Duration::ZERO).await {
                    tracing::warn!(target: "abaque", %error, "cannot check revocations");
                }
            }
            ServerHint::Spent { action, key } => app.note_spent(action, key),
        }
    }
}
