//! Puzzles: deductions of unseen pawns, and moves that are clearly best from one player's view.

use std::collections::HashSet;

use abaque_blocs::{Action, Blocs, Options, Phase, View};
use abaque_blocs_bot::evaluation::EVALUATOR;
use abaque_blocs_bot::{BlocsBot, BotSettings};
use abaque_bot::{Bot, Observation, SearchRequest, SearchResult};
use abaque_core::{Game, Observer, Ply, RandomSource, Seat, SplitMix};
use abaque_puzzles::{Puzzle, PuzzleQuestion};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use rayon::prelude::*;

use super::deduction::{Deduction, DeductionKind, deduction_kind, find_deduction};
use super::game::{ConfiguredBot, parse_options, play_game, progress_bar};
use abaque_recipe::number_value;

/// Minimum lead of the best move over the second, in winning chance.
const MIN_LEAD: f64 = 0.10;

/// Rating of a move that even the weakest bot finds.
const EASY_RATING: u16 = 900;

/// Maximum puzzles per game.
const MAX_PER_GAME: usize = 3;

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
    let number = |name: &str| number_value(matches, name);
    let seed = number("seed");
    let mut found = find_deductions(number("deductions"), number("games"), seed)?;
    eprintln!("{} deductions", found.len());
    found.extend(find_best_moves(number("moves"), seed)?);
    for path in matches.get_many::<String>("with").into_iter().flatten() {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
        found.extend(
            abaque_puzzles::parse_puzzles(&text).map_err(|error| format!("{path}: {error}"))?,
        );
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

/// Finds views in which an unseen pawn is certain. They are rare between bots that play to win,
/// whose games end early; bots that only explore each other's blocks get further.
fn find_deductions(wanted: u64, games: u64, seed: u64) -> Result<Vec<Puzzle>, String> {
    let specs = ["blocs", "blocs:zone=10"];
    let rules = [parse_options(specs[0])?, parse_options(specs[1])?];
    let bar = progress_bar("deductions", wanted);
    let mut found = Vec::new();
    let mut kinds = [0; DeductionKind::ALL.len()];
    let mut seen = HashSet::new();
    for batch in 0..games.div_ceil(64) {
        let each: Vec<_> = (0..64_u64)
            .into_par_iter()
            .map(|n| {
                // One in four uses the game with ten rods each.
                let game = usize::from(n % 4 == 3);
                let mut source = SplitMix(seed.wrapping_mul(1 << 32) ^ (64 * batch + n));
                (game, explore_for_deductions(&rules[game], &mut source))
            })
            .collect();
        for (game, found_there) in each {
            for (view, certain) in found_there {
                let kind =
                    DeductionKind::ALL.iter().position(|why| *why == certain.kind).unwrap_or(0);
                let has_room =
                    found.len() < wanted as usize && kinds[kind] < max_of_kind(kind, wanted);
                // Skip puzzles that differ only in what surrounds the answer.
                let puzzle_key =
                    (certain.place.clone(), certain.answer, certain.unknown, certain.rods);
                if !has_room || !seen.insert(puzzle_key) {
                    continue;
                }
                kinds[kind] += 1;
                bar.inc(1);
                found.push(Puzzle {
                    id: String::new(),
                    game: specs[game].into(),
                    position: view.to_string(),
                    rating: certain.rating(),
                    themes: vec!["deduction".into(), certain.kind.theme().into()],
                    ask: PuzzleQuestion::Certain {
                        place: certain.place,
                        answer: certain.answer.to_string(),
                    },
                });
                break;
            }
        }
        if found.len() as u64 >= wanted {
            break;
        }
    }
    bar.finish_and_clear();
    for (why, number) in DeductionKind::ALL.iter().zip(kinds) {
        eprintln!("{}: {number}", why.theme());
    }
    Ok(found)
}

/// Maximum number of deductions of a kind.
fn max_of_kind(kind: usize, wanted: u64) -> usize {
    wanted as usize * [20, 40, 60, 60][kind] / 100
}

/// A game in which both players explore each other's blocks; one view per kind of deduction, rarest
/// kind first.
fn explore_for_deductions(options: &Options, source: &mut SplitMix) -> Vec<(View, Deduction)> {
    let mut game = Blocs::start(options);
    let mut actions = Vec::new();
    let mut found: Vec<(View, Deduction)> = Vec::new();
    for _ in 0..500 {
        if let Phase::Move(seat) = game.phase() {
            let view = game.view(Observer::Player(seat));
            if let Some(why) = deduction_kind(&view)
                && found.iter().all(|(_, known)| known.kind != why)
                && let Some(certain) = find_deduction(&view, &game)
            {
                found.push((view, certain));
            }
        }
        let drawn = match game.phase() {
            Phase::Setup(_) => game.random_action(source),
            _ => {
                actions.clear();
                game.legal_actions(&mut actions);
                let looks: Vec<(u32, Action)> =
                    actions.iter().filter_map(|&action| revealed_by(&game, action)).collect();
                let most = looks.iter().map(|(news, _)| *news).max().unwrap_or(0);
                // Mostly the action that reveals most, sometimes any that does not end the game.
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
    found
        .sort_by_key(|(_, certain)| DeductionKind::ALL.iter().position(|why| *why == certain.kind));
    found.reverse();
    found
}

/// Pawns and rods revealed by an action; `None` if the game is then over or nearly so.
fn revealed_by(game: &Blocs, action: Action) -> Option<(u32, Action)> {
    let mut after = *game;
    after.apply_unchecked(Ply::Act(action));
    let [blue, red, neutral] = after.shown_counts();
    let secrets =
        |game: &Blocs| Seat::ALL.map(|seat| game.secrets_kept_by(seat)).iter().sum::<u32>();
    let safe = !after.is_over() && blue > 8 && red > 8 && neutral < 6;
    // A step that leads to a taking also reveals something, if not at once.
    let taking = u32::from(matches!(action, Action::Take(_)));
    safe.then(|| (2 * secrets(game).saturating_sub(secrets(&after)) + taking, action))
}

/// A bot with a given depth and number of worlds.
fn player_with(options: &Options, worlds: usize, depth: u32) -> BlocsBot {
    let settings = BotSettings {
        nodes: 2_000_000,
        worlds: Some(worlds),
        depth,
        knows_styles: false,
        mixing_margin: 0.0,
        ..BotSettings::BEST
    };
    BlocsBot::new(options, settings)
}

fn search_two_lines(
    player: &mut BlocsBot,
    view: &View,
    seat: Seat,
    seed: u64,
) -> Option<SearchResult<Action>> {
    let request = SearchRequest { lines: 2, seed, ..SearchRequest::default() };
    player.think(&Observation::without_history(view.clone(), seat), &request, &mut |_| ()).ok()
}

/// The clearly best move of a result, if there is one.
fn clear_best_move(result: &SearchResult<Action>) -> Option<Action> {
    let [best, second] = &result.lines[..] else { return None };
    (best.win - second.win >= MIN_LEAD).then_some(best.actions[0])
}

/// Positions of played games where one move clearly beats all others: found with 16 worlds, kept if
/// a search of 96 worlds one turn deeper agrees.
fn find_best_moves(wanted: u64, seed: u64) -> Result<Vec<Puzzle>, String> {
    let options = parse_options("blocs")?;
    let bar = progress_bar("best moves", wanted);
    let mut found: Vec<Puzzle> = Vec::new();
    for batch in 0..200_u64 {
        if found.len() as u64 >= wanted {
            break;
        }
        let more: Vec<Puzzle> = (0..8_u64)
            .into_par_iter()
            .flat_map_iter(|n| puzzles_of_game(&options, (seed << 32) ^ (8 * batch + n) ^ 0xBE57))
            .collect();
        for puzzle in more {
            // Limit the easy ones.
            let plain = found.iter().filter(|known| known.rating <= EASY_RATING).count() as u64;
            if puzzle.rating > EASY_RATING || plain < wanted / 3 {
                found.push(puzzle);
                bar.inc(1);
            }
        }
    }
    bar.finish_and_clear();
    found.truncate(wanted as usize);
    Ok(found)
}

fn puzzles_of_game(options: &Options, seed: u64) -> Vec<Puzzle> {
    let settings =
        BotSettings { nodes: 3_000, worlds: Some(8), depth: 1, noise: 0.03, ..BotSettings::BEST };
    let mut players =
        [(); 2].map(|()| ConfiguredBot::with_settings(options, settings, &EVALUATOR, false));
    let played = play_game(Blocs::start(options), &mut players, seed);
    let (mut glance, mut quick, mut deep) =
        (player_with(options, 8, 0), player_with(options, 16, 1), player_with(options, 96, 2));
    let mut found = Vec::new();
    for (turn, game) in played.positions.iter().enumerate() {
        if found.len() == MAX_PER_GAME {
            break;
        }
        let Phase::Move(seat) = game.phase() else { continue };
        // As the solver sees it: from the text, without the history.
        let text = game.view(Observer::Player(seat)).to_string();
        let Ok(view) = Blocs::parse_view(options, &text) else { continue };
        let chance = quick.evaluate(&view);
        let chance = if seat == Seat::First { chance } else { 1.0 - chance };
        let clear =
            |player: &mut BlocsBot| clear_best_move(&search_two_lines(player, &view, seat, seed)?);
        // Search positions that stand out in a shallow search, and every third one for those that
        // do not.
        if chance >= 0.85 || (turn % 3 > 0 && clear(&mut glance).is_none()) {
            continue;
        }
        let Some(best) = clear(&mut quick) else { continue };
        let Some(result) = search_two_lines(&mut deep, &view, seat, seed) else { continue };
        if clear_best_move(&result) != Some(best) {
            continue;
        }
        let sure = result.lines[0].win >= 1.0;
        let sees = |worlds, depth| {
            let result =
                search_two_lines(&mut player_with(options, worlds, depth), &view, seat, seed ^ 77);
            result.is_some_and(|result| result.action == best)
        };
        // Number of weak bots that miss it.
        let missed =
            [(1, 0), (4, 0), (16, 0), (4, 1)].iter().filter(|(w, d)| !sees(*w, *d)).count();
        let mut after = *game;
        after.apply_unchecked(Ply::Act(best));
        let theme = match after.phase() {
            // Won in every sampled world.
            _ if sure => "sure-win",
            Phase::Act(..) => "step",
            _ if after.shown_counts() != game.shown_counts() => "colour",
            _ => "leap",
        };
        found.push(Puzzle {
            id: String::new(),
            game: "blocs".into(),
            position: text,
            ask: PuzzleQuestion::Line(vec![best.to_string()]),
            rating: EASY_RATING + 180 * missed as u16,
            themes: vec!["best-move".into(), theme.into()],
        });
    }
    found
}
