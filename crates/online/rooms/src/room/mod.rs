//! A live game: one task with one mailbox, so that its events have one order.

mod abandon;
mod acts;
mod bots;
mod chat;
mod count;
mod delayed;
mod load;
mod mailbox;
mod replica;
pub(crate) mod start;
mod viewers;
mod visibility;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use abaque_core::{Lang, Seat};
use abaque_protocol::{GameAct, GameSnapshot, GameStage, SeatInfo};
use abaque_store::{GameMark, GameStatus, NodePresence, PersonId, StoredGame, Version};
use abaque_table::{Table, Timestamp};
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until};

use crate::RequestError;
use crate::outbox::Outbox;
use crate::rooms::RoomsInner;
use crate::terms::{GameSecret, StoredTerms};
use crate::writing::RETRY;
use bots::BotTurn;
use delayed::DelayedTable;
use mailbox::WeakRoomHandle;
pub(crate) use mailbox::{Mailbox, RoomHandle};
use replica::{MAX_ATTEMPTS, Replica};
use viewers::Viewers;
pub(crate) use visibility::{ViewerKind, result as result_text};

/// Time after which a room without viewers is unloaded; the next message loads it again.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);

/// Milliseconds after which a room that does not drive its game looks again at what is due.
const REPLICA_CHECK_MS: i64 = 500;

/// Sender of a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Requester {
    pub(crate) person: Option<PersonId>,
    pub(crate) lang: Lang,
}

/// A message to a room.
pub(crate) enum RoomMessage {
    /// A connection subscribes.
    Watch { connection: u64, asker: Requester, have: Option<Version>, muted: bool, outbox: Outbox },
    /// A user mutes or unmutes the chat.
    Mute { connection: u64, person: Option<PersonId>, on: bool },
    /// A connection unsubscribes.
    Leave { connection: u64 },
    /// Asks for a spectator's snapshot.
    Look { answer: oneshot::Sender<Box<GameSnapshot>> },
    /// A player's act.
    Act { asker: Requester, seen: Version, key: String, act: GameAct, lag: u64, answer: ActReply },
    /// A chat line.
    Say {
        person: PersonId,
        name: String,
        text: String,
        answer: oneshot::Sender<Result<(), RequestError>>,
    },
    /// A user takes the free seat.
    Join {
        person: PersonId,
        commitment: Option<String>,
        answer: oneshot::Sender<Result<(), RequestError>>,
    },
    /// A thread has taken up a bot's search.
    SearchStarted { seat: Seat, number: u64 },
    /// A bot's search has ended.
    SearchFinished { seat: Seat, number: u64, action: Option<String> },
    /// Aborts the game if nobody has played since `untouched_since`.
    Abandon { untouched_since: i64 },
    /// A person was deleted: ends the game if they play it and takes their name off it. Without a
    /// person, the room looks up its own players.
    PersonDeleted { person: Option<PersonId>, answer: oneshot::Sender<()> },
    /// Checks deadlines.
    Tick,
    /// Another node has changed the game.
    Changed { version: Version, revision: u32 },
    /// Another node has stored a chat line.
    ChatWritten,
    /// Who looks at the game on another node; `number` orders these messages.
    PresenceElsewhere { presence: NodePresence, number: u64 },
    /// State of the game in the store, and who looks at it on other nodes.
    Polled { mark: GameMark, presence: Vec<NodePresence> },
    /// The server shuts down; every acknowledged act is already stored.
    Close,
}

/// Receives the version an act led to, or the refusal.
pub(crate) type ActReply = oneshot::Sender<Result<Version, RequestError>>;

