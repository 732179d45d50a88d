//! Two people at their terminals, on a real server that may be killed at any moment.
#![allow(clippy::unwrap_used)]

mod secure;
mod world;

use std::ffi::OsStr;
use std::path::Path;

use world::{Person, Server, checked, ran};

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().unwrap().to_owned()
}

/// A host who opens a game and somebody who joins it, with the game's name.
fn two(url: &str, folder: &Path, terms: &[&str]) -> (Person, Person, String) {
    let opened = [&[url][..], terms].concat();
    let host = Person::sit(&folder.join("host"), &opened);
    let game = host.game();
    let other = Person::sit(&folder.join("other"), &[url, "--join", &game]);
    (host, other, game)
}

fn name(saw: &str) -> String {
    let rest = saw.split("you are ").nth(1).unwrap();
    rest.split(',').next().unwrap().to_owned()
}

#[test]
fn every_game_is_played_to_its_end_through_a_killed_server() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut server = Server::start(folder, "0", &[]);
    for spec in ["abagio", "abalone:target=1", "abraxas:target=3", "blocs:zone=10"] {
        let url = server.url();
        let kind = spec.split(':').next().unwrap();
        let save = path(folder, &format!("{kind}.abq"));
        let terms = ["--new", spec, "--clock", "600+5", "--save", &save];
        let (mut host, mut other, game) = two(&url, folder, &terms);
        let watcher = Person::sit(&folder.join("watcher"), &[&url, "--watch", &game]);
        // So few actions end no game; some of them are under way when the server goes.
        for _ in 0..12 {
            host.types("random");
            other.types("random");
        }
        watcher.sees(" is to act.", 2);
        server.killed_and_started_again(folder);
        for person in [&host, &other] {
            person.sees("The connection is lost", 1);
            person.sees("Connected again.", 1);
        }
        host.types_on("random\n");
        other.types_on("random\n");
        let (host, other, watched) = (host.leaves(), other.leaves(), watcher.leaves());
        for saw in [&host, &other, &watched] {
            // Moves at random may also lead nowhere.
            assert!(saw.contains(" wins ") || saw.contains("\nA draw "), "{spec}: {saw}");
            assert!(saw.contains("Record checked: "), "{spec}: {saw}");
        }
        assert_eq!(host.contains("\nsetup:"), kind == "blocs", "{spec}: one's own set-up is shown");
        assert!(saw_no_secret(&host, &other) && saw_no_secret(&host, &watched), "{spec}");
        assert!(saw_no_secret(&other, &host) && saw_no_secret(&other, &watched), "{spec}");
        let told: serde_json::Value = serde_json::from_str(&checked(&save)).unwrap();
        assert_ne!(told["result"], "*", "{told}");
        assert_eq!(told["lots"]["state"], "verified", "{told}: sides are drawn by lot");
        let record = std::fs::read_to_string(&save).unwrap();
        assert!(record.contains(&format!("\"{}\"", name(&host))), "{record}");
    }
}

/// Whether the set-up one person chose was never shown to another.
fn saw_no_secret(person: &str, other: &str) -> bool {
    let set_up = person.lines().find(|line| line.starts_with("setup:"));
    set_up.is_none_or(|set_up| !other.contains(set_up))
}

#[test]
fn a_guest_comes_back_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = Server::start(folder, "0", &[]);
    let url = server.url();
    // The host leaves before anybody comes: what was put into the lots must still be there.
    let host = Person::sit(&folder.join("host"), &[&url, "--new", "abalone"]);
    let game = host.game();
    let first = host.leaves();
    assert!(first.contains(&format!("--join {game}")), "{first}");
    let (out, _, status) = ran(&folder.join("host"), &[&url]);
    assert!(status == 0 && out.contains(&game) && out.contains("Your other games:"), "{out}");
    let mut other = Person::sit(&folder.join("other"), &[&url, "--join", &game]);
    let mut host = Person::sit(&folder.join("host"), &[&url, "--join", &game]);
    host.sees("against", 1);
    other.sees("against", 1);
    host.types("random");
    other.types("random");
    host.sees(" is to act.", 1);
    host.types("say I must go");
    host.types("quit");
    let second = host.leaves();
    assert_eq!(name(&first), name(&second));
    other.sees(&format!("[{}] I must go", name(&first)), 1);
    other.sees(" is not there.", 1);
    other.leaves();
    let mut host = Person::sit(&folder.join("host"), &[&url, "--join", &game]);
    host.types("resign");
    let third = host.leaves();
    assert_eq!(name(&first), name(&third));
    assert!(third.contains(" wins by resignation."), "{third}");
    let (out, ..) = ran(&folder.join("other"), &[&url, "--join", &game]);
    assert!(out.contains(" wins by resignation."), "{out}");
    // Another guest of the same person is somebody else.
    let (_, err, status) = ran(&folder.join("host"), &[&url, "--join", &game, "--guest", "second"]);
    assert!(status == 2 && err.contains("--watch"), "{err}");
}

