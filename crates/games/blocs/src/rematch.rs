//! A rematch on the turned board (BLO-22).

use crate::field::{QuarterTurn, rotate_set};
use crate::options::{GivenRods, Options, ZoneSize};
use crate::state::{Blocs, Phase};
use crate::violation::Violation;

impl Blocs {
    /// Options of a rematch on this game's start board turned by a quarter: the former side zones
    /// are now the players' to plant, and the rods planted in this game are given. Reveals this
    /// game's secret rods, so call it only on finished games.
    pub fn turned_rematch(&self, quarter: QuarterTurn) -> Result<Options, Violation> {
        if self.options.zone == ZoneSize::Ten {
            return Err(Violation::RematchZone);
        }
        if !self.traced || matches!(self.phase, Phase::Setup(_)) {
            return Err(Violation::RematchStart);
        }
        let mut large = rotate_set(self.large, quarter);
        for _ in 0..self.quarter_turns {
            large = rotate_set(large, QuarterTurn::Ccw);
        }
        let gaps = self.options.zone.gaps();
        let rods = GivenRods { large: large & !gaps, gaps };
        Ok(Options { rods: Some(rods), ..self.options })
    }
}
