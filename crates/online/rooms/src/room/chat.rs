//! Chat of a game and its audience.

use abaque_core::{message, visible_line};
use abaque_protocol::{ChatLine, GameStage, MAX_CHAT_CHARS, ServerMessage};
use abaque_store::{ChatRoom, PersonId};

use super::{Room, ViewerKind};
use crate::RequestError;
use crate::connection::encode;

impl Room {
    /// Sends a chat line: to players or to spectators during the game, to all viewers afterwards;
    /// never to users who block the speaker.
    pub(super) async fn say(
        &mut self,
        person: PersonId,
        name: String,
        text: String,
    ) -> Result<(), RequestError> {
        let text = text.trim();
        if text.contains(char::is_control) {
            return Err(bad_line());
        }
        let text = visible_line(text);
        let text = text.trim();
        if text.is_empty() || text.chars().count() > MAX_CHAT_CHARS {
            return Err(bad_line());
        }
        let store = &self.rooms.store;
        let speaker = store.person(person).await?.filter(|speaker| !speaker.closed);
        let speaker = speaker.ok_or_else(RequestError::not_a_player)?;
        if let Some(reason) = speaker.silenced.or(speaker.banned) {
            return Err(silenced(&reason));
        }
        let players = self.viewer_kind(Some(person)) != ViewerKind::Watcher;
        let now = self.rooms.now();
        self.rooms.quotas.take_chat_line(person, &self.game.id, players, text, now)?;
        let corner = if players { ChatRoom::Players } else { ChatRoom::Watchers };
        let at = now;
        let id = store.add_chat_line(&self.game.id, person, corner, text, at).await?;
        let deaf = store.people_blocking(person).await?;
        let game = self.game.id.as_str().to_owned();
        let chat = ChatLine { game, id, name, players, at, text: text.to_owned() };
        let encoded = encode(&ServerMessage::Chat(chat));
        // Spectators read the players' chat after the game; players never read the spectators' chat
        // during it.
        let over = self.stage() != GameStage::Playing;
        self.viewers.send_where(&encoded, |viewer| {
            let near = over || (viewer.kind != ViewerKind::Watcher) == players;
            near && !viewer.muted && !viewer.person.is_some_and(|person| deaf.contains(&person))
        });
        Ok(())
    }
}

fn bad_line() -> RequestError {
    RequestError::new(
        "bad-line",
        422,
        message!(
            "a message has 1 to {MAX_CHAT_CHARS} characters",
            "un message compte de 1 à {MAX_CHAT_CHARS} caractères"
        ),
    )
}

fn silenced(reason: &str) -> RequestError {
    RequestError::new(
        "silenced",
        403,
        message!(
            "an administrator of this server has muted you: {reason}",
            "un administrateur de ce serveur vous a retiré la parole : {reason}"
        ),
    )
}
