//! One-time recovery codes to write down, each good for one new password.

use abaque_core::message;
use abaque_protocol::rest::{ConfirmPassword, RecoverByCode, RecoveryCodes, RecoveryCodesLeft};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};

use super::account::{NOBODY_ID, confirm_password};
use super::sign_in_attempts::SignInAttempt;
use super::{normalize_name, password};
use crate::app::App;
use crate::auth::{AccountUser, SessionUser};
use crate::client_ip::ClientIp;
use crate::extractors::ValidJson;
use crate::problem::{self, Problem, ProblemBody};
use crate::secret;

/// Number of codes per set.
const CODE_COUNT: usize = 10;

/// Letters without easily confused ones.
const CODE_LETTERS: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";

/// Letters per code, in groups of four: 31^16 cannot be guessed, so a plain hash suffices.
const CODE_LENGTH: usize = 16;

/// Get the number of unused recovery codes.
#[utoipa::path(get, path = "/recovery-codes", tag = "account", security(("session" = [])), responses(
    (status = 200, body = RecoveryCodesLeft), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody)))]
pub(crate) async fn codes_left(
    State(app): State<App>,
    AccountUser(SessionUser { person, .. }): AccountUser,
) -> Result<Json<RecoveryCodesLeft>, Problem> {
    Ok(Json(RecoveryCodesLeft { left: app.store().unused_recovery_codes(person.id).await?.len() }))
}

/// Create ten new recovery codes, shown only once; older ones become void.
#[utoipa::path(post, path = "/recovery-codes", tag = "account", security(("session" = [])), request_body = ConfirmPassword, responses(
    (status = 201, body = RecoveryCodes), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
    (status = 429, body = ProblemBody)))]
pub(crate) async fn renew_codes(
    State(app): State<App>,
    AccountUser(SessionUser { person, session }): AccountUser,
    ValidJson(body): ValidJson<ConfirmPassword>,
) -> Result<(StatusCode, Json<RecoveryCodes>), Problem> {
    confirm_password(&app, person.id, &session, &body.password).await?;
    let codes: Vec<String> = (0..CODE_COUNT).map(|_| random_code()).collect();
    let hashes = codes.iter().map(|code| hash_code(code)).collect();
    app.store().replace_recovery_codes(person.id, hashes).await?;
    Ok((StatusCode::CREATED, Json(RecoveryCodes { codes })))
}

/// Set a new password with a recovery code. All browsers are signed out and all tokens deleted.
#[utoipa::path(post, path = "/recover", tag = "coming in", security(()), request_body = RecoverByCode, responses(
    (status = 204), (status = 401, body = ProblemBody), (status = 422, body = ProblemBody),
    (status = 429, body = ProblemBody)))]
pub(crate) async fn recover(
    State(app): State<App>,
    ClientIp(address): ClientIp,
    headers: HeaderMap,
    ValidJson(body): ValidJson<RecoverByCode>,
) -> Result<StatusCode, Problem> {
    let name = normalize_name(&body.name);
    password::check(&body.password, &name)?;
    let person = app.store().person_named(&name).await?;
    let id = person.map_or(NOBODY_ID, |person| person.id);
    let tried = SignInAttempt::begin(&app, &headers, address, &name, id).await?;
    // Hash first, and try the code for unknown names too, so that both take the same time.
    let new = app.passwords().hash(&body.password).await?;
    let (own, code, now) = (app.clone(), hash_code(body.code.expose()), app.now());
    let recovered = app.run_to_completion(async move {
        let store = own.store();
        // A written-down code or a mailed one.
        let good = store.use_recovery_code(id, &code, now).await?
            || store.use_mailed_code(id, &code, now).await?;
        if !good || !store.replace_password(id, &new, None, None, true).await? {
            return Err(Problem::new(
                problem::WRONG_CODE,
                message!(
                    "Wrong name, or this code is wrong or already used.",
                    "Nom incorrect, ou code incorrect ou déjà utilisé."
                ),
            ));
        }
        own.close_revoked(id).await?;
        Ok(StatusCode::NO_CONTENT)
    });
    let recovered = recovered.await?;
    tried.clear_failures();
    Ok(recovered)
}

pub(super) fn random_code() -> String {
    let mut text = String::new();
    for place in 0..CODE_LENGTH {
        if place > 0 && place % 4 == 0 {
            text.push('-');
        }
        text.push(char::from(CODE_LETTERS[secret::random_below(CODE_LETTERS.len())]));
    }
    text
}

/// Hash of a code, ignoring case and separators.
pub(super) fn hash_code(code: &str) -> String {
    let bare: String = code.chars().filter(|letter| letter.is_alphanumeric()).collect();
    secret::sha256_hex(&bare.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recovery_codes_are_read_in_any_spelling() {
        let code = random_code();
        assert_eq!(code.len(), CODE_LENGTH + 3);
        assert_eq!(hash_code(&code), hash_code(&code.replace('-', " ").to_uppercase()));
        assert_ne!(hash_code(&code), hash_code(&super::random_code()));
    }
}
