//! Before the first move: joining, revealing seeds, drawing sides.

use abaque_core::{Seat, message};
use abaque_protocol::GameStage;
use abaque_store::{
    GameStart, GameStatus, PendingTurn, PersonId, SeatChange, Seats, SeatsToAct, StoreError,
    Version,
};
use abaque_table::{Table, Timestamp};

use super::Room;
use super::delayed::DelayedTable;
use super::replica::overtaken_error;
use crate::terms::{
    GameSecret, SideChoice, StoredTerms, match_settings, request_key, seed_timeout_ms,
};
use crate::{RequestError, summary};

impl Room {
    /// Resumes a loaded room: counts, starts or continues the game where a crash interrupted it.
    pub(super) async fn resume(&mut self) {
        if self.count_result().await {
            self.publish_change();
        }
        if matches!(self.stage(), GameStage::Seeds | GameStage::Playing) && !self.try_drive().await
        {
            return;
        }
        let _ = self.settle_outage().await;
        if self.stage() == GameStage::Seeds {
            if !self.stored_terms.lots || self.secret.seeds().is_some() {
                let _ = self.start(self.secret.clone(), false).await;
            } else {
                self.sync_seed_deadline().await;
            }
        }
        self.advance().await;
    }

    /// Seats a joiner.
    pub(super) async fn join(
        &mut self,
        person: PersonId,
        commitment: Option<&str>,
    ) -> Result<(), RequestError> {
        if self.has_joined(person, commitment) {
            // A repeated request whose first answer was lost.
            return Ok(());
        }
        if self.stage() != GameStage::Open {
            return Err(not_open_error());
        }
        if person == self.stored_terms.host() {
            return Err(RequestError::new(
                "own-game",
                409,
                message!(
                    "this is your own game: another player must join it",
                    "c'est votre propre partie\u{a0}: un autre joueur doit la rejoindre"
                ),
            ));
        }
        let stranger = self.stored_terms.invited.is_some_and(|invited| invited != person.0);
        if stranger || self.rooms.store.is_blocked(person, self.stored_terms.host()).await? {
            return Err(RequestError::new(
                "not-invited",
                403,
                message!(
                    "this game is reserved for another player",
                    "cette partie est réservée à un autre joueur"
                ),
            ));
        }
        let mut secret = self.secret.clone();
        if self.stored_terms.lots {
            secret.set_joiner_commitment(commitment.unwrap_or_default())?;
        }
        let mut seats = self.game.seats.clone();
        let free = if seats.first.is_none() { &mut seats.first } else { &mut seats.second };
        *free = Some(person);
        let now = self.rooms.now();
        let mut terms = self.stored_terms.clone();
        terms.met = Some(now);
        let (id, mode) = (&self.game.id, terms.seed_mode());
        let lots = secret.lot_commitments(id.as_str(), mode).filter(|_| terms.lots);
        let turn = self.pending_seed_turn(&seats, &terms, &secret);
        let (options, text) = (terms.to_json(), secret.to_json());
        let change =
            SeatChange { seats: seats.clone(), options, secret: text.clone(), at: now, turn };
        // All in one transaction: a half-stored join would block the game for ever.
        match self.rooms.store.seat_joiner_if(id, self.unchanged(true), change, lots).await {
            Ok(true) => {}
            Ok(false) => {
                self.reload().await;
                let is_open = self.is_shared() && self.stage() == GameStage::Open;
                return Err(if is_open { overtaken_error() } else { not_open_error() });
            }
            Err(error) => return Err(self.reload_after_error(&error).await),
        }
        (self.game.seats, self.game.turn) = (seats, turn);
        (self.stored_terms, self.secret, self.stored_secret) = (terms, secret, text);
        self.note_revision();
        // The seed deadline runs from now on.
        self.try_drive().await;
        self.seats = summary::seats(&self.rooms.store, &self.game).await?;
        self.rooms.notify_lobby();
        if !self.stored_terms.lots {
            return self.start(self.secret.clone(), true).await;
        }
        self.send_snapshots();
        if !self.stored_terms.deposited {
            // Any open page of the host can reveal the seed.
            self.notify_paired();
        }
        Ok(())
    }

