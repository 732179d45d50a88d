use std::fmt;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use hyper_util::client::legacy::connect::{Connected, Connection};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::rustls::pki_types::ServerName;

use crate::ServerAddress;

/// Timeout for TCP and for TLS.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(15);

/// Why there is no connection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConnectError {
    /// The server cannot be reached.
    Unreachable(String),
    /// The server does not answer.
    Timeout,
    /// The server is there, but TLS fails.
    Insecure(String),
}

impl fmt::Display for ConnectError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ConnectError::Unreachable(error) | ConnectError::Insecure(error) => f.write_str(error),
            ConnectError::Timeout => f.write_str("no answer"),
        }
    }
}

impl std::error::Error for ConnectError {}

trait AsyncStream: AsyncRead + AsyncWrite + Unpin + Send {}

impl<T: AsyncRead + AsyncWrite + Unpin + Send> AsyncStream for T {}

/// A plain or TLS connection.
pub struct ByteStream(Box<dyn AsyncStream>);

impl ServerAddress {
    /// Connects.
    pub async fn connect(&self) -> Result<ByteStream, ConnectError> {
        let unreachable = |error: &dyn fmt::Display| ConnectError::Unreachable(error.to_string());
        // IPv6 addresses are in brackets, so that a port can follow.
        let host = self.host().trim_start_matches('[').trim_end_matches(']');
        let stream = timeout(CONNECT_TIMEOUT, TcpStream::connect((host, self.port())))
            .await
            .map_err(|_| ConnectError::Timeout)?
            .map_err(|error| unreachable(&error))?;
        // Messages are short and must not be delayed by Nagle's algorithm.
        stream.set_nodelay(true).map_err(|error| unreachable(&error))?;
        let Some(tls) = self.tls() else { return Ok(ByteStream(Box::new(stream))) };
        let name = ServerName::try_from(host.to_owned()).map_err(|error| unreachable(&error))?;
        let stream = timeout(CONNECT_TIMEOUT, tls.connect(name, stream))
            .await
            .map_err(|_| ConnectError::Timeout)?
            .map_err(|error| ConnectError::Insecure(error.to_string()))?;
        Ok(ByteStream(Box::new(stream)))
    }
}

impl AsyncRead for ByteStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut *self.0).poll_read(cx, buffer)
    }
}

impl AsyncWrite for ByteStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut *self.0).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut *self.0).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut *self.0).poll_shutdown(cx)
    }
}

impl Connection for ByteStream {
    fn connected(&self) -> Connected {
        Connected::new()
    }
}
