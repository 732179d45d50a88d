//! Every way to play a throw, each resulting position once.

use abaque_abagio::{Abagio, Action, Phase, Place, Square};
use abaque_core::{Game, Ply, Seat};

/// A position after all the leaps of a turn: the chief is due, or the turn or the game is over.
#[derive(Clone, Copy, Debug)]
pub struct Landing {
    /// The position.
    pub game: Abagio,
    leaps: [Option<Action>; 4],
}

impl Landing {
    /// The leaps that led here.
    pub fn leaps(&self) -> impl Iterator<Item = Action> {
        self.leaps.iter().copied().flatten()
    }
}

/// Finds the landings of a turn. Its buffers are kept from one turn to the next.
#[derive(Default)]
pub struct Turns {
    landings: Vec<Landing>,
    legal: [Vec<Action>; 4],
    seen: Seen,
}

impl Turns {
    /// Every position that the leaps still due can lead to, each once.
    pub fn landings(&mut self, game: &Abagio) -> &[Landing] {
        self.landings.clear();
        self.seen.clear();
        self.go(game, [None; 4], 0, 0);
        &self.landings
    }

    /// `key` tells positions of this turn apart that have as many numbers left.
    fn go(&mut self, game: &Abagio, leaps: [Option<Action>; 4], depth: usize, key: u64) {
        let Phase::Leap(dice) = game.phase() else {
            if self.seen.insert(key) {
                self.landings.push(Landing { game: *game, leaps });
            }
            return;
        };
        // The numbers left belong to the position: the same frogs may have leapt with others.
        if depth > 0
            && !self.seen.insert(key ^ mix(dice.numbers().fold(7, |n, d| n << 3 | u64::from(d))))
        {
            return;
        }
        let Some(seat) = game.side() else { return };
        let mut legal = std::mem::take(&mut self.legal[depth]);
        legal.clear();
        game.legal(&mut legal);
        for &action in &legal {
            let mut next = *game;
            next.apply_unchecked(Ply::Act(action));
            let mut leaps = leaps;
            leaps[depth] = Some(action);
            self.go(&next, leaps, depth + 1, key ^ changed(game, &next, seat, action));
        }
        self.legal[depth] = legal;
    }
}

/// What a leap changes, as a number that does not depend on the rest of the board.
fn changed(before: &Abagio, after: &Abagio, seat: Seat, leap: Action) -> u64 {
    let Action::Leap { from, number } = leap else { return 0 };
    let Some(track) = from.track(seat) else { return 0 };
    let mut key = 0;
    if let Place::On(square) = from {
        key ^= stack_key(before, square) ^ stack_key(after, square);
    }
    if let Some(square) = Square::on_track(seat, track + number) {
        key ^= stack_key(before, square) ^ stack_key(after, square);
    }
    // Frogs that are neither on squares nor at home are in the pond.
    for seat in Seat::ALL {
        let home =
            |game: &Abagio| mix(4096 + 64 * seat.index() as u64 + u64::from(game.home(seat)));
        key ^= home(before) ^ home(after);
    }
    key
}

fn stack_key(game: &Abagio, square: Square) -> u64 {
    let code = game.stack(square).frogs().fold(1, |code, seat| code << 1 | seat.index() as u64);
    mix(64 * square.index() as u64 + code)
}

fn mix(number: u64) -> u64 {
    let z = number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z ^ (z >> 32)
}

/// A set of keys that is emptied at no cost.
#[derive(Default)]
struct Seen {
    slots: Vec<(u64, u32)>,
    round: u32,
    used: usize,
}

impl Seen {
    fn clear(&mut self) {
        self.used = 0;
        self.round = self.round.wrapping_add(1);
        if self.slots.is_empty() || self.round == 0 {
            self.slots = vec![(0, 0); self.slots.len().max(1024)];
            self.round = 1;
        }
    }

    /// Adds a key; `false` if it was there.
    fn insert(&mut self, key: u64) -> bool {
        if self.used * 2 >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut at = key as usize & mask;
        loop {
            match self.slots[at] {
                (held, round) if round == self.round && held == key => return false,
                (_, round) if round == self.round => at = (at + 1) & mask,
                _ => {
                    self.slots[at] = (key, self.round);
                    self.used += 1;
                    return true;
                }
            }
        }
    }

    fn grow(&mut self) {
        let bigger = vec![(0, 0); self.slots.len() * 2];
        let held = std::mem::replace(&mut self.slots, bigger);
        self.used = 0;
        for (key, round) in held {
            if round == self.round {
                self.insert(key);
            }
        }
    }
}
