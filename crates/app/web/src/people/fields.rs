//! Form fields.

use abaque_client::words::people as words;
use abaque_core::StaticMessage;
use leptos::prelude::*;

use crate::context::context;

/// A text field with label and help line.
#[component]
pub(super) fn Field(
    id: &'static str,
    label: StaticMessage,
    value: RwSignal<String>,
    #[prop(default = "off")] autocomplete: &'static str,
    #[prop(into, default = None)] help: Option<StaticMessage>,
) -> impl IntoView {
    let context = context();
    let help_id = help.map(|_| format!("{id}-help"));
    view! {
        <div class="field">
            <label for=id>{move || context.t(label)}</label>
            <input id=id name=id autocomplete=autocomplete autocapitalize="none" spellcheck="false" maxlength="200" required=true
                aria-describedby=help_id.clone() prop:value=value on:input=move |event| value.set(event_target_value(&event)) />
            {help.map(|help| view! { <small id=help_id>{move || context.t(help)}</small> })}
        </div>
    }
}

/// A password field with a show toggle.
#[component]
pub(super) fn PasswordField(
    id: &'static str,
    label: StaticMessage,
    value: RwSignal<String>,
    /// `current-password` or `new-password`.
    autocomplete: &'static str,
    #[prop(into, default = None)] help: Option<StaticMessage>,
) -> impl IntoView {
    let context = context();
    let shown = RwSignal::new(false);
    let help_id = help.map(|_| format!("{id}-help"));
    view! {
        <div class="field">
            <label for=id>{move || context.t(label)}</label>
            <input id=id name=id type=move || if shown.get() { "text" } else { "password" } autocomplete=autocomplete
                autocapitalize="none" spellcheck="false" maxlength="200" required=true aria-describedby=help_id.clone()
                prop:value=value on:input=move |event| value.set(event_target_value(&event)) />
            {help.map(|help| view! { <small id=help_id>{move || context.t(help)}</small> })}
            <label class="check">
                <input type="checkbox" prop:checked=shown on:change=move |event| shown.set(event_target_checked(&event)) />
                <span>{move || context.t(words::SHOW_PASSWORD)}</span>
            </label>
        </div>
    }
}
