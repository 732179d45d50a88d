use std::fs;
use std::io::IsTerminal;

use abaque_analysis::{Analysis, Eyes, Plan, Report, annotate, plot};
use abaque_core::{GameInfo, Lang, Millis, Observer, Seat, said};
use abaque_record::Record;
use abaque_search::Stop;
use clap::ArgMatches;
use serde_json::{Value, json};

use super::{json as wants_json, observer, record, text};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::print;
use crate::span;
use crate::told;
use crate::waiting::SlowBar;

/// How long to look at one position when nothing is said.
const TIME: Millis = Millis(200);

/// `abaque analyse`.
pub(crate) fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let path = text(matches, "file");
    let records = record::parse(path)?;
    let drawn = matches.get_one::<String>("plot");
    if drawn.is_some() && records.len() != 1 {
        let count = records.len();
        return Err(Failure::input(said!(
            "{path} holds {count} games; a plot shows one",
            "{path} contient {count} parties ; un dessin en montre une"
        )));
    }
    let mut lines: Vec<String> = Vec::new();
    let mut values = Vec::new();
    let mut annotated = Vec::new();
    let stop = interrupt::watched();
    for game in &records {
        let report = analysed(matches, path, game, &stop)?;
        if !lines.is_empty() {
            lines.push(String::new());
        }
        let colour = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        lines.extend(told::report(&report, lang, colour));
        values.push(json!(report));
        if stop.is_stopped() {
            break;
        }
        if matches.contains_id("annotate") {
            annotated.push(annotate(game, &report, lang)?.to_string());
        }
        if let Some(file) = drawn {
            draw(file, &plot(&report, lang))?;
        }
    }
    // Half an analysis is shown, but leaves no files that look like a whole one.
    if let Some(file) = matches.get_one::<String>("annotate").filter(|_| !stop.is_stopped()) {
        write(file, annotated.join("\n").as_bytes())?;
    }
    let value = || match values.as_slice() {
        [one] => one.clone(),
        many => Value::Array(many.to_vec()),
    };
    print(wants_json(matches), value, &lines)?;
    interrupt::ended(stop.is_stopped())
}

/// Looks at a game to its end, or until it is interrupted: then at the moves before the one in hand.
fn analysed(
    matches: &ArgMatches,
    path: &str,
    game: &Record,
    stop: &Stop,
) -> Result<Report, Failure> {
    abaque_record::check(game).map_err(|error| record::failed(path, &error))?;
    let info = game.open().map_err(|error| record::failed(path, &error))?.info();
    let mut analysis = Analysis::new(game, plan(matches, info, stop)?)?;
    let mut bar = SlowBar::new();
    loop {
        let mut before = analysis.report().clone();
        let more = analysis.step();
        // The move in hand was looked at too briefly to be judged, and luck is known only in part.
        if stop.is_stopped() {
            bar.finish();
            before.luck = None;
            return Ok(before);
        }
        bar.at(analysis.done(), analysis.steps());
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

fn plan(matches: &ArgMatches, info: &GameInfo, stop: &Stop) -> Result<Plan, Failure> {
    let mut limits = span::limits(matches)?;
    if limits.is_endless() {
        limits.time = Some(TIME);
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = matches.get_one::<u64>("threads").map(|&n| usize::try_from(n).unwrap_or(1));
    Ok(Plan {
        limits,
        eyes: eyes(matches, info)?,
        seed: matches.get_one::<u64>("seed").copied().unwrap_or(0),
        threads: threads.unwrap_or(cores),
        stop: stop.clone(),
    })
}

fn eyes(matches: &ArgMatches, info: &GameInfo) -> Result<Eyes, Failure> {
    if matches.get_flag("everything") {
        return Ok(Eyes::Everything);
    }
    let Some(who) = matches.get_one::<String>("as") else { return Ok(Eyes::Movers) };
    match observer(info.letters, who)? {
        Observer::Player(seat) => Ok(Eyes::Player(seat)),
        Observer::Spectator => {
            let [a, b] = info.letters;
            Err(Failure::input(said!(
                "moves are judged from a player's view: {a} or {b}",
                "les coups se jugent du point de vue d'un joueur : {a} ou {b}"
            )))
        }
    }
}

/// Writes a plot as what the file's name says.
pub(crate) fn draw(file: &str, svg: &str) -> Result<(), Failure> {
    if file.to_lowercase().ends_with(".png") {
        let pixels = abaque_draw::png(svg, 2.0)
            .map_err(|error| Failure::World(said!("{file}: {error}", "{file} : {error}")))?;
        return write(file, &pixels);
    }
    if file.to_lowercase().ends_with(".svg") {
        return write(file, svg.as_bytes());
    }
    Err(Failure::input(said!(
        "{file}: the name of a plot ends in .svg or .png",
        "{file} : le nom d'un dessin finit par .svg ou .png"
    )))
}

fn write(file: &str, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(file, bytes).map_err(|error| Failure::file(file, &error))
}

/// Both seats' names as a report has them.
pub(crate) fn players(report: &Report, lang: Lang) -> [String; 2] {
    let name = report.game.split(':').next().unwrap_or_default();
    let info = abaque_catalog::find(name).ok().map(|entry| (entry.info)());
    Seat::ALL.map(|seat| {
        let colour = info.map_or("", |info| info.players[seat.index()].get(lang));
        match &report.names[seat.index()] {
            Some(name) => format!("{name} ({colour})"),
            None => colour.into(),
        }
    })
}
