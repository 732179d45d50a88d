/// Running mean and variance (Welford's algorithm).
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Moments {
    count: u64,
    mean: f64,
    squared_deviations: f64,
}

impl Moments {
    /// Adds a number.
    pub fn add(&mut self, number: f64) {
        self.count += 1;
        let off = number - self.mean;
        self.mean += off / self.count as f64;
        self.squared_deviations += off * (number - self.mean);
    }

    /// Number of values.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Mean; 0 if empty.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// Sum of squared deviations from the mean.
    pub(super) fn squared_deviations(&self) -> f64 {
        self.squared_deviations
    }

    /// Sample variance; 0 for fewer than two values.
    pub fn variance(&self) -> f64 {
        if self.count < 2 { 0.0 } else { self.squared_deviations / (self.count - 1) as f64 }
    }

    /// Standard error of the mean.
    pub fn standard_error(&self) -> f64 {
        if self.count == 0 { 0.0 } else { (self.variance() / self.count as f64).sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_variance_of_a_few_numbers() {
        let mut moments = Moments::default();
        for number in [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0] {
            moments.add(number);
        }
        assert_eq!((moments.count(), moments.mean()), (8, 5.0));
        assert!((moments.variance() - 32.0 / 7.0).abs() < 1e-12);
        assert!((moments.standard_error() - (4.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        assert_eq!(Moments::default().standard_error(), 0.0);
    }
}
