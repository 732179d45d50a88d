use crate::{Meter, Node, WIN};

/// How many remembered positions there are room for.
const ROOM: usize = 1 << 16;

/// How deep takings are played out at most below the last full ply.
const LOUD_PLIES: u32 = 6;

#[derive(Clone, Copy)]
enum Bound {
    Least,
    Most,
    Exact,
}

#[derive(Clone, Copy)]
struct Memory<M> {
    key: u64,
    value: i32,
    depth: u8,
    bound: Bound,
    best: M,
}

/// Short alpha-beta searches, thousands a second: positions of many worlds are each looked at a few
/// plies deep. What orders moves well in one world does in the next, so that all of them share it.
pub struct Glance<N: Node> {
    table: Vec<Option<Memory<N::Move>>>,
    history: Vec<i32>,
    killers: Vec<Option<N::Move>>,
    lists: Vec<Vec<(i32, N::Move)>>,
    spare: Vec<N::Move>,
    /// Tells the positions of one world, and of one thought, from those of another.
    salt: u64,
    thoughts: u64,
    /// Keys of positions that count as a draw (COM-01), sorted.
    drawn: Vec<u64>,
}

impl<N: Node> Default for Glance<N> {
    fn default() -> Glance<N> {
        Glance {
            table: vec![None; ROOM],
            history: vec![0; N::SLOTS],
            killers: Vec::new(),
            lists: Vec::new(),
            spare: Vec::new(),
            salt: 0,
            thoughts: 0,
            drawn: Vec::new(),
        }
    }
}

impl<N: Node> Glance<N> {
    /// Forgets everything, and takes the keys of positions that now count as a draw. What is left in
    /// the table cannot be recognised any more; which positions fall into the same place stays the same,
    /// so that a thought can be repeated.
    pub fn renew(&mut self, drawn: Vec<u64>) {
        self.thoughts += 1;
        self.enter(0);
        self.history.fill(0);
        self.killers.fill(None);
        self.drawn = drawn;
        self.drawn.sort_unstable();
    }

    /// Turns to a world, so that nothing found in another is mistaken for something of this one.
    pub fn enter(&mut self, world: usize) {
        let thought = self.thoughts.wrapping_mul(0xA076_1D64_78BD_642F);
        self.salt = (world as u64 + 1).wrapping_mul(0xD6E8_FEB8_6659_FD93) ^ thought;
    }

    /// What a position is worth to the player to move there, some plies deep and then played out
    /// until nothing is loud. `None` if the meter ran out meanwhile.
    pub fn look(&mut self, node: &N, depth: u32, meter: &mut Meter) -> Option<i32> {
        let value = self.full(node, depth, -WIN, WIN, 0, meter);
        (!meter.is_spent()).then_some(value)
    }

    /// The best move known for a position looked at before.
    pub fn best(&self, node: &N) -> Option<N::Move> {
        let key = node.key() ^ self.salt;
        self.table[slot_of(key)].filter(|memory| memory.key == key).map(|memory| memory.best)
    }

