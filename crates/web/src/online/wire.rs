//! The connection to the server: opened by the first page that needs it, and kept up.

use std::collections::BTreeMap;
use std::rc::Rc;

use abaque_client::online::{Link, News, OnlineTable, Stake, Wait};
use abaque_core::Source;
use abaque_protocol::{Act, Ask};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{MessageEvent, WebSocket};

use crate::browser::{self, Chance};
use crate::me::myself;

/// How long the server may be silent before it is asked whether it is there, in milliseconds.
const SILENCE: u64 = 20_000;
/// How long it may then take to answer.
const PATIENCE: u64 = 8_000;
/// How often that is looked at.
const LOOK: u64 = 4_000;

/// How the connection stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Standing {
    /// Nobody needs it.
    Off,
    /// It is being opened for the first time.
    Opening,
    /// It stands.
    Up,
    /// It was lost and is being opened again.
    Lost,
}

type Ear = Rc<dyn Fn(News)>;

/// A socket with what listens to it; both must live as long as it is open.
struct Socket {
    socket: WebSocket,
    _ears: [Closure<dyn FnMut(MessageEvent)>; 3],
}

/// The connection, shared by every page. Everything in it is a handle.
#[derive(Clone, Copy)]
pub(crate) struct Wire {
    link: StoredValue<Link, LocalStorage>,
    socket: StoredValue<Option<Socket>, LocalStorage>,
    ears: StoredValue<BTreeMap<String, Ear>, LocalStorage>,
    wait: StoredValue<Wait>,
    /// Changes with every socket, so that an old one's last words are not taken for the new one's.
    number: StoredValue<u64>,
    heard: StoredValue<u64>,
    /// How it stands, followed.
    pub(crate) standing: RwSignal<Standing>,
    /// Changes with the list of open games.
    lobby: RwSignal<u64>,
    /// The last game that began elsewhere in the app.
    pub(crate) paired: RwSignal<Option<String>>,
}

/// The connection.
pub(crate) fn wire() -> Wire {
    expect_context()
}

/// Makes it known to every page.
pub(crate) fn provide() {
    let wire = Wire {
        link: StoredValue::new_local(Link::default()),
        socket: StoredValue::new_local(None),
        ears: StoredValue::new_local(BTreeMap::new()),
        wait: StoredValue::new(Wait::default()),
        number: StoredValue::new(0),
        heard: StoredValue::new(0),
        standing: RwSignal::new(Standing::Off),
        lobby: RwSignal::new(0),
        paired: RwSignal::new(None),
    };
    provide_context(wire);
    // The server must know whom it speaks to.
    let me = myself().me;
    Effect::new(move |before: Option<Option<i64>>| {
        let now = me.with(|me| me.person().map(|person| person.id));
        if before.is_some_and(|before| before != now) {
            wire.renew();
        }
        now
    });
    set_interval(move || wire.look_after(), std::time::Duration::from_millis(LOOK));
    let _ = window_event_listener_untyped("online", move |_| {
        if wire.standing.get_untracked() == Standing::Lost {
            wire.wait.update_value(Wait::is_over);
            wire.open();
        }
    });
}

impl Wire {
    /// Whoever is called to this game knows already.
    pub(crate) fn heard_of(self, game: &str) {
        if self.paired.with_untracked(|paired| paired.as_deref() == Some(game)) {
            self.paired.set(None);
        }
    }

    /// Looks at a game.
    pub(crate) fn with<T>(self, game: &str, look: impl FnOnce(&OnlineTable) -> T) -> Option<T> {
        self.link.with_value(|link| link.tables.get(game).map(look))
    }

    /// Whether this is what the server calls oneself.
    pub(crate) fn is_me(self, name: &str) -> bool {
        self.link.with_value(|link| link.you.as_deref() == Some(name))
    }

    /// Whether the server knows who one is.
    pub(crate) fn is_somebody(self) -> bool {
        self.link.with_value(|link| link.you.as_ref().is_some_and(|you| !you.is_empty()))
    }

    /// Open games, followed; nothing before the server has told.
    pub(crate) fn open_games(self) -> Option<Vec<abaque_protocol::GameInfo>> {
        self.lobby.track();
        self.link.with_value(|link| link.open.clone())
    }

    /// Watches a game; `ear` hears what happens in it.
    pub(crate) fn watch(self, game: &str, stake: Option<Stake>, ear: impl Fn(News) + 'static) {
        self.ears.update_value(|ears| {
            ears.insert(game.to_owned(), Rc::new(ear));
        });
        let table = OnlineTable::new(game, stake, &mut Chance);
        self.change(|link| link.watch(table));
    }

    /// Leaves it.
    pub(crate) fn leave(self, game: &str) {
        self.ears.update_value(|ears| {
            ears.remove(game);
        });
        self.change(|link| link.leave(game).into_iter().collect());
    }

    /// Hears of open games, or no longer.
    pub(crate) fn listen(self, on: bool) {
        self.change(|link| vec![link.listen(on)]);
    }