    /// Whether this user has already joined with this commitment.
    fn has_joined(&self, person: PersonId, commitment: Option<&str>) -> bool {
        let seats = [self.game.seats.first, self.game.seats.second];
        let same = !self.stored_terms.lots
            || self.secret.has_joiner_commitment(commitment.unwrap_or_default());
        seats.contains(&Some(person))
            && person != self.stored_terms.host()
            && same
            && matches!(self.stage(), GameStage::Seeds | GameStage::Playing)
    }

    /// Reveals a seed. Revealing it again changes nothing.
    pub(super) async fn reveal(
        &mut self,
        person: PersonId,
        key: &str,
        seed: &str,
        other: Option<&str>,
    ) -> Result<Version, RequestError> {
        let mut secret = self.secret.clone();
        let id = self.game.id.as_str();
        let party = usize::from(person != self.stored_terms.host());
        let fits = match other {
            // One client holds both seeds: a shared screen or a game against a bot.
            Some(other) if self.is_single_client() => {
                secret.open_seed(id, 0, seed).and_then(|()| secret.open_seed(id, 1, other))
            }
            None if !self.is_single_client() => secret.open_seed(id, party, seed),
            _ => Err(RequestError::new(
                "bad-seed",
                422,
                message!(
                    "reveal your own seed; a client that plays for both reveals `seed` and `other`",
                    "chaque joueur révèle sa propre clé de tirage\u{a0}; un client qui joue pour les deux révèle `seed` et `other`"
                ),
            )),
        };
        if fits.is_ok() && secret == self.secret {
            return Ok(Version::NONE);
        }
        if self.stage() != GameStage::Seeds || !self.stored_terms.lots {
            return Err(RequestError::new(
                "no-seed-due",
                409,
                message!("no seed is due", "aucune clé de tirage n'est attendue"),
            ));
        }
        fits?;
        secret.remember_request(request_key(person, key));
        if secret.seeds().is_some() {
            self.start(secret, true).await?;
            return Ok(Version::NONE);
        }
        let turn = self.pending_seed_turn(&self.game.seats, &self.stored_terms, &secret);
        let (known, text) = (self.unchanged(true), secret.to_json());
        let stored = self.rooms.store.set_seeds(&self.game.id, known, &text, turn).await;
        self.expect_stored(stored).await?;
        (self.secret, self.stored_secret, self.game.turn) = (secret, text, turn);
        self.note_revision();
        self.send_snapshots();
        Ok(Version::NONE)
    }

    /// Reloads the room unless a change was stored; viewers must not see unstored changes.
    async fn expect_stored(
        &mut self,
        stored: Result<bool, StoreError>,
    ) -> Result<(), RequestError> {
        match stored {
            Ok(true) => Ok(()),
            Ok(false) => {
                self.reload().await;
                Err(self.not_stored_error())
            }
            Err(error) => Err(self.reload_after_error(&error).await),
        }
    }

    /// The answer when a change was not stored because the game had changed.
    fn not_stored_error(&self) -> RequestError {
        if self.is_shared() { overtaken_error() } else { RequestError::unconfirmed() }
    }

    /// Whether one client holds both seeds.
    fn is_single_client(&self) -> bool {
        let seats = &self.game.seats;
        seats.first_bot.is_some() || seats.second_bot.is_some() || self.game.hot_seat
    }

