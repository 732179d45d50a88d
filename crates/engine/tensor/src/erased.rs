//! Episodes and vectors of any game behind one type.

use abaque_core::{Game, GameOptions, Lang, Observer, RuleViolation, Seat, Turn};

use crate::vector_env::rewards;
use crate::{Buffers, Episode, GameTensors, IllegalNumber, Layout, Scratch, VectorEnv};

/// One game of any kind, played by numbers; see [`Episode`].
pub trait AnyEpisode: Send + Sync {
    /// The sizes of its arrays.
    fn layout(&self) -> Layout;
    /// The canonical spec.
    fn spec(&self) -> String;
    /// The canonical position.
    fn position(&self) -> String;
    /// The view of an observer, as text.
    fn view(&self, by: Observer) -> String;
    /// See [`Episode::turn`].
    fn turn(&self) -> Turn;
    /// The reward of both players so far: 0 until the game is over.
    fn rewards(&self) -> [f32; 2];
    /// See [`Episode::legal_numbers`].
    fn legal_numbers(&self) -> Vec<usize>;
    /// See [`Episode::lots`].
    fn lots(&self) -> Vec<(usize, u32)>;
    /// See [`Episode::number_text`].
    fn number_text(&self, number: usize) -> Option<String>;
    /// See [`Episode::numbers_of`].
    fn numbers_of(&self, ply: &str) -> Option<Vec<usize>>;
    /// Plays a number, or says in a language why it is not legal; then nothing has changed.
    fn play(&mut self, number: usize, lang: Lang) -> Result<(), String>;
    /// See [`Episode::random_number`].
    fn random_number(&mut self) -> Option<usize>;
    /// See [`Episode::write_observation`].
    fn write_observation(&self, viewer: Seat, out: &mut [u8]);
    /// See [`Episode::resampled`].
    fn resampled(&self, seed: u64) -> Option<Box<dyn AnyEpisode>>;
    /// See [`Episode::seed`].
    fn seed(&mut self, seed: u64);
    /// See [`Episode::restart`].
    fn restart(&mut self);
    /// An independent copy; it draws the same lots.
    fn clone_box(&self) -> Box<dyn AnyEpisode>;
}

impl<T: GameTensors> AnyEpisode for Episode<T>
where
    Episode<T>: Send + Sync,
{
    fn layout(&self) -> Layout {
        Layout::of::<T>()
    }

    fn spec(&self) -> String {
        self.options().to_spec().to_string()
    }

    fn position(&self) -> String {
        self.game().to_string()
    }

    fn view(&self, by: Observer) -> String {
        self.game().view(by).to_string()
    }

    fn turn(&self) -> Turn {
        Episode::turn(self)
    }

    fn rewards(&self) -> [f32; 2] {
        match Episode::turn(self) {
            Turn::Over(outcome) => rewards(outcome),
            _ => [0.0; 2],
        }
    }

    fn legal_numbers(&self) -> Vec<usize> {
        Episode::legal_numbers(self).collect()
    }

    fn lots(&self) -> Vec<(usize, u32)> {
        Episode::lots(self)
    }

    fn number_text(&self, number: usize) -> Option<String> {
        Episode::number_text(self, number)
    }

    fn numbers_of(&self, ply: &str) -> Option<Vec<usize>> {
        Episode::numbers_of(self, ply)
    }

    fn play(&mut self, number: usize, lang: Lang) -> Result<(), String> {
        if !self.is_legal(number) {
            return Err(refusal_text(self, number, lang));
        }
        self.step(number, &mut Scratch::default());
        Ok(())
    }

    fn random_number(&mut self) -> Option<usize> {
        Episode::random_number(self, &mut Scratch::default())
    }

    fn write_observation(&self, viewer: Seat, out: &mut [u8]) {
        Episode::write_observation(self, viewer, out);
    }

    fn resampled(&self, seed: u64) -> Option<Box<dyn AnyEpisode>> {
        Some(Box::new(Episode::resampled(self, seed)?))
    }

    fn seed(&mut self, seed: u64) {
        Episode::seed(self, seed);
    }

    fn restart(&mut self) {
        Episode::restart(self, &mut Scratch::default());
    }

    fn clone_box(&self) -> Box<dyn AnyEpisode> {
        Box::new(self.clone())
    }
}

/// Why a number is not legal.
fn refusal_text<T: GameTensors>(episode: &Episode<T>, number: usize, lang: Lang) -> String {
    if let Some(violation) = episode.refusal(number) {
        return format!("{} ({})", violation.message().get(lang), violation.rule());
    }
    let count = Episode::legal_numbers(episode).count();
    let position = episode.game();
    match (episode.turn(), lang) {
        (Turn::Over(_), Lang::En) => format!("{number} is not legal: the game is over"),
        (Turn::Over(_), Lang::Fr) => {
            format!("{number} n'est pas permis\u{a0}: la partie est terminée")
        }
        (_, Lang::En) => format!("{number} is not one of the {count} legal numbers in {position}"),
        (_, Lang::Fr) => {
            format!("{number} n'est pas un des {count} numéros permis dans {position}")
        }
    }
}

/// Many games of one kind; see [`VectorEnv`].
pub trait AnyVectorEnv: Send + Sync {
    /// The sizes of the arrays.
    fn layout(&self) -> Layout;
    /// The canonical spec.
    fn spec(&self) -> String;
    /// How many environments there are.
    fn count(&self) -> usize;
    /// See [`VectorEnv::reset`].
    fn reset(&mut self, seed: u64);
    /// See [`VectorEnv::observe`].
    fn observe(&self, buffers: Buffers);
    /// See [`VectorEnv::step`].
    fn step(&mut self, numbers: &[i32], buffers: Buffers) -> Result<(), IllegalNumber>;
    /// See [`VectorEnv::sample`].
    fn sample(&mut self, numbers: &mut [i32]);
    /// A copy of one of the games; `None` if there are fewer.
    fn episode(&self, index: usize) -> Option<Box<dyn AnyEpisode>>;
    /// Why a number is not legal in one of the games.
    fn refusal(&self, illegal: IllegalNumber, lang: Lang) -> String;
}

impl<T: GameTensors> AnyVectorEnv for VectorEnv<T>
where
    Episode<T>: Send + Sync,
    VectorEnv<T>: Send + Sync,
{
    fn layout(&self) -> Layout {
        Layout::of::<T>()
    }

    fn spec(&self) -> String {
        let first = self.episodes().first();
        first.map_or_else(String::new, |episode| episode.options().to_spec().to_string())
    }

    fn count(&self) -> usize {
        VectorEnv::count(self)
    }

    fn reset(&mut self, seed: u64) {
        VectorEnv::reset(self, seed);
    }

    fn observe(&self, buffers: Buffers) {
        VectorEnv::observe(self, buffers);
    }

    fn step(&mut self, numbers: &[i32], buffers: Buffers) -> Result<(), IllegalNumber> {
        VectorEnv::step(self, numbers, buffers)
    }

    fn sample(&mut self, numbers: &mut [i32]) {
        VectorEnv::sample(self, numbers);
    }

    fn episode(&self, index: usize) -> Option<Box<dyn AnyEpisode>> {
        Some(Box::new(self.episodes().get(index)?.clone()))
    }

    fn refusal(&self, illegal: IllegalNumber, lang: Lang) -> String {
        let episode = self.episodes().get(illegal.index);
        let number = usize::try_from(illegal.number).ok();
        match (episode, number) {
            (Some(episode), Some(number)) => refusal_text(episode, number, lang),
            _ => illegal.to_string(),
        }
    }
}
