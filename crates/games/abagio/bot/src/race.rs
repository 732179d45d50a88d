//! Exact race table: the turns left for one player alone on the inner path, for every distribution
//! of up to twelve frogs over its eight steps and the pond (125,970 of them).
//!
//! The table is exact for a player who never meets the opponent and minimises the expected number
//! of turns, under AGO-12, AGO-14, AGO-15, AGO-17, AGO-18 and AGO-23. Two such tables give the
//! winning chance if the players do not meet. But both players' frogs share Eight and One, where
//! they hit and block each other: any frog short of One may land there, so no race is free of
//! contact until one player is a throw from the end. On 5,000 self-play games (`abaque-train
//! abagio-check --games 5000`) the net predicts races better, because it accounts for contact,
//! until three frogs are left and none of them is on Eight or One. There both are equally good
//! (cross entropy 0.290 for the table, 0.297 for the net), and the bot uses the table
//! ([`endgame_chance`]).

use std::sync::OnceLock;

use abaque_abagio::{Abagio, Square};
use abaque_core::Seat;

/// Number of distributions.
pub const POSITIONS: usize = 125_970;
/// Distributions of at most [`ENDGAME_FROGS`] frogs.
const ENDGAME_POSITIONS: usize = 165;
/// The bot uses the table once both players together have this many frogs left.
const ENDGAME_FROGS: u8 = 3;
/// Distributions of turns are truncated here.
pub const MAX_TURNS: usize = 24;
const FROGS_PER_PLAYER: u8 = 12;
const INNER_STEPS: usize = 8;
/// Penalty per number left unplayed that could have been played; exceeds any race.
const UNPLAYED_COST: f32 = 1000.0;
/// Penalty for playing the smaller of two numbers where only one can be played.
const SMALLER_NUMBER_COST: f32 = 100.0;

/// Frogs that need 1 to 8 squares to the pond; index 0 is unused.
pub type RaceNeeds = [u8; INNER_STEPS + 1];

/// Turns left, by distribution.
pub struct RaceTable {
    mean_turns: Vec<f32>,
    turn_distributions: Vec<[f32; MAX_TURNS]>,
}

/// Best way to play some numbers: expected turns, and the resulting rank.
#[derive(Clone, Copy)]
struct BestLeap {
    cost: f32,
    next_rank: u32,
}