pub(crate) struct Room {
    rooms: Arc<RoomsInner>,
    mailbox: WeakRoomHandle,
    game: StoredGame,
    stored_terms: StoredTerms,
    secret: GameSecret,
    /// Secret as stored, to detect changes by another server.
    stored_secret: String,
    seats: [SeatInfo; 2],
    table: Option<Table>,
    /// Table shown to delayed spectators.
    delayed_table: Option<DelayedTable>,
    /// Number of acts so far.
    version: Version,
    /// Version of the last board change; a decision on an older version is stale.
    board_version: Version,
    /// Number of plies after each version.
    plies_at: Vec<u32>,
    /// Version of the last take-back.
    take_back_version: Version,
    answered_keys: HashMap<String, Version>,
    /// Milliseconds since the start that run on no clock: downtime, outages, logged bot waits.
    downtime_ms: u64,
    /// Server time of the last act.
    last_act: i64,
    /// Server time up to which `downtime_ms` is complete.
    accounted: i64,
    viewers: Viewers,
    replica: Replica,
    /// Remaining lag credit by seat, in milliseconds.
    lag_credit_ms: [u64; 2],
    /// Turns of bots, by seat.
    bot_turns: [Option<BotTurn>; 2],
    /// Milliseconds of finished bot waits not yet logged.
    unlogged_wait_ms: u64,
    /// Time of the latest act, a lower bound for the table's time.
    latest_act_at: Timestamp,
    seals: [Option<String>; 2],
    ratings: Option<[String; 2]>,
}

impl Room {
    /// Runs the room until it is idle or closed.
    pub(crate) async fn run(mut self, mut mail: Mailbox) {
        // What handles a message is large and is needed only then; boxed, it does not add to every
        // room.
        Box::pin(self.resume()).await;
        loop {
            let due = self.next_wakeup();
            let message = tokio::select! {
                biased;
                message = mail.recv() => match message {
                    Some(message) => *message,
                    None => return Box::pin(self.leave_cluster()).await,
                },
                () = sleep_until(due) => {
                    if self.is_idle() && self.rooms.remove_if_unused(&self.game.id, &mut mail) {
                        return Box::pin(self.leave_cluster()).await;
                    }
                    RoomMessage::Tick
                }
            };
            if matches!(message, RoomMessage::Close) {
                return Box::pin(self.leave_cluster()).await;
            }
            Box::pin(self.handle(message)).await;
        }
    }

    async fn handle(&mut self, message: RoomMessage) {
        // What falls due is not applied before this has worked.
        let _ = self.settle_outage().await;
        match message {
            RoomMessage::Watch { connection, asker, have, muted, outbox } => {
                // The client may have seen more on another node.
                let _ = self.catch_up().await;
                self.add_viewer(connection, &asker, have, muted, outbox);
            }
            RoomMessage::Mute { connection, person, on } => {
                self.viewers.mute(connection, person, on)
            }
            RoomMessage::Leave { connection } => self.remove_viewer(connection),
            RoomMessage::Look { answer } => {
                let _ = self.catch_up().await;
                self.send_delayed_steps();
                let _ = answer.send(Box::new(self.snapshot(ViewerKind::Watcher)));
            }
            RoomMessage::Act { asker, seen, key, act, lag, answer } => {
                let done = self.act(&asker, seen, key, act, lag).await;
                let _ = answer.send(done);
                self.advance().await;
            }
            RoomMessage::Say { person, name, text, answer } => {
                let _ = answer.send(self.say(person, name, text).await);
            }
            RoomMessage::Join { person, commitment, answer } => {
                let mut joined = self.join(person, commitment.as_deref()).await;
                for _ in 1..MAX_ATTEMPTS {
                    if !joined.as_ref().is_err_and(replica::is_overtaken) {
                        break;
                    }
                    joined = self.join(person, commitment.as_deref()).await;
                }
                let _ = answer.send(joined);
                self.advance().await;
            }
            RoomMessage::SearchStarted { seat, number } => self.on_search_started(seat, number),
            RoomMessage::SearchFinished { seat, number, action } => {
                self.on_search_finished(seat, number, action).await
            }
            RoomMessage::Abandon { untouched_since } => {
                self.abort_if_abandoned(untouched_since).await
            }
            RoomMessage::PersonDeleted { person, answer } => {
                self.leave_deleted(person).await;
                let _ = answer.send(());
            }
            RoomMessage::Tick => self.tick().await,
            RoomMessage::Changed { version, revision } => {
                self.on_changed(version, revision).await;
            }
            RoomMessage::ChatWritten => self.deliver_chat().await,
            RoomMessage::PresenceElsewhere { presence, number } => {
                self.on_presence_hint(presence, number);
            }
            RoomMessage::Polled { mark, presence } => self.on_polled(mark, presence).await,
            RoomMessage::Close => {}
        }
    }

