//! Review of a whole game: chances, mistakes, luck and skill separated.

use abaque_client::local::BoardSentence;
use abaque_client::percent_text::{percent, signed_percent};
use abaque_client::words::study as texts;
use abaque_study::{GameReview, JudgedMove, ReviewRequest, Study};
use leptos::prelude::*;

use super::graph::Graph;
use super::mistake_retry::RetryBox;
use super::session::StudySession;
use crate::context::context;
use crate::controller::ExplanationMarks;
use crate::engine::Engine;
use crate::icons::{self, Icon};

/// Time per position: milliseconds, and its label.
const THINKING_TIMES: [(u64, &str); 3] = [(100, "0.1 s"), (300, "0.3 s"), (1000, "1 s")];

/// Starts the review and lists the mistakes.
#[component]
pub(crate) fn ReviewPanel(
    session: StudySession,
    review: RwSignal<Option<GameReview>>,
) -> impl IntoView {
    let context = context();
    let engine = StoredValue::new_local(Engine::default());
    let effort = RwSignal::new(THINKING_TIMES[0].0);
    let running = RwSignal::new(false);
    let wrong = RwSignal::new(None::<String>);
    let begin = move |_| {
        let record =
            session.with_untracked(|study| study.line_record(study.line_end(abaque_study::ROOT)));
        let Ok(record) = record else { return };
        review.set(Some(GameReview::default()));
        wrong.set(None);
        running.set(true);
        let look = ReviewRequest { record: record.to_string(), millis: effort.get_untracked() };
        engine.with_value(|engine| {
            engine.request_stream(
                "review",
                &look,
                move |answer: Result<GameReview, String>, more| {
                    match answer {
                        Ok(answer) => review.update(|review| {
                            if let Some(review) = review {
                                review.merge(answer);
                            }
                        }),
                        Err(error) => {
                            review.set(None);
                            wrong.set(Some(error));
                        }
                    }
                    running.set(more);
                },
            );
        });
    };
    let stop = move |_| {
        engine.with_value(Engine::stop);
        running.set(false);
    };
    on_cleanup(move || engine.with_value(Engine::stop));
    // A review is valid only for the line it was made of.
    let line = Memo::new(move |_| {
        session.with(|study| {
            study
                .main_line()
                .iter()
                .filter_map(|&id| study.ply(id))
                .map(String::from)
                .collect::<Vec<_>>()
        })
    });
    Effect::new(move |known: Option<()>| {
        line.track();
        if known.is_some() {
            engine.with_value(Engine::stop);
            running.set(false);
            review.set(None);
        }
    });
    let mistakes = Memo::new(move |_| {
        review.with(|review| {
            review.iter().flat_map(GameReview::mistakes).cloned().collect::<Vec<JudgedMove>>()
        })
    });
    let done =
        move || review.with(|review| review.as_ref().map_or((0, 0), |it| (it.done, it.steps)));
    let has_moves = move || session.with(|study| !study.children(abaque_study::ROOT).is_empty());
    let own_eyes =
        move || review.with(|review| review.as_ref().is_some_and(|it| it.own_eyes && it.done > 0));
    let whole = move || review.with(|review| review.as_ref().is_some_and(GameReview::is_complete));
    view! {
        <section class="whole">
            <h2>{move || context.t(texts::WHOLE_GAME)}</h2>
            <div class="note-row">
                <Show when=move || !running.get() fallback=move || view! {
                    <progress max=move || done().1.max(1).to_string() prop:value=move || done().0 as f64 aria-label=move || context.t(texts::ANALYSE)></progress>
                    <span>{move || format!("{} / {}", done().0, done().1)}</span>
                    <button type="button" on:click=stop>{move || context.t(texts::STOP)}</button>
                }>
                    <button type="button" class="primary" id="analyse" disabled=move || !has_moves() on:click=begin><Icon d=icons::GRAPH />{move || context.t(texts::ANALYSE)}</button>
                    <span class="pair">
                        <label for="effort">{move || context.t(texts::EFFORT)}</label>
                        <select id="effort" on:change=move |event| effort.set(event_target_value(&event).parse().unwrap_or(THINKING_TIMES[0].0))>
                            {THINKING_TIMES.iter().map(|(millis, shown)| view! { <option value=millis.to_string() selected=move || effort.get_untracked() == *millis>{*shown}</option> }).collect_view()}
                        </select>
                    </span>
                </Show>
            </div>
            {move || wrong.get().map(|wrong| view! { <p class="notice" role="alert">{wrong}</p> })}
            <RetryBox session mistakes />
            <Show when=move || done().0 != 0>
                <Graph session review />
                <Show when=own_eyes><p class="help">{move || context.t(texts::OWN_EYES)}</p></Show>
                <FiguresTable session review />
                <ol class="mistakes">
                    <For each=move || mistakes.get() key=|judged| judged.ply let:judged>
                        <Mistake session judged />
                    </For>
                </ol>
                <Show when=move || whole() && mistakes.with(Vec::is_empty)><p>{move || context.t(texts::NO_MISTAKES)}</p></Show>
            </Show>
        </section>
    }
}

