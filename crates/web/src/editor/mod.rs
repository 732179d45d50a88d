//! Where positions are put together.

mod board;
mod sheet;

use abaque_client::editor::{Editor, Field};
use abaque_client::study::Link;
use abaque_client::words::study as texts;
use abaque_client::{Route, Subject};
use leptos::prelude::*;
use web_sys::SubmitEvent;

use crate::context::{Context, context};
use crate::icons::{self, Icon};
use crate::pages;
use board::Workbench;
use sheet::SheetEditor;

/// A position being put together. Everything in it is a handle, so it is copied freely.
#[derive(Clone, Copy)]
pub(crate) struct Bench {
    editor: RwSignal<Editor, LocalStorage>,
    tool: RwSignal<&'static str>,
    flip: RwSignal<bool>,
}

impl Bench {
    fn tap(self, square: &str) {
        let tool = self.tool.get_untracked();
        self.editor.update(|editor| editor.tap(square, tool));
    }

    /// What leads on from here, if a game can begin here.
    fn link(self) -> Option<Link> {
        self.editor.with(|editor| {
            editor.game().ok()?;
            Some(Link {
                spec: editor.spec().to_owned(),
                position: Some(editor.text()),
                ..Link::default()
            })
        })
    }
}

/// The page: an empty query begins with the game's start.
#[component]
pub(crate) fn Page(name: String, query: String) -> impl IntoView {
    let link = Link::read(&query);
    let spec = if link.spec.is_empty() { name.clone() } else { link.spec.clone() };
    let begun = match &link.position {
        Some(position) => Editor::at(&spec, position),
        None => Editor::new(&spec),
    };
    // An address that makes no sense begins with the start all the same, and says what was wrong with it.
    let (editor, wrong) = match begun {
        Ok(editor) => (Some(editor), None),
        Err(error) => (Editor::new(&name).ok(), Some(error.said)),
    };
    let Some(editor) = editor.filter(|editor| editor.spec().split(':').next() == Some(&*name))
    else {
        return view! { <pages::Missing /> }.into_any();
    };
    let tool = editor.tools().first().map_or("", |tool| tool.id);
    let bench = Bench {
        editor: RwSignal::new_local(editor),
        tool: RwSignal::new(tool),
        flip: RwSignal::new(false),
    };
    view! { <Workshop bench name wrong=wrong.map(|said| StoredValue::new(said)) /> }.into_any()
}

#[component]
fn Workshop(
    bench: Bench,
    name: String,
    wrong: Option<StoredValue<abaque_core::Said>>,
) -> impl IntoView {
    let context = context();
    let info = abaque_catalog::find(&name).map(|entry| (entry.info)()).ok();
    let title = move || {
        let game = info.map_or("", |info| context.t(info.title));
        format!("{} – {game}", context.t(texts::EDITOR))
    };
    Effect::new(move |_| document().set_title(&format!("{} – Abaque", title())));
    let tools = bench.editor.with_untracked(|editor| editor.tools());
    let clears = bench.editor.with_untracked(Editor::can_clear);
    let has_sheet = name == "abraxas";
    let restart = move |_| {
        let spec = bench.editor.with_untracked(|editor| editor.spec().to_owned());
        if let Ok(fresh) = Editor::new(&spec) {
            bench.editor.set(fresh);
        }
    };
    let fields = Memo::new(move |_| bench.editor.with(|editor| editor.fields().to_vec()));
    let ids =
        Memo::new(move |_| fields.with(|fields| fields.iter().map(|it| it.id).collect::<Vec<_>>()));
    view! {
        <section class="table editor" data-game=name.clone()>
            <h1 class="sr-only">{title}</h1>
            <div class="table-board">
                <div class="board-frame"><Workbench bench /></div>
            </div>
            <aside class="table-side" aria-label=move || context.t(texts::TOOLS)>
                {wrong.map(|wrong| view! { <p class="notice">{move || wrong.with_value(|said| said.get(context.lang()).to_owned())}</p> })}
                <Verdict bench />
                <fieldset>
                    <legend>{move || context.t(texts::TOOLS)}</legend>
                    <div class="tiles">
                        {tools.iter().map(|tool| view! {
                            <label class="tile small">
                                <input type="radio" name="tool" value=tool.id prop:checked=move || bench.tool.get() == tool.id on:change=move |_| bench.tool.set(tool.id) />
                                <span>{move || context.t(tool.name)}</span>
                            </label>
                        }).collect_view()}
                    </div>
                    <p class="help">{move || context.t(texts::EDITOR_HELP)}</p>
                </fieldset>
                <div class="controls">
                    {clears.then(|| view! {
                        <button type="button" id="clear" on:click=move |_| bench.editor.update(Editor::clear)><Icon d=icons::TRASH />{move || context.t(texts::EMPTY_BOARD)}</button>
                    })}
                    <button type="button" on:click=restart><Icon d=icons::BACK />{move || context.t(texts::START_BOARD)}</button>
                    <button type="button" on:click=move |_| bench.flip.update(|flip| *flip = !*flip)><Icon d=icons::TURN />{move || context.t(abaque_client::words::FLIP)}</button>
                </div>
                <div class="fields">
                    <For each=move || ids.get() key=|id| *id let:id>
                        <Choice bench fields id />
                    </For>
                </div>
                {has_sheet.then(|| view! { <SheetEditor bench /> })}
                <AsText bench />
            </aside>
        </section>
    }
}

