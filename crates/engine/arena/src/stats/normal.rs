/// Two-sided 95 % quantile of the normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Two-sided 95 % quantile of Student's t for a mean of `count` values (Cornish–Fisher expansion;
/// tabulated up to five, where the expansion is poor).
pub fn student_t95(count: u64) -> f64 {
    let free = count.saturating_sub(1) as f64;
    match count {
        0 | 1 => f64::INFINITY,
        2 => 12.706,
        3 => 4.303,
        4 => 3.182,
        5 => 2.776,
        _ => {
            let z = Z95;
            let first = (z.powi(3) + z) / 4.0;
            let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
            let third = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
            z + first / free + second / free.powi(2) + third / free.powi(3)
        }
    }
}

/// Standard normal distribution function.
pub fn normal_cdf(z: f64) -> f64 {
    let tail = normal_upper_tail(z.abs());
    if z < 0.0 { tail } else { 1.0 - tail }
}

/// Upper tail for `z ≥ 0`: a series near the middle, Laplace's continued fraction further out.
fn normal_upper_tail(z: f64) -> f64 {
    let density = (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if z < 3.0 {
        let (mut term, mut sum, mut n) = (z, z, 1.0);
        while term > 1e-17 * sum {
            n += 2.0;
            term *= z * z / n;
            sum += term;
        }
        return 0.5 - density * sum;
    }
    let fraction = (1..=60).rev().fold(z, |below, n| z + f64::from(n) / below);
    density / fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_samples_have_wider_intervals() {
        for (count, t) in [(5, 2.776), (6, 2.571), (11, 2.228), (31, 2.042), (101, 1.984)] {
            assert!((student_t95(count) - t).abs() < 0.005, "{count}: {}", student_t95(count));
        }
        assert!(student_t95(1).is_infinite());
        assert!((student_t95(1_000_000) - Z95).abs() < 1e-5);
    }

    /// Values from standard statistical tables.
    #[test]
    fn agrees_with_statistical_tables() {
        for (z, share) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (Z95, 0.975),
            (2.5, 0.993_790_334_674_224),
            (3.0, 0.998_650_101_968_370),
            (4.0, 0.999_968_328_758_167),
            (6.0, 0.999_999_999_013_412),
        ] {
            assert!((normal_cdf(z) - share).abs() < 1e-13, "{z}: {}", normal_cdf(z));
            assert!((normal_cdf(-z) - (1.0 - share)).abs() < 1e-13, "-{z}");
        }
    }
}
