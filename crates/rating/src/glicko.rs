//! The reckoning. Letters are those of the paper: μ and φ are rating and deviation on its inner scale, σ the volatility.

use std::f64::consts::PI;

use crate::rating::MOST_DEVIATION;
use crate::{Rating, START, Score};

/// One unit of the inner scale, in points: 400 / ln 10.
pub(crate) const SCALE: f64 = 173.717_792_761_244_23;

/// How far volatility may move (τ): the paper's example has this too.
const CAUTION: f64 = 0.5;

/// Rating periods in a day. So chosen that a year without a game makes a deviation of 60 a provisional one again.
const PERIODS_A_DAY: f64 = 0.214;

/// Longer than this nobody need be away: any deviation is at its most by then.
const MOST_DAYS: f64 = 36_500.0;

/// The paper's ε: how exactly volatility is found.
const EXACT: f64 = 1e-6;

/// g: what a result counts when the opponent is this unsure.
pub(crate) fn weight(phi: f64) -> f64 {
    1.0 / (1.0 + 3.0 * phi * phi / (PI * PI)).sqrt()
}

/// What both players have after a game, reckoned from what they had before. `score` is the first one's; `idle_days` says how long
/// ago each played before, parts of days included (0 for a newcomer: one cannot be less sure than not at all).
pub fn after(one: Rating, other: Rating, score: Score, idle_days: [f64; 2]) -> [Rating; 2] {
    let periods = idle_days.map(|days| {
        // What is no number is no wait.
        let days = if days.is_nan() { 0.0 } else { days.clamp(0.0, MOST_DAYS) };
        days * PERIODS_A_DAY
    });
    let (one, other) = (one.bounded(), other.bounded());
    // An opponent counts as known as they are when the game is played, not when they last did.
    let [one_now, other_now] = [rested(one, periods[0]), rested(other, periods[1])];
    [
        played(one, &[(other_now, score)], periods[0]),
        played(other, &[(one_now, score.reversed())], periods[1]),
    ]
}

/// A rating after some periods without a game.
fn rested(player: Rating, periods: f64) -> Rating {
    let phi = player.deviation / SCALE;
    Rating { deviation: grown(phi, player.volatility, periods) * SCALE, ..player }.bounded()
}

fn grown(phi: f64, sigma: f64, periods: f64) -> f64 {
    (phi * phi + periods * sigma * sigma).sqrt().min(MOST_DEVIATION / SCALE)
}

/// A rating after one period of that length with these games in it.
fn played(player: Rating, games: &[(Rating, Score)], periods: f64) -> Rating {
    let (mu, phi) = ((player.rating - START) / SCALE, player.deviation / SCALE);
    let (mut information, mut surprise) = (0.0, 0.0);
    for (other, score) in games {
        let g = weight(other.deviation / SCALE);
        let expected = 1.0 / (1.0 + (-g * (mu - (other.rating - START) / SCALE)).exp());
        information += g * g * expected * (1.0 - expected);
        surprise += g * (score.points() - expected);
    }
    let v = 1.0 / information;
    let sigma = volatility(player.volatility, phi, v, v * surprise);
    let sigma = Rating { volatility: sigma, ..player }.bounded().volatility;
    let phi = grown(phi, sigma, periods);
    let phi = 1.0 / (1.0 / (phi * phi) + information).sqrt();
    let rating = (mu + phi * phi * surprise) * SCALE + START;
    Rating { rating, deviation: phi * SCALE, volatility: sigma }.bounded()
}

/// The new volatility: step 5 of the paper, the root of f by the Illinois way of false position.
fn volatility(sigma: f64, phi: f64, v: f64, delta: f64) -> f64 {
    let start = (sigma * sigma).ln();
    let f = |x: f64| {
        let e = x.exp();
        let sum = phi * phi + v + e;
        e * (delta * delta - sum) / (2.0 * sum * sum) - (x - start) / (CAUTION * CAUTION)
    };
    let mut a = start;
    let excess = delta * delta - phi * phi - v;
    let mut b = if excess > 0.0 { excess.ln() } else { start - CAUTION };
    // f grows without end to the left: a few steps find where it is positive, and then the root lies between.
    if excess <= 0.0 {
        while f(b) < 0.0 {
            b -= CAUTION;
        }
    }
    let (mut at_a, mut at_b) = (f(a), f(b));
    for _ in 0..100 {
        if (b - a).abs() <= EXACT || at_a == at_b {
            break;
        }
        let c = a + (a - b) * at_a / (at_b - at_a);
        let at_c = f(c);
        if at_c * at_b <= 0.0 {
            (a, at_a) = (b, at_b);
        } else {
            at_a /= 2.0;
        }
        (b, at_b) = (c, at_c);
    }
    (a / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(rating: f64, deviation: f64) -> Rating {
        Rating { rating, deviation, volatility: 0.06 }
    }

    #[test]
    fn the_papers_example() {
        let games = [
            (rating(1400.0, 30.0), Score::Win),
            (rating(1550.0, 100.0), Score::Loss),
            (rating(1700.0, 300.0), Score::Loss),
        ];
        let found = played(rating(1500.0, 200.0), &games, 1.0);
        // The paper rounds on its way: 1464.06, 151.52, 0.05999.
        assert!((found.rating - 1464.06).abs() < 0.02, "{found:?}");
        assert!((found.deviation - 151.52).abs() < 0.01, "{found:?}");
        assert!((found.volatility - 0.05999).abs() < 0.00001, "{found:?}");
    }

    #[test]
    fn a_year_away_makes_a_rating_provisional_again() {
        let after = |days| rested(rating(1800.0, 60.0), days * PERIODS_A_DAY);
        assert!(!after(360.0).is_provisional());
        assert!((after(365.0).deviation - 110.0).abs() < 0.1, "{:?}", after(365.0));
        assert!(after(370.0).is_provisional());
        assert_eq!(after(MOST_DAYS).deviation, MOST_DEVIATION);
        assert_eq!(after(365.0).rating, 1800.0);
    }

    #[test]
    fn a_surprise_raises_volatility_and_the_expected_lowers_it() {
        let phi = 60.0 / SCALE;
        let (v, calm, wild) = (3.0, 0.1, 9.0);
        assert!(volatility(0.06, phi, v, wild) > 0.06);
        assert!(volatility(0.06, phi, v, calm) < 0.06);
    }

    #[test]
    fn the_volatility_found_is_the_root() {
        // Tried on a grid from calm to very surprising: f changes its sign where the answer lies.
        for (phi, v, delta) in
            [(0.3, 3.0, 0.0), (0.3, 3.0, 2.5), (2.0, 5.0, 9.0), (1.15, 1.8, -0.5)]
        {
            let sigma: f64 = volatility(0.06, phi, v, delta);
            let f = |sigma: f64| {
                let (e, sum) = (sigma * sigma, phi * phi + v + sigma * sigma);
                e * (delta * delta - sum) / (2.0 * sum * sum)
                    - (e.ln() - (0.06_f64 * 0.06).ln()) / (CAUTION * CAUTION)
            };
            assert!(
                f(sigma * 0.9999) > 0.0 && f(sigma * 1.0001) < 0.0,
                "{phi} {v} {delta}: {sigma}"
            );
        }
    }
}
