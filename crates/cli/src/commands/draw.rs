use std::fs;
use std::io::Write;

use abaque_core::{Lang, Turn, said};
use abaque_draw::{Options, Theme};
use clap::ArgMatches;
use serde_json::json;

use super::{json as wants_json, observer, text};
use crate::failure::Failure;
use crate::output::print;

/// `abaque draw`: from a position or, where there are secrets, from a view.
pub(crate) fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let output = text(matches, "output");
    let kind = Kind::of(output)?;
    let spec = text(matches, "spec");
    let (view, targets) = picture_of(matches, spec)?;
    let options = Options {
        theme: theme(text(matches, "theme")),
        lang,
        coordinates: !matches.get_flag("no-coordinates"),
        flip: matches.get_flag("flip"),
        last: matches.get_one::<String>("last").cloned(),
        targets: if matches.get_flag("targets") { targets } else { Vec::new() },
        arrows: arrows(matches),
        size: matches.get_one::<u32>("size").copied().unwrap_or(800),
        ..Options::default()
    };
    let svg = abaque_draw::svg(spec, &view, &options)?;
    let failed = |error| Failure::file(output, &error);
    match kind {
        Kind::Stdout => return Ok(std::io::stdout().write_all(svg.as_bytes())?),
        Kind::Svg => fs::write(output, svg).map_err(failed)?,
        Kind::Png => {
            let png = abaque_draw::png(&svg, 1.0).map_err(|error| {
                Failure::World(said!("no picture: {error}", "pas d'image : {error}"))
            })?;
            fs::write(output, png).map_err(failed)?;
        }
    }
    print(wants_json(matches), || json!({ "file": output }), &[])
}

/// The theme of that name; the interface lets no other through.
fn theme(name: &str) -> Theme {
    Theme::ALL.into_iter().find(|theme| theme.name() == name).unwrap_or_default()
}

enum Kind {
    Svg,
    Png,
    Stdout,
}

impl Kind {
    fn of(output: &str) -> Result<Kind, Failure> {
        match output.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).as_deref() {
            _ if output == "-" => Ok(Kind::Stdout),
            Some("svg") => Ok(Kind::Svg),
            Some("png") => Ok(Kind::Png),
            _ => Err(Failure::input(said!(
                "`{output}` ends neither in .svg nor in .png",
                "« {output} » ne finit ni par .svg ni par .png"
            ))),
        }
    }
}

/// What is to be seen, and the legal actions there. A text with secrets left out is drawn as it is.
fn picture_of(matches: &ArgMatches, spec: &str) -> Result<(String, Vec<String>), Failure> {
    let position = matches.get_one::<String>("position");
    let game = match position {
        None => abaque_catalog::open(spec)?,
        Some(position) => match abaque_catalog::open_at(spec, position) {
            Ok(game) => game,
            Err(error) => {
                let view = abaque_catalog::check_view(spec, position).map_err(|_| error)?;
                return Ok((view, Vec::new()));
            }
        },
    };
    let targets = if let Turn::Of(_) = game.turn() { game.offered() } else { Vec::new() };
    let view = match matches.get_one::<String>("as") {
        Some(who) => game.view(observer(game.info().letters, who)?),
        None => game.position(),
    };
    Ok((view, targets))
}

fn arrows(matches: &ArgMatches) -> Vec<(String, String)> {
    let ends: Vec<&String> = matches.get_many("arrow").into_iter().flatten().collect();
    ends.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect()
}
