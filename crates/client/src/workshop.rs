//! Where a secret set-up of Blocs-pions is put together, pawn by pawn.

use abaque_blocs::{Action, BlocsOptions, Colour, Field, Item, Rod, Setup};
use abaque_core::{BadText, Options, Said, Seat, Spec, said};
use serde::{Deserialize, Serialize};

/// A set-up somebody kept, by its name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Saved {
    /// What it is called.
    pub name: String,
    /// The action that hands it in.
    pub setup: String,
}

impl Saved {
    /// All set-ups of a stored text; what cannot be read is left out.
    pub fn read(text: &str) -> Vec<Saved> {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// Whether its windows show a player's colour: a set-up belongs to a side.
    pub fn is_of(&self, seat: Seat) -> bool {
        let Ok(Action::Setup(setup)) = self.setup.parse() else { return false };
        let mut items = setup.items().iter();
        items.all(|item| item.pawns()[item.rod().window()] == Colour::of(seat))
    }
}

/// A block being filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bench {
    /// Where it will stand.
    pub field: Field,
    /// The rod under it.
    pub rod: Rod,
    /// Whether the player chooses the rod.
    pub free: bool,
    /// Its pawns, bottom to top.
    pub pawns: [Option<Colour>; 3],
}

/// A set-up in the making.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Workshop {
    seat: Seat,
    benches: Vec<Bench>,
    /// How many of each colour there are in all: blue, red, neutral.
    given: [u8; 3],
    small_rods: u8,
}

impl Workshop {
    /// Begins from a whole set-up (a ready-made one): it says which pawns and rods there are.
    pub fn new(spec: &str, seat: Seat, setup: &str) -> Result<Workshop, BadText> {
        let options = BlocsOptions::from_spec(&spec.parse::<Spec>()?)?;
        let Action::Setup(setup) = setup.parse()? else {
            return Err(BadText::new(
                "ACTION",
                said!("`{setup}` is no set-up", "« {setup} » n'est pas une mise en place"),
            ));
        };
        let bench = |(field, item): (Field, &Item)| Bench {
            field,
            rod: item.rod(),
            free: options.zone.plants(seat, field),
            pawns: item.pawns().map(Some),
        };
        let benches: Vec<Bench> =
            Setup::fields(seat).into_iter().zip(setup.items()).map(bench).collect();
        let mut given = [0; 3];
        for pawn in benches.iter().flat_map(|bench| bench.pawns).flatten() {
            given[pawn.index()] += 1;
        }
        let small_rods = small(&benches);
        Ok(Workshop { seat, benches, given, small_rods })
    }

    /// The blocks, in the order of set-ups.
    pub fn benches(&self) -> &[Bench] {
        &self.benches
    }

    /// Pawns not in a block yet: blue, red, neutral.
    pub fn left(&self) -> [u8; 3] {
        let mut left = self.given;
        for pawn in self.benches.iter().flat_map(|bench| bench.pawns).flatten() {
            left[pawn.index()] = left[pawn.index()].saturating_sub(1);
        }
        left
    }

    /// Takes every pawn out.
    pub fn clear(&mut self) {
        self.benches.iter_mut().for_each(|bench| bench.pawns = [None; 3]);
    }

    /// Puts a pawn of the tray into a block, if there is one; what was there goes back to the tray.
    pub fn put(&mut self, bench: usize, slot: usize, colour: Colour) {
        if self.left()[colour.index()] > 0
            && let Some(place) = self.place(bench, slot)
        {
            *place = Some(colour);
        }
    }

    /// Takes a pawn out.
    pub fn take(&mut self, bench: usize, slot: usize) {
        if let Some(place) = self.place(bench, slot) {
            *place = None;
        }
    }

    /// Exchanges two places, empty or not.
    pub fn swap(&mut self, one: (usize, usize), other: (usize, usize)) {
        let at = |this: &mut Workshop, (bench, slot)| this.place(bench, slot).map(|place| *place);
        if let (Some(a), Some(b)) = (at(self, one), at(self, other)) {
            for ((bench, slot), pawn) in [(one, b), (other, a)] {
                if let Some(place) = self.place(bench, slot) {
                    *place = pawn;
                }
            }
        }
    }

    /// Exchanges a rod of one's own for the other kind.
    pub fn turn_rod(&mut self, bench: usize) {
        if let Some(bench) = self.benches.get_mut(bench).filter(|bench| bench.free) {
            bench.rod = if bench.rod == Rod::Small { Rod::Large } else { Rod::Small };
        }
    }

    /// Whether the pawn at this place is the one the window shows.
    pub fn is_window(&self, bench: usize, slot: usize) -> bool {
        self.benches.get(bench).is_some_and(|bench| bench.rod.window() == slot)
    }

