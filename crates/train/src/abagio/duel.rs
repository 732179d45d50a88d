//! Games between two ways to play, with the same dice from both sides.

use abaque_abagio::{Abagio, AbagioOptions, First, Phase, Roll};
use abaque_bots::abagio::net::chance;
use abaque_bots::abagio::{Judge, Turns, Weigher};
use abaque_core::{Game, Ply, Seat, Source, SplitMix};
use rayon::prelude::*;

/// Games longer than this are given up as undecided.
const MOST_TURNS: u32 = 3000;

/// How many landings get every place of the chief in training and in duels at a glance.
pub(crate) const WIDTH: usize = 6;

/// Someone who plays whole turns.
pub(crate) trait Player: Sync {
    /// The position after a turn.
    fn turn(&self, hand: &mut Hand, game: &Abagio, source: &mut SplitMix) -> Abagio;
}

/// Buffers, one a thread.
#[derive(Default)]
pub(crate) struct Hand {
    pub(crate) weigher: Weigher,
    turns: Turns,
}

/// Plays what the nets like best.
pub(crate) struct Glance<'a>(pub(crate) &'a Judge);

impl Player for Glance<'_> {
    fn turn(&self, hand: &mut Hand, game: &Abagio, _: &mut SplitMix) -> Abagio {
        hand.weigher.best(self.0, game, WIDTH).map_or(*game, |play| play.after())
    }
}

/// Counts squares to go, the opponent's minus its own, and keeps the chief out of it.
pub(crate) struct Counter;

impl Player for Counter {
    fn turn(&self, hand: &mut Hand, game: &Abagio, source: &mut SplitMix) -> Abagio {
        let Some(seat) = game.side() else { return *game };
        let lead = |game: &Abagio| game.pips(seat.other()) as i32 - game.pips(seat) as i32;
        let landings = hand.turns.landings(game);
        let most = landings.iter().map(|landing| lead(&landing.game)).max();
        let best = || landings.iter().filter(|landing| Some(lead(&landing.game)) == most);
        let drawn = source.below(best().count().max(1) as u64) as usize;
        let mut after = best().nth(drawn).map_or(*game, |landing| landing.game);
        if after.phase() == Phase::Chief {
            after.apply_unchecked(Ply::Act(abaque_abagio::Action::Chief(None)));
        }
        after
    }
}

/// Plays any legal action.
pub(crate) struct Anything;

impl Player for Anything {
    fn turn(&self, _: &mut Hand, game: &Abagio, source: &mut SplitMix) -> Abagio {
        let mut game = *game;
        while let Some(action) = game.random_action(source) {
            game.apply_unchecked(Ply::Act(action));
        }
        game
    }
}

/// The start position, Red to throw.
pub(crate) fn start() -> Abagio {
    Abagio::start(&AbagioOptions { first: First::Red })
}

/// A throw of two dice.
pub(crate) fn throw(source: &mut SplitMix) -> Roll {
    let mut die = || 1 + source.below(6) as u8;
    Roll::throw(die(), die())
}

/// A mean with its standard error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mean {
    pub(crate) mean: f64,
    pub(crate) error: f64,
}

impl Mean {
    pub(crate) fn of(values: &[f64]) -> Mean {
        let n = values.len().max(1) as f64;
        let mean = values.iter().sum::<f64>() / n;
        let spread = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
        Mean { mean, error: (spread / n / (n - 1.0).max(1.0)).sqrt() }
    }
}

/// How a duel went: the share of games won as they went, and with the luck of the dice taken out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Score {
    pub(crate) raw: Mean,
    pub(crate) calm: Mean,
}

