//! SVG plot of the winning chances.

mod captions;
mod curve;
mod labels;

use std::fmt::Write;

use abaque_core::{Lang, Seat};

use self::captions::{Captions, escape_xml, truncate};
use self::curve::{Curve, curves};
use self::labels::{LabelBox, MarkDot, place_labels};
use crate::MistakeGrade;
use crate::report::AnalysisReport;

const WIDTH: f64 = 960.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 84.0;
/// Height of the chance plot.
const CHANCES_HEIGHT: f64 = 280.0;
/// Height of the luck plot below, and the gap between them.
const LUCK_HEIGHT: f64 = 84.0;
const GAP: f64 = 44.0;

/// Colours for light and dark pages.
const STYLE: &str = "\
.page{fill:#fbfaf7}.ink{fill:#22252b}.soft{fill:#686c75}.grid{stroke:#dcdad3}\
.half{stroke:#9a9b9f}.one{stroke:#2f6f9f}.two{stroke:#b0682a}.area{fill:#2f6f9f;opacity:.13}\
.good{fill:#2f6f9f}.bad{fill:#b0682a}.rim{stroke:#fbfaf7}\
@media(prefers-color-scheme:dark){.page{fill:#191b20}.ink{fill:#eceae4}.soft{fill:#a3a7b0}\
.grid{stroke:#343841}.half{stroke:#70757f}.one{stroke:#6fb1e0}.two{stroke:#e0a066}\
.area{fill:#6fb1e0;opacity:.16}.good{fill:#6fb1e0}.bad{fill:#e0a066}.rim{stroke:#191b20}}";

const GRADE_COLOURS: [(MistakeGrade, &str); 3] = [
    (MistakeGrade::Inaccuracy, "#c9a227"),
    (MistakeGrade::Mistake, "#dd7a1f"),
    (MistakeGrade::Blunder, "#cf3434"),
];

/// Renders a report as a self-contained SVG: the first player's chance over the turns, marked
/// moves, and below it the luck of the rolls, if any.
pub fn plot(report: &AnalysisReport, lang: Lang) -> String {
    let captions = Captions::from_report(report, lang);
    let lucky = report.lots.iter().any(|lot| lot.luck.is_some());
    let bottom = TOP + CHANCES_HEIGHT + if lucky { GAP + LUCK_HEIGHT } else { 0.0 };
    let height = bottom + 70.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" font-family=\"Inter, system-ui, sans-serif\" font-size=\"13\" role=\"img\">\n\
         <title>{}</title>\n<style>{STYLE}</style>\n\
         <rect class=\"page\" width=\"{WIDTH}\" height=\"{height}\" rx=\"8\"/>\n",
        escape_xml(&captions.title)
    );
    write_text(&mut svg, "ink", LEFT, 34.0, "start", 19, &truncate(&captions.title, 80));
    write_text(&mut svg, "soft", LEFT, 57.0, "start", 13, &truncate(&captions.subtitle, 125));
    let scale = TurnAxis::from_report(report);
    draw_grid(&mut svg, &captions, &scale, bottom);
    let curves = curves(report);
    for curve in &curves {
        draw_curve(&mut svg, curve, &scale, curves.len() == 1);
    }
    draw_marks(&mut svg, &curves, &captions, &scale);
    if lucky {
        draw_luck(&mut svg, report, &captions, &scale);
    }
    draw_legend(&mut svg, &captions, curves.len() > 1, bottom + 52.0);
    svg.push_str("</svg>\n");
    svg
}

/// Horizontal axis in turns.
struct TurnAxis {
    last: f64,
}

impl TurnAxis {
    fn from_report(report: &AnalysisReport) -> TurnAxis {
        let moves = report.moves.iter().map(|played| played.turn);
        let last = moves.chain(report.lots.iter().map(|lot| lot.turn)).max().unwrap_or(1);
        TurnAxis { last: f64::from(last.max(1)) }
    }

    fn x(&self, turn: f64) -> f64 {
        LEFT + turn / self.last * (WIDTH - LEFT - RIGHT)
    }

