//! How our players set up, and expect others to: which blocks they like where.

use std::sync::LazyLock;

use abaque_blocs::{Blocs, BlocsOptions, Colour, Item, PRESETS, Rod, Setup};
use abaque_core::{Game, Seat, Source};
use abaque_search::worlds::{Choice, Deal};

/// Starting fields that mirror each other count as one: c3 f3, d3 e3, b2 g2, c2 f2, d2 e2, d1 e1.
pub const PLACES: usize = 6;

/// The place of each item of a set-up.
pub const PLACE: [usize; 12] = [0, 1, 1, 0, 2, 3, 4, 4, 3, 2, 5, 5];

/// What an item may be on its place: two rods, and nine pairs of pawns out of the window.
pub const KINDS: usize = 18;

/// How much a set-up gains by each kind of item on each place, in log-odds of winning, as measured in
/// games between set-ups ([`STYLE_TEXT`]).
pub type Gains = [[f64; KINDS]; PLACES];

/// How strongly our own set-ups prefer what gains: 0 would be any set-up, a large number always the
/// same one.
const EAGER: f64 = 6.0;

/// How much of the gain measured for single items came true for whole set-ups: our own should win 56.4 %
/// against random ones by it and won 51.0 % ([`STYLE_TEXT`]).
pub(super) const PROVEN: f64 = 0.15;

/// How much likelier a ready-made set-up's own item is than any other on its field.
const FAITHFUL: f64 = 200.0;

/// The measured gains: a line a place and kind. Made by `abaque-train blocs-setups --games 1500 --rounds 2
/// --nodes 500` with the evaluation as it was before it was fitted, so the command gives others today. Set-ups
/// drawn with them won 51.0 % ± 4.4 of 400 games against random ones (`abaque-train blocs-match uniform
/// uniform --setups own,random --nodes 3000 --pairs 200 --seed 3`): no worse, and hardly better.
pub static STYLE_TEXT: &str = include_str!("setups.txt");

/// The gains in the repository.
pub static GAINS: LazyLock<Gains> = LazyLock::new(|| read(STYLE_TEXT));

/// Reads lines `place rod pair gain` (`0 s on 0.12`).
pub fn read(text: &str) -> Gains {
    let mut gains = [[0.0; KINDS]; PLACES];
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let &[place, rod, pair, gain] = words.as_slice() else { continue };
        let place = place.parse::<usize>().ok().filter(|&place| place < PLACES);
        let kind = NAMES.iter().position(|name| *name == (rod, pair));
        if let (Some(place), Some(kind), Ok(gain)) = (place, kind, gain.parse()) {
            gains[place][kind] = gain;
        }
    }
    gains
}

/// The kinds as text: the rod, then the pawn that shows on a rod of the other size and the one that
/// shows once the block is turned over on a large rod: own, opposing, neutral.
pub const NAMES: [(&str, &str); KINDS] = {
    let pairs = ["oo", "ox", "on", "xo", "xx", "xn", "no", "nx", "nn"];
    let mut names = [("", ""); KINDS];
    let mut n = 0;
    while n < KINDS {
        names[n] = (if n < 9 { "s" } else { "l" }, pairs[n % 9]);
        n += 1;
    }
    names
};

/// The kind of an item a player built.
pub fn kind_of(seat: Seat, rod: Rod, pawns: [Colour; 3]) -> usize {
    let [bottom, middle, top] = pawns;
    let (rods, low) = if rod == Rod::Small { (0, bottom) } else { (9, middle) };
    rods + 3 * relative(seat, low) + relative(seat, top)
}

/// 0 for the own colour, 1 for the opposing one, 2 for neutral.
pub(super) fn relative(seat: Seat, pawn: Colour) -> usize {
    match pawn {
        Colour::Neutral => 2,
        _ if pawn == Colour::of(seat) => 0,
        _ => 1,
    }
}

