//! E-mail addresses of accounts, if the server sends mail: verified by a code, used to recover the
//! password.

use abaque_core::{Lang, message};
use abaque_protocol::rest::{
    ConfirmPassword, EmailProof, EmailStatus, NewEmailAddress, RecoverByEmail,
};
use abaque_store::{CodePurpose, MailedCode, Person, PersonId};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};

use super::account::confirm_password;
use super::sign_in_attempts::limit_session;
use super::{normalize_name, recovery};
use crate::app::App;
use crate::auth::{AccountUser, SessionUser};
use crate::client_ip::ClientIp;
use crate::extractors::ValidJson;
use crate::mail::{self, MailError, Mailer};
use crate::problem::{self, Problem, ProblemBody, preferred_language};
use crate::rate_limit::{LimitedAction, RateKey};

/// Lifetime of a code in milliseconds.
const CODE_LIFETIME_MILLIS: i64 = 60 * 60 * 1000;

/// Minimum time between two recovery codes, in milliseconds. Repeated requests can neither flood
/// the owner nor void a code on its way.
const RESEND_DELAY_MILLIS: i64 = 10 * 60 * 1000;

/// Get the account's address, and whether this server sends mail.
#[utoipa::path(get, path = "/address", tag = "account", security(("session" = [])), responses(
    (status = 200, body = EmailStatus), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody)))]
pub(crate) async fn get(
    State(app): State<App>,
    AccountUser(SessionUser { person, .. }): AccountUser,
) -> Result<Json<EmailStatus>, Problem> {
    let address = app.store().email_address(person.id).await?;
    Ok(Json(EmailStatus { mail: app.config().mail.is_some(), address }))
}

/// Set the account's address: a code is mailed there, and the address counts once the code is sent
/// back. It is used only to recover the password.
#[utoipa::path(put, path = "/address", tag = "account", security(("session" = [])), request_body = NewEmailAddress, responses(
    (status = 202, description = "A code is on its way"), (status = 401, body = ProblemBody), (status = 404, body = ProblemBody),
    (status = 422, body = ProblemBody), (status = 429, body = ProblemBody), (status = 503, body = ProblemBody)))]
pub(crate) async fn put(
    State(app): State<App>,
    AccountUser(SessionUser { person, session }): AccountUser,
    headers: HeaderMap,
    ValidJson(body): ValidJson<NewEmailAddress>,
) -> Result<StatusCode, Problem> {
    let mail = mailer(&app)?;
    let to = mail::parse_address(&body.address).ok_or_else(|| {
        Problem::new(
            problem::BAD_VALUE,
            message!(
                "This is not a valid email address. Use one such as ann@example.org.",
                "Cette adresse e-mail n'est pas valable. Écrivez-la par exemple ainsi\u{a0}: anne@example.org."
            ),
        )
    })?;
    confirm_password(&app, person.id, &session, &body.password).await?;
    app.check_rate(LimitedAction::Mail, RateKey::Person(person.id))?;
    let lang = preferred_language(&headers);
    let (name, place) = (&person.name, server_suffix(&app));
    let code = create_code(&app, person.id, CodePurpose::Verify, &to).await?;
    let subject = message!(
        "Confirm your email address for Abaque",
        "Confirmez votre adresse e-mail pour Abaque"
    );
    let text = message!(
        "This code confirms your address, {name}:\n\n{code}\n\nIt is valid for an hour{place}. If you did not ask for it, someone mistyped an address: ignore this email.\n",
        "Ce code confirme votre adresse, {name}\u{a0}:\n\n{code}\n\nIl est valable une heure{place}. Si vous n'avez rien demandé, quelqu'un s'est trompé d'adresse\u{a0}: ignorez ce message.\n"
    );
    mail.send(&to, subject.get(lang), text.get(lang).to_owned()).await.map_err(|error| {
        tracing::warn!(target: "abaque", %error, "mail not sent");
        Problem::new(
            problem::BUSY,
            message!(
                "The email could not be sent. Check the address, or try again later.",
                "Le message n'a pas pu être envoyé. Vérifiez l'adresse, ou réessayez plus tard."
            ),
        )
    })?;
    Ok(StatusCode::ACCEPTED)
}

/// Verify the address by the mailed code.
#[utoipa::path(post, path = "/address/proof", tag = "account", security(("session" = [])), request_body = EmailProof, responses(
    (status = 204), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody), (status = 429, body = ProblemBody)))]
pub(crate) async fn prove(
    State(app): State<App>,
    AccountUser(SessionUser { person, session }): AccountUser,
    ValidJson(body): ValidJson<EmailProof>,
) -> Result<StatusCode, Problem> {
    limit_session(&app, &session)?;
    let hash = recovery::hash_code(body.code.expose());
    if app.store().verify_email_address(person.id, &hash, app.now()).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Problem::new(
        problem::WRONG_CODE,
        message!(
            "This is not the latest code, or it is more than an hour old.",
            "Ce n'est pas le dernier code envoyé, ou il a plus d'une heure."
        ),
    ))
}

