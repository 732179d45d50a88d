//! Which of several plays is best, by rollouts: all of them get the same games until the budget ends, and
//! who is clearly behind gets no more.

use std::ops::Range;
use std::sync::Arc;

use abaque_abagio::Abagio;
use abaque_search::Meter;

use super::judge::Judge;
use super::rollout::Rollout;

/// After how many turns of a rollout the nets judge.
const TURNS: u32 = 9;
/// Games between two looks at who is behind.
const BATCH: u64 = 6;
/// More games than this are not worth their time.
const MOST_GAMES: u64 = 36 * 100;
/// How far what the plies say of two plays is off, as a standard deviation (`abaque-train abagio-loss`
/// measures it): what rollouts say is weighed against it, so that a few games change little.
const DOUBT: f64 = 0.004;
/// How far one game of a rollout is off, and how many games' worth that guess counts.
const GAME_DOUBT: f64 = 0.025;
const GUESSED_GAMES: f64 = 12.0;
/// So many standard deviations behind is clearly behind.
const CLEAR: f64 = 2.5;

/// A play in the contest.
pub(super) struct Runner {
    after: Abagio,
    /// Its chance as the plies saw it.
    said: f64,
    /// What its games came to.
    games: Vec<f64>,
    out: bool,
}

impl Runner {
    pub(super) fn new(after: Abagio, said: f64) -> Runner {
        Runner { after, said, games: Vec::new(), out: false }
    }

    /// Its chance: what the plies said and what its games say, each by how sure it is.
    pub(super) fn win(&self) -> f64 {
        let (mean, spread) = measured(self.games.iter().copied());
        weighed(self.said, mean, spread).0.clamp(0.0002, 0.9998)
    }

    /// How far it is ahead of another, and the standard deviation of that.
    fn lead(&self, other: &Runner) -> (f64, f64) {
        let (mean, spread) = measured(self.games.iter().zip(&other.games).map(|(a, b)| a - b));
        weighed(self.said - other.said, mean, spread)
    }
}

/// The mean of some games and its variance.
fn measured(games: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let n = games.clone().count() as f64;
    let mean = games.clone().sum::<f64>() / n.max(1.0);
    let squares: f64 = games.map(|game| (game - mean).powi(2)).sum();
    let guessed = GUESSED_GAMES * GAME_DOUBT * GAME_DOUBT;
    (mean, (guessed + squares) / (GUESSED_GAMES + n) / n.max(1e-9))
}

/// Two opinions as one, with its standard deviation.
fn weighed(said: f64, mean: f64, spread: f64) -> (f64, f64) {
    let doubt = DOUBT * DOUBT;
    let share = doubt / (doubt + spread);
    (said + share * (mean - said), (share * spread).sqrt())
}

/// The contest.
pub(super) struct Playoff {
    pub(super) runners: Vec<Runner>,
    /// Games played by everyone still in it.
    pub(super) games: u64,
    /// How many of the best are wanted, in order.
    wanted: usize,
    /// One a thread.
    rollouts: Vec<Rollout>,
}

impl Playoff {
    /// A contest among some plays for the places of the `wanted` best.
    pub(super) fn new(
        runners: Vec<Runner>,
        wanted: usize,
        judge: &Arc<Judge>,
        seed: u64,
        threads: usize,
    ) -> Playoff {
        let rollout = || Rollout::new(judge.clone(), TURNS, seed);
        let rollouts = (0..threads.max(1)).map(|_| rollout()).collect();
        let mut playoff = Playoff { runners, games: 0, wanted, rollouts };
        playoff.drop_out();
        playoff
    }

    /// Whether more games could change anything.
    pub(super) fn is_open(&self) -> bool {
        self.live().count() > 1 && self.games < MOST_GAMES
    }

    fn live(&self) -> impl Iterator<Item = &Runner> {
        self.runners.iter().filter(|runner| !runner.out)
    }

