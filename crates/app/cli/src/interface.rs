use abaque_catalog::GAMES;
use abaque_core::{GameDescription, Lang, StaticMessage, message};
use clap::{Arg, ArgAction, Command, ValueHint, value_parser};

/// Maximum perft depth: deeper runs would not finish.
pub(crate) const MAX_DEPTH: i64 = 30;

/// The whole command line, in one language.
pub(crate) fn command(lang: Lang) -> Command {
    localise(commands(lang), lang)
}

/// Translates what clap says by itself: usage, headings, help and version.
fn localise(command: Command, lang: Lang) -> Command {
    let say = |en, fr| StaticMessage::new(en, fr).get(lang);
    let help = Arg::new("help").short('h').long("help").action(ArgAction::Help);
    let command = command
        .help_template(say(
            "{about-with-newline}\nUsage: {usage}\n\n{all-args}{after-help}",
            "{about-with-newline}\nEmploi\u{a0}: {usage}\n\n{all-args}{after-help}",
        ))
        .subcommand_help_heading(say("Commands", "Commandes"))
        .disable_help_subcommand(true)
        .disable_help_flag(true)
        .arg(help.help(say("Show this help", "Afficher cette aide")));
    command.mut_subcommands(|inner| localise(inner, lang))
}

/// The game of the examples in help texts.
pub(crate) fn first_game() -> &'static GameDescription {
    (GAMES[0].description)()
}

/// The first game that reads move lists of other programs.
fn importable_game() -> &'static str {
    let entry = GAMES.iter().find(|entry| (entry.can_import)());
    entry.map_or("", |entry| (entry.description)().name)
}

fn commands(lang: Lang) -> Command {
    let say = |en, fr| StaticMessage::new(en, fr).get(lang);
    let titles: Vec<&str> =
        GAMES.iter().map(|entry| (entry.description)().title.get(lang)).collect();
    let titles = titles.join(", ");
    let (first, example) = (first_game().name, first_game().example_spec());
    Command::new("abaque")
        .version(env!("CARGO_PKG_VERSION"))
        .disable_version_flag(true)
        .arg(
            Arg::new("version")
                .short('V')
                .long("version")
                .action(ArgAction::Version)
                .help(say("Show the version", "Afficher la version")),
        )
        .about(
            message!("Board games for two: {titles}", "Jeux de société à deux\u{a0}: {titles}")
                .get(lang)
                .to_owned(),
        )
        .after_help(
            message!(
                "Without a command: play in the browser (as `abaque serve`). At the terminal: `abaque play`.\n\
                 SPEC is a game with its options: {first}, {example} …\n\
                 See `abaque games`, and `abaque rules GAME`.",
                "Sans commande\u{a0}: jouer dans le navigateur (comme «\u{a0}abaque serve\u{a0}»). Au terminal\u{a0}: «\u{a0}abaque play\u{a0}».\n\
                 SPEC est un jeu avec ses options\u{a0}: {first}, {example} …\n\
                 Voir «\u{a0}abaque games\u{a0}» et «\u{a0}abaque rules JEU\u{a0}»."
            )
            .get(lang)
            .to_owned(),
        )
        .arg(
            Arg::new("lang")
                .long("lang")
                .global(true)
                .value_name("en|fr")
                .value_parser(["en", "fr"])
                .hide_possible_values(true)
                .help(say("Language (default: the locale's)", "Langue (sinon celle du système)")),
        )
        .subcommands([
            serve(lang),
            play(lang),
            crate::online::command(lang),
            Command::new("games")
                .about(say("List the games and their options", "Lister les jeux et leurs options"))
                .arg(json(lang)),
            Command::new("rules")
                .about(say("Read the rules of a game", "Lire les règles d'un jeu"))
                .arg(Arg::new("game").value_name("GAME").required(true)),
            Command::new("position")
                .about(say(
                    "Print the position after some moves",
                    "Afficher la position après des coups",
                ))
                .args([spec(lang), position(lang), json(lang)])
                .arg(
                    Arg::new("actions")
                        .value_name("ACTION")
                        .num_args(0..)
                        .allow_hyphen_values(true)
                        .help(say("Moves to play, in order", "Coups à jouer, dans l'ordre")),
                ),
            Command::new("moves")
                .about(say("List all legal moves", "Lister tous les coups possibles"))
                .args([spec(lang), position(lang), json(lang)]),
            Command::new("status")
                .about(say(
                    "Show whose turn it is, or the result",
                    "Dire à qui c'est de jouer, ou le résultat",
                ))
                .args([spec(lang), position(lang), json(lang)]),
            Command::new("perft")
                .about(say("Count move sequences", "Compter les suites de coups"))
                .args([spec(lang), position(lang), json(lang)])
                .arg(
                    Arg::new("depth")
                        .long("depth")
                        .value_name("N")
                        .required(true)
                        .value_parser(value_parser!(u32).range(0..=MAX_DEPTH))
                        .help(say("Length of the sequences", "Longueur des suites")),
                )
                .arg(
                    Arg::new("divide")
                        .long("divide")
                        .action(ArgAction::SetTrue)
                        .help(say("One count per first move", "Un compte par premier coup")),
                ),
            Command::new("view")
                .about(say(
                    "Print a position as a player sees it",
                    "Afficher la position telle qu'un joueur la voit",
                ))
                .args([spec(lang), position(lang).required(true), json(lang)])
                .arg(viewer(lang).required(true)),
            Command::new("remarks")
                .about(say(
                    "Point out what is worth knowing (det balls, blots, deductions)",
                    "Signaler ce qui est bon à savoir (boules det, isolés, déductions)",
                ))
                .args([spec(lang), position(lang), viewer(lang), json(lang)]),
            best(lang),
            analyse(lang),
            crate::commands::puzzle::command(lang),
            contest(lang),
            Command::new("ugi").about(say(
                "Run as a UGI engine for other programs",
                "Servir de moteur UGI à d'autres programmes",
            )),
            draw(lang),
            record(lang),
            crate::commands::admin::command(lang),
            crate::commands::config::command(lang),
            crate::commands::doctor::command(lang),
            crate::commands::ready::command(lang),
            Command::new("completions")
                .about(say(
                    "Print a shell completion script",
                    "Écrire un script de complétion pour le shell",
                ))
                .arg(
                    Arg::new("shell")
                        .value_name("SHELL")
                        .required(true)
                        .value_parser(value_parser!(clap_complete::Shell)),
                ),
            Command::new("man")
                .about(say(
                    "Write the man pages into a folder",
                    "Écrire les pages de manuel dans un dossier",
                ))
                .arg(
                    Arg::new("folder")
                        .value_name("FOLDER")
                        .required(true)
                        .value_hint(ValueHint::DirPath),
                ),
            Command::new("help")
                .about(say(
                    "Show this help, or the help of a command",
                    "Montrer cette aide, ou celle d'une commande",
                ))
                .arg(Arg::new("command").value_name("COMMAND").num_args(0..)),
        ])
}

