//! The description of the interface: for programs as OpenAPI, for people as a page.

mod page;

use std::sync::Arc;

use axum::Extension;
use axum::http::header;
use axum::response::IntoResponse;
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityRequirement, SecurityScheme,
};
use utoipa::openapi::{ComponentsBuilder, InfoBuilder, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;

/// Both forms, made once.
pub(crate) struct Docs {
    json: String,
    page: String,
}

impl Docs {
    /// From what the routes say of themselves.
    pub(crate) fn new(routes: OpenApi) -> Docs {
        let mut api = about();
        api.merge(routes);
        let json = api.to_json().unwrap_or_default();
        let value = serde_json::from_str(&json).unwrap_or_default();
        Docs { page: page::page(&value), json }
    }
}

fn about() -> OpenApi {
    let info = InfoBuilder::new()
        .title("Abaque")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(
            "People, tables and games of an Abaque server. Browsers send a cookie, programs a token. Times are \
             milliseconds since 1970. What goes wrong is told as application/problem+json (RFC 9457) in English or \
             French, as Accept-Language asks; programs go by its code.",
        ))
        .build();
    let cookie = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::with_description(
        "abaque",
        "The session of a browser; __Host-abaque where the server is reached by HTTPS",
    )));
    let mut bearer = Http::new(HttpAuthScheme::Bearer);
    bearer.description = Some("A token made at POST /api/v1/tokens".into());
    let schemes = ComponentsBuilder::new()
        .security_scheme("session", cookie)
        .security_scheme("token", SecurityScheme::Http(bearer))
        .build();
    let none: [&str; 0] = [];
    let mut api = OpenApi::new(info, utoipa::openapi::Paths::new());
    api.components = Some(schemes);
    api.security = Some(vec![
        SecurityRequirement::new("session", none),
        SecurityRequirement::new("token", none),
    ]);
    api
}

/// The addresses of this part, below `/api/v1`.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(openapi))
}

/// This description.
#[utoipa::path(get, path = "/openapi.json", tag = "description", security(()),
    responses((status = 200, body = serde_json::Value)))]
pub(crate) async fn openapi(Extension(docs): Extension<Arc<Docs>>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], docs.json.clone())
}

/// The page.
pub(crate) async fn page(Extension(docs): Extension<Arc<Docs>>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], docs.page.clone())
}

/// What the page looks like: the content policy allows no style written into it.
pub(crate) async fn style() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], include_str!("style.css"))
}
