//! Lots over REST: deposits, the public log, seekers, and the example verifier.

use std::collections::HashSet;
use std::process::Command;

use abaque_core::SplitMix;
use abaque_lots::{Party, commitment, to_hex};
use serde_json::{Value, json};

use super::{Player, Server, play_on, seated};
use crate::place::TestDatabase;

async fn ask(
    server: &Server,
    method: &str,
    path: &str,
    player: &Player,
    body: Value,
) -> (u16, Value) {
    let (status, _, answer) =
        server.ask(method, path, &player.cookie, &server.origin(), &body).await;
    (status, serde_json::from_str(&answer).unwrap_or(Value::String(answer)))
}

fn terms(player: &Player, game: &str, spec: &str, clock: &str) -> Value {
    json!({
        "id": game, "spec": spec, "clock": clock, "seed": to_hex(&player.seed),
        "commitments": [player.committed(game, Party::A)],
    })
}

async fn join(server: &Server, game: &str, player: &Player) -> u16 {
    let body = json!({ "commitment": player.committed(game, Party::B) });
    ask(server, "POST", &format!("/games/{game}/join"), player, body).await.0
}

async fn reveal(server: &Server, game: &str, player: &Player) -> (u16, Value) {
    let act = json!({ "do": "reveal", "seed": to_hex(&player.seed) });
    let body = json!({ "seen": 0, "key": "seed", "act": act });
    ask(server, "POST", &format!("/games/{game}/act"), player, body).await
}

/// Two people in a game that began without its host.
async fn deposited(server: &Server, game: &str, spec: &str) -> [Player; 2] {
    let [mut one, mut other] = [server.guest(1).await, server.guest(2).await];
    let (status, body) =
        ask(server, "POST", "/games", &one, terms(&one, game, spec, "600+5")).await;
    assert_eq!(status, 201, "{body}");
    assert_eq!(join(server, game, &other).await, 204);
    let (_, list) = ask(server, "GET", "/me/turns", &other, Value::Null).await;
    assert_eq!(list["games"][0]["status"], "seeds", "{list}");
    assert_eq!(reveal(server, game, &other).await, (200, json!({ "version": 0 })));
    for player in [&mut one, &mut other] {
        player.say(&json!({ "ask": "watch", "game": game })).await;
        player.until(|player, _| player.stage() == "playing").await;
    }
    [one, other]
}

/// The whole log, page by page.
async fn log(server: &Server) -> Vec<Value> {
    let mut entries: Vec<Value> = Vec::new();
    loop {
        let after = entries.last().map_or(0, |entry| entry["seq"].as_i64().unwrap());
        let path = format!("/lots?after={after}");
        let (_, _, body) = server.ask("GET", &path, "", &server.origin(), &Value::Null).await;
        let page: Vec<Value> = serde_json::from_str(&body).unwrap();
        if page.is_empty() {
            return entries;
        }
        entries.extend(page);
    }
}

/// Verdict of `examples/verify.py` on a record and a log.
fn verified(record: &str, log: &[Value]) -> (bool, String) {
    let folder = tempfile::tempdir().unwrap();
    let (record_file, log_file) = (folder.path().join("game.abq"), folder.path().join("log.json"));
    std::fs::write(&record_file, record).unwrap();
    std::fs::write(&log_file, serde_json::to_string(log).unwrap()).unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../examples/verify.py");
    let mut command = Command::new("python3");
    command.arg(script).arg(&record_file).arg("--log").arg(&log_file);
    let ran = command.output().expect("python3 is needed for this test");
    let told = String::from_utf8(ran.stdout).unwrap() + &String::from_utf8_lossy(&ran.stderr);
    (ran.status.success(), told)
}

/// Value of a record tag.
fn tag<'a>(record: &'a str, name: &str) -> &'a str {
    let rest = record
        .split(&format!("[{name} \""))
        .nth(1)
        .unwrap_or_else(|| panic!("no {name}: {record}"));
    rest.split('"').next().unwrap()
}

