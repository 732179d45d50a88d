//! Browser APIs: storage, time, random bytes, files.

use std::time::Duration;

use abaque_core::{Lang, RandomSource};
use abaque_table::Timestamp;
use leptos::prelude::{document, set_timeout, window};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, HtmlElement, KeyboardEvent, Storage, Url};

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// Whether local storage works.
pub(crate) fn has_storage() -> bool {
    let Some(storage) = storage() else { return false };
    storage.set_item("abaque.probe", "1").is_ok() && storage.remove_item("abaque.probe").is_ok()
}

/// Reads from local storage.
pub(crate) fn load(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

/// Writes to local storage; `false` if it failed.
pub(crate) fn store(key: &str, text: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(key, text).is_ok())
}

/// Removes a key from local storage.
pub(crate) fn remove(key: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(key);
    }
}

/// Writes to session storage, which lasts as long as the tab.
pub(crate) fn store_in_tab(key: &str, text: &str) {
    if let Ok(Some(storage)) = window().session_storage() {
        let _ = storage.set_item(key, text);
    }
}

/// Reads from session storage.
pub(crate) fn load_from_tab(key: &str) -> Option<String> {
    window().session_storage().ok().flatten()?.get_item(key).ok().flatten()
}

/// Keys of local storage with a prefix.
pub(crate) fn keys_with_prefix(prefix: &str) -> Vec<String> {
    let Some(storage) = storage() else { return Vec::new() };
    let count = storage.length().unwrap_or(0);
    let all = (0..count).filter_map(|n| storage.key(n).ok().flatten());
    all.filter(|key| key.starts_with(prefix)).collect()
}

/// The current time, in milliseconds since 1970.
pub(crate) fn now() -> Timestamp {
    Timestamp(js_sys::Date::now() as u64)
}

/// Today's date, in the format of records.
pub(crate) fn today() -> String {
    let date = js_sys::Date::new_0();
    format!("{:04}.{:02}.{:02}", date.get_full_year(), date.get_month() + 1, date.get_date())
}

/// Formats a date in the language.
pub(crate) fn format_day(at: i64, lang: Lang) -> String {
    format_date(at, lang, &[("dateStyle", "medium")])
}

/// Formats a date of a record, `2026.01.31`, in the language; unknown parts stay away.
pub(crate) fn format_record_day(date: &str, lang: Lang) -> String {
    match day_bounds(&date.replace('.', "-")) {
        Some([from, _]) => format_day(from, lang),
        None => date.split('.').next().unwrap_or_default().trim_matches('?').to_owned(),
    }
}

/// Formats a date and time of day.
pub(crate) fn format_date_time(at: i64, lang: Lang) -> String {
    format_date(at, lang, &[("dateStyle", "medium"), ("timeStyle", "short")])
}

fn format_date(at: i64, lang: Lang, styles: &[(&str, &str)]) -> String {
    let options = js_sys::Object::new();
    for (key, value) in styles {
        let _ = js_sys::Reflect::set(&options, &(*key).into(), &(*value).into());
    }
    // British English puts the day before the month.
    let locale = if lang == Lang::Fr { "fr" } else { "en-GB" };
    let date = js_sys::Date::new(&JsValue::from_f64(at as f64));
    js_sys::Intl::DateTimeFormat::new(&js_sys::Array::of1(&locale.into()), &options)
        .format()
        .call1(&JsValue::UNDEFINED, &date)
        .ok()
        .and_then(|text| text.as_string())
        .unwrap_or_default()
}

/// The first and last millisecond of a day (`2026-01-31`) in the browser's time zone.
pub(crate) fn day_bounds(day: &str) -> Option<[i64; 2]> {
    let mut numbers = day.split('-').map(str::parse::<u32>);
    let mut number = || numbers.next()?.ok();
    let (year, month, date) =
        (number()?, i32::try_from(number()?).ok()?, i32::try_from(number()?).ok()?);
    let begins = |date| js_sys::Date::new_with_year_month_day(year, month - 1, date).get_time();
    let (first, next) = (begins(date), begins(date + 1));
    first.is_finite().then_some([first as i64, next as i64 - 1])
}

/// Path and query of the current address.
pub(crate) fn current_address() -> String {
    let location = window().location();
    location.pathname().unwrap_or_default() + &location.search().unwrap_or_default()
}

/// What follows the `#` in the current address.
pub(crate) fn address_fragment() -> String {
    let fragment = window().location().hash().unwrap_or_default();
    fragment.trim_start_matches('#').to_owned()
}

