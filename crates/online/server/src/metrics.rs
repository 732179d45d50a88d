//! Metrics in the Prometheus text format. The `prometheus` crate rather than `prometheus-client`,
//! which writes OpenMetrics and would rename the families of our counters.

use std::time::Duration;

use prometheus::core::Collector;
use prometheus::proto::MetricFamily;
use prometheus::{
    HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, Opts, Registry, TextEncoder,
};

/// Upper bounds of the latency histogram, in seconds.
const LATENCY_BOUNDS: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0, 5.0];

/// All metrics. Routes are labelled by template, so there are few series.
pub struct Metrics {
    registry: Registry,
    requests: IntCounterVec,
    latency: HistogramVec,
    sockets: IntGauge,
    password_tries: IntCounter,
}

/// A value that someone else counts, read when the metrics are asked for.
pub(crate) enum Reading {
    Counter(&'static str, &'static str, u64),
    Gauge(&'static str, &'static str, u64),
}

impl Default for Metrics {
    /// Metrics at zero.
    fn default() -> Metrics {
        Metrics::new().expect("the names below are valid and distinct")
    }
}

impl Metrics {
    /// Metrics at zero; fails if a name is invalid or given twice.
    fn new() -> prometheus::Result<Metrics> {
        let requests =
            Opts::new("abaque_requests_total", "Requests answered, by route and status.");
        let latency =
            HistogramOpts::new("abaque_request_seconds", "How long answers took, by route.")
                .buckets(LATENCY_BOUNDS.to_vec());
        let registry = Registry::new();
        Ok(Metrics {
            requests: registered(
                &registry,
                IntCounterVec::new(requests, &["route", "method", "status"])?,
            )?,
            latency: registered(&registry, HistogramVec::new(latency, &["route"])?)?,
            sockets: registered(&registry, IntGauge::new("abaque_sockets", "Sockets open.")?)?,
            password_tries: registered(
                &registry,
                IntCounter::new("abaque_password_tries_total", "Passwords compared with a hash.")?,
            )?,
            registry,
        })
    }

    /// Open sockets.
    pub(crate) fn sockets(&self) -> &IntGauge {
        &self.sockets
    }

    /// Passwords compared with a hash.
    pub(crate) fn password_tries(&self) -> &IntCounter {
        &self.password_tries
    }

    pub(crate) fn record_request(
        &self,
        route: &str,
        method: &'static str,
        status: u16,
        took: Duration,
    ) {
        self.requests.with_label_values(&[route, method, &status.to_string()]).inc();
        self.latency.with_label_values(&[route]).observe(took.as_secs_f64());
    }

    /// All metrics in the text format.
    pub fn render(&self) -> String {
        self.render_with(&[])
    }

    /// All metrics and these readings in the text format.
    pub(crate) fn render_with(&self, readings: &[Reading]) -> String {
        let mut families = self.registry.gather();
        families.extend(readings.iter().flat_map(Reading::collect));
        TextEncoder::new().encode_to_string(&families).unwrap_or_default()
    }
}

impl Reading {
    fn collect(&self) -> Vec<MetricFamily> {
        match *self {
            Reading::Counter(name, help, value) => IntCounter::new(name, help)
                .map(|counter| {
                    counter.inc_by(value);
                    counter.collect()
                })
                .unwrap_or_default(),
            Reading::Gauge(name, help, value) => IntGauge::new(name, help)
                .map(|gauge| {
                    gauge.set(value.try_into().unwrap_or(i64::MAX));
                    gauge.collect()
                })
                .unwrap_or_default(),
        }
    }
}

fn registered<M: Collector + Clone + 'static>(
    registry: &Registry,
    metric: M,
) -> prometheus::Result<M> {
    registry.register(Box::new(metric.clone()))?;
    Ok(metric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_are_in_the_prometheus_format() {
        let metrics = Metrics::default();
        metrics.record_request("/api/v1/me", "GET", 200, Duration::from_millis(4));
        metrics.record_request("/api/v1/me", "GET", 200, Duration::from_secs(9));
        metrics.sockets().inc();
        let text = metrics.render_with(&[
            Reading::Gauge("abaque_sessions", "Browsers signed in.", 3),
            Reading::Counter("abaque_store_commits_total", "Transactions.", 7),
        ]);
        for line in [
            "abaque_requests_total{method=\"GET\",route=\"/api/v1/me\",status=\"200\"} 2",
            "abaque_request_seconds_bucket{route=\"/api/v1/me\",le=\"0.0025\"} 0",
            "abaque_request_seconds_bucket{route=\"/api/v1/me\",le=\"0.005\"} 1",
            "abaque_request_seconds_bucket{route=\"/api/v1/me\",le=\"+Inf\"} 2",
            "abaque_request_seconds_count{route=\"/api/v1/me\"} 2",
            "# TYPE abaque_sockets gauge",
            "abaque_sockets 1",
            "# TYPE abaque_sessions gauge",
            "abaque_sessions 3",
            "# TYPE abaque_store_commits_total counter",
            "abaque_store_commits_total 7",
        ] {
            assert!(text.lines().any(|one| one == line), "{line}\n{text}");
        }
    }
}
