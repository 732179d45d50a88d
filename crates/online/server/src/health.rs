//! Liveness and readiness endpoints.

use std::time::{Duration, Instant};

use abaque_core::message;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use tokio::sync::Mutex;

use crate::app::App;
use crate::problem::{self, Problem};

/// Timeout of the store's write probe.
const PROBE_TIMEOUT: Duration = Duration::from_secs(2);

/// How long a readiness result is cached, so that frequent polling is cheap.
const READINESS_TTL: Duration = Duration::from_millis(900);

/// A write-ahead log of this size means that checkpoints fail.
const WAL_WARNING_BYTES: u64 = 3 * abaque_store::USUAL_LOG_BYTES;

/// Cached result of the last write probe for `/readyz`.
#[derive(Default)]
pub(crate) struct Readiness(Mutex<Option<(Instant, Result<(), Problem>)>>);

impl Readiness {
    /// Whether the server can write, checked at most once a second.
    async fn check(&self, app: &App) -> Result<(), Problem> {
        // Concurrent callers wait for the same result.
        let mut last = self.0.lock().await;
        if let Some((at, found)) = &*last
            && at.elapsed() < READINESS_TTL
        {
            return found.clone();
        }
        let found = match tokio::time::timeout(PROBE_TIMEOUT, app.store().probe(app.now())).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => {
                tracing::warn!(target: "abaque", %error, "the store cannot write");
                Err(error.fault().map_or_else(store_not_answering, problem::not_saved))
            }
            Err(_) => {
                tracing::warn!(target: "abaque", "the store takes too long to write");
                Err(store_not_answering())
            }
        };
        if let Some(bytes) = app.store().wal_size().filter(|&bytes| bytes > WAL_WARNING_BYTES) {
            tracing::warn!(target: "abaque", bytes, "the write-ahead log is not checkpointed");
        }
        *last = Some((Instant::now(), found.clone()));
        found
    }
}

fn store_not_answering() -> Problem {
    let detail = message!(
        "The server cannot save right now: the store takes too long or is held by another program.",
        "Le serveur ne peut rien enregistrer pour le moment\u{a0}: la base répond trop lentement ou un autre programme l'utilise."
    );
    Problem::new(problem::NOT_SAVED, detail).retry_after(1000)
}

/// Liveness: the process responds.
pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

/// The answer of a server that is ready; one of several adds its own state. Without the bus it goes
/// on, a little slower.
fn ready_text(app: &App) -> String {
    let Some(node) = app.rooms().cluster_stats() else { return "ready\n".into() };
    let bus = if node.is_connected { "connected" } else { "disconnected" };
    format!("ready\nnode {}: bus {bus}, games driven {}\n", node.node, node.leases)
}

/// Readiness: the store is writable and the server is neither stopping nor draining; otherwise a
/// problem with the reason.
pub(crate) async fn readyz(State(app): State<App>, headers: HeaderMap) -> Response {
    let found = if *app.stopping().borrow() {
        let detail = message!(
            "The server is shutting down and accepts no new games.",
            "Le serveur s'arrête et n'accepte plus de nouvelles parties."
        );
        Err(Problem::new(problem::STOPPING, detail))
    } else if app.is_draining() {
        let detail = message!(
            "The server is about to be restarted; new clients should go to another one.",
            "Le serveur va être redémarré\u{a0}; les nouveaux clients doivent aller à un autre."
        );
        Err(Problem::new(problem::STOPPING, detail))
    } else {
        app.readiness().check(&app).await
    };
    match found {
        Ok(()) => ready_text(&app).into_response(),
        Err(problem) => problem.to_response(problem::preferred_language(&headers)),
    }
}
