//! What would be there: a ghost of the pieces after an action, before one lets go.

use abaque_draw::{Piece, Stage};
use leptos::prelude::*;

use super::options;
use crate::context::Context;
use crate::play::Session;

/// The ghost for what pointing at a square would play; nothing if that is not certain.
pub(crate) fn of(context: Context, session: Session, square: &str) -> String {
    if session.mine.get().is_none() {
        return String::new();
    }
    let meant = session.hand.with(|hand| {
        hand.targets()
            .into_iter()
            .find(|target| target.square == square)
            .map(|target| target.actions)
    });
    match meant.as_deref() {
        Some([action]) => ghost(context, session, action).unwrap_or_default(),
        _ => String::new(),
    }
}

fn ghost(context: Context, session: Session, action: &str) -> Option<String> {
    let spec = session.spec.get_value();
    let view = session.scene.with(|scene| scene.view.clone());
    let options = untrack(|| options(context, session));
    let now = abaque_draw::stage(&spec, &view, &options).ok()?;
    let secrets = session.with(abaque_client::Sitting::has_secrets);
    let pieces = if secrets {
        by_sight(&spec, &view, action, options.flip, &now)?
    } else {
        by_rule(session, &spec, action, &options, &now)?
    };
    Some(pieces.iter().map(drawn).collect())
}

/// Where nothing is hidden, the game itself says what follows.
fn by_rule(
    session: Session,
    spec: &str,
    action: &str,
    options: &abaque_draw::Options,
    now: &Stage,
) -> Option<Vec<Piece>> {
    let after = session.with(|sitting| {
        let mut game = sitting.table().game().boxed();
        game.play(action).ok()?;
        Some(game.position())
    })?;
    let then = abaque_draw::stage(spec, &after, options).ok()?;
    let stood = |piece: &Piece| {
        let same = |old: &&Piece| old.class == piece.class && old.at == piece.at;
        now.floor.iter().chain(&now.pieces).find(same).is_some()
    };
    Some(then.floor.into_iter().chain(then.pieces).filter(|piece| !stood(piece)).collect())
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
