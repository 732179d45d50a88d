//! Exact belief about the opponent's blocks: a prior over set-up styles ([`super::style`]), updated
//! by what the opponent shows and seems to avoid showing ([`super::tells`]).

use abaque_blocs::{BlockKnowledge, Blocs, Colour, Options, Rod, View};
use abaque_core::{Game, Observer, RandomSource, Seat};
use abaque_search::worlds::{ConstrainedSampler, SamplerChoice};

use super::style::{SetupStyle, item_kind, opponent_styles};
use super::tells::{BlockContents, Tells};

/// Prior share of opponents who set up like the bot.
pub const OWN_STYLE_SHARE: f64 = 0.15;
/// Prior share of opponents who use a ready-made set-up.
pub const PRESET_SHARE: f64 = 0.03;

/// Prior over the opponent's set-up: the styles of both seats with their shares, and the tells.
#[derive(Clone, Debug)]
pub struct SetupPrior {
    styles: [Vec<(f64, SetupStyle)>; 2],
    tells: Option<Tells>,
}

impl SetupPrior {
    /// Every legal set-up equally likely.
    pub fn uniform(options: &Options) -> SetupPrior {
        SetupPrior::mixture(options, 0.0, 0.0)
    }

    /// A mixture of the bot's own style, ready-made and uniform set-ups, with tells.
    pub fn typical(options: &Options) -> SetupPrior {
        SetupPrior::mixture(options, OWN_STYLE_SHARE, PRESET_SHARE)
            .with_tells(Tells::measured().clone())
    }

    /// Adds tells to the prior.
    pub fn with_tells(self, tells: Tells) -> SetupPrior {
        SetupPrior { tells: Some(tells), ..self }
    }

    /// Mixes the bot's own style (`ours`), ready-made set-ups (`ready_made`) and uniform ones (the
    /// rest).
    pub fn mixture(options: &Options, ours: f64, ready_made: f64) -> SetupPrior {
        let styles = Seat::ALL.map(|seat| opponent_styles(options, seat, ours, ready_made));
        SetupPrior { styles, tells: None }
    }
}

/// A block and its possible contents.
type BlockCandidates = (BlockKnowledge, Vec<BlockContents>);

/// What a view implies about the opponent's blocks: exact odds under each style, and the posterior
/// of each style.
pub struct Belief<'a> {
    view: &'a View,
    builder: Seat,
    /// Each block built by the opponent with its possible contents.
    blocks: Vec<BlockCandidates>,
    styles: Vec<(f64, ConstrainedSampler<3>)>,
}

/// Probabilities of one pawn: blue, red, neutral.
pub type PawnOdds = [f64; 3];

