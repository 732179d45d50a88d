//! Who looks at a game, and what they are told.

use std::sync::Arc;

use abaque_core::{ClockRule, Seat};
use abaque_protocol::{Lots, Plies, Snapshot, Stage, State, Tell};
use abaque_store::PersonId;

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

    /// A connection hears no chat, or hears it again.
    pub(super) fn mute(&mut self, connection: u64, on: bool) {
        let own = self.list.iter_mut().filter(|viewer| viewer.connection == connection);
        own.for_each(|viewer| viewer.muted = on);
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
    fn state(&self, eyes: Eyes) -> State {
        match (&self.table, self.stage()) {
            (Some(table), stage @ (Stage::Playing | Stage::Over | Stage::Aborted)) => {
                let state =
                    seen::state(table, eyes, self.version, self.now(), self.ratings.as_ref());
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

    fn plies(&self, eyes: Eyes, from: usize) -> Plies {
        self.table.as_ref().map(|table| seen::plies(table, eyes, from)).unwrap_or_default()
    }

    /// The whole game, for one who has nothing.
    fn whole(&self, eyes: Eyes) -> Arc<str> {
        let snapshot = Snapshot {
            info: names::info(&self.game, self.sits.clone()),
            yours: eyes.seats().into_iter().map(number).collect(),
            plies: self.plies(eyes, 0),
            state: self.state(eyes),
            lots: self.lots(),
        };
        written(&Tell::Table(Box::new(snapshot)))
    }

    /// What somebody missed since a version, unless it is easier to begin again.
    fn gap(&self, have: u32, eyes: Eyes) -> Option<Arc<str>> {
        let from = *self.plies_at.get(have as usize)?;
        // Secrets that came out since change plies the viewer has.
        if have < self.taken_back || self.stage() != Stage::Playing {
            return None;
        }
        let plies = self.plies(eyes, from as usize);
        let game = self.game.id.as_str().to_owned();
        Some(written(&Tell::Step { game, after: have, plies, state: Box::new(self.state(eyes)) }))
    }

    fn lots(&self) -> Lots {
        let over = matches!(self.stage(), Stage::Over | Stage::Aborted);
        let seeds = self.secret.seeds().filter(|_| over && self.kept.lots);
        let hex = |seed: &[u8; 32]| abaque_lots::to_hex(seed);
        Lots {
            used: self.kept.lots,
            commitments: if self.kept.lots {
                self.secret.commitments(self.game.id.as_str())
            } else {
                Vec::new()
            },
            seat_of_a: self.secret.seat_of_a,
            seals: self.seals.iter().any(Option::is_some).then(|| self.seals.clone()),
            seeds: seeds.map_or_else(Vec::new, |seeds| {
                vec![hex(&seeds.table), hex(&seeds.players[0]), hex(&seeds.players[1])]
            }),
        }
    }

    /// What every kind of viewer sees now, to be compared later.
    pub(super) fn snapshot_states(&self) -> Vec<State> {
        Eyes::ALL.iter().map(|&eyes| self.state(eyes)).collect()
    }

    /// Tells everybody what an act changed; a bare number where it is not for their eyes.
    pub(super) fn tell_step(&mut self, before: u32, shown: &[State]) {
        let over = self.stage() == Stage::Over;
        for eyes in Eyes::ALL {
            if !self.viewers.list.iter().any(|viewer| viewer.eyes == eyes) {
                continue;
            }
            // When it is over secrets come out, in plies told long ago too, and so do the seeds.
            if over {
                let text = self.whole(eyes);
                self.viewers.put(&text, |viewer| viewer.eyes == eyes);
                continue;
            }
            let from = self.plies_at.get(before as usize).copied().unwrap_or_default() as usize;
            let now = self.table.as_ref().map_or(0, |table| table.plies().len());
            let state = self.state(eyes);
            let game = self.game.id.as_str().to_owned();
            let as_before =
                shown.get(eyes.index()).is_some_and(|shown| !seen::differs(shown, &state));
            let tell = if from == now && as_before {
                Tell::Version { game, version: self.version }
            } else {
                let plies = self.plies(eyes, from.min(now));
                Tell::Step { game, after: before, plies, state: Box::new(state) }
            };
            let text = written(&tell);
            self.viewers.put(&text, |viewer| viewer.eyes == eyes);
        }
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
