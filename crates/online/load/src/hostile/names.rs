//! Attacks with names and texts.

use serde_json::{Value, json};

use super::json_socket::{JsonSocket, start_plain_game};
use super::test_client::{PASSWORD, TestClient, credentials, loopback};
use super::{AttackEnv, AttackResult, floods, held, held_with};
use crate::games::plain_game;

/// Characters that reverse text, hide it or have no width.
const INVISIBLE_CHARS: [char; 14] = [
    '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}', '\u{2066}', '\u{2067}', '\u{2068}',
    '\u{2069}', '\u{200e}', '\u{200f}', '\u{200b}', '\u{feff}', '\u{061c}',
];

pub(super) async fn bidi_names(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    for (number, trick) in INVISIBLE_CHARS.iter().enumerate() {
        let mut client = TestClient::new(server, loopback(number as u32));
        let name = format!("Ann{trick}abel");
        let answer = client.post("/register", &credentials(&name, PASSWORD)).await?;
        let answer = answer.expect(&format!("{name:?} as a name"), &[422])?;
        if answer.code() != "bad-name" {
            return Err(format!("{name:?}: {}", answer.text()));
        }
    }
    held()
}

pub(super) async fn bidi_chat(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    let mut host = TestClient::guest(server, loopback(0)).await?;
    let mut other = TestClient::guest(server, loopback(1)).await?;
    let game = start_plain_game(&mut host, &mut other, "300+2").await?;
    let mut socket = JsonSocket::open(&host, &[]).await?;
    let mut hears = JsonSocket::open(&other, &[]).await?;
    hears.watch(&game).await?;
    // Seven lines are within one user's chat quota.
    for tricks in INVISIBLE_CHARS.chunks(2) {
        let text = format!("a{}b{}c", tricks[0], tricks[1]);
        let text = format!("{text} {:x}", u32::from(tricks[0]));
        socket.send(&json!({ "ask": "say", "game": game, "text": text })).await?;
    }
    // A clean line shows that the others were read.
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    socket.send(&json!({ "ask": "say", "game": game, "text": "the last one" })).await?;
    let received = hears.receive_all_for(std::time::Duration::from_secs(3)).await;
    let mut texts: Vec<String> =
        received.iter().filter_map(|message| message["text"].as_str().map(str::to_owned)).collect();
    for line in floods::chat_lines(&mut host, &game).await? {
        texts.extend(line["text"].as_str().map(str::to_owned));
    }
    if texts.is_empty() {
        return Err("no chat was received".into());
    }
    if let Some(bad) = texts.iter().find(|text| text.contains(INVISIBLE_CHARS)) {
        return Err(format!("{bad:?} was delivered"));
    }
    held_with(format!("{} texts delivered, none with such a character", texts.len()))
}

pub(super) async fn one_name_many_spellings(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    TestClient::account(server, loopback(0), "Zoë").await?;
    let spellings =
        ["Zoë", "Zoe\u{308}", "ZOË", "zoë", "zOE\u{308}", "Zoë\u{200d}", "Ｚoë", " Zoë"];
    for (number, spelling) in spellings.iter().enumerate() {
        let mut client = TestClient::new(server, loopback(1 + number as u32));
        let answer = client.post("/register", &credentials(spelling, PASSWORD)).await?;
        answer.expect(&format!("{spelling:?} as well"), &[409, 422])?;
    }
    // Another spelling of the name signs in as the same user.
    let mut client = TestClient::new(server, loopback(40));
    let answer = client.post("/sign-in", &credentials("ZOE\u{308}", PASSWORD)).await?;
    let me = answer.expect("signing in under another spelling", &[200])?.json();
    if me["name"] != "Zoë" {
        return Err(format!("another user: {me}"));
    }
    held()
}

pub(super) async fn deleted_name(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    let mut ann = TestClient::account(server, loopback(0), "Annabel").await?;
    let again = json!({ "password": PASSWORD });
    ann.send_json("DELETE", "/me", &again).await?.expect("deleting the account", &[204])?;
    for (number, name) in ["Annabel", "ANNABEL", "annabel"].iter().enumerate() {
        let mut other = TestClient::new(server, loopback(1 + number as u32));
        let answer = other.post("/register", &credentials(name, PASSWORD)).await?;
        answer.expect("the name of a deleted account", &[409, 422])?;
    }
    let mut old = TestClient::new(server, loopback(9));
    old.post("/sign-in", &credentials("Annabel", PASSWORD)).await?.expect("signing in", &[401])?;
    old.get("/people/Annabel").await?.expect("the profile", &[404])?;
    held()
}

pub(super) async fn nul_bytes(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    let mut host = TestClient::guest(server, loopback(0)).await?;
    let mut other = TestClient::guest(server, loopback(1)).await?;
    let game = start_plain_game(&mut host, &mut other, "300+2").await?;
    let nul = "a\0b";
    let terms = |field: &str| {
        let mut terms = json!({ "spec": plain_game(), "side": "first" });
        terms[field] = Value::from(nul);
        terms
    };
    let act = json!({ "seen": 0, "key": nul, "act": { "do": "play", "ply": nul } });
    let asked = [
        ("/register", credentials(nul, PASSWORD)),
        ("/sign-in", credentials(nul, nul)),
        ("/games", terms("id")),
        ("/games", terms("spec")),
        ("/games", terms("clock")),
        ("/games", json!({ "spec": plain_game(), "side": "first", "against": { "person": nul } })),
        (&*format!("/games/{game}/act"), act),
        ("/recover", json!({ "name": nul, "code": nul, "password": PASSWORD })),
    ]
    .map(|(path, body)| (path.to_owned(), body));
    for (path, body) in asked {
        let answer = host.post(&path, &body).await?;
        if !(400..500).contains(&answer.status) {
            return Err(format!("{path} {body}: {} {}", answer.status, answer.text()));
        }
    }
    for path in
        ["/people/a%00b", "/games/a%00b", "/best/a%00b", "/lots?game=a%00b", "/openings?spec=a%00b"]
    {
        let answer = host.get(path).await?;
        if !(400..500).contains(&answer.status) {
            return Err(format!("{path}: {} {}", answer.status, answer.text()));
        }
    }
    let plain = [("Content-Type", "text/plain")];
    for path in ["/api/v1/prefs", "/api/v1/progress"] {
        host.send("PUT", path, &plain, nul.as_bytes()).await?.expect(path, &[422])?;
        host.send("PUT", path, &plain, b"\xff\xfe").await?.expect(path, &[422, 400])?;
    }
    let mut socket = JsonSocket::open(&host, &[]).await?;
    socket.send(&json!({ "ask": "say", "game": game, "text": nul })).await?;
    socket.receive("refused").await?;
    held()
}