impl<'a> Belief<'a> {
    /// The belief of the viewer. `None` if nothing is hidden, the viewer is not a player, or the
    /// view contradicts itself.
    pub fn new(view: &'a View, prior: &SetupPrior) -> Option<Belief<'a>> {
        let Observer::Player(seat) = view.observer() else { return None };
        let builder = seat.other();
        view.unknown_blocks(builder).next()?;
        let [blue, red, _] = view.unknown_pawns(builder)?;
        let totals = [blue, red, view.unknown_small_rods(builder)?];
        let possible = |block: BlockKnowledge| (block, possibilities(&block));
        let blocks: Vec<_> = view.blocks_built_by(builder).map(possible).collect();
        let secret = blocks.iter().filter(|(block, _)| block.rod.is_none()).count();
        let mut styles: Vec<(f64, ConstrainedSampler<3>)> = Vec::new();
        for (share, style) in &prior.styles[builder.index()] {
            let choices = |(block, possible): &BlockCandidates| {
                let tell_factor = |possible| match &prior.tells {
                    Some(tells) => tells.likelihood_factor(builder, secret, block, possible),
                    None => 1.0,
                };
                let choice = |&(rod, pawns): &BlockContents| SamplerChoice {
                    weight: likely(style, builder, block, rod, pawns) * tell_factor((rod, pawns)),
                    uses: resources_used(block, rod, pawns),
                };
                possible.iter().map(choice).collect()
            };
            let sampler = ConstrainedSampler::new(totals, blocks.iter().map(choices).collect());
            styles.push((share * sampler.total_weight(), sampler));
        }
        let all: f64 = styles.iter().map(|(weight, _)| weight).sum();
        if all <= 0.0 || !all.is_finite() {
            return None;
        }
        styles.iter_mut().for_each(|(weight, _)| *weight /= all);
        Some(Belief { view, builder, blocks, styles })
    }

    /// Samples a world from the belief.
    pub fn sample(&self, source: &mut dyn RandomSource) -> Option<Blocs> {
        let mut drawn = (source.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let style = self.styles.iter().find(|(weight, _)| {
            drawn -= weight;
            drawn < 0.0
        });
        let (_, sampler) = style.or(self.styles.iter().find(|(weight, _)| *weight > 0.0))?;
        let mut chosen = Vec::with_capacity(12);
        if !sampler.sample(source, &mut chosen) {
            return None;
        }
        let found = self.blocks.iter().zip(chosen).map(|((block, possible), n)| {
            let (rod, pawns) = possible[n];
            (block.id, rod, pawns)
        });
        Some(self.view.to_world(found))
    }

    /// For every opposing block the odds of its pawns as built, bottom to top, and of its rod
    /// (small first).
    pub fn odds(&self) -> Vec<(BlockKnowledge, [PawnOdds; 3], [f64; 2])> {
        let mut found: Vec<_> =
            self.blocks.iter().map(|(block, _)| (*block, [[0.0; 3]; 3], [0.0; 2])).collect();
        self.for_each_possibility(|n, (rod, pawns), odds| {
            found[n].2[usize::from(rod == Rod::Large)] += odds;
            for (slot, pawn) in pawns.into_iter().enumerate() {
                found[n].1[slot][pawn as usize] += odds;
            }
        });
        found
    }

    /// Calls `each` with every possibility of the blocks of [`Belief::odds`], by index, and its
    /// probability; once per style, adding up to 1 per block.
    pub fn for_each_possibility(&self, mut each: impl FnMut(usize, BlockContents, f64)) {
        for (weight, sampler) in self.styles.iter().filter(|(weight, _)| *weight > 0.0) {
            for (n, (odds, (_, possible))) in
                sampler.marginals().iter().zip(&self.blocks).enumerate()
            {
                for (&possible, odds) in possible.iter().zip(odds) {
                    each(n, possible, weight * odds);
                }
            }
        }
    }

    /// The opponent whose blocks are estimated.
    pub fn builder(&self) -> Seat {
        self.builder
    }
}

/// All possible contents of a block, pawns as built.
fn possibilities(block: &BlockKnowledge) -> Vec<BlockContents> {
    let rods = match block.rod {
        Some(rod) => &[rod][..],
        None => &[Rod::Small, Rod::Large][..],
    };
    let mut found = Vec::new();
    for &rod in rods {
        for bottom in Colour::ALL {
            for middle in Colour::ALL {
                let stacks = Colour::ALL.map(|top| [bottom, middle, top]);
                let fitting = stacks.into_iter().filter(|&pawns| block.can_be(rod, pawns));
                found.extend(fitting.map(|pawns| (rod, pawns)));
            }
        }
    }
    found
}

/// Unknown pawns and rods a possibility uses up.
fn resources_used(block: &BlockKnowledge, rod: Rod, pawns: [Colour; 3]) -> [u8; 3] {
    let window = block.rod.is_none().then_some(rod.window());
    let open = |slot: &usize| block.pawns[*slot].is_none() && Some(*slot) != window;
    let count = |colour| (0..3).filter(open).filter(|&slot| pawns[slot] == colour).count() as u8;
    let small = u8::from(block.rod.is_none() && rod == Rod::Small);
    [count(Colour::Blue), count(Colour::Red), small]
}

/// Likelihood of this block here under a style.
fn likely(
    style: &SetupStyle,
    seat: Seat,
    block: &BlockKnowledge,
    rod: Rod,
    pawns: [Colour; 3],
) -> f64 {
    if style.is_uniform {
        return 1.0;
    }
    let first = if block.rod.is_none() { Some(rod) } else { block.first_rod };
    if let (Some(item), Some(first)) = (block.item, first) {
        return style.weights[item][item_kind(seat, first, pawns)];
    }
    // From a position text: the block may have started anywhere, and either way up if it has moved.
    let anywhere = |rod: Rod, pawns: [Colour; 3]| {
        let kind = item_kind(seat, rod, pawns);
        style.weights.iter().map(|weights| weights[kind]).sum::<f64>() / 12.0
    };
    if block.rod.is_none() {
        return anywhere(rod, pawns);
    }
    let [bottom, middle, top] = pawns;
    let mut sum = 0.0;
    for pawns in [pawns, [top, middle, bottom]] {
        for rod in [Rod::Small, Rod::Large] {
            if pawns[rod.window()] == Colour::of_player(seat) {
                sum += anywhere(rod, pawns);
            }
        }
    }
    // Every set-up shows the own colour in the window; a position text may not.
    if sum > 0.0 { sum / 4.0 } else { 1e-3 }
}

/// Samples worlds consistent with the view, each with its share under `prior`; fewer than requested
/// if duplicates come up.
pub fn sample_positions(
    view: &View,
    prior: &SetupPrior,
    worlds: usize,
    source: &mut dyn RandomSource,
) -> Vec<(Blocs, f64)> {
    let belief = Belief::new(view, prior);
    let mut found: Vec<(Blocs, f64)> = Vec::with_capacity(worlds);
    let hidden = belief.is_some()
        || Seat::ALL.into_iter().any(|seat| view.unknown_blocks(seat).next().is_some());
    let worlds = if hidden { worlds.max(1) } else { 1 };
    for _ in 0..worlds {
        let world = belief.as_ref().and_then(|belief| belief.sample(source));
        let Some(world) = world.or_else(|| Blocs::sample_position(view, source)) else { break };
        match found.iter_mut().find(|(known, _)| *known == world) {
            Some((_, share)) => *share += 1.0 / worlds as f64,
            None => found.push((world, 1.0 / worlds as f64)),
        }
    }
    found
}
