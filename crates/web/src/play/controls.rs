//! Everything at the table that is not the board.

use abaque_client::hand::Pawn;
use abaque_client::local::{Player, Proof};
use abaque_client::{Route, Sitting, shelf, words};
use abaque_core::{Outcome, Seat};
use abaque_table::{Act, At, Offer, Setting};
use leptos::prelude::*;

use super::{Session, ended, store};
use crate::browser::{self, Chance};
use crate::context::context;
use crate::icons::{self, Icon};

/// Turns the board round.
pub(crate) fn flip(session: Session) {
    session.flip.update(|flip| *flip = !*flip);
    session.keep();
}

/// How it ended, a hint, or what was refused.
#[component]
pub(crate) fn Notice(session: Session) -> impl IntoView {
    let context = context();
    let over = move || {
        let outcome = session.outcome()?;
        Some((
            outcome,
            session.with(|sitting| ended(sitting, outcome)).get(context.lang()).to_owned(),
        ))
    };
    let hint = move || {
        session.hint.get().map(|hint| {
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
        {move || session.notice.get().map(|text| view! { <p class="notice">{text}</p> })}
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
            <button class="primary" on:click=again><Icon d=icons::PLAY />{move || context.t(words::REMATCH)}</button>
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

/// The window to shout Stop (ABR-15): a button with what is left of the time around it.
#[component]
pub(crate) fn StopWindow(session: Session, now: RwSignal<At>) -> impl IntoView {
    let context = context();
    let left = move || {
        let until = session.with(|sitting| sitting.table().window_until())?;
        Some((until - now.get()).0)
    };
    let whole = session.with(|sitting| sitting.table().setting().window);
    let share = move || match (left(), whole) {
        (Some(left), Some(whole)) => left as f64 / whole.0.max(1) as f64,
        _ => 1.0,
    };
    let seconds =
        move || left().map(|left| format!("{} {}", left.div_ceil(1000), context.t(words::SECONDS)));
    let question = move || {
        context.t(if session.stopping.get() { words::STOP_WHERE } else { words::STOP_ASKED })
    };
    let never = move |_| {
        if let Some(seat) = session.mine.get_untracked() {
            session.act(Act::LetPass(seat));
        }
    };
    view! {
        <Show when=move || session.stop_asked.get() && session.mine.get().is_some()>
            <div class="stop-window" role="group" aria-label=question>
                <button
                    class="stop"
                    aria-pressed=move || session.stopping.get().to_string()
                    style:--left=move || format!("{:.3}", share())
                    on:click=move |_| session.shout_stop()
                >
                    {move || context.t(words::STOP)}
                    <small aria-hidden="true">{seconds}</small>
                </button>
                <div>
                    <strong>{question}</strong>
                    <button on:click=move |_| { session.play("go"); }>{move || context.t(words::STOP_PASS)}</button>
                    <button class="plain" on:click=never>{move || context.t(words::STOP_NEVER)}</button>
                </div>
            </div>
        </Show>
    }
}

/// A turn of leaps is complete: it ends when its player says so.
#[component]
pub(crate) fn EndTurn(session: Session) -> impl IntoView {
    let context = context();
    view! {
        <Show when=move || session.pending.with(Option::is_some)>
            <div class="asked end-turn" role="group" aria-label=move || context.t(words::END_TURN)>
                <p>{move || context.t(words::TURN_DONE)}</p>
                <button class="primary" on:click=move |_| session.end_turn()><Icon d=icons::CHECK />{move || context.t(words::END_TURN)}</button>
                <button on:click=move |_| session.take_back()><Icon d=icons::BACK />{move || context.t(words::UNDO)}</button>
            </div>
        </Show>
    }
}

/// Several actions were meant.
#[component]
pub(crate) fn Asked(session: Session) -> impl IntoView {
    let context = context();
    let choices = move || {
        session
            .asked
            .get()
            .into_iter()
            .map(|action| {
                let told = told(session, &action, context.lang());
                view! { <button on:click=move |_| { session.play(&action); }>{told}</button> }
            })
            .collect_view()
    };
    view! {
        <Show when=move || !session.asked.with(Vec::is_empty)>
            <div class="asked" role="group" aria-label=move || context.t(words::CHOOSE)>
                <p>{move || context.t(words::CHOOSE)}</p>
                {choices}
                <button class="plain" on:click=move |_| session.put_back()>{move || context.t(words::CANCEL)}</button>
            </div>
        </Show>
    }
}

/// Actions no square stands for, and which pawn to put.
#[component]
pub(crate) fn Buttons(session: Session) -> impl IntoView {
    let context = context();
    let mine = move || session.mine.get().is_some();
    let pawns = move || {
        let (all, chosen) = session.hand.with(|hand| (hand.pawns(), hand.pawn()));
        all.into_iter()
            .map(|pawn| {
                let name = if pawn == Pawn::Red { words::PAWN_RED } else { words::PAWN_STOP };
                view! {
                    <button
                        class="choice"
                        aria-pressed=(chosen == Some(pawn)).to_string()
                        on:click=move |_| session.hand.update(|hand| hand.take_pawn(pawn))
                    >
                        {context.t(name)}
                    </button>
                }
            })
            .collect_view()
    };
    let bare = move || {
        let actions: Vec<String> = session.hand.with(|hand| {
            hand.ready().into_iter().chain(hand.buttons().into_iter().map(String::from)).collect()
        });
        actions.into_iter().map(|action| {
            let told = told(session, &action, context.lang());
            view! {
                <button class="primary" on:click=move |_| { session.play(&action); }>{told}</button>
            }
        }).collect_view()
    };
    view! {
        <Show when=mine>
            <div class="buttons">{pawns}{bare}</div>
        </Show>
    }
}

/// An action in words.
pub(crate) fn told(session: Session, action: &str, lang: abaque_core::Lang) -> String {
    let told = session.with(|sitting| sitting.table().game().tell(action));
    told.map_or_else(|_| action.to_owned(), |told| capital(told.get(lang)))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Hint, take back, turn round, give up, keep.
#[component]
pub(crate) fn Controls(session: Session) -> impl IntoView {
    let context = context();
    let sure = RwSignal::new(None::<bool>);
    let running = move || session.outcome().is_none();
    let mine = move || session.mine.get().is_some() && session.pending.with(Option::is_none);
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
        browser::save_file(&format!("{}-{}.abq", session.game(), session.id), &record());
    };
    let copy = move |_| {
        let _ = window().navigator().clipboard().write_text(&record());
        context.say(context.t(words::COPIED));
        session.notice.set(Some(context.t(words::COPIED).to_owned()));
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
            <a class="button" href=move || Route::Rules(session.game()).to_string()><Icon d=icons::BOOK />{move || context.t(words::RULES)}</a>
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
