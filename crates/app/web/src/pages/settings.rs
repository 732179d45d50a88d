//! The settings page.

use abaque_client::prefs::{AnimationSpeed, BoardMaterial, ColourScheme, MoveListStyle};
use abaque_client::{Prefs, words};
use abaque_core::{Lang, StaticMessage};
use leptos::prelude::*;

use crate::browser;
use crate::context::{AppContext, context};

/// The settings page.
#[component]
pub(crate) fn Settings() -> impl IntoView {
    let context = context();
    let language = move |lang: Lang, name: &'static str| {
        let choose =
            move |_| context.update_prefs(|prefs| prefs.lang = Some(lang.code().to_owned()));
        view! {
            <label class="tile small">
                <input type="radio" name="lang" prop:checked=move || context.lang() == lang on:change=choose />
                <span lang=lang.code()>{name}</span>
            </label>
        }
    };
    let shade = |shade: ColourScheme| {
        let words = match shade {
            ColourScheme::Auto => words::SHADE_AUTO,
            ColourScheme::Light => words::SHADE_LIGHT,
            ColourScheme::Dark => words::SHADE_DARK,
            ColourScheme::Contrast => words::SHADE_CONTRAST,
            ColourScheme::ContrastDark => words::SHADE_CONTRAST_DARK,
        };
        radio_tile(
            context,
            "shade",
            words,
            move |prefs| prefs.shade == shade,
            move |prefs| prefs.shade = shade,
        )
    };
    let look = |look: BoardMaterial| {
        let words = if look == BoardMaterial::Wood { words::LOOK_WOOD } else { words::LOOK_STONE };
        radio_tile(
            context,
            "look",
            words,
            move |prefs| prefs.look == look,
            move |prefs| prefs.look = look,
        )
    };
    let pace = |pace: AnimationSpeed| {
        let words = match pace {
            AnimationSpeed::Off => words::PACE_OFF,
            AnimationSpeed::Quick => words::PACE_QUICK,
            AnimationSpeed::Calm => words::PACE_CALM,
        };
        radio_tile(
            context,
            "pace",
            words,
            move |prefs| prefs.pace == pace,
            move |prefs| prefs.pace = pace,
        )
    };
    let moves = |style: MoveListStyle| {
        let words = match style {
            MoveListStyle::Words => words::MOVES_IN_WORDS,
            MoveListStyle::Notation => words::MOVES_IN_NOTATION,
        };
        radio_tile(
            context,
            "moves",
            words,
            move |prefs| prefs.moves == style,
            move |prefs| prefs.moves = style,
        )
    };
    view! {
        <section class="page narrow settings">
            <h1>{move || context.t(words::SETTINGS)}</h1>
            {(!browser::has_storage()).then(|| view! { <p class="notice">{context.t(words::NO_STORAGE)}</p> })}
            <fieldset>
                <legend>{move || context.t(words::LANGUAGE)}</legend>
                <div class="tiles">{language(Lang::En, "English")}{language(Lang::Fr, "Français")}</div>
            </fieldset>
            <fieldset>
                <legend>{move || context.t(words::SHADE)}</legend>
                <div class="tiles">{ColourScheme::ALL.map(shade).collect_view()}</div>
            </fieldset>
            <fieldset>
                <legend>{move || context.t(words::LOOK)}</legend>
                <div class="tiles">{BoardMaterial::ALL.map(look).collect_view()}</div>
            </fieldset>
            <fieldset>
                <legend>{move || context.t(words::ON_BOARD)}</legend>
                {toggle(context, "coordinates", words::COORDINATES, None, |prefs| prefs.coordinates, |prefs, on| prefs.coordinates = on)}
                {toggle(context, "targets", words::TARGETS, None, |prefs| prefs.targets, |prefs, on| prefs.targets = on)}
                {toggle(context, "last", words::LAST, None, |prefs| prefs.last, |prefs, on| prefs.last = on)}
                {toggle(context, "warnings", words::WARNINGS, Some(Signal::derive(move || warning_help(context))), |prefs| prefs.warnings, |prefs, on| prefs.warnings = on)}
            </fieldset>
            <fieldset>
                <legend>{move || context.t(words::MOVE_LIST)}</legend>
                <div class="tiles">{MoveListStyle::ALL.map(moves).collect_view()}</div>
            </fieldset>
            <fieldset>
                <legend>{move || context.t(words::MOVEMENT)}</legend>
                <div class="tiles">{AnimationSpeed::ALL.map(pace).collect_view()}</div>
                {toggle(context, "forced", words::FORCED_MOVES, None, |prefs| prefs.forced, |prefs, on| prefs.forced = on)}
                {toggle(context, "confirm", words::CONFIRM, Some(Signal::derive(move || context.t(words::CONFIRM_HELP).to_owned())), |prefs| prefs.confirm, |prefs, on| prefs.confirm = on)}
                {toggle(context, "sound", words::SOUND, None, |prefs| prefs.sound, |prefs, on| prefs.sound = on)}
            </fieldset>
        </section>
    }
}

/// What warnings show in each game.
fn warning_help(context: AppContext) -> String {
    let games = abaque_catalog::GAMES.iter().map(|entry| (entry.description)());
    let helps = games.filter_map(|info| {
        let help = abaque_draw::board_info(info.name).ok()?.warning_help?;
        Some(format!("{} ({})", context.t(help), context.t(info.title)))
    });
    helps.collect::<Vec<_>>().join(", ")
}

fn radio_tile(
    context: AppContext,
    group: &'static str,
    words: StaticMessage,
    is: impl Fn(&Prefs) -> bool + Send + Sync + 'static,
    set: impl Fn(&mut Prefs) + Send + Sync + 'static,
) -> impl IntoView {
    view! {
        <label class="tile small">
            <input type="radio" name=group prop:checked=move || context.prefs.with(&is) on:change=move |_| context.update_prefs(&set) />
            <span>{move || context.t(words)}</span>
        </label>
    }
}

fn toggle(
    context: AppContext,
    id: &'static str,
    words: StaticMessage,
    help: Option<Signal<String>>,
    is: fn(&Prefs) -> bool,
    set: fn(&mut Prefs, bool),
) -> impl IntoView {
    view! {
        <label class="switch">
            <input
                type="checkbox"
                role="switch"
                id=id
                prop:checked=move || context.prefs.with(is)
                on:change=move |event| { let on = event_target_checked(&event); context.update_prefs(|prefs| set(prefs, on)); }
            />
            <span>{move || context.t(words)}{help.map(|help| view! { <small>{help}</small> })}</span>
        </label>
    }
}
