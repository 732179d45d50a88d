//! Two users at their terminals, on a real server that may be killed at any moment.
#![allow(clippy::unwrap_used)]

mod away;
mod first_connection;
mod harness;
mod revoked;
mod secure;

use std::ffi::OsStr;
use std::path::Path;

use harness::{ServerProcess, TerminalUser, check_record, run_online};

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().unwrap().to_owned()
}

/// A host who opens a game and a guest who joins it, with the game's id.
fn two(url: &str, folder: &Path, terms: &[&str]) -> (TerminalUser, TerminalUser, String) {
    let opened = [&[url][..], terms].concat();
    let host = TerminalUser::sit(&folder.join("host"), &opened);
    let game = host.game();
    let guest = TerminalUser::sit(&folder.join("other"), &[url, "--join", &game]);
    (host, guest, game)
}

fn name(saw: &str) -> String {
    let rest = saw.split("you are ").nth(1).unwrap();
    rest.split(',').next().unwrap().to_owned()
}

#[test]
fn every_game_is_played_to_its_end_through_a_killed_server() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut server = ServerProcess::start(folder, "0", &[]);
    let options = ["abalone:target=1", "abraxas:target=3", "blocs:zone=10"];
    for spec in abaque_catalog::with_remaining_games(&options) {
        let url = server.url();
        let kind = spec.split(':').next().unwrap();
        let save = path(folder, &format!("{kind}.abq"));
        let terms = ["--new", spec, "--clock", "600+5", "--save", &save];
        let (mut host, mut guest, game) = two(&url, folder, &terms);
        let watcher = TerminalUser::sit(&folder.join("watcher"), &[&url, "--watch", &game]);
        // Without an open connection there would be nothing to lose.
        for person in [&host, &guest] {
            person.sees("against", 1);
        }
        // So few actions end no game; some are in flight when the server is killed.
        for _ in 0..12 {
            host.types("random");
            guest.types("random");
        }
        watcher.sees(" to play.", 2);
        server.killed_and_started_again(folder);
        for person in [&host, &guest] {
            person.sees("Connection lost", 1);
            person.sees("Reconnected.", 1);
        }
        host.types_on("random\n");
        guest.types_on("random\n");
        let (host, guest, watched) = (host.leaves(), guest.leaves(), watcher.leaves());
        for saw in [&host, &guest, &watched] {
            // Random play may also end in a draw.
            assert!(saw.contains(" wins ") || saw.contains("\nDraw "), "{spec}: {saw}");
            assert!(saw.contains("Record checked: "), "{spec}: {saw}");
        }
        assert_eq!(host.contains("\nsetup:"), kind == "blocs", "{spec}: one's own set-up is shown");
        assert!(saw_no_secret(&host, &guest) && saw_no_secret(&host, &watched), "{spec}");
        assert!(saw_no_secret(&guest, &host) && saw_no_secret(&guest, &watched), "{spec}");
        let told: serde_json::Value = serde_json::from_str(&check_record(&save)).unwrap();
        assert_ne!(told["result"], "*", "{told}");
        assert_eq!(told["lots"]["state"], "verified", "{told}: sides are drawn by lot");
        let record = std::fs::read_to_string(&save).unwrap();
        assert!(record.contains(&format!("\"{}\"", name(&host))), "{record}");
    }
}

/// Whether one user's set-up was never shown to the other.
fn saw_no_secret(person: &str, other: &str) -> bool {
    let set_up = person.lines().find(|line| line.starts_with("setup:"));
    set_up.is_none_or(|set_up| !other.contains(set_up))
}

#[test]
fn a_guest_reconnects_and_plays_on() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = ServerProcess::start(folder, "0", &[]);
    let url = server.url();
    // The host leaves before anybody joins: the commitment must survive.
    let host = TerminalUser::sit(&folder.join("host"), &[&url, "--new", "abalone"]);
    let game = host.game();
    let first = host.leaves();
    assert!(first.contains(&format!("--join {game}")), "{first}");
    let (out, _, status) = run_online(&folder.join("host"), &[&url]);
    assert!(status == 0 && out.contains(&game) && out.contains("Your other games:"), "{out}");
    let mut guest = TerminalUser::sit(&folder.join("other"), &[&url, "--join", &game]);
    let mut host = TerminalUser::sit(&folder.join("host"), &[&url, "--join", &game]);
    host.sees("against", 1);
    guest.sees("against", 1);
    host.types("random");
    guest.types("random");
    host.sees(" to play.", 1);
    host.types("say I must go");
    host.types("quit");
    let second = host.leaves();
    assert_eq!(name(&first), name(&second));
    guest.sees(&format!("[{}] I must go", name(&first)), 1);
    guest.sees(" is away.", 1);
    guest.leaves();
    let mut host = TerminalUser::sit(&folder.join("host"), &[&url, "--join", &game]);
    host.types("resign");
    let third = host.leaves();
    assert_eq!(name(&first), name(&third));
    assert!(third.contains(" wins by resignation."), "{third}");
    let (out, ..) = run_online(&folder.join("other"), &[&url, "--join", &game]);
    assert!(out.contains(" wins by resignation."), "{out}");
    // Another guest of the same person is a different user.
    let (_, err, status) =
        run_online(&folder.join("host"), &[&url, "--join", &game, "--guest", "second"]);
    assert!(status == 2 && err.contains("--watch"), "{err}");
}

