//! Spectator delay: a second table, the delay behind the real one. Spectator messages are built
//! from it alone, so they cannot leak later acts.

use std::collections::VecDeque;

use abaque_core::Seat;
use abaque_protocol::GameStage;
use abaque_store::Version;
use abaque_table::{Table, TableAct, Timestamp};

use super::{Room, ViewerKind};
use crate::act_log::LoggedAct;

/// A table that trails the real one.
pub(super) struct DelayedTable {
    /// Delay in milliseconds.
    delay_ms: u64,
    table: Table,
    /// Time of its last change.
    changed_at: Timestamp,
    version: Version,
    /// Version of the last take-back.
    take_back_version: Version,
    /// Seats that have submitted a secret set-up.
    sealed: [bool; 2],
    /// Steps of the real table not yet applied, in order.
    waiting: VecDeque<DelayedStep>,
}

/// One step of the real table.
struct DelayedStep {
    /// Time at which the server learnt of the step; the delay counts from here.
    known_at: Timestamp,
    /// Effective time of the step.
    at: Timestamp,
    acts: Vec<LoggedAct>,
}

impl DelayedTable {
    /// Creates a delayed table for a game that starts now; `None` without a delay.
    pub(super) fn new(seconds: u32, table: &Table, now: Timestamp) -> Option<DelayedTable> {
        (seconds > 0).then(|| DelayedTable {
            delay_ms: u64::from(seconds) * 1000,
            table: table.clone(),
            changed_at: now,
            version: Version::NONE,
            take_back_version: Version::NONE,
            sealed: [false; 2],
            waiting: VecDeque::new(),
        })
    }

    /// Queues a step of the real table.
    pub(super) fn push(&mut self, known: Timestamp, at: Timestamp, acts: Vec<LoggedAct>) {
        self.waiting.push_back(DelayedStep { known_at: known, at, acts });
    }

    /// Time at which the next step is due.
    pub(super) fn next_due(&self) -> Option<Timestamp> {
        self.waiting.front().map(|next| Timestamp(next.known_at.0 + self.delay_ms))
    }

    /// Applies the next step if it is due.
    pub(super) fn advance(&mut self, now: Timestamp) -> bool {
        let Some(next) = self.waiting.pop_front_if(|next| next.known_at.0 + self.delay_ms <= now.0)
        else {
            return false;
        };
        for logged in &next.acts {
            let before = self.table.plies().len();
            if let LoggedAct::Table(act) = logged {
                // The real table accepted the act.
                let _ = self.table.step(act.clone(), next.at);
            }
            self.version = self.version.next();
            if self.table.plies().len() < before {
                self.take_back_version = self.version;
            }
            if let LoggedAct::Table(TableAct::Play { seat, nonce: Some(_), .. }) = logged {
                self.sealed[seat.index()] = true;
            }
        }
        self.changed_at = next.known_at;
        true
    }

    /// Time the delayed table shows.
    pub(super) fn shown_time(&self, now: Timestamp) -> Timestamp {
        Timestamp(now.0.saturating_sub(self.delay_ms)).max(self.changed_at)
    }

    pub(super) fn table(&self) -> &Table {
        &self.table
    }

    pub(super) fn version(&self) -> Version {
        self.version
    }

    pub(super) fn taken_back(&self) -> Version {
        self.take_back_version
    }

    pub(super) fn has_sealed(&self, seat: Seat) -> bool {
        self.sealed[seat.index()]
    }
}

impl Room {
    /// The delayed table, for viewers who see only that one during play.
    pub(super) fn delayed_table_for(&self, viewer: ViewerKind) -> Option<&DelayedTable> {
        self.delayed_table
            .as_ref()
            .filter(|_| viewer == ViewerKind::Watcher && self.stage() == GameStage::Playing)
    }

    /// Sends spectators the steps that are due, one by one.
    pub(super) fn send_delayed_steps(&mut self) {
        let now = self.now();
        while let Some(late) = self.delayed_table_for(ViewerKind::Watcher) {
            if late.next_due().is_none_or(|due| due > now) {
                return;
            }
            let (before, shown) = (late.version(), self.state(ViewerKind::Watcher));
            if let Some(late) = &mut self.delayed_table {
                late.advance(now);
            }
            self.send_step_to(ViewerKind::Watcher, before, Some(&shown));
        }
    }
}
