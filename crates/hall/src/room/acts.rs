//! What players do: checked, stored, and only then shown.

use abaque_core::{Seat, said};
use abaque_lots::from_hex;
use abaque_protocol::{Act as Asked, Proposal, Stage};
use abaque_store::{Append, Appended, Ending, Status, ToAct, Waiting};
use abaque_table::{Act, At, LotSource, Offer, Table, VerifiableLots};

use super::load::LAG;
use super::{Asker, Eyes, Mail, Room, seen};
use crate::log::{Logged, number};
use crate::{Refusal, thinkers};

/// The longest key.
const KEY: usize = 64;
/// The most lag given back in one turn, in milliseconds.
pub(super) const MOST_LAG: u64 = 500;
/// What a turn adds to the lag that may be given back.
const LAG_A_TURN: u64 = 100;

impl Room {
    /// Carries an act out, or says why not. The same key again gives the same answer.
    pub(super) async fn act(
        &mut self,
        asker: &Asker,
        seen: u32,
        key: String,
        act: Asked,
        lag: u64,
    ) -> Result<u32, Refusal> {
        let eyes = self.eyes(asker.person);
        if eyes == Eyes::Watcher {
            return Err(Refusal::not_yours());
        }
        if key.is_empty() || key.len() > KEY || !key.is_ascii() {
            return Err(Refusal::new(
                "bad-key",
                422,
                said!(
                    "a key has 1 to 64 ASCII characters",
                    "une clé compte 1 à 64 caractères ASCII"
                ),
            ));
        }
        // Keys are each player's own.
        let key = format!("{}:{key}", eyes.index());
        if let Some(&version) = self.keys.get(&key) {
            return Ok(version);
        }
        match act {
            Asked::Reveal { seed, other } => self.reveal(eyes, &seed, other.as_deref()).await,
            Asked::Abort => self.abort(eyes, key).await,
            Asked::Claim => self.claim(eyes, key).await,
            act => self.play(eyes, seen, key, &act, lag).await,
        }
    }

    async fn play(
        &mut self,
        eyes: Eyes,
        seen: u32,
        key: String,
        asked: &Asked,
        lag: u64,
    ) -> Result<u32, Refusal> {
        let (at, given) = self.moment(eyes, lag);
        // What time has done comes before what anybody does.
        let deadline = self.table.as_ref().and_then(Table::deadline);
        if self.stage() == Stage::Playing && deadline.is_some_and(|due| due <= at) {
            self.step(Act::Tick, None, at, None).await?;
        }
        let table = self.table.as_ref().ok_or_else(not_begun)?;
        if self.stage() != Stage::Playing {
            return Err(over());
        }
        // Two people at one screen act for whoever is due.
        let due = eyes.seats().into_iter().find(|&seat| table.may_act(seat));
        let seat = due.or(eyes.seats().first().copied()).ok_or_else(Refusal::not_yours)?;
        let mut nonce = None;
        let acts = match asked {
            Asked::Play { ply, nonce: given } => {
                if seen < self.board && !table.game().sealed() {
                    return Err(stale());
                }
                if table.game().sealed() && table.may_act(seat) {
                    nonce = Some(sealing(given.as_deref())?);
                }
                vec![Act::play(seat, ply.clone())]
            }
            Asked::Offer { what } if eyes == Eyes::Both => agreed(table, seat, offer(*what)),
            Asked::Offer { what } => vec![Act::Offer(seat, offer(*what))],
            Asked::Accept { what } => vec![Act::Accept(seat, offer(*what))],
            Asked::Decline { what } => vec![Act::Decline(seat, offer(*what))],
            Asked::Resign => vec![Act::Resign(seat)],
            Asked::LetPass => vec![Act::LetPass(seat)],
            Asked::Abort | Asked::Claim | Asked::Reveal { .. } => return Err(not_begun()),
        };
        let result = self.steps(acts, nonce.as_deref(), at, Some(key)).await;
        match &result {
            Ok(_) => {
                let left = &mut self.lag[seat.index()];
                *left = (left.saturating_sub(given) + LAG_A_TURN).min(LAG);
            }
            // Time may have run out before the act came: then that is what happened.
            Err(_) => self.poke().await,
        }
        result
    }

