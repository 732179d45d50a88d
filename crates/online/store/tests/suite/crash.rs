//! Acknowledged writes survive a kill: a child process appends and prints each acknowledgement, is
//! killed, and every printed write must be stored.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::time::Duration;

use abaque_store::{AppendOutcome, GameId, Store};

use super::{append, open_game, runtime};

const URL: &str = "ABAQUE_CRASH_URL";
const TASKS: usize = 8;

/// Appends in pairs forever, each task to its own game. Does nothing unless the other test starts
/// it.
#[test]
#[ignore = "started by acknowledged_acts_survive_a_kill"]
fn child() {
    let Ok(url) = std::env::var(URL) else { return };
    runtime().block_on(async {
        let store = Store::open(&url).await.unwrap();
        let mut tasks = Vec::new();
        for game in store.games_after(None, 100).await.unwrap() {
            let store = store.clone();
            tasks.push(tokio::spawn(async move {
                for version in (game.version.0 + 1..).step_by(2) {
                    let mut pair = append(&game.id, version, "move");
                    pair.acts.push((0, "lot".into()));
                    assert_eq!(store.append(pair).await.unwrap(), AppendOutcome::Stored);
                    println!("stored {} {}", game.id, version + 1);
                }
            }));
        }
        for task in tasks {
            task.await.unwrap();
        }
    });
}

#[test]
fn acknowledged_acts_survive_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let url = super::file(&folder);
    runtime().block_on(async {
        let store = Store::open(&url).await.unwrap();
        for _ in 0..TASKS {
            open_game(&store).await;
        }
        store.close().await;
    });
    for round in 0..10 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "crash::child", "--ignored", "--nocapture"])
            .env(URL, &url)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut message = String::new();
        while !message.contains("stored") {
            assert!(output.read_line(&mut message).unwrap() > 0, "the child ended: {message}");
        }
        let mut random = [0];
        getrandom::fill(&mut random).unwrap();
        std::thread::sleep(Duration::from_millis(u64::from(random[0])));
        child.kill().unwrap();
        child.wait().unwrap();
        output.read_to_string(&mut message).unwrap();
        runtime().block_on(check(&url, &message, round));
    }
}

/// Checks that every acknowledged pair is stored, and no pair partially.
async fn check(url: &str, message: &str, round: u32) {
    let store = Store::open(url).await.unwrap();
    let mut checked = 0;
    for line in message.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
        let Some((_, line)) = line.split_once("stored ") else { continue };
        let (game, version) = line.trim().split_once(' ').unwrap();
        let game = store.game(&GameId::parse(game).unwrap()).await.unwrap().unwrap();
        assert!(game.version.0 >= version.parse().unwrap(), "round {round}: {line} is lost");
        checked += 1;
    }
    assert!(checked > 0);
    for game in store.games_after(None, 100).await.unwrap() {
        let acts = store.acts(&game.id).await.unwrap();
        assert_eq!(acts.len() as u32, game.version.0);
        assert_eq!(game.version.0 % 2, 0, "half a pair");
        let wrong = acts.iter().zip(1..).find(|(act, version)| act.version.0 != *version);
        assert_eq!(wrong, None);
    }
    store.close().await;
}
