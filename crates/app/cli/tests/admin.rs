//! `abaque admin` on a server's store.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use abaque_store::{CodePurpose, GameId, MailedCode, NameOutcome, NewGame, PersonId, Role, Store};
use argon2::{Argon2, PasswordVerifier};
use serde_json::Value;

use crate::common::{abaque, ok, refused};

/// A store in its own folder: Ann, Bob and a guest, a game, two reports.
struct TestStore {
    folder: tempfile::TempDir,
    runtime: tokio::runtime::Runtime,
    data: String,
}

impl TestStore {
    fn new() -> TestStore {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("abaque.db").to_str().unwrap().to_owned();
        let place = TestStore { folder, runtime: tokio::runtime::Runtime::new().unwrap(), data };
        place.with(async |store| {
            let ann = created(store.create_account("Ann", "old hash", 0).await.unwrap());
            let bob = created(store.create_account("Bob", "hash", 86_400_000).await.unwrap());
            created(store.create_guest("quiet-owl-7", 0).await.unwrap());
            let game = GameId::random();
            store.create_game(NewGame::new(game.clone(), "abalone", "abalone", 1)).await.unwrap();
            store.create_session("s1", ann, "Firefox", 0).await.unwrap();
            store.create_session("s2", ann, "Evil\x1b[2J", 60_000).await.unwrap();
            store.add_report(ann, bob, Some(&game), "rude\nvery \x1b[31mrude", 0).await.unwrap();
            store.add_report(bob, ann, None, "she said I was rude", 0).await.unwrap();
        });
        place
    }

    fn with<T>(&self, work: impl AsyncFnOnce(Store) -> T) -> T {
        self.runtime.block_on(async {
            let store = Store::open(&format!("sqlite:{}", self.data)).await.unwrap();
            let found = work(store.clone()).await;
            store.close().await;
            found
        })
    }

    fn arguments<'a>(&'a self, arguments: &[&'a str]) -> Vec<&'a str> {
        [&["admin", "--data", &self.data], arguments].concat()
    }

    fn ok(&self, arguments: &[&str]) -> String {
        ok(&self.arguments(arguments))
    }

    fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.ok(&[arguments, &["--json"]].concat())).unwrap()
    }

    fn refused(&self, arguments: &[&str]) -> String {
        refused(&self.arguments(arguments))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn person(&self, name: &str) -> Option<abaque_store::Person> {
        self.with(async |store| store.person_named(name).await.unwrap())
    }
}

fn created(named: NameOutcome) -> PersonId {
    match named {
        NameOutcome::Done(person) => person,
        NameOutcome::Taken => panic!("the name is taken"),
    }
}

#[test]
fn stats_count_accounts_guests_and_games() {
    let place = TestStore::new();
    let told = place.ok(&["stats"]);
    assert!(told.contains("       2  accounts\n") && told.contains("       1  guests\n"), "{told}");
    assert!(place.ok(&["stats", "--lang", "fr"]).contains("2  comptes"));
    let json = place.json(&["stats"]);
    assert_eq!(
        (&json["accounts"], &json["games"], &json["reports"]),
        (&2.into(), &1.into(), &2.into())
    );
    assert_eq!(json["sessions"], 2);
}

#[test]
fn the_store_comes_from_flag_or_environment() {
    let place = TestStore::new();
    let url = format!("sqlite:{}", place.data);
    assert!(ok(&["admin", "stats", "--data", &url]).contains("accounts"));
    let run = |variable: &str, value: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_abaque"));
        command.args(["admin", "stats"]).env("LC_ALL", "C").env_remove("ABAQUE_DATA");
        let ran = command.env(variable, value).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (ran.status.code().unwrap(), text(ran.stdout), text(ran.stderr))
    };
    let (status, out, _) = run("ABAQUE_DATA", &place.data);
    assert!(status == 0 && out.contains("accounts"), "{out}");
    if cfg!(all(unix, not(target_os = "macos"))) {
        let (status, _, told) = run("XDG_DATA_HOME", place.folder.path().to_str().unwrap());
        let expected = place.file("abaque").join("abaque.db");
        assert!(status == 2 && told.contains(expected.to_str().unwrap()), "{told}");
        fs::create_dir(place.file("abaque")).unwrap();
        fs::copy(&place.data, expected).unwrap();
        let (status, out, _) = run("XDG_DATA_HOME", place.folder.path().to_str().unwrap());
        assert!(status == 0 && out.contains("accounts"), "{out}");
    }
}

