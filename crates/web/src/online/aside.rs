//! What is beside the board of an online game: how it ended, proposals, what one may ask for, lots.

use abaque_client::Route;
use abaque_client::trouble::Trouble;
use abaque_client::words;
use abaque_client::words::online;
use abaque_core::{Seat, Words};
use abaque_protocol::{Act, Against, GameInfo, Proposal, Stage};
use abaque_table::At;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::door;
use super::lists::Page;
use super::session::Remote;
use crate::context::context;
use crate::desk::Desk;
use crate::icons::{self, Icon};
use crate::net;

/// How it ended, the new ratings, and what comes next.
#[component]
pub(crate) fn Over(remote: Remote, desk: Desk) -> impl IntoView {
    let context = context();
    let door = door();
    let trouble = RwSignal::new(None::<Trouble>);
    let asked = RwSignal::new(false);
    let over = Memo::new(move |_| remote.stage() == Some(Stage::Over) && desk.outcome().is_some());
    let ended = move || {
        let said = desk.with(abaque_client::Seen::ended);
        said.map(|said| said.get(context.lang()).to_owned())
    };
    let ratings = move || {
        let ratings = remote.with(|table| table.state()?.ending.as_ref()?.ratings.clone())?;
        Some(format!("{} {}", context.t(online::NEW_RATINGS), ratings.join(" – ")))
    };
    let again = move |spec: Option<String>| {
        asked.set(true);
        let id = remote.id();
        let against = remote.with(|table| {
            let info = table.info()?;
            let bot = info.seats.iter().find_map(|seat| seat.bot.clone());
            Some(match (bot, info.hot_seat) {
                (_, true) => Against::HotSeat,
                (Some(kind), _) => Against::Computer(kind),
                _ => Against::Anyone,
            })
        });
        spawn_local(async move {
            if let Err(why) = door.rematch(&id, spec, against.unwrap_or_default()).await {
                asked.try_set(false);
                trouble.try_set(Some(why));
            }
        });
    };
    // The other one asked first: then playing again is to accept.
    let offered = RwSignal::new(false);
    let played = Memo::new(move |_| over.get() && remote.seat().is_some());
    Effect::new(move |_| {
        remote.wire.paired.track();
        if !played.get() {
            return;
        }
        let id = remote.id();
        spawn_local(async move {
            let found = net::get::<Page>("/me/challenges").await;
            let games = found.map(|page| page.games).unwrap_or_default();
            let rematch = |info: &GameInfo| info.rematch_of.as_ref() == Some(&id);
            if let Some(info) = games.into_iter().find(rematch)
                && offered.try_set(true).is_none()
            {
                remote.wire.heard_of(&info.game);
            }
        });
    });
    let play = move || context.t(if offered.get() { online::REMATCH_TAKE } else { words::REMATCH });
    let turned = move || {
        let kinds = desk.with(|seen| seen.game.rematches());
        kinds.into_iter().map(|(name, spec)| view! {
            <button disabled=asked on:click=move |_| again(Some(spec.clone()))><Icon d=icons::TURN />{move || context.t(name)}</button>
        }).collect_view()
    };
    let lots = move || remote.with(|table| Some(table.lots()?.used)).unwrap_or(false);
    let record = move || format!("/api/v1/games/{}/record", remote.id());
    view! {
        <Show when=move || over.get()>
            <div class="result" class:drawn=move || desk.outcome().is_some_and(|outcome| outcome.winner().is_none())>
                <h2>{ended}</h2>
                {move || ratings().map(|line| view! { <p>{line}</p> })}
                <Show when=move || offered.get()><p role="status">{move || context.t(online::REMATCH_OFFERED)}</p></Show>
                <p class="links">
                    <Show when=move || remote.seat().is_some()>
                        <button class="primary" disabled=asked on:click=move |_| again(None)><Icon d=icons::PLAY />{play}</button>
                        {turned}
                    </Show>
                    <a class="button" href=move || format!("/study/g/{}", remote.id())><Icon d=icons::EYE />{move || context.t(online::REVIEW)}</a>
                    <a class="button" href=record download=""><Icon d=icons::SAVE />{move || context.t(online::RECORD)}</a>
                    <Show when=lots>
                        <a class="button" href=move || Route::Verify(Some(remote.id())).to_string()><Icon d=icons::CHECK />{move || context.t(online::VERIFY)}</a>
                    </Show>
                </p>
                {move || trouble.get().map(|why| view! { <p class="notice" role="alert">{why.tell(context.lang())}</p> })}
            </div>
        </Show>
    }
}

