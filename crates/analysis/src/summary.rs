use abaque_core::{Outcome, Seat};

use crate::Mark;
use crate::report::{Luck, Played, Report, Side};
use crate::values::share_of;

/// How fast accuracy falls with a loss: 5 % lost leave 80, 10 % leave 64, 20 % leave 41.
const STEEPNESS: f64 = 4.5;

/// Counts up what the moves and lots of a report say.
pub(crate) fn sum_up(report: &mut Report, outcome: Option<Outcome>) {
    for seat in Seat::ALL {
        report.sides[seat.index()] = side(report, seat);
    }
    let [first, second] = [&report.sides[0], &report.sides[1]].map(|side| side.luck);
    report.luck = (first.is_some() || second.is_some()).then(|| {
        let net = first.unwrap_or(0.0) - second.unwrap_or(0.0);
        let result = outcome.map(share_of);
        Luck { net, result, adjusted: result.map(|result| result - net) }
    });
}

fn side(report: &Report, seat: Seat) -> Side {
    let judged = |played: &&Played| played.seat == seat && !played.forced;
    let losses: Vec<f64> =
        report.moves.iter().filter(judged).filter_map(|played| played.loss).collect();
    let mean = |sum: f64| (!losses.is_empty()).then(|| sum / losses.len() as f64);
    let marked = |mark: Mark| {
        report
            .moves
            .iter()
            .filter(|played| played.seat == seat && played.mark == Some(mark))
            .count()
    };
    let throws: Vec<f64> =
        report.lots.iter().filter(|lot| lot.seat == seat).filter_map(|lot| lot.luck).collect();
    Side {
        moves: losses.len(),
        average_loss: mean(losses.iter().sum()),
        accuracy: mean(losses.iter().map(|loss| 100.0 * (-STEEPNESS * loss).exp()).sum()),
        inaccuracies: marked(Mark::Inaccuracy),
        mistakes: marked(Mark::Mistake),
        blunders: marked(Mark::Blunder),
        luck: (!throws.is_empty()).then(|| throws.iter().sum()),
    }
}
