//! Parses positions; refuses exactly what the rulebook refuses.

use alloc::string::ToString;

use abaque_core::{Game, ParseError, Ply, RuleViolation as _, Seat, message};

use crate::action::{Action, Setup, SetupItem};
use crate::block::{Colour, Rod};
use crate::check::pawn_supply;
use crate::field::{Field, FieldSet};
use crate::options::{FirstPlayer, Options};
use crate::state::{Blocs, Phase, blocks_built_by};
use crate::text::{
    FieldToken, PhaseToken, RodToken, ScannedPosition, bad_board, bad_phase, scan_position,
    side_letter,
};

pub(crate) fn parse(options: &Options, text: &str) -> Result<Blocs, ParseError> {
    let scanned = scan_position(text)?;
    for (field, (rod, block)) in Field::ALL.into_iter().zip(&scanned.cells) {
        let holes = block.is_some_and(|block| block.stack.pawns().is_none());
        if *rod == RodToken::Unknown || holes {
            return Err(bad_board(message!(
                "`?` on {field}: this is a view, not a position",
                "«\u{a0}?\u{a0}» en {field}\u{a0}: c'est une vue, pas une position"
            )));
        }
    }
    if scanned.phase == PhaseToken::Setup {
        return parse_setup(options, &scanned, text);
    }
    let (mut game, _) = build_board(options, &scanned.cells)?;
    game.phase = check_phase(&game, &scanned)?;
    Ok(game)
}

/// During set-up only two positions are valid: the start, and the start plus Blue's legal set-up.
fn parse_setup(
    options: &Options,
    scanned: &ScannedPosition,
    text: &str,
) -> Result<Blocs, ParseError> {
    let mut game = Blocs::empty(options);
    if scanned.side == Some(Seat::Second) {
        let setup = scanned_setup(scanned)?;
        game.check(&Action::Setup(setup)).map_err(|violation| bad_board(violation.message()))?;
        game.apply_unchecked(Ply::Act(Action::Setup(setup)));
    }
    if game.to_string() == text {
        return Ok(game);
    }
    Err(bad_board(if scanned.side == Some(Seat::First) {
        message!(
            "in phase `setup` with side b the position is the start: {game}",
            "en phase «\u{a0}setup\u{a0}», camp b, la position est celle du départ\u{a0}: {game}"
        )
    } else {
        message!(
            "in phase `setup` with side r the position is the start and Blue's set-up, exactly the rods planted by Blue in upper case: {game}",
            "en phase «\u{a0}setup\u{a0}», camp r, la position est le départ et la mise en place de Bleu, majuscules pour les tiges qu'il a plantées\u{a0}: {game}"
        )
    }))
}

fn scanned_setup(scanned: &ScannedPosition) -> Result<Setup, ParseError> {
    let mut items = [SetupItem::new(Rod::Small, [Colour::Neutral; 3]); 12];
    for (item, field) in items.iter_mut().zip(Setup::fields(Seat::First)) {
        let cell = Field::ALL.iter().position(|&f| f == field).map(|n| scanned.cells[n]);
        let Some((RodToken::Rod(rod, _), Some(block))) = cell else {
            return Err(bad_board(message!(
                "Blue has set up, so a rod and a block stand on {field}",
                "Bleu a fait sa mise en place\u{a0}: il y a une tige et un bloc-pion en {field}"
            )));
        };
        *item = SetupItem::new(rod, block.stack.pawns().unwrap_or([Colour::Neutral; 3]));
    }
    Ok(Setup::new(items))
}