impl RaceTable {
    /// The full table, built on first use.
    pub fn full() -> &'static RaceTable {
        static TABLE: OnceLock<RaceTable> = OnceLock::new();
        TABLE.get_or_init(|| RaceTable::new(POSITIONS))
    }

    /// The endgame part (up to three frogs), which is built instantly.
    fn endgame() -> &'static RaceTable {
        static TABLE: OnceLock<RaceTable> = OnceLock::new();
        TABLE.get_or_init(|| RaceTable::new(ENDGAME_POSITIONS))
    }

    /// Computes the first `positions` ranks. Every leap leads to a smaller rank, so one pass in
    /// rank order suffices; positions with fewer frogs come first.
    fn new(positions: usize) -> RaceTable {
        let ranks = NeedsRanking::new();
        let mut race =
            RaceTable { mean_turns: Vec::with_capacity(positions), turn_distributions: Vec::new() };
        // Best ways to play one number once, twice, three and four times.
        let mut times: Vec<[[BestLeap; 4]; 6]> = Vec::with_capacity(positions);
        race.turn_distributions.reserve_exact(positions);
        for (rank, needs) in ranks.all().take(positions).enumerate() {
            let stay = BestLeap { cost: 0.0, next_rank: rank as u32 };
            let mut own = [[stay; 4]; 6];
            if rank == 0 {
                race.mean_turns.push(0.0);
                race.turn_distributions.push([0.0; MAX_TURNS]);
                times.push(own);
                continue;
            }
            let mut sum = 0.0;
            let mut lost = 0;
            let mut ends = [(0, 0u32); 21];
            let mut throw = 0;
            for high in 1..=6 {
                for count in 0..4 {
                    own[high - 1][count] =
                        cheapest_leap(&ranks, &needs, high, |next| match count {
                            _ if next == 0 => BestLeap { cost: 0.0, next_rank: 0 },
                            0 => BestLeap { cost: race.mean_turns[next], next_rank: next as u32 },
                            _ => times[next][high - 1][count - 1],
                        })
                        .unwrap_or(BestLeap { cost: UNPLAYED_COST * (count + 1) as f32, ..stay });
                }
                for low in 1..=high {
                    let (weight, best) = if low == high {
                        (1, own[high - 1][3])
                    } else {
                        let then = |number: usize| {
                            let times = &times;
                            move |next: usize| match next {
                                0 => BestLeap { cost: 0.0, next_rank: 0 },
                                _ => times[next][number - 1][0],
                            }
                        };
                        let one = cheapest_leap(&ranks, &needs, high, then(low));
                        // If only one number can be played, it must be the larger one.
                        let other =
                            cheapest_leap(&ranks, &needs, low, then(high)).map(|best| match best {
                                BestLeap { cost, next_rank: to } if cost >= UNPLAYED_COST => {
                                    BestLeap { cost: cost + SMALLER_NUMBER_COST, next_rank: to }
                                }
                                best => best,
                            });
                        let nothing = BestLeap { cost: 2.0 * UNPLAYED_COST, ..stay };
                        let one = one.unwrap_or(nothing);
                        (2, other.filter(|other| other.cost < one.cost).unwrap_or(one))
                    };
                    let to = best.next_rank as usize;
                    if to == rank {
                        lost += weight;
                    } else {
                        sum += weight as f32 * race.mean_turns[to];
                    }
                    ends[throw] = (weight, best.next_rank);
                    throw += 1;
                }
            }
            let mean = (36.0 + sum) / (36 - lost) as f32;
            race.mean_turns.push(mean);
            for stuck in own.iter_mut().flatten().filter(|best| best.next_rank as usize == rank) {
                stuck.cost += mean;
            }
            let mut exactly = [0.0; MAX_TURNS];
            for turn in 0..MAX_TURNS {
                exactly[turn] = ends
                    .iter()
                    .map(|&(weight, to)| {
                        let then = match (to as usize, turn) {
                            (0, turn) => f32::from(u8::from(turn == 0)),
                            (_, 0) => 0.0,
                            (to, turn) if to == rank => exactly[turn - 1],
                            (to, turn) => race.turn_distributions[to][turn - 1],
                        };
                        weight as f32 * then / 36.0
                    })
                    .sum();
            }
            race.turn_distributions.push(exactly);
            times.push(own);
        }
        race
    }

    /// Expected number of turns.
    pub fn mean_turns(&self, needs: &RaceNeeds) -> f32 {
        self.mean_turns[rank(needs)]
    }

    /// Probability of finishing in exactly one turn, two turns, …
    pub fn turn_distribution(&self, needs: &RaceNeeds) -> &[f32; MAX_TURNS] {
        &self.turn_distributions[rank(needs)]
    }

    /// The thrower's chance to finish first if the players do not meet.
    pub fn win_chance(&self, thrower: &RaceNeeds, opponent: &RaceNeeds) -> f32 {
        let (own, other) = (self.turn_distribution(thrower), self.turn_distribution(opponent));
        let mut not_done = 1.0;
        let mut chance = 0.0;
        for turn in 0..MAX_TURNS {
            chance += own[turn] * not_done;
            not_done -= other[turn];
        }
        chance
    }
}

/// The thrower's chance where at most three frogs are left in all and none stands on Eight or One;
/// otherwise `None`.
pub fn endgame_chance(game: &Abagio, thrower: Seat) -> Option<f32> {
    let other = thrower.other();
    let shared = [Square::EIGHT, Square::ONE];
    if game.pond(thrower) + game.pond(other) < 2 * FROGS_PER_PLAYER - ENDGAME_FROGS
        || shared.iter().any(|&square| !game.stack(square).is_empty())
    {
        return None;
    }
    Some(RaceTable::endgame().win_chance(&race_needs(game, thrower)?, &race_needs(game, other)?))
}

