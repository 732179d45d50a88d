//! Accepts connections: bounded by open files and per address, with header timeouts. A connection
//! without a request yet is evicted in favour of a new one.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, ErrorKind};
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, mpsc, watch};
use tower::ServiceExt;

use crate::fd_limit;
use crate::linger::LingeringStream;
use crate::rate_limit::{ServerLimits, network_of};

/// Maximum size of a request head.
const MAX_HEAD_BYTES: usize = 32 * 1024;

/// Default connections per address: many players behind one address, but not the whole server.
const DEFAULT_MAX_PER_ADDRESS: usize = 1024;

/// Connection limit if the open-file limit is unknown.
const DEFAULT_MAX_CONNECTIONS: usize = 65_536;

/// Pause after running out of file descriptors.
const OUT_OF_FILES_PAUSE: Duration = Duration::from_millis(100);

/// Connection limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ConnectionLimits {
    pub(crate) total: usize,
    pub(crate) per_address: usize,
}

impl ConnectionLimits {
    pub(crate) fn new(limits: &ServerLimits) -> ConnectionLimits {
        ConnectionLimits::with_files(limits, fd_limit::open_files())
    }

    fn with_files(limits: &ServerLimits, files: Option<u64>) -> ConnectionLimits {
        // The store, the log and closing connections need files too.
        let files = files.map(|files| usize::try_from(files).unwrap_or(usize::MAX));
        let fit = files.map_or(DEFAULT_MAX_CONNECTIONS, |files| files - (files / 4).min(128));
        let total = limits.connections.unwrap_or(fit).min(fit).max(1);
        let per_address =
            limits.connections_per_address.unwrap_or(DEFAULT_MAX_PER_ADDRESS.min(total / 2));
        ConnectionLimits { total, per_address: per_address.max(1) }
    }
}

#[derive(Default)]
struct AcceptedConnections {
    next: u64,
    open: usize,
    by_address: HashMap<IpAddr, usize>,
    /// Connections without a request yet, oldest first.
    idle: BTreeMap<u64, Arc<Notify>>,
}

/// Admission control of connections.
#[derive(Clone)]
struct ConnectionGate {
    caps: ConnectionLimits,
    /// Off behind a proxy, where all connections share one address; sockets and streams are counted
    /// per client there.
    limit_by_address: bool,
    connections: Arc<Mutex<AcceptedConnections>>,
}

/// Slot of one connection, released on drop.
pub(crate) struct ConnectionSlot {
    gate: ConnectionGate,
    id: u64,
    address: IpAddr,
    requested: Arc<AtomicBool>,
}

impl ConnectionGate {
    fn lock(&self) -> MutexGuard<'_, AcceptedConnections> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Admits a connection with its eviction signal; `None` if there is no room.
    fn admit(&self, address: IpAddr) -> Option<(ConnectionSlot, Arc<Notify>)> {
        let address = network_of(address);
        let mut all = self.lock();
        let from_here = all.by_address.get(&address).copied().unwrap_or_default();
        if self.limit_by_address && from_here >= self.caps.per_address {
            return None;
        }
        if all.open >= self.caps.total {
            // The evicted connection closes a moment later; the file headroom covers that.
            let (_, oldest) = all.idle.pop_first()?;
            oldest.notify_one();
        }
        all.next += 1;
        all.open += 1;
        let id = all.next;
        *all.by_address.entry(address).or_default() += 1;
        let leave = Arc::new(Notify::new());
        all.idle.insert(id, leave.clone());
        Some((ConnectionSlot { gate: self.clone(), id, address, requested: Arc::default() }, leave))
    }

    /// Marks a connection as having sent a request; it is no longer evicted.
    fn mark_requested(&self, id: u64) {
        self.lock().idle.remove(&id);
    }

    fn evict_oldest_idle(&self) {
        if let Some((_, oldest)) = self.lock().idle.pop_first() {
            oldest.notify_one();
        }
    }
}

impl ConnectionSlot {
    /// Whether the connection has sent a request.
    pub(crate) fn has_requested(&self) -> bool {
        self.requested.load(Ordering::Relaxed)
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut all = self.gate.lock();
        all.open -= 1;
        all.idle.remove(&self.id);
        if let Some(count) = all.by_address.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                all.by_address.remove(&self.address);
            }
        }
    }
}

