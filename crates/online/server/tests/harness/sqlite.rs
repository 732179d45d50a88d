//! A separate store per test: an SQLite file.

/// Location of a test's store.
pub(crate) struct Place(tempfile::TempDir);

impl Place {
    pub(crate) async fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    /// URL of the store.
    pub(crate) fn url(&self) -> String {
        format!("sqlite:{}/store.db", self.0.path().display())
    }
}
