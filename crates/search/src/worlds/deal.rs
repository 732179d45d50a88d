use abaque_core::Source;

/// One thing an item may be: how likely it is before counting, and what it uses of each resource.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice<const K: usize> {
    /// Relative, not negative.
    pub weight: f64,
    /// How much of each resource it uses.
    pub uses: [u8; K],
}

/// Items of which each is one of several things, where all together use up some resources exactly.
///
/// A deal in which the weights of the things chosen multiply and everything is used up: one backward
/// pass gives the weight of every way to go on, so that independent samples, marginals and the total
/// weight are exact, however many deals there are.
///
/// ```
/// use abaque_search::worlds::{Choice, Deal};
///
/// // Two coins, heads three times as likely as tails, exactly one of them heads.
/// let coin = vec![Choice { weight: 3.0, uses: [1] }, Choice { weight: 1.0, uses: [0] }];
/// let deal = Deal::new([1], vec![coin.clone(), coin]);
/// assert_eq!(deal.weight(), 6.0);
/// assert_eq!(deal.marginals()[0], [0.5, 0.5]);
/// ```
#[derive(Clone, Debug)]
pub struct Deal<const K: usize> {
    totals: [u8; K],
    items: Vec<Vec<Choice<K>>>,
    /// For each item and what is left when its turn comes: the weight of all ways from there.
    ahead: Vec<Vec<f64>>,
}

impl<const K: usize> Deal<K> {
    /// Counts all deals of these items that use up the totals.
    pub fn new(totals: [u8; K], items: Vec<Vec<Choice<K>>>) -> Deal<K> {
        let mut deal = Deal { totals, items, ahead: Vec::new() };
        let states = totals.iter().map(|&n| usize::from(n) + 1).product();
        let mut after = vec![0.0; states];
        after[0] = 1.0;
        let mut ahead = vec![after];
        for item in deal.items.iter().rev() {
            let mut here = vec![0.0; states];
            if let Some(after) = ahead.last() {
                for choice in item.iter().filter(|choice| choice.weight > 0.0) {
                    deal.pour(choice, after, &mut here);
                }
            }
            ahead.push(here);
        }
        ahead.reverse();
        deal.ahead = ahead;
        deal
    }

    /// Adds to every state what choosing this there leads to.
    fn pour(&self, choice: &Choice<K>, after: &[f64], here: &mut [f64]) {
        let Some(offset) = self.offset(choice) else { return };
        let mut left = choice.uses;
        loop {
            // The last resource lies side by side in memory.
            let last = K - 1;
            left[last] = choice.uses[last];
            let from = self.state(&left);
            let run = usize::from(self.totals[last] - choice.uses[last]) + 1;
            for (sum, way) in here[from..from + run].iter_mut().zip(&after[from - offset..]) {
                *sum += choice.weight * way;
            }
            let Some(next) = (0..last).rev().find(|&k| left[k] < self.totals[k]) else { return };
            left[next] += 1;
            left[next + 1..].copy_from_slice(&choice.uses[next + 1..]);
        }
    }

    fn state(&self, left: &[u8; K]) -> usize {
        left.iter()
            .zip(self.totals)
            .fold(0, |state, (&n, total)| state * (usize::from(total) + 1) + usize::from(n))
    }

    /// How far in the list of states a choice leads; `None` if there is not so much to use.
    fn offset(&self, choice: &Choice<K>) -> Option<usize> {
        let fits = choice.uses.iter().zip(self.totals).all(|(&n, total)| n <= total);
        fits.then(|| self.state(&choice.uses))
    }

    /// The weight of all deals together; 0 if there is none.
    pub fn weight(&self) -> f64 {
        self.ahead[0].last().copied().unwrap_or(0.0)
    }