    /// Plays some more games; `false` if the budget ran out.
    pub(super) fn go_on(&mut self, meter: &mut Meter) -> bool {
        let numbers = self.games..self.games + BATCH * self.rollouts.len() as u64;
        let live: Vec<Abagio> = self.live().map(|runner| runner.after).collect();
        let values = play(&mut self.rollouts, numbers, &live, meter);
        // A game counts if everyone has played it.
        let whole: Vec<&[Option<f64>]> = values
            .chunks(live.len().max(1))
            .filter(|game| game.iter().all(Option::is_some))
            .collect();
        let live = self.runners.iter_mut().filter(|runner| !runner.out);
        for (at, runner) in live.enumerate() {
            runner.games.extend(whole.iter().filter_map(|game| game[at]));
        }
        self.games += whole.len() as u64;
        self.drop_out();
        !meter.is_spent()
    }

    /// Who is clearly behind all wanted places is out of it.
    fn drop_out(&mut self) {
        let mut order: Vec<usize> =
            (0..self.runners.len()).filter(|&at| !self.runners[at].out).collect();
        order.sort_by(|&a, &b| self.runners[b].win().total_cmp(&self.runners[a].win()));
        let Some(&last) = order.get(self.wanted.max(1) - 1) else { return };
        for &at in order.iter().skip(self.wanted.max(1)) {
            let (lead, spread) = self.runners[last].lead(&self.runners[at]);
            self.runners[at].out = lead > CLEAR * spread;
        }
    }

    /// The standard error of what is said of the best.
    pub(super) fn error(&self) -> f64 {
        let best = self.live().max_by(|a, b| a.win().total_cmp(&b.win()));
        best.map_or(0.0, |best| measured(best.games.iter().copied()).1.sqrt())
    }
}

/// One thread plays one game after the other.
fn play_alone(
    rollout: &mut Rollout,
    jobs: impl Iterator<Item = (u64, Abagio)>,
    meter: &mut Meter,
) -> Vec<Option<f64>> {
    jobs.map(|(number, after)| {
        (!meter.is_spent()).then(|| rollout.game(&after, number, meter)).flatten()
    })
    .collect()
}

/// What games of some numbers come to for all live plays, game by game.
#[cfg(target_arch = "wasm32")]
fn play(
    rollouts: &mut [Rollout],
    numbers: Range<u64>,
    live: &[Abagio],
    meter: &mut Meter,
) -> Vec<Option<f64>> {
    let jobs = numbers.flat_map(|number| live.iter().map(move |&after| (number, after)));
    play_alone(&mut rollouts[0], jobs, meter)
}

/// What games of some numbers come to for all live plays, game by game. Each thread takes as many of
/// the games, and its own meter along: with more than one there is no bound in nodes to share.
#[cfg(not(target_arch = "wasm32"))]
fn play(
    rollouts: &mut [Rollout],
    numbers: Range<u64>,
    live: &[Abagio],
    meter: &mut Meter,
) -> Vec<Option<f64>> {
    let each = (numbers.end - numbers.start).div_ceil(rollouts.len().max(1) as u64);
    let jobs = |thread: u64| {
        let from = numbers.start + thread * each;
        let part = from..(from + each).min(numbers.end);
        part.flat_map(|number| live.iter().map(move |&after| (number, after)))
    };
    let Some((own, others)) = rollouts.split_first_mut() else { return Vec::new() };
    let begun = meter.nodes();
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..)
            .zip(others)
            .map(|(thread, rollout)| {
                let (jobs, mut meter) = (jobs(thread), meter.clone());
                scope.spawn(move || (play_alone(rollout, jobs, &mut meter), meter.nodes() - begun))
            })
            .collect();
        let mut values = play_alone(own, jobs(0), meter);
        for helper in helpers {
            if let Ok((more, nodes)) = helper.join() {
                values.extend(more);
                meter.count_many(nodes);
            }
        }
        values
    })
}
