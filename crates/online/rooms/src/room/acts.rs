//! Player acts: checked, stored, and only then broadcast.

use abaque_core::{Millis, Seat, message};
use abaque_lots::from_hex;
use abaque_protocol::{GameAct, GameStage};
use abaque_store::{
    AppendOutcome, AppendRequest, GameEnding, GameStatus, PendingTurn, SeatsToAct, StoreError,
    Version,
};
use abaque_table::{LotSource, Offer, Table, TableAct, Timestamp, VerifiableLots};

use super::load::MAX_LAG_CREDIT_MS;
use super::replica::{MAX_ATTEMPTS, is_overtaken, overtaken_error};
use super::{Requester, Room, ViewerKind, visibility};
use crate::act_log::LoggedAct;
use crate::terms::{GameSecret, StoredTerms, request_key};
use crate::{RequestError, summary};

/// Maximum length of an idempotency key.
const MAX_KEY_LEN: usize = 64;
/// Maximum lag compensation per turn, in milliseconds.
pub(super) const MAX_LAG_PER_TURN_MS: u64 = 500;
/// Lag credit earned per turn, in milliseconds.
const LAG_CREDIT_PER_TURN_MS: u64 = 100;

/// Acts applied to a copy of the table and not yet stored.
struct UnstoredStep {
    table: Table,
    /// Each act with the number of plies after it.
    acts: Vec<(LoggedAct, u32)>,
    at: Timestamp,
}

impl UnstoredStep {
    fn apply(&mut self, act: TableAct) -> Result<(), RequestError> {
        self.table.step(act.clone(), self.at)?;
        self.push(LoggedAct::Table(act));
        Ok(())
    }

    fn push(&mut self, act: LoggedAct) {
        self.acts.push((act, self.table.plies().len() as u32));
    }
}

impl Room {
    /// Performs an act, or refuses it. A repeated key gets the first answer. An act that another
    /// node's overtakes is tried again, as if it had come later.
    pub(super) async fn act(
        &mut self,
        asker: &Requester,
        seen: Version,
        key: String,
        act: GameAct,
        lag: u64,
    ) -> Result<Version, RequestError> {
        if seen > self.version {
            self.catch_up().await?;
        }
        for _ in 1..MAX_ATTEMPTS {
            let done = self.try_act(asker, seen, key.clone(), act.clone(), lag).await;
            match done {
                Err(refusal) if is_overtaken(&refusal) => {}
                // Someone who is not a player here may have become one on another node.
                Err(refusal) if self.is_shared() && refusal.status != 503 => {
                    let known = (self.version, self.game.revision);
                    self.catch_up().await?;
                    if known == (self.version, self.game.revision) {
                        return Err(refusal);
                    }
                }
                done => return done,
            }
        }
        self.try_act(asker, seen, key, act, lag)
            .await
            .map_err(|refusal| if is_overtaken(&refusal) { stale_error() } else { refusal })
    }

    async fn try_act(
        &mut self,
        asker: &Requester,
        seen: Version,
        key: String,
        act: GameAct,
        lag: u64,
    ) -> Result<Version, RequestError> {
        let Some(person) = asker.person else { return Err(RequestError::not_a_player()) };
        // Checked before the seats: a joiner who left the seat may repeat the request.
        if self.secret.has_answered(&request_key(person, &key)) {
            return Ok(Version::NONE);
        }
        let viewer = self.viewer_kind(asker.person);
        if viewer == ViewerKind::Watcher {
            return Err(RequestError::not_a_player());
        }
        if key.is_empty() || key.len() > MAX_KEY_LEN || !key.is_ascii() {
            return Err(RequestError::new(
                "bad-key",
                422,
                message!(
                    "a key has 1 to 64 ASCII characters",
                    "une clé compte de 1 à 64 caractères ASCII"
                ),
            ));
        }
        // Keys are scoped to a player.
        let own = format!("{}:{key}", viewer.index());
        if let Some(&version) = self.answered_keys.get(&own) {
            return Ok(version);
        }
        match act {
            GameAct::Reveal { seed, other } => {
                return self.reveal(person, &key, &seed, other.as_deref()).await;
            }
            GameAct::Abort if matches!(self.stage(), GameStage::Open | GameStage::Seeds) => {
                return self.leave_before_start(person, &key).await;
            }
            _ => {}
        }
        let key = own;
        match act {
            GameAct::Abort => self.abort(viewer, key).await,
            GameAct::Claim => self.claim(viewer, key).await,
            act => self.play(viewer, seen, key, act, lag).await,
        }
    }

