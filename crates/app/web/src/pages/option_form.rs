//! The options of a game in plain words, with pictures drawn by its board.

use abaque_client::words;
use abaque_core::GameDescription;
use abaque_draw::{DrawOptions, OptionChoice, OptionTexts};
use leptos::prelude::*;

use crate::context::context;

/// Options that differ from the default: key and value.
pub(crate) type ChosenOptions = RwSignal<Vec<(&'static str, String)>>;

/// All options of a game, folded until someone wants them. `children` follow inside.
#[component]
pub(crate) fn OptionForm(
    info: &'static GameDescription,
    chosen: ChosenOptions,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    let context = context();
    // Pictures are drawn when they are looked at for the first time.
    let opened = RwSignal::new(false);
    let texts = abaque_draw::option_texts(info.name).unwrap_or_default();
    let listed = texts.iter().filter(|option| !option.choices.is_empty());
    let listed = listed.map(|option| view! { <OptionTiles info option chosen opened /> });
    let typed: Vec<&OptionTexts> = texts.iter().filter(|option| option.typed.is_some()).collect();
    let advanced = (!typed.is_empty()).then(|| {
        view! {
            <details class="advanced">
                <summary>{move || context.t(words::ADVANCED)}</summary>
                <div class="fields">
                    {typed.into_iter().map(|option| view! { <TypedOption info option chosen /> }).collect_view()}
                </div>
            </details>
        }
    });
    view! {
        <details class="options" on:toggle=move |_| opened.set(true)>
            <summary>{move || context.t(words::OPTIONS)}</summary>
            {listed.collect_view()}
            {advanced}
            {children.map(|children| children())}
        </details>
    }
}

/// The values of an option as tiles.
#[component]
fn OptionTiles(
    info: &'static GameDescription,
    option: &'static OptionTexts,
    chosen: ChosenOptions,
    opened: RwSignal<bool>,
) -> impl IntoView {
    let context = context();
    let picture = move |choice: &OptionChoice| {
        if !opened.get() {
            return String::new();
        }
        let options =
            DrawOptions { theme: context.theme(), lang: context.lang(), ..DrawOptions::default() };
        let drawn = abaque_draw::choice_picture(info.name, option.key, choice, &options);
        drawn.unwrap_or_default()
    };
    let tile = |choice: &'static OptionChoice| {
        let has_picture = choice.picture != abaque_draw::ChoicePicture::None;
        let checked = move || value_of(info, option.key, chosen) == choice.value;
        view! {
            <label class="tile choice" class:pictured=has_picture>
                <input type="radio" name=format!("option-{}", option.key) value=choice.value prop:checked=checked
                    on:change=move |_| choose(info, option.key, chosen, choice.value) />
                {has_picture.then(|| view! { <span class="choice-picture" aria-hidden="true" inner_html=move || picture(choice)></span> })}
                <span>{move || context.t(choice.name)}</span>
            </label>
        }
    };
    view! {
        <fieldset>
            <legend>{move || context.t(option.title)}</legend>
            <div class="tiles choices">{option.choices.iter().map(tile).collect_view()}</div>
        </fieldset>
    }
}

/// A value that is typed.
#[component]
fn TypedOption(
    info: &'static GameDescription,
    option: &'static OptionTexts,
    chosen: ChosenOptions,
) -> impl IntoView {
    let context = context();
    let id = format!("option-{}", option.key);
    let help = format!("{id}-help");
    // What a tile has chosen is not repeated here.
    let typed = move || {
        let value = value_of(info, option.key, chosen);
        let is_listed = option.choices.iter().any(|choice| choice.value == value);
        let is_default = default_of(info, option.key) == value;
        if is_listed || is_default { String::new() } else { value }
    };
    view! {
        <label for=id.clone()>{move || context.t(option.title)}</label>
        <input id=id aria-describedby=help.clone() autocomplete="off" autocapitalize="none" spellcheck="false"
            prop:value=typed on:change=move |event| choose(info, option.key, chosen, event_target_value(&event).trim()) />
        <small id=help>{move || option.typed.map(|typed| context.t(typed))}</small>
    }
}

fn default_of(info: &GameDescription, key: &str) -> &'static str {
    info.options.iter().find(|option| option.key == key).map_or("", |option| option.default)
}

fn value_of(info: &GameDescription, key: &str, chosen: ChosenOptions) -> String {
    let own = chosen.with(|chosen| {
        chosen.iter().find(|(known, _)| *known == key).map(|(_, value)| value.clone())
    });
    own.unwrap_or_else(|| default_of(info, key).to_owned())
}

fn choose(info: &GameDescription, key: &'static str, chosen: ChosenOptions, value: &str) {
    chosen.update(|chosen| {
        chosen.retain(|(known, _)| *known != key);
        if !value.is_empty() && value != default_of(info, key) {
            chosen.push((key, value.to_owned()));
        }
    });
}

/// The game's spec with the chosen options.
pub(crate) fn spec_text(info: &GameDescription, chosen: &[(&'static str, String)]) -> String {
    let options: Vec<String> = chosen.iter().map(|(key, value)| format!("{key}={value}")).collect();
    if options.is_empty() {
        info.name.to_owned()
    } else {
        format!("{}:{}", info.name, options.join(","))
    }
}
