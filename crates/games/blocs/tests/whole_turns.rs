//! The interface for bots: whole turns, fingerprints and per-block knowledge.

use std::collections::{HashMap, HashSet};

use abaque_blocs::{Blocs, Colour, Phase, Rod, View, WholeTurn};
use abaque_core::{Game, Observer, Ply, Seat, SplitMix};

use crate::common::{DENSE, OPENING, game, options};

/// Every position of some random games with a player to act.
fn played(spec: &str, seeds: std::ops::Range<u64>) -> Vec<Blocs> {
    let mut found = Vec::new();
    for seed in seeds {
        let mut source = SplitMix(seed);
        let mut game = Blocs::start(&options(spec));
        while let Some(ply) = abaque_testkit::random_ply(&game, &mut source) {
            game.apply_unchecked(ply);
            if matches!(game.phase(), Phase::Move(_) | Phase::Act(..)) {
                found.push(game);
            }
        }
    }
    found
}

/// The positions after all turns, played action by action.
fn ends(game: &Blocs) -> HashMap<String, u32> {
    let mut found = HashMap::new();
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    for action in actions {
        let mut after = *game;
        after.apply_unchecked(Ply::Act(action));
        if matches!(after.phase(), Phase::Act(..)) {
            for (end, times) in ends(&after) {
                *found.entry(end).or_default() += times;
            }
        } else {
            *found.entry(after.to_string()).or_default() += 1;
        }
    }
    found
}

#[test]
fn whole_turns_are_the_turns_of_the_rules_blo_09_to_blo_17() {
    let mut games = played("blocs", 0..12);
    games.extend([game(OPENING), game(DENSE)]);
    for game in games {
        let mut turns: Vec<WholeTurn> = Vec::new();
        game.whole_turns(&mut turns);
        let mut found = HashMap::new();
        for turn in turns {
            let mut after = game;
            for action in turn.actions() {
                assert_eq!(after.play(action), Ok(()), "{turn:?} in {game}");
            }
            let (Phase::Move(seat) | Phase::Act(seat, _)) = game.phase() else { unreachable!() };
            let lead = |game: &Blocs| {
                let counts = game.shown_counts();
                counts[seat.index()] as i8 - counts[seat.other().index()] as i8
            };
            assert_eq!(game.block_swing(turn), lead(&after) - lead(&game), "{turn:?} in {game}");
            *found.entry(after.to_string()).or_default() += 1;
        }
        assert_eq!(found, ends(&game), "{game}");
    }
}

#[test]
fn fingerprints_distinguish_positions_as_blo_25_does() {
    let mut seen: HashMap<u64, String> = HashMap::new();
    for game in played("blocs:first=lot", 0..40) {
        let Some(text) = game.repetition_key() else { continue };
        assert_eq!(game.view(Observer::Spectator).fingerprint(), game.fingerprint());
        let first = seen.entry(game.fingerprint()).or_insert_with(|| text.clone());
        assert_eq!(*first, text);
    }
    let texts: HashSet<&String> = seen.values().collect();
    assert_eq!(texts.len(), seen.len());
}

#[test]
fn a_view_completed_with_the_true_pawns_is_the_game() {
    for spec in ["blocs", "blocs:zone=10"] {
        for game in played(spec, 3..9) {
            for seat in Seat::ALL {
                let view = game.view(Observer::Player(seat));
                assert_eq!(
                    (view.blocks_built_by(seat).count(), view.unknown_blocks(seat).count()),
                    (12, 0)
                );
                let builder = seat.other();
                let truth = |block: abaque_blocs::BlockKnowledge| {
                    let rod = game.rod(block.field).unwrap();
                    let mut pawns = game.block(block.field).unwrap().pawns;
                    if game.block_state_index(block.id) & 64 != 0 {
                        pawns.reverse();
                    }
                    assert!(block.can_be(rod, pawns));
                    if let Some(rod) = block.first_rod {
                        assert_eq!(pawns[rod.window()], Colour::of_player(builder), "BLO-06");
                    }
                    (block.id, rod, pawns)
                };
                assert_eq!(view.to_world(view.unknown_blocks(builder).map(truth)), game);
                let small = view.unknown_blocks(builder).filter(|block| {
                    block.rod.is_none() && game.rod(block.field) == Some(Rod::Small)
                });
                assert_eq!(view.unknown_small_rods(builder).map(usize::from), Some(small.count()));
                let left: u8 = view.unknown_pawns(builder).unwrap().iter().sum();
                let holes = |block: abaque_blocs::BlockKnowledge| {
                    let open = block.pawns.iter().filter(|pawn| pawn.is_none()).count();
                    open - usize::from(block.rod.is_none())
                };
                assert_eq!(
                    usize::from(left),
                    view.unknown_blocks(builder).map(holes).sum::<usize>()
                );
            }
        }
    }
}

/// A view without holes has one world. No player has such a view, so a text that reveals both
/// players' secrets does not parse as a view.
#[test]
fn an_open_view_has_one_world() {
    let game = game(OPENING);
    assert!(Blocs::parse_view(&options("blocs"), OPENING).is_err());
    let view = View::fully_visible(&game);
    assert_eq!(view.to_string(), OPENING);
    assert_eq!(Blocs::sample_position(&view, &mut SplitMix(1)), Some(game));
    assert!(Seat::ALL.into_iter().all(|seat| view.unknown_blocks(seat).count() == 0));
}

/// Exactly the moves that uncover a rod or show a new pawn lower the number of secrets.
#[test]
fn only_revealing_moves_lower_the_number_of_secrets_blo_07() {
    let mut fell = 0;
    for seed in 0..10 {
        let mut source = SplitMix(seed);
        let mut game = game(OPENING);
        while let Some(action) = game.random_action(&mut source) {
            let before = Seat::ALL.map(|seat| game.secrets_kept_by(seat));
            game.apply_unchecked(Ply::Act(action));
            let after = Seat::ALL.map(|seat| game.secrets_kept_by(seat));
            assert!(after[0] <= before[0] && after[1] <= before[1]);
            fell += u32::from(after != before);
        }
    }
    assert!(fell > 100);
    let opening = game(OPENING);
    // Eight rods, and all of 36 pawns except the four in windows on given rods.
    assert_eq!(opening.secrets_kept_by(Seat::First), 8 + 32);
    let reach = opening.mobility(Seat::First);
    assert_eq!(u64::from(reach.far + reach.near + reach.neutral), opening.count_legal());
    assert!(opening.room_ahead(Seat::First) > 0);
    assert_eq!(opening.progress_marks(), [12, 12, 0]);
    assert_eq!(opening.colour("d3".parse().unwrap()), Some(Colour::Blue));
}
