//! The page of a game on the server.

use abaque_client::online::telling;
use abaque_client::trouble::Trouble;
use abaque_client::words;
use abaque_client::words::online;
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
    let heading = if trouble.is("no-game") { online::NO_SUCH_GAME } else { online::ONLINE };
    view! {
        <section class="page narrow">
            <h1>{move || context.t(heading)}</h1>
            <p>{move || trouble.tell(context.lang())}</p>
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
    view! {
        <section class="page narrow waiting">
            <Show when=hosts fallback=move || view! {
                <h1>{move || host().unwrap_or_default()}</h1>
                <p class="tagline">{line}</p>
                <p class="links"><button class="primary large" on:click=sit><Icon d=icons::PLAY />{move || context.t(online::SIT_DOWN)}</button></p>
            }>
                <h1>{move || context.t(online::WAITING)}</h1>
                <p class="tagline">{line}</p>
                <p>{move || context.t(online::WAITING_HELP)}</p>
                <p class="share">
                    <input readonly aria-label=move || context.t(online::COPY_LINK) value=address />
                    <button on:click=copy><Icon d=icons::COPY />{move || context.t(online::COPY_LINK)}</button>
                </p>
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
        _ => {}
    });
    let title = move || desk.with(|seen| seen.info().title.get(context.lang()));
    let plays = move || remote.seat().is_some();
    let waits = move || {
        let submitted = remote.with(|table| {
            let own = table.yours().first()?.index() as u8 + 1;
            Some(table.state()?.submitted.contains(&own))
        });
        submitted.unwrap_or(false)
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
                <Show when=move || !plays()><p class="spectating"><Icon d=icons::EYE />{move || context.t(online::SPECTATING)}</p></Show>
                <Offers remote now />
                <StopWindow desk now />
                <EndTurn desk />
                <Asked desk />
                <Buttons desk />
                <TableControls remote desk />
                <Moves desk />
                <Chat remote />
                <Lots remote />
                <Remarks desk />
                <Show when=plays><Typed desk /></Show>
                <InWords desk />
            </aside>
        </section>
    }
}
