//! The public profile page.

use abaque_client::Route;
use abaque_client::address::escape;
use abaque_client::percent_text::percent;
use abaque_client::words::people as words;
use abaque_client::{GameFilter, PeopleRoute};
use abaque_people::is_provisional;
use abaque_protocol::rest::{PlayerRating, Profile as PublicProfile, ResultTally};
use leptos::prelude::*;

use super::api_resource::ApiResource;
use super::block_and_report::BlockAndReport;
use super::dice::DiceChart;
use super::history::RatingHistoryPage;
use super::{game_title, with_count};
use crate::browser;
use crate::context::context;
use crate::icons::{self, Icon};
use crate::user_context::user_context;

/// A public profile.
#[component]
pub(super) fn Profile(name: String) -> impl IntoView {
    let context = context();
    let profile = ApiResource::<PublicProfile>::new(format!("/people/{}", escape(&name)));
    // The name as in the address, until the response brings its exact spelling.
    let heading = move || profile.get().map_or_else(|| name.clone(), |profile| profile.name);
    let shown = profile.show(context, |profile| {
        let PublicProfile { name, ratings, results, throws, .. } = profile.clone();
        view! {
            <About profile />
            <Ratings name ratings />
            <Results results />
            <DiceChart throws />
        }
    });
    view! { <section class="page narrow profile"><h1>{heading}</h1>{shown}</section> }
}

/// Join date, number of games, block and report.
#[component]
fn About(profile: PublicProfile) -> impl IntoView {
    let (context, user) = (context(), user_context());
    let PublicProfile { name, guest, admin, since, games, .. } = profile;
    let player = name.clone();
    let own = Memo::new(move |_| user.me.with(|me| me.is_called(&player)));
    let about = move || {
        let here = context.t(words::MEMBER_SINCE);
        let mut parts = vec![here.replace("{day}", &browser::format_day(since, context.lang()))];
        parts.push(with_count(context.t(words::GAMES_PLAYED), games));
        parts.extend(guest.then(|| context.t(words::IS_GUEST).to_owned()));
        parts.extend(admin.then(|| context.t(words::IS_ADMIN).to_owned()));
        parts.join(" · ")
    };
    let list = Route::People(PeopleRoute::Games(name.clone(), GameFilter::default())).to_string();
    let challenge = format!("/online?against={}", escape(&name));
    view! {
        <p class="about">{about}</p>
        <p class="links">
            <a class="button" href=list><Icon d=icons::LIST />{move || context.t(words::ALL_GAMES)}</a>
            {move || if own.get() {
                view! {
                    <a class="button" href=Route::People(PeopleRoute::Account).to_string()>
                        <Icon d=icons::GEAR />{move || context.t(words::EDIT_ACCOUNT)}
                    </a>
                }.into_any()
            } else {
                view! {
                    <a class="button primary" href=challenge.clone()><Icon d=icons::PLAY />{move || context.t(words::CHALLENGE)}</a>
                }.into_any()
            }}
        </p>
        {move || (!own.get()).then(|| view! { <BlockAndReport name=name.clone() /> })}
    }
}

/// Ratings by game, and the history of the selected one.
#[component]
fn Ratings(name: String, ratings: Vec<PlayerRating>) -> impl IntoView {
    let context = context();
    let most = ratings.iter().max_by_key(|strength| strength.games);
    let chosen = RwSignal::new(most.map(|strength| strength.kind.clone()));
    let none = ratings.is_empty();
    let tile = move |strength: PlayerRating| {
        let PlayerRating { kind, rating, deviation, games } = strength.clone();
        let (own, is, label) = (kind.clone(), kind.clone(), kind.clone());
        view! {
            <label class="tile strength">
                <input type="radio" name="rating" value=kind prop:checked=move || chosen.with(|chosen| chosen.as_ref() == Some(&is))
                    on:change=move |_| chosen.set(Some(own.clone())) />
                <span>
                    {move || game_title(&label, context)}
                    <strong>{format!("{rating:.0}")}<small>{format!(" ± {deviation:.0}")}</small></strong>
                    <small>
                        {move || with_count(context.t(words::RATED_GAMES), games)}
                        {is_provisional(&strength).then(|| view! { ", "{move || context.t(words::PROVISIONAL)} })}
                    </small>
                </span>
            </label>
        }
    };
    view! {
        <section class="part" aria-labelledby="part-ratings">
            <h2 id="part-ratings">{move || context.t(words::RATINGS)}</h2>
            {none.then(|| view! { <p class="empty">{move || context.t(words::NO_RATINGS)}</p> })}
            {(!none).then(|| view! {
                <fieldset>
                    <legend class="sr-only">{move || context.t(words::RATINGS)}</legend>
                    <div class="tiles">{ratings.into_iter().map(tile).collect_view()}</div>
                </fieldset>
            })}
            {move || chosen.get().map(|kind| view! { <RatingHistoryPage name=name.clone() kind /> })}
        </section>
    }
}

/// Wins, losses and draws.
#[component]
fn Results(results: Vec<ResultTally>) -> impl IntoView {
    let context = context();
    let none = results.is_empty();
    let row = move |tally: ResultTally| {
        let ResultTally { kind, won, lost, drawn } = tally;
        let all = (won + lost + drawn).max(1);
        let share = |count: u64| format!("{:.2}%", count as f64 * 100.0 / all as f64);
        view! {
            <tr>
                <th scope="row">{move || game_title(&kind, context)}</th>
                <td>{won}</td>
                <td>{drawn}</td>
                <td>{lost}</td>
                <td class="part">
                    <span class="shares" aria-hidden="true">
                        <span class="won" style:width=share(won)></span>
                        <span class="drawn" style:width=share(drawn)></span>
                    </span>
                    <span>{move || percent(won as f64 / all as f64, context.lang())}</span>
                </td>
            </tr>
        }
    };
    view! {
        <section class="part" aria-labelledby="part-results">
            <h2 id="part-results">{move || context.t(words::RESULTS)}</h2>
            {if none {
                view! { <p class="empty">{move || context.t(words::NO_RESULTS)}</p> }.into_any()
            } else {
                view! {
                    <p class="help">{move || context.t(words::RESULTS_HELP)}</p>
                    <table class="results">
                        <thead>
                            <tr>
                                <th scope="col">{move || context.t(words::GAME)}</th>
                                <th scope="col">{move || context.t(words::WINS)}</th>
                                <th scope="col">{move || context.t(words::DRAWS)}</th>
                                <th scope="col">{move || context.t(words::LOSSES)}</th>
                                <th scope="col">{move || context.t(words::WIN_SHARE)}</th>
                            </tr>
                        </thead>
                        <tbody>{results.into_iter().map(row).collect_view()}</tbody>
                    </table>
                }.into_any()
            }}
        </section>
    }
}
