//! HTTP client that can misbehave: any loopback source address, any header, any bytes.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use crate::Failure;

/// Timeout for one response.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(30);

/// An HTTP response.
#[derive(Clone, Debug, Default)]
pub(crate) struct HttpResponse {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl HttpResponse {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// Problem code of the response; empty if it has none.
    pub(crate) fn code(&self) -> String {
        self.json()["code"].as_str().unwrap_or_default().to_owned()
    }

    /// Returns the response if its status is allowed.
    pub(crate) fn expect(self, what: &str, allowed: &[u16]) -> Result<HttpResponse, Failure> {
        if allowed.contains(&self.status) {
            return Ok(self);
        }
        let text: String = self.text().chars().take(200).collect();
        Err(format!("{what}: {} {text}; expected {allowed:?}", self.status))
    }
}

/// A client at a source address, with its cookies or token.
#[derive(Clone, Debug)]
pub(crate) struct TestClient {
    pub(crate) server: SocketAddr,
    pub(crate) from: Ipv4Addr,
    pub(crate) cookies: Vec<(String, String)>,
    pub(crate) token: Option<String>,
}

/// Loopback address `127.A.B.C` for a number.
pub(crate) fn loopback(number: u32) -> Ipv4Addr {
    let [_, a, b, c] = (number + 2).to_be_bytes();
    Ipv4Addr::new(127, a, b, c)
}

/// Connects from a source address.
pub(crate) async fn connect(server: SocketAddr, from: Ipv4Addr) -> Result<TcpStream, Failure> {
    let socket = TcpSocket::new_v4().map_err(io_failure)?;
    socket.bind(SocketAddr::new(IpAddr::V4(from), 0)).map_err(io_failure)?;
    let stream = socket.connect(server).await.map_err(io_failure)?;
    stream.set_nodelay(true).map_err(io_failure)?;
    Ok(stream)
}

impl TestClient {
    /// An anonymous client.
    pub(crate) fn new(server: SocketAddr, from: Ipv4Addr) -> TestClient {
        TestClient { server, from, cookies: Vec::new(), token: None }
    }

    /// A guest.
    pub(crate) async fn guest(server: SocketAddr, from: Ipv4Addr) -> Result<TestClient, Failure> {
        let mut guest = TestClient::new(server, from);
        guest.post("/guest", &Value::Null).await?.expect("a guest comes in", &[201])?;
        Ok(guest)
    }

    /// A user with an account; the password is [`PASSWORD`].
    pub(crate) async fn account(
        server: SocketAddr,
        from: Ipv4Addr,
        name: &str,
    ) -> Result<TestClient, Failure> {
        let mut person = TestClient::new(server, from);
        let credentials = credentials(name, PASSWORD);
        person.post("/register", &credentials).await?.expect("registering", &[201])?;
        Ok(person)
    }

    /// A client with an API token of this user.
    pub(crate) async fn with_token(&mut self, scope: &str) -> Result<(TestClient, i64), Failure> {
        let wanted = serde_json::json!({ "name": "program", "scopes": [scope] });
        let made = self.post("/tokens", &wanted).await?.expect("a token", &[201])?.json();
        let token = made["token"].as_str().ok_or("a token without its secret")?.to_owned();
        let id = made["id"].as_i64().ok_or("a token without its number")?;
        Ok((TestClient { token: Some(token), ..TestClient::new(self.server, self.from) }, id))
    }

    pub(crate) async fn get(&mut self, path: &str) -> Result<HttpResponse, Failure> {
        self.send("GET", &format!("/api/v1{path}"), &[], b"").await
    }

    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> Result<HttpResponse, Failure> {
        self.send_json("POST", path, body).await
    }

    pub(crate) async fn send_json(
        &mut self,
        method: &str,
        path: &str,
        body: &Value,
    ) -> Result<HttpResponse, Failure> {
        let text = if body.is_null() { String::new() } else { body.to_string() };
        let json = [("Content-Type", "application/json")];
        self.send(method, &format!("/api/v1{path}"), &json, text.as_bytes()).await
    }

    /// Headers that identify the user.
    pub(crate) fn identity_headers(&self) -> Vec<(String, String)> {
        let mut headers = Vec::new();
        match &self.token {
            Some(token) => headers.push(("Authorization".into(), format!("Bearer {token}"))),
            None if !self.cookies.is_empty() => {
                let pairs: Vec<_> =
                    self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
                headers.push(("Cookie".into(), pairs.join("; ")));
            }
            None => {}
        }
        headers
    }

