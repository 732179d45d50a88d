//! Writes the pictures of the documentation: `cargo run -p abaque-draw --example gallery DIR`.
//!
//! The positions come from short games in which both sides take the action that looks best one
//! step ahead, with a little luck, so that they are legal and look like play.

use std::error::Error;
use std::path::Path;

use abaque_abagio::{Abagio, AbagioOptions};
use abaque_abalone::{Abalone, AbaloneOptions, Layout};
use abaque_abraxas::{Abraxas, AbraxasOptions};
use abaque_blocs::{Action, Blocs, BlocsOptions, Colour, PRESETS};
use abaque_core::{Game, Observer, Options as _, Ply, Seat, Source, SplitMix, Turn};
use abaque_draw::{Options, Theme, png, svg};

/// The pixels a PNG is wide; the SVG beside it has no such limit.
const WIDTH: u32 = 430;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "docs/pictures".into());
    std::fs::create_dir_all(&folder)?;
    let folder = Path::new(&folder);

    let daisy = AbaloneOptions::new(6, Layout::GermanDaisy).ok_or("no such layout")?;
    let scene = play(Abalone::start(&daisy), 7, abalone, |game| {
        game.lost(Seat::First) + game.lost(Seat::Second) == 5
    });
    write(folder, &scene)?;

    let scene = play(Abraxas::start(&AbraxasOptions::default()), 2, abraxas, |game| {
        game.phase().is_taking() && game.score(game.side()) >= 5 && game.reserve() < 8
    });
    write(folder, &scene)?;

    let scene = play(Abagio::start(&AbagioOptions::default()), 10, abagio, |game| {
        let way = game.pips(Seat::First).max(game.pips(Seat::Second));
        let chief = game.chief().is_some_and(|square| !game.stack(square).is_empty());
        game.dice().is_some() && chief && way < 150
    });
    write(folder, &scene)?;

    let options = BlocsOptions::default();
    let mut start = Blocs::start(&options);
    for seat in Seat::ALL {
        let setup = PRESETS[0].setup(&options, seat);
        start.play(Action::Setup(setup)).map_err(|refusal| format!("{refusal:?}"))?;
    }
    let scene = play(start, 10, blocs, |game| game.counts()[2] == 3);
    write(folder, &scene)
}

/// A game, and the last action played in it.
struct Scene<G> {
    game: G,
    last: Option<String>,
}

/// Plays until the game looks as wished (or is nearly over).
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
                scene.game.legal(&mut actions);
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

/// Balls near the centre, balls of the opponent gone.
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

/// Pawns taken, stop pawns kept.
fn abraxas(game: &Abraxas, seat: Seat) -> f64 {
    f64::from(game.score(seat)) * 2.0 + f64::from(game.stops_left(seat)) * 2.0
}

/// The race, few blots behind, and the chief in play.
fn abagio(game: &Abagio, seat: Seat) -> f64 {
    let chief = if game.chief().is_some() { 4.0 } else { 0.0 };
    let behind = f64::from(game.pips(seat.other())) - f64::from(game.pips(seat));
    behind + chief - 5.0 * game.blots(seat).count() as f64
}

/// Own blocks shown against the opponent's.
fn blocs(game: &Blocs, seat: Seat) -> f64 {
    let counts = game.counts();
    let of = |seat: Seat| f64::from(counts[Colour::of(seat) as usize]);
    (of(seat) - of(seat.other())) / 2.0
}

/// The scene as the first player may see it in both themes, as SVG and as PNG.
fn write<G: Game>(folder: &Path, scene: &Scene<G>) -> Result<(), Box<dyn Error>> {
    let name = G::Options::info().name;
    let spec = scene.game.options().spec().to_string();
    let view = scene.game.view(Observer::Player(Seat::First)).to_string();
    println!("{spec} {view}");
    for theme in [Theme::Light, Theme::Dark] {
        let last = scene.last.clone();
        let options = Options { theme, last, size: WIDTH, ..Options::default() };
        let picture = svg(&spec, &view, &options)?;
        let file = folder.join(format!("{name}-{}", theme.name()));
        std::fs::write(file.with_extension("svg"), &picture)?;
        std::fs::write(file.with_extension("png"), png(&picture, 1.0)?)?;
    }
    Ok(())
}
