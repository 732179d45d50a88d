use abaque_catalog::Played;
use abaque_core::{ClockRule, Millis, Seat, Turn, said};

use crate::check::at_ply;
use crate::error::RecordError;
use crate::line::Move;
use crate::record::Record;

/// Knows how much time each player can have at most (COM-04).
pub(crate) struct Clocks {
    clock: Option<ClockRule>,
    earned: [u64; 2],
}

impl Clocks {
    pub(crate) fn open(record: &Record) -> Clocks {
        Clocks { clock: record.tag("Clock").and_then(|text| text.parse().ok()), earned: [0; 2] }
    }

    /// Checks the time noted at a ply that was made on this turn.
    pub(crate) fn stopped(
        &mut self,
        turn: Turn,
        done: &Played,
        played: &Move,
        ply: usize,
    ) -> Result<(), RecordError> {
        // An increment comes with the end of a turn. A lot or the opponent can end one too, so
        // every such ending is granted to both: a bound must never be too low.
        for seat in Seat::ALL {
            self.earned[seat.index()] +=
                if turn == Turn::Of(seat) { 1 } else { u64::from(done.pace.turns_ended) };
        }
        let (Some(clock), Some(left)) = (self.clock, played.clock()) else { return Ok(()) };
        let earned = match turn {
            Turn::Of(seat) => self.earned[seat.index()],
            _ => self.earned[0].max(self.earned[1]),
        };
        let shown = left.clock_text();
        let why = match clock.most(earned) {
            Some(most) if left <= most => return Ok(()),
            Some(Millis(most)) => {
                let most = Millis(most).clock_text();
                said!(
                    "the clock shows {shown}, but with the clock `{clock}` it can show {most} at most (COM-04)",
                    "la pendule indique {shown}, mais avec la pendule « {clock} » elle indique {most} au plus (COM-04)"
                )
            }
            None => said!(
                "a time of {shown} is noted, but by the tag Clock there was no clock",
                "un temps de {shown} est noté, mais selon la balise Clock il n'y a pas de pendule"
            ),
        };
        Err(at_ply(played, ply, why))
    }
}