    /// What is not right yet; nothing when it can be handed in.
    pub fn problems(&self) -> Vec<Said> {
        let mut problems = Vec::new();
        let left: u8 = self.left().iter().sum();
        if left > 0 {
            problems.push(said!("{left} pawns still to place", "encore {left} pions à placer"));
        }
        let own = Colour::of(self.seat);
        let wrong = self
            .benches
            .iter()
            .filter(|bench| bench.pawns[bench.rod.window()].is_some_and(|pawn| pawn != own));
        let wrong: Vec<String> = wrong.map(|bench| bench.field.to_string()).collect();
        if !wrong.is_empty() {
            let fields = wrong.join(" ");
            problems.push(said!(
                "the window must show your own colour (BLO-04): {fields}",
                "la fenêtre doit montrer votre couleur (BLO-04) : {fields}"
            ));
        }
        let (found, needed) = (small(&self.benches), self.small_rods);
        if found != needed {
            problems.push(said!(
                "{found} small rods planted, {needed} needed",
                "{found} petites tiges plantées, il en faut {needed}"
            ));
        }
        problems
    }

    /// The action that hands it in, when nothing is missing.
    pub fn action(&self) -> Option<String> {
        let item = |bench: &Bench| {
            let [Some(bottom), Some(middle), Some(top)] = bench.pawns else { return None };
            Some(Item::new(bench.rod, [bottom, middle, top]))
        };
        let items: Vec<Item> = self.benches.iter().filter_map(item).collect();
        let items: [Item; 12] = items.try_into().ok()?;
        self.problems().is_empty().then(|| Action::Setup(Setup::new(items)).to_string())
    }

    fn place(&mut self, bench: usize, slot: usize) -> Option<&mut Option<Colour>> {
        self.benches.get_mut(bench)?.pawns.get_mut(slot)
    }
}

fn small(benches: &[Bench]) -> u8 {
    benches.iter().filter(|bench| bench.free && bench.rod == Rod::Small).count() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn workshop() -> Workshop {
        let game = abaque_catalog::open("blocs").unwrap();
        Workshop::new("blocs", Seat::First, &game.presets()[0].1).unwrap()
    }

    #[test]
    fn a_ready_made_set_up_is_whole() {
        let game = abaque_catalog::open("blocs").unwrap();
        for (_, setup) in game.presets() {
            let workshop = Workshop::new("blocs", Seat::First, &setup).unwrap();
            assert_eq!(workshop.action(), Some(setup));
            assert_eq!(workshop.left(), [0; 3]);
        }
    }

    #[test]
    fn set_ups_are_kept_by_name_and_side() {
        let game = abaque_catalog::open("blocs").unwrap();
        let saved = Saved { name: "« Mur »".into(), setup: game.presets()[0].1.clone() };
        let text = serde_json::to_string(&[&saved]).unwrap();
        assert_eq!(Saved::read(&text), std::slice::from_ref(&saved));
        assert!(saved.is_of(Seat::First) && !saved.is_of(Seat::Second));
        assert!(Saved::read("nonsense").is_empty());
        assert!(!Saved { setup: "a1b1".into(), ..saved }.is_of(Seat::First));
    }

    #[test]
    fn blo_04_what_is_missing_is_said() {
        let mut workshop = workshop();
        workshop.take(0, 2);
        assert_eq!(workshop.problems().len(), 1);
        assert_eq!(workshop.action(), None);
        let colour =
            Colour::ALL.into_iter().find(|colour| workshop.left()[colour.index()] == 1).unwrap();
        workshop.put(0, 2, colour);
        assert!(workshop.action().is_some());
        workshop.put(0, 1, colour);
        assert!(workshop.action().is_some(), "none is left in the tray, so nothing is put");
        workshop.clear();
        assert_eq!(workshop.left().iter().sum::<u8>(), 36);
    }

    #[test]
    fn blo_05_rods_are_counted_and_given_ones_stay() {
        let mut workshop = workshop();
        let given = workshop.benches().iter().position(|bench| !bench.free).unwrap();
        let before = workshop.clone();
        workshop.turn_rod(given);
        assert_eq!(workshop, before);
        let own = workshop.benches().iter().position(|bench| bench.free).unwrap();
        workshop.turn_rod(own);
        assert!(!workshop.problems().is_empty());
    }

    #[test]
    fn what_it_hands_in_is_legal() {
        let mut workshop = workshop();
        // Whatever is exchanged, either it is refused here or the game takes it.
        for (a, b) in [((0, 2), (5, 2)), ((1, 0), (2, 1)), ((3, 1), (4, 0)), ((6, 2), (7, 1))] {
            workshop.swap(a, b);
            if let Some(action) = workshop.action() {
                abaque_catalog::open("blocs").unwrap().play(&action).unwrap();
            }
        }
    }
}
