//! Beside the board of an online game: result, offers, game controls, chance proofs.

use abaque_client::Route;
use abaque_client::api_error::ApiError;
use abaque_client::words;
use abaque_client::words::online;
use abaque_core::{Seat, StaticMessage};
use abaque_protocol::rest::GamesPage;
use abaque_protocol::{GameAct, GameStage, GameSummary, Offer};
use abaque_table::Timestamp;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::matchmaker;
use super::session::OnlineSession;
use crate::api;
use crate::context::context;
use crate::controller::BoardController;
use crate::icons::{self, Icon};
use crate::play::confirm::Confirm;
use crate::play::next_puzzle_link;

/// The result, the new ratings, and what to do next.
#[component]
pub(crate) fn GameOver(session: OnlineSession, controller: BoardController) -> impl IntoView {
    let context = context();
    let matchmaker = matchmaker();
    let error = RwSignal::new(None::<ApiError>);
    let rematch_pending = RwSignal::new(false);
    let over = Memo::new(move |_| {
        session.stage() == Some(GameStage::Over) && controller.outcome().is_some()
    });
    let ended = move || {
        let message = controller.with(abaque_client::PlayerView::ended);
        message.map(|message| message.get(context.lang()).to_owned())
    };
    let ratings = move || {
        let ratings = session.with(|table| table.state()?.ending.as_ref()?.ratings.clone())?;
        Some(format!("{} {}", context.t(online::NEW_RATINGS), ratings.join(" – ")))
    };
    let again = move |spec: Option<String>| {
        let Some(info) = session.with(|table| table.info().cloned()) else { return };
        rematch_pending.set(true);
        spawn_local(async move {
            if let Err(why) = matchmaker.rematch(&info, spec).await {
                rematch_pending.try_set(false);
                error.try_set(Some(why));
            }
        });
    };
    // If the opponent offered first, the rematch button accepts.
    let offered = RwSignal::new(false);
    let played = Memo::new(move |_| over.get() && session.seat().is_some());
    Effect::new(move |_| {
        session.connection.last_paired.track();
        if !played.get() {
            return;
        }
        let id = session.id();
        spawn_local(async move {
            let found = api::get::<GamesPage>("/me/challenges").await;
            let games = found.map(|page| page.games).unwrap_or_default();
            let rematch = |info: &GameSummary| info.rematch_of.as_ref() == Some(&id);
            if games.iter().any(rematch) {
                offered.try_set(true);
            }
        });
    });
    let play = move || context.t(if offered.get() { online::REMATCH_TAKE } else { words::REMATCH });
    let turned = move || {
        let kinds = controller.with(|seen| seen.game.rematches());
        kinds.into_iter().map(|(name, spec)| view! {
            <button disabled=rematch_pending on:click=move |_| again(Some(spec.clone()))><Icon d=icons::TURN />{move || context.t(name)}</button>
        }).collect_view()
    };
    let lost = move || {
        controller.with(|seen| {
            let winner = seen.outcome.and_then(|outcome| outcome.winner());
            winner.is_some() && winner == seen.own_seat.map(Seat::other)
        })
    };
    let lots = move || session.with(|table| Some(table.lots()?.used)).unwrap_or(false);
    let record = move || format!("/api/v1/games/{}/record", session.id());
    view! {
        <Show when=move || over.get()>
            <div class="result" class:drawn=move || controller.outcome().is_some_and(|outcome| outcome.winner().is_none()) class:lost-game=lost>
                <h2>{ended}</h2>
                {move || ratings().map(|line| view! { <p>{line}</p> })}
                <Show when=move || offered.get()><p role="status">{move || context.t(online::REMATCH_OFFERED)}</p></Show>
                <p class="links">
                    <Show when=move || session.seat().is_some()>
                        <button class="primary" disabled=rematch_pending on:click=move |_| again(None)><Icon d=icons::PLAY />{play}</button>
                        {turned}
                    </Show>
                    <a class="button" href=move || format!("/study/g/{}", session.id())><Icon d=icons::EYE />{move || context.t(online::REVIEW)}</a>
                    {next_puzzle_link(controller)}
                    <a class="button" href=record download=""><Icon d=icons::SAVE />{move || context.t(online::RECORD)}</a>
                    <Show when=lots>
                        <a class="button" href=move || Route::Verify(Some(session.id())).to_string()><Icon d=icons::CHECK />{move || context.t(online::VERIFY)}</a>
                    </Show>
                </p>
                {move || error.get().map(|why| view! { <p class="notice" role="alert">{why.to_text(context.lang())}</p> })}
            </div>
        </Show>
    }
}

