use std::fs;
use std::io::Write;

use abaque_core::{Lang, Turn, message};
use abaque_draw::{DrawOptions, Theme};
use clap::ArgMatches;
use serde_json::json;

use super::{json as wants_json, observer, text};
use crate::command_error::CommandError;
use crate::output::print;

/// `abaque draw`: draws a position or, with secrets, a view.
pub(crate) fn run(matches: &ArgMatches, lang: Lang) -> Result<(), CommandError> {
    let output = text(matches, "output");
    let kind = OutputKind::from_path(output)?;
    let spec = text(matches, "spec");
    let (view, targets) = view_to_draw(matches, spec)?;
    let options = DrawOptions {
        theme: parse_theme(text(matches, "theme")),
        lang,
        coordinates: !matches.get_flag("no-coordinates"),
        flip: matches.get_flag("flip"),
        last: matches.get_one::<String>("last").cloned(),
        targets: if matches.get_flag("targets") { targets } else { Vec::new() },
        arrows: parse_arrows(matches),
        size: matches.get_one::<u32>("size").copied().unwrap_or(800),
        ..DrawOptions::default()
    };
    let svg = abaque_draw::svg(spec, &view, &options)?;
    let failed = |error| CommandError::file(output, &error);
    match kind {
        OutputKind::Stdout => return Ok(std::io::stdout().write_all(svg.as_bytes())?),
        OutputKind::Svg => fs::write(output, svg).map_err(failed)?,
        OutputKind::Png => {
            let png = abaque_draw::png(&svg, 1.0).map_err(|error| {
                CommandError::Environment(message!(
                    "cannot draw the picture: {error}",
                    "impossible de dessiner l'image\u{a0}: {error}"
                ))
            })?;
            fs::write(output, png).map_err(failed)?;
        }
    }
    print(wants_json(matches), || json!({ "file": output }), &[])
}

/// The theme of that name; the command line allows no others.
fn parse_theme(name: &str) -> Theme {
    Theme::ALL.into_iter().find(|theme| theme.name() == name).unwrap_or_default()
}

enum OutputKind {
    Svg,
    Png,
    Stdout,
}

impl OutputKind {
    fn from_path(output: &str) -> Result<OutputKind, CommandError> {
        match output.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).as_deref() {
            _ if output == "-" => Ok(OutputKind::Stdout),
            Some("svg") => Ok(OutputKind::Svg),
            Some("png") => Ok(OutputKind::Png),
            _ => Err(CommandError::input(message!(
                "`{output}` ends neither in .svg nor in .png",
                "«\u{a0}{output}\u{a0}» ne finit ni par .svg ni par .png"
            ))),
        }
    }
}

/// The view to draw and its legal actions. A view text is drawn as it is.
fn view_to_draw(matches: &ArgMatches, spec: &str) -> Result<(String, Vec<String>), CommandError> {
    let position = matches.get_one::<String>("position");
    let game = match position {
        None => abaque_catalog::open(spec)?,
        Some(position) => match abaque_catalog::open_at(spec, position) {
            Ok(game) => game,
            Err(error) => {
                let view = abaque_catalog::canonical_view(spec, position).map_err(|_| error)?;
                return Ok((view, Vec::new()));
            }
        },
    };
    let targets = if let Turn::Of(_) = game.turn() { game.offered_plies() } else { Vec::new() };
    let view = match matches.get_one::<String>("as") {
        Some(who) => game.view(observer(game.description().letters, who)?),
        None => game.position(),
    };
    Ok((view, targets))
}

fn parse_arrows(matches: &ArgMatches) -> Vec<(String, String)> {
    let ends: Vec<&String> = matches.get_many("arrow").into_iter().flatten().collect();
    ends.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect()
}
