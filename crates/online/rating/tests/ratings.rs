//! Properties players rely on: symmetry, bounds, inactivity, convergence.
#![allow(clippy::unwrap_used)]

use abaque_core::{RandomSource, SplitMix};
use abaque_rating::{GameScore, PROVISIONAL_DEVIATION, Rating, update_ratings};
use proptest::prelude::*;

const NO_WAIT: [f64; 2] = [0.0, 0.0];

fn rating(rating: f64, deviation: f64) -> Rating {
    Rating { rating, deviation, volatility: 0.06 }
}

#[test]
fn a_new_rating_has_the_initial_values() {
    let new = Rating::default();
    assert_eq!((new.rating, new.deviation, new.volatility), (1500.0, 350.0, 0.06));
    assert!(new.is_provisional());
    assert_eq!(new.to_string(), "1500?");
}

#[test]
fn the_text_says_what_is_provisional() {
    assert_eq!(rating(1532.4, 60.0).to_string(), "1532");
    assert_eq!(rating(1532.4, PROVISIONAL_DEVIATION).to_string(), "1532");
    assert_eq!(rating(1531.6, PROVISIONAL_DEVIATION + 0.1).to_string(), "1532?");
}

#[test]
fn ratings_are_independent_of_seats() {
    let (ann, bob) = (rating(1720.0, 80.0), rating(1480.0, 200.0));
    for score in [GameScore::Win, GameScore::Draw, GameScore::Loss] {
        let [a, b] = update_ratings(ann, bob, score, [3.0, 100.0]);
        assert_eq!(update_ratings(bob, ann, score.reversed(), [100.0, 3.0]), [b, a]);
    }
}

#[test]
fn equal_players_gain_and_lose_the_same() {
    let equal = rating(1600.0, 90.0);
    let [won, lost] = update_ratings(equal, equal, GameScore::Win, NO_WAIT);
    assert!(won.rating > 1610.0, "{won:?}");
    assert!((won.rating + lost.rating - 3200.0).abs() < 1e-9, "{won:?} {lost:?}");
    assert!((won.deviation - lost.deviation).abs() < 1e-9);
}

#[test]
fn a_draw_between_equals_lowers_deviation_only() {
    for deviation in [60.0, 150.0, 350.0] {
        let equal = rating(1600.0, deviation);
        let drawn = update_ratings(equal, equal, GameScore::Draw, NO_WAIT);
        for now in drawn {
            assert!((now.rating - 1600.0).abs() < 1e-9, "{now:?}");
            assert!(now.deviation < deviation, "{now:?}");
            // Per the paper, an expected result lowers volatility very slightly.
            assert!((now.volatility - 0.06).abs() < 1e-4, "{now:?}");
        }
    }
}

#[test]
fn an_inactive_player_moves_more() {
    let (ann, bob) = (rating(1600.0, 60.0), rating(1600.0, 60.0));
    let [at_once, _] = update_ratings(ann, bob, GameScore::Win, NO_WAIT);
    let [later, other] = update_ratings(ann, bob, GameScore::Win, [365.0, 0.0]);
    assert!(later.rating > at_once.rating + 5.0, "{later:?} {at_once:?}");
    assert!(later.deviation > at_once.deviation);
    // The opponent learns less from a player whose rating is less certain.
    let [_, beaten] = update_ratings(ann, bob, GameScore::Win, NO_WAIT);
    assert!(other.rating > beaten.rating, "{other:?} {beaten:?}");
}

#[test]
fn deviation_never_falls_below_its_minimum() {
    let (mut ann, mut bob) = (rating(1600.0, 60.0), rating(1600.0, 60.0));
    for game in 0..400 {
        let score = if game % 2 == 0 { GameScore::Win } else { GameScore::Loss };
        [ann, bob] = update_ratings(ann, bob, score, NO_WAIT);
    }
    assert_eq!((ann.deviation, bob.deviation), (45.0, 45.0));
}

