//! The learning curve, as a text table and as SVG.

use abaque_chart::{Anchor, Panel, Point, Svg, band_path, line_path};

use super::duel::MeanEstimate;

/// Strength after some number of training games.
pub(crate) struct CurvePoint {
    pub(crate) games: u64,
    pub(crate) random: MeanEstimate,
    pub(crate) counter: MeanEstimate,
    pub(crate) early: Option<MeanEstimate>,
}

impl CurvePoint {
    /// One row of the table.
    pub(crate) fn to_row(&self) -> String {
        let shown =
            |mean: MeanEstimate| format!("{:6.2} ±{:4.2}", 100.0 * mean.mean, 100.0 * mean.error);
        let early = self.early.map_or_else(|| "            -".into(), shown);
        format!("{:8}  {}  {}  {}", self.games, shown(self.random), shown(self.counter), early)
    }
}

/// Formats the table.
pub(crate) fn to_table(curve: &[CurvePoint], [games, seed]: [u64; 2]) -> String {
    let mut text = format!(
        "# abaque-train abagio --games {games} --seed {seed}\n\
         # games won by the net at a glance, in % (pairs with the same dice, ± one standard error)\n\
         # games    against random  against a counter of squares  against itself at a tenth\n"
    );
    for point in curve {
        text.push_str(&point.to_row());
        text.push('\n');
    }
    text
}

/// Parses the table.
pub(crate) fn parse_table(text: &str) -> Vec<CurvePoint> {
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|line| {
        let numbers: Vec<&str> = line.split([' ', '±']).filter(|part| !part.is_empty()).collect();
        let percent = |at: usize| Some(numbers.get(at)?.parse::<f64>().ok()? / 100.0);
        let mean = |at: usize| Some(MeanEstimate { mean: percent(at)?, error: percent(at + 1)? });
        let games = numbers.first()?.parse().ok()?;
        Some(CurvePoint { games, random: mean(1)?, counter: mean(3)?, early: mean(5) })
    })
    .collect()
}

const SIZE: (f64, f64) = (720.0, 420.0);
const PANEL: Panel = Panel { left: 64.0, top: 48.0, width: 612.0, height: 312.0 };

/// Renders the plot.
pub(crate) fn render_svg(curve: &[CurvePoint]) -> String {
    let most = curve.last().map_or(1, |point| point.games).max(1) as f64;
    let (x, y) = (PANEL.x_scale((0.0, most)), PANEL.y_scale((0.0, 1.0)));
    let mut svg = Svg::new(SIZE, "What the nets of Abagio learned");
    svg.heading(&PANEL, "Games won (band: two standard errors)");
    for percent in (0..=100).step_by(20) {
        svg.gridline_y(&PANEL, y.place(f64::from(percent) / 100.0), &format!("{percent}%"));
    }
    for part in 0..=4 {
        let games = most / 4.0 * f64::from(part);
        let thousands = (games / 1000.0).round();
        let shown = if part == 0 { "0".into() } else { format!("{thousands} 000") };
        svg.label((x.place(games), PANEL.bottom() + 20.0), Anchor::Middle, &shown);
    }
    let below = (PANEL.left + PANEL.width / 2.0, PANEL.bottom() + 44.0);
    svg.label(below, Anchor::Middle, "games of self-play");
    let lines: [(usize, &str, PointMetric); 3] = [
        (2, "against random play", |point| Some(point.random)),
        (0, "against a counter of squares", |point| Some(point.counter)),
        (1, "against itself at a tenth of the way", |point| point.early),
    ];
    for (row, (series, name, metric)) in lines.into_iter().enumerate() {
        let path = |share: fn(&MeanEstimate) -> f64| -> Vec<Point> {
            let points = curve.iter().filter_map(|point| Some((point.games, metric(point)?)));
            points
                .map(|(games, mean)| (x.place(games as f64), y.place_clamped(share(&mean))))
                .collect()
        };
        let upper = path(|mean| mean.mean + 2.0 * mean.error);
        let lower = path(|mean| mean.mean - 2.0 * mean.error);
        svg.area_series(series, &band_path(&upper, &lower));
        svg.line_series(series, &line_path(path(|mean| mean.mean)));
        let legend = PANEL.bottom() - 64.0 + 20.0 * row as f64;
        svg.legend(series, (PANEL.right() - 266.0, legend), name);
    }
    svg.finish()
}

/// The metric a plotted line shows.
type PointMetric = fn(&CurvePoint) -> Option<MeanEstimate>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_in_the_docs_shows_the_table_beside_the_weights() {
        let text = include_str!("../../bot/src/training.txt");
        let curve = parse_table(text);
        assert!(curve.len() > 20);
        let lines: Vec<String> = curve.iter().map(CurvePoint::to_row).collect();
        let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(lines, rows);
        let drawn = include_str!("../../../../../docs/pictures/abagio-training.svg");
        assert!(render_svg(&curve) == drawn, "the picture is not what the table draws today");
    }
}
