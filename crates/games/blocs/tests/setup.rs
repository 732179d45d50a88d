//! BLO-04 to BLO-08, BLO-22, BLO-23: set-up, first player, rematch.

use abaque_blocs::{Action, Blocs, Field, Options, PRESETS, Phase, QuarterTurn, Rod, Setup};
use abaque_core::{Game, GameOptions, Observer, Ply, RuleViolation, Seat, SplitMix};

use crate::common::{options, play, refused};

const START: &str = ".,./l,.,.,.,.,l/l,s,.,.,s,s/s,s,l,s,l,s,l,l/l,l,s,l,s,l,s,s/s,s,.,.,s,l/l,.,.,.,.,l/.,. b setup";

/// A legal set-up of Blue on the default rods.
const BLUE: &str = "setup:snbn,snbr,lbbn,sbbn,lbnr,snbn,lbnr,lbbn,sbbb,lbrb,lbnn,srbr";

fn start(spec: &str) -> Blocs {
    Blocs::start(&options(spec))
}

fn exchanged(text: &str) -> String {
    let (head, items) = text.split_once(':').unwrap();
    let items = items.chars().map(|c| match c {
        'b' => 'r',
        'r' => 'b',
        other => other,
    });
    format!("{head}:{}", items.collect::<String>())
}

#[test]
fn set_ups_give_the_start_position() {
    assert_eq!(start("blocs").to_string(), START);
    assert_eq!(Blocs::parse(&options("blocs"), START), Ok(start("blocs")));
    assert_eq!(
        start("blocs:zone=10").to_string(),
        ".,./.,.,.,.,.,./l,s,.,.,l,s/s,s,l,s,l,s,l,l/l,l,s,l,s,l,s,s/s,l,.,.,s,l/.,.,.,.,.,./.,. b setup"
    );
}

#[test]
fn blo_04_all_36_pawns_are_used() {
    let game = start("blocs");
    assert_eq!(game.check(&BLUE.parse().unwrap()), Ok(()));
    let (rule, message) = refused(&game, &BLUE.replacen("snbn", "snbb", 1));
    assert_eq!((rule, &message[..14]), ("BLO-04", "19 blue pawns "));
    let (rule, _) = refused(&game, &BLUE.replacen("snbn", "srbn", 1));
    assert_eq!(rule, "BLO-04");
}

#[test]
fn blo_05_four_small_and_four_large_rods() {
    let game = start("blocs");
    // Blue plants d3; the block shows blue on either rod.
    let (rule, message) = refused(&game, &BLUE.replacen("lbbn,sbbn", "sbbn,sbbn", 1));
    assert_eq!(rule, "BLO-05");
    assert!(message.starts_with("5 small and 3 large rods"), "{message}");
    // f3 is a given rod.
    let (rule, message) = refused(&game, &BLUE.replacen("lbbn,sbbn", "lbbn,lbbn", 1));
    assert_eq!((rule, message.as_str()), ("BLO-05", "the rod on f3 is fixed: it is small"));
    assert_eq!(refused(&game, "d3d5").0, "BLO-05");
    let mut after = game;
    play(&mut after, BLUE);
    play(&mut after, &exchanged(BLUE));
    assert_eq!(refused(&after, BLUE).0, "BLO-05");
}

#[test]
fn blo_05_the_same_text_is_the_same_set_up_from_the_other_side() {
    let mut game = start("blocs");
    play(&mut game, BLUE);
    assert_eq!(game.phase(), Phase::Setup(Seat::Second));
    play(&mut game, &exchanged(BLUE));
    for field in Field::ALL {
        let opposite = Field::new(7 - field.column(), 7 - field.row()).unwrap();
        assert_eq!(game.rod(field), game.rod(opposite));
        let shown = game.colour(field).map(|colour| colour.letter());
        let mirrored = game.colour(opposite).map(|colour| colour.letter());
        assert_eq!(shown.map(|c| if c == 'b' { 'r' } else { 'b' }), mirrored);
    }
    assert!(game.to_string().ends_with("b move"));
    assert!(game.to_string().contains("/s,sb(nbn),Sb(nbr),Lb(bbn),sb(bbn),l/"));
}

#[test]
fn blo_06_every_block_shows_its_builder() {
    let (rule, message) = refused(&start("blocs"), &BLUE.replacen("snbn", "sbnn", 1));
    assert_eq!(rule, "BLO-06");
    assert_eq!(message, "the block on c3 shows neutral; at the start every block shows blue");
}

