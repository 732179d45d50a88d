use abaque_core::{Outcome, Seat};

use crate::MistakeGrade;
use crate::evaluator::first_share;
use crate::report::{AnalysisReport, LuckSummary, MoveReport, PlayerSummary};

/// Decay of accuracy with loss: 5 % lost leaves 80, 10 % leaves 64, 20 % leaves 41.
const ACCURACY_DECAY: f64 = 4.5;

/// Computes the per-player and luck summaries of a report.
pub(crate) fn summarise(report: &mut AnalysisReport, outcome: Option<Outcome>) {
    for seat in Seat::ALL {
        report.sides[seat.index()] = player_summary(report, seat);
    }
    let [first, second] = [&report.sides[0], &report.sides[1]].map(|side| side.luck);
    report.luck = (first.is_some() || second.is_some()).then(|| {
        let net = first.unwrap_or(0.0) - second.unwrap_or(0.0);
        let result = outcome.map(first_share);
        LuckSummary { net, result, adjusted: result.map(|result| result - net) }
    });
}

fn player_summary(report: &AnalysisReport, seat: Seat) -> PlayerSummary {
    let judged = |played: &&MoveReport| played.seat == seat && !played.forced;
    let losses: Vec<f64> =
        report.moves.iter().filter(judged).filter_map(|played| played.loss).collect();
    let mean = |sum: f64| (!losses.is_empty()).then(|| sum / losses.len() as f64);
    let marked = |mark: MistakeGrade| {
        report
            .moves
            .iter()
            .filter(|played| played.seat == seat && played.mark == Some(mark))
            .count()
    };
    let throws: Vec<f64> =
        report.lots.iter().filter(|lot| lot.seat == seat).filter_map(|lot| lot.luck).collect();
    PlayerSummary {
        moves: losses.len(),
        average_loss: mean(losses.iter().sum()),
        accuracy: mean(losses.iter().map(|loss| 100.0 * (-ACCURACY_DECAY * loss).exp()).sum()),
        inaccuracies: marked(MistakeGrade::Inaccuracy),
        mistakes: marked(MistakeGrade::Mistake),
        blunders: marked(MistakeGrade::Blunder),
        luck: (!throws.is_empty()).then(|| throws.iter().sum()),
    }
}
