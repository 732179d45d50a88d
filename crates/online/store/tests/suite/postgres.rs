//! Runs cases on PostgreSQL, each in its own temporary schema.

use std::future::Future;

use abaque_store::Store;

use super::postgres_server::{in_schema, new_name, tell};

/// Runs a case with the store URL of a temporary schema.
pub(crate) fn with_schema<F>(case: impl FnOnce(String) -> F + Send + 'static)
where
    F: Future<Output = ()> + Send + 'static,
{
    let schema = new_name();
    super::runtime().block_on(async {
        tell(format!("CREATE SCHEMA {schema}")).await;
        let url = in_schema(&schema);
        let done = tokio::spawn(case(url)).await;
        tell(format!("DROP SCHEMA {schema} CASCADE")).await;
        if let Err(error) = done {
            std::panic::resume_unwind(error.into_panic());
        }
    });
}

pub(crate) fn on_postgres<F>(case: fn(Store) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    with_schema(move |url| async move {
        let store = Store::open(&url).await.unwrap();
        case(store.clone()).await;
        store.close().await;
    });
}

#[test]
fn simultaneous_servers_migrate_once() {
    with_schema(|url| async move {
        let opening: Vec<_> = (0..6)
            .map(|_| {
                let url = url.clone();
                tokio::spawn(async move { Store::open(&url).await })
            })
            .collect();
        for store in opening {
            store.await.unwrap().unwrap().close().await;
        }
    });
}

#[test]
fn a_postgres_backup_names_its_tool() {
    on_postgres(|store| async move {
        let error = store.backup("/nowhere/backup.db".as_ref()).await.unwrap_err().to_string();
        assert!(error.contains("pg_dump"), "{error}");
    });
}

#[test]
fn errors_say_why_and_do_not_show_the_password() {
    super::runtime().block_on(async {
        let url = "postgres://me:secret@127.0.0.1:1/games";
        let Err(error) = Store::open(url).await else { panic!("nobody listens there") };
        let error = format!("{error} {error:?}");
        assert!(error.contains("127.0.0.1:1/games") && error.contains("refused"), "{error}");
        assert!(!error.contains("secret"), "{error}");
    });
}
