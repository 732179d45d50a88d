//! `abaque config` and the configuration of other commands.

use std::fs;
use std::process::Command;

use crate::common::ok;

/// Runs `abaque` with these variables and no others of ours.
pub(crate) fn run(arguments: &[&str], variables: &[(&str, &str)]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_abaque"));
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(|name| name.starts_with("ABAQUE_")) {
            command.env_remove(name);
        }
    }
    command.args(arguments).env("LC_ALL", "C").env("ABAQUE_CONFIG", "/dev/null");
    let ran = command.envs(variables.iter().copied()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (ran.status.code().unwrap(), text(ran.stdout), text(ran.stderr))
}

#[test]
fn show_names_the_source_of_every_value_and_masks_secrets() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("abaque.toml");
    fs::write(&file, "# Club\nport = 4000\ndata = \"postgres://me:hush@db.example/games\"\n")
        .unwrap();
    let file = file.to_str().unwrap();
    let variables =
        [("ABAQUE_MAIL", "smtp://me:hush@mail.example"), ("ABAQUE_MAIL_FROM", "a@b.example")];
    let (status, out, err) = run(&["config", "show", "--config", file, "--log-json"], &variables);
    assert_eq!((status, err.as_str()), (0, ""));
    let line =
        |name: &str| out.lines().find(|line| line.starts_with(name)).unwrap_or_default().to_owned();
    let squeezed = |name: &str| line(name).split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(squeezed("port ="), format!("port = 4000 # {file}, line 2"));
    assert_eq!(
        squeezed("data ="),
        format!("data = \"postgres://me:…@db.example/games\" # {file}, line 3")
    );
    assert_eq!(
        squeezed("mail ="),
        "mail = \"smtp://me:…@mail.example\" # the variable ABAQUE_MAIL"
    );
    assert_eq!(squeezed("log-json ="), "log-json = true # --log-json");
    assert_eq!(squeezed("address ="), "address = \"127.0.0.1\" # default");
    assert!(!out.contains("hush"), "{out}");
    let (_, json, _) = run(&["config", "show", "--config", file, "--json"], &variables);
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    let port =
        value["options"].as_array().unwrap().iter().find(|one| one["name"] == "port").unwrap();
    assert_eq!((&port["values"][0], &port["source"]), (&"4000".into(), &"file".into()));
    assert!(!json.contains("hush"));
    let (_, french, _) = run(&["config", "show", "--lang", "fr"], &[]);
    assert!(french.contains("# valeur par défaut"), "{french}");
}

#[test]
fn no_secret_is_shown_wherever_it_is_given() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("abaque.toml");
    let toml = "data = \"postgres://me@db.example/games?sslmode=verify-full\"\n\
                bus = \"nats://me:hush@one:4222,nats://hush@two:4222\"\n\
                mail-from = \"a@b.example\"\n";
    fs::write(&file, toml).unwrap();
    let secret = folder.path().join("token");
    fs::write(&secret, "hush-hush-hush-hush\n").unwrap();
    let variables =
        [("ABAQUE_DATA_PASSWORD", "hush"), ("ABAQUE_METRICS_TOKEN_FILE", secret.to_str().unwrap())];
    let flags = ["--config", file.to_str().unwrap(), "--mail", "smtps://me:hush@mail.example"];
    for more in [&[][..], &["--json"], &["--lang", "fr"]] {
        let (status, out, err) = run(&[&["config", "show"], &flags[..], more].concat(), &variables);
        assert_eq!((status, err.as_str()), (0, ""));
        assert!(!out.contains("hush"), "{out}");
        for shown in
            ["db.example/games", "nats://…@one:4222,nats://…@two:4222", "smtps://me:…@mail"]
        {
            assert!(out.contains(shown), "{shown}: {out}");
        }
        // It is set, and from where.
        assert!(out.contains("ABAQUE_DATA_PASSWORD") && out.contains("/token"), "{out}");
    }
}

/// A user who may not read the server's configuration can still ask a server at its address.
#[test]
fn ready_with_an_address_needs_no_configuration() {
    let variables = [("ABAQUE_CONFIG", "/no/such/file")];
    let (status, _, err) = run(&["ready", "http://127.0.0.1:1"], &variables);
    assert!(status == 1 && err.contains("not ready"), "{err}");
    let (status, _, err) = run(&["ready"], &variables);
    assert!(status == 2 && err.contains("/no/such/file"), "{err}");
}

#[test]
fn a_move_takes_the_configured_password() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("club.db");
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let store = abaque_store::Store::open(&format!("sqlite:{}", data.display())).await.unwrap();
        store.close().await;
    });
    let data = data.to_str().unwrap();
    let secret = folder.path().join("password");
    fs::write(&secret, "hush").unwrap();
    // The configured store is still the file; nobody listens at the new place.
    let to = "postgres://me@127.0.0.1:1/games";
    let flags = ["--data", data, "--data-password-file", secret.to_str().unwrap()];
    let (status, _, err) = run(&[&["admin", "move", data, to], &flags[..]].concat(), &[]);
    assert!(status == 1 && err.contains("127.0.0.1:1") && !err.contains("hush"), "{err}");
    // A password that is given twice is a mistake only if it is the same store's.
    let named = "postgres://me:own@127.0.0.1:1/games";
    let (status, _, err) = run(&[&["admin", "move", data, named], &flags[..]].concat(), &[]);
    assert!(status == 1 && !err.contains("own"), "{err}");
}

