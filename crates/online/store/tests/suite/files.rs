//! SQLite files: created, reopened, refused, copied.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use abaque_store::{RestoreOutcome, Store, StoreError};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};

use super::{account, append, file, open_game, runtime};

pub(crate) async fn tell(path: &std::path::Path, sql: &str) {
    let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
    let mut connection = options.connect().await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

async fn refused(url: &str) -> StoreError {
    match Store::open(url).await {
        Ok(_) => panic!("{url} opened"),
        Err(error) => error,
    }
}

#[test]
fn a_file_keeps_what_was_stored() {
    let folder = tempfile::tempdir().unwrap();
    runtime().block_on(async {
        let store = Store::open(&file(&folder)).await.unwrap();
        let game = open_game(&store).await;
        store.append(append(&game, 1, "one")).await.unwrap();
        store.close().await;
        for _ in 0..2 {
            let store = Store::open(&file(&folder)).await.unwrap();
            assert_eq!(store.acts(&game).await.unwrap().len(), 1);
            store.close().await;
        }
    });
}

#[test]
fn a_newer_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    runtime().block_on(async {
        Store::open(&file(&folder)).await.unwrap().close().await;
        let path = folder.path().join("store.db");
        tell(&path, "INSERT INTO schema_version (version, at) VALUES (99, 0)").await;
        let error = refused(&file(&folder)).await;
        assert!(matches!(error, StoreError::TooNew { found: 99, .. }), "{error:?}");
        assert!(error.to_string().contains("newer program"), "{error}");
    });
}

#[test]
fn foreign_files_are_refused_and_left_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    runtime().block_on(async {
        let text = "Dear diary, ".repeat(1000);
        std::fs::write(&path, &text).unwrap();
        let error = refused(&file(&folder)).await;
        assert!(matches!(error, StoreError::NotADatabase(_)), "{error:?}");
        assert!(error.to_string().contains("store.db is not an SQLite database"), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        std::fs::remove_file(&path).unwrap();

        tell(&path, "CREATE TABLE diary (day TEXT)").await;
        let error = refused(&file(&folder)).await;
        assert!(matches!(error, StoreError::ForeignDatabase(_)), "{error:?}");

        let error = refused("sqlite:/no/such/folder/store.db").await;
        assert!(matches!(error, StoreError::NoFolder(..)), "{error:?}");
        assert!(error.to_string().contains("/no/such/folder/store.db"), "{error}");
        let error = refused(&format!("sqlite:{}", folder.path().display())).await;
        assert!(matches!(error, StoreError::File { .. }), "{error:?}");
        assert!(error.to_string().contains("is a directory"), "{error}");
        for name in ["", "store.db", "mysql://x", "sqlite:", "sqlite::memory:"] {
            let error = refused(name).await;
            assert!(matches!(error, StoreError::BadName(_)), "{error:?}");
        }
    });
}

#[test]
fn a_backup_opens_as_a_store() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("it's a backup.db");
    runtime().block_on(async {
        let store = Store::open(&file(&folder)).await.unwrap();
        let game = open_game(&store).await;
        account(&store, "Ann").await;
        store.append(append(&game, 1, "one")).await.unwrap();
        store.backup(&path).await.unwrap();
        store.append(append(&game, 2, "two")).await.unwrap();
        let error = store.backup(&path).await.unwrap_err();
        assert!(error.to_string().contains("is there already"), "{error}");
        let nowhere = store.backup("/no/such/folder/b.db".as_ref()).await;
        assert!(matches!(nowhere, Err(StoreError::File { .. })), "{nowhere:?}");

        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::metadata(&path).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "a backup holds secrets");
        }
        let copy = Store::open(&format!("sqlite:{}", path.display())).await.unwrap();
        assert_eq!(copy.acts(&game).await.unwrap().len(), 1);
        assert!(copy.person_named("ann").await.unwrap().is_some());
        copy.close().await;
        store.close().await;
    });
}

/// As `abaque admin backup` does beside a running server: the copy is one moment of the store, and
/// has everything acknowledged before it.
#[test]
fn backups_made_while_people_play_are_whole() {
    let folder = tempfile::tempdir().unwrap();
    runtime().block_on(async {
        let server = Store::open_as_server(&file(&folder)).await.unwrap();
        let games = [open_game(&server).await, open_game(&server).await];
        let stored = Arc::new([AtomicU32::new(0), AtomicU32::new(0)]);
        let players: Vec<_> = (0..2)
            .map(|at| {
                let (server, game, stored) = (server.clone(), games[at].clone(), stored.clone());
                tokio::spawn(async move {
                    for version in 1.. {
                        server.append(append(&game, version, "move")).await.unwrap();
                        stored[at].store(version, Ordering::SeqCst);
                    }
                })
            })
            .collect();
        for number in 0..4 {
            while stored.iter().any(|version| version.load(Ordering::SeqCst) < 20 * (number + 1)) {
                tokio::task::yield_now().await;
            }
            let before = [0, 1].map(|at: usize| stored[at].load(Ordering::SeqCst));
            let path = folder.path().join(format!("backup-{number}.db"));
            let admin = Store::open(&file(&folder)).await.unwrap();
            admin.backup(&path).await.unwrap();
            admin.close().await;
            // It is restored into a place of its own, which checks it.
            let place = folder.path().join(format!("restored-{number}.db"));
            let aside = folder.path().join("aside.db");
            let restored = Store::restore(&place, &path, &aside, false).await.unwrap();
            assert!(matches!(restored, RestoreOutcome::Done { .. }), "{restored:?}");
            let copy = Store::open(&format!("sqlite:{}", place.display())).await.unwrap();
            for (game, before) in games.iter().zip(before) {
                let acts = copy.acts(game).await.unwrap();
                let version = copy.game(game).await.unwrap().unwrap().version.0;
                assert_eq!(acts.len(), version as usize, "the game's row and its acts agree");
                assert!(version >= before, "{version} of {before} acknowledged acts");
            }
            copy.close().await;
        }
        for player in players {
            player.abort();
        }
        server.close().await;
    });
}