/// Draw and takeback offers, and claims against an absent player.
#[component]
pub(crate) fn Offers(session: OnlineSession, now: RwSignal<Timestamp>) -> impl IntoView {
    let context = context();
    let standing = move |what: Offer| {
        session.with(|table| {
            let state = table.state()?;
            let own = table.own_seats().first().copied()?;
            let list = if what == Offer::Draw { &state.draw } else { &state.take_back };
            let by = |seat: Seat| list.contains(&seat);
            match (by(own), by(own.other())) {
                (_, true) => Some(false),
                (true, _) => Some(true),
                _ => None,
            }
        })
    };
    let offer = move |what: Offer| {
        // Whether the offer is the player's own; the card stays while the offer stands.
        let mine = Memo::new(move |_| standing(what));
        let text = move |own: bool| match (what, own) {
            (Offer::Draw, true) => online::DRAW_SENT,
            (Offer::Draw, false) => online::DRAW_OFFERED,
            (Offer::TakeBack, true) => online::BACK_SENT,
            (Offer::TakeBack, false) => online::BACK_ASKED,
        };
        move || {
            mine.get().map(|own| {
                let decline = if own { online::WITHDRAW } else { online::DECLINE };
                view! {
                    <div class="asked" role="group" aria-label=context.t(text(own))>
                        <p role="status">{move || context.t(text(own))}</p>
                        <Show when=move || !own>
                            <button class="primary" on:click=move |_| session.act(GameAct::Accept { what })>{move || context.t(online::ACCEPT)}</button>
                        </Show>
                        <button on:click=move |_| session.act(GameAct::Decline { what })>{move || context.t(decline)}</button>
                    </div>
                }
            })
        }
    };
    // None: nobody is away. Some(0): the claim is due.
    let claim = Memo::new(move |_| {
        let at = session.with(|table| table.claim_at)?;
        Some((at - now.get()).0.div_ceil(1000))
    });
    let playing = move || session.stage() == Some(GameStage::Playing);
    let declined = move || {
        session.declined.get().map(|what| {
            let text = match what {
                Offer::Draw => words::running::DRAW_DECLINED,
                Offer::TakeBack => words::running::BACK_DECLINED,
            };
            view! {
                <div class="asked declined">
                    <p role="status">{move || context.t(text)}</p>
                    <button on:click=move |_| session.declined.set(None)>{move || context.t(words::CLOSE)}</button>
                </div>
            }
        })
    };
    view! {
        <Show when=playing>
            {declined}
            {offer(Offer::Draw)}
            {offer(Offer::TakeBack)}
            {move || claim.get().map(|left| view! {
                <div class="asked" role="group" aria-label=context.t(online::CLAIM)>
                    <p>{if left > 0 { context.t(online::CLAIM_IN).replace("{n}", &left.to_string()) } else { context.t(online::CLAIM_HELP).to_owned() }}</p>
                    <button class="primary" disabled=left != 0 on:click=move |_| session.act(GameAct::Claim)><Icon d=icons::FLAG />{context.t(online::CLAIM)}</button>
                </div>
            })}
        </Show>
    }
}

