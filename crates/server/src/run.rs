//! Serving: from the port to the last answer.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use abaque_core::said;
use abaque_store::Tidied;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::serve::ListenerExt;
use tokio::net::TcpListener;

use crate::address::Address;
use crate::app::App;
use crate::limit::{Asker, Door};
use crate::problem::{self, Problem};
use crate::{cookie, router, site};

/// How long answers under way may still take once the server is told to stop.
const LAST: Duration = Duration::from_secs(10);

/// How often sessions nobody used for long are thrown away.
const SWEEP: Duration = Duration::from_secs(60 * 60);

/// How often guests who do not come back are forgotten: so many sweeps.
const TIDY: u64 = 24;

/// Opens a port; 0 takes any that is free.
pub async fn listen(address: IpAddr, port: u16) -> std::io::Result<TcpListener> {
    TcpListener::bind(SocketAddr::new(address, port)).await
}

/// Serves the web app alone until the program is told to stop.
pub async fn serve_site(listener: TcpListener) -> std::io::Result<()> {
    axum::serve(listener, site()).with_graceful_shutdown(told_to_stop()).await
}

/// Serves until the program is told to stop or [`App::stop`] is called, lets answers under way end, and closes the
/// store.
pub async fn serve(listener: TcpListener, app: App) -> std::io::Result<()> {
    let service = router(app.clone()).into_make_service_with_connect_info::<SocketAddr>();
    let sweeping = tokio::spawn(sweep(app.clone()));
    let told = {
        let app = app.clone();
        tokio::spawn(async move {
            told_to_stop().await;
            app.stop();
        })
    };
    let stopped = |app: &App| {
        let mut stopping = app.stopping();
        async move {
            let _ = stopping.wait_for(|stop| *stop).await;
        }
    };
    let late = {
        let stopped = stopped(&app);
        async move {
            stopped.await;
            tokio::time::sleep(LAST).await;
        }
    };
    // Messages are short and each is waited for: none is held back to be sent with the next.
    let listener = listener.tap_io(|connection| {
        let _ = connection.set_nodelay(true);
    });
    let served = axum::serve(listener, service).with_graceful_shutdown(stopped(&app));
    let result = tokio::select! {
        result = async { served.await } => result,
        () = late => Ok(()),
    };
    sweeping.abort();
    told.abort();
    app.hall().close(&crate::socket::closing()).await;
    app.store().close().await;
    result
}

async fn sweep(app: App) {
    let mut again = tokio::time::interval(SWEEP);
    for round in 0_u64.. {
        again.tick().await;
        match app.store().purge_sessions(app.now() - cookie::LASTS).await {
            Ok(0) => {}
            Ok(ended) => tracing::info!(target: "abaque", ended, "old sessions thrown away"),
            Err(error) => tracing::warn!(target: "abaque", %error, "old sessions stay"),
        }
        if let Err(error) = app.store().purge_mailed_codes(app.now()).await {
            tracing::warn!(target: "abaque", %error, "old codes stay");
        }
        if round % TIDY == 0 {
            tidy(&app).await;
        }
    }
}

async fn tidy(app: &App) {
    match app.tidy().await {
        Ok(Tidied { gone: 0, nameless: 0 }) => {}
        Ok(Tidied { gone, nameless }) => {
            tracing::info!(target: "abaque", gone, nameless, "idle guests forgotten");
        }
        Err(error) => tracing::warn!(target: "abaque", %error, "idle guests stay"),
    }
}

async fn told_to_stop() {
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

/// Refuses an address that asks too often.
pub(crate) async fn not_too_often(
    State(app): State<App>,
    Address(address): Address,
    request: Request,
    next: Next,
) -> Response {
    match app.limit(Door::General, Asker::at(address)) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

/// Gives up on an answer that takes too long.
pub(crate) async fn not_too_long(State(app): State<App>, request: Request, next: Next) -> Response {
    let patience = app.config().limits.patience;
    match tokio::time::timeout(patience, next.run(request)).await {
        Ok(response) => response,
        Err(_) => {
            let told = said!(
                "It may or may not have been done; look before you try again.",
                "Cela a peut-être été fait ; regardez avant de réessayer."
            );
            Problem::new(problem::TOO_SLOW, told).after(1000).into_response()
        }
    }
}
