//! The Abagio bot: generates every play of a throw, keeps to its plans, and finds the best plays.
#![allow(clippy::unwrap_used)]

use std::collections::{HashMap, HashSet};

use abaque_abagio::{Abagio, Action, Options, Phase, Roll};
use abaque_abagio_bot::Bots;
use abaque_abagio_bot::race::{RaceTable, endgame_chance, race_needs};
use abaque_abagio_bot::{
    Evaluator, Expectimax, PlayRanker, Rollout, RunningMean, SearchWidth, TurnGenerator, Weights,
};
use abaque_bot::{BotKind, GameBots, Level, Observation, SearchRequest, SearchResult};
use abaque_core::{Game, Millis, Ply, RandomSource, Seat, SplitMix, Turn};
use abaque_search::{SearchBudget, SearchLimits, StopFlag};

fn at(text: &str) -> Abagio {
    Abagio::parse(&Options::default(), text).unwrap()
}

/// Positions of random games in which a player is to act.
fn positions(games: u64, every: usize) -> Vec<Abagio> {
    let mut all = Vec::new();
    for seed in 0..games {
        let mut source = SplitMix(seed);
        let mut game = Abagio::start(&Options::default());
        while !game.is_over() {
            let ply = match game.turn() {
                Turn::Chance => {
                    let mut rolls = Vec::new();
                    game.rolls(&mut rolls);
                    Ply::Roll(rolls[source.below(rolls.len() as u64) as usize].0)
                }
                _ => {
                    all.push(game);
                    Ply::Act(game.random_action(&mut source).unwrap())
                }
            };
            game.apply_unchecked(ply);
        }
    }
    all.into_iter().step_by(every).collect()
}

/// A position as text; in races without the chief, which does not matter there.
fn text(game: &Abagio) -> String {
    let inside = |seat: Seat| race_needs(game, seat).is_some();
    let text = game.to_string();
    if !Seat::ALL.into_iter().all(inside) {
        return text;
    }
    let (stacks, rest) = text.split_once(' ').unwrap();
    let stacks: Vec<&str> = stacks.split(',').filter(|stack| !stack.ends_with('*')).collect();
    format!("{} {rest}", stacks.join(","))
}

/// Every position a turn can end in, by the rules alone; with `leaps_only` up to where the chief is
/// due.
fn ends(game: &Abagio, leaps_only: bool, out: &mut HashSet<String>) {
    let done = match game.phase() {
        Phase::Leap(_) => false,
        Phase::Chief => leaps_only,
        _ => true,
    };
    if done {
        out.insert(text(game));
        return;
    }
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    for action in legal {
        let mut next = *game;
        next.play(action).unwrap();
        ends(&next, leaps_only, out);
    }
}

fn bot(kind: &BotKind) -> Box<dyn abaque_bot::Bot<Abagio>> {
    Bots::bot(&Options::default(), kind).unwrap()
}

fn think(game: &Abagio, kind: &BotKind, request: &SearchRequest) -> SearchResult<Action> {
    let seat = game.side().unwrap();
    bot(kind).think(&Observation::without_history(*game, seat), request, &mut |_| ()).unwrap()
}

fn level(number: u8) -> BotKind {
    BotKind::Level(Level::new(number).unwrap())
}

#[test]
fn every_landing_is_found_once() {
    let mut turns = TurnGenerator::default();
    for game in positions(6, 7) {
        let mut expected = HashSet::new();
        ends(&game, true, &mut expected);
        let landings = turns.landings(&game);
        let found: HashSet<String> = landings.iter().map(|l| text(&l.game)).collect();
        assert_eq!(found.len(), landings.len(), "{game}");
        assert_eq!(found, expected, "{game}");
        for landing in landings {
            let mut replayed = game;
            landing.leaps().for_each(|leap| replayed.play(leap).unwrap());
            assert_eq!(replayed, landing.game);
        }
    }
}

#[test]
fn every_play_is_ranked_once() {
    let evaluator = Evaluator::trained();
    let mut ranker = PlayRanker::default();
    for game in positions(3, 40) {
        let mut expected = HashSet::new();
        ends(&game, false, &mut expected);
        let plays = ranker.ranked_plays(&evaluator, &game, usize::MAX);
        let found: HashSet<String> = plays.iter().map(|play| text(&play.after())).collect();
        assert_eq!((found.len(), &found), (plays.len(), &expected), "{game}");
        for play in plays.iter() {
            let mut replayed = game;
            play.actions().for_each(|action| replayed.play(action).unwrap());
            assert_eq!(replayed, play.after());
            if let (Phase::Roll, Some(side)) = (replayed.phase(), replayed.side()) {
                let alone = -evaluator.log_odds_at_throw(&replayed, side);
                assert!(
                    (alone - play.log_odds).abs() < 1e-3,
                    "{replayed}: {alone} {}",
                    play.log_odds
                );
            }
        }
    }
}

