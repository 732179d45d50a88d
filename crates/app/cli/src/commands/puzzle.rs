//! `abaque puzzle`: positions with one clearly best answer, solved at the terminal.

use abaque_core::{Lang, Message, Observer, RandomSource, SplitMix, StaticMessage, Turn, message};
use abaque_draw::TerminalOptions;
use abaque_puzzles::{Puzzle, PuzzleAttempt, PuzzleQuestion, PuzzleVerdict};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use serde_json::{Value, json};

use super::{json as wants_json, text};
use crate::command_error::CommandError;
use crate::output::print;
use crate::play::input::Input;
use crate::play::screen::TerminalScreen;

/// The `puzzle` command line.
pub(crate) fn command(lang: Lang) -> Command {
    let say = |en, fr| StaticMessage::new(en, fr).get(lang);
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
                    "Check these answers to --id, in order, without asking",
                    "Vérifier ces réponses à --id, dans l'ordre, sans rien demander",
                )),
        )
        .arg(
            Arg::new("id")
                .long("id")
                .value_name("ID")
                .help(say("Puzzle to solve", "Problème à résoudre")),
        )
        .arg(
            Arg::new("rating")
                .long("rating")
                .value_name("N")
                .value_parser(value_parser!(u16))
                .help(say(
                    "Approximate difficulty (600 easy, 2000 hard)",
                    "Difficulté approximative (600 facile, 2000 difficile)",
                )),
        )
        .arg(Arg::new("list").long("list").action(ArgAction::SetTrue).help(say(
            "List all puzzles with their ratings and themes",
            "Lister tous les problèmes avec leur cote et leurs thèmes",
        )))
        .arg(Arg::new("plain").long("plain").action(ArgAction::SetTrue).help(say(
            "Plain letters only, no colours",
            "Lettres simples seulement, sans couleurs",
        )))
        .arg(
            Arg::new("json")
                .long("json")
                .action(ArgAction::SetTrue)
                .help(say("Output as JSON", "Sortie en JSON")),
        )
}

/// `abaque puzzle`.
pub(crate) fn run(matches: &ArgMatches, lang: Lang) -> Result<(), CommandError> {
    let puzzles = abaque_puzzles::shipped(text(matches, "game"))?;
    if matches.get_flag("list") {
        let lines: Vec<String> = puzzles.iter().map(summary).collect();
        return print(wants_json(matches), || puzzles.iter().map(puzzle_json).collect(), &lines);
    }
    let chosen = match matches.get_one::<String>("id") {
        Some(id) => puzzles.iter().position(|puzzle| puzzle.id == *id).ok_or_else(|| {
            CommandError::input(message!(
                "there is no puzzle `{id}`; `--list` lists them",
                "il n'y a pas de problème «\u{a0}{id}\u{a0}»\u{a0}; «\u{a0}--list\u{a0}» les donne tous"
            ))
        })?,
        None => pick(&puzzles, matches.get_one("rating").copied())?,
    };
    let answers: Vec<&String> = matches.get_many("answers").into_iter().flatten().collect();
    if !answers.is_empty() {
        return check_answers(matches, &puzzles[chosen], &answers);
    }
    if wants_json(matches) {
        return print(true, || puzzle_json(&puzzles[chosen]), &[]);
    }
    let screen = TerminalScreen::new(lang, matches.get_flag("plain"));
    run_puzzles(&puzzles, chosen, &screen)
}

/// Picks at random among the eight puzzles nearest to the rating, or among all.
fn pick(puzzles: &[Puzzle], rating: Option<u16>) -> Result<usize, CommandError> {
    let mut order: Vec<usize> = (0..puzzles.len()).collect();
    if let Some(rating) = rating {
        order.sort_by_key(|&at| puzzles[at].rating.abs_diff(rating));
        order.truncate(8);
    }
    if order.is_empty() {
        return Err(CommandError::Environment(message!(
            "there are no puzzles for this game",
            "il n'y a pas de problèmes pour ce jeu"
        )));
    }
    let seed = getrandom::u64()
        .map_err(|error| CommandError::Environment(message!("{error}", "{error}")))?;
    Ok(order[SplitMix(seed).below(order.len() as u64) as usize])
}

fn summary(puzzle: &Puzzle) -> String {
    format!("{} {:>4} {}", puzzle.id, puzzle.rating, puzzle.themes.join(","))
}

