use std::time::Duration;

use crate::fleet::{CpuSeconds, StoreTimes};
use crate::plot;
use crate::stats::quantile;

/// Result of a load test. A report exists only if every check passed.
#[derive(Clone, Debug)]
pub struct LoadReport {
    /// Concurrent games.
    pub games: usize,
    /// Games with silent players.
    pub idle: usize,
    /// Nodes over PostgreSQL and NATS; 0 for one server on SQLite.
    pub nodes: usize,
    /// Requested acts per second; 0 for as many as possible.
    pub requested_rate: u32,
    /// Connections held throughout.
    pub connections: usize,
    /// Time to open all connections and games.
    pub opening: Duration,
    /// Measured time.
    pub time: Duration,
    /// Acknowledged acts: time in seconds and latency.
    pub acts: Vec<(f64, Duration)>,
    /// Messages checked.
    pub messages: u64,
    /// Games played to their end.
    pub finished: u64,
    /// Records checked.
    pub records: u64,
    /// Requests refused because a timeout came first.
    pub raced: u64,
    /// Answered requests sent again: no effect, same answer.
    pub resent_answered: u64,
    /// Server memory in bytes: before the first connection, after opening, after play.
    pub memory: [Option<u64>; 3],
    /// CPU time during the measurement.
    pub cpu: CpuSeconds,
    /// CPU time while games and connections were opened.
    pub opening_cpu: CpuSeconds,
    /// How the store fared, if the server tells.
    pub store: Option<StoreTimes>,
}

impl LoadReport {
    /// Latencies, sorted.
    fn sorted_latencies(&self) -> Vec<Duration> {
        let mut sorted: Vec<Duration> = self.acts.iter().map(|(_, took)| *took).collect();
        sorted.sort_unstable();
        sorted
    }

    /// Acts per second.
    pub fn acts_per_second(&self) -> f64 {
        self.acts.len() as f64 / self.time.as_secs_f64().max(0.001)
    }

    /// Bytes of memory per connection, games included.
    pub fn bytes_per_connection(&self) -> Option<u64> {
        let [empty, full, _] = self.memory;
        Some(full?.saturating_sub(empty?) / (self.connections as u64).max(1))
    }

    /// SVG plot of latency and throughput.
    pub fn plot(&self) -> String {
        plot::svg(self, &self.sorted_latencies())
    }
}

impl std::fmt::Display for LoadReport {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let sorted = self.sorted_latencies();
        let milli = |of: usize| {
            let took = quantile(&sorted, of);
            format!("{:.1} ms", took.as_secs_f64() * 1000.0)
        };
        let mega = |bytes: Option<u64>| {
            bytes.map_or("not known".into(), |bytes| format!("{:.1} MB", bytes as f64 / 1e6))
        };
        let asked = match self.requested_rate {
            0 => "as many as go".to_owned(),
            asked => asked.to_string(),
        };
        let cpu = |cpu: CpuSeconds, time: Duration| {
            let parts = [
                ("server", cpu.servers),
                ("database", cpu.database),
                ("bus", cpu.bus),
                ("players", cpu.players),
            ];
            let known =
                parts.iter().filter_map(|(part, used)| Some(format!("{part} {:.1} s", (*used)?)));
            format!("{} in {:.1} s", known.collect::<Vec<_>>().join(", "), time.as_secs_f64())
        };
        let nodes = match self.nodes {
            0 => "one server on SQLite".to_owned(),
            nodes => format!("{nodes} over PostgreSQL and NATS"),
        };
        let store = self.store.map_or("not known".into(), |store| {
            format!("{} ms, {}", store.slowest_commit_ms, store.slow_commits)
        });
        let each = self
            .bytes_per_connection()
            .map_or("not known".into(), |each| format!("{:.1} kB", each as f64 / 1e3));
        let [empty, full, played] = self.memory;
        let rows = [
            ("servers", nodes),
            ("connections held", self.connections.to_string()),
            ("games played at once, silent games", format!("{}, {}", self.games, self.idle)),
            ("time to open them", format!("{:.1} s", self.opening.as_secs_f64())),
            ("durable acts a second, asked for", asked),
            ("durable acts a second, done", format!("{:.0}", self.acts_per_second())),
            ("request to done, p50", milli(500)),
            ("request to done, p99", milli(990)),
            ("request to done, p99.9", milli(999)),
            ("server's memory, empty", mega(empty)),
            ("server's memory, everybody there", mega(full)),
            ("server's memory, after play", mega(played)),
            ("server's memory a connection", each),
            ("CPU time while opening", cpu(self.opening_cpu, self.opening)),
            ("CPU time while playing", cpu(self.cpu, self.time)),
            ("slowest group stored, groups over 100 ms", store),
            ("messages checked", self.messages.to_string()),
            ("games finished, records checked", format!("{}, {}", self.finished, self.records)),
            ("refused because time was faster", self.raced.to_string()),
            ("sent twice, done once, answered the same", self.resent_answered.to_string()),
            ("errors", "0".to_owned()),
        ];
        rows.iter().try_for_each(|(what, value)| writeln!(f, "{what:<42} {value}"))
    }
}
