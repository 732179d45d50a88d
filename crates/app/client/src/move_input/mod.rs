//! Turns taps and drags into actions. The board knows no rules: the offered actions come in, an
//! action goes out.

use std::collections::BTreeSet;

use abaque_core::ParseError;
use abaque_draw::{BoardAction, PieceChoice};

/// The result of a gesture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputReaction {
    /// A complete action.
    Play(String),
    /// Several actions match: the player has to choose.
    Ask(Vec<String>),
    /// A square was picked up or put back.
    Picked,
    /// Nothing can be done there. The action the gesture meant, if it means one: the rules say why
    /// it is refused.
    Refused(Option<String>),
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
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MoveInput {
    spec: String,
    view: String,
    actions: Vec<BoardAction>,
    picked: Vec<String>,
    piece: Option<PieceChoice>,
    /// Squares that can be claimed where claims are not listed.
    claimable: Vec<String>,
}

impl MoveInput {
    /// Nothing picked up yet; `offered` are the legal actions of the view.
    pub fn new(spec: &str, view: &str, offered: &[String]) -> Result<MoveInput, ParseError> {
        let actions = abaque_draw::board_actions(spec, view, offered)?;
        let claimable = abaque_draw::claimable_squares(spec, view)?;
        let piece = all_pieces(&actions).first().copied();
        let (spec, view) = (spec.to_owned(), view.to_owned());
        let mut input = MoveInput { spec, view, actions, picked: Vec::new(), piece, claimable };
        input.pick_held();
        Ok(input)
    }

    /// Picks up what is held from the start.
    fn pick_held(&mut self) {
        if let Some(action) = self.actions.iter().find(|action| action.is_held) {
            self.picked.clone_from(&action.from);
        }
    }

    /// Whether a square can be picked up, completes an action or is picked.
    pub fn is_usable(&self, square: &str) -> bool {
        let uses = |action: &BoardAction| action.from.iter().chain(&action.to).any(|s| s == square);
        self.active_actions().any(uses) || self.claimable.iter().any(|s| s == square)
    }

    /// The squares picked up.
    pub fn picked(&self) -> &[String] {
        &self.picked
    }

    /// Puts everything back.
    pub fn clear_picked(&mut self) {
        self.picked.clear();
    }

    /// The pieces to choose from; empty if there is no choice.
    pub fn piece_choices(&self) -> Vec<PieceChoice> {
        let pieces = all_pieces(&self.actions);
        if pieces.len() > 1 { pieces } else { Vec::new() }
    }

    /// The piece the next tap puts.
    pub fn selected_piece(&self) -> Option<PieceChoice> {
        self.piece
    }

    /// Chooses the piece to put.
    pub fn select_piece(&mut self, piece: PieceChoice) {
        if self.actions.iter().any(|action| action.piece == Some(piece)) {
            self.piece = Some(piece);
        }
    }

    /// Squares that can be picked up next.
    pub fn sources(&self) -> BTreeSet<&str> {
        let all = self.active_actions().flat_map(|action| &action.from).chain(&self.claimable);
        // Collecting into a set would link a sort, four kilobytes of the web app.
        let mut sources = BTreeSet::new();
        sources.extend(all.filter(|square| !self.picked.contains(square)).map(String::as_str));
        sources
    }

    /// Squares that complete an action with the picked ones.
    pub fn targets(&self) -> Vec<InputTarget> {
        let mut targets: Vec<InputTarget> = Vec::new();
        for action in self.active_actions().filter(|action| is_picked_by(action, &self.picked)) {
            for square in &action.to {
                match targets.iter_mut().find(|target| target.square == *square) {
                    Some(target) => target.actions.push(action.text.clone()),
                    None => targets.push(InputTarget {
                        square: square.clone(),
                        actions: vec![action.text.clone()],
                    }),
                }
            }
        }
        targets
    }

    /// The slides of the board's surface to the targets that mean nothing else: target square and
    /// distance, right and down.
    pub fn slides(&self) -> Vec<(String, f64, f64)> {
        let only = |target: InputTarget| match &target.actions[..] {
            [only] => {
                let action = self.actions.iter().find(|action| action.text == *only)?;
                action.slide.map(|(right, down)| (target.square, right, down))
            }
            _ => None,
        };
        self.targets().into_iter().filter_map(only).collect()
    }

    /// Actions without a square: each needs a button.
    pub fn buttons(&self) -> Vec<&str> {
        let bare =
            self.actions.iter().filter(|action| action.from.is_empty() && action.to.is_empty());
        bare.map(|action| action.text.as_str()).collect()
    }

