use abaque_core::Seat;

use crate::MistakeGrade;
use crate::report::AnalysisReport;

/// The first player's chance over the turns, from one viewpoint.
pub(super) struct Curve {
    /// The viewer; `None` if there is one curve for all.
    pub(super) seat: Option<Seat>,
    /// Turn and chance.
    pub(super) points: Vec<(f64, f64)>,
    /// Marked moves: turn, chance, grade and player.
    pub(super) marks: Vec<(f64, f64, MistakeGrade, Seat)>,
}

/// One curve, or one per player's own view.
pub(super) fn curves(report: &AnalysisReport) -> Vec<Curve> {
    if report.eyes == "all" {
        return vec![curve(report, None)];
    }
    let own = Seat::ALL.map(|seat| curve(report, Some(seat)));
    own.into_iter().filter(|curve| !curve.points.is_empty()).collect()
}

fn curve(report: &AnalysisReport, seat: Option<Seat>) -> Curve {
    // Sorted by ply; lots are placed in the middle of their turn.
    let mut points: Vec<(usize, f64, f64)> = Vec::new();
    let mut marks = Vec::new();
    let mut past = std::collections::HashMap::<u32, u32>::new();
    for played in report.moves.iter().filter(|played| seat.is_none_or(|seat| seat == played.seat)) {
        let Some(win) = played.first_chance_after() else { continue };
        // Several moves may share a turn (Stop! and its answers); place them side by side.
        let earlier = past.entry(played.turn).or_insert(0);
        let turn = f64::from(played.turn) - 0.5 / f64::from(1_u32 << (*earlier).min(8));
        let turn =
            if turn_continues(report, played.ply, played.turn) { turn } else { played.turn.into() };
        *earlier += 1;
        points.push((played.ply, turn, win));
        if let Some(mark) = played.mark {
            marks.push((turn, win, mark, played.seat));
        }
    }
    if seat.is_none() {
        for lot in &report.lots {
            if let Some(win) = lot.first_after() {
                points.push((lot.ply, f64::from(lot.turn) - 0.5, win));
            }
        }
        if let Some(start) = report.start {
            points.push((0, 0.0, start));
        }
    }
    points.sort_by(|a, b| (a.0, a.1).partial_cmp(&(b.0, b.1)).unwrap_or(std::cmp::Ordering::Equal));
    Curve { seat, points: points.into_iter().map(|(_, turn, win)| (turn, win)).collect(), marks }
}

/// Whether the turn continues after this move.
fn turn_continues(report: &AnalysisReport, ply: usize, turn: u32) -> bool {
    report.moves.iter().any(|played| played.turn == turn && played.ply > ply)
}
