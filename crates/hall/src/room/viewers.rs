//! Who looks at a game, and what they are told.

use std::sync::Arc;

use abaque_core::{ClockRule, Seat};
use abaque_protocol::{Lots, Plies, Snapshot, Stage, State, Tell};
use abaque_store::PersonId;
use abaque_table::Table;

use super::late::Late;
use super::{Asker, Eyes, Room, seen};
use crate::log::number;
use crate::names;
use crate::outbox::{Outbox, written};

/// How long somebody may be away before their game can be claimed, in milliseconds.
const GONE: i64 = 60_000;

pub(super) struct Viewer {
    connection: u64,
    pub(super) person: Option<PersonId>,
    pub(super) eyes: Eyes,
    /// Whether it wants to hear no chat.
    pub(super) muted: bool,
    outbox: Outbox,
}

#[derive(Default)]
pub(super) struct Viewers {
    list: Vec<Viewer>,
    /// Since when a player has been away.
    away: [Option<i64>; 2],
    /// Whether absence counts here: nobody waits at a table played by the day.
    live: bool,
}

impl Viewers {
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    fn is_here(&self, seat: Seat) -> bool {
        self.list.iter().any(|viewer| viewer.eyes.seats().contains(&seat))
    }

    /// Somebody hears no chat, or hears it again: on all their connections, or on this one if nobody knows who it is.
    pub(super) fn mute(&mut self, connection: u64, person: Option<PersonId>, on: bool) {
        for viewer in &mut self.list {
            if viewer.connection == connection || (person.is_some() && viewer.person == person) {
                viewer.muted = on;
            }
        }
    }

    /// How long until the game of somebody away can be claimed.
    pub(super) fn claim_in(&self, seat: Seat, now: i64) -> Option<u64> {
        let since = self.away[seat.index()].filter(|_| self.live)?;
        Some((since + GONE - now).max(0) as u64)
    }

    /// Puts a message into the boxes of some; those who do not keep up are gone.
    pub(super) fn put(&mut self, text: &Arc<str>, whose: impl Fn(&Viewer) -> bool) {
        self.list.retain(|viewer| !whose(viewer) || viewer.outbox.put(text));
    }
}

impl Room {
    /// Somebody comes, or comes back.
    pub(super) fn welcome(
        &mut self,
        connection: u64,
        asker: &Asker,
        have: Option<u32>,
        muted: bool,
        outbox: Outbox,
    ) {
        self.tell_late();
        let eyes = self.eyes(asker.person);
        self.viewers.list.retain(|viewer| viewer.connection != connection);
        self.viewers.live = !self.is_alone_here()
            && matches!(
                self.game.clock.parse(),
                Ok(ClockRule::Budget { .. } | ClockRule::Delay { .. })
            );
        for seat in eyes.seats() {
            self.viewers.away[seat.index()] = None;
        }
        let told = match have.and_then(|have| self.gap(have, eyes)) {
            Some(gap) => gap,
            None => self.whole(eyes),
        };
        if outbox.put(&told) {
            let person = asker.person;
            // Whoever comes back may have changed it elsewhere meanwhile.
            if muted || (have.is_some() && person.is_some()) {
                let game = self.game.id.as_str().to_owned();
                outbox.tell(&Tell::Muted { game, on: muted });
            }
            self.viewers.list.push(Viewer { connection, person, eyes, muted, outbox });
        }
        self.tell_presence();
    }

    /// Somebody goes.
    pub(super) fn farewell(&mut self, connection: u64) {
        let before = self.viewers.list.len();
        self.viewers.list.retain(|viewer| viewer.connection != connection);
        if self.viewers.list.len() == before {
            return;
        }
        let now = self.hall.now();
        for seat in Seat::ALL {
            if !self.viewers.is_here(seat) && self.person(seat).is_some() {
                self.viewers.away[seat.index()].get_or_insert(now);
            }
        }
        self.tell_presence();
    }

