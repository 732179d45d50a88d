//! The page of an online game.

use abaque_client::api_error::ApiError;
use abaque_client::clock_text;
use abaque_client::words;
use abaque_client::words::online;
use abaque_core::StaticMessage;
use abaque_online_client::formatting;
use abaque_protocol::{GameAct, GameStage, GameSummary};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::chat::{Chat, ChatToggle};
use super::session::OnlineSession;
use super::side_panel::{GameOver, LotProofs, Offers, TableControls};
use super::{ConnectionNotice, matchmaker};
use crate::context::context;
use crate::controller::BoardController;
use crate::icons::{self, Icon};
use crate::play::choices::Prompts;
use crate::play::frame::{self, Frame};
use crate::play::info::{ActionField, BoardInWords, Moves, Remarks};
use crate::{api, browser};

/// What the page shows.
#[derive(Clone, PartialEq, Debug)]
enum TablePageState {
    Loading,
    Open,
    Starting,
    Board,
    Aborted,
}

/// An online game.
#[component]
pub(crate) fn Game(id: String) -> impl IntoView {
    let context = context();
    let session = OnlineSession::new(&id);
    on_cleanup(move || session.leave());
    let wrong = RwSignal::new(None::<ApiError>);
    // An unknown game would never send an event.
    spawn_local(async move {
        if let Err(error) = api::get::<GameSummary>(&format!("/games/{id}")).await {
            wrong.try_set(Some(error));
        }
    });
    let title = move || {
        let spec = session.with(|table| Some(table.info()?.spec.clone()));
        spec.map(|spec| formatting::game_title(&spec, context.lang()))
    };
    Effect::new(move |_| {
        let mine = session.controller.get().and_then(|controller| controller.acting_seat.get());
        let title = title().unwrap_or_else(|| context.t(online::ONLINE).to_owned());
        context.set_title(&match mine {
            Some(_) => format!("● {} – {title}", context.t(words::YOUR_TURN)),
            None => format!("{title} – Abaque"),
        });
    });
    let page_state = Memo::new(move |_| match (session.controller.get(), session.stage()) {
        (Some(_), Some(stage)) if stage != GameStage::Aborted => TablePageState::Board,
        (_, Some(GameStage::Open)) => TablePageState::Open,
        (_, Some(GameStage::Seeds)) => TablePageState::Starting,
        (_, Some(GameStage::Aborted)) => TablePageState::Aborted,
        _ => TablePageState::Loading,
    });
    move || {
        if let Some(error) = wrong.get().filter(|_| page_state.get() == TablePageState::Loading) {
            return view! { <LoadError error /> }.into_any();
        }
        match page_state.get() {
            TablePageState::Loading => view! {
                <section class="page narrow"><h1>{title}</h1><p role="status">{move || context.t(online::LOADING)}</p><ConnectionNotice /></section>
            }
            .into_any(),
            TablePageState::Open => view! { <OpenTable session /> }.into_any(),
            TablePageState::Starting => view! { <Starting session /> }.into_any(),
            TablePageState::Aborted => view! {
                <section class="page narrow">
                    <h1>{title}</h1>
                    <p>{move || context.t(online::GAME_CALLED_OFF)}</p>
                    <a class="button primary" href="/online">{move || context.t(online::LOBBY)}</a>
                </section>
            }
            .into_any(),
            TablePageState::Board => match session.controller.get_untracked() {
                Some(controller) => view! { <Playing session controller /> }.into_any(),
                None => ().into_any(),
            },
        }
    }
}

#[component]
fn LoadError(error: ApiError) -> impl IntoView {
    let context = context();
    let unknown = error.has_code("no-game");
    let heading = if unknown { online::NO_SUCH_GAME } else { online::ONLINE };
    view! {
        <section class="page narrow">
            <h1>{move || context.t(heading)}</h1>
            {move || (!unknown).then(|| error.to_text(context.lang())).map(|why| view! { <p>{why}</p> })}
            <a class="button primary" href="/online">{move || context.t(online::LOBBY)}</a>
        </section>
    }
}