    /// Says something to the server about a game.
    pub(crate) fn tell(self, game: &str, ask: impl FnOnce(&mut OnlineTable) -> Option<Ask>) {
        self.change(|link| link.tables.get_mut(game).and_then(ask).into_iter().collect());
    }

    /// Asks for something to be done in a game.
    pub(crate) fn act(self, game: &str, act: Act) {
        self.tell(game, |table| Some(table.act(act)));
    }

    /// Says something beside a game.
    pub(crate) fn say(self, game: &str, text: &str) {
        let ask = Ask::Say { game: game.to_owned(), text: text.to_owned() };
        self.change(|_| vec![ask]);
    }

    /// Somebody else has come in: the server must know whom it speaks to.
    pub(crate) fn renew(self) {
        if self.standing.get_untracked() != Standing::Off {
            self.wait.update_value(Wait::is_over);
            self.open();
        }
    }

    /// Changes what is watched and says so, now or as soon as the connection stands.
    fn change(self, change: impl FnOnce(&mut Link) -> Vec<Ask>) {
        let mut asks = Vec::new();
        let mut up = false;
        self.link.update_value(|link| {
            asks = change(link);
            up = link.up;
        });
        if up {
            asks.iter().for_each(|ask| self.send(ask));
        } else if self.standing.get_untracked() == Standing::Off {
            self.standing.set(Standing::Opening);
            self.open();
        }
    }

    fn send(self, ask: &Ask) {
        if let Ok(text) = serde_json::to_string(ask) {
            self.socket.with_value(|socket| {
                if let Some(Socket { socket, .. }) = socket {
                    let _ = socket.send_with_str(&text);
                }
            });
        }
    }

    /// Opens a socket in place of whatever there was.
    fn open(self) {
        self.number.update_value(|number| *number += 1);
        let number = self.number.get_value();
        self.drop_socket();
        let location = window().location();
        let kind =
            if location.protocol().is_ok_and(|kind| kind == "https:") { "wss" } else { "ws" };
        let host = location.host().unwrap_or_default();
        let Ok(socket) = WebSocket::new(&format!("{kind}://{host}/api/v1/socket")) else {
            return self.lost(number);
        };
        type Heard = Closure<dyn FnMut(MessageEvent)>;
        let opened = Heard::new(move |_: MessageEvent| self.opened(number));
        let heard = Heard::new(move |event: MessageEvent| {
            if let Some(text) = event.data().as_string() {
                self.heard(number, &text);
            }
        });
        let closed = Heard::new(move |_: MessageEvent| self.lost(number));
        socket.set_onopen(Some(opened.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        socket.set_onclose(Some(closed.as_ref().unchecked_ref()));
        self.socket.set_value(Some(Socket { socket, _ears: [opened, heard, closed] }));
    }

    fn drop_socket(self) {
        self.link.update_value(Link::lost);
        let mut old = None;
        self.socket.update_value(|socket| old = socket.take());
        if let Some(old) = old {
            old.socket.set_onopen(None);
            old.socket.set_onmessage(None);
            old.socket.set_onclose(None);
            let _ = old.socket.close();
        }
    }

    fn opened(self, number: u64) {
        if self.number.get_value() != number {
            return;
        }
        self.wait.update_value(Wait::is_over);
        self.heard.set_value(browser::now().0);
        let mut asks = Vec::new();
        self.link.update_value(|link| asks = link.connected());
        self.standing.set(Standing::Up);
        asks.iter().for_each(|ask| self.send(ask));
    }

    fn heard(self, number: u64, text: &str) {
        if self.number.get_value() != number {
            return;
        }
        self.heard.set_value(browser::now().0);
        let mut news = None;
        let mut listed = false;
        self.link.update_value(|link| {
            let before = link.open.clone();
            news = link.hear(text, browser::now());
            listed = link.open != before;
        });
        if listed {
            self.lobby.update(|version| *version += 1);
        }
        let Some((game, news)) = news else { return };
        match news {
            News::Paired => self.paired.set(Some(game)),
            News::Missed => self.tell(&game, |table| Some(table.whole())),
            news => {
                let ear = self.ears.with_value(|ears| ears.get(&game).cloned());
                if let Some(ear) = ear {
                    ear(news);
                }
            }
        }
    }

    fn lost(self, number: u64) {
        if self.number.get_value() != number {
            return;
        }
        self.link.update_value(Link::lost);
        self.standing.set(Standing::Lost);
        let mut pause = 0;
        self.wait.update_value(|wait| pause = wait.next(Chance.next_u64()).0);
        browser::after(pause as u32, move || {
            if self.number.get_value() == number {
                self.open();
            }
        });
    }

    /// A connection may die without a word: then it is opened anew.
    fn look_after(self) {
        if self.standing.get_untracked() != Standing::Up {
            return;
        }
        let silent = browser::now().0.saturating_sub(self.heard.get_value());
        if silent > SILENCE + PATIENCE {
            let number = self.number.get_value();
            self.drop_socket();
            self.lost(number);
        } else if silent > SILENCE {
            self.send(&Ask::Ping { at: browser::now().0 });
        }
    }
}
