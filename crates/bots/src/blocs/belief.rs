//! What the other's blocks may be, exactly counted: before the game by how people set up ([`super::style`]),
//! during it by what they show and by what they seem to avoid showing ([`super::tells`]).

use abaque_blocs::{Blocs, BlocsOptions, Built, Colour, Rod, View};
use abaque_core::{Hidden, Observer, Seat, Source};
use abaque_search::worlds::{Choice, Deal};

use super::style::{Style, kind_of, styles};
use super::tells::{Possible, Tells};

/// The share of opponents thought to set up like ourselves.
pub const OURS: f64 = 0.15;
/// The share of opponents thought to take a ready-made set-up.
pub const READY_MADE: f64 = 0.03;

/// How an opponent is thought to set up, before the game: for both seats the styles and their shares; and
/// what their way to move is thought to tell.
#[derive(Clone, Debug)]
pub struct Prior {
    styles: [Vec<(f64, Style)>; 2],
    tells: Option<Tells>,
}

impl Prior {
    /// Every legal set-up alike.
    pub fn uniform(options: &BlocsOptions) -> Prior {
        Prior::mixed(options, 0.0, 0.0)
    }

    /// Some like our own, some ready-made, most like nothing in particular; and who moves, tells.
    pub fn likely(options: &BlocsOptions) -> Prior {
        Prior::mixed(options, OURS, READY_MADE).telling(Tells::measured().clone())
    }

    /// The same opponent, whose way to move tells something.
    pub fn telling(self, tells: Tells) -> Prior {
        Prior { tells: Some(tells), ..self }
    }

    /// So large a share like our own, so large a share ready-made, the rest like nothing in particular.
    pub fn mixed(options: &BlocsOptions, ours: f64, ready_made: f64) -> Prior {
        let styles = Seat::ALL.map(|seat| styles(options, seat, ours, ready_made));
        Prior { styles, tells: None }
    }
}

/// A block and everything it may be.
type Open = (Built, Vec<Possible>);

/// What a view says about the other player's blocks: exact odds under each style, and how likely each
/// style is after what has been seen.
pub struct Belief<'a> {
    view: &'a View,
    builder: Seat,
    /// For each block built by the other: what it may be.
    blocks: Vec<Open>,
    styles: Vec<(f64, Deal<3>)>,
}

/// The odds of one pawn or rod: blue, red, neutral, or small, large.
pub type Odds = [f64; 3];