    /// Draws sides if needed and starts the game. The room changes only after the store has.
    async fn start(&mut self, mut secret: GameSecret, is_asked: bool) -> Result<(), RequestError> {
        let mut seats = self.game.seats.clone();
        let mut exchanged = false;
        if self.stored_terms.side == SideChoice::Lot
            && let Some(lots) = secret.lots(self.game.id.as_str(), &self.game.spec)
        {
            let seat = if lots.draw("sides", 0, 2) == 0 { Seat::First } else { Seat::Second };
            secret.seat_of_a = Some(seat);
            // Before the draw the creator sits first.
            exchanged = seat == Seat::Second;
        }
        if exchanged {
            let Seats { first, second, first_bot, second_bot } = seats;
            seats = Seats {
                first: second,
                second: first,
                first_bot: second_bot,
                second_bot: first_bot,
            };
        }
        let at = self.rooms.now();
        let setting = match_settings(&self.game.spec, &self.game.clock, self.game.rated)?;
        let table = Table::new(setting, Timestamp(at as u64));
        let to_act = match Seat::ALL.map(|seat| table.can_act(seat)) {
            [false, false] => SeatsToAct::Nobody,
            [true, false] => SeatsToAct::First,
            [false, true] => SeatsToAct::Second,
            [true, true] => SeatsToAct::Both,
        };
        let turn = PendingTurn { to_act, deadline: table.deadline().map(|at| at.0 as i64) };
        let text = secret.to_json();
        let start = GameStart { seats: seats.clone(), secret: text.clone(), at, turn };
        let still = self.unchanged(is_asked);
        let stored = self.rooms.store.start_game_if(&self.game.id, still, start).await;
        self.expect_stored(stored).await?;
        self.note_revision();
        (self.game.seats, self.game.turn) = (seats, turn);
        (self.secret, self.stored_secret) = (secret, text);
        self.game.status = GameStatus::Playing;
        self.game.started = Some(at);
        (self.last_act, self.accounted) = (at, at);
        self.delayed_table =
            DelayedTable::new(self.stored_terms.delay, &table, Timestamp(at as u64));
        self.table = Some(table);
        if exchanged {
            self.viewers.swap_seats();
        }
        self.try_drive().await;
        self.seats = summary::seats(&self.rooms.store, &self.game).await?;
        self.send_snapshots();
        self.notify_paired();
        Ok(())
    }

    /// Seed deadline, extended by downtime.
    pub(super) fn seed_deadline(&self) -> Option<i64> {
        let met = self.stored_terms.met.filter(|_| self.stage() == GameStage::Seeds)?;
        Some(met + seed_timeout_ms(&self.game.clock) + self.rooms.downtime.millis_since(met) as i64)
    }

    /// Seats owing a seed, with the deadline.
    fn pending_seed_turn(
        &self,
        seats: &Seats,
        terms: &StoredTerms,
        secret: &GameSecret,
    ) -> PendingTurn {
        let (Some(met), true) = (terms.met, terms.lots) else {
            return PendingTurn { to_act: SeatsToAct::Nobody, deadline: None };
        };
        let deadline =
            met + seed_timeout_ms(&self.game.clock) + self.rooms.downtime.millis_since(met) as i64;
        PendingTurn {
            to_act: seats_owing_seeds(seats, terms.host(), secret),
            deadline: Some(deadline),
        }
    }

    /// Updates the stored seed deadline after downtime, so that the background task finds the game
    /// in time.
    pub(super) async fn sync_seed_deadline(&mut self) {
        let turn = self.pending_seed_turn(&self.game.seats, &self.stored_terms, &self.secret);
        if turn == self.game.turn || !self.drives() {
            return;
        }
        let text = &self.stored_secret;
        match self.rooms.store.set_seeds(&self.game.id, self.unchanged(false), text, turn).await {
            Ok(true) => {
                self.game.turn = turn;
                self.note_revision();
            }
            Ok(false) => {}
            Err(error) => {
                tracing::error!(game = %self.game.id, %error, "cannot store a seed deadline")
            }
        }
    }

    /// Whether the game can reopen without the joiner: no seed B, and no secret learnt. A seed A
    /// revealed live is a secret learnt.
    pub(super) fn can_reopen(&self) -> bool {
        let revealed = self.secret.has_seed(0) && !self.stored_terms.deposited;
        self.stage() == GameStage::Seeds
            && !self.is_single_client()
            && !self.secret.has_seed(1)
            && !revealed
    }

    /// Handles a seed deadline that has passed.
    pub(super) async fn handle_overdue_seeds(&mut self) {
        let done = if self.can_reopen() {
            self.free_seat(None).await
        } else {
            self.abort_before_start(None).await
        };
        if let Err(refusal) = done {
            tracing::error!(game = %self.game.id, ?refusal, "cannot handle overdue seeds");
        }
    }