#[test]
fn admin_commands_never_create_a_store() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.db");
    let path = path.to_str().unwrap();
    assert!(refused(&["admin", "--data", path, "stats"]).contains("there is no store at"));
    let french = refused(&["admin", "--data", path, "stats", "--lang", "fr"]);
    assert!(french.contains("il n'y a pas de données"), "{french}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    fs::write(path, "Dear diary, ".repeat(1000)).unwrap();
    assert!(refused(&["admin", "--data", path, "stats"]).contains("not an SQLite database"));
    let here = folder.path().to_str().unwrap();
    assert!(refused(&["serve", "--no-open", "--data", here]).contains("this is a folder"));
    for name in ["", "mysql://me:hush@here/games", "sqlite::memory:"] {
        let told = refused(&["admin", "--data", name, "stats"]);
        assert!(told.contains("sqlite:PATH") && !told.contains("hush"), "{told}");
    }
    let nobody = "postgres://me:hush@127.0.0.1:1/games";
    let ran = abaque(&["admin", "--data", nobody, "stats", "--json"]);
    assert_eq!(ran.status, 1, "{}", ran.err);
    let told: Value = serde_json::from_str(&ran.err).unwrap();
    let told = told["error"].as_str().unwrap();
    assert!(told.contains("127.0.0.1") && !told.contains("hush"), "{told}");
}

#[test]
fn people_are_listed_and_found() {
    let place = TestStore::new();
    let told = place.ok(&["people"]);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 3, "{told}");
    assert_eq!(lines[1], "Bob                   player  since 1970-01-02, seen 1970-01-02");
    assert!(lines[2].starts_with("quiet-owl-7           guest "), "{told}");
    let found = place.json(&["people", "--search", "OWL"]);
    assert_eq!(found["people"].as_array().unwrap().len(), 1);
    assert_eq!(found["people"][0]["name"], "quiet-owl-7");
    assert_eq!(found["people"][0]["guest"], true);
    assert!(!found.to_string().contains("hash"));
    assert_eq!(place.ok(&["people", "--search", "nobody"]), "");
}

#[test]
fn accounts_are_banned_and_unbanned() {
    let place = TestStore::new();
    assert_eq!(place.ok(&["ban", "bob", "--reason", "spam"]), "Bob is banned: spam\n");
    assert_eq!(place.person("Bob").unwrap().banned.as_deref(), Some("spam"));
    assert!(place.ok(&["people", "--search", "bob"]).contains("banned: spam"));
    assert_eq!(place.ok(&["unban", "Bob"]), "Bob is no longer banned\n");
    assert_eq!(place.person("Bob").unwrap().banned, None);
    assert!(place.refused(&["unban", "Bob"]).contains("is not banned"));
    place.refused(&["ban", "Bob"]);
    place.refused(&["ban", "Bob", "--reason", " "]);
    let told = place.refused(&["ban", "Eve", "--reason", "spam"]);
    assert!(told.contains("there is no player `Eve`"), "{told}");
    assert!(place.refused(&["unban", "Eve"]).contains("there is no player `Eve`"));
}

#[test]
fn accounts_are_silenced_and_unsilenced() {
    let place = TestStore::new();
    assert_eq!(place.ok(&["silence", "bob", "--reason", "insults"]), "Bob is muted: insults\n");
    assert_eq!(place.person("Bob").unwrap().silenced.as_deref(), Some("insults"));
    assert!(place.ok(&["people", "--search", "bob"]).contains("muted: insults"));
    assert_eq!(place.ok(&["unsilence", "Bob"]), "Bob is no longer muted\n");
    assert_eq!(place.person("Bob").unwrap().silenced, None);
    assert!(place.refused(&["unsilence", "Bob"]).contains("is not muted"));
    place.refused(&["silence", "Bob", "--reason", " "]);
}