/// Double sixes with frogs ready everywhere.
#[test]
fn the_widest_turns_stay_small() {
    let wide = at("1=r,2=r,3=r,4=r,5=r,6=r,7=r,8=r,9=r,10=r,11=r,12=r 0-12 0-0 r 1.1.1.1");
    let mut ranker = PlayRanker::default();
    let plays = ranker.ranked_plays(&Evaluator::trained(), &wide, usize::MAX).len();
    assert!((1_000..20_000).contains(&plays), "{plays}");
    let request = SearchRequest { limits: SearchLimits::nodes(50_000), ..SearchRequest::default() };
    wide.check(&think(&wide, &BotKind::Best, &request).action).unwrap();
}

#[test]
fn evaluation_is_symmetric_in_colour() {
    let evaluator = Evaluator::trained();
    let swapped = |text: &str| -> String {
        let (stacks, rest) = text.split_once(' ').unwrap();
        let turned = |c| match c {
            'r' => 'p',
            'p' => 'r',
            c => c,
        };
        let mut fields: Vec<String> = rest.split(' ').map(String::from).collect();
        for field in &mut fields[..2] {
            let (red, purple) = field.split_once('-').unwrap();
            *field = format!("{purple}-{red}");
        }
        fields[2] = fields[2].chars().map(turned).collect();
        // Mirroring swaps safe squares, so re-read the squares one by one to sort them.
        let mut stacks: Vec<String> =
            stacks.split(',').map(|stack| stack.chars().map(turned).collect()).collect();
        let names: Vec<String> =
            abaque_abagio::Square::all().map(|square| square.to_string()).collect();
        stacks.sort_by_key(|stack| {
            names.iter().position(|name| Some(name.as_str()) == stack.split('=').next())
        });
        format!("{} {}", stacks.join(","), fields.join(" "))
    };
    let mut seen = 0;
    for game in positions(4, 9) {
        let mut game = game;
        while let Some(action) = game.random_action(&mut SplitMix(3)) {
            game.apply_unchecked(Ply::Act(action));
        }
        if let (Phase::Roll, Some(side)) = (game.phase(), game.side()) {
            let other = at(&swapped(&game.to_string()));
            let (here, there) = (
                evaluator.log_odds_at_throw(&game, side),
                evaluator.log_odds_at_throw(&other, side.other()),
            );
            assert!((here - there).abs() < 1e-3, "{game} | {other}: {here} {there}");
            seen += 1;
        }
    }
    assert!(seen > 50);
}

#[test]
fn weights_round_trip_through_a_file() {
    let mut weights = Weights::blank();
    let mut source = SplitMix(4);
    for number in weights.contact.parameters_mut().chain(weights.race.parameters_mut()) {
        *number = (source.below(2001) as f32 - 1000.0) / 500.0;
    }
    let read = Weights::from_bytes(&weights.to_bytes()).unwrap();
    for (a, b) in weights.contact.parameters().zip(read.contact.parameters()) {
        assert!((a - b).abs() < 1e-4);
    }
    assert!(Weights::from_bytes(&weights.to_bytes()[1..]).is_none());
    assert!(Weights::from_bytes(&[]).is_none());
}

#[test]
fn same_seed_and_nodes_same_result() {
    for game in positions(2, 90) {
        for kind in [level(1), level(7), BotKind::Best] {
            let limits = SearchLimits::nodes(100_000);
            let request = SearchRequest { limits, seed: 9, lines: 3, ..SearchRequest::default() };
            // Under a node limit the number of threads has no effect.
            let others = SearchRequest { threads: 3, ..request.clone() };
            let (mut one, mut other) =
                (think(&game, &kind, &request), think(&game, &kind, &others));
            (one.time, other.time) = (Millis(0), Millis(0));
            assert_eq!(one, other);
        }
    }
}

