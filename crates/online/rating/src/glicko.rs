//! The Glicko-2 computation. Letters follow the paper: μ and φ are rating and deviation on the
//! internal scale, σ is the volatility.

use std::f64::consts::PI;

use crate::rating::MAX_DEVIATION;
use crate::{GameScore, Rating, START_RATING};

/// One unit of the internal scale, in points: 400 / ln 10.
pub(crate) const SCALE: f64 = 173.717_792_761_244_23;

/// System constant τ: limits how fast volatility changes. Same value as the paper's example.
const SYSTEM_TAU: f64 = 0.5;

/// Rating periods per day. Chosen so that a year without games turns a deviation of 60 provisional
/// again.
const PERIODS_PER_DAY: f64 = 0.214;

/// Cap on the idle time; every deviation has reached its maximum by then.
const MAX_IDLE_DAYS: f64 = 36_500.0;

/// The paper's ε: convergence tolerance for the volatility.
const VOLATILITY_TOLERANCE: f64 = 1e-6;

/// g(φ): weight of a result against an opponent of deviation φ.
pub(crate) fn deviation_weight(phi: f64) -> f64 {
    1.0 / (1.0 + 3.0 * phi * phi / (PI * PI)).sqrt()
}

/// Computes both ratings after a game. `score` is the first player's; `idle_days` is the time since
/// each player's previous game, fractions included (0 for a new player, whose deviation is at its
/// maximum anyway).
pub fn update_ratings(
    one: Rating,
    other: Rating,
    score: GameScore,
    idle_days: [f64; 2],
) -> [Rating; 2] {
    let periods = idle_days.map(|days| {
        // NaN counts as no wait.
        let days = if days.is_nan() { 0.0 } else { days.clamp(0.0, MAX_IDLE_DAYS) };
        days * PERIODS_PER_DAY
    });
    let (one, other) = (one.clamped(), other.clamped());
    // Each opponent counts with the deviation at the time of this game, not of their previous one.
    let [one_now, other_now] =
        [after_inactivity(one, periods[0]), after_inactivity(other, periods[1])];
    [
        after_games(one, &[(other_now, score)], periods[0]),
        after_games(other, &[(one_now, score.reversed())], periods[1]),
    ]
}

/// The rating after `periods` without a game.
fn after_inactivity(player: Rating, periods: f64) -> Rating {
    let phi = player.deviation / SCALE;
    Rating { deviation: inflated_deviation(phi, player.volatility, periods) * SCALE, ..player }
        .clamped()
}

fn inflated_deviation(phi: f64, sigma: f64, periods: f64) -> f64 {
    (phi * phi + periods * sigma * sigma).sqrt().min(MAX_DEVIATION / SCALE)
}

/// The rating after `games`, played in a single rating period of length `periods`.
fn after_games(player: Rating, games: &[(Rating, GameScore)], periods: f64) -> Rating {
    let (mu, phi) = ((player.rating - START_RATING) / SCALE, player.deviation / SCALE);
    let (mut information, mut surprise) = (0.0, 0.0);
    for (other, score) in games {
        let g = deviation_weight(other.deviation / SCALE);
        let expected = 1.0 / (1.0 + (-g * (mu - (other.rating - START_RATING) / SCALE)).exp());
        information += g * g * expected * (1.0 - expected);
        surprise += g * (score.points() - expected);
    }
    let v = 1.0 / information;
    let sigma = solve_volatility(player.volatility, phi, v, v * surprise);
    let sigma = Rating { volatility: sigma, ..player }.clamped().volatility;
    let phi = inflated_deviation(phi, sigma, periods);
    let phi = 1.0 / (1.0 / (phi * phi) + information).sqrt();
    let rating = (mu + phi * phi * surprise) * SCALE + START_RATING;
    Rating { rating, deviation: phi * SCALE, volatility: sigma }.clamped()
}

/// The new volatility (step 5 of the paper): root of f by the Illinois variant of regula falsi.
fn solve_volatility(sigma: f64, phi: f64, v: f64, delta: f64) -> f64 {
    let start = (sigma * sigma).ln();
    let f = |x: f64| {
        let e = x.exp();
        let sum = phi * phi + v + e;
        e * (delta * delta - sum) / (2.0 * sum * sum) - (x - start) / (SYSTEM_TAU * SYSTEM_TAU)
    };
    let mut a = start;
    let excess = delta * delta - phi * phi - v;
    let mut b = if excess > 0.0 { excess.ln() } else { start - SYSTEM_TAU };
    // f grows without bound to the left: a few steps reach a positive value, which brackets the
    // root.
    if excess <= 0.0 {
        while f(b) < 0.0 {
            b -= SYSTEM_TAU;
        }
    }
    let (mut at_a, mut at_b) = (f(a), f(b));
    for _ in 0..100 {
        if (b - a).abs() <= VOLATILITY_TOLERANCE || at_a == at_b {
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
    fn glickmans_example_is_reproduced() {
        let games = [
            (rating(1400.0, 30.0), GameScore::Win),
            (rating(1550.0, 100.0), GameScore::Loss),
            (rating(1700.0, 300.0), GameScore::Loss),
        ];
        let found = after_games(rating(1500.0, 200.0), &games, 1.0);
        // The paper rounds intermediate results: 1464.06, 151.52, 0.05999.
        assert!((found.rating - 1464.06).abs() < 0.02, "{found:?}");
        assert!((found.deviation - 151.52).abs() < 0.01, "{found:?}");
        assert!((found.volatility - 0.05999).abs() < 0.00001, "{found:?}");
    }

    #[test]
    fn a_year_away_makes_a_rating_provisional_again() {
        let after = |days| after_inactivity(rating(1800.0, 60.0), days * PERIODS_PER_DAY);
        assert!(!after(360.0).is_provisional());
        assert!((after(365.0).deviation - 110.0).abs() < 0.1, "{:?}", after(365.0));
        assert!(after(370.0).is_provisional());
        assert_eq!(after(MAX_IDLE_DAYS).deviation, MAX_DEVIATION);
        assert_eq!(after(365.0).rating, 1800.0);
    }

    #[test]
    fn surprising_results_raise_volatility() {
        let phi = 60.0 / SCALE;
        let (v, calm, wild) = (3.0, 0.1, 9.0);
        assert!(solve_volatility(0.06, phi, v, wild) > 0.06);
        assert!(solve_volatility(0.06, phi, v, calm) < 0.06);
    }

    #[test]
    fn volatility_solves_its_equation() {
        // Inputs from calm to very surprising: f must change sign at the answer.
        for (phi, v, delta) in
            [(0.3, 3.0, 0.0), (0.3, 3.0, 2.5), (2.0, 5.0, 9.0), (1.15, 1.8, -0.5)]
        {
            let sigma: f64 = solve_volatility(0.06, phi, v, delta);
            let f = |sigma: f64| {
                let (e, sum) = (sigma * sigma, phi * phi + v + sigma * sigma);
                e * (delta * delta - sum) / (2.0 * sum * sum)
                    - (e.ln() - (0.06_f64 * 0.06).ln()) / (SYSTEM_TAU * SYSTEM_TAU)
            };
            assert!(
                f(sigma * 0.9999) > 0.0 && f(sigma * 1.0001) < 0.0,
                "{phi} {v} {delta}: {sigma}"
            );
        }
    }
}
