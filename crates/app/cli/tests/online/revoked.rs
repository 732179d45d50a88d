//! Access revoked during a game.

use std::ffi::OsStr;
use std::fs::{self, File};

use crate::harness::{ServerProcess, TerminalUser, administer};

#[test]
fn a_banned_player_is_told_and_does_not_reconnect() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = ServerProcess::start(folder, "0", &[]);
    let url = server.url();
    for (lang, told) in [
        ("en", ["The server has ended your session", "Contact its administrator"]),
        ("fr", ["Le serveur a mis fin à votre session", "Écrivez à son administrateur"]),
    ] {
        let name = format!("Ada{lang}");
        let token = server.token(&name);
        let errors = folder.join(format!("errors-{lang}"));
        let person = TerminalUser::sit_beside(
            &folder.join(lang),
            &[&url, "--new", "abalone", "--lang", lang],
            &[("ABAQUE_TOKEN", OsStr::new(&token))],
            File::create(&errors).unwrap().into(),
        );
        person.sees("--join", 1);
        administer(folder, &["ban", &name, "--reason", "spam"]);
        assert_ne!(person.ends(), 0);
        let text = fs::read_to_string(&errors).unwrap();
        assert!(told.iter().all(|told| text.contains(told)) && text.contains("spam"), "{text}");
    }
}
