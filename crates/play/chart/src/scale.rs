/// The rectangle of a document in which values are drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Panel {
    /// Its left edge.
    pub left: f64,
    /// Its upper edge.
    pub top: f64,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
}

impl Panel {
    /// The right edge.
    pub const fn right(&self) -> f64 {
        self.left + self.width
    }

    /// The lower edge.
    pub const fn bottom(&self) -> f64 {
        self.top + self.height
    }

    /// Maps values from left to right.
    pub const fn x_scale(&self, domain: (f64, f64)) -> Scale {
        Scale { domain, range: (self.left, self.right()) }
    }

    /// Maps values from the bottom upwards.
    pub const fn y_scale(&self, domain: (f64, f64)) -> Scale {
        Scale { domain, range: (self.bottom(), self.top) }
    }
}

/// A linear map from values to coordinates. For a logarithmic axis, pass it logarithms.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale {
    domain: (f64, f64),
    range: (f64, f64),
}

impl Scale {
    /// The coordinate of a value; the middle of the axis if the domain is a single value.
    pub fn place(&self, value: f64) -> f64 {
        let ((low, high), (start, end)) = (self.domain, self.range);
        let share = if high == low { 0.5 } else { (value - low) / (high - low) };
        start + (end - start) * share
    }

    /// Like [`Scale::place`], with values outside the domain moved to its ends.
    pub fn place_clamped(&self, value: f64) -> f64 {
        self.place(value.clamp(self.domain.0, self.domain.1))
    }
}

/// An axis with ticks at round numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ticks {
    domain: (f64, f64),
    step: f64,
}

impl Ticks {
    /// At most `most + 1` ticks within the domain.
    pub fn within(domain: (f64, f64), most: u32) -> Ticks {
        Ticks { domain, step: round_step(domain.1 - domain.0, most) }
    }

    /// Ticks whose ends enclose the domain: it is widened to whole steps, and to one step at least.
    pub fn covering((low, high): (f64, f64), most: u32) -> Ticks {
        let step = round_step(high - low, most);
        let low = (low / step).floor() * step;
        Ticks { domain: (low, ((high / step).ceil() * step).max(low + step)), step }
    }

    /// The values between which the axis runs.
    pub fn domain(&self) -> (f64, f64) {
        self.domain
    }

    /// The value of each tick, ascending.
    pub fn values(&self) -> impl Iterator<Item = f64> + use<> {
        let ((low, high), step) = (self.domain, self.step);
        let first = (low / step).ceil();
        // A small tolerance, so that rounding does not lose the last tick.
        let count = (high / step - first + 1e-6).floor().max(0.0) as u32;
        (0..=count).map(move |n| (first + f64::from(n)) * step)
    }
}

/// The smallest of 1, 2, 5, 10, 20, 50 … that divides the range into at most `most` parts.
pub fn round_step(range: f64, most: u32) -> f64 {
    let least = range / f64::from(most.max(1));
    let mut power = 1.0;
    // Stops at an infinite range too.
    while power < 1e300 {
        for factor in [1.0, 2.0, 5.0] {
            if factor * power >= least {
                return factor * power;
            }
        }
        power *= 10.0;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        let steps = [0.0, 4.0, 12.0, 28.0, 1000.0, 1040.0].map(|range| round_step(range, 4));
        assert_eq!(steps, [1.0, 1.0, 5.0, 10.0, 500.0, 500.0]);
        assert!(round_step(f64::INFINITY, 4).is_finite() && round_step(f64::NAN, 0).is_finite());
    }

    #[test]
    fn covering_ticks_enclose_the_values_and_inner_ticks_stay_inside() {
        let covering = Ticks::covering((1150.0, 1850.0), 6);
        assert_eq!(covering.domain(), (1000.0, 2000.0));
        assert_eq!(
            covering.values().collect::<Vec<_>>(),
            [1000.0, 1200.0, 1400.0, 1600.0, 1800.0, 2000.0]
        );
        let inner = Ticks::within((3.0, 48.0), 5);
        assert_eq!(inner.values().collect::<Vec<_>>(), [10.0, 20.0, 30.0, 40.0]);
        assert_eq!(Ticks::covering((7.0, 7.0), 4).values().collect::<Vec<_>>(), [7.0, 8.0]);
    }

    #[test]
    fn scales_run_to_the_right_and_upwards() {
        let panel = Panel { left: 10.0, top: 20.0, width: 100.0, height: 50.0 };
        let (x, y) = (panel.x_scale((0.0, 4.0)), panel.y_scale((0.0, 1.0)));
        assert_eq!((x.place(0.0), x.place(1.0), x.place(4.0)), (10.0, 35.0, 110.0));
        assert_eq!((y.place(0.0), y.place(1.0)), (70.0, 20.0));
        assert_eq!((y.place_clamped(-3.0), y.place_clamped(9.0)), (70.0, 20.0));
        assert_eq!(panel.x_scale((5.0, 5.0)).place(5.0), 60.0);
    }
}
