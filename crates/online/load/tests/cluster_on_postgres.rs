//! A short run on three nodes with one fault of each kind.

#![allow(clippy::unwrap_used)]

mod common;

use abaque_load::{ClusterOptions, cluster};

#[tokio::test(flavor = "multi_thread")]
async fn three_nodes_and_every_fault() {
    let wish = ClusterOptions {
        program: common::program(),
        nodes: 3,
        games: 9,
        faults: 11,
        seconds: 300,
        seed: 0,
        logs: None,
    };
    let report = cluster(&wish).await.unwrap();
    assert_eq!(report.faults(), 11, "{report}");
    assert!(report.acts > 50 && report.reconnects > 3 && report.records > 0, "{report}");
    assert!(report.to_markdown().contains("| node killed | 1 |"), "{report}");
}
