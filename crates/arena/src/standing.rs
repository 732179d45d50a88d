use crate::stats::{Adjusted, Elo, Interval, Moments, Pairs, Sprt, Verdict, elo, student95};
use crate::{Ending, Game, Spent};

/// One opening played from both sides: player 0 sat first in the first game.
#[derive(Clone, PartialEq, Debug)]
pub struct Pair {
    /// Its number, from 0.
    pub number: u64,
    /// Its two games.
    pub games: [Game; 2],
}

impl Pair {
    /// The half points of player 0: 0 to 4.
    pub fn half_points(&self) -> usize {
        self.games.iter().map(Game::half_points).sum()
    }
}

/// What a match has come to, seen by player 0.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Standing {
    /// Games won, drawn and lost.
    pub games: [u64; 3],
    /// Results of pairs.
    pub pairs: Pairs,
    /// Games the first seat won, drew and lost, whoever sat there.
    pub seats: [u64; 3],
    /// Games called drawn because they lasted too long.
    pub capped: u64,
    /// Games each player lost by doing nothing legal.
    pub forfeits: [u64; 2],
    /// Games each player lost on time.
    pub flags: [u64; 2],
    /// Plies of the games.
    pub length: Moments,
    /// What each player spent.
    pub spent: [Spent; 2],
    /// Whether lots were thrown.
    pub thrown: bool,
    /// The mean score of each pair, and with luck taken out.
    pub adjusted: Adjusted,
    /// What the sequential test decided, if there was one.
    pub verdict: Option<Verdict>,
    /// Whether the match was stopped from outside.
    pub stopped: bool,
}

impl Standing {
    /// Hears of one more pair.
    pub fn add(&mut self, pair: &Pair) {
        self.pairs.add(pair.half_points());
        let mut luck = 0.0;
        for game in &pair.games {
            let points = game.half_points();
            self.games[2 - points] += 1;
            self.seats[if game.first == 0 { 2 - points } else { points }] += 1;
            self.length.add(game.plies.len() as f64);
            self.thrown |= game.thrown;
            luck += game.luck_of_player();
            let loser = usize::from(points == 2);
            match &game.ending {
                Ending::Capped => self.capped += 1,
                Ending::Forfeit(_) => self.forfeits[loser] += 1,
                Ending::Rules if game.outcome.reason() == abaque_core::Reason::Time => {
                    self.flags[loser] += 1;
                }
                Ending::Rules => {}
            }
            for (all, one) in self.spent.iter_mut().zip(&game.spent) {
                all.actions += one.actions;
                all.nodes += one.nodes;
                all.time += one.time;
            }
        }
        self.adjusted.add(pair.half_points() as f64 / 4.0, luck / 2.0);
    }

    /// How many games were played.
    pub fn played(&self) -> u64 {
        self.games.iter().sum()
    }

    /// The difference in strength by plain results.
    pub fn elo(&self) -> Elo {
        self.pairs.elo()
    }

    /// The difference in strength with luck taken out.
    pub fn adjusted_elo(&self) -> Elo {
        let Interval { low, high } = self.adjusted_interval();
        Elo { value: elo(self.adjusted.mean()), low: elo(low), high: elo(high) }
    }

    /// Where the true score lies with 95 % certainty, luck taken out. Where all pairs came to the same
    /// there is no spread to judge by: then it is the interval of the plain results.
    pub fn adjusted_interval(&self) -> Interval {
        if self.adjusted.variance() < 1e-12 {
            return self.pairs.interval();
        }
        let half = student95(self.adjusted.count()) * self.adjusted.error();
        Interval { low: self.adjusted.mean() - half, high: self.adjusted.mean() + half }
    }

    /// How many times the games the adjustment is worth; `None` where there is nothing to compare.
    pub fn gain(&self) -> Option<f64> {
        let (raw, adjusted) = (self.adjusted.scores().variance(), self.adjusted.variance());
        (self.thrown && raw > 0.0 && adjusted > 0.0).then(|| raw / adjusted)
    }

    /// The sequential test's ratio: over the results of pairs, or, where there are lots, over scores with
    /// luck taken out, which decides sooner.
    pub fn ratio(&self, sprt: &Sprt) -> f64 {
        if self.thrown { sprt.ratio_of_scores(&self.adjusted) } else { sprt.ratio(&self.pairs) }
    }
}
