use super::*;

fn input(spec: &str, position: &str) -> MoveInput {
    let game = abaque_catalog::open_at(spec, position).unwrap();
    MoveInput::new(spec, position, &game.offered_plies()).unwrap()
}

fn squares(input: &MoveInput) -> Vec<String> {
    let mut all: Vec<String> = input.targets().into_iter().map(|target| target.square).collect();
    all.sort();
    all
}

const ROW: &str = "5/6/7/8/1bbbw4/8/7/6/5 b 11-13 -";

#[test]
fn tapping_a_ball_and_a_point_plays_a_move() {
    let mut input = input("abalone:target=14", ROW);
    assert_eq!(input.tap("e4"), InputReaction::Picked);
    assert!(squares(&input).contains(&"f4".to_owned()));
    assert_eq!(input.tap("f4"), InputReaction::Play("e4f4".into()));
}

#[test]
fn tapping_both_ends_selects_a_group() {
    let mut input = input("abalone:target=14", ROW);
    input.tap("e2");
    assert_eq!(input.tap("e4"), InputReaction::Picked);
    assert_eq!(input.picked(), ["e2", "e3", "e4"]);
    // Inline both ways, and two directions to either side, each by its own point.
    assert_eq!(squares(&input), ["d1", "d4", "e1", "e5", "f2", "f5"]);
    assert_eq!(input.tap("e5"), InputReaction::Play("e2e3".into()));
}

#[test]
fn drags_push_and_select() {
    let mut input = input("abalone:target=14", ROW);
    assert_eq!(
        input.drag("e2", "e5"),
        InputReaction::Play("e2e3".into()),
        "the rear ball to the front"
    );
    assert_eq!(input.drag("e2", "e4"), InputReaction::Picked);
    assert_eq!(input.picked(), ["e2", "e3", "e4"]);
    assert_eq!(input.drag("e3", "f4"), InputReaction::Play("e2e4f3".into()), "a group goes as one");
    input.clear_picked();
    assert_eq!(input.drag("e3", "f3"), InputReaction::Play("e3f3".into()), "a ball alone");
}

#[test]
fn a_tap_elsewhere_deselects() {
    let mut input = input("abalone:target=14", ROW);
    input.tap("e4");
    assert_eq!(input.tap("i9"), InputReaction::Picked);
    assert!(input.picked().is_empty());
    assert_eq!(input.tap("i9"), InputReaction::Refused(None));
    input.tap("e4");
    assert_eq!(input.tap("e4"), InputReaction::Picked);
    assert!(input.picked().is_empty(), "the same again");
}

#[test]
fn two_possible_pawns_give_a_choice() {
    let mut input = input("abraxas:sheet=2", "8/8/8/8/8/2rr4/8/8 sw 1 22 0-0 3-3 place");
    let [red, stop] = input.piece_choices()[..] else { panic!("two kinds of pawn") };
    assert_eq!(input.selected_piece(), Some(red));
    assert_eq!(input.tap("a1"), InputReaction::Play("ra1".into()));
    input.select_piece(stop);
    assert_eq!(input.tap("a1"), InputReaction::Play("sa1".into()));
}

#[test]
fn pawns_of_a_line_are_selected_one_by_one() {
    let mut input = input("abraxas:sheet=2", "8/8/8/8/8/2rrrr2/8/8 se 1 20 0-0 3-3 take");
    let most = input.actions.iter().map(|path| path.from.len()).max().unwrap();
    let path = input.actions.iter().find(|path| path.from.len() == most).unwrap().clone();
    let (last, first) = path.from.split_last().unwrap();
    for square in first {
        assert_eq!(input.tap(square), InputReaction::Picked, "{square} of {path:?}");
    }
    assert_eq!(input.tap(last), InputReaction::Play(path.text));
}

#[test]
fn abr_19_any_pawns_can_be_claimed() {
    let spec = "abraxas:sheet=2,claim=manual";
    let mut input = input(spec, "8/8/8/8/8/2rrrr2/8/8 se 1 20 0-0 3-3 take");
    assert_eq!(input.buttons(), ["end"]);
    assert_eq!(input.sources().len(), 4);
    assert_eq!(input.tap("e3"), InputReaction::Picked);
    assert_eq!(input.tap("c3"), InputReaction::Picked);
    assert_eq!(input.ready_action().as_deref(), Some("xc3e3"), "in text order");
    input.tap("c3");
    assert_eq!(input.ready_action().as_deref(), Some("xe3"));
    input.tap("e3");
    assert_eq!(input.ready_action(), None);
}

#[test]
fn actions_without_squares_get_buttons() {
    let input = input("abraxas:sheet=2", "8/8/8/8/8/2rr4/8/8 sw 1 20 2-0 3-3 again");
    assert_eq!(input.buttons(), ["end"]);
}

