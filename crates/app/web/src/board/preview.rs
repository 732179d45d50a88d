//! Preview of an action: a ghost of the pieces as they would stand, shown before the pointer is
//! released.

use abaque_draw::geometry::UnitPoint;
use abaque_draw::{BoardLayers, Piece};
use leptos::prelude::*;

use super::{draw_options, marks};
use crate::context::AppContext;
use crate::controller::BoardController;

/// What releasing the pointer would do.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum PointerTarget {
    /// Tap the square under the pointer.
    Square(String),
    /// Drag from one square to another.
    Drag(String, String),
    /// Slide the board's surface to a square.
    Slide(String),
}

/// The picture of the action that would be played; empty unless exactly one matches.
#[derive(Default)]
pub(crate) struct Preview {
    /// The pieces as they would stand, drawn faintly.
    pub(crate) ghost: String,
    /// Arrows, where several pieces move or one leaves the board.
    pub(crate) moves: String,
}

impl Preview {
    pub(crate) fn new(
        context: AppContext,
        controller: BoardController,
        pointed: &PointerTarget,
    ) -> Preview {
        if controller.acting_seat.get().is_none() {
            return Preview::default();
        }
        let actions = controller.input.with(|input| match pointed {
            PointerTarget::Square(square) | PointerTarget::Slide(square) => {
                let target = input.targets().into_iter().find(|target| target.square == *square);
                target.map(|target| target.actions).unwrap_or_default()
            }
            PointerTarget::Drag(from, to) => input.drag_actions(from, to),
        });
        let [action] = &actions[..] else { return Preview::default() };
        if matches!(pointed, PointerTarget::Slide(_)) {
            // The surface is already there under the pointer: only the overlay is new.
            let options = untrack(|| draw_options(context, controller));
            let ghost = layers_after(controller, action, &options).map(|then| then.over);
            return Preview { ghost: ghost.unwrap_or_default(), moves: String::new() };
        }
        Preview {
            ghost: ghost_svg(context, controller, action).unwrap_or_default(),
            moves: moves_svg(controller, action).unwrap_or_default(),
        }
    }
}

/// An arrow for every piece that an action moves, and a cross where one leaves the board. A single
/// piece needs no arrow: the player is moving it.
fn moves_svg(controller: BoardController, action: &str) -> Option<String> {
    let spec = controller.spec.get_value();
    let view = controller.scene.with(|scene| scene.view.clone());
    let motion = abaque_draw::motion(&spec, &view, action).ok()?;
    if motion.rotation != 0.0 || motion.moved.len() + motion.removed.len() < 2 {
        return None;
    }
    let spots = abaque_draw::spots(&spec, &view).ok()?;
    let flip = controller.flipped.get();
    let seen = |at: UnitPoint| if flip { at.flipped() } else { at };
    // A piece in a stack has a slot within its square.
    let place = |slot: &str| {
        let square = slot.split('.').next().unwrap_or(slot);
        spots.iter().find(|(known, _)| known == square).map(|(_, spot)| seen(spot.at))
    };
    let mut out = String::new();
    for (from, to) in &motion.moved {
        if let (Some(from), Some(to)) = (place(from), place(to)) {
            marks::write_step(&mut out, from, to, "");
        }
    }
    for (from, to) in &motion.removed {
        if let Some(from) = place(from) {
            marks::write_step(&mut out, from, seen(*to), " off");
            marks::write_cross(&mut out, from);
        }
    }
    Some(out)
}

/// The board after an action, computed by the game; only where nothing is hidden.
fn layers_after(
    controller: BoardController,
    action: &str,
    options: &abaque_draw::DrawOptions,
) -> Option<BoardLayers> {
    let after = controller.with(|seen| seen.view_after_action(action))?;
    controller.spec.with_value(|spec| abaque_draw::board_layers(spec, &after, options).ok())
}

fn ghost_svg(context: AppContext, controller: BoardController, action: &str) -> Option<String> {
    let spec = controller.spec.get_value();
    let view = controller.scene.with(|scene| scene.view.clone());
    let options = untrack(|| draw_options(context, controller));
    let now = abaque_draw::board_layers(&spec, &view, &options).ok()?;
    let secrets = controller.with(|seen| seen.has_secrets);
    if secrets {
        let pieces = visible_pieces_after(&spec, &view, action, options.flip, &now)?;
        return Some(pieces.iter().map(piece_svg).collect());
    }
    let then = layers_after(controller, action, &options)?;
    let stood = |piece: &&Piece| {
        let same = |old: &Piece| old.class == piece.class && old.at == piece.at;
        !now.floor.iter().chain(&now.pieces).any(same)
    };
    let pieces: String =
        then.floor.iter().chain(&then.pieces).filter(stood).map(piece_svg).collect();
    Some(pieces + &then.over)
}

/// Where pieces are hidden, moves only the visible ones: the preview must not reveal secrets.
fn visible_pieces_after(
    spec: &str,
    view: &str,
    action: &str,
    flip: bool,
    now: &BoardLayers,
) -> Option<Vec<Piece>> {
    let motion = abaque_draw::motion(spec, view, action).ok()?;
    if motion.rotation != 0.0 {
        return None;
    }
    let spots = abaque_draw::spots(spec, view).ok()?;
    let place = |name: &str| {
        let at = spots.iter().find(|(known, _)| known == name)?.1.at;
        Some(if flip { at.flipped() } else { at })
    };
    let moved = motion.moved.iter().filter_map(|(from, to)| {
        let piece = now.pieces.iter().find(|piece| piece.slot == *from)?;
        Some(Piece { at: place(to)?, ..piece.clone() })
    });
    Some(moved.collect())
}

fn piece_svg(piece: &Piece) -> String {
    let (x, y) = (piece.at.x * BoardLayers::SIDE, piece.at.y * BoardLayers::SIDE);
    format!("<g transform=\"translate({x:.2} {y:.2})\">{}</g>", piece.svg)
}
