//! What is said of an online game.

use abaque_core::{GameInfo, Lang, Outcome, Said, Words, said};
use abaque_protocol::{Seat, Snapshot, Stage};
use abaque_store::GameId;

use super::{Card, pictures};
use crate::app::App;

/// Who plays what, and how it stands, as somebody who only watches may know it.
pub(super) async fn card(app: &App, id: &GameId, lang: Lang) -> Option<Card> {
    // Whoever knows the address of a game may look, so nothing here is kept from them.
    let snapshot = app.hall().look(id).await.ok()?;
    let info = game_info(&snapshot.info.spec)?;
    let (name, who) = (info.title.get(lang), who(&snapshot, lang));
    let title = said!("{name}: {who}", "{name} : {who}").get(lang).to_owned();
    let told = stands(&snapshot, info, lang).get(lang).to_owned();
    Some(Card { title, told, picture: pictures::of_game(&snapshot), wide: true })
}

fn game_info(spec: &str) -> Option<&'static GameInfo> {
    let name = spec.split(':').next()?;
    abaque_catalog::find(name).ok().map(|entry| (entry.info)())
}

fn who(snapshot: &Snapshot, lang: Lang) -> String {
    let [first, second] = snapshot.info.seats.each_ref().map(|seat| sits(seat, lang));
    if snapshot.info.hot_seat {
        return said!("{first}, two at one screen", "{first}, à deux devant un écran")
            .get(lang)
            .to_owned();
    }
    format!("{first} – {second}")
}

fn sits(seat: &Seat, lang: Lang) -> String {
    match (&seat.name, &seat.bot) {
        (Some(name), _) => name.clone(),
        (None, Some(bot)) => {
            said!("the computer ({bot})", "l'ordinateur ({bot})").get(lang).to_owned()
        }
        (None, None) => Words::new("a free seat", "une place libre").get(lang).to_owned(),
    }
}

/// One sentence on how a game stands.
fn stands(snapshot: &Snapshot, info: &GameInfo, lang: Lang) -> Said {
    let plies = match snapshot.info.plies {
        0 => said!("no ply yet", "aucun coup joué"),
        1 => said!("one ply", "un coup"),
        plies => said!("{plies} plies", "{plies} coups"),
    };
    let Said { en, fr } = plies;
    match snapshot.state.stage {
        Stage::Open => {
            said!("A seat is free: come and play.", "Une place est libre : venez jouer.")
        }
        Stage::Seeds => said!("The game is about to begin.", "La partie va commencer."),
        Stage::Playing => said!("Being played: {en}.", "Partie en cours : {fr}."),
        Stage::Aborted => said!("The game was called off.", "La partie a été annulée."),
        Stage::Over => {
            let result = snapshot.info.result.as_deref().unwrap_or_default();
            let Ok(outcome) = Outcome::parse(result, info.letters) else {
                return said!("The game is over: {en}.", "La partie est finie : {fr}.");
            };
            let Said { en: how, fr: comment } = outcome.reason().said();
            match outcome.winner() {
                Some(seat) => {
                    let side = info.players[seat.index()].get(lang);
                    let name = &snapshot.info.seats[seat.index()];
                    let who = match (&name.name, snapshot.info.hot_seat) {
                        (Some(name), false) => format!("{name} ({side})"),
                        _ => side.to_owned(),
                    };
                    said!("{who} wins {how}: {en}.", "{who} gagne {comment} : {fr}.")
                }
                None => said!("A draw {how}: {en}.", "Partie nulle {comment} : {fr}."),
            }
        }
    }
}
