//! Generates all plays of a throw, each resulting position once.

use abaque_abagio::{Abagio, Action, LeapOrigin, Phase, Square};
use abaque_core::{Game, Ply, Seat};

/// A position after all leaps of a turn: the chief is due, or the turn or game is over.
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

/// Generates the landings of a turn; its buffers are reused between turns.
#[derive(Default)]
pub struct TurnGenerator {
    landings: Vec<Landing>,
    legal: [Vec<Action>; 4],
    seen: KeySet,
}

impl TurnGenerator {
    /// Every position the remaining leaps can lead to, each once.
    pub fn landings(&mut self, game: &Abagio) -> &[Landing] {
        self.landings.clear();
        self.seen.clear();
        self.visit(game, [None; 4], 0, 0);
        &self.landings
    }

    /// `key` identifies a position of this turn among those with as many numbers left.
    fn visit(&mut self, game: &Abagio, leaps: [Option<Action>; 4], depth: usize, key: u64) {
        let Phase::Leap(dice) = game.phase() else {
            if self.seen.insert(key) {
                self.landings.push(Landing { game: *game, leaps });
            }
            return;
        };
        // The numbers left are part of the key: the same frogs may have used different ones.
        if depth > 0
            && !self.seen.insert(key ^ mix64(dice.numbers().fold(7, |n, d| n << 3 | u64::from(d))))
        {
            return;
        }
        let Some(seat) = game.side() else { return };
        let mut legal = std::mem::take(&mut self.legal[depth]);
        legal.clear();
        game.legal_actions(&mut legal);
        for &action in &legal {
            let mut next = *game;
            next.apply_unchecked(Ply::Act(action));
            let mut leaps = leaps;
            leaps[depth] = Some(action);
            self.visit(&next, leaps, depth + 1, key ^ leap_key(game, &next, seat, action));
        }
        self.legal[depth] = legal;
    }
}

/// Hash of what a leap changes, independent of the rest of the board.
fn leap_key(before: &Abagio, after: &Abagio, seat: Seat, leap: Action) -> u64 {
    let Action::Leap { from, number } = leap else { return 0 };
    let Some(track) = from.track(seat) else { return 0 };
    let mut key = 0;
    if let LeapOrigin::On(square) = from {
        key ^= stack_key(before, square) ^ stack_key(after, square);
    }
    if let Some(square) = Square::on_track(seat, track + number) {
        key ^= stack_key(before, square) ^ stack_key(after, square);
    }
    // Frogs neither on squares nor at home are in the pond.
    for seat in Seat::ALL {
        let home =
            |game: &Abagio| mix64(4096 + 64 * seat.index() as u64 + u64::from(game.home(seat)));
        key ^= home(before) ^ home(after);
    }
    key
}

fn stack_key(game: &Abagio, square: Square) -> u64 {
    let code = game.stack(square).frogs().fold(1, |code, seat| code << 1 | seat.index() as u64);
    mix64(64 * square.index() as u64 + code)
}

fn mix64(number: u64) -> u64 {
    let z = number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z ^ (z >> 32)
}

/// A hash set that clears in constant time.
#[derive(Default)]
struct KeySet {
    slots: Vec<(u64, u32)>,
    round: u32,
    used: usize,
}

impl KeySet {
    fn clear(&mut self) {
        self.used = 0;
        self.round = self.round.wrapping_add(1);
        if self.slots.is_empty() || self.round == 0 {
            self.slots = vec![(0, 0); self.slots.len().max(1024)];
            self.round = 1;
        }
    }

    /// Adds a key; `false` if it was present.
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
