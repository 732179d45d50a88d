//! RGU-01 to RGU-13, and the common rules as far as the board shows them.
#![allow(clippy::unwrap_used)]

use abaque_core::{Game, Ply, RuleViolation, Seat, Turn};
use abaque_testkit::parse_position;
use abaque_ur::{Action, Roll, Ur};

fn at(text: &str) -> Ur {
    parse_position("ur", text)
}

fn legal(text: &str) -> String {
    let mut actions = Vec::new();
    at(text).legal_actions(&mut actions);
    let mut texts: Vec<String> = actions.iter().map(Action::to_string).collect();
    texts.sort();
    texts.join(" ")
}

/// The position after these lots and actions.
fn after(text: &str, plies: &str) -> String {
    let mut game = at(text);
    for ply in plies.split(' ') {
        match game.turn() {
            Turn::Chance => assert!(game.play_roll(ply.parse().unwrap()), "{ply} in {game}"),
            _ => game.play(ply.parse().unwrap()).unwrap_or_else(|why| panic!("{ply}: {why}")),
        }
    }
    game.to_string()
}

fn refuses(text: &str, action: &str, rule: &str, words: &str) {
    let why = at(text).check(&action.parse().unwrap()).unwrap_err();
    assert_eq!(why.rule(), rule, "{action} in {text}: {why}");
    assert!(why.message().en.contains(words), "{action} in {text}: {why}");
}

#[test]
fn rgu_01_the_higher_throw_plays_first_and_throws_again() {
    let start = "- - 0-0 - first";
    assert_eq!(after(start, "f31"), "- - 0-0 w roll");
    assert_eq!(after(start, "f04"), "- - 0-0 b roll");
    let mut rolls = Vec::new();
    at(start).rolls(&mut rolls);
    assert_eq!(rolls.len(), 20, "equal throws are thrown again");
    refuses(start, "s+1", "RGU-01", "decide who starts");
}

#[test]
fn rgu_02_all_pieces_wait_and_the_paths_share_eight_squares() {
    let game = at("- - 0-0 w roll");
    assert_eq!(Seat::ALL.map(|seat| game.waiting(seat)), [7, 7]);
    assert_eq!(parse_position::<Ur>("ur:pieces=5", "- - 0-0 w roll").waiting(Seat::Second), 5);
    assert_eq!(after("4 4 0-0 w 1", "w4+1 d2 b4+2 d4"), "5 6 0-0 w 4");
    assert_eq!(after("12 13 0-0 w 1", "12+1"), "13 13 0-0 b roll");
}

#[test]
fn rgu_03_a_turn_is_a_throw_and_a_move() {
    assert_eq!(after("2 - 0-0 w roll", "d1"), "2 - 0-0 w 1");
    assert_eq!(after("2 - 0-0 w roll", "d1 w2+1"), "3 - 0-0 b roll");
    refuses("2 - 0-0 w roll", "w2+1", "RGU-03", "roll the dice before");
}

#[test]
fn rgu_04_one_piece_advances_by_the_number_thrown() {
    assert_eq!(legal("2,6 - 0-0 w 3"), "6+3 s+3 w2+3");
    assert_eq!(after("2,6 - 0-0 w 3", "s+3"), "2,3,6 - 0-0 b roll");
    refuses("2,6 - 0-0 w 3", "w2+1", "RGU-04", "3");
    refuses("2,6 - 0-0 w 3", "7+3", "RGU-04", "on 7");
    refuses("2 - 6-0 w 3", "s+3", "RGU-04", "entered");
}

#[test]
fn rgu_05_two_own_pieces_never_share_a_square() {
    refuses("2,5 - 0-0 w 3", "w2+3", "RGU-05", "on 5");
    assert_eq!(legal("2,5 - 0-0 w 3"), "5+3 s+3");
}

#[test]
fn rgu_06_pieces_jump_over_others() {
    assert_eq!(after("5,6 7,8 0-0 w 4", "5+4"), "6,9 7,8 0-0 b roll");
}

#[test]
fn rgu_07_landing_on_an_opposing_piece_sends_it_back() {
    let game = after("5 7 0-0 w 2", "5+2");
    assert_eq!(game, "7 - 0-0 b roll");
    assert_eq!(at(&game).waiting(Seat::Second), 7);
}