    async fn play(
        &mut self,
        viewer: ViewerKind,
        seen: Version,
        key: String,
        act: GameAct,
        lag: u64,
    ) -> Result<Version, RequestError> {
        let (mut at, mut compensated) = self.effective_time(viewer, lag);
        // Overdue clocks and windows come before the act.
        if let Some(due) = self.time_is_up(at) {
            if self.try_drive().await {
                self.confirm_due(due).await?;
            } else {
                self.wait_for_driver().await?;
            }
            (at, compensated) = self.effective_time(viewer, lag);
            if self.time_is_up(at).is_some() {
                self.apply_act(TableAct::Tick, at, None).await?;
            }
        }
        let table = self.table.as_ref().ok_or_else(not_begun_error)?;
        if self.stage() != GameStage::Playing {
            return Err(over_error());
        }
        // On a shared screen the act is for the seat to move.
        let due = viewer.seats().into_iter().find(|&seat| table.can_act(seat));
        let seat =
            due.or(viewer.seats().first().copied()).ok_or_else(RequestError::not_a_player)?;
        let acts = match act {
            GameAct::Play { ply, nonce } => {
                let sealed = table.game().is_sealed();
                if seen < self.board_version && !sealed {
                    return Err(stale_error());
                }
                let nonce = match sealed && table.can_act(seat) {
                    true => Some(parse_nonce(nonce.as_deref())?),
                    false => None,
                };
                vec![TableAct::Play { seat, ply, nonce }]
            }
            GameAct::Offer { what } if viewer == ViewerKind::Both => {
                agreed_offer_acts(table, seat, what)
            }
            GameAct::Offer { what } => vec![TableAct::Offer { seat, offer: what }],
            GameAct::Accept { what } => {
                vec![TableAct::Accept { seat, offer: what }]
            }
            GameAct::Decline { what } => {
                vec![TableAct::Decline { seat, offer: what }]
            }
            GameAct::Resign => vec![TableAct::Resign { seat }],
            GameAct::LetPass => vec![TableAct::LetPass { seat }],
            GameAct::Interrupt => vec![TableAct::Interrupt { seat }],
            GameAct::Abort | GameAct::Claim | GameAct::Reveal { .. } => {
                return Err(not_begun_error());
            }
        };
        let result = self.apply_acts(acts, at, Some(key)).await;
        match &result {
            Ok(_) => {
                let left = &mut self.lag_credit_ms[seat.index()];
                *left = (left.saturating_sub(compensated) + LAG_CREDIT_PER_TURN_MS)
                    .min(MAX_LAG_CREDIT_MS);
            }
            // The clock may have run out before the act: then the flag falls.
            Err(_) => self.tick().await,
        }
        result
    }

    /// Time of an act after lag compensation for the player to act, and the milliseconds
    /// compensated.
    fn effective_time(&self, viewer: ViewerKind, lag: u64) -> (Timestamp, u64) {
        let Some(table) = &self.table else { return (self.now(), 0) };
        let due = viewer.seats().into_iter().find(|&seat| table.can_act(seat));
        let compensated = due
            .map_or(0, |seat| lag.min(MAX_LAG_PER_TURN_MS).min(self.lag_credit_ms[seat.index()]));
        let last = table.plies().last().map_or(Timestamp(0), |entry| entry.at);
        (Timestamp(self.now().0.saturating_sub(compensated)).max(last), compensated)
    }

    /// Applies one act and the lots that follow it.
    pub(super) async fn apply_act(
        &mut self,
        act: TableAct,
        at: Timestamp,
        key: Option<String>,
    ) -> Result<Version, RequestError> {
        self.apply_acts(vec![act], at, key).await
    }

