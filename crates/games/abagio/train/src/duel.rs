//! Games between two Abagio players, with the same dice from both sides.

use abaque_abagio::{Abagio, FirstPlayer, Options, Phase, Roll};
use abaque_abagio_bot::net::sigmoid;
use abaque_abagio_bot::{Evaluator, PlayRanker, TurnGenerator};
use abaque_core::{Game, Ply, RandomSource, Seat, SplitMix};
use rayon::prelude::*;

/// Longer games are abandoned as undecided.
const MAX_TURNS: u32 = 3000;

/// Landings for which every chief square is tried, in training and in duels by static evaluation.
pub(crate) const CHIEF_CANDIDATES: usize = 6;

/// A player of whole turns.
pub(crate) trait TurnPlayer: Sync {
    /// The position after the player's turn.
    fn play_turn(&self, buffers: &mut TurnBuffers, game: &Abagio, source: &mut SplitMix) -> Abagio;
}

/// Buffers, one per thread.
#[derive(Default)]
pub(crate) struct TurnBuffers {
    pub(crate) ranker: PlayRanker,
    turns: TurnGenerator,
}

/// Plays the best turn by static evaluation.
pub(crate) struct NetPlayer<'a>(pub(crate) &'a Evaluator);

impl TurnPlayer for NetPlayer<'_> {
    fn play_turn(&self, buffers: &mut TurnBuffers, game: &Abagio, _: &mut SplitMix) -> Abagio {
        buffers.ranker.best_play(self.0, game, CHIEF_CANDIDATES).map_or(*game, |play| play.after())
    }
}

/// Maximises the pip lead and leaves the chief beside the board.
pub(crate) struct PipCountPlayer;

impl TurnPlayer for PipCountPlayer {
    fn play_turn(&self, buffers: &mut TurnBuffers, game: &Abagio, source: &mut SplitMix) -> Abagio {
        let Some(seat) = game.side() else { return *game };
        let lead = |game: &Abagio| game.pips(seat.other()) as i32 - game.pips(seat) as i32;
        let landings = buffers.turns.landings(game);
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

/// Plays random legal actions.
pub(crate) struct RandomPlayer;

impl TurnPlayer for RandomPlayer {
    fn play_turn(&self, _: &mut TurnBuffers, game: &Abagio, source: &mut SplitMix) -> Abagio {
        let mut game = *game;
        while let Some(action) = game.random_action(source) {
            game.apply_unchecked(Ply::Act(action));
        }
        game
    }
}

/// The start position, Red to throw.
pub(crate) fn start() -> Abagio {
    Abagio::start(&Options { first: FirstPlayer::Red })
}

/// Throws two dice.
pub(crate) fn roll_dice(source: &mut SplitMix) -> Roll {
    let mut die = || 1 + source.below(6) as u8;
    Roll::throw(die(), die())
}

/// A mean with its standard error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MeanEstimate {
    pub(crate) mean: f64,
    pub(crate) error: f64,
}

impl MeanEstimate {
    pub(crate) fn from_values(values: &[f64]) -> MeanEstimate {
        let n = values.len().max(1) as f64;
        let mean = values.iter().sum::<f64>() / n;
        let spread = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
        MeanEstimate { mean, error: (spread / n / (n - 1.0).max(1.0)).sqrt() }
    }
}

/// Result of a duel: share of games won, plain and luck-adjusted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DuelScore {
    pub(crate) raw: MeanEstimate,
    pub(crate) luck_adjusted: MeanEstimate,
}