#[test]
fn rgu_08_a_rosette_gives_another_throw() {
    assert_eq!(after("- - 0-0 w 4", "s+4"), "4 - 0-0 w roll");
    assert_eq!(after("- 6 0-0 b 2", "6+2"), "- 8 0-0 b roll");
    assert_eq!(after("12 - 0-0 w 2", "12+2"), "14 - 0-0 w roll");
}

#[test]
fn rgu_09_the_shared_rosette_is_safe() {
    refuses("5 8 0-0 w 3", "5+3", "RGU-09", "safe");
    assert_eq!(legal("5 8 0-0 w 3"), "s+3");
}

#[test]
fn rgu_10_own_squares_are_out_of_reach() {
    assert_eq!(after("4 - 0-0 b 4", "s+4"), "4 4 0-0 b roll", "no hit on the own squares");
    assert_eq!(after("12 13 0-0 w 1", "12+1"), "13 13 0-0 b roll");
    refuses("4 3 0-0 w 1", "b3+1", "RGU-10", "opponent's path");
}

#[test]
fn rgu_11_pieces_leave_by_the_exact_number() {
    assert_eq!(after("13 - 0-0 w 2", "w13+2"), "- - 1-0 b roll");
    refuses("13 - 0-0 w 3", "w13+3", "RGU-11", "exactly 2");
    refuses("14 - 0-0 w 4", "w14+4", "RGU-11", "exactly 1");
}

#[test]
fn rgu_12_without_a_move_the_turn_passes() {
    assert_eq!(after("4 - 0-0 w roll", "d0"), "4 - 0-0 b roll");
    assert_eq!(after("14 - 6-0 w roll", "d2"), "14 - 6-0 b roll");
    assert_eq!(after("- - 0-0 w roll", "d1"), "- - 0-0 w 1", "a move that exists is played");
    let told = |text, roll: Roll| at(text).describe(&Ply::Roll(roll)).en;
    assert_eq!(told("14 - 6-0 w roll", Roll::Throw(2)), "rolls 2: no piece can move");
    assert_eq!(told("14 - 6-0 w roll", Roll::Throw(0)), "rolls 0: the turn passes");
}

#[test]
fn rgu_13_all_pieces_home_win() {
    let end = after("14 5 6-0 w 1", "w14+1");
    assert_eq!(end, "- 5 7-0 w over");
    assert!(
        matches!(at(&end).turn(), Turn::Over(outcome) if outcome.winner() == Some(Seat::First))
    );
    refuses(&end, "s+1", "RGU-13", "over");
}

/// COM-01, COM-03, COM-05.
#[test]
fn common_rulings_apply() {
    let progress = |text: &str, ply: &str| {
        let before = at(text);
        let ply = match ply.parse() {
            Ok(roll) => Ply::Roll(roll),
            Err(_) => Ply::Act(ply.parse().unwrap()),
        };
        let mut next = before;
        next.apply_unchecked(ply);
        let progress = Ur::ply_progress(&before, &ply, &next);
        (progress.turns_ended, progress.made_progress)
    };
    assert_eq!(progress("- - 0-0 - first", "f04"), (0, false), "the deciding throws are no turn");
    assert_eq!(progress("4 - 0-0 w roll", "d0"), (1, false), "a lost throw");
    assert_eq!(progress("4 - 0-0 w roll", "d3"), (0, false));
    assert_eq!(progress("4 - 0-0 w 3", "s+3"), (1, true));
    assert_eq!(progress("5 - 0-0 w 3", "5+3"), (0, true), "a rosette");
    assert_eq!(progress("14 - 6-0 w 1", "w14+1"), (1, true), "the end");
    assert_eq!(at("4 - 0-0 w roll").repetition_key(), None);
    assert!("d3".parse::<Action>().is_err(), "no player throws");
}

#[test]
fn moves_are_described_in_both_languages() {
    let told = |text, action: &str| at(text).describe(&Ply::Act(action.parse().unwrap()));
    assert_eq!(told("5 7 0-0 w 2", "5+2").en, "moves from 5 to 7 and hits");
    assert_eq!(
        told("- - 0-0 w 4", "s+4").fr,
        "fait entrer un pion en w4, une rosace\u{a0}: relance"
    );
    assert_eq!(told("13,14 - 5-0 w 1", "w14+1").en, "bears off the piece on step 14");
    assert_eq!(told("14 - 6-0 w 1", "w14+1").fr, "sort le dernier pion et gagne");
}
