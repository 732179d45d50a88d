//! What a player points at, until it is an action. The board knows no rules: the actions offered come
//! in, an action goes out.

mod ways;

use std::collections::BTreeSet;

use abaque_core::BadText;

use ways::Way;

/// A kind of pawn, where one may choose.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Pawn {
    /// A red one.
    Red,
    /// A stop pawn.
    Stop,
}

/// What a gesture comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reaction {
    /// An action, whole.
    Play(String),
    /// Several actions are meant: the player says which.
    Ask(Vec<String>),
    /// Something is picked up or put back.
    Picked,
    /// Nothing can be done there.
    Nothing,
}

/// A square that can be pointed at next, and what that would play (several: one asks).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// Its name.
    pub square: String,
    /// The actions meant.
    pub actions: Vec<String>,
}

/// What is picked up in a view.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hand {
    ways: Vec<Way>,
    picked: Vec<String>,
    pawn: Option<Pawn>,
    /// What may be claimed where nothing is listed: any of these squares (ABR-19).
    claims: Vec<String>,
}

impl Hand {
    /// An empty hand over a view in which these actions are offered.
    pub fn new(spec: &str, view: &str, offered: &[String]) -> Result<Hand, BadText> {
        let ways = ways::ways(spec, view, offered)?;
        let pawn = ways.iter().filter_map(|way| way.pawn).min();
        let claims = ways::claims(spec, view)?;
        Ok(Hand { ways, picked: Vec::new(), pawn, claims })
    }

    /// The squares picked up.
    pub fn picked(&self) -> &[String] {
        &self.picked
    }

    /// Puts everything back.
    pub fn drop_all(&mut self) {
        self.picked.clear();
    }

    /// The kinds of pawn one may choose from; empty where there is no choice.
    pub fn pawns(&self) -> Vec<Pawn> {
        let kinds: BTreeSet<Pawn> = self.ways.iter().filter_map(|way| way.pawn).collect();
        if kinds.len() > 1 { kinds.into_iter().collect() } else { Vec::new() }
    }

    /// The kind of pawn that would be put.
    pub fn pawn(&self) -> Option<Pawn> {
        self.pawn
    }

    /// Chooses a kind of pawn.
    pub fn take_pawn(&mut self, pawn: Pawn) {
        if self.ways.iter().any(|way| way.pawn == Some(pawn)) {
            self.pawn = Some(pawn);
        }
    }

    /// Squares that can be picked up next.
    pub fn sources(&self) -> BTreeSet<&str> {
        let all = self.open().flat_map(|way| &way.from).chain(&self.claims);
        all.filter(|square| !self.picked.contains(square)).map(String::as_str).collect()
    }

    /// Squares that complete an action with what is picked up.
    pub fn targets(&self) -> Vec<Target> {
        let mut targets: Vec<Target> = Vec::new();
        for way in self.open().filter(|way| way.fits(&self.picked)) {
            for square in &way.to {
                match targets.iter_mut().find(|target| target.square == *square) {
                    Some(target) => target.actions.push(way.action.clone()),
                    None => targets
                        .push(Target { square: square.clone(), actions: vec![way.action.clone()] }),
                }
            }
        }
        targets
    }

    /// Actions that no square stands for: they need a button each.
    pub fn buttons(&self) -> Vec<&str> {
        let bare = self.ways.iter().filter(|way| way.from.is_empty() && way.to.is_empty());
        bare.map(|way| way.action.as_str()).collect()
    }

    /// The action that what is picked up amounts to by itself, if one may go on picking: confirmed by
    /// a button.
    pub fn ready(&self) -> Option<String> {
        if !self.claims.is_empty() && !self.picked.is_empty() {
            return ways::claim(&self.picked);
        }
        let whole =
            |way: &&Way| way.to.is_empty() && !way.from.is_empty() && same(&way.from, &self.picked);
        self.open().find(whole).map(|way| way.action.clone())
    }

