use super::*;

fn hand(spec: &str, position: &str) -> Hand {
    let game = abaque_catalog::open_at(spec, position).unwrap();
    Hand::new(spec, position, &game.offered()).unwrap()
}

fn squares(hand: &Hand) -> Vec<String> {
    let mut all: Vec<String> = hand.targets().into_iter().map(|target| target.square).collect();
    all.sort();
    all
}

const ROW: &str = "5/6/7/8/1bbbw4/8/7/6/5 b 11-13 -";

#[test]
fn a_ball_and_a_point_are_a_move() {
    let mut hand = hand("abalone:target=14", ROW);
    assert_eq!(hand.tap("e4"), Reaction::Picked);
    assert!(squares(&hand).contains(&"f4".to_owned()));
    assert_eq!(hand.tap("f4"), Reaction::Play("e4f4".into()));
}

#[test]
fn both_ends_pick_a_group_up() {
    let mut hand = hand("abalone:target=14", ROW);
    hand.tap("e2");
    assert_eq!(hand.tap("e4"), Reaction::Picked);
    assert_eq!(hand.picked(), ["e2", "e3", "e4"]);
    // In line both ways, and two directions to either side, each by a point of its own.
    assert_eq!(squares(&hand), ["d1", "d4", "e1", "e5", "f2", "f5"]);
    assert_eq!(hand.tap("e5"), Reaction::Play("e2e3".into()));
}

#[test]
fn drags_push_and_gather() {
    let mut hand = hand("abalone:target=14", ROW);
    assert_eq!(hand.drag("e2", "e5"), Reaction::Play("e2e3".into()), "the rear ball to the front");
    assert_eq!(hand.drag("e2", "e4"), Reaction::Picked);
    assert_eq!(hand.picked(), ["e2", "e3", "e4"]);
    assert_eq!(hand.drag("e3", "f4"), Reaction::Play("e2e4f3".into()), "a group goes as one");
    hand.drop_all();
    assert_eq!(hand.drag("e3", "f3"), Reaction::Play("e3f3".into()), "a ball alone");
}

#[test]
fn a_tap_elsewhere_puts_back() {
    let mut hand = hand("abalone:target=14", ROW);
    hand.tap("e4");
    assert_eq!(hand.tap("i9"), Reaction::Picked);
    assert!(hand.picked().is_empty());
    assert_eq!(hand.tap("i9"), Reaction::Nothing);
    hand.tap("e4");
    assert_eq!(hand.tap("e4"), Reaction::Picked);
    assert!(hand.picked().is_empty(), "the same again");
}

#[test]
fn one_chooses_between_two_pawns() {
    let mut hand = hand("abraxas:sheet=2", "8/8/8/8/8/2rr4/8/8 sw 1 22 0-0 3-3 place");
    assert_eq!(hand.pawns(), [Pawn::Red, Pawn::Stop]);
    assert_eq!(hand.tap("a1"), Reaction::Play("ra1".into()));
    hand.take_pawn(Pawn::Stop);
    assert_eq!(hand.tap("a1"), Reaction::Play("sa1".into()));
}

#[test]
fn pawns_of_a_line_are_picked_one_by_one() {
    let mut hand = hand("abraxas:sheet=2", "8/8/8/8/8/2rrrr2/8/8 se 1 20 0-0 3-3 take");
    let most = hand.ways.iter().map(|way| way.from.len()).max().unwrap();
    let way = hand.ways.iter().find(|way| way.from.len() == most).unwrap().clone();
    let (last, first) = way.from.split_last().unwrap();
    for square in first {
        assert_eq!(hand.tap(square), Reaction::Picked, "{square} of {way:?}");
    }
    assert_eq!(hand.tap(last), Reaction::Play(way.action));
}

#[test]
fn abr_19_any_pawns_can_be_claimed() {
    let spec = "abraxas:sheet=2,claim=manual";
    let mut hand = hand(spec, "8/8/8/8/8/2rrrr2/8/8 se 1 20 0-0 3-3 take");
    assert_eq!(hand.buttons(), ["end"]);
    assert_eq!(hand.sources().len(), 4);
    assert_eq!(hand.tap("e3"), Reaction::Picked);
    assert_eq!(hand.tap("c3"), Reaction::Picked);
    assert_eq!(hand.ready().as_deref(), Some("xc3e3"), "in text order");
    hand.tap("c3");
    assert_eq!(hand.ready().as_deref(), Some("xe3"));
    hand.tap("e3");
    assert_eq!(hand.ready(), None);
}

#[test]
fn words_get_buttons() {
    let hand = hand("abraxas:sheet=2", "8/8/8/8/8/2rr4/8/8 sw 1 20 2-0 3-3 again");
    assert_eq!(hand.buttons(), ["end"]);
}

/// Whatever is offered can be pointed out: by its buttons, or by its squares in some order.
#[test]
fn every_action_can_be_reached() {
    use abaque_core::{Source, SplitMix, Turn};
    for (spec, plies) in [("abalone", 60), ("abraxas:sheet=2", 90), ("abagio", 120), ("blocs", 60)]
    {
        let mut game = abaque_catalog::open(spec).unwrap();
        let mut source = SplitMix(9);
        for _ in 0..plies {
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
            let offered = game.offered();
            if game.unlisted().is_none() {
                let hand = Hand::new(spec, &game.position(), &offered).unwrap();
                let places =
                    crate::rove::places(&abaque_draw::spots(spec, &game.position()).unwrap());
                for way in &hand.ways {
                    for square in way.from.iter().chain(&way.to) {
                        let found = places.iter().any(|(name, _)| name == square);
                        assert!(found, "no place on the board is called {square}: {}", way.action);
                    }
                    reach(&hand, way, &game.position());
                }
            }
            let action = game.random_action(&mut source).unwrap();
            game.play(&action).unwrap();
        }
    }
}

fn reach(hand: &Hand, way: &Way, position: &str) {
    let mut hand = hand.clone();
    if let Some(pawn) = way.pawn {
        hand.take_pawn(pawn);
    }
    if hand.buttons().contains(&way.action.as_str()) {
        return;
    }
    let mut last = Reaction::Nothing;
    for square in &way.from {
        if !hand.picked().contains(square) {
            last = hand.tap(square);
        }
    }
    if way.to.is_empty() && last != Reaction::Play(way.action.clone()) {
        assert_eq!(hand.ready(), Some(way.action.clone()), "{position}");
        return;
    }
    if let Some(to) = way.to.first() {
        last = hand.tap(to);
    }
    let reached = match &last {
        Reaction::Play(action) => *action == way.action,
        Reaction::Ask(actions) => actions.contains(&way.action),
        _ => false,
    };
    assert!(reached, "{} by {way:?}: {last:?} in {position}", way.action);
}
