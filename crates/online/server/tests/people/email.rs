//! Mail: verified addresses, password recovery, and servers without mail.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use abaque_server::{Mailer, RateLimit};
use axum::http::{Method, StatusCode};
use serde_json::json;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

use super::{HOUR, PASSWORD, Server};

const OTHER: &str = "quite another one";

/// A minimal SMTP server that stores what it receives.
#[derive(Clone, Default)]
struct TestMailServer(Arc<Mutex<Vec<ReceivedMail>>>);

#[derive(Clone, Debug, Default)]
struct ReceivedMail {
    login: String,
    to: String,
    text: String,
}

impl ReceivedMail {
    /// The code is on a line of its own.
    fn code(&self) -> String {
        let is_code = |line: &&str| line.len() == 19 && line.matches('-').count() == 3;
        self.text.lines().find(is_code).unwrap_or_else(|| panic!("{self:?}")).to_owned()
    }
}

impl TestMailServer {
    async fn open() -> (TestMailServer, String) {
        let post = TestMailServer::default();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("smtp://me:hush@{}", listener.local_addr().unwrap());
        let kept = post.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(kept.clone().talk(stream));
            }
        });
        (post, url)
    }

    async fn talk(self, stream: TcpStream) {
        let (read, mut write) = stream.into_split();
        let mut lines = BufReader::new(read).lines();
        let mut letter = ReceivedMail::default();
        write.write_all(b"220 post\r\n").await.unwrap();
        while let Ok(Some(line)) = lines.next_line().await {
            let word = line.split([' ', ':']).next().unwrap_or_default().to_uppercase();
            let answer = match word.as_str() {
                "EHLO" => "250-post\r\n250 AUTH PLAIN\r\n",
                "AUTH" => {
                    letter.login = line;
                    "235 welcome\r\n"
                }
                "RCPT" if line.contains("nobody@") => "550 no such box\r\n",
                "RCPT" => {
                    letter.to = line;
                    "250 ok\r\n"
                }
                "DATA" => {
                    write.write_all(b"354 go on\r\n").await.unwrap();
                    while let Some(line) = lines.next_line().await.unwrap() {
                        if line == "." {
                            break;
                        }
                        letter.text += &format!("{line}\n");
                    }
                    self.0.lock().unwrap().push(letter.clone());
                    "250 kept\r\n"
                }
                "QUIT" => "221 bye\r\n",
                _ => "250 ok\r\n",
            };
            if write.write_all(answer.as_bytes()).await.is_err() {
                return;
            }
        }
    }

    fn count(&self) -> usize {
        self.0.lock().unwrap().len()
    }

    /// The letter with this number, once it has arrived.
    async fn letter(&self, number: usize) -> ReceivedMail {
        for _ in 0..500 {
            if let Some(letter) = self.0.lock().unwrap().get(number) {
                return letter.clone();
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("no letter {number}: {:?}", self.0.lock().unwrap())
    }
}

async fn server(change: impl FnOnce(&mut abaque_server::Config)) -> (Server, TestMailServer) {
    let (post, url) = TestMailServer::open().await;
    let server = Server::with(|config| {
        config.mail = Some(Mailer::new(&url, "Abaque <games@example.org>").unwrap());
        config.limits.mail = RateLimit::new(100, 1000);
        change(config);
    })
    .await;
    (server, post)
}

#[tokio::test]
async fn a_mail_address_is_confirmed_by_a_code() {
    let (server, post) = server(|_| {}).await;
    let mut ann = server.account("Ann").await;
    assert_eq!(ann.get("/address").await.json(), json!({ "mail": true, "address": null }));
    let wish = |address: &str, password: &str| json!({ "address": address, "password": password });
    ann.put("/address", wish("ann@example.org", "wrong wrong wrong")).await.is("wrong-password");
    for bad in ["ann", "a@b\r\nBcc: c@d.org", ""] {
        ann.put("/address", wish(bad, PASSWORD)).await.is("bad-value");
    }
    let sent = ann.put("/address", wish("ann@example.org", PASSWORD)).await;
    assert_eq!(sent.status, StatusCode::ACCEPTED, "{sent:?}");
    let letter = post.letter(0).await;
    assert_eq!(letter.to, "RCPT TO:<ann@example.org>");
    assert!(letter.login.starts_with("AUTH PLAIN"), "{letter:?}");
    assert!(letter.text.contains("From: Abaque <games@example.org>"), "{letter:?}");
    // An address counts once verified, by the newest code, by its recipient, within an hour.
    assert_eq!(ann.get("/address").await.json()["address"], json!(null));
    let mut bob = server.account("Bob").await;
    bob.post("/address/proof", json!({ "code": letter.code() })).await.is("wrong-code");
    ann.post("/address/proof", json!({ "code": "aaaa-bbbb-cccc-dddd" })).await.is("wrong-code");
    server.wait(HOUR);
    ann.post("/address/proof", json!({ "code": letter.code() })).await.is("wrong-code");
    ann.put("/address", wish("ann@example.org", PASSWORD)).await;
    let code = post.letter(1).await.code().to_uppercase();
    let proved = ann.post("/address/proof", json!({ "code": code })).await;
    assert_eq!(proved.status, StatusCode::NO_CONTENT, "{proved:?}");
    ann.post("/address/proof", json!({ "code": code })).await.is("wrong-code");
    assert_eq!(ann.get("/address").await.json()["address"], "ann@example.org");
    assert_eq!(ann.get("/me/export").await.json()["address"], "ann@example.org");
    // A refusal by the mail server is reported, and the old address stays.
    let refused = ann.put("/address", wish("nobody@example.org", PASSWORD)).await;
    refused.is("busy");
    assert_eq!(ann.get("/address").await.json()["address"], "ann@example.org");
    ann.json(Method::DELETE, "/address", json!({ "password": "wrong wrong wrong" }))
        .await
        .is("wrong-password");
    let deleted = ann.json(Method::DELETE, "/address", json!({ "password": PASSWORD })).await;
    assert_eq!(deleted.status, StatusCode::NO_CONTENT);
    assert_eq!(ann.get("/address").await.json()["address"], json!(null));
    server.guest().await.get("/address").await.is("guests-cannot");
}

#[tokio::test]
async fn a_lost_password_is_reset_by_mail() {
    let (server, post) = server(|_| {}).await;
    let mut ann = server.account("Ann").await;
    server.account("Bob").await;
    ann.put("/address", json!({ "address": "ann@example.org", "password": PASSWORD })).await;
    let proof = post.letter(0).await.code();
    ann.post("/address/proof", json!({ "code": proof })).await;

    let mut lost = server.browser().with("accept-language", "fr");
    let answer = lost.post("/recover/mail", json!({ "name": "ANN" })).await;
    assert_eq!(answer.status, StatusCode::ACCEPTED);
    let letter = post.letter(1).await;
    assert_eq!(letter.to, "RCPT TO:<ann@example.org>");
    // Unknown names and accounts without an address: the same response, and no mail.
    for name in ["Bob", "Nobody", "", "ann@example.org"] {
        let other = lost.post("/recover/mail", json!({ "name": name })).await;
        assert_eq!((other.status, &other.text), (answer.status, &answer.text), "{name}");
    }
    let recover = |name: &str, code: &str| json!({ "name": name, "code": code, "password": OTHER });
    let code = letter.code();
    lost.post("/recover", recover("Bob", &code)).await.is("wrong-code");
    // A verification code cannot set a password.
    lost.post("/recover", recover("Ann", &proof)).await.is("wrong-code");
    assert_eq!(lost.post("/recover", recover("Ann", &code)).await.status, StatusCode::NO_CONTENT);
    lost.post("/recover", recover("Ann", &code)).await.is("wrong-code");
    assert_eq!(ann.name().await, None, "signed out everywhere");
    assert_eq!(lost.sign_in("Ann", OTHER).await.status, StatusCode::OK);
    // Expired codes, and codes from before a password change, are void.
    lost.post("/recover/mail", json!({ "name": "Ann" })).await;
    let old = post.letter(2).await.code();
    server.wait(HOUR);
    lost.post("/recover", recover("Ann", &old)).await.is("wrong-code");
    lost.post("/recover/mail", json!({ "name": "Ann" })).await;
    let void = post.letter(3).await.code();
    lost.put("/password", json!({ "old": OTHER, "new": PASSWORD })).await;
    lost.post("/recover", recover("Ann", &void)).await.is("wrong-code");
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(post.count(), 4, "nobody else was written to");
}

#[tokio::test]
async fn mail_to_one_address_is_limited() {
    let (server, post) = server(|config| config.limits.mail = RateLimit::new(2, 600_000)).await;
    let mut ann = server.account("Ann").await;
    let wish = json!({ "address": "ann@example.org", "password": PASSWORD });
    for _ in 0..2 {
        assert_eq!(ann.put("/address", wish.clone()).await.status, StatusCode::ACCEPTED);
    }
    ann.put("/address", wish).await.is("too-often");
    let proof = post.letter(1).await.code();
    assert_eq!(
        ann.post("/address/proof", json!({ "code": proof })).await.status,
        StatusCode::NO_CONTENT
    );
    let ask = async |address: &str| {
        let from: std::net::SocketAddr = format!("{address}:1").parse().unwrap();
        let browser = server.browser();
        let request = browser.request("POST", "/recover/mail");
        let mut request = request
            .header("content-type", "application/json")
            .body(axum::body::Body::from(json!({ "name": "Ann" }).to_string()))
            .unwrap();
        request.extensions_mut().insert(axum::extract::ConnectInfo(from));
        server.send(request).await.status.as_u16()
    };
    // Anyone may ask, others cannot block it, and one letter is sent.
    for address in ["203.0.113.1", "203.0.113.2", "203.0.113.3", "203.0.113.4"] {
        assert_eq!(ask(address).await, 202, "{address}");
        post.letter(2).await;
    }
    assert_eq!([ask("203.0.113.1").await, ask("203.0.113.1").await], [202, 429]);
    // Repeated requests do not void the code.
    let recover = json!({ "name": "Ann", "code": post.letter(2).await.code(), "password": OTHER });
    let recovered = server.browser().post("/recover", recover).await;
    assert_eq!(recovered.status, StatusCode::NO_CONTENT, "{recovered:?}");
    // A used code makes room for another.
    assert_eq!(ask("203.0.113.5").await, 202);
    post.letter(3).await;
    assert_eq!(post.count(), 4);
}

#[tokio::test]
async fn a_server_without_mail_says_so() {
    let server = Server::new().await;
    let mut ann = server.account("Ann").await;
    assert_eq!(ann.get("/address").await.json(), json!({ "mail": false, "address": null }));
    let wish = json!({ "address": "ann@example.org", "password": PASSWORD });
    ann.put("/address", wish).await.is("no-mail");
    server.browser().post("/recover/mail", json!({ "name": "Ann" })).await.is("no-mail");
}
