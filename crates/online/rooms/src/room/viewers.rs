//! Viewers of a game and the messages they get.

use std::sync::Arc;

use abaque_core::{ClockRule, Millis, Seat};
use abaque_protocol::{GameSnapshot, GameStage, GameState, LotProof, Plies, ServerMessage};
use abaque_store::{PersonId, Seats, Version};
use abaque_table::Table;

use super::delayed::DelayedTable;
use super::{Requester, Room, ViewerKind, visibility};
use crate::downtime::Downtime;
use crate::outbox::{Outbox, encode};
use crate::summary;

/// Absence after which a win can be claimed, in milliseconds.
const CLAIM_AFTER_MS: i64 = 60_000;

pub(super) struct Viewer {
    connection: u64,
    pub(super) person: Option<PersonId>,
    pub(super) kind: ViewerKind,
    /// Whether the viewer has muted the chat.
    pub(super) muted: bool,
    outbox: Outbox,
    /// Set when a message could not be queued: the connection is closing and will leave soon.
    closing: bool,
}

#[derive(Default)]
pub(super) struct Viewers {
    list: Vec<Viewer>,
    /// Since when each player has been absent.
    away_since: [Option<i64>; 2],
    /// Whether absence allows a claim; not in correspondence games.
    counts_absence: bool,
}

impl Viewers {
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    fn is_present(&self, seat: Seat) -> bool {
        self.list.iter().any(|viewer| !viewer.closing && viewer.kind.seats().contains(&seat))
    }

    /// Players present and number of spectators, on this node.
    pub(super) fn presence(&self) -> ([bool; 2], u32) {
        let watches = |viewer: &&Viewer| !viewer.closing && viewer.kind == ViewerKind::Watcher;
        let watchers = self.list.iter().filter(watches).count() as u32;
        (Seat::ALL.map(|seat| self.is_present(seat)), watchers)
    }

    /// Follows a swap of seats.
    pub(super) fn swap_seats(&mut self) {
        self.away_since.swap(0, 1);
    }

    /// Forgets the absence of a player who left the seat.
    pub(super) fn clear_absence(&mut self, seat: Seat) {
        self.away_since[seat.index()] = None;
    }

    /// Mutes or unmutes all connections of a user; for anonymous viewers only this connection.
    pub(super) fn mute(&mut self, connection: u64, person: Option<PersonId>, on: bool) {
        for viewer in &mut self.list {
            if viewer.connection == connection || (person.is_some() && viewer.person == person) {
                viewer.muted = on;
            }
        }
    }

    /// Time until a win can be claimed against an absent player.
    pub(super) fn claim_in(&self, seat: Seat, now: i64, downtime: &Downtime) -> Option<Millis> {
        let since = self.away_since[seat.index()].filter(|_| self.counts_absence)?;
        let claimable = since + CLAIM_AFTER_MS + downtime.millis_since(since) as i64;
        Some(Millis((claimable - now).max(0) as u64))
    }

    /// Sends a message to the matching viewers. Those who cannot take it stay listed until they
    /// leave: removing them here would hide their absence from `remove_viewer`.
    pub(super) fn send_where(&mut self, text: &Arc<str>, matches: impl Fn(&Viewer) -> bool) {
        for viewer in &mut self.list {
            if !viewer.closing && matches(viewer) {
                viewer.closing = !viewer.outbox.send_text(text);
            }
        }
    }
}

impl Room {
    /// Adds a viewer, or a viewer who reconnects.
    pub(super) fn add_viewer(
        &mut self,
        connection: u64,
        asker: &Requester,
        have: Option<Version>,
        muted: bool,
        outbox: Outbox,
    ) {
        self.send_delayed_steps();
        let kind = self.viewer_kind(asker.person);
        self.viewers.list.retain(|viewer| viewer.connection != connection);
        self.viewers.counts_absence = !self.has_one_person()
            && matches!(
                self.game.clock.parse(),
                Ok(ClockRule::Budget { .. } | ClockRule::Delay { .. })
            );
        for seat in kind.seats() {
            self.viewers.away_since[seat.index()] = None;
        }
        let first_message = match have.and_then(|have| self.encode_missed_steps(have, kind)) {
            Some(gap) => gap,
            None => self.encode_snapshot(kind),
        };
        if outbox.send_text(&first_message) {
            let person = asker.person;
            // A returning user may have changed the setting on another device.
            if muted || (have.is_some() && person.is_some()) {
                let game = self.game.id.as_str().to_owned();
                outbox.send(&ServerMessage::Muted { game, on: muted });
            }
            self.viewers.list.push(Viewer {
                connection,
                person,
                kind,
                muted,
                outbox,
                closing: false,
            });
        }
        self.send_presence();
    }

