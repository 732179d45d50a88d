//! The disk of an SQLite store: how long a durable write takes, free space, kind of file system.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use abaque_core::{Message, message};

use super::{ExaminedServer, Finding};
use crate::command_error::io_error_message;

const CHECK: &str = "disk";

/// Durable writes measured.
const WRITES: usize = 25;

/// Size of one write: a page of the database.
const PAGE_BYTES: usize = 4096;

/// Above this, players feel every move being saved.
const SLOW_SYNC: Duration = Duration::from_millis(50);

/// No disk is this fast: nothing was synchronised.
const UNREAL_SYNC: Duration = Duration::from_micros(10);

const MIB: u64 = 1 << 20;
const LITTLE_SPACE: u64 = 200 * MIB;
const MODEST_SPACE: u64 = 2048 * MIB;

pub(super) async fn check(examined: &ExaminedServer<'_>) -> Vec<Finding> {
    let Some(file) = examined.file.clone() else {
        return vec![Finding::ok(
            CHECK,
            message!(
                "the data are on a database server; see `database`",
                "les données sont sur un serveur de base\u{a0}; voir «\u{a0}base\u{a0}»"
            ),
        )];
    };
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    let measured = tokio::task::spawn_blocking(move || (measure_sync(&folder), folder)).await;
    let Ok((measured, folder)) = measured else { return Vec::new() };
    let mut findings = Vec::from_iter(owner_finding(if file.exists() { &file } else { &folder }));
    findings.push(match measured {
        Ok(took) => sync_finding(&took),
        Err(error) => unwritable(&folder, &error),
    });
    findings.extend(space_finding(&folder));
    findings.extend(file_system_finding(&folder));
    findings
}

/// Removes the file at the end.
struct TemporaryFile(PathBuf);

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        // Nothing else can be done about a file that cannot be removed.
        drop(fs::remove_file(&self.0));
    }
}

/// Times of durable writes in the folder, shortest first.
fn measure_sync(folder: &Path) -> io::Result<Vec<Duration>> {
    let path = folder.join(format!(".abaque-doctor-{}", std::process::id()));
    let mut file = OpenOptions::new().write(true).create_new(true).open(&path)?;
    let _removed = TemporaryFile(path);
    let mut took = Vec::with_capacity(WRITES);
    for round in 0..WRITES {
        let page = [round as u8; PAGE_BYTES];
        let start = Instant::now();
        file.write_all(&page)?;
        file.sync_all()?;
        took.push(start.elapsed());
    }
    took.sort();
    Ok(took)
}

fn sync_finding(took: &[Duration]) -> Finding {
    let median = took.get(took.len() / 2).copied().unwrap_or_default();
    let longest = took.last().copied().unwrap_or_default();
    let millis = |time: Duration| format!("{:.2}", time.as_secs_f64() * 1000.0);
    let (typical, worst) = (millis(median), millis(longest));
    let measured = message!(
        "a durable write (fsync) takes {typical} ms, {worst} ms at worst",
        "une écriture sûre (fsync) prend {typical} ms, {worst} ms au pire"
    );
    if median < UNREAL_SYNC {
        let Message { en, fr } = measured;
        Finding::problem(
            CHECK,
            message!(
                "{en}: faster than any disk, so nothing is really saved",
                "{fr}\u{a0}: plus vite qu'aucun disque, donc rien n'est vraiment enregistré"
            ),
            message!(
                "keep the data on a local disk with write barriers, not in memory (tmpfs) and not on a mount with `nobarrier`",
                "garder les données sur un disque local avec barrières d'écriture, pas en mémoire (tmpfs) ni sur un montage «\u{a0}nobarrier\u{a0}»"
            ),
        )
    } else if median > SLOW_SYNC {
        Finding::warning(
            CHECK,
            measured,
            message!(
                "players wait that long for every move: move the data to a solid-state disk, or stop what else writes to this one",
                "les joueurs attendent autant à chaque coup\u{a0}: mettre les données sur un disque SSD, ou arrêter ce qui écrit aussi sur celui-ci"
            ),
        )
    } else {
        Finding::ok(CHECK, measured)
    }
}

fn unwritable(folder: &Path, error: &io::Error) -> Finding {
    let folder = folder.display();
    let Message { en, fr } = io_error_message(error);
    Finding::problem(
        CHECK,
        message!("cannot write in {folder}: {en}", "impossible d'écrire dans {folder}\u{a0}: {fr}"),
        message!(
            "create the folder and give it to the server's user (install -d -o abaque -g abaque -m 700 {folder}), or run the doctor as that user (sudo -u abaque abaque doctor)",
            "créer le dossier et le donner à l'utilisateur du serveur (install -d -o abaque -g abaque -m 700 {folder}), ou lancer le contrôle sous cet utilisateur (sudo -u abaque abaque doctor)"
        ),
    )
}

