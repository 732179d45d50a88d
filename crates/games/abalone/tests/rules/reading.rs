use abaque_abalone::{Balance, GLOSSARY};
use abaque_core::{Game, Seat, Turn};

use crate::{played, points, set, set_to, start};

#[test]
fn aba_16_pac_and_sumito() {
    for (black, white, sizes, balance) in [
        ("e4", "e5", [1, 1], Balance::Pac),
        ("e3 e4", "e5 e6", [2, 2], Balance::Pac),
        ("e2 e3 e4", "e5 e6 e7", [3, 3], Balance::Pac),
        ("e1 e2 e3 e4", "e5 e6 e7", [3, 3], Balance::Pac),
        ("e1 e2 e3 e4", "e5 e6 e7 e8 e9", [3, 3], Balance::Pac),
        ("e3 e4", "e5", [2, 1], Balance::Sumito { by: Seat::First, open: true }),
        ("e1 e2 e3 e4", "e5 e6", [3, 2], Balance::Sumito { by: Seat::First, open: true }),
        ("e4", "e5 e6 e7 e8", [1, 3], Balance::Sumito { by: Seat::Second, open: true }),
    ] {
        let contacts = set(black, white, 'b').contacts();
        assert_eq!(contacts.len(), 1, "{black} {white}");
        assert_eq!(contacts[0].groups.map(|group| group.len()), sizes, "{black} {white}");
        assert_eq!(contacts[0].balance, balance, "{black} {white}");
        assert!(contacts[0].message().en.contains("e4") && contacts[0].message().fr.contains("e5"));
    }
    // A sumito that cannot push: an own ball is behind.
    let game = set("e3 e4 e6", "e5", 'b');
    let contacts = game.contacts();
    assert_eq!(contacts.len(), 2);
    assert_eq!(contacts[0].balance, Balance::Sumito { by: Seat::First, open: false });
    assert_eq!(contacts[1].balance, Balance::Pac);
    assert!(set("e1 e3", "e5 a1", 'b').contacts().is_empty());
}

#[test]
fn aba_16_ejectable_agrees_with_the_moves() {
    for game in played("abalone:target=14,layout=belgian-daisy", 8, 150) {
        let Turn::Of(me) = game.turn() else { continue };
        let mut actions = Vec::new();
        game.legal_actions(&mut actions);
        let ejecting = actions.iter().any(|&action| {
            let mut next = game;
            next.play(action).is_ok() && next.lost(me.other()) > game.lost(me.other())
        });
        assert_eq!(ejecting, !game.ejectable_balls(me.other()).is_empty(), "{game}");
    }
}

#[test]
fn aba_16_a_ball_that_can_step_aside_is_not_det() {
    let game = set("e7 e8", "e9", 'w');
    assert_eq!(game.ejectable_balls(Seat::Second), points("e9"));
    assert!(game.det_balls(Seat::Second).is_empty());
}

#[test]
fn aba_16_a_ball_without_a_way_out_is_det() {
    // i9 has three neighbours: h9 and g9 attack it, i8 and h8 are occupied. Wherever a1 goes, g9h9
    // still ejects.
    let game = set("h9 g9 i8 h8", "i9 a1", 'w');
    assert_eq!(game.det_balls(Seat::Second), points("i9"));
    assert_eq!(game.det_balls(Seat::First), points(""));
    // With Black to move: det does not depend on whose turn it is.
    assert_eq!(set("h9 g9 i8 h8", "i9 a1", 'b').det_balls(Seat::Second), points("i9"));
}

#[test]
fn aba_16_a_moved_ball_is_followed() {
    // e9 may go to d8, but d6 and d7 eject it there; f9 is taken, and e8, e7 attack it now.
    let game = set("e7 e8 f9 d6 d7", "e9 a1", 'w');
    assert_eq!(game.ejectable_balls(Seat::Second), points("e9"));
    assert_eq!(game.det_balls(Seat::Second), points("e9"));
    // Without d6 the ball on d8 is safe.
    assert!(set("e7 e8 f9 d7", "e9 a1", 'w').det_balls(Seat::Second).is_empty());
}

#[test]
fn aba_16_no_det_where_the_owner_wins_first() {
    // i9 cannot be saved, but c3b2 ejects a1: with a target of 10 that ends the game.
    let (black, white) = ("h9 g9 i8 h8 a1", "i9 b2 c3 e1 e2");
    assert_eq!(set_to(11, black, white, 'w').det_balls(Seat::Second), points("i9"));
    assert!(set_to(10, black, white, 'w').det_balls(Seat::Second).is_empty());
}

#[test]
fn aba_16_nothing_is_det_when_the_game_is_over_or_not_begun() {
    assert!(set("a1", "a2 a3 b1 b2", 'b').det_balls(Seat::First).is_empty());
    assert!(start("abalone:layout=placed").det_balls(Seat::First).is_empty());
}

#[test]
fn aba_16_the_glossary_has_ten_entries() {
    let words = GLOSSARY.map(|entry| entry.word.fr);
    assert_eq!(
        words,
        [
            "appui",
            "det",
            "éject",
            "flèche",
            "gambit",
            "ligne",
            "mouvement",
            "pac",
            "poussée",
            "sumito"
        ]
    );
    for entry in GLOSSARY {
        assert!(entry.meaning.en.len() > 20 && entry.meaning.fr.len() > 20);
    }
}
