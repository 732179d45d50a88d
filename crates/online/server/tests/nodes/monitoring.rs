//! What a node tells operators.

use std::collections::BTreeSet;

use abaque_server::LocalBus;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::Server;
use crate::place::TestDatabase;

/// Exported with a file only.
const SQLITE_METRIC: &str = "abaque_store_log_bytes";

async fn get(node: &Server, path: &str) -> String {
    let mut stream = TcpStream::connect(&node.place).await.unwrap();
    let place = &node.place;
    let text = format!("GET {path} HTTP/1.1\r\nHost: {place}\r\nConnection: close\r\n\r\n");
    stream.write_all(text.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

fn metric_names(text: &str) -> BTreeSet<&str> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    text.split(|letter| !is_part(letter)).filter(|word| word.starts_with("abaque_")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_exports_what_dashboard_and_alerts_use() {
    let place = TestDatabase::new().await;
    let node = Server::node(&place, &LocalBus::default(), "a").await;
    node.guest(1).await;
    let told = get(&node, "/metrics").await;
    let exported = metric_names(&told);
    let dashboard = include_str!("../../../../../deploy/grafana-dashboard.json");
    let alerts = include_str!("../../../../../deploy/prometheus-alerts.yml");
    for text in [dashboard, alerts] {
        let used = metric_names(text);
        assert!(used.contains("abaque_bus_connected"), "{used:?}");
        let missing: Vec<_> =
            used.difference(&exported).filter(|name| **name != SQLITE_METRIC).collect();
        assert!(missing.is_empty(), "not exported: {missing:?}");
    }
    let ready = get(&node, "/readyz").await;
    assert!(ready.contains("node a: bus connected, games driven 0"), "{ready}");
    node.stop().await;
}