#[component]
fn Mistake(session: StudySession, judged: JudgedMove) -> impl IntoView {
    let context = context();
    let info = session.with_untracked(|study| study.start().description());
    let player = info.players[usize::from(judged.second)];
    let sign = judged.finding.map_or("", |finding| finding.sign());
    let actions = judged.actions.join(" ");
    let best: Vec<String> = judged.best.iter().take(6).cloned().collect();
    let ply = judged.ply + judged.actions.len() - 1;
    let told = judged.explanation.clone();
    let marks = ExplanationMarks::of(&told, true);
    let why = move || BoardSentence::join(&told, context.lang());
    let see = move |_| {
        let to = session.with_untracked(|study: &Study| study.main_line().get(ply).copied());
        if let Some(to) = to {
            session.end_retry();
            session.go_to(to);
            session.controller.explained.set(marks.clone());
        }
    };
    let cost = judged.loss;
    let loss = move || percent(cost, context.lang());
    let turn = judged.turn;
    let again = move |_| session.start_retry(&judged);
    view! {
        <li>
            <button type="button" class="plain" on:click=see>
                <b class="sign" data-sign=sign>{sign}</b>
                <span>
                    {turn}". "<strong>{actions}</strong>" "{move || context.t(player)}
                    <small>{move || context.t(texts::GAVE_AWAY)}" "{loss}" · "{move || context.t(texts::BETTER)}" "{best.join(" ")}</small>
                    <span class="why">{why}</span>
                </span>
            </button>
            <button type="button" class="again" on:click=again>{move || context.t(texts::TRY_AGAIN)}</button>
        </li>
    }
}

/// Figures of both players.
#[component]
fn FiguresTable(session: StudySession, review: RwSignal<Option<GameReview>>) -> impl IntoView {
    let context = context();
    let info = session.with_untracked(|study| study.start().description());
    let side = move |index: usize| {
        review.with(|review| review.as_ref().map(|it| it.sides[index].clone())).unwrap_or_default()
    };
    let share = move |value: Option<f64>| {
        value.map_or("–".to_owned(), |value| percent(value / 100.0, context.lang()))
    };
    let signed = move |value: Option<f64>| {
        value.map_or("–".to_owned(), |value| signed_percent(value, context.lang()))
    };
    let lucky = move || side(0).luck.is_some() || side(1).luck.is_some();
    let found = move |index: usize, words: abaque_core::StaticMessage| {
        view! {
            <tr>
                <th scope="row">{move || context.t(words)}</th>
                <td>{move || side(0).findings[index]}</td>
                <td>{move || side(1).findings[index]}</td>
            </tr>
        }
    };
    let adjusted = move || review.with(|review| review.as_ref().and_then(|it| it.adjusted));
    view! {
        <table class="figures">
            <thead>
                <tr><td></td><th scope="col">{move || context.t(info.players[0])}</th><th scope="col">{move || context.t(info.players[1])}</th></tr>
            </thead>
            <tbody>
                <tr><th scope="row">{move || context.t(texts::ACCURACY)}</th><td>{move || share(side(0).accuracy)}</td><td>{move || share(side(1).accuracy)}</td></tr>
                {found(0, texts::INACCURACIES)}
                {found(1, texts::MISTAKES)}
                {found(2, texts::BLUNDERS)}
                <Show when=lucky>
                    <tr><th scope="row">{move || context.t(texts::LUCK)}</th><td>{move || signed(side(0).luck)}</td><td>{move || signed(side(1).luck)}</td></tr>
                </Show>
            </tbody>
        </table>
        {move || adjusted().map(|first| view! {
            <p class="help">{context.t(texts::WITHOUT_LUCK)}" "{format!("{:.2} – {:.2}", first, 1.0 - first)}</p>
        })}
    }
}
