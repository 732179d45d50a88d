use std::fmt;

use abaque_core::{Outcome, Seat, SplitMix, Turn};
use rayon::ThreadPool;

use crate::{Buffers, Episode, GameTensors, Layout, LotMode, Scratch};

/// What the column `players` holds besides the seats 0 and 1.
pub mod player {
    /// A lot is due, and the caller draws it.
    pub const LOT: i8 = -1;
    /// The game is over and was not restarted.
    pub const NONE: i8 = -2;
}

/// How a vector of environments behaves.
#[derive(Clone, Copy, Debug)]
pub struct VectorOptions {
    /// How many games are played at once.
    pub count: usize,
    /// The seed of all random numbers.
    pub seed: u64,
    /// How lots are drawn.
    pub lot_mode: LotMode,
    /// Whether a finished game is restarted in the same step.
    pub auto_reset: bool,
    /// How many threads share the work; 1 starts none.
    pub threads: usize,
}

/// One environment, lots sampled, finished games restarted, no threads.
impl Default for VectorOptions {
    fn default() -> VectorOptions {
        VectorOptions {
            count: 1,
            seed: 0,
            lot_mode: LotMode::Sampled,
            auto_reset: true,
            threads: 1,
        }
    }
}

/// A number that is not legal; nothing was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalNumber {
    /// The environment.
    pub index: usize,
    /// The number.
    pub number: i32,
}

impl fmt::Display for IllegalNumber {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "environment {}: {} is not a legal number", self.index, self.number)
    }
}

impl std::error::Error for IllegalNumber {}

/// Many games of one kind, advanced together.
pub struct VectorEnv<T: GameTensors> {
    episodes: Vec<Episode<T>>,
    /// One per thread.
    scratches: Vec<Scratch<T>>,
    pool: Option<ThreadPool>,
    auto_reset: bool,
}

impl<T: GameTensors> VectorEnv<T> {
    /// Environments that start from a position. The error says why threads cannot be started.
    pub fn new(start: T::Game, options: &VectorOptions) -> Result<VectorEnv<T>, String> {
        let first = Episode::new(start, options.lot_mode, 0);
        let pool = match options.threads {
            0 | 1 => None,
            threads => Some(
                rayon::ThreadPoolBuilder::new()
                    .num_threads(threads)
                    .build()
                    .map_err(|error| error.to_string())?,
            ),
        };
        let threads = if pool.is_some() { options.threads } else { 1 };
        let mut env = VectorEnv {
            episodes: vec![first; options.count],
            scratches: (0..threads).map(|_| Scratch::default()).collect(),
            pool,
            auto_reset: options.auto_reset,
        };
        env.reset(options.seed);
        Ok(env)
    }

    /// How many environments there are.
    pub fn count(&self) -> usize {
        self.episodes.len()
    }

    /// The environments.
    pub fn episodes(&self) -> &[Episode<T>] {
        &self.episodes
    }

    /// Restarts all games. The same seed and the same numbers give the same games, whatever the
    /// number of threads.
    pub fn reset(&mut self, seed: u64) {
        for (episode, n) in self.episodes.iter_mut().zip(1..) {
            episode.seed(SplitMix::nth(seed, n));
            if let Some(scratch) = self.scratches.first_mut() {
                episode.restart(scratch);
            }
        }
    }

    /// Fills the buffers without playing: rewards and ends are 0.
    pub fn observe(&self, mut buffers: Buffers) {
        for (row, episode) in self.episodes.iter().enumerate() {
            buffers.write_end(row, [0.0; 2], false);
            write_row(episode, row, &mut buffers);
        }
    }

    /// Plays one number in every environment and fills the buffers; −1 leaves an environment as it
    /// is. If any number is not legal, nothing is played.
    pub fn step(&mut self, numbers: &[i32], buffers: Buffers) -> Result<(), IllegalNumber> {
        let refused = self.episodes.iter().zip(numbers).position(|(episode, &number)| {
            number != -1 && !usize::try_from(number).is_ok_and(|number| episode.is_legal(number))
        });
        if let Some(index) = refused {
            return Err(IllegalNumber { index, number: numbers[index] });
        }
        let auto_reset = self.auto_reset;
        let (episodes, scratches) = (&mut self.episodes[..], &mut self.scratches[..]);
        match &self.pool {
            None => step_part(episodes, scratches, numbers, buffers, auto_reset),
            Some(pool) => {
                pool.install(|| step_part(episodes, scratches, numbers, buffers, auto_reset));
            }
        }
        Ok(())
    }

    /// Chooses a random legal number for every environment; −1 where the game is over.
    pub fn sample(&mut self, numbers: &mut [i32]) {
        let Some(scratch) = self.scratches.first_mut() else { return };
        for (episode, number) in self.episodes.iter_mut().zip(numbers) {
            *number = episode.random_number(scratch).map_or(-1, |number| number as i32);
        }
    }
}

/// Steps environments; halves them as long as there are several scratch buffers, one per thread.
fn step_part<T: GameTensors>(
    episodes: &mut [Episode<T>],
    scratches: &mut [Scratch<T>],
    numbers: &[i32],
    mut buffers: Buffers,
    auto_reset: bool,
) {
    if scratches.len() > 1 && episodes.len() > 1 {
        let threads = scratches.len() / 2;
        let middle = episodes.len() * threads / scratches.len();
        let (some, others) = episodes.split_at_mut(middle);
        let (some_scratches, other_scratches) = scratches.split_at_mut(threads);
        let (some_numbers, other_numbers) = numbers.split_at(middle.min(numbers.len()));
        let (some_buffers, other_buffers) = buffers.split(middle, &Layout::of::<T>());
        rayon::join(
            || step_part(some, some_scratches, some_numbers, some_buffers, auto_reset),
            || step_part(others, other_scratches, other_numbers, other_buffers, auto_reset),
        );
        return;
    }
    let Some(scratch) = scratches.first_mut() else { return };
    for (row, (episode, &number)) in episodes.iter_mut().zip(numbers).enumerate() {
        let outcome = usize::try_from(number).ok().and_then(|number| episode.step(number, scratch));
        buffers.write_end(row, outcome.map_or([0.0; 2], rewards), outcome.is_some());
        if outcome.is_some() && auto_reset {
            episode.restart(scratch);
        }
        write_row(episode, row, &mut buffers);
    }
}

#[inline]
fn write_row<T: GameTensors>(episode: &Episode<T>, row: usize, buffers: &mut Buffers) {
    let layout = const { Layout::of::<T>() };
    let (viewer, player) = match episode.turn() {
        Turn::Of(seat) => (seat, seat as i8),
        Turn::Chance => (Seat::First, player::LOT),
        Turn::Over(_) => (Seat::First, player::NONE),
    };
    buffers.write_player(row, player);
    buffers.write_legal(row, &layout, episode.legal());
    if let Some(observation) = buffers.observation(row, &layout) {
        episode.write_observation(viewer, observation);
    }
}

/// 1 for the winner, −1 for the loser, 0 for a draw.
pub(crate) fn rewards(outcome: Outcome) -> [f32; 2] {
    match outcome.winner() {
        Some(Seat::First) => [1.0, -1.0],
        Some(Seat::Second) => [-1.0, 1.0],
        None => [0.0; 2],
    }
}
