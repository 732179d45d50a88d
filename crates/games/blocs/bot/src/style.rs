//! Set-up styles: which blocks the bot prefers where, and expects of opponents.

use std::sync::LazyLock;

use abaque_blocs::{Blocs, Colour, Options, PRESETS, Rod, Setup, SetupItem};
use abaque_core::{Game, RandomSource, Seat};
use abaque_search::worlds::{ConstrainedSampler, SamplerChoice};

/// Mirrored starting fields share a place: c3 f3, d3 e3, b2 g2, c2 f2, d2 e2, d1 e1.
pub const PLACES: usize = 6;

/// Place of each item of a set-up.
pub const ITEM_PLACES: [usize; 12] = [0, 1, 1, 0, 2, 3, 4, 4, 3, 2, 5, 5];

/// Kinds of item per place: two rods times nine pairs of pawns outside the window.
pub const ITEM_KINDS: usize = 18;

/// Gain of each kind on each place in log odds of winning, measured in games between set-ups
/// ([`GAINS_TEXT`]).
pub type SetupGains = [[f64; ITEM_KINDS]; PLACES];

/// How strongly the bot's own set-ups prefer gains: 0 is uniform, a large number always gives the
/// same one.
const PREFERENCE_STRENGTH: f64 = 6.0;

/// Share of the measured single-item gains that whole set-ups realise: 56.4 % predicted against
/// random set-ups, 51.0 % won ([`GAINS_TEXT`]).
pub(super) const REALISED_GAIN_SHARE: f64 = 0.15;

/// Weight of a ready-made set-up's own item relative to any other on its field.
const PRESET_ITEM_WEIGHT: f64 = 200.0;

/// The measured gains, one line per place and kind. Made by `abaque-train blocs-setups --games 1500
/// --rounds 2 --nodes 500` with an earlier evaluation, so the command gives different numbers
/// today. Set-ups drawn with them won 51.0 % ± 4.4 of 400 games against random ones (`abaque-train
/// blocs-match uniform uniform --setups own,random --nodes 3000 --pairs 200 --seed 3`): no worse,
/// and hardly better.
pub static GAINS_TEXT: &str = include_str!("setups.txt");

/// The shipped gains.
pub static GAINS: LazyLock<SetupGains> = LazyLock::new(|| parse_gains(GAINS_TEXT));

/// Reads lines `place rod pair gain` (`0 s on 0.12`).
pub fn parse_gains(text: &str) -> SetupGains {
    let mut gains = [[0.0; ITEM_KINDS]; PLACES];
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let &[place, rod, pair, gain] = words.as_slice() else { continue };
        let place = place.parse::<usize>().ok().filter(|&place| place < PLACES);
        let kind = KIND_NAMES.iter().position(|name| *name == (rod, pair));
        if let (Some(place), Some(kind), Ok(gain)) = (place, kind, gain.parse()) {
            gains[place][kind] = gain;
        }
    }
    gains
}

/// Names of the kinds: the rod, then the pawn shown on a rod of the other size and the pawn shown
/// on a large rod after turning the block over (own, opposing, neutral).
pub const KIND_NAMES: [(&str, &str); ITEM_KINDS] = {
    let pairs = ["oo", "ox", "on", "xo", "xx", "xn", "no", "nx", "nn"];
    let mut names = [("", ""); ITEM_KINDS];
    let mut n = 0;
    while n < ITEM_KINDS {
        names[n] = (if n < 9 { "s" } else { "l" }, pairs[n % 9]);
        n += 1;
    }
    names
};

/// Kind of an item built by a player.
pub fn item_kind(seat: Seat, rod: Rod, pawns: [Colour; 3]) -> usize {
    let [bottom, middle, top] = pawns;
    let (rods, low) = if rod == Rod::Small { (0, bottom) } else { (9, middle) };
    rods + 3 * relative_colour(seat, low) + relative_colour(seat, top)
}

/// 0 for the own colour, 1 for the opposing one, 2 for neutral.
pub(super) fn relative_colour(seat: Seat, pawn: Colour) -> usize {
    match pawn {
        Colour::Neutral => 2,
        _ if pawn == Colour::of_player(seat) => 0,
        _ => 1,
    }
}

/// Rod and pawns of a kind that shows a colour.
pub fn item_of(seat: Seat, kind: usize, shown: Colour) -> (Rod, [Colour; 3]) {
    let pawn =
        |n: usize| [Colour::of_player(seat), Colour::of_player(seat.other()), Colour::Neutral][n];
    let (low, top) = (pawn(kind % 9 / 3), pawn(kind % 3));
    if kind < 9 { (Rod::Small, [low, shown, top]) } else { (Rod::Large, [shown, low, top]) }
}

