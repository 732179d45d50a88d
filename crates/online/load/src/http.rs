//! HTTP requests over pooled connections. Attacks write raw bytes instead (`hostile/test_client.rs`):
//! no HTTP library sends malformed requests or chooses its source address.

use std::net::SocketAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::{Request, header};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};
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

type PooledClient = Client<HttpConnector, Full<Bytes>>;

/// A shared pool of connections.
pub(crate) struct HttpPool {
    address: SocketAddr,
    client: Mutex<PooledClient>,
    permits: Semaphore,
}

impl HttpPool {
    pub(crate) fn new(address: SocketAddr, at_once: usize) -> HttpPool {
        HttpPool { address, client: Mutex::new(new_client()), permits: Semaphore::new(at_once) }
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
        let origin = format!("http://{}", self.address);
        let mut request = Request::builder()
            .method(method)
            .uri(format!("{origin}/api/v1{path}"))
            .header(header::ORIGIN, origin)
            .header(header::CONTENT_TYPE, "application/json");
        if !cookie.is_empty() {
            request = request.header(header::COOKIE, cookie);
        }
        let request = request
            .body(Full::new(Bytes::from(body.to_owned())))
            .map_err(|error| error.to_string())?;
        let client = self.client.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let response = client.request(request).await.map_err(|error| error.to_string())?;
        let (head, body) = response.into_parts();
        let body = body.collect().await.map_err(|error| error.to_string())?.to_bytes();
        let cookie = head.headers.get(header::SET_COOKIE).and_then(|cookie| cookie.to_str().ok());
        Ok(ApiResponse {
            status: head.status.as_u16(),
            cookie: cookie
                .and_then(|cookie| cookie.split(';').next())
                .map(|pair| pair.trim().to_owned()),
            body: String::from_utf8(body.to_vec()).map_err(|error| error.to_string())?,
        })
    }

    /// Drops all connections: their server is gone.
    pub(crate) fn drop_connections(&self) {
        *self.client.lock().unwrap_or_else(PoisonError::into_inner) = new_client();
    }
}

/// A client that reports a failed request instead of sending it again: some must not happen twice.
fn new_client() -> PooledClient {
    let mut connector = HttpConnector::new();
    connector.set_nodelay(true);
    Client::builder(TokioExecutor::new())
        .pool_idle_timeout(MAX_IDLE)
        .pool_timer(TokioTimer::new())
        .retry_canceled_requests(false)
        .build(connector)
}
