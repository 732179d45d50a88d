//! Records, links and pictures to take along.

use abaque_client::study::{Link, ROOT};
use abaque_client::words::{self, study as texts};
use abaque_client::{Route, Subject};
use abaque_draw::Options;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::session::Session;
use crate::board;
use crate::browser;
use crate::context::context;
use crate::icons::{self, Icon};
use crate::picture;
use crate::play::store;

/// How wide a picture is, in pixels.
const WIDE: u32 = 1000;

#[component]
pub(crate) fn Share(session: Session) -> impl IntoView {
    let context = context();
    let told = RwSignal::new(None::<&'static str>);
    let tell = move |words: abaque_core::Words| {
        context.say(context.t(words));
        told.set(Some(context.t(words)));
    };
    let name = move |end: &str| format!("{}.{end}", session.desk.game());
    let record = move || session.glance(|study| study.text());
    let save = move |_| {
        browser::save_file(&name("abq"), &record());
    };
    let copy = move |_| {
        copied(record(), move || tell(words::COPIED));
    };
    let link = move |_| match session.link() {
        Some((route, whole)) => {
            let words = if whole { words::COPIED } else { texts::LINK_SHORT };
            copied(browser::origin() + &route.to_string(), move || tell(words));
        }
        None => tell(texts::LINK_LONG),
    };
    let drawing = move || {
        let at = session.at.get_untracked();
        let view = session.glance(|study| study.view(at, session.shown.get_untracked()));
        let last = session
            .glance(|study| study.ply(at).filter(|_| study.seat(at).is_some()).map(String::from));
        let options = untrack(|| board::options(context, session.desk));
        let options = Options { panels: true, last: last.clone(), size: WIDE, ..options };
        let spec = session.desk.spec.get_value();
        let plain = || abaque_draw::svg(&spec, &view, &Options { last: None, ..options.clone() });
        abaque_draw::svg(&spec, &view, &options).or_else(|_| plain()).ok()
    };
    let svg = move |_| match drawing() {
        Some(svg) => {
            browser::save_file_as(&name("svg"), &svg, "image/svg+xml");
        }
        None => tell(texts::NO_PICTURE),
    };
    let png = move |_| {
        let made = drawing()
            .and_then(|svg| picture::save_png(&name("png"), &svg, move || tell(texts::NO_PICTURE)));
        if made.is_none() {
            tell(texts::NO_PICTURE);
        }
    };
    let keep = move |_| match store::resume(&record()) {
        Ok(sitting) => {
            let id = store::fresh_id();
            if store::keep(id, &sitting, session.desk.flip.get_untracked()) {
                store::keep_notes(id, &record());
                context.go(Route::Study(Subject::Kept(id)));
            } else {
                tell(words::NO_STORAGE);
            }
        }
        Err(why) => session.desk.refuse(why.get(context.lang())),
    };
    let elsewhere = session.subject.with_value(|subject| !matches!(subject, Subject::Kept(_)));
    let here = move || {
        let at = session.at.get();
        let position = session.with(|study| study.place(at).game.position());
        let spec = session.desk.spec.get_value();
        Link { spec, position: Some(position), ..Link::default() }.query()
    };
    let over = move || session.place().acting().is_none() && session.at.get() != ROOT;
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
                    <a class="button" href=move || Route::NewAt(session.desk.game(), here()).to_string()><Icon d=icons::PLAY />{move || context.t(texts::PLAY_HERE)}</a>
                </Show>
                <a class="button" href=move || Route::Editor(session.desk.game(), here()).to_string()><Icon d=icons::PENCIL />{move || context.t(texts::EDIT_HERE)}</a>
            </div>
            <p class="help" role="status">{move || told.get()}</p>
        </section>
    }
}

/// Copies a text, and then says so.
fn copied(text: String, then: impl FnOnce() + 'static) {
    spawn_local(async move {
        if browser::copy(&text).await {
            then();
        }
    });
}
