use std::ops::{Add, Sub};

use abaque_core::Millis;

/// A point in time, in milliseconds since an epoch chosen by the caller.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Timestamp(pub u64);

impl Add<Millis> for Timestamp {
    type Output = Timestamp;

    fn add(self, stretch: Millis) -> Timestamp {
        Timestamp(self.0.saturating_add(stretch.0))
    }
}

/// The time since the other timestamp; zero if the clock was set back.
impl Sub for Timestamp {
    type Output = Millis;

    fn sub(self, earlier: Timestamp) -> Millis {
        Millis(self.0.saturating_sub(earlier.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_set_back_charges_no_time() {
        assert_eq!(Timestamp(5) - Timestamp(9), Millis(0));
    }
}
