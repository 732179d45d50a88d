use std::fs;

use abaque_core::Lang;
use clap::Command;

use super::*;

/// A folder with a configuration, and the settings it gives.
struct Place {
    folder: tempfile::TempDir,
    around: ProcessEnvironment,
}

impl Place {
    fn new(file: &str) -> Place {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("abaque.toml");
        fs::write(&path, file).unwrap();
        let around = ProcessEnvironment {
            variables: BTreeMap::new(),
            credentials: None,
            usual_file: Some(path),
        };
        Place { folder, around }
    }

    fn with(mut self, name: &str, value: &str) -> Place {
        self.around.variables.insert(name.into(), value.into());
        self
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }

    fn settings(&self, flags: &[&str]) -> Result<Settings, String> {
        let command = Command::new("serve").args(args(Lang::En));
        let matches = command.get_matches_from([&["serve"], flags].concat());
        let loaded = Settings::from_parts(Some(&matches), &self.around);
        loaded.map_err(|error| error.into_message().en)
    }
}

fn source(settings: &Settings, name: &str) -> &'static str {
    settings.get(name).map_or("default", |setting| setting.source.place.kind())
}

#[test]
fn flags_beat_the_environment_and_that_beats_the_file() {
    let place = Place::new("port = 1\nbehind-proxy = true\norigin = \"https://file.example\"\n");
    let settings = place.settings(&[]).unwrap();
    assert_eq!((settings.parsed("port"), source(&settings, "port")), (Some(1), "file"));
    assert!(settings.is_on("behind-proxy"));
    assert_eq!(
        (settings.text("address"), source(&settings, "address")),
        (Some("127.0.0.1"), "default")
    );
    assert_eq!(settings.text("mail"), None);

    let place = place
        .with("ABAQUE_PORT", "2")
        .with("ABAQUE_ORIGIN", "https://a.example, https://b.example")
        .with("ABAQUE_BEHIND_PROXY", "false");
    let settings = place.settings(&[]).unwrap();
    assert_eq!((settings.parsed("port"), source(&settings, "port")), (Some(2), "environment"));
    assert_eq!(settings.list("origin"), ["https://a.example", "https://b.example"]);
    assert!(!settings.is_on("behind-proxy"));

    let flags = ["--port", "3", "--behind-proxy", "--origin", "https://c.example"];
    let settings = place.settings(&flags).unwrap();
    assert_eq!((settings.parsed("port"), source(&settings, "port")), (Some(3), "flag"));
    assert_eq!(settings.list("origin"), ["https://c.example"]);
    assert!(settings.is_on("behind-proxy"));
    assert!(!place.settings(&["--behind-proxy=false"]).unwrap().is_on("behind-proxy"));
}

/// Three valid values of an option, each different from the next.
fn three_values(option: &ServerOption) -> [String; 3] {
    let text = |number: usize| match option.name {
        "origin" => format!("https://site{number}.example"),
        "bus" => format!("nats://bus{number}.example:4222"),
        "mail" => format!("smtp://mail{number}.example"),
        "mail-from" => format!("games{number}@games.example"),
        "metrics-token" => format!("0123456789abcdef{number}"),
        "log-filter" => ["warn", "info", "debug"][number].to_owned(),
        _ => format!("{}{number}", option.example),
    };
    [0, 1, 2].map(|number| match option.kind {
        ValueKind::Switch => ["true", "false", "true"][number].to_owned(),
        ValueKind::Number { least, .. } => (least + number as i64).to_string(),
        ValueKind::Choice(choices) => choices[number % choices.len()].to_owned(),
        ValueKind::Ip => format!("127.0.0.{}", number + 1),
        ValueKind::SocketAddress => format!("127.0.0.1:{}", number + 1),
        ValueKind::Text | ValueKind::TextList => text(number),
    })
}

#[test]
fn every_option_has_the_same_precedence() {
    for option in OPTIONS {
        let name = option.name;
        let [low, middle, high] = three_values(option);
        let is = |settings: &Settings, value: &str, level: &str| {
            let setting = settings.get(name).unwrap();
            assert_eq!(
                (&*setting.values.concat(), source(settings, name)),
                (value, level),
                "{name}"
            );
        };
        let nothing = Place::new("").settings(&[]).unwrap();
        assert_eq!((nothing.text(name), source(&nothing, name)), (option.default, "default"));
        let place = Place::new(&format!("{name} = {}\n", option.to_toml(&[&low])));
        is(&place.settings(&[]).unwrap(), &low, "file");
        let place = place.with(&option.variable(), &middle);
        is(&place.settings(&[]).unwrap(), &middle, "environment");
        let flag = format!("--{name}={high}");
        is(&place.settings(&[&flag]).unwrap(), &high, "flag");
        let Some(key) = option.file_key else { continue };
        // Files with the secret rank as what names them does.
        let place = Place::new("");
        let [low_file, middle_file, high_file] = [&low, &middle, &high]
            .map(|value| place.write(value.replace('/', "_").as_str(), value));
        let toml = place.write("files.toml", &format!("{key} = {low_file:?}\n"));
        let flags = ["--config", &toml];
        is(&place.settings(&flags).unwrap(), &low, "file");
        let place = place.with(&variable_name(key), &middle_file);
        is(&place.settings(&flags).unwrap(), &middle, "environment");
        let flag = format!("--{key}={high_file}");
        is(&place.settings(&[&flags[..], &[&*flag]].concat()).unwrap(), &high, "flag");
        // A value at a higher level also beats a file at a lower one.
        let flag = format!("--{name}={high}");
        is(&place.settings(&[&flags[..], &[&*flag]].concat()).unwrap(), &high, "flag");
    }
}

