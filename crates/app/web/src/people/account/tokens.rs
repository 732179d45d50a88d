//! Account section: API tokens.

use abaque_client::words::{self as common, people as words};
use abaque_protocol::rest::{ApiToken, ApiTokens, CreatedToken, Scope, TokenRequest};
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::SubmitEvent;

use super::super::api_resource::ApiResource;
use super::super::fields::Field;
use super::super::form_note::{FormNote, FormNoteSignal, FormNoteView};
use super::super::secret_texts::Secrets;
use crate::api::{self, EmptyBody, Method};
use crate::browser;
use crate::context::context;
use crate::icons::{self, Icon};

/// API tokens: list and creation.
#[component]
pub(super) fn Tokens() -> impl IntoView {
    let context = context();
    let all = ApiResource::<ApiTokens>::new("/tokens".into());
    let note: FormNoteSignal = RwSignal::new(None);
    let listed = all.show(context, move |ApiTokens { tokens }| match tokens.is_empty() {
        true => view! { <p class="empty">{move || context.t(words::NO_TOKENS)}</p> }.into_any(),
        false => view! {
            <ul class="list tokens">
                {tokens.into_iter().map(|token| view! { <Row token all note /> }).collect_view()}
            </ul>
        }
        .into_any(),
    });
    view! {
        <section class="part" aria-labelledby="part-tokens">
            <h2 id="part-tokens">{move || context.t(words::TOKENS)}</h2>
            // `/api` is the server's own page, outside the app.
            <p class="help">{move || context.t(words::TOKENS_HELP)}" "<a href="/api" rel="external">"/api"</a>"."</p>
            {listed}
            <FormNoteView note />
            <NewTokenForm all />
        </section>
    }
}

#[component]
fn Row(token: ApiToken, all: ApiResource<ApiTokens>, note: FormNoteSignal) -> impl IntoView {
    let context = context();
    let ApiToken { id, name, scopes, created, used } = token;
    let sure = RwSignal::new(false);
    let delete = move |_| {
        spawn_local(async move {
            let answer =
                api::send::<()>(Method::Delete, &format!("/tokens/{id}"), &EmptyBody {}).await;
            note.set(Some(match answer {
                Ok(()) => FormNote::Done(context.t(words::TOKEN_DELETED).to_owned()),
                Err(error) => FormNote::Failed(error),
            }));
            all.reload();
        });
    };
    let may = if scopes.iter().any(|scope| scope == "play") {
        words::SCOPE_PLAY
    } else {
        words::SCOPE_READ
    };
    let when = move || {
        let day = |at| browser::format_day(at, context.lang());
        let since = context.t(words::SINCE).replace("{day}", &day(created));
        let used = used.map_or(context.t(words::NEVER_USED).to_owned(), |at| {
            context.t(words::LAST_USED).replace("{day}", &day(at))
        });
        format!("{} · {since} · {used}", context.t(may))
    };
    let label = name.clone();
    view! {
        <li>
            <span class="row-text"><strong>{name}</strong><small>{when}</small></span>
            {move || if sure.get() {
                view! {
                    <span class="asked" role="alertdialog" aria-label=context.t(words::TOKEN_DELETE)>
                        <span>{context.t(words::TOKEN_SURE)}</span>
                        <button type="button" class="yes" on:click=delete>{context.t(common::YES)}</button>
                        <button type="button" class="plain" on:click=move |_| sure.set(false)>{context.t(common::NO)}</button>
                    </span>
                }.into_any()
            } else {
                view! {
                    <button type="button" class="plain remove" aria-label=format!("{} {label}", context.t(words::TOKEN_DELETE)) on:click=move |_| sure.set(true)>
                        <Icon d=icons::TRASH />
                    </button>
                }.into_any()
            }}
        </li>
    }
}

#[component]
fn NewTokenForm(all: ApiResource<ApiTokens>) -> impl IntoView {
    let context = context();
    let name = RwSignal::new(String::new());
    let plays = RwSignal::new(true);
    let made = RwSignal::new(None::<String>);
    let note: FormNoteSignal = RwSignal::new(None);
    let make = move |event: SubmitEvent| {
        event.prevent_default();
        let scopes =
            if plays.get_untracked() { vec![Scope::Read, Scope::Play] } else { vec![Scope::Read] };
        let request = TokenRequest { name: name.get_untracked().trim().to_owned(), scopes };
        spawn_local(async move {
            match api::send::<CreatedToken>(Method::Post, "/tokens", &request).await {
                Ok(CreatedToken { token, .. }) => {
                    name.set(String::new());
                    note.set(None);
                    made.set(Some(token));
                    all.reload();
                }
                Err(error) => note.set(Some(FormNote::Failed(error))),
            }
        });
    };
    let scope = move |value: bool, label: abaque_core::StaticMessage| {
        view! {
            <label class="tile small">
                <input type="radio" name="scope" prop:checked=move || plays.get() == value on:change=move |_| plays.set(value) />
                <span>{move || context.t(label)}</span>
            </label>
        }
    };
    view! {
        {move || made.get().map(|token| view! {
            <div class="made">
                <p role="status">{move || context.t(words::TOKEN_ONCE)}</p>
                <Secrets lines=vec![token] file="abaque-token.txt".to_owned() />
            </div>
        })}
        <details class="make-token">
            <summary>{move || context.t(words::TOKEN_MAKE)}</summary>
            <form class="sheet" on:submit=make>
                <Field id="token-name" label=words::TOKEN_NAME value=name help=words::TOKEN_NAME_HELP />
                <fieldset>
                    <legend>{move || context.t(words::TOKEN_MAY)}</legend>
                    <div class="tiles">{scope(true, words::SCOPE_PLAY)}{scope(false, words::SCOPE_READ)}</div>
                </fieldset>
                <FormNoteView note />
                <button>{move || context.t(words::TOKEN_MAKE)}</button>
            </form>
        </details>
    }
}
