use abaque_abalone::Layout;
use abaque_core::Game;
use abaque_core::{Seat, Turn};

use crate::{points, start};

#[test]
fn aba_01_standard_layout_black_first() {
    let game = start("abalone");
    assert_eq!(game.to_string(), "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 -");
    assert_eq!(game.balls(Seat::First), points("a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 b6 c3 c4 c5"));
    assert_eq!(game.balls(Seat::Second), points("i5 i6 i7 i8 i9 h4 h5 h6 h7 h8 h9 g5 g6 g7"));
    assert_eq!(game.turn(), Turn::Of(Seat::First));
}

#[test]
fn aba_15_every_layout_has_its_start() {
    let balls = |name| start(&format!("abalone:layout={name}"));
    for (name, black, white) in [
        (
            "belgian-daisy",
            "a1 a2 b1 b2 b3 c2 c3 g7 g8 h7 h8 h9 i8 i9",
            "a4 a5 b4 b5 b6 c5 c6 g4 g5 h4 h5 h6 i5 i6",
        ),
        (
            "german-daisy",
            "b1 b2 c1 c2 c3 d2 d3 f7 f8 g7 g8 g9 h8 h9",
            "b5 b6 c5 c6 c7 d6 d7 f3 f4 g3 g4 g5 h4 h5",
        ),
        (
            "dutch-daisy",
            "a1 a2 b1 b5 b3 c2 c3 g7 g8 h7 h5 h9 i8 i9",
            "a4 a5 b4 b2 b6 c5 c6 g4 g5 h4 h8 h6 i5 i6",
        ),
        (
            "swiss-daisy",
            "b1 b2 c1 c6 c3 d2 d3 f7 f8 g7 g4 g9 h8 h9",
            "b5 b6 c5 c2 c7 d6 d7 f3 f4 g3 g8 g5 h4 h5",
        ),
    ] {
        assert_eq!(balls(name).balls(Seat::First), points(black), "{name}");
        assert_eq!(balls(name).balls(Seat::Second), points(white), "{name}");
        assert_eq!(balls(name).turn(), Turn::Of(Seat::First), "{name}");
    }
    for layout in Layout::ALL {
        assert_eq!(Layout::from_name(layout.name()), Some(layout));
    }
}
