//! Writes the documentation's pictures: `cargo run -p abaque-draw --example gallery DIR`.
//!
//! The positions come from short games of greedy one-ply play with some randomness, so they are
//! legal and look natural.

use std::error::Error;
use std::path::Path;

use abaque_abagio::Abagio;
use abaque_abalone::{Abalone, Layout};
use abaque_abraxas::Abraxas;
use abaque_blocs::{Action, Blocs, Colour, PRESETS};
use abaque_core::{Game, GameOptions as _, Observer, Ply, RandomSource, Seat, SplitMix, Turn};
use abaque_draw::{DrawOptions, Theme, png, svg};

/// The width of a PNG in pixels; the SVG has no fixed size.
const WIDTH: u32 = 430;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "docs/pictures".into());
    std::fs::create_dir_all(&folder)?;
    let folder = Path::new(&folder);

    let daisy = abaque_abalone::Options::new(6, Layout::GermanDaisy).ok_or("no such layout")?;
    let scene = play(Abalone::start(&daisy), 7, abalone, |game| {
        game.lost(Seat::First) + game.lost(Seat::Second) == 5
    });
    write(folder, &scene)?;

    let scene = play(Abraxas::start(&abaque_abraxas::Options::default()), 2, abraxas, |game| {
        game.phase().is_taking() && game.score(game.side()) >= 5 && game.reserve() < 8
    });
    write(folder, &scene)?;

    let scene = play(Abagio::start(&abaque_abagio::Options::default()), 10, abagio, |game| {
        let way = game.pips(Seat::First).max(game.pips(Seat::Second));
        let chief = game.chief().is_some_and(|square| !game.stack(square).is_empty());
        game.dice().is_some() && chief && way < 150
    });
    write(folder, &scene)?;

    let options = abaque_blocs::Options::default();
    let mut start = Blocs::start(&options);
    for seat in Seat::ALL {
        let setup = PRESETS[0].to_setup(&options, seat);
        start.play(Action::Setup(setup)).map_err(|refusal| format!("{refusal:?}"))?;
    }
    let scene = play(start, 10, blocs, |game| game.shown_counts()[2] == 3);
    write(folder, &scene)
}

/// A game and its last action.
struct Scene<G> {
    game: G,
    last: Option<String>,
}

/// Plays until the game looks as wanted or is nearly over.
fn play<G: Game>(
    start: G,
    seed: u64,
    worth: fn(&G, Seat) -> f64,
    enough: fn(&G) -> bool,
) -> Scene<G> {
    let mut luck = SplitMix(seed);
    let mut scene = Scene { game: start, last: None };
    while !enough(&scene.game) {
        match scene.game.turn() {
            Turn::Of(seat) => {
                let mut actions = Vec::new();
                scene.game.legal_actions(&mut actions);
                let mut best = None;
                for action in actions {
                    let mut after = scene.game.clone();
                    after.apply_unchecked(Ply::Act(action));
                    let value = worth(&after, seat) + luck.below(1000) as f64 / 1000.0;
                    if !after.is_over() && best.is_none_or(|(top, _)| value > top) {
                        best = Some((value, action));
                    }
                }
                let Some((_, action)) = best else { break };
                scene.game.apply_unchecked(Ply::Act(action));
                scene.last = Some(action.to_string());
            }
            Turn::Chance => {
                let mut rolls = Vec::new();
                scene.game.rolls(&mut rolls);
                let drawn = luck.below(rolls.len() as u64) as usize;
                scene.game.apply_unchecked(Ply::Roll(rolls[drawn].0));
            }
            Turn::Over(_) => break,
        }
    }
    scene
}

/// Score: balls near the centre and opposing balls ejected.
fn abalone(game: &Abalone, seat: Seat) -> f64 {
    let side = |seat: Seat| {
        let near = game.balls(seat).into_iter().map(|point| {
            let (row, number) = (f64::from(point.row()) - 4.0, f64::from(point.number()) - 5.0);
            4.0 - row.abs().max(number.abs()).max((row - number).abs())
        });
        near.sum::<f64>() - 12.0 * f64::from(game.lost(seat))
    };
    side(seat) - side(seat.other())
}

/// Score: pawns taken and stop pawns kept.
fn abraxas(game: &Abraxas, seat: Seat) -> f64 {
    f64::from(game.score(seat)) * 2.0 + f64::from(game.stops_left(seat)) * 2.0
}

/// Score: the race, few blots behind, and the chief in play.
fn abagio(game: &Abagio, seat: Seat) -> f64 {
    let chief = if game.chief().is_some() { 4.0 } else { 0.0 };
    let behind = f64::from(game.pips(seat.other())) - f64::from(game.pips(seat));
    behind + chief - 5.0 * game.blots(seat).count() as f64
}

/// Score: own blocks minus the opponent's.
fn blocs(game: &Blocs, seat: Seat) -> f64 {
    let counts = game.shown_counts();
    let of = |seat: Seat| f64::from(counts[Colour::of_player(seat) as usize]);
    (of(seat) - of(seat.other())) / 2.0
}

/// Writes the first player's view in both themes, as SVG and as PNG.
fn write<G: Game>(folder: &Path, scene: &Scene<G>) -> Result<(), Box<dyn Error>> {
    let name = G::Options::description().name;
    let spec = scene.game.options().to_spec().to_string();
    let view = scene.game.view(Observer::Player(Seat::First)).to_string();
    println!("{spec} {view}");
    for theme in [Theme::Light, Theme::Dark] {
        let last = scene.last.clone();
        let options = DrawOptions { theme, last, size: WIDTH, ..DrawOptions::default() };
        let picture = svg(&spec, &view, &options)?;
        let file = folder.join(format!("{name}-{}", theme.name()));
        std::fs::write(file.with_extension("svg"), &picture)?;
        std::fs::write(file.with_extension("png"), png(&picture, 1.0)?)?;
    }
    Ok(())
}