    /// One deal, as likely as its weight says: for each item the number of its choice. `false` if there
    /// is none.
    pub fn sample(&self, source: &mut dyn Source, out: &mut Vec<usize>) -> bool {
        out.clear();
        let mut left = self.totals;
        for (item, after) in self.items.iter().zip(&self.ahead[1..]) {
            let way = |choice: &Choice<K>| self.way(&left, choice, after);
            let all: f64 = item.iter().map(way).sum();
            if all <= 0.0 {
                return false;
            }
            let mut drawn = unit(source) * all;
            // Rounding must not lead to a choice without weight.
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

    /// The weight of choosing this with so much left.
    fn way(&self, left: &[u8; K], choice: &Choice<K>, after: &[f64]) -> f64 {
        let mut rest = *left;
        for (rest, n) in rest.iter_mut().zip(choice.uses) {
            if *rest < n {
                return 0.0;
            }
            *rest -= n;
        }
        choice.weight * after[self.state(&rest)]
    }

    /// How likely each choice of each item is over all deals; all 0 if there is none.
    pub fn marginals(&self) -> Vec<Vec<f64>> {
        let all = self.weight();
        let states = self.ahead[0].len();
        let mut before = vec![0.0; states];
        before[states - 1] = 1.0;
        let mut found = Vec::with_capacity(self.items.len());
        for (item, after) in self.items.iter().zip(&self.ahead[1..]) {
            let mut next = vec![0.0; states];
            let mut odds = vec![0.0; item.len()];
            for (odds, choice) in odds.iter_mut().zip(item) {
                let Some(offset) = self.offset(choice) else { continue };
                for state in (offset..states).filter(|&state| before[state] > 0.0) {
                    if self.covers(state, choice) {
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

    fn covers(&self, mut state: usize, choice: &Choice<K>) -> bool {
        self.totals.iter().zip(choice.uses).rev().all(|(&total, n)| {
            let left = state % (usize::from(total) + 1);
            state /= usize::from(total) + 1;
            left >= usize::from(n)
        })
    }
}

/// A number from 0 to 1, never 1.
fn unit(source: &mut dyn Source) -> f64 {
    (source.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use abaque_core::SplitMix;

    use super::*;

    /// Every deal with its weight, by trying everything.
    fn all<const K: usize>(totals: [u8; K], items: &[Vec<Choice<K>>]) -> Vec<(Vec<usize>, f64)> {
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

    fn random_items(source: &mut SplitMix) -> ([u8; 3], Vec<Vec<Choice<3>>>) {
        let items: Vec<Vec<Choice<3>>> = (0..2 + source.below(4))
            .map(|_| {
                (0..1 + source.below(5))
                    .map(|_| Choice {
                        weight: source.below(4) as f64 / 2.0,
                        uses: [0, 0, 0].map(|_: u8| source.below(3) as u8),
                    })
                    .collect()
            })
            .collect();
        // Totals that some choices give.
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
    fn weights_and_marginals_are_those_of_trying_everything() {
        let mut source = SplitMix(5);
        for _ in 0..300 {
            let (totals, items) = random_items(&mut source);
            let every = all(totals, &items);
            let weight: f64 = every.iter().map(|(_, weight)| weight).sum();
            let deal = Deal::new(totals, items.clone());
            assert!((deal.weight() - weight).abs() < 1e-9 * weight.max(1.0));
            let marginals = deal.marginals();
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
            assert_eq!(deal.sample(&mut source, &mut Vec::new()), weight > 0.0);
        }
    }

    #[test]
    fn samples_come_as_often_as_the_marginals_say() {
        let mut source = SplitMix(9);
        let (mut totals, mut items) = random_items(&mut source);
        while Deal::new(totals, items.clone())
            .marginals()
            .iter()
            .flatten()
            .all(|p| p.fract() == 0.0)
        {
            (totals, items) = random_items(&mut source);
        }
        let deal = Deal::new(totals, items.clone());
        let marginals = deal.marginals();
        let mut seen: Vec<Vec<u32>> = items.iter().map(|item| vec![0; item.len()]).collect();
        let mut chosen = Vec::new();
        for _ in 0..20_000 {
            assert!(deal.sample(&mut source, &mut chosen));
            for (seen, &n) in seen.iter_mut().zip(&chosen) {
                seen[n] += 1;
            }
        }
        for (seen, odds) in seen.iter().flatten().zip(marginals.iter().flatten()) {
            assert!((f64::from(*seen) / 20_000.0 - odds).abs() < 0.02, "{seen} {odds}");
        }
    }

    #[test]
    fn what_cannot_be_dealt_has_no_weight() {
        let items = vec![vec![Choice { weight: 1.0, uses: [1, 0] }]; 3];
        for totals in [[2, 0], [3, 1], [4, 0], [0, 0]] {
            let deal = Deal::new(totals, items.clone());
            assert_eq!(deal.weight(), 0.0);
            assert!(!deal.sample(&mut SplitMix(1), &mut Vec::new()));
            assert!(deal.marginals().iter().flatten().all(|&odds| odds == 0.0));
        }
        assert_eq!(Deal::new([3, 0], items).weight(), 1.0);
    }
}
