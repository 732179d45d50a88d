//! The position editor.

mod board;
mod fields;
mod pattern;
mod stacks;

use abaque_client::editor::{self, Editor};
use abaque_client::words::study as texts;
use abaque_client::{Route, StudySource};
use abaque_study::StudyLink;
use leptos::prelude::*;
use web_sys::SubmitEvent;

use crate::context::context;
use crate::icons::{self, Icon};
use crate::pages;
use board::EditorBoard;
use fields::{OptionFields, PositionFields};
use pattern::Pattern;
use stacks::Stacks;

/// Maximum number of undo steps.
const MAX_UNDO_STEPS: usize = 100;

/// A position being edited. A `Copy` bundle of signals.
#[derive(Clone, Copy)]
pub(crate) struct EditorSession {
    editor: RwSignal<Editor, LocalStorage>,
    /// The position before each change.
    undo_stack: RwSignal<Vec<Editor>, LocalStorage>,
    flipped: RwSignal<bool>,
}

impl EditorSession {
    fn new(editor: Editor) -> EditorSession {
        let (editor, past) = (RwSignal::new_local(editor), RwSignal::new_local(Vec::new()));
        EditorSession { editor, undo_stack: past, flipped: RwSignal::new(false) }
    }

    /// Makes a change that can be undone.
    fn change<T>(self, change: impl FnOnce(&mut Editor) -> T) -> Option<T> {
        let before = self.editor.get_untracked();
        let mut result = None;
        self.editor.update(|editor| result = Some(change(editor)));
        let changed = self.editor.with_untracked(|editor| {
            editor.text() != before.text() || editor.spec() != before.spec()
        });
        if changed {
            self.undo_stack.update(|past| {
                past.push(before);
                if past.len() > MAX_UNDO_STEPS {
                    past.remove(0);
                }
            });
        }
        result
    }

    fn undo(self) {
        let mut before = None;
        self.undo_stack.update(|past| before = past.pop());
        if let Some(before) = before {
            self.editor.set(before);
        }
    }

    fn tap(self, square: &str) {
        self.change(|editor| editor.tap(square));
    }

    /// Link to play or study the position, if it is legal.
    fn link(self) -> Option<StudyLink> {
        self.editor.with(|editor| {
            editor.game().ok()?;
            Some(StudyLink {
                spec: editor.spec().to_owned(),
                position: Some(editor.text()),
                ..StudyLink::default()
            })
        })
    }
}

/// The editor page; without a query it starts from the game's initial position.
#[component]
pub(crate) fn EditorPage(name: String, query: String) -> impl IntoView {
    let link = StudyLink::parse(&query);
    let spec = if link.spec.is_empty() { name.clone() } else { link.spec.clone() };
    let begun = match &link.position {
        Some(position) => Editor::from_position(&spec, position),
        None => Editor::new(&spec),
    };
    // An invalid address opens the initial position and shows the error.
    let (editor, wrong) = match begun {
        Ok(editor) => (Some(editor), None),
        Err(error) => (Editor::new(&name).ok(), Some(error.message)),
    };
    let Some(editor) = editor.filter(|editor| editor.spec().split(':').next() == Some(&*name))
    else {
        return view! { <pages::Missing /> }.into_any();
    };
    let session = EditorSession::new(editor);
    view! { <EditorView session name wrong=wrong.map(|message| StoredValue::new(message)) /> }
        .into_any()
}