    /// When an act counts as done: a player who is to act is given back what the way took, within bounds.
    fn moment(&self, eyes: Eyes, lag: u64) -> (At, u64) {
        let Some(table) = &self.table else { return (self.now(), 0) };
        let due = eyes.seats().into_iter().find(|&seat| table.may_act(seat));
        let given = due.map_or(0, |seat| lag.min(MOST_LAG).min(self.lag[seat.index()]));
        let last = table.plies().last().map_or(At(0), |entry| entry.at);
        (At(self.now().0.saturating_sub(given)).max(last), given)
    }

    /// One act at the table and the lots that follow it.
    pub(super) async fn step(
        &mut self,
        act: Act,
        nonce: Option<&str>,
        at: At,
        key: Option<String>,
    ) -> Result<u32, Refusal> {
        self.steps(vec![act], nonce, at, key).await
    }

    /// Acts at the table and the lots that follow them: durable together, then shown.
    async fn steps(
        &mut self,
        asked: Vec<Act>,
        nonce: Option<&str>,
        at: At,
        key: Option<String>,
    ) -> Result<u32, Refusal> {
        let mut table = self.table.clone().ok_or_else(not_begun)?;
        let mut acts = Vec::new();
        for act in asked {
            acts.push(Logged::of(&act, nonce));
            table.step(act, at)?;
        }
        if let Some(lots) = self.secret.lots(self.game.id.as_str(), &self.game.spec) {
            let mut lots = VerifiableLots(lots);
            while let Some(due) = table.lot_due() {
                let act = Act::Lot { outcome: due.outcome(lots.draw(&due)) };
                acts.push(Logged::of(&act, None));
                table.step(act, at)?;
            }
        }
        self.store(table, acts, at, key).await
    }

    /// Makes acts durable, takes the table they led to, tells everybody.
    async fn store(
        &mut self,
        table: Table,
        acts: Vec<Logged>,
        at: At,
        key: Option<String>,
    ) -> Result<u32, Refusal> {
        let ending = table.outcome().map(|outcome| Ending {
            at: self.wall(at),
            status: Status::Over,
            result: Some(seen::result(&table, outcome)),
            reason: Some(outcome.reason().word().to_owned()),
        });
        let append = Append {
            game: self.game.id.clone(),
            version: self.version + 1,
            acts: acts.iter().map(|act| (at.0 as i64, act.text())).collect(),
            key: key.clone(),
            end: ending.clone(),
            plies: table.plies().len() as u32,
            turn: Some(self.waiting(&table)),
        };
        match self.hall.store.append(append).await {
            Ok(Appended::Done) => {}
            Ok(Appended::Seen { version }) => {
                self.reload().await;
                let answered = key.and_then(|key| self.keys.get(&key).copied());
                return Ok(answered.unwrap_or(version));
            }
            Ok(Appended::Taken { .. } | Appended::NoGame) => {
                self.reload().await;
                return Err(stale());
            }
            Err(error) => {
                // Whether it is stored is not known: only the store can tell.
                tracing::error!(game = %self.game.id, %error, "an act could not be stored");
                self.reload().await;
                return Err(Refusal::trouble());
            }
        }
        let before = self.version;
        // Where the plies differ everybody hears of it, whatever they saw before.
        let plies = |table: &Table| table.plies().len();
        let still = self.table.as_ref().is_none_or(|old| plies(old) == plies(&table));
        let shown = if still { self.snapshot_states() } else { Vec::new() };
        let mut replayed = self.table.take().unwrap_or_else(|| table.clone());
        for act in &acts {
            self.noted(&mut replayed, act, at);
        }
        self.table = Some(table);
        let now = self.now();
        if let Some(late) = &mut self.late {
            late.add(now, at, acts);
        }
        if let Some(key) = key {
            self.keys.insert(key, self.version);
        }
        if let Some(ending) = ending {
            self.game.status = ending.status;
            self.game.result = ending.result;
            self.game.reason = ending.reason;
            self.game.ended = Some(ending.at);
            self.count().await;
        }
        self.tell_step(before, &shown);
        Ok(self.version)
    }

