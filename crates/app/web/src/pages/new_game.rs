//! The form for a new local game.

use abaque_bot::BotKind;
use abaque_catalog::AnyGame;
use abaque_client::level_offer::LEVELS;
use abaque_client::local::{LotEvidence, SeatedPlayer};
use abaque_client::{LocalGame, Route, words};
use abaque_core::{GameDescription, ParseError, Seat};
use abaque_draw::DrawOptions;
use abaque_study::StudyLink;
use abaque_table::MatchSettings;
use leptos::prelude::*;
use web_sys::SubmitEvent;

use crate::browser::{self, BrowserRandom};
use crate::context::context;
use crate::icons::{self, Icon};
use crate::play::game_storage;

use super::option_form::{OptionForm, spec_text};

/// Clocks on offer, in record notation; the first is none.
const CLOCK_CHOICES: &[(&str, &str)] = &[
    ("-", ""),
    ("180+2", "3 + 2"),
    ("300+3", "5 + 3"),
    ("600+5", "10 + 5"),
    ("900+10", "15 + 10"),
    ("1800+20", "30 + 20"),
];

/// The person's side against a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SideSelection {
    First,
    Second,
    Random,
}

/// A starting position that is not the usual one.
pub(crate) struct StartPosition {
    spec: String,
    position: String,
    /// As SVG.
    picture: String,
}

/// Form for a new local game from the position in an address, if there is one.
#[component]
pub(crate) fn NewGameAt(name: String, query: String) -> impl IntoView {
    let StudyLink { spec, position, .. } = StudyLink::parse(&query);
    let start = position.map(|position| StartPosition {
        picture: start_picture(&spec, &position).unwrap_or_default(),
        spec,
        position,
    });
    view! { <NewGamePage name start /> }
}

