use std::time::Duration;

use abaque_bots::{AnySearchResult, BotKind, PrincipalVariation, SearchRequest};
use abaque_catalog::{AnyObservation, GameHistory};
use abaque_core::{Lang, Millis, Observer, Seat, Turn, message};
use clap::ArgMatches;
use serde_json::{Value, json};

use super::{game, json as wants_json, observer, text};
use crate::command_error::CommandError;
use crate::interrupt;
use crate::output::print;
use crate::play::computer::percent;
use crate::progress::Spinner;
use crate::search_limits;

/// Default thinking time.
const DEFAULT_TIME: Millis = Millis(1000);

/// `abaque best`.
pub(crate) fn run(matches: &ArgMatches, lang: Lang) -> Result<(), CommandError> {
    let observation = observation(matches)?;
    let kind = parse_kind(matches)?;
    let request = search_request(matches, &kind)?;
    let thinking = message!("thinking", "réflexion");
    let waiting = Spinner::new(Duration::from_secs(2), thinking.get(lang));
    let mut bot = abaque_bots::open_bot(observation.view.spec(), &kind)?;
    let result =
        bot.think(&observation, &request, &mut |result| waiting.set_text(summary(result, lang)));
    drop(waiting);
    let result = result?;
    let unit = score_unit(observation.view.spec())?;
    let many = matches.contains_id("lines");
    print(
        wants_json(matches),
        || to_json(&result, unit, request.seed),
        &lines(&result, unit, request.seed, many),
    )?;
    interrupt::exit_result(request.stop.is_stopped())
}

/// What the player to act may know: from a view, or from a position and the actions after it.
fn observation(matches: &ArgMatches) -> Result<AnyObservation, CommandError> {
    let as_whom = matches.get_one::<String>("as");
    if let Some(view) = matches.get_one::<String>("view") {
        let view = abaque_catalog::parse_view(text(matches, "spec"), view)?;
        let letters = abaque_catalog::open(text(matches, "spec"))?.description().letters;
        let seats = match as_whom {
            Some(who) => vec![parse_seat(letters, who)?],
            None => Seat::ALL.to_vec(),
        };
        let mut wrong = None;
        for seat in seats {
            let observation = AnyObservation::without_history(view.clone(), seat);
            // The random bot checks at no cost whether this player is to act.
            let mut probe = abaque_bots::open_bot(view.spec(), &BotKind::Random)?;
            match probe.think(&observation, &SearchRequest::default(), &mut |_| ()) {
                Ok(_) => return Ok(observation),
                Err(error) => wrong = wrong.or(Some(error)),
            }
        }
        return Err(wrong.map_or_else(nobody_to_act, CommandError::from));
    }
    let mut game = game(matches)?;
    let mut history = GameHistory::new(&*game);
    for action in matches.get_many::<String>("actions").into_iter().flatten() {
        let played = game.play(action)?;
        history.record_ply(&*game, &played);
    }
    let letters = game.description().letters;
    match game.turn() {
        Turn::Over(outcome) => {
            let result = outcome.to_text(letters);
            Err(CommandError::input(message!(
                "the game is over ({result}): there is nothing to choose",
                "la partie est terminée ({result})\u{a0}: il n'y a rien à choisir"
            )))
        }
        Turn::Chance => Err(nobody_to_act()),
        Turn::Of(seat) => {
            if let Some(who) = as_whom
                && parse_seat(letters, who)? != seat
            {
                let mover = letters[seat.index()];
                return Err(CommandError::input(message!(
                    "it is {mover}'s turn, not {who}'s",
                    "c'est à {mover} de jouer, pas à {who}"
                )));
            }
            Ok(history.observation_of(&*game, seat))
        }
    }
}

fn nobody_to_act() -> CommandError {
    CommandError::input(message!(
        "a random draw is due: no player has a choice",
        "un tirage est attendu\u{a0}: aucun joueur n'a de choix"
    ))
}

fn parse_seat(letters: [char; 2], who: &str) -> Result<Seat, CommandError> {
    match observer(letters, who)? {
        Observer::Player(seat) => Ok(seat),
        Observer::Spectator => Err(CommandError::input(message!(
            "a spectator has nothing to choose",
            "un spectateur n'a rien à choisir"
        ))),
    }
}

