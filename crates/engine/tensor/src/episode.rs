use abaque_core::{Game, Observer, Outcome, Ply, RandomSource, Seat, SplitMix, Turn};

use crate::history::TurnHistory;
use crate::layout::Layout;
use crate::number_set::{self, NumberSet};
use crate::{COMMON_SCALARS, Choice, GameTensors};

/// How lots are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LotMode {
    /// By the environment, from its seed.
    #[default]
    Sampled,
    /// By the caller, who chooses the number of an outcome.
    Explicit,
}

/// Buffers for listing actions and lots, reused from step to step.
pub struct Scratch<T: GameTensors> {
    actions: Vec<<T::Game as Game>::Action>,
    rolls: Vec<(<T::Game as Game>::Roll, u32)>,
}

impl<T: GameTensors> Default for Scratch<T> {
    fn default() -> Scratch<T> {
        Scratch { actions: Vec::with_capacity(1024), rolls: Vec::with_capacity(64) }
    }
}

/// One game, played by numbers.
pub struct Episode<T: GameTensors> {
    options: <T::Game as Game>::Options,
    start: T::Game,
    game: T::Game,
    draft: T::Draft,
    turn: Turn,
    history: TurnHistory,
    legal: Box<[u64]>,
    lot_mode: LotMode,
    lots: SplitMix,
    choices: SplitMix,
}

impl<T: GameTensors> Clone for Episode<T> {
    fn clone(&self) -> Self {
        Episode {
            options: self.game.options(),
            start: self.start.clone(),
            game: self.game.clone(),
            draft: self.draft.clone(),
            turn: self.turn,
            history: self.history.clone(),
            legal: self.legal.clone(),
            lot_mode: self.lot_mode,
            lots: self.lots.clone(),
            choices: self.choices.clone(),
        }
    }
}

impl<T: GameTensors> Episode<T> {
    /// A game from a position; it begins there again whenever it is restarted.
    pub fn new(start: T::Game, lot_mode: LotMode, seed: u64) -> Episode<T> {
        let mut episode = Episode {
            options: start.options(),
            game: start.clone(),
            turn: start.turn(),
            start,
            draft: T::Draft::default(),
            history: TurnHistory::new(),
            legal: vec![0; Layout::of::<T>().words()].into(),
            lot_mode,
            lots: SplitMix(0),
            choices: SplitMix(0),
        };
        episode.seed(seed);
        episode.restart(&mut Scratch::default());
        episode
    }

    /// Starts the random numbers anew: one stream for lots, one for random choices.
    pub fn seed(&mut self, seed: u64) {
        self.lots = SplitMix(SplitMix::nth(seed, 1));
        self.choices = SplitMix(SplitMix::nth(seed, 2));
    }

    /// Goes back to the start. The random numbers go on.
    pub fn restart(&mut self, scratch: &mut Scratch<T>) {
        self.game = self.start.clone();
        self.draft = T::Draft::default();
        self.turn = self.game.turn();
        self.history.restart(T::position_hash(&self.game));
        self.settle(scratch);
    }

    /// The position.
    pub fn game(&self) -> &T::Game {
        &self.game
    }

    /// The options of the game.
    pub fn options(&self) -> &<T::Game as Game>::Options {
        &self.options
    }

    /// The player to act, the lot due, or the outcome; draws by repetition or lack of progress
    /// included.
    pub fn turn(&self) -> Turn {
        self.turn
    }

    /// Whether a number is legal.
    #[inline]
    pub fn is_legal(&self, number: usize) -> bool {
        number_set::contains(&self.legal, number)
    }

    /// The legal numbers, one bit each.
    pub(crate) fn legal(&self) -> &[u64] {
        &self.legal
    }

