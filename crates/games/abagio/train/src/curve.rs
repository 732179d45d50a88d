//! The learning curve, as a text table and as SVG.

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

/// Plot size and axis positions.
const SIZE: (f64, f64) = (720.0, 420.0);
const LEFT: f64 = 64.0;
const RIGHT: f64 = 676.0;
const TOP: f64 = 48.0;
const BOTTOM: f64 = 360.0;

/// Renders the plot in colours legible on white and on black.
pub(crate) fn render_svg(curve: &[CurvePoint]) -> String {
    let most = curve.last().map_or(1, |point| point.games).max(1) as f64;
    let x = |games: u64| LEFT + (RIGHT - LEFT) * games as f64 / most;
    let y = |share: f64| BOTTOM - (BOTTOM - TOP) * share;
    let (width, height) = SIZE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"13\" fill=\"#808890\">\n\
         <title>What the nets of Abagio learned</title>\n"
    );
    for percent in (0..=100).step_by(20) {
        let at = y(f64::from(percent) / 100.0);
        let (from, to) = (LEFT - 8.0, at + 4.5);
        svg.push_str(&format!(
            "<path d=\"M{LEFT} {at:.1}H{RIGHT}\" stroke=\"#808890\" stroke-opacity=\".3\"/>\n\
             <text x=\"{from}\" y=\"{to:.1}\" text-anchor=\"end\">{percent} %</text>\n"
        ));
    }
    for part in 0..=4 {
        let games = (most / 4.0 * f64::from(part)) as u64;
        let (at, below) = (x(games), BOTTOM + 20.0);
        let thousands = (games as f64 / 1000.0).round();
        let shown = if games == 0 { "0".into() } else { format!("{thousands} 000") };
        svg.push_str(&format!(
            "<text x=\"{at:.1}\" y=\"{below}\" text-anchor=\"middle\">{shown}</text>\n"
        ));
    }
    let (middle, below) = ((LEFT + RIGHT) / 2.0, BOTTOM + 44.0);
    svg.push_str(&format!(
        "<text x=\"{middle}\" y=\"{below}\" text-anchor=\"middle\">games of self-play</text>\n\
         <text x=\"{LEFT}\" y=\"22\">games won (band: two standard errors)</text>\n"
    ));
    let lines: [(&str, &str, PointMetric); 3] = [
        ("#3f9e5f", "against random play", |point| Some(point.random)),
        ("#2f86d6", "against a counter of squares", |point| Some(point.counter)),
        ("#d9730d", "against itself at a tenth of the way", |point| point.early),
    ];
    for (at, (colour, name, shown)) in lines.into_iter().enumerate() {
        let seen: Vec<(f64, MeanEstimate)> =
            curve.iter().filter_map(|point| Some((x(point.games), shown(point)?))).collect();
        let path = |share: fn(&MeanEstimate) -> f64| {
            seen.iter()
                .map(move |(x, mean)| format!("{x:.1} {:.1}", y(share(mean).clamp(0.0, 1.0))))
        };
        let over: Vec<String> = path(|mean| mean.mean + 2.0 * mean.error).collect();
        let under: Vec<String> = path(|mean| mean.mean - 2.0 * mean.error).collect();
        let band: Vec<String> = over.into_iter().chain(under.into_iter().rev()).collect();
        let line: Vec<String> = path(|mean| mean.mean).collect();
        if line.is_empty() {
            continue;
        }
        let (legend, text) = (BOTTOM - 64.0 + 20.0 * at as f64, RIGHT - 236.0);
        svg.push_str(&format!(
            "<path d=\"M{}Z\" fill=\"{colour}\" fill-opacity=\".2\"/>\n\
             <path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\n\
             <path d=\"M{} {}h22\" stroke=\"{colour}\" stroke-width=\"3\"/>\n\
             <text x=\"{text}\" y=\"{legend}\">{name}</text>\n",
            band.join("L"),
            line.join("L"),
            text - 30.0,
            legend - 4.5,
        ));
    }
    svg.push_str("</svg>\n");
    svg
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