#[test]
fn the_file_is_the_one_that_is_named() {
    let place = Place::new("port = 1\n");
    let other = place.write("other.toml", "port = 2\n");
    let third = place.write("third.toml", "port = 3\n");
    let place = place.with("ABAQUE_CONFIG", &other);
    assert_eq!(place.settings(&[]).unwrap().parsed("port"), Some(2));
    assert_eq!(place.settings(&["--config", &third]).unwrap().parsed("port"), Some(3));
    let missing = place.settings(&["--config", "/no/such/file"]).unwrap_err();
    assert!(missing.contains("/no/such/file: no such file"), "{missing}");
}

#[test]
fn secrets_come_from_files_at_every_level() {
    let place = Place::new("");
    let secret = place.write("token", "from-a-file-0123456789\n");
    let toml = place.write("a.toml", &format!("metrics-token-file = \"{secret}\"\n"));
    let token = |place: &Place, flags: &[&str]| {
        let settings = place.settings(flags)?;
        let setting = settings.get("metrics-token").unwrap();
        Ok::<_, String>((
            setting.values.concat(),
            setting.source.place.kind(),
            setting.source.message().en,
        ))
    };
    let (value, kind, shown) = token(&place, &["--config", &toml]).unwrap();
    assert_eq!((value.as_str(), kind), ("from-a-file-0123456789", "file"));
    assert!(shown.ends_with(&format!("line 1: file {secret}")), "{shown}");

    let mut place = place;
    let credentials = place.folder.path().join("credentials");
    fs::create_dir(&credentials).unwrap();
    fs::write(credentials.join("metrics-token"), "from-systemd-0123456789").unwrap();
    place.around.credentials = Some(credentials);
    let (value, kind, _) = token(&place, &["--config", &toml]).unwrap();
    assert_eq!((value.as_str(), kind), ("from-systemd-0123456789", "credential"));

    let place = place.with("ABAQUE_METRICS_TOKEN_FILE", &secret);
    let (value, kind, _) = token(&place, &[]).unwrap();
    assert_eq!((value.as_str(), kind), ("from-a-file-0123456789", "environment"));
    let (value, kind, _) = token(&place, &["--metrics-token", "from-a-flag-0123456789"]).unwrap();
    assert_eq!((value.as_str(), kind), ("from-a-flag-0123456789", "flag"));

    let place = place.with("ABAQUE_METRICS_TOKEN", "from-a-variable-0123456789");
    let twice = token(&place, &[]).unwrap_err();
    assert!(twice.contains("ABAQUE_METRICS_TOKEN and") && twice.contains("use one"), "{twice}");
}

#[test]
fn bad_values_name_their_place() {
    let place = Place::new("").with("ABAQUE_PORT", "http");
    let told = place.settings(&[]).unwrap_err();
    assert!(
        told.starts_with("the variable ABAQUE_PORT: `http`") && told.contains("65535"),
        "{told}"
    );
    let told = Place::new("").settings(&["--address", "here"]).unwrap_err();
    assert!(told.starts_with("--address: `here`"), "{told}");
    let told = Place::new("").with("ABAQUE_MAIL_FILE", "/no/such").settings(&[]).unwrap_err();
    assert!(told.contains("ABAQUE_MAIL_FILE: cannot read /no/such: no such file"), "{told}");
    let place = Place::new("");
    let short = place.write("token", "hush");
    let told = place.with("ABAQUE_METRICS_TOKEN_FILE", &short).settings(&[]).unwrap_err();
    assert!(told.contains(&short) && told.contains("16 letters"), "{told}");
}

#[test]
fn misspelt_variables_are_reported() {
    let place = Place::new("")
        .with("ABAQUE_METRIC_TOKEN", "x")
        .with("ABAQUE_TOKEN", "x")
        .with("ABAQUE_TEST_PG", "x")
        .with("ABAQUE_MAIL_FROM", "games@example.org");
    let misspelt = place.settings(&[]).unwrap().misspelt_variables;
    assert_eq!(misspelt, [("ABAQUE_METRIC_TOKEN".into(), "ABAQUE_METRICS_TOKEN".into())]);
}

#[test]
fn the_example_is_a_valid_file_in_both_languages() {
    for lang in Lang::ALL {
        let text = example(lang);
        assert!(Place::new(&text).settings(&[]).is_ok());
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        // Switched on, all but the secrets' files and placeholders are accepted.
        let on: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix('#'))
            .filter(|line| {
                !line.starts_with(' ') && !line.contains("-file =") && !line.contains('…')
            })
            .collect();
        assert_eq!(on.len() + 2, OPTIONS.len());
        let settings = Place::new(&on.join("\n")).settings(&[]).unwrap();
        assert_eq!(settings.list("origin"), ["https://games.example"]);
    }
}
