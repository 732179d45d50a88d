//! Studies: replay, variations, engine analysis, sharing.

mod engine_panel;
mod explorer;
mod graph;
mod list;
mod mistake_retry;
mod moves;
mod notes;
mod review;
mod session;
mod share;

use abaque_client::words::{self, study as texts};
use abaque_client::{Route, StudySource};
use abaque_core::Message;
use abaque_study::{GameReview, Study, StudyLink};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::KeyboardEvent;

use crate::context::{AppContext, context};
use crate::controller::BoardController;
use crate::play::choices::{ActionButtons, ActionChoice, InterruptWindow};
use crate::play::frame::Frame;
use crate::play::game_storage;
use crate::play::info::{ActionField, BoardInWords, Remarks};
use crate::{browser, pages};
pub(crate) use list::Studies;
use moves::{LotChoice, MoveTree, ObserverChoice, StudyNavigation};
use notes::Notes;
use session::StudySession;

/// The page of a study.
#[component]
pub(crate) fn StudyPage(subject: StudySource) -> impl IntoView {
    let context = context();
    match subject.clone() {
        StudySource::Link(query) => {
            show_study(context, subject, StudyLink::parse(&query).open_study(), false)
        }
        StudySource::Saved(id) => match game_storage::load(id) {
            Some(saved) => {
                let study = load_study(id, &saved.record);
                show_study(context, subject, study, saved.flipped)
            }
            None => view! { <pages::Missing /> }.into_any(),
        },
        StudySource::Game(id) => view! { <ServerGame id /> }.into_any(),
    }
}

/// Loads a local game with its study notes.
fn load_study(id: u64, record: &str) -> Result<Study, Message> {
    let game = Study::parse(record)?;
    if game.outcome().is_none() && game.has_secrets() {
        return Err(Message { en: texts::SECRET_YET.en.into(), fr: texts::SECRET_YET.fr.into() });
    }
    let noted = game_storage::load_notes(id).and_then(|notes| Study::parse(&notes).ok());
    let Some(mut noted) = noted else { return Ok(game) };
    noted.update_main_line(&game.record().map_err(|error| error.message)?)?;
    Ok(noted)
}

/// A finished game of the server.
#[component]
fn ServerGame(id: String) -> impl IntoView {
    let context = context();
    let found = RwSignal::new(None::<Result<String, ()>>);
    let subject = StudySource::Game(id.clone());
    spawn_local(async move {
        let address = format!("/api/v1/games/{}/record", abaque_study::encode(&id));
        let text = fetch_text(&address).await;
        found.try_set(Some(text.ok_or(())));
    });
    move || match found.get() {
        None => view! {
            <section class="page narrow"><p role="status">{context.t(texts::LOADING)}</p></section>
        }
        .into_any(),
        Some(Ok(text)) => show_study(context, subject.clone(), Study::parse(&text), false),
        Some(Err(())) => {
            let why = Message { en: texts::NO_SERVER.en.into(), fr: texts::NO_SERVER.fr.into() };
            show_study(context, subject.clone(), Err(why), false)
        }
    }
}

/// Fetches a text from the server, if it exists.
pub(crate) async fn fetch_text(address: &str) -> Option<String> {
    let answer = JsFuture::from(window().fetch_with_str(address)).await.ok()?;
    let answer: web_sys::Response = answer.dyn_into().ok()?;
    if !answer.ok() {
        return None;
    }
    JsFuture::from(answer.text().ok()?).await.ok()?.as_string()
}

fn show_study(
    context: AppContext,
    subject: StudySource,
    study: Result<Study, Message>,
    flipped: bool,
) -> AnyView {
    match study {
        Ok(study) => {
            let session = StudySession::new(subject, study, flipped, context);
            view! { <StudyView session /> }.into_any()
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
fn StudyView(session: StudySession) -> impl IntoView {
    let context = context();
    let controller: BoardController = session.controller;
    let now = RwSignal::new(browser::now());
    let review = RwSignal::new(None::<GameReview>);
    let keys = window_event_listener(leptos::ev::keydown, move |event: KeyboardEvent| {
        handle_key(session, &event);
    });
    on_cleanup(move || {
        keys.remove();
        session.autoplay.set(false);
        session.leave();
    });
    let title = move || {
        let game = controller.with(|seen| seen.info().title.get(context.lang()));
        format!("{} – {game}", context.t(texts::STUDY))
    };
    Effect::new(move |_| context.set_title(&format!("{} – Abaque", title())));
    // If a secret set-up is due and unknown, the workshop asks for one.
    let sealed = Memo::new(move |_| {
        let at = session.at.get();
        let open = session.with(|study| study.children(at).is_empty());
        controller
            .acting_seat
            .get()
            .filter(|_| open && controller.with(|seen| seen.game.is_sealed()))
    });
    let chance = Signal::derive(move || {
        let at = session.at.get();
        let plies =
            session.with(|study| study.is_on_main_line(at).then(|| study.path(at).len()))?;
        review.with(|review| graph::chance_at(review.as_ref()?, plies))
    });
    let ended = move || {
        let message = controller.with(abaque_client::PlayerView::ended)?;
        Some(view! { <p class="ended">{message.get(context.lang()).to_owned()}</p> })
    };
    view! {
        <section class="table study" style:--wide=controller.board_info().aspect_ratio.to_string() data-game=controller.game_name()>
            <h1 class="sr-only">{title}</h1>
            <Frame controller now sealed><StudyNavigation session /></Frame>
            <aside class="table-side" aria-label=move || context.t(words::MOVES)>
                {ended}
                <InterruptWindow controller now />
                <LotChoice session />
                <ActionChoice controller />
                <ActionButtons controller />
                <engine_panel::EnginePanel session review_chance=chance />
                <MoveTree session />
                <Notes session />
                <review::ReviewPanel session review />
                <explorer::Explorer session />
                <ObserverChoice session />
                <share::Share session />
                <Remarks controller />
                <ActionField controller />
                <BoardInWords controller />
                <p class="help keys">{move || context.t(texts::KEYS)}</p>
            </aside>
        </section>
    }
}

/// Shortcuts that work anywhere except in text fields and on the board.
fn handle_key(session: StudySession, event: &KeyboardEvent) {
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
            session.autoplay.set(false);
        }
    }
    match key.as_str() {
        "ArrowLeft" => session.back(),
        "ArrowRight" => {
            session.forward();
        }
        "ArrowUp" => session.go_to_sibling(false),
        "ArrowDown" => session.go_to_sibling(true),
        "Home" => session.go_to_start(),
        "End" => session.go_to_end(),
        " " => moves::toggle_autoplay(session),
        "f" | "F" => moves::flip_board(session),
        "a" | "A" => session.engine_on.update(|asking| *asking = !*asking),
        "Escape" => session.controller.reset_input(),
        _ => {}
    }
}
