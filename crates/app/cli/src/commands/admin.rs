//! `abaque admin`: maintenance of a server's store, whether the server runs or not.

mod check;
mod files;
mod invite;
mod people;
mod reports;
mod terminal_text;
mod transfer;

use abaque_core::{Lang, Message, StaticMessage, message};
use abaque_store::{ForgottenGuests, Person, Store, sqlite_path};
use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint, value_parser};
use serde_json::json;

use super::json as wants_json;
use crate::command_error::CommandError;
use crate::config::{self, Settings};
use crate::output::print;
use crate::{data, guest_retention};

/// The `admin` command line.
pub(crate) fn command(lang: Lang) -> Command {
    let say = |en, fr| StaticMessage::new(en, fr).get(lang);
    let flag = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
    };
    let json = || flag("json", say("Output as JSON", "Sortie en JSON"));
    let name = || {
        Arg::new("name")
            .value_name("NAME")
            .required(true)
            .help(say("The player's name", "Le nom du joueur"))
    };
    let file = |help: &'static str| {
        let file = Arg::new("file").value_name("FILE").required(true);
        file.value_hint(ValueHint::FilePath).help(help)
    };
    Command::new("admin")
        .about(say(
            "Manage a server: players, reports, backups",
            "Administrer un serveur\u{a0}: joueurs, signalements, sauvegardes",
        ))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .args(
            config::option_flags(&["data", "data-password"], lang)
                .into_iter()
                .chain([config::config_arg(lang)])
                .map(|arg| arg.global(true)),
        )
        .subcommands([
            Command::new("stats")
                .about(say("Show statistics", "Afficher les statistiques"))
                .arg(json()),
            Command::new("people").about(say("List the players", "Lister les joueurs")).args([
                Arg::new("search").long("search").value_name("TEXT").help(say(
                    "Only players whose name contains this",
                    "Seulement les joueurs dont le nom contient ce texte",
                )),
                json(),
            ]),
            Command::new("ban").about(say("Ban a player", "Exclure un joueur")).args([
                name(),
                Arg::new("reason").long("reason").value_name("TEXT").required(true).help(say(
                    "Reason, shown to the player",
                    "Raison, montrée au joueur",
                )),
            ]),
            Command::new("unban")
                .about(say("Lift a player's ban", "Lever l'exclusion d'un joueur"))
                .arg(name()),
            Command::new("silence")
                .about(say("Mute a player's chat", "Retirer la parole à un joueur"))
                .args([
                    name(),
                    Arg::new("reason").long("reason").value_name("TEXT").required(true).help(say(
                        "Reason, shown to the player",
                        "Raison, montrée au joueur",
                    )),
                ]),
            Command::new("unsilence")
                .about(say("Unmute a player's chat", "Rendre la parole à un joueur"))
                .arg(name()),
            Command::new("close")
                .about(say(
                    "Delete an account permanently; its games stay, without the name",
                    "Supprimer définitivement un compte\u{a0}; ses parties restent, sans le nom",
                ))
                .arg(name()),
            Command::new("role").about(say("Set a player's role", "Choisir le rôle d'un joueur")).args([
                name(),
                Arg::new("role")
                    .value_name("admin|player")
                    .value_parser(["admin", "player"])
                    .hide_possible_values(true)
                    .required(true)
                    .help(say(
                        "admin: manages the server too",
                        "admin\u{a0}: administre aussi le serveur",
                    )),
            ]),
            Command::new("password")
                .about(say(
                    "Give a player a new password, printed once, and sign them out everywhere",
                    "Donner un nouveau mot de passe à un joueur, affiché une seule fois, et fermer toutes ses sessions",
                ))
                .arg(name()),
            Command::new("reports")
                .about(say("List the reports", "Lister les signalements"))
                .args([
                    flag(
                        "all",
                        say("Include handled reports", "Y compris ceux qui sont traités"),
                    ),
                    json(),
                ]),
            Command::new("report").about(say("Read one report", "Lire un signalement")).args([
                Arg::new("id")
                    .value_name("ID")
                    .required(true)
                    .value_parser(value_parser!(i64).range(1..))
                    .help(say("Its number", "Son numéro")),
                flag("handled", say("Mark it as handled", "Le marquer comme traité")),
                json(),
            ]),
            Command::new("sessions")
                .about(say(
                    "List a player's sessions",
                    "Lister les sessions ouvertes d'un joueur",
                ))
                .args([
                    name(),
                    flag("end", say("Sign the player out everywhere", "Les fermer toutes")),
                    json(),
                ]),
            invite::command(lang),
            Command::new("tidy")
                .about(say(
                    "Delete guests who have been away for long, as the server does once a day",
                    "Supprimer les invités absents depuis longtemps, comme le serveur le fait chaque jour",
                ))
                .args(config::option_flags(&["forget-guests", "forget-players"], lang))
                .arg(json()),
            Command::new("check")
                .about(say(
                    "Check the whole store: replay every game, verify random draws, records and ratings; exit status 1 if something is wrong",
                    "Tout vérifier\u{a0}: rejouer chaque partie, contrôler tirages, notations et classements\u{a0}; le code de sortie est 1 si quelque chose ne va pas",
                ))
                .arg(json()),
            Command::new("backup")
                .about(say(
                    "Copy the whole store to a new file, even while the server runs (SQLite)",
                    "Copier toutes les données dans un nouveau fichier, serveur en marche ou non (SQLite)",
                ))
                .arg(file(say(
                    "The new file; an existing file is never overwritten",
                    "Le nouveau fichier\u{a0}; un fichier existant n'est jamais écrasé",
                ))),
            transfer::command(lang),
            Command::new("restore")
                .about(say(
                    "Replace the store with a backup; the server must be stopped (SQLite)",
                    "Remplacer les données par une sauvegarde\u{a0}; serveur arrêté (SQLite)",
                ))
                .args([
                    file(say("A file from `backup`", "Un fichier fait par «\u{a0}backup\u{a0}»")),
                    flag(
                        "force",
                        say(
                            "Even if the store has players or games; the old file is kept beside it",
                            "Même si les données contiennent des joueurs ou des parties\u{a0}; l'ancien fichier est gardé à côté",
                        ),
                    ),
                ]),
        ])
}

