//! A TCP link between a node and a service that can be cut, stalled or slowed down.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::Failure;

/// State of a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LinkState {
    /// Bytes pass.
    Open,
    /// Connections are closed, and new ones refused.
    Cut,
    /// Connections stay open and nothing passes, as when a cable is pulled.
    Stalled,
    /// Everything passes this much later.
    Delayed(Duration),
}

/// A link; it ends when dropped.
pub(super) struct Link {
    /// Address the node connects to.
    pub(super) address: SocketAddr,
    state: watch::Sender<LinkState>,
    task: JoinHandle<()>,
}

impl Link {
    /// Opens a link to a service.
    pub(super) async fn open(service: SocketAddr) -> Result<Link, Failure> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await;
        let listener = listener.map_err(|error| error.to_string())?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        let (state, seen) = watch::channel(LinkState::Open);
        let task = tokio::spawn(accept(listener, service, seen));
        Ok(Link { address, state, task })
    }

    pub(super) fn set(&self, state: LinkState) {
        self.state.send_replace(state);
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.state.send_replace(LinkState::Cut);
        self.task.abort();
    }
}

async fn accept(listener: TcpListener, service: SocketAddr, state: watch::Receiver<LinkState>) {
    loop {
        let Ok((node, _)) = listener.accept().await else {
            sleep(Duration::from_millis(20)).await;
            continue;
        };
        if *state.borrow() != LinkState::Cut {
            tokio::spawn(join(node, service, state.clone()));
        }
    }
}

/// Passes bytes both ways until one side closes or the link is cut.
async fn join(node: TcpStream, service: SocketAddr, state: watch::Receiver<LinkState>) {
    let mut cut = state.clone();
    let passing = async {
        wait_while_stalled(&mut state.clone()).await;
        let Ok(far) = TcpStream::connect(service).await else { return };
        let _ = (node.set_nodelay(true), far.set_nodelay(true));
        let ((node_read, node_write), (far_read, far_write)) =
            (node.into_split(), far.into_split());
        tokio::select! {
            () = pass(node_read, far_write, state.clone()) => {}
            () = pass(far_read, node_write, state.clone()) => {}
        }
    };
    tokio::select! {
        () = passing => {}
        _ = cut.wait_for(|state| *state == LinkState::Cut) => {}
    }
}

async fn wait_while_stalled(state: &mut watch::Receiver<LinkState>) {
    let _ = state.wait_for(|state| *state != LinkState::Stalled).await;
}

async fn pass(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut state: watch::Receiver<LinkState>,
) {
    let mut bytes = vec![0; 16 * 1024];
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        wait_while_stalled(&mut state).await;
        let now = *state.borrow();
        if let LinkState::Delayed(time) = now {
            sleep(time).await;
        }
        if to.write_all(&bytes[..count]).await.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use tokio::time::timeout;

    use super::*;

    /// A service that sends back what it receives, and a link to it.
    async fn echo() -> Link {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let service = listener.local_addr().unwrap();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let (mut read, mut write) = stream.split();
                    let _ = tokio::io::copy(&mut read, &mut write).await;
                });
            }
        });
        Link::open(service).await.unwrap()
    }

    async fn ask(stream: &mut TcpStream) -> std::io::Result<u8> {
        stream.write_u8(7).await?;
        stream.read_u8().await
    }

    #[tokio::test]
    async fn a_link_can_be_cut_and_healed() {
        let link = echo().await;
        let mut stream = TcpStream::connect(link.address).await.unwrap();
        assert_eq!(ask(&mut stream).await.unwrap(), 7);
        link.set(LinkState::Cut);
        assert!(timeout(Duration::from_secs(5), ask(&mut stream)).await.unwrap().is_err());
        let mut stream = TcpStream::connect(link.address).await.unwrap();
        assert!(timeout(Duration::from_secs(5), ask(&mut stream)).await.unwrap().is_err());
        link.set(LinkState::Open);
        let mut stream = TcpStream::connect(link.address).await.unwrap();
        assert_eq!(ask(&mut stream).await.unwrap(), 7);
    }

    #[tokio::test]
    async fn a_stalled_link_holds_bytes_and_a_slow_one_delays_them() {
        let link = echo().await;
        let mut stream = TcpStream::connect(link.address).await.unwrap();
        link.set(LinkState::Stalled);
        stream.write_u8(7).await.unwrap();
        assert!(timeout(Duration::from_millis(200), stream.read_u8()).await.is_err());
        link.set(LinkState::Open);
        assert_eq!(stream.read_u8().await.unwrap(), 7);
        link.set(LinkState::Delayed(Duration::from_millis(100)));
        let since = Instant::now();
        assert_eq!(ask(&mut stream).await.unwrap(), 7);
        assert!(since.elapsed() >= Duration::from_millis(200));
    }
}
