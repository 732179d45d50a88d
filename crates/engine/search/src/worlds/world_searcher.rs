use crate::{Node, SearchBudget, WIN};

/// Number of transposition table slots.
const TABLE_SIZE: usize = 1 << 16;

/// Maximum quiescence depth below the last full ply.
const MAX_QUIESCENCE_PLIES: u32 = 6;

#[derive(Clone, Copy)]
enum Bound {
    Lower,
    Upper,
    Exact,
}

#[derive(Clone, Copy)]
struct WorldEntry<M> {
    key: u64,
    value: i32,
    depth: u8,
    bound: Bound,
    best: M,
}

/// Short alpha-beta searches, thousands per second, over positions of many sampled worlds. History
/// carries over between worlds, because good moves are usually good in all of them.
pub struct WorldSearcher<N: Node> {
    table: Vec<Option<WorldEntry<N::Move>>>,
    history: Vec<i32>,
    killers: Vec<Option<N::Move>>,
    move_lists: Vec<Vec<(i32, N::Move)>>,
    move_buffer: Vec<N::Move>,
    /// Separates the table entries of different worlds and different searches.
    salt: u64,
    search_count: u64,
    /// Keys of positions that are drawn by repetition (COM-01), sorted.
    drawn_keys: Vec<u64>,
}

impl<N: Node> Default for WorldSearcher<N> {
    fn default() -> WorldSearcher<N> {
        WorldSearcher {
            table: vec![None; TABLE_SIZE],
            history: vec![0; N::HISTORY_SLOTS],
            killers: Vec::new(),
            move_lists: Vec::new(),
            move_buffer: Vec::new(),
            salt: 0,
            search_count: 0,
            drawn_keys: Vec::new(),
        }
    }
}

impl<N: Node> WorldSearcher<N> {
    /// Starts a new search with the keys that now count as draws. Old table entries no longer
    /// match; slot indices stay the same, so a search is reproducible.
    pub fn reset(&mut self, drawn: Vec<u64>) {
        self.search_count += 1;
        self.enter_world(0);
        self.history.fill(0);
        self.killers.fill(None);
        self.drawn_keys = drawn;
        self.drawn_keys.sort_unstable();
    }

    /// Switches to another world, so that entries of other worlds do not match.
    pub fn enter_world(&mut self, world: usize) {
        let search_salt = self.search_count.wrapping_mul(0xA076_1D64_78BD_642F);
        self.salt = (world as u64 + 1).wrapping_mul(0xD6E8_FEB8_6659_FD93) ^ search_salt;
    }

    /// Value of a position to the player to move after `depth` plies and quiescence; `None` if the
    /// budget ran out.
    pub fn search(&mut self, node: &N, depth: u32, budget: &mut SearchBudget) -> Option<i32> {
        let value = self.alpha_beta(node, depth, -WIN, WIN, 0, budget);
        (!budget.is_spent()).then_some(value)
    }

    /// Best move stored for a position searched before.
    pub fn best_move(&self, node: &N) -> Option<N::Move> {
        let key = node.key() ^ self.salt;
        self.table[table_index(key)].filter(|entry| entry.key == key).map(|entry| entry.best)
    }

    fn alpha_beta(
        &mut self,
        node: &N,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        ply: u32,
        budget: &mut SearchBudget,
    ) -> i32 {
        if let Some(value) = node.terminal_value() {
            budget.count_node();
            return discount_by_ply(value, ply);
        }
        let key = node.key();
        if self.drawn_keys.binary_search(&key).is_ok() {
            return 0;
        }
        let key = key ^ self.salt;
        if depth == 0 && !node.is_unsettled() {
            return self.quiescence(node, alpha, beta, ply, MAX_QUIESCENCE_PLIES, budget);
        }
        if budget.count_node() {
            return 0;
        }
        let known = self.table[table_index(key)].filter(|entry| entry.key == key);
        if let Some(entry) = known
            && u32::from(entry.depth) >= depth
        {
            match entry.bound {
                Bound::Exact => return entry.value,
                Bound::Lower if entry.value >= beta => return entry.value,
                Bound::Upper if entry.value <= alpha => return entry.value,
                _ => {}
            }
        }
        let mut list = self.ordered_moves(node, known.map(|entry| entry.best), ply);
        let (mut best, mut chosen, floor) = (-WIN - 1, None, alpha);
        for n in 0..list.len() {
            let play = pick_best(&mut list, n);
            let after = node.after(play);
            let less = depth.saturating_sub(1);
            let same = after.side_to_move() == node.side_to_move();
            let mut below = |this: &mut Self, low, high| {
                if same {
                    this.alpha_beta(&after, less, low, high, ply + 1, budget)
                } else {
                    -this.alpha_beta(&after, less, -high, -low, ply + 1, budget)
                }
            };
            let mut value =
                if n == 0 { below(self, alpha, beta) } else { below(self, alpha, alpha + 1) };
            if n > 0 && value > alpha && value < beta {
                value = below(self, alpha, beta);
            }
            if budget.is_spent() {
                self.move_lists[ply as usize] = list;
                return 0;
            }
            if value > best {
                (best, chosen) = (value, Some(play));
                alpha = alpha.max(value);
                if alpha >= beta {
                    self.record_cutoff(node, play, depth, ply);
                    break;
                }
            }
        }
        self.move_lists[ply as usize] = list;
        if let Some(play) = chosen {
            let bound = match best {
                _ if best >= beta => Bound::Lower,
                _ if best <= floor => Bound::Upper,
                _ => Bound::Exact,
            };
            let depth = depth.min(255) as u8;
            self.table[table_index(key)] =
                Some(WorldEntry { key, value: best, depth, bound, best: play });
        }
        best
    }

