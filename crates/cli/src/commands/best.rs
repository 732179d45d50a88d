use std::time::Duration;

use abaque_catalog::bots::{Brief, Kind, Line};
use abaque_catalog::{AnySight, AnyThought, Memory};
use abaque_core::{Lang, Millis, Observer, Seat, Turn, said};
use clap::ArgMatches;
use serde_json::{Value, json};

use super::{game, json as wants_json, observer, text};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::print;
use crate::span;
use crate::waiting::Waiting;

/// How long to think when nothing is said.
const TIME: Millis = Millis(1000);

/// `abaque best`.
pub(crate) fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let sight = sight(matches)?;
    let kind = kind(matches)?;
    let brief = brief(matches, &kind)?;
    let thinking = said!("thinking", "réflexion");
    let waiting = Waiting::new(Duration::from_secs(2), thinking.get(lang));
    let mut bot = abaque_catalog::bot(sight.view.spec(), &kind)?;
    let thought = bot.think(&sight, &brief, &mut |thought| waiting.say(summary(thought)));
    drop(waiting);
    let thought = thought?;
    let unit = unit(sight.view.spec())?;
    let many = matches.contains_id("lines");
    print(
        wants_json(matches),
        || value(&thought, unit, brief.seed),
        &lines(&thought, unit, brief.seed, many),
    )?;
    interrupt::ended(brief.stop.is_stopped())
}

/// What the player to act may know: from a view, or from a position and the actions after it.
fn sight(matches: &ArgMatches) -> Result<AnySight, Failure> {
    let as_whom = matches.get_one::<String>("as");
    if let Some(view) = matches.get_one::<String>("view") {
        let view = abaque_catalog::read_view(text(matches, "spec"), view)?;
        let letters = abaque_catalog::open(text(matches, "spec"))?.info().letters;
        let seats = match as_whom {
            Some(who) => vec![player(letters, who)?],
            None => Seat::ALL.to_vec(),
        };
        let mut wrong = None;
        for seat in seats {
            let sight = AnySight::fresh(view.clone(), seat);
            // Whoever plays at random says for nothing whether this player is to act.
            let mut probe = abaque_catalog::bot(view.spec(), &Kind::Random)?;
            match probe.think(&sight, &Brief::default(), &mut |_| ()) {
                Ok(_) => return Ok(sight),
                Err(error) => wrong = wrong.or(Some(error)),
            }
        }
        return Err(wrong.map_or_else(nobody, Failure::from));
    }
    let mut game = game(matches)?;
    let mut memory = Memory::new(&*game);
    for action in matches.get_many::<String>("actions").into_iter().flatten() {
        let played = game.play(action)?;
        memory.played(&*game, &played);
    }
    let letters = game.info().letters;
    match game.turn() {
        Turn::Over(outcome) => {
            let result = outcome.text(letters);
            Err(Failure::input(said!(
                "the game is over ({result}): there is nothing to choose",
                "la partie est finie ({result}) : il n'y a rien à choisir"
            )))
        }
        Turn::Chance => Err(nobody()),
        Turn::Of(seat) => {
            if let Some(who) = as_whom
                && player(letters, who)? != seat
            {
                let mover = letters[seat.index()];
                return Err(Failure::input(said!(
                    "{mover} is to act, not {who}",
                    "c'est à {mover} de jouer, pas à {who}"
                )));
            }
            Ok(memory.sight_of(&*game, seat))
        }
    }
}

fn nobody() -> Failure {
    Failure::input(said!(
        "a lot is due: no player has anything to choose",
        "un tirage est attendu : aucun joueur n'a rien à choisir"
    ))
}

fn player(letters: [char; 2], who: &str) -> Result<Seat, Failure> {
    match observer(letters, who)? {
        Observer::Player(seat) => Ok(seat),
        Observer::Spectator => Err(Failure::input(said!(
            "a spectator has nothing to choose",
            "un spectateur n'a rien à choisir"
        ))),
    }
}

