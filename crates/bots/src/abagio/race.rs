//! Races by the book: for one player alone on the inner path, with every distribution of up to twelve
//! frogs over its eight steps and the pond (125,970 of them), how many turns are left.
//!
//! The table is exact for a player who is never met: who minimises the expected number of turns, under
//! AGO-12, AGO-14, AGO-15, AGO-17, AGO-18 and AGO-23. Two such tables side by side give the
//! chance to win if neither side is met. But both players' frogs still share Eight and One, where
//! they hit and block each other: any frog short of One may land there, so no race is safe from meeting
//! before one player is a throw from the end. On 5,000 games of self-play (`abaque-train
//! abagio-check --games 5000`) the net judges races better, because it knows what meetings are
//! worth, until three frogs are left and none of them is on Eight or One. There both judge alike
//! (cross entropy 0.290 by the table, 0.297 by the net), and the table is played by ([`ending`]).

use std::sync::OnceLock;

use abaque_abagio::{Abagio, Square};
use abaque_core::Seat;

/// How many distributions there are.
pub const POSITIONS: usize = 125_970;
/// How many of them have at most [`LAST_FROGS`] frogs.
const UP_TO_THREE: usize = 165;
/// With so many frogs left of both players the table is played by.
const LAST_FROGS: u8 = 3;
/// Turns are counted up to here.
pub const TURNS: usize = 24;
const FROGS: u8 = 12;
const STEPS: usize = 8;
/// What every number that could have been played and was not costs: more than any race lasts.
const UNPLAYED: f32 = 1000.0;
/// What playing the smaller of two numbers costs where only one of them can be played.
const SMALLER: f32 = 100.0;

/// How many frogs still need 1 to 8 squares to the pond; the first number is not used.
pub type Needs = [u8; STEPS + 1];

/// How long races last.
pub struct Race {
    mean: Vec<f32>,
    exactly: Vec<[f32; TURNS]>,
}

/// The best way to play some numbers: what is expected then, and where it leads.
#[derive(Clone, Copy)]
struct Best {
    cost: f32,
    to: u32,
}

impl Race {
    /// The table, made at first use.
    pub fn table() -> &'static Race {
        static TABLE: OnceLock<Race> = OnceLock::new();
        TABLE.get_or_init(|| Race::new(POSITIONS))
    }

    /// The part of it that endings need: up to three frogs, made in no time.
    fn short() -> &'static Race {
        static TABLE: OnceLock<Race> = OnceLock::new();
        TABLE.get_or_init(|| Race::new(UP_TO_THREE))
    }

    /// The first so many positions. Every leap leads to a smaller rank, so one pass in the order of
    /// ranks is enough; fewer frogs come first.
    fn new(positions: usize) -> Race {
        let ranks = Ranks::new();
        let mut race = Race { mean: Vec::with_capacity(positions), exactly: Vec::new() };
        // The best ways to play one number once, twice, three and four times.
        let mut times: Vec<[[Best; 4]; 6]> = Vec::with_capacity(positions);
        race.exactly.reserve_exact(positions);
        for (rank, needs) in ranks.all().take(positions).enumerate() {
            let stay = Best { cost: 0.0, to: rank as u32 };
            let mut own = [[stay; 4]; 6];
            if rank == 0 {
                race.mean.push(0.0);
                race.exactly.push([0.0; TURNS]);
                times.push(own);
                continue;
            }
            let mut sum = 0.0;
            let mut lost = 0;
            let mut ends = [(0, 0u32); 21];
            let mut throw = 0;
            for high in 1..=6 {
                for count in 0..4 {
                    own[high - 1][count] = least(&ranks, &needs, high, |next| match count {
                        _ if next == 0 => Best { cost: 0.0, to: 0 },
                        0 => Best { cost: race.mean[next], to: next as u32 },
                        _ => times[next][high - 1][count - 1],
                    })
                    .unwrap_or(Best { cost: UNPLAYED * (count + 1) as f32, ..stay });
                }
                for low in 1..=high {
                    let (weight, best) = if low == high {
                        (1, own[high - 1][3])
                    } else {
                        let then = |number: usize| {
                            let times = &times;
                            move |next: usize| match next {
                                0 => Best { cost: 0.0, to: 0 },
                                _ => times[next][number - 1][0],
                            }
                        };
                        let one = least(&ranks, &needs, high, then(low));
                        // Of two plays with only one number each the larger number must be played.
                        let other = least(&ranks, &needs, low, then(high)).map(|best| match best {
                            Best { cost, to } if cost >= UNPLAYED => {
                                Best { cost: cost + SMALLER, to }
                            }
                            best => best,
                        });
                        let nothing = Best { cost: 2.0 * UNPLAYED, ..stay };
                        let one = one.unwrap_or(nothing);
                        (2, other.filter(|other| other.cost < one.cost).unwrap_or(one))
                    };
                    let to = best.to as usize;
                    if to == rank {
                        lost += weight;
                    } else {
                        sum += weight as f32 * race.mean[to];
                    }
                    ends[throw] = (weight, best.to);
                    throw += 1;
                }
            }
            let mean = (36.0 + sum) / (36 - lost) as f32;
            race.mean.push(mean);
            for stuck in own.iter_mut().flatten().filter(|best| best.to as usize == rank) {
                stuck.cost += mean;
            }
            let mut exactly = [0.0; TURNS];
            for turn in 0..TURNS {
                exactly[turn] = ends
                    .iter()
                    .map(|&(weight, to)| {
                        let then = match (to as usize, turn) {
                            (0, turn) => f32::from(u8::from(turn == 0)),
                            (_, 0) => 0.0,
                            (to, turn) if to == rank => exactly[turn - 1],
                            (to, turn) => race.exactly[to][turn - 1],
                        };
                        weight as f32 * then / 36.0
                    })
                    .sum();
            }
            race.exactly.push(exactly);
            times.push(own);
        }
        race
    }

    /// The expected number of turns.
    pub fn mean(&self, needs: &Needs) -> f32 {
        self.mean[rank(needs)]
    }

    /// The chance to be done in exactly one turn, two turns, …
    pub fn exactly(&self, needs: &Needs) -> &[f32; TURNS] {
        &self.exactly[rank(needs)]
    }

    /// The thrower's chance to be done before the opponent if neither is met.
    pub fn ahead(&self, thrower: &Needs, opponent: &Needs) -> f32 {
        let (own, other) = (self.exactly(thrower), self.exactly(opponent));
        let mut not_done = 1.0;
        let mut chance = 0.0;
        for turn in 0..TURNS {
            chance += own[turn] * not_done;
            not_done -= other[turn];
        }
        chance
    }
}

