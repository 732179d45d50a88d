//! Per-user limits: concurrent games, new games per minute, chat lines.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Mutex;

use abaque_core::message;
use abaque_store::{GameId, GameQuota, PersonId};
use tokio::sync::{Mutex as AsyncMutex, MutexGuard};

use crate::RequestError;
use crate::cluster::Hint;
use crate::rate_limit::{Allowance, KeyedRateLimiter};
use crate::rooms::{Rooms, lock};
use crate::terms::{OpponentChoice, ValidTerms};

/// Limits of one user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UserLimits {
    /// Unfinished games against bots: for an account, for a guest.
    pub bot_games: [usize; 2],
    /// Unfinished games on a shared screen: for an account, for a guest.
    pub hot_seat_games: [usize; 2],
    /// New games of any kind.
    pub new_games: Allowance,
    /// Chat lines of one user over all games.
    pub chat_lines: Allowance,
    /// Chat lines in one game; players and spectators are counted separately.
    pub game_chat_lines: Allowance,
    /// Milliseconds in which a user may not repeat the same line in a game.
    pub repeat_window_ms: i64,
}

impl Default for UserLimits {
    fn default() -> UserLimits {
        UserLimits {
            bot_games: [10, 5],
            hot_seat_games: [20, 10],
            new_games: Allowance { burst: 30, refill_ms: 6_000 },
            chat_lines: Allowance { burst: 8, refill_ms: 2_000 },
            game_chat_lines: Allowance { burst: 30, refill_ms: 500 },
            repeat_window_ms: 10_000,
        }
    }
}

impl UserLimits {
    /// Practically no limits, for local measurements.
    pub fn unlimited() -> UserLimits {
        UserLimits {
            bot_games: [usize::MAX; 2],
            hot_seat_games: [usize::MAX; 2],
            new_games: Allowance::UNLIMITED,
            chat_lines: Allowance::UNLIMITED,
            game_chat_lines: Allowance::UNLIMITED,
            repeat_window_ms: 0,
        }
    }
}

/// Speakers whose last line is kept.
const MAX_SPEAKERS: usize = 10_000;

/// Usage of all users.
pub(crate) struct Quotas {
    limits: UserLimits,
    /// Serialises counting and creating games per user, so that concurrent requests cannot exceed
    /// the limit.
    creating: [AsyncMutex<()>; 64],
    new_games: KeyedRateLimiter<PersonId>,
    chat_lines: KeyedRateLimiter<PersonId>,
    game_chat_lines: KeyedRateLimiter<(GameId, bool)>,
    last_chat_lines: Mutex<HashMap<PersonId, LastChatLine>>,
}

struct LastChatLine {
    game: GameId,
    /// Hash of the text.
    text: u64,
    at: i64,
}

/// Hash of a chat line, the same on every node.
pub(crate) fn text_hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

impl Quotas {
    pub(crate) fn new(limits: UserLimits) -> Quotas {
        Quotas {
            creating: [const { AsyncMutex::const_new(()) }; 64],
            new_games: KeyedRateLimiter::new(limits.new_games),
            chat_lines: KeyedRateLimiter::new(limits.chat_lines),
            game_chat_lines: KeyedRateLimiter::new(limits.game_chat_lines),
            last_chat_lines: Mutex::default(),
            limits,
        }
    }

    /// Counts a chat line, or refuses it.
    pub(crate) fn take_chat_line(
        &self,
        person: PersonId,
        game: &GameId,
        players: bool,
        text: &str,
        now: i64,
    ) -> Result<(), RequestError> {
        let text = text_hash(text);
        let repeated = |last: &LastChatLine| {
            last.game == *game && last.text == text && now - last.at < self.limits.repeat_window_ms
        };
        if lock(&self.last_chat_lines).get(&person).is_some_and(repeated) {
            return Err(repeated_line());
        }
        self.chat_lines.take(person, now).map_err(too_much_chat_by_person)?;
        self.game_chat_lines.take((game.clone(), players), now).map_err(too_much_chat_in_game)?;
        self.remember_line(person, game, text, now);
        Ok(())
    }

    /// Counts a chat line sent on another node.
    pub(crate) fn note_chat_line(
        &self,
        person: PersonId,
        game: &GameId,
        players: bool,
        text: u64,
        now: i64,
    ) {
        let _ = self.chat_lines.take(person, now);
        let _ = self.game_chat_lines.take((game.clone(), players), now);
        self.remember_line(person, game, text, now);
    }

    /// Counts a game created on another node.
    pub(crate) fn note_new_game(&self, person: PersonId, now: i64) {
        let _ = self.new_games.take(person, now);
    }

    fn remember_line(&self, person: PersonId, game: &GameId, text: u64, now: i64) {
        let mut last_lines = lock(&self.last_chat_lines);
        if last_lines.len() >= MAX_SPEAKERS {
            last_lines.retain(|_, last| now - last.at < self.limits.repeat_window_ms);
            if last_lines.len() >= MAX_SPEAKERS {
                let oldest = last_lines.iter().min_by_key(|(_, last)| last.at);
                let oldest = oldest.map(|(&person, _)| person);
                oldest.and_then(|person| last_lines.remove(&person));
            }
        }
        last_lines.insert(person, LastChatLine { game: game.clone(), text, at: now });
    }
}