#[test]
fn the_number_of_set_ups_is_exact() {
    assert_eq!(start("blocs").unlisted_count(), Some(174_904_810_080));
    assert_eq!(start("blocs:zone=10").unlisted_count(), Some(629_657_316_288));
    let mut game = start("blocs");
    play(&mut game, BLUE);
    assert_eq!(game.unlisted_count(), Some(174_904_810_080));
    assert_eq!(game.count_legal(), 0);
    assert!(game.is_sealed());
    play(&mut game, &exchanged(BLUE));
    assert_eq!((game.unlisted_count(), game.is_sealed()), (None, false));
}

#[test]
fn random_set_ups_are_legal_and_differ() {
    for spec in ["blocs", "blocs:zone=10"] {
        let mut source = SplitMix(3);
        let game = start(spec);
        let mut seen = std::collections::HashSet::new();
        for _ in 0..200 {
            let action = game.random_action(&mut source).unwrap();
            assert_eq!(game.check(&action), Ok(()), "{action}");
            seen.insert(action);
        }
        assert_eq!(seen.len(), 200);
    }
}

#[test]
fn every_small_rod_is_as_likely_as_another() {
    let mut source = SplitMix(5);
    let mut small = [0; 12];
    for _ in 0..4000 {
        let setup = options("blocs").random_setup(Seat::First, &mut source);
        for (n, item) in small.iter_mut().zip(setup.items()) {
            *n += u32::from(item.rod() == Rod::Small);
        }
    }
    let planted = [1, 2, 5, 6, 7, 8, 10, 11];
    assert!(planted.iter().all(|&i| (1800..2200).contains(&small[i])), "{small:?}");
}

#[test]
fn presets_are_legal_for_both_on_any_rods() {
    let swapped = "blocs:rods=..s....ssl..llllslslsssslslsllll..lss....s..";
    for spec in ["blocs", "blocs:zone=10", swapped] {
        for preset in &PRESETS {
            let mut game = start(spec);
            for seat in Seat::ALL {
                let setup = preset.to_setup(&options(spec), seat);
                assert_eq!(game.check(&Action::Setup(setup)), Ok(()), "{} {spec}", preset.key);
                game.apply_unchecked(Ply::Act(Action::Setup(setup)));
            }
        }
    }
    let names: std::collections::HashSet<_> = PRESETS.iter().map(|preset| preset.key).collect();
    assert_eq!(names.len(), PRESETS.len());
}

#[test]
fn blo_07_describing_a_set_up_reveals_nothing() {
    let game = start("blocs");
    let mut source = SplitMix(1);
    let one = game.random_action(&mut source).unwrap();
    let other = game.random_action(&mut source).unwrap();
    assert_eq!(game.describe(&Ply::Act(one)), game.describe(&Ply::Act(other)));
}

/// BLO-08 and COM-05: the lot follows the set-ups and comes from outside.
#[test]
fn blo_08_com_05_the_starting_player_is_chosen_or_drawn() {
    for (spec, phase) in [
        ("blocs", Phase::Move(Seat::First)),
        ("blocs:first=r", Phase::Move(Seat::Second)),
        ("blocs:first=lot", Phase::Lot),
    ] {
        let mut game = start(spec);
        play(&mut game, BLUE);
        play(&mut game, &exchanged(BLUE));
        assert_eq!(game.phase(), phase);
    }
    let mut game = start("blocs:first=lot");
    play(&mut game, BLUE);
    play(&mut game, &exchanged(BLUE));
    assert!(game.to_string().ends_with(" - lot"));
    assert_eq!(refused(&game, "d3d5").0, "BLO-08");
    let mut rolls = Vec::new();
    game.rolls(&mut rolls);
    assert_eq!(
        rolls.iter().map(|(roll, _)| roll.to_string()).collect::<Vec<_>>(),
        ["first:b", "first:r"]
    );
    assert_eq!(rolls[0].1, rolls[1].1);
    assert!(game.play_roll("first:r".parse().unwrap()));
    assert_eq!(game.phase(), Phase::Move(Seat::Second));
    assert!(!game.play_roll("first:b".parse().unwrap()));
}

#[test]
fn malformed_options_are_refused() {
    let read = |text: &str| Options::from_spec(&text.parse().unwrap());
    let default = "..l....lls..sssslslsllllslslssss..sll....l..";
    assert_eq!(read(&format!("blocs:rods={default}")), Ok(Options::default()));
    assert_eq!(options(&format!("blocs:rods={default}")).to_spec().to_string(), "blocs");
    assert_eq!(options("blocs:zone=10,first=lot").to_spec().to_string(), "blocs:first=lot,zone=10");
    let ten = "........ls..lssslslsllllslslsssl..sl........";
    assert_eq!(
        options(&format!("blocs:rods={ten},zone=10")).to_spec().to_string(),
        "blocs:zone=10"
    );
    for text in [
        "blocs:first=n".into(),
        "blocs:zone=9".into(),
        "blocs:size=8".into(),
        "blocs:rods=sl".into(),
        format!("blocs:zone=10,rods={default}"),
        format!("blocs:rods={ten}"),
        format!("blocs:rods={}", default.to_uppercase()),
        format!("blocs:rods={}", default.replacen('.', "s", 1)),
        // 15 large, 13 small.
        format!("blocs:rods={}", default.replacen('s', "l", 1)),
        // 14 of each, but nine large ones in the side zones: b7 small, a5 large.
        format!("blocs:rods={}", "..s....lls..ssls".to_string() + &default[16..]),
    ] {
        assert!(read(&text).is_err(), "{text}");
    }
}

