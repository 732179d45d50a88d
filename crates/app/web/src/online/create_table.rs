//! The form that creates a table: game, clock, opponent.

use abaque_client::api_error::ApiError;
use abaque_client::clock_text;
use abaque_client::words;
use abaque_client::words::online;
use abaque_core::{GameDescription, StaticMessage};
use abaque_online_client::{SeedKeeper, draws_lots};
use abaque_people::SignInState;
use abaque_protocol::{GameTerms, OpponentChoice, SideChoice};
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::SubmitEvent;

use super::matchmaker;
use crate::context::context;
use crate::icons::{self, Icon};
use crate::pages::{OptionForm, spec_text};

/// Clocks on offer.
const CLOCK_CHOICES: [&str; 9] =
    ["180+2", "300+3", "600+5", "900+10", "1800+20", "1/turn", "3/turn", "7/turn", "-"];

/// Kind of opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OpponentKind {
    Anyone,
    Link,
    Name,
    Computer,
    /// Two people at this screen.
    Here,
}

/// The form.
#[component]
pub(crate) fn CreateTable(against: Option<String>) -> impl IntoView {
    let context = context();
    let matchmaker = matchmaker();
    let game = RwSignal::new(0_usize);
    let chosen = RwSignal::new(Vec::<(&'static str, String)>::new());
    let opponent_kind =
        RwSignal::new(if against.is_some() { OpponentKind::Name } else { OpponentKind::Link });
    let name = RwSignal::new(against.unwrap_or_default());
    let level = RwSignal::new("1".to_owned());
    let clock = RwSignal::new(CLOCK_CHOICES[2].to_owned());
    let side = RwSignal::new(SideChoice::Lot);
    let rated = RwSignal::new(false);
    let strict = RwSignal::new(false);
    let error = RwSignal::new(None::<ApiError>);
    let info = move || -> &'static GameDescription {
        let entry = abaque_catalog::GAMES.get(game.get()).unwrap_or(&abaque_catalog::GAMES[0]);
        (entry.description)()
    };
    let account = move || matchmaker.user.me.with(|me| matches!(me, SignInState::Account(_)));
    let may_count = move || {
        account() && !matches!(opponent_kind.get(), OpponentKind::Computer | OpponentKind::Here)
    };
    // Only games with chance events have seeds to keep secret until they start.
    let lots = Memo::new(move |_| {
        draws_lots(&GameTerms {
            side: side.get(),
            ..GameTerms::new(&spec_text(info(), &chosen.get()))
        })
    });
    let may_be_strict = move || {
        lots.get() && !matches!(opponent_kind.get(), OpponentKind::Computer | OpponentKind::Here)
    };
    let open = move |event: SubmitEvent| {
        event.prevent_default();
        let keeper = match untrack(|| strict.get() && may_be_strict()) {
            true => SeedKeeper::Creator,
            false => SeedKeeper::Server,
        };
        let terms = untrack(|| GameTerms {
            clock: clock.get(),
            rated: rated.get() && may_count(),
            public: opponent_kind.get() == OpponentKind::Anyone,
            // Two people at one screen agree on sides themselves.
            side: if opponent_kind.get() == OpponentKind::Here {
                SideChoice::First
            } else {
                side.get()
            },
            against: match opponent_kind.get() {
                OpponentKind::Anyone | OpponentKind::Link => OpponentChoice::Anyone,
                OpponentKind::Name => OpponentChoice::Person(name.get().trim().to_owned()),
                OpponentKind::Computer => OpponentChoice::Computer(level.get()),
                OpponentKind::Here => OpponentChoice::HotSeat,
            },
            ..GameTerms::new(&spec_text(info(), &chosen.get()))
        });
        spawn_local(async move {
            if let Err(why) = matchmaker.open_table(terms, keeper).await {
                error.try_set(Some(why));
            }
        });
    };
    let kind = move |value: OpponentKind, words: StaticMessage| {
        view! {
            <label class="tile small">
                <input type="radio" name="against" prop:checked=move || opponent_kind.get() == value on:change=move |_| opponent_kind.set(value) />
                <span>{move || context.t(words)}</span>
            </label>
        }
    };
    let seat = move |value: SideChoice, words: Box<dyn Fn() -> StaticMessage + Send>| {
        view! {
            <label class="tile small">
                <input type="radio" name="own-side" prop:checked=move || side.get() == value on:change=move |_| side.set(value) />
                <span>{move || context.t(words())}</span>
            </label>
        }
    };
    let titles = abaque_catalog::GAMES.iter().enumerate().map(move |(index, entry)| {
        let title = (entry.description)().title;
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
                    {CLOCK_CHOICES.into_iter().map(|text| view! {
                        <option value=text selected=text == CLOCK_CHOICES[2]>{move || clock_text::clock_rule_text(text, context.lang())}</option>
                    }).collect_view()}
                </select>
            </div>
            <fieldset>
                <legend>{move || context.t(online::AGAINST)}</legend>
                <div class="tiles">
                    {kind(OpponentKind::Link, online::BY_LINK)}
                    {kind(OpponentKind::Anyone, online::ANYONE)}
                    {kind(OpponentKind::Name, online::BY_NAME)}
                    {kind(OpponentKind::Computer, online::THE_COMPUTER)}
                    {kind(OpponentKind::Here, online::AT_SCREEN)}
                </div>
            </fieldset>
            <Show when=move || opponent_kind.get() == OpponentKind::Name>
                <div class="fields">
                    <label for="create-name">{move || context.t(online::NAME)}</label>
                    <input id="create-name" required autocomplete="off" prop:value=name on:input=move |event| name.set(event_target_value(&event)) />
                </div>
            </Show>
            <Show when=move || opponent_kind.get() == OpponentKind::Computer>
                <div class="fields">
                    <label for="create-level">{move || context.t(words::LEVEL)}</label>
                    <select id="create-level" prop:value=level on:change=move |event| level.set(event_target_value(&event))>
                        {(1..=8).map(|n| view! { <option value=n.to_string() selected=n == 3>{n}</option> }).collect_view()}
                    </select>
                </div>
            </Show>
            <Show when=move || opponent_kind.get() != OpponentKind::Here>
                <fieldset>
                    <legend>{move || context.t(online::SIDE)}</legend>
                    <div class="tiles">
                        {seat(SideChoice::Lot, Box::new(|| words::BY_LOT))}
                        {seat(SideChoice::First, Box::new(move || info().players[0]))}
                        {seat(SideChoice::Second, Box::new(move || info().players[1]))}
                    </div>
                </fieldset>
            </Show>
            <Show when=may_count>
                <label class="switch">
                    <input type="checkbox" prop:checked=rated on:change=move |event| rated.set(event_target_checked(&event)) />
                    <span>{move || context.t(online::COUNTS)}</span>
                </label>
            </Show>
            {move || {
                let entry = abaque_catalog::GAMES.get(variants.get()).unwrap_or(&abaque_catalog::GAMES[0]);
                view! {
                    <OptionForm info=(entry.description)() chosen>
                        <Show when=may_be_strict>
                            <label class="switch">
                                <input id="create-strict" type="checkbox" aria-describedby="strict-help" prop:checked=strict on:change=move |event| strict.set(event_target_checked(&event)) />
                                <span>{move || context.t(online::STRICT)}</span>
                            </label>
                            <p class="help" id="strict-help">{move || context.t(online::STRICT_HELP)}</p>
                        </Show>
                    </OptionForm>
                }
            }}
            {move || error.get().map(|why| view! { <p class="notice" role="alert">{why.to_text(context.lang())}</p> })}
            <p class="links"><button class="primary"><Icon d=icons::PLAY />{move || context.t(online::CREATE_DO)}</button></p>
        </form>
    }
}
