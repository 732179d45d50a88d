//! BLO-20, BLO-21, BLO-25 and the common rulings in this game.

use abaque_blocs::endings::{SEVEN, STUCK};
use abaque_blocs::{Action, Blocs, Phase};
use abaque_core::{EndReason, Game, Outcome, Ply, Seat, SplitMix, Turn};

use crate::common::{
    diagram, game, legal, no_neutral, one_neutral, options, play, red_is_stuck, refused,
};

/// d3 can step to d4 and take c4 onto e4; `rows` determines the counts.
fn taking(rows: &str, taken: &str, onto: &str) -> Blocs {
    let exact = ["d3 sb(nbn)", "d4 s", &format!("c4 {taken}"), &format!("e4 {onto}")];
    let mut game = game(&diagram(rows, &exact, "b move"));
    play(&mut game, "d3d4");
    game
}

/// Blue 12, Red 8, neutral 4.
const RED_EIGHT: &str = "
           rr
         rrrrr.
         ......
        nn.....b
        ..r...bb
         b.b..b
         bbbbbb
           nn";

/// Blue 9, Red 9, neutral 6.
const SIX_NEUTRAL: &str = "
           rr
         rrrrrr
         n....n
        nn....nn
        ..r.....
         ..b...
         bbbbbb
           bb";

#[test]
fn blo_20_a_colour_down_to_seven_ends_the_game() {
    let mut game = taking(RED_EIGHT, "lr[rbn]", "s");
    assert_eq!(game.shown_counts(), [12, 8, 4]);
    play(&mut game, "xc4");
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(Seat::First, EndReason::Board(&SEVEN))));
    assert!(game.to_string().ends_with(" b over"));
    assert_eq!(legal(&game), "");
    assert_eq!(refused(&game, "d7d6").0, "BLO-20");
}

#[test]
fn blo_20_seven_neutral_blocks_end_the_game() {
    // The taken red block turns neutral, so Blue has more.
    let mut game = taking(SIX_NEUTRAL, "lr[rbn]", "l");
    play(&mut game, "xc4");
    assert_eq!(game.shown_counts()[2], 7);
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(Seat::First, EndReason::Board(&SEVEN))));
}

#[test]
fn blo_20_the_step_alone_may_end_the_game() {
    // Blue's block turns neutral on the large rod: seven neutral, and Red has more.
    let exact = ["d3 sb(nbn)", "d4 l", "c4 sr[nrn]"];
    let mut game = game(&diagram(SIX_NEUTRAL, &exact, "b move"));
    play(&mut game, "d3d4");
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(Seat::Second, EndReason::Board(&SEVEN))));
}

#[test]
fn blo_21_a_player_who_cannot_act_passes() {
    let mut stuck = game(&red_is_stuck("r move"));
    assert_eq!(legal(&stuck), "pass");
    assert_eq!(stuck.count_legal(), 1);
    assert_eq!(stuck.check(&Action::Pass), Ok(()));
    play(&mut stuck, "pass");
    assert_eq!(stuck.phase(), Phase::Move(Seat::First));
    assert_eq!(
        refused(&stuck, "pass"),
        ("BLO-21", "Blue can still move; you may pass only without a legal move".into())
    );
}

/// All red blocks are stuck in the south, all blue ones except d4 in the north.
const NEARLY_STUCK: &str = "
           bb
         bbbbbb
         ...bbb
        ........
        ..b.....
         rrrr..
         rrrrrr
           rr";

#[test]
fn blo_21_if_neither_can_act_the_game_is_over_without_passing() {
    // d4 moves two rods and is stuck as well; then the blocks are counted.
    let rows = NEARLY_STUCK.replace("..b.....", "...b....");
    let mut game = game(&diagram(&rows, &["d4 sb(nbn)", "d6 s"], "b move"));
    play(&mut game, "d4d6");
    assert_eq!(game.turn(), Turn::Over(Outcome::Draw(EndReason::Board(&STUCK))));
    assert!(game.to_string().ends_with(" - over"));
    // If that move turns a block neutral, Red has more.
    let exact = ["d4 sb(nbn)", "d6 l"];
    let mut game = crate::common::game(&diagram(&rows, &exact, "b move"));
    play(&mut game, "d4d6");
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(Seat::Second, EndReason::Board(&STUCK))));
}