#[test]
fn the_smallest_budgets_give_legal_turns() {
    let stopped = StopFlag::default();
    stopped.stop();
    for game in positions(3, 60) {
        for kind in [
            level(1),
            level(8),
            BotKind::Best,
            BotKind::Random,
            BotKind::Greedy,
            BotKind::MonteCarlo,
        ] {
            for request in [
                SearchRequest { limits: SearchLimits::nodes(1), ..SearchRequest::default() },
                SearchRequest { limits: SearchLimits::time(Millis(0)), ..SearchRequest::default() },
                SearchRequest {
                    limits: SearchLimits::nodes(500),
                    stop: stopped.clone(),
                    ..SearchRequest::default()
                },
            ] {
                let result = think(&game, &kind, &request);
                game.check(&result.action).unwrap();
                assert!(!result.lines.is_empty());
            }
        }
    }
}

#[test]
fn plans_hold_to_the_end_of_the_turn() {
    for game in positions(3, 50) {
        for kind in [level(2), BotKind::Best] {
            let mut bot = bot(&kind);
            let (mut game, seat) = (game, game.side().unwrap());
            let mut planned: Option<Vec<Action>> = None;
            while game.turn() == Turn::Of(seat) {
                // A different seed each time: the plan must not change.
                let seed = planned.as_ref().map_or(0, |plan| plan.len() as u64);
                let request = SearchRequest {
                    seed,
                    limits: SearchLimits::depth(1),
                    ..SearchRequest::default()
                };
                let result = bot
                    .think(&Observation::without_history(game, seat), &request, &mut |_| ())
                    .unwrap();
                if let Some(plan) = planned.as_mut() {
                    assert_eq!(result.action, plan.remove(0));
                } else if result.lines[0].actions[0] == result.action && kind == BotKind::Best {
                    planned = Some(result.lines[0].actions[1..].to_vec());
                }
                game.play(result.action).unwrap();
            }
            assert!(planned.is_none_or(|plan| plan.is_empty()));
        }
    }
}

#[test]
fn planned_results_agree_with_fresh_searches() {
    let request = SearchRequest { limits: SearchLimits::depth(1), ..SearchRequest::default() };
    for game in positions(3, 50) {
        let result = think(&game, &BotKind::Best, &request);
        let mut later = game;
        later.play(result.action).unwrap();
        if later.turn() == game.turn() && result.lines[0].actions.len() > 1 {
            let asked = think(&later, &BotKind::Best, &request);
            assert!((asked.lines[0].win - result.lines[0].win).abs() < 1e-6, "{game}");
        }
    }
}

#[test]
fn several_lines_are_distinct_and_sorted() {
    for game in positions(3, 60) {
        for kind in [level(7), level(8)] {
            let request = SearchRequest { lines: 5, ..SearchRequest::default() };
            let result = think(&game, &kind, &request);
            let mut all = HashSet::new();
            ends(&game, false, &mut all);
            assert_eq!(result.lines.len(), all.len().min(5), "{game}");
            assert!(result.lines.is_sorted_by(|a, b| a.win >= b.win));
            let results: HashSet<String> = result
                .lines
                .iter()
                .map(|line| {
                    let mut game = game;
                    line.actions.iter().for_each(|&action| game.play(action).unwrap());
                    assert!(!matches!(game.turn(), Turn::Of(seat) if Some(seat) == game.side() && game.phase() == Phase::Chief));
                    text(&game)
                })
                .collect();
            assert_eq!(results.len(), result.lines.len());
            assert!(result.lines.iter().all(|line| (0.0..=1.0).contains(&line.win)));
        }
    }
}

#[test]
fn searching_before_a_roll_is_an_error() {
    for text in ["- 6-6 0-0 - first", "5=rprp,10=prpr,15=rprp 6-6 0-0 r roll"] {
        for kind in [level(1), BotKind::Best] {
            let observation = Observation::without_history(at(text), Seat::First);
            assert!(
                bot(&kind).think(&observation, &SearchRequest::default(), &mut |_| ()).is_err()
            );
        }
    }
    assert!(Bots::bot(&Options::default(), &BotKind::Special("x".into())).is_err());
}

#[test]
fn evaluation_favours_the_leader_and_the_winner() {
    let mut bot = bot(&BotKind::Best);
    assert_eq!(bot.evaluate(&at("- 6-6 0-0 - first")), 0.5);
    let red = "r2=rr,p7=pppp,p6=pppp 0-0 10-4 r roll";
    assert!(bot.evaluate(&at(red)) > 0.95);
    assert!(bot.evaluate(&at("r7=rrrr,r6=rrrr,p2=pp 0-0 4-10 p roll")) < 0.05);
    assert_eq!(bot.evaluate(&at("r2=rr 0-0 10-12 p over")), 0.0);
    assert!(bot.evaluate(&at("5=rprp,10=prpr,15=rprp 6-6 0-0 r roll")) > 0.4);
}

