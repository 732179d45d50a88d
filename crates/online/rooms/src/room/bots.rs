//! Bots of a room: searches go to the pool and come back through the mailbox.
//!
//! Waiting for a thread costs no clock time: while only the bot is to act, the table's time stands
//! still until the search begins. The wait is stored as [`LoggedAct::Woke`] with the next act, like
//! downtime.

use std::time::Duration;

use abaque_core::{Millis, Seat};
use abaque_protocol::GameStage;
use abaque_store::Version;
use abaque_table::{Table, TableAct};
use tokio::time::Instant;

use super::replica::is_overtaken;
use super::{Room, RoomMessage};
use crate::act_log::LoggedAct;
use crate::bot_pool::{SearchHandle, SearchJob, SubmittedSearch};
use crate::downtime::Downtime;

/// Delay before a refused or failed search is submitted again.
const SEARCH_RETRY_DELAY: Duration = Duration::from_secs(1);
/// Shorter waits, in milliseconds, run on the bot's clock: they are not worth a log entry.
const MIN_LOGGED_WAIT_MS: u64 = 100;

/// A bot's turn, from the moment it is to act until it has acted.
pub(super) struct BotTurn {
    /// Version being searched.
    version: Version,
    /// Running search; `None` while the pool refuses it.
    search: Option<SearchHandle>,
    /// Time of the next attempt.
    retry_at: Option<Instant>,
    /// Start and end of the wait for a thread, in server time; `None` if the opponent may act
    /// meanwhile.
    wait_span: Option<(i64, Option<i64>)>,
}

impl BotTurn {
    /// Milliseconds waited for a thread, without downtime.
    fn waited(&self, now: i64, downtime: &Downtime) -> u64 {
        self.wait_span.map_or(0, |(since, until)| {
            let until = until.unwrap_or(now);
            let waited = (until - since).max(0) as u64;
            waited.saturating_sub(downtime.between(since, until))
        })
    }
}

impl Room {
    /// Milliseconds waited for bots' threads and not yet logged.
    pub(super) fn bot_wait(&self, now: i64) -> u64 {
        let waited = |turn: &BotTurn| turn.waited(now, &self.rooms.downtime);
        let waiting = self.bot_turns.iter().flatten().map(waited).max();
        self.unlogged_wait_ms + waiting.unwrap_or(0)
    }

    /// Earliest retry of a bot search.
    pub(super) fn bot_retry(&self) -> Option<Instant> {
        self.bot_turns.iter().flatten().filter_map(|turn| turn.retry_at).min()
    }

    /// Takes the wait to be stored with the next act; `None` if it is too short to matter.
    pub(super) fn take_unlogged_wait(&mut self) -> Option<LoggedAct> {
        let until = self.rooms.now();
        if self.bot_wait(until) < MIN_LOGGED_WAIT_MS {
            return None;
        }
        for turn in self.bot_turns.iter_mut().flatten() {
            let waited = turn.waited(until, &self.rooms.downtime);
            if let Some((since, ended)) = &mut turn.wait_span {
                *since = ended.unwrap_or(until).max(*since);
            }
            self.unlogged_wait_ms += waited;
        }
        Some(LoggedAct::Woke { slept: Millis(self.unlogged_wait_ms), until })
    }

    /// Adds a logged wait to the downtime of the game.
    pub(super) fn apply_logged_wait(&mut self, logged: &LoggedAct) {
        if let LoggedAct::Woke { slept, until } = logged {
            self.downtime_ms += slept.0;
            self.accounted = *until;
            self.unlogged_wait_ms = self.unlogged_wait_ms.saturating_sub(slept.0);
        }
    }

    /// Cancels searches of an outdated board.
    pub(super) fn drop_stale_searches(&mut self) {
        let playing = self.stage() == GameStage::Playing;
        for seat in Seat::ALL {
            let Some(turn) = &self.bot_turns[seat.index()] else { continue };
            let needed = self.table.as_ref().is_some_and(|table| {
                playing
                    && table.can_act(seat)
                    && (turn.version >= self.board_version || table.game().is_sealed())
            });
            if !needed {
                self.end_bot_turn(seat);
            }
        }
    }

    /// Cancels all searches: another node drives the game.
    pub(super) fn cancel_searches(&mut self) {
        self.bot_turns = [None, None];
        self.unlogged_wait_ms = 0;
    }

    /// Ends a bot's turn; its wait stays off the clock.
    fn end_bot_turn(&mut self, seat: Seat) -> Option<BotTurn> {
        let turn = self.bot_turns[seat.index()].take()?;
        self.unlogged_wait_ms += turn.waited(self.rooms.now(), &self.rooms.downtime);
        Some(turn)
    }