    /// Applies acts and the lots that follow them to a copy of the table, which becomes the table
    /// once they are stored.
    async fn apply_acts(
        &mut self,
        acts: Vec<TableAct>,
        at: Timestamp,
        key: Option<String>,
    ) -> Result<Version, RequestError> {
        let table = self.table.clone().ok_or_else(not_begun_error)?;
        let mut step = UnstoredStep { table, acts: Vec::new(), at };
        for act in acts {
            step.apply(act)?;
        }
        if let Some(lots) = self.secret.lots(self.game.id.as_str(), &self.game.spec) {
            let mut lots = VerifiableLots(lots);
            while let Some(due) = step.table.lot_due() {
                step.apply(TableAct::Lot { outcome: due.outcome(lots.draw_lot(&due)) })?;
            }
        }
        if let Some(wait) = self.take_unlogged_wait() {
            step.push(wait);
        }
        self.commit(step, key).await
    }

    /// Stores a step, adopts its table, and broadcasts it. Nothing in the room changes before the
    /// step is stored.
    async fn commit(
        &mut self,
        step: UnstoredStep,
        key: Option<String>,
    ) -> Result<Version, RequestError> {
        let UnstoredStep { table, acts, at } = step;
        let done_at = self.to_server_time(at);
        let ending = table.outcome().map(|outcome| GameEnding {
            at: done_at,
            status: GameStatus::Over,
            result: Some(visibility::result(&table, outcome)),
            reason: Some(outcome.reason().as_str().to_owned()),
        });
        let append = AppendRequest {
            game: self.game.id.clone(),
            version: self.version.next(),
            acts: acts.iter().map(|(act, _)| (at.0 as i64, act.to_json())).collect(),
            key: key.clone(),
            end: ending.clone(),
            plies: table.plies().len() as u32,
            turn: Some(self.pending_turn(&table)),
            // What no player asked for, only the driver may store.
            fence: self.fence().filter(|_| key.is_none()),
        };
        match self.rooms.store.append(append).await {
            Ok(AppendOutcome::Stored) => {}
            Ok(AppendOutcome::AlreadyStored { version }) => {
                self.reload().await;
                let answered = key.and_then(|key| self.answered_keys.get(&key).copied());
                return Ok(answered.unwrap_or(version));
            }
            Ok(outcome) => return Err(self.on_overtaken(outcome).await),
            Err(error) => return Err(self.reload_after_error(&error).await),
        }
        let (before, turns) = (self.version, self.seats_to_act());
        // When the plies differ every viewer gets a step, whatever they saw before.
        let plies = |table: &Table| table.plies().len();
        let still = self.table.as_ref().is_none_or(|old| plies(old) == plies(&table));
        let shown = if still { self.visible_states() } else { Vec::new() };
        for (act, plies) in &acts {
            self.count_act(&table, act, at, *plies);
            self.apply_logged_wait(act);
        }
        self.table = Some(table);
        self.last_act = done_at;
        let now = self.now();
        if let Some(late) = &mut self.delayed_table {
            late.push(now, at, acts.into_iter().map(|(act, _)| act).collect());
        }
        if let Some(key) = key {
            self.answered_keys.insert(key, self.version);
        }
        if let Some(ending) = ending {
            self.game.status = ending.status;
            self.game.result = ending.result;
            self.game.reason = ending.reason;
            self.game.ended = Some(ending.at);
            self.count_result().await;
        }
        self.publish_change();
        self.send_step(before, &shown);
        self.notify_turns(turns);
        Ok(self.version)
    }

    /// Catches up after another process stored something first.
    pub(super) async fn on_overtaken(&mut self, outcome: AppendOutcome) -> RequestError {
        if outcome == AppendOutcome::Fenced {
            self.drop_lease();
        }
        if !self.is_shared() || outcome == AppendOutcome::NoGame {
            self.reload().await;
            return stale_error();
        }
        if let Err(refusal) = self.catch_up().await {
            return refusal;
        }
        overtaken_error()
    }