impl Score {
    /// Both in words.
    pub(crate) fn text(&self) -> String {
        let elo = |share: f64| {
            let share = share.clamp(0.001, 0.999);
            400.0 * (share / (1.0 - share)).log10()
        };
        let Score { raw, calm } = self;
        format!(
            "{:.1} % ±{:.1} of the games, {:.1} % ±{:.1} without luck ({:+.0} Elo, {:+.0} to {:+.0})",
            100.0 * raw.mean,
            100.0 * raw.error,
            100.0 * calm.mean,
            100.0 * calm.error,
            elo(calm.mean),
            elo(calm.mean - 2.0 * calm.error),
            elo(calm.mean + 2.0 * calm.error),
        )
    }
}

/// The share of games `one` wins against `other`: each pair of games has the same dice, once with
/// either player beginning.
pub(crate) fn duel(one: &dyn Player, other: &dyn Player, pairs: u64, seed: u64) -> Score {
    let judge = Judge::learned();
    let shares: Vec<(f64, f64)> = (0..pairs)
        .into_par_iter()
        .map_init(Hand::default, |hand, pair| {
            let dice = SplitMix(seed ^ pair.wrapping_mul(0xD1B5_4A32_D192_ED03));
            let first = won([one, other], hand, dice.clone(), Some(&judge));
            let second = won([other, one], hand, dice, Some(&judge));
            ((first.0 + 1.0 - second.0) / 2.0, (first.1 + 1.0 - second.1) / 2.0)
        })
        .collect();
    let of = |part: fn(&(f64, f64)) -> f64| Mean::of(&shares.iter().map(part).collect::<Vec<_>>());
    Score { raw: of(|share| share.0), calm: of(|share| share.1) }
}

/// The share of games `one` wins against `other`, as they went.
pub(crate) fn share(one: &dyn Player, other: &dyn Player, pairs: u64, seed: u64) -> Mean {
    let shares: Vec<f64> = (0..pairs)
        .into_par_iter()
        .map_init(Hand::default, |hand, pair| {
            let dice = SplitMix(seed ^ pair.wrapping_mul(0xD1B5_4A32_D192_ED03));
            let first = won([one, other], hand, dice.clone(), None).0;
            let second = won([other, one], hand, dice, None).0;
            (first + 1.0 - second) / 2.0
        })
        .collect();
    Mean::of(&shares)
}

/// The first player's share of one game, as it went and without luck (the same where nobody judges it).
fn won(
    players: [&dyn Player; 2],
    hand: &mut Hand,
    mut dice: SplitMix,
    judge: Option<&Judge>,
) -> (f64, f64) {
    let mut choices = SplitMix(dice.next_u64());
    let mut game = start();
    let mut luck = 0.0;
    for _ in 0..MOST_TURNS {
        let Some(side) = game.side() else { break };
        if game.phase() == Phase::Over {
            let share = if side == Seat::First { 1.0 } else { 0.0 };
            return (share, share - luck);
        }
        let thrown = throw(&mut dice);
        luck += judge.map_or(0.0, |judge| luck_of(judge, hand, &game, thrown));
        game.apply_unchecked(Ply::Roll(thrown));
        // A throw that leaves nothing to do passes by itself.
        if game.phase() != Phase::Roll {
            game = players[side.index()].turn(hand, &game, &mut choices);
        }
    }
    (0.5, 0.5 - luck)
}

/// What a throw was worth to the first player beyond what throws are worth on average there.
fn luck_of(judge: &Judge, hand: &mut Hand, before: &Abagio, thrown: Roll) -> f64 {
    let Some(side) = before.side() else { return 0.0 };
    let mut mean = 0.0;
    let mut came = 0.0;
    for throw in Roll::throws() {
        let mut game = *before;
        game.apply_unchecked(Ply::Roll(throw));
        let value = match game.phase() {
            Phase::Roll => 1.0 - chance(judge.at_throw(&game, side.other())),
            _ => hand.weigher.best(judge, &game, 2).map_or(0.5, |play| chance(play.value)),
        };
        mean += f64::from(value) * f64::from(throw.weight()) / 36.0;
        if throw == thrown {
            came = f64::from(value);
        }
    }
    if side == Seat::First { came - mean } else { mean - came }
}
