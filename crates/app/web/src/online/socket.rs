//! A WebSocket that reconnects by itself.

use std::rc::Rc;

use abaque_core::RandomSource;
use abaque_online_client::{AfterRevocation, ReconnectBackoff, RevokedCredential, goodbye};
use abaque_protocol::rest::WhoAmI;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{CloseEvent, MessageEvent, WebSocket};

use crate::api;
use crate::browser::{self, BrowserRandom};
use crate::user_context::{UserContext, user_context};

/// Silence after which the server is pinged, in milliseconds.
const PING_AFTER_SILENCE_MS: u64 = 20_000;
/// Timeout of the ping, in milliseconds.
const PONG_TIMEOUT_MS: u64 = 8_000;
/// Poll interval for both.
const HEARTBEAT_POLL_MS: u64 = 4_000;
/// Delay before an ended session is reported, in milliseconds: a sign-out in this browser has
/// completed by then.
const SESSION_END_GRACE_MS: u32 = 1_000;
/// The ping message.
const PING_MESSAGE: &str = r#"{"ask":"ping"}"#;

/// State of the connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ConnectionState {
    /// No page needs it.
    Off,
    /// Connecting for the first time.
    Opening,
    /// Connected.
    Up,
    /// Lost; reconnecting.
    Lost,
    /// Closed by the server because the session ended; stays closed until the user signs in.
    Ended,
}

/// An event for the listener.
pub(crate) enum SocketEvent<'a> {
    /// Connected or reconnected.
    Up,
    /// A message.
    Text(&'a str),
    /// Disconnected, or the connection failed.
    Lost,
}

type SocketListener = Rc<dyn Fn(SocketEvent)>;

/// A WebSocket and its callbacks, which must live as long as it is open.
struct OpenSocket {
    socket: WebSocket,
    _callbacks: [Closure<dyn FnMut(MessageEvent)>; 3],
}

/// A connection that reconnects once opened. A `Copy` bundle of signals.
#[derive(Clone, Copy)]
pub(crate) struct LiveSocket {
    socket: StoredValue<Option<OpenSocket>, LocalStorage>,
    listener: StoredValue<Option<SocketListener>, LocalStorage>,
    backoff: StoredValue<ReconnectBackoff>,
    /// Incremented with every socket; stale callbacks compare it.
    socket_number: StoredValue<u64>,
    last_heard: StoredValue<u64>,
    /// The server's last message before it closed the connection.
    goodbye: StoredValue<Option<String>>,
    user: UserContext,
    /// Connection state, reactive.
    pub(crate) state: RwSignal<ConnectionState>,
}

impl LiveSocket {
    /// A connection that is off until [`LiveSocket::connect`].
    pub(crate) fn new() -> LiveSocket {
        let live = LiveSocket {
            socket: StoredValue::new_local(None),
            listener: StoredValue::new_local(None),
            backoff: StoredValue::new(ReconnectBackoff::default()),
            socket_number: StoredValue::new(0),
            last_heard: StoredValue::new(0),
            goodbye: StoredValue::new(None),
            user: user_context(),
            state: RwSignal::new(ConnectionState::Off),
        };
        set_interval(
            move || live.check_heartbeat(),
            std::time::Duration::from_millis(HEARTBEAT_POLL_MS),
        );
        let _ = window_event_listener_untyped("online", move |_| {
            if live.state.get_untracked() == ConnectionState::Lost {
                live.reconnect();
            }
        });
        live
    }

    /// Sets the listener.
    pub(crate) fn listen(self, listener: impl Fn(SocketEvent) + 'static) {
        self.listener.set_value(Some(Rc::new(listener)));
    }

    /// Connects, unless already on.
    pub(crate) fn connect(self) {
        if self.state.get_untracked() == ConnectionState::Off {
            self.state.set(ConnectionState::Opening);
            self.open();
        }
    }

    /// Reconnects at once: another account, or the network is back.
    pub(crate) fn reconnect(self) {
        if self.state.get_untracked() != ConnectionState::Off {
            self.backoff.update_value(ReconnectBackoff::reset);
            self.open();
        }
    }

    /// Sends a message, if connected.
    pub(crate) fn send(self, text: &str) {
        self.socket.with_value(|socket| {
            if let Some(OpenSocket { socket, .. }) = socket {
                let _ = socket.send_with_str(text);
            }
        });
    }

    fn notify_listener(self, event: SocketEvent) {
        if let Some(listener) = self.listener.get_value() {
            listener(event);
        }
    }

