//! The body of a request.

use abaque_core::said;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::problem::{self, Problem};

/// A body that is JSON of this shape. Where it is not, the problem says where.
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned> FromRequest<App> for Asked<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Asked<T>, Problem> {
        let kind = request.headers().get(header::CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            return Err(problem::wrong_type());
        }
        let bytes = bytes(request, app).await?;
        serde_json::from_slice(&bytes).map(Asked).map_err(|error| {
            let (line, column) = (error.line(), error.column());
            let told = error.to_string();
            let what = told.split(" at line ").next().unwrap_or_default();
            Problem::new(
                problem::BAD_JSON,
                said!(
                    "Line {line}, column {column}: {what}.",
                    "Ligne {line}, colonne {column} : {what}."
                ),
            )
        })
    }
}

/// A body that is text.
pub struct Text(pub String);

impl FromRequest<App> for Text {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Text, Problem> {
        let bytes = bytes(request, app).await?;
        String::from_utf8(bytes.into()).map(Text).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            Problem::new(
                problem::BAD_VALUE,
                said!("Byte {at} is not UTF-8.", "L'octet {at} n'est pas de l'UTF-8."),
            )
        })
    }
}

async fn bytes(request: Request, app: &App) -> Result<Bytes, Problem> {
    Bytes::from_request(request, app).await.map_err(|rejection| {
        match rejection.into_response().status() {
            StatusCode::PAYLOAD_TOO_LARGE => problem::too_large(app.config().limits.body),
            _ => Problem::new(
                problem::BAD_REQUEST,
                said!("The body broke off.", "Le corps s'est interrompu."),
            ),
        }
    })
}
