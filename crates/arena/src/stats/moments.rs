/// Mean and variance of numbers that come one by one (Welford's way).
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Moments {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Moments {
    /// Hears of one more number.
    pub fn add(&mut self, number: f64) {
        self.count += 1;
        let off = number - self.mean;
        self.mean += off / self.count as f64;
        self.squares += off * (number - self.mean);
    }

    /// How many there were.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; 0 if there were none.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The sum of their squared distances from the mean.
    pub(super) fn squares(&self) -> f64 {
        self.squares
    }

    /// The variance of what they were drawn from; 0 for fewer than two.
    pub fn variance(&self) -> f64 {
        if self.count < 2 { 0.0 } else { self.squares / (self.count - 1) as f64 }
    }

    /// The standard error of the mean.
    pub fn error(&self) -> f64 {
        if self.count == 0 { 0.0 } else { (self.variance() / self.count as f64).sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_few_numbers() {
        let mut moments = Moments::default();
        for number in [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0] {
            moments.add(number);
        }
        assert_eq!((moments.count(), moments.mean()), (8, 5.0));
        assert!((moments.variance() - 32.0 / 7.0).abs() < 1e-12);
        assert!((moments.error() - (4.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        assert_eq!(Moments::default().error(), 0.0);
    }
}
