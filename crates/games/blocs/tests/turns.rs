//! BLO-09 to BLO-19: turns.

use abaque_blocs::{Blocs, Field, Phase};
use abaque_core::{Game, Seat};

use crate::common::{diagram, game, legal, no_neutral, one_neutral, play, refused};

fn shown(game: &Blocs, name: &str) -> char {
    let field: Field = name.parse().unwrap();
    game.colour(field).map_or('.', |colour| colour.letter())
}

#[test]
fn blo_09_a_player_moves_only_their_colour_and_only_forward() {
    let game = no_neutral(&[]);
    assert_eq!(refused(&game, "e4e5").0, "BLO-09");
    assert_eq!(
        refused(&game, "c4c3"),
        ("BLO-09", "the block on c4 shows the opponent's colour".into())
    );
    for back in ["d3e3", "d3c3", "d3d3", "d3d6", "d3e5", "d3f4", "g3g2", "h5h4", "h5g3"] {
        assert_eq!(refused(&game, back).0, "BLO-09", "{back}");
    }
    // A block that shows blue is Blue's, regardless of its builder (BLO-03).
    let turncoat = no_neutral(&["d3 sb[rbn]"]);
    assert_eq!(turncoat.check(&"d3d5".parse().unwrap()), Ok(()));
}

#[test]
fn blo_09_forward_is_south_for_red() {
    let game = one_neutral(&[], "r move");
    assert_eq!(game.check(&"c4c3".parse().unwrap()), Ok(()));
    assert_eq!(refused(&game, "c4c5").0, "BLO-09");
    assert_eq!(refused(&game, "d3d5").0, "BLO-09");
}

#[test]
fn blo_10_two_rods_over_a_free_rod_to_a_free_rod() {
    let mut game = no_neutral(&["d3 sb(nbn)", "d5 s"]);
    assert_eq!(refused(&game, "d3b5").1, "a move from d3 to b5 would jump over the block on c4");
    assert_eq!(refused(&game, "c2c4"), ("BLO-10", "the rod on c4 is not free".into()));
    assert_eq!(refused(&game, "d2d4").0, "BLO-10");
    assert_eq!(game.check(&"d3f5".parse().unwrap()), Ok(()));
    play(&mut game, "d3d5");
    assert_eq!(game.phase(), Phase::Move(Seat::Second));
    assert_eq!(shown(&game, "d5"), 'b');
}

#[test]
fn blo_11_blo_13_one_rod_then_a_taking_across() {
    let mut game = no_neutral(&["d3 sb(nbn)", "d4 s", "c4 lr[rbn]", "e4 l"]);
    assert_eq!(refused(&game, "xc4").0, "BLO-11");
    play(&mut game, "d3d4");
    assert_eq!(game.phase(), Phase::Act(Seat::First, "d4".parse().unwrap()));
    assert_eq!(legal(&game), "xc4");
    assert_eq!(refused(&game, "d4d5").0, "BLO-11");
    assert_eq!(refused(&game, "xe4"), ("BLO-13", "there is no block on e4".into()));
    assert_eq!(refused(&game, "xd6").0, "BLO-13");
    assert_eq!(refused(&game, "pass").0, "BLO-21");
    play(&mut game, "xc4");
    // Turned over, rbn becomes nbr, and the large rod on e4 shows the bottom.
    assert!(game.to_string().contains("sb(nbn),ln[nbr]"), "{game}");
    assert_eq!((shown(&game, "c4"), game.phase()), ('.', Phase::Move(Seat::Second)));
}

#[test]
fn blo_11_the_step_needs_a_free_rod() {
    assert_eq!(refused(&no_neutral(&[]), "d3c4"), ("BLO-11", "the rod on c4 is not free".into()));
}