/// Copies a text to the clipboard; `false` if the browser refused.
pub(crate) async fn copy_to_clipboard(text: &str) -> bool {
    // Insecure pages have no clipboard API at all.
    let navigator: JsValue = window().navigator().into();
    let has = js_sys::Reflect::get(&navigator, &"clipboard".into());
    if has.is_ok_and(|clipboard| clipboard.is_undefined()) {
        return false;
    }
    JsFuture::from(window().navigator().clipboard().write_text(text)).await.is_ok()
}

/// The browser's cryptographic random generator.
pub(crate) struct BrowserRandom;

impl RandomSource for BrowserRandom {
    fn next_u64(&mut self) -> u64 {
        let mut bytes = [0; 8];
        if let Ok(crypto) = window().crypto() {
            let _ = crypto.get_random_values_with_u8_array(&mut bytes);
        }
        u64::from_le_bytes(bytes)
    }
}

/// Runs a callback after a delay.
pub(crate) fn run_after(millis: u32, then: impl FnOnce() + 'static) {
    set_timeout(then, Duration::from_millis(u64::from(millis)));
}

/// Whether the system prefers reduced motion.
pub(crate) fn prefers_reduced_motion() -> bool {
    matches_media("(prefers-reduced-motion: reduce)")
}

/// Whether a media query matches.
pub(crate) fn matches_media(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|list| list.matches())
}

/// Offers a text file for download.
pub(crate) fn download_text(name: &str, text: &str) -> Option<()> {
    download_text_as(name, text, "text/plain;charset=utf-8")
}

/// Offers a text file of another MIME type for download.
pub(crate) fn download_text_as(name: &str, text: &str, kind: &str) -> Option<()> {
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    download_blob(name, &Blob::new_with_str_sequence_and_options(&parts, &options).ok()?)
}

/// Offers a blob for download.
pub(crate) fn download_blob(name: &str, blob: &Blob) -> Option<()> {
    let url = Url::create_object_url_with_blob(blob).ok()?;
    let link: HtmlAnchorElement = document().create_element("a").ok()?.dyn_into().ok()?;
    link.set_href(&url);
    link.set_download(name);
    link.click();
    Url::revoke_object_url(&url).ok()
}

/// The page's origin: scheme, host and port.
pub(crate) fn origin() -> String {
    window().location().origin().unwrap_or_default()
}

/// The pressed key, unless the player is typing or the browser has a shortcut for it.
pub(crate) fn shortcut_key(event: &KeyboardEvent) -> Option<String> {
    let element = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let writing = element.is_some_and(|element| {
        matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT")
    });
    let other = event.ctrl_key() || event.meta_key() || event.alt_key();
    (!writing && !other).then(|| event.key())
}

/// Focuses an HTML or SVG element without scrolling to it.
pub(crate) fn focus(element: &web_sys::Element) {
    let options = js_sys::Object::new();
    let _ = js_sys::Reflect::set(&options, &"preventScroll".into(), &true.into());
    let focus = js_sys::Reflect::get(element, &"focus".into());
    if let Some(focus) = focus.ok().and_then(|focus| focus.dyn_into::<js_sys::Function>().ok()) {
        let _ = focus.call1(element, &options);
    }
}

/// Marks the tab's icon, and the app's where it is installed, while something waits for the player.
pub(crate) fn show_badge(count: usize) {
    if let Ok(Some(icon)) = document().query_selector("link[rel=icon]") {
        let path = if count > 0 { "/icons/icon-badge.svg" } else { "/icons/icon.svg" };
        let _ = icon.set_attribute("href", path);
    }
    // Not every browser has app badges.
    let navigator: JsValue = window().navigator().into();
    let set = js_sys::Reflect::get(&navigator, &"setAppBadge".into()).ok();
    if let Some(set) = set.and_then(|set| set.dyn_into::<js_sys::Function>().ok()) {
        let _ = set.call1(&navigator, &JsValue::from_f64(count as f64));
    }
}

/// Focuses an element by id.
pub(crate) fn focus_element(id: &str) {
    let found = document().get_element_by_id(id);
    if let Some(element) = found.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// Fetches a file of the app as text.
pub(crate) async fn fetch_text(path: &str) -> Result<String, String> {
    let wrong = |error| format!("{path}: {error:?}");
    let response = JsFuture::from(window().fetch_with_str(path)).await.map_err(wrong)?;
    let response: web_sys::Response = response.dyn_into().map_err(wrong)?;
    if !response.ok() {
        return Err(format!("{path}: {}", response.status()));
    }
    let text = JsFuture::from(response.text().map_err(wrong)?).await.map_err(wrong)?;
    Ok(text.as_string().unwrap_or_default())
}
