use std::fs;
use std::io::IsTerminal;

use abaque_analysis::{Analysis, AnalysisOptions, AnalysisReport, Viewpoint, annotate, plot};
use abaque_core::{GameDescription, Lang, Millis, Observer, Seat, message};
use abaque_record::Record;
use abaque_search::StopFlag;
use clap::ArgMatches;
use serde_json::{Value, json};

use super::{json as wants_json, observer, record, text};
use crate::analysis_text;
use crate::command_error::CommandError;
use crate::interrupt;
use crate::output::print;
use crate::progress::SlowBar;
use crate::search_limits;

/// Default time per position.
const DEFAULT_TIME: Millis = Millis(200);

/// `abaque analyse`.
pub(crate) fn run(matches: &ArgMatches, lang: Lang) -> Result<(), CommandError> {
    let path = text(matches, "file");
    let records = record::read_records(path)?;
    let drawn = matches.get_one::<String>("plot");
    if drawn.is_some() && records.len() != 1 {
        let count = records.len();
        return Err(CommandError::input(message!(
            "{path} holds {count} games; a plot shows one",
            "{path} contient {count} parties\u{a0}; un dessin en montre une"
        )));
    }
    let mut lines: Vec<String> = Vec::new();
    let mut values = Vec::new();
    let mut annotated = Vec::new();
    let stop = interrupt::stop_on_ctrl_c();
    for game in &records {
        let report = analyse_game(matches, path, game, &stop)?;
        if !lines.is_empty() {
            lines.push(String::new());
        }
        let colour = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        lines.extend(analysis_text::report_lines(&report, lang, colour));
        values.push(json!(report));
        if stop.is_stopped() {
            break;
        }
        if matches.contains_id("annotate") {
            annotated.push(annotate(game, &report, lang)?.to_string());
        }
        if let Some(file) = drawn {
            write_plot(file, &plot(&report, lang))?;
        }
    }
    // An interrupted analysis is shown, but writes no files that look complete.
    if let Some(file) = matches.get_one::<String>("annotate").filter(|_| !stop.is_stopped()) {
        write(file, annotated.join("\n").as_bytes())?;
    }
    let value = || match values.as_slice() {
        [one] => one.clone(),
        many => Value::Array(many.to_vec()),
    };
    print(wants_json(matches), value, &lines)?;
    interrupt::exit_result(stop.is_stopped())
}

/// Analyses a game to its end or until interrupted; then reports only the finished moves.
fn analyse_game(
    matches: &ArgMatches,
    path: &str,
    game: &Record,
    stop: &StopFlag,
) -> Result<AnalysisReport, CommandError> {
    abaque_record::check(game).map_err(|error| record::record_error(path, &error))?;
    let info = game.open_start().map_err(|error| record::record_error(path, &error))?.description();
    let mut analysis = Analysis::new(game, analysis_plan(matches, info, stop)?)?;
    let mut bar = SlowBar::new();
    loop {
        let mut before = analysis.report().clone();
        let more = analysis.step();
        // The current move was searched too briefly, and luck is known only in part.
        if stop.is_stopped() {
            bar.finish();
            before.luck = None;
            return Ok(before);
        }
        bar.set_progress(analysis.steps_done(), analysis.steps());
        match more {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                bar.finish();
                return Err(error.into());
            }
        }
    }
    bar.finish();
    Ok(analysis.report().clone())
}

fn analysis_plan(
    matches: &ArgMatches,
    info: &GameDescription,
    stop: &StopFlag,
) -> Result<AnalysisOptions, CommandError> {
    let mut limits = search_limits::parse_limits(matches)?;
    if limits.is_unlimited() {
        limits.time = Some(DEFAULT_TIME);
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = matches.get_one::<u64>("threads").map(|&n| usize::try_from(n).unwrap_or(1));
    Ok(AnalysisOptions {
        limits,
        viewpoint: parse_eyes(matches, info)?,
        seed: matches.get_one::<u64>("seed").copied().unwrap_or(0),
        threads: threads.unwrap_or(cores),
        stop: stop.clone(),
    })
}

fn parse_eyes(matches: &ArgMatches, info: &GameDescription) -> Result<Viewpoint, CommandError> {
    if matches.get_flag("everything") {
        return Ok(Viewpoint::Everything);
    }
    let Some(who) = matches.get_one::<String>("as") else { return Ok(Viewpoint::Movers) };
    match observer(info.letters, who)? {
        Observer::Player(seat) => Ok(Viewpoint::Player(seat)),
        Observer::Spectator => {
            let [a, b] = info.letters;
            Err(CommandError::input(message!(
                "moves are judged from a player's view: {a} or {b}",
                "les coups se jugent du point de vue d'un joueur\u{a0}: {a} ou {b}"
            )))
        }
    }
}

/// Writes a plot in the format of the file's extension.
pub(crate) fn write_plot(file: &str, svg: &str) -> Result<(), CommandError> {
    if file.to_lowercase().ends_with(".png") {
        let pixels = abaque_draw::png(svg, 2.0).map_err(|error| {
            CommandError::Environment(message!("{file}: {error}", "{file}\u{a0}: {error}"))
        })?;
        return write(file, &pixels);
    }
    if file.to_lowercase().ends_with(".svg") {
        return write(file, svg.as_bytes());
    }
    Err(CommandError::input(message!(
        "{file}: the name of a plot ends in .svg or .png",
        "{file}\u{a0}: le nom d'un dessin finit par .svg ou .png"
    )))
}

fn write(file: &str, bytes: &[u8]) -> Result<(), CommandError> {
    fs::write(file, bytes).map_err(|error| CommandError::file(file, &error))
}

/// Both seats' names, from the report.
pub(crate) fn player_names(report: &AnalysisReport, lang: Lang) -> [String; 2] {
    let name = report.game.split(':').next().unwrap_or_default();
    let info = abaque_catalog::find(name).ok().map(|entry| (entry.description)());
    Seat::ALL.map(|seat| {
        let colour = info.map_or("", |info| info.players[seat.index()].get(lang));
        match &report.names[seat.index()] {
            Some(name) => format!("{name} ({colour})"),
            None => colour.into(),
        }
    })
}
