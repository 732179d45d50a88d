use abaque_client::prefs::{Look, Pace, Shade};
use abaque_client::{Prefs, words};
use abaque_core::{Lang, Words};
use leptos::prelude::*;

use crate::browser;
use crate::context::{Context, context};

/// Settings.
#[component]
pub(crate) fn Settings() -> impl IntoView {
    let context = context();
    let language = move |lang: Lang, name: &'static str| {
        let choose = move |_| context.set(|prefs| prefs.lang = Some(lang.code().to_owned()));
        view! {
            <label class="tile small">
                <input type="radio" name="lang" prop:checked=move || context.lang() == lang on:change=choose />
                <span lang=lang.code()>{name}</span>
            </label>
        }
    };
    let shade = |shade: Shade| {
        let words = match shade {
            Shade::Auto => words::SHADE_AUTO,
            Shade::Light => words::SHADE_LIGHT,
            Shade::Dark => words::SHADE_DARK,
            Shade::Contrast => words::SHADE_CONTRAST,
        };
        named(
            context,
            "shade",
            words,
            move |prefs| prefs.shade == shade,
            move |prefs| prefs.shade = shade,
        )
    };
    let look = |look: Look| {
        let words = if look == Look::Wood { words::LOOK_WOOD } else { words::LOOK_STONE };
        named(
            context,
            "look",
            words,
            move |prefs| prefs.look == look,
            move |prefs| prefs.look = look,
        )
    };
    let pace = |pace: Pace| {
        let words = match pace {
            Pace::Off => words::PACE_OFF,
            Pace::Quick => words::PACE_QUICK,
            Pace::Calm => words::PACE_CALM,
        };
        named(
            context,
            "pace",
            words,
            move |prefs| prefs.pace == pace,
            move |prefs| prefs.pace = pace,
        )
    };
    view! {
        <section class="page narrow settings">
            <h1>{move || context.t(words::SETTINGS)}</h1>
            {(!browser::keeps()).then(|| view! { <p class="notice">{context.t(words::NO_STORAGE)}</p> })}
            <fieldset>
                <legend>{move || context.t(words::LANGUAGE)}</legend>
                <div class="tiles">{language(Lang::En, "English")}{language(Lang::Fr, "Français")}</div>
            </fieldset>
            <fieldset>
                <legend>{move || context.t(words::SHADE)}</legend>
                <div class="tiles">{Shade::ALL.map(shade).collect_view()}</div>
            </fieldset>
            <fieldset>
                <legend>{move || context.t(words::LOOK)}</legend>
                <div class="tiles">{Look::ALL.map(look).collect_view()}</div>
            </fieldset>
            <fieldset>
                <legend>{move || context.t(words::ON_BOARD)}</legend>
                {toggle(context, "coordinates", words::COORDINATES, None, |prefs| prefs.coordinates, |prefs, on| prefs.coordinates = on)}
                {toggle(context, "targets", words::TARGETS, None, |prefs| prefs.targets, |prefs, on| prefs.targets = on)}
                {toggle(context, "last", words::LAST, None, |prefs| prefs.last, |prefs, on| prefs.last = on)}
                {toggle(context, "warnings", words::WARNINGS, Some(words::WARNINGS_HELP), |prefs| prefs.warnings, |prefs, on| prefs.warnings = on)}
            </fieldset>
            <fieldset>
                <legend>{move || context.t(words::MOVEMENT)}</legend>
                <div class="tiles">{Pace::ALL.map(pace).collect_view()}</div>
                {toggle(context, "forced", words::FORCED_LEAPS, None, |prefs| prefs.forced, |prefs, on| prefs.forced = on)}
                {toggle(context, "confirm", words::CONFIRM, Some(words::CONFIRM_HELP), |prefs| prefs.confirm, |prefs, on| prefs.confirm = on)}
                {toggle(context, "sound", words::SOUND, None, |prefs| prefs.sound, |prefs, on| prefs.sound = on)}
            </fieldset>
        </section>
    }
}

fn named(
    context: Context,
    group: &'static str,
    words: Words,
    is: impl Fn(&Prefs) -> bool + Send + Sync + 'static,
    set: impl Fn(&mut Prefs) + Send + Sync + 'static,
) -> impl IntoView {
    view! {
        <label class="tile small">
            <input type="radio" name=group prop:checked=move || context.prefs.with(&is) on:change=move |_| context.set(&set) />
            <span>{move || context.t(words)}</span>
        </label>
    }
}

fn toggle(
    context: Context,
    id: &'static str,
    words: Words,
    help: Option<Words>,
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
                on:change=move |event| { let on = event_target_checked(&event); context.set(|prefs| set(prefs, on)); }
            />
            <span>{move || context.t(words)}{help.map(|help| view! { <small>{move || context.t(help)}</small> })}</span>
        </label>
    }
}