/// Form for a new local game.
#[component]
pub(crate) fn NewGamePage(
    name: String,
    #[prop(optional_no_strip)] start: Option<StartPosition>,
) -> impl IntoView {
    let context = context();
    let Ok(entry) = abaque_catalog::find(&name) else {
        return view! { <super::Missing /> }.into_any();
    };
    let info: &'static GameDescription = (entry.description)();
    let begins_at = start.as_ref().map(|start| start.picture.clone());
    let from = StoredValue::new(start);
    let computer = RwSignal::new(true);
    let level = RwSignal::new(last_level(info.name));
    let mine = RwSignal::new(SideSelection::First);
    let clock = RwSignal::new(CLOCK_CHOICES[0].0.to_owned());
    let names = [RwSignal::new(String::new()), RwSignal::new(String::new())];
    let chosen = RwSignal::new(Vec::<(&'static str, String)>::new());
    let wrong = RwSignal::new(None::<String>);
    let begin = move |event: SubmitEvent| {
        event.prevent_default();
        let start = from.with_value(|from| match from {
            Some(StartPosition { spec, position, .. }) => abaque_catalog::open_at(spec, position),
            None => abaque_catalog::open(&spec_text(info, &chosen.get_untracked())),
        });
        let opponent = computer.get_untracked().then(|| level.get_untracked());
        let called = names.map(|name| {
            Some(name.get_untracked().trim().to_owned()).filter(|name| !name.is_empty())
        });
        let begun = start.and_then(|start| {
            start_game(start, opponent, mine.get_untracked(), called, &clock.get_untracked())
        });
        match begun {
            Ok(id) => {
                suggest_level(info.name, level.get_untracked());
                context.navigate(Route::Table(id));
            }
            Err(error) => wrong.set(Some(error.message.get(context.lang()).to_owned())),
        }
    };
    let radio = move |group: &'static str,
                      id: &'static str,
                      icon: &'static str,
                      on: bool,
                      words: abaque_core::StaticMessage| {
        view! {
            <label class="tile">
                <input type="radio" name=group value=id prop:checked=move || computer.get() == on on:change=move |_| computer.set(on) />
                <Icon d=icon />
                <span>{move || context.t(words)}</span>
            </label>
        }
    };
    let side = move |value: SideSelection, words: abaque_core::StaticMessage| {
        view! {
            <label class="tile small">
                <input type="radio" name="side" prop:checked=move || mine.get() == value on:change=move |_| mine.set(value) />
                <span>{move || context.t(words)}</span>
            </label>
        }
    };
    let levels = move |n: u8| {
        view! {
            <label class="tile small">
                <input type="radio" name="level" value=n.to_string() prop:checked=move || level.get() == n on:change=move |_| level.set(n) />
                <span>{n}</span>
            </label>
        }
    };
    let name_field = move |index: usize, words: abaque_core::StaticMessage| {
        let id = if index == 0 { "name-first" } else { "name-second" };
        view! {
            <label for=id>{move || context.t(words)}<small>" ("{move || context.t(words::OPTIONAL)}")"</small></label>
            <input id=id maxlength="40" autocomplete="off" prop:value=names[index] on:input=move |event| names[index].set(event_target_value(&event)) />
        }
    };
    view! {
        <section class="page narrow new">
            <h1>{move || context.t(info.title)}</h1>
            <p>{move || context.t(info.blurb)}</p>
            {begins_at.map(|drawn| view! {
                <figure class="begins-at">
                    <div inner_html=drawn></div>
                    <figcaption>{move || context.t(words::study::BEGINS_AT)}</figcaption>
                </figure>
            })}
            <form on:submit=begin>
                <fieldset>
                    <legend>{move || context.t(words::OPPONENT)}</legend>
                    <div class="tiles">
                        {radio("opponent", "computer", icons::CHIP, true, words::COMPUTER)}
                        {radio("opponent", "people", icons::PEOPLE, false, words::TWO_PEOPLE)}
                    </div>
                </fieldset>
                <Show when=move || computer.get()>
                    <fieldset>
                        <legend>{move || context.t(words::LEVEL)}</legend>
                        <div class="tiles levels">{LEVELS.map(levels).collect_view()}</div>
                        <p class="help">{move || context.t(words::LEVEL_HELP)}</p>
                    </fieldset>
                    <fieldset>
                        <legend>{move || context.t(words::YOUR_SIDE)}</legend>
                        <div class="tiles">
                            {side(SideSelection::First, info.players[0])}
                            {side(SideSelection::Second, info.players[1])}
                            {side(SideSelection::Random, words::BY_LOT)}
                        </div>
                    </fieldset>
                </Show>
                <Show when=move || !computer.get()>
                    <fieldset>
                        <legend>{move || context.t(words::BOTH)}</legend>
                        <div class="fields">{name_field(0, words::NAME_FIRST)}{name_field(1, words::NAME_SECOND)}</div>
                    </fieldset>
                </Show>
                <fieldset>
                    <legend>{move || context.t(words::CLOCK)}</legend>
                    <div class="tiles">
                        {CLOCK_CHOICES.iter().map(|(value, shown)| view! {
                            <label class="tile small">
                                <input type="radio" name="clock" value=*value prop:checked=move || clock.get() == *value on:change=move |_| clock.set((*value).to_owned()) />
                                <span>{move || if shown.is_empty() { context.t(words::NO_CLOCK) } else { shown }}</span>
                            </label>
                        }).collect_view()}
                    </div>
                    <p class="help">{move || context.t(words::CLOCK_HELP)}</p>
                </fieldset>
                <Show when=move || from.with_value(Option::is_none)>
                    <OptionForm info chosen />
                </Show>
                {move || wrong.get().map(|wrong| view! { <p class="notice" role="alert">{wrong}</p> })}
                <p class="links">
                    <button class="primary large"><Icon d=icons::PLAY />{move || context.t(words::BEGIN)}</button>
                    <a class="button" href=Route::Course(info.name.into()).to_string()><Icon d=icons::CAP />{move || context.t(words::learn::LEARN)}</a>
                    <a class="button" href=Route::Rules(info.name.into()).to_string()><Icon d=icons::BOOK />{move || context.t(words::RULES)}</a>
                </p>
            </form>
        </section>
    }
    .into_any()
}

/// Picture of the starting position.
fn start_picture(spec: &str, position: &str) -> Option<String> {
    let context = context();
    let options = DrawOptions {
        theme: untrack(|| context.theme()),
        lang: untrack(|| context.lang()),
        panels: false,
        ..DrawOptions::default()
    };
    abaque_draw::svg(spec, position, &options).ok()
}

fn start_game(
    start: Box<dyn AnyGame>,
    level: Option<u8>,
    mine: SideSelection,
    [first, second]: [Option<String>; 2],
    clock: &str,
) -> Result<u64, ParseError> {
    let mut setting = MatchSettings::from_game(start);
    setting.set_clock(clock.parse()?);
    let mut proof = LotEvidence::generate("local", &mut BrowserRandom);
    let computer = level.map(|level| level.to_string().parse::<BotKind>()).transpose()?;
    let mut players = [
        SeatedPlayer { name: first, computer: None },
        SeatedPlayer { name: second, computer: None },
    ];
    let mut flipped = false;
    if let Some(computer) = computer {
        let me = match mine {
            SideSelection::First => Seat::First,
            SideSelection::Second => Seat::Second,
            SideSelection::Random => proof.draw_sides(&setting.start.spec()),
        };
        players = Default::default();
        players[me.other().index()].computer = Some(computer);
        flipped = me == Seat::Second;
    }
    let game = LocalGame::new(setting, players, proof, browser::today(), browser::now());
    Ok(game_storage::start(game, flipped))
}

/// Preselects a bot level for the next game of this kind.
pub(crate) fn suggest_level(game: &str, level: u8) {
    browser::store(&level_key(game), &level.to_string());
}

fn level_key(game: &str) -> String {
    format!("abaque.level.{game}")
}

fn last_level(game: &str) -> u8 {
    let stored = browser::load(&level_key(game)).and_then(|level| level.parse().ok());
    stored.filter(|level| LEVELS.contains(level)).unwrap_or(*LEVELS.start())
}
