//! The computer player of Abagio: it sees every way to play a throw, keeps its plans, and finds what
//! there is to find.
#![allow(clippy::unwrap_used)]

use std::collections::{HashMap, HashSet};

use abaque_abagio::{Abagio, AbagioOptions, Action, Phase, Roll};
use abaque_bots::abagio::race::{Race, ending, needs};
use abaque_bots::abagio::{Filter, Judge, Rollout, Seeker, Tally, Turns, Weigher, Weights};
use abaque_bots::{Automated, Brief, Kind, Level, Sight, Thought};
use abaque_core::{Game, Millis, Ply, Seat, Source, SplitMix, Turn};
use abaque_search::{Limits, Meter, Stop};

fn at(text: &str) -> Abagio {
    Abagio::parse(&AbagioOptions::default(), text).unwrap()
}

/// Positions of random games in which somebody is to act.
fn positions(games: u64, every: usize) -> Vec<Abagio> {
    let mut all = Vec::new();
    for seed in 0..games {
        let mut source = SplitMix(seed);
        let mut game = Abagio::start(&AbagioOptions::default());
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

/// A position as text; in races, where it does not matter, without the chief.
fn text(game: &Abagio) -> String {
    let inside = |seat: Seat| needs(game, seat).is_some();
    let text = game.to_string();
    if !Seat::ALL.into_iter().all(inside) {
        return text;
    }
    let (stacks, rest) = text.split_once(' ').unwrap();
    let stacks: Vec<&str> = stacks.split(',').filter(|stack| !stack.ends_with('*')).collect();
    format!("{} {rest}", stacks.join(","))
}

/// Every position a turn can end in, by the rules alone; also after the leaps where the chief is due.
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
    game.legal(&mut legal);
    for action in legal {
        let mut next = *game;
        next.play(action).unwrap();
        ends(&next, leaps_only, out);
    }
}

fn bot(kind: &Kind) -> Box<dyn abaque_bots::Bot<Abagio>> {
    Abagio::bot(&AbagioOptions::default(), kind).unwrap()
}

fn think(game: &Abagio, kind: &Kind, brief: &Brief) -> Thought<Action> {
    let seat = game.side().unwrap();
    bot(kind).think(&Sight::fresh(*game, seat), brief, &mut |_| ()).unwrap()
}

fn level(number: u8) -> Kind {
    Kind::Level(Level::new(number).unwrap())
}

#[test]
fn every_landing_is_found_once() {
    let mut turns = Turns::default();
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
fn every_play_is_weighed_once() {
    let judge = Judge::learned();
    let mut weigher = Weigher::default();
    for game in positions(3, 40) {
        let mut expected = HashSet::new();
        ends(&game, false, &mut expected);
        let plays = weigher.plays(&judge, &game, usize::MAX);
        let found: HashSet<String> = plays.iter().map(|play| text(&play.after())).collect();
        assert_eq!((found.len(), &found), (plays.len(), &expected), "{game}");
        for play in plays.iter() {
            let mut replayed = game;
            play.actions().for_each(|action| replayed.play(action).unwrap());
            assert_eq!(replayed, play.after());
            if let (Phase::Roll, Some(side)) = (replayed.phase(), replayed.side()) {
                let alone = -judge.at_throw(&replayed, side);
                assert!((alone - play.value).abs() < 1e-3, "{replayed}: {alone} {}", play.value);
            }
        }
    }
}

/// Double sixes with frogs ready everywhere.
#[test]
fn the_widest_turns_stay_small() {
    let wide = at("1=r,2=r,3=r,4=r,5=r,6=r,7=r,8=r,9=r,10=r,11=r,12=r 0-12 0-0 r 1.1.1.1");
    let mut weigher = Weigher::default();
    let plays = weigher.plays(&Judge::learned(), &wide, usize::MAX).len();
    assert!((1_000..20_000).contains(&plays), "{plays}");
    let brief = Brief { limits: Limits::nodes(50_000), ..Brief::default() };
    wide.check(&think(&wide, &Kind::Best, &brief).action).unwrap();
}

#[test]
fn colours_do_not_matter() {
    let judge = Judge::learned();
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
        // Safe squares change places, so the squares are sorted again by reading them one by one.
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
            let (here, there) = (judge.at_throw(&game, side), judge.at_throw(&other, side.other()));
            assert!((here - there).abs() < 1e-3, "{game} | {other}: {here} {there}");
            seen += 1;
        }
    }
    assert!(seen > 50);
}