    /// Removes a viewer and starts the absence of a player.
    pub(super) fn remove_viewer(&mut self, connection: u64) {
        let before = self.viewers.list.len();
        self.viewers.list.retain(|viewer| viewer.connection != connection);
        if self.viewers.list.len() == before {
            return;
        }
        self.note_absences([true; 2]);
        self.send_presence();
    }

    /// Whether a player looks at the game, on any node.
    pub(super) fn is_seat_present(&self, seat: Seat) -> bool {
        self.viewers.is_present(seat) || self.replica.is_present(seat)
    }

    /// Starts or ends absences; only a player who was there can be absent.
    pub(super) fn note_absences(&mut self, was_here: [bool; 2]) {
        let now = self.rooms.now();
        for seat in Seat::ALL {
            if self.is_seat_present(seat) {
                self.viewers.clear_absence(seat);
            } else if was_here[seat.index()] && self.person(seat).is_some() {
                self.viewers.away_since[seat.index()].get_or_insert(now);
            }
        }
    }

    /// Follows a change of seats by another node.
    pub(super) fn move_absences(&mut self, seats: &Seats) {
        let now = &self.game.seats;
        if now.first != seats.first && now.first == seats.second {
            self.viewers.swap_seats();
        }
        for (seat, person) in Seat::ALL.into_iter().zip([seats.first, seats.second]) {
            if person.is_none() {
                self.viewers.clear_absence(seat);
            }
        }
    }

    pub(super) fn person(&self, seat: Seat) -> Option<PersonId> {
        match seat {
            Seat::First => self.game.seats.first,
            Seat::Second => self.game.seats.second,
        }
    }

    pub(super) fn has_one_person(&self) -> bool {
        self.game.seats.first_bot.is_some()
            || self.game.seats.second_bot.is_some()
            || self.game.hot_seat
    }

    /// State as this kind of viewer may see it.
    pub(super) fn state(&self, kind: ViewerKind) -> GameState {
        match (self.table_for(kind), self.stage()) {
            (Some(table), stage @ (GameStage::Playing | GameStage::Over | GameStage::Aborted)) => {
                let late = self.delayed_table_for(kind);
                let version = late.map_or(self.version, DelayedTable::version);
                let now = late.map_or(self.now(), |late| late.shown_time(self.now()));
                let state =
                    visibility::visible_state(table, kind, version, now, self.ratings.as_ref());
                if stage == GameStage::Aborted {
                    GameState { stage, to_act: Vec::new(), legal: None, abortable: false, ..state }
                } else {
                    state
                }
            }
            (_, stage) => GameState {
                version: self.version.0,
                stage,
                view: String::new(),
                common: None,
                to_act: Vec::new(),
                legal: None,
                clocks: None,
                window: None,
                submitted: Vec::new(),
                draw: Vec::new(),
                take_back: Vec::new(),
                abortable: matches!(stage, GameStage::Open | GameStage::Seeds),
                ending: None,
                now: self.now(),
            },
        }
    }

    /// The table this kind of viewer sees.
    fn table_for(&self, kind: ViewerKind) -> Option<&Table> {
        self.delayed_table_for(kind).map_or(self.table.as_ref(), |late| Some(late.table()))
    }

    fn plies(&self, kind: ViewerKind, from: usize) -> Plies {
        self.table_for(kind)
            .map(|table| visibility::visible_plies(table, kind, from))
            .unwrap_or_default()
    }

    /// Snapshot as this kind of viewer may see it.
    pub(super) fn snapshot(&self, kind: ViewerKind) -> GameSnapshot {
        let mut info = summary::summarize(&self.game, self.seats.clone());
        if let Some(table) = self.table_for(kind) {
            info.plies = table.plies().len() as u32;
        }
        if let Some(late) = self.delayed_table_for(kind) {
            info.touched = self.to_server_time(late.shown_time(self.now()));
        }
        GameSnapshot {
            info,
            yours: kind.seats(),
            plies: self.plies(kind, 0),
            state: self.state(kind),
            lots: self.lot_proof(kind),
        }
    }

