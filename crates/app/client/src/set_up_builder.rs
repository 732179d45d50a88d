//! Builds a secret set-up of Blocs-pions, pawn by pawn.

use abaque_blocs::{Action, Colour, Field, Options, Rod, Setup, SetupItem};
use abaque_core::{GameOptions, Message, ParseError, Seat, Spec, message};
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

    /// Whether its windows show the seat's colour: a set-up belongs to a side.
    pub fn belongs_to(&self, seat: Seat) -> bool {
        let Ok(Action::Setup(setup)) = self.setup.parse() else { return false };
        let mut items = setup.items().iter();
        items.all(|item| item.pawns()[item.rod().window()] == Colour::of_player(seat))
    }
}

/// A block being filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockDraft {
    /// Its field.
    pub field: Field,
    /// The rod under it.
    pub rod: Rod,
    /// Whether the player chooses the rod.
    pub can_choose_rod: bool,
    /// Its pawns, bottom to top.
    pub pawns: [Option<Colour>; 3],
}

/// A set-up under construction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetUpBuilder {
    seat: Seat,
    blocks: Vec<BlockDraft>,
    /// Pawns available in all: blue, red, neutral.
    pawn_supply: [u8; 3],
    small_rods: u8,
}

impl SetUpBuilder {
    /// Starts from a complete (ready-made) set-up, which defines the available pawns and rods.
    pub fn new(spec: &str, seat: Seat, setup: &str) -> Result<SetUpBuilder, ParseError> {
        let options = Options::from_spec(&spec.parse::<Spec>()?)?;
        let Action::Setup(setup) = setup.parse()? else {
            return Err(ParseError::new(
                "ACTION",
                message!("`{setup}` is not a set-up", "« {setup} » n'est pas une mise en place"),
            ));
        };
        let block = |(field, item): (Field, &SetupItem)| BlockDraft {
            field,
            rod: item.rod(),
            can_choose_rod: options.zone.is_planted_by(seat, field),
            pawns: item.pawns().map(Some),
        };
        let blocks: Vec<BlockDraft> =
            Setup::fields(seat).into_iter().zip(setup.items()).map(block).collect();
        let mut pawn_supply = [0; 3];
        for pawn in blocks.iter().flat_map(|block| block.pawns).flatten() {
            pawn_supply[pawn.index()] += 1;
        }
        let small_rods = count_small_rods(&blocks);
        Ok(SetUpBuilder { seat, blocks, pawn_supply, small_rods })
    }

    /// The blocks, in the order of the set-up text.
    pub fn blocks(&self) -> &[BlockDraft] {
        &self.blocks
    }

    /// Pawns not in a block yet: blue, red, neutral.
    pub fn pawns_left(&self) -> [u8; 3] {
        let mut left = self.pawn_supply;
        for pawn in self.blocks.iter().flat_map(|block| block.pawns).flatten() {
            left[pawn.index()] = left[pawn.index()].saturating_sub(1);
        }
        left
    }

    /// Takes every pawn out.
    pub fn clear(&mut self) {
        self.blocks.iter_mut().for_each(|block| block.pawns = [None; 3]);
    }

    /// Moves a pawn from the tray into a block, if one is left; a replaced pawn returns to the
    /// tray.
    pub fn put_pawn(&mut self, block: usize, slot: usize, colour: Colour) {
        if self.pawns_left()[colour.index()] > 0
            && let Some(place) = self.slot_mut(block, slot)
        {
            *place = Some(colour);
        }
    }

    /// Takes a pawn out.
    pub fn take_pawn(&mut self, block: usize, slot: usize) {
        if let Some(place) = self.slot_mut(block, slot) {
            *place = None;
        }
    }

    /// Swaps two places, empty or not.
    pub fn swap_pawns(&mut self, one: (usize, usize), other: (usize, usize)) {
        let at =
            |this: &mut SetUpBuilder, (block, slot)| this.slot_mut(block, slot).map(|place| *place);
        if let (Some(a), Some(b)) = (at(self, one), at(self, other)) {
            for ((block, slot), pawn) in [(one, b), (other, a)] {
                if let Some(place) = self.slot_mut(block, slot) {
                    *place = pawn;
                }
            }
        }
    }

    /// Replaces a freely chosen rod by the other kind.
    pub fn swap_rod(&mut self, block: usize) {
        if let Some(block) = self.blocks.get_mut(block).filter(|block| block.can_choose_rod) {
            block.rod = if block.rod == Rod::Small { Rod::Large } else { Rod::Small };
        }
    }

