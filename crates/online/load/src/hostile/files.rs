//! Local attacks and failures: file modes, empty stores, a second server, full disks.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::process::Command;
use tokio::time::sleep;

use super::json_socket::{JsonSocket, first_legal_action, start_plain_game, state_version};
use super::test_client::{TestClient, loopback};
use super::{AttackEnv, AttackResult, AttackVerdict, held_with};
use crate::Failure;
use crate::games::plain_game;

/// Time until the server stores again once there is space.
const RECOVERY_DEADLINE: Duration = Duration::from_secs(1);

#[cfg(unix)]
pub(super) async fn file_modes(env: &mut AttackEnv) -> AttackResult {
    use std::os::unix::fs::PermissionsExt;
    let server = env.serve().await?;
    TestClient::guest(server, loopback(0)).await?;
    let folder = std::fs::read_dir(env.folder.path()).map_err(|error| error.to_string())?;
    let mut seen = Vec::new();
    for entry in folder.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.starts_with("hostile.db") {
            continue;
        }
        let mode = entry.metadata().map_err(|error| error.to_string())?.permissions().mode();
        if mode & 0o077 != 0 {
            return Err(format!("{name} has mode {:o}", mode & 0o777));
        }
        seen.push(name);
    }
    seen.sort();
    if seen.is_empty() { Err("there is no store".into()) } else { held_with(seen.join(" ")) }
}

#[cfg(not(unix))]
pub(super) async fn file_modes(_: &mut AttackEnv) -> AttackResult {
    Ok(AttackVerdict::Skipped("files have no modes here".into()))
}

pub(super) async fn empty_store(env: &mut AttackEnv) -> AttackResult {
    std::fs::write(env.store(), b"").map_err(|error| error.to_string())?;
    if env.serve().await.is_ok() {
        return Err("a server started on an empty file".into());
    }
    let logged = env.read_log();
    if logged.trim().is_empty() {
        return Err("it was refused without a word".into());
    }
    let size = std::fs::metadata(env.store()).map_or(0, |data| data.len());
    if size != 0 {
        return Err("the empty file was written to".into());
    }
    held_with(logged.lines().last().unwrap_or_default().to_owned())
}

pub(super) async fn second_server(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    let mut host = TestClient::guest(server, loopback(0)).await?;
    if env.serve().await.is_ok() {
        return Err("a second server started on the same store".into());
    }
    let logged = env.read_log();
    if logged.trim().is_empty() {
        return Err("it was refused without a word".into());
    }
    let terms = json!({ "spec": plain_game(), "side": "first" });
    host.post("/games", &terms).await?.expect("the first server", &[201])?;
    held_with(logged.lines().last().unwrap_or_default().to_owned())
}

/// A small file system in memory, unmounted on drop.
struct SmallDisk(PathBuf);

impl SmallDisk {
    async fn mount(at: &Path) -> Option<SmallDisk> {
        std::fs::create_dir_all(at).ok()?;
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=6m", "tmpfs"]).arg(at);
        let mounted = mount.output().await.is_ok_and(|out| out.status.success());
        mounted.then(|| SmallDisk(at.to_owned()))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg("-l").arg(&self.0).output();
    }
}

pub(super) async fn full_disk(env: &mut AttackEnv) -> AttackResult {
    let folder = env.folder.path().join("small");
    let Some(disk) = SmallDisk::mount(&folder).await else {
        return Ok(AttackVerdict::Skipped("no small file system can be mounted here".into()));
    };
    let mut launch = env.launch();
    launch.store = folder.join("full.db");
    let server = env.start(&launch).await?;
    let result = check_full_disk(server, &folder).await;
    env.servers.clear();
    drop(disk);
    result
}

async fn check_full_disk(server: std::net::SocketAddr, folder: &Path) -> AttackResult {
    let mut host = TestClient::guest(server, loopback(0)).await?;
    let mut other = TestClient::guest(server, loopback(1)).await?;
    let game = start_plain_game(&mut host, &mut other, "900+5").await?;
    let mut sockets = [JsonSocket::open(&host, &[]).await?, JsonSocket::open(&other, &[]).await?];
    let mut acknowledged = 0;
    for turn in 0..4 {
        acknowledged +=
            u64::from(play_first_legal(&mut sockets[turn % 2], &game, turn).await? == "done");
    }
    // Fills the rest of the disk.
    let ballast = folder.join("ballast");
    fill_up(&ballast)?;
    let mut refused = 0;
    let mut turn = 4;
    while refused < 3 && turn < 400 {
        match play_first_legal(&mut sockets[turn % 2], &game, turn).await?.as_str() {
            "done" => acknowledged += 1,
            _ => {
                refused += 1;
                sleep(Duration::from_millis(100)).await;
                continue;
            }
        }
        turn += 1;
    }
    if refused == 0 {
        return Err(format!("{turn} acts were stored on a full disk"));
    }
    let mut looking = TestClient::new(server, loopback(2));
    looking.get("/games").await?.expect("looking, while the disk is full", &[200])?;
    std::fs::remove_file(&ballast).map_err(|error| error.to_string())?;
    let since = Instant::now();
    loop {
        if play_first_legal(&mut sockets[turn % 2], &game, turn).await? == "done" {
            acknowledged += 1;
            break;
        }
        if since.elapsed() > Duration::from_secs(10) {
            return Err("nothing is stored ten seconds after there is space again".into());
        }
        sleep(Duration::from_millis(20)).await;
    }
    let took = since.elapsed();
    let table = sockets[0].watch(&game).await?;
    let there = table["plies"]["list"].as_array().map_or(0, |list| list.len() as u64);
    if there != acknowledged {
        return Err(format!("{acknowledged} plies were acknowledged and {there} are there"));
    }
    let note = format!(
        "{acknowledged} plies kept, {refused} refused, storing again after {} ms",
        took.as_millis()
    );
    if took > RECOVERY_DEADLINE { Err(note) } else { held_with(note) }
}

fn fill_up(file: &Path) -> Result<(), Failure> {
    use std::io::Write;
    let mut file = std::fs::File::create(file).map_err(|error| error.to_string())?;
    for size in [1 << 16, 1 << 12, 1] {
        let part = vec![0; size];
        while file.write_all(&part).is_ok() {}
    }
    Ok(())
}

/// Plays the first legal action and returns the answer.
async fn play_first_legal(
    socket: &mut JsonSocket,
    game: &str,
    turn: usize,
) -> Result<String, Failure> {
    let table = socket.watch(game).await?;
    let play = json!({ "do": "play", "ply": first_legal_action(&table)? });
    let answer: Value =
        socket.act(game, state_version(&table), &format!("turn-{turn}"), &play).await?;
    Ok(answer["tell"].as_str().unwrap_or_default().to_owned())
}
