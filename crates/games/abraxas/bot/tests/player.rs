//! The Abraxas bot: every phase is answered, options are handled, searches are reproducible, and
//! the turn solver agrees with a plain search over the rules.
#![allow(clippy::unwrap_used)]

use abaque_abraxas::{Abraxas, Action, Cell, Corner, Options, Phase};
use abaque_abraxas_bot::Bots;
use abaque_abraxas_bot::{AbraxasNode, LineWinSearch, TurnSolver, forced_action};
use abaque_bot::{Bot, BotKind, GameBots, Level, Observation, SearchRequest};
use abaque_core::{Game, GameOptions, Millis, Ply, RandomSource, Seat, SplitMix, Turn};
use abaque_search::{Node, SearchLimits, StopFlag};

const SPECS: [&str; 5] = [
    "abraxas",
    "abraxas:sheet=5,push=either",
    "abraxas:sheet=2,claim=manual",
    "abraxas:sheet=4,leave=free,target=3",
    "abraxas:sheet=oooo.oooo.........ooo......................................................oooo..,push=either,claim=manual",
];

fn start(spec: &str) -> Abraxas {
    Abraxas::start(&Options::from_spec(&spec.parse().unwrap()).unwrap())
}

fn at(spec: &str, position: &str) -> Abraxas {
    Abraxas::parse(&start(spec).options(), position).unwrap()
}

fn bot(game: &Abraxas, kind: BotKind) -> Box<dyn Bot<Abraxas>> {
    Bots::bot(&game.options(), &kind).unwrap()
}

fn nodes(nodes: u64) -> SearchRequest {
    SearchRequest { limits: SearchLimits::nodes(nodes), ..SearchRequest::default() }
}

/// Positions of random games, covering every phase.
fn positions(spec: &str, games: u64) -> Vec<Abraxas> {
    let mut all = Vec::new();
    for seed in 0..games {
        let (mut source, mut game) = (SplitMix(seed), start(spec));
        for _ in 0..150 {
            if game.is_over() {
                break;
            }
            all.push(game);
            // Take lines where possible, so that turns continue and Stops come up.
            let action = game.random_action(&mut source).unwrap();
            game.apply_unchecked(Ply::Act(action));
        }
    }
    all
}

#[test]
fn every_phase_is_answered_with_a_legal_action_on_any_budget() {
    for spec in SPECS {
        let mut phases = std::collections::BTreeSet::new();
        let mut best = bot(&start(spec), BotKind::Best);
        let mut first = bot(&start(spec), BotKind::Level(Level::new(1).unwrap()));
        for (n, game) in positions(spec, 12).into_iter().enumerate() {
            let name = game.phase().to_string();
            let name = name.split('?').next().unwrap().to_owned();
            if !phases.insert(name) && n % 29 != 0 {
                continue;
            }
            let observation = Observation::without_history(game, game.side());
            let none =
                SearchRequest { limits: SearchLimits::time(Millis(0)), ..SearchRequest::default() };
            for request in [nodes(1), nodes(50), none] {
                let result = best.think(&observation, &request, &mut |_| ()).unwrap();
                assert!(game.check(&result.action).is_ok(), "{} in {game}", result.action);
            }
            let result = first.think(&observation, &nodes(60), &mut |_| ()).unwrap();
            assert!(game.check(&result.action).is_ok(), "{} in {game}", result.action);
        }
        assert!(phases.len() >= 7, "{spec}: {phases:?}");
    }
}

#[test]
fn lines_are_legal_sequences_the_forced_actions_among_them() {
    for spec in SPECS {
        let mut best = bot(&start(spec), BotKind::Best);
        for game in positions(spec, 6).into_iter().step_by(23) {
            let request = SearchRequest { lines: 3, ..nodes(1_500) };
            let observation = Observation::without_history(game, game.side());
            let result = best.think(&observation, &request, &mut |_| ()).unwrap();
            assert_eq!(result.lines.len(), 3.min(game.count_legal() as usize), "{game}");
            assert!(result.lines.windows(2).all(|pair| pair[0].win >= pair[1].win), "{game}");
            for line in &result.lines {
                assert!((0.0..=1.0).contains(&line.win));
                let mut after = game;
                for action in &line.actions {
                    after.play(*action).unwrap();
                }
            }
        }
    }
}

