//! The Abalone bot: its moves match the rules, its evaluation is symmetric in colour and direction,
//! and it finds tactics.
#![allow(clippy::unwrap_used)]

use std::collections::HashSet;

use abaque_abalone::{Abalone, Action, Point};
use abaque_abalone_bot::Bots;
use abaque_abalone_bot::{AbaloneNode, WEIGHTS};
use abaque_bot::{BotKind, GameBots, Level, Observation, SearchRequest, SearchResult};
use abaque_core::{Game, GameOptions, Millis, Ply, Seat, SplitMix};
use abaque_search::{Node, SearchLimits, WIN};

const SPECS: [&str; 7] = [
    "abalone",
    "abalone:layout=belgian-daisy",
    "abalone:layout=german-daisy",
    "abalone:layout=dutch-daisy",
    "abalone:layout=swiss-daisy",
    "abalone:layout=placed",
    "abalone:layout=german-daisy,target=1",
];

fn start(spec: &str) -> Abalone {
    Abalone::start(&GameOptions::from_spec(&spec.parse().unwrap()).unwrap())
}

fn at(spec: &str, position: &str) -> Abalone {
    Abalone::parse(&start(spec).options(), position).unwrap()
}

fn board(game: &Abalone) -> AbaloneNode {
    AbaloneNode::new(game, 0, &WEIGHTS)
}

/// Positions of random games, including the start of each layout.
fn positions(each: usize) -> Vec<Abalone> {
    let mut source = SplitMix(11);
    let mut all = Vec::new();
    for spec in SPECS {
        let mut game = start(spec);
        for _ in 0..each {
            all.push(game);
            match game.random_action(&mut source) {
                Some(action) if !game.is_over() => game.apply_unchecked(Ply::Act(action)),
                _ => game = start(spec),
            }
        }
    }
    all
}

fn think(game: &Abalone, kind: &BotKind, request: &SearchRequest) -> SearchResult<Action> {
    let mut bot = Bots::bot(&game.options(), kind).unwrap();
    bot.think(&Observation::without_history(*game, game.side()), request, &mut |_| ()).unwrap()
}

fn nodes(nodes: u64) -> SearchRequest {
    SearchRequest { limits: SearchLimits::nodes(nodes), ..SearchRequest::default() }
}

#[test]
fn moves_and_resulting_positions_match_the_rules() {
    for game in positions(400) {
        let node = board(&game);
        assert_eq!(node.terminal_value().is_some(), game.is_over(), "{game}");
        if game.is_over() {
            continue;
        }
        let (mut plays, mut actions, mut loud) = (Vec::new(), Vec::new(), Vec::new());
        node.moves(&mut plays);
        node.noisy_moves(&mut loud);
        game.legal_actions(&mut actions);
        assert_eq!(plays.len(), actions.len(), "{game}");
        let spelled: HashSet<Action> = plays.iter().map(|play| play.to_action().unwrap()).collect();
        assert_eq!(spelled, actions.into_iter().collect(), "{game}");
        for play in plays {
            let mut next = game;
            next.apply_unchecked(Ply::Act(play.to_action().unwrap()));
            let (child, fresh) = (node.after(play), board(&next));
            assert_eq!((child.key(), child.evaluate()), (fresh.key(), fresh.evaluate()), "{game}");
            assert_eq!(child.side_to_move(), next.side());
            let ejects = child.lives(next.side()) < node.lives(next.side());
            assert_eq!(loud.contains(&play), ejects, "{game} {play:?}");
        }
    }
}

/// The same position transformed: points moved, colours optionally swapped.
fn seen(game: &Abalone, place: impl Fn(Point) -> Point, swap: bool) -> Abalone {
    let letter = |seat: Seat| if (seat == Seat::First) != swap { 'b' } else { 'w' };
    let mut rows = Vec::new();
    for row in (0..9).rev() {
        let mut text = String::new();
        for number in 1..=9 {
            let Some(point) = Point::new(row, number) else { continue };
            match game.ball(place(point)) {
                Some(seat) => text.push(letter(seat)),
                None => match text.pop() {
                    Some(run) if run.is_ascii_digit() => {
                        text.push((run as u8 + 1) as char);
                    }
                    before => {
                        text.extend(before);
                        text.push('1');
                    }
                },
            }
        }
        rows.push(text);
    }
    let (mut lost, side) = (Seat::ALL.map(|seat| game.lost(seat)), letter(game.side()));
    if swap {
        lost.swap(0, 1);
    }
    let text = format!("{} {side} {}-{} -", rows.join("/"), lost[0], lost[1]);
    Abalone::parse(&game.options(), &text).unwrap()
}

