//! Metrics in the Prometheus text format.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Upper bounds of the latency histogram, in seconds.
const LATENCY_BOUNDS: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0, 5.0];

/// A shared counter or gauge.
#[derive(Clone, Debug, Default)]
pub struct MetricValue(Arc<AtomicU64>);

impl MetricValue {
    /// Adds one.
    pub fn increment(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// Subtracts one, saturating at zero.
    pub fn decrement(&self) {
        let _ = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1));
    }

    /// Sets the value.
    pub fn set(&self, value: u64) {
        self.0.store(value, Ordering::Relaxed);
    }

    /// The current value.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

#[derive(Default)]
struct Histogram {
    buckets: [u64; LATENCY_BOUNDS.len()],
    count: u64,
    sum: f64,
}

/// A metric with its name, help text and type.
struct NamedMetric {
    name: &'static str,
    help: &'static str,
    kind: &'static str,
    value: MetricValue,
}

/// All metrics. Routes are labelled by template, so there are few series.
#[derive(Default)]
pub struct Metrics {
    requests: Mutex<BTreeMap<(String, &'static str, u16), u64>>,
    latency: Mutex<BTreeMap<String, Histogram>>,
    registered: Mutex<Vec<NamedMetric>>,
}

impl Metrics {
    /// Registers a counter; the same name returns the same counter.
    pub fn counter(&self, name: &'static str, help: &'static str) -> MetricValue {
        self.register(name, help, "counter")
    }

    /// Registers a gauge; the same name returns the same gauge.
    pub fn gauge(&self, name: &'static str, help: &'static str) -> MetricValue {
        self.register(name, help, "gauge")
    }

    fn register(&self, name: &'static str, help: &'static str, kind: &'static str) -> MetricValue {
        let mut all = self.registered.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = all.iter().find(|named| named.name == name) {
            return found.value.clone();
        }
        let number = MetricValue::default();
        all.push(NamedMetric { name, help, kind, value: number.clone() });
        number
    }

    pub(crate) fn record_request(
        &self,
        route: &str,
        method: &'static str,
        status: u16,
        took: Duration,
    ) {
        let key = (route.to_owned(), method, status);
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        *requests.entry(key).or_default() += 1;
        drop(requests);
        let mut latency = self.latency.lock().unwrap_or_else(PoisonError::into_inner);
        let histogram = latency.entry(route.to_owned()).or_default();
        let seconds = took.as_secs_f64();
        for (bucket, bound) in histogram.buckets.iter_mut().zip(LATENCY_BOUNDS) {
            *bucket += u64::from(seconds <= bound);
        }
        histogram.count += 1;
        histogram.sum += seconds;
    }

    /// All metrics in the text format.
    pub fn render(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        let name = "abaque_requests_total";
        write_head(out, name, "Requests answered, by route and status.", "counter")?;
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        for ((route, method, status), count) in requests.iter() {
            let route = escape_label(route);
            writeln!(
                out,
                "{name}{{route=\"{route}\",method=\"{method}\",status=\"{status}\"}} {count}"
            )?;
        }
        drop(requests);
        let name = "abaque_request_seconds";
        write_head(out, name, "How long answers took, by route.", "histogram")?;
        let latency = self.latency.lock().unwrap_or_else(PoisonError::into_inner);
        for (route, Histogram { buckets, count, sum }) in latency.iter() {
            let route = escape_label(route);
            for (bound, bucket) in LATENCY_BOUNDS.iter().zip(buckets) {
                writeln!(out, "{name}_bucket{{route=\"{route}\",le=\"{bound}\"}} {bucket}")?;
            }
            writeln!(out, "{name}_bucket{{route=\"{route}\",le=\"+Inf\"}} {count}")?;
            writeln!(out, "{name}_sum{{route=\"{route}\"}} {sum}")?;
            writeln!(out, "{name}_count{{route=\"{route}\"}} {count}")?;
        }
        drop(latency);
        let named = self.registered.lock().unwrap_or_else(PoisonError::into_inner);
        for NamedMetric { name, help, kind, value: number } in named.iter() {
            write_head(out, name, help, kind)?;
            writeln!(out, "{name} {}", number.get())?;
        }
        Ok(())
    }
}

fn write_head(out: &mut String, name: &str, help: &str, kind: &str) -> std::fmt::Result {
    writeln!(out, "# HELP {name} {help}")?;
    writeln!(out, "# TYPE {name} {kind}")
}

fn escape_label(text: &str) -> String {
    text.replace('\\', r"\\").replace('"', "\\\"").replace('\n', r"\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_is_what_prometheus_reads() {
        let metrics = Metrics::default();
        metrics.record_request("/api/v1/me", "GET", 200, Duration::from_millis(4));
        metrics.record_request("/api/v1/me", "GET", 200, Duration::from_secs(9));
        let tables = metrics.gauge("abaque_tables", "Tables.");
        tables.increment();
        metrics.gauge("abaque_tables", "Tables.").increment();
        tables.decrement();
        let text = metrics.render();
        for line in [
            "abaque_requests_total{route=\"/api/v1/me\",method=\"GET\",status=\"200\"} 2",
            "abaque_request_seconds_bucket{route=\"/api/v1/me\",le=\"0.0025\"} 0",
            "abaque_request_seconds_bucket{route=\"/api/v1/me\",le=\"0.005\"} 1",
            "abaque_request_seconds_bucket{route=\"/api/v1/me\",le=\"+Inf\"} 2",
            "abaque_request_seconds_count{route=\"/api/v1/me\"} 2",
            "# TYPE abaque_tables gauge",
            "abaque_tables 1",
        ] {
            assert!(text.lines().any(|one| one == line), "{line}\n{text}");
        }
    }

    #[test]
    fn nothing_goes_below_none() {
        let number = MetricValue::default();
        number.decrement();
        assert_eq!(number.get(), 0);
    }
}
