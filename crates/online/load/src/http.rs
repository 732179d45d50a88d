//! HTTP requests over pooled connections. Attacks write raw bytes instead (`hostile/test_client.rs`):
//! no HTTP library sends malformed requests or chooses its source address.

use std::net::SocketAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use abaque_http::{HttpClient, Method, header};
use tokio::sync::Semaphore;

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
    client: Mutex<HttpClient>,
    permits: Semaphore,
}

impl HttpPool {
    pub(crate) fn new(address: SocketAddr, at_once: usize) -> HttpPool {
        let client = Mutex::new(new_client(address));
        HttpPool { address, client, permits: Semaphore::new(at_once) }
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
        let answered = self.send_request(method, path, cookie, body).await;
        answered.map_err(|wrong| format!("{method} {path}: {wrong}"))
    }

    async fn send_request(
        &self,
        method: &str,
        path: &str,
        cookie: &str,
        body: &str,
    ) -> Result<ApiResponse, Failure> {
        let method = Method::from_bytes(method.as_bytes()).map_err(|error| error.to_string())?;
        let cookies = [(header::COOKIE, cookie.to_owned())];
        let headers = if cookie.is_empty() { &[] } else { &cookies[..] };
        let client = self.client.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let answer = client
            .send(method, path, headers, body.to_owned())
            .await
            .map_err(|error| error.to_string())?;
        Ok(ApiResponse {
            status: answer.status.as_u16(),
            cookie: answer.cookie(),
            body: String::from_utf8(answer.body.to_vec()).map_err(|error| error.to_string())?,
        })
    }

    /// Drops all connections: their server is gone.
    pub(crate) fn drop_connections(&self) {
        *self.client.lock().unwrap_or_else(PoisonError::into_inner) = new_client(self.address);
    }
}

fn new_client(address: SocketAddr) -> HttpClient {
    HttpClient::pooled(address.into(), RESPONSE_TIMEOUT, MAX_IDLE)
}
