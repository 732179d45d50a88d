//! Chat beside a game.

use abaque_client::address::escape;
use abaque_client::chat_phrases::{CLOSING_PHRASES, PHRASES, localized_line};
use abaque_client::words::{online, running};
use abaque_core::StaticMessage;
use abaque_protocol::rest::{ChatLogLine, FiledReport, ReportRequest};
use abaque_protocol::{GameStage, MAX_CHAT_CHARS};
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::{KeyboardEvent, SubmitEvent};

use super::session::OnlineSession;
use crate::api::{self, Method};
use crate::browser;
use crate::context::context;
use crate::icons::{self, Icon};

/// Chat lines and an input field.
#[component]
pub(crate) fn Chat(session: OnlineSession) -> impl IntoView {
    let context = context();
    let list = NodeRef::<leptos::html::Ol>::new();
    let text = RwSignal::new(String::new());
    let muted = Memo::new(move |_| session.with(|table| Some(table.muted)).unwrap_or(false));
    let reported = RwSignal::new(false);
    let earlier = RwSignal::new(Vec::<ChatLogLine>::new());
    // Unmuting reveals what was said meanwhile.
    Effect::new(move |_| {
        if muted.get() {
            return;
        }
        let path = format!("/games/{}/chat", session.id());
        spawn_local(async move {
            if let Ok(lines) = api::get::<Vec<ChatLogLine>>(&path).await {
                earlier.try_set(lines);
            }
        });
    });
    let lines = Memo::new(move |_| {
        if muted.get() {
            return Vec::new();
        }
        let mut lines = earlier.get();
        let known: Vec<i64> = lines.iter().map(|line| line.id).collect();
        let live = session.with(|table| Some(table.chat.clone())).unwrap_or_default();
        lines.extend(live.into_iter().filter(|line| !known.contains(&line.id)).map(|line| {
            ChatLogLine { id: line.id, name: line.name, at: line.at, text: line.text }
        }));
        lines
    });
    Effect::new(move |_| {
        lines.track();
        if let Some(list) = list.get() {
            browser::run_after(0, move || list.set_scroll_top(list.scroll_height()));
        }
    });
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let line = text.get_untracked().trim().to_owned();
        if !line.is_empty() {
            session.connection.send_chat(&session.id(), &line);
            text.set(String::new());
        }
    };
    // Sent in the speaker's language; every reader of this app sees their own.
    let phrases = move || {
        let over = session.stage() == Some(GameStage::Over);
        let list: &[StaticMessage] = if over { &CLOSING_PHRASES } else { &PHRASES };
        let button = |phrase: StaticMessage| {
            let say = move |_| session.connection.send_chat(&session.id(), context.t(phrase));
            view! { <button type="button" class="phrase" on:click=say>{context.t(phrase)}</button> }
        };
        list.iter().copied().map(button).collect_view()
    };
    let close = move |_| session.chat_open.set(false);
    let close_by_key = move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            session.chat_open.set(false);
        }
    };
    let others = move || {
        lines.with(|lines| lines.iter().any(|line| !session.connection.is_own_name(&line.name)))
    };
    let report = move |_| {
        let last = lines.with_untracked(|lines| {
            lines.iter().rev().find(|line| !session.connection.is_own_name(&line.name)).cloned()
        });
        let Some(last) = last else { return };
        let path = format!("/people/{}/reports", escape(&last.name));
        let report = ReportRequest { game: Some(session.id()), text: last.text };
        spawn_local(async move {
            if api::send::<FiledReport>(Method::Post, &path, &report).await.is_ok() {
                reported.try_set(true);
            }
        });
    };
    // During the game, watchers have a chat of their own.
    let among = move || session.seat().is_none() && session.stage() == Some(GameStage::Playing);
    let may_speak = move || session.connection.is_identified() && !muted.get();
    view! {
        <section id="chat" class="chat" class:open=session.chat_open on:keydown=close_by_key>
            <header>
                <h2>{move || context.t(online::CHAT)}</h2>
                <button class="plain" aria-pressed=move || muted.get().to_string() on:click=move |_| session.set_muted(!muted.get_untracked())>
                    {move || context.t(if muted.get() { online::CHAT_UNMUTE } else { online::CHAT_MUTE })}
                </button>
                <Show when=others>
                    <button class="plain" disabled=reported on:click=report><Icon d=icons::FLAG />{move || context.t(online::CHAT_REPORT)}</button>
                </Show>
                <button class="plain close-chat" aria-label=move || context.t(running::CLOSE_CHAT) on:click=close><Icon d=icons::CROSS /></button>
            </header>
            <Show when=among><p class="help">{move || context.t(online::CHAT_WATCHERS)}</p></Show>
            <Show when=move || reported.get()><p role="status">{move || context.t(online::CHAT_REPORTED)}</p></Show>
            <Show when=move || muted.get() || lines.with(Vec::is_empty)>
                <p class="empty">{move || context.t(if muted.get() { online::CHAT_MUTED } else { online::CHAT_EMPTY })}</p>
            </Show>
            <ol node_ref=list tabindex="0" aria-label=move || context.t(online::CHAT)>
                <For each=move || lines.get() key=|line| line.id let:line>
                    <li><strong>{line.name}</strong>" "{move || localized_line(&line.text, context.lang()).to_owned()}</li>
                </For>
            </ol>
            <Show when=may_speak>
                <div class="phrases" role="group" aria-label=move || context.t(running::PHRASES)>{phrases}</div>
                <form on:submit=send>
                    <label class="sr-only" for="chat-line">{move || context.t(online::CHAT_SAY)}</label>
                    <input
                        id="chat-line"
                        autocomplete="off"
                        maxlength=MAX_CHAT_CHARS.to_string()
                        placeholder=move || context.t(online::CHAT_SAY)
                        prop:value=text
                        on:input=move |event| text.set(event_target_value(&event))
                    />
                    <button>{move || context.t(online::CHAT_SEND)}</button>
                </form>
            </Show>
        </section>
    }
}

/// Opens and closes the chat on narrow screens, where it covers the page; tells of unread lines.
#[component]
pub(crate) fn ChatToggle(session: OnlineSession) -> impl IntoView {
    let context = context();
    let toggle = move |_| {
        session.chat_open.update(|open| *open = !*open);
        session.unread.set(0);
    };
    let unread = move || {
        let count = session.unread.get();
        let text = if count == 1 { running::UNREAD_ONE } else { running::UNREAD };
        let label = move || context.t(text).replace("{n}", &count.to_string());
        (count > 0).then(|| view! { <b class="badge" role="img" aria-label=label>{count}</b> })
    };
    view! {
        <button class="chat-toggle" aria-expanded=move || session.chat_open.get().to_string() aria-controls="chat" on:click=toggle>
            <Icon d=icons::CHAT />{move || context.t(online::CHAT)}{unread}
        </button>
    }
}