/// Builds the board, and returns it with the fields of unknown rods. Blocks are numbered in board
/// order and count as built the way they stand; the caller sets the phase.
pub(crate) fn build_board(
    options: &Options,
    cells: &[FieldToken; 44],
) -> Result<(Blocs, FieldSet), ParseError> {
    let mut game = Blocs::empty(options);
    (game.traced, game.large, game.phase) = (false, 0, Phase::Lot);
    let mut hidden = 0;
    let mut next = [0, 12];
    for (field, (rod, block)) in Field::ALL.into_iter().zip(cells) {
        match rod {
            RodToken::Gap => {
                return Err(bad_board(message!(
                    "no rod on {field}: after the set-ups every field has one",
                    "pas de tige en {field}\u{a0}: après la mise en place, tout emplacement en a une"
                )));
            }
            RodToken::Unknown => hidden |= field.bit(),
            RodToken::Rod(rod, secret) => {
                game.large |= if *rod == Rod::Large { field.bit() } else { 0 };
                game.secret |= if *secret { field.bit() } else { 0 };
            }
        }
        let Some(block) = block else {
            if field.is_in(game.secret | hidden) {
                return Err(bad_board(message!(
                    "the rod on {field} is secret but carries no block",
                    "la tige en {field} est secrète mais ne porte pas de bloc-pion"
                )));
            }
            continue;
        };
        let id = next[block.builder.index()];
        next[block.builder.index()] += 1;
        if !blocks_built_by(block.builder).contains(&id) {
            continue;
        }
        game.stacks[id] = block.stack;
        let slot = game.window_slot_of(id, field);
        if !field.is_in(hidden) && block.stack.bits(slot) != block.shown as u8 {
            let (en, fr) = (block.shown.en(), block.shown.fr());
            return Err(bad_board(message!(
                "the block on {field} cannot show {en} on that rod",
                "le bloc-pion en {field} ne peut pas montrer {fr} sur cette tige"
            )));
        }
        if !field.is_in(hidden | game.secret) {
            game.public_pawns[id] = 1 << slot;
        }
        game.put(id, field, block.shown.index());
    }
    game.secret |= hidden;
    let [blue, red] = [next[0], next[1] - 12];
    if (blue, red) != (12, 12) {
        return Err(bad_board(message!(
            "{blue} blocks built by Blue and {red} by Red; there are 12 of each",
            "{blue} blocs-pions construits par Bleu et {red} par Rouge\u{a0}; il y en a 12 de chaque"
        )));
    }
    check_rod_counts(&game, hidden)?;
    for seat in Seat::ALL {
        check_pawn_counts(&game, hidden, seat)?;
    }
    game.progress_marks = game.shown_counts();
    Ok((game, hidden))
}

fn check_rod_counts(game: &Blocs, hidden: FieldSet) -> Result<(), ParseError> {
    let (large, unknown) = (game.large.count_ones(), hidden.count_ones());
    let small = 44 - large - unknown;
    if large > 22 || small > 22 {
        return Err(bad_board(message!(
            "{small} small and {large} large rods; there are 22 of each",
            "{small} petites et {large} grandes tiges\u{a0}; il y en a 22 de chaque"
        )));
    }
    Ok(())
}