#[test]
fn evaluation_is_symmetric_in_colour_and_direction() {
    let turned = |point: Point| {
        let (row, number) = (i32::from(point.row()) - 4, i32::from(point.number()) - 5);
        Point::new((number + 4) as u8, (number - row + 5) as u8).unwrap()
    };
    let mirrored = |point: Point| Point::new(point.number() - 1, point.row() + 1).unwrap();
    for game in positions(200).into_iter().filter(|game| !game.is_placing() && !game.is_over()) {
        let value = board(&game).evaluate();
        assert_eq!(board(&seen(&game, turned, false)).evaluate(), value, "{game}");
        assert_eq!(board(&seen(&game, mirrored, false)).evaluate(), value, "{game}");
        assert_eq!(board(&seen(&game, |point| point, true)).evaluate(), value, "{game}");
    }
}

#[test]
fn same_seed_and_nodes_same_result() {
    let games = positions(40);
    let kinds = ["best", "1", "3", "5"].map(|text| text.parse::<BotKind>().unwrap());
    for (i, game) in games.iter().filter(|game| !game.is_over()).step_by(29).enumerate() {
        for kind in &kinds {
            let request = SearchRequest { seed: i as u64, lines: 2, threads: 2, ..nodes(3_000) };
            let mut bot = Bots::bot(&game.options(), kind).unwrap();
            let observation = Observation::without_history(*game, game.side());
            let mut run = || {
                let result = bot.think(&observation, &request, &mut |_| ()).unwrap();
                SearchResult { time: Millis(0), ..result }
            };
            let once = run();
            assert_eq!(once, run(), "{kind} {game}");
            assert!(game.check(&once.action).is_ok());
        }
    }
}

#[test]
fn the_smallest_budget_gives_a_legal_action_and_all_lines() {
    for game in positions(30).into_iter().filter(|game| !game.is_over()).step_by(7) {
        for limits in [SearchLimits::nodes(1), SearchLimits::time(Millis(0))] {
            for kind in ["best", "1", "8"] {
                let request = SearchRequest { limits, lines: 3, ..SearchRequest::default() };
                let result = think(&game, &kind.parse().unwrap(), &request);
                assert!(game.check(&result.action).is_ok(), "{game}");
                assert_eq!(result.lines.len(), (game.count_legal() as usize).min(3));
                assert!(result.lines.is_sorted_by(|a, b| a.score >= b.score));
                assert!(result.lines.iter().all(|line| (0.0..=1.0).contains(&line.win)));
            }
        }
    }
}

#[test]
fn lines_can_be_played() {
    for game in positions(60).into_iter().filter(|game| !game.is_over()).step_by(17) {
        let result = think(&game, &BotKind::Best, &SearchRequest { lines: 3, ..nodes(4_000) });
        for line in &result.lines {
            let mut at = game;
            for action in &line.actions {
                at.play(*action).unwrap();
            }
        }
    }
}

/// Each side needs one more ball; e3e2 ejects it for Black.
const LAST_BALL: &str = "5/6/7/2ww4/wbb2wwww/2ww4/2bb3/3bb1/2bbb b 5-5 -";

#[test]
fn the_last_ball_is_ejected_by_every_level() {
    let game = at("abalone", LAST_BALL);
    for level in Level::ALL {
        for seed in 0..5 {
            let request = SearchRequest { seed, ..SearchRequest::default() };
            let result = think(&game, &BotKind::Level(level), &request);
            assert_eq!(result.action.to_string(), "e3e2", "level {level}");
            assert_eq!((result.lines[0].win, result.lines[0].score), (1.0, 1.0));
        }
    }
}