fn serve(lang: Lang) -> Command {
    let about = StaticMessage::new(
        "Serve the web app and online tables, and open the browser",
        "Servir l'application et les tables en ligne, et ouvrir le navigateur",
    );
    Command::new("serve").about(about.get(lang)).args(crate::config::args(lang))
}

fn play(lang: Lang) -> Command {
    let say = |en, fr| StaticMessage::new(en, fr).get(lang);
    Command::new("play")
        .about(say(
            "Play at the terminal: pass and play, or against the computer (--level)",
            "Jouer au terminal\u{a0}: à deux sur le même écran, ou contre l'ordinateur (--level)",
        ))
        .arg(
            Arg::new("spec")
                .value_name("SPEC")
                .help(say("The game (asked for if missing)", "Le jeu (demandé s'il manque)")),
        )
        .args([
            position(lang),
            Arg::new("resume")
                .long("resume")
                .value_name("FILE")
                .value_hint(ValueHint::FilePath)
                .conflicts_with_all([
                    "spec",
                    "position",
                    "clock",
                    "first",
                    "second",
                    "draw-sides",
                    "no-take-backs",
                ])
                .help(say("Resume a saved game", "Reprendre une partie enregistrée")),
            Arg::new("save").long("save").value_name("FILE").value_hint(ValueHint::FilePath).help(
                say(
                    "Save the game record here after every move",
                    "Enregistrer la notation ici après chaque coup",
                ),
            ),
            Arg::new("clock").long("clock").value_name("CLOCK").allow_hyphen_values(true).help(
                say(
                    "600+5 (seconds, increment), 600d5 (delay), 3/turn (days), - (none)",
                    "600+5 (secondes, incrément), 600d5 (délai), 3/turn (jours), - (sans)",
                ),
            ),
            Arg::new("first")
                .long("first")
                .value_name("NAME")
                .help(say("Name of the first player", "Nom du premier joueur")),
            Arg::new("second")
                .long("second")
                .value_name("NAME")
                .help(say("Name of the second player", "Nom du second joueur")),
            Arg::new("level")
                .long("level")
                .value_name("L")
                .conflicts_with_all(["levels", "player1", "player2"])
                .help(say(
                    "Play against the computer: 1 (a first game) to 8, or best",
                    "Jouer contre l'ordinateur\u{a0}: 1 (première partie) à 8, ou best",
                )),
            Arg::new("side")
                .long("side")
                .value_name("PLAYER")
                .requires("level")
                .help(say("Your side (default: the first)", "Votre camp (sinon le premier)")),
            Arg::new("levels")
                .long("levels")
                .value_name("A,B")
                .conflicts_with_all(["player1", "player2"])
                .help(say("Computer against computer", "Ordinateur contre ordinateur")),
            Arg::new("player1").long("player1").value_name("WHO").help(say(
                "First player: human, 1 to 8, best, ugi:COMMAND",
                "Premier joueur\u{a0}: human, 1 à 8, best, ugi:COMMANDE",
            )),
            Arg::new("player2")
                .long("player2")
                .value_name("WHO")
                .help(say("Second player: likewise", "Second joueur\u{a0}: de même")),
            Arg::new("time")
                .long("time")
                .value_name("TIME")
                .help(say("Computer's time per move: 1s", "Temps de l'ordinateur par coup\u{a0}: 1s")),
            Arg::new("seed").long("seed").value_name("S").value_parser(value_parser!(u64)).help(
                say(
                    "Seed of the computer's random choices",
                    "Clé de tirage des choix de l'ordinateur",
                ),
            ),
            flag("draw-sides", say("Random sides", "Camps au hasard")),
            flag("no-take-backs", say("Do not allow taking back moves", "Ne pas permettre de reprendre un coup")),
            flag(
                "memory",
                say(
                    "No notes: players must remember what they saw (games with secrets)",
                    "Sans notes\u{a0}: les joueurs doivent se souvenir de ce qu'ils ont vu (jeux à secrets)",
                ),
            ),
            flag("plain", say("No colour, ASCII only", "Sans couleur, ASCII seulement")),
        ])
}

