//! API tokens of programs.

use abaque_core::{message, visible_line};
use abaque_protocol::rest::{ApiToken, ApiTokens, CreatedToken, TokenRequest};
use abaque_store::{NewToken, StoredToken};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;

use crate::app::App;
use crate::auth::{AccountUser, SessionUser};
use crate::extractors::ValidJson;
use crate::problem::{self, Problem, ProblemBody};
use crate::secret;

/// Maximum tokens per person.
const MAX_TOKENS: usize = 20;

/// Prefix of every token, so that leaked ones are recognised.
const TOKEN_PREFIX: &str = "abq_";

/// A stored token as its owner sees it.
pub(super) fn api_token(token: StoredToken) -> ApiToken {
    ApiToken {
        id: token.id,
        name: token.name,
        scopes: token.scopes.split_whitespace().map(str::to_owned).collect(),
        created: token.created,
        used: token.used,
    }
}

/// List the caller's tokens.
#[utoipa::path(get, path = "/tokens", tag = "account", security(("session" = [])), responses(
    (status = 200, body = ApiTokens), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody)))]
pub(crate) async fn list(
    State(app): State<App>,
    AccountUser(SessionUser { person, .. }): AccountUser,
) -> Result<Json<ApiTokens>, Problem> {
    let tokens = app.store().tokens(person.id).await?;
    Ok(Json(ApiTokens { tokens: tokens.into_iter().map(api_token).collect() }))
}

/// Create a token for a program. Its secret is shown only once.
#[utoipa::path(post, path = "/tokens", tag = "account", security(("session" = [])), request_body = TokenRequest, responses(
    (status = 201, body = CreatedToken), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
    (status = 422, body = ProblemBody)))]
pub(crate) async fn create(
    State(app): State<App>,
    AccountUser(SessionUser { person, .. }): AccountUser,
    ValidJson(mut body): ValidJson<TokenRequest>,
) -> Result<(StatusCode, Json<CreatedToken>), Problem> {
    let name = body.name.trim();
    let length = name.chars().count();
    if !(1..=50).contains(&length) || visible_line(name) != name {
        return Err(Problem::new(
            problem::BAD_VALUE,
            message!(
                "A token name has 1 to 50 visible characters; this one has {length}.",
                "Le nom d'un jeton compte de 1 à 50 caractères visibles\u{a0}; celui-ci en a {length}."
            ),
        ));
    }
    body.scopes.sort_unstable();
    body.scopes.dedup();
    if body.scopes.is_empty() {
        return Err(Problem::new(
            problem::BAD_VALUE,
            message!(
                "A token needs a scope: play, read.",
                "Un jeton doit avoir une portée\u{a0}: play, read."
            ),
        ));
    }
    if app.store().tokens(person.id).await?.len() >= MAX_TOKENS {
        return Err(Problem::new(
            problem::TOO_MANY,
            message!(
                "You can have at most {MAX_TOKENS} tokens; delete one first.",
                "Vous pouvez avoir au plus {MAX_TOKENS} jetons\u{a0}; supprimez-en d'abord un."
            ),
        ));
    }
    let token = format!("{TOKEN_PREFIX}{}", secret::random_secret().expose());
    let scopes: Vec<_> = body.scopes.iter().map(|scope| scope.as_str()).collect();
    let new = NewToken {
        hash: secret::sha256_hex(&token),
        person: person.id,
        name: name.to_owned(),
        scopes: scopes.join(" "),
        created: app.now(),
    };
    let id = app.store().create_token(new).await?;
    Ok((StatusCode::CREATED, Json(CreatedToken { id, token })))
}

/// Delete a token.
#[utoipa::path(delete, path = "/tokens/{id}", tag = "account", security(("session" = [])),
    params(("id" = i64, Path, description = "Number of the token")),
    responses((status = 204), (status = 401, body = ProblemBody), (status = 404, body = ProblemBody)))]
pub(crate) async fn delete(
    State(app): State<App>,
    AccountUser(SessionUser { person, .. }): AccountUser,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let deleted = match id.parse() {
        Ok(id) => app.store().delete_token(person.id, id).await?,
        Err(_) => false,
    };
    if deleted {
        app.close_revoked(person.id).await?;
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Problem::new(problem::NOT_FOUND, message!("Token not found.", "Jeton introuvable.")))
}
