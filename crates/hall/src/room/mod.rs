//! A live game: one task, one mailbox, one order.

mod acts;
mod chat;
mod count;
mod late;
mod load;
mod seen;
mod start;
mod viewers;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use abaque_core::{Lang, Seat};
use abaque_protocol::{Act as Asked, Seat as Sits, Snapshot, Stage};
use abaque_store::{Game, PersonId, Status};
use abaque_table::{At, Table};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use crate::Refusal;
use crate::deal::{Kept, Secret};
use crate::hall::Inner;
use crate::outbox::Outbox;
use late::Late;
pub(crate) use seen::Eyes;
use viewers::Viewers;

/// How many messages wait for a room before those who write wait too.
pub(crate) const MAILBOX: usize = 64;

/// A room nobody looks at is put away after this long; whoever comes finds it again.
const IDLE: Duration = Duration::from_secs(60);

/// Whoever asks for something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Asker {
    pub(crate) person: Option<PersonId>,
    pub(crate) lang: Lang,
}

/// What a room is told.
pub(crate) enum Mail {
    /// Somebody looks from now on.
    Watch { connection: u64, asker: Asker, have: Option<u32>, muted: bool, outbox: Outbox },
    /// They hear no chat, or hear it again.
    Mute { connection: u64, person: Option<PersonId>, on: bool },
    /// They look no longer.
    Leave { connection: u64 },
    /// Somebody looks once, as anybody may.
    Look { answer: oneshot::Sender<Box<Snapshot>> },
    /// Somebody does something.
    Act { asker: Asker, seen: u32, key: String, act: Asked, lag: u64, answer: Answer },
    /// Somebody says something.
    Say {
        person: PersonId,
        name: String,
        text: String,
        answer: oneshot::Sender<Result<(), Refusal>>,
    },
    /// Somebody sits down.
    Join {
        person: PersonId,
        commitment: Option<String>,
        answer: oneshot::Sender<Result<(), Refusal>>,
    },
    /// A computer player has thought.
    Thought { version: u32, seat: Seat, action: Option<String> },
    /// Time may have done something.
    Poke,
    /// The server closes: everything is on record already.
    Close,
}

/// The version an act led to, or why there was none.
pub(crate) type Answer = oneshot::Sender<Result<u32, Refusal>>;

pub(crate) struct Room {
    hall: Arc<Inner>,
    own: mpsc::WeakSender<Mail>,
    game: Game,
    kept: Kept,
    secret: Secret,
    sits: [Sits; 2],
    table: Option<Table>,
    /// The table watchers see, where they see it late.
    late: Option<Late>,
    /// Acts so far.
    version: u32,
    /// The version at which the board last changed: who decided before that saw another one.
    board: u32,
    /// Plies on the board after each version.
    plies_at: Vec<u32>,
    /// The version at which something was last taken back.
    taken_back: u32,
    keys: HashMap<String, u32>,
    /// Milliseconds the server was down since the game began.
    slept: u64,
    viewers: Viewers,
    /// Lag that may still be given back, by seat, in milliseconds.
    lag: [u64; 2],
    /// The version a computer is thinking about, by seat.
    thinking: [Option<u32>; 2],
    seals: [Option<String>; 2],
    ratings: Option<[String; 2]>,
}

impl Room {
    /// Runs a room until nobody needs it.
    pub(crate) async fn run(mut self, mut mail: mpsc::Receiver<Mail>) {
        self.begin().await;
        loop {
            let due = self.next_moment();
            let letter = tokio::select! {
                biased;
                letter = mail.recv() => match letter {
                    Some(letter) => letter,
                    None => return,
                },
                () = sleep_until(due) => {
                    if self.is_idle() && self.hall.put_away(&self.game.id, &mut mail) {
                        return;
                    }
                    Mail::Poke
                }
            };
            if matches!(letter, Mail::Close) {
                return;
            }
            self.read(letter).await;
        }
    }

    async fn read(&mut self, letter: Mail) {
        match letter {
            Mail::Watch { connection, asker, have, muted, outbox } => {
                self.welcome(connection, &asker, have, muted, outbox);
            }
            Mail::Mute { connection, person, on } => self.viewers.mute(connection, person, on),
            Mail::Leave { connection } => self.farewell(connection),
            Mail::Look { answer } => {
                self.tell_late();
                let _ = answer.send(Box::new(self.snapshot(Eyes::Watcher)));
            }
            Mail::Act { asker, seen, key, act, lag, answer } => {
                let done = self.act(&asker, seen, key, act, lag).await;
                let _ = answer.send(done);
                self.go_on().await;
            }
            Mail::Say { person, name, text, answer } => {
                let _ = answer.send(self.say(person, name, text).await);
            }
            Mail::Join { person, commitment, answer } => {
                let _ = answer.send(self.join(person, commitment.as_deref()).await);
                self.go_on().await;
            }
            Mail::Thought { version, seat, action } => self.thought(version, seat, action).await,
            Mail::Poke => self.poke().await,
            Mail::Close => {}
        }
    }

    /// The eyes of a person here.
    fn eyes(&self, person: Option<PersonId>) -> Eyes {
        let Some(person) = person else { return Eyes::Watcher };
        let sits = |seat: Option<PersonId>| seat == Some(person);
        match (sits(self.game.seats.first), sits(self.game.seats.second)) {
            (true, true) => Eyes::Both,
            (true, false) => Eyes::Player(Seat::First),
            (false, true) => Eyes::Player(Seat::Second),
            (false, false) => Eyes::Watcher,
        }
    }

    fn stage(&self) -> Stage {
        match (self.game.status, &self.table) {
            (Status::Aborted, _) => Stage::Aborted,
            (Status::Over, _) => Stage::Over,
            (_, Some(table)) if table.outcome().is_some() => Stage::Over,
            (_, Some(_)) => Stage::Playing,
            (_, None) if self.kept.met.is_some() => Stage::Seeds,
            (_, None) => Stage::Open,
        }
    }

    /// The time at the table: the server's, without the time it was down.
    fn now(&self) -> At {
        At((self.hall.now() as u64).saturating_sub(self.slept))
    }

    /// A moment of the table's time as the store's.
    fn wall(&self, at: At) -> i64 {
        (at.0 + self.slept) as i64
    }

    /// When to look again: a flag, a window, a seed that is due, or to go away.
    fn next_moment(&self) -> Instant {
        let now = self.hall.now();
        let deadline = match &self.table {
            Some(table) => table.deadline().map(|at| self.wall(at)),
            None => self.seeds_due(),
        };
        let late = self.late(Eyes::Watcher).and_then(Late::due).map(|at| self.wall(at));
        let idle = now + IDLE.as_millis() as i64;
        let idle = late.map_or(idle, |at| at.min(idle));
        let due = deadline.filter(|_| self.stage() != Stage::Over).map_or(idle, |at| at.min(idle));
        Instant::now() + Duration::from_millis((due - now).max(1) as u64)
    }

    /// Whether nobody looks and nothing runs that the warden would not see in time.
    fn is_idle(&self) -> bool {
        let soon = self.hall.now() + IDLE.as_millis() as i64;
        let due = self.table.as_ref().and_then(Table::deadline).map(|at| self.wall(at));
        let runs = self.stage() == Stage::Playing && due.is_some_and(|due| due <= soon);
        let thinks = self.thinking.iter().any(Option::is_some);
        self.viewers.is_empty() && !runs && !thinks && self.stage() != Stage::Seeds
    }
}