/// Distances of a player's frogs to the pond; `None` while some are off the inner path.
pub fn race_needs(game: &Abagio, seat: Seat) -> Option<RaceNeeds> {
    let mut needs = [0; INNER_STEPS + 1];
    let mut left = FROGS_PER_PLAYER - game.pond(seat);
    for (need, count) in needs.iter_mut().enumerate().skip(1) {
        let square = match need {
            1 => Some(Square::ONE),
            8 => Some(Square::EIGHT),
            _ => Square::safe(seat, need as u8),
        };
        *count = square.map_or(0, |square| game.stack(square).count(seat));
        left = left.saturating_sub(*count);
    }
    (left == 0).then_some(needs)
}

/// Cheapest leap by one number; `then` is the cost of the resulting rank.
fn cheapest_leap(
    ranks: &NeedsRanking,
    needs: &RaceNeeds,
    number: usize,
    then: impl Fn(usize) -> BestLeap,
) -> Option<BestLeap> {
    let farthest = (1..=INNER_STEPS).rev().find(|&need| needs[need] > 0)?;
    let mut best: Option<BestLeap> = None;
    for need in 1..=farthest {
        let allowed = needs[need] > 0
            && match need.checked_sub(number) {
                Some(0) => true,
                Some(to) => needs[to] < square_capacity(to),
                None => need == farthest,
            };
        if !allowed {
            continue;
        }
        let mut next = *needs;
        next[need] -= 1;
        if need > number {
            next[need - number] += 1;
        }
        let found = then(ranks.rank(&next));
        if best.is_none_or(|best| found.cost < best.cost) {
            best = Some(found);
        }
    }
    best
}

/// AGO-12: two frogs fill Eight and One.
const fn square_capacity(need: usize) -> u8 {
    if need == 1 || need == INNER_STEPS { 2 } else { 5 }
}

/// Index of a distribution.
fn rank(needs: &RaceNeeds) -> usize {
    static RANKS: OnceLock<NeedsRanking> = OnceLock::new();
    RANKS.get_or_init(NeedsRanking::new).rank(needs)
}

/// Combinatorial ranking: the counts of frogs needing at least 8, 7, … squares increase, so they
/// form a combination, and every leap leads to a smaller rank.
struct NeedsRanking {
    binomials: [[u32; INNER_STEPS + 1]; 20],
}

impl NeedsRanking {
    fn new() -> NeedsRanking {
        let mut choose = [[0; INNER_STEPS + 1]; 20];
        for n in 0..20 {
            choose[n][0] = 1;
            for k in 1..=INNER_STEPS.min(n) {
                choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            }
        }
        NeedsRanking { binomials: choose }
    }

    #[inline]
    fn rank(&self, needs: &RaceNeeds) -> usize {
        let mut frogs = 0;
        let mut rank = 0;
        for place in 1..=INNER_STEPS {
            frogs += usize::from(needs[INNER_STEPS + 1 - place]);
            rank += self.binomials[(frogs + place - 1).min(19)][place];
        }
        rank as usize
    }

    /// Every distribution, in rank order.
    fn all(&self) -> impl Iterator<Item = RaceNeeds> {
        let mut chosen: [usize; INNER_STEPS] = std::array::from_fn(|place| place);
        let mut first = true;
        std::iter::from_fn(move || {
            if !std::mem::take(&mut first) {
                let ends = |place: usize| chosen.get(place + 1).copied().unwrap_or(20);
                let place = (0..INNER_STEPS).find(|&place| chosen[place] + 1 < ends(place))?;
                chosen[place] += 1;
                (0..place).for_each(|lower| chosen[lower] = lower);
            }
            let mut needs = [0; INNER_STEPS + 1];
            let mut before = 0;
            for (place, &at) in chosen.iter().enumerate() {
                needs[INNER_STEPS - place] = (at - place - before) as u8;
                before = at - place;
            }
            Some(needs)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_number_every_distribution_once() {
        let ranks = NeedsRanking::new();
        let mut count = 0;
        for (at, needs) in ranks.all().enumerate() {
            assert_eq!(ranks.rank(&needs), at);
            assert!(needs.iter().sum::<u8>() <= FROGS_PER_PLAYER);
            assert_eq!(needs.iter().sum::<u8>() <= ENDGAME_FROGS, at < ENDGAME_POSITIONS);
            count += 1;
        }
        assert_eq!(count, POSITIONS);
    }
}
