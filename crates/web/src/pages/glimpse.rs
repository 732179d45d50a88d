//! What each game looks like in the middle of play.

use abaque_draw::Options;

use crate::context::Context;

/// Positions that show what a game is like.
const SHOWN: &[(&str, &str, &str)] = &[
    ("abalone", "abalone:layout=belgian-daisy", ""),
    ("abraxas", "abraxas:sheet=2", "8/8/8/3r4/3r4/2rrrr2/3r4/8 sw 1 17 0-0 3-3 push"),
    ("abagio", "abagio", ""),
    ("blocs", "blocs", ""),
];

/// A picture of a game; it follows the theme.
pub(crate) fn glimpse(context: Context, game: &str) -> Option<String> {
    let (_, spec, position) = SHOWN.iter().find(|(name, ..)| *name == game)?;
    let start = abaque_catalog::open(spec).ok()?;
    let view = if position.is_empty() { sample(start) } else { (*position).to_owned() };
    pictured(context, spec, &view)
}

/// A small picture of a position as somebody sees it.
pub(crate) fn pictured(context: Context, spec: &str, view: &str) -> Option<String> {
    let options =
        Options { theme: context.theme(), panels: false, coordinates: false, ..Options::default() };
    abaque_draw::svg(spec, view, &options).ok()
}

/// A view some turns into a game, always the same one.
fn sample(mut game: Box<dyn abaque_catalog::AnyGame>) -> String {
    let mut source = abaque_core::SplitMix(11);
    for _ in 0..36 {
        let ply = match game.turn() {
            abaque_core::Turn::Over(_) => break,
            abaque_core::Turn::Chance => {
                let rolls = game.rolls();
                let n = abaque_core::Source::below(&mut source, rolls.len() as u64) as usize;
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