#[test]
fn blo_13_the_rod_beyond_must_exist_and_be_free() {
    let rows = "
           rr
         rrrrrr
         ....rr
        b.r....n
        .b......
         .r..b.
         bbbbbb
           bb";
    let exact = ["b4 sb(nbn)", "b5 s", "b2 sb(nbn)", "b3 s"];
    let mut beyond_taken = game(&diagram(rows, &exact, "b move"));
    let mut at_the_edge = beyond_taken;
    play(&mut beyond_taken, "b4b5");
    let message = "the rod on a5, on the other side of b5, is not free";
    assert_eq!(refused(&beyond_taken, "xc5"), ("BLO-13", message.into()));
    assert_eq!(legal(&beyond_taken), "ccw cw");
    play(&mut at_the_edge, "b2b3");
    let message = "there is no rod opposite c3 on the other side of b3";
    assert_eq!(refused(&at_the_edge, "xc3"), ("BLO-13", message.into()));
    assert_eq!(refused(&at_the_edge, "xc5").0, "BLO-13");
}

#[test]
fn blo_12_turning_needs_a_neutral_block() {
    let without = no_neutral(&["d3 sb(nbn)", "d4 s"]);
    let mut game = without;
    play(&mut game, "d3d4");
    assert_eq!(
        refused(&game, "cw"),
        ("BLO-12", "the board turns only while a neutral block is on it".into())
    );
    let mut game = one_neutral(&["d3 sb(nbn)", "e4 s"], "b move");
    play(&mut game, "d3e4");
    assert_eq!(legal(&game), "ccw cw");
    let mut game = one_neutral(&["d3 sb(nbn)", "d4 s"], "b move");
    play(&mut game, "d3d4");
    assert_eq!(legal(&game), "ccw cw xc4");
}

/// A neutral block on c5 with a red one behind d4 (on d3) or in front of it (on d5).
fn neutral_scene(behind: bool, rod: &str) -> Blocs {
    let rows = "
           rr
         rrrrrr
         .r..rr
        ..n?...b
        .......b
         ..!..b
         bbbbbb
           bb";
    let (ahead, back) = if behind { (".", "r") } else { ("r", ".") };
    let rows = rows.replace('?', ahead).replace('!', back);
    let red = if behind { ["d3 sr[nrn]", "d5 s"] } else { ["d5 sr[nrn]", "d3 s"] };
    game(&diagram(&rows, &["c5 sn(bnb)", &format!("d4 {rod}"), red[0], red[1]], "b move"))
}

#[test]
fn blo_14_a_neutral_block_moves_diagonally_back_and_takes_in_line() {
    let mut game = neutral_scene(true, "s");
    assert_eq!(refused(&game, "c5b4").0, "BLO-17");
    for other in ["c5c4", "c5d6", "c5b6", "c5c3", "c5e3", "c5d5"] {
        assert_eq!(refused(&game, other).0, "BLO-14", "{other}");
    }
    play(&mut game, "c5d4");
    assert_eq!(legal(&game), "xd3");
    assert_eq!(refused(&game, "cw").0, "BLO-14");
    assert_eq!(
        refused(&game, "xd7"),
        ("BLO-14", "d7 is not directly in front of or behind the neutral block on d4".into())
    );
    play(&mut game, "xd3");
    assert_eq!((shown(&game, "d3"), shown(&game, "d5")), ('.', 'r'));

    let mut game = neutral_scene(false, "s");
    play(&mut game, "c5d4");
    assert_eq!(legal(&game), "xd5");
    play(&mut game, "xd5");
    assert_eq!((shown(&game, "d5"), shown(&game, "d3")), ('.', 'r'));
}

#[test]
fn blo_14_either_player_may_move_a_neutral_block() {
    // For Red, back is north: from c5 to d6, without a blue block to take on either side.
    let red: Blocs = game(&neutral_scene(true, "s").to_string().replace("b move", "r move"));
    assert_eq!(refused(&red, "c5d6").0, "BLO-17");
    assert_eq!(refused(&red, "c5d4").0, "BLO-14");
    // After a half-turn with colours swapped, Red has Blue's moves.
    let rows = "
           rr
         rrrrrr
         r..b..
        r.......
        r....n..
         bb..b.
         bbbbbb
           bb";
    let exact = ["f4 sn[rnr]", "e5 s", "e6 sb(nbn)", "e4 s"];
    let mut game = game(&diagram(rows, &exact, "r move"));
    play(&mut game, "f4e5");
    assert_eq!(legal(&game), "xe6");
    play(&mut game, "xe6");
    assert_eq!((shown(&game, "e6"), shown(&game, "e4")), ('.', 'b'));
}

