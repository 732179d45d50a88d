//! Turns taps and drags into actions. The board knows no rules: the offered actions come in, an
//! action goes out.

mod input_path;

use std::collections::BTreeSet;

use abaque_core::ParseError;

use input_path::InputPath;

/// A kind of pawn, where there is a choice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PawnKind {
    /// A red pawn.
    Red,
    /// A stop pawn.
    Stop,
}

/// The result of a gesture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputReaction {
    /// A complete action.
    Play(String),
    /// Several actions match: the player has to choose.
    Ask(Vec<String>),
    /// A square was picked up or put back.
    Picked,
    /// Nothing can be done there.
    Nothing,
}

/// A square that completes an action; with several actions the player has to choose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputTarget {
    /// Its name.
    pub square: String,
    /// The matching actions.
    pub actions: Vec<String>,
}

/// The squares picked up so far in a view.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveInput {
    paths: Vec<InputPath>,
    picked: Vec<String>,
    pawn: Option<PawnKind>,
    /// Squares that can be claimed where actions are not listed (ABR-19).
    claimable: Vec<String>,
}

impl MoveInput {
    /// Nothing picked up yet; `offered` are the legal actions of the view.
    pub fn new(spec: &str, view: &str, offered: &[String]) -> Result<MoveInput, ParseError> {
        let paths = input_path::input_paths(spec, view, offered)?;
        let pawn = paths.iter().filter_map(|path| path.pawn).min();
        let claims = input_path::claimable_pawns(spec, view)?;
        Ok(MoveInput { paths, picked: Vec::new(), pawn, claimable: claims })
    }

    /// The squares picked up.
    pub fn picked(&self) -> &[String] {
        &self.picked
    }

    /// Puts everything back.
    pub fn clear_picked(&mut self) {
        self.picked.clear();
    }

    /// The kinds of pawn to choose from; empty if there is no choice.
    pub fn pawn_choices(&self) -> Vec<PawnKind> {
        let kinds: BTreeSet<PawnKind> = self.paths.iter().filter_map(|path| path.pawn).collect();
        if kinds.len() > 1 { kinds.into_iter().collect() } else { Vec::new() }
    }

    /// The kind of pawn the next tap puts.
    pub fn selected_pawn(&self) -> Option<PawnKind> {
        self.pawn
    }

    /// Chooses the kind of pawn.
    pub fn select_pawn(&mut self, pawn: PawnKind) {
        if self.paths.iter().any(|path| path.pawn == Some(pawn)) {
            self.pawn = Some(pawn);
        }
    }

    /// Squares that can be picked up next.
    pub fn sources(&self) -> BTreeSet<&str> {
        let all = self.active_paths().flat_map(|path| &path.from).chain(&self.claimable);
        all.filter(|square| !self.picked.contains(square)).map(String::as_str).collect()
    }

    /// Squares that complete an action with the picked ones.
    pub fn targets(&self) -> Vec<InputTarget> {
        let mut targets: Vec<InputTarget> = Vec::new();
        for path in self.active_paths().filter(|path| path.is_picked_by(&self.picked)) {
            for square in &path.to {
                match targets.iter_mut().find(|target| target.square == *square) {
                    Some(target) => target.actions.push(path.action.clone()),
                    None => targets.push(InputTarget {
                        square: square.clone(),
                        actions: vec![path.action.clone()],
                    }),
                }
            }
        }
        targets
    }

    /// Actions without a square: each needs a button.
    pub fn buttons(&self) -> Vec<&str> {
        let bare = self.paths.iter().filter(|path| path.from.is_empty() && path.to.is_empty());
        bare.map(|path| path.action.as_str()).collect()
    }

    /// The action the picked squares form, if more could be picked: a button confirms it.
    pub fn ready_action(&self) -> Option<String> {
        if !self.claimable.is_empty() && !self.picked.is_empty() {
            return input_path::claim_action(&self.picked);
        }
        let whole = |path: &&InputPath| {
            path.to.is_empty() && !path.from.is_empty() && same_squares(&path.from, &self.picked)
        };
        self.active_paths().find(whole).map(|path| path.action.clone())
    }

