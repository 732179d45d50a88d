//! Tokens for programs.

use abaque_core::said;
use abaque_store::NewToken;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::ask::Asked;
use crate::problem::{self, Body, Problem};
use crate::secret;
use crate::who::{Holder, Owner, Scope};

/// How many somebody may have.
const MOST: usize = 20;

/// What every token starts with, so that one left lying about is recognised.
const MARK: &str = "abq_";

/// A token, without its secret.
#[derive(Serialize, ToSchema)]
pub(crate) struct Token {
    /// Its number.
    id: i64,
    /// What its owner calls it.
    name: String,
    /// What it may do.
    scopes: Vec<String>,
    /// Since when, in milliseconds since 1970.
    created: i64,
    /// Last used, to the hour.
    used: Option<i64>,
}

impl From<abaque_store::Token> for Token {
    fn from(token: abaque_store::Token) -> Token {
        Token {
            id: token.id,
            name: token.name,
            scopes: token.scopes.split_whitespace().map(str::to_owned).collect(),
            created: token.created,
            used: token.used,
        }
    }
}

/// All tokens of somebody.
#[derive(Serialize, ToSchema)]
pub(crate) struct Tokens {
    /// Oldest first.
    tokens: Vec<Token>,
}

/// A token to make.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "name": "my program", "scopes": ["play", "read"] }))]
pub(crate) struct Wanted {
    /// What to call it: 1 to 50 characters.
    name: String,
    /// What it may do; `play` includes `read`.
    scopes: Vec<Scope>,
}

/// A token with its secret, shown this once.
#[derive(Serialize, ToSchema)]
pub(crate) struct Made {
    /// Its number.
    id: i64,
    /// What to send: `Authorization: Bearer` and this.
    token: String,
}

/// One's tokens.
#[utoipa::path(get, path = "/tokens", tag = "account", security(("session" = [])), responses(
    (status = 200, body = Tokens), (status = 401, body = Body), (status = 403, body = Body)))]
pub(crate) async fn list(
    State(app): State<App>,
    Holder(Owner { person, .. }): Holder,
) -> Result<Json<Tokens>, Problem> {
    let tokens = app.store().tokens(person.id).await?;
    Ok(Json(Tokens { tokens: tokens.into_iter().map(Token::from).collect() }))
}

/// Make a token for a program. Its secret is shown this once.
#[utoipa::path(post, path = "/tokens", tag = "account", security(("session" = [])), request_body = Wanted, responses(
    (status = 201, body = Made), (status = 401, body = Body), (status = 403, body = Body),
    (status = 422, body = Body)))]
pub(crate) async fn create(
    State(app): State<App>,
    Holder(Owner { person, .. }): Holder,
    Asked(mut asked): Asked<Wanted>,
) -> Result<(StatusCode, Json<Made>), Problem> {
    let name = asked.name.trim();
    let length = name.chars().count();
    if !(1..=50).contains(&length) || name.chars().any(char::is_control) {
        return Err(Problem::new(
            problem::BAD_VALUE,
            said!(
                "The name of a token has 1 to 50 characters; this one has {length}.",
                "Le nom d'un jeton a de 1 à 50 caractères ; celui-ci en a {length}."
            ),
        ));
    }
    asked.scopes.sort_unstable();
    asked.scopes.dedup();
    if asked.scopes.is_empty() {
        return Err(Problem::new(
            problem::BAD_VALUE,
            said!(
                "A token needs a scope: play, read.",
                "Il faut au jeton une portée : play, read."
            ),
        ));
    }
    if app.store().tokens(person.id).await?.len() >= MOST {
        return Err(Problem::new(
            problem::TOO_MANY,
            said!(
                "One may have {MOST} tokens; delete one first.",
                "On peut avoir {MOST} jetons ; il faut d'abord en supprimer un."
            ),
        ));
    }
    let token = format!("{MARK}{}", secret::fresh().expose());
    let scopes: Vec<_> = asked.scopes.iter().map(|scope| scope.as_str()).collect();
    let new = NewToken {
        hash: secret::digest(&token),
        person: person.id,
        name: name.to_owned(),
        scopes: scopes.join(" "),
        created: app.now(),
    };
    let id = app.store().create_token(new).await?;
    Ok((StatusCode::CREATED, Json(Made { id, token })))
}

/// Delete a token.
#[utoipa::path(delete, path = "/tokens/{id}", tag = "account", security(("session" = [])),
    params(("id" = i64, Path, description = "Its number")),
    responses((status = 204), (status = 401, body = Body), (status = 404, body = Body)))]
pub(crate) async fn delete(
    State(app): State<App>,
    Holder(Owner { person, .. }): Holder,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let deleted = match id.parse() {
        Ok(id) => app.store().delete_token(person.id, id).await?,
        Err(_) => false,
    };
    if deleted {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Problem::new(
        problem::NOT_FOUND,
        said!("You have no such token.", "Vous n'avez pas ce jeton."),
    ))
}
