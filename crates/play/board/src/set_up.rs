//! Secret set-ups: tokens put into the slots of holders.

use abaque_core::{Message, ParseError, Seat, StaticMessage};

use crate::editor::Token;

/// A set-up under construction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetUpDraft {
    /// The holders, in the order of the action's text.
    pub holders: Vec<SetUpHolder>,
    /// How many tokens of each kind there are in all.
    pub token_supply: Vec<u8>,
    /// How many holders with a free choice need each base.
    pub base_supply: Vec<u8>,
}

impl SetUpDraft {
    /// The draft of complete holders, which define the supplies.
    pub fn new(holders: Vec<SetUpHolder>, tokens: usize, bases: usize) -> SetUpDraft {
        let mut draft =
            SetUpDraft { holders, token_supply: vec![0; tokens], base_supply: Vec::new() };
        draft.token_supply = draft.used_tokens(tokens);
        draft.base_supply = draft.chosen_bases(bases);
        draft
    }

    /// How many tokens of each kind are not in a slot yet.
    pub fn tokens_left(&self) -> Vec<u8> {
        let used = self.used_tokens(self.token_supply.len());
        self.token_supply.iter().zip(used).map(|(all, used)| all.saturating_sub(used)).collect()
    }

    /// How many holders with a free choice have each of this many bases.
    pub fn chosen_bases(&self, bases: usize) -> Vec<u8> {
        let mut count = vec![0; bases];
        for holder in self.holders.iter().filter(|holder| holder.can_choose_base) {
            count[holder.base] += 1;
        }
        count
    }

    fn used_tokens(&self, tokens: usize) -> Vec<u8> {
        let mut count = vec![0; tokens];
        for token in self.holders.iter().flat_map(|holder| &holder.slots).flatten() {
            count[*token] += 1;
        }
        count
    }
}

/// A holder of tokens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetUpHolder {
    /// Its square.
    pub square: String,
    /// Its place in a grid seen from the player's side: column and row, from 1.
    pub place: (u8, u8),
    /// Its base, an index into [`SetUpRules::bases`].
    pub base: usize,
    /// Whether the player chooses the base.
    pub can_choose_base: bool,
    /// Its tokens, bottom to top, as indices into [`SetUpRules::tokens`].
    pub slots: Vec<Option<usize>>,
}

/// What a holder stands on.
#[derive(Debug)]
pub struct SetUpBase {
    /// Its name.
    pub name: StaticMessage,
    /// Its class in style sheets.
    pub class: &'static str,
    /// The slot that it lets everyone see.
    pub exposed_slot: usize,
}

/// How secret set-ups of a game are made.
#[derive(Debug)]
pub struct SetUpRules {
    /// What it is about.
    pub help: StaticMessage,
    /// The kinds of tokens.
    pub tokens: &'static [Token],
    /// The name of the tray with the tokens left.
    pub tray: StaticMessage,
    /// Names of the slots, bottom to top.
    pub slot_names: &'static [StaticMessage],
    /// What is said about the slot that everyone sees.
    pub exposed: StaticMessage,
    /// The bases.
    pub bases: &'static [SetUpBase],
    /// What is said about a base that is given.
    pub base_given: StaticMessage,
    /// The label of a change of base.
    pub base_change: StaticMessage,
    /// Parses the action that submits a set-up.
    pub read: fn(&str, Seat, &str) -> Result<SetUpDraft, ParseError>,
    /// What is still wrong; empty when it can be submitted.
    pub problems: fn(&SetUpDraft, Seat) -> Vec<Message>,
    /// The action that submits a draft without problems.
    pub action: fn(&SetUpDraft) -> Option<String>,
    /// Whether an action submits a set-up of this seat.
    pub belongs_to: fn(&str, Seat) -> bool,
}
