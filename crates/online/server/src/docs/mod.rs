//! API documentation: as OpenAPI, and as an HTML page.

mod contract;
mod other_routes;
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

/// Both forms, rendered once.
pub(crate) struct ApiDocs {
    json: String,
    page: String,
}

impl ApiDocs {
    /// Builds both forms from the descriptions of the routes.
    pub(crate) fn new(routes: OpenApi) -> ApiDocs {
        let mut api = api_info();
        api.merge(routes);
        let mut value = serde_json::to_value(&api).unwrap_or_default();
        contract::complete(&mut value);
        ApiDocs { page: page::render_page(&value), json: value.to_string() }
    }
}

fn api_info() -> OpenApi {
    let info = InfoBuilder::new()
        .title("Abaque")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(
            "People and games of an Abaque server. Browsers authenticate by cookie, programs by token. Times are \
             milliseconds since 1970. Errors are application/problem+json (RFC 9457) in English or French, \
             by Accept-Language; programs should rely on the code.",
        ))
        .build();
    let cookie = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::with_description(
        "abaque",
        "Browser session; named __Host-abaque over HTTPS",
    )));
    let mut bearer = Http::new(HttpAuthScheme::Bearer);
    bearer.description = Some("A token created by POST /api/v1/tokens".into());
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

/// Routes of this part, below `/api/v1`.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(openapi))
}

/// Get this API description.
#[utoipa::path(get, path = "/openapi.json", tag = "description", security(()),
    responses((status = 200, body = serde_json::Value)))]
pub(crate) async fn openapi(Extension(docs): Extension<Arc<ApiDocs>>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], docs.json.clone())
}

/// The HTML page.
pub(crate) async fn page(Extension(docs): Extension<Arc<ApiDocs>>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], docs.page.clone())
}

/// Style sheet of the page; the content policy forbids inline styles.
pub(crate) async fn style() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], include_str!("style.css"))
}