    /// Tick distance: ten to twenty ticks at round numbers.
    fn tick_step(&self) -> f64 {
        let steps = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0];
        steps.into_iter().find(|step| self.last / step <= 20.0).unwrap_or(5000.0)
    }
}

fn chance_y(win: f64) -> f64 {
    TOP + (1.0 - win.clamp(0.0, 1.0)) * CHANCES_HEIGHT
}

fn write_text(svg: &mut String, class: &str, x: f64, y: f64, anchor: &str, size: u32, words: &str) {
    let words = escape_xml(words);
    // Writing to a `String` cannot fail.
    let _ = writeln!(
        svg,
        "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" \
         font-size=\"{size}\">{words}</text>"
    );
}

fn write_line(svg: &mut String, class: &str, from: (f64, f64), to: (f64, f64)) {
    let ((x1, y1), (x2, y2)) = (from, to);
    let _ = writeln!(
        svg,
        "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
    );
}

fn draw_grid(svg: &mut String, captions: &Captions, scale: &TurnAxis, bottom: f64) {
    let right = WIDTH - RIGHT;
    for percent in [0, 25, 50, 75, 100] {
        let at = chance_y(f64::from(percent) / 100.0);
        write_line(svg, if percent == 50 { "half" } else { "grid" }, (LEFT, at), (right, at));
        write_text(svg, "soft", LEFT - 8.0, at + 4.5, "end", 12, &captions.percent(percent));
    }
    write_text(
        svg,
        "soft",
        LEFT + 6.0,
        chance_y(1.0) + 16.0,
        "start",
        12,
        &truncate(&captions.up, 60),
    );
    write_text(
        svg,
        "soft",
        LEFT + 6.0,
        chance_y(0.0) - 8.0,
        "start",
        12,
        &truncate(&captions.down, 60),
    );
    let step = scale.tick_step();
    let mut turn = step;
    while turn <= scale.last {
        write_text(svg, "soft", scale.x(turn), bottom + 18.0, "middle", 12, &format!("{turn:.0}"));
        turn += step;
    }
    write_text(svg, "soft", LEFT - 8.0, bottom + 18.0, "end", 12, captions.turn);
}

fn draw_curve(svg: &mut String, curve: &Curve, scale: &TurnAxis, area: bool) {
    let place = |&(turn, win): &(f64, f64)| format!("{:.1},{:.1}", scale.x(turn), chance_y(win));
    let points: Vec<String> = curve.points.iter().map(place).collect();
    let (Some(&(first, _)), Some(&(last, _))) = (curve.points.first(), curve.points.last()) else {
        return;
    };
    if area {
        let half = chance_y(0.5);
        let _ = writeln!(
            svg,
            "<polygon class=\"area\" points=\"{:.1},{half:.1} {} {:.1},{half:.1}\"/>",
            scale.x(first),
            points.join(" "),
            scale.x(last)
        );
    }
    let class = if curve.seat == Some(Seat::Second) { "two" } else { "one" };
    let _ = writeln!(
        svg,
        "<polyline class=\"{class}\" fill=\"none\" stroke-width=\"2\" stroke-linejoin=\"round\" \
         points=\"{}\"/>",
        points.join(" ")
    );
}

