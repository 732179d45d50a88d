use std::fs::File;
use std::io::{BufWriter, IsTerminal, Write};

use abaque_arena::stats::Sprt;
use abaque_arena::{
    MatchStanding, MatchTerms, PlayerKind, PlayerSpec, TimeControl, game_record, play_match,
};
use abaque_bots::Level;
use abaque_core::{Lang, message};
use abaque_search::StopFlag;
use clap::ArgMatches;
use indicatif::ProgressBar;
use serde_json::json;

use super::{json as wants_json, text};
use crate::command_error::CommandError;
use crate::interrupt;
use crate::output::print;
use crate::progress::bar_style;

mod report;

/// `abaque match`.
pub(crate) fn run(matches: &ArgMatches, lang: Lang) -> Result<(), CommandError> {
    let stop = interrupt::stop_on_ctrl_c();
    let mut records = match matches.get_one::<String>("records") {
        Some(path) => {
            let file = File::create(path).map_err(|error| CommandError::file(path, &error))?;
            Some((path.as_str(), BufWriter::new(file)))
        }
        None => None,
    };
    if let Some(rungs) = matches.get_one::<String>("ladder") {
        return ladder(matches, rungs, lang, &stop, &mut records);
    }
    let given = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    let (Some(first), Some(second)) = (given("first"), given("second")) else {
        return Err(CommandError::input(message!(
            "a match needs two players, such as `best:time=200ms` and `4` (or `--ladder 1..8`)",
            "un match demande deux joueurs, par exemple «\u{a0}best:time=200ms\u{a0}» et «\u{a0}4\u{a0}» (ou «\u{a0}--ladder 1..8\u{a0}»)"
        )));
    };
    let terms = parse_terms(matches, [first, second])?;
    let standing = play(&terms, &stop, lang, &mut records)?;
    let lines = report::lines(&terms, &standing, lang);
    print(wants_json(matches), || report::to_json(&terms, &standing), &lines)?;
    interrupt::exit_result(standing.stopped)
}

type RecordWriter<'a> = Option<(&'a str, BufWriter<File>)>;

/// Plays a match with a progress bar and writes its records.
fn play(
    terms: &MatchTerms,
    stop: &StopFlag,
    lang: Lang,
    records: &mut RecordWriter,
) -> Result<MatchStanding, CommandError> {
    let bar = progress_bar(terms);
    let mut trouble = None;
    let standing = play_match(terms, stop, &mut |pair, standing| {
        bar.set_position(standing.games_played());
        bar.set_message(report::short_summary(terms, standing));
        let Some((path, file)) = records else { return };
        for which in 0..2 {
            let written = match game_record(terms, pair, which, lang) {
                Ok(record) => writeln!(file, "{record}"),
                Err(error) => Err(std::io::Error::other(error.to_string())),
            };
            if let Err(error) = written.and_then(|()| file.flush())
                && trouble.is_none()
            {
                trouble = Some(CommandError::file(path, &error));
                stop.stop();
            }
        }
    });
    bar.finish_and_clear();
    match trouble {
        Some(trouble) => Err(trouble),
        None => Ok(standing?),
    }
}

/// Plays each player of a list against the previous one: a table for the documentation.
fn ladder(
    matches: &ArgMatches,
    rungs: &str,
    lang: Lang,
    stop: &StopFlag,
    records: &mut RecordWriter,
) -> Result<(), CommandError> {
    let players = parse_rungs(rungs)?;
    let mut lines = report::ladder_head(lang);
    let mut values = Vec::new();
    let mut stopped = false;
    for two in players.windows(2) {
        let terms = parse_terms(matches, [&two[1], &two[0]])?;
        let standing = play(&terms, stop, lang, records)?;
        lines.push(report::ladder_line(&terms, &standing, lang));
        values.push(report::to_json(&terms, &standing));
        stopped = standing.stopped;
        if stopped {
            break;
        }
    }
    print(wants_json(matches), || json!(values), &lines)?;
    interrupt::exit_result(stopped)
}