#[test]
fn draw_offers_and_rematches_work_in_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = ServerProcess::start(folder, "0", &[]);
    let url = server.url();
    let clock = ["--new", "abalone", "--clock", "600+5", "--side", "second"];
    let (mut host, mut guest, _) = two(&url, folder, &clock);
    // The host sits second, so the guest begins.
    guest.types("a1b1");
    guest.sees("(Black) 10:0", 1);
    host.types("undo");
    host.types("draw");
    host.sees("You offered a draw.", 1);
    guest.types("accept");
    for person in [&host, &guest] {
        let saw = person.sees("Draw by agreement.", 1);
        assert!(saw.contains("a1b1 - "), "{saw}");
        person.sees("Type `rematch` for a rematch", 1);
    }
    host.types("rematch");
    host.sees("Game id: ", 2);
    guest.sees("Your opponent offers a rematch", 1);
    guest.types("rematch");
    host.sees("you are ", 3);
    guest.sees("you are ", 3);
    guest.types("abort");
    host.sees("Game aborted.", 1);
    host.leaves();
    guest.leaves();
}

#[test]
fn abr_15_the_stop_window_is_announced() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = ServerProcess::start(folder, "0", &[]);
    let terms = ["--new", "abraxas", "--clock", "600+5", "--side", "first"];
    let (mut host, mut guest, _) = two(&server.url(), folder, &terms);
    for action in ["ra1", ">nw", "ra3", ">se"] {
        host.types(action);
    }
    // The guest completes a line and acts again: now the host is asked.
    for action in ["@ne", "ra2", ">sw", "ra4", ">ne", "xa2", "rh8"] {
        guest.types(action);
    }
    let saw = host.sees("You can say Stop! within 10 seconds", 1);
    assert!(saw.contains("go  ") && saw.contains("sa2  "), "{saw}");
    host.types("stop");
    host.sees("Stop! Choose a hole within 20 seconds.", 1);
    host.types("nostop");
    host.sees("You will not be asked for Stop! again this turn.", 1);
    guest.types("random");
    guest.sees(" - pushes the plate ", 3);
    guest.types("resign");
    assert!(host.leaves().contains("Your turn."));
    guest.leaves();
}

#[test]
fn accounts_play_for_ratings() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = ServerProcess::start(folder, "0", &[]);
    let url = server.url();
    let (ada, blaise) = (server.token("Ada"), server.token("Blaise"));
    let terms = [&url, "--new", "abalone", "--rated", "--side", "first", "--against", "Blaise"];
    let by_variable = [("ABAQUE_TOKEN", OsStr::new(&ada))];
    let mut host = TerminalUser::sit_with(&folder.join("host"), &terms, &by_variable);
    let game = host.game();
    let joined = [&*url, "--join", &game, "--token", &blaise];
    let mut guest = TerminalUser::sit(&folder.join("other"), &joined);
    host.types("a1b1");
    guest.types("i9h9");
    guest.types("undo");
    // Rated games allow no take-backs.
    guest.sees("  ! ", 1);
    host.types("resign");
    let (host, guest) = (host.leaves(), guest.leaves());
    assert!(host.contains(": you are Ada.\n"), "{host}");
    for saw in [&host, &guest] {
        assert!(saw.contains("Blaise (White) wins by resignation."), "{saw}");
        assert!(saw.contains("New ratings: Ada (Black) 1"), "{saw}");
    }
}