#[test]
fn expected_scores_depend_on_difference_and_deviation() {
    let (strong, weak) = (rating(1900.0, 50.0), rating(1500.0, 50.0));
    let expected = strong.expected_score(weak);
    assert!((0.89..0.91).contains(&expected), "{expected}");
    assert!((expected + weak.expected_score(strong) - 1.0).abs() < 1e-12);
    assert!((strong.expected_score(strong) - 0.5).abs() < 1e-12);
    let unsure = rating(1900.0, 350.0).expected_score(rating(1500.0, 350.0));
    assert!((0.7..0.85).contains(&unsure), "{unsure}");
}

/// Forty players of true strength 1000 to 2000 start equal and play random opponents; some games
/// are drawn.
#[test]
fn ratings_converge_to_true_strength() {
    const PLAYERS: usize = 40;
    let truth: Vec<f64> =
        (0..PLAYERS).map(|i| 1000.0 + 1000.0 * i as f64 / (PLAYERS - 1) as f64).collect();
    let mut players = [Rating::default(); PLAYERS];
    let mut chance = SplitMix(20);
    let error = |players: &[Rating]| {
        let off = players.iter().zip(&truth).map(|(player, truth)| (player.rating - truth).abs());
        off.sum::<f64>() / PLAYERS as f64
    };
    let before = error(&players);
    for _ in 0..PLAYERS * 60 / 2 {
        let one = chance.below(PLAYERS as u64) as usize;
        let other = (one + 1 + chance.below(PLAYERS as u64 - 1) as usize) % PLAYERS;
        let expected = 1.0 / (1.0 + 10.0_f64.powf((truth[other] - truth[one]) / 400.0));
        let drawn = expected.min(1.0 - expected) * 0.4;
        let lot = (RandomSource::next_u64(&mut chance) >> 11) as f64 / (1_u64 << 53) as f64;
        let score = match lot {
            lot if lot < expected - drawn / 2.0 => GameScore::Win,
            lot if lot < expected + drawn / 2.0 => GameScore::Draw,
            _ => GameScore::Loss,
        };
        [players[one], players[other]] =
            update_ratings(players[one], players[other], score, [0.1, 0.1]);
    }
    let now = error(&players);
    assert!(before > 240.0 && now < 50.0, "off by {now}, at the start {before}");
    let within =
        |player: &Rating, truth: f64| (player.rating - truth).abs() < 2.0 * player.deviation;
    let right =
        players.iter().zip(&truth).filter(|(player, truth)| within(player, **truth)).count();
    assert!(right * 10 >= PLAYERS * 9, "{right} of {PLAYERS} within two deviations");
}

fn any_rating() -> impl Strategy<Value = Rating> {
    (proptest::num::f64::ANY, proptest::num::f64::ANY, proptest::num::f64::ANY)
        .prop_map(|(rating, deviation, volatility)| Rating { rating, deviation, volatility })
}

fn possible_rating() -> impl Strategy<Value = Rating> {
    (0.0..4000.0, 45.0..350.0, 0.01..0.1).prop_map(|(rating, deviation, volatility)| Rating {
        rating,
        deviation,
        volatility,
    })
}

fn score() -> impl Strategy<Value = GameScore> {
    prop_oneof![Just(GameScore::Win), Just(GameScore::Draw), Just(GameScore::Loss)]
}

fn is_sound(rating: Rating) -> bool {
    (0.0..=4000.0).contains(&rating.rating)
        && (45.0..=350.0).contains(&rating.deviation)
        && (0.01..=0.1).contains(&rating.volatility)
}

proptest! {
    #[test]
    fn any_input_gives_a_finite_rating(
        one in prop_oneof![any_rating(), possible_rating()],
        other in prop_oneof![any_rating(), possible_rating()],
        score in score(),
        idle in [proptest::num::f64::ANY, proptest::num::f64::ANY],
    ) {
        for found in update_ratings(one, other, score, idle) {
            prop_assert!(is_sound(found), "{found:?}");
        }
        prop_assert!((0.0..=1.0).contains(&one.expected_score(other)));
        prop_assert!(!one.to_string().contains("NaN"));
    }

    #[test]
    fn winners_never_fall_and_losers_never_rise(
        one in possible_rating(),
        other in possible_rating(),
        idle in [0.0..2000.0, 0.0..2000.0],
    ) {
        let [won, lost] = update_ratings(one, other, GameScore::Win, idle);
        prop_assert!(won.rating >= one.rating && lost.rating <= other.rating, "{won:?} {lost:?}");
    }
}
