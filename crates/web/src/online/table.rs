//! The page of a game on the server.

use abaque_client::online::telling;
use abaque_client::trouble::Trouble;
use abaque_client::words;
use abaque_client::words::online;
use abaque_core::Words;
use abaque_protocol::{Act, GameInfo, Stage};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::aside::{Lots, Offers, Over, TableControls};
use super::chat::Chat;
use super::session::Remote;
use super::{Connection, door, stakes};
use crate::context::context;
use crate::desk::Desk;
use crate::icons::{self, Icon};
use crate::play::choices::{Asked, Buttons, EndTurn, StopWindow};
use crate::play::frame::{self, Frame};
use crate::play::info::{InWords, Moves, Remarks, Typed};
use crate::{browser, net};

/// How far the page is, before there is a board.
#[derive(Clone, PartialEq, Debug)]
enum Before {
    Loading,
    Open,
    Seeds,
    Board,
    Aborted,
}

/// A game on the server.
#[component]
pub(crate) fn Game(id: String) -> impl IntoView {
    let context = context();
    let remote = Remote::new(&id);
    on_cleanup(move || remote.leave());
    let wrong = RwSignal::new(None::<Trouble>);
    // A game that is not there would never be heard of.
    spawn_local(async move {
        if let Err(trouble) = net::get::<GameInfo>(&format!("/games/{id}")).await {
            wrong.try_set(Some(trouble));
        }
    });
    let title = move || {
        let spec = remote.with(|table| Some(table.info()?.spec.clone()));
        spec.map(|spec| telling::title(&spec, context.lang()))
    };
    Effect::new(move |_| {
        let mine = remote.desk.get().and_then(|desk| desk.mine.get());
        let title = title().unwrap_or_else(|| context.t(online::ONLINE).to_owned());
        document().set_title(&match mine {
            Some(_) => format!("● {} – {title}", context.t(words::YOUR_TURN)),
            None => format!("{title} – Abaque"),
        });
    });
    let before = Memo::new(move |_| match (remote.desk.get(), remote.stage()) {
        (Some(_), Some(stage)) if stage != Stage::Aborted => Before::Board,
        (_, Some(Stage::Open)) => Before::Open,
        (_, Some(Stage::Seeds)) => Before::Seeds,
        (_, Some(Stage::Aborted)) => Before::Aborted,
        _ => Before::Loading,
    });
    move || {
        if let Some(trouble) = wrong.get().filter(|_| before.get() == Before::Loading) {
            return view! { <Wrong trouble /> }.into_any();
        }
        match before.get() {
            Before::Loading => view! {
                <section class="page narrow"><h1>{title}</h1><p role="status">{move || context.t(online::LOADING)}</p><Connection /></section>
            }
            .into_any(),
            Before::Open => view! { <Waiting remote /> }.into_any(),
            Before::Seeds => view! { <Seeds remote /> }.into_any(),
            Before::Aborted => view! {
                <section class="page narrow">
                    <h1>{title}</h1>
                    <p>{move || context.t(online::GAME_CALLED_OFF)}</p>
                    <a class="button primary" href="/online">{move || context.t(online::LOBBY)}</a>
                </section>
            }
            .into_any(),
            Before::Board => match remote.desk.get_untracked() {
                Some(desk) => view! { <Playing remote desk /> }.into_any(),
                None => ().into_any(),
            },
        }
    }
}

#[component]
fn Wrong(trouble: Trouble) -> impl IntoView {
    let context = context();
    let unknown = trouble.is("no-game");
    let heading = if unknown { online::NO_SUCH_GAME } else { online::ONLINE };
    view! {
        <section class="page narrow">
            <h1>{move || context.t(heading)}</h1>
            {move || (!unknown).then(|| trouble.tell(context.lang())).map(|why| view! { <p>{why}</p> })}
            <a class="button primary" href="/online">{move || context.t(online::LOBBY)}</a>
        </section>
    }
}