    fn person(&self, seat: Seat) -> Option<PersonId> {
        match seat {
            Seat::First => self.game.seats.first,
            Seat::Second => self.game.seats.second,
        }
    }

    fn is_alone_here(&self) -> bool {
        self.game.seats.first_bot.is_some()
            || self.game.seats.second_bot.is_some()
            || self.game.hot_seat
    }

    /// How the game stands for some eyes.
    pub(super) fn state(&self, eyes: Eyes) -> State {
        match (self.table_for(eyes), self.stage()) {
            (Some(table), stage @ (Stage::Playing | Stage::Over | Stage::Aborted)) => {
                let late = self.late(eyes);
                let version = late.map_or(self.version, Late::version);
                let now = late.map_or(self.now(), |late| late.moment(self.now()));
                let state = seen::state(table, eyes, version, now, self.ratings.as_ref());
                if stage == Stage::Aborted {
                    State { stage, to_act: Vec::new(), legal: None, abortable: false, ..state }
                } else {
                    state
                }
            }
            (_, stage) => State {
                version: self.version,
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
                abortable: matches!(stage, Stage::Open | Stage::Seeds),
                ending: None,
                now: self.now().0,
            },
        }
    }

    /// The table some eyes see.
    fn table_for(&self, eyes: Eyes) -> Option<&Table> {
        self.late(eyes).map_or(self.table.as_ref(), |late| Some(late.table()))
    }

    fn plies(&self, eyes: Eyes, from: usize) -> Plies {
        self.table_for(eyes).map(|table| seen::plies(table, eyes, from)).unwrap_or_default()
    }

    /// The whole game, as some eyes may see it now.
    pub(super) fn snapshot(&self, eyes: Eyes) -> Snapshot {
        let mut info = names::info(&self.game, self.sits.clone());
        if let Some(table) = self.table_for(eyes) {
            info.plies = table.plies().len() as u32;
        }
        if let Some(late) = self.late(eyes) {
            info.touched = self.wall(late.moment(self.now()));
        }
        Snapshot {
            info,
            yours: eyes.seats().into_iter().map(number).collect(),
            plies: self.plies(eyes, 0),
            state: self.state(eyes),
            lots: self.lots(eyes),
        }
    }

    /// The same for one who has nothing, as it is told.
    fn whole(&self, eyes: Eyes) -> Arc<str> {
        written(&Tell::Table(Box::new(self.snapshot(eyes))))
    }

    /// What somebody missed since a version, unless it is easier to begin again.
    fn gap(&self, have: u32, eyes: Eyes) -> Option<Arc<str>> {
        let from = *self.plies_at.get(have as usize)?;
        let (version, taken_back) = match self.late(eyes) {
            Some(late) => (late.version(), late.taken_back()),
            None => (self.version, self.taken_back),
        };
        // Secrets that came out since change plies the viewer has.
        if have < taken_back || have > version || self.stage() != Stage::Playing {
            return None;
        }
        let plies = self.plies(eyes, from as usize);
        let game = self.game.id.as_str().to_owned();
        Some(written(&Tell::Step { game, after: have, plies, state: Box::new(self.state(eyes)) }))
    }

    fn lots(&self, eyes: Eyes) -> Lots {
        let over = matches!(self.stage(), Stage::Over | Stage::Aborted);
        let seeds = self.secret.seeds().filter(|_| over && self.kept.lots);
        let mut seals = self.seals.clone();
        if let Some(late) = self.late(eyes) {
            for seat in Seat::ALL.into_iter().filter(|&seat| !late.has_sealed(seat)) {
                seals[seat.index()] = None;
            }
        }
        let hex = |seed: &[u8; 32]| abaque_lots::to_hex(seed);
        Lots {
            used: self.kept.lots,
            commitments: if self.kept.lots {
                self.secret.commitments(self.game.id.as_str())
            } else {
                Vec::new()
            },
            seat_of_a: self.secret.seat_of_a,
            seals: seals.iter().any(Option::is_some).then_some(seals),
            seeds: seeds.map_or_else(Vec::new, |seeds| {
                vec![hex(&seeds.table), hex(&seeds.players[0]), hex(&seeds.players[1])]
            }),
        }
    }