#[test]
fn weights_survive_a_file() {
    let mut weights = Weights::blank();
    let mut source = SplitMix(4);
    for number in weights.contact.numbers_mut().chain(weights.race.numbers_mut()) {
        *number = (source.below(2001) as f32 - 1000.0) / 500.0;
    }
    let read = Weights::read(&weights.write()).unwrap();
    for (a, b) in weights.contact.numbers().zip(read.contact.numbers()) {
        assert!((a - b).abs() < 1e-4);
    }
    assert!(Weights::read(&weights.write()[1..]).is_none());
    assert!(Weights::read(&[]).is_none());
}

#[test]
fn same_seed_and_nodes_same_thought() {
    for game in positions(2, 90) {
        for kind in [level(1), level(7), Kind::Best] {
            let limits = Limits::nodes(100_000);
            let brief = Brief { limits, seed: 9, lines: 3, ..Brief::default() };
            // Threads do not help where nodes are counted.
            let others = Brief { threads: 3, ..brief.clone() };
            let (mut one, mut other) = (think(&game, &kind, &brief), think(&game, &kind, &others));
            (one.time, other.time) = (Millis(0), Millis(0));
            assert_eq!(one, other);
        }
    }
}

#[test]
fn the_smallest_budgets_give_legal_turns() {
    let stopped = Stop::default();
    stopped.stop();
    for game in positions(3, 60) {
        for kind in [level(1), level(8), Kind::Best, Kind::Random, Kind::Greedy, Kind::MonteCarlo] {
            for brief in [
                Brief { limits: Limits::nodes(1), ..Brief::default() },
                Brief { limits: Limits::time(Millis(0)), ..Brief::default() },
                Brief { limits: Limits::nodes(500), stop: stopped.clone(), ..Brief::default() },
            ] {
                let thought = think(&game, &kind, &brief);
                game.check(&thought.action).unwrap();
                assert!(!thought.lines.is_empty());
            }
        }
    }
}

#[test]
fn plans_hold_to_the_end_of_the_turn() {
    for game in positions(3, 50) {
        for kind in [level(2), Kind::Best] {
            let mut bot = bot(&kind);
            let (mut game, seat) = (game, game.side().unwrap());
            let mut planned: Option<Vec<Action>> = None;
            while game.turn() == Turn::Of(seat) {
                // Another seed each time: the plan must not waver.
                let seed = planned.as_ref().map_or(0, |plan| plan.len() as u64);
                let brief = Brief { seed, limits: Limits::depth(1), ..Brief::default() };
                let thought = bot.think(&Sight::fresh(game, seat), &brief, &mut |_| ()).unwrap();
                if let Some(plan) = planned.as_mut() {
                    assert_eq!(thought.action, plan.remove(0));
                } else if thought.lines[0].actions[0] == thought.action && kind == Kind::Best {
                    planned = Some(thought.lines[0].actions[1..].to_vec());
                }
                game.play(thought.action).unwrap();
            }
            assert!(planned.is_none_or(|plan| plan.is_empty()));
        }
    }
}

#[test]
fn plans_and_questions_out_of_the_blue_agree() {
    let brief = Brief { limits: Limits::depth(1), ..Brief::default() };
    for game in positions(3, 50) {
        let thought = think(&game, &Kind::Best, &brief);
        let mut later = game;
        later.play(thought.action).unwrap();
        if later.turn() == game.turn() && thought.lines[0].actions.len() > 1 {
            let asked = think(&later, &Kind::Best, &brief);
            assert!((asked.lines[0].win - thought.lines[0].win).abs() < 1e-6, "{game}");
        }
    }
}

