//! Puzzles: what is certain though nobody has seen it, and moves that are clearly the best from what one
//! player sees.

use std::collections::HashSet;

use abaque_blocs::{Action, Blocs, BlocsOptions, Phase, View};
use abaque_bots::blocs::eval::EVAL;
use abaque_bots::blocs::{Habits, Player};
use abaque_bots::{Bot, Brief, Sight, Thought};
use abaque_core::{Game, Observer, Ply, Seat, Source, SplitMix};
use abaque_puzzles::{Ask, Puzzle};
use clap::{Arg, ArgMatches, Command, value_parser};
use rayon::prelude::*;

use super::certain::{Certain, only_certain};
use super::game::{Contender, bar, options, play};

/// How much better than the second the best move must be, in chances to win.
const CLEAR: f64 = 0.10;

/// The rating of a move that even the most modest player sees.
const PLAIN: u16 = 900;

/// How many puzzles of one game are kept.
const PER_GAME: usize = 3;

pub(super) fn command() -> Command {
    Command::new("blocs-puzzles")
        .about("Finds puzzles of Blocs-pions and prints them, a line of JSON each")
        .arg(
            Arg::new("deductions")
                .long("deductions")
                .default_value("120")
                .value_parser(value_parser!(u64)),
        )
        .arg(Arg::new("moves").long("moves").default_value("100").value_parser(value_parser!(u64)))
        .arg(Arg::new("seed").long("seed").default_value("2").value_parser(value_parser!(u64)))
}

pub(super) fn run(matches: &ArgMatches) -> Result<(), String> {
    let number = |name: &str| matches.get_one::<u64>(name).copied().unwrap_or(0);
    let seed = number("seed");
    let mut found = deductions(number("deductions"), seed)?;
    eprintln!("{} deductions", found.len());
    found.extend(best_moves(number("moves"), seed)?);
    found.sort_by_key(|puzzle| puzzle.rating);
    for (n, puzzle) in found.iter_mut().enumerate() {
        puzzle.id = format!("blo-{:04}", n + 1);
        println!("{}", serde_json::to_string(puzzle).map_err(|error| error.to_string())?);
    }
    Ok(())
}

/// Views in which exactly one pawn that was never shown is certain. They are rare between players who
/// want to win, for those games end early; players who only wander show more of their blocks.
fn deductions(wanted: u64, seed: u64) -> Result<Vec<Puzzle>, String> {
    let specs = ["blocs", "blocs:zone=10"];
    let games = [options(specs[0])?, options(specs[1])?];
    let bar = bar("deductions", wanted);
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    for n in 0..2_000_000_u64 {
        if found.len() as u64 >= wanted {
            break;
        }
        // One in four is of the game with ten rods each.
        let game = usize::from(found.len() % 4 == 3);
        let mut source = SplitMix(seed.wrapping_mul(1 << 32) ^ n);
        let Some((view, certain)) = wander(&games[game], &mut source) else { continue };
        // No two that differ only in what surrounds the answer.
        if !seen.insert((certain.place.clone(), certain.answer, certain.unknown)) {
            continue;
        }
        bar.inc(1);
        found.push(Puzzle {
            id: String::new(),
            game: specs[game].into(),
            position: view.to_string(),
            ask: Ask::Certain { place: certain.place.clone(), answer: certain.answer.to_string() },
            rating: certain.rating(),
            themes: vec!["deduction".into(), certain.kind.theme().into()],
        });
    }
    bar.finish_and_clear();
    Ok(found)
}

/// A game in which both only wander; the first view of a player to move with one certain pawn.
fn wander(options: &BlocsOptions, source: &mut SplitMix) -> Option<(View, Certain)> {
    let mut game = Blocs::start(options);
    let mut actions = Vec::new();
    for _ in 0..500 {
        if let Phase::Move(seat) = game.phase() {
            let view = game.view(Observer::Player(seat));
            if let Some(certain) = only_certain(&view, &game) {
                return Some((view, certain));
            }
        }
        let drawn = match game.phase() {
            Phase::Setup(_) => game.random_action(source)?,
            _ => {
                // What ends the game or changes how many blocks show what comes last.
                actions.clear();
                game.legal(&mut actions);
                let calm = |action: &&Action| {
                    let mut after = game;
                    after.apply_unchecked(Ply::Act(**action));
                    !after.is_over() && after.marks() == game.marks()
                };
                let calm: Vec<Action> = actions.iter().filter(calm).copied().collect();
                let from = if calm.is_empty() { &actions } else { &calm };
                *from.get(source.below(from.len().max(1) as u64) as usize)?
            }
        };
        game.apply_unchecked(Ply::Act(drawn));
    }
    None
}

