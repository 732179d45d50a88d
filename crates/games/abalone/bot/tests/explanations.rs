//! Explanations: every fact is proved again with the plain rules, by playing it out.
//!
//! `ABAQUE_EXPLAIN_POSITIONS=10000 cargo test -p abaque-abalone-bot --test explanations -- --nocapture`
//! checks that many positions and prints what was said how often.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use abaque_abalone::{Abalone, Action, Direction, Point};
use abaque_abalone_bot::Bots;
use abaque_abalone_bot::explain::{Fact, Measure, Told, facts};
use abaque_bot::{BotKind, GameBots, Observation, SearchRequest, ShownOn, TurnToExplain};
use abaque_core::{Game, GameOptions, Ply, RandomSource, Seat, SplitMix};
use abaque_search::SearchLimits;

const SPECS: [&str; 4] = [
    "abalone",
    "abalone:layout=belgian-daisy",
    "abalone:layout=german-daisy",
    "abalone:layout=swiss-daisy,target=2",
];

fn start(spec: &str) -> Abalone {
    Abalone::start(&GameOptions::from_spec(&spec.parse().unwrap()).unwrap())
}

fn after(game: &Abalone, action: Action) -> Abalone {
    let mut next = *game;
    next.play(action).unwrap();
    next
}

fn legal(game: &Abalone) -> Vec<Action> {
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    actions
}

/// The same board with the other player to move.
fn passed(game: &Abalone) -> Abalone {
    let text = game.to_string();
    let mut fields: Vec<&str> = text.split(' ').collect();
    fields[1] = if fields[1] == "b" { "w" } else { "b" };
    Abalone::parse(&game.options(), &fields.join(" ")).unwrap()
}

/// Whether an action of the player to move takes the ball on this point off the board.
fn takes_off(game: &Abalone, action: Action, ball: Point) -> bool {
    let (Action::Line(line), true) = (action, legal(game).contains(&action)) else { return false };
    let loser = game.side().other();
    // The point empties or is filled by the ball behind it, and its colour is the loser's.
    game.ball(ball) == Some(loser)
        && ball.step(line.toward()).is_none()
        && after(game, action).lost(loser) == game.lost(loser) + 1
        && std::iter::successors(Some(line.rear()), |at| at.step(line.toward()))
            .any(|at| at == ball)
}

fn can_take_off(game: &Abalone) -> bool {
    let loser = game.side().other();
    legal(game).iter().any(|&action| after(game, action).lost(loser) > game.lost(loser))
}

/// After every answer of the player to move the opponent can take a ball off.
fn is_forced(game: &Abalone) -> bool {
    !game.is_over()
        && legal(game).into_iter().all(|answer| {
            let next = after(game, answer);
            !next.is_over() && can_take_off(&next)
        })
}

/// After every answer the opponent can take a ball off, or threatens to do so by force.
fn is_forced_later(game: &Abalone) -> bool {
    let forces = |next: &Abalone| {
        legal(next).into_iter().any(|action| {
            let then = after(next, action);
            // A move that threatens nothing forces nothing at once.
            !then.is_over() && can_take_off(&passed(&then)) && is_forced(&then)
        })
    };
    !game.is_over()
        && legal(game).into_iter().all(|answer| {
            let next = after(game, answer);
            !next.is_over() && (can_take_off(&next) || forces(&next))
        })
}

/// After every answer the opponent can take this very ball off, wherever it went.
fn falls_always(game: &Abalone, ball: Point) -> bool {
    legal(game).into_iter().all(|answer| {
        let next = after(game, answer);
        let moved = match answer {
            Action::Line(line) => {
                let row = std::iter::successors(Some(line.rear()), |at| at.step(line.toward()));
                let own = row.take_while(|&at| game.ball(at) == Some(game.side())).take(3);
                own.collect::<Vec<_>>().contains(&ball).then_some(line.toward())
            }
            Action::Arrow(arrow) => arrow.points().any(|at| at == ball).then_some(arrow.toward()),
            Action::Place(_) => None,
        };
        let now = moved.map_or(ball, |toward: Direction| ball.step(toward).unwrap());
        legal(&next).into_iter().any(|action| takes_off(&next, action, now))
    })
}