/// The pawns of each colour left for the slots unknown to a viewer; an error if the known and shown
/// pawns already exceed the supply.
pub(crate) fn pawns_left(game: &Blocs, hidden: FieldSet, seat: Seat) -> Result<[u8; 3], Colour> {
    let mut left = Colour::ALL.map(|colour| pawn_supply(seat, colour) as i8);
    for id in blocks_built_by(seat) {
        let field = game.field_of[id];
        if !game.is_on_board(id) {
            continue;
        }
        if field.is_in(hidden) {
            // One unidentified pawn of the block is the shown one.
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

fn check_pawn_counts(game: &Blocs, hidden: FieldSet, seat: Seat) -> Result<(), ParseError> {
    // All 36 slots are filled, so if no colour exceeds its supply, none falls short.
    pawns_left(game, hidden, seat).map(|_| ()).map_err(|colour| {
        let (en, fr) = (colour.en(), colour.fr());
        let (who_en, who_fr) =
            if seat == Seat::First { ("Blue", "Bleu") } else { ("Red", "Rouge") };
        let most = pawn_supply(seat, colour);
        bad_board(message!(
            "more than {most} {en} pawns in the blocks {who_en} built",
            "plus de {most} pions {fr}s dans les blocs-pions construits par {who_fr}"
        ))
    })
}

/// The scanned phase, if the board allows it. Depends only on public information.
pub(crate) fn check_phase(game: &Blocs, scanned: &ScannedPosition) -> Result<Phase, ParseError> {
    let seven = game.outcome_by_seven();
    let stuck = || game.outcome_if_stuck(Seat::ALL);
    let over = |why: &str, pourquoi: &str| {
        Err(bad_phase(message!(
            "the game is over by {why}",
            "la partie est terminée par {pourquoi}"
        )))
    };
    let side = scanned.side;
    match (scanned.phase, side) {
        (PhaseToken::Lot, _) if game.options.first != FirstPlayer::Lot => Err(bad_phase(message!(
            "`lot` is a phase only with first=lot",
            "«\u{a0}lot\u{a0}» n'est une phase qu'avec first=lot"
        ))),
        (PhaseToken::Lot | PhaseToken::Move | PhaseToken::Act(_), _) if seven.is_some() => {
            over("the rule of seven", "la règle des 7")
        }
        (PhaseToken::Lot | PhaseToken::Move, _) if stuck().is_some() => {
            over("blocking: neither player can act", "blocage\u{a0}: plus personne ne peut jouer")
        }
        (PhaseToken::Lot, _) => Ok(Phase::Lot),
        (PhaseToken::Move, Some(seat)) => Ok(Phase::Move(seat)),
        (PhaseToken::Act(field), Some(seat)) => check_act_phase(game, seat, field),
        (PhaseToken::Over, _) => {
            let Some(outcome) = seven.or_else(stuck) else {
                return Err(bad_phase(message!(
                    "the game is not over: no colour is down to 7, fewer than 7 blocks are neutral and a player can move",
                    "la partie n'est pas terminée\u{a0}: aucune couleur à 7, moins de 7 neutres et un joueur peut jouer"
                )));
            };
            if outcome.winner() != side {
                let right = side_letter(outcome);
                return Err(ParseError::new(
                    "SIDE",
                    message!(
                        "this game is won by `{right}`",
                        "cette partie est gagnée par «\u{a0}{right}\u{a0}»"
                    ),
                ));
            }
            Ok(Phase::Over(outcome))
        }
        (PhaseToken::Setup | PhaseToken::Move | PhaseToken::Act(_), _) => Err(bad_phase(message!(
            "this phase does not match this board and side",
            "cette phase ne va pas avec ce plateau et ce camp"
        ))),
    }
}

fn check_act_phase(game: &Blocs, seat: Seat, field: Field) -> Result<Phase, ParseError> {
    let ahead = if seat == Seat::First { 1 } else { -1 };
    let from: &[(i8, i8)] = match game.colour(field) {
        Some(Colour::Neutral) => &[(-1, ahead), (1, ahead)],
        Some(colour) if colour == Colour::of_player(seat) => {
            &[(-1, -ahead), (0, -ahead), (1, -ahead)]
        }
        _ => {
            return Err(bad_phase(message!(
                "the block that has moved to {field} would show the side's colour or neutral",
                "le bloc-pion déplacé en {field} montrerait la couleur du camp ou serait neutre"
            )));
        }
    };
    let has_origin = from.iter().any(|&(east, north)| {
        field.offset(east, north).is_some_and(|from| game.colour(from).is_none())
    });
    if !has_origin {
        return Err(bad_phase(message!(
            "the block on {field} cannot have come from anywhere: no field it could have moved from is free",
            "le bloc-pion en {field} ne peut venir de nulle part\u{a0}: aucun emplacement d'où il aurait pu partir n'est libre"
        )));
    }
    if !game.can_finish(seat, field) {
        return Err(bad_phase(message!(
            "the block on {field} can neither take nor turn the board",
            "le bloc-pion en {field} ne peut ni prendre ni tourner le plateau"
        )));
    }
    Ok(Phase::Act(seat, field))
}