    pub(super) fn waiting(&self, table: &Table) -> Waiting {
        let to_act = match Seat::ALL.map(|seat| table.may_act(seat)) {
            [false, false] => ToAct::Nobody,
            [true, false] => ToAct::First,
            [false, true] => ToAct::Second,
            [true, true] => ToAct::Both,
        };
        Waiting { to_act, deadline: table.deadline().map(|at| self.wall(at)) }
    }

    /// Somebody else wrote, or nobody knows: the store has the truth.
    async fn reload(&mut self) {
        match self.hall.store.game(&self.game.id).await {
            Ok(Some(game)) => self.game = game,
            _ => return,
        }
        if self.replay().await.is_ok() {
            self.tell_all();
        }
    }

    /// Time alone.
    pub(super) async fn poke(&mut self) {
        self.tell_late();
        if self.count().await {
            self.tell_all();
        }
        if self.seeds_due().is_some_and(|due| due <= self.hall.now()) {
            self.call_off().await;
            return;
        }
        let now = self.now();
        let due = self.table.as_ref().and_then(Table::deadline).is_some_and(|at| at <= now);
        if due && self.stage() == Stage::Playing {
            let _ = self.step(Act::Tick, None, now, None).await;
        }
        self.go_on().await;
    }

    /// Lets whoever is not a person go on: lots at the start, computers.
    pub(super) async fn go_on(&mut self) {
        let Some(table) = &self.table else { return };
        if table.outcome().is_some() {
            return;
        }
        if table.lot_due().is_some() {
            let now = self.now();
            let _ = self.step(Act::Tick, None, now, None).await;
        }
        let Some(table) = &self.table else { return };
        for seat in Seat::ALL {
            let bot = match seat {
                Seat::First => &self.game.seats.first_bot,
                Seat::Second => &self.game.seats.second_bot,
            };
            let Some(kind) = bot else { continue };
            let version = self.version;
            if !table.may_act(seat) || self.thinking[seat.index()].is_some() {
                continue;
            }
            let (Ok(sight), Some(own)) = (table.sight(seat), self.own.upgrade()) else { continue };
            self.thinking[seat.index()] = Some(version);
            let left = table.clock(seat, self.now());
            let sealed = table.game().sealed();
            let task = thinkers::Task {
                spec: self.game.spec.clone(),
                kind: kind.clone(),
                sight,
                left,
                sealed,
            };
            self.hall.thinkers.think(task, move |action| {
                let thought = Mail::Thought { version, seat, action };
                async move {
                    let _ = own.send(thought).await;
                }
            });
        }
    }

    /// A computer's action comes through the same mailbox as everybody's.
    pub(super) async fn thought(&mut self, version: u32, seat: Seat, action: Option<String>) {
        self.thinking[seat.index()] = None;
        let stale =
            version < self.board && !self.table.as_ref().is_some_and(|table| table.game().sealed());
        if let (Some(action), false) = (action, stale) {
            let sealed = self.table.as_ref().is_some_and(|table| table.game().sealed());
            let nonce = sealed.then(|| abaque_lots::to_hex(&crate::chance::seed()));
            let now = self.now();
            if let Err(refusal) =
                self.step(Act::play(seat, action), nonce.as_deref(), now, None).await
            {
                tracing::warn!(game = %self.game.id, ?refusal, "a computer's action was refused");
                return;
            }
        }
        self.go_on().await;
    }