impl<'a> Belief<'a> {
    /// What a player may think. `None` where nothing is hidden, where the viewer is no player, and
    /// where the view contradicts itself.
    pub fn new(view: &'a View, prior: &Prior) -> Option<Belief<'a>> {
        let Observer::Player(seat) = view.observer() else { return None };
        let builder = seat.other();
        view.unknown(builder).next()?;
        let [blue, red, _] = view.pawns_unknown(builder)?;
        let totals = [blue, red, view.small_unknown(builder)?];
        let possible = |block: Built| (block, possibilities(&block));
        let blocks: Vec<_> = view.built(builder).map(possible).collect();
        let secret = blocks.iter().filter(|(block, _)| block.rod.is_none()).count();
        let mut styles: Vec<(f64, Deal<3>)> = Vec::new();
        for (share, style) in &prior.styles[builder.index()] {
            let choices = |(block, possible): &Open| {
                let told = |possible| match &prior.tells {
                    Some(tells) => tells.factor(builder, secret, block, possible),
                    None => 1.0,
                };
                let choice = |&(rod, pawns): &Possible| Choice {
                    weight: likely(style, builder, block, rod, pawns) * told((rod, pawns)),
                    uses: uses(block, rod, pawns),
                };
                possible.iter().map(choice).collect()
            };
            let deal = Deal::new(totals, blocks.iter().map(choices).collect());
            styles.push((share * deal.weight(), deal));
        }
        let all: f64 = styles.iter().map(|(weight, _)| weight).sum();
        if all <= 0.0 || !all.is_finite() {
            return None;
        }
        styles.iter_mut().for_each(|(weight, _)| *weight /= all);
        Some(Belief { view, builder, blocks, styles })
    }

    /// A world, as likely as it is thought to be.
    pub fn sample(&self, source: &mut dyn Source) -> Option<Blocs> {
        let mut drawn = (source.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let style = self.styles.iter().find(|(weight, _)| {
            drawn -= weight;
            drawn < 0.0
        });
        let (_, deal) = style.or(self.styles.iter().find(|(weight, _)| *weight > 0.0))?;
        let mut chosen = Vec::with_capacity(12);
        if !deal.sample(source, &mut chosen) {
            return None;
        }
        let found = self.blocks.iter().zip(chosen).map(|((block, possible), n)| {
            let (rod, pawns) = possible[n];
            (block.id, rod, pawns)
        });
        Some(self.view.filled(found))
    }

    /// For every block of the other player the odds of its pawns as built, bottom to top, and of its rod
    /// (small first).
    pub fn odds(&self) -> Vec<(Built, [Odds; 3], [f64; 2])> {
        let mut found: Vec<_> =
            self.blocks.iter().map(|(block, _)| (*block, [[0.0; 3]; 3], [0.0; 2])).collect();
        self.weigh(|n, (rod, pawns), odds| {
            found[n].2[usize::from(rod == Rod::Large)] += odds;
            for (slot, pawn) in pawns.into_iter().enumerate() {
                found[n].1[slot][pawn as usize] += odds;
            }
        });
        found
    }

    /// Everything the blocks of [`Belief::odds`] may be, by their number there, with its odds: once for
    /// every style, the odds of all adding up to 1 a block.
    pub fn weigh(&self, mut each: impl FnMut(usize, Possible, f64)) {
        for (weight, deal) in self.styles.iter().filter(|(weight, _)| *weight > 0.0) {
            for (n, (odds, (_, possible))) in deal.marginals().iter().zip(&self.blocks).enumerate()
            {
                for (&possible, odds) in possible.iter().zip(odds) {
                    each(n, possible, weight * odds);
                }
            }
        }
    }

    /// Whose blocks are weighed.
    pub fn builder(&self) -> Seat {
        self.builder
    }
}

/// Everything a block may be, pawns as built.
fn possibilities(block: &Built) -> Vec<Possible> {
    let rods = match block.rod {
        Some(rod) => &[rod][..],
        None => &[Rod::Small, Rod::Large][..],
    };
    let mut found = Vec::new();
    for &rod in rods {
        for bottom in Colour::ALL {
            for middle in Colour::ALL {
                let stacks = Colour::ALL.map(|top| [bottom, middle, top]);
                let fitting = stacks.into_iter().filter(|&pawns| block.may_be(rod, pawns));
                found.extend(fitting.map(|pawns| (rod, pawns)));
            }
        }
    }
    found
}

/// What a possibility uses of the pawns and rods still unknown.
fn uses(block: &Built, rod: Rod, pawns: [Colour; 3]) -> [u8; 3] {
    let window = block.rod.is_none().then_some(rod.window());
    let open = |slot: &usize| block.pawns[*slot].is_none() && Some(*slot) != window;
    let count = |colour| (0..3).filter(open).filter(|&slot| pawns[slot] == colour).count() as u8;
    let small = u8::from(block.rod.is_none() && rod == Rod::Small);
    [count(Colour::Blue), count(Colour::Red), small]
}

/// How likely a style is to have built this block here.
fn likely(style: &Style, seat: Seat, block: &Built, rod: Rod, pawns: [Colour; 3]) -> f64 {
    if style.even {
        return 1.0;
    }
    let first = if block.rod.is_none() { Some(rod) } else { block.first_rod };
    if let (Some(item), Some(first)) = (block.item, first) {
        return style.weights[item][kind_of(seat, first, pawns)];
    }
    // Read from a text: it may have stood anywhere first, and either way up if it has moved since.
    let anywhere = |rod: Rod, pawns: [Colour; 3]| {
        let kind = kind_of(seat, rod, pawns);
        style.weights.iter().map(|weights| weights[kind]).sum::<f64>() / 12.0
    };
    if block.rod.is_none() {
        return anywhere(rod, pawns);
    }
    let [bottom, middle, top] = pawns;
    let mut sum = 0.0;
    for pawns in [pawns, [top, middle, bottom]] {
        for rod in [Rod::Small, Rod::Large] {
            if pawns[rod.window()] == Colour::of(seat) {
                sum += anywhere(rod, pawns);
            }
        }
    }
    // Nobody built a block without the own colour in a window; positions given as text may hold one.
    if sum > 0.0 { sum / 4.0 } else { 1e-3 }
}

/// Worlds that look like the view, each with its share: as likely as `prior` says, and fewer than asked
/// for if the same one came up several times.
pub fn imagine(
    view: &View,
    prior: &Prior,
    worlds: usize,
    source: &mut dyn Source,
) -> Vec<(Blocs, f64)> {
    let belief = Belief::new(view, prior);
    let mut found: Vec<(Blocs, f64)> = Vec::with_capacity(worlds);
    let hidden =
        belief.is_some() || Seat::ALL.into_iter().any(|seat| view.unknown(seat).next().is_some());
    let worlds = if hidden { worlds.max(1) } else { 1 };
    for _ in 0..worlds {
        let world = belief.as_ref().and_then(|belief| belief.sample(source));
        let Some(world) = world.or_else(|| Blocs::sample(view, source)) else { break };
        match found.iter_mut().find(|(known, _)| *known == world) {
            Some((_, share)) => *share += 1.0 / worlds as f64,
            None => found.push((world, 1.0 / worlds as f64)),
        }
    }
    found
}
