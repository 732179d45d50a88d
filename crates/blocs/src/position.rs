//! Reading positions: everything the rulebook refuses is refused, and nothing else.

use abaque_core::{BadText, Game, Ply, Refusal as _, Seat, said};

use crate::action::{Action, Item, Setup};
use crate::block::{Colour, Rod};
use crate::check::pawns_given;
use crate::field::{Field, Fields};
use crate::options::{BlocsOptions, First};
use crate::state::{Blocs, Phase, built_by};
use crate::text::{Cell, RodMark, Word, Written, bad_board, bad_phase, read, side_of};

pub(crate) fn parse(options: &BlocsOptions, text: &str) -> Result<Blocs, BadText> {
    let written = read(text)?;
    for (field, (rod, block)) in Field::ALL.into_iter().zip(&written.cells) {
        let holes = block.is_some_and(|block| block.stack.pawns().is_none());
        if *rod == RodMark::Unknown || holes {
            return Err(bad_board(said!(
                "`?` on {field}: this is a view, not a position",
                "« ? » en {field} : c'est une vue, pas une position"
            )));
        }
    }
    if written.phase == Word::Setup {
        return parse_setup(options, &written, text);
    }
    let (mut game, _) = build(options, &written.cells)?;
    game.phase = phase(&game, &written)?;
    Ok(game)
}

/// A position of the set-up is the start, or the start and Blue's legal set-up.
fn parse_setup(options: &BlocsOptions, written: &Written, text: &str) -> Result<Blocs, BadText> {
    let mut game = Blocs::empty(options);
    if written.side == Some(Seat::Second) {
        let setup = written_setup(written)?;
        game.check(&Action::Setup(setup)).map_err(|refusal| bad_board(refusal.said()))?;
        game.apply_unchecked(Ply::Act(Action::Setup(setup)));
    }
    if game.to_string() == text {
        return Ok(game);
    }
    Err(bad_board(if written.side == Some(Seat::First) {
        said!(
            "in phase `setup` with side b the position is the start: {game}",
            "en phase « setup », camp b, la position est celle du départ : {game}"
        )
    } else {
        said!(
            "in phase `setup` with side r the position is the start and Blue's set-up, exactly the rods planted by Blue in upper case: {game}",
            "en phase « setup », camp r, la position est le départ et la mise en place de Bleu, majuscules pour les tiges qu'il a plantées : {game}"
        )
    }))
}

fn written_setup(written: &Written) -> Result<Setup, BadText> {
    let mut items = [Item::new(Rod::Small, [Colour::Neutral; 3]); 12];
    for (item, field) in items.iter_mut().zip(Setup::fields(Seat::First)) {
        let cell = Field::ALL.iter().position(|&f| f == field).map(|n| written.cells[n]);
        let Some((RodMark::Rod(rod, _), Some(block))) = cell else {
            return Err(bad_board(said!(
                "Blue has set up, so a rod and a block stand on {field}",
                "Bleu a fait sa mise en place : il y a une tige et un bloc-pion en {field}"
            )));
        };
        *item = Item::new(rod, block.stack.pawns().unwrap_or([Colour::Neutral; 3]));
    }
    Ok(Setup::new(items))
}

/// The board as written, and the fields whose rods are not known. Blocks are numbered in board
/// order and stand as built; the phase is still to be set.
pub(crate) fn build(
    options: &BlocsOptions,
    cells: &[Cell; 44],
) -> Result<(Blocs, Fields), BadText> {
    let mut game = Blocs::empty(options);
    (game.traced, game.large, game.phase) = (false, 0, Phase::Lot);
    let mut hidden = 0;
    let mut next = [0, 12];
    for (field, (rod, block)) in Field::ALL.into_iter().zip(cells) {
        match rod {
            RodMark::Gap => {
                return Err(bad_board(said!(
                    "no rod on {field}: after the set-ups every field has one",
                    "pas de tige en {field} : après la mise en place, tout emplacement en a une"
                )));
            }
            RodMark::Unknown => hidden |= field.bit(),
            RodMark::Rod(rod, secret) => {
                game.large |= if *rod == Rod::Large { field.bit() } else { 0 };
                game.secret |= if *secret { field.bit() } else { 0 };
            }
        }
        let Some(block) = block else {
            if field.within(game.secret | hidden) {
                return Err(bad_board(said!(
                    "the rod on {field} is secret but carries no block",
                    "la tige en {field} est secrète mais ne porte pas de bloc-pion"
                )));
            }
            continue;
        };
        let id = next[block.builder.index()];
        next[block.builder.index()] += 1;
        if !built_by(block.builder).contains(&id) {
            continue;
        }
        game.stacks[id] = block.stack;
        let slot = game.slot(id, field);
        if !field.within(hidden) && block.stack.bits(slot) != block.shown as u8 {
            let (en, fr) = (block.shown.en(), block.shown.fr());
            return Err(bad_board(said!(
                "the block on {field} cannot show {en} on that rod",
                "le bloc-pion en {field} ne peut pas montrer {fr} sur cette tige"
            )));
        }
        if !field.within(hidden | game.secret) {
            game.seen[id] = 1 << slot;
        }
        game.put(id, field, block.shown.index());
    }
    game.secret |= hidden;
    let [blue, red] = [next[0], next[1] - 12];
    if (blue, red) != (12, 12) {
        return Err(bad_board(said!(
            "{blue} blocks built by Blue and {red} by Red; there are 12 of each",
            "{blue} blocs-pions construits par Bleu et {red} par Rouge ; il y en a 12 de chaque"
        )));
    }
    count_rods(&game, hidden)?;
    for seat in Seat::ALL {
        count_pawns(&game, hidden, seat)?;
    }
    game.marks = game.counts();
    Ok((game, hidden))
}