    pub(super) fn pending_turn(&self, table: &Table) -> PendingTurn {
        let to_act = match Seat::ALL.map(|seat| table.can_act(seat)) {
            [false, false] => SeatsToAct::Nobody,
            [true, false] => SeatsToAct::First,
            [false, true] => SeatsToAct::Second,
            [true, true] => SeatsToAct::Both,
        };
        PendingTurn { to_act, deadline: table.deadline().map(|at| self.to_server_time(at)) }
    }

    /// Reloads after a failed write, since only the store knows whether it succeeded.
    pub(super) async fn reload_after_error(&mut self, error: &StoreError) -> RequestError {
        tracing::error!(game = %self.game.id, %error, "cannot store a change");
        self.reload().await;
        RequestError::from_store(error)
    }

    /// Reloads the room after another server's write or a write of unknown outcome.
    pub(super) async fn reload(&mut self) {
        let (store, id) = (self.rooms.store.clone(), self.game.id.clone());
        let (Ok(Some(game)), Ok(Some(secret))) =
            (store.game(&id).await, store.game_secret(&id).await)
        else {
            return;
        };
        let Ok(seats) = summary::seats(&store, &game).await else { return };
        if let (Some(terms), Some(read)) =
            (StoredTerms::parse(&game.options), GameSecret::parse(&secret))
        {
            (self.stored_terms, self.secret, self.stored_secret) = (terms, read, secret);
        }
        self.move_absences(&game.seats);
        (self.game, self.seats) = (game, seats);
        if self.replay().await.is_ok() {
            self.send_snapshots();
        }
    }

    /// Handles everything that is due by time alone.
    pub(super) async fn tick(&mut self) {
        self.send_delayed_steps();
        if self.count_result().await {
            self.publish_change();
            self.send_snapshots();
        }
        if let Some(due) = self.seeds_overdue() {
            if self.try_drive().await
                && self.confirm_due(due).await.is_ok()
                && self.seeds_overdue().is_some()
            {
                self.handle_overdue_seeds().await;
            }
            return;
        }
        if let Some(due) = self.time_is_up(self.now())
            && self.try_drive().await
            && self.confirm_due(due).await.is_ok()
        {
            let now = self.now();
            if self.time_is_up(now).is_some() {
                let _ = self.apply_act(TableAct::Tick, now, None).await;
            }
        }
        self.advance().await;
    }

    /// Seed deadline, if it has passed.
    fn seeds_overdue(&self) -> Option<i64> {
        self.seed_deadline().filter(|&due| due <= self.rooms.now())
    }

    /// Server time of a flag fall or window end that has passed and is not yet applied.
    pub(super) fn time_is_up(&self, at: Timestamp) -> Option<i64> {
        let deadline = self.table.as_ref().and_then(Table::deadline);
        let past = deadline.filter(|&due| due <= at && self.stage() == GameStage::Playing);
        past.map(|due| self.to_server_time(due))
    }

    /// Draws initial lots and starts bot searches.
    pub(super) async fn advance(&mut self) {
        self.drop_stale_searches();
        if !self.drives() {
            return;
        }
        // An aborted game still has its table.
        let Some(table) = self.table.as_ref().filter(|_| self.stage() == GameStage::Playing) else {
            return;
        };
        if table.lot_due().is_some() {
            let now = self.now();
            let _ = self.apply_act(TableAct::Tick, now, None).await;
        }
        self.search_for_bots();
    }

    async fn claim(&mut self, viewer: ViewerKind, key: String) -> Result<Version, RequestError> {
        let ViewerKind::Player(seat) = viewer else { return Err(opponent_not_gone_error()) };
        if self.table.is_none() {
            return Err(not_begun_error());
        }
        // A hint that the player has come back may be lost.
        self.refresh_presence().await?;
        // A player absent during an outage could not have come back.
        if self.is_claimable(seat.other()) {
            self.confirm_due(self.rooms.now()).await?;
        }
        if !self.is_claimable(seat.other()) {
            return Err(opponent_not_gone_error());
        }
        // A claimed win counts as the absent player's resignation.
        let now = self.now();
        self.apply_act(TableAct::Resign { seat: seat.other() }, now, Some(key)).await
    }