/// A seat is free: for a friend by the address, or for whoever reads this.
#[component]
fn Waiting(remote: Remote) -> impl IntoView {
    let context = context();
    let door = door();
    let info = move || remote.with(|table| table.info().cloned());
    let trouble = RwSignal::new(None::<Trouble>);
    let hosts = move || remote.seat().is_some();
    let address = move || {
        let origin = window().location().origin().unwrap_or_default();
        format!("{origin}/g/{}", remote.id())
    };
    let copy = move |_| {
        spawn_local(async move {
            if browser::copy(&address()).await {
                context.say(context.t(online::LINK_COPIED));
            }
        });
    };
    let sit = move |_| {
        let id = remote.id();
        spawn_local(async move {
            match door.join(&id).await {
                // The page is here already: what one put in is known only now.
                Ok(()) => remote.watch(stakes::load(&id)),
                Err(why) => {
                    trouble.try_set(Some(why));
                }
            }
        });
    };
    let line = move || {
        info().map(|info| {
            let rated = if info.rated { online::RATED } else { online::CASUAL };
            format!(
                "{} · {} · {}",
                telling::title(&info.spec, context.lang()),
                telling::clock(&info.clock, context.lang()),
                context.t(rated)
            )
        })
    };
    let host = move || info().and_then(|info| info.seats.into_iter().find_map(|seat| seat.name));
    let invited =
        move || info().and_then(|info| info.seats.into_iter().find_map(|seat| seat.invited));
    let again = move || info().is_some_and(|info| info.rematch_of.is_some());
    let named = move |words: Words, name: Option<String>| {
        context.t(words).replace("{name}", &name.unwrap_or_default())
    };
    // Somebody else's seat is not offered to anybody.
    let kept = move || invited().filter(|name| !remote.wire.is_me(name));
    let heading = move || match (hosts(), invited(), kept()) {
        (true, Some(name), _) => named(online::WAITING_NAME, Some(name)),
        (true, None, _) => context.t(online::WAITING).to_owned(),
        (false, _, Some(name)) => named(online::SEAT_KEPT, Some(name)),
        (false, _, None) if again() => context.t(online::REMATCH_OFFERED).to_owned(),
        (false, _, None) => named(online::INVITES, host()),
    };
    let take = move || context.t(if again() { online::REMATCH_TAKE } else { online::SIT_DOWN });
    let help = move || match invited() {
        Some(_) if again() => context.t(online::REMATCH_SENT).to_owned(),
        Some(name) => named(online::WAITING_NAME_HELP, Some(name)),
        None => context.t(online::WAITING_HELP).to_owned(),
    };
    view! {
        <section class="page narrow waiting">
            <h1>{heading}</h1>
            <p class="tagline">{line}</p>
            <Show when=hosts fallback=move || view! {
                <p class="links">
                    <Show when=move || kept().is_none() fallback=move || view! { <a class="button primary" href="/online">{move || context.t(online::LOBBY)}</a> }>
                        <button class="primary large" on:click=sit><Icon d=icons::PLAY />{take}</button>
                    </Show>
                </p>
            }>
                <p>{help}</p>
                <Show when=move || invited().is_none()>
                    <p class="address">
                        <input readonly aria-label=move || context.t(online::COPY_LINK) value=address />
                        <button on:click=copy><Icon d=icons::COPY />{move || context.t(online::COPY_LINK)}</button>
                    </p>
                </Show>
                <p class="links"><button on:click=move |_| remote.act(Act::Abort)><Icon d=icons::CROSS />{move || context.t(online::CALL_OFF)}</button></p>
            </Show>
            {move || trouble.get().map(|trouble| view! { <p class="notice" role="alert">{trouble.tell(context.lang())}</p> })}
            {move || remote.trouble.get().map(|text| view! { <p class="notice" role="alert">{text}</p> })}
            <Connection />
        </section>
    }
}

/// Both sit; the seeds of the lots are being opened.
#[component]
fn Seeds(remote: Remote) -> impl IntoView {
    let context = context();
    let lacks = move || remote.with(|table| Some(table.lacks_stake())).unwrap_or(false);
    view! {
        <section class="page narrow waiting">
            <h1>{move || context.t(online::LOTS)}</h1>
            <p role="status">{move || context.t(if lacks() { online::SEEDS_ELSEWHERE } else { online::SEEDS })}</p>
            <Connection />
        </section>
    }
}

#[component]
fn Playing(remote: Remote, desk: Desk) -> impl IntoView {
    let context = context();
    let now = frame::clockwork(|| ());
    frame::keys(desk, move |key, event| match key {
        "u" => drop(desk.undo_pending()),
        "f" => desk.flip.update(|flip| *flip = !*flip),
        "c" => frame::focus(event, "chat-line"),
        _ => desk.walk_by(event),
    });
    let title = move || desk.with(|seen| seen.info().title.get(context.lang()));
    let plays = move || remote.seat().is_some();
    let alone = move || remote.with(|table| Some(table.is_alone())).unwrap_or(false);
    let waits = move || remote.with(|table| Some(table.has_submitted())).unwrap_or(false);
    // Oneself, or how many others.
    let watchers = Memo::new(move |_| remote.with(|table| Some(table.watchers)).unwrap_or(0));
    let looks_on = move || match (plays(), watchers.get()) {
        (false, 0 | 1) => Some(context.t(online::SPECTATING).to_owned()),
        (true, 0) => None,
        (true, 1) => Some(context.t(online::ONE_WATCHER).to_owned()),
        (_, n) => Some(context.t(online::WATCHERS).replace("{n}", &n.to_string())),
    };
    view! {
        <section class="table online" data-game=desk.game()>
            <h1 class="sr-only">{title}</h1>
            <Frame desk now sealed=frame::sealed(desk) />
            <aside class="table-side" aria-label=move || context.t(words::MOVES)>
                <Connection />
                <Over remote desk />
                {move || desk.notice.get().map(|text| view! { <p class="notice" role="alert">{text}</p> })}
                <Show when=waits><p class="notice hint">{move || context.t(online::SET_UP_WAITS)}</p></Show>
                {move || looks_on().map(|line| view! { <p class="spectating"><Icon d=icons::EYE />{line}</p> })}
                <Offers remote now />
                <StopWindow desk now />
                <EndTurn desk />
                <Asked desk />
                <Buttons desk />
                <Moves desk />
                <TableControls remote desk />
                <Show when=move || !alone()><Chat remote /></Show>
                <Lots remote />
                <Remarks desk />
                <Show when=move || plays() && desk.outcome().is_none()><Typed desk /></Show>
                <InWords desk />
            </aside>
        </section>
    }
}