#[test]
fn tidy_deletes_idle_guests() {
    let place = TestStore::new();
    // The guest was last seen in 1970.
    let patient = place.json(&["tidy", "--forget-guests", "36500"]);
    assert_eq!(patient, serde_json::json!({ "gone": 0, "nameless": 0 }));
    for days in ["0", "-1", "36501", "soon"] {
        place.refused(&["tidy", &format!("--forget-guests={days}")]);
        place.refused(&["tidy", &format!("--forget-players={days}")]);
    }
    assert_eq!(place.json(&["tidy"]), serde_json::json!({ "gone": 1, "nameless": 0 }));
    assert_eq!(place.person("quiet-owl-7"), None);
    assert!(place.person("Ann").is_some());
    let again = place.ok(&["tidy", "--lang", "fr"]);
    assert!(again.starts_with("invités supprimés\u{a0}: 0"), "{again}");
}

#[test]
fn closing_an_account_removes_its_name() {
    let place = TestStore::new();
    assert!(place.ok(&["close", "Ann"]).contains("Ann is deleted"));
    assert_eq!(place.person("Ann"), None);
    let json = place.json(&["stats"]);
    assert_eq!((&json["accounts"], &json["sessions"]), (&1.into(), &0.into()));
    assert!(place.refused(&["close", "Ann"]).contains("there is no player"));
    let reports = place.json(&["reports"]);
    let gone = reports["reports"][0]["about"].as_str().unwrap();
    assert!(gone.starts_with("deleted-"), "{gone}");
    assert!(place.refused(&["ban", gone, "--reason", "x"]).contains("there is no player"));
}

#[test]
fn roles_are_given_to_accounts() {
    let place = TestStore::new();
    place.ok(&["role", "Ann", "admin"]);
    assert_eq!(place.person("Ann").unwrap().role, Role::Admin);
    assert_eq!(place.json(&["people"])["people"][0]["role"], "admin");
    place.ok(&["role", "Ann", "player"]);
    assert_eq!(place.person("Ann").unwrap().role, Role::Player);
    assert!(place.refused(&["role", "Ann", "king"]).contains("admin"));
    assert!(place.refused(&["role", "quiet-owl-7", "admin"]).contains("is a guest"));
    assert!(place.refused(&["role", "Eve", "admin"]).contains("there is no player"));
}

#[test]
fn a_new_password_is_printed_once_and_stored_as_a_hash() {
    let place = TestStore::new();
    place.with(async |store| {
        let person = store.person_named("Ann").await.unwrap().unwrap().id;
        let (hash, address) = ("mailed".to_owned(), "ann@example.org".to_owned());
        let expires = i64::MAX;
        let code = MailedCode { person, purpose: CodePurpose::Recover, hash, address, expires };
        store.store_mailed_code(code).await.unwrap();
    });
    let arguments = place.arguments(&["password", "Ann"]);
    let ran = abaque(&arguments);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let password = ran.out.trim_end();
    assert_eq!(password.len(), 19, "{password}");
    assert!(ran.err.contains("Ann") && !ran.err.contains(password), "{}", ran.err);
    let (hash, sessions) = place.with(async |store| {
        let ann = store.person_named("Ann").await.unwrap().unwrap().id;
        assert!(!store.use_mailed_code(ann, "mailed", 1).await.unwrap(), "it is void");
        let hash = store.password_hash(ann).await.unwrap().unwrap();
        (hash, store.sessions(ann).await.unwrap().len())
    });
    assert!(hash.starts_with("$argon2id$"), "{hash}");
    let verify = |text: &str| {
        let hash = argon2::PasswordHash::new(&hash).unwrap();
        Argon2::default().verify_password(text.as_bytes(), &hash).is_ok()
    };
    assert!(verify(password) && !verify("old password"));
    assert_eq!(sessions, 0);
    assert_ne!(ok(&arguments).trim_end(), password, "another one each time");
    assert!(place.refused(&["password", "quiet-owl-7"]).contains("is a guest"));
    assert!(place.refused(&["password", "Eve"]).contains("there is no player"));
}