#[test]
fn a_lost_ball_is_worth_about_a_ball() {
    let mut bot = Bots::bot(&start("abalone").options(), &BotKind::Best).unwrap();
    assert!((bot.evaluate(&start("abalone")) - 0.5).abs() < 0.1);
    let down = at("abalone", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/1bbb1 b 2-0 -");
    let up = at("abalone", "1www1/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-2 -");
    assert!(bot.evaluate(&down) < 0.35 && bot.evaluate(&up) > 0.65);
    let over = at("abalone", "5/6/7/2ww4/1bb2wwww/2ww4/2bb3/3bb1/2bbb w 5-6 -");
    assert_eq!(bot.evaluate(&over), 1.0);
}

#[test]
fn a_threatened_ball_is_not_left_to_fall() {
    // e7 and e8 would push e9 off the board, Black's last life.
    let game = at("abalone", "2www/wwwwww/2www2/8/6wwb/8/2bbb2/2bbb1/1bb2 b 5-0 -");
    assert!(!game.ejectable_balls(Seat::First).is_empty());
    let result = think(&game, &BotKind::Best, &nodes(20_000));
    let mut next = game;
    next.play(result.action).unwrap();
    assert!(next.ejectable_balls(Seat::First).is_empty(), "{next}");
}

#[test]
fn the_leader_avoids_repetition() {
    let game = at("abalone", "5/1b2w1/2bb2w/1bbb1ww1/2bbb1ww1/3bb1w1/3b3/4w1/4w b 2-5 -");
    let result = think(&game, &BotKind::Best, &nodes(5_000));
    let mut next = game;
    next.play(result.action).unwrap();
    let mut bot = Bots::bot(&game.options(), &BotKind::Best).unwrap();
    let observation =
        Observation { past: vec![next, next], ..Observation::without_history(game, game.side()) };
    let again = bot.think(&observation, &nodes(5_000), &mut |_| ()).unwrap();
    assert_ne!(again.action, result.action, "the third time would be a draw");
    assert!(again.lines[0].win > 0.5);
}

/// The bot plays both sides with limits of nodes; returns the position after `turns` turns.
fn play_on(mut game: Abalone, kinds: [&str; 2], turns: usize) -> Abalone {
    for _ in 0..turns {
        if game.is_over() {
            break;
        }
        let kind = kinds[game.side().index()].parse().unwrap();
        let result = think(&game, &kind, &nodes(1_500));
        game.play(result.action).unwrap();
    }
    game
}

/// Sum of the squared distances of a player's balls from the centre.
fn distance_from_centre(game: &Abalone, seat: Seat) -> i32 {
    let square = |point: Point| {
        let (x, y) = (i32::from(point.row()) - 4, i32::from(point.number()) - 5);
        x * x + y * y - x * y
    };
    game.balls(seat).into_iter().map(square).sum()
}

#[test]
fn the_defender_gathers_in_the_centre_and_stays_there() {
    let game = play_on(start("abalone"), ["defender", "random"], 60);
    assert_eq!(game.lost(Seat::First), 0, "{game}");
    assert!(distance_from_centre(&game, Seat::First) < 60, "{game}");
    // It takes nothing: an ejection is worth nothing to it.
    assert_eq!(game.lost(Seat::Second), 0, "{game}");
}

#[test]
fn the_defender_does_not_leave_a_ball_to_fall() {
    let game = at("abalone", "2www/wwwwww/2www2/8/6wwb/8/2bbb2/2bbb1/1bb2 b 5-0 -");
    let result = think(&game, &"defender".parse().unwrap(), &SearchRequest::default());
    let mut next = game;
    next.play(result.action).unwrap();
    assert!(next.ejectable_balls(Seat::First).is_empty(), "{next}");
}

#[test]
fn an_unknown_player_is_refused_with_a_list() {
    let error = Bots::bot(&start("abalone").options(), &"wall".parse().unwrap()).err().unwrap();
    assert!(error.message.en.contains("defender"), "{}", error.message.en);
}

/// ABA-17: where the lead decides, the last turns before the limit are worth a win or a loss.
#[test]
fn aba_17_the_limit_counts_where_the_lead_decides() {
    let text = "wwwww/wwwwww/w6/8/9/8/2bb3/bbbbbb/bbbbb b 1-2 -";
    let value = |spec, idle| AbaloneNode::new(&at(spec, text), idle, &WEIGHTS).evaluate();
    assert!(value("abalone:limit=lead", 299) > 900);
    assert!(value("abalone", 299).abs() < 10);
    assert_eq!(value("abalone:limit=lead", 0), value("abalone", 0));
    let ended = |spec| AbaloneNode::new(&at(spec, text), 300, &WEIGHTS).terminal_value();
    assert_eq!((ended("abalone"), ended("abalone:limit=lead")), (Some(0), Some(WIN)));
}

/// A bot avoids draws, but what it tells people does not change sign with the side it searches for.
#[test]
fn contempt_is_not_part_of_the_score() {
    let game = start("abalone");
    let score = |idle_turns| {
        let mut bot = Bots::bot(&game.options(), &BotKind::Best).unwrap();
        let observation =
            Observation { idle_turns, ..Observation::without_history(game, Seat::First) };
        bot.think(&observation, &nodes(3_000), &mut |_| ()).unwrap().lines[0].score
    };
    assert!(score(0).abs() < 0.6 && score(250).abs() < 0.6, "{} {}", score(0), score(250));
    assert!(score(299).abs() < 0.3, "{}", score(299));
}
