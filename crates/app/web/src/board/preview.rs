//! Preview of an action: a ghost of the pieces as they would stand, shown before the pointer is
//! released.

use abaque_draw::{BoardLayers, Piece};
use leptos::prelude::*;

use super::draw_options;
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

/// Draws the action that would be played; empty unless exactly one matches.
pub(crate) fn preview_svg(
    context: AppContext,
    controller: BoardController,
    pointed: &PointerTarget,
) -> String {
    if controller.acting_seat.get().is_none() {
        return String::new();
    }
    let actions = controller.input.with(|input| match pointed {
        PointerTarget::Square(square) | PointerTarget::Slide(square) => {
            let target = input.targets().into_iter().find(|target| target.square == *square);
            target.map(|target| target.actions).unwrap_or_default()
        }
        PointerTarget::Drag(from, to) => input.drag_actions(from, to),
    });
    let [action] = &actions[..] else { return String::new() };
    let ghost = if matches!(pointed, PointerTarget::Slide(_)) {
        // The surface is already there under the pointer: only the overlay is new.
        let options = untrack(|| draw_options(context, controller));
        layers_after(controller, action, &options).map(|then| then.over)
    } else {
        ghost_svg(context, controller, action)
    };
    ghost.unwrap_or_default()
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