#[test]
fn online_bots_play_and_seekers_are_paired() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = ServerProcess::start(folder, "0", &[]);
    let url = server.url();
    let save = path(folder, "computer.abq");
    let against = ["--new", "abraxas", "--against", "computer:1", "--save", &save];
    let mut alone = TerminalUser::sit(&folder.join("host"), &[&[&*url][..], &against].concat());
    alone.types("random");
    alone.sees("computer, level 1 (", 2);
    alone.types("resign");
    let saw = alone.leaves();
    assert!(saw.contains("computer, level 1") && saw.contains(" wins by resignation."), "{saw}");
    check_record(&save);
    let host =
        TerminalUser::sit(&folder.join("host"), &[&url, "--seek", "abagio", "--clock", "300+2"]);
    let game = host.game();
    let (out, ..) = run_online(&folder.join("other"), &[&url]);
    assert!(out.contains(&format!("  {game}  abagio, 300+2: ")), "{out}");
    let (json, ..) = run_online(&folder.join("other"), &[&url, "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["open"][0]["game"], &json["you"]), (&game.into(), &serde_json::Value::Null));
    let guest =
        TerminalUser::sit(&folder.join("other"), &[&url, "--seek", "abagio", "--clock", "300+2"]);
    guest.sees("Abagio (abagio, 300+2): you are ", 1);
    host.sees("Abagio (abagio, 300+2): you are ", 1);
    host.leaves();
    guest.leaves();
}

#[test]
fn wrong_addresses_and_options_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = ServerProcess::start(folder, "0", &[]);
    let url = server.url();
    let home = folder.join("host");
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let nobody = format!("http://{nobody}");
    for (arguments, status, words) in [
        (&["localhost:4816"][..], 2, "http://host:port"),
        (&[&nobody], 1, "cannot reach"),
        (&[&nobody, "--new", "abalone"], 1, "cannot reach"),
        (&[&url, "--join", "zzzzzzzzzz"], 2, "game not found"),
        (&[&url, "--watch", "zzzzzzzzzz"], 2, "game not found"),
        (&[&url, "--join", "no/../game!"], 2, "is not a game id"),
        (&[&url, "--token", "abc"], 2, "This token does not exist"),
        (&[&url, "--new", "abalone", "--token", "abc"], 2, "This token does not exist"),
        (&[&url, "--new", "chess"], 2, "abalone, abraxas, abagio, blocs"),
        (&[&url, "--new", "abalone", "--clock", "soon"], 2, "600+5"),
        (&[&url, "--new", "abalone", "--against", "Nobody Here"], 2, "no other player called"),
        (&[&url, "--new", "abalone", "--against", "computer:99"], 2, "1 to 8"),
        (&[&url, "--new", "abalone", "--guest", "../x"], 2, "cannot name a guest"),
        (&[&url, "--new", "abalone", "--join", "zzzzzzzzzz"], 2, "cannot be used with"),
        (&[&url, "--private"], 2, "--new"),
    ] {
        let (out, err, ended) = run_online(&home, arguments);
        assert_eq!(ended, status, "{arguments:?}: {out}{err}");
        assert!(err.contains(words) && !err.contains("panicked"), "{arguments:?}: {err}");
    }
    let (_, err, status) = run_online(&home, &[&url, "--lang", "fr", "--join", "zzzzzzzzzz"]);
    assert!(status == 2 && err.contains("partie"), "{err}");
    let taken = path(folder, "taken.abq");
    std::fs::write(&taken, "").unwrap();
    let (_, err, status) = run_online(&home, &[&url, "--new", "abalone", "--save", &taken]);
    assert!(status == 2 && err.contains("exists"), "{err}");
}

/// Two players at one terminal: one player's secrets are not on the screen when the other sits
/// down.
#[test]
fn two_players_at_one_terminal_get_a_curtain() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = ServerProcess::start(folder, "0", &[]);
    let mut both =
        TerminalUser::sit(&folder.join("both"), &[&server.url(), "--new", "blocs", "--here"]);
    let mut turns = 0;
    for scene in 1..=6 {
        let saw = both.sees("are you alone at the screen?", scene);
        assert!(!saw.ends_with("Your turn.\n"), "{saw}");
        both.types("");
        if scene <= 2 {
            both.types("random");
            continue;
        }
        // A move may require another action of the same player, without a curtain.
        turns += 1;
        both.sees("Your turn.", turns);
        both.types("random");
        let next = both
            .sees_either(("are you alone at the screen?", scene + 1), ("Your turn.", turns + 1));
        if next == 1 {
            turns += 1;
            both.types("random");
        }
    }
    both.sees("are you alone at the screen?", 7);
    both.types("quit");
    let saw = both.leaves();
    // Each set-up appears only between its owner's curtain and the next.
    let scenes: Vec<&str> = saw.split("are you alone at the screen?").collect();
    let set_up =
        |scene: &str| scene.lines().find(|line| line.starts_with("setup:")).map(String::from);
    for (scene, other) in [(1, 2), (2, 1)] {
        let own = set_up(scenes[scene]).unwrap_or_else(|| panic!("no set-up in {}", scenes[scene]));
        let elsewhere = (0..scenes.len()).filter(|at| *at != scene);
        assert!(elsewhere.clone().all(|at| !scenes[at].contains(&own)), "{other}: {saw}");
    }
}
