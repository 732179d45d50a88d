//! The Blocs-pions bot: it uses only its own view, answers every phase, and is reproducible.
#![allow(clippy::unwrap_used)]

use abaque_blocs::{Action, Blocs, Colour, Options, Phase, Rod, View, deduce};
use abaque_blocs_bot::Bots;
use abaque_blocs_bot::belief::{Belief, SetupPrior, sample_positions};
use abaque_blocs_bot::style::SetupStyle;
use abaque_bot::{Bot, BotKind, GameBots, Level, Observation, SearchRequest, SearchResult};
use abaque_core::{Game, GameOptions, Millis, Observer, Ply, RandomSource, Seat, SplitMix, Turn};
use abaque_search::{SearchLimits, StopFlag};

const SWAPPED: &str = "blocs:first=r,rods=..s....ssl..llllslslsssslslsllll..lss....s..";
const SPECS: [&str; 4] = ["blocs", "blocs:zone=10", "blocs:first=lot", SWAPPED];

fn options(spec: &str) -> Options {
    Options::from_spec(&spec.parse().unwrap()).unwrap()
}

fn bot(spec: &str, kind: &str) -> Box<dyn Bot<Blocs>> {
    Bots::bot(&options(spec), &kind.parse().unwrap()).unwrap()
}

fn nodes(nodes: u64, seed: u64) -> SearchRequest {
    SearchRequest { limits: SearchLimits::nodes(nodes), seed, ..SearchRequest::default() }
}

fn observation(game: &Blocs) -> Observation<Blocs> {
    let Turn::Of(seat) = game.turn() else { panic!("nobody is to act in {game}") };
    Observation::without_history(game.view(Observer::Player(seat)), seat)
}

fn think(bot: &mut dyn Bot<Blocs>, game: &Blocs, request: &SearchRequest) -> SearchResult<Action> {
    let mut result = bot.think(&observation(game), request, &mut |_| ()).unwrap();
    result.time = Millis(0);
    result
}

/// A game between two bots: every position in which a player is to act.
fn played(spec: &str, kind: &str, budget: u64, seed: u64) -> Vec<Blocs> {
    let mut source = SplitMix(seed);
    let mut player = bot(spec, kind);
    let mut game = Blocs::start(&options(spec));
    let mut found = Vec::new();
    for _ in 0..250 {
        match game.turn() {
            Turn::Over(_) => break,
            Turn::Chance => {
                let mut rolls = Vec::new();
                game.rolls(&mut rolls);
                game.apply_unchecked(Ply::Roll(rolls[source.below(2) as usize].0));
            }
            Turn::Of(_) => {
                found.push(game);
                let result = think(&mut *player, &game, &nodes(budget, source.next_u64()));
                assert_eq!(game.play(result.action), Ok(()), "in {game}");
            }
        }
    }
    // A game may also end for lack of progress (COM-03).
    found
}

#[test]
fn whole_games_are_played_with_every_option() {
    let (mut steps, mut finishes) = (0, 0);
    for (seed, spec) in SPECS.into_iter().enumerate() {
        for game in played(spec, "best", 600, seed as u64) {
            match game.phase() {
                Phase::Move(_) => steps += 1,
                Phase::Act(..) => finishes += 1,
                _ => {}
            }
        }
    }
    assert!(steps > 40 && finishes > 5, "{steps} {finishes}");
}

#[test]
fn a_player_who_cannot_act_passes() {
    // Every red block stands at the southern edge.
    let text = "s,s/l,l,l,l,l,l/l,l,l,l,l,l/lb(bbn),lb(bbn),lb(bbn),lb(bbn),lb(bbn),lb(bbn),lb(brn),lb(brn)/sb(rbn),sb(rbn),sb(rbn),sb(rbn),s,s,s,s/sr[brn],sr[brn],sr[brn],sr[brn],s,s/sr[brn],sr[brn],lr[rrn],lr[rrn],sr[rrn],sr[rrn]/sr[rrn],sr[rrn] r move";
    let Ok(game) = Blocs::parse(&options("blocs"), text) else {
        panic!("{:?}", Blocs::parse(&options("blocs"), text))
    };
    let result = think(&mut *bot("blocs", "5"), &game, &nodes(100, 1));
    assert_eq!(result.action, Action::Pass);
}

