//! Logistic regression of game results on features.

use abaque_abraxas_bot::evaluation::FEATURES;

/// One position as a fit sample.
pub(super) struct FitSample {
    pub(super) features: [f32; FEATURES],
    /// Result of the player to act, 0 to 1.
    pub(super) result: f64,
}

pub(super) fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Mean cross entropy of predictions and results.
pub(super) fn loss(pairs: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (mut sum, mut n) = (0.0, 0.0_f64);
    for (odds, result) in pairs {
        let p = sigmoid(odds).clamp(1e-6, 1.0 - 1e-6);
        sum -= result * p.ln() + (1.0 - result) * (1.0 - p).ln();
        n += 1.0;
    }
    sum / n.max(1.0)
}

/// Log-odds weight per feature, by Newton's method. `ridge` pulls rarely seen features towards
/// zero, with the weight of that many positions.
pub(super) fn fit(lessons: &[FitSample], ridge: f64) -> [f64; FEATURES] {
    let mut worth = [0.0; FEATURES];
    for _ in 0..12 {
        let mut slope = worth.map(|worth: f64| -ridge * worth);
        let mut curve = vec![[0.0; FEATURES]; FEATURES];
        for (i, row) in curve.iter_mut().enumerate() {
            row[i] = ridge;
        }
        for lesson in lessons {
            add_sample(lesson, &worth, &mut slope, &mut curve);
        }
        let step = solve(curve, slope);
        for (worth, step) in worth.iter_mut().zip(step) {
            *worth += step;
        }
        if step.iter().all(|step| step.abs() < 1e-6) {
            break;
        }
    }
    worth
}

/// Adds one sample to the gradient and the Hessian.
fn add_sample(
    lesson: &FitSample,
    worth: &[f64; FEATURES],
    slope: &mut [f64; FEATURES],
    curve: &mut [[f64; FEATURES]],
) {
    // Most features are zero.
    let (mut held, mut count, mut odds) = ([(0, 0.0); FEATURES], 0, 0.0);
    for (i, feature) in lesson.features.iter().enumerate() {
        if *feature != 0.0 {
            held[count] = (i, f64::from(*feature));
            count += 1;
            odds += f64::from(*feature) * worth[i];
        }
    }
    let p = sigmoid(odds);
    for (i, feature) in &held[..count] {
        slope[*i] += (lesson.result - p) * feature;
        for (k, other) in &held[..count] {
            curve[*i][*k] += p * (1.0 - p) * feature * other;
        }
    }
}

/// Solves a symmetric positive definite system by elimination.
fn solve(mut rows: Vec<[f64; FEATURES]>, mut right: [f64; FEATURES]) -> [f64; FEATURES] {
    for i in 0..FEATURES {
        for k in i + 1..FEATURES {
            let factor = rows[k][i] / rows[i][i];
            if factor != 0.0 {
                let above = rows[i];
                for (cell, above) in rows[k][i..].iter_mut().zip(&above[i..]) {
                    *cell -= factor * above;
                }
                right[k] -= factor * right[i];
            }
        }
    }
    for i in (0..FEATURES).rev() {
        let known: f64 = (i + 1..FEATURES).map(|k| rows[i][k] * right[k]).sum();
        right[i] = (right[i] - known) / rows[i][i];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fit_recovers_the_true_odds() {
        let mut lessons = Vec::new();
        for (lead, wins) in [(-2.0, 12), (-1.0, 27), (0.0, 50), (1.0, 73), (2.0, 88)] {
            for n in 0..100 {
                let mut features = [0.0; FEATURES];
                (features[0], features[1]) = (1.0, lead);
                lessons.push(FitSample { features, result: f64::from(n < wins) });
            }
        }
        let worth = fit(&lessons, 0.01);
        assert!(worth[0].abs() < 0.02 && (worth[1] - 1.0).abs() < 0.02, "{:?}", &worth[..2]);
        assert!(worth[2..].iter().all(|worth| *worth == 0.0));
    }
}
