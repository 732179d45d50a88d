//! Explanations: every fact is proved again with the plain rules, by playing all rolls out.
//!
//! `ABAQUE_EXPLAIN_POSITIONS=10000 cargo test -p abaque-abagio-bot --test explanations -- --nocapture`
//! checks that many positions and prints what was said how often.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, HashSet};

use abaque_abagio::{Abagio, Action, Options, Phase, Roll, Square};
use abaque_abagio_bot::Bots;
use abaque_abagio_bot::explain::{Fact, HitRolls, Measure, facts};
use abaque_bot::{BotKind, GameBots, Observation, SearchRequest, TurnToExplain};
use abaque_core::{Game, Ply, RandomSource, Seat, SplitMix, Turn};
use abaque_search::SearchLimits;

/// The frogs of a colour on a square, read from the text of the position.
fn frogs(game: &Abagio, square: Square) -> Vec<Seat> {
    let text = game.to_string();
    let stacks = text.split(' ').next().unwrap();
    let prefix = format!("{square}=");
    let found = stacks.split(',').find_map(|stack| stack.strip_prefix(&prefix));
    let seat = |sign| match sign {
        'r' => Some(Seat::First),
        'p' => Some(Seat::Second),
        _ => None,
    };
    found.unwrap_or_default().chars().filter_map(seat).collect()
}

/// How many frogs of one colour lie together on top, and whose.
fn top(game: &Abagio, square: Square) -> Option<(Seat, usize)> {
    let frogs = frogs(game, square);
    let last = *frogs.last()?;
    Some((last, frogs.iter().rev().take_while(|&&seat| seat == last).count()))
}

fn count(game: &Abagio, square: Square, seat: Seat) -> usize {
    frogs(game, square).into_iter().filter(|&frog| frog == seat).count()
}

/// Every position in which the leaps after a roll can end.
fn ends(game: &Abagio, seat: Seat) -> Vec<Abagio> {
    let (mut open, mut seen, mut ends) = (vec![*game], HashSet::new(), Vec::new());
    while let Some(at) = open.pop() {
        if !seen.insert(at) {
            continue;
        }
        if at.turn() != Turn::Of(seat) || at.phase() == Phase::Chief {
            ends.push(at);
            continue;
        }
        let mut actions = Vec::new();
        at.legal_actions(&mut actions);
        for action in actions {
            let mut next = at;
            next.play(action).unwrap();
            open.push(next);
        }
    }
    ends
}

/// The rolls, by weight, after which the player who rolls can reach such an end.
fn rolls_that(game: &Abagio, reach: impl Fn(&Abagio) -> bool) -> u32 {
    let mut rolls = Vec::new();
    game.rolls(&mut rolls);
    let seat = game.side().unwrap();
    let reaching = rolls.into_iter().filter(|(roll, _): &(Roll, u32)| {
        let mut rolled = *game;
        assert!(rolled.play_roll(*roll));
        ends(&rolled, seat).iter().any(&reach)
    });
    reaching.map(|(_, weight)| weight).sum()
}

fn hit_rolls(game: &Abagio, seat: Seat) -> HitRolls {
    let blots = Square::all().filter(|&square| top(game, square) == Some((seat, 1)));
    let mut blots: Vec<(Square, u32)> = blots
        .map(|square| {
            let frogs = count(game, square, seat);
            (square, rolls_that(game, |end| count(end, square, seat) < frogs))
        })
        .filter(|(_, rolls)| *rolls > 0)
        .collect();
    blots.sort_by_key(|(square, rolls)| (std::cmp::Reverse(*rolls), *square));
    HitRolls { blots, any: rolls_that(game, |end| end.home(seat) > game.home(seat)) }
}

fn covering_rolls(game: &Abagio, seat: Seat) -> HitRolls {
    let pairs: Vec<Square> =
        Square::all().filter(|&square| top(game, square) == Some((seat, 2))).collect();
    let covers = |end: &Abagio, pair| top(end, pair).is_some_and(|(owner, _)| owner != seat);
    let mut each: Vec<(Square, u32)> = pairs
        .iter()
        .map(|&pair| (pair, rolls_that(game, |end| covers(end, pair))))
        .filter(|(_, rolls)| *rolls > 0)
        .collect();
    each.sort_by_key(|(square, rolls)| (std::cmp::Reverse(*rolls), *square));
    let any = rolls_that(game, |end| pairs.iter().any(|&pair| covers(end, pair)));
    HitRolls { blots: each, any }
}