#[test]
fn mistakes_in_the_file_stop_every_command_that_reads_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("abaque.toml");
    fs::write(&file, "port = 4816\nbehind_proxy = true\n").unwrap();
    let file = file.to_str().unwrap();
    for command in [&["serve"][..], &["config", "show"], &["doctor"], &["admin", "stats"]] {
        let (status, out, err) = run(&[command, &["--config", file]].concat(), &[]);
        assert_eq!((status, out.as_str()), (2, ""), "{err}");
        assert!(err.contains(&format!("{file}, line 2, behind_proxy: unknown key")), "{err}");
        assert!(
            err.contains("did you mean `behind-proxy`?") && err.contains("connections-per-address"),
            "{err}"
        );
    }
    let (_, _, french) = run(&["serve", "--lang", "fr", "--config", file], &[]);
    assert!(french.contains("ligne 2") && french.contains("clé inconnue"), "{french}");
}

#[test]
fn admin_uses_the_store_of_the_configuration_file() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("club.db");
    let file = folder.path().join("abaque.toml");
    fs::write(&file, format!("data = {data:?}\n")).unwrap();
    let file = file.to_str().unwrap();
    let (status, _, err) = run(&["admin", "stats", "--config", file], &[]);
    assert!(status == 2 && err.contains("club.db"), "{err}");
    let url = format!("sqlite:{}", data.display());
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        abaque_store::Store::open(&url).await.unwrap().close().await;
    });
    let (status, out, _) = run(&["admin", "stats", "--config", file], &[]);
    assert!(status == 0 && out.contains("accounts"), "{out}");
}

#[test]
fn an_invitation_is_printed_once_with_its_link() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("club.db");
    let url = format!("sqlite:{}", data.display());
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        abaque_store::Store::open(&url).await.unwrap().close().await;
    });
    let variables = [
        ("ABAQUE_DATA", data.to_str().unwrap()),
        ("ABAQUE_ORIGIN", "https://club.example"),
        ("ABAQUE_REGISTRATION", "invitation"),
    ];
    let (status, out, err) = run(&["admin", "invite", "--uses", "3"], &variables);
    assert_eq!((status, err.as_str()), (0, ""));
    let code = out.lines().next().unwrap();
    assert_eq!(code.len(), 19);
    assert!(out.contains(&format!("https://club.example/register#{code}\n")), "{out}");
    assert!(out.contains("accounts: 3, days: 7"), "{out}");
    let (_, json, err) = run(&["admin", "invite", "--json"], &variables[..1]);
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&value["uses"], &value["link"]), (&1.into(), &serde_json::Value::Null));
    assert!(err.contains("registration is \"open\""), "{err}");
    let (status, _, err) = run(&["admin", "invite", "--uses", "0"], &variables);
    assert_eq!(status, 2, "{err}");
}

#[test]
fn a_store_moves_to_a_new_file_but_not_over_another() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (first, copy) = (path("first.db"), path("copy.db"));
    let (status, _, err) = run(&["admin", "move", &first, &copy], &[]);
    assert!(status == 2 && err.contains("there is no store at"), "{err}");
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let store = abaque_store::Store::open(&format!("sqlite:{first}")).await.unwrap();
        store.create_account("Ann", "hash", 0).await.unwrap();
        store.close().await;
    });
    let (status, out, err) = run(&["admin", "move", &first, &copy], &[]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(out.contains("  people\n") && out.contains("hashes of all tables agree"), "{out}");
    let (_, stats, _) = run(&["admin", "stats", "--data", &copy], &[]);
    assert!(stats.contains("1  accounts"), "{stats}");
    let (status, _, err) = run(&["admin", "move", &first, &copy, "--lang", "fr"], &[]);
    assert!(status == 2 && err.contains("n'est pas vide (table people)"), "{err}");
}

#[test]
fn the_example_explains_every_option() {
    let text = ok(&["config", "example"]);
    for part in ["#port = 4816\n", "#mail-file = ", "#behind-proxy = true\n", "# Port (default"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(ok(&["config", "example", "--lang", "fr"]).contains("# Adresse d'écoute"));
}

#[test]
fn every_option_has_a_flag_and_is_explained_in_the_manual() {
    let manual =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/hosting.md"))
            .unwrap();
    let help = ok(&["serve", "--help"]);
    let example = ok(&["config", "example"]);
    for line in example.lines().filter_map(|line| line.strip_prefix('#')) {
        let Some((name, _)) = line.split_once(" = ").filter(|_| !line.starts_with(' ')) else {
            continue;
        };
        assert!(help.contains(&format!("--{name}")), "{name}: {help}");
        assert!(manual.contains(&format!("`{name}`")), "docs/hosting.md does not mention {name}");
    }
}
