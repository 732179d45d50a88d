//! `abaque admin invite`: a code with which people may create an account.

use abaque_core::{Lang, StaticMessage, message};
use abaque_store::Store;
use clap::{Arg, ArgMatches, Command, value_parser};
use serde_json::json;

use super::super::json as wants_json;
use crate::command_error::CommandError;
use crate::config::Settings;
use crate::output::print;

/// Most accounts one invitation is good for, and most days it lasts.
const MAX_USES: i64 = 10_000;
const MAX_DAYS: i64 = 3650;

/// The `invite` command line.
pub(super) fn command(lang: Lang) -> Command {
    let say = |en, fr| StaticMessage::new(en, fr).get(lang);
    let number = |name: &'static str, value: &'static str, most: i64, usual: &'static str| {
        let parser = value_parser!(u32).range(1..=most);
        let arg = Arg::new(name).long(name).value_name(value).value_parser(parser);
        arg.default_value(usual).hide_default_value(true)
    };
    Command::new("invite")
        .about(say(
            "Print an invitation to create an account, for a server with registration = \"invitation\"",
            "Afficher une invitation à créer un compte, pour un serveur où registration = \"invitation\"",
        ))
        .args([
            number("uses", "N", MAX_USES, "1")
                .help(say("How many accounts (default: 1)", "Pour combien de comptes (sinon 1)")),
            number("days", "D", MAX_DAYS, "7")
                .help(say("How many days (default: 7)", "Pour combien de jours (sinon 7)")),
            crate::interface::json(lang),
        ])
}

pub(super) async fn run(
    store: &Store,
    settings: &Settings,
    matches: &ArgMatches,
    lang: Lang,
) -> Result<(), CommandError> {
    let number = |name: &str| matches.get_one::<u32>(name).copied().unwrap_or(1);
    let (uses, days) = (number("uses"), number("days"));
    let now = jiff::Timestamp::now().as_millisecond();
    let (code, invitation) = abaque_server::new_invitation(uses, days, now);
    let expires = invitation.expires;
    store.create_invitation(invitation).await?;
    // Behind the #, so that the code is in no log of a web server.
    let link = settings
        .list("origin")
        .first()
        .map(|origin| format!("{}/register#{code}", origin.trim_end_matches('/')));
    let mode = settings.text("registration").unwrap_or_default();
    if mode != "invitation" {
        let told = message!(
            "abaque: registration is \"{mode}\" in this configuration; invitations count only where it is \"invitation\"",
            "abaque\u{a0}: dans cette configuration, registration vaut \"{mode}\"\u{a0}; les invitations ne comptent que si elle vaut \"invitation\""
        );
        eprintln!("{}", told.get(lang));
    }
    let value = || json!({ "code": code, "link": link, "uses": uses, "expires": expires });
    let told = message!(
        "accounts: {uses}, days: {days}; the code is shown only now",
        "comptes\u{a0}: {uses}, jours\u{a0}: {days}\u{a0}; le code n'est montré que maintenant"
    );
    let lines = [Some(code.clone()), link.clone(), Some(told.get(lang).to_owned())];
    let lines: Vec<String> = lines.into_iter().flatten().collect();
    print(wants_json(matches), value, &lines)
}