    fn full(
        &mut self,
        node: &N,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        ply: u32,
        meter: &mut Meter,
    ) -> i32 {
        if let Some(value) = node.ended() {
            meter.count();
            return late(value, ply);
        }
        let key = node.key();
        if self.drawn.binary_search(&key).is_ok() {
            return 0;
        }
        let key = key ^ self.salt;
        if depth == 0 && !node.unsettled() {
            return self.loud(node, alpha, beta, ply, LOUD_PLIES, meter);
        }
        if meter.count() {
            return 0;
        }
        let known = self.table[slot_of(key)].filter(|memory| memory.key == key);
        if let Some(memory) = known
            && u32::from(memory.depth) >= depth
        {
            match memory.bound {
                Bound::Exact => return memory.value,
                Bound::Least if memory.value >= beta => return memory.value,
                Bound::Most if memory.value <= alpha => return memory.value,
                _ => {}
            }
        }
        let mut list = self.ordered(node, known.map(|memory| memory.best), ply);
        let (mut best, mut chosen, floor) = (-WIN - 1, None, alpha);
        for n in 0..list.len() {
            let play = pick(&mut list, n);
            let after = node.after(play);
            let less = depth.saturating_sub(1);
            let same = after.side() == node.side();
            let mut below = |this: &mut Self, low, high| {
                if same {
                    this.full(&after, less, low, high, ply + 1, meter)
                } else {
                    -this.full(&after, less, -high, -low, ply + 1, meter)
                }
            };
            let mut value =
                if n == 0 { below(self, alpha, beta) } else { below(self, alpha, alpha + 1) };
            if n > 0 && value > alpha && value < beta {
                value = below(self, alpha, beta);
            }
            if meter.is_spent() {
                self.lists[ply as usize] = list;
                return 0;
            }
            if value > best {
                (best, chosen) = (value, Some(play));
                alpha = alpha.max(value);
                if alpha >= beta {
                    self.reward(node, play, depth, ply);
                    break;
                }
            }
        }
        self.lists[ply as usize] = list;
        if let Some(play) = chosen {
            let bound = match best {
                _ if best >= beta => Bound::Least,
                _ if best <= floor => Bound::Most,
                _ => Bound::Exact,
            };
            let depth = depth.min(255) as u8;
            self.table[slot_of(key)] = Some(Memory { key, value: best, depth, bound, best: play });
        }
        best
    }

    /// Stands pat or plays loud moves only.
    fn loud(
        &mut self,
        node: &N,
        mut alpha: i32,
        beta: i32,
        ply: u32,
        left: u32,
        meter: &mut Meter,
    ) -> i32 {
        if let Some(value) = node.ended() {
            meter.count();
            return late(value, ply);
        }
        if meter.count() {
            return 0;
        }
        let mut best = node.value();
        if best >= beta || left == 0 {
            return best;
        }
        alpha = alpha.max(best);
        let mut list = self.list(ply);
        let mut spare = std::mem::take(&mut self.spare);
        spare.clear();
        node.loud(&mut spare);
        list.extend(spare.iter().map(|&play| (node.promise(play), play)));
        self.spare = spare;
        for n in 0..list.len() {
            let after = node.after(pick(&mut list, n));
            let value = if after.side() == node.side() {
                self.loud(&after, alpha, beta, ply + 1, left - 1, meter)
            } else {
                -self.loud(&after, -beta, -alpha, ply + 1, left - 1, meter)
            };
            if meter.is_spent() {
                break;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.lists[ply as usize] = list;
        best
    }

    fn list(&mut self, ply: u32) -> Vec<(i32, N::Move)> {
        let ply = ply as usize;
        while self.lists.len() <= ply {
            self.lists.push(Vec::with_capacity(96));
            self.killers.push(None);
        }
        let mut list = std::mem::take(&mut self.lists[ply]);
        list.clear();
        list
    }

    fn ordered(&mut self, node: &N, known: Option<N::Move>, ply: u32) -> Vec<(i32, N::Move)> {
        let mut list = self.list(ply);
        let mut spare = std::mem::take(&mut self.spare);
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
            (first + (node.promise(play) << 13) + self.history[node.slot(play)], play)
        }));
        self.spare = spare;
        list
    }

    fn reward(&mut self, node: &N, play: N::Move, depth: u32, ply: u32) {
        self.killers[ply as usize] = Some(play);
        let kept = &mut self.history[node.slot(play)];
        *kept += (depth * depth) as i32;
        if *kept > 4000 {
            self.history.iter_mut().for_each(|kept| *kept /= 2);
        }
    }
}

fn slot_of(key: u64) -> usize {
    (key >> 40) as usize % ROOM
}

/// A win later is worth less, a loss later more.
fn late(value: i32, ply: u32) -> i32 {
    match value {
        0 => 0,
        _ if value > 0 => value - ply as i32,
        _ => value + ply as i32,
    }
}

/// Brings the most promising of the rest to place `n`.
fn pick<M: Copy>(list: &mut [(i32, M)], n: usize) -> M {
    let mut top = n;
    for other in n + 1..list.len() {
        if list[other].0 > list[top].0 {
            top = other;
        }
    }
    list.swap(n, top);
    list[n].1
}
