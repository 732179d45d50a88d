//! What was learned in this browser. Where the server knows who one is, it is the same in all their browsers.

use std::cell::Cell;

use abaque_client::{Learning, Progress, Puzzling};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::me::{self, myself};
use crate::{browser, net};

const LEARNING: &str = "abaque.learn";
const PUZZLING: &str = "abaque.puzzles";
/// Whose it is: the next one to come in at this screen does not inherit it.
const OWNER: &str = "abaque.learn.of";
/// Where the server keeps it.
const PATH: &str = "/progress";
/// How long to wait for more before it is sent, in milliseconds.
const REST: u32 = 1200;

/// The lessons done.
pub(super) fn learning() -> Learning {
    Learning::read(&browser::load(LEARNING).unwrap_or_default())
}

/// Changes which lessons are done, and keeps it.
pub(super) fn learn(change: impl FnOnce(&mut Learning)) {
    let mut learning = learning();
    change(&mut learning);
    browser::store(LEARNING, &learning.text());
    tell();
}

/// How puzzles went.
pub(super) fn puzzling() -> Puzzling {
    Puzzling::read(&browser::load(PUZZLING).unwrap_or_default())
}

/// Changes how puzzles went, and keeps it.
pub(super) fn puzzle<T>(change: impl FnOnce(&mut Puzzling) -> T) -> T {
    let mut puzzling = puzzling();
    let told = change(&mut puzzling);
    browser::store(PUZZLING, &puzzling.text());
    tell();
    told
}

/// Counts how often something came from the server. Whoever shows progress follows it.
pub(super) fn news() -> RwSignal<u32> {
    let myself = myself();
    let news = RwSignal::new(0);
    let who = Memo::new(move |_| myself.me.with(|me| me.person().map(|person| person.id)));
    Effect::new(move |_| {
        if who.get().is_some() {
            spawn_local(async move {
                if meet().await {
                    news.try_update(|count| *count += 1);
                }
            });
        }
    });
    news
}

/// Tells the server a little later, once for many changes. Without a network the next visit does.
fn tell() {
    thread_local!(static CHANGES: Cell<u32> = const { Cell::new(0) });
    let number = CHANGES.get() + 1;
    CHANGES.set(number);
    browser::after(REST, move || {
        if CHANGES.get() == number {
            spawn_local(async {
                meet().await;
            });
        }
    });
}

/// What is kept here and there becomes the same; whether anything changed here.
async fn meet() -> bool {
    let Some(person) = me::known() else { return false };
    let Ok(text) = net::get_text(PATH).await else { return false };
    let there = Progress::read(&text);
    let here = Progress { learning: learning(), puzzling: puzzling() };
    let owner = person.id.to_string();
    let mine = browser::load(OWNER).is_none_or(|known| known == owner);
    let both = if mine { here.clone().joined(there.clone()) } else { there.clone() };
    browser::store(OWNER, &owner);
    let changed = both != here;
    if changed {
        browser::store(LEARNING, &both.learning.text());
        browser::store(PUZZLING, &both.puzzling.text());
    }
    if both != there {
        // What does not arrive now is sent with the next change.
        let _ = net::put_text(PATH, &both.text()).await;
    }
    changed
}