/// The documented verifier accepts real games in both seed modes and rejects every manipulation.
#[tokio::test(flavor = "multi_thread")]
async fn the_documented_verifier_detects_changes() {
    let place = TestDatabase::new().await;
    let server = Server::start(&place).await;
    let mut source = SplitMix(11);
    let mut records = Vec::new();
    for (game, spec, mode) in [
        ("aaaaaaaaaa", "abagio", "deposited"),
        ("bbbbbbbbbb", "abagio:first=p", "live"),
        ("cccccccccc", "blocs:first=lot", "deposited"),
        ("dddddddddd", "abalone:layout=belgian-daisy,target=1", "live"),
    ] {
        let mut players = match mode {
            "live" => seated(&server, game, spec).await,
            _ => deposited(&server, game, spec).await,
        };
        play_on(game, &mut players, &mut source, 60).await;
        if players[0].stage() != "over" {
            players[0].act(game, json!({ "do": "resign" })).await;
        }
        let path = format!("/games/{game}/record");
        let (status, _, record) =
            server.ask("GET", &path, "", &server.origin(), &Value::Null).await;
        assert_eq!(status, 200, "{record}");
        assert_eq!(tag(&record, "Seeds"), mode);
        records.push(record);
    }
    let log = log(&server).await;
    assert_eq!(log.len(), 8, "opened and joined");
    for record in &records {
        let (right, told) = verified(record, &log);
        assert!(right && told.contains("logged: all commitments"), "{told}\n{record}");
        let checked = abaque_record::check(&abaque_record::parse(record).unwrap()[0]).unwrap();
        let abaque_record::LotStatus::Verified(lots) = checked.lots else { panic!("{record}") };
        assert!(told.contains(&format!(": {lots} lots")), "{told}");
    }
    let found_out = |record: &str, log: &[Value], words: &str| {
        let (right, told) = verified(record, log);
        assert!(!right && told.contains(words), "`{words}`: {told}\n{record}");
    };
    // Throws: the deciding dice, and any other.
    let dice = &records[0];
    let (tags, plies) = dice.rsplit_once("]\n").unwrap();
    let changed = |old: &str, new: &str| format!("{tags}]\n{}", plies.replacen(old, new, 1));
    let throws: Vec<&str> = plies.split_whitespace().collect();
    let first = throws.iter().find(|ply| ply.starts_with('f')).unwrap();
    let turned: String = [&first[..1], &first[2..], &first[1..2]].concat();
    found_out(&changed(first, &turned), &log, "ply 1: the seeds give");
    let throw = throws.iter().find(|ply| ply.starts_with('d')).unwrap();
    found_out(&changed(throw, if *throw == "d66" { "d65" } else { "d66" }), &log, "the seeds give");
    found_out(&changed(first, ""), &log, "");
    // Seeds, commitments, sides, rules.
    for name in ["SeedTable", "SeedA", "SeedB"] {
        let other = dice.replace(tag(dice, name), &to_hex(&[77; 32]));
        found_out(&other, &log, "is not the seed committed to");
    }
    let game = tag(dice, "GameId");
    for (party, letter) in [(Party::A, "A"), (Party::B, "B")] {
        // Seed and commitment replaced together: the log or the throws reveal it.
        let other = dice.replace(tag(dice, &format!("Seed{letter}")), &to_hex(&[77; 32])).replace(
            tag(dice, &format!("Commit{letter}")),
            &to_hex(&commitment(game, party, &[77; 32])),
        );
        found_out(&other, &log, "");
    }
    let seat = tag(dice, "SeatOfA");
    let other = if seat == "First" { "Second" } else { "First" };
    let seated = |seat: &str| format!("[SeatOfA \"{seat}\"]");
    found_out(&dice.replace(&seated(seat), &seated(other)), &log, "the seeds seat A");
    found_out(&dice.replace("\"deposited\"", "\"live\""), &log, "how seeds were opened");
    // Set-ups and who starts.
    let blocs = &records[2];
    let setup = blocs.split_whitespace().find(|ply| ply.starts_with("setup:")).unwrap();
    let mut letters: Vec<&str> = setup.split(',').collect();
    letters.reverse();
    found_out(&blocs.replace(setup, &letters.join(",")), &log, "");
    found_out(
        &blocs.replace(tag(blocs, "NonceSecond"), &to_hex(&[8; 32])),
        &log,
        "not the one sealed",
    );
    let (tags, plies) = blocs.rsplit_once("]\n").unwrap();
    let (drawn, other) = match plies.contains("first:b") {
        true => ("first:b", "first:r"),
        false => ("first:r", "first:b"),
    };
    let text = format!("{tags}]\n{}", plies.replace(drawn, other));
    found_out(&text, &log, "the seeds give");
    // The log: any change, omission or reordering.
    for (field, value) in [
        ("commitment", json!(to_hex(&[1; 32]))),
        ("a", json!(to_hex(&[2; 32]))),
        ("at", json!(5)),
        ("seeds", json!("live")),
        ("kind", json!("join")),
        ("game", json!("eeeeeeeeee")),
        ("b", json!("x")),
    ] {
        let mut other = log.clone();
        other[0][field] = value;
        found_out(dice, &other, "entry 1 does not follow");
    }
    let mut without = log.clone();
    without.remove(3);
    found_out(dice, &without, "an entry is missing");
    let mut moved = log.clone();
    moved.swap(2, 3);
    found_out(dice, &moved, "");
    found_out(dice, &log[2..], "the log says nothing of this game");
    found_out(dice, &log[..1], "another commitment of B");
    server.stop().await;
}