fn count(measure: Measure, game: &Abalone, seat: Seat) -> u32 {
    let of = |seat: Seat| Point::all().filter(move |&at| game.ball(at) == Some(seat));
    let centre: Point = "e5".parse().unwrap();
    let far = |at: Point| {
        // Breadth-first: the fewest steps to the centre.
        let (mut steps, mut ring) = (0, vec![at]);
        while !ring.contains(&centre) {
            ring = ring
                .iter()
                .flat_map(|at| Direction::ALL.into_iter().filter_map(|toward| at.step(toward)))
                .collect();
            ring.sort();
            ring.dedup();
            steps += 1;
        }
        steps
    };
    let pairs = |seat: Seat| {
        let touching = of(seat).flat_map(|at| of(seat).map(move |to| (at, to)));
        touching.filter(|(at, to)| at.direction_to(*to).is_some()).count() as u32 / 2
    };
    let group = |start: Point| {
        let mut group = vec![start];
        loop {
            let more: Vec<Point> = of(seat)
                .filter(|at| !group.contains(at))
                .filter(|at| group.iter().any(|member| member.direction_to(*at).is_some()))
                .collect();
            if more.is_empty() {
                return group.len() as u32;
            }
            group.extend(more);
        }
    };
    match measure {
        Measure::Centre => of(seat).map(far).sum(),
        Measure::OpposingCentre => of(seat.other()).map(far).sum(),
        Measure::Cohesion => pairs(seat),
        Measure::OpposingCohesion => pairs(seat.other()),
        Measure::LargestGroup => of(seat).map(group).max().unwrap(),
        Measure::Edge => {
            let edge = |at: &Point| Direction::ALL.iter().any(|&toward| at.step(toward).is_none());
            of(seat).filter(edge).count() as u32
        }
    }
}

/// Proves a fact again, with nothing but legal actions and what they do.
fn prove(fact: &Fact, before: &Abalone, played: Option<Action>, best: Action) -> bool {
    let after_played = played.map(|played| after(before, played));
    let after_best = after(before, best);
    let seat = before.side();
    match *fact {
        Fact::LetsPushOff { seat: loser, ball, push, was_in_danger, wins } => {
            let now = after_played.unwrap();
            loser == seat
                && takes_off(&now, push, ball)
                && after(&now, push).is_over() == wins
                && was_in_danger
                    == legal(&passed(before))
                        .into_iter()
                        .any(|action| takes_off(&passed(before), action, ball))
        }
        Fact::LetsForcePushOff { seat: loser, first, ball } => {
            let next = after(&after_played.unwrap(), first);
            let stays = next.balls(seat) == after_played.unwrap().balls(seat);
            loser == seat
                && is_forced(&next)
                && ball.is_none_or(|ball| stays && falls_always(&next, ball))
        }
        Fact::LetsForcePushOffLater { seat: loser, first } => {
            loser == seat && is_forced_later(&after(&after_played.unwrap(), first))
        }
        Fact::ForcesPushOffLater { best: action, .. } => {
            action == best && is_forced_later(&after_best)
        }
        Fact::PushesOff { best: action, ball, wins, .. } => {
            action == best && takes_off(before, best, ball) && after_best.is_over() == wins
        }
        Fact::ForcesPushOff { best: action, ball, .. } => {
            action == best
                && is_forced(&after_best)
                && ball.is_none_or(|ball| falls_always(&after_best, ball))
        }
        Fact::Threatens { best: action, ball, push, .. } => {
            action == best && takes_off(&passed(&after_best), push, ball)
        }
        Fact::Saves { seat: saved, ball, push } => {
            saved == seat && takes_off(&passed(before), push, ball) && !can_take_off(&after_best)
        }
        Fact::Stands { seat: owner, measure, best: counted, other, action, .. } => {
            owner == seat
                && action == best
                && count(measure, &after_best, seat) == counted
                && count(measure, &after_played.unwrap_or(*before), seat) == other
        }
    }
}