fn kind(matches: &ArgMatches) -> Result<Kind, Failure> {
    Ok(match matches.get_one::<String>("level") {
        Some(text) => text.parse()?,
        None => Kind::Best,
    })
}

fn brief(matches: &ArgMatches, kind: &Kind) -> Result<Brief, Failure> {
    let mut limits = span::limits(matches)?;
    // A level has its own budget.
    if limits.is_endless() && !matches!(kind, Kind::Level(_)) {
        limits.time = Some(TIME);
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let number =
        |name: &str| matches.get_one::<u64>(name).map(|&n| usize::try_from(n).unwrap_or(1));
    Ok(Brief {
        limits,
        seed: matches.get_one::<u64>("seed").copied().unwrap_or_else(fresh_seed),
        lines: number("lines").unwrap_or(1),
        threads: number("threads").unwrap_or(cores),
        stop: interrupt::watched(),
    })
}

/// A seed nobody chose, small enough to be typed again.
fn fresh_seed() -> u64 {
    u64::from(getrandom::u32().unwrap_or(0))
}

fn unit(spec: &str) -> Result<&'static str, Failure> {
    let name = spec.split(':').next().unwrap_or_default();
    Ok((abaque_catalog::find(name)?.unit)().en)
}

/// The line of the action chosen; a weak level may choose what is on none of its lines.
fn chosen(thought: &AnyThought) -> Option<&Line<String>> {
    let own = thought.lines.iter().find(|line| line.actions.first() == Some(&thought.action));
    own.or(thought.lines.first())
}

/// What is foreseen after the action chosen, it first.
fn foreseen(thought: &AnyThought) -> Vec<String> {
    match chosen(thought) {
        Some(line) if line.actions.first() == Some(&thought.action) => line.actions.clone(),
        _ => vec![thought.action.clone()],
    }
}

fn lines(thought: &AnyThought, unit: &str, seed: u64, many: bool) -> Vec<String> {
    let mut out = vec![thought.action.clone()];
    if let Some(line) = chosen(thought) {
        out.push(format!("score {:+.2} {unit}", line.score));
        out.push(format!("win {:.3}", line.win));
    }
    out.push(format!("depth {}", thought.depth));
    out.push(format!("nodes {}", thought.nodes));
    out.push(format!("time {}ms", thought.time.0));
    out.push(format!("pv {}", foreseen(thought).join(" ")));
    if many {
        for (i, line) in thought.lines.iter().enumerate() {
            let actions = line.actions.join(" ");
            out.push(format!("line {} {:.3} {:+.2} {actions}", i + 1, line.win, line.score));
        }
    }
    out.push(format!("seed {seed}"));
    out.extend(thought.notes.iter().map(|(key, note)| format!("{key} {note}")));
    out
}

fn value(thought: &AnyThought, unit: &str, seed: u64) -> Value {
    let lines = thought
        .lines
        .iter()
        .map(|line| json!({ "win": line.win, "score": line.score, "actions": line.actions }));
    let notes = thought.notes.iter().map(|(key, note)| ((*key).to_string(), json!(note)));
    json!({
        "action": thought.action,
        "score": chosen(thought).map(|line| line.score),
        "unit": unit,
        "win": chosen(thought).map(|line| line.win),
        "depth": thought.depth,
        "nodes": thought.nodes,
        "time": thought.time.0,
        "pv": foreseen(thought),
        "lines": lines.collect::<Vec<_>>(),
        "seed": seed,
        "notes": notes.collect::<serde_json::Map<_, _>>(),
    })
}

/// The thought so far in one line.
fn summary(thought: &AnyThought) -> String {
    let win = thought.lines.first().map_or(0.5, |line| line.win) * 100.0;
    format!("depth {} · {win:.0} % · {}", thought.depth, foreseen(thought).join(" "))
}
