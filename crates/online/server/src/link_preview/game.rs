//! Link previews of online games.

use abaque_core::{GameDescription, Lang, Message, Outcome, StaticMessage, message};
use abaque_protocol::{GameSnapshot, GameStage, SeatInfo};
use abaque_store::GameId;

use super::{LinkPreview, pictures};
use crate::app::App;

/// Preview of a game from the spectator's view: players, game and status.
pub(super) async fn game_preview(app: &App, id: &GameId, lang: Lang) -> Option<LinkPreview> {
    // Anyone with the link of a game may watch it, so the preview hides nothing from them.
    let snapshot = app.rooms().spectator_snapshot(id).await.ok()?;
    let info = game_description(&snapshot.info.spec)?;
    let (name, who) = (info.title.get(lang), players_text(&snapshot, lang));
    let title = message!("{name}: {who}", "{name}\u{a0}: {who}").get(lang).to_owned();
    let description = status_text(&snapshot, info, lang).get(lang).to_owned();
    Some(LinkPreview {
        title,
        description,
        picture: pictures::game_picture_path(&snapshot),
        wide: true,
    })
}

fn game_description(spec: &str) -> Option<&'static GameDescription> {
    let name = spec.split(':').next()?;
    abaque_catalog::find(name).ok().map(|entry| (entry.description)())
}

fn players_text(snapshot: &GameSnapshot, lang: Lang) -> String {
    let [first, second] = snapshot.info.seats.each_ref().map(|seat| seat_text(seat, lang));
    if snapshot.info.hot_seat {
        return message!("{first}, pass and play", "{first}, à deux sur le même écran")
            .get(lang)
            .to_owned();
    }
    format!("{first} – {second}")
}

fn seat_text(seat: &SeatInfo, lang: Lang) -> String {
    match (&seat.name, &seat.bot) {
        (Some(name), _) => name.clone(),
        (None, Some(bot)) => {
            message!("the computer ({bot})", "l'ordinateur ({bot})").get(lang).to_owned()
        }
        (None, None) => StaticMessage::new("an open seat", "une place libre").get(lang).to_owned(),
    }
}

/// One sentence on the status of a game.
fn status_text(snapshot: &GameSnapshot, info: &GameDescription, lang: Lang) -> Message {
    let plies = match snapshot.info.plies {
        0 => message!("no moves yet", "aucun coup pour l'instant"),
        1 => message!("1 move", "1 coup"),
        plies => message!("{plies} moves", "{plies} coups"),
    };
    let Message { en, fr } = plies;
    match snapshot.state.stage {
        GameStage::Open => {
            message!(
                "A seat is open: come and play!",
                "Une place est libre\u{a0}: venez jouer\u{a0}!"
            )
        }
        GameStage::Seeds => message!("The game is about to start.", "La partie va commencer."),
        GameStage::Playing => message!("In progress: {en}.", "En cours\u{a0}: {fr}."),
        GameStage::Aborted => message!("Game aborted.", "Partie annulée."),
        GameStage::Over => {
            let result = snapshot.info.result.as_deref().unwrap_or_default();
            let Ok(outcome) = Outcome::parse(result, info) else {
                return message!("The game is over: {en}.", "La partie est terminée\u{a0}: {fr}.");
            };
            let Message { en: how, fr: comment } = outcome.reason().message();
            match outcome.winner() {
                Some(seat) => {
                    let side = info.players[seat.index()].get(lang);
                    let name = &snapshot.info.seats[seat.index()];
                    let who = match (&name.name, snapshot.info.hot_seat) {
                        (Some(name), false) => format!("{name} ({side})"),
                        _ => side.to_owned(),
                    };
                    message!("{who} wins {how}: {en}.", "{who} gagne {comment}\u{a0}: {fr}.")
                }
                None => message!("Draw {how}: {en}.", "Partie nulle {comment}\u{a0}: {fr}."),
            }
        }
    }
}
