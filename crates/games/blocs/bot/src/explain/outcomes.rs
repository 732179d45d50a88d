//! What a turn can lead to, as far as its player can know.

use abaque_blocs::{Action, Blocs, Colour, ColourOdds, Field, Phase, Rod, View, deduce};
use abaque_core::{Game, Observer, Ply, Seat, SplitMix, Turn};

/// Worlds to sample until every colour that a block may show has occurred.
const MAX_WORLDS: u64 = 200;

/// The player to act, and the field of the block that has already made its step.
pub(super) fn mover(view: &View) -> Option<(Seat, Option<Field>)> {
    match view.phase() {
        Phase::Move(seat) => Some((seat, None)),
        Phase::Act(seat, field) => Some((seat, Some(field))),
        _ => None,
    }
}

/// The colour a block shows after a move from one field to another.
pub(super) fn colour_after_move(view: &View, from: Field, to: Field) -> Option<ColourOdds> {
    let slot = view.rod(to)?.window();
    deduced_pawn(view, from, slot)
}

/// The capture among the actions of a turn: the step, the block, where it lands, and the colour it
/// shows there. `None` without a capture, or if the step may change the colour of the taking block.
pub(super) fn colour_after_taking(
    view: &View,
    actions: &[Action],
) -> Option<(Option<Action>, Field, Field, ColourOdds)> {
    let (step, at, victim) = match (mover(view)?.1, actions) {
        (Some(at), [Action::Take(victim), ..]) => (None, at, *victim),
        (None, [step @ Action::Move { from, to }, Action::Take(victim), ..]) => {
            let shown = view.block(*from)?.shown;
            if colour_after_move(view, *from, *to)?.certain() != Some(shown) {
                return None;
            }
            (Some(*step), *to, *victim)
        }
        _ => return None,
    };
    let east = at.column() as i8 - victim.column() as i8;
    let north = at.row() as i8 - victim.row() as i8;
    let landing = at.offset(east, north)?;
    // Turned over, the top pawn comes to the bottom.
    let slot = match view.rod(landing)? {
        Rod::Small => 1,
        Rod::Large => 2,
    };
    Some((step, victim, landing, deduced_pawn(view, victim, slot)?))
}

fn deduced_pawn(view: &View, field: Field, slot: usize) -> Option<ColourOdds> {
    let block = deduce(view).into_iter().find(|block| block.field == field)?;
    Some(block.pawns[slot])
}

/// Every public position that a turn can lead to.
pub(super) struct Outcomes(Vec<View>);

impl Outcomes {
    /// The outcomes of a turn; `None` if the actions do not end it, or if some outcome could not be
    /// found.
    pub(super) fn after(view: &View, seat: Seat, actions: &[Action]) -> Option<Outcomes> {
        let wanted = possible_outcomes(view, actions)?;
        let mut found: Vec<(Vec<Option<Colour>>, View)> = Vec::new();
        for seed in 0..MAX_WORLDS {
            let mut world = Blocs::sample_position(view, &mut SplitMix(seed))?;
            if !play_turn(&mut world, seat, actions) {
                continue;
            }
            let shown: Vec<Option<Colour>> =
                Field::ALL.into_iter().map(|field| world.colour(field)).collect();
            if found.iter().all(|(known, _)| *known != shown) {
                let seen = world.view(Observer::Player(seat));
                found.push((shown, seen));
            }
            if found.len() == wanted {
                return Some(Outcomes(found.into_iter().map(|(_, view)| view).collect()));
            }
        }
        None
    }

    /// Blocks of a player that the opponent can take in every outcome.
    pub(super) fn certainly_exposed(&self, seat: Seat) -> Vec<Field> {
        let Some((first, rest)) = self.0.split_first() else { return Vec::new() };
        let in_all = |field: &Field| rest.iter().all(|view| is_exposed(view, seat, *field));
        first.threatened_fields(seat).filter(in_all).collect()
    }

    /// Blocks of a player that the opponent can take in some outcome.
    pub(super) fn possibly_exposed(&self, seat: Seat) -> Vec<Field> {
        let mut fields: Vec<Field> =
            self.0.iter().flat_map(|view| view.threatened_fields(seat)).collect();
        fields.sort_by_key(|field| field.to_string());
        fields.dedup();
        fields
    }
}

fn is_exposed(view: &View, seat: Seat, field: Field) -> bool {
    view.threatened_fields(seat).any(|exposed| exposed == field)
}

/// Plays a turn in a world; whether it is legal there and ends with the opponent to act.
fn play_turn(world: &mut Blocs, seat: Seat, actions: &[Action]) -> bool {
    for &action in actions {
        if world.turn() != Turn::Of(seat) {
            break;
        }
        if world.check(&action).is_err() {
            return false;
        }
        world.apply_unchecked(Ply::Act(action));
    }
    world.turn() == Turn::Of(seat.other())
}

/// How many public outcomes a turn has: one for each colour its blocks may show. `None` if that
/// depends on more than one block.
fn possible_outcomes(view: &View, actions: &[Action]) -> Option<usize> {
    let colours =
        |odds: ColourOdds| Colour::ALL.into_iter().filter(|&colour| odds.can_be(colour)).count();
    match (mover(view)?.1, actions) {
        (_, [.., Action::Take(_)]) | (_, [Action::Move { .. }, Action::Take(_), ..]) => {
            Some(colours(colour_after_taking(view, actions)?.3))
        }
        (None, [Action::Move { from, to }, Action::Turn(_), ..]) => {
            let keeps = view.block(*from)?.shown;
            (colour_after_move(view, *from, *to)?.certain() == Some(keeps)).then_some(1)
        }
        (None, [Action::Move { from, to }, ..]) => {
            Some(colours(colour_after_move(view, *from, *to)?))
        }
        (Some(_), [Action::Turn(_), ..]) | (None, [Action::Pass, ..]) => Some(1),
        _ => None,
    }
}
