//! The web app over HTTP: what `cargo xtask web` put together, embedded in the program, each file with its compressed
//! forms, a strict content policy and names that browsers may keep for ever.

mod assets;
mod headers;

use std::net::{IpAddr, SocketAddr};

use axum::Router;
use axum::middleware::map_response;
use tokio::net::TcpListener;

pub use assets::is_built;

/// The whole site.
pub fn site() -> Router {
    Router::new().fallback(assets::serve).layer(map_response(headers::strict))
}

/// Opens a port; 0 takes any that is free.
pub async fn listen(address: IpAddr, port: u16) -> std::io::Result<TcpListener> {
    TcpListener::bind(SocketAddr::new(address, port)).await
}

/// Serves until the program is told to stop.
pub async fn serve(listener: TcpListener) -> std::io::Result<()> {
    axum::serve(listener, site()).with_graceful_shutdown(told_to_stop()).await
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