/// BLO-25 and COM-01: positions are equal by the identity of rods and blocks, not by appearance.
#[test]
fn blo_25_com_01_positions_are_the_same_by_identity() {
    let mut source = SplitMix(4);
    let mut game = Blocs::start(&options("blocs"));
    assert_eq!(game.repetition_key(), None);
    for _ in Seat::ALL {
        let action = game.random_action(&mut source).unwrap();
        game.apply_unchecked(Ply::Act(action));
        if matches!(game.phase(), Phase::Setup(_)) {
            assert_eq!(game.repetition_key(), None);
        }
    }
    let first = game.repetition_key().unwrap();
    // Secrets do not matter: the key is built from public information.
    let mut other = Blocs::start(&options("blocs"));
    for _ in Seat::ALL {
        let action = other.random_action(&mut source).unwrap();
        other.apply_unchecked(Ply::Act(action));
    }
    assert_eq!(other.repetition_key().unwrap(), first);

    // Two identical blocks that swap places look the same but are not.
    let exact = ["d3 sb(nbn)", "d4 s", "c4 sr[nrn]", "e4 s", "f4 sr[nrn]"];
    let rows = "
           rr
         rrrrrr
         rr....
        .......b
        ..r..r.b
         ..b..b
         bbbbbb
           bb";
    let start = crate::common::game(&diagram(rows, &exact, "b move"));
    let turn = start.repetition_key().unwrap();
    let mut taken = start;
    play(&mut taken, "d3d4");
    assert_eq!(taken.repetition_key(), None, "in the middle of a turn");
    play(&mut taken, "xc4");
    assert_ne!(taken.repetition_key().unwrap(), turn);
    // The same text parsed again has new identities: nothing is upside down.
    let fresh = crate::common::game(&taken.to_string());
    assert_ne!(fresh.repetition_key(), taken.repetition_key());
}

#[test]
fn blo_25_a_turned_board_is_another_position() {
    let start = one_neutral(&["d3 sb(nbn)", "e4 s"], "b move");
    let after = |text: &str| {
        let mut game = start;
        play(&mut game, "d3e4");
        play(&mut game, text);
        game.repetition_key().unwrap()
    };
    assert_ne!(after("cw"), after("ccw"));
}

/// BLO-25 and COM-03: what counts as progress and as a turn.
#[test]
fn blo_25_com_03_a_new_minimum_or_maximum_is_progress() {
    let progress = |game: &mut Blocs, text: &str| {
        let before = *game;
        play(game, text);
        let progress = Blocs::ply_progress(&before, &Ply::Act(text.parse().unwrap()), game);
        (progress.turns_ended, progress.made_progress)
    };
    let exact = ["d3 sb(nbn)", "d4 s", "c4 sr[nrb]", "e4 l", "d5 s"];
    let start = no_neutral(&exact);
    let mut taking = start;
    assert_eq!(progress(&mut taking, "d3d4"), (0, false));
    assert_eq!(progress(&mut taking, "xc4"), (1, true), "eleven red blocks, a new low");
    let mut plain = start;
    assert_eq!(progress(&mut plain, "d3d5"), (1, false));
    let mut stuck = game(&red_is_stuck("r move"));
    assert_eq!(progress(&mut stuck, "pass"), (1, false));

    let mut whole = Blocs::start(&options("blocs:first=lot"));
    let mut source = SplitMix(8);
    for _ in Seat::ALL {
        let action = whole.random_action(&mut source).unwrap();
        let before = whole;
        whole.apply_unchecked(Ply::Act(action));
        assert_eq!(Blocs::ply_progress(&before, &Ply::Act(action), &whole).turns_ended, 0);
    }
}

/// Reaching an earlier low again is not progress.
#[test]
fn blo_25_only_a_new_minimum_is_progress() {
    let mut lows = 0;
    for seed in 0..40 {
        let mut source = SplitMix(seed);
        let mut game = Blocs::start(&options("blocs"));
        let mut best = [12, 12, 0];
        while let Some(action) = game.random_action(&mut source) {
            let before = game;
            game.apply_unchecked(Ply::Act(action));
            if matches!(before.phase(), Phase::Setup(_)) {
                continue;
            }
            let [blue, red, neutral] = game.shown_counts();
            let progress = blue < best[0] || red < best[1] || neutral > best[2];
            best = [best[0].min(blue), best[1].min(red), best[2].max(neutral)];
            assert_eq!(
                Blocs::ply_progress(&before, &Ply::Act(action), &game).made_progress,
                progress
            );
            lows += u32::from(progress);
        }
    }
    assert!(lows > 100);
}

/// COM-02 and COM-04 belong to the table: the rules have no resignation, draw offer or clock.
#[test]
fn com_02_com_04_the_board_knows_no_table_endings() {
    let mut source = SplitMix(2);
    for seed in 0..30 {
        source.0 = seed;
        let mut game = Blocs::start(&options("blocs"));
        while let Some(action) = game.random_action(&mut source) {
            game.apply_unchecked(Ply::Act(action));
        }
        let Turn::Over(outcome) = game.turn() else { panic!("{game}") };
        assert!(matches!(outcome.reason(), EndReason::Board(&SEVEN) | EndReason::Board(&STUCK)));
    }
    for text in ["resign", "draw", "agree"] {
        assert!(text.parse::<Action>().is_err());
    }
}