/// Parses `1..8`, or players separated by blanks or `..`: `random 1 4 best:nodes=5000`.
fn parse_rungs(text: &str) -> Result<Vec<String>, CommandError> {
    let level = |text: &str| text.parse::<Level>().ok().map(Level::number);
    let range = text.split_once("..").and_then(|(from, to)| Some((level(from)?, level(to)?)));
    let players: Vec<String> = match range {
        Some((from, to)) => (from..=to).map(|level| level.to_string()).collect(),
        None => text.split_whitespace().map(String::from).collect(),
    };
    for player in &players {
        player.parse::<PlayerSpec>()?;
    }
    if players.len() < 2 {
        return Err(CommandError::input(message!(
            "`{text}` is not a ladder; write `1..8`, or two or more players: `random 1 4 best:nodes=5000`",
            "«\u{a0}{text}\u{a0}» n'est pas une échelle\u{a0}; écrire «\u{a0}1..8\u{a0}», ou deux joueurs au moins\u{a0}: «\u{a0}random 1 4 best:nodes=5000\u{a0}»"
        )));
    }
    Ok(players)
}

fn parse_terms(matches: &ArgMatches, players: [&str; 2]) -> Result<MatchTerms, CommandError> {
    let mut terms = MatchTerms::new(text(matches, "spec"), players)?;
    for player in &terms.players {
        if let PlayerKind::BuiltIn(kind) = &player.kind {
            abaque_bots::open_bot(&terms.spec, kind)?;
        }
    }
    terms.position = matches.get_one::<String>("position").cloned();
    terms.open_start()?;
    let number = |name: &str| matches.get_one::<u64>(name).copied();
    terms.games = number("games").unwrap_or(terms.games);
    terms.seed = number("seed").unwrap_or(terms.seed);
    terms.max_plies = number("max-plies").map_or(terms.max_plies, |plies| plies as usize);
    terms.opening_plies =
        number("openings").map_or(terms.opening_plies, |plies| plies.min(1000) as u32);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    terms.threads = number("threads").map_or(cores, |threads| threads as usize);
    terms.clock = match matches.get_one::<String>("clock") {
        Some(text) => Some(text.parse::<TimeControl>()?),
        None => None,
    };
    terms.sprt = match matches.get_one::<String>("sprt") {
        Some(text) => Some(parse_sprt(matches, text)?),
        None => None,
    };
    Ok(terms)
}

fn parse_sprt(matches: &ArgMatches, text: &str) -> Result<Sprt, CommandError> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= 1000.0);
    let elos = text.split_once(',').and_then(|(low, high)| Some((number(low)?, number(high)?)));
    let (elo0, elo1) = elos.filter(|(low, high)| low < high).ok_or_else(|| {
        CommandError::input(message!(
            "`{text}` is not a test; write `0,20`: the Elo of the null hypothesis, then of the alternative",
            "«\u{a0}{text}\u{a0}» n'est pas un test\u{a0}; écrire «\u{a0}0,20\u{a0}»\u{a0}: l'Elo de l'hypothèse nulle, puis de l'autre"
        ))
    })?;
    let share = |name: &str| matches.get_one::<f64>(name).copied().unwrap_or(0.05);
    let sprt = Sprt { elo0, elo1, alpha: share("alpha"), beta: share("beta") };
    if [sprt.alpha, sprt.beta].iter().all(|share| (0.0001..=0.4999).contains(share)) {
        return Ok(sprt);
    }
    Err(CommandError::input(message!(
        "error rates lie between 0.0001 and 0.4999",
        "les taux d'erreur vont de 0.0001 à 0.4999"
    )))
}

/// A progress bar, if stderr is a terminal.
fn progress_bar(terms: &MatchTerms) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = bar_style("{bar:24} {pos}/{len} {elapsed} · {left} {wide_msg}");
    let bar = ProgressBar::new(2 * terms.max_pairs()).with_style(style);
    bar.enable_steady_tick(std::time::Duration::from_millis(200));
    bar
}