#[test]
fn moves_and_noisy_moves_are_legal_and_unique() {
    for spec in SPECS {
        for game in positions(spec, 10) {
            for position in [AbraxasNode::root(game), AbraxasNode::inner(game)] {
                let (mut moves, mut loud) = (Vec::new(), Vec::new());
                position.moves(&mut moves);
                position.noisy_moves(&mut loud);
                assert!(!moves.is_empty(), "{game}");
                for list in [&moves, &loud] {
                    for (i, play) in list.iter().enumerate() {
                        assert!(game.check(&play.action).is_ok(), "{} in {game}", play.action);
                        assert!(!list[..i].contains(play), "{} twice in {game}", play.action);
                        let after = position.after(*play);
                        assert_eq!(after.game().options(), game.options());
                    }
                }
            }
            let mut all = Vec::new();
            AbraxasNode::root(game).moves(&mut all);
            assert_eq!(all.len() as u64, game.count_legal(), "{game}");
        }
    }
}

#[test]
fn the_same_seed_and_nodes_give_the_same_result() {
    let game = at("abraxas:sheet=3", "8/8/2r5/3r4/8/5r2/8/8 se 2 21 0-0 3-3 place");
    for kind in ["best", "1", "3", "8"] {
        let think = |warm: bool| {
            let mut bot = bot(&game, kind.parse().unwrap());
            let observation = Observation::without_history(game, Seat::Second);
            if warm {
                bot.think(&observation, &nodes(777), &mut |_| ()).unwrap();
            }
            let mut result = bot
                .think(&observation, &SearchRequest { seed: 5, ..nodes(4_000) }, &mut |_| ())
                .unwrap();
            result.time = Millis(0);
            result
        };
        assert_eq!(think(false), think(true), "{kind}");
    }
}

#[test]
fn the_stop_flag_ends_a_search() {
    let game = at("abraxas:sheet=3", "8/8/2r5/3r4/8/5r2/8/8 se 2 21 0-0 3-3 place");
    let stop = StopFlag::default();
    stop.stop();
    let request = SearchRequest { stop, ..SearchRequest::default() };
    let observation = Observation::without_history(game, Seat::Second);
    let result = bot(&game, BotKind::Best).think(&observation, &request, &mut |_| ()).unwrap();
    assert!(result.nodes < 3_000 && game.check(&result.action).is_ok());
}

#[test]
fn every_level_plays_an_immediate_win() {
    // One pawn is missing, and d3 completes a row of pawns whatever the corner.
    let game = at("abraxas:sheet=5", "8/8/8/8/8/2r1rr2/8/8 sw 1 11 10-0 3-3 place");
    for level in Level::ALL {
        let mut bot = bot(&game, BotKind::Level(level));
        let observation = Observation::without_history(game, Seat::First);
        let result = bot.think(&observation, &SearchRequest::default(), &mut |_| ()).unwrap();
        assert_eq!(result.lines[0].win, 1.0, "level {level}");
        let mut after = game;
        after.play(result.action).unwrap();
        while let Some(action) = forced_action(&after) {
            after.play(action).unwrap();
        }
        assert!(after.phase().is_taking() || after.is_over(), "level {level}: {}", result.action);
    }
}

#[test]
fn with_manual_claims_every_line_is_claimed() {
    let mut game = at("abraxas:sheet=5,claim=manual", "8/8/8/8/8/2rrrr2/8/8 sw 1 20 0-0 3-3 take");
    let mut bot = bot(&game, BotKind::Best);
    let observation = Observation::without_history(game, Seat::First);
    let taken = bot.think(&observation, &nodes(500), &mut |_| ()).unwrap().action;
    assert!(matches!(taken, Action::Take(_)), "{taken}");
    game.play(taken).unwrap();
    let observation = Observation::without_history(game, Seat::First);
    assert_eq!(bot.think(&observation, &nodes(500), &mut |_| ()).unwrap().action, Action::End);
}

#[test]
fn searching_without_a_player_to_act_is_an_error() {
    let over = at("abraxas:target=1", "8/8/8/8/8/8/8/8 sw 1 23 1-0 3-3 over");
    let mut player = bot(&over, BotKind::Best);
    assert!(
        player
            .think(&Observation::without_history(over, Seat::First), &nodes(10), &mut |_| ())
            .is_err()
    );
    assert_eq!(player.evaluate(&over), 1.0);
    assert!(Bots::bot(&over.options(), &BotKind::Special("nobody".into())).is_err());
}

