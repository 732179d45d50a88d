//! Restoring backups.

use std::fs;
use std::path::{Path, PathBuf};

use abaque_store::{RestoreOutcome, Store, StoreError};

use super::files::tell;
use super::{account, append, file, open_game, runtime};

/// A backup that contains Ann and a game with one act.
async fn backed_up(folder: &tempfile::TempDir) -> PathBuf {
    let store = Store::open(&format!("sqlite:{}/first.db", folder.path().display())).await.unwrap();
    account(&store, "Ann").await;
    let game = open_game(&store).await;
    store.append(append(&game, 1, "one")).await.unwrap();
    let backup = folder.path().join("backup.db");
    store.backup(&backup).await.unwrap();
    store.close().await;
    backup
}

fn names(folder: &Path) -> Vec<String> {
    let name = |entry: std::io::Result<fs::DirEntry>| {
        entry.unwrap().file_name().to_string_lossy().into_owned()
    };
    let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(name).collect();
    names.sort();
    names
}

async fn has(url: &str, name: &str) -> bool {
    let store = Store::open(url).await.unwrap();
    let found = store.person_named(name).await.unwrap().is_some();
    store.close().await;
    found
}

#[test]
fn a_backup_restores_into_an_empty_folder() {
    let folder = tempfile::tempdir().unwrap();
    runtime().block_on(async {
        let backup = backed_up(&folder).await;
        let (path, aside) = (folder.path().join("store.db"), folder.path().join("old.db"));
        let before = fs::read(&backup).unwrap();
        let restored = Store::restore(&path, &backup, &aside, false).await.unwrap();
        let RestoreOutcome::Done { stats, kept: None } = restored else { panic!("{restored:?}") };
        assert_eq!((stats.accounts, stats.games, stats.acts), (1, 1, 1));
        assert_eq!(names(folder.path()), ["backup.db", "first.db", "store.db", "store.db-lock"]);
        assert_eq!(fs::read(&backup).unwrap(), before, "the backup is only read");
        assert!(has(&file(&folder), "ann").await);
        let nowhere = folder.path().join("no/such/store.db");
        let error = Store::restore(&nowhere, &backup, &aside, false).await.unwrap_err();
        assert!(matches!(error, StoreError::File { .. }), "{error:?}");
    });
}

#[test]
fn an_empty_store_is_set_aside_for_a_restore() {
    let folder = tempfile::tempdir().unwrap();
    runtime().block_on(async {
        let backup = backed_up(&folder).await;
        let (path, aside) = (folder.path().join("store.db"), folder.path().join("old.db"));
        Store::open(&file(&folder)).await.unwrap().close().await;
        let restored = Store::restore(&path, &backup, &aside, false).await.unwrap();
        let RestoreOutcome::Done { kept: Some(kept), .. } = restored else {
            panic!("{restored:?}")
        };
        assert_eq!(kept, aside);
        assert!(has(&file(&folder), "ann").await);
        assert!(!has(&format!("sqlite:{}", aside.display()), "ann").await);
        let again = Store::restore(&path, &backup, &aside, true).await.unwrap_err();
        assert!(again.to_string().contains("old.db: entity already exists"), "{again}");
    });
}

#[test]
fn a_used_store_is_set_aside_by_force_only() {
    let folder = tempfile::tempdir().unwrap();
    runtime().block_on(async {
        let backup = backed_up(&folder).await;
        let (path, aside) = (folder.path().join("store.db"), folder.path().join("old.db"));
        let store = Store::open(&file(&folder)).await.unwrap();
        account(&store, "Bob").await;
        store.close().await;
        let restored = Store::restore(&path, &backup, &aside, false).await.unwrap();
        assert_eq!(restored, RestoreOutcome::NotEmpty);
        assert!(has(&file(&folder), "bob").await && !aside.exists());
        let restored = Store::restore(&path, &backup, &aside, true).await.unwrap();
        assert!(matches!(restored, RestoreOutcome::Done { .. }), "{restored:?}");
        assert!(has(&file(&folder), "ann").await && !has(&file(&folder), "bob").await);
        assert!(has(&format!("sqlite:{}", aside.display()), "bob").await);
    });
}

#[test]
fn a_served_store_is_never_replaced() {
    let folder = tempfile::tempdir().unwrap();
    runtime().block_on(async {
        let backup = backed_up(&folder).await;
        let (path, aside) = (folder.path().join("store.db"), folder.path().join("old.db"));
        let store = Store::open(&file(&folder)).await.unwrap();
        for force in [false, true] {
            let restored = Store::restore(&path, &backup, &aside, force).await.unwrap();
            assert_eq!(restored, RestoreOutcome::InUse);
        }
        account(&store, "Bob").await;
        store.close().await;
        assert!(has(&file(&folder), "bob").await);
        assert!(!names(folder.path()).iter().any(|name| name.contains("restoring")));
    });
}

