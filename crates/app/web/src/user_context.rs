//! The signed-in user. Asked once when the app starts, without an error message: offline, or with a
//! static file server, only the sign-in link is missing. Settings follow the account.

use abaque_client::PeopleRoute;
use abaque_client::api_error::ApiError;
use abaque_client::words::people as words;
use abaque_client::{Prefs, Route};
use abaque_online_client::RevokedCredential;
use abaque_people::{PrefsSync, SignInState, resolve_prefs};
use abaque_protocol::rest::{OwnProfile, WhoAmI};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::api::{self, EmptyBody, Method};
use crate::browser;
use crate::context::{AppContext, context};
use crate::icons::{self, Icon};

/// The last known user, shown in the header before the server answers.
const USER_KEY: &str = "abaque.me";
/// Whether settings have changes the server does not know.
const UNSENT_PREFS_KEY: &str = "abaque.prefs.unsent";
/// The page the user left to sign in.
const RETURN_ADDRESS_KEY: &str = "abaque.before";
/// Delay in milliseconds that collects changes of settings before they are sent.
const PREFS_SEND_DELAY_MS: u32 = 1200;

/// The signed-in user, shared by every page.
#[derive(Clone, Copy)]
pub(crate) struct UserContext {
    /// Sign-in state, reactive.
    pub(crate) me: RwSignal<SignInState>,
    /// Why the server ended the session, until the user signs in or dismisses the notice; reactive.
    pub(crate) ended: RwSignal<Option<RevokedCredential>>,
    context: AppContext,
}

/// The shared user context.
pub(crate) fn user_context() -> UserContext {
    expect_context()
}

/// Whether this browser has seen a user.
pub(crate) fn is_known() -> bool {
    browser::load(USER_KEY).is_some()
}

/// The last known user.
pub(crate) fn last_known_person() -> Option<OwnProfile> {
    browser::load(USER_KEY).and_then(|text| serde_json::from_str(&text).ok())
}

/// Provides the context to every page and keeps it up to date.
pub(crate) fn provide(context: AppContext) {
    let me =
        last_known_person().map_or(SignInState::Unknown, |person| SignInState::from(Some(person)));
    let user = UserContext { me: RwSignal::new(me), ended: RwSignal::new(None), context };
    provide_context(user);
    spawn_local(async move {
        user.refresh().await;
        user.sync_prefs().await;
    });
    Effect::new(move |_| match context.route.get() {
        Route::People(page) if page.is_sign_in() => {}
        other => browser::store_in_tab(RETURN_ADDRESS_KEY, &other.to_string()),
    });
    Effect::new(move |_| {
        let number = context.prefs_revision.get();
        if number > 0 && !matches!(user.me.get_untracked(), SignInState::Nobody) {
            browser::store(UNSENT_PREFS_KEY, "1");
            browser::run_after(PREFS_SEND_DELAY_MS, move || {
                if context.prefs_revision.get_untracked() == number {
                    spawn_local(user.send_prefs());
                }
            });
        }
    });
    // Sends settings changed offline once the network is back.
    let _ = window_event_listener_untyped("online", move |_| {
        spawn_local(async move {
            user.refresh().await;
            if browser::load(UNSENT_PREFS_KEY).is_some() {
                user.send_prefs().await;
            }
        });
    });
}

impl UserContext {
    /// The account id, if signed in.
    pub(crate) fn id(self) -> Option<i64> {
        self.me.with_untracked(|me| me.person().map(|person| person.id))
    }

    /// Asks the server. Without a response, nothing changes.
    pub(crate) async fn refresh(self) {
        if let Ok(WhoAmI { person }) = api::get("/me").await {
            self.set_person(person);
        }
    }

    /// Takes the server's answer.
    pub(crate) fn set_person(self, person: Option<OwnProfile>) {
        match person.as_ref().and_then(|person| serde_json::to_string(person).ok()) {
            Some(text) => {
                browser::store(USER_KEY, &text);
            }
            None => {
                browser::remove(USER_KEY);
                browser::remove(UNSENT_PREFS_KEY);
            }
        }
        let me = SignInState::from(person);
        if self.me.with_untracked(|before| *before != me) {
            self.me.set(me);
        }
    }

    /// Signs the user in and takes over the account's settings, if it has any.
    pub(crate) fn set_signed_in(self, person: OwnProfile) {
        let same = self.me.with_untracked(|me| me.person().is_some_and(|old| old.id == person.id));
        if !same {
            browser::remove(UNSENT_PREFS_KEY);
        }
        self.ended.set(None);
        self.set_person(Some(person));
        spawn_local(self.sync_prefs());
    }

    /// Signs the user out locally.
    pub(crate) fn set_signed_out(self) {
        self.set_person(None);
    }

    /// The server has ended the session.
    pub(crate) fn session_ended(self, why: RevokedCredential) {
        self.set_person(None);
        self.context.announce(why.message().get(self.context.lang()));
        self.ended.set(Some(why));
    }

    /// Signs out.
    pub(crate) async fn sign_out(self) -> Result<(), ApiError> {
        api::send::<()>(Method::Post, "/sign-out", &EmptyBody {}).await?;
        self.set_signed_out();
        Ok(())
    }

    /// Where to go after signing in: back to the previous page, else to the own profile.
    pub(crate) fn return_route(self) -> Route {
        let own = || {
            let name = self.me.with_untracked(|me| me.person().map(|person| person.name.clone()));
            name.map_or(Route::Home, |name| Route::People(PeopleRoute::Profile(name)))
        };
        browser::load_from_tab(RETURN_ADDRESS_KEY).map_or_else(own, |before| Route::parse(&before))
    }

    /// Merges local settings with the account's.
    async fn sync_prefs(self) {
        if self.me.with_untracked(|me| me.person().is_none()) {
            return;
        }
        let Ok(there) = api::get_text("/prefs").await else { return };
        let unsent = browser::load(UNSENT_PREFS_KEY).is_some();
        match self.context.prefs.with_untracked(|here| resolve_prefs(here, unsent, &there)) {
            PrefsSync::Take(prefs) => self.context.adopt_prefs(prefs),
            PrefsSync::Send => self.send_prefs().await,
            PrefsSync::Same => {}
        }
    }

    async fn send_prefs(self) {
        if self.me.with_untracked(|me| me.person().is_none()) {
            return;
        }
        let text = self.context.prefs.with_untracked(Prefs::to_text);
        let sent = api::put_text("/prefs", &text).await.is_ok();
        // The settings may have changed meanwhile.
        if sent && self.context.prefs.with_untracked(Prefs::to_text) == text {
            browser::remove(UNSENT_PREFS_KEY);
        }
    }
}

/// Sign-in link or user name, at the end of the header.
#[component]
pub(crate) fn AccountLink() -> impl IntoView {
    let (context, user) = (context(), user_context());
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
    move || match user.me.get() {
        SignInState::Unknown => None,
        SignInState::Nobody => Some(link(PeopleRoute::SignIn, None)),
        SignInState::Guest(person) | SignInState::Account(person) => {
            Some(link(PeopleRoute::Profile(person.name.clone()), Some(person.name)))
        }
    }
}
