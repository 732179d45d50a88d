//! Chat of a game and its audience.

use abaque_core::{message, visible_line};
use abaque_protocol::{ChatLine, GameStage, MAX_CHAT_CHARS, ServerMessage};
use abaque_store::{ChatRoom, PersonId};

use super::{Room, ViewerKind};
use crate::RequestError;
use crate::cluster::Hint;
use crate::outbox::encode;
use crate::quota::text_hash;

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
        if let Some(cluster) = &self.rooms.cluster {
            let (game, text) = ((&self.game.id).into(), text_hash(text));
            cluster.publish(Hint::NewChat { game, person: person.into(), players, text });
        }
        let corner = if players { ChatRoom::Players } else { ChatRoom::Watchers };
        let at = now;
        let id = store.add_chat_line(&self.game.id, person, corner, text, at).await?;
        if let Some(cluster) = self.rooms.cluster.clone() {
            cluster.publish(Hint::Chat { game: (&self.game.id).into() });
            // Lines of other nodes may come before this one.
            self.deliver_chat().await;
            return Ok(());
        }
        self.send_chat_line(
            person,
            ChatLine {
                game: self.game.id.as_str().to_owned(),
                id,
                name,
                players,
                at,
                text: text.to_owned(),
            },
        )
        .await?;
        Ok(())
    }

    /// Sends the viewers here the lines they do not have yet, whichever node stored them.
    pub(super) async fn deliver_chat(&mut self) {
        if let Err(error) = self.send_new_lines().await {
            tracing::warn!(game = %self.game.id, ?error, "cannot read chat lines of other nodes");
        }
    }

    async fn send_new_lines(&mut self) -> Result<(), RequestError> {
        let (store, id) = (self.rooms.store.clone(), self.game.id.clone());
        let after = self.replica.chat_seen;
        let mut lines = store.chat_lines(&id, ChatRoom::Players, after).await?;
        lines.extend(store.chat_lines(&id, ChatRoom::Watchers, after).await?);
        lines.sort_by_key(|line| line.id);
        for line in lines {
            let name = store.person(line.person).await?.map(|person| person.name);
            let chat = ChatLine {
                game: id.as_str().to_owned(),
                id: line.id,
                name: name.unwrap_or_default(),
                players: line.room == ChatRoom::Players,
                at: line.at,
                text: line.text,
            };
            self.send_chat_line(line.person, chat).await?;
            self.replica.chat_seen = line.id;
        }
        Ok(())
    }

    /// Sends one line to its audience here.
    async fn send_chat_line(
        &mut self,
        person: PersonId,
        chat: ChatLine,
    ) -> Result<(), RequestError> {
        let deaf = self.rooms.store.people_blocking(person).await?;
        let players = chat.players;
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
            "un administrateur de ce serveur vous a retiré la parole\u{a0}: {reason}"
        ),
    )
}
