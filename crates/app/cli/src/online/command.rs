use abaque_core::{Lang, StaticMessage};
use clap::{Arg, ArgAction, ArgGroup, Command, ValueHint};

/// Arguments that conflict with the terms of a new table. `requires` alone is not enough: clap
/// skips it if the required option conflicts with a given one.
const OTHER_SEATS: [&str; 3] = ["seek", "join", "watch"];

/// The command line of `abaque online`.
pub(crate) fn command(lang: Lang) -> Command {
    let say = |en, fr| StaticMessage::new(en, fr).get(lang);
    let text = |name: &'static str, value: &'static str, en, fr| {
        Arg::new(name).long(name).value_name(value).help(say(en, fr))
    };
    let flag = |name: &'static str, en, fr| {
        Arg::new(name).long(name).action(ArgAction::SetTrue).help(say(en, fr))
    };
    Command::new("online")
        .about(say("Play on a server, at the terminal", "Jouer sur un serveur, au terminal"))
        .after_help(say(
            "Without options it lists your games, open tables and live games. You play as a guest, the same each time,\n\
             or with the token of your account. At the table type `help`.",
            "Sans option, liste vos parties, les tables ouvertes et les parties en direct. Vous jouez en invité, le même\n\
             à chaque fois, ou avec le jeton de votre compte. À la table, tapez «\u{a0}aide\u{a0}».",
        ))
        .arg(
            Arg::new("server")
                .value_name("SERVER")
                .required(true)
                .value_hint(ValueHint::Url)
                .help(say("http://host:port or https://host", "http://hôte:port ou https://hôte")),
        )
        .args([
            text("new", "SPEC", "Create a table and wait for an opponent", "Créer une table et attendre un adversaire"),
            text(
                "seek",
                "SPEC",
                "Find an opponent, with random sides",
                "Trouver un adversaire, camps au hasard",
            ),
            text(
                "join",
                "GAME",
                "Join a game, or resume one of yours",
                "Rejoindre une partie, ou reprendre l'une des vôtres",
            ),
            text("watch", "GAME", "Watch a game", "Regarder une partie"),
            text(
                "clock",
                "CLOCK",
                "600+5 (seconds, increment), 600d5 (delay), 3/turn (days), - (none)",
                "600+5 (secondes, incrément), 600d5 (délai), 3/turn (jours), - (sans)",
            )
            .allow_hyphen_values(true)
            .conflicts_with_all(["join", "watch"]),
            flag("rated", "Rated game", "Partie classée").conflicts_with_all(["join", "watch"]),
            flag(
                "private",
                "Only players who know its id can join",
                "Seuls les joueurs qui connaissent son identifiant peuvent la rejoindre",
            )
            .requires("new")
            .conflicts_with_all(OTHER_SEATS),
            flag(
                "strict",
                "Start only when both players are online: your seed stays here until then",
                "Ne commencer que si les deux joueurs sont en ligne\u{a0}: votre clé de tirage reste ici jusque-là",
            )
            .requires("new")
            .conflicts_with_all(["seek", "join", "watch", "here"]),
            text("side", "first|second|lot", "Your side (lot)", "Votre camp (lot)")
                .value_parser(["first", "second", "lot"])
                .hide_possible_values(true)
                .requires("new")
                .conflicts_with_all(OTHER_SEATS),
            text(
                "against",
                "NAME|computer:LEVEL",
                "A player, by name, or the computer: computer:1 to computer:8",
                "Un joueur, par son nom, ou l'ordinateur\u{a0}: computer:1 à computer:8",
            )
            .requires("new")
            .conflicts_with_all(OTHER_SEATS),
            flag("here", "Pass and play at this terminal", "À deux sur le même écran, à ce terminal")
                .requires("new")
                .conflicts_with_all(["against", "rated", "side"]),
            text(
                "token",
                "TOKEN",
                "The token of your account (better in $ABAQUE_TOKEN)",
                "Le jeton de votre compte (mieux\u{a0}: $ABAQUE_TOKEN)",
            ),
            text(
                "guest",
                "WORD",
                "Play as another guest, saved under this name",
                "Jouer comme un autre invité, enregistré sous ce nom",
            )
            .conflicts_with("token"),
            text(
                "save",
                "FILE",
                "Save the game record here when the game is over",
                "Enregistrer la notation ici une fois la partie terminée",
            )
            .value_hint(ValueHint::FilePath),
            flag("plain", "No colour, ASCII only", "Sans couleur, ASCII seulement"),
            flag("json", "The lists as JSON", "Les listes en JSON")
                .conflicts_with_all(["new", "seek", "join", "watch", "save"]),
        ])
        .group(ArgGroup::new("what").args(["new", "seek", "join", "watch"]))
}
