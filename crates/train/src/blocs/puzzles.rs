//! Puzzles: what is certain though nobody has seen it, and moves that are clearly the best from what one
//! player sees.

use std::collections::HashSet;

use abaque_blocs::{Action, Blocs, BlocsOptions, Phase, View};
use abaque_bots::blocs::eval::EVAL;
use abaque_bots::blocs::{Habits, Player};
use abaque_bots::{Bot, Brief, Sight, Thought};
use abaque_core::{Game, Observer, Ply, Seat, Source, SplitMix};
use abaque_puzzles::{Ask, Puzzle};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use rayon::prelude::*;

use super::certain::{Certain, Why, certain, why};
use super::game::{Contender, bar, options, play};
use crate::arguments::given;

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
                .default_value("105")
                .value_parser(value_parser!(u64)),
        )
        .arg(
            Arg::new("games")
                .long("games")
                .default_value("7000")
                .value_parser(value_parser!(u64))
                .help("how many games are wandered through for deductions at most"),
        )
        .arg(Arg::new("moves").long("moves").default_value("100").value_parser(value_parser!(u64)))
        .arg(
            Arg::new("with")
                .long("with")
                .value_name("FILE")
                .action(ArgAction::Append)
                .help("puzzles found before, to be sorted and numbered together with the new ones"),
        )
        .arg(Arg::new("seed").long("seed").default_value("2").value_parser(value_parser!(u64)))
}

pub(super) fn run(matches: &ArgMatches) -> Result<(), String> {
    let number = |name: &str| given(matches, name);
    let seed = number("seed");
    let mut found = deductions(number("deductions"), number("games"), seed)?;
    eprintln!("{} deductions", found.len());
    found.extend(best_moves(number("moves"), seed)?);
    for path in matches.get_many::<String>("with").into_iter().flatten() {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
        found.extend(abaque_puzzles::read(&text).map_err(|error| format!("{path}: {error}"))?);
    }
    let mut seen = HashSet::new();
    found.retain(|puzzle| seen.insert(puzzle.position.clone()));
    found.sort_by_key(|puzzle| puzzle.rating);
    for (n, puzzle) in found.iter_mut().enumerate() {
        puzzle.id = format!("blo-{:04}", n + 1);
        println!("{}", serde_json::to_string(puzzle).map_err(|error| error.to_string())?);
    }
    Ok(())
}

/// Views in which something that was never shown is certain. They are rare between players who want to win,
/// for those games end early; players who only look into each other's blocks get further.
fn deductions(wanted: u64, games: u64, seed: u64) -> Result<Vec<Puzzle>, String> {
    let specs = ["blocs", "blocs:zone=10"];
    let rules = [options(specs[0])?, options(specs[1])?];
    let bar = bar("deductions", wanted);
    let mut found = Vec::new();
    let mut kinds = [0; Why::ALL.len()];
    let mut seen = HashSet::new();
    for batch in 0..games.div_ceil(64) {
        let each: Vec<_> = (0..64_u64)
            .into_par_iter()
            .map(|n| {
                // One in four is of the game with ten rods each.
                let game = usize::from(n % 4 == 3);
                let mut source = SplitMix(seed.wrapping_mul(1 << 32) ^ (64 * batch + n));
                (game, wander(&rules[game], &mut source))
            })
            .collect();
        for (game, found_there) in each {
            for (view, certain) in found_there {
                let kind = Why::ALL.iter().position(|why| *why == certain.why).unwrap_or(0);
                let room = found.len() < wanted as usize && kinds[kind] < share(kind, wanted);
                // No two that differ only in what surrounds the answer.
                let what = (certain.place.clone(), certain.answer, certain.unknown, certain.rods);
                if !room || !seen.insert(what) {
                    continue;
                }
                kinds[kind] += 1;
                bar.inc(1);
                found.push(Puzzle {
                    id: String::new(),
                    game: specs[game].into(),
                    position: view.to_string(),
                    rating: certain.rating(),
                    themes: vec!["deduction".into(), certain.why.theme().into()],
                    ask: Ask::Certain { place: certain.place, answer: certain.answer.to_string() },
                });
                break;
            }
        }
        if found.len() as u64 >= wanted {
            break;
        }
    }
    bar.finish_and_clear();
    for (why, number) in Why::ALL.iter().zip(kinds) {
        eprintln!("{}: {number}", why.theme());
    }
    Ok(found)
}