#[test]
fn reports_are_listed_and_closed() {
    let place = TestStore::new();
    let told = place.ok(&["reports"]);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[0], "2. 1970-01-01 00:00 UTC, Bob about Ann");
    assert!(lines[2].starts_with("1. 1970-01-01 00:00 UTC, Ann about Bob, game "), "{told}");
    assert_eq!(lines[3..], ["   rude", "   very \u{FFFD}[31mrude"]);
    assert!(place.ok(&["report", "1"]).contains("   rude\n"));
    assert!(place.ok(&["report", "1", "--handled"]).contains("(dealt with)"));
    assert_eq!(place.json(&["reports"])["reports"].as_array().unwrap().len(), 1);
    let all = place.json(&["reports", "--all"]);
    let of = |key: &str| -> Vec<&Value> {
        all["reports"].as_array().unwrap().iter().map(|report| &report[key]).collect()
    };
    assert_eq!(of("id"), [2, 1]);
    assert_eq!(of("handled"), [false, true]);
    assert_eq!(place.json(&["report", "2"])["author"], "Bob");
    assert!(place.refused(&["report", "3"]).contains("there is no report 3"));
    assert!(place.refused(&["report", "3", "--handled"]).contains("there is no report 3"));
    place.refused(&["report", "one"]);
    place.refused(&["report", "0"]);
}

#[test]
fn sessions_are_listed_and_ended() {
    let place = TestStore::new();
    let told = place.ok(&["sessions", "Ann"]);
    assert_eq!(told.lines().count(), 2, "{told}");
    assert!(told.contains("Firefox") && !told.contains('\x1b') && !told.contains("s1"), "{told}");
    let json = place.json(&["sessions", "Ann"]);
    assert_eq!(json["sessions"][1]["agent"], "Firefox");
    assert!(place.ok(&["sessions", "Ann", "--end"]).contains("signed out: 2"));
    assert_eq!(place.ok(&["sessions", "Ann"]), "");
    assert_eq!(place.json(&["sessions", "Ann", "--end"])["ended"], 0);
    assert!(place.refused(&["sessions", "Eve", "--end"]).contains("there is no player"));
}

#[test]
fn a_backup_restores_the_store() {
    let place = TestStore::new();
    let backup = place.file("backup.db");
    let backup = backup.to_str().unwrap();
    let told = place.ok(&["backup", backup]);
    assert!(told.ends_with("backup.db: accounts 2, guests 1, games 1\n"), "{told}");
    let bytes = fs::read(backup).unwrap();
    assert!(place.refused(&["backup", backup]).contains("already exists"));
    assert_eq!(fs::read(backup).unwrap(), bytes);
    assert!(place.refused(&["backup", "/no/such/folder/b.db"]).contains("no such file"));

    place.ok(&["close", "Bob"]);
    let told = place.refused(&["restore", backup]);
    assert!(told.contains("--force"), "{told}");
    assert_eq!(place.person("Bob"), None);
    let told = place.ok(&["restore", backup, "--force"]);
    assert!(told.contains("accounts 2, guests 1, games 1"), "{told}");
    assert!(place.person("Bob").is_some());
    let kept = told.lines().nth(1).unwrap().rsplit(' ').next().unwrap();
    assert_eq!(ok(&["admin", "--data", kept, "people", "--search", "bob"]), "");
    assert_eq!(ok(&["admin", "--data", kept, "people", "--search", "ann"]).lines().count(), 1);

    let elsewhere = place.file("new/folder/abaque.db");
    ok(&["admin", "--data", elsewhere.to_str().unwrap(), "restore", backup]);
    let elsewhere = elsewhere.to_str().unwrap();
    assert!(ok(&["admin", "--data", elsewhere, "people"]).contains("Bob"));
}

