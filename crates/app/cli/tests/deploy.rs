//! The files of `deploy` that configure the program: they name options that exist, with values that
//! are allowed.

use std::fs;

use crate::config::run;

fn deploy(name: &str) -> String {
    let path = format!("{}/../../../deploy/{name}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The variables of the program in a compose file, as Compose would set them.
fn variables(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for line in text.lines().filter(|line| !line.trim_start().starts_with('#')) {
        // `environment: { <<: *environment, ABAQUE_NODE: node-1 }` or a line of its own.
        for entry in line.split(['{', ',', '}']).map(str::trim) {
            let Some((name, value)) = entry.split_once(": ") else { continue };
            if name.starts_with("ABAQUE_") {
                found.push((name.to_owned(), value.trim_matches('"').to_owned()));
            }
        }
    }
    found
}

#[test]
fn compose_files_set_options_that_exist() {
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("database-password");
    fs::write(&secret, "hush").unwrap();
    for (file, least) in [("compose/one-node.yaml", 3), ("compose/three-nodes.yaml", 7)] {
        // What the host sets, filled in.
        let text = deploy(file)
            .replace("${ABAQUE_HOST:?set it to the name of your site}", "games.example")
            .replace("/run/secrets/database-password", secret.to_str().unwrap());
        let set: Vec<(String, String)> = variables(&text)
            .into_iter()
            // For Caddy alone.
            .filter(|(name, _)| name != "ABAQUE_HOST")
            .collect();
        assert!(set.len() >= least, "{file}: {set:?}");
        let pairs: Vec<(&str, &str)> =
            set.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let (status, shown, err) = run(&["config", "show"], &pairs);
        assert_eq!((status, err.as_str()), (0, ""), "{file}");
        for (name, _) in &pairs {
            assert!(shown.contains(&format!("# the variable {name}")), "{file}: {name}\n{shown}");
        }
        assert!(!shown.contains("hush"), "{shown}");
        // Health checks run a command that exists, and every node its own name.
        assert!(text.contains(r#"["CMD", "/usr/bin/abaque", "ready"]"#), "{file}");
    }
    let nodes = deploy("compose/three-nodes.yaml");
    for name in ["node-1", "node-2", "node-3"] {
        assert!(nodes.contains(&format!("ABAQUE_NODE: {name} ")), "{name}");
        assert!(deploy("compose/Caddyfile").contains(&format!("{name}:4816")), "{name}");
    }
}

#[test]
fn load_balancers_ask_what_the_server_answers() {
    for file in ["compose/Caddyfile", "balancers/haproxy.cfg"] {
        assert!(deploy(file).contains("/readyz"), "{file}");
    }
    // WebSockets and addresses of clients.
    for part in ["Upgrade $http_upgrade", "X-Forwarded-For $proxy_add_x_forwarded_for"] {
        assert!(deploy("balancers/nginx.conf").contains(part), "{part}");
    }
    assert!(deploy("balancers/haproxy.cfg").contains("option forwardfor"));
}