/// BLO-22: players plant the former side zones; the rods they planted before are public.
#[test]
fn blo_22_a_rematch_may_turn_the_board() {
    let mut game = start("blocs");
    play(&mut game, BLUE);
    play(&mut game, &exchanged(BLUE));
    let begun = game;
    let mut source = SplitMix(11);
    while let Some(action) = game.random_action(&mut source) {
        game.apply_unchecked(Ply::Act(action));
    }
    for quarter in QuarterTurn::ALL {
        let next = game.turned_rematch(quarter).unwrap();
        assert_eq!(begun.turned_rematch(quarter), Ok(next), "only the start rods count");
        assert_eq!(next.validate(), Ok(()));
        assert_eq!(Options::from_spec(&next.to_spec()), Ok(next));
        let rematch = Blocs::start(&next);
        for field in Field::ALL {
            let now = rematch.rod(field.rotated(quarter));
            assert!(now.is_none() || now == begun.rod(field), "{field}");
        }
        let gaps = Field::ALL.into_iter().filter(|&field| rematch.rod(field).is_none());
        assert_eq!(gaps.count(), 16);
    }
    // Blue planted d3 large: turned clockwise, it is c5's neighbour in the west zone.
    let clockwise = Blocs::start(&begun.turned_rematch(QuarterTurn::Cw).unwrap());
    let e3: Field = "e3".parse().unwrap();
    assert_eq!(e3.rotated(QuarterTurn::Cw).to_string(), "c4");
    assert_eq!(clockwise.rod("c4".parse().unwrap()), begun.rod(e3));
    assert_eq!(
        Blocs::start(&options("blocs")).turned_rematch(QuarterTurn::Cw).unwrap_err().rule(),
        "BLO-22"
    );
    assert!(crate::common::game(crate::common::OPENING).turned_rematch(QuarterTurn::Cw).is_err());
}

/// BLO-23: five rods of each size; c3 and f3 stand on rods of the side zones.
#[test]
fn blo_23_zones_may_be_larger() {
    let mut game = start("blocs:zone=10");
    let setup = PRESETS[0].to_setup(&options("blocs:zone=10"), Seat::First);
    let c3 = setup.items()[0];
    assert_eq!((Setup::fields(Seat::First)[0].to_string().as_str(), c3.rod()), ("c3", Rod::Large));
    game.apply_unchecked(Ply::Act(Action::Setup(setup)));
    let secret = Field::ALL.into_iter().filter(|&field| game.is_secret(field));
    assert_eq!(secret.map(|f| f.to_string()).collect::<String>(), "d3e3b2c2d2e2f2g2d1e1");
    // A set-up for the smaller zones has the wrong rods here.
    assert_eq!(refused(&start("blocs:zone=10"), BLUE).0, "BLO-05");
    game.apply_unchecked(Ply::Act(Action::Setup(
        PRESETS[1].to_setup(&options("blocs:zone=10"), Seat::Second),
    )));
    assert_eq!(game.turned_rematch(QuarterTurn::Cw).unwrap_err().rule(), "BLO-22");
}

/// BLO-07 during set-up: other observers see the same whatever was built.
#[test]
fn blo_07_a_submitted_set_up_is_hidden() {
    let mut source = SplitMix(9);
    let views = (0..20).map(|_| {
        let mut game = start("blocs");
        let action = game.random_action(&mut source).unwrap();
        game.apply_unchecked(Ply::Act(action));
        assert_eq!(game.view(Observer::Player(Seat::First)).to_string(), game.to_string());
        assert_eq!(
            game.view(Observer::Spectator).to_string(),
            game.view(Observer::Player(Seat::Second)).to_string()
        );
        game.view(Observer::Player(Seat::Second)).to_string()
    });
    let views: std::collections::HashSet<String> = views.collect();
    assert_eq!(
        views.into_iter().collect::<Vec<_>>(),
        [
            ".,./l,.,.,.,.,l/l,s,.,.,s,s/s,s,l,s,l,s,l,l/l,l,s,l,s,l,s,s/s,sb(?b?),?b(???),?b(???),sb(?b?),l/lb(b??),?b(???),?b(???),?b(???),?b(???),lb(b??)/?b(???),?b(???) r setup"
        ]
    );
}