/// An invalid deposit is refused with a reason; nothing is created.
#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_deposit_is_refused() {
    let place = TestDatabase::new().await;
    let server = Server::start(&place).await;
    let one = server.guest(1).await;
    let game = "aaaaaaaaaa";
    let right = terms(&one, game, "abagio", "300+2");
    let with = |field: &str, value: Value| {
        let mut terms = right.clone();
        terms[field] = value;
        terms
    };
    let both = json!([one.committed(game, Party::A), one.committed(game, Party::B)]);
    for (terms, code) in [
        (with("seed", json!(to_hex(&[9; 32]))), "bad-seed"),
        (with("seed", json!("12")), "bad-seed"),
        (with("id", json!("bbbbbbbbbb")), "bad-seed"),
        (
            json!({ "id": game, "spec": "abagio", "against": "hot-seat", "commitments": both, "seed": right["seed"] }),
            "bad-value",
        ),
        (
            json!({ "id": game, "spec": "abagio", "against": { "computer": "1" }, "commitments": both, "seed": right["seed"] }),
            "bad-value",
        ),
        (json!({ "spec": "abalone", "side": "first", "seed": right["seed"] }), "bad-value"),
    ] {
        let (status, problem) = ask(&server, "POST", "/games", &one, terms.clone()).await;
        assert_eq!((status, &problem["code"]), (422, &json!(code)), "{terms}: {problem}");
    }
    assert!(log(&server).await.is_empty());
    assert_eq!(ask(&server, "POST", "/games", &one, right).await.0, 201);
    assert_eq!(log(&server).await.len(), 1);
    server.stop().await;
}

/// Eight concurrent seekers form four games; each seeker who finds one joins it and plays.
pub(crate) async fn eight_seek(servers: &[&Server], clock: &str) {
    let mut seekers = Vec::new();
    for number in 0..8 {
        seekers.push((number, servers[number % servers.len()].guest(number as u8 + 1).await));
    }
    let seeking = seekers.iter().map(|(number, player)| async move {
        let server = servers[number % servers.len()];
        let game = abaque_store::GameId::random().to_string();
        let (status, found) =
            ask(server, "POST", "/seek", player, terms(player, &game, "abagio", clock)).await;
        assert_eq!(status, 200, "{found}");
        let game = found["game"].as_str().unwrap().to_owned();
        if found["found"] == true {
            assert_eq!(join(server, &game, player).await, 204);
            assert_eq!(reveal(server, &game, player).await.0, 200);
        }
        (game, found["found"] == true)
    });
    let found = futures_util::future::join_all(seeking).await;
    let games: HashSet<&String> = found.iter().map(|(game, _)| game).collect();
    let joined = found.iter().filter(|(_, joined)| *joined).count();
    assert_eq!((games.len(), joined), (4, 4), "{clock}: {found:?}");
    for game in games {
        let (_, info) =
            ask(servers[0], "GET", &format!("/games/{game}"), &seekers[0].1, Value::Null).await;
        assert_eq!(info["status"], "playing", "{info}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn eight_seekers_at_once_make_four_games() {
    let place = TestDatabase::new().await;
    let server = Server::start(&place).await;
    for clock in ["300+2", "60+0", "600+5", "3/turn"] {
        eight_seek(&[&server], clock).await;
    }
    server.stop().await;
}
