//! Times without a server, and what clocks may have done in them.

use std::time::{Duration, Instant};

use abaque_protocol::Clock;

use crate::Wrong;

/// How much a clock may have gained in one outage: the time since the server last noted that it is alive.
const FAVOUR: Duration = Duration::from_millis(1500);
/// How late a message may have come.
const SLACK: Duration = Duration::from_millis(400);

/// A time without a server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outage {
    /// When it was killed.
    pub(crate) killed: Instant,
    /// When the next one was started.
    pub(crate) started: Instant,
    /// When that one was ready.
    pub(crate) ready: Instant,
    /// How long the store took at worst just before: the note of being alive is written there too.
    pub(crate) slow: Duration,
}

/// What the clocks showed when a message came.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    pub(crate) at: Instant,
    pub(crate) plies: usize,
    pub(crate) clocks: [Clock; 2],
}

/// Whether clocks went on, over outages, as if there had been none. Says whether there was anything to compare.
pub(crate) fn compare(
    before: &Reading,
    after: &Reading,
    outages: &[Outage],
) -> Result<bool, Wrong> {
    let between: Vec<&Outage> = outages
        .iter()
        .filter(|outage| outage.started > before.at && outage.started < after.at)
        .collect();
    let running = |reading: &Reading| reading.clocks.map(|clock| clock.runs);
    if between.is_empty() || before.plies != after.plies || running(before) != running(after) {
        return Ok(false);
    }
    let down = |until: fn(&Outage) -> Instant| -> Duration {
        let from = |outage: &Outage| outage.killed.max(before.at);
        between.iter().map(|outage| until(outage).saturating_duration_since(from(outage))).sum()
    };
    let passed = after.at - before.at;
    let most = passed.saturating_sub(down(|outage| outage.started)) + SLACK;
    let least = passed.saturating_sub(down(|outage| outage.ready));
    // A note is older by the time it takes to write, and so is the next.
    let favour: Duration = between.iter().map(|outage| FAVOUR + 2 * outage.slow).sum();
    for (seat, (old, new)) in before.clocks.iter().zip(&after.clocks).enumerate() {
        let (was, is) = (Duration::from_millis(old.left), Duration::from_millis(new.left));
        let (low, high) = match old.runs {
            true => (was.saturating_sub(most), (was + favour).saturating_sub(least)),
            false => (was, was),
        };
        if is < low || is > high {
            return Err(format!(
                "the clock of seat {} showed {was:?} and now {is:?}; after {passed:?} with {} outages it may show {low:?} to {high:?}",
                seat + 1,
                between.len()
            ));
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(left: [u64; 2]) -> Result<bool, Wrong> {
        with_store(Duration::ZERO, left)
    }

    fn with_store(slow: Duration, left: [u64; 2]) -> Result<bool, Wrong> {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let clocks = |left: [u64; 2]| {
            [
                Clock { left: left[0], runs: true, hold: 0 },
                Clock { left: left[1], runs: false, hold: 0 },
            ]
        };
        let before = Reading { at: at(0), plies: 3, clocks: clocks([60_000, 50_000]) };
        let after = Reading { at: at(10), plies: 3, clocks: clocks(left) };
        let outage = Outage { killed: at(2), started: at(7), ready: at(8), slow };
        compare(&before, &after, &[outage])
    }

    #[test]
    fn only_time_with_a_server_counts() {
        // Two seconds before, two after; the server woke within the second in between.
        assert_eq!(after([56_000, 50_000]), Ok(true));
        assert_eq!(after([55_000, 50_000]), Ok(true));
        assert_eq!(after([57_400, 50_000]), Ok(true));
    }

    #[test]
    fn a_slow_store_notes_late() {
        let slow = Duration::from_millis(200);
        assert_eq!(with_store(slow, [57_800, 50_000]), Ok(true));
        assert!(with_store(slow, [58_000, 50_000]).is_err());
        assert!(with_store(slow, [54_500, 50_000]).is_err());
    }

    #[test]
    fn lost_and_given_time_show() {
        assert!(after([54_500, 50_000]).is_err());
        assert!(after([50_000, 50_000]).is_err());
        assert!(after([57_600, 50_000]).is_err());
        assert!(after([56_000, 49_999]).is_err());
        assert!(after([56_000, 50_001]).is_err());
    }
}
