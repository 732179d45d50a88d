//! Notes on a ply.

use abaque_client::words::{self, study as texts};
use abaque_study::{MARKS, NodeId, ROOT};
use leptos::prelude::*;

use super::session::StudySession;
use crate::context::context;
use crate::icons::{self, Icon};

/// Comment, mark, and buttons to promote or delete a variation.
#[component]
pub(crate) fn Notes(session: StudySession) -> impl IntoView {
    let context = context();
    let sure = RwSignal::new(None::<NodeId>);
    let text = Memo::new(move |_| {
        let at = session.at.get();
        session.with(|study| study.comment(at))
    });
    let mark = Memo::new(move |_| {
        let at = session.at.get();
        session.with(|study| study.mark(at).map_or("", |mark| mark.sign()))
    });
    let on_ply = move || session.at.get() != ROOT;
    let aside = move || {
        let at = session.at.get();
        session.with(|study| !study.is_on_main_line(at))
    };
    let say = move |event| {
        let (at, message) = (session.at.get_untracked(), event_target_value(&event));
        if let Some(Err(why)) = session.change(|study| study.set_comment(at, &message)) {
            session.controller.show_refusal(why.get(context.lang()));
        }
    };
    let set_mark = move |event| {
        let (at, sign) = (session.at.get_untracked(), event_target_value(&event));
        let mark = MARKS.into_iter().find(|mark| mark.sign() == sign);
        session.change(|study| study.set_mark(at, mark));
    };
    let promote = move |_| {
        let at = session.at.get_untracked();
        if let Some(Err(why)) = session.change(|study| study.promote(at)) {
            session.controller.show_refusal(why.get(context.lang()));
        }
    };
    let delete = move |_| {
        if let Some(id) = sure.get_untracked() {
            sure.set(None);
            session.delete(id);
        }
    };
    let label = move || context.t(if on_ply() { texts::COMMENT } else { texts::COMMENT_START });
    view! {
        <section class="notes">
            <h2>{move || context.t(texts::NOTES)}</h2>
            <label for="comment">{label}</label>
            <textarea id="comment" rows="2" maxlength="4000" prop:value=text on:change=say></textarea>
            <Show when=on_ply>
                <div class="note-row">
                    <label for="mark">{move || context.t(texts::MARK)}</label>
                    <select id="mark" prop:value=mark on:change=set_mark>
                        <option value="">{move || context.t(texts::NO_MARK)}</option>
                        {MARKS.into_iter().map(|mark| view! { <option value=mark.sign()>{mark.sign()}</option> }).collect_view()}
                    </select>
                    <Show when=aside>
                        <button type="button" on:click=promote><Icon d=icons::UP />{move || context.t(texts::PROMOTE)}</button>
                    </Show>
                    <button type="button" on:click=move |_| sure.set(Some(session.at.get_untracked()))><Icon d=icons::TRASH />{move || context.t(texts::DELETE)}</button>
                </div>
            </Show>
            <Show when=move || sure.get().is_some_and(|id| id == session.at.get())>
                <div class="asked" role="alertdialog" aria-label=move || context.t(texts::DELETE)>
                    <p>{move || context.t(texts::DELETE_SURE)}</p>
                    <button type="button" class="primary" on:click=delete>{move || context.t(words::YES)}</button>
                    <button type="button" class="plain" on:click=move |_| sure.set(None)>{move || context.t(words::NO)}</button>
                </div>
            </Show>
        </section>
    }
}