/// Draws a dot for every marked move, and labels for the worse ones.
fn draw_marks(svg: &mut String, curves: &[Curve], captions: &Captions, scale: &TurnAxis) {
    let place = |turn: f64, win: f64| (scale.x(turn), chance_y(win));
    let marked = curves.iter().flat_map(|curve| &curve.marks);
    let mut dots: Vec<MarkDot> = marked
        .map(|&(turn, win, mark, seat)| MarkDot { at: place(turn, win), mark, seat })
        .collect();
    // Worst on top.
    dots.sort_by_key(|dot| dot.mark);
    let lines: Vec<Vec<(f64, f64)>> = curves
        .iter()
        .map(|curve| curve.points.iter().map(|&(turn, win)| place(turn, win)).collect())
        .collect();
    let message = |words: &str, top: f64| {
        LabelBox::new(LEFT, top, 10.0 + truncate(words, 60).chars().count() as f64 * 7.0, 20.0)
    };
    let corners =
        [message(&captions.up, TOP), message(&captions.down, TOP + CHANCES_HEIGHT - 22.0)];
    let signs = place_labels(&dots, &lines, &corners);
    for (sign, ((x1, y1), (x2, y2))) in signs.iter().filter_map(|sign| Some((sign, sign.leader?))) {
        let _ = writeln!(
            svg,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{}\"/>",
            colour(sign.mark)
        );
    }
    for dot in &dots {
        let ((x, y), radius) = (dot.at, dot.radius());
        let _ = writeln!(
            svg,
            "<circle class=\"rim\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{}\"/>",
            colour(dot.mark)
        );
    }
    for sign in &signs {
        let (x, y) = sign.foot;
        // The outline keeps the label legible over the curve.
        let _ = writeln!(
            svg,
            "<text class=\"rim\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" font-size=\"13\" \
             font-weight=\"700\" stroke-width=\"2.5\" stroke-linejoin=\"round\" paint-order=\"stroke\" \
             fill=\"{}\">{}</text>",
            colour(sign.mark),
            sign.mark.symbol()
        );
    }
}

fn draw_luck(svg: &mut String, report: &AnalysisReport, captions: &Captions, scale: &TurnAxis) {
    let middle = TOP + CHANCES_HEIGHT + GAP + LUCK_HEIGHT / 2.0;
    let most = report.lots.iter().filter_map(|lot| lot.luck).fold(0.05, |a: f64, b| a.max(b.abs()));
    let wide = ((WIDTH - LEFT - RIGHT) / scale.last * 0.6).clamp(1.5, 16.0);
    write_text(
        svg,
        "soft",
        LEFT + 6.0,
        middle - LUCK_HEIGHT / 2.0 - 10.0,
        "start",
        12,
        &truncate(&captions.luck, 130),
    );
    for lot in &report.lots {
        let Some(gain) = lot.luck_for_first() else { continue };
        let tall = gain.abs() / most * (LUCK_HEIGHT / 2.0);
        let top = if gain > 0.0 { middle - tall } else { middle };
        let class = if gain > 0.0 { "good" } else { "bad" };
        let left = scale.x(f64::from(lot.turn) - 0.5) - wide / 2.0;
        let _ = writeln!(
            svg,
            "<rect class=\"{class}\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" \
             height=\"{tall:.1}\"/>"
        );
    }
    write_line(svg, "half", (LEFT, middle), (WIDTH - RIGHT, middle));
    let bound = captions.percent((most * 100.0).round() as i32);
    write_text(
        svg,
        "soft",
        LEFT - 8.0,
        middle - LUCK_HEIGHT / 2.0 + 8.0,
        "end",
        12,
        &format!("+{bound}"),
    );
    write_text(
        svg,
        "soft",
        LEFT - 8.0,
        middle + LUCK_HEIGHT / 2.0,
        "end",
        12,
        &format!("−{bound}"),
    );
}

fn draw_legend(svg: &mut String, captions: &Captions, two: bool, at: f64) {
    let mut x = LEFT;
    for (mark, words) in MistakeGrade::ALL.into_iter().zip(&captions.marks) {
        let _ = writeln!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"5\" fill=\"{}\"/>",
            x + 5.0,
            at - 4.5,
            colour(mark)
        );
        write_text(svg, "soft", x + 16.0, at, "start", 12, words);
        x += 16.0 + words.chars().count() as f64 * 7.0 + 22.0;
    }
    if two {
        for (class, words) in ["one", "two"].into_iter().zip(&captions.eyes) {
            let _ = writeln!(
                svg,
                "<line class=\"{class}\" stroke-width=\"2\" x1=\"{x:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
                at - 4.5,
                x + 20.0,
                at - 4.5
            );
            let words = truncate(words, 26);
            write_text(svg, "soft", x + 27.0, at, "start", 12, &words);
            x += 27.0 + words.chars().count() as f64 * 7.0 + 22.0;
        }
    }
}

fn colour(mark: MistakeGrade) -> &'static str {
    GRADE_COLOURS.into_iter().find(|(of, _)| *of == mark).map_or("#808080", |(_, colour)| colour)
}
