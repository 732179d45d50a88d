//! The example engine answers as a client expects.
#![allow(clippy::unwrap_used)]

#[path = "../examples/engine.rs"]
mod engine;

fn talk(lines: &str) -> Vec<String> {
    let mut out = Vec::new();
    engine::run(lines.as_bytes(), &mut out).unwrap();
    String::from_utf8(out).unwrap().lines().map(String::from).collect()
}

#[test]
fn the_example_engine_plays_legal_actions() {
    let heard = talk(
        "ugi\nisready\nposition startpos moves a1b2\nquery p1turn\ngo movetime 10\nquery result\nnonsense\n\nquit\ngo\n",
    );
    assert_eq!(heard[2..5], ["ugiok", "readyok", "response false"]);
    let mut game = abaque_catalog::open("abalone").unwrap();
    game.play("a1b2").unwrap();
    let best = heard[5].strip_prefix("bestmove ").unwrap();
    assert!(game.check(best).is_ok(), "{best}");
    assert_eq!(heard[6..], ["response none"]);
}

#[test]
fn the_example_engine_plays_every_game() {
    for spec in abaque_catalog::with_remaining_games(&[]) {
        let heard = talk(&format!(
            "setoption name Game value {spec}\nposition startpos\nquery weather\ngo\n"
        ));
        assert_eq!(heard[0], "response unknown", "{spec}");
        let game = abaque_catalog::open(spec).unwrap();
        let best = heard[1].strip_prefix("bestmove ").unwrap();
        assert_eq!(best == "0000", game.turn() == abaque_core::Turn::Chance, "{spec}");
        assert!(best == "0000" || game.check(best).is_ok(), "{best}");
        let view = game.view(abaque_core::Observer::Player(abaque_core::Seat::First));
        let heard = talk(&format!(
            "setoption name Game value {spec}\nposition view {view} as x\nquery gameover\n"
        ));
        assert_eq!(heard, ["response false"], "{spec}");
    }
}