#[test]
fn evaluations_before_and_after_throws_agree_on_average() {
    // The mean over all throws matches the evaluation before the throw, within the net's error.
    let mut bot = bot(&BotKind::Best);
    let (mut off, mut count) = (0.0, 0);
    for game in positions(4, 25) {
        let mut game = game;
        while let Some(action) = game.random_action(&mut SplitMix(1)) {
            game.apply_unchecked(Ply::Act(action));
        }
        if game.phase() != Phase::Roll {
            continue;
        }
        let mean: f64 = Roll::throws()
            .map(|throw| {
                let mut next = game;
                next.apply_unchecked(Ply::Roll(throw));
                bot.evaluate(&next) * f64::from(throw.weight()) / 36.0
            })
            .sum();
        off += (mean - bot.evaluate(&game)).abs();
        count += 1;
    }
    assert!(off / f64::from(count) < 0.05, "{}", off / f64::from(count));
}

#[test]
fn every_level_plays_an_immediate_win() {
    let game = at("r3=r,p7=pppp,o=r 0-0 10-8 r 5.2");
    for kind in Level::ALL.map(BotKind::Level) {
        let mut game = game;
        let mut bot = bot(&kind);
        while game.turn() == Turn::Of(Seat::First) {
            let observation = Observation::without_history(game, Seat::First);
            let result = bot.think(&observation, &SearchRequest::default(), &mut |_| ()).unwrap();
            assert_eq!(result.lines[0].win, 1.0);
            game.play(result.action).unwrap();
        }
        assert!(game.is_over());
    }
}

/// Minimum expected number of turns of Red by the rules, against frogs that never leave home.
fn brute_force_turns(game: &Abagio, known: &mut HashMap<String, f64>) -> f64 {
    let key = game.to_string();
    if let Some(&mean) = known.get(&key) {
        return mean;
    }
    let (mut sum, mut lost) = (36.0, 0.0);
    for throw in Roll::throws() {
        let weight = f64::from(throw.weight());
        let mut thrown = *game;
        thrown.apply_unchecked(Ply::Roll(throw));
        let landings = TurnGenerator::default().landings(&thrown).to_vec();
        let mut best = f64::INFINITY;
        for landing in landings {
            if landing.game.is_over() {
                best = 0.0;
                continue;
            }
            // Skip the opponent, who stays at home.
            let text = landing.game.to_string();
            let fields: Vec<&str> = text.split(' ').collect();
            let next = at(&format!("{} {} {} r roll", fields[0], fields[1], fields[2]));
            best = best.min(if next == *game { f64::MAX } else { brute_force_turns(&next, known) });
        }
        if best == f64::MAX {
            lost += weight;
        } else {
            sum += weight * best;
        }
    }
    let mean = sum / (36.0 - lost);
    known.insert(key, mean);
    mean
}

#[test]
fn the_race_table_agrees_with_brute_force() {
    let table = RaceTable::full();
    let mut known = HashMap::new();
    for text in [
        "o=r 0-12 11-0 r roll",
        "r2=r 0-12 11-0 r roll",
        "r7=r,r6=r 0-12 10-0 r roll",
        "e=rr 0-12 10-0 r roll",
        "r3=rr,o=rr 0-12 8-0 r roll",
        "e=r,r2=rr,o=rr 0-12 7-0 r roll",
        "r7=rrr,r2=r 0-12 8-0 r roll",
        "e=rr,r2=rrrrr,o=r 0-12 4-0 r roll",
    ] {
        let game = at(text);
        let needs = race_needs(&game, Seat::First).unwrap();
        let (predicted, seen) =
            (f64::from(table.mean_turns(&needs)), brute_force_turns(&game, &mut known));
        assert!((predicted - seen).abs() < 1e-3, "{text}: {predicted} {seen}");
        let exactly = table.turn_distribution(&needs);
        let mean: f32 = exactly.iter().enumerate().map(|(turn, p)| (turn + 1) as f32 * p).sum();
        assert!((mean - table.mean_turns(&needs)).abs() < 1e-2, "{text}: {mean}");
        assert!((exactly.iter().sum::<f32>() - 1.0).abs() < 1e-3);
    }
}