/// `abaque admin …`.
pub(crate) fn run(matches: &ArgMatches, lang: Lang) -> Result<(), CommandError> {
    let Some((command, m)) = matches.subcommand() else { return Ok(()) };
    let settings = Settings::load(m)?;
    let runtime = tokio::runtime::Runtime::new()?;
    if command == "move" {
        return runtime.block_on(transfer::run(&settings, m, lang));
    }
    let url = data::store_url(&settings)?;
    runtime.block_on(async {
        match command {
            "backup" => return files::backup(&url, m, lang).await,
            "restore" => return files::restore(&url, m, lang).await,
            _ => {}
        }
        let store = open_store(&url).await?;
        let done = match command {
            "stats" => stats(&store, m, lang).await,
            "check" => check::run(&store, m, lang).await,
            "people" => people::list(&store, m, lang).await,
            "ban" => people::ban(&store, m, lang).await,
            "unban" => people::unban(&store, m, lang).await,
            "silence" => people::silence(&store, m, lang).await,
            "unsilence" => people::unsilence(&store, m, lang).await,
            "invite" => invite::run(&store, &settings, m, lang).await,
            "tidy" => tidy(&store, &settings, m, lang).await,
            "close" => people::close(&store, m, lang).await,
            "role" => people::role(&store, m, lang).await,
            "password" => people::password(&store, m, lang).await,
            "reports" => reports::list(&store, m, lang).await,
            "report" => reports::show(&store, m, lang).await,
            "sessions" => people::sessions(&store, m, lang).await,
            _ => Ok(()),
        };
        store.close().await;
        done
    })
}

/// Opens an existing store: a mistyped path must not create an empty one.
async fn open_store(url: &str) -> Result<Store, CommandError> {
    if let Some(path) = sqlite_path(url)?
        && !path.exists()
    {
        let path = path.display();
        return Err(CommandError::input(message!(
            "there is no store at {path}; set --data or ABAQUE_DATA, or create one with `abaque serve`",
            "il n'y a pas de données dans {path}\u{a0}; --data ou ABAQUE_DATA dit où elles sont, «\u{a0}abaque serve\u{a0}» les crée"
        )));
    }
    Ok(Store::open(url).await?)
}

/// Finds a person who is not deleted.
async fn find_person(store: &Store, name: &str) -> Result<Person, CommandError> {
    match store.person_named(name).await? {
        Some(person) if !person.closed => Ok(person),
        _ => Err(CommandError::input(message!(
            "there is no player `{name}`; `abaque admin people` lists all players",
            "il n'y a pas de joueur «\u{a0}{name}\u{a0}»\u{a0}; «\u{a0}abaque admin people\u{a0}» donne la liste"
        ))),
    }
}

/// Prints that the command succeeded.
fn print_done(lang: Lang, message: &Message) -> Result<(), CommandError> {
    print(false, || json!(null), &[message.get(lang).to_owned()])
}

async fn tidy(
    store: &Store,
    settings: &Settings,
    matches: &ArgMatches,
    lang: Lang,
) -> Result<(), CommandError> {
    let now = jiff::Timestamp::now().as_millisecond();
    let ForgottenGuests { gone, nameless } =
        store.forget_idle_guests(guest_retention::from_settings(settings), now).await?;
    let told = message!(
        "guests deleted: {gone}, now without a name in their games: {nameless}",
        "invités supprimés\u{a0}: {gone}, désormais sans nom dans leurs parties\u{a0}: {nameless}"
    );
    let value = || json!({ "gone": gone, "nameless": nameless });
    print(wants_json(matches), value, &[told.get(lang).to_owned()])
}

async fn stats(store: &Store, matches: &ArgMatches, lang: Lang) -> Result<(), CommandError> {
    let stats = store.stats().await?;
    let counts = [
        ("accounts", "accounts", "comptes", stats.accounts),
        ("guests", "guests", "invités", stats.guests),
        ("sessions", "signed in", "sessions ouvertes", stats.sessions),
        ("games", "games", "parties", stats.games),
        ("open", "games that wait for a player", "parties qui attendent un joueur", stats.open),
        ("playing", "games under way", "parties en cours", stats.playing),
        ("acts", "acts of all games", "actes de toutes les parties", stats.acts),
        ("reports", "reports to deal with", "signalements à traiter", stats.reports),
    ];
    let lines: Vec<String> = counts
        .iter()
        .map(|(_, en, fr, count)| format!("{count:>8}  {}", StaticMessage::new(en, fr).get(lang)))
        .collect();
    let value = || counts.iter().map(|(key, _, _, count)| (*key, json!(count))).collect();
    print(wants_json(matches), value, &lines)
}
