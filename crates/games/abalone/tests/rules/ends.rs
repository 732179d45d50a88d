use abaque_abalone::endings::{BLOCKED, EJECTION, LEAD};
use abaque_core::{EndReason, Game, GameOptions, Outcome, Ply, PlyProgress, Seat, Turn};

use abaque_abalone::{Abalone, Options};

use crate::{action, after, legal, refused, set, set_to, start};

const BLACK_WINS: Turn = Turn::Over(Outcome::Win(Seat::First, EndReason::Board(&EJECTION)));

/// White has `left` balls; e7e8 ejects the one on e9.
fn about_to_eject(target: u8, left: usize) -> Abalone {
    let others = ["a1", "a3", "a5", "c1", "c3", "c5", "c7", "i5", "i7", "i9", "g3", "g5", "g7"];
    let white = format!("e9 {}", others[..left - 1].join(" "));
    let black = "e7 e8 b1 b2 b3 b4 b5 b6 h4 h5 h6 h7 h8 h9";
    set_to(target, black, &white, 'b')
}

#[test]
fn aba_10_six_ejections_win() {
    let game = after(about_to_eject(6, 10), "e7e8");
    assert_eq!((game.lost(Seat::Second), game.turn()), (5, Turn::Of(Seat::Second)));
    let game = after(about_to_eject(6, 9), "e7e8");
    assert_eq!(game.turn(), BLACK_WINS);
    assert_eq!(game.side(), Seat::Second, "the side is the one that would move next");
    assert!(legal(&game).is_empty());
    assert_eq!(game.count_legal(), 0);
    assert_eq!(refused(&game, "a1b2").0, "ABA-10");
}

#[test]
fn aba_11_blitz_contest_to_four() {
    assert_eq!(after(about_to_eject(4, 11), "e7e8").turn(), BLACK_WINS);
    assert_eq!(after(about_to_eject(5, 11), "e7e8").turn(), Turn::Of(Seat::Second));
    assert_eq!(after(about_to_eject(1, 14), "e7e8").turn(), BLACK_WINS);
    assert_eq!(after(about_to_eject(14, 1), "e7e8").turn(), BLACK_WINS);
}

#[test]
fn aba_14_a_player_without_a_legal_move_loses() {
    let game = set("a1", "a2 b1 b2", 'b');
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(Seat::Second, EndReason::Board(&BLOCKED))));
    assert!(legal(&game).is_empty());
    let (rule, _) = refused(&game, "a1a2");
    assert_eq!(rule, "ABA-14");
    // With the other side to move the game goes on.
    assert_eq!(set("a1", "a2 b1 b2", 'w').turn(), Turn::Of(Seat::Second));
    // A push is a move too: no ball has a free point beside it, but a1 and b1 push c1 up.
    let game = set("a1 b1", "a2 b2 c1 c2", 'b');
    assert_eq!(game.turn(), Turn::Of(Seat::First));
    assert_eq!(legal(&game), ["a1b1"]);
    // Likewise when the only move ejects.
    let game = set("g9 h9", "i9 i8 h8 g8 f8 f9 e9", 'b');
    assert_eq!(legal(&game), ["g9h9"]);
}

#[test]
fn com_01_positions_recur_by_their_text() {
    let begun = start("abalone");
    let again = after(begun, "c3d3 g5f5 d3c3 f5g5");
    assert_eq!(begun.repetition_key(), again.repetition_key());
    assert_eq!(begun.repetition_key(), Some(begun.to_string()));
    // The same balls with the other player to move are a different position.
    let texts = [set("e5", "a1", 'b'), set("e5", "a1", 'w')].map(|game| game.repetition_key());
    assert_ne!(texts[0], texts[1]);
}

#[test]
fn com_02_the_board_knows_no_resignation_or_agreement() {
    for reason in [EndReason::Agreement, EndReason::Resignation] {
        assert!(!reason.is_on_board());
    }
    // Moves cannot be taken back.
    let game = after(start("abalone"), "a1b2");
    assert!(legal(&game).iter().all(|text| game.check(&action(text)).is_ok()));
}

#[test]
fn com_03_an_ejection_is_progress_and_placing_is_no_turn() {
    let progress = |before: Abalone, text: &str| {
        Abalone::ply_progress(&before, &Ply::Act(action(text)), &after(before, text))
    };
    assert_eq!(
        progress(start("abalone"), "a1b2"),
        PlyProgress { turns_ended: 1, made_progress: false }
    );
    assert_eq!(
        progress(set("e1 e2", "e3", 'b'), "e1e2"),
        PlyProgress { turns_ended: 1, made_progress: false }
    );
    assert_eq!(
        progress(set("e7 e8", "e9 a1", 'b'), "e7e8"),
        PlyProgress { turns_ended: 1, made_progress: true }
    );
    assert_eq!(
        progress(start("abalone:layout=placed"), "@e5"),
        PlyProgress { turns_ended: 0, made_progress: false }
    );
}

#[test]
fn aba_17_the_lead_decides_where_a_tournament_says_so() {
    let result = |spec: &str, position: &str| {
        let options = Options::from_spec(&spec.parse().unwrap()).unwrap();
        Abalone::parse(&options, position).unwrap().outcome_without_progress()
    };
    let black_leads = "wwwww/wwwwww/w6/8/9/8/2bb3/bbbbbb/bbbbb b 1-2 -";
    let white_leads = "wwwww/wwwwww/2www2/8/9/8/7/bbbbbb/bbbbb b 3-0 -";
    let even = "wwwww/wwwwww/w6/8/9/8/b6/bbbbbb/bbbbb w 2-2 -";
    let lead = "abalone:limit=lead";
    assert_eq!(result(lead, black_leads), Outcome::Win(Seat::First, EndReason::Board(&LEAD)));
    assert_eq!(result(lead, white_leads), Outcome::Win(Seat::Second, EndReason::Board(&LEAD)));
    assert_eq!(result(lead, even), Outcome::Draw(EndReason::NoProgress));
    for usual in ["abalone", "abalone:limit=draw", "abalone:target=4"] {
        assert_eq!(result(usual, black_leads), Outcome::Draw(EndReason::NoProgress), "{usual}");
    }
    // The option changes neither positions nor the usual spec.
    assert_eq!(start(lead).to_string(), start("abalone").to_string());
    assert_eq!(start("abalone:limit=draw").options(), Options::default());
    let refused = Options::from_spec(&"abalone:limit=win".parse().unwrap()).unwrap_err();
    assert!(refused.message.en.contains("draw | lead"), "{}", refused.message.en);
}

#[test]
fn aba_13_com_04_the_board_knows_no_clock() {
    assert!(!EndReason::Time.is_on_board());
    let keys: Vec<&str> = Options::description().options.iter().map(|option| option.key).collect();
    assert_eq!(keys, ["target", "layout", "limit"], "no option of the game is about time");
}
