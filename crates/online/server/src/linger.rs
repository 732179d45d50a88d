//! A TCP connection that holds its slot, drops stalled readers, and lingers on close so that the
//! final response arrives.

use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep, timeout};

use crate::accept::ConnectionSlot;

/// How long a client may read nothing of a response.
const WRITE_STALL_TIMEOUT: Duration = Duration::from_secs(60);

/// Time and bytes drained after the final response. Closing a socket with unread input resets it
/// and loses the response.
const LINGER_TIMEOUT: Duration = Duration::from_secs(1);
const MAX_LINGER_BYTES: usize = 1 << 20;

pub(crate) struct LingeringStream {
    stream: Option<TcpStream>,
    slot: Option<ConnectionSlot>,
    stall_timer: Option<Pin<Box<Sleep>>>,
}

impl LingeringStream {
    pub(crate) fn new(stream: TcpStream, place: ConnectionSlot) -> LingeringStream {
        LingeringStream { stream: Some(stream), slot: Some(place), stall_timer: None }
    }

    fn stream(&mut self) -> io::Result<Pin<&mut TcpStream>> {
        self.stream.as_mut().map(Pin::new).ok_or_else(|| ErrorKind::NotConnected.into())
    }

    /// Passes a write result on, or fails if writing has stalled for too long.
    fn check_stall<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stall_timer = None;
            return written;
        }
        let stalled = self.stall_timer.get_or_insert_with(|| Box::pin(sleep(WRITE_STALL_TIMEOUT)));
        ready!(stalled.as_mut().poll(context));
        Poll::Ready(Err(ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for LingeringStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.stream()?.poll_read(context, buffer)
    }
}

impl AsyncWrite for LingeringStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = self.stream()?.poll_write(context, bytes);
        self.check_stall(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = self.stream()?.poll_write_vectored(context, bytes);
        self.check_stall(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.as_ref().is_some_and(AsyncWrite::is_write_vectored)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = self.stream()?.poll_flush(context);
        self.check_stall(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_shutdown(context)
    }
}

impl Drop for LingeringStream {
    fn drop(&mut self) {
        let (Some(stream), place) = (self.stream.take(), self.slot.take()) else { return };
        // A connection without a request has no final response.
        let requested = place.as_ref().is_some_and(ConnectionSlot::has_requested);
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        // Most clients have closed already.
        if !requested || matches!(stream.try_read(&mut [0]), Ok(0)) {
            return;
        }
        runtime.spawn(async move {
            let _ = timeout(LINGER_TIMEOUT, linger(stream)).await;
            drop(place);
        });
    }
}

async fn linger(mut stream: TcpStream) -> io::Result<()> {
    std::future::poll_fn(|context| Pin::new(&mut stream).poll_shutdown(context)).await?;
    let mut thrown_away = 0;
    let mut buffer = vec![0; 8 * 1024];
    while thrown_away < MAX_LINGER_BYTES {
        stream.readable().await?;
        match stream.try_read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => thrown_away += read,
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
