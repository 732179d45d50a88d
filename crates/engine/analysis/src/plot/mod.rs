//! SVG plot of the winning chances.

mod captions;
mod curve;
mod labels;

use abaque_chart::{
    Anchor, Panel, Point, Scale, Shade, Svg, Ticks, area_path, bar_path, line_path, truncate,
};
use abaque_core::{Lang, Seat};

use self::captions::Captions;
use self::curve::{Curve, curves};
use self::labels::{LabelBox, MarkDot, place_labels};
use crate::MistakeGrade;
use crate::report::AnalysisReport;

const WIDTH: f64 = 960.0;
/// The chances.
const CHANCES: Panel = Panel { left: 64.0, top: 84.0, width: WIDTH - 88.0, height: 280.0 };
/// The luck of the dice, below.
const LUCK: Panel = Panel { top: CHANCES.bottom() + 44.0, height: 84.0, ..CHANCES };
/// The first player's chance, from the bottom upwards.
const CHANCE_SCALE: Scale = CHANCES.y_scale((0.0, 1.0));

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
    let bottom = if lucky { LUCK.bottom() } else { CHANCES.bottom() };
    let mut svg = Svg::new((WIDTH, bottom + 70.0), &captions.title);
    let title = truncate(&captions.title, 80);
    svg.text((CHANCES.left, 34.0), Anchor::Start, Shade::Ink, 19, &title);
    let subtitle = truncate(&captions.subtitle, 125);
    svg.text((CHANCES.left, 57.0), Anchor::Start, Shade::Soft, 13, &subtitle);
    let turns = turn_axis(report);
    draw_grid(&mut svg, &captions, &turns, bottom);
    let scale = CHANCES.x_scale(turns.domain());
    let curves: Vec<(Curve, Vec<Point>)> = curves(report)
        .into_iter()
        .map(|curve| {
            let places = curve.points.iter().map(|&(turn, win)| place(&scale, turn, win)).collect();
            (curve, places)
        })
        .collect();
    for (curve, places) in &curves {
        if curves.len() == 1 {
            svg.area_series(0, &area_path(places, CHANCE_SCALE.place(0.5)));
        }
        let series = usize::from(curve.seat == Some(Seat::Second));
        svg.line_series(series, &line_path(places.iter().copied()));
    }
    draw_marks(&mut svg, &curves, &captions, &scale);
    if lucky {
        draw_luck(&mut svg, report, &captions, &turns);
    }
    draw_legend(&mut svg, &captions, curves.len() > 1, bottom + 52.0);
    svg.finish()
}

/// Horizontal axis in turns, with ten to twenty ticks in a long game.
fn turn_axis(report: &AnalysisReport) -> Ticks {
    let moves = report.moves.iter().map(|played| played.turn);
    let last = moves.chain(report.lots.iter().map(|lot| lot.turn)).max().unwrap_or(1);
    Ticks::within((0.0, f64::from(last.max(1))), 20)
}

fn place(turns: &Scale, turn: f64, win: f64) -> Point {
    (turns.place(turn), CHANCE_SCALE.place_clamped(win))
}

fn draw_grid(svg: &mut Svg, captions: &Captions, turns: &Ticks, bottom: f64) {
    for percent in [0, 25, 50, 75, 100] {
        let y = CHANCE_SCALE.place(f64::from(percent) / 100.0);
        svg.gridline_y(&CHANCES, y, &captions.percent(percent));
    }
    svg.axis(&CHANCES, CHANCE_SCALE.place(0.5));
    let inside = CHANCES.left + 6.0;
    svg.label((inside, CHANCES.top + 16.0), Anchor::Start, &truncate(&captions.up, 60));
    svg.label((inside, CHANCES.bottom() - 8.0), Anchor::Start, &truncate(&captions.down, 60));
    let scale = CHANCES.x_scale(turns.domain());
    for turn in turns.values().skip(1) {
        svg.label((scale.place(turn), bottom + 18.0), Anchor::Middle, &format!("{turn:.0}"));
    }
    svg.label((CHANCES.left - 8.0, bottom + 18.0), Anchor::End, captions.turn);
}

