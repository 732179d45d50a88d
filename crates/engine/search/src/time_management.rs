use abaque_core::Millis;

use crate::SearchLimits;

/// A player's clock at the start of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnClock {
    /// Time left.
    pub left: Millis,
    /// Increment per action or turn.
    pub increment: Millis,
    /// Reserve for the latency between the search and the clock.
    pub overhead: Millis,
    /// Expected number of the player's remaining actions.
    pub actions_to_come: u32,
}

/// Time for this action: an even share of the remaining time plus most of the increment, with a
/// hard limit of several shares for difficult moves and always some reserve.
pub fn allocate_time(clock: TurnClock) -> SearchLimits {
    let usable = clock.left.saturating_sub(clock.overhead).0;
    let share = usable / u64::from(clock.actions_to_come.max(1)) + clock.increment.0 * 3 / 4;
    let most = usable / 3;
    SearchLimits {
        time: Some(Millis((share * 3).min(most).max(1))),
        soft_time: Some(Millis((share * 3 / 5).min(most).max(1))),
        ..SearchLimits::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_game_never_runs_out_of_time() {
        for (budget, increment) in [(600_000, 0), (60_000, 1_000), (2_000, 0), (500, 100)] {
            let mut left = Millis(budget);
            for _ in 0..400 {
                let clock = TurnClock {
                    left,
                    increment: Millis(increment),
                    overhead: Millis(20),
                    actions_to_come: 40,
                };
                let limits = allocate_time(clock);
                let most = limits.time.expect("a clock gives an end");
                assert!(limits.soft_time <= limits.time);
                assert!(most < left || left <= Millis(20), "{most:?} of {left:?}");
                left = left.saturating_sub(most) + Millis(increment);
            }
        }
    }

    #[test]
    fn more_time_gives_longer_searches() {
        let clock = |left| TurnClock {
            left: Millis(left),
            increment: Millis(0),
            overhead: Millis(0),
            actions_to_come: 40,
        };
        assert!(allocate_time(clock(60_000)).soft_time > allocate_time(clock(6_000)).soft_time);
    }
}
