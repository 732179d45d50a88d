//! Games to think about: replay, variations, the computer's opinion, what to take along.

mod explore;
mod graph;
mod list;
mod moves;
mod notes;
mod review;
mod session;
mod share;
mod thinking;
mod trial;

use abaque_client::study::{Link, Review, Study};
use abaque_client::words::{self, study as texts};
use abaque_client::{Route, Subject};
use abaque_core::Said;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::KeyboardEvent;

use crate::context::{Context, context};
use crate::desk::Desk;
use crate::play::choices::{Asked, Buttons, StopWindow};
use crate::play::frame::Frame;
use crate::play::info::{InWords, Remarks, Typed};
use crate::play::store;
use crate::{browser, pages};
pub(crate) use list::Studies;
use moves::{Eyes, Lots, Tree, Walk};
use notes::Notes;
use session::Session;

/// The page of a study.
#[component]
pub(crate) fn Page(subject: Subject) -> impl IntoView {
    let context = context();
    match subject.clone() {
        Subject::Link(query) => opened(context, subject, Link::read(&query).open(), false),
        Subject::Kept(id) => match store::load(id) {
            Some(kept) => {
                let study = kept_study(id, &kept.record);
                opened(context, subject, study, kept.flipped)
            }
            None => view! { <pages::Missing /> }.into_any(),
        },
        Subject::Game(id) => view! { <Fetched id /> }.into_any(),
    }
}

/// A kept game with what was noted about it.
fn kept_study(id: u64, record: &str) -> Result<Study, Said> {
    let game = Study::read(record)?;
    if game.outcome().is_none() && game.has_secrets() {
        return Err(Said { en: texts::SECRET_YET.en.into(), fr: texts::SECRET_YET.fr.into() });
    }
    let noted = store::notes(id).and_then(|notes| Study::read(&notes).ok());
    let Some(mut noted) = noted else { return Ok(game) };
    noted.follow(&game.record().map_err(|error| error.said)?)?;
    Ok(noted)
}

/// A finished game of the server.
#[component]
fn Fetched(id: String) -> impl IntoView {
    let context = context();
    let found = RwSignal::new(None::<Result<String, ()>>);
    let subject = Subject::Game(id.clone());
    spawn_local(async move {
        let address = format!("/api/v1/games/{}/record", abaque_client::study::encode(&id));
        let text = fetch(&address).await;
        found.try_set(Some(text.ok_or(())));
    });
    move || match found.get() {
        None => view! {
            <section class="page narrow"><p role="status">{context.t(texts::LOADING)}</p></section>
        }
        .into_any(),
        Some(Ok(text)) => opened(context, subject.clone(), Study::read(&text), false),
        Some(Err(())) => {
            let why = Said { en: texts::NO_SERVER.en.into(), fr: texts::NO_SERVER.fr.into() };
            opened(context, subject.clone(), Err(why), false)
        }
    }
}

/// A text from the server, if there is one that has it.
pub(crate) async fn fetch(address: &str) -> Option<String> {
    let answer = JsFuture::from(window().fetch_with_str(address)).await.ok()?;
    let answer: web_sys::Response = answer.dyn_into().ok()?;
    if !answer.ok() {
        return None;
    }
    JsFuture::from(answer.text().ok()?).await.ok()?.as_string()
}

fn opened(
    context: Context,
    subject: Subject,
    study: Result<Study, Said>,
    flipped: bool,
) -> AnyView {
    match study {
        Ok(study) => {
            let session = Session::new(subject, study, flipped, context);
            view! { <Studied session /> }.into_any()
        }
        Err(why) => view! {
            <section class="page narrow">
                <h1>{move || context.t(texts::CANNOT_OPEN)}</h1>
                <p>{move || why.get(context.lang()).to_owned()}</p>
                <a class="button" href=Route::Studies.to_string()>{move || context.t(texts::STUDY)}</a>
            </section>
        }
        .into_any(),
    }
}

#[component]
fn Studied(session: Session) -> impl IntoView {
    let context = context();
    let desk: Desk = session.desk;
    let now = RwSignal::new(browser::now());
    let review = RwSignal::new(None::<Review>);
    let keys = window_event_listener(leptos::ev::keydown, move |event: KeyboardEvent| {
        keyed(session, &event);
    });
    on_cleanup(move || {
        keys.remove();
        session.rolling.set(false);
        session.leave();
    });
    let title = move || {
        let game = desk.with(|seen| seen.info().title.get(context.lang()));
        format!("{} – {game}", context.t(texts::STUDY))
    };
    Effect::new(move |_| document().set_title(&format!("{} – Abaque", title())));
    // Where a secret set-up is due and none is known, one is put together.
    let sealed = Memo::new(move |_| {
        let at = session.at.get();
        let open = session.with(|study| study.next(at).is_empty());
        desk.mine.get().filter(|_| open && desk.with(|seen| seen.game.sealed()))
    });
    let chance = Signal::derive(move || {
        let at = session.at.get();
        let plies = session.with(|study| study.is_main(at).then(|| study.path(at).len()))?;
        review.with(|review| graph::chance_at(review.as_ref()?, plies))
    });
    let ended = move || {
        let said = desk.with(abaque_client::Seen::ended)?;
        Some(view! { <p class="ended">{said.get(context.lang()).to_owned()}</p> })
    };
    view! {
        <section class="table study" data-game=desk.game()>
            <h1 class="sr-only">{title}</h1>
            <Frame desk now sealed><Walk session /></Frame>
            <aside class="table-side" aria-label=move || context.t(words::MOVES)>
                {ended}
                {move || desk.notice.get().map(|text| view! { <p class="notice">{text}</p> })}
                <StopWindow desk now />
                <Lots session />
                <Asked desk />
                <Buttons desk />
                <thinking::Thinking session review_chance=chance />
                <Tree session />
                <Notes session />
                <review::Whole session review />
                <explore::Explorer session />
                <Eyes session />
                <share::Share session />
                <Remarks desk />
                <Typed desk />
                <InWords desk />
                <p class="help keys">{move || context.t(texts::KEYS)}</p>
            </aside>
        </section>
    }
}

/// Keys that work wherever one is, but not while writing or walking over the board.
fn keyed(session: Session, event: &KeyboardEvent) {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let within = |css: &str| {
        target.as_ref().is_some_and(|element| element.closest(css).ok().flatten().is_some())
    };
    let writing = within("input:not([type=radio], [type=checkbox]), textarea, select");
    if writing || event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    let key = event.key();
    let presses = matches!(key.as_str(), " " | "Enter");
    let chooses = key.starts_with("Arrow") && within("input[type=radio]");
    let on_board = within(".board-svg") && (presses || key.starts_with("Arrow"));
    if on_board || chooses || (presses && within("button, a, summary, input")) {
        return;
    }
    let walks = matches!(
        key.as_str(),
        "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" | "Home" | "End" | " "
    );
    if walks {
        event.prevent_default();
        if key != " " {
            session.rolling.set(false);
        }
    }
    match key.as_str() {
        "ArrowLeft" => session.back(),
        "ArrowRight" => {
            session.forward();
        }
        "ArrowUp" => session.beside(false),
        "ArrowDown" => session.beside(true),
        "Home" => session.first(),
        "End" => session.last(),
        " " => moves::roll(session),
        "f" | "F" => moves::flip(session),
        "a" | "A" => session.asking.update(|asking| *asking = !*asking),
        "Escape" => session.desk.put_back(),
        _ => {}
    }
}