    /// Quiescence search: stand pat or play noisy moves.
    fn quiescence(
        &mut self,
        node: &N,
        mut alpha: i32,
        beta: i32,
        ply: u32,
        left: u32,
        budget: &mut SearchBudget,
    ) -> i32 {
        if let Some(value) = node.terminal_value() {
            budget.count_node();
            return discount_by_ply(value, ply);
        }
        if budget.count_node() {
            return 0;
        }
        let mut best = node.evaluate();
        if best >= beta || left == 0 {
            return best;
        }
        alpha = alpha.max(best);
        let mut list = self.take_move_list(ply);
        let mut spare = std::mem::take(&mut self.move_buffer);
        spare.clear();
        node.noisy_moves(&mut spare);
        list.extend(spare.iter().map(|&play| (node.ordering_score(play), play)));
        self.move_buffer = spare;
        for n in 0..list.len() {
            let after = node.after(pick_best(&mut list, n));
            let value = if after.side_to_move() == node.side_to_move() {
                self.quiescence(&after, alpha, beta, ply + 1, left - 1, budget)
            } else {
                -self.quiescence(&after, -beta, -alpha, ply + 1, left - 1, budget)
            };
            if budget.is_spent() {
                break;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.move_lists[ply as usize] = list;
        best
    }

    fn take_move_list(&mut self, ply: u32) -> Vec<(i32, N::Move)> {
        let ply = ply as usize;
        while self.move_lists.len() <= ply {
            self.move_lists.push(Vec::with_capacity(96));
            self.killers.push(None);
        }
        let mut list = std::mem::take(&mut self.move_lists[ply]);
        list.clear();
        list
    }

    fn ordered_moves(&mut self, node: &N, known: Option<N::Move>, ply: u32) -> Vec<(i32, N::Move)> {
        let mut list = self.take_move_list(ply);
        let mut spare = std::mem::take(&mut self.move_buffer);
        spare.clear();
        node.moves(&mut spare);
        let killer = self.killers[ply as usize];
        list.extend(spare.iter().map(|&play| {
            let first = if known == Some(play) {
                1 << 28
            } else if killer == Some(play) {
                1 << 12
            } else {
                0
            };
            (
                first + (node.ordering_score(play) << 13) + self.history[node.history_slot(play)],
                play,
            )
        }));
        self.move_buffer = spare;
        list
    }

    fn record_cutoff(&mut self, node: &N, play: N::Move, depth: u32, ply: u32) {
        self.killers[ply as usize] = Some(play);
        let kept = &mut self.history[node.history_slot(play)];
        *kept += (depth * depth) as i32;
        if *kept > 4000 {
            self.history.iter_mut().for_each(|kept| *kept /= 2);
        }
    }
}

fn table_index(key: u64) -> usize {
    (key >> 40) as usize % TABLE_SIZE
}

/// A later win is worth less, a later loss more.
fn discount_by_ply(value: i32, ply: u32) -> i32 {
    match value {
        0 => 0,
        _ if value > 0 => value - ply as i32,
        _ => value + ply as i32,
    }
}

/// Swaps the best-scored remaining move into position `n`.
fn pick_best<M: Copy>(list: &mut [(i32, M)], n: usize) -> M {
    let mut top = n;
    for other in n + 1..list.len() {
        if list[other].0 > list[top].0 {
            top = other;
        }
    }
    list.swap(n, top);
    list[n].1
}
