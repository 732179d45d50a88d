use std::error::Error;
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::header::{self, HeaderMap, HeaderName};
use hyper::{Method, Request, StatusCode, Uri};
use hyper_util::client::legacy::Client;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use tokio::time::timeout;
use tower_service::Service;

use crate::{ByteStream, ConnectError, ServerAddress};

/// Maximum response size, in bytes.
const MAX_RESPONSE_BYTES: usize = 16 << 20;

/// Why a request has no response. Except for the first two, it may have been carried out.
#[derive(Debug)]
pub enum HttpError {
    /// A header, such as a token, cannot be sent.
    Header(String),
    /// There is no connection.
    Connect(ConnectError),
    /// The server does not answer in time.
    Timeout,
    /// The connection failed.
    Lost(String),
}

impl fmt::Display for HttpError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            HttpError::Header(error) | HttpError::Lost(error) => f.write_str(error),
            HttpError::Connect(error) => error.fmt(f),
            HttpError::Timeout => f.write_str("no answer"),
        }
    }
}

impl Error for HttpError {}

/// A response of any status.
pub struct HttpResponse {
    /// The status.
    pub status: StatusCode,
    /// The whole body.
    pub body: Bytes,
    headers: HeaderMap,
}

impl HttpResponse {
    /// A header, if it is text.
    pub fn header(&self, name: HeaderName) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The cookie the server sets, `name=value`.
    pub fn cookie(&self) -> Option<String> {
        let cookie = self.header(header::SET_COOKIE)?.split(';').next()?;
        Some(cookie.trim().to_owned())
    }
}

/// Sends requests to one server. It never repeats a failed request: some must not happen twice.
#[derive(Clone)]
pub struct HttpClient {
    origin: String,
    timeout: Duration,
    client: Client<Connector, Full<Bytes>>,
}

impl HttpClient {
    /// A client that connects anew for each request and waits this long for a response.
    pub fn new(address: ServerAddress, timeout: Duration) -> HttpClient {
        HttpClient::build(address, timeout, None)
    }

    /// A client that reuses connections idle for less than `max_idle`.
    pub fn pooled(address: ServerAddress, timeout: Duration, max_idle: Duration) -> HttpClient {
        HttpClient::build(address, timeout, Some(max_idle))
    }

    fn build(address: ServerAddress, timeout: Duration, max_idle: Option<Duration>) -> HttpClient {
        let mut builder = Client::builder(TokioExecutor::new());
        builder.pool_timer(TokioTimer::new()).retry_canceled_requests(false);
        match max_idle {
            Some(max_idle) => builder.pool_idle_timeout(max_idle),
            None => builder.pool_max_idle_per_host(0),
        };
        let origin = address.origin();
        HttpClient { origin, timeout, client: builder.build(Connector(address)) }
    }

    /// Sends JSON, or nothing, to a path below `/api/v1`.
    pub async fn send(
        &self,
        method: Method,
        path: &str,
        headers: &[(HeaderName, String)],
        body: String,
    ) -> Result<HttpResponse, HttpError> {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("{}/api/v1{path}", self.origin))
            .header(header::ORIGIN, &self.origin)
            .header(header::CONTENT_TYPE, "application/json");
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let request = request.body(Full::new(Bytes::from(body)));
        self.receive_in_time(request.map_err(|error| HttpError::Header(error.to_string()))?).await
    }

    /// Reads a path of the server itself, such as `/readyz`.
    pub async fn get_page(&self, path: &str) -> Result<HttpResponse, HttpError> {
        let request = Request::builder().uri(format!("{}{path}", self.origin));
        let request = request.body(Full::new(Bytes::new()));
        self.receive_in_time(request.map_err(|error| HttpError::Header(error.to_string()))?).await
    }

    async fn receive_in_time(
        &self,
        request: Request<Full<Bytes>>,
    ) -> Result<HttpResponse, HttpError> {
        let answered = timeout(self.timeout, self.receive(request)).await;
        answered.unwrap_or(Err(HttpError::Timeout))
    }

    async fn receive(&self, request: Request<Full<Bytes>>) -> Result<HttpResponse, HttpError> {
        let response = self.client.request(request).await.map_err(|error| failure(&error))?;
        let (head, body) = response.into_parts();
        let body = Limited::new(body, MAX_RESPONSE_BYTES)
            .collect()
            .await
            .map_err(|error| HttpError::Lost(error.to_string()))?;
        Ok(HttpResponse { status: head.status, headers: head.headers, body: body.to_bytes() })
    }
}

/// The pool wraps the reason, which is what people want to read.
fn failure(error: &(dyn Error + 'static)) -> HttpError {
    let mut inner = error;
    loop {
        if let Some(refused) = inner.downcast_ref::<ConnectError>() {
            return HttpError::Connect(refused.clone());
        }
        if inner.is::<hyper::Error>() {
            return HttpError::Lost(inner.to_string());
        }
        match inner.source() {
            Some(source) => inner = source,
            None => return HttpError::Lost(error.to_string()),
        }
    }
}

/// Connects to the one server, whatever the URL says.
#[derive(Clone)]
struct Connector(ServerAddress);

impl Service<Uri> for Connector {
    type Response = TokioIo<ByteStream>;
    type Error = ConnectError;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, ConnectError>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), ConnectError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: Uri) -> Self::Future {
        let address = self.0.clone();
        Box::pin(async move { address.connect().await.map(TokioIo::new) })
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    const TIMEOUT: Duration = Duration::from_secs(60);

    /// A server that gives the same answer to one request of each connection.
    async fn server(answer: &'static str) -> ServerAddress {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            loop {
                let (mut stream, _) = listener.accept().await.unwrap();
                let mut request = Vec::new();
                while !request.ends_with(b"\r\n\r\n") {
                    request.push(stream.read_u8().await.unwrap());
                }
                stream.write_all(answer.as_bytes()).await.unwrap();
            }
        });
        address.into()
    }

    #[tokio::test]
    async fn responses_of_every_status_are_returned() {
        let answer =
            "HTTP/1.1 404 Not Found\r\nset-cookie: a=b; Path=/\r\ncontent-length: 2\r\n\r\nno";
        let address = server(answer).await;
        let client = HttpClient::new(address, TIMEOUT);
        for _ in 0..2 {
            let answer = client.send(Method::GET, "/me", &[], String::new()).await.unwrap();
            assert_eq!((answer.status.as_u16(), &*answer.body), (404, &b"no"[..]));
            assert_eq!(answer.cookie().as_deref(), Some("a=b"));
        }
    }

    #[tokio::test]
    async fn connection_failures_have_distinct_errors() {
        let address = server("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nno").await;
        let client = HttpClient::new(address, TIMEOUT);
        let cut = client.send(Method::GET, "/me", &[], String::new()).await;
        assert!(matches!(cut, Err(HttpError::Lost(_))));
        let token = [(header::AUTHORIZATION, "Bearer a\nb".to_owned())];
        let unsendable = client.send(Method::GET, "/me", &token, String::new()).await;
        assert!(matches!(unsendable, Err(HttpError::Header(_))));
        let silent = client_of_closed_port().await;
        let refused = silent.send(Method::GET, "/me", &[], String::new()).await;
        assert!(matches!(refused, Err(HttpError::Connect(ConnectError::Unreachable(_)))));
    }

    /// A client of a port at which nothing listens any more.
    async fn client_of_closed_port() -> HttpClient {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        drop(listener);
        HttpClient::pooled(address.into(), TIMEOUT, TIMEOUT)
    }
}