#[test]
fn several_lines_are_distinct_and_sorted() {
    for game in positions(3, 60) {
        for kind in [level(7), level(8)] {
            let brief = Brief { lines: 5, ..Brief::default() };
            let thought = think(&game, &kind, &brief);
            let mut all = HashSet::new();
            ends(&game, false, &mut all);
            assert_eq!(thought.lines.len(), all.len().min(5), "{game}");
            assert!(thought.lines.is_sorted_by(|a, b| a.win >= b.win));
            let results: HashSet<String> = thought
                .lines
                .iter()
                .map(|line| {
                    let mut game = game;
                    line.actions.iter().for_each(|&action| game.play(action).unwrap());
                    assert!(!matches!(game.turn(), Turn::Of(seat) if Some(seat) == game.side() && game.phase() == Phase::Chief));
                    text(&game)
                })
                .collect();
            assert_eq!(results.len(), thought.lines.len());
            assert!(thought.lines.iter().all(|line| (0.0..=1.0).contains(&line.win)));
        }
    }
}

#[test]
fn lots_are_nobody_s_to_think_about() {
    for text in ["- 6-6 0-0 - first", "5=rprp,10=prpr,15=rprp 6-6 0-0 r roll"] {
        for kind in [level(1), Kind::Best] {
            let sight = Sight::fresh(at(text), Seat::First);
            assert!(bot(&kind).think(&sight, &Brief::default(), &mut |_| ()).is_err());
        }
    }
    assert!(Abagio::bot(&AbagioOptions::default(), &Kind::Special("x".into())).is_err());
}

#[test]
fn gauges_see_who_is_ahead_and_who_won() {
    let mut bot = bot(&Kind::Best);
    assert_eq!(bot.gauge(&at("- 6-6 0-0 - first")), 0.5);
    let red = "r2=rr,p7=pppp,p6=pppp 0-0 10-4 r roll";
    assert!(bot.gauge(&at(red)) > 0.95);
    assert!(bot.gauge(&at("r7=rrrr,r6=rrrr,p2=pp 0-0 4-10 p roll")) < 0.05);
    assert_eq!(bot.gauge(&at("r2=rr 0-0 10-12 p over")), 0.0);
    assert!(bot.gauge(&at("5=rprp,10=prpr,15=rprp 6-6 0-0 r roll")) > 0.4);
}

#[test]
fn gauges_before_and_after_throws_agree_on_average() {
    // What the throws give on average is what the position was said to be worth, within the net's error.
    let mut bot = bot(&Kind::Best);
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
                bot.gauge(&next) * f64::from(throw.weight()) / 36.0
            })
            .sum();
        off += (mean - bot.gauge(&game)).abs();
        count += 1;
    }
    assert!(off / f64::from(count) < 0.05, "{}", off / f64::from(count));
}

#[test]
fn a_win_at_hand_is_taken_by_every_level() {
    let game = at("r3=r,p7=pppp,o=r 0-0 10-8 r 5.2");
    for kind in Level::ALL.map(Kind::Level) {
        let mut game = game;
        let mut bot = bot(&kind);
        while game.turn() == Turn::Of(Seat::First) {
            let sight = Sight::fresh(game, Seat::First);
            let thought = bot.think(&sight, &Brief::default(), &mut |_| ()).unwrap();
            assert_eq!(thought.lines[0].win, 1.0);
            game.play(thought.action).unwrap();
        }
        assert!(game.is_over());
    }
}

