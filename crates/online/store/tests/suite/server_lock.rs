//! One server per file, private permissions, and no files created where they should not be.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use abaque_store::{RestoreOutcome, Store, StoreError};

use super::{account, file, runtime};

const URL: &str = "ABAQUE_SERVED_URL";

/// Serves until killed. Does nothing unless another test starts it.
#[test]
#[ignore = "started by a_server_that_is_killed_leaves_the_file"]
fn child() {
    let Ok(url) = std::env::var(URL) else { return };
    runtime().block_on(async {
        let _store = Store::open_as_server(&url).await.unwrap();
        println!("serving");
        std::future::pending::<()>().await;
    });
}

async fn refused(url: &str) -> StoreError {
    match Store::open_as_server(url).await {
        Ok(_) => panic!("{url} opened"),
        Err(error) => error,
    }
}

#[test]
fn a_second_server_is_refused_and_others_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let url = file(&folder);
    runtime().block_on(async {
        let server = Store::open_as_server(&url).await.unwrap();
        let error = refused(&url).await;
        assert!(matches!(error, StoreError::AlreadyServed { .. }), "{error:?}");
        let (text, process) = (error.to_string(), std::process::id().to_string());
        assert!(text.contains("store.db") && text.contains(&process), "{text}");
        // Another path to the same file.
        std::fs::create_dir(folder.path().join("in")).unwrap();
        let other = format!("sqlite:{}", folder.path().join("in/../store.db").display());
        assert!(matches!(refused(&other).await, StoreError::AlreadyServed { .. }));
        // Administration works beside the running server.
        let admin = Store::open(&url).await.unwrap();
        account(&admin, "Ann").await;
        admin.backup(&folder.path().join("backup.db")).await.unwrap();
        admin.close().await;
        assert!(server.person_named("ann").await.unwrap().is_some());
        assert!(matches!(refused(&url).await, StoreError::AlreadyServed { .. }));
        let (path, backup) = (folder.path().join("store.db"), folder.path().join("backup.db"));
        let aside = folder.path().join("old.db");
        let restored = Store::restore(&path, &backup, &aside, true).await.unwrap();
        assert_eq!(restored, RestoreOutcome::InUse);
        server.close().await;
        Store::open_as_server(&url).await.unwrap().close().await;
    });
}

#[test]
fn a_server_that_is_killed_leaves_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let url = file(&folder);
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "server_lock::child", "--ignored", "--nocapture"])
        .env(URL, &url)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut message = String::new();
    while !message.contains("serving") {
        assert!(output.read_line(&mut message).unwrap() > 0, "the child ended: {message}");
    }
    runtime().block_on(async {
        let error = refused(&url).await;
        assert!(error.to_string().contains(&child.id().to_string()), "{error}");
        child.kill().unwrap();
        child.wait().unwrap();
        Store::open_as_server(&url).await.unwrap().close().await;
    });
}

#[test]
fn truncated_files_and_missing_folders_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    runtime().block_on(async {
        let path = folder.path().join("store.db");
        std::fs::write(&path, "").unwrap();
        for error in
            [refused(&file(&folder)).await, Store::open(&file(&folder)).await.err().unwrap()]
        {
            assert!(matches!(error, StoreError::Empty(_)), "{error:?}");
            assert!(error.to_string().contains("store.db is empty"), "{error}");
        }
        assert_eq!(std::fs::metadata(&path).unwrap().len(), 0);
        let nowhere = format!("sqlite:{}", folder.path().join("no/where/store.db").display());
        let error = refused(&nowhere).await;
        assert!(
            matches!(&error, StoreError::NoFolder(_, folder) if folder.ends_with("no/where")),
            "{error:?}"
        );
        assert!(!folder.path().join("no").exists());
        assert!(!folder.path().join("store.db-lock").exists());
    });
}

#[cfg(unix)]
fn modes(folder: &Path) -> Vec<(String, u32)> {
    use std::os::unix::fs::PermissionsExt;
    let mode = |entry: std::io::Result<std::fs::DirEntry>| {
        let entry = entry.unwrap();
        let mode = entry.metadata().unwrap().permissions().mode() & 0o777;
        (entry.file_name().to_string_lossy().into_owned(), mode)
    };
    let mut modes: Vec<_> = std::fs::read_dir(folder).unwrap().map(mode).collect();
    modes.sort();
    modes
}

/// Runs under two umasks in child processes: the umask is per process.
#[cfg(unix)]
#[test]
fn store_files_are_private_whatever_the_umask() {
    const INSIDE: &str = "ABAQUE_UMASK_FOLDER";
    let test = "server_lock::store_files_are_private_whatever_the_umask";
    let Some(place) = std::env::var_os(INSIDE) else {
        for umask in ["000", "022", "377"] {
            let folder = tempfile::tempdir().unwrap();
            let status = Command::new("sh")
                .args(["-c", "umask \"$1\"; shift; exec \"$@\"", "sh", umask])
                .arg(std::env::current_exe().unwrap())
                .args(["--exact", test, "--test-threads=1"])
                .env(INSIDE, folder.path())
                .output()
                .unwrap();
            assert!(status.status.success(), "umask {umask}: {status:?}");
        }
        return;
    };
    let place = Path::new(&place);
    runtime().block_on(async {
        let url = format!("sqlite:{}", place.join("store.db").display());
        let store = Store::open_as_server(&url).await.unwrap();
        account(&store, "Ann").await;
        store.backup(&place.join("backup.db")).await.unwrap();
        let (path, backup) = (place.join("restored.db"), place.join("backup.db"));
        Store::restore(&path, &backup, &place.join("old.db"), false).await.unwrap();
        let other = Store::open(&format!("sqlite:{}", path.display())).await.unwrap();
        account(&other, "Bob").await;
        let found = modes(place);
        let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        for name in [
            "store.db",
            "store.db-wal",
            "store.db-shm",
            "store.db-lock",
            "backup.db",
            "restored.db",
            "restored.db-wal",
        ] {
            assert!(names.contains(&name), "{name} in {names:?}");
        }
        assert!(found.iter().all(|(_, mode)| *mode == 0o600), "{found:?}");
        other.close().await;
        store.close().await;

        // Permissions widened on purpose are kept.
        use std::os::unix::fs::PermissionsExt;
        let shared = place.join("store.db");
        std::fs::set_permissions(&shared, std::fs::Permissions::from_mode(0o640)).unwrap();
        Store::open(&url).await.unwrap().close().await;
        assert_eq!(std::fs::metadata(&shared).unwrap().permissions().mode() & 0o777, 0o640);
    });
}