fn best(lang: Lang) -> Command {
    let say = |en, fr| StaticMessage::new(en, fr).get(lang);
    Command::new("best")
        .about(say(
            "Ask the computer for the best move",
            "Demander le meilleur coup à l'ordinateur",
        ))
        .args([spec(lang), position(lang), json(lang)])
        .args(thinking(lang))
        .args([
            Arg::new("actions")
                .value_name("ACTION")
                .num_args(0..)
                .help(say("Moves played since", "Coups joués depuis")),
            Arg::new("level").long("level").value_name("L").help(say(
                "Level 1 to 8, or another player: best (default), random, greedy, mcts …",
                "Niveau de 1 à 8, ou un autre joueur\u{a0}: best (par défaut), random, greedy, mcts …",
            )),
            Arg::new("lines")
                .long("lines")
                .value_name("N")
                .value_parser(value_parser!(u64).range(1..=1000))
                .help(say("Number of lines to compare", "Nombre de lignes à comparer")),
            Arg::new("as").long("as").value_name("PLAYER").help(say(
                "The player to move (needed if the view does not say)",
                "Le joueur à qui c'est de jouer (si la vue ne le dit pas)",
            )),
            Arg::new("view")
                .long("view")
                .value_name("VIEW")
                .allow_hyphen_values(true)
                .conflicts_with_all(["position", "actions"])
                .help(say(
                    "What the player sees, instead of a position",
                    "Ce que voit le joueur, au lieu d'une position",
                )),
        ])
}

fn analyse(lang: Lang) -> Command {
    let say = |en, fr| StaticMessage::new(en, fr).get(lang);
    Command::new("analyse")
        .visible_alias("analyze")
        .about(say(
            "Find the mistakes in a game, and the luck",
            "Chercher les fautes d'une partie, et la part de chance",
        ))
        .arg(
            Arg::new("file")
                .value_name("RECORD")
                .required(true)
                .value_hint(ValueHint::FilePath)
                .help(say("A game record; - for stdin", "Une notation\u{a0}; - pour l'entrée standard")),
        )
        .args(thinking(lang))
        .args([
            Arg::new("as").long("as").value_name("PLAYER").help(say(
                "Only this player's moves, judged by what the player could know (games with secrets)",
                "Seulement les coups de ce joueur, d'après ce qu'il pouvait savoir (jeux à secrets)",
            )),
            flag(
                "everything",
                say(
                    "With all secrets revealed (finished games with secrets)",
                    "En connaissant tous les secrets (parties terminées de jeux à secrets)",
                ),
            )
            .conflicts_with("as"),
            Arg::new("plot")
                .long("plot")
                .value_name("FILE.svg|FILE.png")
                .value_hint(ValueHint::FilePath)
                .help(say("Draw the winning chances to this file", "Dessiner l'évolution des chances dans ce fichier")),
            Arg::new("annotate")
                .long("annotate")
                .value_name("FILE")
                .value_hint(ValueHint::FilePath)
                .help(say(
                    "Write the annotated game record to this file",
                    "Écrire la notation commentée dans ce fichier",
                )),
            json(lang),
        ])
}