#[test]
fn evaluation_favours_the_leader() {
    let text = |scores: &str| format!("8/8/8/8/8/8/8/8 sw 1 14 {scores} 3-3 place");
    let ahead = at("abraxas:sheet=4", &text("9-1"));
    let behind = at("abraxas:sheet=4", &text("1-9"));
    let mut player = bot(&ahead, BotKind::Best);
    assert!(player.evaluate(&ahead) > player.evaluate(&behind) + 0.1);
}

/// The most pawns of a turn, by trying every legal action.
fn plain(game: &Abraxas, side: Seat, left: &mut u64) -> Option<u8> {
    *left = left.checked_sub(1)?;
    if game.turn() != Turn::Of(side) && !matches!(game.phase(), Phase::Stop { .. }) {
        return Some(0);
    }
    let (mut best, mut legal) = (0, Vec::new());
    game.legal_actions(&mut legal);
    if let Phase::Stop { .. } = game.phase() {
        legal = vec![Action::Go];
    }
    for action in legal {
        let mut next = *game;
        next.apply_unchecked(Ply::Act(action));
        let gain = next.score(side) - game.score(side);
        best = best.max(gain + plain(&next, side, left)?);
    }
    Some(best)
}

#[test]
fn the_turn_solver_agrees_with_plain_search() {
    let (mut turns, mut compared, mut rich) = (TurnSolver::default(), 0, 0);
    for spec in SPECS {
        let mut source = SplitMix(9);
        for game in positions(spec, 8) {
            let placing = !matches!(game.phase(), Phase::Corner | Phase::Stop { .. });
            if !placing || source.below(3) > 0 {
                continue;
            }
            let Some(most) = plain(&game, game.side(), &mut 60_000) else { continue };
            let best = turns.solve(&game, 100_000).unwrap();
            assert_eq!(best.pawns, most, "{game}");
            compared += 1;
            rich += u32::from(most > 1);
            let mut after = game;
            for action in &best.line {
                after.play(*action).unwrap();
                if let Phase::Stop { .. } = after.phase() {
                    after.play(Action::Go).unwrap();
                }
            }
            assert_eq!(after.score(game.side()) - game.score(game.side()), most, "{game}");
        }
    }
    assert!(compared > 150 && rich > 10, "{compared} {rich}");
}

#[test]
fn line_win_search_with_zones_agrees_with_the_plain_one() {
    let sheets = [
        "............o.o......oo...............oo.oo...............oo......o.o............",
        "...........o...o....................ooo...ooo....................o...o...........",
        "....................o...o.....o.o..............oo.oo...o.....o.o.......o.........",
    ];
    let mut won = 0;
    for sheet in sheets {
        for (target, stops) in [(3, "2-1"), (4, "3-1"), (5, "3-2")] {
            let on_plate =
                6 - stops.bytes().filter(u8::is_ascii_digit).map(|d| d - b'0').sum::<u8>();
            let top = if on_plate == 0 {
                "8".into()
            } else {
                format!("{}{}", "s".repeat(on_plate.into()), 8 - on_plate)
            };
            for corner in ["sw", "se", "ne", "nw"] {
                let spec = format!("abraxas:sheet={sheet},target={target}");
                let text = format!("{top}/8/8/8/8/8/8/8 {corner} 1 24 0-0 {stops} place");
                let game = at(&spec, &text);
                let zones = LineWinSearch::new(Seat::First, 400_000).wins(&game);
                let Some(plain) = LineWinSearch::without_zones(Seat::First, 400_000).wins(&game)
                else {
                    continue;
                };
                assert_eq!(zones, Some(plain), "{spec} {text}");
                won += u32::from(plain);
            }
        }
    }
    assert!(won > 3, "{won}");
}

#[test]
fn abr_21_a_first_pawn_in_the_centre_of_sheet_1_wins_by_force_from_every_corner() {
    let threads = Corner::ALL.map(|corner| {
        std::thread::spawn(move || {
            let mut game = start("abraxas");
            game.play(Action::Lay(corner)).unwrap();
            let middle = Cell::new(4, 4).and_then(|cell| cell.hole(corner.next())).unwrap();
            game.play(Action::Put(middle)).unwrap();
            assert_eq!(
                LineWinSearch::new(Seat::First, 4_000_000).wins(&game),
                Some(true),
                "{corner}"
            );
        })
    });
    for thread in threads {
        thread.join().unwrap();
    }
}
