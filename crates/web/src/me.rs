//! Who one is here. Asked once when the app starts, in silence: without a network, or where only files are served, nothing
//! is missing but the way in. Settings follow whoever is known.

use abaque_client::people::{Me, PeopleRoute, Person, Settled, WhoAmI, settle};
use abaque_client::trouble::Trouble;
use abaque_client::words::people as words;
use abaque_client::{Prefs, Route};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser;
use crate::context::{Context, context};
use crate::icons::{self, Icon};
use crate::net::{self, Method, Nothing};

/// Whom the server last knew here: the name stands in the frame before it has answered again.
const KNOWN: &str = "abaque.me";
/// Whether settings were changed that the server has not heard of.
const UNSENT: &str = "abaque.prefs.unsent";
/// The page from which one went to the door, in whichever part of the app it is.
const BEFORE: &str = "abaque.before";
/// How long to wait for further changes before settings are sent, in milliseconds.
const REST: u32 = 1200;

/// Who one is, shared by every page.
#[derive(Clone, Copy)]
pub(crate) struct Myself {
    /// Who, followed.
    pub(crate) me: RwSignal<Me>,
    context: Context,
}

/// Who one is.
pub(crate) fn myself() -> Myself {
    expect_context()
}

/// Whom the server last knew here.
pub(crate) fn known() -> Option<Person> {
    browser::load(KNOWN).and_then(|text| serde_json::from_str(&text).ok())
}

/// Makes it known to every page and keeps it up to date.
pub(crate) fn provide(context: Context) {
    let me = known().map_or(Me::Unknown, |person| Me::from(Some(person)));
    let myself = Myself { me: RwSignal::new(me), context };
    provide_context(myself);
    spawn_local(async move {
        myself.ask().await;
        myself.follow().await;
    });
    Effect::new(move |_| match context.route.get() {
        Route::People(page) if page.is_door() => {}
        other => browser::remember(BEFORE, &other.to_string()),
    });
    Effect::new(move |_| {
        let number = context.changed.get();
        if number > 0 && !matches!(myself.me.get_untracked(), Me::Nobody) {
            browser::store(UNSENT, "1");
            browser::after(REST, move || {
                if context.changed.get_untracked() == number {
                    spawn_local(myself.send_prefs());
                }
            });
        }
    });
    // What was chosen without a network is sent when there is one again.
    let _ = window_event_listener_untyped("online", move |_| {
        spawn_local(async move {
            myself.ask().await;
            if browser::load(UNSENT).is_some() {
                myself.send_prefs().await;
            }
        });
    });
}

impl Myself {
    /// Whether the server knows who one is.
    pub(crate) fn is_somebody(self) -> bool {
        self.me.with_untracked(|me| me.person().is_some())
    }

    /// Asks the server. Where nobody answers, everything stays as it was.
    pub(crate) async fn ask(self) {
        if let Ok(WhoAmI { person }) = net::get("/me").await {
            self.know(person);
        }
    }

    /// Takes what the server says.
    pub(crate) fn know(self, person: Option<Person>) {
        match person.as_ref().and_then(|person| serde_json::to_string(person).ok()) {
            Some(text) => {
                browser::store(KNOWN, &text);
            }
            None => {
                browser::forget(KNOWN);
                browser::forget(UNSENT);
            }
        }
        let me = Me::from(person);
        if self.me.with_untracked(|before| *before != me) {
            self.me.set(me);
        }
    }

    /// Somebody has come in: their settings count from now on, if they have any.
    pub(crate) fn came_in(self, person: Person) {
        let same = self.me.with_untracked(|me| me.person().is_some_and(|old| old.id == person.id));
        if !same {
            browser::forget(UNSENT);
        }
        self.know(Some(person));
        spawn_local(self.follow());
    }

    /// Nobody is in any more.
    pub(crate) fn went_out(self) {
        self.know(None);
    }

    /// Signs out.
    pub(crate) async fn sign_out(self) -> Result<(), Trouble> {
        net::send::<()>(Method::Post, "/sign-out", &Nothing {}).await?;
        self.went_out();
        Ok(())
    }

    /// Where to go once in: back to where one was, else to one's own page.
    pub(crate) fn way_back(self) -> Route {
        let own = || {
            let name = self.me.with_untracked(|me| me.person().map(|person| person.name.clone()));
            name.map_or(Route::Home, |name| Route::People(PeopleRoute::Profile(name)))
        };
        browser::recall(BEFORE).map_or_else(own, |before| Route::of(&before))
    }

    /// Settings of here and there become the same.
    async fn follow(self) {
        if self.me.with_untracked(|me| me.person().is_none()) {
            return;
        }
        let Ok(there) = net::get_text("/prefs").await else { return };
        let unsent = browser::load(UNSENT).is_some();
        match self.context.prefs.with_untracked(|here| settle(here, unsent, &there)) {
            Settled::Take(prefs) => self.context.take(prefs),
            Settled::Send => self.send_prefs().await,
            Settled::Same => {}
        }
    }

    async fn send_prefs(self) {
        if self.me.with_untracked(|me| me.person().is_none()) {
            return;
        }
        let text = self.context.prefs.with_untracked(Prefs::text);
        let sent = net::put_text("/prefs", &text).await.is_ok();
        // Something may have been changed meanwhile.
        if sent && self.context.prefs.with_untracked(Prefs::text) == text {
            browser::forget(UNSENT);
        }
    }
}

/// The way in, or one's name, at the end of the frame.
#[component]
pub(crate) fn Entry() -> impl IntoView {
    let (context, myself) = (context(), myself());
    let link = move |page: PeopleRoute, name: Option<String>| {
        let (route, here) = (Route::People(page.clone()), Route::People(page));
        let current = move || (context.route.get() == here).then_some("page");
        view! {
            <a class="me" href=route.to_string() aria-current=current>
                <Icon d=icons::PERSON />
                <span>{move || name.clone().unwrap_or_else(|| context.t(words::SIGN_IN).to_owned())}</span>
            </a>
        }
    };
    move || match myself.me.get() {
        Me::Unknown => None,
        Me::Nobody => Some(link(PeopleRoute::SignIn, None)),
        Me::Guest(person) | Me::Account(person) => {
            Some(link(PeopleRoute::Profile(person.name.clone()), Some(person.name)))
        }
    }
}
