use std::ops::{Add, Sub};

use abaque_core::Millis;

/// A moment: milliseconds since any fixed beginning of the table's owner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct At(pub u64);

impl Add<Millis> for At {
    type Output = At;

    fn add(self, stretch: Millis) -> At {
        At(self.0.saturating_add(stretch.0))
    }
}

/// The time from the other moment to this one; zero if the clock was set back.
impl Sub for At {
    type Output = Millis;

    fn sub(self, earlier: At) -> Millis {
        Millis(self.0.saturating_sub(earlier.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_set_back_takes_no_time() {
        assert_eq!(At(5) - At(9), Millis(0));
    }
}
