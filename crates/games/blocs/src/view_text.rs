//! Parses views: the position grammar with `?`, exactly as an observer's view prints.

use alloc::string::ToString;

use abaque_core::{Game, Observer, ParseError, Ply, Seat, message};

use crate::action::Action;
use crate::block::PawnStack;
use crate::field::Field;
use crate::options::Options;
use crate::position::{build_board, check_phase, parse};
use crate::setup::PRESETS;
use crate::state::{Blocs, blocks_built_by};
use crate::text::{PhaseToken, RodToken, ScannedPosition, bad_board, scan_position};
use crate::view::{SmallRodCount, View};

pub(crate) fn parse_view(options: &Options, text: &str) -> Result<View, ParseError> {
    let scanned = scan_position(text)?;
    let (unknown, upper) = visibility_by_builder(&scanned)?;
    if scanned.phase == PhaseToken::Setup {
        return parse_setup_view(options, text, unknown[0] || unknown[1]);
    }
    if scanned.phase == PhaseToken::Over && (unknown[0] || unknown[1]) {
        return Err(bad_board(message!(
            "`?` in a game that is over: then everything is shown",
            "«\u{a0}?\u{a0}» dans une partie terminée\u{a0}: tout y est montré"
        )));
    }
    let by = infer_observer(unknown, upper, scanned.phase == PhaseToken::Over)?;
    let (mut game, hidden) = build_board(options, &scanned.cells)?;
    game.phase = check_phase(&game, &scanned)?;
    for seat in Seat::ALL {
        for id in blocks_built_by(seat) {
            if by != Observer::Player(seat) && !game.is_secret(game.field_of[id]) {
                game.public_pawns[id] = (0..3).fold(0, |set, slot| {
                    set | u8::from(game.stacks[id].get(slot).is_some()) << slot
                });
            }
        }
    }
    let known = 44 - game.large.count_ones() - hidden.count_ones();
    let small = if hidden == 0 { 0 } else { 22 - known as u8 };
    Ok(View { by, game, hidden, small: SmallRodCount::Both(small) })
}

/// For each builder, whether anything is unknown and whether a secret rod is shown.
fn visibility_by_builder(scanned: &ScannedPosition) -> Result<([bool; 2], [bool; 2]), ParseError> {
    let (mut unknown, mut upper) = ([false; 2], [false; 2]);
    for (field, (rod, block)) in Field::ALL.into_iter().zip(&scanned.cells) {
        let Some(block) = block else { continue };
        let seat = block.builder.index();
        let holes = block.stack.pawns().is_none();
        unknown[seat] |= holes || *rod == RodToken::Unknown;
        match rod {
            RodToken::Unknown if block.stack != PawnStack::HIDDEN => {
                return Err(bad_board(message!(
                    "the block on {field} has never left its unknown rod: none of its pawns can be known",
                    "le bloc-pion en {field} n'a jamais quitté sa tige inconnue\u{a0}: aucun de ses pions ne peut être connu"
                )));
            }
            RodToken::Rod(_, true) => {
                upper[seat] = true;
                if holes && scanned.phase != PhaseToken::Over {
                    return Err(bad_board(message!(
                        "a player who sees the secret rod on {field} built the block on it and knows its pawns",
                        "le joueur qui voit la tige secrète en {field} a construit le bloc-pion et en connaît les pions"
                    )));
                }
            }
            _ => {}
        }
    }
    Ok((unknown, upper))
}

/// An observer who would see this view; if several would, any of them.
fn infer_observer(
    unknown: [bool; 2],
    upper: [bool; 2],
    over: bool,
) -> Result<Observer, ParseError> {
    let [blue, red] = Seat::ALL.map(Observer::Player);
    let contradiction = (0..2).any(|seat| upper[seat] && unknown[seat]) || upper == [true; 2];
    if contradiction && !over {
        return Err(bad_board(message!(
            "upper-case rods: a viewer sees all secrets of one player or of none",
            "tiges en majuscules\u{a0}: on voit tous les secrets d'un joueur ou aucun"
        )));
    }
    Ok(match (unknown, upper) {
        _ if over => Observer::Spectator,
        ([true, true], _) => Observer::Spectator,
        ([true, false], _) | ([false, false], [_, true]) => red,
        ([false, true], _) | ([false, false], [true, _]) => blue,
        ([false, false], [false, false]) => Observer::Spectator,
    })
}

/// During set-up Blue sees the whole position; every other view is the same whatever Blue built.
fn parse_setup_view(options: &Options, text: &str, holes: bool) -> Result<View, ParseError> {
    if !holes {
        return Ok(parse(options, text)?.view(Observer::Player(Seat::First)));
    }
    let mut game = Blocs::empty(options);
    game.apply_unchecked(Ply::Act(Action::Setup(PRESETS[0].to_setup(options, Seat::First))));
    let view = game.view(Observer::Player(Seat::Second));
    if view.to_string() == text {
        return Ok(view);
    }
    Err(bad_board(message!(
        "before Red's set-up, a viewer who does not know Blue's sees: {view}",
        "avant la mise en place de Rouge, un spectateur qui ne connaît pas celle de Bleu voit\u{a0}: {view}"
    )))
}
