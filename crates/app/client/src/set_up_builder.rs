//! Builds a secret set-up, token by token.

use abaque_core::{Message, ParseError, Seat, message};
use abaque_draw::set_up::{SetUpDraft, SetUpHolder, SetUpRules};
use serde::{Deserialize, Serialize};

/// A set-up saved under a name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SavedSetUp {
    /// Its name.
    pub name: String,
    /// The action that submits it.
    pub setup: String,
}

impl SavedSetUp {
    /// Parses all set-ups of a stored text; skips unreadable ones.
    pub fn parse_all(text: &str) -> Vec<SavedSetUp> {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// Whether it is a set-up of this seat in a game.
    pub fn belongs_to(&self, spec: &str, seat: Seat) -> bool {
        let rules = abaque_draw::set_up_rules(spec);
        rules.is_some_and(|rules| (rules.belongs_to)(&self.setup, seat))
    }
}

/// A place in the set-up: holder and slot.
pub type SlotPlace = (usize, usize);

/// A set-up under construction.
#[derive(Clone, Debug)]
pub struct SetUpBuilder {
    rules: &'static SetUpRules,
    seat: Seat,
    draft: SetUpDraft,
}

impl SetUpBuilder {
    /// Starts from a complete (ready-made) set-up, which defines the available tokens.
    pub fn new(spec: &str, seat: Seat, setup: &str) -> Result<SetUpBuilder, ParseError> {
        let Some(rules) = abaque_draw::set_up_rules(spec) else {
            return Err(ParseError::new(
                "SPEC",
                message!("{spec} has no set-ups", "{spec} n'a pas de mise en place"),
            ));
        };
        Ok(SetUpBuilder { rules, seat, draft: (rules.read)(spec, seat, setup)? })
    }

    /// How set-ups of this game are made.
    pub fn rules(&self) -> &'static SetUpRules {
        self.rules
    }

    /// The holders, in the order of the set-up text.
    pub fn holders(&self) -> &[SetUpHolder] {
        &self.draft.holders
    }

    /// Tokens not in a slot yet, by kind.
    pub fn tokens_left(&self) -> Vec<u8> {
        self.draft.tokens_left()
    }

    /// Takes every token out.
    pub fn clear(&mut self) {
        self.draft.holders.iter_mut().for_each(|holder| holder.slots.fill(None));
    }

    /// Moves a token from the tray into a slot, if one is left; a replaced token returns to the
    /// tray.
    pub fn put_token(&mut self, place: SlotPlace, token: usize) {
        let left = self.tokens_left().get(token).is_some_and(|left| *left > 0);
        if left && let Some(slot) = self.slot_mut(place) {
            *slot = Some(token);
        }
    }

    /// Takes a token out.
    pub fn take_token(&mut self, place: SlotPlace) {
        if let Some(slot) = self.slot_mut(place) {
            *slot = None;
        }
    }

    /// Swaps two slots, empty or not.
    pub fn swap_tokens(&mut self, one: SlotPlace, other: SlotPlace) {
        let at = |this: &mut SetUpBuilder, place| this.slot_mut(place).map(|slot| *slot);
        if let (Some(a), Some(b)) = (at(self, one), at(self, other)) {
            for (place, token) in [(one, b), (other, a)] {
                if let Some(slot) = self.slot_mut(place) {
                    *slot = token;
                }
            }
        }
    }

    /// Replaces a freely chosen base by the next kind.
    pub fn change_base(&mut self, holder: usize) {
        let bases = self.rules.bases.len();
        let holder = self.draft.holders.get_mut(holder);
        if let Some(holder) = holder.filter(|holder| holder.can_choose_base) {
            holder.base = (holder.base + 1) % bases;
        }
    }

    /// Whether everyone sees this slot.
    pub fn is_exposed(&self, (holder, slot): SlotPlace) -> bool {
        let holder = self.draft.holders.get(holder);
        holder.is_some_and(|holder| self.rules.bases[holder.base].exposed_slot == slot)
    }

    /// What is still wrong; empty when the set-up can be submitted.
    pub fn problems(&self) -> Vec<Message> {
        (self.rules.problems)(&self.draft, self.seat)
    }

    /// The action that submits the set-up, when it is complete.
    pub fn action(&self) -> Option<String> {
        let action = (self.rules.action)(&self.draft)?;
        self.problems().is_empty().then_some(action)
    }

    fn slot_mut(&mut self, (holder, slot): SlotPlace) -> Option<&mut Option<usize>> {
        self.draft.holders.get_mut(holder)?.slots.get_mut(slot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn builder() -> SetUpBuilder {
        let game = abaque_catalog::open("blocs").unwrap();
        SetUpBuilder::new("blocs", Seat::First, &game.presets()[0].1).unwrap()
    }

    #[test]
    fn a_ready_made_set_up_is_whole() {
        let game = abaque_catalog::open("blocs").unwrap();
        for (_, setup) in game.presets() {
            let builder = SetUpBuilder::new("blocs", Seat::First, &setup).unwrap();
            assert_eq!(builder.action(), Some(setup));
            assert_eq!(builder.tokens_left(), [0; 3]);
        }
    }

    #[test]
    fn set_ups_are_saved_by_name_and_side() {
        let game = abaque_catalog::open("blocs").unwrap();
        let saved = SavedSetUp { name: "« Mur »".into(), setup: game.presets()[0].1.clone() };
        let text = serde_json::to_string(&[&saved]).unwrap();
        assert_eq!(SavedSetUp::parse_all(&text), std::slice::from_ref(&saved));
        assert!(saved.belongs_to("blocs", Seat::First) && !saved.belongs_to("blocs", Seat::Second));
        assert!(SavedSetUp::parse_all("nonsense").is_empty());
        assert!(!SavedSetUp { setup: "a1b1".into(), ..saved }.belongs_to("blocs", Seat::First));
    }

    #[test]
    fn blo_04_missing_pawns_are_named() {
        let mut builder = builder();
        builder.take_token((0, 2));
        assert_eq!(builder.problems().len(), 1);
        assert_eq!(builder.action(), None);
        let token = builder.tokens_left().iter().position(|left| *left == 1).unwrap();
        builder.put_token((0, 2), token);
        assert!(builder.action().is_some());
        builder.put_token((0, 1), token);
        assert!(builder.action().is_some(), "none is left in the tray, so nothing is put");
        builder.clear();
        assert_eq!(builder.tokens_left().iter().sum::<u8>(), 36);
    }

    #[test]
    fn blo_05_rods_are_counted_and_fixed_ones_stay() {
        let mut builder = builder();
        let given = builder.holders().iter().position(|holder| !holder.can_choose_base).unwrap();
        let before = builder.clone();
        builder.change_base(given);
        assert_eq!(builder.holders(), before.holders());
        let own = builder.holders().iter().position(|holder| holder.can_choose_base).unwrap();
        builder.change_base(own);
        assert!(!builder.problems().is_empty());
    }

    #[test]
    fn submitted_set_ups_are_legal() {
        let mut builder = builder();
        // Every swap is refused here or accepted by the game.
        for (a, b) in [((0, 2), (5, 2)), ((1, 0), (2, 1)), ((3, 1), (4, 0)), ((6, 2), (7, 1))] {
            builder.swap_tokens(a, b);
            if let Some(action) = builder.action() {
                abaque_catalog::open("blocs").unwrap().play(&action).unwrap();
            }
        }
    }
}
