use core::fmt;

use abaque_core::Seat;

/// A stack of up to five frogs in one byte: a marker bit, then one bit per frog from bottom to top
/// (0 red, 1 purple).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stack(u8);

impl Stack {
    /// The stack without frogs.
    pub const EMPTY: Stack = Stack(1);

    /// A stack of these frogs, bottom to top; `None` for more than five.
    pub fn from_frogs(frogs: &[Seat]) -> Option<Stack> {
        let stack = frogs.iter().take(6).fold(Stack::EMPTY, |stack, &seat| stack.push(seat));
        (stack.height() <= 5).then_some(stack)
    }

    /// The number of frogs.
    #[inline]
    pub const fn height(self) -> u8 {
        7 - self.0.leading_zeros() as u8
    }

    /// Whether the stack has no frogs.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 1
    }

    /// The colour of the top frog, the only one that may leap (AGO-07).
    #[inline]
    pub const fn top(self) -> Option<Seat> {
        match (self.is_empty(), self.0 & 1) {
            (true, _) => None,
            (_, 0) => Some(Seat::First),
            _ => Some(Seat::Second),
        }
    }

    /// The number of frogs of the top colour lying together on top: 1 is a blot, 2 a pair, more a
    /// heap (AGO-09 to AGO-11).
    #[inline]
    pub const fn top_run(self) -> u8 {
        if self.0 & 1 == 0 {
            return self.0.trailing_zeros() as u8;
        }
        let ones = self.0.trailing_ones() as u8;
        // In a single-coloured stack the run can include the marker.
        if ones > self.height() { self.height() } else { ones }
    }

    /// The number of frogs of one colour, on top or imprisoned.
    #[inline]
    pub const fn count(self, seat: Seat) -> u8 {
        let purple = self.0.count_ones() as u8 - 1;
        match seat {
            Seat::First => self.height() - purple,
            Seat::Second => purple,
        }
    }

    /// The frogs, bottom to top.
    pub fn frogs(self) -> impl Iterator<Item = Seat> {
        (0..self.height()).rev().map(move |depth| match (self.0 >> depth) & 1 {
            0 => Seat::First,
            _ => Seat::Second,
        })
    }

    /// The stack with one more frog on top.
    #[inline]
    pub(crate) const fn push(self, seat: Seat) -> Stack {
        Stack(self.0 << 1 | seat as u8)
    }

    /// The stack without its top frog.
    #[inline]
    pub(crate) const fn pop(self) -> Stack {
        if self.is_empty() { self } else { Stack(self.0 >> 1) }
    }
}

impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.frogs().try_for_each(|seat| f.write_str(letter(seat)))
    }
}

impl fmt::Debug for Stack {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Stack({self})")
    }
}

/// The letter of a colour in positions.
pub(crate) const fn letter(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "r",
        Seat::Second => "p",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stack(text: &str) -> Stack {
        let frogs: Vec<Seat> =
            text.chars().map(|c| if c == 'r' { Seat::First } else { Seat::Second }).collect();
        Stack::from_frogs(&frogs).unwrap()
    }

    #[test]
    fn runs_stop_at_the_other_colour_and_at_the_bottom() {
        for (text, height, run, red) in [
            ("", 0, 0, 0),
            ("r", 1, 1, 1),
            ("p", 1, 1, 0),
            ("pp", 2, 2, 0),
            ("rpp", 3, 2, 1),
            ("prr", 3, 2, 2),
            ("ppppp", 5, 5, 0),
            ("rrrrr", 5, 5, 5),
            ("pprpr", 5, 1, 2),
            ("rrppp", 5, 3, 2),
        ] {
            let stack = stack(text);
            assert_eq!(stack.to_string(), text);
            assert_eq!((stack.height(), stack.top_run()), (height, run), "{text}");
            assert_eq!(stack.count(Seat::First), red, "{text}");
            assert_eq!(stack.count(Seat::Second), height - red, "{text}");
            let top =
                text.chars().last().map(|c| if c == 'r' { Seat::First } else { Seat::Second });
            assert_eq!(stack.top(), top);
        }
    }

    #[test]
    fn six_frogs_are_no_stack() {
        assert_eq!(Stack::from_frogs(&[Seat::First; 6]), None);
        assert_eq!(Stack::from_frogs(&[Seat::First; 400]), None);
    }
}
