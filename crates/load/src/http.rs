//! As much of HTTP/1.1 as the few plain requests need, over connections that are kept.

use std::net::SocketAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::Wrong;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// What came back.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) cookie: Option<String>,
    pub(crate) body: String,
}

/// Some connections, shared.
pub(crate) struct Http {
    address: SocketAddr,
    spare: Mutex<Vec<BufReader<TcpStream>>>,
    turns: Semaphore,
}

impl Http {
    pub(crate) fn new(address: SocketAddr, at_once: usize) -> Http {
        Http { address, spare: Mutex::default(), turns: Semaphore::new(at_once) }
    }

    /// Asks below `/api/v1`. A failure is the connection's: whether the request was carried out is not known.
    pub(crate) async fn ask(
        &self,
        method: &str,
        path: &str,
        cookie: &str,
        body: &str,
    ) -> Result<Answer, Wrong> {
        let _turn = self.turns.acquire().await.map_err(|error| error.to_string())?;
        let answered = timeout(PATIENCE, self.exchange(method, path, cookie, body)).await;
        let answer = answered.map_err(|_| "no answer".to_owned()).and_then(|answer| answer);
        answer.map_err(|wrong| format!("{method} {path}: {wrong}"))
    }

    async fn exchange(
        &self,
        method: &str,
        path: &str,
        cookie: &str,
        body: &str,
    ) -> Result<Answer, Wrong> {
        let kept = self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut stream = match kept {
            Some(stream) => stream,
            None => {
                let stream = TcpStream::connect(self.address).await.map_err(told)?;
                stream.set_nodelay(true).map_err(told)?;
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
        stream.write_all(request.as_bytes()).await.map_err(told)?;
        let mut answer = Answer { status: 0, cookie: None, body: String::new() };
        let mut length = 0;
        loop {
            let mut line = String::new();
            if stream.read_line(&mut line).await.map_err(told)? == 0 {
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
        stream.read_exact(&mut bytes).await.map_err(told)?;
        answer.body = String::from_utf8(bytes).map_err(|error| error.to_string())?;
        self.spare.lock().unwrap_or_else(PoisonError::into_inner).push(stream);
        Ok(answer)
    }

    /// Forgets the connections: the server they went to is gone.
    pub(crate) fn forget(&self) {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

fn told(error: std::io::Error) -> Wrong {
    error.to_string()
}