    /// What every kind of viewer sees now, to be compared later.
    pub(super) fn snapshot_states(&self) -> Vec<State> {
        Eyes::ALL.iter().map(|&eyes| self.state(eyes)).collect()
    }

    /// Tells everybody what an act changed; those who see the game late hear of it later.
    pub(super) fn tell_step(&mut self, before: u32, shown: &[State]) {
        for eyes in Eyes::ALL {
            if self.late(eyes).is_none() {
                self.tell_one_step(eyes, before, shown.get(eyes.index()));
            }
        }
    }

    /// Tells one kind of viewer what has changed since a version; a bare number where it is not for their eyes.
    pub(super) fn tell_one_step(&mut self, eyes: Eyes, before: u32, shown: Option<&State>) {
        if !self.viewers.list.iter().any(|viewer| viewer.eyes == eyes) {
            return;
        }
        // When it is over secrets come out, in plies told long ago too, and so do the seeds.
        if self.stage() == Stage::Over {
            let text = self.whole(eyes);
            self.viewers.put(&text, |viewer| viewer.eyes == eyes);
            return;
        }
        let from = self.plies_at.get(before as usize).copied().unwrap_or_default() as usize;
        let now = self.table_for(eyes).map_or(0, |table| table.plies().len());
        let state = self.state(eyes);
        let game = self.game.id.as_str().to_owned();
        let as_before = shown.is_some_and(|shown| !seen::differs(shown, &state));
        let tell = if from == now && as_before {
            Tell::Version { game, version: state.version }
        } else {
            let plies = self.plies(eyes, from.min(now));
            Tell::Step { game, after: before, plies, state: Box::new(state) }
        };
        let text = written(&tell);
        self.viewers.put(&text, |viewer| viewer.eyes == eyes);
    }

    /// Tells everybody everything.
    pub(super) fn tell_all(&mut self) {
        // Seats may have changed hands.
        let seats = [self.game.seats.first, self.game.seats.second];
        for viewer in &mut self.viewers.list {
            let sits = seats.map(|seat| seat.is_some() && seat == viewer.person);
            viewer.eyes = match sits {
                [true, true] => Eyes::Both,
                [true, false] => Eyes::Player(Seat::First),
                [false, true] => Eyes::Player(Seat::Second),
                [false, false] => Eyes::Watcher,
            };
        }
        for eyes in Eyes::ALL {
            if self.viewers.list.iter().any(|viewer| viewer.eyes == eyes) {
                let text = self.whole(eyes);
                self.viewers.put(&text, |viewer| viewer.eyes == eyes);
            }
        }
    }

    /// Tells players, wherever they are, that their game begins.
    pub(super) fn tell_paired(&self) {
        let tell = Tell::Paired { game: self.game.id.as_str().to_owned() };
        for person in [self.game.seats.first, self.game.seats.second].into_iter().flatten() {
            self.hall.connections.tell(person, &tell);
        }
    }

    fn tell_presence(&mut self) {
        let now = self.hall.now();
        let here = Seat::ALL.map(|seat| self.viewers.is_here(seat));
        let watchers =
            self.viewers.list.iter().filter(|viewer| viewer.eyes == Eyes::Watcher).count();
        for eyes in Eyes::ALL {
            let claim_in = match eyes {
                Eyes::Player(seat) if self.stage() == Stage::Playing => {
                    self.viewers.claim_in(seat.other(), now)
                }
                _ => None,
            };
            let game = self.game.id.as_str().to_owned();
            let text = written(&Tell::Presence { game, here, watchers: watchers as u32, claim_in });
            self.viewers.put(&text, |viewer| viewer.eyes == eyes);
        }
    }
}
