//! Live analysis: the bot's best lines, refined while the position stays on the board.

use abaque_client::local::{BoardSentence, BotAnswer, BotLine};
use abaque_client::percent_text::percent;
use abaque_client::words::study as texts;
use abaque_study::NodeId;
use leptos::prelude::*;

use super::session::StudySession;
use crate::browser;
use crate::context::context;
use crate::engine::Engine;
use crate::icons::{self, Icon};

/// Delay before a search starts, so that stepping quickly through a game starts none.
const SEARCH_DELAY_MS: u32 = 180;
/// Lines drawn as arrows on the board.
const MAX_SUGGESTED_LINES: usize = 3;
/// Maximum plies shown per line.
const MAX_LINE_PLIES: usize = 10;

/// The bot's lines for a node.
#[derive(Clone, PartialEq, Debug)]
struct EngineLines {
    at: NodeId,
    second: bool,
    answer: BotAnswer,
    more: bool,
}

#[component]
pub(crate) fn EnginePanel(
    session: StudySession,
    review_chance: Signal<Option<f64>>,
) -> impl IntoView {
    let context = context();
    let engine = StoredValue::new_local(Engine::default());
    let lines = RwSignal::new(3_usize);
    let found = RwSignal::new(None::<EngineLines>);
    let wrong = RwSignal::new(None::<String>);
    let generation = StoredValue::new(0_u64);
    let ask = move |at: NodeId, lines: usize| {
        let task = session.with_untracked(|study| study.task(at, lines));
        let Some(task) = task else { return };
        let second = task.second;
        let now = generation.get_value();
        engine.with_value(|engine| {
            engine.request_stream(
                "ponder",
                &task,
                move |answer: Result<BotAnswer, String>, more| {
                    if generation.try_get_value() != Some(now) {
                        return;
                    }
                    match answer {
                        Ok(answer) => {
                            let suggestions = answer.lines.iter().take(MAX_SUGGESTED_LINES);
                            let suggestions =
                                suggestions.filter_map(|line| line.actions.first().cloned());
                            session.controller.suggestions.set(suggestions.collect());
                            found.set(Some(EngineLines { at, second, answer, more }));
                        }
                        Err(error) => wrong.set(Some(error)),
                    }
                },
            );
        });
    };
    Effect::new(move |_| {
        let (on, at, lines) = (session.engine_on.get(), session.at.get(), lines.get());
        engine.with_value(Engine::stop);
        generation.update_value(|generation| *generation += 1);
        wrong.set(None);
        session.controller.suggestions.set(Vec::new());
        if !on {
            found.set(None);
            return;
        }
        let now = generation.get_value();
        browser::run_after(SEARCH_DELAY_MS, move || {
            if generation.try_get_value() == Some(now) {
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
    let why = move || {
        let told = here.get().map(|found| found.answer.explanation).unwrap_or_default();
        BoardSentence::join(&told, context.lang())
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
                group_digits(found.answer.nodes),
                context.t(texts::POSITIONS_SEEN),
                if found.more { " …" } else { "" }
            ),
        }
    };
    view! {
        <section class="thinking">
            <div class="thinking-head">
                <label class="switch">
                    <input id="asking" type="checkbox" prop:checked=session.engine_on on:change=move |event| session.engine_on.set(event_target_checked(&event)) />
                    <span>{move || context.t(texts::ENGINE_ON)}</span>
                </label>
                <Show when=move || session.engine_on.get()>
                    <span class="pair">
                        <label class="lines" for="lines">{move || context.t(texts::LINES)}</label>
                        <select id="lines" on:change=move |event| lines.set(event_target_value(&event).parse().unwrap_or(3))>
                            {(1..=5).map(|n: usize| view! { <option value=n.to_string() selected={n == 3}>{n}</option> }).collect_view()}
                        </select>
                    </span>
                </Show>
            </div>
            {move || first_chance().map(|chance| view! { <ChanceBar session chance /> })}
            <Show when=move || session.engine_on.get()>
                <ol class="lines-found">
                    {move || here.get().map(|found| {
                        found.answer.lines.into_iter().map(|line| view! { <EngineLine session at=found.at line /> }).collect_view()
                    })}
                </ol>
                <p class="why">{why}</p>
                <p class="help">{state}</p>
            </Show>
        </section>
    }
}

/// Both players' winning chances as one bar.
#[component]
fn ChanceBar(session: StudySession, chance: f64) -> impl IntoView {
    let context = context();
    let info = session.with_untracked(|study| study.start().description());
    let percent = move |chance: f64| percent(chance, context.lang());
    let words = move || {
        let [first, second] = info.players.map(|name| context.t(name));
        format!(
            "{} {first} {}, {second} {}",
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

/// One line; a tap adds it to the tree.
#[component]
fn EngineLine(session: StudySession, at: NodeId, line: BotLine) -> impl IntoView {
    let context = context();
    let mut shown = line.actions.iter().take(MAX_LINE_PLIES).cloned().collect::<Vec<_>>().join(" ");
    if line.actions.len() > MAX_LINE_PLIES {
        shown += " …";
    }
    let win = move || percent(line.win, context.lang());
    let score = format!("{:+.2}", line.score);
    let actions = line.actions;
    view! {
        <li>
            <button type="button" title=move || context.t(texts::ADD_LINE) on:click=move |_| session.add_line(at, &actions)>
                <strong>{win}</strong><small>{score}</small><span>{shown}</span><Icon d=icons::NEXT />
            </button>
        </li>
    }
}

/// Groups thousands: `12 345`.
fn group_digits(number: u64) -> String {
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