    /// The action the picked squares form, if more could be picked: a button confirms it.
    pub fn ready_action(&self) -> Option<String> {
        if !self.claimable.is_empty() && !self.picked.is_empty() {
            return abaque_draw::claim_action(&self.spec, &self.picked);
        }
        let whole = |action: &&BoardAction| {
            action.to.is_empty()
                && !action.from.is_empty()
                && same_squares(&action.from, &self.picked)
        };
        self.active_actions().find(whole).map(|action| action.text.clone())
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
        let lifted = self.active_actions().any(|action| action.from.iter().any(|s| s == from))
            || self.claimable.iter().any(|square| square == from);
        if !lifted {
            // A press that slid away from its target changes nothing.
            return match self.picked.is_empty() {
                true => InputReaction::Refused(self.attempt(&[], from)),
                false => InputReaction::Picked,
            };
        }
        self.picked.clear();
        self.pick(from);
        match self.pick(to) {
            InputReaction::Picked if self.picked.is_empty() => InputReaction::Refused(None),
            reaction => reaction,
        }
    }

    /// The action a gesture means, legal or not.
    fn attempt(&self, picked: &[String], pointed: &str) -> Option<String> {
        abaque_draw::attempted_action(&self.spec, &self.view, picked, pointed)
    }

    /// The actions a drag from one square to another stands for.
    pub fn drag_actions(&self, from: &str, to: &str) -> Vec<String> {
        // A picked group moves as one; otherwise the dragged square stands for itself.
        let alone = [from.to_owned()];
        let group = self.picked.len() > 1 && self.picked.iter().any(|picked| picked == from);
        let hands = [&self.picked[..], &alone].into_iter().skip(usize::from(!group));
        let meant = hands.map(|picked| {
            let this = |action: &&BoardAction| {
                is_picked_by(action, picked)
                    && action.drags.iter().any(|(a, b)| a == from && b == to)
            };
            self.active_actions().filter(this).map(|action| action.text.clone()).collect::<Vec<_>>()
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
            None if self.picked.is_empty() => InputReaction::Refused(self.attempt(&[], square)),
            None => {
                let picked = std::mem::take(&mut self.picked);
                match self.attempt(&picked, square) {
                    Some(action) => InputReaction::Refused(Some(action)),
                    None => InputReaction::Picked,
                }
            }
        }
    }

    /// Plays at once if the picked squares form an action and no further square can be picked.
    fn finish_pick(&mut self) -> InputReaction {
        let more = |action: &BoardAction| {
            action.from.len() > self.picked.len() && contains_all(&action.from, &self.picked)
        };
        match self.ready_action() {
            Some(action) if !self.active_actions().any(more) => InputReaction::Play(action),
            _ => InputReaction::Picked,
        }
    }

    /// The smallest set picked up by an action that contains all `squares`; `squares` themselves if
    /// several sets are equally small.
    fn smallest_group(&self, squares: &[String]) -> Option<Vec<String>> {
        let holding = || {
            self.active_actions()
                .map(|action| &action.from)
                .filter(|from| contains_all(from, squares))
        };
        let least = holding().map(Vec::len).min()?;
        let mut sets = holding().filter(|from| from.len() == least);
        let first = sets.next()?;
        let picked_one_by_one =
            self.active_actions().any(|action| action.to.is_empty() && !action.from.is_empty());
        if squares.len() == 1 || picked_one_by_one || sets.any(|other| !same_squares(other, first))
        {
            return Some(squares.to_vec());
        }
        Some(first.clone())
    }

    /// The actions of the selected piece.
    fn active_actions(&self) -> impl Iterator<Item = &BoardAction> + Clone {
        self.actions.iter().filter(|action| action.piece.is_none() || action.piece == self.piece)
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

/// The pieces that actions put, by rank.
fn all_pieces(actions: &[BoardAction]) -> Vec<PieceChoice> {
    let mut pieces: Vec<PieceChoice> = Vec::new();
    for piece in actions.iter().filter_map(|action| action.piece) {
        if !pieces.contains(&piece) {
            let place = pieces.partition_point(|other| other.rank <= piece.rank);
            pieces.insert(place, piece);
        }
    }
    pieces
}

/// Whether exactly these squares are picked up for an action, or the one that stands for all.
fn is_picked_by(action: &BoardAction, picked: &[String]) -> bool {
    let rear = matches!(picked, [one] if action.rear.as_ref() == Some(one));
    rear || same_squares(&action.from, picked)
}

fn contains_all(all: &[String], some: &[String]) -> bool {
    some.iter().all(|square| all.contains(square))
}

fn same_squares(one: &[String], other: &[String]) -> bool {
    one.len() == other.len() && contains_all(one, other)
}

#[cfg(test)]
mod tests;