#[test]
fn draws_are_offered_and_games_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = Server::start(folder, "0", &[]);
    let url = server.url();
    let clock = ["--new", "abalone", "--clock", "600+5", "--side", "second"];
    let (mut host, mut other, _) = two(&url, folder, &clock);
    // The host sits second, so the other begins.
    other.types("a1b1");
    other.sees("(Black) 10:0", 1);
    host.types("undo");
    host.types("draw");
    host.sees("You offer a draw.", 1);
    other.types("accept");
    for person in [&host, &other] {
        let saw = person.sees("A draw by agreement.", 1);
        assert!(saw.contains("a1b1 - "), "{saw}");
        person.sees("`rematch` plays again", 1);
    }
    host.types("rematch");
    host.sees("The game is called ", 2);
    other.sees("The other wants to play again", 1);
    other.types("rematch");
    host.sees("you are ", 3);
    other.sees("you are ", 3);
    other.types("abort");
    host.sees("The game was called off.", 1);
    host.leaves();
    other.leaves();
}

#[test]
fn abr_15_the_window_to_say_stop_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = Server::start(folder, "0", &[]);
    let terms = ["--new", "abraxas", "--clock", "600+5", "--side", "first"];
    let (mut host, mut other, _) = two(&server.url(), folder, &terms);
    for action in ["ra1", ">nw", "ra3", ">se"] {
        host.types(action);
    }
    // The other makes a line and plays again: now the host is asked.
    for action in ["@ne", "ra2", ">sw", "ra4", ">ne", "xa2", "rh8"] {
        other.types(action);
    }
    let saw = host.sees("Your turn to say Stop!, within 10 seconds", 1);
    assert!(saw.contains("go  ") && saw.contains("sa2  "), "{saw}");
    host.types("nostop");
    host.sees("You will not say Stop! in this turn.", 1);
    other.types("random");
    other.sees(" - pushes the plate ", 3);
    other.types("resign");
    assert!(host.leaves().contains("Your turn."));
    other.leaves();
}

#[test]
fn accounts_play_for_ratings() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = Server::start(folder, "0", &[]);
    let url = server.url();
    let (ada, blaise) = (server.token("Ada"), server.token("Blaise"));
    let terms = [&url, "--new", "abalone", "--rated", "--side", "first", "--against", "Blaise"];
    let by_variable = [("ABAQUE_TOKEN", OsStr::new(&ada))];
    let mut host = Person::sit_with(&folder.join("host"), &terms, &by_variable);
    let game = host.game();
    let joined = [&*url, "--join", &game, "--token", &blaise];
    let mut other = Person::sit(&folder.join("other"), &joined);
    host.types("a1b1");
    other.types("i9h9");
    other.types("undo");
    // What counts is not taken back.
    other.sees("  ! ", 1);
    host.types("resign");
    let (host, other) = (host.leaves(), other.leaves());
    assert!(host.contains(": you are Ada.\n"), "{host}");
    for saw in [&host, &other] {
        assert!(saw.contains("Blaise (White) wins by resignation."), "{saw}");
        assert!(saw.contains("Ratings now: Ada (Black) 1"), "{saw}");
    }
}