/// What one of the players proposes, or may claim.
#[component]
pub(crate) fn Offers(remote: Remote, now: RwSignal<At>) -> impl IntoView {
    let context = context();
    let standing = move |what: Proposal| {
        remote.with(|table| {
            let state = table.state()?;
            let own = table.yours().first().copied()?;
            let list = if what == Proposal::Draw { &state.draw } else { &state.take_back };
            let by = |seat: Seat| list.contains(&(seat.index() as u8 + 1));
            match (by(own), by(own.other())) {
                (_, true) => Some(false),
                (true, _) => Some(true),
                _ => None,
            }
        })
    };
    let offer = move |what: Proposal| {
        // Whether it is one's own; a card that stays while it stands.
        let mine = Memo::new(move |_| standing(what));
        let text = move |own: bool| match (what, own) {
            (Proposal::Draw, true) => online::DRAW_SENT,
            (Proposal::Draw, false) => online::DRAW_OFFERED,
            (Proposal::TakeBack, true) => online::BACK_SENT,
            (Proposal::TakeBack, false) => online::BACK_ASKED,
        };
        move || {
            mine.get().map(|own| {
                let decline = if own { online::WITHDRAW } else { online::DECLINE };
                view! {
                    <div class="asked" role="group" aria-label=context.t(text(own))>
                        <p role="status">{move || context.t(text(own))}</p>
                        <Show when=move || !own>
                            <button class="primary" on:click=move |_| remote.act(Act::Accept { what })>{move || context.t(online::ACCEPT)}</button>
                        </Show>
                        <button on:click=move |_| remote.act(Act::Decline { what })>{move || context.t(decline)}</button>
                    </div>
                }
            })
        }
    };
    // None: nobody is away. Some(0): now.
    let claim = Memo::new(move |_| {
        let at = remote.with(|table| table.claim_at)?;
        Some((at - now.get()).0.div_ceil(1000))
    });
    let playing = move || remote.stage() == Some(Stage::Playing);
    view! {
        <Show when=playing>
            {offer(Proposal::Draw)}
            {offer(Proposal::TakeBack)}
            {move || claim.get().map(|left| view! {
                <div class="asked" role="group" aria-label=context.t(online::CLAIM)>
                    <p>{if left > 0 { context.t(online::CLAIM_IN).replace("{n}", &left.to_string()) } else { context.t(online::CLAIM_HELP).to_owned() }}</p>
                    <button class="primary" disabled=left != 0 on:click=move |_| remote.act(Act::Claim)><Icon d=icons::FLAG />{context.t(online::CLAIM)}</button>
                </div>
            })}
        </Show>
    }
}

/// What one may ask for while the game goes on.
#[component]
pub(crate) fn TableControls(remote: Remote, desk: Desk) -> impl IntoView {
    let context = context();
    // What one is asked about before it is done.
    let sure = RwSignal::new(None::<Act>);
    let plays = move || remote.stage() == Some(Stage::Playing) && remote.seat().is_some();
    let casual = move || remote.with(|table| Some(!table.info()?.rated)).unwrap_or(false);
    let people = move || {
        let seats = remote.with(|table| Some(table.info()?.seats.clone()));
        seats.is_some_and(|seats| seats.iter().all(|seat| seat.bot.is_none()))
    };
    // Two at one screen agree aloud: nobody is asked anything.
    let alone = move || remote.with(|table| Some(table.is_alone())).unwrap_or(false);
    let draw = move |_| {
        let offer = Act::Offer { what: Proposal::Draw };
        if untrack(alone) { sure.set(Some(offer)) } else { remote.act(offer) }
    };
    let either =
        move |here: Words, online: Words| move || context.t(if alone() { here } else { online });
    let question = move || match sure.get() {
        Some(Act::Offer { .. }) => context.t(words::DRAW_SURE),
        _ => context.t(words::RESIGN_SURE),
    };
    let do_it = move |_| {
        if let Some(act) = sure.get_untracked() {
            sure.set(None);
            remote.act(act);
        }
    };
    let abortable = move || remote.with(|table| Some(table.state()?.abortable)).unwrap_or(false);
    let acted = move || desk.with(|seen| !seen.plies.is_empty());
    view! {
        <div class="controls" role="group" aria-label=move || context.t(words::OPTIONS)>
            <button on:click=move |_| desk.flip.update(|flip| *flip = !*flip)><Icon d=icons::TURN />{move || context.t(words::FLIP)}</button>
            <Show when=plays>
                <Show when=abortable><button on:click=move |_| remote.act(Act::Abort)><Icon d=icons::CROSS />{move || context.t(online::CALL_OFF)}</button></Show>
                <Show when=move || casual() && acted()>
                    <button on:click=move |_| remote.act(Act::Offer { what: Proposal::TakeBack })><Icon d=icons::BACK />{either(words::TAKE_BACK, online::ASK_BACK)}</button>
                </Show>
                <Show when=people>
                    <button on:click=draw><Icon d=icons::HANDS />{either(words::DRAW, online::OFFER_DRAW)}</button>
                </Show>
                <button on:click=move |_| sure.set(Some(Act::Resign))><Icon d=icons::FLAG />{move || context.t(words::RESIGN)}</button>
            </Show>
            <a class="button" href=move || Route::Rules(desk.game()).to_string()><Icon d=icons::BOOK />{move || context.t(words::RULES)}</a>
        </div>
        <Show when=move || sure.get().is_some() && plays()>
            <div class="asked" role="alertdialog" aria-label=question>
                <p>{question}</p>
                <button class="primary" on:click=do_it>{move || context.t(words::YES)}</button>
                <button class="plain" on:click=move |_| sure.set(None)>{move || context.t(words::NO)}</button>
            </div>
        </Show>
    }
}

/// What makes the lots checkable: what was promised before, what was opened after.
#[component]
pub(crate) fn Lots(remote: Remote) -> impl IntoView {
    let context = context();
    let lots = Memo::new(move |_| remote.with(|table| table.lots().cloned()));
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
