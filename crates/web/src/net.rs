//! Asking the server: JSON in and out below `/api/v1`. What goes wrong is a [`Trouble`] in the reader's language.
//!
//! ```ignore
//! let who: WhoAmI = net::get("/me").await?;
//! let me: Me = net::send(Method::Post, "/sign-in", &credentials).await?;
//! let () = net::send(Method::Delete, "/blocks/Bob", &Nothing {}).await?;
//! ```

use abaque_client::trouble::Trouble;
use leptos::prelude::{document, window};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, Headers, RequestInit, Response};

use crate::browser;

/// Where the server's interface begins.
const BASE: &str = "/api/v1";

/// How long an answer may take, in milliseconds: longer than the server's own patience.
const PATIENCE: u32 = 20_000;

/// How something is changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Method {
    Post,
    Put,
    Delete,
}

impl Method {
    const fn name(self) -> &'static str {
        match self {
            Method::Post => "POST",
            Method::Put => "PUT",
            Method::Delete => "DELETE",
        }
    }
}

/// A body that says nothing: `{}`.
#[derive(Serialize)]
pub(crate) struct Nothing {}

/// Asks for something. The path is what follows `/api/v1`; names in it are written by [`abaque_client::address::escape`].
pub(crate) async fn get<T: DeserializeOwned>(path: &str) -> Result<T, Trouble> {
    read(&ask("GET", path, None).await?)
}

/// Changes something. Where the server answers nothing, `T` is `()`.
pub(crate) async fn send<T: DeserializeOwned>(
    method: Method,
    path: &str,
    body: &impl Serialize,
) -> Result<T, Trouble> {
    let body = serde_json::to_string(body).map_err(|error| Trouble::Strange(error.to_string()))?;
    read(&ask(method.name(), path, Some(("application/json", &body))).await?)
}

/// Asks for a text that is no JSON: records, settings.
pub(crate) async fn get_text(path: &str) -> Result<String, Trouble> {
    ask("GET", path, None).await
}

/// Hands over a text that is no JSON.
pub(crate) async fn put_text(path: &str, text: &str) -> Result<(), Trouble> {
    ask("PUT", path, Some(("text/plain", text))).await.map(drop)
}

/// An empty answer is read as nothing.
fn read<T: DeserializeOwned>(text: &str) -> Result<T, Trouble> {
    let text = if text.is_empty() { "null" } else { text };
    serde_json::from_str(text).map_err(|error| Trouble::Strange(error.to_string()))
}

/// One request and its answer's text. The cookie goes along by itself.
async fn ask(method: &str, path: &str, body: Option<(&str, &str)>) -> Result<String, Trouble> {
    let response = fetch(method, path, body).await.map_err(|_| Trouble::Unreachable)?;
    let header = |name: &str| response.headers().get(name).ok().flatten();
    let is_page = header("content-type").is_some_and(|kind| kind.starts_with("text/html"));
    let text = text(&response).await.map_err(|_| Trouble::Unreachable)?;
    match response.ok() {
        // A server of files alone answers every address with the page itself.
        true if is_page => Err(Trouble::NoServer),
        true => Ok(text),
        false => Err(Trouble::of(&text, header("retry-after").as_deref())),
    }
}

async fn fetch(method: &str, path: &str, body: Option<(&str, &str)>) -> Result<Response, JsValue> {
    let headers = Headers::new()?;
    let lang = document().document_element().and_then(|root| root.get_attribute("lang"));
    headers.set("accept-language", lang.as_deref().unwrap_or("en"))?;
    let init = RequestInit::new();
    init.set_method(method);
    if let Some((kind, body)) = body {
        headers.set("content-type", kind)?;
        init.set_body(&JsValue::from_str(body));
    }
    init.set_headers(&headers);
    let patience = AbortController::new()?;
    init.set_signal(Some(&patience.signal()));
    browser::after(PATIENCE, move || patience.abort());
    let asked = window().fetch_with_str_and_init(&format!("{BASE}{path}"), &init);
    JsFuture::from(asked).await?.dyn_into()
}

async fn text(response: &Response) -> Result<String, JsValue> {
    Ok(JsFuture::from(response.text()?).await?.as_string().unwrap_or_default())
}
