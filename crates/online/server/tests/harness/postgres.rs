//! A separate store per test: a PostgreSQL schema.

// The store's own tests use all of it.
#[allow(dead_code)]
#[path = "../../../store/tests/suite/postgres_server.rs"]
mod postgres_server;

/// Location of a test's store.
pub(crate) struct TestDatabase(String);

impl TestDatabase {
    pub(crate) async fn new() -> TestDatabase {
        let schema = postgres_server::new_name();
        postgres_server::tell(format!("CREATE SCHEMA {schema}")).await;
        TestDatabase(schema)
    }

    /// URL of the store.
    pub(crate) fn url(&self) -> String {
        postgres_server::in_schema(&self.0)
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        let gone = postgres_server::tell(format!("DROP SCHEMA {} CASCADE", self.0));
        // The test's own runtime cannot block here.
        let drop = || tokio::runtime::Runtime::new().unwrap().block_on(gone);
        std::thread::scope(|scope| scope.spawn(drop).join()).unwrap();
    }
}