    /// The snapshot, encoded.
    fn encode_snapshot(&self, kind: ViewerKind) -> Arc<str> {
        encode(&ServerMessage::Table(Box::new(self.snapshot(kind))))
    }

    /// The steps missed since `have`, encoded; `None` if the viewer needs a snapshot.
    fn encode_missed_steps(&self, have: Version, kind: ViewerKind) -> Option<Arc<str>> {
        // Before the first act, seats and commitments change; a step carries neither.
        let from = *self.plies_at.get(have.0 as usize).filter(|_| have > Version::NONE)?;
        let (version, taken_back) = match self.delayed_table_for(kind) {
            Some(late) => (late.version(), late.taken_back()),
            None => (self.version, self.take_back_version),
        };
        // Secrets revealed at the end change plies the viewer already has.
        if have < taken_back || have > version || self.stage() != GameStage::Playing {
            return None;
        }
        let plies = self.plies(kind, from as usize);
        let game = self.game.id.as_str().to_owned();
        Some(encode(&ServerMessage::Step {
            game,
            after: have.0,
            plies,
            state: Box::new(self.state(kind)),
        }))
    }

    fn lot_proof(&self, kind: ViewerKind) -> LotProof {
        let over = matches!(self.stage(), GameStage::Over | GameStage::Aborted);
        let seeds = self.secret.seeds().filter(|_| over && self.stored_terms.lots);
        let mut seals = self.seals.clone();
        if let Some(late) = self.delayed_table_for(kind) {
            for seat in Seat::ALL.into_iter().filter(|&seat| !late.has_sealed(seat)) {
                seals[seat.index()] = None;
            }
        }
        let hex = |seed: &[u8; 32]| abaque_lots::to_hex(seed);
        LotProof {
            used: self.stored_terms.lots,
            commitments: if self.stored_terms.lots {
                self.secret.commitments(self.game.id.as_str())
            } else {
                Vec::new()
            },
            deposited: self.stored_terms.deposited,
            seat_of_a: self.secret.seat_of_a,
            seals: seals.iter().any(Option::is_some).then_some(seals),
            seeds: seeds.map_or_else(Vec::new, |seeds| {
                vec![hex(&seeds.table), hex(&seeds.players[0]), hex(&seeds.players[1])]
            }),
        }
    }

    /// States of all kinds of viewers, to compare after an act.
    pub(super) fn visible_states(&self) -> Vec<GameState> {
        ViewerKind::ALL.iter().map(|&kind| self.state(kind)).collect()
    }

    /// Broadcasts the step of an act, except to delayed spectators.
    pub(super) fn send_step(&mut self, before: Version, shown: &[GameState]) {
        for kind in ViewerKind::ALL {
            if self.delayed_table_for(kind).is_none() {
                self.send_step_to(kind, before, shown.get(kind.index()));
            }
        }
    }

    /// Sends one kind of viewer the changes since a version; only the version number if no change
    /// is visible to them.
    pub(super) fn send_step_to(
        &mut self,
        kind: ViewerKind,
        before: Version,
        shown: Option<&GameState>,
    ) {
        if !self.viewers.list.iter().any(|viewer| viewer.kind == kind) {
            return;
        }
        // The end reveals secrets in earlier plies, and the seeds.
        if self.stage() == GameStage::Over {
            let text = self.encode_snapshot(kind);
            self.viewers.send_where(&text, |viewer| viewer.kind == kind);
            return;
        }
        let from = self.plies_at.get(before.0 as usize).copied().unwrap_or_default() as usize;
        let now = self.table_for(kind).map_or(0, |table| table.plies().len());
        let state = self.state(kind);
        let game = self.game.id.as_str().to_owned();
        let as_before = shown.is_some_and(|shown| !visibility::is_visibly_different(shown, &state));
        let message = if from == now && as_before {
            ServerMessage::Version { game, version: state.version }
        } else {
            let plies = self.plies(kind, from.min(now));
            ServerMessage::Step { game, after: before.0, plies, state: Box::new(state) }
        };
        let text = encode(&message);
        self.viewers.send_where(&text, |viewer| viewer.kind == kind);
    }

