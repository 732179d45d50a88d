//! Several servers on one database, as clients see them.

mod access;
mod monitoring;
mod restart;

use std::time::Duration;

/// Waits until something holds, for twenty seconds at most.
async fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    for _ in 0..400 {
        if holds() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("not within twenty seconds: {what}");
}