fn measure(measure: Measure, game: &Abagio, seat: Seat) -> u32 {
    let other = seat.other();
    let outer: Vec<Square> = (1..=18).map(|number| Square::outer(number).unwrap()).collect();
    let under = |square: &Square| match top(game, *square) {
        Some((owner, _)) if owner == seat => count(game, *square, other) as u32,
        _ => 0,
    };
    let all: Vec<Square> = Square::all().collect();
    match measure {
        Measure::Pond => game.pond(seat).into(),
        Measure::Imprisoned => all.iter().map(under).sum(),
        Measure::UnderChief => game.chief().iter().map(under).sum(),
        Measure::Heaps => {
            let heap = |square: &&Square| {
                top(game, **square).is_some_and(|(owner, run)| owner == seat && run > 2)
            };
            outer.iter().filter(heap).count() as u32
        }
        Measure::Home => game.home(seat).into(),
        Measure::LostRolls => {
            let mut rolls = Vec::new();
            game.rolls(&mut rolls);
            let lost = rolls.into_iter().filter(|(roll, _)| {
                let mut rolled = *game;
                assert!(rolled.play_roll(*roll));
                let mut actions = Vec::new();
                rolled.legal_actions(&mut actions);
                !actions.iter().any(|action| matches!(action, Action::Leap { .. }))
            });
            lost.map(|(_, weight)| weight).sum()
        }
        Measure::Blots => {
            outer.iter().filter(|&&square| top(game, square) == Some((seat, 1))).count() as u32
        }
        Measure::Inside => {
            let inner = all.into_iter().filter(|square| !outer.contains(square));
            inner.map(|square| count(game, square, seat) as u32).sum::<u32>()
                + u32::from(game.pond(seat))
        }
    }
}

/// The position after a turn.
fn after(before: &Abagio, actions: &[Action]) -> Abagio {
    let (seat, mut game) = (before.side(), *before);
    for action in actions {
        if game.side() == seat && matches!(game.turn(), Turn::Of(_)) {
            game.play(*action).unwrap();
        }
    }
    game
}

fn prove(fact: &Fact, before: &Abagio, played: Option<&[Action]>, best: &[Action]) -> bool {
    let seat = before.side().unwrap();
    let after_best = after(before, best);
    let other = played.map(|played| after(before, played));
    match fact {
        Fact::Exposes { played, best } => {
            hit_rolls(&other.unwrap(), seat) == *played && hit_rolls(&after_best, seat).any == *best
        }
        Fact::ExposesPairs { played, best } => {
            covering_rolls(&other.unwrap(), seat) == *played
                && covering_rolls(&after_best, seat).any == *best
        }
        Fact::LeavesNoShot => hit_rolls(&after_best, seat).any == 0,
        Fact::LeavesFewShots(rolls) => hit_rolls(&after_best, seat) == *rolls,
        Fact::Hits { square, leap, missed } => {
            let mut game = *before;
            let hit = best.iter().any(|&action| {
                let was = (game.home(seat.other()), count(&game, *square, seat.other()));
                let is_turn = game.side() == Some(seat) && game.check(&action).is_ok();
                if !is_turn {
                    return false;
                }
                game.play(action).unwrap();
                action == *leap
                    && game.home(seat.other()) == was.0 + 1
                    && count(&game, *square, seat.other()) + 1 == was.1
            });
            hit && *missed == other.is_some()
                && other
                    .is_none_or(|other| other.home(seat.other()) < after_best.home(seat.other()))
        }
        Fact::Counts { seat: owner, measure: what, best, other: counted, missed } => {
            *owner == seat
                && *missed == other.is_some()
                && measure(*what, &after_best, seat) == *best
                && measure(*what, &other.unwrap_or(*before), seat) == *counted
        }
    }
}

fn positions_wanted(default: usize) -> usize {
    let wanted = std::env::var("ABAQUE_EXPLAIN_POSITIONS").ok();
    wanted.and_then(|wanted| wanted.parse().ok()).unwrap_or(default)
}

/// Random turn from here to its end.
fn random_turn(before: &Abagio, source: &mut SplitMix) -> Vec<Action> {
    let (seat, mut game, mut turn) = (before.side(), *before, Vec::new());
    while game.side() == seat && matches!(game.turn(), Turn::Of(_)) {
        let action = game.random_action(source).unwrap();
        game.play(action).unwrap();
        turn.push(action);
    }
    turn
}

