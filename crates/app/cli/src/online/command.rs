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
            "Alone it lists open games, games to watch and your own. You come as a guest, the same each time,\n\
             or with the token of your account. At the table type `help`.",
            "Seule, elle liste les parties ouvertes, celles à regarder et les vôtres. On vient en invité, le même\n\
             à chaque fois, ou avec le jeton de son compte. À la table, taper « aide ».",
        ))
        .arg(
            Arg::new("server")
                .value_name("SERVER")
                .required(true)
                .value_hint(ValueHint::Url)
                .help(say("http://host:port or https://host", "http://hôte:port ou https://hôte")),
        )
        .args([
            text("new", "SPEC", "Open a game and wait for somebody", "Ouvrir une partie et attendre quelqu'un"),
            text(
                "seek",
                "SPEC",
                "Play whoever looks for the same, sides by lot",
                "Jouer avec qui cherche la même chose, camps au sort",
            ),
            text(
                "join",
                "GAME",
                "Join a game, or go on with one of yours",
                "Rejoindre une partie, ou continuer l'une des vôtres",
            ),
            text("watch", "GAME", "Look on", "Regarder une partie"),
            text(
                "clock",
                "CLOCK",
                "600+5 (seconds, increment), 600d5 (delay), 3/turn (days), - (none)",
                "600+5 (secondes, incrément), 600d5 (délai), 3/turn (jours), - (sans)",
            )
            .allow_hyphen_values(true)
            .conflicts_with_all(["join", "watch"]),
            flag("rated", "The game counts", "La partie compte").conflicts_with_all(["join", "watch"]),
            flag(
                "private",
                "Only who is told its name finds the game",
                "Seul qui connaît son nom trouve la partie",
            )
            .requires("new")
            .conflicts_with_all(OTHER_SEATS),
            flag(
                "strict",
                "Start only when both players are online: your seed stays here until then",
                "Ne commencer que si les deux joueurs sont en ligne : votre graine reste ici jusque-là",
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
                "Somebody by name, or a computer player: computer:1 to computer:8",
                "Quelqu'un par son nom, ou un ordinateur : computer:1 à computer:8",
            )
            .requires("new")
            .conflicts_with_all(OTHER_SEATS),
            flag("here", "Both players sit at this terminal", "Les deux joueurs sont à ce terminal")
                .requires("new")
                .conflicts_with_all(["against", "rated", "side"]),
            text(
                "token",
                "TOKEN",
                "The token of your account (better in $ABAQUE_TOKEN)",
                "Le jeton de votre compte (mieux : $ABAQUE_TOKEN)",
            ),
            text(
                "guest",
                "WORD",
                "Be another guest, kept under this word",
                "Être un autre invité, gardé sous ce mot",
            )
            .conflicts_with("token"),
            text(
                "save",
                "FILE",
                "Write the record here when the game is over",
                "Écrire la partie ici une fois finie",
            )
            .value_hint(ValueHint::FilePath),
            flag("plain", "No colour, ASCII only", "Sans couleur, ASCII seulement"),
            flag("json", "The lists as JSON", "Les listes en JSON")
                .conflicts_with_all(["new", "seek", "join", "watch", "save"]),
        ])
        .group(ArgGroup::new("what").args(["new", "seek", "join", "watch"]))
}