/// Remove the address.
#[utoipa::path(delete, path = "/address", tag = "account", security(("session" = [])), request_body = ConfirmPassword, responses(
    (status = 204), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody), (status = 429, body = ProblemBody)))]
pub(crate) async fn delete(
    State(app): State<App>,
    AccountUser(SessionUser { person, session }): AccountUser,
    ValidJson(body): ValidJson<ConfirmPassword>,
) -> Result<StatusCode, Problem> {
    confirm_password(&app, person.id, &session, &body.password).await?;
    if app.store().delete_email_address(person.id).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Problem::new(
        problem::NOT_FOUND,
        message!("Your account has no email address.", "Votre compte n'a pas d'adresse e-mail."),
    ))
}

/// Mail a code for `/recover` to the account's address. The response is the same whether or not the
/// account or its address exists.
#[utoipa::path(post, path = "/recover/mail", tag = "coming in", security(()), request_body = RecoverByEmail, responses(
    (status = 202, description = "If there is an address, a code is on its way"), (status = 404, body = ProblemBody),
    (status = 429, body = ProblemBody)))]
pub(crate) async fn recover(
    State(app): State<App>,
    ClientIp(from): ClientIp,
    headers: HeaderMap,
    ValidJson(body): ValidJson<RecoverByEmail>,
) -> Result<StatusCode, Problem> {
    let mail = mailer(&app)?.clone();
    let name = normalize_name(&body.name);
    app.check_rate(LimitedAction::Mail, RateKey::from_address(from))?;
    let lang = preferred_language(&headers);
    // In the background, so that timing reveals nothing either.
    tokio::spawn(async move {
        if let Err(error) = send_recovery(&app, &mail, &name, lang).await {
            tracing::warn!(target: "abaque", %error, "mail not sent");
        }
    });
    Ok(StatusCode::ACCEPTED)
}

async fn send_recovery(app: &App, mail: &Mailer, name: &str, lang: Lang) -> Result<(), MailError> {
    let found = app.store().person_named(name).await.map_err(MailError::new)?;
    let Some(Person { id, name, .. }) = found.filter(|person| !person.closed) else {
        return Ok(());
    };
    let Some(to) = app.store().email_address(id).await.map_err(MailError::new)? else {
        return Ok(());
    };
    let sent_lately = app.now() + CODE_LIFETIME_MILLIS - RESEND_DELAY_MILLIS;
    if app
        .store()
        .has_mailed_code(id, CodePurpose::Recover, sent_lately)
        .await
        .map_err(MailError::new)?
    {
        return Ok(());
    }
    let code = create_code(app, id, CodePurpose::Recover, &to).await.map_err(MailError::new)?;
    let place = server_suffix(app);
    let subject = message!("Reset your Abaque password", "Nouveau mot de passe pour Abaque");
    let text = message!(
        "Someone, perhaps you, asked to reset the password of {name}. Set a new one with this code:\n\n{code}\n\nIt works once, for an hour{place}. If it was not you, ignore this email: your password stays the same.\n",
        "Quelqu'un, vous peut-être, a demandé un nouveau mot de passe pour {name}. Choisissez-en un avec ce code\u{a0}:\n\n{code}\n\nIl sert une seule fois, pendant une heure{place}. Si ce n'était pas vous, ignorez ce message\u{a0}: votre mot de passe ne change pas.\n"
    );
    mail.send(&to, subject.get(lang), text.get(lang).to_owned()).await
}

/// Creates a code and stores its hash.
async fn create_code(
    app: &App,
    person: PersonId,
    purpose: CodePurpose,
    to: &str,
) -> Result<String, abaque_store::StoreError> {
    let code = recovery::random_code();
    let (hash, expires) = (recovery::hash_code(&code), app.now() + CODE_LIFETIME_MILLIS);
    let stored = MailedCode { person, purpose, hash, address: to.to_owned(), expires };
    app.store().store_mailed_code(stored).await?;
    Ok(code)
}

/// Names the server, for people with accounts on several.
fn server_suffix(app: &App) -> String {
    app.config().origins.first().map_or(String::new(), |origin| format!(" ({origin})"))
}

fn mailer(app: &App) -> Result<&Mailer, Problem> {
    app.config().mail.as_ref().ok_or_else(|| {
        Problem::new(
            problem::NO_MAIL,
            message!(
                "Use a recovery code, or contact the server's administrator.",
                "Utilisez un code de secours, ou écrivez à l'administrateur du serveur."
            ),
        )
    })
}
