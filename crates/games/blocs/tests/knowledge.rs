//! BLO-07 and BLO-24: what each observer knows, and what can be deduced.

use abaque_blocs::{Action, Blocs, Colour, DeducedBlock, Field, Rod, Setup, deduce};
use abaque_core::{Game, HiddenInformation, Observer, Ply, RandomSource, Seat, SplitMix};

use crate::common::{DENSE, OPENING, game, no_neutral, options, play};

const BLUE: Observer = Observer::Player(Seat::First);
const RED: Observer = Observer::Player(Seat::Second);

fn field(name: &str) -> Field {
    name.parse().unwrap()
}

/// A game started with known set-ups: the opening of the reference position.
fn opened() -> Blocs {
    let mut game = Blocs::start(&options("blocs"));
    play(&mut game, "setup:snbn,snbr,lbbn,sbbn,lbnr,snbn,lbnr,lbbn,sbbb,lbrb,lbnn,srbr");
    play(&mut game, "setup:snrn,lrnb,lrbn,snrn,lrbn,srrb,sbrb,srrr,srrn,lrrn,lrrn,lrnn");
    assert_eq!(game.to_string(), OPENING);
    game
}

#[test]
fn blo_07_views_of_positions_without_history() {
    let game = game(OPENING);
    assert_eq!(
        game.view(BLUE).to_string(),
        "?r[???],?r[???]/lr[r??],?r[???],?r[???],?r[???],?r[???],lr[r??]/l,sr[?r?],?r[???],?r[???],sr[?r?],s/s,s,l,s,l,s,l,l/l,l,s,l,s,l,s,s/s,sb(nbn),Sb(nbr),Lb(bbn),sb(bbn),l/lb(bnr),Sb(nbn),Lb(bnr),Lb(bbn),Sb(bbb),lb(brb)/Lb(bnn),Sb(rbr) b move"
    );
    assert_eq!(
        game.view(RED).to_string(),
        "Lr[rnn],Lr[rrn]/lr[rrn],Sr[rrn],Sr[rrr],Sr[brb],Sr[rrb],lr[rbn]/l,sr[nrn],Lr[rbn],Lr[rnb],sr[nrn],s/s,s,l,s,l,s,l,l/l,l,s,l,s,l,s,s/s,sb(?b?),?b(???),?b(???),sb(?b?),l/lb(b??),?b(???),?b(???),?b(???),?b(???),lb(b??)/?b(???),?b(???) b move"
    );
    assert_eq!(
        game.view(Observer::Spectator).to_string(),
        "?r[???],?r[???]/lr[r??],?r[???],?r[???],?r[???],?r[???],lr[r??]/l,sr[?r?],?r[???],?r[???],sr[?r?],s/s,s,l,s,l,s,l,l/l,l,s,l,s,l,s,s/s,sb(?b?),?b(???),?b(???),sb(?b?),l/lb(b??),?b(???),?b(???),?b(???),?b(???),lb(b??)/?b(???),?b(???) b move"
    );
}

#[test]
fn blo_07_builders_know_their_blocks_whatever_colour_they_show() {
    let view = game(DENSE).view(RED).to_string();
    // lr(rbb) on e5 shows red but Blue built it: only the window is known to Red.
    assert!(view.contains("lr(r??)"), "{view}");
    assert!(view.contains("ln[nrr],sn[rnb]"), "{view}");
    assert!(view.contains("Sr[brn]"), "{view}");
    assert!(view.starts_with("?b(???),?b(???)/lb(b??)"), "{view}");
}

/// The pawn a block showed on a secret rod becomes known when the rod is uncovered.
#[test]
fn blo_07_an_uncovered_rod_reveals_the_pawn_it_hid() {
    let mut game = opened();
    // d3 is Sb(nbr): it moves to the small rod on d5.
    play(&mut game, "d3d5");
    let view = game.view(RED);
    assert_eq!(view.rod(field("d3")), Some(Rod::Small));
    assert_eq!(view.block(field("d5")).unwrap().pawns, [None, Some(Colour::Blue), None]);
    // e3 is Lb(bbn): moving to the large rod on e5, it shows its bottom pawn again.
    play(&mut game, "c6c4 e3e5");
    let view = game.view(RED);
    assert_eq!(view.rod(field("e3")), Some(Rod::Large));
    assert_eq!(view.block(field("e5")).unwrap().pawns, [Some(Colour::Blue), None, None]);
    // c6 stood on a given rod: its middle pawn was always known, nothing else is.
    let c4 = game.view(BLUE).block(field("c4")).unwrap();
    assert_eq!(c4.pawns, [None, Some(Colour::Red), None]);
}