#[test]
fn damaged_and_foreign_backups_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    runtime().block_on(async {
        let good = backed_up(&folder).await;
        let bad = folder.path().join("bad.db");
        let (path, aside) = (folder.path().join("store.db"), folder.path().join("old.db"));
        let refused = async || {
            let error = Store::restore(&path, &bad, &aside, true).await.unwrap_err();
            assert!(!path.exists() && !aside.exists(), "{error}");
            assert!(!names(folder.path()).iter().any(|name| name.contains("restoring")));
            error
        };
        let error = refused().await;
        assert!(matches!(error, StoreError::File { .. }), "{error:?}");
        for text in ["", "Dear diary, "] {
            fs::write(&bad, text.repeat(1000)).unwrap();
            let error = refused().await;
            assert!(matches!(error, StoreError::NotADatabase(_)), "{error:?}");
        }
        fs::remove_file(&bad).unwrap();
        tell(&bad, "CREATE TABLE diary (day TEXT)").await;
        let error = refused().await;
        assert!(matches!(error, StoreError::ForeignDatabase(_)), "{error:?}");

        fs::copy(&good, &bad).unwrap();
        tell(&bad, "INSERT INTO schema_version (version, at) VALUES (99, 0)").await;
        let error = refused().await;
        assert!(matches!(error, StoreError::TooNew { found: 99, .. }), "{error:?}");

        fs::copy(&good, &bad).unwrap();
        tell(&bad, "PRAGMA foreign_keys = OFF; DELETE FROM people; DELETE FROM games").await;
        let error = refused().await;
        assert!(error.to_string().contains("names something that is not there"), "{error}");

        // A truncated file, and one with an overwritten page.
        let bytes = fs::read(&good).unwrap();
        fs::write(&bad, &bytes[..bytes.len() / 2]).unwrap();
        let error = refused().await;
        assert!(matches!(error, StoreError::Damaged(..)), "{error:?}");
        let mut torn = bytes.clone();
        torn[4096 * 4..4096 * 5].fill(0x55);
        fs::write(&bad, torn).unwrap();
        let error = refused().await;
        assert!(matches!(error, StoreError::Damaged(..)), "{error:?}");

        fs::copy(&good, &bad).unwrap();
        fs::write(folder.path().join("bad.db-wal"), "more").unwrap();
        let error = refused().await;
        assert!(error.to_string().contains("in use, not a backup"), "{error}");
        let error = Store::restore(&good, &good, &aside, true).await.unwrap_err();
        assert!(matches!(error, StoreError::InvalidRequest(_)), "{error:?}");
    });
}

#[test]
fn a_broken_store_is_set_aside_by_force() {
    let folder = tempfile::tempdir().unwrap();
    runtime().block_on(async {
        let backup = backed_up(&folder).await;
        let (path, aside) = (folder.path().join("store.db"), folder.path().join("old.db"));
        let text = "Dear diary, ".repeat(1000);
        fs::write(&path, &text).unwrap();
        fs::write(folder.path().join("store.db-wal"), "rest").unwrap();
        let restored = Store::restore(&path, &backup, &aside, false).await.unwrap();
        assert!(matches!(restored, RestoreOutcome::Unreadable(_)), "{restored:?}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        let restored = Store::restore(&path, &backup, &aside, true).await.unwrap();
        assert!(matches!(restored, RestoreOutcome::Done { .. }), "{restored:?}");
        assert_eq!(fs::read_to_string(&aside).unwrap(), text);
        assert!(has(&file(&folder), "ann").await);
    });
}

#[test]
fn a_store_set_aside_keeps_its_write_ahead_log() {
    let folder = tempfile::tempdir().unwrap();
    runtime().block_on(async {
        let backup = backed_up(&folder).await;
        let store = Store::open(&file(&folder)).await.unwrap();
        account(&store, "Bob").await;
        // As after a crash: the file and its log, not open anywhere.
        let (path, aside) = (folder.path().join("crashed.db"), folder.path().join("old.db"));
        fs::copy(folder.path().join("store.db"), &path).unwrap();
        fs::copy(folder.path().join("store.db-wal"), folder.path().join("crashed.db-wal")).unwrap();
        store.close().await;
        let restored = Store::restore(&path, &backup, &aside, false).await.unwrap();
        assert_eq!(restored, RestoreOutcome::NotEmpty, "Bob is in the log alone");
        let restored = Store::restore(&path, &backup, &aside, true).await.unwrap();
        assert!(matches!(restored, RestoreOutcome::Done { .. }), "{restored:?}");
        assert!(!folder.path().join("crashed.db-wal").exists());
        assert!(has(&format!("sqlite:{}", aside.display()), "bob").await);
        assert!(!has(&format!("sqlite:{}", path.display()), "bob").await);
    });
}