/// Whether a game can begin here, and where to go on; else what the rules say.
#[component]
fn Verdict(bench: Bench) -> impl IntoView {
    let context = context();
    let wrong =
        Memo::new(move |_| bench.editor.with(|editor| editor.game().err().map(|error| error.said)));
    let game = move || {
        bench.editor.with(|editor| editor.spec().split(':').next().unwrap_or_default().to_owned())
    };
    let query = move || bench.link().map(|link| link.query()).unwrap_or_default();
    view! {
        {move || match wrong.get() {
            Some(why) => view! { <p class="notice" role="status" id="verdict">{why.get(context.lang()).to_owned()}</p> }.into_any(),
            None => view! {
                <p class="notice hint" role="status" id="verdict"><Icon d=icons::CHECK /><span>{move || context.t(texts::EDITOR_RIGHT)}</span></p>
                <div class="controls">
                    <a class="button primary" id="play-here" href=move || Route::NewAt(game(), query()).to_string()><Icon d=icons::PLAY />{move || context.t(texts::PLAY_HERE)}</a>
                    <a class="button" id="study-here" href=move || Route::Study(Subject::Link(query())).to_string()><Icon d=icons::LENS />{move || context.t(texts::STUDY_HERE)}</a>
                </div>
            }.into_any(),
        }}
    }
}

/// Something beside the board that is chosen.
#[component]
fn Choice(bench: Bench, fields: Memo<Vec<Field>>, id: &'static str) -> impl IntoView {
    let context = context();
    let field =
        Memo::new(move |_| fields.with(|fields| fields.iter().find(|it| it.id == id).cloned()));
    let values = Memo::new(move |_| field.get().map(|field| field.values).unwrap_or_default());
    let name = move || field.with(|field| field.as_ref().map(|it| context.t(it.name)));
    let value =
        move || field.with(|field| field.as_ref().map(|it| it.value.clone())).unwrap_or_default();
    let choose = move |event| {
        let value = event_target_value(&event);
        bench.editor.update(|editor| editor.choose(id, &value));
    };
    let shown = move |text: &str, name: abaque_core::Words, context: Context| {
        let name = context.t(name);
        if name == text { name.to_owned() } else { format!("{name} ({text})") }
    };
    view! {
        <label for=format!("field-{id}")>{name}</label>
        <select id=format!("field-{id}") prop:value=value on:change=choose>
            {move || values.get().into_iter().map(|(text, name)| {
                let chosen = text == untrack(value);
                let words = shown(&text, name, context);
                view! { <option value=text selected=chosen>{words}</option> }
            }).collect_view()}
        </select>
    }
}

/// The position as text, to be read and written.
#[component]
fn AsText(bench: Bench) -> impl IntoView {
    let context = context();
    let text = Memo::new(move |_| bench.editor.with(Editor::text));
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
        let mut result = Ok(());
        bench.editor.update(|editor| result = editor.set_text(&typed));
        wrong.set(result.err().map(|error| error.said.get(context.lang()).to_owned()));
    };
    view! {
        <form class="typed" on:submit=put>
            <label for="position">{move || context.t(texts::POSITION_TEXT)}</label>
            <textarea id="position" rows="3" spellcheck="false" prop:value=move || written.get().unwrap_or_else(|| text.get()) on:input=move |event| written.set(Some(event_target_value(&event)))></textarea>
            {move || wrong.get().map(|wrong| view! { <p class="notice" role="alert">{wrong}</p> })}
            <button disabled=move || written.with(Option::is_none)>{move || context.t(texts::SET_TEXT)}</button>
        </form>
    }
}