    /// Whether the window shows this place.
    pub fn is_window(&self, block: usize, slot: usize) -> bool {
        self.blocks.get(block).is_some_and(|block| block.rod.window() == slot)
    }

    /// What is still wrong; empty when the set-up can be submitted.
    pub fn problems(&self) -> Vec<Message> {
        let mut problems = Vec::new();
        let left: u8 = self.pawns_left().iter().sum();
        if left > 0 {
            problems.push(message!("{left} pawns still to place", "encore {left} pions à placer"));
        }
        let own = Colour::of_player(self.seat);
        let wrong = self
            .blocks
            .iter()
            .filter(|block| block.pawns[block.rod.window()].is_some_and(|pawn| pawn != own));
        let wrong: Vec<String> = wrong.map(|block| block.field.to_string()).collect();
        if !wrong.is_empty() {
            let fields = wrong.join(" ");
            problems.push(message!(
                "the window must show your own colour (BLO-04): {fields}",
                "la fenêtre doit montrer votre couleur (BLO-04) : {fields}"
            ));
        }
        let (found, needed) = (count_small_rods(&self.blocks), self.small_rods);
        if found != needed {
            problems.push(message!(
                "{found} small rods planted, {needed} needed",
                "{found} petites tiges plantées, il en faut {needed}"
            ));
        }
        problems
    }

    /// The action that submits the set-up, when it is complete.
    pub fn action(&self) -> Option<String> {
        let item = |block: &BlockDraft| {
            let [Some(bottom), Some(middle), Some(top)] = block.pawns else { return None };
            Some(SetupItem::new(block.rod, [bottom, middle, top]))
        };
        let items: Vec<SetupItem> = self.blocks.iter().filter_map(item).collect();
        let items: [SetupItem; 12] = items.try_into().ok()?;
        self.problems().is_empty().then(|| Action::Setup(Setup::new(items)).to_string())
    }

    fn slot_mut(&mut self, block: usize, slot: usize) -> Option<&mut Option<Colour>> {
        self.blocks.get_mut(block)?.pawns.get_mut(slot)
    }
}

fn count_small_rods(blocks: &[BlockDraft]) -> u8 {
    blocks.iter().filter(|block| block.can_choose_rod && block.rod == Rod::Small).count() as u8
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
            assert_eq!(builder.pawns_left(), [0; 3]);
        }
    }

    #[test]
    fn set_ups_are_kept_by_name_and_side() {
        let game = abaque_catalog::open("blocs").unwrap();
        let saved = SavedSetUp { name: "« Mur »".into(), setup: game.presets()[0].1.clone() };
        let text = serde_json::to_string(&[&saved]).unwrap();
        assert_eq!(SavedSetUp::parse_all(&text), std::slice::from_ref(&saved));
        assert!(saved.belongs_to(Seat::First) && !saved.belongs_to(Seat::Second));
        assert!(SavedSetUp::parse_all("nonsense").is_empty());
        assert!(!SavedSetUp { setup: "a1b1".into(), ..saved }.belongs_to(Seat::First));
    }

    #[test]
    fn blo_04_what_is_missing_is_said() {
        let mut builder = builder();
        builder.take_pawn(0, 2);
        assert_eq!(builder.problems().len(), 1);
        assert_eq!(builder.action(), None);
        let colour = Colour::ALL
            .into_iter()
            .find(|colour| builder.pawns_left()[colour.index()] == 1)
            .unwrap();
        builder.put_pawn(0, 2, colour);
        assert!(builder.action().is_some());
        builder.put_pawn(0, 1, colour);
        assert!(builder.action().is_some(), "none is left in the tray, so nothing is put");
        builder.clear();
        assert_eq!(builder.pawns_left().iter().sum::<u8>(), 36);
    }

    #[test]
    fn blo_05_rods_are_counted_and_given_ones_stay() {
        let mut builder = builder();
        let given = builder.blocks().iter().position(|block| !block.can_choose_rod).unwrap();
        let before = builder.clone();
        builder.swap_rod(given);
        assert_eq!(builder, before);
        let own = builder.blocks().iter().position(|block| block.can_choose_rod).unwrap();
        builder.swap_rod(own);
        assert!(!builder.problems().is_empty());
    }

    #[test]
    fn what_it_hands_in_is_legal() {
        let mut builder = builder();
        // Every swap is refused here or accepted by the game.
        for (a, b) in [((0, 2), (5, 2)), ((1, 0), (2, 1)), ((3, 1), (4, 0)), ((6, 2), (7, 1))] {
            builder.swap_pawns(a, b);
            if let Some(action) = builder.action() {
                abaque_catalog::open("blocs").unwrap().play(&action).unwrap();
            }
        }
    }
}