/// The rod and pawns of a kind that shows a colour.
pub fn item_of(seat: Seat, kind: usize, shown: Colour) -> (Rod, [Colour; 3]) {
    let pawn = |n: usize| [Colour::of(seat), Colour::of(seat.other()), Colour::Neutral][n];
    let (low, top) = (pawn(kind % 9 / 3), pawn(kind % 3));
    if kind < 9 { (Rod::Small, [low, shown, top]) } else { (Rod::Large, [shown, low, top]) }
}

/// What a set-up gains altogether.
pub fn gain(seat: Seat, setup: &Setup) -> f64 {
    let items = setup.items().iter().zip(PLACE);
    items.map(|(item, place)| GAINS[place][kind_of(seat, item.rod(), item.pawns())]).sum()
}

/// How somebody likes to set up: how likely each kind is on each of the twelve fields, before pawns and
/// rods are counted.
#[derive(Clone, Debug)]
pub struct Style {
    pub(super) weights: [[f64; KINDS]; 12],
    /// Whether everything is alike, whatever is known of how it came about.
    pub(super) even: bool,
}

impl Style {
    /// Every legal set-up alike.
    pub fn uniform() -> Style {
        Style { weights: [[1.0; KINDS]; 12], even: true }
    }

    /// What gains is preferred, more or less eagerly.
    pub fn gaining(gains: &Gains, eager: f64) -> Style {
        let weights = PLACE.map(|place| gains[place].map(|gain| (eager * gain).exp()));
        Style { weights, even: false }
    }

    /// Our own way.
    pub fn ours() -> Style {
        Style::gaining(&GAINS, EAGER)
    }

    /// A ready-made set-up and what resembles it.
    fn faithful(setup: &Setup, seat: Seat) -> Style {
        let mut style = Style { even: false, ..Style::uniform() };
        for (weights, item) in style.weights.iter_mut().zip(setup.items()) {
            weights[kind_of(seat, item.rod(), item.pawns())] = FAITHFUL;
        }
        style
    }

    /// All set-ups of this style.
    fn deal(&self, options: &BlocsOptions, seat: Seat) -> Deal<3> {
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
                Choice { weight: if allowed { weights[kind] } else { 0.0 }, uses }
            };
            (0..KINDS).map(choice).collect()
        });
        Deal::new([6, 6, options.zone.each()], items.collect())
    }

    /// A set-up in this style.
    pub fn set_up(&self, options: &BlocsOptions, seat: Seat, source: &mut dyn Source) -> Setup {
        let mut kinds = Vec::new();
        if !self.deal(options, seat).sample(source, &mut kinds) {
            return options.random_setup(seat, source);
        }
        Setup::new(std::array::from_fn(|i| {
            let (rod, pawns) = item_of(seat, kinds[i], Colour::of(seat));
            Item::new(rod, pawns)
        }))
    }

    /// What set-ups of this style gain on average.
    pub fn mean_gain(&self, options: &BlocsOptions, seat: Seat) -> f64 {
        let marginals = self.deal(options, seat).marginals();
        let gains = marginals.iter().zip(PLACE).flat_map(|(odds, place)| {
            odds.iter().zip(GAINS[place]).map(|(odds, gain)| odds * gain)
        });
        gains.sum()
    }
}

/// The styles an opponent may have, and how likely each is before anything was seen. The weights are such
/// that the products over all blocks compare between styles.
pub fn styles(options: &BlocsOptions, seat: Seat, ours: f64, ready_made: f64) -> Vec<(f64, Style)> {
    let mut found = vec![(1.0 - ours - ready_made, Style::uniform()), (ours, Style::ours())];
    for preset in &PRESETS {
        let style = Style::faithful(&preset.setup(options, seat), seat);
        found.push((ready_made / PRESETS.len() as f64, style));
    }
    let all = found[0].1.deal(options, seat).weight();
    for (_, style) in &mut found[1..] {
        let scale = (all / style.deal(options, seat).weight()).powf(1.0 / 12.0);
        style.weights.iter_mut().flatten().for_each(|weight| *weight *= scale);
    }
    found.retain(|(share, _)| *share > 0.0);
    found
}
