//! The computer thinks along: its best lines get better the longer one stays.

use abaque_client::local::{Answer, Choice};
use abaque_client::study::Id;
use abaque_client::words::study as texts;
use leptos::prelude::*;

use super::session::Session;
use crate::browser;
use crate::context::context;
use crate::engine::Engine;
use crate::icons::{self, Icon};

/// Whoever hurries through a game does not start a thought at every ply.
const PATIENCE: u32 = 180;
/// How many lines are pointed out on the board.
const POINTED: usize = 3;
/// How much of a line is written.
const WRITTEN: usize = 10;

/// What the computer found at a place.
#[derive(Clone, PartialEq, Debug)]
struct Found {
    at: Id,
    second: bool,
    answer: Answer,
    more: bool,
}

#[component]
pub(crate) fn Thinking(session: Session, review_chance: Signal<Option<f64>>) -> impl IntoView {
    let context = context();
    let engine = StoredValue::new_local(Engine::default());
    let lines = RwSignal::new(3_usize);
    let found = RwSignal::new(None::<Found>);
    let wrong = RwSignal::new(None::<String>);
    let era = StoredValue::new(0_u64);
    let ask = move |at: Id, lines: usize| {
        let task = session.glance(|study| study.task(at, lines));
        let Some(task) = task else { return };
        let second = task.second;
        let now = era.get_value();
        engine.with_value(|engine| {
            engine.follow("ponder", &task, move |answer: Result<Answer, String>, more| {
                if era.try_get_value() != Some(now) {
                    return;
                }
                match answer {
                    Ok(answer) => {
                        let ideas = answer.lines.iter().take(POINTED);
                        let ideas = ideas.filter_map(|line| line.actions.first().cloned());
                        session.desk.ideas.set(ideas.collect());
                        found.set(Some(Found { at, second, answer, more }));
                    }
                    Err(error) => wrong.set(Some(error)),
                }
            });
        });
    };
    Effect::new(move |_| {
        let (on, at, lines) = (session.asking.get(), session.at.get(), lines.get());
        engine.with_value(Engine::stop);
        era.update_value(|era| *era += 1);
        wrong.set(None);
        session.desk.ideas.set(Vec::new());
        if !on {
            found.set(None);
            return;
        }
        let now = era.get_value();
        browser::after(PATIENCE, move || {
            if era.try_get_value() == Some(now) {
                ask(at, lines);
            }
        });
    });
    on_cleanup(move || engine.with_value(Engine::stop));
    let here = Memo::new(move |_| {
        let at = session.at.get();
        found.get().filter(|found| found.at == at)
    });
    let first_chance = move || {
        let own = here.get().and_then(|found| {
            let win = found.answer.lines.first()?.win;
            Some(if found.second { 1.0 - win } else { win })
        });
        own.or(review_chance.get())
    };
    let silent = Memo::new(move |_| {
        let at = session.at.get();
        session.with(|study| study.task(at, 1).is_none())
    });
    let state = move || {
        if let Some(wrong) = wrong.get() {
            return wrong;
        }
        if silent.get() {
            return context.t(texts::NOBODY_ACTS).to_owned();
        }
        match here.get() {
            None => context.t(texts::WAITING).to_owned(),
            Some(found) => format!(
                "{} {} · {} {}{}",
                context.t(texts::DEPTH),
                found.answer.depth,
                grouped(found.answer.nodes),
                context.t(texts::POSITIONS_SEEN),
                if found.more { " …" } else { "" }
            ),
        }
    };
    view! {
        <section class="thinking">
            <div class="thinking-head">
                <label class="switch">
                    <input id="asking" type="checkbox" prop:checked=session.asking on:change=move |event| session.asking.set(event_target_checked(&event)) />
                    <span>{move || context.t(texts::ENGINE_ON)}</span>
                </label>
                <Show when=move || session.asking.get()>
                    <span class="pair">
                        <label class="lines" for="lines">{move || context.t(texts::LINES)}</label>
                        <select id="lines" on:change=move |event| lines.set(event_target_value(&event).parse().unwrap_or(3))>
                            {(1..=5).map(|n: usize| view! { <option value=n.to_string() selected={n == 3}>{n}</option> }).collect_view()}
                        </select>
                    </span>
                </Show>
            </div>
            {move || first_chance().map(|chance| view! { <Bar session chance /> })}
            <Show when=move || session.asking.get()>
                <ol class="lines-found">
                    {move || here.get().map(|found| {
                        found.answer.lines.into_iter().map(|line| view! { <Found session at=found.at line /> }).collect_view()
                    })}
                </ol>
                <p class="help">{state}</p>
            </Show>
        </section>
    }
}

/// The chances of both players as one bar.
#[component]
fn Bar(session: Session, chance: f64) -> impl IntoView {
    let context = context();
    let info = session.glance(|study| study.start().info());
    let percent = |chance: f64| format!("{:.0} %", chance * 100.0);
    let words = move || {
        let [first, second] = info.players.map(|name| context.t(name));
        format!(
            "{}: {first} {}, {second} {}",
            context.t(texts::CHANCES),
            percent(chance),
            percent(1.0 - chance)
        )
    };
    view! {
        <div class="win-bar" role="img" aria-label=words>
            <span class="first" style:width=format!("{:.1}%", chance * 100.0)></span>
            <b aria-hidden="true">{move || context.t(info.players[0])}" · "{percent(chance)}</b>
            <b aria-hidden="true">{percent(1.0 - chance)}" · "{move || context.t(info.players[1])}</b>
        </div>
    }
}

/// One line: a tap adds it to the moves.
#[component]
fn Found(session: Session, at: Id, line: Choice) -> impl IntoView {
    let context = context();
    let mut shown = line.actions.iter().take(WRITTEN).cloned().collect::<Vec<_>>().join(" ");
    if line.actions.len() > WRITTEN {
        shown += " …";
    }
    let (win, score) = (format!("{:.0} %", line.win * 100.0), format!("{:+.2}", line.score));
    let actions = line.actions;
    view! {
        <li>
            <button type="button" title=move || context.t(texts::ADD_LINE) on:click=move |_| session.add_line(at, &actions)>
                <strong>{win}</strong><small>{score}</small><span>{shown}</span><Icon d=icons::NEXT />
            </button>
        </li>
    }
}

/// `12 345`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}
