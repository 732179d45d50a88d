//! The bot plays whole games, finds the obvious moves, and gets stronger with its level.
#![allow(clippy::unwrap_used)]

use abaque_bot::{BotKind, GameBots, Level, Observation, SearchRequest, SearchResult};
use abaque_core::{Game, RandomSource, Seat, SplitMix, Turn};
use abaque_search::SearchLimits;
use abaque_ur::{Action, Options, Ur};
use abaque_ur_bot::Bots;

fn level(number: u8) -> BotKind {
    BotKind::Level(Level::new(number).unwrap())
}

fn think(game: &Ur, kind: &BotKind, request: &SearchRequest) -> SearchResult<Action> {
    let observation = Observation::without_history(*game, game.side().unwrap());
    Bots::bot(&game.options(), kind).unwrap().think(&observation, request, &mut |_| ()).unwrap()
}

fn best_move(text: &str) -> String {
    let game = Ur::parse(&Options::default(), text).unwrap();
    think(&game, &BotKind::Best, &SearchRequest::default()).action.to_string()
}

/// The winner of one game; both players get the same limits.
fn winner(kinds: [&BotKind; 2], seed: u64) -> Seat {
    let mut source = SplitMix(seed);
    let mut game = Ur::start(&Options::default());
    loop {
        match game.turn() {
            Turn::Over(outcome) => return outcome.winner().unwrap(),
            Turn::Chance => {
                let mut rolls = Vec::new();
                game.rolls(&mut rolls);
                let total: u32 = rolls.iter().map(|(_, weight)| weight).sum();
                let mut drawn = source.below(u64::from(total)) as u32;
                let roll = rolls.iter().find(|(_, weight)| {
                    let hit = drawn < *weight;
                    drawn = drawn.saturating_sub(*weight);
                    hit
                });
                assert!(game.play_roll(roll.unwrap().0));
            }
            Turn::Of(seat) => {
                let limits = SearchLimits::nodes(4_000);
                let request =
                    SearchRequest { limits, seed: source.next_u64(), ..Default::default() };
                let result = think(&game, kinds[seat.index()], &request);
                game.play(result.action).unwrap();
            }
        }
    }
}

/// Games out of `games` won by `strong` against `weak`, changing seats.
fn wins(strong: &BotKind, weak: &BotKind, games: u64) -> u64 {
    let won = |n: &u64| match n % 2 {
        0 => winner([strong, weak], *n) == Seat::First,
        _ => winner([weak, strong], *n) == Seat::Second,
    };
    (0..games).filter(won).count() as u64
}

#[test]
fn obvious_moves_are_found() {
    assert_eq!(best_move("5 7 0-0 w 2"), "5+2", "hits");
    assert_eq!(best_move("6 7 0-0 w 2"), "6+2", "takes the safe rosette");
    assert_eq!(best_move("13,14 14 5-6 w 1"), "w14+1", "bears off");
    assert_eq!(best_move("2 - 6-6 w 2"), "w2+2", "the only move");
}

#[test]
fn the_same_seed_gives_the_same_answer() {
    let game = Ur::parse(&Options::default(), "2,5,9 4,7,12 1-1 b 3").unwrap();
    for number in 1..=8 {
        let request = SearchRequest { seed: 9, lines: 3, ..Default::default() };
        let [mut a, mut b] = [(); 2].map(|()| think(&game, &level(number), &request));
        (a.time, b.time) = Default::default();
        assert_eq!(a, b);
        assert!(a.lines.is_sorted_by(|one, next| one.win >= next.win));
    }
}

#[test]
fn tiny_budgets_give_a_legal_action() {
    let game = Ur::parse(&Options::default(), "2,5,9 4,7,12 1-1 b 3").unwrap();
    for limits in [SearchLimits::nodes(1), SearchLimits::depth(1)] {
        let request = SearchRequest { limits, ..Default::default() };
        assert_eq!(think(&game, &BotKind::Best, &request).depth, 1);
    }
}

#[test]
fn finished_and_symmetric_positions_are_evaluated() {
    let mut bot = Bots::bot(&Options::default(), &BotKind::Best).unwrap();
    let mut chance = |text: &str| bot.evaluate(&Ur::parse(&Options::default(), text).unwrap());
    assert_eq!(chance("- - 0-0 - first"), 0.5);
    assert_eq!(chance("- 5 7-0 w over"), 1.0);
    assert_eq!(chance("5 - 0-7 b over"), 0.0);
    let (own, other) = (chance("4,8 5 1-0 w roll"), chance("5 4,8 0-1 b roll"));
    assert!((own + other - 1.0).abs() < 1e-9 && own > 0.6, "{own} {other}");
}

#[test]
fn strong_levels_beat_weak_ones() {
    let random = wins(&level(8), &BotKind::Random, 60);
    assert!(random >= 48, "level 8 won {random} of 60 against random play");
    let weak = wins(&level(7), &level(1), 60);
    assert!(weak >= 42, "level 7 won {weak} of 60 against level 1");
}
