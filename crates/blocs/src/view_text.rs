//! Reading views: the position grammar with `?`, as an observer's view would print.

use abaque_core::{BadText, Game, Observer, Ply, Seat, said};

use crate::action::Action;
use crate::block::Stack;
use crate::field::Field;
use crate::options::BlocsOptions;
use crate::position::{build, parse, phase};
use crate::setup::PRESETS;
use crate::state::{Blocs, built_by};
use crate::text::{RodMark, Word, Written, bad_board, read};
use crate::view::{Small, View};

pub(crate) fn parse_view(options: &BlocsOptions, text: &str) -> Result<View, BadText> {
    let written = read(text)?;
    let (unknown, upper) = marks(&written)?;
    if written.phase == Word::Setup {
        return setup_view(options, text, unknown[0] || unknown[1]);
    }
    if written.phase == Word::Over && (unknown[0] || unknown[1]) {
        return Err(bad_board(said!(
            "`?` in a game that is over: then everything is shown",
            "« ? » dans une partie terminée : tout y est montré"
        )));
    }
    let by = observer(unknown, upper, written.phase == Word::Over)?;
    let (mut game, hidden) = build(options, &written.cells)?;
    game.phase = phase(&game, &written)?;
    for seat in Seat::ALL {
        for id in built_by(seat) {
            if by != Observer::Player(seat) && !game.is_secret(game.at[id]) {
                game.seen[id] = (0..3).fold(0, |set, slot| {
                    set | u8::from(game.stacks[id].get(slot).is_some()) << slot
                });
            }
        }
    }
    let known = 44 - game.large.count_ones() - hidden.count_ones();
    let small = if hidden == 0 { 0 } else { 22 - known as u8 };
    Ok(View { by, game, hidden, small: Small::Both(small) })
}

/// For each builder whether anything is unknown, and whether a secret rod is shown.
fn marks(written: &Written) -> Result<([bool; 2], [bool; 2]), BadText> {
    let (mut unknown, mut upper) = ([false; 2], [false; 2]);
    for (field, (rod, block)) in Field::ALL.into_iter().zip(&written.cells) {
        let Some(block) = block else { continue };
        let seat = block.builder.index();
        let holes = block.stack.pawns().is_none();
        unknown[seat] |= holes || *rod == RodMark::Unknown;
        match rod {
            RodMark::Unknown if block.stack != Stack::HIDDEN => {
                return Err(bad_board(said!(
                    "the block on {field} has never left its unknown rod: none of its pawns can be known",
                    "le bloc-pion en {field} n'a jamais quitté sa tige inconnue : aucun de ses pions ne peut être connu"
                )));
            }
            RodMark::Rod(_, true) => {
                upper[seat] = true;
                if holes && written.phase != Word::Over {
                    return Err(bad_board(said!(
                        "who sees the secret rod on {field} built the block on it and knows its pawns",
                        "qui voit la tige secrète en {field} a construit le bloc-pion et en connaît les pions"
                    )));
                }
            }
            _ => {}
        }
    }
    Ok((unknown, upper))
}

/// Who sees such a view. Where several observers would see the same, any of them serves.
fn observer(unknown: [bool; 2], upper: [bool; 2], over: bool) -> Result<Observer, BadText> {
    let [blue, red] = Seat::ALL.map(Observer::Player);
    let contradiction = (0..2).any(|seat| upper[seat] && unknown[seat]) || upper == [true; 2];
    if contradiction && !over {
        return Err(bad_board(said!(
            "upper-case rods: a viewer sees all secrets of one player or of none",
            "tiges en majuscules : on voit tous les secrets d'un joueur ou aucun"
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

/// During the set-ups Blue sees the position, and everybody else the same whatever Blue built.
fn setup_view(options: &BlocsOptions, text: &str, holes: bool) -> Result<View, BadText> {
    if !holes {
        return Ok(parse(options, text)?.view(Observer::Player(Seat::First)));
    }
    let mut game = Blocs::empty(options);
    game.apply_unchecked(Ply::Act(Action::Setup(PRESETS[0].setup(options, Seat::First))));
    let view = game.view(Observer::Player(Seat::Second));
    if view.to_string() == text {
        return Ok(view);
    }
    Err(bad_board(said!(
        "before Red's set-up, who does not know Blue's sees: {view}",
        "avant la mise en place de Rouge, qui ne connaît pas celle de Bleu voit : {view}"
    )))
}