/// Every offered action can be entered: by its button, or by its squares in some order.
#[test]
fn every_action_can_be_entered() {
    use abaque_core::{RandomSource, SplitMix, Turn};
    for spec in abaque_catalog::with_remaining_games(&["abraxas:sheet=2"]) {
        let mut game = abaque_catalog::open(spec).unwrap();
        let mut source = SplitMix(9);
        for _ in 0..120 {
            match game.turn() {
                Turn::Over(_) => break,
                Turn::Chance => {
                    let rolls = game.rolls();
                    let at = source.below(rolls.len() as u64) as usize;
                    game.play(&rolls[at].0).unwrap();
                    continue;
                }
                Turn::Of(_) => {}
            }
            let offered = game.offered_plies();
            if game.unlisted_count().is_none() {
                let input = MoveInput::new(spec, &game.position(), &offered).unwrap();
                let places = crate::keyboard_nav::distinct_spots(
                    &abaque_draw::spots(spec, &game.position()).unwrap(),
                );
                for path in &input.actions {
                    for square in path.from.iter().chain(&path.to) {
                        let found = places.iter().any(|(name, _)| name == square);
                        assert!(found, "no place on the board is called {square}: {}", path.text);
                    }
                    reach(&input, path, &game.position());
                }
            }
            let action = game.random_action(&mut source).unwrap();
            game.play(&action).unwrap();
        }
    }
}

fn reach(input: &MoveInput, path: &BoardAction, position: &str) {
    let mut input = input.clone();
    if let Some(piece) = path.piece {
        input.select_piece(piece);
    }
    if input.buttons().contains(&path.text.as_str()) {
        return;
    }
    let mut last = InputReaction::Picked;
    for square in &path.from {
        if !input.picked().contains(square) {
            last = input.tap(square);
        }
    }
    if path.to.is_empty() && last != InputReaction::Play(path.text.clone()) {
        assert_eq!(input.ready_action(), Some(path.text.clone()), "{position}");
        return;
    }
    if let Some(to) = path.to.first() {
        last = input.tap(to);
    }
    let reached = match &last {
        InputReaction::Play(action) => *action == path.text,
        InputReaction::Ask(actions) => actions.contains(&path.text),
        _ => false,
    };
    assert!(reached, "{} by {path:?}: {last:?} in {position}", path.text);
}

/// What the rules say about a refused gesture.
fn refusal(spec: &str, position: &str, reaction: InputReaction) -> String {
    let InputReaction::Refused(Some(action)) = reaction else { panic!("{reaction:?}") };
    let game = abaque_catalog::open_at(spec, position).unwrap();
    game.check(&action).expect_err(&action).to_string()
}

#[test]
fn refused_gestures_name_the_rule() {
    let spec = "abalone:target=14";
    let mut balls = input(spec, ROW);
    let opponent = balls.tap("e5");
    assert!(refusal(spec, ROW, opponent).contains("ABA-"), "the opponent's ball");
    balls.tap("e4");
    let equal = balls.tap("e5");
    assert!(refusal(spec, ROW, equal).contains("ABA-"), "one ball against one");
    assert!(balls.picked().is_empty());

    let spec = "abraxas:sheet=2";
    let place = "8/8/8/8/8/2rr4/8/8 sw 1 22 0-0 3-3 place";
    let taken = input(spec, place).tap("c3");
    assert!(refusal(spec, place, taken).contains("ABR-"), "an occupied hole");
    let arrow = input(spec, place).tap("se");
    assert!(refusal(spec, place, arrow).contains("ABR-"), "an arrow before the pawn");
    let push = "8/8/8/8/8/2rr4/8/8 sw 1 22 0-0 3-3 push";
    let hole = input(spec, push).tap("a1");
    assert!(refusal(spec, push, hole).contains("ABR-"), "a hole instead of an arrow");

    let leap = "5=r,10=r,14=p,18=p 2-2 8-8 r 6.4";
    let mut frogs = input("abagio", leap);
    frogs.tap("5");
    let other = frogs.tap("7");
    assert!(refusal("abagio", leap, other).contains("AGO-"), "no die shows two");
}

/// A drop on the wrong square says why; a press that slides off a target says nothing.
#[test]
fn refused_drops_name_the_rule() {
    let spec = "abalone:target=14";
    let mut balls = input(spec, ROW);
    let dropped = balls.drag("e4", "e5");
    assert!(refusal(spec, ROW, dropped).contains("ABA-"));
    assert_eq!(balls.drag("e2", "h5"), InputReaction::Refused(None), "too far to mean anything");
    balls.tap("e4");
    assert_eq!(balls.drag("f4", "h8"), InputReaction::Picked, "slid off the target f4");
    assert_eq!(balls.picked(), ["e4"], "and e4 is still picked");
}

/// AGO-19: the chief is held in its phase, wherever it lies; it can also be dragged.
#[test]
fn ago_19_the_chief_is_put_by_tap_and_drag() {
    for (position, place) in [
        ("5=r,10=r,14=p,18=p 0-2 10-8 r chief", "chief"),
        ("5=r,10=r,14=p*,18=p 0-2 10-8 r chief", "14"),
    ] {
        let mut chief = input("abagio", position);
        assert_eq!(chief.picked(), [place]);
        assert!(squares(&chief).contains(&"7".to_owned()), "{:?}", squares(&chief));
        assert_eq!(chief.tap("7"), InputReaction::Play("t7".into()));
        assert_eq!(chief.drag(place, "8"), InputReaction::Play("t8".into()));
        chief.clear_picked();
        assert!(chief.sources().contains(place), "it can be picked up again");
        assert_eq!(chief.buttons(), ["t-"]);
    }
}
