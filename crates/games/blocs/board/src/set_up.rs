use abaque_blocs::{Action, Colour, Field, Options, Rod, Setup, SetupItem};
use abaque_board::set_up::{SetUpBase, SetUpDraft, SetUpHolder, SetUpRules};
use abaque_board::text;
use abaque_core::{GameOptions, Message, ParseError, Seat, Spec, message};

use crate::open_blocks::PAWNS;

/// The rods in the order of [`SET_UP`]'s bases.
const RODS: [Rod; 2] = [Rod::Small, Rod::Large];

pub(crate) const SET_UP: SetUpRules = SetUpRules {
    help: text!(
        "Each block holds three pawns. Its rod decides which one shows in the window: the middle one on a small rod, the bottom one on a large rod. Every window must show your colour.",
        "Chaque bloc-pion contient trois pions. Sa tige décide lequel apparaît dans la fenêtre : celui du milieu sur une petite tige, celui du bas sur une grande. Toutes les fenêtres doivent montrer votre couleur."
    ),
    tokens: &PAWNS,
    tray: text!("Pawns left", "Pions restants"),
    slot_names: &[text!("bottom", "bas"), text!("middle", "milieu"), text!("top", "haut")],
    exposed: text!("in the window", "dans la fenêtre"),
    bases: &[
        SetUpBase { name: text!("small rod", "petite tige"), class: "small", exposed_slot: 1 },
        SetUpBase { name: text!("large rod", "grande tige"), class: "large", exposed_slot: 0 },
    ],
    base_given: text!("fixed", "imposée"),
    base_change: text!("change rod", "changer la tige"),
    read,
    problems,
    action,
    belongs_to,
};

fn read(spec: &str, seat: Seat, setup: &str) -> Result<SetUpDraft, ParseError> {
    let options = Options::from_spec(&spec.parse::<Spec>()?)?;
    let Action::Setup(setup) = setup.parse()? else {
        return Err(ParseError::new(
            "ACTION",
            message!(
                "`{setup}` is not a set-up",
                "«\u{a0}{setup}\u{a0}» n'est pas une mise en place"
            ),
        ));
    };
    let holder = |(field, item): (Field, &SetupItem)| SetUpHolder {
        square: field.to_string(),
        place: match seat {
            Seat::First => (field.column(), 3 - field.row()),
            Seat::Second => (7 - field.column(), field.row() - 4),
        },
        base: usize::from(item.rod() == Rod::Large),
        can_choose_base: options.zone.is_planted_by(seat, field),
        slots: item.pawns().map(|pawn| Some(pawn.index())).into(),
    };
    let holders = Setup::fields(seat).into_iter().zip(setup.items()).map(holder).collect();
    Ok(SetUpDraft::new(holders, PAWNS.len(), RODS.len()))
}

fn problems(draft: &SetUpDraft, seat: Seat) -> Vec<Message> {
    let mut problems = Vec::new();
    let left: u8 = draft.tokens_left().iter().sum();
    if left > 0 {
        problems.push(message!("{left} pawns still to place", "encore {left} pions à placer"));
    }
    let own = Colour::of_player(seat).index();
    let wrong = draft.holders.iter().filter(|holder| {
        let shown = holder.slots.get(SET_UP.bases[holder.base].exposed_slot).copied().flatten();
        shown.is_some_and(|pawn| pawn != own)
    });
    let wrong: Vec<&str> = wrong.map(|holder| holder.square.as_str()).collect();
    if !wrong.is_empty() {
        let fields = wrong.join(" ");
        problems.push(message!(
            "the window must show your own colour (BLO-04): {fields}",
            "la fenêtre doit montrer votre couleur (BLO-04)\u{a0}: {fields}"
        ));
    }
    let (found, needed) = (draft.chosen_bases(RODS.len())[0], draft.base_supply[0]);
    if found != needed {
        problems.push(message!(
            "{found} small rods placed, {needed} needed",
            "{found} petites tiges placées, il en faut {needed}"
        ));
    }
    problems
}

fn action(draft: &SetUpDraft) -> Option<String> {
    let item = |holder: &SetUpHolder| {
        let pawn = |slot: usize| Some(Colour::ALL[(*holder.slots.get(slot)?)?]);
        Some(SetupItem::new(RODS[holder.base], [pawn(0)?, pawn(1)?, pawn(2)?]))
    };
    let items: Option<Vec<SetupItem>> = draft.holders.iter().map(item).collect();
    let items: [SetupItem; 12] = items?.try_into().ok()?;
    Some(Action::Setup(Setup::new(items)).to_string())
}

/// Whether its windows show the seat's colour: a set-up belongs to a side.
fn belongs_to(setup: &str, seat: Seat) -> bool {
    let Ok(Action::Setup(setup)) = setup.parse() else { return false };
    let mut items = setup.items().iter();
    items.all(|item| item.pawns()[item.rod().window()] == Colour::of_player(seat))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pawns_and_rods_have_their_indices() {
        for (pawn, colour) in PAWNS.iter().zip(Colour::ALL) {
            assert_eq!((pawn.letter, colour.index()), (colour.letter(), colour as usize));
        }
        for (base, rod) in SET_UP.bases.iter().zip(RODS) {
            assert_eq!(base.exposed_slot, rod.window());
        }
    }
}