/// A free seat: for a friend with the link, or for the reader.
#[component]
fn OpenTable(session: OnlineSession) -> impl IntoView {
    let context = context();
    let matchmaker = matchmaker();
    let info = move || session.with(|table| table.info().cloned());
    let error = RwSignal::new(None::<ApiError>);
    let hosts = move || session.seat().is_some();
    let address = move || {
        let origin = window().location().origin().unwrap_or_default();
        format!("{origin}/g/{}", session.id())
    };
    let copy = move |_| {
        spawn_local(async move {
            if browser::copy_to_clipboard(&address()).await {
                context.announce(context.t(online::LINK_COPIED));
            }
        });
    };
    let sit = move |_| {
        let id = session.id();
        spawn_local(async move {
            match matchmaker.join(&id).await {
                // The page is open already, but the seed is known only now.
                Ok(()) => session.watch(session.seed_commitment()),
                Err(why) => {
                    error.try_set(Some(why));
                }
            }
        });
    };
    let line = move || {
        info().map(|info| {
            let rated = if info.rated { online::RATED } else { online::CASUAL };
            format!(
                "{} · {} · {}",
                formatting::game_title(&info.spec, context.lang()),
                clock_text::clock_rule_text(&info.clock, context.lang()),
                context.t(rated)
            )
        })
    };
    let host = move || info().and_then(|info| info.seats.into_iter().find_map(|seat| seat.name));
    let invited =
        move || info().and_then(|info| info.seats.into_iter().find_map(|seat| seat.invited));
    let strict = move || {
        session.with(|table| table.lots().map(|lots| lots.used && !lots.deposited)).unwrap_or(false)
    };
    let left = move || {
        let name = session.with(|table| table.left_early().map(str::to_owned))?;
        Some(context.t(online::REOPENED).replace("{name}", &name))
    };
    let again = move || info().is_some_and(|info| info.rematch_of.is_some());
    let named = move |words: StaticMessage, name: Option<String>| {
        context.t(words).replace("{name}", &name.unwrap_or_default())
    };
    // A seat reserved for another player is not offered.
    let reserved_for = move || invited().filter(|name| !session.connection.is_own_name(name));
    let heading = move || match (hosts(), invited(), reserved_for()) {
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
            {move || left().map(|text| view! { <p class="notice hint" role="status">{text}</p> })}
            <Show when=hosts fallback=move || view! {
                <p class="links">
                    <Show when=move || reserved_for().is_none() fallback=move || view! { <a class="button primary" href="/online">{move || context.t(online::LOBBY)}</a> }>
                        <button class="primary large" on:click=sit><Icon d=icons::PLAY />{take}</button>
                    </Show>
                </p>
            }>
                <p>{help}</p>
                <Show when=strict><p>{move || context.t(online::WAITING_STRICT)}</p></Show>
                <Show when=move || invited().is_none()>
                    <p class="address">
                        <input readonly aria-label=move || context.t(online::TABLE_LINK) value=address />
                        <button on:click=copy><Icon d=icons::COPY />{move || context.t(online::COPY_LINK)}</button>
                    </p>
                </Show>
                <p class="links"><button on:click=move |_| session.act(GameAct::Abort)><Icon d=icons::CROSS />{move || context.t(online::CALL_OFF)}</button></p>
            </Show>
            {move || error.get().map(|error| view! { <p class="notice" role="alert">{error.to_text(context.lang())}</p> })}
            {move || session.refusal.get().map(|text| view! { <p class="notice" role="alert">{text}</p> })}
            <ConnectionNotice />
        </section>
    }
}

/// Both players sit and the game is about to start. A strict table needs both players online.
#[component]
fn Starting(session: OnlineSession) -> impl IntoView {
    let context = context();
    let lacks = move || session.with(|table| Some(table.lacks_seed())).unwrap_or(false);
    let strict = move || session.with(|table| Some(!table.lots()?.deposited)).unwrap_or(false);
    let opponent = move || session.with(|table| table.opponent());
    let help = move || match opponent() {
        _ if lacks() => Some(context.t(online::STARTING_ELSEWHERE).to_owned()),
        Some(name) if strict() => Some(context.t(online::STARTING_STRICT).replace("{name}", &name)),
        _ => None,
    };
    view! {
        <section class="page narrow waiting">
            <h1 role="status">{move || context.t(online::STARTING)}</h1>
            {move || help().map(|text| view! { <p role="status">{text}</p> })}
            <ConnectionNotice />
        </section>
    }
}

#[component]
fn Playing(session: OnlineSession, controller: BoardController) -> impl IntoView {
    let context = context();
    let now = frame::ticking_clock(|| ());
    frame::handle_table_keys(controller, move |key, event| match key {
        "u" => drop(controller.undo_pending()),
        "f" => controller.flipped.update(|flip| *flip = !*flip),
        "c" => frame::focus_field(event, "chat-line"),
        _ => controller.handle_key(event),
    });
    frame::focus_board_at_start();
    let title = move || controller.with(|seen| seen.info().title.get(context.lang()));
    let plays = move || session.seat().is_some();
    let alone = move || session.with(|table| Some(table.plays_both_seats())).unwrap_or(false);
    let waits = move || session.with(|table| Some(table.has_submitted())).unwrap_or(false);
    // Who watches: the user, or the number of others.
    let watchers = Memo::new(move |_| session.with(|table| Some(table.watchers)).unwrap_or(0));
    let looks_on = move || match (plays(), watchers.get()) {
        (false, 0 | 1) => Some(context.t(online::SPECTATING).to_owned()),
        (true, 0) => None,
        (true, 1) => Some(context.t(online::ONE_WATCHER).to_owned()),
        (_, n) => Some(context.t(online::WATCHERS).replace("{n}", &n.to_string())),
    };
    view! {
        <section class="table online" style:--wide=controller.board_info().aspect_ratio.to_string() data-game=controller.game_name()>
            <h1 class="sr-only">{title}</h1>
            <Frame controller now sealed=frame::secret_setup_seat(controller) />
            <aside class="table-side" aria-label=move || context.t(words::BESIDE_BOARD)>
                <div class="side-column">
                    <Prompts controller now>
                        <ConnectionNotice />
                        <GameOver session controller />
                        <Show when=waits><p class="notice hint">{move || context.t(online::SET_UP_WAITS)}</p></Show>
                        {move || looks_on().map(|line| view! { <p class="spectating"><Icon d=icons::EYE />{line}</p> })}
                        <Offers session now />
                    </Prompts>
                    <Moves controller />
                    <TableControls session controller />
                </div>
                <Show when=move || !alone()><Chat session /><ChatToggle session /></Show>
                <LotProofs session />
                <Remarks controller />
                <Show when=move || plays() && controller.outcome().is_none()><ActionField controller /></Show>
                <BoardInWords controller />
            </aside>
        </section>
    }
}
