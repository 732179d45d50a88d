//! Extractors of request bodies.

use abaque_core::message;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::body;
use crate::problem::{self, Problem};

/// A JSON body of this type. On error the problem states the position.
pub struct ValidJson<T>(pub T);

impl<T: DeserializeOwned> FromRequest<App> for ValidJson<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<ValidJson<T>, Problem> {
        let kind = request.headers().get(header::CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            return Err(problem::wrong_type());
        }
        let bytes = read_body(request, app).await?;
        serde_json::from_slice(&bytes).map(ValidJson).map_err(|error| {
            let (line, column) = (error.line(), error.column());
            let text = error.to_string();
            let what = text.split(" at line ").next().unwrap_or_default();
            Problem::new(
                problem::BAD_JSON,
                message!(
                    "Line {line}, column {column}: {what}.",
                    "Ligne {line}, colonne {column}\u{a0}: {what}."
                ),
            )
        })
    }
}

/// A plain-text body.
pub struct TextBody(pub String);

impl FromRequest<App> for TextBody {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<TextBody, Problem> {
        let bytes = read_body(request, app).await?;
        String::from_utf8(bytes.into()).map(TextBody).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            Problem::new(
                problem::BAD_VALUE,
                message!("Byte {at} is not UTF-8.", "L'octet {at} n'est pas de l'UTF-8."),
            )
        })
    }
}

async fn read_body(request: Request, app: &App) -> Result<Bytes, Problem> {
    Bytes::from_request(request, app).await.map_err(|rejection| {
        match rejection.into_response().status() {
            StatusCode::PAYLOAD_TOO_LARGE => problem::too_large(app.config().limits.max_body_bytes),
            _ => body::incomplete_body(),
        }
    })
}