fn count_rods(game: &Blocs, hidden: Fields) -> Result<(), BadText> {
    let (large, unknown) = (game.large.count_ones(), hidden.count_ones());
    let small = 44 - large - unknown;
    if large > 22 || small > 22 {
        return Err(bad_board(said!(
            "{small} small and {large} large rods; there are 22 of each",
            "{small} petites et {large} grandes tiges ; il y en a 22 de chaque"
        )));
    }
    Ok(())
}

/// How many pawns of each colour are left for the slots a viewer does not know, if the pawns
/// known and shown are not already too many.
pub(crate) fn pawns_left(game: &Blocs, hidden: Fields, seat: Seat) -> Result<[u8; 3], Colour> {
    let mut left = Colour::ALL.map(|colour| pawns_given(seat, colour) as i8);
    for id in built_by(seat) {
        let field = game.at[id];
        if !game.stands(id) {
            continue;
        }
        if field.within(hidden) {
            // One of the pawns, we do not know which, is the one shown.
            left[game.colour(field).unwrap_or(Colour::Neutral).index()] -= 1;
        } else {
            for slot in 0..3 {
                if let Some(pawn) = game.stacks[id].get(slot) {
                    left[pawn.index()] -= 1;
                }
            }
        }
    }
    match Colour::ALL.into_iter().find(|colour| left[colour.index()] < 0) {
        Some(colour) => Err(colour),
        None => Ok(left.map(|n| n as u8)),
    }
}

fn count_pawns(game: &Blocs, hidden: Fields, seat: Seat) -> Result<(), BadText> {
    // All 36 slots are filled, so that if no colour is over none is under.
    pawns_left(game, hidden, seat).map(|_| ()).map_err(|colour| {
        let (en, fr) = (colour.en(), colour.fr());
        let (who_en, who_fr) =
            if seat == Seat::First { ("Blue", "Bleu") } else { ("Red", "Rouge") };
        let most = pawns_given(seat, colour);
        bad_board(said!(
            "more than {most} {en} pawns in the blocks {who_en} built",
            "plus de {most} pions {fr}s dans les blocs-pions construits par {who_fr}"
        ))
    })
}

/// The phase as written, if the board allows it. It looks only at what everybody sees.
pub(crate) fn phase(game: &Blocs, written: &Written) -> Result<Phase, BadText> {
    let seven = game.by_seven();
    let stuck = || game.by_stuck(Seat::ALL);
    let over = |why: &str, pourquoi: &str| {
        Err(bad_phase(said!("the game is over by {why}", "la partie est terminée par {pourquoi}")))
    };
    let side = written.side;
    match (written.phase, side) {
        (Word::Lot, _) if game.options.first != First::Lot => Err(bad_phase(said!(
            "`lot` is a phase only with first=lot",
            "« lot » n'est une phase qu'avec first=lot"
        ))),
        (Word::Lot | Word::Move | Word::Act(_), _) if seven.is_some() => {
            over("the rule of seven", "la règle des 7")
        }
        (Word::Lot | Word::Move, _) if stuck().is_some() => {
            over("blocking: neither player can act", "blocage : plus personne ne peut jouer")
        }
        (Word::Lot, _) => Ok(Phase::Lot),
        (Word::Move, Some(seat)) => Ok(Phase::Move(seat)),
        (Word::Act(field), Some(seat)) => act_phase(game, seat, field),
        (Word::Over, _) => {
            let Some(outcome) = seven.or_else(stuck) else {
                return Err(bad_phase(said!(
                    "the game is not over: no colour is down to 7, fewer than 7 blocks are neutral and somebody can act",
                    "la partie n'est pas terminée : aucune couleur à 7, moins de 7 neutres et quelqu'un peut jouer"
                )));
            };
            if outcome.winner() != side {
                let right = side_of(outcome);
                return Err(BadText::new(
                    "SIDE",
                    said!(
                        "this game is won by `{right}`",
                        "cette partie est gagnée par « {right} »"
                    ),
                ));
            }
            Ok(Phase::Over(outcome))
        }
        (Word::Setup | Word::Move | Word::Act(_), _) => Err(bad_phase(said!(
            "this phase does not go with this board and side",
            "cette phase ne va pas avec ce plateau et ce camp"
        ))),
    }
}

fn act_phase(game: &Blocs, seat: Seat, field: Field) -> Result<Phase, BadText> {
    let ahead = if seat == Seat::First { 1 } else { -1 };
    let from: &[(i8, i8)] = match game.colour(field) {
        Some(Colour::Neutral) => &[(-1, ahead), (1, ahead)],
        Some(colour) if colour == Colour::of(seat) => &[(-1, -ahead), (0, -ahead), (1, -ahead)],
        _ => {
            return Err(bad_phase(said!(
                "the block that has moved to {field} would show the side's colour or neutral",
                "le bloc-pion déplacé en {field} montrerait la couleur du camp ou serait neutre"
            )));
        }
    };
    let came = from.iter().any(|&(east, north)| {
        field.offset(east, north).is_some_and(|from| game.colour(from).is_none())
    });
    if !came {
        return Err(bad_phase(said!(
            "the block on {field} can have come from no field: none behind its step is free",
            "le bloc-pion en {field} ne peut venir d'aucun emplacement : aucun n'est libre"
        )));
    }
    if !game.can_finish(seat, field) {
        return Err(bad_phase(said!(
            "the block on {field} can neither take nor turn the board",
            "le bloc-pion en {field} ne peut ni prendre ni tourner le plateau"
        )));
    }
    Ok(Phase::Act(seat, field))
}
