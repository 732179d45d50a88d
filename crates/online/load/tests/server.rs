//! A small load test and a few kills of the real program.

#![allow(clippy::unwrap_used)]

mod common;

use abaque_load::{CrashOptions, LoadOptions, crash, load};

/// In sequence, since both need the whole machine.
#[tokio::test(flavor = "multi_thread")]
async fn servers_survive_load_and_kills() {
    let program = common::program();
    let wish = LoadOptions { seconds: 6, idle: 5, rate: 150, ..LoadOptions::new(&program, 40) };
    let report = load(&wish).await.unwrap();
    assert_eq!(report.connections, 90);
    // Speed does not matter here: only that acts were played and records verified.
    assert!(report.acts_per_second() > 2.0, "{report}");
    assert!(report.records >= 1, "{report}");
    assert!(report.plot().ends_with("</svg>\n"));

    let wish = CrashOptions { program, games: 12, times: 4, seconds: 60 };
    let crashed = crash(&wish).await.unwrap();
    assert_eq!(crashed.kills, 4, "{crashed}");
    assert!(crashed.acts > 10 && crashed.reconnects >= 4 && crashed.clocks > 0, "{crashed}");
}

#[tokio::test]
async fn a_missing_program_is_an_error() {
    let wish = LoadOptions::new("no-such-program".as_ref(), 1);
    assert!(load(&wish).await.unwrap_err().contains("no-such-program"));
}