/// BLO-07: worlds the bot cannot tell apart give the same result, bit for bit.
#[test]
fn hidden_pawns_never_change_a_search_result() {
    let mut source = SplitMix(31);
    let mut swapped = 0;
    for (seed, spec) in ["blocs", "blocs:zone=10", SWAPPED].into_iter().enumerate() {
        for (kind, budget) in [("best", 1000), ("3", 400), ("7", 1000), ("uniform", 600)] {
            let mut player = bot(spec, kind);
            let games = played(spec, "2", 300, 70 + seed as u64);
            for game in games.iter().skip(1).step_by(3) {
                let Turn::Of(seat) = game.turn() else { continue };
                let twin = Blocs::sample_position(&game.view(Observer::Player(seat)), &mut source)
                    .unwrap();
                swapped += u32::from(twin != *game);
                let request = nodes(budget, source.next_u64());
                let request = SearchRequest { lines: 3, ..request };
                let here = think(&mut *player, game, &request);
                let there = think(&mut *bot(spec, kind), &twin, &request);
                assert_eq!(here, there, "{kind} in {game} and {twin}");
                let gauge = player.evaluate(&game.view(Observer::Player(seat)));
                assert_eq!(gauge, player.evaluate(&twin.view(Observer::Player(seat))));
            }
        }
    }
    assert!(swapped > 60, "{swapped}");
}

#[test]
fn same_seed_and_nodes_same_result() {
    for game in played("blocs", "3", 300, 5).into_iter().step_by(4) {
        for kind in ["1", "6", "best"] {
            let request = nodes(2_000, 9);
            let first = think(&mut *bot("blocs", kind), &game, &request);
            let mut again = bot("blocs", kind);
            think(&mut *again, &game, &nodes(500, 1));
            assert_eq!(think(&mut *again, &game, &request), first);
        }
    }
}

#[test]
fn near_equal_moves_and_set_ups_are_mixed() {
    let start = Blocs::start(&options("blocs"));
    let mut player = bot("blocs", "best");
    let mut setups: Vec<Action> =
        (0..20).map(|seed| think(&mut *player, &start, &nodes(1, seed)).action).collect();
    setups.dedup();
    assert!(setups.len() > 15, "{}", setups.len());
}

#[test]
fn the_smallest_budget_gives_a_legal_action_and_a_raised_stop_too() {
    for game in played("blocs", "1", 300, 8).into_iter().step_by(3) {
        for limits in
            [SearchLimits::nodes(1), SearchLimits::time(Millis(0)), SearchLimits::depth(0)]
        {
            let request = SearchRequest { limits, ..SearchRequest::default() };
            let result = think(&mut *bot("blocs", "best"), &game, &request);
            assert_eq!(game.check(&result.action), Ok(()));
        }
        let stop = StopFlag::default();
        stop.stop();
        let request = SearchRequest {
            stop,
            limits: SearchLimits::time(Millis(60_000)),
            ..SearchRequest::default()
        };
        let begun = std::time::Instant::now();
        let result = think(&mut *bot("blocs", "best"), &game, &request);
        assert_eq!(game.check(&result.action), Ok(()));
        assert!(begun.elapsed().as_millis() < 2_000);
    }
}

#[test]
fn lines_are_sorted_and_chances_lie_between_0_and_1() {
    for game in played("blocs", "4", 1_000, 11).into_iter().step_by(2) {
        let request = SearchRequest { lines: 4, ..nodes(4_000, 3) };
        let result = think(&mut *bot("blocs", "best"), &game, &request);
        let actions = game.unlisted_count().unwrap_or_else(|| game.count_legal());
        assert_eq!(result.lines.len() as u64, actions.min(4), "{game}");
        for line in &result.lines {
            assert!((0.0..=1.0).contains(&line.win) && line.score.is_finite());
            let mut after = game;
            assert_eq!(after.play(line.actions[0]), Ok(()));
        }
        assert!(result.lines.windows(2).all(|two| two[0].win >= two[1].win));
    }
}

#[test]
fn inconsistent_observations_are_errors() {
    let games = played("blocs", "1", 300, 2);
    let game = games.last().unwrap();
    let Turn::Of(seat) = game.turn() else { panic!() };
    let view = game.view(Observer::Player(seat.other()));
    let wrong = Observation::without_history(view, seat.other());
    assert!(bot("blocs", "best").think(&wrong, &SearchRequest::default(), &mut |_| ()).is_err());
    let unknown = Bots::bot(&options("blocs"), &BotKind::Special("oracle".into()));
    assert!(unknown.err().unwrap().to_string().contains("seer, uniform"));
}

