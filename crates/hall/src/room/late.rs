//! The table as watchers see it where it is shown late: a second one, that many seconds behind. What is not yet at that table nobody
//! can read off it.

use std::collections::VecDeque;

use abaque_core::Seat;
use abaque_protocol::Stage;
use abaque_table::{At, Table};

use super::{Eyes, Room};
use crate::log::{Logged, seat};

/// A table behind the real one.
pub(super) struct Late {
    /// By how many milliseconds.
    delay: u64,
    table: Table,
    /// When it was last changed.
    changed: At,
    version: u32,
    /// The version at which something was last taken back.
    taken_back: u32,
    /// Who has handed in a secret set-up.
    sealed: [bool; 2],
    /// What has happened since, in order.
    waiting: VecDeque<Happened>,
}

/// What one step of the real table consisted of.
struct Happened {
    /// When it was known: not before this is it old enough.
    known: At,
    /// When it counts as done.
    at: At,
    acts: Vec<Logged>,
}

impl Late {
    /// A table behind one that begins now; nothing where nothing is shown late.
    pub(super) fn new(seconds: u32, table: &Table, now: At) -> Option<Late> {
        (seconds > 0).then(|| Late {
            delay: u64::from(seconds) * 1000,
            table: table.clone(),
            changed: now,
            version: 0,
            taken_back: 0,
            sealed: [false; 2],
            waiting: VecDeque::new(),
        })
    }

    /// Something happened at the real table.
    pub(super) fn add(&mut self, known: At, at: At, acts: Vec<Logged>) {
        self.waiting.push_back(Happened { known, at, acts });
    }

    /// When the next step is old enough.
    pub(super) fn due(&self) -> Option<At> {
        self.waiting.front().map(|next| At(next.known.0 + self.delay))
    }

    /// Takes the next step if it is old enough.
    pub(super) fn step(&mut self, now: At) -> bool {
        let Some(next) = self.waiting.pop_front_if(|next| next.known.0 + self.delay <= now.0)
        else {
            return false;
        };
        for logged in &next.acts {
            let before = self.table.plies().len();
            if let Some(act) = logged.act() {
                // The real table took it.
                let _ = self.table.step(act, next.at);
            }
            self.version += 1;
            if self.table.plies().len() < before {
                self.taken_back = self.version;
            }
            if let Logged::Play { s, n: Some(_), .. } = logged
                && let Some(seat) = seat(*s)
            {
                self.sealed[seat.index()] = true;
            }
        }
        self.changed = next.known;
        true
    }

    /// The moment it stands at.
    pub(super) fn moment(&self, now: At) -> At {
        At(now.0.saturating_sub(self.delay)).max(self.changed)
    }

    pub(super) fn table(&self) -> &Table {
        &self.table
    }

    pub(super) fn version(&self) -> u32 {
        self.version
    }

    pub(super) fn taken_back(&self) -> u32 {
        self.taken_back
    }

    pub(super) fn has_sealed(&self, seat: Seat) -> bool {
        self.sealed[seat.index()]
    }
}

impl Room {
    /// The table behind, for those who see no other while it is played.
    pub(super) fn late(&self, eyes: Eyes) -> Option<&Late> {
        self.late.as_ref().filter(|_| eyes == Eyes::Watcher && self.stage() == Stage::Playing)
    }

    /// Tells watchers what is old enough now, step by step.
    pub(super) fn tell_late(&mut self) {
        let now = self.now();
        while let Some(late) = self.late(Eyes::Watcher) {
            if late.due().is_none_or(|due| due > now) {
                return;
            }
            let (before, shown) = (late.version(), self.state(Eyes::Watcher));
            if let Some(late) = &mut self.late {
                late.step(now);
            }
            self.tell_one_step(Eyes::Watcher, before, Some(&shown));
        }
    }
}