    /// A click or a tap.
    pub fn tap(&mut self, square: &str) -> InputReaction {
        let meant: Vec<String> = self
            .targets()
            .into_iter()
            .filter(|target| target.square == square)
            .flat_map(|target| target.actions)
            .collect();
        if !meant.is_empty() {
            return resolve_actions(meant);
        }
        if self.picked.iter().any(|picked| picked == square) {
            self.picked.retain(|picked| picked != square);
            return InputReaction::Picked;
        }
        if self.claimable.iter().any(|claimed| claimed == square) {
            self.picked.push(square.to_owned());
            return InputReaction::Picked;
        }
        self.pick(square)
    }

    /// A drag from one square to another.
    pub fn drag(&mut self, from: &str, to: &str) -> InputReaction {
        if from == to {
            return self.tap(to);
        }
        let meant = self.drag_actions(from, to);
        if !meant.is_empty() {
            return resolve_actions(meant);
        }
        // Dragged across own pieces: selects a group.
        self.picked.clear();
        self.pick(from);
        self.pick(to)
    }

    /// The actions a drag from one square to another stands for.
    pub fn drag_actions(&self, from: &str, to: &str) -> Vec<String> {
        // A picked group moves as one; otherwise the dragged square stands for itself.
        let alone = [from.to_owned()];
        let group = self.picked.len() > 1 && self.picked.iter().any(|picked| picked == from);
        let hands = [&self.picked[..], &alone].into_iter().skip(usize::from(!group));
        let meant = hands.map(|picked| {
            let this = |path: &&InputPath| {
                path.is_picked_by(picked) && path.drags.iter().any(|(a, b)| a == from && b == to)
            };
            self.active_paths().filter(this).map(|path| path.action.clone()).collect::<Vec<_>>()
        });
        meant.into_iter().find(|meant| !meant.is_empty()).unwrap_or_default()
    }

    /// Picks up a square: together with the picked ones if an action needs both, else instead of
    /// them.
    fn pick(&mut self, square: &str) -> InputReaction {
        let mut together: Vec<String> = self.picked.clone();
        together.push(square.to_owned());
        let found =
            self.smallest_group(&together).or_else(|| self.smallest_group(&[square.to_owned()]));
        match found {
            Some(picked) => {
                self.picked = picked;
                self.finish_pick()
            }
            None if self.picked.is_empty() => InputReaction::Nothing,
            None => {
                self.picked.clear();
                InputReaction::Picked
            }
        }
    }

    /// Plays at once if the picked squares form an action and no further square can be picked.
    fn finish_pick(&mut self) -> InputReaction {
        let more = |path: &InputPath| {
            path.from.len() > self.picked.len() && contains_all(&path.from, &self.picked)
        };
        match self.ready_action() {
            Some(action) if !self.active_paths().any(more) => InputReaction::Play(action),
            _ => InputReaction::Picked,
        }
    }

    /// The smallest set picked up by an action that contains all `squares`; `squares` themselves if
    /// several sets are equally small.
    fn smallest_group(&self, squares: &[String]) -> Option<Vec<String>> {
        let holding = || {
            self.active_paths().map(|path| &path.from).filter(|from| contains_all(from, squares))
        };
        let least = holding().map(Vec::len).min()?;
        let mut sets = holding().filter(|from| from.len() == least);
        let first = sets.next()?;
        let picked_one_by_one =
            self.active_paths().any(|path| path.to.is_empty() && !path.from.is_empty());
        if squares.len() == 1 || picked_one_by_one || sets.any(|other| !same_squares(other, first))
        {
            return Some(squares.to_vec());
        }
        Some(first.clone())
    }

    /// The paths of the selected pawn kind.
    fn active_paths(&self) -> impl Iterator<Item = &InputPath> + Clone {
        self.paths.iter().filter(|path| path.pawn.is_none() || path.pawn == self.pawn)
    }
}

fn resolve_actions(mut actions: Vec<String>) -> InputReaction {
    actions.dedup();
    if actions.len() == 1 {
        InputReaction::Play(actions.remove(0))
    } else {
        InputReaction::Ask(actions)
    }
}

impl InputPath {
    /// Whether exactly these squares are picked up for it, or the one that stands for all.
    fn is_picked_by(&self, picked: &[String]) -> bool {
        let rear = matches!(picked, [one] if self.rear.as_ref() == Some(one));
        rear || same_squares(&self.from, picked)
    }
}

fn contains_all(all: &[String], some: &[String]) -> bool {
    some.iter().all(|square| all.contains(square))
}

fn same_squares(one: &[String], other: &[String]) -> bool {
    one.len() == other.len() && contains_all(one, other)
}

#[cfg(test)]
mod tests;