fn positions_wanted(default: usize) -> usize {
    let wanted = std::env::var("ABAQUE_EXPLAIN_POSITIONS").ok();
    wanted.and_then(|wanted| wanted.parse().ok()).unwrap_or(default)
}

/// Positions of games that are played half at random, half by search; each is explained as a
/// mistake (some other action was played) and as a hint.
#[test]
fn every_fact_is_proved_again() {
    let mut source = SplitMix(2024);
    let (mut seen, mut told) = (0, BTreeMap::<String, usize>::new());
    let wanted = positions_wanted(400);
    let mut round = 0;
    while seen < wanted {
        let mut game = start(SPECS[round % SPECS.len()]);
        round += 1;
        let mut bot = Bots::bot(&game.options(), &BotKind::Best).unwrap();
        for _ in 0..120 {
            if game.is_over() || seen == wanted {
                break;
            }
            let request = SearchRequest {
                limits: SearchLimits::nodes(200 + source.below(400)),
                ..SearchRequest::default()
            };
            let observation = Observation::without_history(game, game.side());
            let best = bot.think(&observation, &request, &mut |_| ()).unwrap().lines.remove(0);
            let played = game.random_action(&mut source).unwrap();
            for mistake in [Some([played]), None] {
                let played = mistake.as_ref().map(|played| &played[..]);
                let turn = TurnToExplain { view: &game, played, best: &best.actions };
                let facts = facts(&turn);
                assert!(facts.len() <= 2);
                for fact in facts {
                    let played = played.map(|played| played[0]);
                    let proved = prove(&fact, &game, played, best.actions[0]);
                    assert!(proved, "{fact:?}\n{game}\n{played:?} {best:?}");
                    let kind = format!("{fact:?}");
                    let kind = kind.split([' ', '{']).next().unwrap_or_default().to_string();
                    *told.entry(kind).or_default() += 1;
                }
            }
            seen += 1;
            let next = if source.below(2) == 0 { played } else { best.actions[0] };
            game.apply_unchecked(Ply::Act(next));
        }
    }
    println!("{seen} positions, facts proved again: {told:?}");
}

/// The sentences of a fact, and what shows it.
fn told(fact: Fact) -> (String, String, ShownOn, Vec<String>, usize) {
    let told = fact.explanation();
    (told.text.en, told.text.fr, told.shown_on, told.marks, told.arrows.len())
}

fn said(fact: Fact, en: &str, fr: &str) {
    let (told_en, told_fr, ..) = told(fact);
    assert_eq!((told_en.as_str(), told_fr.as_str()), (en, fr), "{fact:?}");
}

#[test]
fn balls_that_fall_are_named() {
    let (seat, ball, push) = (Seat::First, "e5".parse().unwrap(), "c3d4".parse().unwrap());
    let lets = |was_in_danger, wins| Fact::LetsPushOff { seat, ball, push, was_in_danger, wins };
    said(
        lets(false, false),
        "Lets White push e5 off with c3d4.",
        "Permet à Blanc d'éjecter e5 par c3d4.",
    );
    said(
        lets(true, false),
        "Does not save e5: White can push it off with c3d4.",
        "Ne sauve pas e5\u{a0}: Blanc peut l'éjecter par c3d4.",
    );
    said(
        lets(true, true),
        "Lets White push e5 off with c3d4 and win.",
        "Permet à Blanc d'éjecter e5 par c3d4 et de gagner.",
    );
    let (.., shown_on, marks, arrows) = told(lets(false, false));
    assert_eq!((shown_on, marks, arrows), (ShownOn::After, vec!["e5".to_string()], 1));
    let forces = |ball| Fact::LetsForcePushOff { seat: Seat::Second, first: push, ball };
    said(
        forces(Some(ball)),
        "Lets Black push e5 off in two moves: after c3d4 it cannot be saved.",
        "Permet à Noir d'éjecter e5 en deux coups\u{a0}: après c3d4, rien ne la sauve plus.",
    );
    said(
        forces(None),
        "Lets Black push a ball off in two moves: after c3d4 no answer saves them all.",
        "Permet à Noir d'éjecter une boule en deux coups\u{a0}: après c3d4, aucune réponse ne les sauve toutes.",
    );
    said(
        Fact::LetsForcePushOffLater { seat, first: push },
        "Lets White push a ball off in three moves: after c3d4 no defence holds.",
        "Permet à Blanc d'éjecter une boule en trois coups\u{a0}: après c3d4, aucune défense ne tient.",
    );
    said(
        Fact::Saves { seat, ball, push },
        "Keeps White from pushing e5 off with c3d4.",
        "Empêche Blanc d'éjecter e5 par c3d4.",
    );
}