/// A player that looks so deep in so many worlds.
fn thinker(options: &BlocsOptions, worlds: usize, depth: u32) -> Player {
    let habits = Habits {
        nodes: 20_000_000,
        worlds: Some(worlds),
        depth,
        knows_styles: false,
        mixed: 0.0,
        ..Habits::BEST
    };
    Player::new(options, habits)
}

fn two_lines(player: &mut Player, view: &View, seat: Seat, seed: u64) -> Option<Thought<Action>> {
    let brief = Brief { lines: 2, seed, ..Brief::default() };
    player.think(&Sight::fresh(view.clone(), seat), &brief, &mut |_| ()).ok()
}

/// The move that is clearly the best, as this player sees it.
fn clearly(thought: &Thought<Action>) -> Option<Action> {
    let [best, second] = &thought.lines[..] else { return None };
    (best.win - second.win >= CLEAR).then_some(best.actions[0])
}

/// Positions of played games where one move clearly beats all others: found with few worlds, kept if 1024
/// worlds say so too, and if so does a search two turns deeper.
fn best_moves(wanted: u64, seed: u64) -> Result<Vec<Puzzle>, String> {
    let options = options("blocs")?;
    let bar = bar("best moves", wanted);
    let mut found: Vec<Puzzle> = Vec::new();
    for batch in 0..200_u64 {
        if found.len() as u64 >= wanted {
            break;
        }
        let more: Vec<Puzzle> = (0..8_u64)
            .into_par_iter()
            .flat_map_iter(|n| from_game(&options, (seed << 32) ^ (8 * batch + n) ^ 0xBE57))
            .collect();
        for puzzle in more {
            // Not too many that everybody sees.
            let plain = found.iter().filter(|known| known.rating <= PLAIN).count() as u64;
            if puzzle.rating > PLAIN || plain < wanted / 3 {
                found.push(puzzle);
                bar.inc(1);
            }
        }
    }
    bar.finish_and_clear();
    found.truncate(wanted as usize);
    Ok(found)
}

fn from_game(options: &BlocsOptions, seed: u64) -> Vec<Puzzle> {
    let habits = Habits { nodes: 3_000, worlds: Some(8), depth: 1, noise: 0.03, ..Habits::BEST };
    let mut players = [(); 2].map(|()| Contender::with(options, habits, &EVAL, false));
    let played = play(Blocs::start(options), &mut players, seed);
    let (mut quick, mut wide, mut deep) =
        (thinker(options, 16, 1), thinker(options, 1024, 1), thinker(options, 48, 3));
    let mut found = Vec::new();
    for game in &played.positions {
        if found.len() == PER_GAME {
            break;
        }
        let Phase::Move(seat) = game.phase() else { continue };
        // As the solver will see it: from the text, without the history.
        let text = game.view(Observer::Player(seat)).to_string();
        let Ok(view) = Blocs::parse_view(options, &text) else { continue };
        let chance = quick.gauge(&view);
        let chance = if seat == Seat::First { chance } else { 1.0 - chance };
        let clear = |player: &mut Player| clearly(&two_lines(player, &view, seat, seed)?);
        let Some(best) = clear(&mut quick).filter(|_| chance < 0.85) else { continue };
        if clear(&mut deep) != Some(best) || clear(&mut wide) != Some(best) {
            continue;
        }
        let sees = |worlds, depth| {
            let thought = two_lines(&mut thinker(options, worlds, depth), &view, seat, seed ^ 77);
            thought.is_some_and(|thought| thought.action == best)
        };
        // How many modest players miss it.
        let missed =
            [(1, 0), (4, 0), (16, 0), (4, 1)].iter().filter(|(w, d)| !sees(*w, *d)).count();
        let mut after = *game;
        after.apply_unchecked(Ply::Act(best));
        let theme = match after.phase() {
            Phase::Act(..) => "step",
            _ if after.counts() != game.counts() => "colour",
            _ => "leap",
        };
        found.push(Puzzle {
            id: String::new(),
            game: "blocs".into(),
            position: text,
            ask: Ask::Line(vec![best.to_string()]),
            rating: PLAIN + 180 * missed as u16,
            themes: vec!["best-move".into(), theme.into()],
        });
    }
    found
}
