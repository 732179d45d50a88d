//! The file of an SQLite store: private permissions, identity checks while open, one server at a
//! time.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::StoreError;

/// Appends a suffix to a path.
pub(crate) fn with_suffix(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}

/// Wraps an I/O error with the path.
pub(crate) fn file_error(path: &Path) -> impl Fn(io::Error) -> StoreError {
    let place = path.display().to_string();
    move |source| StoreError::File { place: place.clone(), source }
}

/// Creates a file only its owner may read, regardless of the umask: a store holds secrets.
pub(crate) fn create_private(path: &Path) -> io::Result<File> {
    let file = set_owner_mode(OpenOptions::new().write(true).create_new(true)).open(path)?;
    only_owner(&file)?;
    Ok(file)
}

fn set_owner_mode(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

#[cfg(unix)]
fn only_owner(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o600))
}

#[cfg(not(unix))]
fn only_owner(_: &File) -> io::Result<()> {
    Ok(())
}

/// Parent folder of a file.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Whether the store's file exists. Fails for an empty file and for a path where no store can be.
pub(crate) fn has_store_file(path: &Path) -> Result<bool, StoreError> {
    let name = || path.display().to_string();
    match fs::metadata(path) {
        // SQLite's own error would not name the reason.
        Ok(found) if found.is_dir() => Err(file_error(path)(io::ErrorKind::IsADirectory.into())),
        Ok(found) if found.is_file() && found.len() == 0 => Err(StoreError::Empty(name())),
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let folder = folder_of(path);
            if folder.is_dir() {
                return Ok(false);
            }
            Err(StoreError::NoFolder(name(), folder.display().to_string()))
        }
        Err(error) => Err(file_error(path)(error)),
    }
}

/// Creates the file if it is missing.
pub(crate) fn create_if_missing(path: &Path) -> Result<(), StoreError> {
    if has_store_file(path)? {
        return Ok(());
    }
    match create_private(path) {
        // Another program created it at the same time.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        made => made.map(drop).map_err(file_error(path)),
    }
}

/// Identity of the opened file. Writes after the path points elsewhere would be lost at the next
/// start.
pub(crate) struct FileIdentity {
    path: PathBuf,
    wal_path: PathBuf,
    inode: Option<(u64, u64)>,
    /// The write-ahead log was deleted under open connections: SQLite cannot continue safely before
    /// a restart.
    wal_lost: AtomicBool,
}

impl FileIdentity {
    pub(crate) fn from_path(path: &Path) -> Result<FileIdentity, StoreError> {
        let found = fs::metadata(path).map_err(file_error(path))?;
        let log = with_suffix(path, "-wal");
        let (path, found, log_lost) = (path.to_owned(), number(&found), AtomicBool::new(false));
        Ok(FileIdentity { path, wal_path: log, inode: found, wal_lost: log_lost })
    }

    /// Fails if the path no longer leads to the opened file.
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        let moved = |path: &Path| StoreError::Moved(path.display().to_string());
        let found = fs::metadata(&self.path).map_err(|_| moved(&self.path))?;
        if number(&found) != self.inode {
            return Err(moved(&self.path));
        }
        if self.wal_lost.load(Ordering::Relaxed) { Err(moved(&self.wal_path)) } else { Ok(()) }
    }

    /// Like [`FileIdentity::check`], within a transaction: the write-ahead log must exist too.
    pub(crate) fn check_in_transaction(&self) -> Result<(), StoreError> {
        if !self.wal_path.exists() && self.path.exists() {
            self.wal_lost.store(true, Ordering::Relaxed);
        }
        self.check()
    }

    /// Size of the write-ahead log in bytes.
    pub(crate) fn wal_size(&self) -> u64 {
        fs::metadata(&self.wal_path).map_or(0, |found| found.len())
    }
}

#[cfg(unix)]
fn number(found: &fs::Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    Some((found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn number(_: &fs::Metadata) -> Option<(u64, u64)> {
    None
}

/// Lock held by the one server of a file. The system releases it when the process ends; the lock
/// file stays.
#[derive(Debug)]
pub(crate) struct ServerLock {
    _file: File,
}

impl ServerLock {
    /// Takes the lock, or returns the process id of the server that has it, if known.
    pub(crate) fn take(store: &Path) -> Result<Result<ServerLock, Option<u32>>, StoreError> {
        // One lock per store, whichever path names it.
        let store = match fs::canonicalize(store) {
            Ok(path) => path,
            Err(_) => {
                let folder = fs::canonicalize(folder_of(store)).map_err(file_error(store))?;
                folder.join(store.file_name().unwrap_or_default())
            }
        };
        let path = with_suffix(&store, "-lock");
        let mut options = OpenOptions::new();
        let options = set_owner_mode(options.read(true).write(true).create(true).truncate(false));
        let fresh = !path.exists();
        let mut file = options.open(&path).map_err(file_error(&path))?;
        if fresh {
            only_owner(&file).map_err(file_error(&path))?;
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut text = String::new();
                let _ = file.read_to_string(&mut text);
                return Ok(Err(text.trim().parse().ok()));
            }
            Err(TryLockError::Error(error)) => return Err(file_error(&path)(error)),
        }
        // Only for another server's message: a full disk must not keep this server from starting.
        let _ = file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id()));
        Ok(Ok(ServerLock { _file: file }))
    }
}
