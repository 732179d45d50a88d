//! State shared by every page: settings, language, address, announcements.

use abaque_client::{Prefs, Route};
use abaque_core::{Lang, Message, StaticMessage};
use abaque_draw::Theme;
use leptos::prelude::*;

use crate::browser;
use crate::sound::{self, Sound};

const PREFS_KEY: &str = "abaque.prefs";

/// State shared by every page.
#[derive(Clone, Copy)]
pub(crate) struct AppContext {
    pub(crate) prefs: RwSignal<Prefs>,
    pub(crate) route: RwSignal<Route>,
    /// Whether the system uses a dark colour scheme.
    pub(crate) dark: RwSignal<bool>,
    /// Counts the changes of settings made in this browser, so that the sync can follow.
    pub(crate) prefs_revision: RwSignal<u64>,
    /// The page title, without the badge.
    title: RwSignal<String>,
    /// Number of notices shown in the title.
    pub(crate) badge: RwSignal<usize>,
    /// Last text announced to screen readers; the number tells equal texts apart.
    pub(crate) announcement: RwSignal<(u64, String)>,
}

impl AppContext {
    pub(crate) fn new() -> AppContext {
        let stored = browser::load(PREFS_KEY).unwrap_or_default();
        AppContext {
            prefs: RwSignal::new(Prefs::parse(&stored)),
            route: RwSignal::new(Route::parse(&browser::current_address())),
            dark: RwSignal::new(browser::matches_media("(prefers-color-scheme: dark)")),
            prefs_revision: RwSignal::new(0),
            title: RwSignal::new(String::new()),
            badge: RwSignal::new(0),
            announcement: RwSignal::new((0, String::new())),
        }
    }

    /// The language, reactive.
    pub(crate) fn lang(self) -> Lang {
        self.prefs.with(|prefs| prefs.lang(&browser_language()))
    }

    /// A text in the current language, reactive.
    pub(crate) fn t(self, words: StaticMessage) -> &'static str {
        words.get(self.lang())
    }

    /// The board theme, reactive.
    pub(crate) fn theme(self) -> Theme {
        let dark = self.dark.get();
        self.prefs.with(|prefs| prefs.theme(dark))
    }

    /// How long a piece moves.
    pub(crate) fn animation_millis(self) -> u32 {
        if browser::prefers_reduced_motion() {
            0
        } else {
            self.prefs.with_untracked(|prefs| prefs.pace.millis())
        }
    }

    /// Changes the settings and stores them.
    pub(crate) fn update_prefs(self, change: impl FnOnce(&mut Prefs)) {
        self.prefs.update(change);
        browser::store(PREFS_KEY, &self.prefs.with_untracked(Prefs::to_text));
        self.prefs_revision.update(|changed| *changed += 1);
    }

    /// Takes settings from the server or another tab, and stores them.
    pub(crate) fn adopt_prefs(self, prefs: Prefs) {
        browser::store(PREFS_KEY, &prefs.to_text());
        self.prefs.set(prefs);
    }

    /// Sets the page title.
    pub(crate) fn set_title(self, title: &str) {
        self.title.set(title.to_owned());
    }

    /// The tab's title, reactive: the page title after the number of waiting notices.
    pub(crate) fn tab_title(self) -> String {
        match self.badge.get() {
            0 => self.title.get(),
            count => format!("({count}) {}", self.title.get()),
        }
    }

    /// Plays a sound, unless the player has turned sounds off.
    pub(crate) fn play_sound(self, what: Sound) {
        if self.prefs.with_untracked(|prefs| prefs.sound) {
            sound::play(what);
        }
    }

    /// Announces a text to screen readers.
    pub(crate) fn announce(self, text: &str) {
        self.announcement.update(|(number, message)| {
            *number += 1;
            text.clone_into(message);
        });
    }

    /// Announces a message in the current language.
    pub(crate) fn announce_message(self, message: &Message) {
        let lang = self.prefs.with_untracked(|prefs| prefs.lang(&browser_language()));
        self.announce(message.get(lang));
    }

    /// Replaces the address without leaving the page.
    pub(crate) fn replace_address(self, route: &Route) {
        if let Ok(history) = window().history() {
            let null = wasm_bindgen::JsValue::NULL;
            let _ = history.replace_state_with_url(&null, "", Some(&route.to_string()));
        }
    }

    /// Goes to a page.
    pub(crate) fn navigate(self, route: Route) {
        if let Ok(history) = window().history() {
            let _ = history.push_state_with_url(
                &wasm_bindgen::JsValue::NULL,
                "",
                Some(&route.to_string()),
            );
        }
        window().scroll_to_with_x_and_y(0.0, 0.0);
        self.route.set(route);
    }
}

/// The shared context.
pub(crate) fn context() -> AppContext {
    expect_context()
}

fn browser_language() -> String {
    window().navigator().language().unwrap_or_default()
}