#[component]
fn EditorView(
    session: EditorSession,
    name: String,
    wrong: Option<StoredValue<abaque_core::Message>>,
) -> impl IntoView {
    let context = context();
    let info = abaque_catalog::find(&name).map(|entry| (entry.description)()).ok();
    let wide = abaque_draw::board_info(&name).map_or(1.0, |info| info.aspect_ratio).to_string();
    let title = move || {
        let game = info.map_or("", |info| context.t(info.title));
        format!("{} – {game}", context.t(texts::EDITOR))
    };
    Effect::new(move |_| context.set_title(&format!("{} – Abaque", title())));
    let tools = session.editor.with_untracked(|editor| editor.tools());
    let clears = session.editor.with_untracked(Editor::can_clear);
    let (stacks, pattern) =
        session.editor.with_untracked(|editor| (editor.stack_editor(), editor.pattern_editor()));
    let short = session.editor.with_untracked(Editor::has_short_tools);
    let restart = move |_| {
        let spec = session.editor.with_untracked(|editor| editor.spec().to_owned());
        if let Ok(fresh) = Editor::new(&spec) {
            session.change(|editor| {
                let using = editor.selected_tool();
                *editor = fresh;
                editor.select_tool(using);
            });
        }
    };
    // Keeps the position in the address.
    let game = name.clone();
    Effect::new(move |known: Option<()>| {
        let link = session.link();
        if let (Some(()), Some(link)) = (known, link) {
            context.replace_address(&Route::Editor(game.clone(), link.to_query()));
        }
    });
    let using = Memo::new(move |_| session.editor.with(Editor::selected_tool));
    let take = move |tool: &'static str| session.editor.update(|editor| editor.select_tool(tool));
    view! {
        <section class="table editor" style:--wide=wide data-game=name.clone()>
            <h1 class="sr-only">{title}</h1>
            <div class="table-board">
                <div class="board-frame"><EditorBoard session /></div>
            </div>
            <aside class="table-side" aria-label=move || context.t(texts::TOOLS)>
                {wrong.map(|wrong| view! { <p class="notice">{move || wrong.with_value(|message| message.get(context.lang()).to_owned())}</p> })}
                <PositionCheck session />
                <fieldset>
                    <legend>{move || context.t(texts::TOOLS)}</legend>
                    <div class="tiles" class:narrow-tiles=short>
                        {tools.iter().map(|tool| view! {
                            <label class="tile small" class:long=tool.is_long>
                                <input type="radio" name="tool" value=tool.id prop:checked=move || using.get() == tool.id on:change=move |_| take(tool.id) />
                                <span>{move || context.t(tool.name)}</span>
                            </label>
                        }).collect_view()}
                    </div>
                    <p class="help">{move || context.t(texts::EDITOR_HELP)}</p>
                </fieldset>
                {stacks.map(|stacks| view! { <Stacks session stacks /> })}
                <div class="controls">
                    <button type="button" id="undo" disabled=move || session.undo_stack.with(Vec::is_empty) on:click=move |_| session.undo()><Icon d=icons::BACK />{move || context.t(texts::UNDO_CHANGE)}</button>
                    {clears.then(|| view! {
                        <button type="button" id="clear" on:click=move |_| { session.change(Editor::clear); }><Icon d=icons::TRASH />{move || context.t(texts::EMPTY_BOARD)}</button>
                    })}
                    <button type="button" id="restart" on:click=restart><Icon d=icons::FIRST />{move || context.t(texts::START_BOARD)}</button>
                    <button type="button" on:click=move |_| session.flipped.update(|flip| *flip = !*flip)><Icon d=icons::TURN />{move || context.t(abaque_client::words::FLIP)}</button>
                </div>
                <PositionFields session />
                {pattern.map(|pattern| view! { <Pattern session pattern /> })}
                <OptionFields session />
                <PositionText session />
            </aside>
        </section>
    }
}

/// Whether the position is legal, with links to play or study it; else the broken rule.
#[component]
fn PositionCheck(session: EditorSession) -> impl IntoView {
    let context = context();
    let verdict = Memo::new(move |_| session.editor.with(Editor::status));
    let begins = Memo::new(move |_| verdict.get() == editor::PositionStatus::Playable);
    let wrong = Memo::new(move |_| matches!(verdict.get(), editor::PositionStatus::Invalid(_)));
    let game = move || {
        session.editor.with(|editor| editor.spec().split(':').next().unwrap_or_default().to_owned())
    };
    let query = move || session.link().map(|link| link.to_query()).unwrap_or_default();
    let verdict_text = move || match verdict.get() {
        editor::PositionStatus::Invalid(why) => why.get(context.lang()).to_owned(),
        editor::PositionStatus::Over(how) => {
            format!("{} {}", context.t(texts::OVER_HERE), how.get(context.lang()))
        }
        editor::PositionStatus::Playable => context.t(texts::EDITOR_RIGHT).to_owned(),
    };
    view! {
        <p class=move || if wrong.get() { "notice" } else { "notice hint" } role="status" id="verdict">
            <Show when=move || begins.get()><Icon d=icons::CHECK /></Show>
            <span>{verdict_text}</span>
        </p>
        <Show when=move || !wrong.get()>
            <div class="controls">
                <Show when=move || begins.get()>
                    <a class="button primary" id="play-here" href=move || Route::NewAt(game(), query()).to_string()><Icon d=icons::PLAY />{move || context.t(texts::PLAY_HERE)}</a>
                </Show>
                <a class="button" id="study-here" href=move || Route::Study(StudySource::Link(query())).to_string()><Icon d=icons::LENS />{move || context.t(texts::STUDY_HERE)}</a>
            </div>
        </Show>
    }
}

/// The position as text, editable.
#[component]
fn PositionText(session: EditorSession) -> impl IntoView {
    let context = context();
    let text = Memo::new(move |_| session.editor.with(Editor::text));
    let written = RwSignal::new(None::<String>);
    let wrong = RwSignal::new(None::<String>);
    Effect::new(move |_| {
        text.track();
        written.set(None);
        wrong.set(None);
    });
    let put = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(typed) = written.get_untracked() else { return };
        let result = session.change(|editor| editor.set_text(&typed));
        let error = result.and_then(Result::err);
        wrong.set(error.map(|error| error.message.get(context.lang()).to_owned()));
    };
    view! {
        <form class="typed" on:submit=put>
            <label for="position">{move || context.t(texts::POSITION_TEXT)}</label>
            <textarea id="position" rows=move || text.with(|text| (text.len() / 34 + 1).clamp(2, 9)).to_string() spellcheck="false" prop:value=move || written.get().unwrap_or_else(|| text.get()) on:input=move |event| written.set(Some(event_target_value(&event)))></textarea>
            {move || wrong.get().map(|wrong| view! { <p class="notice" role="alert">{wrong}</p> })}
            <button disabled=move || written.with(Option::is_none)>{move || context.t(texts::SET_TEXT)}</button>
        </form>
    }
}