    /// Whether a player has been absent from a running game for long enough.
    fn is_claimable(&self, seat: Seat) -> bool {
        let (now, downtime) = (self.rooms.now(), &self.rooms.downtime);
        let playing = self.table.as_ref().is_some_and(|table| table.outcome().is_none());
        playing && self.viewers.claim_in(seat, now, downtime) == Some(Millis(0))
    }

    async fn abort(&mut self, viewer: ViewerKind, key: String) -> Result<Version, RequestError> {
        let seat = viewer.seats().first().copied().ok_or_else(RequestError::not_a_player)?;
        let table = self.table.as_ref().ok_or_else(over_error)?;
        if table.outcome().is_some() || self.stage() != GameStage::Playing {
            return Err(over_error());
        }
        if !visibility::is_abortable(table) {
            return Err(RequestError::new(
                "too-late",
                409,
                message!(
                    "both players have moved: you can resign, but no longer abort",
                    "les deux joueurs ont joué\u{a0}: vous pouvez abandonner, mais plus annuler"
                ),
            ));
        }
        let now = self.now();
        let append = AppendRequest {
            game: self.game.id.clone(),
            version: self.version.next(),
            acts: vec![(now.0 as i64, LoggedAct::Abort { seat }.to_json())],
            key: Some(key.clone()),
            end: Some(GameEnding {
                at: self.to_server_time(now),
                status: GameStatus::Aborted,
                result: None,
                reason: None,
            }),
            plies: table.plies().len() as u32,
            turn: Some(PendingTurn { to_act: SeatsToAct::Nobody, deadline: None }),
            fence: None,
        };
        match self.rooms.store.append(append).await {
            Ok(AppendOutcome::Stored) => {}
            Ok(AppendOutcome::AlreadyStored { version }) => {
                self.reload().await;
                return Ok(self.answered_keys.get(&key).copied().unwrap_or(version));
            }
            Ok(outcome) => return Err(self.on_overtaken(outcome).await),
            Err(error) => return Err(self.reload_after_error(&error).await),
        }
        let turns = self.seats_to_act();
        self.game.status = GameStatus::Aborted;
        self.version = self.version.next();
        self.plies_at.push(self.plies_at.last().copied().unwrap_or_default());
        self.answered_keys.insert(key, self.version);
        self.publish_change();
        self.send_snapshots();
        self.notify_turns(turns);
        Ok(self.version)
    }
}

/// Players on a shared screen agree aloud, so an offer is accepted at once. A take-back concerns
/// the last ply, regardless of the player to move.
fn agreed_offer_acts(table: &Table, due: Seat, what: Offer) -> Vec<TableAct> {
    let last = table.plies().iter().rev().find_map(|entry| entry.seat);
    let by = last.filter(|_| what == Offer::TakeBack).unwrap_or(due);
    vec![
        TableAct::Offer { seat: by, offer: what },
        TableAct::Accept { seat: by.other(), offer: what },
    ]
}

fn parse_nonce(given: Option<&str>) -> Result<String, RequestError> {
    let nonce = given.filter(|text| from_hex(text).is_some());
    nonce.map(str::to_lowercase).ok_or_else(|| {
        RequestError::new(
            "nonce-missing",
            422,
            message!(
                "a secret set-up is sealed: send a `nonce` of 64 random hexadecimal digits with it",
                "une mise en place secrète est scellée\u{a0}: joindre un `nonce` de 64 chiffres hexadécimaux au hasard"
            ),
        )
    })
}

fn not_begun_error() -> RequestError {
    RequestError::new(
        "not-begun",
        409,
        message!("the game has not started", "la partie n'a pas commencé"),
    )
}

fn over_error() -> RequestError {
    RequestError::new("over", 409, message!("the game is over", "la partie est terminée"))
}

fn stale_error() -> RequestError {
    RequestError::new(
        "stale",
        409,
        message!(
            "the board has changed since; reload it",
            "le plateau a changé entre-temps\u{a0}; rechargez-le"
        ),
    )
}

fn opponent_not_gone_error() -> RequestError {
    RequestError::new(
        "not-gone",
        409,
        message!(
            "your opponent is present, or has not been absent for long enough",
            "votre adversaire est présent, ou n'est pas absent depuis assez longtemps"
        ),
    )
}