#[test]
fn restore_refuses_a_file_that_is_not_a_backup() {
    let place = TestStore::new();
    let bad = place.file("bad.db");
    let bad = bad.to_str().unwrap();
    assert!(place.refused(&["restore", bad, "--force"]).contains("no such file"));
    fs::write(bad, "Dear diary, ".repeat(1000)).unwrap();
    assert!(place.refused(&["restore", bad, "--force"]).contains("not an SQLite database"));
    let good = place.file("good.db");
    place.ok(&["backup", good.to_str().unwrap()]);
    let bytes = fs::read(&good).unwrap();
    fs::write(bad, &bytes[..bytes.len() / 2]).unwrap();
    assert!(place.refused(&["restore", bad, "--force"]).contains("is damaged"));
    assert!(place.refused(&["restore", bad, "--force", "--lang", "fr"]).contains("endommagé"));
    assert!(place.refused(&["restore", &place.data]).contains("is the store itself"));
    place.refused(&["restore", place.folder.path().to_str().unwrap()]);
    assert!(place.person("Ann").is_some(), "nothing was touched");
    // The store, both files and the restore lock.
    assert_eq!(fs::read_dir(place.folder.path()).unwrap().count(), 4);
}

#[test]
fn a_store_in_use_can_be_administered_but_not_replaced() {
    let place = TestStore::new();
    let backup = place.file("backup.db");
    let backup = backup.to_str().unwrap();
    place.with(async |_| {
        place.ok(&["backup", backup]);
        place.ok(&["ban", "Bob", "--reason", "spam"]);
        for arguments in [&["restore", backup][..], &["restore", backup, "--force"]] {
            let ran = abaque(&place.arguments(arguments));
            assert_eq!(ran.status, 1, "{}", ran.err);
            assert!(ran.err.contains("is in use: stop the server first"), "{}", ran.err);
        }
    });
    assert_eq!(place.person("Bob").unwrap().banned.as_deref(), Some("spam"));
}

#[test]
fn postgres_backups_are_left_to_its_own_tools() {
    let nobody = "postgres://127.0.0.1:1/games";
    assert!(refused(&["admin", "--data", nobody, "restore", "x.db"]).contains("pg_restore"));
    assert!(refused(&["admin", "--data", nobody, "backup", "x.db"]).contains("pg_dump"));
}

#[test]
fn check_reports_every_inconsistency_of_a_store() {
    let place = TestStore::new();
    // The fixture's game has no valid terms.
    let ran = abaque(&place.arguments(&["check"]));
    assert_eq!(ran.status, 1, "{}", ran.out);
    assert!(ran.out.contains("unreadable") && ran.out.contains("games replayed"), "{}", ran.out);
    let ran = abaque(&place.arguments(&["check", "--json"]));
    assert_eq!(ran.status, 1);
    let found: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&found["ok"], &found["games"]), (&Value::Bool(false), &Value::from(1)));
    assert_eq!(found["findings"][0]["code"], "unreadable");
    assert!(ran.err.contains("problems found: 1"), "{}", ran.err);

    let empty = place.file("empty.db");
    place.runtime.block_on(async {
        Store::open(&format!("sqlite:{}", empty.display())).await.unwrap().close().await;
    });
    let empty = empty.to_str().unwrap();
    assert!(ok(&["admin", "--data", empty, "check"]).contains("Everything is fine."));
    let french = ok(&["admin", "--data", empty, "check", "--lang", "fr"]);
    assert!(french.contains("Tout est en ordre."), "{french}");
}

#[test]
fn help_is_in_both_languages_and_in_the_man_pages() {
    refused(&["admin"]);
    assert!(ok(&["admin", "--help"]).contains("Replace the store with a backup"));
    assert!(
        ok(&["admin", "--help", "--lang", "fr"])
            .contains("Remplacer les données par une sauvegarde")
    );
    let missing = refused(&["admin", "ban", "--lang", "fr"]);
    assert!(missing.contains("il manque") && missing.contains("--reason"), "{missing}");
    let folder = tempfile::tempdir().unwrap();
    ok(&["man", folder.path().to_str().unwrap()]);
    assert!(folder.path().join("abaque-admin-restore.1").exists());
    assert!(ok(&["completions", "bash"]).contains("restore"));
}