    /// Aborts a game before its start; a joiner only frees the seat where the game can reopen.
    pub(super) async fn leave_before_start(
        &mut self,
        person: PersonId,
        key: &str,
    ) -> Result<Version, RequestError> {
        let request = Some(request_key(person, key));
        if person != self.stored_terms.host() && self.can_reopen() {
            self.free_seat(request).await?;
        } else {
            self.abort_before_start(request).await?;
        }
        Ok(Version::NONE)
    }

    /// Frees the joiner's seat and reopens the game.
    pub(super) async fn free_seat(&mut self, request: Option<String>) -> Result<(), RequestError> {
        let host = self.stored_terms.host();
        let (mut seats, mut terms, mut secret) =
            (self.game.seats.clone(), self.stored_terms.clone(), self.secret.clone());
        let people = [seats.first, seats.second];
        let freed = if seats.first == Some(host) { Seat::Second } else { Seat::First };
        match freed {
            Seat::First => seats.first = None,
            Seat::Second => seats.second = None,
        }
        terms.met = None;
        secret.clear_joiner();
        let is_asked = request.is_some();
        if let Some(request) = request {
            secret.remember_request(request);
        }
        let turn = PendingTurn { to_act: SeatsToAct::Nobody, deadline: None };
        let (options, text) = (terms.to_json(), secret.to_json());
        let at = self.rooms.now();
        let change = SeatChange { seats: seats.clone(), options, secret: text.clone(), at, turn };
        let still = self.unchanged(is_asked);
        let stored = self.rooms.store.free_seat(&self.game.id, still, change).await;
        self.expect_stored(stored).await?;
        self.note_revision();
        (self.game.seats, self.game.turn) = (seats, turn);
        (self.stored_terms, self.secret, self.stored_secret) = (terms, secret, text);
        self.viewers.clear_absence(freed);
        self.seats = summary::seats(&self.rooms.store, &self.game).await?;
        self.rooms.notify_lobby();
        self.send_snapshots();
        self.notify_unpaired(people, true);
        Ok(())
    }

    /// Aborts a game that has not started.
    pub(super) async fn abort_before_start(
        &mut self,
        request: Option<String>,
    ) -> Result<(), RequestError> {
        let (store, id, now) = (&self.rooms.store, &self.game.id, self.rooms.now());
        let mut secret = self.secret.clone();
        let still = self.unchanged(request.is_some());
        let withdrawn = match request {
            Some(request) => {
                secret.remember_request(request);
                store.withdraw_game_if(id, still, Some(&secret.to_json()), now).await
            }
            None => store.withdraw_game_if(id, still, None, now).await,
        };
        match withdrawn {
            Ok(true) => {}
            Ok(false) => {
                self.reload().await;
                return Err(self.not_stored_error());
            }
            Err(error) => return Err(self.reload_after_error(&error).await),
        }
        let met = self.stage() == GameStage::Seeds && !self.is_single_client();
        (self.stored_secret, self.secret) = (secret.to_json(), secret);
        self.game.status = GameStatus::Aborted;
        self.note_revision();
        self.rooms.notify_lobby();
        self.send_snapshots();
        if met {
            self.notify_unpaired([self.game.seats.first, self.game.seats.second], false);
        }
        Ok(())
    }
}

fn not_open_error() -> RequestError {
    RequestError::new(
        "not-open",
        409,
        message!("this game is no longer open", "cette partie n'est plus ouverte"),
    )
}

/// Seats owing a seed; where one client holds both, its player's.
pub(crate) fn seats_owing_seeds(seats: &Seats, host: PersonId, secret: &GameSecret) -> SeatsToAct {
    let owes = |seat: Option<PersonId>| match seat {
        Some(person) if person == host => !secret.has_seed(0),
        Some(_) => !secret.has_seed(1),
        None => false,
    };
    match (owes(seats.first), owes(seats.second)) {
        (false, false) => SeatsToAct::Nobody,
        (true, false) => SeatsToAct::First,
        (false, true) => SeatsToAct::Second,
        (true, true) => SeatsToAct::Both,
    }
}