/// Total gain of a set-up.
pub fn setup_gain(seat: Seat, setup: &Setup) -> f64 {
    let items = setup.items().iter().zip(ITEM_PLACES);
    items.map(|(item, place)| GAINS[place][item_kind(seat, item.rod(), item.pawns())]).sum()
}

/// A distribution over set-ups: the likelihood of each kind on each of the twelve fields, before
/// pawns and rods are counted.
#[derive(Clone, Debug)]
pub struct SetupStyle {
    pub(super) weights: [[f64; ITEM_KINDS]; 12],
    /// Whether every set-up is equally likely, which ignores all knowledge of the set-up.
    pub(super) is_uniform: bool,
}

impl SetupStyle {
    /// Every legal set-up equally likely.
    pub fn uniform() -> SetupStyle {
        SetupStyle { weights: [[1.0; ITEM_KINDS]; 12], is_uniform: true }
    }

    /// Prefers gains with strength `eager`.
    pub fn preferring_gains(gains: &SetupGains, eager: f64) -> SetupStyle {
        let weights = ITEM_PLACES.map(|place| gains[place].map(|gain| (eager * gain).exp()));
        SetupStyle { weights, is_uniform: false }
    }

    /// The bot's own style.
    pub fn ours() -> SetupStyle {
        SetupStyle::preferring_gains(&GAINS, PREFERENCE_STRENGTH)
    }

    /// A ready-made set-up and similar ones.
    fn like_preset(setup: &Setup, seat: Seat) -> SetupStyle {
        let mut style = SetupStyle { is_uniform: false, ..SetupStyle::uniform() };
        for (weights, item) in style.weights.iter_mut().zip(setup.items()) {
            weights[item_kind(seat, item.rod(), item.pawns())] = PRESET_ITEM_WEIGHT;
        }
        style
    }

    /// Sampler of the set-ups of this style.
    fn sampler(&self, options: &Options, seat: Seat) -> ConstrainedSampler<3> {
        let start = Blocs::start(options);
        let fields = Setup::fields(seat);
        let items = fields.iter().zip(&self.weights).map(|(field, weights)| {
            let given = start.rod(*field);
            let choice = |kind: usize| {
                let (rod, pawns) = item_of(seat, kind, Colour::Neutral);
                let allowed = given.is_none_or(|given| given == rod);
                let count = |colour| pawns.iter().filter(|&&pawn| pawn == colour).count() as u8;
                let small = u8::from(given.is_none() && rod == Rod::Small);
                let uses = [count(Colour::Blue), count(Colour::Red), small];
                SamplerChoice { weight: if allowed { weights[kind] } else { 0.0 }, uses }
            };
            (0..ITEM_KINDS).map(choice).collect()
        });
        ConstrainedSampler::new([6, 6, options.zone.rods_of_each_size()], items.collect())
    }

    /// Samples a set-up.
    pub fn sample_setup(
        &self,
        options: &Options,
        seat: Seat,
        source: &mut dyn RandomSource,
    ) -> Setup {
        let mut kinds = Vec::new();
        if !self.sampler(options, seat).sample(source, &mut kinds) {
            return options.random_setup(seat, source);
        }
        Setup::new(std::array::from_fn(|i| {
            let (rod, pawns) = item_of(seat, kinds[i], Colour::of_player(seat));
            SetupItem::new(rod, pawns)
        }))
    }

    /// Mean gain of this style's set-ups.
    pub fn mean_gain(&self, options: &Options, seat: Seat) -> f64 {
        let marginals = self.sampler(options, seat).marginals();
        let gains = marginals.iter().zip(ITEM_PLACES).flat_map(|(odds, place)| {
            odds.iter().zip(GAINS[place]).map(|(odds, gain)| odds * gain)
        });
        gains.sum()
    }
}

/// Styles of an opponent with their prior shares. The weights are normalised so that products over
/// all blocks are comparable between styles.
pub fn opponent_styles(
    options: &Options,
    seat: Seat,
    ours: f64,
    ready_made: f64,
) -> Vec<(f64, SetupStyle)> {
    let mut found =
        vec![(1.0 - ours - ready_made, SetupStyle::uniform()), (ours, SetupStyle::ours())];
    for preset in &PRESETS {
        let style = SetupStyle::like_preset(&preset.to_setup(options, seat), seat);
        found.push((ready_made / PRESETS.len() as f64, style));
    }
    let all = found[0].1.sampler(options, seat).total_weight();
    for (_, style) in &mut found[1..] {
        let scale = (all / style.sampler(options, seat).total_weight()).powf(1.0 / 12.0);
        style.weights.iter_mut().flatten().for_each(|weight| *weight *= scale);
    }
    found.retain(|(share, _)| *share > 0.0);
    found
}