/// Views remember what was seen; the same position without history shows less.
#[test]
fn blo_07_blo_24_views_follow_the_record() {
    let mut game = opened();
    play(&mut game, "f3f5 e6c4");
    // e6 was Lr[rnb]: bottom known in hindsight, middle neutral on the small rod of c4.
    let view = game.view(BLUE);
    let remembered = view.block(field("c4")).unwrap();
    assert_eq!(remembered.pawns, [Some(Colour::Red), Some(Colour::Neutral), None]);
    assert_eq!(remembered.shown, Colour::Neutral);
    assert!(view.to_string().contains("sn[rn?]"), "{view}");
    let fresh = crate::common::game(&game.to_string()).view(BLUE).to_string();
    assert!(fresh.contains("sn[?n?]"), "{fresh}");
    assert!(game.view(Observer::Spectator).to_string().contains("sn[rn?]"));
}

/// Turning a block over keeps what is known about it, at the other end.
#[test]
fn blo_07_remembered_pawns_turn_over_with_the_block() {
    let exact = ["d3 sb(nbn)", "d4 s", "c4 lr[rnb]", "e4 l"];
    let mut game = no_neutral(&exact);
    play(&mut game, "d3d4 xc4");
    let view = game.view(BLUE);
    assert_eq!(
        view.block(field("e4")).unwrap().pawns,
        [Some(Colour::Blue), None, Some(Colour::Red)]
    );
}

#[test]
fn blo_07_a_finished_game_shows_everything() {
    let mut source = SplitMix(6);
    let mut game = opened();
    while let Some(action) = game.random_action(&mut source) {
        assert_ne!(game.view(BLUE).to_string(), game.to_string());
        game.apply_unchecked(Ply::Act(action));
    }
    for by in [BLUE, RED, Observer::Spectator] {
        assert_eq!(game.view(by).to_string(), game.to_string());
    }
}

/// Samples from positions without history obey the same laws.
#[test]
fn samples_of_positions_without_history_look_the_same() {
    for (text, seed) in [(OPENING, 1), (DENSE, 2)] {
        let mut source = SplitMix(seed);
        for _ in 0..30 {
            let mut game = game(text);
            for _ in 0..25 {
                for by in [BLUE, RED, Observer::Spectator] {
                    let view = game.view(by);
                    let world = Blocs::sample_position(&view, &mut source).unwrap();
                    assert_eq!(world.view(by), view);
                    assert!(Blocs::parse(&game.options(), &world.to_string()).is_ok());
                    let read = Blocs::parse_view(&game.options(), &view.to_string()).unwrap();
                    assert_eq!(read.to_string(), view.to_string());
                    let world = Blocs::sample_position(&read, &mut source).unwrap();
                    assert_eq!(world.view(read.observer()).to_string(), view.to_string());
                }
                let Some(action) = game.random_action(&mut source) else { break };
                game.apply_unchecked(Ply::Act(action));
            }
        }
    }
}

/// The only world of a finished game is the game itself.
#[test]
fn sampling_a_finished_game_gives_the_game() {
    let mut source = SplitMix(3);
    let mut game = Blocs::start(&options("blocs:first=lot"));
    let mut history = Vec::new();
    while let Some(ply) = abaque_testkit::random_ply(&game, &mut source) {
        history.push(ply);
        game.apply_unchecked(ply);
    }
    let world = Blocs::sample_position(&game.view(RED), &mut source).unwrap();
    assert_eq!(world, game);
    assert_eq!(world.rewrite_history(&history), history);
}

fn of(deduced: &[DeducedBlock], name: &str) -> DeducedBlock {
    *deduced.iter().find(|block| block.field == field(name)).unwrap()
}

#[test]
fn blo_24_the_deduction_aid_lists_possible_contents() {
    let game = opened();
    let seen = deduce(&game.view(BLUE));
    assert_eq!(seen.len(), 24);
    // Own blocks and windows on known rods are certain.
    assert_eq!(
        of(&seen, "e3").pawns.map(|odds| odds.certain()),
        [Some(Colour::Blue), Some(Colour::Blue), Some(Colour::Neutral)]
    );
    assert_eq!(of(&seen, "c6").pawns[1].certain(), Some(Colour::Red));
    // Of Red's 36 pawns 12 are shown; 6 red, 6 blue and 12 neutral ones are left.
    let top = of(&seen, "c6").pawns[2];
    assert_eq!((top.chances, top.out_of), ([6, 6, 12], 24));
    // d6 stands on one of four small and four large rods.
    let d6 = of(&seen, "d6");
    assert_eq!(d6.small, (4, 8));
    let middle = d6.pawns[1];
    let chance = |n: u32| f64::from(n) / f64::from(middle.out_of);
    assert!((chance(middle.chances[1]) - (0.5 + 0.5 * 0.25)).abs() < 1e-12);
    assert!((chance(middle.chances[0]) - 0.5 * 0.25).abs() < 1e-12);
    assert!(middle.can_be(Colour::Neutral) && middle.certain().is_none());
}

