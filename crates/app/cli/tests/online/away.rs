//! Games that start while the host is away from the table.

use crate::harness::{ServerProcess, TerminalUser, run_online};

#[test]
fn a_game_starts_while_its_host_is_away() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = ServerProcess::start(folder, "0", &[]);
    let url = server.url();
    let host =
        TerminalUser::sit(&folder.join("host"), &[&url, "--new", "abagio", "--clock", "3/turn"]);
    let game = host.game();
    let saw = host.leaves();
    assert!(saw.contains("It starts as soon as an opponent joins"), "{saw}");
    let mut guest = TerminalUser::sit(&folder.join("other"), &[&url, "--join", &game]);
    guest.sees("Abagio (abagio, 3/turn): you are ", 1);
    // The host finds the game in the list and continues it.
    let (out, ..) = run_online(&folder.join("host"), &[&url]);
    assert!(out.contains(&game), "{out}");
    let mut host = TerminalUser::sit(&folder.join("host"), &[&url, "--join", &game]);
    host.sees("Abagio (abagio, 3/turn): you are ", 1);
    // The dice decide how many actions a turn has: the host plays as long as the guest does.
    host.types_on("random\n");
    for _ in 0..6 {
        guest.types("random");
    }
    guest.types("resign");
    host.sees("Record checked: ", 1);
    host.leaves();
    guest.leaves();
}

#[test]
fn a_strict_game_waits_for_its_host() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = ServerProcess::start(folder, "0", &[]);
    let url = server.url();
    let home = folder.join("host");
    let terms = [&*url, "--new", "abagio", "--clock", "600+5", "--strict"];
    // A host waiting at the table is enough.
    let host = TerminalUser::sit(&home, &terms);
    let game = host.game();
    host.sees("It starts when an opponent joins while", 1);
    let guest = TerminalUser::sit(&folder.join("other"), &[&url, "--join", &game]);
    for person in [&host, &guest] {
        person.sees("Abagio (abagio, 600+5): you are ", 1);
    }
    host.leaves();
    guest.leaves();
    // An absent host reveals the seed on any visit, even by listing games.
    let host = TerminalUser::sit(&home, &terms);
    let game = host.game();
    host.leaves();
    let guest = TerminalUser::sit(&folder.join("other"), &[&url, "--join", &game]);
    let saw = guest.sees("this game needs both players online", 1);
    assert!(!saw.contains("Abagio (abagio"), "{saw}");
    let (out, ..) = run_online(&home, &[&url]);
    assert!(out.contains(&game), "{out}");
    guest.sees("Abagio (abagio, 600+5): you are ", 1);
    guest.leaves();
}

/// A host waiting at one table reveals the seed of another.
#[test]
fn a_strict_game_starts_from_another_table() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = ServerProcess::start(folder, "0", &[]);
    let url = server.url();
    let home = folder.join("host");
    let strict = TerminalUser::sit(&home, &[&url, "--new", "abagio", "--strict"]);
    let game = strict.game();
    strict.leaves();
    let elsewhere = TerminalUser::sit(&home, &[&url, "--new", "abalone"]);
    elsewhere.game();
    let guest = TerminalUser::sit(&folder.join("other"), &[&url, "--join", &game]);
    guest.sees("Abagio (abagio): you are ", 1);
    let saw = elsewhere.sees("An opponent has joined another game of yours:", 1);
    assert!(saw.contains(&format!("--join {game}")), "{saw}");
    guest.leaves();
    assert_eq!(elsewhere.leaves().matches("An opponent has joined").count(), 1);
}

#[test]
fn strict_is_refused_for_bots_and_for_tables_of_others() {
    let folder = tempfile::tempdir().unwrap();
    let url = "http://127.0.0.1:9";
    for arguments in [
        &[url, "--seek", "abagio", "--strict"][..],
        &[url, "--join", "k3m9x2p7qa", "--strict"],
        &[url, "--new", "abagio", "--here", "--strict"],
        // Options for a new table are rejected elsewhere, not ignored.
        &[url, "--seek", "abagio", "--private"],
        &[url, "--seek", "abagio", "--side", "first"],
        &[url, "--join", "k3m9x2p7qa", "--against", "Bob"],
    ] {
        let (out, err, status) = run_online(folder.path(), arguments);
        assert!(status == 2 && err.contains("cannot be used with"), "{arguments:?}: {out}{err}");
    }
}
