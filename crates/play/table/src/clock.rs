use abaque_core::{ClockRule, Millis, Seat};

use crate::Timestamp;

/// A player's clock at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ClockReading {
    /// The displayed time.
    pub left: Millis,
    /// Whether it runs.
    #[cfg_attr(feature = "serde", serde(rename = "runs"))]
    pub is_running: bool,
    /// The delay left before the displayed time starts to fall.
    #[cfg_attr(
        feature = "serde",
        serde(rename = "hold", default, skip_serializing_if = "is_zero")
    )]
    pub delay_left: Millis,
}

#[cfg(feature = "serde")]
fn is_zero(millis: &Millis) -> bool {
    *millis == Millis(0)
}

impl ClockReading {
    /// The displayed time after `passed`, if the clock's state does not change meanwhile.
    pub fn left_after(self, passed: Millis) -> Millis {
        if self.is_running {
            self.left.saturating_sub(passed.saturating_sub(self.delay_left))
        } else {
            self.left
        }
    }
}

/// Both players' clocks. The table decides which of them run.
#[derive(Clone, Debug)]
pub(crate) struct TableClocks {
    rule: ClockRule,
    /// Time left at the start of the turn.
    left: [Millis; 2],
    /// Time used in this turn before the clock last started.
    used: [Millis; 2],
    /// When the clock last started, if it is running.
    since: [Option<Timestamp>; 2],
}

impl TableClocks {
    pub(crate) fn new(rule: ClockRule) -> TableClocks {
        TableClocks { rule, left: [rule.budget(); 2], used: [Millis(0); 2], since: [None; 2] }
    }

    /// Starts exactly these clocks and stops the others.
    pub(crate) fn run_only(&mut self, seats: [bool; 2], now: Timestamp) {
        for (i, runs) in seats.into_iter().enumerate() {
            if let Some(since) = self.since[i].take() {
                self.used[i] = self.used[i] + (now - since);
            }
            self.since[i] = (runs && self.rule != ClockRule::None).then_some(now);
        }
    }

    /// Ends a player's turn: charges time, adds the increment, sets the next limit.
    pub(crate) fn end_turn(&mut self, seat: Seat, now: Timestamp) {
        let i = seat.index();
        let running = self.since[i];
        let used = self.time_used(seat, now);
        self.used[i] = Millis(0);
        self.since[i] = running.map(|_| now);
        self.left[i] = match self.rule {
            ClockRule::None => Millis(0),
            ClockRule::Budget { increment, .. } => self.left[i].saturating_sub(used) + increment,
            ClockRule::Delay { delay, .. } => {
                self.left[i].saturating_sub(used.saturating_sub(delay))
            }
            ClockRule::PerTurn { limit } => limit,
        };
    }

    /// The displayed time of a player; `None` without clocks.
    pub(crate) fn time_left(&self, seat: Seat, now: Timestamp) -> Option<Millis> {
        let used = self.time_used(seat, now);
        let left = self.left[seat.index()];
        match self.rule {
            ClockRule::None => None,
            ClockRule::Delay { delay, .. } => Some(left.saturating_sub(used.saturating_sub(delay))),
            ClockRule::Budget { .. } | ClockRule::PerTurn { .. } => Some(left.saturating_sub(used)),
        }
    }

    /// A player's clock reading; `None` without clocks.
    pub(crate) fn reading(&self, seat: Seat, now: Timestamp) -> Option<ClockReading> {
        let left = self.time_left(seat, now)?;
        let runs = self.since[seat.index()].is_some();
        let hold = match self.rule {
            ClockRule::Delay { delay, .. } if runs => {
                delay.saturating_sub(self.time_used(seat, now))
            }
            _ => Millis(0),
        };
        Some(ClockReading { left, is_running: runs, delay_left: hold })
    }

    /// Sets the displayed time of a player.
    pub(crate) fn set_time_left(&mut self, seat: Seat, left: Millis, now: Timestamp) {
        let i = seat.index();
        self.left[i] = left;
        self.used[i] = Millis(0);
        self.since[i] = self.since[i].map(|_| now);
    }

    /// When the flag of a player with a running clock will fall.
    pub(crate) fn flag_time(&self, seat: Seat) -> Option<Timestamp> {
        let delay = match self.rule {
            ClockRule::Delay { delay, .. } => delay,
            _ => Millis(0),
        };
        let i = seat.index();
        self.since[i].map(|since| since + (self.left[i] + delay).saturating_sub(self.used[i]))
    }

    fn time_used(&self, seat: Seat, now: Timestamp) -> Millis {
        let i = seat.index();
        self.used[i] + self.since[i].map_or(Millis(0), |since| now - since)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn com_04_delay_is_free_in_every_turn() {
        let mut clocks = TableClocks::new("10d3".parse().unwrap());
        clocks.run_only([true, false], Timestamp(0));
        assert_eq!(clocks.time_left(Seat::First, Timestamp(3000)), Some(Millis(10_000)));
        assert_eq!(clocks.flag_time(Seat::First), Some(Timestamp(13_000)));
        clocks.end_turn(Seat::First, Timestamp(5000));
        clocks.run_only([false, true], Timestamp(5000));
        assert_eq!(clocks.time_left(Seat::First, Timestamp(9000)), Some(Millis(8000)));
        assert_eq!(clocks.flag_time(Seat::First), None);
    }

    #[test]
    fn com_04_a_paused_turn_goes_on_where_it_stood() {
        let mut clocks = TableClocks::new("10+2".parse().unwrap());
        clocks.run_only([true, false], Timestamp(0));
        clocks.run_only([false, false], Timestamp(4000));
        clocks.run_only([true, false], Timestamp(50_000));
        assert_eq!(clocks.flag_time(Seat::First), Some(Timestamp(56_000)));
        clocks.end_turn(Seat::First, Timestamp(51_000));
        assert_eq!(clocks.time_left(Seat::First, Timestamp(51_000)), Some(Millis(7000)));
    }
}