/// Once all pawns of a colour have been seen, the rest is certain.
#[test]
fn blo_24_counting_pawns_proves_the_rest() {
    let mut source = SplitMix(1);
    let mut certain = 0;
    for _ in 0..60 {
        let mut game = opened();
        while let Some(action) = game.random_action(&mut source) {
            let view = game.view(BLUE);
            for block in deduce(&view) {
                let known = view.block(block.field).unwrap().pawns;
                let truth = game.block(block.field).unwrap().pawns;
                for slot in 0..3 {
                    assert!(block.pawns[slot].can_be(truth[slot]), "{view}");
                    assert_eq!(
                        block.pawns[slot].chances.iter().sum::<u32>(),
                        block.pawns[slot].out_of
                    );
                    let excluded = Colour::ALL.iter().any(|&c| !block.pawns[slot].can_be(c));
                    certain += u32::from(known[slot].is_none() && excluded);
                }
            }
            game.apply_unchecked(Ply::Act(action));
        }
    }
    assert!(certain > 0, "some colour was excluded by counting");
}

/// The exact odds match the frequencies of uniform samples.
#[test]
fn blo_24_odds_agree_with_samples() {
    let mut game = opened();
    play(&mut game, "f3f5 e6c4");
    let view = game.view(BLUE);
    let deduced = deduce(&view);
    let mut source = SplitMix(12);
    let runs = 6000;
    let mut found = vec![[[0_u32; 3]; 3]; deduced.len()];
    let mut small = vec![0_u32; deduced.len()];
    for _ in 0..runs {
        let world = Blocs::sample_position(&view, &mut source).unwrap();
        for (i, block) in deduced.iter().enumerate() {
            let pawns = world.block(block.field).unwrap().pawns;
            for slot in 0..3 {
                found[i][slot][pawns[slot] as usize] += 1;
            }
            small[i] += u32::from(world.rod(block.field) == Some(Rod::Small));
        }
    }
    let close = |n: u32, (of, out_of): (u32, u32)| {
        (f64::from(n) / f64::from(runs) - f64::from(of) / f64::from(out_of)).abs() < 0.035
    };
    for ((block, small), found) in deduced.iter().zip(small).zip(found) {
        assert!(close(small, block.small), "{}", block.field);
        for (odds, found) in block.pawns.iter().zip(found) {
            for (of, found) in odds.chances.into_iter().zip(found) {
                assert!(close(found, (of, odds.out_of)), "{}: {found} {odds:?}", block.field);
            }
        }
    }
}

/// Sampling deals without searching, so the number of random draws is bounded.
#[test]
fn sampling_is_quick_and_never_fails() {
    struct CountingSource(SplitMix, u32);
    impl RandomSource for CountingSource {
        fn next_u64(&mut self) -> u64 {
            self.1 += 1;
            self.0.next_u64()
        }
    }
    let mut source = CountingSource(SplitMix(0), 0);
    let mut game = opened();
    for n in 1..=60 {
        source.1 = 0;
        assert!(Blocs::sample_position(&game.view(Observer::Spectator), &mut source).is_some());
        assert!(source.1 < 120, "{} draws", source.1);
        let Some(action) = game.random_action(&mut SplitMix(n)) else { break };
        game.apply_unchecked(Ply::Act(action));
    }
}

#[test]
fn set_ups_are_recovered_from_a_world() {
    let history: Vec<_> = [
        "setup:snbn,snbr,lbbn,sbbn,lbnr,snbn,lbnr,lbbn,sbbb,lbrb,lbnn,srbr",
        "setup:snrn,lrnb,lrbn,snrn,lrbn,srrb,sbrb,srrr,srrn,lrrn,lrrn,lrnn",
    ]
    .map(|text| Ply::Act(text.parse::<Action>().unwrap()))
    .into();
    let game = opened();
    assert_eq!(game.rewrite_history(&history), history);
    // A world sampled from Red's view keeps Red's set-up; Blue's is another legal one with the same
    // windows.
    let world = Blocs::sample_position(&game.view(RED), &mut SplitMix(7)).unwrap();
    let retold = world.rewrite_history(&history);
    assert_eq!(retold[1], history[1]);
    let Ply::Act(Action::Setup(setup)) = retold[0] else { panic!("a set-up") };
    assert_eq!(Blocs::start(&options("blocs")).check(&Action::Setup(setup)), Ok(()));
    assert_eq!(Setup::fields(Seat::First)[0], field("c3"));
}