    /// What kind of viewer a user is here.
    fn viewer_kind(&self, person: Option<PersonId>) -> ViewerKind {
        let Some(person) = person else { return ViewerKind::Watcher };
        let sits = |seat: Option<PersonId>| seat == Some(person);
        match (sits(self.game.seats.first), sits(self.game.seats.second)) {
            (true, true) => ViewerKind::Both,
            (true, false) => ViewerKind::Player(Seat::First),
            (false, true) => ViewerKind::Player(Seat::Second),
            (false, false) => ViewerKind::Watcher,
        }
    }

    fn stage(&self) -> GameStage {
        match (self.game.status, &self.table) {
            (GameStatus::Aborted, _) => GameStage::Aborted,
            (GameStatus::Over, _) => GameStage::Over,
            (_, Some(table)) if table.outcome().is_some() => GameStage::Over,
            (_, Some(_)) => GameStage::Playing,
            (_, None) if self.stored_terms.met.is_some() => GameStage::Seeds,
            (_, None) => GameStage::Open,
        }
    }

    /// Table time: server time without downtime, outages and bots' waits for a thread.
    fn now(&self) -> Timestamp {
        let now = self.rooms.now();
        Timestamp((now as u64).saturating_sub(self.downtime_ms + self.bot_wait(now)))
            .max(self.latest_act_at)
    }

    /// Converts table time to server time.
    fn to_server_time(&self, at: Timestamp) -> i64 {
        (at.0 + self.downtime_ms + self.bot_wait(self.rooms.now())) as i64
    }

    /// Next wake-up: a flag, a window, a seed deadline, a bot retry or the idle timeout.
    fn next_wakeup(&self) -> Instant {
        let now = self.rooms.now();
        let deadline = match &self.table {
            Some(table) => table.deadline().map(|at| self.to_server_time(at)),
            None => self.seed_deadline(),
        };
        let late = self
            .delayed_table_for(ViewerKind::Watcher)
            .and_then(DelayedTable::next_due)
            .map(|at| self.to_server_time(at));
        let idle = now + IDLE_TIMEOUT.as_millis() as i64;
        let idle = late.map_or(idle, |at| at.min(idle));
        let due =
            deadline.filter(|_| self.stage() != GameStage::Over).map_or(idle, |at| at.min(idle));
        // Nothing falls due during an outage.
        let soonest = if self.rooms.writing.is_failing() {
            RETRY.as_millis() as i64
        } else if self.drives() {
            1
        } else {
            // The driver applies it; this room only looks whether there is one.
            REPLICA_CHECK_MS
        };
        let due = Instant::now() + Duration::from_millis((due - now).max(soonest) as u64);
        self.bot_retry().map_or(due, |retry| retry.min(due))
    }

    /// Whether the room has no viewers and no deadline too soon for the background task.
    fn is_idle(&self) -> bool {
        let soon = self.rooms.now() + IDLE_TIMEOUT.as_millis() as i64;
        let due = match self.stage() {
            GameStage::Playing => {
                self.table.as_ref().and_then(Table::deadline).map(|at| self.to_server_time(at))
            }
            GameStage::Seeds => self.seed_deadline(),
            _ => None,
        };
        let runs = self.drives() && due.is_some_and(|due| due <= soon);
        let thinks = self.bot_turns.iter().any(Option::is_some);
        self.viewers.is_empty() && !runs && !thinks
    }
}
