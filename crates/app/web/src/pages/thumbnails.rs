//! Thumbnails of games in mid-play.

use abaque_draw::DrawOptions;

use crate::context::AppContext;

/// Thumbnail of a game, in the current theme.
pub(crate) fn game_thumbnail(context: AppContext, game: &str) -> Option<String> {
    let sample = &abaque_draw::board_info(game).ok()?.sample;
    let spec = match sample.options {
        "" => game.to_owned(),
        options => format!("{game}:{options}"),
    };
    let view = match sample.position {
        Some(position) => position.to_owned(),
        None => sample_view(abaque_catalog::open(&spec).ok()?),
    };
    position_thumbnail(context, &spec, &view)
}

/// Thumbnail of a view.
pub(crate) fn position_thumbnail(context: AppContext, spec: &str, view: &str) -> Option<String> {
    let options = DrawOptions {
        theme: context.theme(),
        panels: false,
        coordinates: false,
        ..DrawOptions::default()
    };
    abaque_draw::svg(spec, view, &options).ok()
}

/// A view some turns into a game; deterministic.
fn sample_view(mut game: Box<dyn abaque_catalog::AnyGame>) -> String {
    let mut source = abaque_core::SplitMix(11);
    for _ in 0..36 {
        let ply = match game.turn() {
            abaque_core::Turn::Over(_) => break,
            abaque_core::Turn::Chance => {
                let rolls = game.rolls();
                let n = abaque_core::RandomSource::below(&mut source, rolls.len() as u64) as usize;
                rolls.get(n).map(|(roll, _)| roll.clone())
            }
            abaque_core::Turn::Of(_) => game.random_action(&mut source),
        };
        if ply.is_none_or(|ply| game.play(&ply).is_err()) {
            break;
        }
    }
    game.view(abaque_core::Observer::Spectator)
}
