use crate::stats::{
    EloEstimate, Interval, LuckAdjusted, Moments, Pentanomial, Sprt, SprtDecision, elo_from_score,
    student_t95,
};
use crate::{EndCause, MatchGame, SearchUsage};

/// One opening played from both sides; player 0 has the first seat in the first game.
#[derive(Clone, PartialEq, Debug)]
pub struct GamePair {
    /// Pair number, from 0.
    pub number: u64,
    /// Its two games.
    pub games: [MatchGame; 2],
}

impl GamePair {
    /// Half points of player 0: 0 to 4.
    pub fn half_points(&self) -> usize {
        self.games.iter().map(MatchGame::half_points).sum()
    }
}

/// Running result of a match, from player 0's side.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MatchStanding {
    /// Games won, drawn and lost.
    pub games: [u64; 3],
    /// Results of pairs.
    pub pairs: Pentanomial,
    /// Games won, drawn and lost by the first seat.
    pub seats: [u64; 3],
    /// Games declared drawn for length.
    pub capped: u64,
    /// Games each player lost by forfeit.
    pub forfeits: [u64; 2],
    /// Games each player lost on time.
    pub flags: [u64; 2],
    /// Game lengths in plies.
    pub length: Moments,
    /// Search effort of each player.
    pub usage: [SearchUsage; 2],
    /// Whether any game had rolls.
    pub has_rolls: bool,
    /// Mean scores of the pairs, with luck adjustment.
    pub adjusted: LuckAdjusted,
    /// Decision of the SPRT, if one ran.
    pub verdict: Option<SprtDecision>,
    /// Whether the match was stopped from outside.
    pub stopped: bool,
}

impl MatchStanding {
    /// Adds a pair.
    pub fn add(&mut self, pair: &GamePair) {
        self.pairs.add(pair.half_points());
        let mut luck = 0.0;
        for game in &pair.games {
            let points = game.half_points();
            self.games[2 - points] += 1;
            self.seats[if game.first == 0 { 2 - points } else { points }] += 1;
            self.length.add(game.plies.len() as f64);
            self.has_rolls |= game.has_rolls;
            luck += game.luck_of_player();
            let loser = usize::from(points == 2);
            match &game.ending {
                EndCause::Capped => self.capped += 1,
                EndCause::Forfeit(_) => self.forfeits[loser] += 1,
                EndCause::Rules if game.outcome.reason() == abaque_core::EndReason::Time => {
                    self.flags[loser] += 1;
                }
                EndCause::Rules => {}
            }
            for (all, one) in self.usage.iter_mut().zip(&game.usage) {
                all.actions += one.actions;
                all.nodes += one.nodes;
                all.time += one.time;
            }
        }
        self.adjusted.add(pair.half_points() as f64 / 4.0, luck / 2.0);
    }

    /// Games played so far.
    pub fn games_played(&self) -> u64 {
        self.games.iter().sum()
    }

    /// Elo difference from plain results.
    pub fn elo(&self) -> EloEstimate {
        self.pairs.elo()
    }

    /// Elo difference from luck-adjusted results.
    pub fn adjusted_elo(&self) -> EloEstimate {
        let Interval { low, high } = self.adjusted_interval();
        EloEstimate {
            value: elo_from_score(self.adjusted.mean()),
            low: elo_from_score(low),
            high: elo_from_score(high),
        }
    }

    /// 95 % confidence interval of the luck-adjusted score. If all pairs scored the same, there is
    /// no variance to estimate, and it is the interval of the plain results.
    pub fn adjusted_interval(&self) -> Interval {
        if self.adjusted.variance() < 1e-12 {
            return self.pairs.interval();
        }
        let half = student_t95(self.adjusted.count()) * self.adjusted.standard_error();
        Interval { low: self.adjusted.mean() - half, high: self.adjusted.mean() + half }
    }

    /// Variance reduction factor of the adjustment (how many times the games it is worth); `None`
    /// without a comparison.
    pub fn variance_gain(&self) -> Option<f64> {
        let (raw, adjusted) = (self.adjusted.scores().variance(), self.adjusted.variance());
        (self.has_rolls && raw > 0.0 && adjusted > 0.0).then(|| raw / adjusted)
    }

    /// Log-likelihood ratio of the SPRT: over pair results, or, in games with rolls, over
    /// luck-adjusted scores, which decide sooner.
    pub fn log_likelihood_ratio(&self, sprt: &Sprt) -> f64 {
        if self.has_rolls {
            sprt.log_likelihood_ratio_of_scores(&self.adjusted)
        } else {
            sprt.log_likelihood_ratio(&self.pairs)
        }
    }
}
