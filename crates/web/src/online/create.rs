//! A table of one's own: which game, how long, against whom.

use abaque_client::online::telling;
use abaque_client::people::Me;
use abaque_client::trouble::Trouble;
use abaque_client::words;
use abaque_client::words::online;
use abaque_core::{GameInfo, Words};
use abaque_protocol::{Against, Side, Terms};
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::SubmitEvent;

use super::door;
use crate::context::context;
use crate::icons::{self, Icon};
use crate::pages::{Variant, spec};

/// The clocks offered.
const CLOCKS: [&str; 9] =
    ["180+2", "300+3", "600+5", "900+10", "1800+20", "1/turn", "3/turn", "7/turn", "-"];

/// Whom it is against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Who {
    Anyone,
    Link,
    Name,
    Computer,
    /// Two people at this screen.
    Here,
}

/// The form.
#[component]
pub(crate) fn Create(against: Option<String>) -> impl IntoView {
    let context = context();
    let door = door();
    let game = RwSignal::new(0_usize);
    let chosen = RwSignal::new(Vec::<(&'static str, String)>::new());
    let who = RwSignal::new(if against.is_some() { Who::Name } else { Who::Link });
    let name = RwSignal::new(against.unwrap_or_default());
    let level = RwSignal::new("3".to_owned());
    let clock = RwSignal::new(CLOCKS[2].to_owned());
    let side = RwSignal::new(Side::Lot);
    let rated = RwSignal::new(false);
    let trouble = RwSignal::new(None::<Trouble>);
    let info = move || -> &'static GameInfo {
        let entry = abaque_catalog::GAMES.get(game.get()).unwrap_or(&abaque_catalog::GAMES[0]);
        (entry.info)()
    };
    let account = move || door.myself.me.with(|me| matches!(me, Me::Account(_)));
    let may_count = move || account() && !matches!(who.get(), Who::Computer | Who::Here);
    let open = move |event: SubmitEvent| {
        event.prevent_default();
        let terms = untrack(|| Terms {
            clock: clock.get(),
            rated: rated.get() && may_count(),
            public: who.get() == Who::Anyone,
            // Two at this screen choose among themselves.
            side: if who.get() == Who::Here { Side::First } else { side.get() },
            against: match who.get() {
                Who::Anyone | Who::Link => Against::Anyone,
                Who::Name => Against::Person(name.get().trim().to_owned()),
                Who::Computer => Against::Computer(level.get()),
                Who::Here => Against::HotSeat,
            },
            ..Terms::of(&spec(info(), &chosen.get()))
        });
        spawn_local(async move {
            if let Err(why) = door.open(terms).await {
                trouble.try_set(Some(why));
            }
        });
    };
    let kind = move |value: Who, words: Words| {
        view! {
            <label class="tile small">
                <input type="radio" name="against" prop:checked=move || who.get() == value on:change=move |_| who.set(value) />
                <span>{move || context.t(words)}</span>
            </label>
        }
    };
    let seat = move |value: Side, words: Box<dyn Fn() -> Words + Send>| {
        view! {
            <label class="tile small">
                <input type="radio" name="own-side" prop:checked=move || side.get() == value on:change=move |_| side.set(value) />
                <span>{move || context.t(words())}</span>
            </label>
        }
    };
    let titles = abaque_catalog::GAMES.iter().enumerate().map(move |(index, entry)| {
        let title = (entry.info)().title;
        view! { <option value=index.to_string()>{move || context.t(title)}</option> }
    });
    let choose_game = move |event| {
        chosen.set(Vec::new());
        game.set(event_target_value(&event).parse().unwrap_or(0));
    };
    let variants = Memo::new(move |_| game.get());
    view! {
        <form class="create" on:submit=open>
            <div class="fields">
                <label for="create-game">{move || context.t(online::GAME)}</label>
                <select id="create-game" on:change=choose_game>{titles.collect_view()}</select>
                <label for="create-clock">{move || context.t(online::TIME)}</label>
                <select id="create-clock" prop:value=clock on:change=move |event| clock.set(event_target_value(&event))>
                    {CLOCKS.into_iter().map(|text| view! {
                        <option value=text selected=text == CLOCKS[2]>{move || telling::clock(text, context.lang())}</option>
                    }).collect_view()}
                </select>
            </div>
            <fieldset>
                <legend>{move || context.t(online::AGAINST)}</legend>
                <div class="tiles">
                    {kind(Who::Link, online::BY_LINK)}
                    {kind(Who::Anyone, online::ANYONE)}
                    {kind(Who::Name, online::BY_NAME)}
                    {kind(Who::Computer, online::THE_COMPUTER)}
                    {kind(Who::Here, online::AT_SCREEN)}
                </div>
            </fieldset>
            <Show when=move || who.get() == Who::Name>
                <div class="fields">
                    <label for="create-name">{move || context.t(online::NAME)}</label>
                    <input id="create-name" required autocomplete="off" prop:value=name on:input=move |event| name.set(event_target_value(&event)) />
                </div>
            </Show>
            <Show when=move || who.get() == Who::Computer>
                <div class="fields">
                    <label for="create-level">{move || context.t(words::LEVEL)}</label>
                    <select id="create-level" prop:value=level on:change=move |event| level.set(event_target_value(&event))>
                        {(1..=8).map(|n| view! { <option value=n.to_string() selected=n == 3>{n}</option> }).collect_view()}
                    </select>
                </div>
            </Show>
            <Show when=move || who.get() != Who::Here>
                <fieldset>
                    <legend>{move || context.t(online::SIDE)}</legend>
                    <div class="tiles">
                        {seat(Side::Lot, Box::new(|| words::BY_LOT))}
                        {seat(Side::First, Box::new(move || info().players[0]))}
                        {seat(Side::Second, Box::new(move || info().players[1]))}
                    </div>
                </fieldset>
            </Show>
            <Show when=may_count>
                <label class="switch">
                    <input type="checkbox" prop:checked=rated on:change=move |event| rated.set(event_target_checked(&event)) />
                    <span>{move || context.t(online::COUNTS)}</span>
                </label>
            </Show>
            <details>
                <summary>{move || context.t(words::OPTIONS)}</summary>
                <div class="fields">
                    {move || {
                        variants.track();
                        untrack(info).options.iter().map(|option| view! { <Variant option chosen /> }).collect_view()
                    }}
                </div>
            </details>
            {move || trouble.get().map(|why| view! { <p class="notice" role="alert">{why.tell(context.lang())}</p> })}
            <p class="links"><button class="primary"><Icon d=icons::PLAY />{move || context.t(online::CREATE_DO)}</button></p>
        </form>
    }
}
