//! Everything at the table that is not the board.

use abaque_client::local::{Player, Proof};
use abaque_client::{Route, Seen, Sitting, Subject, shelf, words};
use abaque_core::{Outcome, Seat};
use abaque_table::{Act, Offer, Setting};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{Session, store};
use crate::browser::{self, Chance};
use crate::context::context;
use crate::icons::{self, Icon};

/// Turns the board round.
pub(crate) fn flip(session: Session) {
    session.desk.flip.update(|flip| *flip = !*flip);
    session.keep();
}

/// How it ended, a hint, or what was refused.
#[component]
pub(crate) fn Notice(session: Session) -> impl IntoView {
    let context = context();
    let over = move || {
        let outcome = session.desk.outcome()?;
        Some((outcome, session.desk.with(Seen::ended)?.get(context.lang()).to_owned()))
    };
    let hint = move || {
        session.desk.hint.get().map(|hint| {
            let told = hint.told.get(context.lang()).to_owned();
            let chance = format!("{:.0} % {}", hint.win * 100.0, context.t(words::WIN_CHANCE));
            view! {
                <p class="notice hint">
                    <Icon d=icons::BULB />
                    <span><strong>{hint.action}</strong>" "{told}<br /><small>{chance}</small></span>
                </p>
            }
        })
    };
    view! {
        {move || over().map(|(outcome, words)| view! { <Over session outcome words /> })}
        {hint}
        {move || session.desk.notice.get().map(|text| view! { <p class="notice">{text}</p> })}
    }
}

#[component]
fn Over(session: Session, outcome: Outcome, words: String) -> impl IntoView {
    let context = context();
    let again = move |_| {
        if let Some(id) = rematch(session) {
            context.go(Route::Table(id));
        }
    };
    view! {
        <div class="result" class:drawn=outcome.winner().is_none()>
            <h2>{words}</h2>
            <p class="links">
                <button class="primary" on:click=again><Icon d=icons::PLAY />{move || context.t(words::REMATCH)}</button>
                <a class="button" href=Route::Study(Subject::Kept(session.id)).to_string()><Icon d=icons::LENS />{move || context.t(words::study::REVIEW)}</a>
            </p>
        </div>
    }
}

/// The same again, with the seats exchanged where a computer plays.
fn rematch(session: Session) -> Option<u64> {
    let id = store::fresh_id();
    let sitting = session.with(|sitting| {
        let setting = Setting {
            start: sitting.table().setting().start.clone(),
            ..sitting.table().setting().clone()
        };
        let [first, second]: [Player; 2] = sitting.players.clone();
        let proof = Proof::fresh("local", &mut Chance);
        Sitting::new(setting, [second, first], proof, browser::today(), browser::now())
    });
    let flipped = sitting.is_computer(Seat::First) && !sitting.is_computer(Seat::Second);
    store::keep(id, &sitting, flipped).then_some(id)
}

/// Hint, take back, turn round, give up, keep.
#[component]
pub(crate) fn Controls(session: Session) -> impl IntoView {
    let context = context();
    let sure = RwSignal::new(None::<bool>);
    let running = move || session.desk.outcome().is_none();
    let mine =
        move || session.desk.mine.get().is_some() && session.desk.pending.with(Option::is_none);
    let can_take_back = move || {
        session.with(|sitting| {
            let person = |seat: Option<Seat>| seat.is_some_and(|seat| !sitting.is_computer(seat));
            sitting.table().plies().iter().any(|entry| person(entry.seat))
        })
    };
    let two_people =
        move || session.with(|sitting| Seat::ALL.iter().all(|&seat| !sitting.is_computer(seat)));
    let give_up = move |_| {
        let draw = sure.get_untracked() == Some(true);
        sure.set(None);
        let seat = session.with(|sitting| {
            let person = |seat: &Seat| !sitting.is_computer(*seat);
            sitting.acting().filter(person).or_else(|| Seat::ALL.into_iter().find(person))
        });
        let Some(seat) = seat else { return };
        if draw {
            session.act(Act::Offer(seat, Offer::Draw));
            session.act(Act::Accept(seat.other(), Offer::Draw));
        } else {
            session.act(Act::Resign(seat));
        }
    };
    let record = move || session.with(shelf::record_text).unwrap_or_default();
    let save = move |_| {
        browser::save_file(&format!("{}-{}.abq", session.desk.game(), session.id), &record());
    };
    let copy = move |_| {
        let text = record();
        spawn_local(async move {
            if browser::copy(&text).await {
                context.say(context.t(words::COPIED));
                session.desk.notice.set(Some(context.t(words::COPIED).to_owned()));
            }
        });
    };
    view! {
        <div class="controls" role="group" aria-label=move || context.t(words::OPTIONS)>
            <button disabled=move || !mine() || session.hinting.get() on:click=move |_| session.ask_hint()>
                <Icon d=icons::BULB />{move || context.t(words::HINT)}
            </button>
            <button disabled=move || !can_take_back() on:click=move |_| session.take_back()>
                <Icon d=icons::BACK />{move || context.t(words::TAKE_BACK)}
            </button>
            <button on:click=move |_| flip(session)><Icon d=icons::TURN />{move || context.t(words::FLIP)}</button>
            <Show when=running>
                <button on:click=move |_| sure.set(Some(false))><Icon d=icons::FLAG />{move || context.t(words::RESIGN)}</button>
                <Show when=two_people>
                    <button on:click=move |_| sure.set(Some(true))><Icon d=icons::HANDS />{move || context.t(words::DRAW)}</button>
                </Show>
            </Show>
            <button on:click=save><Icon d=icons::SAVE />{move || context.t(words::EXPORT)}</button>
            <button on:click=copy><Icon d=icons::COPY />{move || context.t(words::COPY)}</button>
            <a class="button" href=move || Route::Rules(session.desk.game()).to_string()><Icon d=icons::BOOK />{move || context.t(words::RULES)}</a>
        </div>
        <Show when=move || sure.get().is_some()>
            <div class="asked" role="alertdialog" aria-label=move || context.t(words::RESIGN)>
                <p>{move || context.t(if sure.get() == Some(true) { words::DRAW_SURE } else { words::RESIGN_SURE })}</p>
                <button class="primary" on:click=give_up>{move || context.t(words::YES)}</button>
                <button class="plain" on:click=move |_| sure.set(None)>{move || context.t(words::NO)}</button>
            </div>
        </Show>
    }
}
