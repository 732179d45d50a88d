//! Server time: set from the wall clock once, then advanced by the monotonic clock.
//!
//! A machine's wall clock jumps: an administrator sets it, NTP corrects it. A game clock must not
//! jump. The server time advances with the monotonic clock and approaches the wall clock by running
//! at most half a percent ([`SLEW_DIVISOR`]) faster or slower: a jump of an hour changes a
//! five-minute game by a second and a half and is corrected within nine days, or by a restart.
//! Server time never goes back, even across restarts.
//!
//! Several servers on one database take its time instead of their own wall clocks, and a new one
//! starts with the time of those that run, so they agree to within the latency of a query.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use abaque_store::{Store, StoreError};

use crate::downtime;
use crate::rooms::{NowFn, lock};

/// Server time runs faster or slower by at most one part in this many.
const SLEW_DIVISOR: i64 = 200;
/// Drift from the wall clock worth a log line.
const LOGGED_DRIFT_NANOS: i64 = 5 * NANOS_PER_SECOND;
const NANOS_PER_SECOND: i64 = 1_000_000_000;
const NANOS_PER_MILLI: i64 = 1_000_000;

/// The two clocks of a machine.
#[derive(Clone)]
pub struct TimeSource {
    /// Wall clock in milliseconds since 1970; may jump.
    pub wall: Arc<dyn Fn() -> i64 + Send + Sync>,
    /// Monotonic clock; on Linux it stands still while the machine is suspended.
    pub monotonic: Arc<dyn Fn() -> Duration + Send + Sync>,
}

impl TimeSource {
    /// The machine's own clocks.
    pub fn system() -> TimeSource {
        let start = Instant::now();
        let wall = || {
            let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
        };
        TimeSource { wall: Arc::new(wall), monotonic: Arc::new(move || start.elapsed()) }
    }
}

/// Interval of reading the database's time.
const DATABASE_INTERVAL: Duration = Duration::from_secs(10);
/// Readings of the database's time, of which the fastest counts.
const DATABASE_READINGS: usize = 3;

impl TimeSource {
    /// The time of a PostgreSQL store in place of the wall clock.
    pub async fn database(store: &Store) -> Result<TimeSource, StoreError> {
        let start = Instant::now();
        let offset = Arc::new(AtomicI64::new(database_offset(store, start).await?));
        tokio::spawn(follow_database(store.clone(), start, Arc::downgrade(&offset)));
        let wall = move || start.elapsed().as_millis() as i64 + offset.load(Ordering::Relaxed);
        Ok(TimeSource { wall: Arc::new(wall), monotonic: Arc::new(move || start.elapsed()) })
    }
}

/// Database time minus the milliseconds since `start`.
async fn database_offset(store: &Store, start: Instant) -> Result<i64, StoreError> {
    let mut best: Option<(Duration, i64)> = None;
    for _ in 0..DATABASE_READINGS {
        let before = start.elapsed();
        let time = store.database_time().await?;
        let took = start.elapsed() - before;
        let offset = time - (before + took / 2).as_millis() as i64;
        if best.is_none_or(|(fastest, _)| took < fastest) {
            best = Some((took, offset));
        }
    }
    Ok(best.map_or(0, |(_, offset)| offset))
}

async fn follow_database(store: Store, start: Instant, offset: Weak<AtomicI64>) {
    loop {
        tokio::time::sleep(DATABASE_INTERVAL).await;
        let Some(offset) = offset.upgrade() else { return };
        match database_offset(&store, start).await {
            Ok(new) => offset.store(new, Ordering::Relaxed),
            Err(StoreError::Closed) => return,
            Err(error) => tracing::debug!(%error, "cannot read the database's time"),
        }
    }
}

/// Server time. Clones share the clock.
#[derive(Clone)]
pub struct ServerClock(Arc<ClockInner>);

struct ClockInner {
    source: TimeSource,
    state: Mutex<ClockState>,
}

struct ClockState {
    /// Server time at the last reading, in nanoseconds since 1970.
    server_nanos: i64,
    /// Monotonic clock at the last reading.
    last_monotonic: Duration,
    /// Drift last logged, in nanoseconds.
    logged_drift: i64,
}

impl ServerClock {
    /// Starts a clock for the server of this store, never before its last heartbeat.
    pub async fn start(store: &Store, source: TimeSource) -> Result<ServerClock, StoreError> {
        let alive = downtime::last_heartbeat(store).await?;
        let clock = ServerClock::not_before(alive.unwrap_or(i64::MIN), source);
        let ahead = clock.now() - (clock.0.source.wall)();
        if ahead > LOGGED_DRIFT_NANOS / NANOS_PER_MILLI {
            tracing::warn!(
                seconds = ahead / 1000,
                "the system clock went back while the server was down; the server goes on from its last time"
            );
        }
        Ok(clock)
    }

    /// Starts a clock for one of several servers of a PostgreSQL store, with the time of the others.
    pub async fn start_node(store: &Store) -> Result<ServerClock, StoreError> {
        let source = TimeSource::database(store).await?;
        match store.nodes_clock_offset().await? {
            Some(offset) => {
                let time = (source.wall)() + offset;
                Ok(ServerClock::at(time, source))
            }
            None => ServerClock::start(store, source).await,
        }
    }

    /// Starts a clock at the wall clock's time, or at `floor` if that is later.
    pub fn not_before(floor: i64, source: TimeSource) -> ServerClock {
        let time = (source.wall)().max(floor);
        ServerClock::at(time, source)
    }

    /// Starts a clock at this time.
    fn at(time: i64, source: TimeSource) -> ServerClock {
        let read = (source.monotonic)();
        let time = time.saturating_mul(NANOS_PER_MILLI);
        let drift = wall_nanos(&source) - time;
        ServerClock(Arc::new(ClockInner {
            source,
            state: Mutex::new(ClockState {
                server_nanos: time,
                last_monotonic: read,
                logged_drift: drift,
            }),
        }))
    }