impl DuelScore {
    /// Both shares as text.
    pub(crate) fn summary(&self) -> String {
        let elo = |share: f64| {
            let share = share.clamp(0.001, 0.999);
            400.0 * (share / (1.0 - share)).log10()
        };
        let DuelScore { raw, luck_adjusted: calm } = self;
        format!(
            "{:.1}% ±{:.1} of the games, {:.1}% ±{:.1} without luck ({:+.0} Elo, {:+.0} to {:+.0})",
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

/// Share of games `one` wins against `other`; the two games of a pair have the same dice, each with
/// another player beginning.
pub(crate) fn play_duel(
    one: &dyn TurnPlayer,
    other: &dyn TurnPlayer,
    pairs: u64,
    seed: u64,
) -> DuelScore {
    let evaluator = Evaluator::trained();
    let shares: Vec<(f64, f64)> = (0..pairs)
        .into_par_iter()
        .map_init(TurnBuffers::default, |buffers, pair| {
            let dice = SplitMix(seed ^ pair.wrapping_mul(0xD1B5_4A32_D192_ED03));
            let first = play_game([one, other], buffers, dice.clone(), Some(&evaluator));
            let second = play_game([other, one], buffers, dice, Some(&evaluator));
            ((first.0 + 1.0 - second.0) / 2.0, (first.1 + 1.0 - second.1) / 2.0)
        })
        .collect();
    let of = |part: fn(&(f64, f64)) -> f64| {
        MeanEstimate::from_values(&shares.iter().map(part).collect::<Vec<_>>())
    };
    DuelScore { raw: of(|share| share.0), luck_adjusted: of(|share| share.1) }
}

/// Plain share of games `one` wins against `other`.
pub(crate) fn win_share(
    one: &dyn TurnPlayer,
    other: &dyn TurnPlayer,
    pairs: u64,
    seed: u64,
) -> MeanEstimate {
    let shares: Vec<f64> = (0..pairs)
        .into_par_iter()
        .map_init(TurnBuffers::default, |buffers, pair| {
            let dice = SplitMix(seed ^ pair.wrapping_mul(0xD1B5_4A32_D192_ED03));
            let first = play_game([one, other], buffers, dice.clone(), None).0;
            let second = play_game([other, one], buffers, dice, None).0;
            (first + 1.0 - second) / 2.0
        })
        .collect();
    MeanEstimate::from_values(&shares)
}

/// The first player's share of one game, plain and luck-adjusted (equal without an evaluator).
fn play_game(
    players: [&dyn TurnPlayer; 2],
    buffers: &mut TurnBuffers,
    mut dice: SplitMix,
    evaluator: Option<&Evaluator>,
) -> (f64, f64) {
    let mut choices = SplitMix(dice.next_u64());
    let mut game = start();
    let mut luck = 0.0;
    for _ in 0..MAX_TURNS {
        let Some(side) = game.side() else { break };
        if game.phase() == Phase::Over {
            let share = if side == Seat::First { 1.0 } else { 0.0 };
            return (share, share - luck);
        }
        let thrown = roll_dice(&mut dice);
        luck += evaluator.map_or(0.0, |evaluator| luck_of(evaluator, buffers, &game, thrown));
        game.apply_unchecked(Ply::Roll(thrown));
        // A throw without a legal play passes automatically.
        if game.phase() != Phase::Roll {
            game = players[side.index()].play_turn(buffers, &game, &mut choices);
        }
    }
    (0.5, 0.5 - luck)
}

/// The first player's gain from a throw over the mean of all throws.
fn luck_of(evaluator: &Evaluator, buffers: &mut TurnBuffers, before: &Abagio, thrown: Roll) -> f64 {
    let Some(side) = before.side() else { return 0.0 };
    let mut mean = 0.0;
    let mut came = 0.0;
    for throw in Roll::throws() {
        let mut game = *before;
        game.apply_unchecked(Ply::Roll(throw));
        let value = match game.phase() {
            Phase::Roll => 1.0 - sigmoid(evaluator.log_odds_at_throw(&game, side.other())),
            _ => buffers
                .ranker
                .best_play(evaluator, &game, 2)
                .map_or(0.5, |play| sigmoid(play.log_odds)),
        };
        mean += f64::from(value) * f64::from(throw.weight()) / 36.0;
        if throw == thrown {
            came = f64::from(value);
        }
    }
    if side == Seat::First { came - mean } else { mean - came }
}