/// The least expected number of turns of Red, alone against frogs that never leave home, by the rules.
fn brute(game: &Abagio, known: &mut HashMap<String, f64>) -> f64 {
    let key = game.to_string();
    if let Some(&mean) = known.get(&key) {
        return mean;
    }
    let (mut sum, mut lost) = (36.0, 0.0);
    for throw in Roll::throws() {
        let weight = f64::from(throw.weight());
        let mut thrown = *game;
        thrown.apply_unchecked(Ply::Roll(throw));
        let landings = Turns::default().landings(&thrown).to_vec();
        let mut best = f64::INFINITY;
        for landing in landings {
            if landing.game.is_over() {
                best = 0.0;
                continue;
            }
            // The opponent, who stays at home, is passed over.
            let text = landing.game.to_string();
            let fields: Vec<&str> = text.split(' ').collect();
            let next = at(&format!("{} {} {} r roll", fields[0], fields[1], fields[2]));
            best = best.min(if next == *game { f64::MAX } else { brute(&next, known) });
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
    let table = Race::table();
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
        let needs = needs(&game, Seat::First).unwrap();
        let (said, seen) = (f64::from(table.mean(&needs)), brute(&game, &mut known));
        assert!((said - seen).abs() < 1e-3, "{text}: {said} {seen}");
        let exactly = table.exactly(&needs);
        let mean: f32 = exactly.iter().enumerate().map(|(turn, p)| (turn + 1) as f32 * p).sum();
        assert!((mean - table.mean(&needs)).abs() < 1e-2, "{text}: {mean}");
        assert!((exactly.iter().sum::<f32>() - 1.0).abs() < 1e-3);
    }
}

/// The thrower's chance by the rules, both players at their best; who is hit is taken to lose.
fn fought(game: &Abagio, depth: u32, known: &mut HashMap<(String, u32), f64>) -> f64 {
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
        for mut landing in Turns::default().landings(&thrown).iter().map(|landing| landing.game) {
            if landing.phase() == Phase::Chief {
                landing.play(Action::Chief(None)).unwrap();
            }
            let won = landing.is_over() || landing.home(side.other()) > 0;
            best = best.max(if won { 1.0 } else { 1.0 - fought(&landing, depth - 1, known) });
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
                    let said = f64::from(ending(&game, game.side().unwrap()).unwrap());
                    let off = (said - fought(&game, 6, &mut known)).abs();
                    furthest = furthest.max(off);
                    seen += 1.0;
                    sum += off;
                }
            }
        }
    }
    assert!(furthest < 0.1 && sum / seen < 0.02, "{furthest} {}", sum / seen);
    // Who is a throw from the end cannot be met any more: then the table is exact.
    let sure = at("r7=r,p3=p 0-0 11-11 r roll");
    let said = f64::from(ending(&sure, Seat::First).unwrap());
    assert!((said - fought(&sure, 2, &mut HashMap::new())).abs() < 1e-6);
    // More frogs, or one on a shared square, are the nets' business.
    for text in ["r7=rr,p7=pp 0-0 10-10 r roll", "r7=r,o=p 0-0 11-11 r roll"] {
        assert_eq!(ending(&at(text), Seat::First), None);
    }
}

#[test]
fn races_are_won_by_who_is_first() {
    let table = Race::table();
    let one: [u8; 9] = [0, 1, 0, 0, 0, 0, 0, 0, 0];
    let far: [u8; 9] = [0, 0, 0, 0, 0, 0, 0, 0, 1];
    assert!((table.ahead(&one, &far) - 1.0).abs() < 1e-5);
    // With one frog eight squares away nobody is sure: 17 of 36 throws end it, or fewer.
    let exact = table.exactly(&far)[0];
    let ends = Roll::throws()
        .filter(|throw| match *throw {
            Roll::Throw { high, low } => high + low >= 8 || (high == low && high >= 2),
            Roll::First { .. } => false,
        })
        .map(Roll::weight)
        .sum::<u32>();
    assert!((exact - ends as f32 / 36.0).abs() < 1e-6, "{exact} {ends}");
    assert!((table.ahead(&far, &one) - exact).abs() < 1e-6);
    let all: [u8; 9] = [0, 0, 0, 0, 2, 5, 5, 0, 0];
    assert!(table.ahead(&all, &all) > 0.5);
    assert_eq!(needs(&at("5=rprp,10=prpr,15=rprp 6-6 0-0 r roll"), Seat::First), None);
}

/// What throws give is taken out, and over every first throw that is nothing.
#[test]
fn rollouts_of_one_turn_are_the_mean_over_all_throws() {
    let filter = Filter { chief: 4, replies: 1, margin: 0.0 };
    let mut seeker = Seeker::new(Judge::learned(), filter);
    for mut game in positions(3, 80) {
        while let Some(action) = game.random_action(&mut SplitMix(1)) {
            game.apply_unchecked(Ply::Act(action));
        }
        if game.phase() == Phase::Over {
            continue;
        }
        let mut meter = Meter::new(Limits::default(), Stop::default());
        let looked = seeker.reached(&game, 1, &mut meter).unwrap();
        for round in 0..2 {
            let rolled = Rollout::new(Judge::learned(), 1, 4).round(&game, round);
            assert!((looked - rolled).abs() < 1e-4, "{game}: {looked} {rolled}");
        }
    }
}