    /// The legal numbers, in order: actions, or outcomes of the lot due.
    pub fn legal_numbers(&self) -> impl Iterator<Item = usize> + '_ {
        number_set::iter(&self.legal)
    }

    /// Every outcome of the lot due, with its weight.
    pub fn lots(&self) -> Vec<(usize, u32)> {
        let mut rolls = Vec::new();
        self.game.rolls(&mut rolls);
        rolls.into_iter().map(|(roll, weight)| (T::roll_number(&roll), weight)).collect()
    }

    /// What a number means here, as text; `None` if it means nothing.
    pub fn number_text(&self, number: usize) -> Option<String> {
        if self.turn == Turn::Chance {
            let mut rolls = Vec::new();
            self.game.rolls(&mut rolls);
            let meant = rolls.iter().find(|(roll, _)| T::roll_number(roll) == number);
            return meant.map(|(roll, _)| roll.to_string());
        }
        match T::choose(&self.game, &mut self.draft.clone(), number) {
            Choice::Action(action) => Some(action.to_string()),
            Choice::Part => Some(T::part_text(&self.game, &self.draft, number)),
            Choice::Nothing => None,
        }
    }

    /// Why a number is refused, if it means an action that the rules refuse.
    pub fn refusal(&self, number: usize) -> Option<<T::Game as Game>::Violation> {
        match (self.turn, T::choose(&self.game, &mut self.draft.clone(), number)) {
            (Turn::Of(_), Choice::Action(action)) => self.game.check(&action).err(),
            _ => None,
        }
    }

    /// The numbers to choose for an action, or for the outcome of a lot, written as text; `None` if
    /// it is not legal here or an action is half chosen.
    pub fn numbers_of(&self, ply: &str) -> Option<Vec<usize>> {
        if self.draft != T::Draft::default() {
            return None;
        }
        match self.turn {
            Turn::Over(_) => None,
            Turn::Chance => {
                let roll: <T::Game as Game>::Roll = ply.parse().ok()?;
                let number = T::roll_number(&roll);
                self.is_legal(number).then(|| vec![number])
            }
            Turn::Of(_) => {
                let action: <T::Game as Game>::Action = ply.parse().ok()?;
                self.game.check(&action).ok()?;
                let mut numbers = Vec::new();
                T::numbers_of(&self.game, &action, &mut numbers);
                Some(numbers)
            }
        }
    }

    /// Plays a legal number; returns the outcome if the game is over. Any other number changes
    /// nothing.
    #[inline]
    pub fn step(&mut self, number: usize, scratch: &mut Scratch<T>) -> Option<Outcome> {
        if !self.is_legal(number) {
            return None;
        }
        match self.turn {
            Turn::Over(_) => {}
            Turn::Of(_) => {
                if let Choice::Action(action) = T::choose(&self.game, &mut self.draft, number) {
                    self.draft = T::Draft::default();
                    self.play(Ply::Act(action));
                }
            }
            Turn::Chance => {
                scratch.rolls.clear();
                self.game.rolls(&mut scratch.rolls);
                let meant = scratch.rolls.iter().find(|(roll, _)| T::roll_number(roll) == number);
                if let Some(&(roll, _)) = meant {
                    self.play(Ply::Roll(roll));
                }
            }
        }
        self.settle(scratch);
        match self.turn {
            Turn::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// A random legal number: actions with equal chances, lots by weight. `None` when the game is
    /// over.
    pub fn random_number(&mut self, scratch: &mut Scratch<T>) -> Option<usize> {
        if self.turn == Turn::Chance {
            scratch.rolls.clear();
            self.game.rolls(&mut scratch.rolls);
            return pick_roll(&scratch.rolls, &mut self.choices).map(|roll| T::roll_number(&roll));
        }
        let count = self.legal.iter().map(|word| word.count_ones()).sum();
        number_set::nth(&self.legal, pick(&mut self.choices, count))
    }

    /// The same game in a random world that the player to act cannot tell from the true one. `None`
    /// if no player is to act.
    pub fn resampled(&self, seed: u64) -> Option<Episode<T>> {
        let Turn::Of(seat) = self.turn else { return None };
        let view = self.game.view(Observer::Player(seat));
        let game = T::Game::sample_position(&view, &mut SplitMix(seed))?;
        let mut episode = Episode { game, ..self.clone() };
        episode.seed(seed);
        Some(episode)
    }

    /// Writes what a player knows.
    #[inline]
    pub fn write_observation(&self, viewer: Seat, out: &mut [u8]) {
        out.fill(0);
        let layout = const { Layout::of::<T>() };
        if out.len() != layout.observation() {
            return;
        }
        let (planes, scalars) = out.split_at_mut(layout.plane_bytes());
        let (common, own) = scalars.split_at_mut(COMMON_SCALARS);
        let acts = self.turn == Turn::Of(viewer);
        common[0] = u8::from(acts);
        common[1] = viewer as u8;
        common[2] = self.history.idle_turns().min(255) as u8;
        common[3] = self.history.repetitions();
        let view = self.game.view(Observer::Player(viewer));
        if acts {
            T::write_tensor(&view, viewer, &self.draft, planes, own);
        } else {
            T::write_tensor(&view, viewer, &T::Draft::default(), planes, own);
        }
    }

    #[inline]
    fn play(&mut self, ply: Ply<<T::Game as Game>::Action, <T::Game as Game>::Roll>) {
        let before = self.game.clone();
        self.game.apply_unchecked(ply);
        let progress = T::Game::ply_progress(&before, &ply, &self.game);
        let position = T::position_hash(&self.game);
        let game = &self.game;
        let ended = self
            .history
            .record(progress, position, T::FINAL_PROGRESS, || game.outcome_without_progress());
        // The board's own ending comes first.
        self.turn = match (game.turn(), ended) {
            (Turn::Over(outcome), _) | (_, Some(outcome)) => Turn::Over(outcome),
            (turn, None) => turn,
        };
    }

    /// Draws the lots due, then marks what is legal.
    #[inline]
    fn settle(&mut self, scratch: &mut Scratch<T>) {
        while self.turn == Turn::Chance && self.lot_mode == LotMode::Sampled {
            scratch.rolls.clear();
            self.game.rolls(&mut scratch.rolls);
            let Some(roll) = pick_roll(&scratch.rolls, &mut self.lots) else { break };
            self.play(Ply::Roll(roll));
        }
        self.legal.fill(0);
        let mut legal = NumberSet(&mut self.legal);
        match self.turn {
            Turn::Over(_) => {}
            Turn::Of(_) => {
                scratch.actions.clear();
                T::mark_legal(&self.game, &self.draft, &mut scratch.actions, &mut legal);
            }
            Turn::Chance => {
                scratch.rolls.clear();
                self.game.rolls(&mut scratch.rolls);
                for (roll, _) in &scratch.rolls {
                    legal.insert(T::roll_number(roll));
                }
            }
        }
    }
}

/// A number below `n`, 0 if there is none. One multiplication: the bias is below 2⁻³².
#[inline]
fn pick(source: &mut SplitMix, n: u32) -> u32 {
    (((source.next_u64() >> 32) * u64::from(n)) >> 32) as u32
}

/// An outcome by weight.
#[inline]
fn pick_roll<R: Copy>(rolls: &[(R, u32)], source: &mut SplitMix) -> Option<R> {
    let total = rolls.iter().map(|(_, weight)| weight).sum();
    let mut drawn = pick(source, total);
    for &(roll, weight) in rolls {
        if drawn < weight {
            return Some(roll);
        }
        drawn -= weight;
    }
    None
}
