//! A room as it was left.

use std::collections::HashMap;
use std::sync::Arc;

use abaque_core::Seat;
use abaque_lots::{from_hex, seal, to_hex};
use abaque_store::{Append, Appended, GameId, Status};
use abaque_table::{At, Table};
use tokio::sync::mpsc;

use super::acts::MOST_LAG;
use super::late::Late;
use super::{Mail, Room};
use crate::deal::{Kept, Secret, setting};
use crate::hall::Inner;
use crate::log::{Logged, seat};
use crate::room::viewers::Viewers;
use crate::{Refusal, names};

/// Lag a player may be given back at first, and the most there may be left of it, in milliseconds.
pub(super) const LAG: u64 = 2000;

impl Room {
    /// Reads a game and plays its acts again.
    pub(crate) async fn load(
        hall: Arc<Inner>,
        id: &GameId,
        own: mpsc::WeakSender<Mail>,
    ) -> Result<Room, Refusal> {
        let game = hall.store.game(id).await?.ok_or_else(Refusal::no_game)?;
        let secret = hall.store.secret(id).await?.unwrap_or_default();
        let (Some(kept), Some(secret)) = (Kept::read(&game.options), Secret::read(&secret)) else {
            tracing::error!(game = %id, "the store holds a game nobody can read");
            return Err(Refusal::trouble());
        };
        let sits = names::seats(&hall.store, &game).await?;
        let mut room = Room {
            own,
            game,
            kept,
            secret,
            sits,
            table: None,
            late: None,
            version: 0,
            board: 0,
            plies_at: vec![0],
            taken_back: 0,
            keys: HashMap::new(),
            slept: 0,
            viewers: Viewers::default(),
            lag: [LAG; 2],
            thinking: [None; 2],
            seals: [None, None],
            ratings: None,
            hall,
        };
        room.replay().await?;
        Ok(room)
    }

    /// Plays everything stored again, from the start.
    pub(super) async fn replay(&mut self) -> Result<(), Refusal> {
        let (store, id) = (self.hall.store.clone(), self.game.id.clone());
        let Some(started) = self.game.started else { return Ok(()) };
        let setting = setting(&self.game.spec, &self.game.clock, self.game.rated)?;
        let mut table = Table::new(setting, At(started as u64));
        let mut late = Late::new(self.kept.delay, &table, At(started as u64));
        let (mut last, mut accounted) = (started, started);
        (self.version, self.board, self.taken_back, self.slept) = (0, 0, 0, 0);
        self.plies_at = vec![0];
        self.keys.clear();
        let mut asked = None;
        for stored in store.acts(&id, 1).await? {
            let Some(logged) = Logged::read(&stored.act) else {
                tracing::error!(game = %id, version = stored.version, "an act nobody can read");
                return Err(Refusal::trouble());
            };
            // Lots were stored with the act they follow, and the answer was the version they led to.
            if stored.key.is_some() || !matches!(logged, Logged::Lot { .. }) {
                asked = stored.key;
            }
            if let Some(key) = &asked {
                self.keys.insert(key.clone(), stored.version);
            }
            last = stored.at + self.slept as i64;
            if let Logged::Woke { slept, until } = logged {
                self.slept += slept;
                accounted = until;
            }
            let at = At(stored.at as u64);
            self.noted(&mut table, &logged, at);
            if let Some(late) = &mut late {
                // What the way took was given back: it may have been known later than it counts.
                late.add(At(at.0 + MOST_LAG), at, vec![logged]);
            }
        }
        let playing = self.game.status == Status::Playing;
        self.table = Some(table);
        self.late = late;
        let slept = self.hall.asleep.after(last.max(accounted));
        if playing && slept > 0 {
            self.wake(slept).await?;
        }
        let now = self.now();
        while self.late.as_mut().is_some_and(|late| late.step(now)) {}
        Ok(())
    }

    /// Takes one act of the record in.
    pub(super) fn noted(&mut self, table: &mut Table, logged: &Logged, at: At) {
        let before = table.plies().len();
        if let Some(act) = logged.act()
            && let Err(refused) = table.step(act, at)
        {
            // It was accepted once: the rules have changed under the game.
            tracing::error!(game = %self.game.id, ?refused, "a stored act is refused");
        }
        self.version += 1;
        let after = table.plies().len();
        if after != before || matches!(logged, Logged::Play { .. }) {
            self.board = self.version;
        }
        if after < before {
            self.taken_back = self.version;
        }
        self.plies_at.push(after as u32);
        if let Logged::Play { s, p, n: Some(nonce) } = logged
            && let (Some(seat), Some(nonce)) = (seat(*s), from_hex(nonce))
        {
            self.seals[seat.index()] = Some(self.seal_of(table, seat, &nonce, p));
        }
    }

    pub(super) fn seal_of(
        &self,
        table: &Table,
        seat: Seat,
        nonce: &[u8; 32],
        setup: &str,
    ) -> String {
        let letter = table.info().letters[seat.index()];
        to_hex(&seal(self.game.id.as_str(), letter, nonce, setup))
    }

    /// The server was down: nobody's clock ran.
    async fn wake(&mut self, slept: u64) -> Result<(), Refusal> {
        let until = self.hall.now();
        let woke = Logged::Woke { slept, until };
        let at = until - self.slept as i64 - slept as i64;
        let before = self.slept;
        self.slept += slept;
        let append = Append {
            game: self.game.id.clone(),
            version: self.version + 1,
            acts: vec![(at, woke.text())],
            key: None,
            end: None,
            plies: self.table.as_ref().map_or(0, |table| table.plies().len() as u32),
            turn: self.table.as_ref().map(|table| self.waiting(table)),
        };
        if self.hall.store.append(append).await? != Appended::Done {
            self.slept = before;
            return Err(Refusal::trouble());
        }
        self.version += 1;
        self.plies_at.push(self.plies_at.last().copied().unwrap_or_default());
        let now = self.now();
        if let Some(late) = &mut self.late {
            late.add(now, At(at as u64), vec![woke]);
        }
        Ok(())
    }
}