#[test]
fn rollouts_are_fair_and_can_be_repeated() {
    let game = at("5=rprp,10=prpr,15=rprp 6-6 0-0 r roll");
    let rounds = |seed| {
        let mut rollout = Rollout::new(Judge::learned(), 6, seed);
        let mut tally = Tally::default();
        (0..4).for_each(|round| tally.add(rollout.round(&game, round)));
        tally
    };
    assert_eq!(rounds(1), rounds(1));
    let (one, other) = (rounds(1), rounds(2));
    assert!(one.error() > 0.0 && one.error() < 0.01, "{one:?}");
    assert!((one.mean() - other.mean()).abs() < 0.02, "{one:?} {other:?}");
    // Red is about to throw, so this is Purple's chance.
    let said = 1.0 - bot(&Kind::Best).gauge(&game);
    assert!((one.mean() - said).abs() < 0.1, "{one:?} {said}");
}

/// A turn with several plays about as good.
const CLOSE: &str = "5=rprp,10=prpr,15=rprp 6-6 0-0 r 5.3";

fn note(thought: &Thought<Action>, key: &str) -> f64 {
    let note = thought.notes.iter().find(|(name, _)| *name == key);
    note.map_or(f64::NAN, |(_, value)| value.parse().unwrap())
}

#[test]
fn more_nodes_mean_more_games_and_a_smaller_error() {
    let brief =
        |nodes| Brief { limits: Limits::nodes(nodes), lines: 2, seed: 1, ..Brief::default() };
    let short = think(&at(CLOSE), &Kind::Best, &brief(150_000));
    let long = think(&at(CLOSE), &Kind::Best, &brief(900_000));
    assert!(note(&long, "games") > 4.0 * note(&short, "games"), "{short:?} {long:?}");
    assert!(note(&long, "error") < note(&short, "error"), "{short:?} {long:?}");
    for (thought, most) in [(short, 150_000), (long, 900_000)] {
        assert!((most..most + 10_000).contains(&thought.nodes), "{}", thought.nodes);
    }
}

#[test]
fn a_bound_in_turns_is_kept_without_rollouts() {
    for depth in 1..=3 {
        let brief = Brief { limits: Limits::depth(depth), ..Brief::default() };
        let thought = think(&at(CLOSE), &Kind::Best, &brief);
        assert_eq!(thought.depth, depth);
        assert!(note(&thought, "games").is_nan(), "{thought:?}");
    }
}

#[test]
fn threads_share_the_games() {
    let limits = Limits::time(Millis(300));
    let brief = Brief { limits, lines: 2, threads: 2, ..Brief::default() };
    let thought = think(&at(CLOSE), &Kind::Best, &brief);
    at(CLOSE).check(&thought.action).unwrap();
    assert!(note(&thought, "games") >= 2.0, "{thought:?}");
    assert!(thought.lines.is_sorted_by(|a, b| a.win >= b.win));
    assert!((300..1500).contains(&thought.time.0), "{thought:?}");
}

#[test]
fn a_raised_flag_ends_rollouts() {
    let stop = Stop::default();
    let game = at(CLOSE);
    let limits = Limits::time(Millis(60_000));
    let brief = Brief { limits, lines: 2, stop: stop.clone(), ..Brief::default() };
    let sight = Sight::fresh(game, Seat::First);
    let mut heard = 0;
    let thought = bot(&Kind::Best)
        .think(&sight, &brief, &mut |thought| {
            heard += 1;
            if thought.notes.iter().any(|(key, _)| *key == "games") {
                stop.stop();
            }
        })
        .unwrap();
    assert!(heard > 2 && thought.time < Millis(20_000), "{heard} {thought:?}");
    game.check(&thought.action).unwrap();
}
