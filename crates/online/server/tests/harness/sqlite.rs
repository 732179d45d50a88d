//! A separate store per test: an SQLite file.

/// Location of a test's store.
pub(crate) struct TestDatabase(tempfile::TempDir);

impl TestDatabase {
    pub(crate) async fn new() -> TestDatabase {
        TestDatabase(tempfile::tempdir().unwrap())
    }

    /// URL of the store.
    pub(crate) fn url(&self) -> String {
        format!("sqlite:{}/store.db", self.0.path().display())
    }
}
