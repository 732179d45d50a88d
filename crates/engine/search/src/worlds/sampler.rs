use abaque_core::RandomSource;

/// One possible value of an item: its prior weight and what it uses of each resource.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SamplerChoice<const K: usize> {
    /// Relative weight, not negative.
    pub weight: f64,
    /// Amount used of each resource.
    pub uses: [u8; K],
}

/// Samples assignments of choices to items that use up a set of resources exactly.
///
/// An assignment's weight is the product of its choices' weights. One backward pass computes the
/// total weight of all completions, so samples are independent, and samples, marginals and the
/// total weight are exact however many assignments there are.
///
/// ```
/// use abaque_search::worlds::{ConstrainedSampler, SamplerChoice};
///
/// // Two coins, heads three times as likely as tails, exactly one of them heads.
/// let coin = vec![
///     SamplerChoice { weight: 3.0, uses: [1] },
///     SamplerChoice { weight: 1.0, uses: [0] },
/// ];
/// let sampler = ConstrainedSampler::new([1], vec![coin.clone(), coin]);
/// assert_eq!(sampler.total_weight(), 6.0);
/// assert_eq!(sampler.marginals()[0], [0.5, 0.5]);
/// ```
#[derive(Clone, Debug)]
pub struct ConstrainedSampler<const K: usize> {
    totals: [u8; K],
    items: Vec<Vec<SamplerChoice<K>>>,
    /// Indexed by item and remaining resources: total weight of all completions from there.
    suffix_weights: Vec<Vec<f64>>,
}

impl<const K: usize> ConstrainedSampler<K> {
    /// Computes the weights of all assignments of `items` that use up `totals`.
    pub fn new(totals: [u8; K], items: Vec<Vec<SamplerChoice<K>>>) -> ConstrainedSampler<K> {
        let mut sampler = ConstrainedSampler { totals, items, suffix_weights: Vec::new() };
        let states = totals.iter().map(|&n| usize::from(n) + 1).product();
        let mut after = vec![0.0; states];
        after[0] = 1.0;
        let mut ahead = vec![after];
        for item in sampler.items.iter().rev() {
            let mut here = vec![0.0; states];
            if let Some(after) = ahead.last() {
                for choice in item.iter().filter(|choice| choice.weight > 0.0) {
                    sampler.add_weights(choice, after, &mut here);
                }
            }
            ahead.push(here);
        }
        ahead.reverse();
        sampler.suffix_weights = ahead;
        sampler
    }

    /// Adds the contribution of `choice` to every state.
    fn add_weights(&self, choice: &SamplerChoice<K>, after: &[f64], here: &mut [f64]) {
        let Some(offset) = self.offset(choice) else { return };
        let mut left = choice.uses;
        loop {
            // The last resource is contiguous in memory.
            let last = K - 1;
            left[last] = choice.uses[last];
            let from = self.state_index(&left);
            let run = usize::from(self.totals[last] - choice.uses[last]) + 1;
            for (sum, way) in here[from..from + run].iter_mut().zip(&after[from - offset..]) {
                *sum += choice.weight * way;
            }
            let Some(next) = (0..last).rev().find(|&k| left[k] < self.totals[k]) else { return };
            left[next] += 1;
            left[next + 1..].copy_from_slice(&choice.uses[next + 1..]);
        }
    }

    fn state_index(&self, left: &[u8; K]) -> usize {
        left.iter()
            .zip(self.totals)
            .fold(0, |state, (&n, total)| state * (usize::from(total) + 1) + usize::from(n))
    }

    /// Distance between the states before and after a choice; `None` if it exceeds the totals.
    fn offset(&self, choice: &SamplerChoice<K>) -> Option<usize> {
        let fits = choice.uses.iter().zip(self.totals).all(|(&n, total)| n <= total);
        fits.then(|| self.state_index(&choice.uses))
    }

    /// Total weight of all assignments; 0 if there is none.
    pub fn total_weight(&self) -> f64 {
        self.suffix_weights[0].last().copied().unwrap_or(0.0)
    }

    /// Draws an assignment in proportion to its weight, as a choice index per item; `false` if
    /// there is none.
    pub fn sample(&self, source: &mut dyn RandomSource, out: &mut Vec<usize>) -> bool {
        out.clear();
        let mut left = self.totals;
        for (item, after) in self.items.iter().zip(&self.suffix_weights[1..]) {
            let way = |choice: &SamplerChoice<K>| self.choice_weight(&left, choice, after);
            let all: f64 = item.iter().map(way).sum();
            if all <= 0.0 {
                return false;
            }
            let mut drawn = random_unit(source) * all;
            // Rounding must never select a choice of weight zero.
            let mut chosen = None;
            for (n, choice) in item.iter().enumerate() {
                let weight = way(choice);
                if weight > 0.0 {
                    chosen = Some(n);
                    if drawn < weight {
                        break;
                    }
                    drawn -= weight;
                }
            }
            let Some(chosen) = chosen else { return false };
            for (left, n) in left.iter_mut().zip(item[chosen].uses) {
                *left -= n;
            }
            out.push(chosen);
        }
        true
    }

    /// Weight of a choice given the remaining resources.
    fn choice_weight(&self, left: &[u8; K], choice: &SamplerChoice<K>, after: &[f64]) -> f64 {
        let mut rest = *left;
        for (rest, n) in rest.iter_mut().zip(choice.uses) {
            if *rest < n {
                return 0.0;
            }
            *rest -= n;
        }
        choice.weight * after[self.state_index(&rest)]
    }

