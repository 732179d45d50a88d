//! ABR-21: on sheet 1, a first pawn in the centre makes a line at once from every corner, and wins
//! if the opponent never says Stop. The bots' tests prove by search that it wins by force.

use abaque_abraxas::{Abraxas, Action, Cell, Corner, Options, Phase};
use abaque_core::{Game, Seat, SplitMix, Turn};

/// The first pawn that lies over the centre of the sheet once the plate in `corner` is pushed.
fn central(corner: Corner) -> Action {
    Action::Put(Cell::new(4, 4).and_then(|cell| cell.hole(corner.next())).unwrap())
}

#[test]
fn abr_21_a_first_central_pawn_makes_a_line_from_every_corner() {
    for corner in Corner::ALL {
        let opening = central(corner);
        let mut game = Abraxas::start(&Options::default());
        for action in [Action::Lay(corner), opening, Action::Push(corner.next())] {
            game.play(action).unwrap();
        }
        assert_eq!(game.phase(), Phase::Take, "{opening} from {corner}");
        game.play(game.random_action(&mut SplitMix(0)).unwrap()).unwrap();
        assert_eq!((game.phase(), game.score(Seat::First)), (Phase::Again, 1));
    }
}

#[test]
fn abr_21_sheet_1_pays_again_and_again_unless_stopped() {
    // If player 2 never says Stop, player 1 fills gaps until the game is won.
    let mut game = Abraxas::start(&Options::default());
    game.play(Action::Lay(Corner::Sw)).unwrap();
    let mut puts = 0;
    while !game.is_over() {
        let corner = game.corner().unwrap();
        let action = match game.phase() {
            Phase::Place | Phase::Again => {
                puts += 1;
                central(corner)
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