fn parse_kind(matches: &ArgMatches) -> Result<BotKind, CommandError> {
    Ok(match matches.get_one::<String>("level") {
        Some(text) => text.parse()?,
        None => BotKind::Best,
    })
}

fn search_request(matches: &ArgMatches, kind: &BotKind) -> Result<SearchRequest, CommandError> {
    let mut limits = search_limits::parse_limits(matches)?;
    // A level has its own budget.
    if limits.is_unlimited() && !matches!(kind, BotKind::Level(_)) {
        limits.time = Some(DEFAULT_TIME);
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let number =
        |name: &str| matches.get_one::<u64>(name).map(|&n| usize::try_from(n).unwrap_or(1));
    Ok(SearchRequest {
        limits,
        seed: matches.get_one::<u64>("seed").copied().unwrap_or_else(fresh_seed),
        lines: number("lines").unwrap_or(1),
        threads: number("threads").unwrap_or(cores),
        stop: interrupt::stop_on_ctrl_c(),
    })
}

/// A random seed, short enough to retype.
fn fresh_seed() -> u64 {
    u64::from(getrandom::u32().unwrap_or(0))
}

fn score_unit(spec: &str) -> Result<&'static str, CommandError> {
    let name = spec.split(':').next().unwrap_or_default();
    Ok(abaque_bots::score_unit(name)?.en)
}

/// The line of the chosen action; a weak level may choose an action outside its lines.
fn chosen_line(result: &AnySearchResult) -> Option<&PrincipalVariation<String>> {
    let own = result.lines.iter().find(|line| line.actions.first() == Some(&result.action));
    own.or(result.lines.first())
}

/// The expected actions, starting with the chosen one.
fn foreseen_actions(result: &AnySearchResult) -> Vec<String> {
    match chosen_line(result) {
        Some(line) if line.actions.first() == Some(&result.action) => line.actions.clone(),
        _ => vec![result.action.clone()],
    }
}

fn lines(result: &AnySearchResult, unit: &str, seed: u64, many: bool) -> Vec<String> {
    let mut out = vec![result.action.clone()];
    if let Some(line) = chosen_line(result) {
        out.push(format!("score {:+.2} {unit}", line.score));
        out.push(format!("win {:.3}", line.win));
    }
    out.push(format!("depth {}", result.depth));
    out.push(format!("nodes {}", result.nodes));
    out.push(format!("time {}ms", result.time.0));
    out.push(format!("pv {}", foreseen_actions(result).join(" ")));
    if many {
        for (i, line) in result.lines.iter().enumerate() {
            let actions = line.actions.join(" ");
            out.push(format!("line {} {:.3} {:+.2} {actions}", i + 1, line.win, line.score));
        }
    }
    out.push(format!("seed {seed}"));
    out.extend(result.notes.iter().map(|(key, note)| format!("{key} {note}")));
    out
}

fn to_json(result: &AnySearchResult, unit: &str, seed: u64) -> Value {
    let lines = result
        .lines
        .iter()
        .map(|line| json!({ "win": line.win, "score": line.score, "actions": line.actions }));
    let notes = result.notes.iter().map(|(key, note)| ((*key).to_string(), json!(note)));
    json!({
        "action": result.action,
        "score": chosen_line(result).map(|line| line.score),
        "unit": unit,
        "win": chosen_line(result).map(|line| line.win),
        "depth": result.depth,
        "nodes": result.nodes,
        "time": result.time.0,
        "pv": foreseen_actions(result),
        "lines": lines.collect::<Vec<_>>(),
        "seed": seed,
        "notes": notes.collect::<serde_json::Map<_, _>>(),
    })
}

/// One-line summary of the search so far.
fn summary(result: &AnySearchResult, lang: Lang) -> String {
    let win = percent(result.lines.first().map_or(0.5, |line| line.win), lang);
    let (depth, actions) = (result.depth, foreseen_actions(result).join(" "));
    let summary = message!("depth {depth}", "profondeur {depth}");
    format!("{} · {win} · {actions}", summary.get(lang))
}
