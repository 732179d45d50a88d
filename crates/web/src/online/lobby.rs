//! Where one finds somebody to play with.

use abaque_client::Route;
use abaque_client::address::escape;
use abaque_client::online::telling;
use abaque_client::people::{Me, PeopleRoute};
use abaque_client::trouble::Trouble;
use abaque_client::words;
use abaque_client::words::online;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::create::Create;
use super::lists::{self, List, Row};
use super::wire::wire;
use super::{Connection, door, notify};
use crate::context::context;
use crate::icons::{self, Icon};
use crate::me::myself;

/// The clocks one click finds an opponent for.
const QUICK: [&str; 4] = ["180+2", "600+5", "1800+20", "3/turn"];

/// Where one finds somebody to play with.
#[component]
pub(crate) fn Lobby(against: Option<String>) -> impl IntoView {
    let context = context();
    let wire = wire();
    let me = myself().me;
    wire.listen(true);
    let turns: lists::Asked = RwSignal::new(None);
    let live: lists::Asked = RwSignal::new(None);
    let challenges: lists::Asked = RwSignal::new(None);
    let playing: lists::Asked = RwSignal::new(None);
    lists::ask("/games?which=live", live);
    let own = move || {
        let Some(name) = me.with_untracked(|me| me.person().map(|person| person.name.clone()))
        else {
            return;
        };
        lists::ask("/me/turns", turns);
        lists::ask("/me/challenges", challenges);
        lists::ask(&format!("/people/{}/games?status=playing", escape(&name)), playing);
    };
    Effect::new(move |_| match me.get() {
        Me::Guest(_) | Me::Account(_) => own(),
        Me::Unknown | Me::Nobody => turns.set(Some(Ok(Vec::new()))),
    });
    // Lists that are not told of by themselves are looked at again now and then.
    let again = set_interval_with_handle(
        move || {
            lists::ask("/games?which=live", live);
            own();
        },
        std::time::Duration::from_secs(15),
    );
    on_cleanup(move || {
        wire.listen(false);
        if let Ok(again) = again {
            again.clear();
        }
    });
    let open = move || {
        wire.open_games().map(|games| {
            if games.is_empty() {
                return view! { <p class="empty">{context.t(online::NO_OPEN)}</p> }.into_any();
            }
            view! {
                <ul class="list">{games.into_iter().map(|info| view! { <Row info does=online::JOIN /> }).collect_view()}</ul>
            }
            .into_any()
        })
    };
    // Those in which somebody else is to act; the others are listed as one's turn.
    let others = Signal::derive(move || {
        let due = turns.with(ids);
        let games = playing.get()?;
        Some(
            games.map(|games| games.into_iter().filter(|info| !due.contains(&info.game)).collect()),
        )
    });
    let challenged = move || challenges.with(|list| !ids(list).is_empty());
    let waits = Memo::new(move |_| others.with(|list| !ids(list).is_empty()));
    let invites = against.is_some();
    let loading = move || wire.open_games().is_none();
    view! {
        <section class="page lobby">
            <h1>{move || context.t(online::LOBBY)}</h1>
            <p>{move || context.t(online::LOBBY_HELP)}</p>
            <Connection />
            <div class="lobby-parts">
                <div class="find">
                    <Quick />
                    <details open=invites>
                        <summary>{move || context.t(online::CREATE)}</summary>
                        <Create against />
                    </details>
                </div>
                <Show when=move || me.with(|me| me.person().is_some())>
                    <div class="own">
                        <Show when=challenged>
                            <List title=online::CHALLENGES empty=online::NO_TURNS does=online::JOIN list=challenges />
                        </Show>
                        <List title=online::YOUR_TURNS empty=online::NO_TURNS does=words::PLAY list=turns />
                        <Show when=move || waits.get()>
                            <List title=online::YOUR_GAMES empty=online::NO_TURNS does=words::OPEN list=others />
                        </Show>
                        <Notices />
                    </div>
                </Show>
                <div class="others">
                    <h2>{move || context.t(online::OPEN_GAMES)}</h2>
                    <Show when=loading><p role="status">{move || context.t(online::LOADING)}</p></Show>
                    {open}
                    <List title=online::LIVE empty=online::NO_LIVE does=online::WATCH list=live />
                    <p class="links"><a class="button" href=Route::People(PeopleRoute::Players).to_string()><Icon d=icons::CUP />{move || context.t(words::people::PLAYERS)}</a></p>
                </div>
            </div>
        </section>
    }
}

/// The games of a list, by name.
fn ids(list: &lists::Listed) -> Vec<String> {
    let games = list.as_ref().and_then(|list| list.as_ref().ok());
    games.into_iter().flatten().map(|info| info.game.clone()).collect()
}

/// One click: a game, a clock, an opponent.
#[component]
fn Quick() -> impl IntoView {
    let context = context();
    let door = door();
    let rated = RwSignal::new(false);
    let busy = RwSignal::new(false);
    let trouble = RwSignal::new(None::<Trouble>);
    let account = move || door.myself.me.with(|me| matches!(me, Me::Account(_)));
    let seek = move |spec: &'static str, clock: &'static str| {
        busy.set(true);
        trouble.set(None);
        let rated = rated.get_untracked() && account();
        spawn_local(async move {
            if let Err(why) = door.seek(spec, clock, rated).await {
                trouble.try_set(Some(why));
            }
            busy.try_set(false);
        });
    };
    let row = move |entry: &'static abaque_catalog::Entry| {
        let info = (entry.info)();
        let button = move |clock: &'static str| {
            let label = move || {
                format!("{}, {}", context.t(info.title), telling::clock(clock, context.lang()))
            };
            view! {
                <td>
                    <button disabled=busy aria-label=label on:click=move |_| seek(info.name, clock)>{move || telling::clock(clock, context.lang())}</button>
                </td>
            }
        };
        view! {
            <tr>
                <th scope="row"><a href=Route::Rules(info.name.into()).to_string()>{move || context.t(info.title)}</a></th>
                {QUICK.into_iter().map(button).collect_view()}
            </tr>
        }
    };
    view! {
        <h2>{move || context.t(online::QUICK)}</h2>
        <table class="quick"><tbody>{abaque_catalog::GAMES.iter().map(row).collect_view()}</tbody></table>
        <Show when=account>
            <label class="switch">
                <input type="checkbox" prop:checked=rated on:change=move |event| rated.set(event_target_checked(&event)) />
                <span>{move || context.t(online::QUICK_RATED)}</span>
            </label>
        </Show>
        {move || trouble.get().map(|why| view! { <p class="notice" role="alert">{why.tell(context.lang())}</p> })}
    }
}

/// Whether the system may say that it is one's turn.
#[component]
fn Notices() -> impl IntoView {
    let context = context();
    let allowed = RwSignal::new(notify::allowed());
    let ask = move |_| {
        notify::ask(move |granted| {
            allowed.try_set(Some(granted));
        });
    };
    move || {
        match allowed.get() {
        Some(true) => view! { <p class="help">{context.t(online::NOTIFY_ON)}</p> }.into_any(),
        Some(false) => view! { <p class="help">{context.t(online::NOTIFY_NO)}</p> }.into_any(),
        None => view! { <p><button on:click=ask><Icon d=icons::BELL />{context.t(online::NOTIFY)}</button></p> }.into_any(),
    }
    }
}