    /// Opens a socket in place of the current one.
    fn open(self) {
        self.socket_number.update_value(|number| *number += 1);
        let number = self.socket_number.get_value();
        self.drop_socket();
        let location = window().location();
        let kind =
            if location.protocol().is_ok_and(|kind| kind == "https:") { "wss" } else { "ws" };
        let host = location.host().unwrap_or_default();
        let Ok(socket) = WebSocket::new(&format!("{kind}://{host}/api/v1/socket")) else {
            return self.handle_loss(number);
        };
        type Callback = Closure<dyn FnMut(MessageEvent)>;
        let opened = Callback::new(move |_: MessageEvent| self.handle_open(number));
        let heard = Callback::new(move |event: MessageEvent| {
            if let Some(text) = event.data().as_string() {
                self.handle_text(number, &text);
            }
        });
        let closed = Callback::new(move |event: MessageEvent| {
            let event: &CloseEvent = event.unchecked_ref();
            self.closed(number, event.code(), &event.reason());
        });
        socket.set_onopen(Some(opened.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        socket.set_onclose(Some(closed.as_ref().unchecked_ref()));
        self.socket.set_value(Some(OpenSocket { socket, _callbacks: [opened, heard, closed] }));
    }

    fn drop_socket(self) {
        let mut old = None;
        self.socket.update_value(|socket| old = socket.take());
        if let Some(OpenSocket { socket, .. }) = old {
            socket.set_onopen(None);
            socket.set_onmessage(None);
            socket.set_onclose(None);
            let _ = socket.close();
            self.notify_listener(SocketEvent::Lost);
        }
    }

    fn handle_open(self, number: u64) {
        if self.socket_number.get_value() != number {
            return;
        }
        self.backoff.update_value(ReconnectBackoff::reset);
        self.last_heard.set_value(browser::now().0);
        self.state.set(ConnectionState::Up);
        self.notify_listener(SocketEvent::Up);
    }

    fn handle_text(self, number: u64, text: &str) {
        if self.socket_number.get_value() == number {
            self.last_heard.set_value(browser::now().0);
            if let Some(why) = goodbye(text) {
                self.goodbye.set_value(Some(why));
            }
            self.notify_listener(SocketEvent::Text(text));
        }
    }

    /// Handles a closed or failed socket.
    fn closed(self, number: u64, code: u16, reason: &str) {
        if self.socket_number.get_value() != number {
            return;
        }
        let goodbye = self.goodbye.try_update_value(Option::take).flatten();
        match RevokedCredential::of(code, reason, goodbye.as_deref()) {
            Some(revoked) => self.ended(number, revoked),
            None => self.handle_loss(number),
        }
    }

    /// Handles an ended session. Reconnecting would fail or connect as a stranger; the player is
    /// told, unless they signed out here.
    fn ended(self, number: u64, revoked: RevokedCredential) {
        self.notify_listener(SocketEvent::Lost);
        self.state.set(ConnectionState::Ended);
        browser::run_after(SESSION_END_GRACE_MS, move || {
            spawn_local(async move {
                let known = api::get::<WhoAmI>("/me").await.ok().and_then(|who| who.person);
                if self.socket_number.get_value() != number {
                    return;
                }
                match revoked.next(self.user.id(), known.as_ref().map(|person| person.id)) {
                    AfterRevocation::Renew => {
                        self.user.set_person(known);
                        if self.socket_number.get_value() == number {
                            self.handle_loss(number);
                        }
                    }
                    AfterRevocation::Tell => self.user.session_ended(revoked),
                }
            });
        });
    }

    fn handle_loss(self, number: u64) {
        if self.socket_number.get_value() != number {
            return;
        }
        self.notify_listener(SocketEvent::Lost);
        self.state.set(ConnectionState::Lost);
        let mut pause = 0;
        self.backoff.update_value(|wait| pause = wait.next_delay(BrowserRandom.next_u64()).0);
        browser::run_after(pause as u32, move || {
            if self.socket_number.get_value() == number {
                self.open();
            }
        });
    }

    /// Pings a silent server; reconnects if the connection is dead.
    fn check_heartbeat(self) {
        if self.state.get_untracked() != ConnectionState::Up {
            return;
        }
        let silent = browser::now().0.saturating_sub(self.last_heard.get_value());
        if silent > PING_AFTER_SILENCE_MS + PONG_TIMEOUT_MS {
            let number = self.socket_number.get_value();
            self.drop_socket();
            self.handle_loss(number);
        } else if silent > PING_AFTER_SILENCE_MS {
            self.send(PING_MESSAGE);
        }
    }
}