/// Data of another user: root may write what the server's user may not.
#[cfg(unix)]
fn owner_finding(path: &Path) -> Option<Finding> {
    use std::os::unix::fs::MetadataExt;
    let owner = fs::metadata(path).ok()?.uid();
    let this = rustix::process::geteuid().as_raw();
    (owner != this).then(|| {
        let path = path.display();
        Finding::warning(
            CHECK,
            message!(
                "{path} belongs to user {owner}, and this is user {this}: the server may be allowed something else",
                "{path} appartient à l'utilisateur {owner}, et c'est ici l'utilisateur {this}\u{a0}: le serveur a peut-être d'autres droits"
            ),
            message!(
                "run the doctor as the server's user: sudo -u abaque abaque doctor",
                "lancer le contrôle sous l'utilisateur du serveur\u{a0}: sudo -u abaque abaque doctor"
            ),
        )
    })
}

#[cfg(not(unix))]
fn owner_finding(_: &Path) -> Option<Finding> {
    None
}

#[cfg(unix)]
fn space_finding(folder: &Path) -> Option<Finding> {
    let found = rustix::fs::statvfs(folder).ok()?;
    let free = found.f_bavail.saturating_mul(found.f_frsize);
    let shown = free / MIB;
    let message = message!("{shown} MiB free", "{shown} Mio libres");
    let fix = || {
        message!(
            "free some space or enlarge the disk: when it is full, no move can be saved",
            "libérer de la place ou agrandir le disque\u{a0}: une fois plein, aucun coup ne peut être enregistré"
        )
    };
    Some(match free {
        free if free < LITTLE_SPACE => Finding::problem(CHECK, message, fix()),
        free if free < MODEST_SPACE => Finding::warning(CHECK, message, fix()),
        _ => Finding::ok(CHECK, message),
    })
}

#[cfg(not(unix))]
fn space_finding(_: &Path) -> Option<Finding> {
    None
}

/// Network shares, which cannot lock files reliably, and memory.
#[cfg(target_os = "linux")]
fn file_system_finding(folder: &Path) -> Option<Finding> {
    // The low 32 bits of `f_type`, as in statfs(2).
    let kind = rustix::fs::statfs(folder).ok()?.f_type as u32;
    let name = match kind {
        0x6969 => "NFS",
        0x517b => "SMB",
        0xff53_4d42 | 0xfe53_4d42 => "CIFS",
        0x0102_1997 => "9P",
        0x0102_1994 => "tmpfs",
        0x8584_58f6 => "ramfs",
        _ => return None,
    };
    let folder = folder.display();
    Some(if matches!(name, "tmpfs" | "ramfs") {
        Finding::problem(
            CHECK,
            message!(
                "{folder} is in memory ({name}): everything is lost when the machine stops",
                "{folder} est en mémoire ({name})\u{a0}: tout est perdu à l'arrêt de la machine"
            ),
            message!(
                "set `data` to a file on a disk",
                "donner pour «\u{a0}data\u{a0}» un fichier sur un disque"
            ),
        )
    } else {
        Finding::problem(
            CHECK,
            message!(
                "{folder} is a network share ({name}), on which SQLite cannot lock files reliably",
                "{folder} est un partage réseau ({name}), où SQLite ne peut pas verrouiller sûrement"
            ),
            message!(
                "set `data` to a file on a local disk, or to a PostgreSQL database",
                "donner pour «\u{a0}data\u{a0}» un fichier sur un disque local, ou une base PostgreSQL"
            ),
        )
    })
}

#[cfg(not(target_os = "linux"))]
fn file_system_finding(_: &Path) -> Option<Finding> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::doctor::Status;

    #[test]
    fn syncs_are_measured_and_the_file_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let took = measure_sync(folder.path()).unwrap();
        assert_eq!(took.len(), WRITES);
        assert!(took.is_sorted() && took[0] > Duration::ZERO);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        assert!(measure_sync(&folder.path().join("missing")).is_err());
    }

    #[test]
    fn times_are_judged() {
        let judged = |time| sync_finding(&[time; WRITES]).status;
        assert_eq!(judged(Duration::from_micros(2)), Status::Problem);
        assert_eq!(judged(Duration::from_millis(3)), Status::Ok);
        assert_eq!(judged(Duration::from_millis(80)), Status::Warning);
    }
}