#[test]
fn what_the_best_move_does_is_said_as_hint_or_as_missed() {
    let (best, ball, push) =
        ("c3d4".parse().unwrap(), "e5".parse().unwrap(), "d4e5".parse().unwrap());
    let off = |told, wins| Fact::PushesOff { best, ball, wins, told };
    said(off(Told::AsHint, false), "Pushes e5 off.", "Éjecte e5.");
    said(off(Told::AsHint, true), "Pushes e5 off and wins.", "Éjecte e5 et gagne.");
    said(
        off(Told::AsMissed, false),
        "Misses c3d4, which pushes e5 off.",
        "Manque c3d4, qui éjecte e5.",
    );
    said(
        off(Told::AsMissed, true),
        "Misses c3d4, which pushes e5 off and wins.",
        "Manque c3d4, qui éjecte e5 et gagne.",
    );
    let forces = |told, ball| Fact::ForcesPushOff { best, ball, told };
    said(
        forces(Told::AsHint, Some(ball)),
        "Wins a ball: whatever the answer, e5 can be pushed off next.",
        "Gagne une boule\u{a0}: quelle que soit la réponse, e5 pourra être éjectée.",
    );
    said(
        forces(Told::AsMissed, None),
        "Misses c3d4, which wins a ball: no answer saves all those that can be pushed off next.",
        "Manque c3d4, qui gagne une boule\u{a0}: aucune réponse ne sauve toutes celles qui seraient menacées.",
    );
    let later = |told| Fact::ForcesPushOffLater { best, told };
    said(
        later(Told::AsHint),
        "Wins a ball within three moves, whatever the answers.",
        "Gagne une boule en trois coups au plus, quelles que soient les réponses.",
    );
    said(
        later(Told::AsMissed),
        "Misses c3d4, which wins a ball within three moves, whatever the answers.",
        "Manque c3d4, qui gagne une boule en trois coups au plus, quelles que soient les réponses.",
    );
    let threatens = |told| Fact::Threatens { best, ball, push, told };
    said(
        threatens(Told::AsHint),
        "Threatens to push e5 off with d4e5.",
        "Menace d'éjecter e5 par d4e5.",
    );
    said(
        threatens(Told::AsMissed),
        "Misses c3d4, which threatens to push e5 off with d4e5.",
        "Manque c3d4, qui menace d'éjecter e5 par d4e5.",
    );
}

#[test]
fn plans_come_with_numbers() {
    let stands = |measure, told| Fact::Stands {
        seat: Seat::First,
        measure,
        best: 9,
        other: 7,
        action: "c3d4".parse().unwrap(),
        told,
    };
    said(
        stands(Measure::LargestGroup, Told::AsHint),
        "Joins Black's balls: 9 hold together instead of 7.",
        "Réunit les boules noires\u{a0}: 9 se tiennent au lieu de 7.",
    );
    said(
        stands(Measure::LargestGroup, Told::AsMissed),
        "Keeps fewer of Black's balls together: 7, but 9 after c3d4.",
        "Garde moins de boules noires ensemble\u{a0}: 7, contre 9 après c3d4.",
    );
    for measure in Measure::ALL {
        for side in [Told::AsHint, Told::AsMissed] {
            let (en, fr, ..) = told(stands(measure, side));
            assert!(en.contains('9') && en.contains('7') && en.ends_with('.'), "{en}");
            assert!(fr.contains('9') && fr.contains('7') && fr.ends_with('.'), "{fr}");
        }
    }
}