#[test]
fn computers_play_and_pairs_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = Server::start(folder, "0", &[]);
    let url = server.url();
    let save = path(folder, "computer.abq");
    let against = ["--new", "abraxas", "--against", "computer:1", "--save", &save];
    let mut alone = Person::sit(&folder.join("host"), &[&[&*url][..], &against].concat());
    alone.types("random");
    alone.sees("computer, level 1 (", 2);
    alone.types("resign");
    let saw = alone.leaves();
    assert!(saw.contains("computer, level 1") && saw.contains(" wins by resignation."), "{saw}");
    checked(&save);
    let host = Person::sit(&folder.join("host"), &[&url, "--seek", "abagio", "--clock", "300+2"]);
    let game = host.game();
    let (out, ..) = ran(&folder.join("other"), &[&url]);
    assert!(out.contains(&format!("  {game}  abagio, 300+2: ")), "{out}");
    let (json, ..) = ran(&folder.join("other"), &[&url, "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["open"][0]["game"], &json["you"]), (&game.into(), &serde_json::Value::Null));
    let other = Person::sit(&folder.join("other"), &[&url, "--seek", "abagio", "--clock", "300+2"]);
    other.sees("Abagio (abagio, 300+2): you are ", 1);
    host.sees("Abagio (abagio, 300+2): you are ", 1);
    host.leaves();
    other.leaves();
}

#[test]
fn what_is_wrong_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = Server::start(folder, "0", &[]);
    let url = server.url();
    let home = folder.join("host");
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let nobody = format!("http://{nobody}");
    for (arguments, status, words) in [
        (&["localhost:4816"][..], 2, "http://host:port"),
        (&[&nobody], 1, "cannot reach"),
        (&[&nobody, "--new", "abalone"], 1, "cannot reach"),
        (&[&url, "--join", "zzzzzzzzzz"], 2, "no such game"),
        (&[&url, "--watch", "zzzzzzzzzz"], 2, "no such game"),
        (&[&url, "--join", "no/../game!"], 2, "no name of a game"),
        (&[&url, "--token", "abc"], 2, "No such token"),
        (&[&url, "--new", "abalone", "--token", "abc"], 2, "No such token"),
        (&[&url, "--new", "chess"], 2, "abalone, abraxas, abagio, blocs"),
        (&[&url, "--new", "abalone", "--clock", "soon"], 2, "600+5"),
        (&[&url, "--new", "abalone", "--against", "Nobody Here"], 2, "nobody else called"),
        (&[&url, "--new", "abalone", "--against", "computer:99"], 2, "1 to 8"),
        (&[&url, "--new", "abalone", "--guest", "../x"], 2, "cannot name a guest"),
        (&[&url, "--new", "abalone", "--join", "zzzzzzzzzz"], 2, "cannot be used with"),
        (&[&url, "--private"], 2, "--new"),
    ] {
        let (out, err, ended) = ran(&home, arguments);
        assert_eq!(ended, status, "{arguments:?}: {out}{err}");
        assert!(err.contains(words) && !err.contains("panicked"), "{arguments:?}: {err}");
    }
    let (_, err, status) = ran(&home, &[&url, "--lang", "fr", "--join", "zzzzzzzzzz"]);
    assert!(status == 2 && err.contains("partie"), "{err}");
    let taken = path(folder, "taken.abq");
    std::fs::write(&taken, "").unwrap();
    let (_, err, status) = ran(&home, &[&url, "--new", "abalone", "--save", &taken]);
    assert!(status == 2 && err.contains("exists"), "{err}");
}

/// Two at one terminal: nothing of either is on the screen when the other sits down.
#[test]
fn two_at_one_terminal_have_a_curtain() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = Server::start(folder, "0", &[]);
    let mut both = Person::sit(&folder.join("both"), &[&server.url(), "--new", "blocs", "--here"]);
    for turn in 1..=6 {
        let saw = both.sees("are you alone before the screen?", turn);
        assert!(!saw.ends_with("Your turn.\n"), "{saw}");
        both.types("");
        if turn <= 2 {
            both.types("random");
        } else {
            both.sees("Your turn.", turn - 2);
            both.types("random");
        }
    }
    both.sees("are you alone before the screen?", 7);
    both.types("quit");
    let saw = both.leaves();
    // Each set-up stands between its owner's curtain and the next.
    let scenes: Vec<&str> = saw.split("are you alone before the screen?").collect();
    let set_up =
        |scene: &str| scene.lines().find(|line| line.starts_with("setup:")).map(String::from);
    for (scene, other) in [(1, 2), (2, 1)] {
        let own = set_up(scenes[scene]).unwrap_or_else(|| panic!("no set-up in {}", scenes[scene]));
        let elsewhere = (0..scenes.len()).filter(|at| *at != scene);
        assert!(elsewhere.clone().all(|at| !scenes[at].contains(&own)), "{other}: {saw}");
    }
}