    async fn claim(&mut self, eyes: Eyes, key: String) -> Result<u32, Refusal> {
        let Eyes::Player(seat) = eyes else { return Err(not_gone()) };
        let table = self.table.as_ref().ok_or_else(not_begun)?;
        if table.outcome().is_some()
            || self.viewers.claim_in(seat.other(), self.hall.now()) != Some(0)
        {
            return Err(not_gone());
        }
        // Who goes away gives up.
        let now = self.now();
        self.step(Act::Resign(seat.other()), None, now, Some(key)).await
    }

    async fn abort(&mut self, eyes: Eyes, key: String) -> Result<u32, Refusal> {
        let seat = eyes.seats().first().copied().ok_or_else(Refusal::not_yours)?;
        let Some(table) = &self.table else {
            if self.stage() == Stage::Aborted {
                return Err(over());
            }
            self.call_off().await;
            return Ok(self.version);
        };
        if table.outcome().is_some() || self.stage() != Stage::Playing {
            return Err(over());
        }
        if !seen::abortable(table) {
            return Err(Refusal::new(
                "too-late",
                409,
                said!(
                    "both have played: the game can be resigned, not called off",
                    "les deux ont joué : on peut abandonner, plus annuler"
                ),
            ));
        }
        let now = self.now();
        let append = Append {
            game: self.game.id.clone(),
            version: self.version + 1,
            acts: vec![(now.0 as i64, Logged::Abort { s: number(seat) }.text())],
            key: Some(key.clone()),
            end: Some(Ending {
                at: self.wall(now),
                status: Status::Aborted,
                result: None,
                reason: None,
            }),
            plies: table.plies().len() as u32,
            turn: Some(Waiting { to_act: ToAct::Nobody, deadline: None }),
        };
        if self.hall.store.append(append).await? != Appended::Done {
            self.reload().await;
            return Err(stale());
        }
        self.game.status = Status::Aborted;
        self.version += 1;
        self.plies_at.push(self.plies_at.last().copied().unwrap_or_default());
        self.keys.insert(key, self.version);
        self.tell_all();
        Ok(self.version)
    }
}

/// At one screen people agree aloud: what one proposes the other has accepted. Taken back is what was played last, whoever is due.
fn agreed(table: &Table, due: Seat, what: Offer) -> Vec<Act> {
    let last = table.plies().iter().rev().find_map(|entry| entry.seat);
    let by = last.filter(|_| what == Offer::TakeBack).unwrap_or(due);
    vec![Act::Offer(by, what), Act::Accept(by.other(), what)]
}

fn offer(what: Proposal) -> Offer {
    match what {
        Proposal::Draw => Offer::Draw,
        Proposal::TakeBack => Offer::TakeBack,
    }
}

fn sealing(given: Option<&str>) -> Result<String, Refusal> {
    let nonce = given.filter(|text| from_hex(text).is_some());
    nonce.map(str::to_lowercase).ok_or_else(|| {
        Refusal::new(
            "nonce-missing",
            422,
            said!(
                "a secret set-up is sealed: send a `nonce` of 64 random hexadecimal digits with it",
                "une mise en place secrète est scellée : joindre un `nonce` de 64 chiffres hexadécimaux au hasard"
            ),
        )
    })
}

fn not_begun() -> Refusal {
    Refusal::new("not-begun", 409, said!("the game has not begun", "la partie n'a pas commencé"))
}

fn over() -> Refusal {
    Refusal::new("over", 409, said!("the game is over", "la partie est finie"))
}

fn stale() -> Refusal {
    Refusal::new(
        "stale",
        409,
        said!(
            "the board has changed since; look again",
            "le plateau a changé entre-temps ; regardez de nouveau"
        ),
    )
}

fn not_gone() -> Refusal {
    Refusal::new(
        "not-gone",
        409,
        said!(
            "your opponent is there, or has not been away for long enough",
            "votre adversaire est là, ou n'est pas parti depuis assez longtemps"
        ),
    )
}
