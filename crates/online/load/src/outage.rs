//! Server outages and their allowed effect on clocks.

use std::time::{Duration, Instant};

use abaque_protocol::ClockReading;

use crate::Failure;

/// Time a clock may gain in one outage: the time since the server's last heartbeat.
const MAX_CLOCK_GAIN: Duration = Duration::from_millis(1500);
/// Longest delay of a message.
const MAX_MESSAGE_DELAY: Duration = Duration::from_millis(400);

/// A server outage.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outage {
    /// Time of the kill.
    pub(crate) killed: Instant,
    /// Start of the next server process.
    pub(crate) started: Instant,
    /// Time at which the new server was ready.
    pub(crate) ready: Instant,
    /// Worst store latency just before the kill: heartbeats wait as long.
    pub(crate) store_latency: Duration,
}

/// Clocks at the arrival of a message.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClockSample {
    pub(crate) at: Instant,
    pub(crate) plies: usize,
    pub(crate) clocks: [ClockReading; 2],
}

/// Checks that outages cost no clock time. Returns whether there was anything to compare.
pub(crate) fn check_clocks(
    before: &ClockSample,
    after: &ClockSample,
    outages: &[Outage],
) -> Result<bool, Failure> {
    let between: Vec<&Outage> = outages
        .iter()
        .filter(|outage| outage.started > before.at && outage.started < after.at)
        .collect();
    let running = |reading: &ClockSample| reading.clocks.map(|clock| clock.is_running);
    if between.is_empty() || before.plies != after.plies || running(before) != running(after) {
        return Ok(false);
    }
    let down = |until: fn(&Outage) -> Instant| -> Duration {
        let from = |outage: &Outage| outage.killed.max(before.at);
        between.iter().map(|outage| until(outage).saturating_duration_since(from(outage))).sum()
    };
    let passed = after.at - before.at;
    let most = passed.saturating_sub(down(|outage| outage.started)) + MAX_MESSAGE_DELAY;
    let least = passed.saturating_sub(down(|outage| outage.ready));
    // A heartbeat is older by its own write time, and so is the next.
    let favour: Duration =
        between.iter().map(|outage| MAX_CLOCK_GAIN + 2 * outage.store_latency).sum();
    for (seat, (old, new)) in before.clocks.iter().zip(&after.clocks).enumerate() {
        let (was, is) = (Duration::from_millis(old.left.0), Duration::from_millis(new.left.0));
        let (low, high) = match old.is_running {
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
    use abaque_protocol::Millis;

    use super::*;

    fn after(left: [u64; 2]) -> Result<bool, Failure> {
        with_store(Duration::ZERO, left)
    }

    fn with_store(slow: Duration, left: [u64; 2]) -> Result<bool, Failure> {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let clocks = |left: [u64; 2]| {
            [(left[0], true), (left[1], false)].map(|(left, is_running)| ClockReading {
                left: Millis(left),
                is_running,
                delay_left: Millis(0),
            })
        };
        let before = ClockSample { at: at(0), plies: 3, clocks: clocks([60_000, 50_000]) };
        let after = ClockSample { at: at(10), plies: 3, clocks: clocks(left) };
        let outage = Outage { killed: at(2), started: at(7), ready: at(8), store_latency: slow };
        check_clocks(&before, &after, &[outage])
    }

    #[test]
    fn clocks_count_only_time_with_a_running_server() {
        // Two seconds before, two after; the server started within the second in between.
        assert_eq!(after([56_000, 50_000]), Ok(true));
        assert_eq!(after([55_000, 50_000]), Ok(true));
        assert_eq!(after([57_400, 50_000]), Ok(true));
    }

    #[test]
    fn a_slow_store_widens_the_tolerance() {
        let slow = Duration::from_millis(200);
        assert_eq!(with_store(slow, [57_800, 50_000]), Ok(true));
        assert!(with_store(slow, [58_000, 50_000]).is_err());
        assert!(with_store(slow, [54_500, 50_000]).is_err());
    }

    #[test]
    fn lost_and_granted_time_is_detected() {
        assert!(after([54_500, 50_000]).is_err());
        assert!(after([50_000, 50_000]).is_err());
        assert!(after([57_600, 50_000]).is_err());
        assert!(after([56_000, 49_999]).is_err());
        assert!(after([56_000, 50_001]).is_err());
    }
}