impl Rooms {
    /// Admits a new game, or refuses it. The guard serialises creation until it is dropped.
    pub(crate) async fn admit(
        &self,
        person: PersonId,
        deal: &ValidTerms,
    ) -> Result<Admission<'_>, RequestError> {
        let quotas = &self.0.quotas;
        let place = person.0.unsigned_abs() as usize % quotas.creating.len();
        let guard = quotas.creating[place].lock().await;
        let hot_seat = deal.terms.against == OpponentChoice::HotSeat;
        let mut quota = GameQuota::Open(MAX_OPEN_GAMES_PER_USER as u64);
        let mut refusal = too_many_open_games(MAX_OPEN_GAMES_PER_USER);
        if hot_seat || deal.bot.is_some() {
            let guest = self.0.store.person(person).await?.is_none_or(|person| person.guest);
            let counts = self.0.store.unfinished_solo_games(person).await?;
            let (count, caps) = if hot_seat {
                (counts.hot_seat, quotas.limits.hot_seat_games)
            } else {
                (counts.bots, quotas.limits.bot_games)
            };
            let most = caps[usize::from(guest)];
            refusal = too_many_games(hot_seat, most, guest);
            if count >= most as u64 {
                return Err(refusal);
            }
            quota = if hot_seat {
                GameQuota::HotSeat(most as u64)
            } else {
                GameQuota::Bots(most as u64)
            };
        }
        quotas.new_games.take(person, self.0.now()).map_err(too_many_new_games)?;
        if let Some(cluster) = &self.0.cluster {
            cluster.publish(Hint::NewGame { person: person.into() });
        }
        Ok(Admission { quota, refusal, _guard: guard })
    }
}

/// Permission to create one game.
pub(crate) struct Admission<'a> {
    /// What the person may have, counted again where several servers create games.
    pub(crate) quota: GameQuota,
    /// The answer if that is exceeded.
    pub(crate) refusal: RequestError,
    _guard: MutexGuard<'a, ()>,
}

/// Open games per user.
pub(crate) const MAX_OPEN_GAMES_PER_USER: usize = 20;

pub(crate) fn too_many_open_games(open: usize) -> RequestError {
    RequestError::new(
        "too-many",
        429,
        message!(
            "you have {open} open games already; {MAX_OPEN_GAMES_PER_USER} are allowed",
            "vous avez déjà {open} parties ouvertes\u{a0}; {MAX_OPEN_GAMES_PER_USER} sont permises"
        ),
    )
}

fn too_many_games(hot_seat: bool, most: usize, guest: bool) -> RequestError {
    let mut message = if hot_seat {
        message!(
            "you have {most} unfinished pass-and-play games; finish, resign or abort one",
            "vous avez {most} parties en cours à deux sur le même écran\u{a0}; terminez-en une, abandonnez-la ou annulez-la"
        )
    } else {
        message!(
            "you have {most} unfinished games against the computer; finish, resign or abort one",
            "vous avez {most} parties en cours contre l'ordinateur\u{a0}; terminez-en une, abandonnez-la ou annulez-la"
        )
    };
    if guest {
        message.en.push_str(" (with an account you may have more)");
        message.fr.push_str(" (avec un compte, vous pouvez en avoir plus)");
    }
    RequestError::new("too-many-games", 429, message)
}

fn too_many_new_games(wait: i64) -> RequestError {
    let seconds = to_whole_seconds(wait);
    RequestError::new(
        "too-often",
        429,
        message!(
            "you are creating games too fast; wait {seconds} s",
            "vous créez des parties trop vite\u{a0}; attendez {seconds} s"
        ),
    )
    .with_retry_after(wait)
}

fn too_much_chat_by_person(wait: i64) -> RequestError {
    let seconds = to_whole_seconds(wait);
    RequestError::new(
        "too-often",
        429,
        message!(
            "you are sending messages too fast; wait {seconds} s",
            "vous envoyez des messages trop vite\u{a0}; attendez {seconds} s"
        ),
    )
    .with_retry_after(wait)
}

fn too_much_chat_in_game(wait: i64) -> RequestError {
    let seconds = to_whole_seconds(wait);
    RequestError::new(
        "too-often",
        429,
        message!(
            "this game's chat is too busy; wait {seconds} s",
            "trop de messages dans cette discussion\u{a0}; attendez {seconds} s"
        ),
    )
    .with_retry_after(wait)
}

fn repeated_line() -> RequestError {
    RequestError::new(
        "repeated-line",
        422,
        message!("you have just sent that message", "vous venez d'envoyer ce message"),
    )
}

fn to_whole_seconds(millis: i64) -> i64 {
    (millis + 999) / 1000
}
