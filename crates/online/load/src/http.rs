//! Minimal HTTP/1.1 client with pooled connections.

use std::net::SocketAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::Failure;

/// Timeout for one response.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(20);

/// The server closes idle connections; one idle for this long is not reused.
const MAX_IDLE: Duration = Duration::from_secs(5);

/// An HTTP response.
pub(crate) struct ApiResponse {
    pub(crate) status: u16,
    pub(crate) cookie: Option<String>,
    pub(crate) body: String,
}

/// A shared pool of connections.
pub(crate) struct HttpPool {
    address: SocketAddr,
    /// Idle connections, with the time of their last use.
    idle_connections: Mutex<Vec<(Instant, BufReader<TcpStream>)>>,
    permits: Semaphore,
}

impl HttpPool {
    pub(crate) fn new(address: SocketAddr, at_once: usize) -> HttpPool {
        HttpPool { address, idle_connections: Mutex::default(), permits: Semaphore::new(at_once) }
    }

    /// Sends a request below `/api/v1`. An error means the connection failed: the request may or
    /// may not have been carried out.
    pub(crate) async fn request(
        &self,
        method: &str,
        path: &str,
        cookie: &str,
        body: &str,
    ) -> Result<ApiResponse, Failure> {
        let _turn = self.permits.acquire().await.map_err(|error| error.to_string())?;
        let answered =
            timeout(RESPONSE_TIMEOUT, self.send_request(method, path, cookie, body)).await;
        let answer = answered.map_err(|_| "no answer".to_owned()).and_then(|answer| answer);
        answer.map_err(|wrong| format!("{method} {path}: {wrong}"))
    }

    async fn send_request(
        &self,
        method: &str,
        path: &str,
        cookie: &str,
        body: &str,
    ) -> Result<ApiResponse, Failure> {
        let mut stream = match self.idle_connection() {
            Some(stream) => stream,
            None => {
                let stream = TcpStream::connect(self.address).await.map_err(io_failure)?;
                stream.set_nodelay(true).map_err(io_failure)?;
                BufReader::with_capacity(4096, stream)
            }
        };
        let place = self.address;
        let cookie =
            if cookie.is_empty() { String::new() } else { format!("Cookie: {cookie}\r\n") };
        let request = format!(
            "{method} /api/v1{path} HTTP/1.1\r\nHost: {place}\r\nOrigin: http://{place}\r\n{cookie}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).await.map_err(io_failure)?;
        let mut answer = ApiResponse { status: 0, cookie: None, body: String::new() };
        let mut length = 0;
        loop {
            let mut line = String::new();
            if stream.read_line(&mut line).await.map_err(io_failure)? == 0 {
                return Err("the connection ended".into());
            }
            let line = line.trim_end();
            if answer.status == 0 {
                let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
                answer.status = status.ok_or_else(|| format!("no status: {line}"))?;
                continue;
            }
            let Some((name, value)) = line.split_once(':') else { break };
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.trim().parse().map_err(|_| "no length")?,
                "set-cookie" => {
                    answer.cookie = value.split(';').next().map(|pair| pair.trim().to_owned());
                }
                "transfer-encoding" => return Err("an answer in chunks".into()),
                _ => {}
            }
        }
        let mut bytes = vec![0; length];
        stream.read_exact(&mut bytes).await.map_err(io_failure)?;
        answer.body = String::from_utf8(bytes).map_err(|error| error.to_string())?;
        let mut idle = self.idle_connections.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push((Instant::now(), stream));
        Ok(answer)
    }

    /// A pooled connection the server has not closed yet.
    fn idle_connection(&self) -> Option<BufReader<TcpStream>> {
        let mut idle = self.idle_connections.lock().unwrap_or_else(PoisonError::into_inner);
        idle.retain(|(since, _)| since.elapsed() < MAX_IDLE);
        idle.pop().map(|(_, stream)| stream)
    }

    /// Drops all connections: their server is gone.
    pub(crate) fn drop_connections(&self) {
        self.idle_connections.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

fn io_failure(error: std::io::Error) -> Failure {
    error.to_string()
}
