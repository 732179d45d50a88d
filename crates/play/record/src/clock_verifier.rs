use abaque_catalog::PlyEffect;
use abaque_core::{ClockRule, Millis, Seat, Turn, message};

use crate::check::ply_error;
use crate::error::RecordError;
use crate::line::RecordMove;
use crate::record::Record;

/// Tracks an upper bound on each player's time (COM-04).
pub(crate) struct ClockVerifier {
    rule: Option<ClockRule>,
    increments_earned: [u64; 2],
}

impl ClockVerifier {
    pub(crate) fn from_record(record: &Record) -> ClockVerifier {
        ClockVerifier {
            rule: record.tag("Clock").and_then(|text| text.parse().ok()),
            increments_earned: [0; 2],
        }
    }

    /// Checks the recorded time of a ply made on this turn.
    pub(crate) fn check_clock(
        &mut self,
        turn: Turn,
        done: &PlyEffect,
        played: &RecordMove,
        ply: usize,
    ) -> Result<(), RecordError> {
        // The end of a turn adds an increment. A lot or the opponent can also end a turn, so every
        // such end counts for both players: the bound must never be too low.
        for seat in Seat::ALL {
            self.increments_earned[seat.index()] +=
                if turn == Turn::Of(seat) { 1 } else { u64::from(done.progress.turns_ended) };
        }
        let (Some(clock), Some(left)) = (self.rule, played.clock()) else { return Ok(()) };
        let earned = match turn {
            Turn::Of(seat) => self.increments_earned[seat.index()],
            _ => self.increments_earned[0].max(self.increments_earned[1]),
        };
        let shown = left.clock_text();
        let why = match clock.max_remaining(earned) {
            Some(most) if left <= most => return Ok(()),
            Some(Millis(most)) => {
                let most = Millis(most).clock_text();
                message!(
                    "the clock shows {shown}, but with the clock `{clock}` it can show {most} at most (COM-04)",
                    "la pendule indique {shown}, mais avec la pendule «\u{a0}{clock}\u{a0}» elle indique {most} au plus (COM-04)"
                )
            }
            None => message!(
                "a time of {shown} is noted, but by the tag Clock there was no clock",
                "un temps de {shown} est noté, mais selon la balise Clock il n'y a pas de pendule"
            ),
        };
        Err(ply_error(played, ply, why))
    }
}