    /// Milliseconds since 1970.
    pub fn now(&self) -> i64 {
        let ClockInner { source, state } = &*self.0;
        let mut state = lock(state);
        let read = (source.monotonic)();
        let passed = read.saturating_sub(state.last_monotonic);
        let passed = i64::try_from(passed.as_nanos()).unwrap_or(i64::MAX);
        let drift = wall_nanos(source).saturating_sub(state.server_nanos).saturating_sub(passed);
        let most = passed / SLEW_DIVISOR;
        state.server_nanos =
            state.server_nanos.saturating_add(passed).saturating_add(drift.clamp(-most, most));
        state.last_monotonic = state.last_monotonic.max(read);
        if drift.saturating_sub(state.logged_drift).unsigned_abs()
            > LOGGED_DRIFT_NANOS.unsigned_abs()
        {
            state.logged_drift = drift;
            tracing::warn!(
                seconds = drift / NANOS_PER_SECOND,
                "the system clock jumped; game clocks run on, and the server follows slowly (or restart it)"
            );
        }
        state.server_nanos / NANOS_PER_MILLI
    }

    /// The clock as a [`NowFn`].
    pub fn now_fn(&self) -> NowFn {
        let clock = self.clone();
        Arc::new(move || clock.now())
    }
}

impl Default for ServerClock {
    /// A clock of this machine, without a store's floor.
    fn default() -> ServerClock {
        ServerClock::not_before(i64::MIN, TimeSource::system())
    }
}

fn wall_nanos(source: &TimeSource) -> i64 {
    (source.wall)().saturating_mul(NANOS_PER_MILLI)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600_000;
    const DAY: i64 = 24 * HOUR;
    const START: i64 = 1_800_000_000_000;

    /// Clocks moved by the test.
    #[derive(Clone, Default)]
    struct FakeMachine {
        wall: Arc<AtomicI64>,
        up: Arc<AtomicI64>,
    }

    impl FakeMachine {
        fn new() -> FakeMachine {
            let machine = FakeMachine::default();
            machine.wall.store(START, Ordering::Relaxed);
            machine
        }

        fn source(&self) -> TimeSource {
            let FakeMachine { wall, up } = self.clone();
            TimeSource {
                wall: Arc::new(move || wall.load(Ordering::Relaxed)),
                monotonic: Arc::new(move || {
                    Duration::from_millis(up.load(Ordering::Relaxed).unsigned_abs())
                }),
            }
        }

        fn pass(&self, millis: i64) {
            self.up.fetch_add(millis, Ordering::Relaxed);
            self.jump(millis);
        }

        fn jump(&self, millis: i64) {
            self.wall.fetch_add(millis, Ordering::Relaxed);
        }
    }

    #[test]
    fn a_jump_of_the_wall_clock_is_followed_slowly() {
        for jump in [HOUR, -HOUR, DAY, -DAY, -START, i64::MAX / 2] {
            let machine = FakeMachine::new();
            let clock = ServerClock::not_before(i64::MIN, machine.source());
            machine.pass(1000);
            assert_eq!(clock.now(), START + 1000);
            machine.jump(jump);
            assert_eq!(clock.now(), START + 1000, "{jump}: nothing at the moment of the jump");
            let (mut before, minutes) = (clock.now(), 5);
            for _ in 0..minutes * 600 {
                machine.pass(100);
                let now = clock.now();
                assert!((99..=101).contains(&(now - before)), "{jump}: {}", now - before);
                before = now;
            }
            // A five-minute game is off by 1.5 s at most.
            let off = before - START - 1000 - minutes * 60_000;
            assert!(off.abs() <= 1500 && off.signum() == jump.signum(), "{jump}: {off}");
        }
    }

    #[test]
    fn an_hour_is_corrected_within_nine_days() {
        for jump in [HOUR, -HOUR] {
            let machine = FakeMachine::new();
            let clock = ServerClock::not_before(i64::MIN, machine.source());
            machine.jump(jump);
            for _ in 0..9 * 24 * 60 {
                machine.pass(60_000);
                clock.now();
            }
            assert_eq!(clock.now(), machine.wall.load(Ordering::Relaxed));
        }
    }

    #[test]
    fn a_slow_drift_is_followed() {
        let machine = FakeMachine::new();
        let clock = ServerClock::not_before(i64::MIN, machine.source());
        for second in 0..10_000 {
            machine.pass(1000);
            // A poor crystal: one millisecond in ten seconds.
            if second % 10 == 0 {
                machine.up.fetch_add(1, Ordering::Relaxed);
            }
            clock.now();
        }
        assert!((clock.now() - machine.wall.load(Ordering::Relaxed)).abs() <= 1);
    }

    #[test]
    fn the_clock_is_independent_of_how_often_it_is_read() {
        let machine = FakeMachine::new();
        let (often, seldom) = (
            ServerClock::not_before(i64::MIN, machine.source()),
            ServerClock::not_before(i64::MIN, machine.source()),
        );
        machine.jump(HOUR);
        for _ in 0..60_000 {
            machine.pass(1);
            often.now();
        }
        assert!((often.now() - seldom.now()).abs() <= 1);
    }

    #[test]
    fn time_never_goes_back_after_a_restart() {
        let machine = FakeMachine::new();
        let alive = START + 5000;
        for (wall, expected) in [(START - DAY, alive), (START + DAY, START + DAY), (0, alive)] {
            machine.wall.store(wall, Ordering::Relaxed);
            assert_eq!(ServerClock::not_before(alive, machine.source()).now(), expected);
        }
    }
}
