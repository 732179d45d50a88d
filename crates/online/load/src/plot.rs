//! SVG plots of the measurements.

use std::fmt::Write;
use std::time::Duration;

use crate::report::LoadReport;
use crate::stats::quantile;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 200.0;
const LEFT: f64 = 60.0;

/// Latency and throughput plots, one below the other.
pub(crate) fn svg(report: &LoadReport, sorted: &[Duration]) -> String {
    let mut out = String::from(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 580" font-family="sans-serif" font-size="12" fill="#333">
<rect width="860" height="580" fill="#fff"/>
"##,
    );
    latency(&mut out, report, sorted);
    throughput(&mut out, report);
    out.push_str("</svg>\n");
    out
}

/// Time series, one plot below the other.
pub(crate) fn curves(plots: &[(&str, &[(f64, f64)])]) -> String {
    let tall = 40.0 + 280.0 * plots.len() as f64;
    let mut out = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 {tall}" font-family="sans-serif" font-size="12" fill="#333">
<rect width="860" height="{tall}" fill="#fff"/>
"##
    );
    for (number, (title, samples)) in plots.iter().enumerate() {
        curve(&mut out, 40.0 + 280.0 * number as f64, title, samples);
    }
    out.push_str("</svg>\n");
    out
}

/// One time series, both axes from zero.
fn curve(out: &mut String, top: f64, title: &str, samples: &[(f64, f64)]) {
    let most = |of: fn(&(f64, f64)) -> f64| samples.iter().map(of).fold(1.0, f64::max);
    let (long, most) = (most(|sample| sample.0), most(|sample| sample.1));
    let step = round_step(most / 4.0);
    let high = step * (most / step).ceil();
    frame(out, top, title);
    for number in 0..=(high / step).round() as u32 {
        let value = f64::from(number) * step;
        y_gridline(out, top + HEIGHT * (1.0 - value / high), &format!("{value:.0}"));
    }
    for part in 0..=4 {
        let at = long * f64::from(part) / 4.0;
        tick(out, LEFT + WIDTH * at / long, top, &format!("{at:.1}"));
    }
    let mut line = String::new();
    for (at, value) in samples {
        let (x, y) = (LEFT + WIDTH * at / long, top + HEIGHT * (1.0 - value / high));
        let _ = write!(line, "{x:.1},{y:.1} ");
    }
    let _ = writeln!(
        out,
        r##"<polyline fill="none" stroke="#2563a8" stroke-width="2" points="{line}"/>"##
    );
}

/// Cumulative latency distribution, logarithmic time axis.
fn latency(out: &mut String, report: &LoadReport, sorted: &[Duration]) {
    let top = 40.0;
    let (low, high) = (0.1_f64, 1000.0_f64);
    let x =
        |milli: f64| LEFT + WIDTH * (milli.clamp(low, high) / low).log10() / (high / low).log10();
    let y = |share: f64| top + HEIGHT * (1.0 - share);
    let title = format!(
        "Request to done: share of {} acts answered within a time ({} connections)",
        sorted.len(),
        report.connections
    );
    frame(out, top, &title);
    for milli in [0.1, 1.0, 10.0, 100.0, 1000.0] {
        tick(out, x(milli), top, &format!("{milli} ms"));
    }
    for share in [0.0, 0.5, 1.0] {
        y_gridline(out, y(share), &format!("{:.0} %", share * 100.0));
    }
    let mut line = String::new();
    for of in 0..=1000 {
        let took = quantile(sorted, of).as_secs_f64() * 1000.0;
        let _ = write!(line, "{:.1},{:.1} ", x(took), y(of as f64 / 1000.0));
    }
    let _ = writeln!(
        out,
        r##"<polyline fill="none" stroke="#2563a8" stroke-width="2" points="{line}"/>"##
    );
    for (of, name, side, anchor) in
        [(500, "p50", 10.0, "start"), (990, "p99", -6.0, "end"), (999, "p99.9", 6.0, "start")]
    {
        let took = quantile(sorted, of).as_secs_f64() * 1000.0;
        let (x, y) = (x(took), y(of as f64 / 1000.0));
        let _ = writeln!(
            out,
            r##"<circle cx="{x:.1}" cy="{y:.1}" r="3.5" fill="#c2410c"/><text x="{:.1}" y="{:.1}" text-anchor="{anchor}">{name} {took:.1} ms</text>"##,
            x + side,
            y + 18.0
        );
    }
}

/// Acts per second over time.
fn throughput(out: &mut String, report: &LoadReport) {
    let top = 320.0;
    let seconds = (report.time.as_secs() as usize).max(1);
    let mut counts = vec![0_u32; seconds];
    for (at, _) in &report.acts {
        if let Some(count) = counts.get_mut(*at as usize) {
            *count += 1;
        }
    }
    let most = counts.iter().copied().max().unwrap_or(1).max(1);
    let step = round_step(f64::from(most) / 4.0);
    let high = step * (f64::from(most) / step).ceil();
    frame(out, top, "Durable acts in each second");
    let mut value = 0.0;
    while value <= high {
        y_gridline(out, top + HEIGHT * (1.0 - value / high), &format!("{value:.0}"));
        value += step;
    }
    let wide = WIDTH / seconds as f64;
    for (second, count) in counts.iter().enumerate() {
        let tall = HEIGHT * f64::from(*count) / high;
        let _ = writeln!(
            out,
            r##"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="{tall:.1}" fill="#2563a8"/>"##,
            LEFT + wide * second as f64,
            top + HEIGHT - tall,
            (wide - 1.0).max(0.5)
        );
    }
    for part in 0..=4 {
        let second = seconds as f64 * f64::from(part) / 4.0;
        tick(out, LEFT + wide * second, top, &format!("{second:.0} s"));
    }
}

/// Smallest of 1, 2, 5 times a power of ten that is not less than `value`.
fn round_step(value: f64) -> f64 {
    let power = 10_f64.powf(value.max(1.0).log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|step| step * power)
        .find(|step| *step >= value)
        .unwrap_or(power)
}

fn frame(out: &mut String, top: f64, title: &str) {
    let _ = writeln!(
        out,
        r##"<text x="{LEFT}" y="{:.1}" font-size="14">{title}</text>
<rect x="{LEFT}" y="{top}" width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="#999"/>"##,
        top - 12.0
    );
}

fn tick(out: &mut String, x: f64, top: f64, text: &str) {
    let bottom = top + HEIGHT;
    let _ = writeln!(
        out,
        r##"<line x1="{x:.1}" x2="{x:.1}" y1="{top}" y2="{bottom}" stroke="#ddd"/><text x="{x:.1}" y="{:.1}" text-anchor="middle">{text}</text>"##,
        bottom + 18.0
    );
}

fn y_gridline(out: &mut String, y: f64, text: &str) {
    let _ = writeln!(
        out,
        r##"<line x1="{LEFT}" x2="{:.1}" y1="{y:.1}" y2="{y:.1}" stroke="#ddd"/><text x="{:.1}" y="{:.1}" text-anchor="end">{text}</text>"##,
        LEFT + WIDTH,
        LEFT - 6.0,
        y + 4.0
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        assert_eq!([1.0, 3.0, 7.0, 250.0, 260.0].map(round_step), [1.0, 5.0, 10.0, 500.0, 500.0]);
    }
}
