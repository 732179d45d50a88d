//! Explanations: every fact is proved again with the plain rules.
#![allow(clippy::unwrap_used)]

use abaque_bot::TurnToExplain;
use abaque_core::{Game, Ply, RandomSource, Seat, SplitMix, Turn};
use abaque_ur::{Action, Options, Phase, Square, Ur};
use abaque_ur_bot::explain::{Fact, facts};

fn after(game: &Ur, action: Action) -> Ur {
    let mut next = *game;
    next.play(action).unwrap();
    next
}

/// The pieces of `seat` that the next throw can hit, and the throws of 16 that do.
fn shots(game: &Ur, seat: Seat) -> (Vec<Square>, u32) {
    let of = |game: &Ur| -> Vec<Square> {
        Square::all().filter(|&square| game.piece(square) == Some(seat)).collect()
    };
    let (mut squares, mut throws) = (Vec::new(), 0);
    let mut rolls = Vec::new();
    game.rolls(&mut rolls);
    for (roll, weight) in rolls {
        let mut thrown = *game;
        assert!(thrown.play_roll(roll));
        if thrown.turn() != Turn::Of(seat.other()) {
            continue;
        }
        let mut actions = Vec::new();
        thrown.legal_actions(&mut actions);
        let left: Vec<Vec<Square>> =
            actions.into_iter().map(|action| of(&after(&thrown, action))).collect();
        let lost = of(game).into_iter().filter(|square| left.iter().any(|it| !it.contains(square)));
        let lost: Vec<Square> = lost.collect();
        throws += if lost.is_empty() { 0 } else { weight };
        squares.extend(lost);
    }
    squares.sort();
    squares.dedup();
    (squares, throws)
}

fn prove(fact: &Fact, before: &Ur, played: Option<Action>, best: Action) -> bool {
    let Turn::Of(seat) = before.turn() else { return false };
    let after_best = after(before, best);
    let other = played.map(|played| after(before, played));
    let hits = |game: &Ur| game.waiting(seat.other()) == before.waiting(seat.other()) + 1;
    let again = |game: &Ur| game.side() == Some(seat) && game.phase() == Phase::Roll;
    let throws =
        |game: &Ur| if game.side() == Some(seat) { (Vec::new(), 0) } else { shots(game, seat) };
    match fact {
        Fact::Hits { square, best: action, missed } => {
            *action == best
                && before.piece(*square) == Some(seat.other())
                && after_best.piece(*square) == Some(seat)
                && hits(&after_best)
                && *missed == other.is_some()
                && other.is_none_or(|other| !hits(&other))
        }
        Fact::ThrowsAgain { square, best: action, missed } => {
            *action == best
                && square.is_rosette()
                && after_best.piece(*square) == Some(seat)
                && again(&after_best)
                && *missed == other.is_some()
                && other.is_none_or(|other| !again(&other))
        }
        Fact::Exposes { squares, throws: count, best } => {
            throws(&other.unwrap()) == (squares.clone(), *count) && throws(&after_best).1 == *best
        }
        Fact::LeavesNoShot => throws(&after_best).1 == 0,
    }
}

#[test]
fn every_fact_is_proved_again() {
    let mut source = SplitMix(9);
    let (mut game, mut told) = (Ur::start(&Options::default()), 0);
    for _ in 0..4000 {
        match game.turn() {
            Turn::Over(_) => game = Ur::start(&Options::default()),
            Turn::Chance => {
                let mut rolls = Vec::new();
                game.rolls(&mut rolls);
                let drawn = source.below(rolls.len() as u64) as usize;
                game.apply_unchecked(Ply::Roll(rolls[drawn].0));
            }
            Turn::Of(_) => {
                let [played, best] = [(); 2].map(|()| game.random_action(&mut source).unwrap());
                for mistake in [Some([played]), None] {
                    let played = mistake.as_ref().map(|played| &played[..]);
                    let turn = TurnToExplain { view: &game, played, best: &[best] };
                    for fact in facts(&turn) {
                        let played = played.map(|played| played[0]);
                        assert!(prove(&fact, &game, played, best), "{fact:?} {game}");
                        let text = fact.explanation().text;
                        assert!(text.en.ends_with('.') && text.fr.ends_with('.'));
                        told += 1;
                    }
                }
                game.apply_unchecked(Ply::Act(played));
            }
        }
    }
    assert!(told > 1000, "{told}");
}

#[test]
fn sentences_name_squares_and_throws() {
    let mut source = SplitMix(4);
    let mut texts = std::collections::BTreeSet::new();
    let mut game = Ur::start(&Options::default());
    for _ in 0..3000 {
        match game.turn() {
            Turn::Over(_) => game = Ur::start(&Options::default()),
            Turn::Chance => {
                let mut rolls = Vec::new();
                game.rolls(&mut rolls);
                let drawn = source.below(rolls.len() as u64) as usize;
                game.apply_unchecked(Ply::Roll(rolls[drawn].0));
            }
            Turn::Of(_) => {
                let [played, best] = [(); 2].map(|()| game.random_action(&mut source).unwrap());
                let turn = TurnToExplain { view: &game, played: Some(&[played]), best: &[best] };
                for fact in facts(&turn) {
                    let text = fact.explanation().text;
                    let words = |text: &str| text.split(' ').next().unwrap().to_owned();
                    texts.insert((words(&text.en), words(&text.fr)));
                }
                game.apply_unchecked(Ply::Act(played));
            }
        }
    }
    let texts: Vec<(&str, &str)> = texts.iter().map(|(en, fr)| (&**en, &**fr)).collect();
    assert_eq!(texts, [("Leaves", "Laisse"), ("Misses", "Manque")]);
}
