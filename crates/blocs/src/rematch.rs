//! A rematch on the turned board (BLO-22).

use crate::field::{Quarter, turn_set};
use crate::options::{BlocsOptions, Rods, Zone};
use crate::refusal::Refusal;
use crate::state::{Blocs, Phase};

impl Blocs {
    /// The options of a rematch in which the board, as it stood at the start of this game, is
    /// turned by a quarter: the former side zones are now the players' to plant, and the rods the
    /// players had planted are given. It tells the secret rods of this game, so it is for games
    /// that have ended.
    pub fn rematch(&self, quarter: Quarter) -> Result<BlocsOptions, Refusal> {
        if self.options.zone == Zone::Ten {
            return Err(Refusal::RematchZone);
        }
        if !self.traced || matches!(self.phase, Phase::Setup(_)) {
            return Err(Refusal::RematchStart);
        }
        let mut large = turn_set(self.large, quarter);
        for _ in 0..self.turned {
            large = turn_set(large, Quarter::Ccw);
        }
        let gaps = self.options.zone.gaps();
        let rods = Rods { large: large & !gaps, gaps };
        Ok(BlocsOptions { rods: Some(rods), ..self.options })
    }
}