/// The thrower's chance by the rules with best play on both sides; a hit counts as a loss.
fn brute_force_chance(game: &Abagio, depth: u32, known: &mut HashMap<(String, u32), f64>) -> f64 {
    let key = (text(game), depth);
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let (Some(side), 1..) = (game.side(), depth) else { return 0.5 };
    let mut sum = 0.0;
    for throw in Roll::throws() {
        let mut thrown = *game;
        thrown.apply_unchecked(Ply::Roll(throw));
        let mut best = 0.0f64;
        for mut landing in
            TurnGenerator::default().landings(&thrown).iter().map(|landing| landing.game)
        {
            if landing.phase() == Phase::Chief {
                landing.play(Action::Chief(None)).unwrap();
            }
            let won = landing.is_over() || landing.home(side.other()) > 0;
            best = best.max(if won {
                1.0
            } else {
                1.0 - brute_force_chance(&landing, depth - 1, known)
            });
        }
        sum += best * f64::from(throw.weight()) / 36.0;
    }
    known.insert(key, sum);
    sum
}

#[test]
fn endings_by_the_table_agree_with_brute_force() {
    let mut known = HashMap::new();
    let mut furthest = 0.0f64;
    let (mut seen, mut sum) = (0.0, 0.0);
    for red in 2..=7 {
        for purple in 2..=7 {
            for more in [None, Some(2), Some(5), Some(7)] {
                // Red has one frog or two.
                let own = match more {
                    None => format!("r{red}=r"),
                    Some(more) if more == red => format!("r{red}=rr"),
                    Some(more) => format!("r{}=r,r{}=r", red.max(more), red.min(more)),
                };
                let pond = if more.is_none() { 11 } else { 10 };
                for side in ["r", "p"] {
                    let game = at(&format!("{own},p{purple}=p 0-0 {pond}-11 {side} roll"));
                    let predicted = f64::from(endgame_chance(&game, game.side().unwrap()).unwrap());
                    let off = (predicted - brute_force_chance(&game, 6, &mut known)).abs();
                    furthest = furthest.max(off);
                    seen += 1.0;
                    sum += off;
                }
            }
        }
    }
    assert!(furthest < 0.1 && sum / seen < 0.02, "{furthest} {}", sum / seen);
    // A player one throw from the end cannot be met any more, so the table is exact.
    let sure = at("r7=r,p3=p 0-0 11-11 r roll");
    let predicted = f64::from(endgame_chance(&sure, Seat::First).unwrap());
    assert!((predicted - brute_force_chance(&sure, 2, &mut HashMap::new())).abs() < 1e-6);
    // With more frogs, or one on a shared square, the nets evaluate.
    for text in ["r7=rr,p7=pp 0-0 10-10 r roll", "r7=r,o=p 0-0 11-11 r roll"] {
        assert_eq!(endgame_chance(&at(text), Seat::First), None);
    }
}

#[test]
fn the_nearer_player_wins_the_race() {
    let table = RaceTable::full();
    let one: [u8; 9] = [0, 1, 0, 0, 0, 0, 0, 0, 0];
    let far: [u8; 9] = [0, 0, 0, 0, 0, 0, 0, 0, 1];
    assert!((table.win_chance(&one, &far) - 1.0).abs() < 1e-5);
    // One frog eight squares away: at most 17 of 36 throws finish.
    let exact = table.turn_distribution(&far)[0];
    let ends = Roll::throws()
        .filter(|throw| match *throw {
            Roll::Throw { high, low } => high + low >= 8 || (high == low && high >= 2),
            Roll::First { .. } => false,
        })
        .map(Roll::weight)
        .sum::<u32>();
    assert!((exact - ends as f32 / 36.0).abs() < 1e-6, "{exact} {ends}");
    assert!((table.win_chance(&far, &one) - exact).abs() < 1e-6);
    let all: [u8; 9] = [0, 0, 0, 0, 2, 5, 5, 0, 0];
    assert!(table.win_chance(&all, &all) > 0.5);
    assert_eq!(race_needs(&at("5=rprp,10=prpr,15=rprp 6-6 0-0 r roll"), Seat::First), None);
}