/// Draws a dot for every marked move, and labels for the worse ones.
fn draw_marks(svg: &mut Svg, curves: &[(Curve, Vec<Point>)], captions: &Captions, turns: &Scale) {
    let marked = curves.iter().flat_map(|(curve, _)| &curve.marks);
    let mut dots: Vec<MarkDot> = marked
        .map(|&(turn, win, mark, seat)| MarkDot { at: place(turns, turn, win), mark, seat })
        .collect();
    // Worst on top.
    dots.sort_by_key(|dot| dot.mark);
    let lines: Vec<Vec<Point>> = curves.iter().map(|(_, places)| places.clone()).collect();
    let caption_box = |words: &str, top: f64| {
        let width = 10.0 + truncate(words, 60).chars().count() as f64 * 7.0;
        LabelBox::new(CHANCES.left, top, width, 20.0)
    };
    let corners = [
        caption_box(&captions.up, CHANCES.top),
        caption_box(&captions.down, CHANCES.bottom() - 22.0),
    ];
    let signs = place_labels(&dots, &lines, &corners);
    for (sign, ((x1, y1), (x2, y2))) in signs.iter().filter_map(|sign| Some((sign, sign.leader?))) {
        svg.element(format_args!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{}\"/>",
            colour(sign.mark)
        ));
    }
    for dot in &dots {
        let ((x, y), radius) = (dot.at, dot.radius());
        svg.element(format_args!(
            "<circle class=\"rim\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{}\"/>",
            colour(dot.mark)
        ));
    }
    for sign in &signs {
        let (x, y) = sign.foot;
        // The outline keeps the label legible over the curve.
        svg.element(format_args!(
            "<text class=\"rim\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" font-size=\"13\" \
             font-weight=\"700\" stroke-width=\"2.5\" stroke-linejoin=\"round\" paint-order=\"stroke\" \
             fill=\"{}\">{}</text>",
            colour(sign.mark),
            sign.mark.symbol()
        ));
    }
}

fn draw_luck(svg: &mut Svg, report: &AnalysisReport, captions: &Captions, turns: &Ticks) {
    let most = report.lots.iter().filter_map(|lot| lot.luck).fold(0.05, |a: f64, b| a.max(b.abs()));
    let (x, y) = (LUCK.x_scale(turns.domain()), LUCK.y_scale((-most, most)));
    let middle = y.place(0.0);
    let width = (LUCK.width / turns.domain().1 * 0.6).clamp(1.5, 16.0);
    let caption = truncate(&captions.luck, 130);
    svg.label((LUCK.left + 6.0, LUCK.top - 10.0), Anchor::Start, &caption);
    // Above the axis in the colour of the first player, below in that of the second.
    let mut bars = [String::new(), String::new()];
    for lot in &report.lots {
        let Some(gain) = lot.luck_for_first() else { continue };
        let bar =
            bar_path(x.place(f64::from(lot.turn) - 0.5), middle, width, middle - y.place(gain));
        bars[usize::from(gain <= 0.0)].push_str(&bar);
    }
    for (series, bars) in bars.iter().enumerate() {
        svg.solid_series(series, bars);
    }
    svg.axis(&LUCK, middle);
    let bound = captions.percent((most * 100.0).round() as i32);
    svg.label((LUCK.left - 8.0, LUCK.top + 8.0), Anchor::End, &format!("+{bound}"));
    svg.label((LUCK.left - 8.0, LUCK.bottom()), Anchor::End, &format!("−{bound}"));
}

fn draw_legend(svg: &mut Svg, captions: &Captions, two: bool, y: f64) {
    let mut x = CHANCES.left;
    let width = |words: &str| words.chars().count() as f64 * 7.0 + 22.0;
    for (mark, words) in MistakeGrade::ALL.into_iter().zip(&captions.marks) {
        svg.element(format_args!(
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"5\" fill=\"{}\"/>",
            x + 5.0,
            y - 4.5,
            colour(mark)
        ));
        svg.label((x + 16.0, y), Anchor::Start, words);
        x += 16.0 + width(words);
    }
    if two {
        for (series, words) in captions.eyes.iter().enumerate() {
            let words = truncate(words, 26);
            svg.legend(series, (x, y), &words);
            x += 27.0 + width(&words);
        }
    }
}

fn colour(mark: MistakeGrade) -> &'static str {
    GRADE_COLOURS.into_iter().find(|(of, _)| *of == mark).map_or("#808080", |(_, colour)| colour)
}