/// Options for time and strength of a search.
fn thinking(lang: Lang) -> [Arg; 5] {
    let say = |en, fr| StaticMessage::new(en, fr).get(lang);
    [
        Arg::new("time")
            .long("time")
            .value_name("TIME")
            .help(say("Thinking time: 250ms, 1s, 2m", "Temps de réflexion\u{a0}: 250ms, 1s, 2m")),
        Arg::new("nodes")
            .long("nodes")
            .value_name("N")
            .value_parser(value_parser!(u64).range(1..))
            .help(say(
                "Positions to search (reproducible)",
                "Positions à examiner (reproductible)",
            )),
        Arg::new("depth")
            .long("depth")
            .value_name("N")
            .value_parser(value_parser!(u32).range(1..=1000))
            .help(say("Search depth", "Profondeur de recherche")),
        Arg::new("seed")
            .long("seed")
            .value_name("S")
            .value_parser(value_parser!(u64))
            .help(say("Random seed (default: any)", "Clé de tirage (sinon quelconque)")),
        Arg::new("threads")
            .long("threads")
            .value_name("N")
            .value_parser(value_parser!(u64).range(1..=256))
            .help(say("Threads (default: all cores)", "Fils d'exécution (sinon tous les cœurs)")),
    ]
}

fn contest(lang: Lang) -> Command {
    let say = |en, fr| StaticMessage::new(en, fr).get(lang);
    let text = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).allow_hyphen_values(true).help(help)
    };
    let number = |name: &'static str, least: u64, help: &'static str| {
        let parser = value_parser!(u64).range(least..);
        Arg::new(name).long(name).value_name("N").value_parser(parser).help(help)
    };
    let share = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name("P").value_parser(value_parser!(f64)).help(help)
    };
    let player = |name: &'static str, value: &'static str| Arg::new(name).value_name(value);
    Command::new("match")
        .about(say(
            "Play computers against each other and measure the difference",
            "Opposer des ordinateurs et mesurer l'écart",
        ))
        .args([
            spec(lang),
            player("first", "PLAYER1").help(say(
                "5, best:time=200ms, best:nodes=50000, random, greedy, mcts …",
                "5, best:time=200ms, best:nodes=50000, random, greedy, mcts …",
            )),
            player("second", "PLAYER2"),
            number("games", 1, say("Maximum number of games (100)", "Parties au plus (100)")),
            number("seed", 0, say("Random seed (1)", "Clé de tirage (1)")),
            number(
                "threads",
                1,
                say("Games at the same time (all cores)", "Parties à la fois (tous les cœurs)"),
            ),
            number(
                "openings",
                0,
                say(
                    "Random moves at the start of each pair",
                    "Coups au hasard au début de chaque paire",
                ),
            ),
            number(
                "max-plies",
                1,
                say("Longer games are drawn (2000)", "Au-delà, partie déclarée nulle (2000)"),
            ),
            position(lang),
            text(
                "sprt",
                "ELO0,ELO1",
                say(
                    "Stop as soon as one hypothesis is accepted",
                    "S'arrêter dès qu'une hypothèse est acceptée",
                ),
            ),
            share("alpha", say("Error rate of the test (0.05)", "Taux d'erreur du test (0.05)")),
            share("beta", say("Its other error rate (0.05)", "Son autre taux d'erreur (0.05)")),
            text(
                "clock",
                "CLOCK",
                say("Time for whole games: 10s+0.1s", "Temps par partie\u{a0}: 10s+0.1s"),
            ),
            text(
                "records",
                "FILE",
                say("Write all games to this file", "Écrire toutes les parties dans ce fichier"),
            )
            .value_hint(ValueHint::FilePath),
            text(
                "ladder",
                "1..8",
                say(
                    "Each player against the one before, as a Markdown table",
                    "Chaque joueur contre le précédent, en tableau Markdown",
                ),
            )
            .conflicts_with_all(["first", "second"]),
            json(lang),
        ])
}