#[test]
fn blo_15_only_the_opponents_colour_can_be_taken() {
    let rows = "
           rr
         rrrrrr
         rrr...
        ........
        ..n.b..b
         ..b..b
         bbbbbb
           bb";
    let mut game = game(&diagram(rows, &["d3 sb(nbn)", "d4 s"], "b move"));
    play(&mut game, "d3d4");
    let neutral = "the block on c4 is neutral; neutral blocks cannot be taken";
    assert_eq!(refused(&game, "xc4"), ("BLO-15", neutral.into()));
    assert_eq!(refused(&game, "xe4").0, "BLO-15");
    assert_eq!(legal(&game), "ccw cw");
}

#[test]
fn blo_16_a_change_of_colour_ends_the_turn() {
    // The middle pawn is blue, the bottom one neutral: on a large rod the block turns neutral.
    let mut game = no_neutral(&["d3 sb(nbn)", "d4 l"]);
    play(&mut game, "d3d4");
    assert_eq!((shown(&game, "d4"), game.phase()), ('n', Phase::Move(Seat::Second)));
    // A neutral block can become the mover's.
    let mut game = neutral_scene(true, "l");
    play(&mut game, "c5d4");
    assert_eq!((shown(&game, "d4"), game.phase()), ('b', Phase::Move(Seat::Second)));
}

#[test]
fn blo_17_one_rod_only_where_something_could_follow() {
    let game = no_neutral(&["d3 sb(nbn)", "d4 l"]);
    let (rule, message) = refused(&game, "d3e4");
    assert_eq!(rule, "BLO-17");
    assert!(message.starts_with("one rod to e4 leads to nothing"), "{message}");
    // The block will change colour on d4, but the step is checked as if it kept it.
    assert_eq!(game.check(&"d3d4".parse().unwrap()), Ok(()));
    assert_eq!(one_neutral(&[], "b move").check(&"d3e4".parse().unwrap()), Ok(()));
}

#[test]
fn blo_18_a_taken_block_shows_what_pawns_and_rod_give() {
    for (taken, rod, after) in [
        ("sr[nrn]", "s", 'r'),
        ("lr[rbn]", "s", 'b'),
        ("lr[rbn]", "l", 'n'),
        ("sr[nrb]", "l", 'b'),
        ("lr[rnr]", "l", 'r'),
        ("lr(rbb)", "l", 'b'),
    ] {
        let exact = ["d3 sb(nbn)", "d4 s", &format!("c4 {taken}"), &format!("e4 {rod}")];
        let mut game = no_neutral(&exact);
        play(&mut game, "d3d4 xc4");
        assert_eq!(shown(&game, "e4"), after, "{taken} onto {rod}");
    }
}

#[test]
fn blo_19_the_board_turns_under_the_players() {
    let before = one_neutral(&["d3 sb(nbn)", "e4 s", "d2 Sb(nbn)"], "b move");
    for (text, north_goes_to) in [("cw", "h5"), ("ccw", "a4")] {
        let mut stepped = before;
        play(&mut stepped, "d3e4");
        let mut game = stepped;
        play(&mut game, text);
        let quarter = match text {
            "cw" => abaque_blocs::QuarterTurn::Cw,
            _ => abaque_blocs::QuarterTurn::Ccw,
        };
        for field in Field::ALL {
            let turned = field.rotated(quarter);
            assert_eq!(stepped.rod(field), game.rod(turned));
            assert_eq!(stepped.block(field), game.block(turned));
            assert_eq!(stepped.colour(field), game.colour(turned));
            assert_eq!(stepped.is_secret(field), game.is_secret(turned));
        }
        let d8: Field = "d8".parse().unwrap();
        assert_eq!(d8.rotated(quarter).to_string(), north_goes_to);
        // Red still moves south, from wherever the red block of c4 is now.
        let red = "c4".parse::<Field>().unwrap().rotated(quarter);
        assert_eq!(game.phase(), Phase::Move(Seat::Second));
        let mut moves = Vec::new();
        game.legal_actions(&mut moves);
        let own = moves.iter().filter_map(|action| match action {
            abaque_blocs::Action::Move { from, to } if *from == red => Some(to.row() < red.row()),
            _ => None,
        });
        assert!(own.clone().count() > 0 && own.into_iter().all(|south| south), "{game}");
    }
}
