//! SVG plots of the measurements.

use std::time::Duration;

use abaque_chart::{Anchor, Panel, Shade, Svg, Ticks, bar_path, line_path};

use crate::report::LoadReport;
use crate::stats::quantile;

const WIDTH: f64 = 860.0;
/// Plots stand one below the other at this distance.
const PLOT_DISTANCE: f64 = 280.0;

const fn panel(number: usize) -> Panel {
    Panel { left: 60.0, top: 40.0 + PLOT_DISTANCE * number as f64, width: 760.0, height: 200.0 }
}

fn page(plots: usize, title: &str) -> Svg {
    Svg::new((WIDTH, 20.0 + PLOT_DISTANCE * plots as f64), title)
}

/// Latency and throughput plots, one below the other.
pub(crate) fn svg(report: &LoadReport, sorted: &[Duration]) -> String {
    let mut svg = page(2, "Latency and throughput");
    latency(&mut svg, &panel(0), report, sorted);
    throughput(&mut svg, &panel(1), report);
    svg.finish()
}

/// Time series, one plot below the other.
pub(crate) fn curves(title: &str, plots: &[(&str, &[(f64, f64)])]) -> String {
    let mut svg = page(plots.len(), title);
    for (number, (title, samples)) in plots.iter().enumerate() {
        curve(&mut svg, &panel(number), title, samples);
    }
    svg.finish()
}

/// One time series, both axes from zero.
fn curve(svg: &mut Svg, panel: &Panel, title: &str, samples: &[(f64, f64)]) {
    let most = |of: fn(&(f64, f64)) -> f64| samples.iter().map(of).fold(1.0, f64::max);
    let (long, most) = (most(|sample| sample.0), most(|sample| sample.1));
    let rows = Ticks::covering((0.0, most), 4);
    let (x, y) = (panel.x_scale((0.0, long)), panel.y_scale(rows.domain()));
    svg.heading(panel, title);
    for value in rows.values() {
        svg.gridline_y(panel, y.place(value), &format!("{value:.0}"));
    }
    for at in Ticks::within((0.0, long), 8).values() {
        svg.gridline_x(panel, x.place(at), &format!("{at:.0}"));
    }
    svg.line_series(
        0,
        &line_path(samples.iter().map(|(at, value)| (x.place(*at), y.place(*value)))),
    );
}

/// Cumulative latency distribution, logarithmic time axis.
fn latency(svg: &mut Svg, panel: &Panel, report: &LoadReport, sorted: &[Duration]) {
    // From 0.1 ms to 1 s.
    let (log_ms, y) = (panel.x_scale((-1.0, 3.0)), panel.y_scale((0.0, 1.0)));
    let x = |milliseconds: f64| log_ms.place_clamped(milliseconds.log10());
    let milliseconds = |of| quantile(sorted, of).as_secs_f64() * 1000.0;
    let title = format!(
        "Request to done: share of {} acts answered within a time ({} connections)",
        sorted.len(),
        report.connections
    );
    svg.heading(panel, &title);
    for tick in [0.1, 1.0, 10.0, 100.0, 1000.0] {
        svg.gridline_x(panel, x(tick), &format!("{tick} ms"));
    }
    for percent in [0, 50, 100] {
        svg.gridline_y(panel, y.place(f64::from(percent) / 100.0), &format!("{percent}%"));
    }
    let points = (0..=1000).map(|of| (x(milliseconds(of)), y.place(of as f64 / 1000.0)));
    svg.line_series(0, &line_path(points));
    for (of, name, side, anchor) in [
        (500, "p50", 10.0, Anchor::Start),
        (990, "p99", -6.0, Anchor::End),
        (999, "p99.9", 6.0, Anchor::Start),
    ] {
        let took = milliseconds(of);
        let (x, y) = (x(took), y.place(of as f64 / 1000.0));
        svg.dot(1, (x, y), 3.5);
        let label = format!("{name} {took:.1} ms");
        svg.text((x + side, y + 18.0), anchor, Shade::Ink, 12, &label);
    }
}

/// Acts per second over time.
fn throughput(svg: &mut Svg, panel: &Panel, report: &LoadReport) {
    let seconds = (report.time.as_secs() as usize).max(1);
    let mut counts = vec![0_u32; seconds];
    for (at, _) in &report.acts {
        if let Some(count) = counts.get_mut(*at as usize) {
            *count += 1;
        }
    }
    let most = counts.iter().copied().max().unwrap_or(1).max(1);
    let rows = Ticks::covering((0.0, f64::from(most)), 4);
    let (x, y) = (panel.x_scale((0.0, seconds as f64)), panel.y_scale(rows.domain()));
    svg.heading(panel, "Durable acts in each second");
    for value in rows.values() {
        svg.gridline_y(panel, y.place(value), &format!("{value:.0}"));
    }
    for second in Ticks::within((0.0, seconds as f64), 8).values() {
        svg.gridline_x(panel, x.place(second), &format!("{second:.0} s"));
    }
    let width = (panel.width / seconds as f64 - 1.0).max(0.5);
    let bars = counts.iter().enumerate().map(|(second, count)| {
        let middle = x.place(second as f64 + 0.5);
        bar_path(middle, panel.bottom(), width, panel.bottom() - y.place(f64::from(*count)))
    });
    svg.solid_series(0, &bars.collect::<String>());
}