    /// Submits the searches that are due.
    pub(super) fn search_for_bots(&mut self) {
        let Some(table) = &self.table else { return };
        let mut due = Vec::new();
        for seat in Seat::ALL {
            let bot = match seat {
                Seat::First => &self.game.seats.first_bot,
                Seat::Second => &self.game.seats.second_bot,
            };
            let Some(kind) = bot.as_ref().filter(|_| table.can_act(seat)) else { continue };
            let searching = self.bot_turns[seat.index()].as_ref().is_some_and(|turn| {
                turn.search.is_some() || turn.retry_at.is_some_and(|at| at > Instant::now())
            });
            if let (false, Some(job)) = (searching, self.search_job(table, seat, kind)) {
                due.push((seat, job, !table.can_act(seat.other())));
            }
        }
        for (seat, job, alone) in due {
            let now = self.rooms.now();
            let version = self.version;
            let turn = self.bot_turns[seat.index()].get_or_insert_with(|| BotTurn {
                version,
                search: None,
                retry_at: None,
                wait_span: alone.then_some((now, None)),
            });
            turn.version = version;
            turn.retry_at = None;
            match self.rooms.bot_pool.submit(job) {
                Some(SubmittedSearch { handle, started, result }) => {
                    let number = handle.number();
                    turn.search = Some(handle);
                    let own = self.mailbox.clone();
                    tokio::spawn(async move {
                        if started.await.is_ok() {
                            own.send(RoomMessage::SearchStarted { seat, number }).await;
                        }
                        if let Ok(action) = result.await {
                            own.send(RoomMessage::SearchFinished { seat, number, action }).await;
                        }
                    });
                }
                None => turn.retry_at = Some(Instant::now() + SEARCH_RETRY_DELAY),
            }
        }
    }

    fn search_job(&self, table: &Table, seat: Seat, kind: &str) -> Option<SearchJob> {
        Some(SearchJob {
            user: self.game.seats.first.or(self.game.seats.second)?,
            spec: self.game.spec.clone(),
            kind: kind.parse().ok()?,
            observation: table.observation(seat).ok()?,
            clock: table.time_left(seat, self.now()),
            sealed: table.game().is_sealed(),
        })
    }

    /// A thread has taken the search up: the bot's clock starts.
    pub(super) fn on_search_started(&mut self, seat: Seat, number: u64) {
        let now = self.rooms.now();
        if let Some(turn) = &mut self.bot_turns[seat.index()]
            && turn.search.as_ref().is_some_and(|search| search.number() == number)
            && let Some((_, until)) = &mut turn.wait_span
        {
            *until = Some(now);
        }
    }

    /// Plays the action a search found.
    pub(super) async fn on_search_finished(
        &mut self,
        seat: Seat,
        number: u64,
        action: Option<String>,
    ) {
        let turn = &mut self.bot_turns[seat.index()];
        let current = |turn: &&mut BotTurn| {
            turn.search.as_ref().is_some_and(|search| search.number() == number)
        };
        // A cancelled search may still have answered.
        let Some(turn) = turn.as_mut().filter(current) else { return };
        if let Some(search) = turn.search.take() {
            search.finish();
        }
        let Some(action) = action else {
            tracing::error!(game = %self.game.id, "a bot's search failed");
            turn.retry_at = Some(Instant::now() + SEARCH_RETRY_DELAY);
            return;
        };
        self.drop_stale_searches();
        if self.end_bot_turn(seat).is_some() {
            if let Some(due) = self.time_is_up(self.now())
                && self.confirm_due(due).await.is_err()
            {
                self.tick_later();
                return;
            }
            let sealed = self.table.as_ref().is_some_and(|table| table.game().is_sealed());
            let nonce = sealed.then(|| abaque_lots::to_hex(&crate::entropy::seed()));
            let now = self.now();
            let act = TableAct::Play { seat, ply: action, nonce };
            if let Err(refusal) = self.apply_act(act, now, None).await {
                tracing::warn!(game = %self.game.id, ?refusal, "a bot's action was refused");
                if refusal.status == 503 {
                    self.tick_later();
                }
                if !is_overtaken(&refusal) {
                    return;
                }
            }
        }
        self.advance().await;
    }

    /// Schedules a tick after a store failure, since a bot does not retry by itself.
    fn tick_later(&self) {
        let own = self.mailbox.clone();
        tokio::spawn(async move {
            tokio::time::sleep(SEARCH_RETRY_DELAY).await;
            own.send(RoomMessage::Tick).await;
        });
    }
}
