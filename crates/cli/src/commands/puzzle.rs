//! `abaque puzzle`: positions with one clearly best answer, to be solved here.

use abaque_core::{Lang, Observer, Said, Source, SplitMix, Turn, Words, said};
use abaque_draw::TermOptions;
use abaque_puzzles::{Ask, Attempt, Puzzle, Verdict};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use serde_json::{Value, json};

use super::{json as wants_json, text};
use crate::failure::Failure;
use crate::output::print;
use crate::play::input::Input;
use crate::play::screen::Screen;

/// The command line of it.
pub(crate) fn command(lang: Lang) -> Command {
    let say = |en, fr| Words::new(en, fr).get(lang);
    Command::new("puzzle")
        .about(say("Solve puzzles", "Résoudre des problèmes"))
        .arg(Arg::new("game").value_name("GAME").required(true))
        .arg(
            Arg::new("answers")
                .value_name("ANSWER")
                .num_args(0..)
                .requires("id")
                .allow_hyphen_values(true)
                .help(say(
                    "Check these answers to --id, in order, instead of asking",
                    "Vérifier ces réponses à --id, dans l'ordre, sans rien demander",
                )),
        )
        .arg(Arg::new("id").long("id").value_name("ID").help(say("Which puzzle", "Quel problème")))
        .arg(
            Arg::new("rating")
                .long("rating")
                .value_name("N")
                .value_parser(value_parser!(u16))
                .help(say(
                    "About as hard as this (600 easy, 2000 hard)",
                    "À peu près de cette difficulté (600 facile, 2000 difficile)",
                )),
        )
        .arg(
            Arg::new("list")
                .long("list")
                .action(ArgAction::SetTrue)
                .help(say("List all with their ratings and themes", "Lister tous les problèmes")),
        )
        .arg(Arg::new("plain").long("plain").action(ArgAction::SetTrue).help(say(
            "Plain letters only, no colours",
            "Lettres simples seulement, sans couleurs",
        )))
        .arg(
            Arg::new("json")
                .long("json")
                .action(ArgAction::SetTrue)
                .help(say("Write JSON", "Écrire du JSON")),
        )
}

/// `abaque puzzle`.
pub(crate) fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let puzzles = abaque_puzzles::shipped(text(matches, "game"))?;
    if matches.get_flag("list") {
        let lines: Vec<String> = puzzles.iter().map(summary).collect();
        return print(wants_json(matches), || puzzles.iter().map(asked).collect(), &lines);
    }
    let chosen = match matches.get_one::<String>("id") {
        Some(id) => puzzles.iter().position(|puzzle| puzzle.id == *id).ok_or_else(|| {
            Failure::input(said!(
                "there is no puzzle `{id}`; `--list` lists them",
                "il n'y a pas de problème « {id} » ; « --list » les donne tous"
            ))
        })?,
        None => pick(&puzzles, matches.get_one("rating").copied())?,
    };
    let answers: Vec<&String> = matches.get_many("answers").into_iter().flatten().collect();
    if !answers.is_empty() {
        return check(matches, &puzzles[chosen], &answers);
    }
    if wants_json(matches) {
        return print(true, || asked(&puzzles[chosen]), &[]);
    }
    let screen = Screen::new(lang, matches.get_flag("plain"));
    sit(&puzzles, chosen, &screen)
}

/// One at random among the eight nearest to the rating, or among all.
fn pick(puzzles: &[Puzzle], rating: Option<u16>) -> Result<usize, Failure> {
    let mut order: Vec<usize> = (0..puzzles.len()).collect();
    if let Some(rating) = rating {
        order.sort_by_key(|&at| puzzles[at].rating.abs_diff(rating));
        order.truncate(8);
    }
    if order.is_empty() {
        return Err(Failure::World(said!(
            "there are no puzzles for this game",
            "il n'y a pas de problèmes pour ce jeu"
        )));
    }
    let seed = getrandom::u64().map_err(|error| Failure::World(said!("{error}", "{error}")))?;
    Ok(order[SplitMix(seed).below(order.len() as u64) as usize])
}

fn summary(puzzle: &Puzzle) -> String {
    format!("{} {:>4} {}", puzzle.id, puzzle.rating, puzzle.themes.join(","))
}

/// A puzzle without its answer.
fn asked(puzzle: &Puzzle) -> Value {
    json!({
        "id": puzzle.id,
        "game": puzzle.game,
        "position": puzzle.position,
        "ask": kind(&puzzle.ask),
        "rating": puzzle.rating,
        "themes": puzzle.themes,
    })
}

fn kind(ask: &Ask) -> &'static str {
    match ask {
        Ask::Line(_) => "line",
        Ask::Most { .. } => "most",
        Ask::Turn(_) => "turn",
        Ask::Certain { .. } => "certain",
    }
}

fn check(matches: &ArgMatches, puzzle: &Puzzle, answers: &[&String]) -> Result<(), Failure> {
    let mut attempt = Attempt::new(puzzle)?;
    let mut lines = Vec::new();
    for answer in answers {
        let verdict = attempt.answer(answer)?;
        lines.push(match &verdict {
            Verdict::Solved => "solved".into(),
            Verdict::Right(replies) => format!("right {}", replies.join(" ")),
            Verdict::GoOn => "go on".to_string(),
            Verdict::Wrong => "wrong".into(),
        });
        if matches!(verdict, Verdict::Solved | Verdict::Wrong) {
            break;
        }
    }
    print(wants_json(matches), || json!({ "verdicts": lines }), &lines)
}

