//! What the browser gives: storage, time, true random bits, files.

use std::time::Duration;

use abaque_core::{Lang, Source};
use abaque_table::At;
use leptos::prelude::{document, set_timeout, window};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, HtmlElement, KeyboardEvent, Storage, Url};

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// Whether anything stays when the page is closed.
pub(crate) fn keeps() -> bool {
    let Some(storage) = storage() else { return false };
    storage.set_item("abaque.probe", "1").is_ok() && storage.remove_item("abaque.probe").is_ok()
}

/// A stored text.
pub(crate) fn load(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

/// Stores a text; says whether it could be.
pub(crate) fn store(key: &str, text: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(key, text).is_ok())
}

/// Forgets a text.
pub(crate) fn forget(key: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(key);
    }
}

/// Remembers a text as long as this tab is open.
pub(crate) fn remember(key: &str, text: &str) {
    if let Ok(Some(storage)) = window().session_storage() {
        let _ = storage.set_item(key, text);
    }
}

/// What was remembered in this tab.
pub(crate) fn recall(key: &str) -> Option<String> {
    window().session_storage().ok().flatten()?.get_item(key).ok().flatten()
}

/// All keys that begin so.
pub(crate) fn keys(prefix: &str) -> Vec<String> {
    let Some(storage) = storage() else { return Vec::new() };
    let count = storage.length().unwrap_or(0);
    let all = (0..count).filter_map(|n| storage.key(n).ok().flatten());
    all.filter(|key| key.starts_with(prefix)).collect()
}

/// Milliseconds since 1970.
pub(crate) fn now() -> At {
    At(js_sys::Date::now() as u64)
}

/// Today as records write it.
pub(crate) fn today() -> String {
    let date = js_sys::Date::new_0();
    format!("{:04}.{:02}.{:02}", date.get_full_year(), date.get_month() + 1, date.get_date())
}

/// A day as the language writes it.
pub(crate) fn day(at: i64, lang: Lang) -> String {
    written(at, lang, &[("dateStyle", "medium")])
}

/// A day and the time of day.
pub(crate) fn moment(at: i64, lang: Lang) -> String {
    written(at, lang, &[("dateStyle", "medium"), ("timeStyle", "short")])
}

fn written(at: i64, lang: Lang, styles: &[(&str, &str)]) -> String {
    let options = js_sys::Object::new();
    for (key, value) in styles {
        let _ = js_sys::Reflect::set(&options, &(*key).into(), &(*value).into());
    }
    // The day before the month, whoever reads English.
    let locale = if lang == Lang::Fr { "fr" } else { "en-GB" };
    let date = js_sys::Date::new(&JsValue::from_f64(at as f64));
    js_sys::Intl::DateTimeFormat::new(&js_sys::Array::of1(&locale.into()), &options)
        .format()
        .call1(&JsValue::UNDEFINED, &date)
        .ok()
        .and_then(|text| text.as_string())
        .unwrap_or_default()
}

/// The first and the last millisecond of a day (`2026-01-31`) where the reader lives.
pub(crate) fn day_edges(day: &str) -> Option<[i64; 2]> {
    let mut numbers = day.split('-').map(str::parse::<u32>);
    let mut number = || numbers.next()?.ok();
    let (year, month, date) =
        (number()?, i32::try_from(number()?).ok()?, i32::try_from(number()?).ok()?);
    let begins = |date| js_sys::Date::new_with_year_month_day(year, month - 1, date).get_time();
    let (first, next) = (begins(date), begins(date + 1));
    first.is_finite().then_some([first as i64, next as i64 - 1])
}

/// The address of the page, with its query.
pub(crate) fn address() -> String {
    let location = window().location();
    location.pathname().unwrap_or_default() + &location.search().unwrap_or_default()
}

/// Copies a text; says whether the browser let it.
pub(crate) async fn copy(text: &str) -> bool {
    // Pages that did not come over a safe way have no clipboard at all.
    let navigator: JsValue = window().navigator().into();
    let has = js_sys::Reflect::get(&navigator, &"clipboard".into());
    if has.is_ok_and(|clipboard| clipboard.is_undefined()) {
        return false;
    }
    JsFuture::from(window().navigator().clipboard().write_text(text)).await.is_ok()
}

/// True random bits.
pub(crate) struct Chance;

impl Source for Chance {
    fn next_u64(&mut self) -> u64 {
        let mut bytes = [0; 8];
        if let Ok(crypto) = window().crypto() {
            let _ = crypto.get_random_values_with_u8_array(&mut bytes);
        }
        u64::from_le_bytes(bytes)
    }
}

/// Does something later.
pub(crate) fn after(millis: u32, then: impl FnOnce() + 'static) {
    set_timeout(then, Duration::from_millis(u64::from(millis)));
}

/// Whether the system asks for little movement.
pub(crate) fn calm_wanted() -> bool {
    matches("(prefers-reduced-motion: reduce)")
}

/// Whether a media query holds.
pub(crate) fn matches(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|list| list.matches())
}

/// Hands the player a file to keep.
pub(crate) fn save_file(name: &str, text: &str) -> Option<()> {
    save_file_as(name, text, "text/plain;charset=utf-8")
}

/// The same of another kind.
pub(crate) fn save_file_as(name: &str, text: &str, kind: &str) -> Option<()> {
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    save_blob(name, &Blob::new_with_str_sequence_and_options(&parts, &options).ok()?)
}

/// The same of anything.
pub(crate) fn save_blob(name: &str, blob: &Blob) -> Option<()> {
    let url = Url::create_object_url_with_blob(blob).ok()?;
    let link: HtmlAnchorElement = document().create_element("a").ok()?.dyn_into().ok()?;
    link.set_href(&url);
    link.set_download(name);
    link.click();
    Url::revoke_object_url(&url).ok()
}

/// The address of the place this comes from, without a page.
pub(crate) fn origin() -> String {
    window().location().origin().unwrap_or_default()
}

/// The key that was pressed, unless somebody writes or means the browser.
pub(crate) fn shortcut(event: &KeyboardEvent) -> Option<String> {
    let element = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let writing = element.is_some_and(|element| {
        matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT")
    });
    let other = event.ctrl_key() || event.meta_key() || event.alt_key();
    (!writing && !other).then(|| event.key())
}

/// Puts the keyboard's focus on an element by its id.
pub(crate) fn focus(id: &str) {
    let found = document().get_element_by_id(id);
    if let Some(element) = found.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// A file of the app as text; the error says what went wrong.
pub(crate) async fn fetch(path: &str) -> Result<String, String> {
    let wrong = |error| format!("{path}: {error:?}");
    let response = JsFuture::from(window().fetch_with_str(path)).await.map_err(wrong)?;
    let response: web_sys::Response = response.dyn_into().map_err(wrong)?;
    if !response.ok() {
        return Err(format!("{path}: {}", response.status()));
    }
    let text = JsFuture::from(response.text().map_err(wrong)?).await.map_err(wrong)?;
    Ok(text.as_string().unwrap_or_default())
}
