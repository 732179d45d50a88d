//! Learning progress, stored in the browser and synchronised with the account.

use std::cell::Cell;

use abaque_client::{LessonProgress, Progress, PuzzleProgress};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::user_context::{self, user_context};
use crate::{api, browser};

const LESSONS_KEY: &str = "abaque.learn";
const PUZZLES_KEY: &str = "abaque.puzzles";
/// Account that owns the stored progress; another account at this browser starts afresh.
const OWNER_KEY: &str = "abaque.learn.of";
/// API path of the progress.
const PROGRESS_PATH: &str = "/progress";
/// Delay in milliseconds that collects changes before they are sent.
const SEND_DELAY_MS: u32 = 1200;

/// The completed lessons.
pub(super) fn lesson_progress() -> LessonProgress {
    LessonProgress::parse(&browser::load(LESSONS_KEY).unwrap_or_default())
}

/// Changes and stores the completed lessons.
pub(super) fn update_lessons(change: impl FnOnce(&mut LessonProgress)) {
    let mut learning = lesson_progress();
    change(&mut learning);
    browser::store(LESSONS_KEY, &learning.to_text());
    schedule_sync();
}

/// The puzzle results.
pub(super) fn puzzle_progress() -> PuzzleProgress {
    PuzzleProgress::parse(&browser::load(PUZZLES_KEY).unwrap_or_default())
}

/// Changes and stores the puzzle results.
pub(super) fn update_puzzles<T>(change: impl FnOnce(&mut PuzzleProgress) -> T) -> T {
    let mut puzzling = puzzle_progress();
    let result = change(&mut puzzling);
    browser::store(PUZZLES_KEY, &puzzling.to_text());
    schedule_sync();
    result
}

/// Counts the updates from the server; components that show progress follow it.
pub(super) fn progress_updates() -> RwSignal<u32> {
    let user = user_context();
    let news = RwSignal::new(0);
    let account = Memo::new(move |_| user.me.with(|me| me.person().map(|person| person.id)));
    Effect::new(move |_| {
        if account.get().is_some() {
            spawn_local(async move {
                if sync_with_server().await {
                    news.try_update(|count| *count += 1);
                }
            });
        }
    });
    news
}

/// Schedules one sync for many changes. Without a network, the next visit syncs.
fn schedule_sync() {
    thread_local!(static CHANGES: Cell<u32> = const { Cell::new(0) });
    let number = CHANGES.get() + 1;
    CHANGES.set(number);
    browser::run_after(SEND_DELAY_MS, move || {
        if CHANGES.get() == number {
            spawn_local(async {
                sync_with_server().await;
            });
        }
    });
}

/// Merges local and server progress; `true` if the local progress changed.
async fn sync_with_server() -> bool {
    let Some(person) = user_context::last_known_person() else { return false };
    let Ok(text) = api::get_text(PROGRESS_PATH).await else { return false };
    let there = Progress::parse(&text);
    let here = Progress { learning: lesson_progress(), puzzling: puzzle_progress() };
    let owner = person.id.to_string();
    let mine = browser::load(OWNER_KEY).is_none_or(|known| known == owner);
    let both = if mine { here.clone().merged(there.clone()) } else { there.clone() };
    browser::store(OWNER_KEY, &owner);
    let changed = both != here;
    if changed {
        browser::store(LESSONS_KEY, &both.learning.to_text());
        browser::store(PUZZLES_KEY, &both.puzzling.to_text());
    }
    if both != there {
        // A failed upload is repeated with the next change.
        let _ = api::put_text(PROGRESS_PATH, &both.to_text()).await;
    }
    changed
}