/// How many deductions of a kind are wanted at most.
fn share(kind: usize, wanted: u64) -> usize {
    wanted as usize * [20, 40, 60, 60][kind] / 100
}

/// A game in which both look into each other's blocks; one view of a player to move for each reason for
/// which something is certain, the rarest reason first.
fn wander(options: &BlocsOptions, source: &mut SplitMix) -> Vec<(View, Certain)> {
    let mut game = Blocs::start(options);
    let mut actions = Vec::new();
    let mut found: Vec<(View, Certain)> = Vec::new();
    for _ in 0..500 {
        if let Phase::Move(seat) = game.phase() {
            let view = game.view(Observer::Player(seat));
            if let Some(why) = why(&view)
                && found.iter().all(|(_, known)| known.why != why)
                && let Some(certain) = certain(&view, &game)
            {
                found.push((view, certain));
            }
        }
        let drawn = match game.phase() {
            Phase::Setup(_) => game.random_action(source),
            _ => {
                actions.clear();
                game.legal(&mut actions);
                let looks: Vec<(u32, Action)> =
                    actions.iter().filter_map(|&action| look(&game, action)).collect();
                let most = looks.iter().map(|(news, _)| *news).max().unwrap_or(0);
                // Mostly what shows most, sometimes anything that does not end the game.
                let least = if source.below(4) == 0 { 0 } else { most };
                let good: Vec<Action> = looks
                    .iter()
                    .filter(|(news, _)| *news >= least)
                    .map(|(_, action)| *action)
                    .collect();
                (!good.is_empty()).then(|| good[source.below(good.len() as u64) as usize])
            }
        };
        let Some(drawn) = drawn else { break };
        game.apply_unchecked(Ply::Act(drawn));
    }
    found.sort_by_key(|(_, certain)| Why::ALL.iter().position(|why| *why == certain.why));
    found.reverse();
    found
}

/// How many pawns and rods come out by an action, unless the game is then over or nearly so.
fn look(game: &Blocs, action: Action) -> Option<(u32, Action)> {
    let mut after = *game;
    after.apply_unchecked(Ply::Act(action));
    let [blue, red, neutral] = after.counts();
    let secrets = |game: &Blocs| Seat::ALL.map(|seat| game.kept_secret(seat)).iter().sum::<u32>();
    let safe = !after.is_over() && blue > 8 && red > 8 && neutral < 6;
    // A step that leads to a taking shows something, too, if not at once.
    let taking = u32::from(matches!(action, Action::Take(_)));
    safe.then(|| (2 * secrets(game).saturating_sub(secrets(&after)) + taking, action))
}

/// A player that looks so deep in so many worlds.
fn thinker(options: &BlocsOptions, worlds: usize, depth: u32) -> Player {
    let habits = Habits {
        nodes: 2_000_000,
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

/// Positions of played games where one move clearly beats all others: found with 16 worlds, kept if a search of
/// 96 worlds and one turn deeper says so too.
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
    let (mut glance, mut quick, mut deep) =
        (thinker(options, 8, 0), thinker(options, 16, 1), thinker(options, 96, 2));
    let mut found = Vec::new();
    for (turn, game) in played.positions.iter().enumerate() {
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
        // What stands out at a glance is looked at, and every third position, for what does not.
        if chance >= 0.85 || (turn % 3 > 0 && clear(&mut glance).is_none()) {
            continue;
        }
        let Some(best) = clear(&mut quick) else { continue };
        let Some(thought) = two_lines(&mut deep, &view, seat, seed) else { continue };
        if clearly(&thought) != Some(best) {
            continue;
        }
        let sure = thought.lines[0].win >= 1.0;
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
            // Won whatever is hidden, as far as the worlds looked at tell.
            _ if sure => "sure-win",
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