    /// Probability of each choice of each item; all 0 if there is no assignment.
    pub fn marginals(&self) -> Vec<Vec<f64>> {
        let all = self.total_weight();
        let states = self.suffix_weights[0].len();
        let mut before = vec![0.0; states];
        before[states - 1] = 1.0;
        let mut found = Vec::with_capacity(self.items.len());
        for (item, after) in self.items.iter().zip(&self.suffix_weights[1..]) {
            let mut next = vec![0.0; states];
            let mut odds = vec![0.0; item.len()];
            for (odds, choice) in odds.iter_mut().zip(item) {
                let Some(offset) = self.offset(choice) else { continue };
                for state in (offset..states).filter(|&state| before[state] > 0.0) {
                    if self.has_enough_for(state, choice) {
                        let way = before[state] * choice.weight;
                        next[state - offset] += way;
                        *odds += way * after[state - offset];
                    }
                }
                *odds = if all > 0.0 { *odds / all } else { 0.0 };
            }
            before = next;
            found.push(odds);
        }
        found
    }

    fn has_enough_for(&self, mut state: usize, choice: &SamplerChoice<K>) -> bool {
        self.totals.iter().zip(choice.uses).rev().all(|(&total, n)| {
            let left = state % (usize::from(total) + 1);
            state /= usize::from(total) + 1;
            left >= usize::from(n)
        })
    }
}

/// Uniform in [0, 1).
fn random_unit(source: &mut dyn RandomSource) -> f64 {
    (source.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use abaque_core::SplitMix;

    use super::*;

    /// Every assignment with its weight, by brute force.
    fn all<const K: usize>(
        totals: [u8; K],
        items: &[Vec<SamplerChoice<K>>],
    ) -> Vec<(Vec<usize>, f64)> {
        let mut found = vec![(Vec::new(), 1.0, [0_u8; K])];
        for item in items {
            found = found
                .into_iter()
                .flat_map(|(chosen, weight, used)| {
                    item.iter().enumerate().map(move |(n, choice)| {
                        let mut chosen = chosen.clone();
                        chosen.push(n);
                        let used = std::array::from_fn(|k| used[k] + choice.uses[k]);
                        (chosen, weight * choice.weight, used)
                    })
                })
                .collect();
        }
        let exact = found.into_iter().filter(|(.., used)| *used == totals);
        exact.map(|(chosen, weight, _)| (chosen, weight)).collect()
    }

    fn random_items(source: &mut SplitMix) -> ([u8; 3], Vec<Vec<SamplerChoice<3>>>) {
        let items: Vec<Vec<SamplerChoice<3>>> = (0..2 + source.below(4))
            .map(|_| {
                (0..1 + source.below(5))
                    .map(|_| SamplerChoice {
                        weight: source.below(4) as f64 / 2.0,
                        uses: [0, 0, 0].map(|_: u8| source.below(3) as u8),
                    })
                    .collect()
            })
            .collect();
        // Totals that some assignment reaches.
        let mut totals = [0; 3];
        for item in &items {
            let choice = item[source.below(item.len() as u64) as usize];
            for (total, n) in totals.iter_mut().zip(choice.uses) {
                *total += n;
            }
        }
        (totals, items)
    }

    #[test]
    fn weights_and_marginals_agree_with_enumeration() {
        let mut source = SplitMix(5);
        for _ in 0..300 {
            let (totals, items) = random_items(&mut source);
            let every = all(totals, &items);
            let weight: f64 = every.iter().map(|(_, weight)| weight).sum();
            let sampler = ConstrainedSampler::new(totals, items.clone());
            assert!((sampler.total_weight() - weight).abs() < 1e-9 * weight.max(1.0));
            let marginals = sampler.marginals();
            for (i, odds) in marginals.iter().enumerate() {
                for (n, &odds) in odds.iter().enumerate() {
                    let with: f64 = every
                        .iter()
                        .filter(|(chosen, _)| chosen[i] == n)
                        .map(|(_, weight)| weight)
                        .sum();
                    let expected = if weight > 0.0 { with / weight } else { 0.0 };
                    assert!((odds - expected).abs() < 1e-9, "{totals:?} {items:?}");
                }
            }
            assert_eq!(sampler.sample(&mut source, &mut Vec::new()), weight > 0.0);
        }
    }

    #[test]
    fn samples_follow_the_marginals() {
        let mut source = SplitMix(9);
        let (mut totals, mut items) = random_items(&mut source);
        while ConstrainedSampler::new(totals, items.clone())
            .marginals()
            .iter()
            .flatten()
            .all(|p| p.fract() == 0.0)
        {
            (totals, items) = random_items(&mut source);
        }
        let sampler = ConstrainedSampler::new(totals, items.clone());
        let marginals = sampler.marginals();
        let mut seen: Vec<Vec<u32>> = items.iter().map(|item| vec![0; item.len()]).collect();
        let mut chosen = Vec::new();
        for _ in 0..20_000 {
            assert!(sampler.sample(&mut source, &mut chosen));
            for (seen, &n) in seen.iter_mut().zip(&chosen) {
                seen[n] += 1;
            }
        }
        for (seen, odds) in seen.iter().flatten().zip(marginals.iter().flatten()) {
            assert!((f64::from(*seen) / 20_000.0 - odds).abs() < 0.02, "{seen} {odds}");
        }
    }

    #[test]
    fn an_impossible_assignment_has_no_weight() {
        let items = vec![vec![SamplerChoice { weight: 1.0, uses: [1, 0] }]; 3];
        for totals in [[2, 0], [3, 1], [4, 0], [0, 0]] {
            let sampler = ConstrainedSampler::new(totals, items.clone());
            assert_eq!(sampler.total_weight(), 0.0);
            assert!(!sampler.sample(&mut SplitMix(1), &mut Vec::new()));
            assert!(sampler.marginals().iter().flatten().all(|&odds| odds == 0.0));
        }
        assert_eq!(ConstrainedSampler::new([3, 0], items).total_weight(), 1.0);
    }
}
