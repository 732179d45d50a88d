//! Opening explorer: what was played here in the server's games.

use abaque_client::percent_text::percent;
use abaque_client::words::study as texts;
use abaque_study::{NodeId, StudyLink, encode};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::Value;

use super::session::StudySession;
use crate::browser;
use crate::context::context;

/// Delay before a request, so that stepping quickly through a game sends none.
const REQUEST_DELAY_MS: u32 = 250;
/// The server indexes only this many plies.
const MAX_OPENING_PLIES: usize = 12;
/// Maximum moves shown.
const MAX_SHOWN_MOVES: usize = 12;

/// Statistics of one next ply.
#[derive(Clone, PartialEq, Debug)]
struct NextPly {
    ply: String,
    games: u64,
    first: u64,
    second: u64,
    draws: u64,
}

/// The server's answer for a position.
#[derive(Clone, PartialEq, Debug)]
struct OpeningStats {
    at: NodeId,
    games: u64,
    next: Vec<NextPly>,
}

/// The explorer; hidden without a server, or if the server has no statistics.
#[component]
pub(crate) fn Explorer(session: StudySession) -> impl IntoView {
    let context = context();
    let stats = RwSignal::new(None::<OpeningStats>);
    let silent = StoredValue::new(false);
    // The server indexes only games from the usual start.
    let usual = session.with_untracked(|study| StudyLink::from_study(study).position.is_none());
    Effect::new(move |_| {
        let at = session.at.get();
        if !usual || silent.get_value() {
            return;
        }
        let plies = session.with_untracked(|study| {
            let path = study.path(at);
            path.iter().filter_map(|&id| study.ply(id)).map(String::from).collect::<Vec<_>>()
        });
        if plies.len() > MAX_OPENING_PLIES {
            return;
        }
        let plies = plies.join(" ");
        let spec = session.controller.spec.get_value();
        let address = format!("/api/v1/openings?spec={}&plies={}", encode(&spec), encode(&plies));
        browser::run_after(REQUEST_DELAY_MS, move || {
            if session.at.try_get_untracked() != Some(at) {
                return;
            }
            spawn_local(async move {
                let answer = super::fetch_text(&address).await;
                let read = answer.and_then(|text| parse_stats(at, &text));
                if read.is_none() {
                    // No server, or one without games: do not ask again.
                    silent.try_update_value(|silent| *silent = true);
                }
                stats.try_set(read);
            });
        });
    });
    let here = Memo::new(move |_| {
        let at = session.at.get();
        stats.get().filter(|stats| stats.at == at && (stats.games > 0 || at != 0))
    });
    let info = session.with_untracked(|study| study.start().description());
    let row = move |next: NextPly| {
        let ply = next.ply.clone();
        let go = move |_| session.add_line(session.at.get_untracked(), std::slice::from_ref(&ply));
        let share = move |count: u64| {
            move || percent(count as f64 / next.games.max(1) as f64, context.lang())
        };
        view! {
            <tr>
                <th scope="row"><button type="button" class="ply" on:click=go>{next.ply}</button></th>
                <td>{next.games}</td>
                <td>{share(next.first)}</td>
                <td>{share(next.draws)}</td>
                <td>{share(next.second)}</td>
            </tr>
        }
    };
    view! {
        {move || here.get().map(|stats| view! {
            <section class="explorer">
                <h2>{context.t(texts::EXPLORER)}" "<small>{stats.games}</small></h2>
                {if stats.next.is_empty() {
                    view! { <p class="empty">{context.t(texts::EXPLORER_NONE)}</p> }.into_any()
                } else {
                    view! {
                        <table class="figures">
                            <thead>
                                <tr>
                                    <td></td>
                                    <th scope="col">{context.t(texts::GAMES_COUNT)}</th>
                                    <th scope="col">{context.t(info.players[0])}</th>
                                    <th scope="col">{context.t(texts::DRAWN)}</th>
                                    <th scope="col">{context.t(info.players[1])}</th>
                                </tr>
                            </thead>
                            <tbody>{stats.next.into_iter().take(MAX_SHOWN_MOVES).map(row).collect_view()}</tbody>
                        </table>
                    }.into_any()
                }}
            </section>
        })}
    }
}

fn parse_stats(at: NodeId, text: &str) -> Option<OpeningStats> {
    let answer: Value = serde_json::from_str(text).ok()?;
    let number = |value: &Value, key: &str| value[key].as_u64().unwrap_or(0);
    let next = answer["next"].as_array()?.iter().filter_map(|next| {
        Some(NextPly {
            ply: next["ply"].as_str()?.to_owned(),
            games: number(next, "games"),
            first: number(next, "first"),
            second: number(next, "second"),
            draws: number(next, "draws"),
        })
    });
    Some(OpeningStats { at, games: number(&answer, "games"), next: next.collect() })
}