/// The uniform belief agrees with the deduction aid (BLO-24), which counts in another way.
#[test]
fn uniform_belief_matches_the_deduction_aid() {
    for spec in ["blocs", "blocs:zone=10"] {
        let prior = SetupPrior::uniform(&options(spec));
        for game in played(spec, "2", 300, 21).into_iter().skip(2).step_by(2) {
            for seat in Seat::ALL {
                let traced = game.view(Observer::Player(seat));
                let read = Blocs::parse_view(&options(spec), &traced.to_string()).unwrap();
                let Some(belief) = Belief::new(&traced, &prior) else { continue };
                let deduced = deduce(&traced);
                for (block, pawns, rod) in belief.odds() {
                    let known = deduced.iter().find(|known| known.field == block.field).unwrap();
                    let share = |(n, of): (u32, u32)| f64::from(n) / f64::from(of);
                    assert!((share(known.small) - rod[0]).abs() < 1e-9, "{traced}");
                    for (slot, pawn) in pawns.iter().enumerate() {
                        let stands = if game.block_state_index(block.id) & 64 != 0 {
                            2 - slot
                        } else {
                            slot
                        };
                        let odds = known.pawns[stands];
                        for (pawn, of) in pawn.iter().zip(odds.chances) {
                            assert!((share((of, odds.out_of)) - pawn).abs() < 1e-9, "{traced}");
                        }
                    }
                }
                assert!(Belief::new(&read, &prior).is_some());
            }
        }
    }
}

/// Samples match the view and the odds, also under the mixed belief.
#[test]
fn samples_match_the_view_and_the_odds() {
    let prior = SetupPrior::typical(&options("blocs"));
    let mut source = SplitMix(4);
    for game in played("blocs", "2", 300, 33).into_iter().skip(2).step_by(9) {
        let Turn::Of(seat) = game.turn() else { continue };
        let view = game.view(Observer::Player(seat));
        let Some(belief) = Belief::new(&view, &prior) else { continue };
        let odds = belief.odds();
        let mut seen = vec![[[0.0; 3]; 3]; odds.len()];
        let mut small = vec![0.0; odds.len()];
        let runs = 4_000;
        for _ in 0..runs {
            let world = belief.sample(&mut source).unwrap();
            assert_eq!(world.view(Observer::Player(seat)), view);
            for (n, (block, ..)) in odds.iter().enumerate() {
                let stance = world.block_state_index(block.id);
                for slot in 0..3 {
                    seen[n][slot][stance >> (2 * slot) & 3] += 1.0 / f64::from(runs);
                }
                small[n] += f64::from(u8::from(world.rod(block.field) == Some(Rod::Small)))
                    / f64::from(runs);
            }
        }
        for ((_, pawns, rod), (seen, small)) in odds.iter().zip(seen.iter().zip(small)) {
            assert!((rod[0] - small).abs() < 0.05);
            for (pawns, seen) in pawns.iter().flatten().zip(seen.iter().flatten()) {
                assert!((pawns - seen).abs() < 0.05, "{pawns} {seen}");
            }
        }
    }
}

/// Where few worlds are left, enumeration gives the same odds.
#[test]
fn small_cases_agree_with_enumeration() {
    let options = options("blocs");
    let prior = SetupPrior::uniform(&options);
    let mut rods = 0;
    for (seed, game) in (0..).zip(played("blocs", "2", 300, 17).into_iter().skip(4).step_by(4)) {
        let Some(view) = mostly_known(&game, seed) else { continue };
        let worlds = every_world(&view);
        let belief = Belief::new(&view, &prior).unwrap();
        for (block, pawns, rod) in belief.odds() {
            let having = |is: &dyn Fn(&Blocs) -> bool| {
                worlds.iter().filter(|world| is(world)).count() as f64 / worlds.len() as f64
            };
            rods += u32::from(rod[0] > 0.0 && rod[1] > 0.0);
            let small = having(&|world| world.rod(block.field) == Some(Rod::Small));
            assert!((small - rod[0]).abs() < 1e-9, "{view}");
            for (slot, pawn) in pawns.iter().enumerate() {
                for (colour, pawn) in pawn.iter().enumerate() {
                    let odds = having(&|world| {
                        world.block_state_index(block.id) >> (2 * slot) & 3 == colour
                    });
                    assert!((odds - pawn).abs() < 1e-9, "{view}");
                }
            }
        }
    }
    assert!(rods > 0, "no rod was open");
}

/// Blue's view of a position in which Red has few secrets left: at most two rods, and the pawns
/// outside the window of two more blocks.
fn mostly_known(game: &Blocs, seed: u64) -> Option<View> {
    let text = game.to_string();
    let (board, rest) = text.split_once(' ')?;
    let (mut hidden, mut holes, mut nth) = (0, 0, seed % 5);
    let mut out = String::new();
    for part in board.split_inclusive([',', '/']) {
        let cell = part.trim_end_matches([',', '/']);
        let end = &part[cell.len()..];
        if !cell.contains('[') {
            out += part;
            continue;
        }
        nth += 1;
        let (rod, block) = cell.split_at(1);
        if rod.chars().all(char::is_uppercase) && hidden < 2 && nth % 2 == 0 {
            hidden += 1;
            out += &format!("?{}[???]{end}", &block[..1]);
        } else if holes < 2 {
            holes += 1;
            let pawns = &block[2..5];
            let masked = match rod.to_ascii_lowercase().as_str() {
                "s" => format!("?{}?", &pawns[1..2]),
                _ => format!("{}??", &pawns[..1]),
            };
            out += &format!("{}{}[{masked}]{end}", rod.to_ascii_lowercase(), &block[..1]);
        } else {
            out += &format!("{}{block}{end}", rod.to_ascii_lowercase());
        }
    }
    Blocs::parse_view(&game.options(), &format!("{out} {rest}")).ok()
}