/// Asks one puzzle after the other until nobody answers.
fn sit(puzzles: &[Puzzle], mut at: usize, screen: &Screen) -> Result<(), Failure> {
    let mut input = Input::new();
    let mut solved = 0;
    loop {
        match ask(&puzzles[at], screen, &mut input)? {
            Ending::Solved => solved += 1,
            Ending::Next => {}
            Ending::Quit => {
                screen.say(&said!("solved: {solved}", "résolus : {solved}"));
                return Ok(());
            }
        }
        at = (at + 1) % puzzles.len();
    }
}

enum Ending {
    Solved,
    Next,
    Quit,
}

fn ask(puzzle: &Puzzle, screen: &Screen, input: &mut Input) -> Result<Ending, Failure> {
    let mut attempt = Attempt::new(puzzle)?;
    let (id, rating) = (&puzzle.id, puzzle.rating);
    screen.line("", 0);
    screen.say(&said!("Puzzle {id}, rated {rating}", "Problème {id}, coté {rating}"));
    board(&attempt, puzzle, screen, None)?;
    screen.say(&question(puzzle, &attempt));
    screen.say(&said!(
        "Type your answer; `hint`, `answer`, `next` and `quit` work too.",
        "Tapez votre réponse ; « indice », « solution », « suivant » et « quitter » marchent aussi."
    ));
    loop {
        let words = attempt.game().offered();
        let Some(line) = input.line("> ", words)? else { return Ok(Ending::Quit) };
        match line.trim() {
            "" => continue,
            "quit" | "quitter" | "q" => return Ok(Ending::Quit),
            "next" | "suivant" => return Ok(Ending::Next),
            "hint" | "indice" => screen.say(&hint(puzzle)),
            "answer" | "solution" => {
                screen.line(&format!("  {}", answer(puzzle)), 4);
                return Ok(Ending::Next);
            }
            typed => match attempt.answer(typed) {
                Err(refused) => screen.line(&refused.tell(screen.lang), 2),
                Ok(Verdict::Solved) => {
                    board(&attempt, puzzle, screen, Some(typed))?;
                    screen.say(&said!("Solved!", "Résolu !"));
                    return Ok(Ending::Solved);
                }
                Ok(Verdict::Wrong) => {
                    screen.say(&said!("No. Try again.", "Non. Essayez encore."));
                }
                Ok(Verdict::GoOn) => {
                    board(&attempt, puzzle, screen, Some(typed))?;
                    screen.say(&said!("Go on.", "Continuez."));
                }
                Ok(Verdict::Right(replies)) => {
                    board(&attempt, puzzle, screen, replies.last().map(String::as_str))?;
                    let replies = replies.join(" ");
                    screen.say(&said!(
                        "Right. {replies} — and now?",
                        "Juste. {replies} — et ensuite ?"
                    ));
                }
            },
        }
    }
}

fn board(
    attempt: &Attempt,
    puzzle: &Puzzle,
    screen: &Screen,
    last: Option<&str>,
) -> Result<(), Failure> {
    let options = TermOptions {
        colour: screen.colour,
        unicode: !screen.plain,
        lang: screen.lang,
        last: last.map(String::from),
        flip: false,
        outcome: None,
    };
    let view = match (&puzzle.ask, attempt.game().turn()) {
        (Ask::Certain { .. }, _) => puzzle.position.clone(),
        (_, Turn::Over(_)) => attempt.game().position(),
        _ => attempt.game().view(Observer::Player(attempt.solver())),
    };
    let drawn = abaque_draw::ansi(&attempt.game().spec(), &view, &options)?;
    crate::output::show(&format!("\n{drawn}"));
    Ok(())
}

fn question(puzzle: &Puzzle, attempt: &Attempt) -> Said {
    let who = attempt.game().info().players[attempt.solver().index()];
    let (en, fr) = (who.en, who.fr);
    match &puzzle.ask {
        Ask::Line(_) => {
            said!("{en} to play: find the best line.", "{fr} joue : trouvez le meilleur jeu.")
        }
        Ask::Turn(_) => {
            said!("{en} to play this throw as well as possible.", "{fr} joue ce lancer au mieux.")
        }
        Ask::Most { .. } => said!(
            "{en} to play: take as many pawns as possible before the turn passes (nobody says Stop).",
            "{fr} joue : prenez le plus de pions possible avant de passer la main (personne ne dit Stop)."
        ),
        Ask::Certain { .. } => said!(
            "{en}: something hidden is certain. What? (d6:middle=n is a pawn, d6:rod=s a rod; parts: bottom, middle, top, rod)",
            "{fr} : quelque chose de caché est certain. Quoi ? (d6:middle=n est un pion, d6:rod=s une tige ; parties : bottom, middle, top, rod)"
        ),
    }
}

/// Where to look, not what to do.
fn hint(puzzle: &Puzzle) -> Said {
    match &puzzle.ask {
        Ask::Line(line) | Ask::Turn(line) => {
            let first = line.first().map_or("", String::as_str);
            let start: String = first.chars().take(first.len().div_ceil(2)).collect();
            said!(
                "The first action begins with `{start}`.",
                "La première action commence par « {start} »."
            )
        }
        Ask::Most { pawns, .. } => said!("{pawns} can be taken.", "On peut en prendre {pawns}."),
        Ask::Certain { place, .. } => {
            let field = place.split(':').next().unwrap_or_default();
            said!("Look at {field}.", "Regardez {field}.")
        }
    }
}

fn answer(puzzle: &Puzzle) -> String {
    match &puzzle.ask {
        Ask::Line(line) | Ask::Turn(line) | Ask::Most { line, .. } => line.join(" "),
        Ask::Certain { place, answer } => format!("{place}={answer}"),
    }
}