    /// A click or a tap.
    pub fn tap(&mut self, square: &str) -> Reaction {
        let meant: Vec<String> = self
            .targets()
            .into_iter()
            .filter(|target| target.square == square)
            .flat_map(|target| target.actions)
            .collect();
        if !meant.is_empty() {
            return mean(meant);
        }
        if self.picked.iter().any(|picked| picked == square) {
            self.picked.retain(|picked| picked != square);
            return Reaction::Picked;
        }
        if self.claims.iter().any(|claimed| claimed == square) {
            self.picked.push(square.to_owned());
            return Reaction::Picked;
        }
        self.pick(square)
    }

    /// A drag from one square to another.
    pub fn drag(&mut self, from: &str, to: &str) -> Reaction {
        if from == to {
            return self.tap(to);
        }
        let meant = self.dragged(from, to);
        if !meant.is_empty() {
            return mean(meant);
        }
        // Dragged across: a group.
        self.picked.clear();
        self.pick(from);
        self.pick(to)
    }

    /// The actions a drag from one square to another stands for.
    pub fn dragged(&self, from: &str, to: &str) -> Vec<String> {
        // A group in the hand goes as one; otherwise what is dragged stands for itself.
        let alone = [from.to_owned()];
        let group = self.picked.len() > 1 && self.picked.iter().any(|picked| picked == from);
        let hands = [&self.picked[..], &alone].into_iter().skip(usize::from(!group));
        let meant = hands.map(|picked| {
            let this = |way: &&Way| {
                way.fits(picked) && way.drags.iter().any(|(a, b)| a == from && b == to)
            };
            self.open().filter(this).map(|way| way.action.clone()).collect::<Vec<_>>()
        });
        meant.into_iter().find(|meant| !meant.is_empty()).unwrap_or_default()
    }

    /// Picks a square up: with what is in the hand if anything needs both, else instead of it.
    fn pick(&mut self, square: &str) -> Reaction {
        let mut together: Vec<String> = self.picked.clone();
        together.push(square.to_owned());
        let found = self.smallest(&together).or_else(|| self.smallest(&[square.to_owned()]));
        match found {
            Some(picked) => {
                self.picked = picked;
                self.finish()
            }
            None if self.picked.is_empty() => Reaction::Nothing,
            None => {
                self.picked.clear();
                Reaction::Picked
            }
        }
    }

    /// What is picked is an action by itself, and nothing more can be picked with it.
    fn finish(&mut self) -> Reaction {
        let more = |way: &Way| way.from.len() > self.picked.len() && holds(&way.from, &self.picked);
        match self.ready() {
            Some(action) if !self.open().any(more) => Reaction::Play(action),
            _ => Reaction::Picked,
        }
    }

    /// The smallest set that some action takes up and that holds all of these; where several are as
    /// small, just these, to be completed.
    fn smallest(&self, squares: &[String]) -> Option<Vec<String>> {
        let holding = || self.open().map(|way| &way.from).filter(|from| holds(from, squares));
        let least = holding().map(Vec::len).min()?;
        let mut sets = holding().filter(|from| from.len() == least);
        let first = sets.next()?;
        let picked_one_by_one = self.open().any(|way| way.to.is_empty() && !way.from.is_empty());
        if squares.len() == 1 || picked_one_by_one || sets.any(|other| !same(other, first)) {
            return Some(squares.to_vec());
        }
        Some(first.clone())
    }

    /// The ways with the pawn chosen.
    fn open(&self) -> impl Iterator<Item = &Way> + Clone {
        self.ways.iter().filter(|way| way.pawn.is_none() || way.pawn == self.pawn)
    }
}

fn mean(mut actions: Vec<String>) -> Reaction {
    actions.dedup();
    if actions.len() == 1 { Reaction::Play(actions.remove(0)) } else { Reaction::Ask(actions) }
}

impl Way {
    /// Whether just this is taken up for it, or what stands for all of it.
    fn fits(&self, picked: &[String]) -> bool {
        let rear = matches!(picked, [one] if self.rear.as_ref() == Some(one));
        rear || same(&self.from, picked)
    }
}

fn holds(all: &[String], some: &[String]) -> bool {
    some.iter().all(|square| all.contains(square))
}

fn same(one: &[String], other: &[String]) -> bool {
    one.len() == other.len() && holds(one, other)
}

#[cfg(test)]
mod tests;
