use core::fmt;

/// The one to four numbers left to play: two different ones, larger first, or equal ones (AGO-06).
/// Four bits per number, the first in the lowest.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dice(u16);

impl Dice {
    /// The numbers of a throw; a double is played four times (AGO-06).
    #[inline]
    pub const fn from_throw(high: u8, low: u8) -> Dice {
        if high == low { Dice(high as u16 * 0x1111) } else { Dice((low as u16) << 4 | high as u16) }
    }

    /// These numbers, if a throw can leave them: one, two with the larger first, or up to four
    /// equal ones.
    pub fn from_numbers(numbers: &[u8]) -> Option<Dice> {
        let shape = match *numbers {
            [_] => true,
            [a, b] => a >= b,
            [a, _, ..] => numbers.len() <= 4 && numbers.iter().all(|&n| n == a),
            [] => false,
        };
        let dice = numbers.iter().all(|n| (1..=6).contains(n));
        (shape && dice)
            .then(|| Dice(numbers.iter().rev().fold(0, |bits, &n| bits << 4 | u16::from(n))))
    }

    /// The number of numbers left.
    #[inline]
    pub const fn count(self) -> u8 {
        (19 - self.0.leading_zeros() as u8) / 4
    }

    /// The largest number.
    #[inline]
    pub const fn high(self) -> u8 {
        self.0 as u8 & 15
    }

    /// The smaller number, if there are two different ones.
    #[inline]
    pub const fn low(self) -> Option<u8> {
        let second = (self.0 >> 4) as u8 & 15;
        if second == 0 || second == self.high() { None } else { Some(second) }
    }

    /// Whether this number is left to play.
    #[inline]
    pub fn contains(self, number: u8) -> bool {
        self.high() == number || self.low() == Some(number)
    }

    /// The numbers left after playing one; `None` if that was the last.
    #[inline]
    pub const fn without(self, number: u8) -> Option<Dice> {
        let rest = if self.high() == number { self.0 >> 4 } else { self.0 & 15 };
        if rest == 0 { None } else { Some(Dice(rest)) }
    }

    /// Every number left to play, larger first.
    pub fn numbers(self) -> impl Iterator<Item = u8> {
        (0..self.count()).map(move |i| (self.0 >> (4 * i)) as u8 & 15)
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (i, number) in self.numbers().enumerate() {
            write!(f, "{}{number}", if i == 0 { "" } else { "." })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Dice {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Dice({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn playing_a_number_removes_it() {
        let dice = Dice::from_throw(5, 3);
        assert_eq!(dice.to_string(), "5.3");
        assert_eq!((dice.count(), dice.high(), dice.low()), (2, 5, Some(3)));
        assert_eq!(dice.without(5), Dice::from_numbers(&[3]));
        assert_eq!(dice.without(3), Dice::from_numbers(&[5]));
        assert_eq!(dice.without(3).and_then(|dice| dice.without(5)), None);
        let double = Dice::from_throw(4, 4);
        assert_eq!((double.count(), double.high(), double.low()), (4, 4, None));
        assert_eq!(double.to_string(), "4.4.4.4");
        assert_eq!(double.without(4), Dice::from_numbers(&[4, 4, 4]));
        assert_eq!(Dice::from_numbers(&[4, 4]).unwrap().without(4), Dice::from_numbers(&[4]));
    }

    #[test]
    fn impossible_remaining_numbers_are_refused() {
        for numbers in
            [&[][..], &[3, 5], &[5, 3, 1], &[5, 5, 3], &[4; 5], &[0], &[7], &[5, 0], &[16, 1]]
        {
            assert_eq!(Dice::from_numbers(numbers), None, "{numbers:?}");
        }
    }
}
