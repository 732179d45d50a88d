use abaque_core::Millis;

use crate::Limits;

/// What a player's clock says when their turn begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allotment {
    /// Time left.
    pub left: Millis,
    /// Time added for each action or turn.
    pub increment: Millis,
    /// Time kept back for whatever lies between the search and the clock.
    pub overhead: Millis,
    /// How many more of one's own actions to prepare for.
    pub actions_to_come: u32,
}

/// How long to think: an even share of the time left plus most of the increment, a hard end at
/// several shares for the moves that need it, and always something in reserve.
pub fn allot(clock: Allotment) -> Limits {
    let usable = clock.left.less(clock.overhead).0;
    let share = usable / u64::from(clock.actions_to_come.max(1)) + clock.increment.0 * 3 / 4;
    let most = usable / 3;
    Limits {
        time: Some(Millis((share * 3).min(most).max(1))),
        enough: Some(Millis((share * 3 / 5).min(most).max(1))),
        ..Limits::default()
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
                let clock = Allotment {
                    left,
                    increment: Millis(increment),
                    overhead: Millis(20),
                    actions_to_come: 40,
                };
                let limits = allot(clock);
                let most = limits.time.expect("a clock gives an end");
                assert!(limits.enough <= limits.time);
                assert!(most < left || left <= Millis(20), "{most:?} of {left:?}");
                left = left.less(most) + Millis(increment);
            }
        }
    }

    #[test]
    fn more_time_is_more_thought() {
        let clock = |left| Allotment {
            left: Millis(left),
            increment: Millis(0),
            overhead: Millis(0),
            actions_to_come: 40,
        };
        assert!(allot(clock(60_000)).enough > allot(clock(6_000)).enough);
    }
}
