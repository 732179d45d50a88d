//! Codes to write down, each good for one new password.

use abaque_core::said;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::account::{Again, NOBODY, ask_again, limit_tries};
use super::{normal, password};
use crate::address::Address;
use crate::app::App;
use crate::ask::Asked;
use crate::problem::{self, Body, Problem};
use crate::secret::{self, Secret};
use crate::who::{Holder, Owner};

/// How many codes one gets.
const CODES: usize = 10;

/// Letters nobody takes for one another.
const LETTERS: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";

/// Letters of a code, in groups of four: 31^16 are too many to guess, so a plain hash of it is enough.
const LENGTH: usize = 16;

/// Codes, shown this once.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({ "codes": ["kd7m-29xw-aq4p-hn3t"] }))]
pub(crate) struct Codes {
    /// Ten codes; each works once.
    codes: Vec<String>,
}

/// How many codes are left.
#[derive(Serialize, ToSchema)]
pub(crate) struct Left {
    /// Codes not used yet.
    left: usize,
}

/// How many recovery codes are left.
#[utoipa::path(get, path = "/recovery-codes", tag = "account", security(("session" = [])), responses(
    (status = 200, body = Left), (status = 401, body = Body), (status = 403, body = Body)))]
pub(crate) async fn left(
    State(app): State<App>,
    Holder(Owner { person, .. }): Holder,
) -> Result<Json<Left>, Problem> {
    Ok(Json(Left { left: app.store().unused_codes(person.id).await?.len() }))
}

/// Make ten new recovery codes, shown this once; older ones no longer work.
#[utoipa::path(post, path = "/recovery-codes", tag = "account", security(("session" = [])), request_body = Again, responses(
    (status = 201, body = Codes), (status = 401, body = Body), (status = 403, body = Body),
    (status = 429, body = Body)))]
pub(crate) async fn renew(
    State(app): State<App>,
    Address(address): Address,
    Holder(Owner { person, .. }): Holder,
    Asked(asked): Asked<Again>,
) -> Result<(StatusCode, Json<Codes>), Problem> {
    ask_again(&app, address, person.id, &person.name, &asked.password).await?;
    let codes: Vec<String> = (0..CODES).map(|_| code()).collect();
    let hashes = codes.iter().map(|code| hash(code)).collect();
    app.store().replace_codes(person.id, hashes).await?;
    Ok((StatusCode::CREATED, Json(Codes { codes })))
}

/// A code and the password there shall be.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "name": "Ann", "code": "kd7m-29xw-aq4p-hn3t", "password": "other words altogether"
}))]
pub(crate) struct Recover {
    /// The name of the account.
    name: String,
    /// One of its recovery codes, or one that was mailed; capitals, spaces and dashes do not matter.
    code: Secret,
    /// The new password.
    password: Secret,
}

/// Set a new password with a recovery code. All browsers are signed out and all tokens deleted.
#[utoipa::path(post, path = "/recover", tag = "coming in", security(()), request_body = Recover, responses(
    (status = 204), (status = 401, body = Body), (status = 422, body = Body),
    (status = 429, body = Body)))]
pub(crate) async fn recover(
    State(app): State<App>,
    Address(address): Address,
    Asked(asked): Asked<Recover>,
) -> Result<StatusCode, Problem> {
    let name = normal(&asked.name);
    password::check(&asked.password, &name)?;
    limit_tries(&app, address, &name)?;
    // The slow part comes first, and the code is tried for nobody as well: both take the same time.
    let new = app.passwords().hash(&asked.password).await?;
    let person = app.store().person_named(&name).await?;
    let id = person.map_or(NOBODY, |person| person.id);
    let (store, code, now) = (app.store().clone(), hash(asked.code.expose()), app.now());
    app.finish(async move {
        // One that was written down, or one that was mailed.
        let good =
            store.use_code(id, &code, now).await? || store.use_mailed_code(id, &code, now).await?;
        if !good || !store.set_password(id, &new).await? {
            return Err(Problem::new(
                problem::WRONG_CODE,
                said!(
                    "There is no account with this name and this unused code.",
                    "Il n'y a pas de compte avec ce nom et ce code non utilisé."
                ),
            ));
        }
        store.drop_mailed_codes(id).await?;
        store.delete_sessions(id, None).await?;
        for token in store.tokens(id).await? {
            store.delete_token(id, token.id).await?;
        }
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

pub(super) fn code() -> String {
    let mut text = String::new();
    for place in 0..LENGTH {
        if place > 0 && place % 4 == 0 {
            text.push('-');
        }
        text.push(char::from(LETTERS[secret::below(LETTERS.len())]));
    }
    text
}

/// The hash of a code, however it was written down.
pub(super) fn hash(code: &str) -> String {
    let bare: String = code.chars().filter(|letter| letter.is_alphanumeric()).collect();
    secret::digest(&bare.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_read_back_however_written() {
        let code = code();
        assert_eq!(code.len(), LENGTH + 3);
        assert_eq!(hash(&code), hash(&code.replace('-', " ").to_uppercase()));
        assert_ne!(hash(&code), hash(&super::code()));
    }
}
