use std::collections::BTreeMap;

use abaque_core::Millis;
use abaque_protocol::{ClientMessage, GameSummary, ServerMessage};
use abaque_table::Timestamp;

use crate::{OnlineTable, TableUpdate};

/// First reconnect delay, in milliseconds.
const FIRST_DELAY_MS: u64 = 400;
/// Longest reconnect delay.
const MAX_DELAY_MS: u64 = 15_000;

/// Exponential backoff with jitter, so that clients do not all reconnect at once.
#[derive(Clone, Debug, Default)]
pub struct ReconnectBackoff {
    attempts: u32,
}

impl ReconnectBackoff {
    /// The next delay; `chance` is any random number.
    pub fn next_delay(&mut self, chance: u64) -> Millis {
        let longest = (FIRST_DELAY_MS << self.attempts.min(10)).min(MAX_DELAY_MS);
        self.attempts += 1;
        Millis(longest / 2 + chance % (longest / 2 + 1))
    }

    /// Call once the connection is up.
    pub fn reset(&mut self) {
        self.attempts = 0;
    }
}

/// A connection to a server and the games watched on it.
#[derive(Clone, Debug, Default)]
pub struct ServerLink {
    /// Whether the connection is up.
    pub is_up: bool,
    /// The player's name on the server; `None` before the first message.
    pub own_name: Option<String>,
    /// The watched games.
    pub tables: BTreeMap<String, OnlineTable>,
    /// Open games, while subscribed to them.
    pub open_games: Option<Vec<GameSummary>>,
    lists_open_games: bool,
}

impl ServerLink {
    /// Returns the messages to send on every (re)connect.
    pub fn on_connected(&mut self) -> Vec<ClientMessage> {
        self.is_up = true;
        let lobby = self.lists_open_games.then_some(ClientMessage::Lobby { on: true });
        lobby
            .into_iter()
            .chain(self.tables.values().flat_map(OnlineTable::resume_messages))
            .collect()
    }

    /// Marks the connection as lost.
    pub fn on_disconnected(&mut self) {
        self.is_up = false;
    }

    /// Watches a game.
    pub fn watch(&mut self, table: OnlineTable) -> Vec<ClientMessage> {
        let asks = table.resume_messages();
        self.tables.insert(table.id().to_owned(), table);
        asks
    }

    /// Stops watching a game.
    pub fn leave(&mut self, game: &str) -> Option<ClientMessage> {
        self.tables.remove(game).map(|_| ClientMessage::Leave { game: game.to_owned() })
    }

    /// Subscribes to the open games, or unsubscribes.
    pub fn list_open_games(&mut self, on: bool) -> ClientMessage {
        self.lists_open_games = on;
        if !on {
            self.open_games = None;
        }
        ClientMessage::Lobby { on }
    }

    /// Handles a message; returns its game and the update. Unreadable messages are ignored.
    pub fn receive(&mut self, text: &str, now: Timestamp) -> Option<(String, TableUpdate)> {
        let message: ServerMessage = serde_json::from_str(text).ok()?;
        let game = match &message {
            ServerMessage::Hello { you, .. } => {
                self.own_name = Some(you.clone());
                return None;
            }
            ServerMessage::Lobby { open } => {
                self.open_games = Some(open.clone()).filter(|_| self.lists_open_games);
                return None;
            }
            ServerMessage::Table(snapshot) => snapshot.info.game.clone(),
            ServerMessage::Step { game, .. }
            | ServerMessage::Version { game, .. }
            | ServerMessage::Done { game, .. }
            | ServerMessage::Muted { game, .. }
            | ServerMessage::Presence { game, .. } => game.clone(),
            ServerMessage::Refused { game, .. } => game.clone()?,
            ServerMessage::Chat(chat) => chat.game.clone(),
            ServerMessage::Paired { game } => return Some((game.clone(), TableUpdate::Paired)),
            ServerMessage::Unpaired { game, .. } => {
                return Some((game.clone(), TableUpdate::Unpaired));
            }
            ServerMessage::Turn { game, .. } => {
                return Some((game.clone(), TableUpdate::TurnChanged));
            }
            ServerMessage::Pong { .. } | ServerMessage::Bye { .. } => return None,
        };
        let news = self.tables.get_mut(&game)?.receive(message, now);
        Some((game, news))
    }
}
