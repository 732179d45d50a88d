//! Whoever is connected: what they ask for, and what they are told.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use abaque_core::{Lang, said};
use abaque_protocol::{Act, Tell};
use abaque_store::{GameId, PersonId};
use tokio::sync::oneshot;

use crate::Refusal;
use crate::hall::{Hall, locked};
use crate::outbox::{Outbox, written};
use crate::room::{Asker, Mail};

/// A connection: who it is, and what it hears.
pub struct Visitor {
    hall: Hall,
    id: u64,
    person: Option<PersonId>,
    name: String,
    lang: Lang,
    outbox: Outbox,
    /// What the way from it takes, in milliseconds.
    lag: AtomicU64,
    /// The games it hears of, and whether without their chat.
    watched: Mutex<Vec<(GameId, bool)>>,
}

/// Everybody connected, by who they are.
#[derive(Default)]
pub(crate) struct Connections(Mutex<HashMap<PersonId, Vec<(u64, Outbox)>>>);

impl Connections {
    /// Tells somebody on all their connections.
    pub(crate) fn tell(&self, person: PersonId, tell: &Tell) {
        let text = written(tell);
        if let Some(list) = locked(&self.0).get(&person) {
            for (_, outbox) in list {
                outbox.put(&text);
            }
        }
    }

    /// Everybody who is connected.
    pub(crate) fn people(&self) -> Vec<PersonId> {
        locked(&self.0).keys().copied().collect()
    }

    fn come(&self, person: PersonId, id: u64, outbox: Outbox) {
        locked(&self.0).entry(person).or_default().push((id, outbox));
    }

    fn go(&self, person: PersonId, id: u64) {
        let mut all = locked(&self.0);
        if let Some(list) = all.get_mut(&person) {
            list.retain(|(other, _)| *other != id);
            if list.is_empty() {
                all.remove(&person);
            }
        }
    }
}

impl Visitor {
    pub(crate) fn new(
        hall: Hall,
        id: u64,
        person: Option<(PersonId, String)>,
        lang: Lang,
        outbox: Outbox,
    ) -> Visitor {
        let (person, name) = person.map_or((None, String::new()), |(id, name)| (Some(id), name));
        if let Some(person) = person {
            hall.0.connections.come(person, id, outbox.clone());
        }
        let lag = AtomicU64::new(0);
        Visitor { hall, id, person, name, lang, outbox, lag, watched: Mutex::default() }
    }

    /// Hears of a game from now on; `have` is the version known already.
    pub async fn watch(&self, id: &GameId, have: Option<u32>) -> Result<(), Refusal> {
        let known = self.muted(id);
        let muted = match self.person {
            Some(person) => self.hall.store().is_muted(id, person).await?,
            None => known.unwrap_or(false),
        };
        let mail = Mail::Watch {
            connection: self.id,
            asker: self.asker(),
            have,
            muted,
            outbox: self.outbox.clone(),
        };
        self.hall.post(id, mail).await?;
        if known.is_none() {
            locked(&self.watched).push((id.clone(), muted));
        }
        Ok(())
    }

    /// Whether it hears no chat of a game; nothing if it does not hear of that game at all.
    fn muted(&self, id: &GameId) -> Option<bool> {
        locked(&self.watched).iter().find(|(watched, _)| watched == id).map(|(_, muted)| *muted)
    }

    /// Hears no chat of a game it hears of, or hears it again. Of whoever is known that is kept, and holds on all their
    /// connections.
    pub async fn mute(&self, id: &GameId, on: bool) -> Result<(), Refusal> {
        let mut known = false;
        for (_, muted) in locked(&self.watched).iter_mut().filter(|(watched, _)| watched == id) {
            (known, *muted) = (true, on);
        }
        if !known {
            return Err(Refusal::new(
                "not-watched",
                409,
                said!(
                    "you do not hear of this game: watch it first",
                    "vous ne suivez pas cette partie : suivez-la d'abord"
                ),
            ));
        }
        let told = Tell::Muted { game: id.as_str().to_owned(), on };
        match self.person {
            Some(person) => {
                self.hall.store().mute(id, person, on).await?;
                self.hall.0.connections.tell(person, &told);
            }
            None => drop(self.outbox.tell(&told)),
        }
        self.hall.post(id, Mail::Mute { connection: self.id, person: self.person, on }).await
    }

    /// How many games it hears of.
    pub fn watched(&self) -> usize {
        locked(&self.watched).len()
    }

    /// Hears of it no longer.
    pub async fn leave(&self, id: &GameId) {
        locked(&self.watched).retain(|(watched, _)| watched != id);
        let _ = self.hall.post(id, Mail::Leave { connection: self.id }).await;
    }

    /// Does something in a game; gives the version it led to.
    pub async fn act(&self, id: &GameId, seen: u32, key: String, act: Act) -> Result<u32, Refusal> {
        let (answer, told) = oneshot::channel();
        let lag = self.lag.load(Ordering::Relaxed);
        self.hall.post(id, Mail::Act { asker: self.asker(), seen, key, act, lag, answer }).await?;
        told.await.map_err(|_| Refusal::trouble())?
    }

    /// Says something beside a game.
    pub async fn say(&self, id: &GameId, text: String) -> Result<(), Refusal> {
        let person = self.person.ok_or_else(Refusal::not_yours)?;
        let (answer, told) = oneshot::channel();
        self.hall.post(id, Mail::Say { person, name: self.name.clone(), text, answer }).await?;
        told.await.map_err(|_| Refusal::trouble())?
    }

    /// Hears of open games, or no longer.
    pub fn lobby(&self, on: bool) {
        let lobby = &self.hall.0.lobby;
        if on { lobby.listen(self.id, self.outbox.clone()) } else { lobby.leave(self.id) }
    }

    /// What the way to it and back took, in milliseconds: half of it is the way here.
    pub fn measured(&self, round_trip: u64) {
        let before = self.lag.load(Ordering::Relaxed);
        let half = round_trip / 2;
        let mean = if before == 0 { half } else { (before * 3 + half) / 4 };
        self.lag.store(mean, Ordering::Relaxed);
    }

    /// The box its messages go to.
    pub fn outbox(&self) -> &Outbox {
        &self.outbox
    }

    /// Its language.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// It is gone.
    pub async fn gone(self) {
        self.lobby(false);
        if let Some(person) = self.person {
            self.hall.0.connections.go(person, self.id);
        }
        let watched = std::mem::take(&mut *locked(&self.watched));
        for (id, _) in watched {
            // A room that is put away has nobody to see off.
            if let Some(room) = self.hall.0.open_room(&id) {
                let _ = room.send(Mail::Leave { connection: self.id }).await;
            }
        }
    }

    fn asker(&self) -> Asker {
        Asker { person: self.person, lang: self.lang }
    }
}
