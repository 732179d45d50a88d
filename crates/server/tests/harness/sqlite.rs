//! A store of its own for each test: a file.

/// Where a test keeps its people and games.
pub(crate) struct Place(tempfile::TempDir);

impl Place {
    pub(crate) async fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    /// The name of the store.
    pub(crate) fn url(&self) -> String {
        format!("sqlite:{}/store.db", self.0.path().display())
    }
}
