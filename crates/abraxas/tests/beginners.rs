//! ABR-21: what sheet 1 gives to a first pawn in the centre. Shown here: it makes a line at once
//! from every corner, goes on to win if it is never stopped, and is an advantage between two equal
//! players who look one turn ahead. Not shown: a forced win, or 60 % between strong players. See
//! `sheets/README.md`.

#[path = "common/careful.rs"]
mod careful;

use abaque_abraxas::{Abraxas, AbraxasOptions, Action, Corner, Phase};
use abaque_core::{Game, Seat, SplitMix, Turn};
use careful::{matches, openings};

#[test]
fn abr_21_a_first_central_pawn_makes_a_line_from_every_corner() {
    for corner in Corner::ALL {
        for opening in openings(corner) {
            let mut game = Abraxas::start(&AbraxasOptions::default());
            for action in [Action::Lay(corner), opening, Action::Push(corner.next())] {
                game.play(action).unwrap();
            }
            assert_eq!(game.phase(), Phase::Take, "{opening} from {corner}");
            assert_eq!(game.lines().count(), 1);
            game.play(game.random_action(&mut SplitMix(0)).unwrap()).unwrap();
            assert_eq!((game.phase(), game.score(Seat::First)), (Phase::Again, 1));
        }
    }
}

#[test]
fn abr_21_sheet_1_pays_again_and_again_unless_stopped() {
    // If player 2 never says Stop, player 1 fills gaps until the game is won.
    let mut game = Abraxas::start(&AbraxasOptions::default());
    game.play(Action::Lay(Corner::Sw)).unwrap();
    let mut puts = 0;
    while !game.is_over() {
        let corner = game.corner().unwrap();
        let action = match game.phase() {
            Phase::Place | Phase::Again => {
                puts += 1;
                openings(corner)[0]
            }
            Phase::Stop { .. } => Action::Go,
            Phase::Push => Action::Push(corner.next()),
            _ => game.random_action(&mut SplitMix(0)).unwrap(),
        };
        game.play(action).unwrap();
        assert!(
            game.turn() != Turn::Of(Seat::Second) || matches!(game.phase(), Phase::Stop { .. })
        );
    }
    assert_eq!((game.score(Seat::First), puts), (11, 11));
}

#[test]
fn abr_21_a_first_central_pawn_is_an_advantage_between_equals() {
    // The thousand games of the table say more; these guard it. Twenty is one standard deviation
    // of the difference, were the chances equal.
    let [won, lost, open] = matches(&AbraxasOptions::default(), true, 400);
    assert!(won > lost + 20, "won {won}, lost {lost}, unfinished {open}");
}