fn draw(lang: Lang) -> Command {
    let say = |en, fr| StaticMessage::new(en, fr).get(lang);
    Command::new("draw")
        .about(say("Draw a picture of the board", "Dessiner le plateau"))
        .args([spec(lang), position(lang), json(lang)])
        .args([
            Arg::new("output")
                .short('o')
                .long("output")
                .value_name("FILE.svg|FILE.png")
                .required(true)
                .value_hint(ValueHint::FilePath)
                .help(say(
                    "Output file; - for SVG on stdout",
                    "Fichier à écrire\u{a0}; - pour du SVG sur la sortie standard",
                )),
            viewer(lang),
            Arg::new("theme")
                .long("theme")
                .value_name("light|dark|stone|contrast|contrast-dark")
                .value_parser(["light", "dark", "stone", "contrast", "contrast-dark"])
                .hide_possible_values(true)
                .default_value("light")
                .hide_default_value(true)
                .help(say("Theme", "Thème")),
            Arg::new("size")
                .long("size")
                .value_name("PIXELS")
                .value_parser(value_parser!(u32).range(64..=4096))
                .default_value("800")
                .hide_default_value(true)
                .help(say("Width (800)", "Largeur (800)")),
            Arg::new("last")
                .long("last")
                .value_name("ACTION")
                .allow_hyphen_values(true)
                .help(say("Show this as the last move", "Montrer ceci comme dernier coup")),
            Arg::new("arrow")
                .long("arrow")
                .value_names(["FROM", "TO"])
                .num_args(2)
                .action(ArgAction::Append)
                .help(say("Draw an arrow", "Tracer une flèche")),
            flag("targets", say("Mark legal moves", "Marquer les coups possibles")),
            flag("flip", say("From the other side", "Vu de l'autre côté")),
            flag("no-coordinates", say("Without coordinates", "Sans coordonnées")),
        ])
}

fn record(lang: Lang) -> Command {
    let say = |en, fr| StaticMessage::new(en, fr).get(lang);
    let file =
        || {
            Arg::new("file").value_name("FILE").required(true).value_hint(ValueHint::FilePath).help(
                say("A game record; - for stdin", "Une notation\u{a0}; - pour l'entrée standard"),
            )
        };
    Command::new("record")
        .about(say("Work with game records", "Travailler sur des notations"))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands([
            Command::new("check")
                .about(say(
                    "Replay records and check results, random draws and seals",
                    "Rejouer des parties et vérifier résultats, tirages et sceaux",
                ))
                .args([file(), json(lang)]),
            Command::new("show")
                .about(say(
                    "Print a record move by move, in words",
                    "Écrire une partie coup par coup, en mots",
                ))
                .args([
                    file(),
                    flag(
                        "boards",
                        say("With the board after every turn", "Avec le plateau après chaque tour"),
                    ),
                    flag("plain", say("No colour, ASCII only", "Sans couleur, ASCII seulement")),
                ]),
            Command::new("format")
                .about(say(
                    "Write records in canonical form",
                    "Écrire des notations sous leur forme canonique",
                ))
                .arg(file()),
            Command::new("import")
                .about(say(
                    "Turn a move list of another program into a record",
                    "Convertir la liste de coups d'un autre programme",
                ))
                .args([
                    file(),
                    Arg::new("spec")
                        .long("spec")
                        .value_name("SPEC")
                        .default_value(importable_game())
                        .help(say("The game, with its layout", "Le jeu, avec sa disposition")),
                ]),
        ])
}

fn spec(lang: Lang) -> Arg {
    Arg::new("spec")
        .value_name("SPEC")
        .required(true)
        .help(StaticMessage::new("A game with its options", "Un jeu avec ses options").get(lang))
}

/// Positions may begin with `-`.
fn position(lang: Lang) -> Arg {
    Arg::new("position").long("position").value_name("POS").allow_hyphen_values(true).help(
        StaticMessage::new(
            "A position (default: the start)",
            "Une position (sinon celle de départ)",
        )
        .get(lang),
    )
}

pub(crate) fn json(lang: Lang) -> Arg {
    flag("json", StaticMessage::new("Output as JSON", "Sortie en JSON").get(lang))
}

fn viewer(lang: Lang) -> Arg {
    Arg::new("as").long("as").value_name("PLAYER").help(
        StaticMessage::new(
            "The player's letter, or `spectator`",
            "La lettre du joueur, ou «\u{a0}spectator\u{a0}»",
        )
        .get(lang),
    )
}

fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent_in_both_languages() {
        for lang in Lang::ALL {
            command(lang).debug_assert();
        }
    }
}