    /// Sends every viewer a snapshot.
    pub(super) fn send_snapshots(&mut self) {
        // The occupants of the seats may have changed.
        let seats = [self.game.seats.first, self.game.seats.second];
        for viewer in &mut self.viewers.list {
            let sits = seats.map(|seat| seat.is_some() && seat == viewer.person);
            viewer.kind = match sits {
                [true, true] => ViewerKind::Both,
                [true, false] => ViewerKind::Player(Seat::First),
                [false, true] => ViewerKind::Player(Seat::Second),
                [false, false] => ViewerKind::Watcher,
            };
        }
        for kind in ViewerKind::ALL {
            if self.viewers.list.iter().any(|viewer| viewer.kind == kind) {
                let text = self.encode_snapshot(kind);
                self.viewers.send_where(&text, |viewer| viewer.kind == kind);
            }
        }
        self.announce();
    }

    /// Notifies the players on all their connections that the game begins.
    pub(super) fn notify_paired(&self) {
        let message = ServerMessage::Paired { game: self.game.id.as_str().to_owned() };
        for person in [self.game.seats.first, self.game.seats.second].into_iter().flatten() {
            self.rooms.tell_person(person, &message);
        }
    }

    /// Which seats are to act; none once the game has ended.
    pub(super) fn seats_to_act(&self) -> [bool; 2] {
        let table = self.table.as_ref().filter(|_| self.stage() == GameStage::Playing);
        Seat::ALL.map(|seat| table.is_some_and(|table| table.can_act(seat)))
    }

    /// Notifies each player whose turn has come or gone since `before`, on the connections that do
    /// not watch the game; those that do receive the change itself.
    pub(super) fn notify_turns(&self, before: [bool; 2]) {
        self.notify_turns_here(before);
        let (now, over) = (self.seats_to_act(), self.stage() != GameStage::Playing);
        for seat in Seat::ALL.into_iter().filter(|_| !self.game.hot_seat) {
            if over || now[seat.index()] != before[seat.index()] {
                self.notify_turn_elsewhere(seat, now[seat.index()]);
            }
        }
    }

    /// Like [`Room::notify_turns`], on the connections of this node.
    pub(super) fn notify_turns_here(&self, before: [bool; 2]) {
        let now = self.seats_to_act();
        let over = self.stage() != GameStage::Playing;
        let people = [self.game.seats.first, self.game.seats.second];
        for seat in Seat::ALL.into_iter().filter(|_| !self.game.hot_seat) {
            let yours = now[seat.index()];
            let Some(person) = people[seat.index()] else { continue };
            if over || yours != before[seat.index()] {
                let game = self.game.id.as_str().to_owned();
                let message = ServerMessage::Turn { game, yours };
                let watches =
                    |id: u64| self.viewers.list.iter().any(|viewer| viewer.connection == id);
                self.rooms.connections.send_to_some(person, &message, |id| !watches(id));
            }
        }
    }

    /// Notifies players on all their connections that the game does not begin.
    pub(super) fn notify_unpaired(&self, people: [Option<PersonId>; 2], open: bool) {
        let message = ServerMessage::Unpaired { game: self.game.id.as_str().to_owned(), open };
        for person in people.into_iter().flatten() {
            self.rooms.tell_person(person, &message);
        }
    }

    pub(super) fn send_presence(&mut self) {
        self.announce();
        let now = self.rooms.now();
        let here = Seat::ALL.map(|seat| self.is_seat_present(seat));
        let watchers = self.viewers.presence().1 + self.replica.watchers();
        for kind in ViewerKind::ALL {
            let claim_in = match kind {
                ViewerKind::Player(seat) if self.stage() == GameStage::Playing => {
                    self.viewers.claim_in(seat.other(), now, &self.rooms.downtime)
                }
                _ => None,
            };
            let game = self.game.id.as_str().to_owned();
            let text = encode(&ServerMessage::Presence { game, here, watchers, claim_in });
            self.viewers.send_where(&text, |viewer| viewer.kind == kind);
        }
    }
}
