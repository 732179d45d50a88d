use abaque_core::{Lang, Observer, Outcome, Turn, message};
use clap::ArgMatches;
use serde_json::json;

use super::{game, json as wants_json, observer, text};
use crate::command_error::CommandError;
use crate::output::print;

/// `abaque position`.
pub(crate) fn position(matches: &ArgMatches) -> Result<(), CommandError> {
    let mut game = game(matches)?;
    for action in matches.get_many::<String>("actions").into_iter().flatten() {
        game.play(action)?;
    }
    let position = game.position();
    print(wants_json(matches), || json!({ "position": position }), std::slice::from_ref(&position))
}

/// `abaque moves`.
pub(crate) fn moves(matches: &ArgMatches, lang: Lang) -> Result<(), CommandError> {
    let game = game(matches)?;
    if let Some(count) = game.unlisted_count() {
        let note = message!(
            "{count} set-ups are legal: too many to list",
            "{count} mises en place sont permises\u{a0}: trop pour une liste"
        );
        eprintln!("abaque: {}", note.get(lang));
    }
    let moves = game.legal_plies();
    let value = || match game.unlisted_count() {
        Some(count) => json!({ "moves": moves, "unlisted": count }),
        None => json!({ "moves": moves }),
    };
    print(wants_json(matches), value, &moves)
}

/// `abaque status`.
pub(crate) fn status(matches: &ArgMatches) -> Result<(), CommandError> {
    let game = game(matches)?;
    let letters = game.description().letters;
    let line = match game.turn() {
        Turn::Of(seat) => format!("to-move {}", letters[seat.index()]),
        Turn::Chance => "chance".into(),
        Turn::Over(outcome) => format!("over {}", outcome.to_text(letters)),
    };
    let value = || match game.turn() {
        Turn::Of(seat) => json!({ "status": "to-move", "player": letters[seat.index()] }),
        Turn::Chance => json!({ "status": "chance" }),
        Turn::Over(outcome) => outcome_json(outcome, letters),
    };
    print(wants_json(matches), value, std::slice::from_ref(&line))
}

fn outcome_json(outcome: Outcome, letters: [char; 2]) -> serde_json::Value {
    json!({
        "status": "over",
        "result": outcome.to_text(letters),
        "winner": outcome.winner().map(|seat| letters[seat.index()]),
        "reason": outcome.reason().as_str(),
    })
}

/// `abaque view`.
pub(crate) fn view(matches: &ArgMatches) -> Result<(), CommandError> {
    let game = game(matches)?;
    let view = game.view(observer(game.description().letters, text(matches, "as"))?);
    print(wants_json(matches), || json!({ "view": view }), std::slice::from_ref(&view))
}

/// `abaque remarks`: for a spectator unless `--as` says otherwise.
pub(crate) fn remarks(matches: &ArgMatches, lang: Lang) -> Result<(), CommandError> {
    let game = game(matches)?;
    let by = match matches.get_one::<String>("as") {
        Some(who) => observer(game.description().letters, who)?,
        None => Observer::Spectator,
    };
    let remarks: Vec<String> =
        game.remarks(by).iter().map(|message| message.get(lang).to_string()).collect();
    print(wants_json(matches), || json!({ "remarks": remarks }), &remarks)
}