/// Serves until stopped, then finishes the responses in progress.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    limits: &ServerLimits,
    behind_proxy: bool,
    mut stop: watch::Receiver<bool>,
) {
    let caps = ConnectionLimits::new(limits);
    let gate =
        ConnectionGate { caps, limit_by_address: !behind_proxy, connections: Arc::default() };
    let (running, mut all_done) = mpsc::channel::<()>(1);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stop.wait_for(|stop| *stop) => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) if is_peer_error(&error) => continue,
            Err(error) => {
                tracing::warn!(target: "abaque", %error, "cannot accept a connection");
                gate.evict_oldest_idle();
                tokio::time::sleep(OUT_OF_FILES_PAUSE).await;
                continue;
            }
        };
        let Some((place, leave)) = gate.admit(peer.ip()) else { continue };
        let serving = serve_connection(
            stream,
            peer,
            place,
            router.clone(),
            limits.header_timeout,
            stop.clone(),
        );
        let running = running.clone();
        tokio::spawn(async move {
            tokio::select! {
                () = serving => {}
                () = leave.notified() => {}
            }
            drop(running);
        });
    }
    drop((listener, running));
    let _ = all_done.recv().await;
}

/// Whether the error concerns only this peer.
fn is_peer_error(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::ConnectionRefused | ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset
    )
}

async fn serve_connection(
    stream: TcpStream,
    peer: SocketAddr,
    place: ConnectionSlot,
    router: Router,
    header: Duration,
    mut stop: watch::Receiver<bool>,
) {
    // Messages are short and latency matters, so Nagle's algorithm is off.
    let _ = stream.set_nodelay(true);
    let (gate, id, requested) = (place.gate.clone(), place.id, place.requested.clone());
    let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        if !requested.swap(true, Ordering::Relaxed) {
            gate.mark_requested(id);
        }
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().oneshot(request)
    });
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(header)
        .max_buf_size(MAX_HEAD_BYTES)
        .serve_connection(TokioIo::new(LingeringStream::new(stream, place)), service)
        .with_upgrades();
    let mut serving = std::pin::pin!(serving);
    // Errors of a single connection are not logged.
    tokio::select! {
        _ = serving.as_mut() => return,
        _ = stop.wait_for(|stop| *stop) => serving.as_mut().graceful_shutdown(),
    }
    let _ = serving.await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connection_limits_leave_files_for_the_store() {
        let limits = ServerLimits::default();
        let caps = |files| ConnectionLimits::with_files(&limits, files);
        assert_eq!(caps(Some(1024)), ConnectionLimits { total: 896, per_address: 448 });
        assert_eq!(caps(Some(256)), ConnectionLimits { total: 192, per_address: 96 });
        assert_eq!(caps(Some(65_536)), ConnectionLimits { total: 65_408, per_address: 1024 });
        assert_eq!(
            caps(None),
            ConnectionLimits { total: DEFAULT_MAX_CONNECTIONS, per_address: 1024 }
        );
        assert_eq!(caps(Some(0)), ConnectionLimits { total: 1, per_address: 1 });
        let limits = ServerLimits {
            connections: Some(5000),
            connections_per_address: Some(usize::MAX),
            ..ServerLimits::default()
        };
        let capped = ConnectionLimits::with_files(&limits, Some(1024));
        assert_eq!(capped, ConnectionLimits { total: 896, per_address: usize::MAX });
    }

    #[test]
    fn idle_connections_make_room_and_busy_ones_do_not() {
        let caps = ConnectionLimits { total: 3, per_address: 2 };
        let gate = ConnectionGate { caps, limit_by_address: true, connections: Arc::default() };
        let from = |number: u8| IpAddr::from([10, 0, 0, number]);
        let (first, left) = gate.admit(from(1)).unwrap();
        let second = gate.admit(from(1)).unwrap();
        assert!(gate.admit(from(1)).is_none(), "two from one address");
        gate.mark_requested(second.0.id);
        let third = gate.admit(from(2)).unwrap();
        let fourth = gate.admit(from(3)).unwrap();
        assert!(std::pin::pin!(left.notified()).enable(), "the oldest that waits makes room");
        drop(first);
        for place in [&third.0, &fourth.0] {
            gate.mark_requested(place.id);
        }
        assert!(gate.admit(from(4)).is_none(), "nobody waits");
        drop(second);
        assert!(gate.admit(from(1)).is_some());
        drop((third, fourth));
        let all = gate.lock();
        assert_eq!((all.open, all.by_address.len(), all.idle.len()), (0, 0, 0));
    }
}