/// Positions of games that are played half at random, half by search; each is explained as a
/// mistake and as a hint.
#[test]
fn every_fact_is_proved_again() {
    let mut source = SplitMix(77);
    let (mut seen, mut told) = (0, BTreeMap::<String, usize>::new());
    let wanted = positions_wanted(60);
    let mut bot = Bots::bot(&Options::default(), &BotKind::Best).unwrap();
    while seen < wanted {
        let mut game = Abagio::start(&Options::default());
        while !game.is_over() && seen < wanted {
            let Turn::Of(seat) = game.turn() else {
                let mut rolls = Vec::new();
                game.rolls(&mut rolls);
                let drawn = source.below(rolls.len() as u64) as usize;
                game.apply_unchecked(Ply::Roll(rolls[drawn].0));
                continue;
            };
            let request = SearchRequest {
                limits: SearchLimits::nodes(1 + source.below(300)),
                ..SearchRequest::default()
            };
            let observation = Observation::without_history(game, seat);
            let best = bot.think(&observation, &request, &mut |_| ()).unwrap().lines.remove(0);
            let played = random_turn(&game, &mut source);
            for mistake in [Some(&played[..]), None] {
                let turn = TurnToExplain { view: &game, played: mistake, best: &best.actions };
                let facts = facts(&turn);
                assert!(facts.len() <= 2);
                for fact in facts {
                    let proved = prove(&fact, &game, mistake, &best.actions);
                    assert!(proved, "{fact:?}\n{game}\n{played:?} {best:?}");
                    let kind = match &fact {
                        Fact::Counts { measure, .. } => format!("{measure:?}"),
                        _ => format!("{fact:?}"),
                    };
                    let kind = kind.split([' ', '{', '(']).next().unwrap_or_default().to_string();
                    *told.entry(kind).or_default() += 1;
                }
            }
            seen += 1;
            let next = if source.below(2) == 0 { played } else { best.actions };
            game = after(&game, &next);
            if game.turn() == Turn::Of(seat) {
                // The line ended before the turn.
                let rest = random_turn(&game, &mut source);
                game = after(&game, &rest);
            }
        }
    }
    println!("{seen} positions, facts proved again: {told:?}");
}

fn said(fact: &Fact, en: &str, fr: &str) {
    let text = fact.explanation().text;
    assert_eq!((text.en.as_str(), text.fr.as_str()), (en, fr), "{fact:?}");
}

#[test]
fn blots_and_hits_are_named() {
    let on = |text: &str| -> Square { text.parse().unwrap() };
    let one = HitRolls { blots: vec![(on("12"), 11)], any: 11 };
    said(
        &Fact::Exposes { played: one.clone(), best: 0 },
        "Leaves a blot on 12 that 11 of 36 rolls hit; the best play leaves no shot.",
        "Laisse en 12 un isolé que 11 lancers sur 36 frappent\u{a0}; le meilleur coup n'en risque aucun.",
    );
    let two = HitRolls { blots: vec![(on("e"), 13), (on("4"), 9)], any: 20 };
    let exposes = Fact::Exposes { played: two, best: 5 };
    said(
        &exposes,
        "Leaves blots on Eight and 4: 20 of 36 rolls hit one; after the best play 5 rolls hit.",
        "Laisse des isolés en position Huit et 4\u{a0}: 20 lancers sur 36 en frappent un\u{a0}; après le meilleur coup, 5 lancers frappent.",
    );
    assert_eq!(exposes.explanation().marks, ["e", "4"]);
    let pairs = |squares: &[&str], any| Fact::ExposesPairs {
        played: HitRolls { blots: squares.iter().map(|&square| (on(square), 11)).collect(), any },
        best: 0,
    };
    said(
        &pairs(&["5"], 11),
        "Leaves the pair on 5 to be covered by 11 of 36 rolls; after the best play no pair is in danger.",
        "Laisse la paire en 5 exposée\u{a0}: 11 lancers sur 36 la couvrent\u{a0}; après le meilleur coup, aucune paire n'est en danger.",
    );
    said(
        &pairs(&["5", "7"], 20),
        "Leaves pairs on 5 and 7: 20 of 36 rolls cover one; after the best play no pair is in danger.",
        "Laisse des paires en 5 et 7\u{a0}: 20 lancers sur 36 en couvrent une\u{a0}; après le meilleur coup, aucune paire n'est en danger.",
    );
    said(
        &Fact::LeavesNoShot,
        "Leaves no frog that a roll can hit.",
        "Ne laisse aucune grenouille à portée d'un lancer.",
    );
    said(
        &Fact::LeavesFewShots(HitRolls { blots: one.blots, any: 3 }),
        "Takes little risk: 3 of 36 rolls hit.",
        "Risque peu\u{a0}: 3 lancers sur 36 frappent.",
    );
    let hits = |missed| Fact::Hits { square: on("12"), leap: "10+2".parse().unwrap(), missed };
    said(
        &hits(false),
        "Hits the blot on 12, which goes back to its start.",
        "Frappe l'isolé en 12, qui retourne au départ.",
    );
    said(
        &hits(true),
        "Misses 10+2, which hits the blot on 12.",
        "Manque 10+2, qui frappe l'isolé en 12.",
    );
    assert_eq!(hits(true).explanation().arrows, [("10".to_string(), "12".to_string())]);
}

#[test]
fn plans_come_with_numbers() {
    for measure in Measure::ALL {
        for missed in [false, true] {
            let fact = Fact::Counts { seat: Seat::First, measure, best: 9, other: 7, missed };
            let text = fact.explanation().text;
            assert!(text.en.contains('9') && text.en.contains('7') && text.en.ends_with('.'));
            assert!(text.fr.contains('9') && text.fr.contains('7') && text.fr.ends_with('.'));
        }
    }
}