/// Luck is subtracted, and it sums to zero over all first throws.
#[test]
fn rollouts_of_one_turn_are_the_mean_over_all_throws() {
    let filter = SearchWidth { chief_landings: 4, replies: 1, margin: 0.0 };
    let mut expectimax = Expectimax::new(Evaluator::trained(), filter);
    for mut game in positions(3, 80) {
        while let Some(action) = game.random_action(&mut SplitMix(1)) {
            game.apply_unchecked(Ply::Act(action));
        }
        if game.phase() == Phase::Over {
            continue;
        }
        let mut budget = SearchBudget::new(SearchLimits::default(), StopFlag::default());
        let looked = expectimax.chance_after(&game, 1, &mut budget).unwrap();
        for round in 0..2 {
            let rolled = Rollout::new(Evaluator::trained(), 1, 4).play_round(&game, round);
            assert!((looked - rolled).abs() < 1e-4, "{game}: {looked} {rolled}");
        }
    }
}

#[test]
fn rollouts_are_unbiased_and_reproducible() {
    let game = at("5=rprp,10=prpr,15=rprp 6-6 0-0 r roll");
    let rounds = |seed| {
        let mut rollout = Rollout::new(Evaluator::trained(), 6, seed);
        let mut tally = RunningMean::default();
        (0..4).for_each(|round| tally.add(rollout.play_round(&game, round)));
        tally
    };
    assert_eq!(rounds(1), rounds(1));
    let (one, other) = (rounds(1), rounds(2));
    assert!(one.standard_error() > 0.0 && one.standard_error() < 0.01, "{one:?}");
    assert!((one.mean() - other.mean()).abs() < 0.02, "{one:?} {other:?}");
    // Red is about to throw, so this is Purple's chance.
    let predicted = 1.0 - bot(&BotKind::Best).evaluate(&game);
    assert!((one.mean() - predicted).abs() < 0.1, "{one:?} {predicted}");
}

/// A turn with several plays of about equal value.
const CLOSE: &str = "5=rprp,10=prpr,15=rprp 6-6 0-0 r 5.3";

fn note(result: &SearchResult<Action>, key: &str) -> f64 {
    let note = result.notes.iter().find(|(name, _)| *name == key);
    note.map_or(f64::NAN, |(_, value)| value.parse().unwrap())
}

#[test]
fn more_nodes_mean_more_games_and_a_smaller_error() {
    let request = |nodes| SearchRequest {
        limits: SearchLimits::nodes(nodes),
        lines: 2,
        seed: 1,
        ..SearchRequest::default()
    };
    let short = think(&at(CLOSE), &BotKind::Best, &request(150_000));
    let long = think(&at(CLOSE), &BotKind::Best, &request(900_000));
    assert!(note(&long, "games") > 4.0 * note(&short, "games"), "{short:?} {long:?}");
    assert!(note(&long, "error") < note(&short, "error"), "{short:?} {long:?}");
    for (result, most) in [(short, 150_000), (long, 900_000)] {
        assert!((most..most + 10_000).contains(&result.nodes), "{}", result.nodes);
    }
}

#[test]
fn a_depth_limit_disables_rollouts() {
    for depth in 1..=3 {
        let request =
            SearchRequest { limits: SearchLimits::depth(depth), ..SearchRequest::default() };
        let result = think(&at(CLOSE), &BotKind::Best, &request);
        assert_eq!(result.depth, depth);
        assert!(note(&result, "games").is_nan(), "{result:?}");
    }
}

#[test]
fn threads_share_the_games() {
    let limits = SearchLimits::time(Millis(300));
    let request = SearchRequest { limits, lines: 2, threads: 2, ..SearchRequest::default() };
    let result = think(&at(CLOSE), &BotKind::Best, &request);
    at(CLOSE).check(&result.action).unwrap();
    assert!(note(&result, "games") >= 2.0, "{result:?}");
    assert!(result.lines.is_sorted_by(|a, b| a.win >= b.win));
    assert!((300..1500).contains(&result.time.0), "{result:?}");
}

#[test]
fn the_stop_flag_ends_rollouts() {
    let stop = StopFlag::default();
    let game = at(CLOSE);
    let limits = SearchLimits::time(Millis(60_000));
    let request =
        SearchRequest { limits, lines: 2, stop: stop.clone(), ..SearchRequest::default() };
    let observation = Observation::without_history(game, Seat::First);
    let mut heard = 0;
    let result = bot(&BotKind::Best)
        .think(&observation, &request, &mut |result| {
            heard += 1;
            if result.notes.iter().any(|(key, _)| *key == "games") {
                stop.stop();
            }
        })
        .unwrap();
    assert!(heard > 2 && result.time < Millis(20_000), "{heard} {result:?}");
    game.check(&result.action).unwrap();
}