/// A puzzle without its answer.
fn puzzle_json(puzzle: &Puzzle) -> Value {
    json!({
        "id": puzzle.id,
        "game": puzzle.game,
        "position": puzzle.position,
        "ask": question_kind(&puzzle.ask),
        "rating": puzzle.rating,
        "themes": puzzle.themes,
    })
}

fn question_kind(ask: &PuzzleQuestion) -> &'static str {
    match ask {
        PuzzleQuestion::Line(_) => "line",
        PuzzleQuestion::Most { .. } => "most",
        PuzzleQuestion::Turn(_) => "turn",
        PuzzleQuestion::Certain { .. } => "certain",
    }
}

fn check_answers(
    matches: &ArgMatches,
    puzzle: &Puzzle,
    answers: &[&String],
) -> Result<(), CommandError> {
    let mut attempt = PuzzleAttempt::new(puzzle)?;
    let mut lines = Vec::new();
    for answer in answers {
        let verdict = attempt.answer(answer)?;
        lines.push(match &verdict {
            PuzzleVerdict::Solved => "solved".into(),
            PuzzleVerdict::Right(replies) => format!("right {}", replies.join(" ")),
            PuzzleVerdict::Undecided => "go on".to_string(),
            PuzzleVerdict::Wrong => "wrong".into(),
        });
        if matches!(verdict, PuzzleVerdict::Solved | PuzzleVerdict::Wrong) {
            break;
        }
    }
    print(wants_json(matches), || json!({ "verdicts": lines }), &lines)
}

/// Asks one puzzle after the other until the input ends.
fn run_puzzles(
    puzzles: &[Puzzle],
    mut at: usize,
    screen: &TerminalScreen,
) -> Result<(), CommandError> {
    let mut input = Input::new();
    let mut solved = 0;
    loop {
        match ask_puzzle(&puzzles[at], screen, &mut input)? {
            PuzzleEnd::Solved => solved += 1,
            PuzzleEnd::Next => {}
            PuzzleEnd::Quit => {
                screen.say(&message!("solved: {solved}", "résolus\u{a0}: {solved}"));
                return Ok(());
            }
        }
        at = (at + 1) % puzzles.len();
    }
}

enum PuzzleEnd {
    Solved,
    Next,
    Quit,
}

fn ask_puzzle(
    puzzle: &Puzzle,
    screen: &TerminalScreen,
    input: &mut Input,
) -> Result<PuzzleEnd, CommandError> {
    let mut attempt = PuzzleAttempt::new(puzzle)?;
    let (id, rating) = (&puzzle.id, puzzle.rating);
    screen.show_line("", 0);
    screen.say(&message!("Puzzle {id}, rated {rating}", "Problème {id}, coté {rating}"));
    show_board(&attempt, puzzle, screen, None)?;
    screen.say(&question(puzzle, &attempt));
    screen.say(&message!(
        "Enter your answer, or `hint`, `answer`, `next`, `quit`.",
        "Saisissez votre réponse, ou «\u{a0}indice\u{a0}», «\u{a0}solution\u{a0}», «\u{a0}suivant\u{a0}», «\u{a0}quitter\u{a0}»."
    ));
    loop {
        let words = attempt.game().offered_plies();
        let Some(line) = input.read_line("> ", words)? else { return Ok(PuzzleEnd::Quit) };
        match line.trim() {
            "" => continue,
            "quit" | "quitter" | "q" => return Ok(PuzzleEnd::Quit),
            "next" | "suivant" => return Ok(PuzzleEnd::Next),
            "hint" | "indice" => screen.say(&hint(puzzle)),
            "answer" | "solution" => {
                screen.show_line(&format!("  {}", answer(puzzle)), 4);
                return Ok(PuzzleEnd::Next);
            }
            typed => match attempt.answer(typed) {
                Err(refused) => screen.show_line(&refused.localized(screen.lang), 2),
                Ok(PuzzleVerdict::Solved) => {
                    show_board(&attempt, puzzle, screen, Some(typed))?;
                    screen.say(&message!("Solved!", "Résolu\u{a0}!"));
                    return Ok(PuzzleEnd::Solved);
                }
                Ok(PuzzleVerdict::Wrong) => {
                    screen.say(&message!(
                        "Not quite. Try again.",
                        "Pas tout à fait. Essayez encore."
                    ));
                }
                Ok(PuzzleVerdict::Undecided) => {
                    show_board(&attempt, puzzle, screen, Some(typed))?;
                    screen.say(&message!(
                        "Keep going: your turn is not over.",
                        "Continuez\u{a0}: votre tour n'est pas fini."
                    ));
                }
                Ok(PuzzleVerdict::Right(replies)) => {
                    show_board(&attempt, puzzle, screen, replies.last().map(String::as_str))?;
                    let replies = replies.join(" ");
                    screen.say(&message!(
                        "Correct. {replies} — what next?",
                        "Bien joué. {replies} — et ensuite\u{a0}?"
                    ));
                }
            },
        }
    }
}

