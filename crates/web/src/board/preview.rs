//! What would be there: a ghost of the pieces after an action, before one lets go.

use abaque_draw::{Piece, Stage};
use leptos::prelude::*;

use super::options;
use crate::context::Context;
use crate::desk::Desk;

/// What a pointer says before it lets go.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Pointed {
    /// It rests on a square.
    Square(String),
    /// It has dragged something from a square to another.
    Drag(String, String),
    /// It has drawn the plate to a corner.
    Pull(String),
}

/// The ghost of what would be played; nothing if that is not certain.
pub(crate) fn of(context: Context, desk: Desk, pointed: &Pointed) -> String {
    if desk.mine.get().is_none() {
        return String::new();
    }
    let meant = desk.hand.with(|hand| match pointed {
        Pointed::Square(square) | Pointed::Pull(square) => {
            let target = hand.targets().into_iter().find(|target| target.square == *square);
            target.map(|target| target.actions).unwrap_or_default()
        }
        Pointed::Drag(from, to) => hand.dragged(from, to),
    });
    let [action] = &meant[..] else { return String::new() };
    let ghost = if matches!(pointed, Pointed::Pull(_)) {
        // The plate itself is there already: only the lines it makes are new.
        let options = untrack(|| options(context, desk));
        then(desk, action, &options).map(|then| then.over)
    } else {
        ghost(context, desk, action)
    };
    ghost.unwrap_or_default()
}

/// The board after an action, where nothing is hidden: the game itself says what follows.
fn then(desk: Desk, action: &str, options: &abaque_draw::Options) -> Option<Stage> {
    let after = desk.with(|seen| seen.after(action))?;
    desk.spec.with_value(|spec| abaque_draw::stage(spec, &after, options).ok())
}

fn ghost(context: Context, desk: Desk, action: &str) -> Option<String> {
    let spec = desk.spec.get_value();
    let view = desk.scene.with(|scene| scene.view.clone());
    let options = untrack(|| options(context, desk));
    let now = abaque_draw::stage(&spec, &view, &options).ok()?;
    let secrets = desk.with(|seen| seen.secrets);
    if secrets {
        let pieces = by_sight(&spec, &view, action, options.flip, &now)?;
        return Some(pieces.iter().map(drawn).collect());
    }
    let then = then(desk, action, &options)?;
    let stood = |piece: &&Piece| {
        let same = |old: &Piece| old.class == piece.class && old.at == piece.at;
        !now.floor.iter().chain(&now.pieces).any(same)
    };
    let pieces: String = then.floor.iter().chain(&then.pieces).filter(stood).map(drawn).collect();
    Some(pieces + &then.over)
}

/// Where something is hidden, only what is seen moves: nothing is told that playing would tell.
fn by_sight(spec: &str, view: &str, action: &str, flip: bool, now: &Stage) -> Option<Vec<Piece>> {
    let motion = abaque_draw::motion(spec, view, action).ok()?;
    if motion.turned != 0.0 {
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

fn drawn(piece: &Piece) -> String {
    let (x, y) = (piece.at.x * Stage::SIDE, piece.at.y * Stage::SIDE);
    format!("<g transform=\"translate({x:.2} {y:.2})\">{}</g>", piece.art)
}
