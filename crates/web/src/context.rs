//! What every page shares: settings, language, the address, what is being said.

use abaque_client::route::Part;
use abaque_client::{Prefs, Route};
use abaque_core::{Lang, Said, Words};
use abaque_draw::Theme;
use leptos::prelude::*;

use crate::browser;

const PREFS: &str = "abaque.prefs";

/// Shared by every page.
#[derive(Clone, Copy)]
pub(crate) struct Context {
    /// The part of the app this is.
    part: Part,
    pub(crate) prefs: RwSignal<Prefs>,
    pub(crate) route: RwSignal<Route>,
    /// Whether the system is dark.
    pub(crate) dark: RwSignal<bool>,
    /// How often a setting was changed here, so that others can follow.
    pub(crate) changed: RwSignal<u64>,
    /// What was last said to whoever does not see; the number tells equal texts apart.
    pub(crate) said: RwSignal<(u64, String)>,
}

impl Context {
    pub(crate) fn new(part: Part) -> Context {
        let stored = browser::load(PREFS).unwrap_or_default();
        Context {
            part,
            prefs: RwSignal::new(Prefs::read(&stored)),
            route: RwSignal::new(Route::of(&browser::address())),
            dark: RwSignal::new(browser::matches("(prefers-color-scheme: dark)")),
            changed: RwSignal::new(0),
            said: RwSignal::new((0, String::new())),
        }
    }

    /// The language, followed.
    pub(crate) fn lang(self) -> Lang {
        self.prefs.with(|prefs| prefs.lang(&browser_language()))
    }

    /// A text in the language, followed.
    pub(crate) fn t(self, words: Words) -> &'static str {
        words.get(self.lang())
    }

    /// The look of boards, followed.
    pub(crate) fn theme(self) -> Theme {
        let dark = self.dark.get();
        self.prefs.with(|prefs| prefs.theme(dark))
    }

    /// How long a piece is on its way.
    pub(crate) fn pace(self) -> u32 {
        if browser::calm_wanted() {
            0
        } else {
            self.prefs.with_untracked(|prefs| prefs.pace.millis())
        }
    }

    /// Changes a setting and keeps it.
    pub(crate) fn set(self, change: impl FnOnce(&mut Prefs)) {
        self.prefs.update(change);
        browser::store(PREFS, &self.prefs.with_untracked(Prefs::text));
        self.changed.update(|changed| *changed += 1);
    }

    /// Takes settings that were chosen elsewhere, and keeps them.
    pub(crate) fn take(self, prefs: Prefs) {
        browser::store(PREFS, &prefs.text());
        self.prefs.set(prefs);
    }

    /// Says something to whoever does not see.
    pub(crate) fn say(self, text: &str) {
        self.said.update(|(number, said)| {
            *number += 1;
            text.clone_into(said);
        });
    }

    /// The same in the language.
    pub(crate) fn tell(self, said: &Said) {
        let lang = self.prefs.with_untracked(|prefs| prefs.lang(&browser_language()));
        self.say(said.get(lang));
    }

    /// The address of this page is another now, and the page stays.
    pub(crate) fn stay_at(self, route: &Route) {
        if let Ok(history) = window().history() {
            let null = wasm_bindgen::JsValue::NULL;
            let _ = history.replace_state_with_url(&null, "", Some(&route.to_string()));
        }
    }

    /// Goes to a page.
    pub(crate) fn go(self, route: Route) {
        // The other part's pages are not here.
        if route.part() != self.part {
            let _ = window().location().assign(&route.to_string());
            return;
        }
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
pub(crate) fn context() -> Context {
    expect_context()
}

fn browser_language() -> String {
    window().navigator().language().unwrap_or_default()
}
