//! Where positions are put together.

mod beside;
mod board;
mod pawns;
mod sheet;

use abaque_client::editor::{self, Editor};
use abaque_client::study::Link;
use abaque_client::words::study as texts;
use abaque_client::{Route, Subject};
use leptos::prelude::*;
use web_sys::SubmitEvent;

use crate::context::context;
use crate::icons::{self, Icon};
use crate::pages;
use beside::{Fields, Variants};
use board::Workbench;
use pawns::Pawns;
use sheet::SheetEditor;

/// How many changes can be undone.
const UNDONE: usize = 100;

/// A position being put together. Everything in it is a handle, so it is copied freely.
#[derive(Clone, Copy)]
pub(crate) struct Bench {
    editor: RwSignal<Editor, LocalStorage>,
    /// What it was before each change.
    past: RwSignal<Vec<Editor>, LocalStorage>,
    flip: RwSignal<bool>,
}

impl Bench {
    fn new(editor: Editor) -> Bench {
        let (editor, past) = (RwSignal::new_local(editor), RwSignal::new_local(Vec::new()));
        Bench { editor, past, flip: RwSignal::new(false) }
    }

    /// Changes something that can be undone.
    fn change<T>(self, change: impl FnOnce(&mut Editor) -> T) -> Option<T> {
        let before = self.editor.get_untracked();
        let mut result = None;
        self.editor.update(|editor| result = Some(change(editor)));
        let changed = self.editor.with_untracked(|editor| {
            editor.text() != before.text() || editor.spec() != before.spec()
        });
        if changed {
            self.past.update(|past| {
                past.push(before);
                if past.len() > UNDONE {
                    past.remove(0);
                }
            });
        }
        result
    }

    fn undo(self) {
        let mut before = None;
        self.past.update(|past| before = past.pop());
        if let Some(before) = before {
            self.editor.set(before);
        }
    }

    fn tap(self, square: &str) {
        self.change(|editor| editor.tap(square));
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
    let bench = Bench::new(editor);
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
    let (has_sheet, has_pawns) = (name == "abraxas", name == "blocs");
    let restart = move |_| {
        let spec = bench.editor.with_untracked(|editor| editor.spec().to_owned());
        if let Ok(fresh) = Editor::new(&spec) {
            bench.change(|editor| {
                let using = editor.using();
                *editor = fresh;
                editor.take(using);
            });
        }
    };
    // The address leads back to what was made.
    let game = name.clone();
    Effect::new(move |known: Option<()>| {
        let link = bench.link();
        if let (Some(()), Some(link)) = (known, link) {
            context.stay_at(&Route::Editor(game.clone(), link.query()));
        }
    });
    let using = Memo::new(move |_| bench.editor.with(Editor::using));
    let take = move |tool: &'static str| bench.editor.update(|editor| editor.take(tool));
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
                                <input type="radio" name="tool" value=tool.id prop:checked=move || using.get() == tool.id on:change=move |_| take(tool.id) />
                                <span>{move || context.t(tool.name)}</span>
                            </label>
                        }).collect_view()}
                    </div>
                    <p class="help">{move || context.t(texts::EDITOR_HELP)}</p>
                </fieldset>
                {has_pawns.then(|| view! { <Pawns bench /> })}
                <div class="controls">
                    <button type="button" id="undo" disabled=move || bench.past.with(Vec::is_empty) on:click=move |_| bench.undo()><Icon d=icons::BACK />{move || context.t(texts::UNDO_CHANGE)}</button>
                    {clears.then(|| view! {
                        <button type="button" id="clear" on:click=move |_| { bench.change(Editor::clear); }><Icon d=icons::TRASH />{move || context.t(texts::EMPTY_BOARD)}</button>
                    })}
                    <button type="button" id="restart" on:click=restart><Icon d=icons::FIRST />{move || context.t(texts::START_BOARD)}</button>
                    <button type="button" on:click=move |_| bench.flip.update(|flip| *flip = !*flip)><Icon d=icons::TURN />{move || context.t(abaque_client::words::FLIP)}</button>
                </div>
                <Fields bench />
                {has_sheet.then(|| view! { <SheetEditor bench /> })}
                <Variants bench />
                <AsText bench />
            </aside>
        </section>
    }
}

/// Whether a game can begin here, and where to go on; else what the rules say.
#[component]
fn Verdict(bench: Bench) -> impl IntoView {
    let context = context();
    let verdict = Memo::new(move |_| bench.editor.with(Editor::verdict));
    let begins = Memo::new(move |_| verdict.get() == editor::Verdict::Begins);
    let wrong = Memo::new(move |_| matches!(verdict.get(), editor::Verdict::Wrong(_)));
    let game = move || {
        bench.editor.with(|editor| editor.spec().split(':').next().unwrap_or_default().to_owned())
    };
    let query = move || bench.link().map(|link| link.query()).unwrap_or_default();
    let told = move || match verdict.get() {
        editor::Verdict::Wrong(why) => why.get(context.lang()).to_owned(),
        editor::Verdict::Over(how) => {
            format!("{} {}", context.t(texts::OVER_HERE), how.get(context.lang()))
        }
        editor::Verdict::Begins => context.t(texts::EDITOR_RIGHT).to_owned(),
    };
    view! {
        <p class=move || if wrong.get() { "notice" } else { "notice hint" } role="status" id="verdict">
            <Show when=move || begins.get()><Icon d=icons::CHECK /></Show>
            <span>{told}</span>
        </p>
        <Show when=move || !wrong.get()>
            <div class="controls">
                <Show when=move || begins.get()>
                    <a class="button primary" id="play-here" href=move || Route::NewAt(game(), query()).to_string()><Icon d=icons::PLAY />{move || context.t(texts::PLAY_HERE)}</a>
                </Show>
                <a class="button" id="study-here" href=move || Route::Study(Subject::Link(query())).to_string()><Icon d=icons::LENS />{move || context.t(texts::STUDY_HERE)}</a>
            </div>
        </Show>
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
        let result = bench.change(|editor| editor.set_text(&typed));
        let error = result.and_then(Result::err);
        wrong.set(error.map(|error| error.said.get(context.lang()).to_owned()));
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
