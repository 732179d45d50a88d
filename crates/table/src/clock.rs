use abaque_core::{ClockRule, Millis, Seat};

use crate::At;

/// One clock as it stands at some moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dial {
    /// What it shows.
    pub left: Millis,
    /// Whether it runs.
    pub runs: bool,
    /// How long it still waits before it falls.
    pub hold: Millis,
}

impl Dial {
    /// What it shows when some time has passed, if nothing happens meanwhile.
    pub fn shows(self, passed: Millis) -> Millis {
        if self.runs { self.left.less(passed.less(self.hold)) } else { self.left }
    }
}

/// Both players' clocks. Which of them run is decided by the table.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    rule: ClockRule,
    /// Time left when the turn began.
    left: [Millis; 2],
    /// Time used in this turn while the clock was running before.
    used: [Millis; 2],
    /// Since when the clock has been running.
    since: [Option<At>; 2],
}

impl Clocks {
    pub(crate) fn new(rule: ClockRule) -> Clocks {
        Clocks { rule, left: [rule.budget(); 2], used: [Millis(0); 2], since: [None; 2] }
    }

    /// Lets exactly these clocks run from now on.
    pub(crate) fn run(&mut self, seats: [bool; 2], now: At) {
        for (i, runs) in seats.into_iter().enumerate() {
            if let Some(since) = self.since[i].take() {
                self.used[i] = self.used[i] + (now - since);
            }
            self.since[i] = (runs && self.rule != ClockRule::None).then_some(now);
        }
    }

    /// The turn of a player is over: time is charged, the increment added, the next limit set.
    pub(crate) fn end_turn(&mut self, seat: Seat, now: At) {
        let i = seat.index();
        let running = self.since[i];
        let used = self.used(seat, now);
        self.used[i] = Millis(0);
        self.since[i] = running.map(|_| now);
        self.left[i] = match self.rule {
            ClockRule::None => Millis(0),
            ClockRule::Budget { increment, .. } => self.left[i].less(used) + increment,
            ClockRule::Delay { delay, .. } => self.left[i].less(used.less(delay)),
            ClockRule::PerTurn { limit } => limit,
        };
    }

    /// What the clock of a player shows; `None` without clocks.
    pub(crate) fn shows(&self, seat: Seat, now: At) -> Option<Millis> {
        let used = self.used(seat, now);
        let left = self.left[seat.index()];
        match self.rule {
            ClockRule::None => None,
            ClockRule::Delay { delay, .. } => Some(left.less(used.less(delay))),
            ClockRule::Budget { .. } | ClockRule::PerTurn { .. } => Some(left.less(used)),
        }
    }

    /// The clock of a player as it stands; `None` without clocks.
    pub(crate) fn dial(&self, seat: Seat, now: At) -> Option<Dial> {
        let left = self.shows(seat, now)?;
        let runs = self.since[seat.index()].is_some();
        let hold = match self.rule {
            ClockRule::Delay { delay, .. } if runs => delay.less(self.used(seat, now)),
            _ => Millis(0),
        };
        Some(Dial { left, runs, hold })
    }

    /// Sets what the clock of a player shows.
    pub(crate) fn set(&mut self, seat: Seat, left: Millis, now: At) {
        let i = seat.index();
        self.left[i] = left;
        self.used[i] = Millis(0);
        self.since[i] = self.since[i].map(|_| now);
    }

    /// When the flag of a player whose clock runs will fall.
    pub(crate) fn flag(&self, seat: Seat) -> Option<At> {
        let delay = match self.rule {
            ClockRule::Delay { delay, .. } => delay,
            _ => Millis(0),
        };
        let i = seat.index();
        self.since[i].map(|since| since + (self.left[i] + delay).less(self.used[i]))
    }

    fn used(&self, seat: Seat, now: At) -> Millis {
        let i = seat.index();
        self.used[i] + self.since[i].map_or(Millis(0), |since| now - since)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn com_04_delay_is_free_in_every_turn() {
        let mut clocks = Clocks::new("10d3".parse().unwrap());
        clocks.run([true, false], At(0));
        assert_eq!(clocks.shows(Seat::First, At(3000)), Some(Millis(10_000)));
        assert_eq!(clocks.flag(Seat::First), Some(At(13_000)));
        clocks.end_turn(Seat::First, At(5000));
        clocks.run([false, true], At(5000));
        assert_eq!(clocks.shows(Seat::First, At(9000)), Some(Millis(8000)));
        assert_eq!(clocks.flag(Seat::First), None);
    }

    #[test]
    fn com_04_a_paused_turn_goes_on_where_it_stood() {
        let mut clocks = Clocks::new("10+2".parse().unwrap());
        clocks.run([true, false], At(0));
        clocks.run([false, false], At(4000));
        clocks.run([true, false], At(50_000));
        assert_eq!(clocks.flag(Seat::First), Some(At(56_000)));
        clocks.end_turn(Seat::First, At(51_000));
        assert_eq!(clocks.shows(Seat::First, At(51_000)), Some(Millis(7000)));
    }
}
