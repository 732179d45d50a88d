//! Runs the server: listening, background sweeps, graceful shutdown.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use abaque_core::message;
use abaque_store::ForgottenGuests;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::accept;
use crate::app::App;
use crate::client_ip::ClientIp;
use crate::problem::{self, Problem};
use crate::rate_limit::{LimitedAction, RateKey, ServerLimits};
use crate::{cookie, metrics_endpoint, router, site};

/// How long responses in progress may take after a stop.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(10);

/// Interval of deleting expired sessions.
const SWEEP_INTERVAL: Duration = Duration::from_secs(60 * 60);

/// Sweeps between two runs of forgetting idle guests.
const SWEEPS_PER_TIDY: u64 = 24;

/// Binds a port; 0 picks a free one.
pub async fn listen(address: IpAddr, port: u16) -> std::io::Result<TcpListener> {
    TcpListener::bind(SocketAddr::new(address, port)).await
}

/// Serves the web app alone until the process is told to stop.
pub async fn serve_site(listener: TcpListener) -> std::io::Result<()> {
    let (stop, stopping) = watch::channel(false);
    let signal_task = tokio::spawn(async move {
        shutdown_signal().await;
        stop.send_replace(true);
    });
    let limits = ServerLimits::default();
    let last = shutdown_deadline(stopping.clone());
    tokio::select! {
        () = accept::serve(listener, site(), &limits, false, stopping) => {}
        () = last => {}
    }
    signal_task.abort();
    Ok(())
}

/// Serves until the process is told to stop or [`App::stop`] is called, finishes responses in
/// progress, and closes the store.
pub async fn serve(listener: TcpListener, app: App) -> std::io::Result<()> {
    let (limits, behind_proxy) = (app.config().limits.clone(), app.config().behind_proxy);
    // Bound first, so that a failure happens before anything starts.
    let metrics_listener = match app.config().metrics_address {
        Some(address) => Some(TcpListener::bind(address).await?),
        None => None,
    };
    let metrics_task = metrics_listener.map(|listener| {
        let (routes, limits, stop) =
            (metrics_endpoint::router(app.clone()), limits.clone(), app.stopping());
        tokio::spawn(async move { accept::serve(listener, routes, &limits, false, stop).await })
    });
    let sweeping = tokio::spawn(sweep_expired(app.clone()));
    let signal_task = {
        let app = app.clone();
        tokio::spawn(async move {
            shutdown_signal().await;
            app.stop();
        })
    };
    #[cfg(unix)]
    let drain_task = tokio::spawn(drain_on_signal(app.clone()));
    let serving =
        accept::serve(listener, router(app.clone()), &limits, behind_proxy, app.stopping());
    tokio::select! {
        () = serving => {}
        () = shutdown_deadline(app.stopping()) => {}
    }
    sweeping.abort();
    signal_task.abort();
    #[cfg(unix)]
    drain_task.abort();
    if let Some(metrics_task) = metrics_task {
        metrics_task.abort();
    }
    app.rooms().close(&crate::socket::server_closing()).await;
    app.store().close().await;
    Ok(())
}

/// Completes when the shutdown grace period is over.
async fn shutdown_deadline(mut stopping: watch::Receiver<bool>) {
    let _ = stopping.wait_for(|stop| *stop).await;
    tokio::time::sleep(SHUTDOWN_GRACE).await;
}

async fn sweep_expired(app: App) {
    let mut again = tokio::time::interval(SWEEP_INTERVAL);
    for round in 0_u64.. {
        again.tick().await;
        // A socket may stay open for longer than an unused session lasts.
        for session in app.connections().open_sessions() {
            if let Err(error) = app.store().touch_session(&session, app.now()).await {
                tracing::warn!(target: "abaque", %error, "session use not stored");
            }
        }
        for person in app.rooms().connected_people() {
            if let Err(error) = app.store().touch_person(person, app.now()).await {
                tracing::warn!(target: "abaque", %error, "presence of a person not stored");
            }
        }
        match app.store().purge_sessions(app.now() - cookie::SESSION_LIFETIME_MILLIS).await {
            Ok(0) => {}
            Ok(ended) => tracing::info!(target: "abaque", ended, "expired sessions deleted"),
            Err(error) => tracing::warn!(target: "abaque", %error, "expired sessions not deleted"),
        }
        if let Err(error) = app.store().purge_mailed_codes(app.now()).await {
            tracing::warn!(target: "abaque", %error, "expired codes not deleted");
        }
        if let Err(error) = app.store().purge_invitations(app.now()).await {
            tracing::warn!(target: "abaque", %error, "expired invitations not deleted");
        }
        if let Err(error) =
            app.store().purge_devices(app.now() - cookie::DEVICE_LIFETIME_MILLIS).await
        {
            tracing::warn!(target: "abaque", %error, "expired devices not deleted");
        }
        if let Err(error) = app.store().purge_reserved_names(app.now()).await {
            tracing::warn!(target: "abaque", %error, "expired name reservations not deleted");
        }
        if round % SWEEPS_PER_TIDY == 0 {
            forget_idle_guests(&app).await;
        }
    }
}

async fn forget_idle_guests(app: &App) {
    match app.forget_idle_guests().await {
        Ok(ForgottenGuests { gone: 0, nameless: 0 }) => {}
        Ok(ForgottenGuests { gone, nameless }) => {
            tracing::info!(target: "abaque", gone, nameless, "idle guests forgotten");
        }
        Err(error) => tracing::warn!(target: "abaque", %error, "idle guests not forgotten"),
    }
}

async fn shutdown_signal() {
    let interrupted = async {
        let _ = tokio::signal::ctrl_c().await;
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut terminated) => tokio::select! {
                () = interrupted => {}
                _ = terminated.recv() => {}
            },
            Err(_) => interrupted.await,
        }
    }
    #[cfg(not(unix))]
    interrupted.await;
}

/// Drains the server once it gets SIGUSR1, before a restart.
#[cfg(unix)]
async fn drain_on_signal(app: App) {
    use tokio::signal::unix::{SignalKind, signal};
    if let Ok(mut signals) = signal(SignalKind::user_defined1()) {
        while signals.recv().await.is_some() {
            tracing::info!(target: "abaque", "draining: not ready for new clients");
            app.drain();
        }
    }
}

/// Refuses an address above its rate limit.
pub(crate) async fn enforce_rate_limit(
    State(app): State<App>,
    ClientIp(address): ClientIp,
    request: Request,
    next: Next,
) -> Response {
    match app.check_rate(LimitedAction::General, RateKey::from_address(address)) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

/// Fails a request that exceeds the timeout.
pub(crate) async fn enforce_timeout(
    State(app): State<App>,
    request: Request,
    next: Next,
) -> Response {
    let limit = app.config().limits.request_timeout;
    match tokio::time::timeout(limit, next.run(request)).await {
        Ok(response) => response,
        Err(_) => {
            let detail = message!(
                "It may or may not have been done; check before you try again.",
                "Cela a peut-être été fait\u{a0}; vérifiez avant de réessayer."
            );
            Problem::new(problem::TOO_SLOW, detail).retry_after(1000).into_response()
        }
    }
}