fn show_board(
    attempt: &PuzzleAttempt,
    puzzle: &Puzzle,
    screen: &TerminalScreen,
    last: Option<&str>,
) -> Result<(), CommandError> {
    let options = TerminalOptions {
        colour: screen.colour,
        unicode: !screen.plain,
        lang: screen.lang,
        last: last.map(String::from),
        flip: false,
        outcome: None,
    };
    let view = match (&puzzle.ask, attempt.game().turn()) {
        (PuzzleQuestion::Certain { .. }, _) => puzzle.position.clone(),
        (_, Turn::Over(_)) => attempt.game().position(),
        _ => attempt.game().view(Observer::Player(attempt.solver())),
    };
    let drawn = abaque_draw::ansi(&attempt.game().spec(), &view, &options)?;
    crate::output::show_text(&format!("\n{drawn}"));
    Ok(())
}

fn question(puzzle: &Puzzle, attempt: &PuzzleAttempt) -> Message {
    let who = attempt.game().description().players[attempt.solver().index()];
    let (en, fr) = (who.en, who.fr);
    match &puzzle.ask {
        PuzzleQuestion::Line(_) => {
            message!(
                "{en} to play: find the best moves.",
                "{fr} joue\u{a0}: trouvez les meilleurs coups."
            )
        }
        PuzzleQuestion::Turn(_) => {
            message!(
                "{en} to play: find the best way to play this roll.",
                "{fr} joue\u{a0}: trouvez la meilleure façon de jouer ce lancer."
            )
        }
        PuzzleQuestion::Most { .. } => message!(
            "{en} to play: take as many pawns as you can in this turn (your opponent does not say Stop!).",
            "{fr} joue\u{a0}: prenez le plus de pions possible pendant ce tour (l'adversaire ne dit pas Stop\u{a0}!)."
        ),
        PuzzleQuestion::Certain { .. } => message!(
            "{en}: one hidden pawn or rod is certain. Which? (d6:middle=n is a pawn, d6:rod=s a rod; parts: bottom, middle, top, rod)",
            "{fr}\u{a0}: un pion caché ou une tige est certain. Lequel\u{a0}? (d6:middle=n est un pion, d6:rod=s une tige\u{a0}; parties\u{a0}: bottom, middle, top, rod)"
        ),
    }
}

/// Says where to look, not what to do.
fn hint(puzzle: &Puzzle) -> Message {
    match &puzzle.ask {
        PuzzleQuestion::Line(line) | PuzzleQuestion::Turn(line) => {
            let first = line.first().map_or("", String::as_str);
            let start: String = first.chars().take(first.len().div_ceil(2)).collect();
            message!(
                "The first move starts with `{start}`.",
                "Le premier coup commence par «\u{a0}{start}\u{a0}»."
            )
        }
        PuzzleQuestion::Most { pawns, .. } => {
            message!("{pawns} pawns can be taken.", "{pawns} pions peuvent être pris.")
        }
        PuzzleQuestion::Certain { place, .. } => {
            let field = place.split(':').next().unwrap_or_default();
            message!("Look at {field}.", "Regardez {field}.")
        }
    }
}

fn answer(puzzle: &Puzzle) -> String {
    match &puzzle.ask {
        PuzzleQuestion::Line(line)
        | PuzzleQuestion::Turn(line)
        | PuzzleQuestion::Most { line, .. } => line.join(" "),
        PuzzleQuestion::Certain { place, answer } => format!("{place}={answer}"),
    }
}
