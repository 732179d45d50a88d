//! What is said beside a game, and who hears it.

use abaque_core::said;
use abaque_protocol::{Chat, LONGEST_LINE, Stage, Tell};
use abaque_store::{PersonId, Room as Corner};

use super::{Eyes, Room};
use crate::Refusal;
use crate::outbox::written;

impl Room {
    /// Chat: players among themselves while they play, everybody when it is over; never those who block the speaker.
    pub(super) async fn say(
        &mut self,
        person: PersonId,
        name: String,
        text: String,
    ) -> Result<(), Refusal> {
        let text = text.trim();
        if text.is_empty() || text.chars().count() > LONGEST_LINE || text.contains(char::is_control)
        {
            return Err(bad_line());
        }
        let store = &self.hall.store;
        let speaker = store.person(person).await?.filter(|speaker| !speaker.closed);
        let speaker = speaker.ok_or_else(Refusal::not_yours)?;
        if let Some(reason) = speaker.silenced.or(speaker.banned) {
            return Err(silenced(&reason));
        }
        let players = self.eyes(Some(person)) != Eyes::Watcher;
        let corner = if players { Corner::Players } else { Corner::Watchers };
        let at = self.hall.now();
        let id = store.add_line(&self.game.id, person, corner, text, at).await?;
        let deaf = store.blocked_by(person).await?;
        let game = self.game.id.as_str().to_owned();
        let chat = Chat { game, id, name, players, at, text: text.to_owned() };
        let told = written(&Tell::Chat(chat));
        // What players say watchers hear when it is over; what watchers say players never hear while they play.
        let over = self.stage() != Stage::Playing;
        self.viewers.put(&told, |viewer| {
            let near = over || (viewer.eyes != Eyes::Watcher) == players;
            near && !viewer.muted && !viewer.person.is_some_and(|person| deaf.contains(&person))
        });
        Ok(())
    }
}

fn bad_line() -> Refusal {
    Refusal::new(
        "bad-line",
        422,
        said!(
            "a line has 1 to {LONGEST_LINE} characters",
            "une ligne compte 1 à {LONGEST_LINE} caractères"
        ),
    )
}

fn silenced(reason: &str) -> Refusal {
    Refusal::new(
        "silenced",
        403,
        said!(
            "whoever runs this server lets you say nothing: {reason}",
            "qui tient ce serveur vous a réduit au silence : {reason}"
        ),
    )
}
