use abaque_core::Seat;

use crate::Mark;
use crate::report::Report;

/// The first player's chance over the turns, as somebody saw it.
pub(super) struct Curve {
    /// Whose eyes; `None` where there is one truth for all.
    pub(super) seat: Option<Seat>,
    /// Turn and chance.
    pub(super) points: Vec<(f64, f64)>,
    /// Marked moves: turn, chance, mark and who moved.
    pub(super) marks: Vec<(f64, f64, Mark, Seat)>,
}

/// One curve, or one for each player's own view.
pub(super) fn curves(report: &Report) -> Vec<Curve> {
    if report.eyes == "all" {
        return vec![curve(report, None)];
    }
    let own = Seat::ALL.map(|seat| curve(report, Some(seat)));
    own.into_iter().filter(|curve| !curve.points.is_empty()).collect()
}

fn curve(report: &Report, seat: Option<Seat>) -> Curve {
    // By the place in the game: lots stand in the middle of their turn.
    let mut points: Vec<(usize, f64, f64)> = Vec::new();
    let mut marks = Vec::new();
    let mut past = std::collections::HashMap::<u32, u32>::new();
    for played in report.moves.iter().filter(|played| seat.is_none_or(|seat| seat == played.seat)) {
        let Some(win) = played.first_after() else { continue };
        // Several moves may share a turn (Stop! and its answers): they stand side by side.
        let earlier = past.entry(played.turn).or_insert(0);
        let turn = f64::from(played.turn) - 0.5 / f64::from(1_u32 << (*earlier).min(8));
        let turn =
            if has_more(report, played.ply, played.turn) { turn } else { played.turn.into() };
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

/// Whether the turn goes on after this move.
fn has_more(report: &Report, ply: usize, turn: u32) -> bool {
    report.moves.iter().any(|played| played.turn == turn && played.ply > ply)
}
