//! Sharing: records, links and pictures.

use abaque_client::words::{self, study as texts};
use abaque_client::{Route, StudySource};
use abaque_draw::DrawOptions;
use abaque_study::{ROOT, StudyLink};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::session::StudySession;
use crate::board;
use crate::browser;
use crate::context::context;
use crate::icons::{self, Icon};
use crate::play::game_storage;
use crate::png_export;

/// Width of a picture in pixels.
const PICTURE_WIDTH: u32 = 1000;

#[component]
pub(crate) fn Share(session: StudySession) -> impl IntoView {
    let context = context();
    let status = RwSignal::new(None::<&'static str>);
    let tell = move |words: abaque_core::StaticMessage| {
        context.announce(context.t(words));
        status.set(Some(context.t(words)));
    };
    let name = move |end: &str| format!("{}.{end}", session.controller.game_name());
    let record = move || session.with_untracked(|study| study.to_text());
    let save = move |_| {
        browser::download_text(&name("abq"), &record());
    };
    let copy = move |_| {
        copy_then(record(), move || tell(words::COPIED));
    };
    let link = move |_| match session.link() {
        Some((route, whole)) => {
            let words = if whole { words::COPIED } else { texts::LINK_SHORT };
            copy_then(browser::origin() + &route.to_string(), move || tell(words));
        }
        None => tell(texts::LINK_LONG),
    };
    let drawing = move || {
        let at = session.at.get_untracked();
        let view =
            session.with_untracked(|study| study.view_at(at, session.perspective.get_untracked()));
        let last = session.with_untracked(|study| {
            study.ply(at).filter(|_| study.seat(at).is_some()).map(String::from)
        });
        let options = untrack(|| board::draw_options(context, session.controller));
        let options =
            DrawOptions { panels: true, last: last.clone(), size: PICTURE_WIDTH, ..options };
        let spec = session.controller.spec.get_value();
        let plain =
            || abaque_draw::svg(&spec, &view, &DrawOptions { last: None, ..options.clone() });
        abaque_draw::svg(&spec, &view, &options).or_else(|_| plain()).ok()
    };
    let svg = move |_| match drawing() {
        Some(svg) => {
            browser::download_text_as(&name("svg"), &svg, "image/svg+xml");
        }
        None => tell(texts::NO_PICTURE),
    };
    let png = move |_| {
        let made = drawing().and_then(|svg| {
            png_export::download_png(&name("png"), &svg, move || tell(texts::NO_PICTURE))
        });
        if made.is_none() {
            tell(texts::NO_PICTURE);
        }
    };
    let keep = move |_| match game_storage::resume(&record()) {
        Ok(game) => {
            let id = game_storage::unused_id();
            if game_storage::save(id, &game, session.controller.flipped.get_untracked()) {
                game_storage::save_notes(id, &record());
                context.navigate(Route::Study(StudySource::Saved(id)));
            } else {
                tell(words::NO_STORAGE);
            }
        }
        Err(why) => session.controller.show_refusal(why.get(context.lang())),
    };
    let elsewhere = session.subject.with_value(|subject| !matches!(subject, StudySource::Saved(_)));
    let here = move || {
        let at = session.at.get();
        let position = session.with(|study| study.position_at(at).game.position());
        let spec = session.controller.spec.get_value();
        StudyLink { spec, position: Some(position), ..StudyLink::default() }.to_query()
    };
    let over = move || session.place().seat_to_act().is_none() && session.at.get() != ROOT;
    view! {
        <section class="share">
            <h2>{move || context.t(texts::SHARE)}</h2>
            <div class="controls">
                <button type="button" id="copy-link" on:click=link><Icon d=icons::LINK />{move || context.t(texts::COPY_LINK)}</button>
                <button type="button" on:click=save><Icon d=icons::SAVE />{move || context.t(words::EXPORT)}</button>
                <button type="button" id="copy-record" on:click=copy><Icon d=icons::COPY />{move || context.t(words::COPY)}</button>
                <button type="button" id="save-png" on:click=png><Icon d=icons::PICTURE />{move || context.t(texts::SAVE_PNG)}</button>
                <button type="button" id="save-svg" on:click=svg><Icon d=icons::PICTURE />{move || context.t(texts::SAVE_SVG)}</button>
                {elsewhere.then(|| view! {
                    <button type="button" id="keep" on:click=keep><Icon d=icons::CHECK />{move || context.t(texts::KEEP)}</button>
                })}
                <Show when=move || !over()>
                    <a class="button" href=move || Route::NewAt(session.controller.game_name(), here()).to_string()><Icon d=icons::PLAY />{move || context.t(texts::PLAY_HERE)}</a>
                </Show>
                <a class="button" href=move || Route::Editor(session.controller.game_name(), here()).to_string()><Icon d=icons::PENCIL />{move || context.t(texts::EDIT_HERE)}</a>
            </div>
            <p class="help" role="status">{move || status.get()}</p>
        </section>
    }
}

/// Copies a text and calls `then` on success.
fn copy_then(text: String, then: impl FnOnce() + 'static) {
    spawn_local(async move {
        if browser::copy_to_clipboard(&text).await {
            then();
        }
    });
}
