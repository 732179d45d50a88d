//! HTTP client of the server: JSON requests below `/api/v1`. An [`ApiError`] describes a failure in
//! the user's language.
//!
//! ```ignore
//! let WhoAmI { person } = api::get("/me").await?;
//! let person: OwnProfile = api::send(Method::Post, "/sign-in", &credentials).await?;
//! let () = api::send(Method::Delete, "/blocks/Bob", &EmptyBody {}).await?;
//! ```

use abaque_client::api_error::ApiError;
use leptos::prelude::{document, window};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, Headers, RequestInit, Response};

use crate::browser;

/// Path prefix of the API.
const API_BASE: &str = "/api/v1";

/// Request timeout in milliseconds; longer than the server's own.
const REQUEST_TIMEOUT_MS: u32 = 20_000;

/// HTTP method of a write request.
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

/// An empty request body: `{}`.
#[derive(Serialize)]
pub(crate) struct EmptyBody {}

/// Sends a GET request. The path follows `/api/v1`; escape names in it with
/// [`abaque_client::address::escape`].
pub(crate) async fn get<T: DeserializeOwned>(path: &str) -> Result<T, ApiError> {
    parse_json(&request("GET", path, None).await?)
}

/// Sends a write request. Where the response is empty, `T` is `()`.
pub(crate) async fn send<T: DeserializeOwned>(
    method: Method,
    path: &str,
    body: &impl Serialize,
) -> Result<T, ApiError> {
    let body =
        serde_json::to_string(body).map_err(|error| ApiError::Unexpected(error.to_string()))?;
    parse_json(&request(method.name(), path, Some(("application/json", &body))).await?)
}

/// Fetches plain text: records, settings.
pub(crate) async fn get_text(path: &str) -> Result<String, ApiError> {
    request("GET", path, None).await
}

/// Uploads plain text.
pub(crate) async fn put_text(path: &str, text: &str) -> Result<(), ApiError> {
    request("PUT", path, Some(("text/plain", text))).await.map(drop)
}

/// Parses JSON; an empty response reads as `null`.
fn parse_json<T: DeserializeOwned>(text: &str) -> Result<T, ApiError> {
    let text = if text.is_empty() { "null" } else { text };
    serde_json::from_str(text).map_err(|error| ApiError::Unexpected(error.to_string()))
}

/// Sends one request and returns the response text. The browser adds the session cookie.
async fn request(method: &str, path: &str, body: Option<(&str, &str)>) -> Result<String, ApiError> {
    let response = fetch(method, path, body).await.map_err(|_| ApiError::Unreachable)?;
    let header = |name: &str| response.headers().get(name).ok().flatten();
    let is_page = header("content-type").is_some_and(|kind| kind.starts_with("text/html"));
    let text = read_text(&response).await.map_err(|_| ApiError::Unreachable)?;
    match response.ok() {
        // A static file server answers every address with the app's page.
        true if is_page => Err(ApiError::NoServer),
        true => Ok(text),
        false => Err(ApiError::from_response(&text, header("retry-after").as_deref())),
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
    let abort = AbortController::new()?;
    init.set_signal(Some(&abort.signal()));
    browser::run_after(REQUEST_TIMEOUT_MS, move || abort.abort());
    let request = window().fetch_with_str_and_init(&format!("{API_BASE}{path}"), &init);
    JsFuture::from(request).await?.dyn_into()
}

async fn read_text(response: &Response) -> Result<String, JsValue> {
    Ok(JsFuture::from(response.text()?).await?.as_string().unwrap_or_default())
}