    /// Sends a request over a new connection. `headers` override the defaults.
    pub(crate) async fn send(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Result<HttpResponse, Failure> {
        let place = self.server.to_string();
        let mut all = vec![
            ("Host".to_owned(), place.clone()),
            ("Origin".to_owned(), format!("http://{place}")),
            ("Connection".to_owned(), "close".to_owned()),
            ("Content-Length".to_owned(), body.len().to_string()),
        ];
        all.extend(self.identity_headers());
        all.retain(|(name, _)| {
            !headers.iter().any(|(overridden, _)| overridden.eq_ignore_ascii_case(name))
        });
        all.extend(headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        let mut request = format!("{method} {path} HTTP/1.1\r\n").into_bytes();
        for (name, value) in all {
            // An empty value omits the header.
            if !value.is_empty() {
                request.extend(format!("{name}: {value}\r\n").bytes());
            }
        }
        request.extend(b"\r\n");
        request.extend(body);
        let exchange = async {
            let mut stream = BufReader::new(connect(self.server, self.from).await?);
            // A server that refuses early may close before it has read everything.
            let _ = stream.write_all(&request).await;
            read_response(&mut stream, method == "HEAD").await
        };
        let answer = timeout(RESPONSE_TIMEOUT, exchange).await;
        let answer = answer.map_err(|_| "no answer".to_owned()).and_then(|answer| answer);
        let answer = answer.map_err(|wrong| format!("{method} {path}: {wrong}"))?;
        self.store_cookies(&answer);
        Ok(answer)
    }

    /// Stores cookies like a browser.
    fn store_cookies(&mut self, answer: &HttpResponse) {
        for (_, value) in answer.headers.iter().filter(|(name, _)| name == "set-cookie") {
            let Some((name, value)) = value.split(';').next().and_then(|pair| pair.split_once('='))
            else {
                continue;
            };
            self.cookies.retain(|(known, _)| known != name.trim());
            if !value.is_empty() {
                self.cookies.push((name.trim().to_owned(), value.trim().to_owned()));
            }
        }
    }
}

/// Password of all test accounts.
pub(crate) const PASSWORD: &str = "several words together";

pub(crate) fn credentials(name: &str, password: &str) -> Value {
    serde_json::json!({ "name": name, "password": password })
}

/// Sends raw bytes; returns the response until the server closes or falls silent.
pub(crate) async fn send_raw(
    server: SocketAddr,
    bytes: &[u8],
    quiet: Duration,
) -> Result<Vec<u8>, Failure> {
    let mut stream = connect(server, Ipv4Addr::LOCALHOST).await?;
    stream.write_all(bytes).await.map_err(io_failure)?;
    let mut back = Vec::new();
    let mut part = [0; 4096];
    while let Ok(Ok(count)) = timeout(quiet, stream.read(&mut part)).await {
        if count == 0 {
            break;
        }
        back.extend(&part[..count]);
    }
    Ok(back)
}

/// Reads the head of a response.
pub(crate) async fn read_head(stream: &mut BufReader<TcpStream>) -> Result<HttpResponse, Failure> {
    let mut answer = HttpResponse::default();
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
        let Some((name, value)) = line.split_once(':') else { return Ok(answer) };
        answer.headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
}

async fn read_response(
    stream: &mut BufReader<TcpStream>,
    head_only: bool,
) -> Result<HttpResponse, Failure> {
    let mut answer = read_head(stream).await?;
    if head_only || matches!(answer.status, 100..=199 | 204 | 304) {
        return Ok(answer);
    }
    if answer.header("transfer-encoding") == Some("chunked") {
        loop {
            let mut line = String::new();
            stream.read_line(&mut line).await.map_err(io_failure)?;
            let size = usize::from_str_radix(line.trim(), 16).map_err(|_| "no size of a chunk")?;
            let mut chunk = vec![0; size + 2];
            stream.read_exact(&mut chunk).await.map_err(io_failure)?;
            if size == 0 {
                return Ok(answer);
            }
            answer.body.extend(&chunk[..size]);
        }
    }
    match answer.header("content-length").and_then(|length| length.parse().ok()) {
        Some(length) => {
            let mut body = vec![0; length];
            stream.read_exact(&mut body).await.map_err(io_failure)?;
            answer.body = body;
        }
        None => {
            stream.read_to_end(&mut answer.body).await.map_err(io_failure)?;
        }
    }
    Ok(answer)
}

pub(crate) fn io_failure(error: std::io::Error) -> Failure {
    error.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_clients_use_distinct_loopback_addresses() {
        assert_eq!(loopback(0), Ipv4Addr::new(127, 0, 0, 2));
        assert_eq!(loopback(70_000), Ipv4Addr::new(127, 1, 17, 114));
        assert!(loopback(1_000_000).is_loopback());
    }

    #[test]
    fn cookies_are_stored_and_deleted() {
        let mut client = TestClient::new(([127, 0, 0, 1], 1).into(), loopback(0));
        let set_cookie = |value: &str| HttpResponse {
            headers: vec![("set-cookie".into(), value.into())],
            ..HttpResponse::default()
        };
        client.store_cookies(&set_cookie("abaque=one; Path=/"));
        client.store_cookies(&set_cookie("other=2"));
        client.store_cookies(&set_cookie("abaque=; Max-Age=0"));
        assert_eq!(client.cookies, [("other".to_owned(), "2".to_owned())]);
    }
}
