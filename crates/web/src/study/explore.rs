//! What was played at this place in the server's games.

use abaque_client::study::{Id, Link, encode};
use abaque_client::words::study as texts;
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::Value;

use super::session::Session;
use crate::browser;
use crate::context::context;

/// Whoever hurries through a game asks nothing on the way.
const PATIENCE: u32 = 250;
/// Servers remember how games began, not how they went on.
const OPENING: usize = 12;
/// How many answers are shown.
const SHOWN: usize = 12;

/// One way to go on.
#[derive(Clone, PartialEq, Debug)]
struct Next {
    ply: String,
    games: u64,
    first: u64,
    second: u64,
    draws: u64,
}

/// What the server answered at a place.
#[derive(Clone, PartialEq, Debug)]
struct Told {
    at: Id,
    games: u64,
    next: Vec<Next>,
}

/// Shows nothing where there is no server, or none that knows.
#[component]
pub(crate) fn Explorer(session: Session) -> impl IntoView {
    let context = context();
    let told = RwSignal::new(None::<Told>);
    let silent = StoredValue::new(false);
    // Only games from the usual start are on the server's shelf.
    let usual = session.glance(|study| Link::to(study).position.is_none());
    Effect::new(move |_| {
        let at = session.at.get();
        if !usual || silent.get_value() {
            return;
        }
        let plies = session.glance(|study| {
            let path = study.path(at);
            path.iter().filter_map(|&id| study.ply(id)).map(String::from).collect::<Vec<_>>()
        });
        if plies.len() > OPENING {
            return;
        }
        let plies = plies.join(" ");
        let spec = session.desk.spec.get_value();
        let address = format!("/api/v1/openings?spec={}&plies={}", encode(&spec), encode(&plies));
        browser::after(PATIENCE, move || {
            if session.at.try_get_untracked() != Some(at) {
                return;
            }
            spawn_local(async move {
                let answer = super::fetch(&address).await;
                let read = answer.and_then(|text| read(at, &text));
                if read.is_none() {
                    // No server, or one without games: it is not asked again.
                    silent.try_update_value(|silent| *silent = true);
                }
                told.try_set(read);
            });
        });
    });
    let here = Memo::new(move |_| {
        let at = session.at.get();
        told.get().filter(|told| told.at == at && (told.games > 0 || at != 0))
    });
    let info = session.glance(|study| study.start().info());
    let row = move |next: Next| {
        let ply = next.ply.clone();
        let go = move |_| session.add_line(session.at.get_untracked(), std::slice::from_ref(&ply));
        let share =
            move |count: u64| format!("{:.0} %", 100.0 * count as f64 / next.games.max(1) as f64);
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
        {move || here.get().map(|told| view! {
            <section class="explorer">
                <h2>{context.t(texts::EXPLORER)}" "<small>{told.games}</small></h2>
                {if told.next.is_empty() {
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
                            <tbody>{told.next.into_iter().take(SHOWN).map(row).collect_view()}</tbody>
                        </table>
                    }.into_any()
                }}
            </section>
        })}
    }
}

fn read(at: Id, text: &str) -> Option<Told> {
    let answer: Value = serde_json::from_str(text).ok()?;
    let number = |value: &Value, key: &str| value[key].as_u64().unwrap_or(0);
    let next = answer["next"].as_array()?.iter().filter_map(|next| {
        Some(Next {
            ply: next["ply"].as_str()?.to_owned(),
            games: number(next, "games"),
            first: number(next, "first"),
            second: number(next, "second"),
            draws: number(next, "draws"),
        })
    });
    Some(Told { at, games: number(&answer, "games"), next: next.collect() })
}