/// Every world consistent with a view, block by block.
fn every_world(view: &View) -> Vec<Blocs> {
    let builder = Seat::Second;
    let blocks: Vec<_> = view.unknown_blocks(builder).collect();
    let mut found: Vec<Vec<(usize, Rod, [Colour; 3])>> = vec![Vec::new()];
    for block in &blocks {
        let mut more = Vec::new();
        for chosen in &found {
            for rod in [Rod::Small, Rod::Large] {
                for n in 0..27 {
                    let pawns = [n / 9, n / 3 % 3, n % 3].map(|n: usize| Colour::ALL[n]);
                    if block.can_be(rod, pawns) {
                        let mut chosen = chosen.clone();
                        chosen.push((block.id, rod, pawns));
                        more.push(chosen);
                    }
                }
            }
        }
        found = more;
    }
    let options = options("blocs");
    let worlds = found.into_iter().map(|chosen| view.to_world(chosen));
    worlds
        .filter(|world| {
            world.view(Observer::Player(Seat::First)) == *view
                && Blocs::parse(&options, &world.to_string()).is_ok()
        })
        .collect()
}

#[test]
fn a_view_without_holes_has_one_world() {
    let game = *played("blocs", "1", 300, 3).last().unwrap();
    let open = View::fully_visible(&game);
    let worlds =
        sample_positions(&open, &SetupPrior::typical(&options("blocs")), 50, &mut SplitMix(1));
    assert_eq!(worlds, [(game, 1.0)]);
    let Turn::Of(seat) = game.turn() else { panic!() };
    let result = bot("blocs", "seer")
        .think(&Observation::without_history(open, seat), &nodes(3_000, 1), &mut |_| ())
        .unwrap();
    assert_eq!(game.check(&result.action), Ok(()));
}

#[test]
fn styles_set_up_legally_for_both_seats_blo_04_blo_06() {
    let mut source = SplitMix(2);
    for spec in SPECS {
        let mut game = Blocs::start(&options(spec));
        for seat in Seat::ALL {
            for style in [SetupStyle::ours(), SetupStyle::uniform()] {
                let setup = style.sample_setup(&options(spec), seat, &mut source);
                assert_eq!(game.check(&Action::Setup(setup)), Ok(()));
            }
            let action = think(&mut *bot(spec, "8"), &game, &nodes(10, source.next_u64())).action;
            assert_eq!(game.play(action), Ok(()));
        }
    }
}

#[test]
fn every_level_gives_a_legal_action() {
    let games = played("blocs", "2", 300, 13);
    for level in Level::ALL {
        let mut player = bot("blocs", &level.to_string());
        for game in games.iter().step_by(9) {
            let result = think(&mut *player, game, &nodes(2_000, 1));
            assert_eq!(game.check(&result.action), Ok(()));
            assert!((0.0..=1.0).contains(&player.evaluate(&observation(game).view)));
        }
    }
}

/// COM-01: a player far ahead does not allow a threefold repetition.
#[test]
fn com_01_the_leader_avoids_repetition() {
    let played = "setup:snbn,snbn,lbrn,sbbn,lbnn,srbr,lbrn,lbnr,lbrb,lbnb,snbb,sbbb \
                  setup:snrr,lrnb,snrn,snrn,lrnn,sbrr,lrrb,lrrr,lrnb,lrnr,sbrb,snrn c3c5 c6e4 d2c3 d7b5 \
                  c2b3 ccw b3c2 ccw d6e7 cw b5b4 ccw g6f7 ccw g3f2 cw pass f6g5 g5f6";
    let mut game = Blocs::start(&options("blocs"));
    let mut past = Vec::new();
    for action in played.split_whitespace() {
        if game.repetition_key().is_some() {
            past.push(game.view(Observer::Player(Seat::Second)));
        }
        game.play(action.parse().unwrap()).unwrap();
    }
    let observation = Observation { past, ..observation(&game) };
    assert_eq!(observation.seat, Seat::Second);
    for seed in 0..6 {
        let result =
            bot("blocs", "best").think(&observation, &nodes(3000, seed), &mut |_| ()).unwrap();
        assert!(result.lines[0].win > 0.6, "{}", result.lines[0].win);
        assert_ne!(result.action.to_string(), "f6g5", "the answer is g5f6");
    }
}