/// The thrower's chance where three frogs or fewer are left of both players, all on safe squares; `None`
/// elsewhere.
pub fn ending(game: &Abagio, thrower: Seat) -> Option<f32> {
    let other = thrower.other();
    let shared = [Square::EIGHT, Square::ONE];
    if game.pond(thrower) + game.pond(other) < 2 * FROGS - LAST_FROGS
        || shared.iter().any(|&square| !game.stack(square).is_empty())
    {
        return None;
    }
    Some(Race::short().ahead(&needs(game, thrower)?, &needs(game, other)?))
}

/// What the frogs of a player need; `None` while some are not on the inner path.
pub fn needs(game: &Abagio, seat: Seat) -> Option<Needs> {
    let mut needs = [0; STEPS + 1];
    let mut left = FROGS - game.pond(seat);
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

/// The least cost among the leaps by one number; `then` says what a leap to a rank costs.
fn least(
    ranks: &Ranks,
    needs: &Needs,
    number: usize,
    then: impl Fn(usize) -> Best,
) -> Option<Best> {
    let farthest = (1..=STEPS).rev().find(|&need| needs[need] > 0)?;
    let mut best: Option<Best> = None;
    for need in 1..=farthest {
        let allowed = needs[need] > 0
            && match need.checked_sub(number) {
                Some(0) => true,
                Some(to) => needs[to] < limit(to),
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
        let found = then(ranks.of(&next));
        if best.is_none_or(|best| found.cost < best.cost) {
            best = Some(found);
        }
    }
    best
}

/// AGO-12: two frogs fill Eight and One.
const fn limit(need: usize) -> u8 {
    if need == 1 || need == STEPS { 2 } else { 5 }
}

/// The place of a distribution among all of them.
fn rank(needs: &Needs) -> usize {
    static RANKS: OnceLock<Ranks> = OnceLock::new();
    RANKS.get_or_init(Ranks::new).of(needs)
}

/// Numbers the distributions: frogs that need at least 8, 7, … squares are ever more, so they make a
/// combination, and a leap always leads to an earlier one.
struct Ranks {
    choose: [[u32; STEPS + 1]; 20],
}

impl Ranks {
    fn new() -> Ranks {
        let mut choose = [[0; STEPS + 1]; 20];
        for n in 0..20 {
            choose[n][0] = 1;
            for k in 1..=STEPS.min(n) {
                choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            }
        }
        Ranks { choose }
    }

    #[inline]
    fn of(&self, needs: &Needs) -> usize {
        let mut frogs = 0;
        let mut rank = 0;
        for place in 1..=STEPS {
            frogs += usize::from(needs[STEPS + 1 - place]);
            rank += self.choose[(frogs + place - 1).min(19)][place];
        }
        rank as usize
    }

    /// Every distribution, in the order of ranks.
    fn all(&self) -> impl Iterator<Item = Needs> {
        let mut chosen: [usize; STEPS] = std::array::from_fn(|place| place);
        let mut first = true;
        std::iter::from_fn(move || {
            if !std::mem::take(&mut first) {
                let ends = |place: usize| chosen.get(place + 1).copied().unwrap_or(20);
                let place = (0..STEPS).find(|&place| chosen[place] + 1 < ends(place))?;
                chosen[place] += 1;
                (0..place).for_each(|lower| chosen[lower] = lower);
            }
            let mut needs = [0; STEPS + 1];
            let mut before = 0;
            for (place, &at) in chosen.iter().enumerate() {
                needs[STEPS - place] = (at - place - before) as u8;
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
        let ranks = Ranks::new();
        let mut count = 0;
        for (at, needs) in ranks.all().enumerate() {
            assert_eq!(ranks.of(&needs), at);
            assert!(needs.iter().sum::<u8>() <= FROGS);
            assert_eq!(needs.iter().sum::<u8>() <= LAST_FROGS, at < UP_TO_THREE);
            count += 1;
        }
        assert_eq!(count, POSITIONS);
    }
}
