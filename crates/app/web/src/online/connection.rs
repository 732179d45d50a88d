//! The WebSocket protocol with the server; the first page that needs the connection opens it.

use std::collections::BTreeMap;
use std::rc::Rc;

use abaque_online_client::{OnlineTable, SeedCommitment, ServerLink, TableUpdate};
use abaque_protocol::{ClientMessage, GameAct};
use leptos::prelude::*;

use super::notices::GameWatch;
use super::socket::{ConnectionState, LiveSocket, SocketEvent};
use crate::browser::{self, BrowserRandom};
use crate::user_context::user_context;

type NewsListener = Rc<dyn Fn(TableUpdate)>;

/// The connection, shared by every page. A `Copy` bundle of signals.
#[derive(Clone, Copy)]
pub(crate) struct ServerConnection {
    link: StoredValue<ServerLink, LocalStorage>,
    socket: LiveSocket,
    listeners: StoredValue<BTreeMap<String, NewsListener>, LocalStorage>,
    /// Connection state, reactive.
    pub(crate) state: RwSignal<ConnectionState>,
    /// Notified of games that start.
    game_watch: GameWatch,
    /// Incremented when the list of open games changes.
    lobby_version: RwSignal<u64>,
    /// The last game that started or was offered.
    pub(crate) last_paired: RwSignal<Option<String>>,
}

/// The shared connection.
pub(crate) fn server_connection() -> ServerConnection {
    expect_context()
}

/// Provides the connection to every page. `watch` is told of games that start.
pub(crate) fn provide(watch: GameWatch) -> ServerConnection {
    let socket = LiveSocket::new();
    let connection = ServerConnection {
        link: StoredValue::new_local(ServerLink::default()),
        socket,
        listeners: StoredValue::new_local(BTreeMap::new()),
        state: socket.state,
        game_watch: watch,
        lobby_version: RwSignal::new(0),
        last_paired: RwSignal::new(None),
    };
    provide_context(connection);
    socket.listen(move |event| connection.handle_event(event));
    // Reconnects on sign-in or sign-out: the server identifies the socket by its cookie.
    let me = user_context().me;
    Effect::new(move |before: Option<Option<i64>>| {
        let now = me.with(|me| me.person().map(|person| person.id));
        // After the session ended there is no account to connect as.
        let ended = now.is_none() && socket.state.get_untracked() == ConnectionState::Ended;
        if before.is_some_and(|before| before != now) && !ended {
            socket.reconnect();
        }
        now
    });
    connection
}

impl ServerConnection {
    /// Opens the connection, to receive games that start.
    pub(crate) fn connect(self) {
        self.socket.connect();
    }

    /// Reads a table.
    pub(crate) fn with<T>(self, game: &str, look: impl FnOnce(&OnlineTable) -> T) -> Option<T> {
        self.link.with_value(|link| link.tables.get(game).map(look))
    }

    /// Whether this is the signed-in user's name.
    pub(crate) fn is_own_name(self, name: &str) -> bool {
        self.link.with_value(|link| link.own_name.as_deref() == Some(name))
    }

    /// Whether the server has identified the user.
    pub(crate) fn is_identified(self) -> bool {
        self.link.with_value(|link| link.own_name.as_ref().is_some_and(|you| !you.is_empty()))
    }

    /// Open games, reactive; `None` before the first list arrives.
    pub(crate) fn open_games(self) -> Option<Vec<abaque_protocol::GameSummary>> {
        self.lobby_version.track();
        self.link.with_value(|link| link.open_games.clone())
    }

    /// Watches a game; `listener` is called with its events.
    pub(crate) fn watch(
        self,
        game: &str,
        own_seed: Option<SeedCommitment>,
        listener: impl Fn(TableUpdate) + 'static,
    ) {
        self.listeners.update_value(|listeners| {
            listeners.insert(game.to_owned(), Rc::new(listener));
        });
        let table = OnlineTable::new(game, own_seed, &mut BrowserRandom);
        self.update_link(|link| link.watch(table));
    }

    /// Stops watching a game.
    pub(crate) fn leave(self, game: &str) {
        self.listeners.update_value(|listeners| {
            listeners.remove(game);
        });
        self.update_link(|link| link.leave(game).into_iter().collect());
    }

    /// Subscribes to the list of open games, or unsubscribes.
    pub(crate) fn watch_lobby(self, on: bool) {
        self.update_link(|link| vec![link.list_open_games(on)]);
    }

    /// Sends a message about a game.
    pub(crate) fn send_for_game(
        self,
        game: &str,
        make_message: impl FnOnce(&mut OnlineTable) -> Option<ClientMessage>,
    ) {
        self.update_link(|link| {
            link.tables.get_mut(game).and_then(make_message).into_iter().collect()
        });
    }

    /// Sends an act in a game.
    pub(crate) fn act(self, game: &str, act: GameAct) {
        self.send_for_game(game, |table| Some(table.act(act)));
    }

    /// Sends a chat line.
    pub(crate) fn send_chat(self, game: &str, text: &str) {
        let message = ClientMessage::Say { game: game.to_owned(), text: text.to_owned() };
        self.update_link(|_| vec![message]);
    }

    /// Changes the link and sends the resulting messages. While disconnected, connects instead: the
    /// link then repeats its subscriptions.
    fn update_link(self, change: impl FnOnce(&mut ServerLink) -> Vec<ClientMessage>) {
        let mut messages = Vec::new();
        let mut up = false;
        self.link.update_value(|link| {
            messages = change(link);
            up = link.is_up;
        });
        if up {
            messages.iter().for_each(|message| self.send(message));
        } else {
            self.socket.connect();
        }
    }

    fn send(self, message: &ClientMessage) {
        if let Ok(text) = serde_json::to_string(message) {
            self.socket.send(&text);
        }
    }

    fn handle_event(self, event: SocketEvent) {
        match event {
            SocketEvent::Up => {
                let mut messages = Vec::new();
                self.link.update_value(|link| messages = link.on_connected());
                messages.iter().for_each(|message| self.send(message));
                self.game_watch.check_all();
            }
            SocketEvent::Text(text) => self.handle_text(text),
            SocketEvent::Lost => {
                self.link.update_value(ServerLink::on_disconnected);
                // Where no socket gets through, each failed attempt still triggers a check.
                self.game_watch.check_all();
            }
        }
    }

    fn handle_text(self, text: &str) {
        let mut news = None;
        let mut listed = false;
        self.link.update_value(|link| {
            let before = link.open_games.clone();
            news = link.receive(text, browser::now());
            listed = link.open_games != before;
        });
        if listed {
            self.lobby_version.update(|version| *version += 1);
        }
        let Some((game, news)) = news else { return };
        match news {
            TableUpdate::Paired => {
                self.game_watch.follow_pairing(&game);
                self.last_paired.set(Some(game));
            }
            TableUpdate::Unpaired => self.game_watch.follow_pairing(&game),
            TableUpdate::TurnChanged => self.game_watch.follow_turn(&game),
            TableUpdate::OutOfSync => {
                self.send_for_game(&game, |table| Some(table.resync_message()))
            }
            news => {
                let listener = self.listeners.with_value(|listeners| listeners.get(&game).cloned());
                if let Some(listener) = listener {
                    listener(news);
                }
            }
        }
    }
}