/// Controls of a running game.
#[component]
pub(crate) fn TableControls(session: OnlineSession, controller: BoardController) -> impl IntoView {
    let context = context();
    // The act that awaits confirmation.
    let sure = RwSignal::new(None::<GameAct>);
    let plays = move || session.stage() == Some(GameStage::Playing) && session.seat().is_some();
    let casual = move || session.with(|table| Some(!table.info()?.rated)).unwrap_or(false);
    let people = move || {
        let seats = session.with(|table| Some(table.info()?.seats.clone()));
        seats.is_some_and(|seats| seats.iter().all(|seat| seat.bot.is_none()))
    };
    // Two people at one screen agree in person: no offers.
    let alone = move || session.with(|table| Some(table.plays_both_seats())).unwrap_or(false);
    let draw = move |_| {
        let offer = GameAct::Offer { what: Offer::Draw };
        if untrack(alone) { sure.set(Some(offer)) } else { session.act(offer) }
    };
    let either = move |here: StaticMessage, online: StaticMessage| {
        move || context.t(if alone() { here } else { online })
    };
    let question = move || match sure.get() {
        Some(GameAct::Offer { .. }) => context.t(words::DRAW_SURE),
        _ => context.t(words::RESIGN_SURE),
    };
    let answer = move || match sure.get() {
        Some(GameAct::Offer { .. }) => context.t(words::DRAW),
        _ => context.t(words::RESIGN),
    };
    let do_it = move || {
        if let Some(act) = sure.get_untracked() {
            sure.set(None);
            session.act(act);
        }
    };
    let abortable = move || session.with(|table| Some(table.state()?.abortable)).unwrap_or(false);
    let acted = move || controller.with(|seen| !seen.plies.is_empty());
    view! {
        <div class="controls" role="group" aria-label=move || context.t(words::GAME_CONTROLS)>
            <button on:click=move |_| controller.flipped.update(|flip| *flip = !*flip)><Icon d=icons::TURN />{move || context.t(words::FLIP)}</button>
            <Show when=plays>
                <Show when=abortable><button on:click=move |_| session.act(GameAct::Abort)><Icon d=icons::CROSS />{move || context.t(online::CALL_OFF)}</button></Show>
                <Show when=move || casual() && acted()>
                    <button on:click=move |_| session.act(GameAct::Offer { what: Offer::TakeBack })><Icon d=icons::BACK />{either(words::TAKE_BACK, online::ASK_BACK)}</button>
                </Show>
                <Show when=people>
                    <button on:click=draw><Icon d=icons::HANDS />{either(words::DRAW, online::OFFER_DRAW)}</button>
                </Show>
                <button on:click=move |_| sure.set(Some(GameAct::Resign))><Icon d=icons::FLAG />{move || context.t(words::RESIGN)}</button>
            </Show>
            <a class="button" href=move || Route::Rules(controller.game_name()).to_string()><Icon d=icons::BOOK />{move || context.t(words::RULES)}</a>
        </div>
        <Confirm is_open=move || sure.get().is_some() && plays() question answer confirm=do_it cancel=move || sure.set(None) />
    }
}

/// Proofs of the chance events: commitments published before, seeds revealed after.
#[component]
pub(crate) fn LotProofs(session: OnlineSession) -> impl IntoView {
    let context = context();
    let lots = Memo::new(move |_| session.with(|table| table.lots().cloned()));
    let named = move |index: usize| match index {
        0 => format!("S ({})", context.t(online::LOTS_SERVER)),
        1 => "A".to_owned(),
        _ => "B".to_owned(),
    };
    let row = move |(index, value): (usize, String)| {
        view! { <li><strong>{named(index)}</strong>" "<code>{value}</code></li> }
    };
    let committed = move || {
        let lots = lots.get()?;
        let list = lots.commitments.into_iter().enumerate();
        Some(list.filter_map(|(i, text)| Some((i, text?))).map(row).collect_view())
    };
    let seeds = move || {
        let seeds = lots.get()?.seeds;
        (!seeds.is_empty()).then(|| {
            view! {
                <h3>{context.t(online::LOTS_OPENED)}</h3>
                <ul>{seeds.into_iter().enumerate().map(row).collect_view()}</ul>
            }
        })
    };
    view! {
        <Show when=move || lots.with(|lots| lots.as_ref().is_some_and(|lots| lots.used))>
            <details class="lots">
                <summary>{move || context.t(online::LOTS)}</summary>
                <p>{move || context.t(online::LOTS_HELP)}</p>
                <h3>{move || context.t(online::LOTS_COMMITTED)}</h3>
                <ul>{committed}</ul>
                {seeds}
            </details>
        </Show>
    }
}
