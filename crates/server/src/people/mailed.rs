//! An address for accounts, where the server sends mail: proved by a code, good for a new password.

use abaque_core::{Lang, said};
use abaque_store::{MailedCode, Person, PersonId, Purpose};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::account::{Again, ask_again, limit_tries};
use super::{normal, recovery};
use crate::address::Address;
use crate::app::App;
use crate::ask::Asked;
use crate::limit::{Asker, Door};
use crate::mail::{self, Mail, NotSent};
use crate::problem::{self, Body, Problem, language};
use crate::secret::Secret;
use crate::who::{Holder, Owner};

/// How long a code is good, in milliseconds.
const LASTS: i64 = 60 * 60 * 1000;

/// The address of one's account.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({ "mail": true, "address": "ann@example.org" }))]
pub(crate) struct Written {
    /// Whether this server sends mail at all.
    mail: bool,
    /// The address, once it is proved.
    address: Option<String>,
}

/// An address, and the password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "address": "ann@example.org", "password": "several words together" }))]
pub(crate) struct NewAddress {
    /// The address.
    address: String,
    /// The password of the account.
    password: Secret,
}

/// A code that came by mail.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "code": "kd7m-29xw-aq4p-hn3t" }))]
pub(crate) struct Proof {
    /// The code; capitals, spaces and dashes do not matter.
    code: Secret,
}

/// Whose password is lost.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "name": "Ann" }))]
pub(crate) struct Lost {
    /// The name of the account.
    name: String,
}

/// The address of one's account, and whether this server sends mail.
#[utoipa::path(get, path = "/address", tag = "account", security(("session" = [])), responses(
    (status = 200, body = Written), (status = 401, body = Body), (status = 403, body = Body)))]
pub(crate) async fn get(
    State(app): State<App>,
    Holder(Owner { person, .. }): Holder,
) -> Result<Json<Written>, Problem> {
    let address = app.store().address(person.id).await?;
    Ok(Json(Written { mail: app.config().mail.is_some(), address }))
}

/// Give one's account an address: a code is sent there, and it counts once that is sent back. The address is for nothing but a lost
/// password.
#[utoipa::path(put, path = "/address", tag = "account", security(("session" = [])), request_body = NewAddress, responses(
    (status = 202, description = "A code is on its way"), (status = 401, body = Body), (status = 404, body = Body),
    (status = 422, body = Body), (status = 429, body = Body), (status = 503, body = Body)))]
pub(crate) async fn put(
    State(app): State<App>,
    Address(from): Address,
    Holder(Owner { person, .. }): Holder,
    headers: HeaderMap,
    Asked(asked): Asked<NewAddress>,
) -> Result<StatusCode, Problem> {
    let mail = mail_of(&app)?;
    let to = mail::address(&asked.address).ok_or_else(|| {
        Problem::new(
            problem::BAD_VALUE,
            said!(
                "This is no address mail can be sent to; allowed is one such as ann@example.org.",
                "Ce n'est pas une adresse de courrier ; il en faut une comme anne@example.org."
            ),
        )
    })?;
    ask_again(&app, from, person.id, &person.name, &asked.password).await?;
    app.limit(Door::Mail, Asker::Person(person.id))?;
    let lang = language(&headers);
    let (name, place) = (&person.name, place(&app));
    let code = fresh(&app, person.id, Purpose::Verify, &to).await?;
    let subject = said!("Your address at Abaque", "Votre adresse chez Abaque");
    let text = said!(
        "This code shows that the address is yours, {name}:\n\n{code}\n\nIt is good for an hour{place}. If you did not ask for it, somebody mistyped an address; nothing happens without the code.\n",
        "Ce code montre que l'adresse est la vôtre, {name} :\n\n{code}\n\nIl est valable une heure{place}. Si vous n'avez rien demandé, quelqu'un s'est trompé d'adresse ; rien ne se passe sans le code.\n"
    );
    mail.send(&to, subject.get(lang), text.get(lang).to_owned()).await.map_err(|error| {
        tracing::warn!(target: "abaque", %error, "a mail was not sent");
        Problem::new(
            problem::BUSY,
            said!(
                "The mail could not be sent. Check the address, or try again in a while.",
                "Le courrier n'a pas pu partir. Vérifiez l'adresse, ou réessayez dans un moment."
            ),
        )
    })?;
    Ok(StatusCode::ACCEPTED)
}

/// Prove the address by the code that was sent there.
#[utoipa::path(post, path = "/address/proof", tag = "account", security(("session" = [])), request_body = Proof, responses(
    (status = 204), (status = 401, body = Body), (status = 403, body = Body), (status = 429, body = Body)))]
pub(crate) async fn prove(
    State(app): State<App>,
    Address(from): Address,
    Holder(Owner { person, .. }): Holder,
    Asked(asked): Asked<Proof>,
) -> Result<StatusCode, Problem> {
    limit_tries(&app, from, &person.name)?;
    let hash = recovery::hash(asked.code.expose());
    if app.store().prove_address(person.id, &hash, app.now()).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Problem::new(
        problem::WRONG_CODE,
        said!(
            "This is not the code that was sent last, or it is older than an hour.",
            "Ce n'est pas le dernier code envoyé, ou il a plus d'une heure."
        ),
    ))
}

/// Take the address back.
#[utoipa::path(delete, path = "/address", tag = "account", security(("session" = [])), request_body = Again, responses(
    (status = 204), (status = 401, body = Body), (status = 403, body = Body), (status = 404, body = Body), (status = 429, body = Body)))]
pub(crate) async fn delete(
    State(app): State<App>,
    Address(from): Address,
    Holder(Owner { person, .. }): Holder,
    Asked(asked): Asked<Again>,
) -> Result<StatusCode, Problem> {
    ask_again(&app, from, person.id, &person.name, &asked.password).await?;
    if app.store().delete_address(person.id).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Problem::new(
        problem::NOT_FOUND,
        said!("Your account has no address.", "Votre compte n'a pas d'adresse."),
    ))
}

/// Have a code sent to the address of an account, for `/recover`. The answer is the same whether or not there is such an account and
/// whether or not it has an address.
#[utoipa::path(post, path = "/recover/mail", tag = "coming in", security(()), request_body = Lost, responses(
    (status = 202, description = "If there is an address, a code is on its way"), (status = 404, body = Body),
    (status = 429, body = Body)))]
pub(crate) async fn recover(
    State(app): State<App>,
    Address(from): Address,
    headers: HeaderMap,
    Asked(asked): Asked<Lost>,
) -> Result<StatusCode, Problem> {
    let mail = mail_of(&app)?.clone();
    let name = normal(&asked.name);
    app.limit(Door::Mail, Asker::at(from))?;
    app.limit(Door::Mail, Asker::Name(name.to_lowercase()))?;
    let lang = language(&headers);
    // Behind the asker's back, so that not even the time it takes tells anything.
    tokio::spawn(async move {
        if let Err(error) = send_recovery(&app, &mail, &name, lang).await {
            tracing::warn!(target: "abaque", %error, "a mail was not sent");
        }
    });
    Ok(StatusCode::ACCEPTED)
}

async fn send_recovery(app: &App, mail: &Mail, name: &str, lang: Lang) -> Result<(), NotSent> {
    let found = app.store().person_named(name).await.map_err(NotSent::new)?;
    let Some(Person { id, name, .. }) = found.filter(|person| !person.closed) else {
        return Ok(());
    };
    let Some(to) = app.store().address(id).await.map_err(NotSent::new)? else { return Ok(()) };
    let code = fresh(app, id, Purpose::Recover, &to).await.map_err(NotSent::new)?;
    let place = place(app);
    let subject = said!("A new password at Abaque", "Un nouveau mot de passe chez Abaque");
    let text = said!(
        "Somebody, you perhaps, has lost the password of {name}. With this code a new one can be set:\n\n{code}\n\nIt works once, for an hour{place}. If it was not you, do nothing: the old password stays.\n",
        "Quelqu'un, vous peut-être, a perdu le mot de passe de {name}. Ce code permet d'en choisir un autre :\n\n{code}\n\nIl sert une fois, pendant une heure{place}. Si ce n'était pas vous, ne faites rien : l'ancien mot de passe reste.\n"
    );
    mail.send(&to, subject.get(lang), text.get(lang).to_owned()).await
}

/// A code, kept as a hash.
async fn fresh(
    app: &App,
    person: PersonId,
    purpose: Purpose,
    to: &str,
) -> Result<String, abaque_store::StoreError> {
    let code = recovery::code();
    let (hash, expires) = (recovery::hash(&code), app.now() + LASTS);
    let kept = MailedCode { person, purpose, hash, address: to.to_owned(), expires };
    app.store().keep_code(kept).await?;
    Ok(code)
}

/// Which server writes, for those who have accounts at several.
fn place(app: &App) -> String {
    app.config().origins.first().map_or(String::new(), |origin| format!(" ({origin})"))
}

fn mail_of(app: &App) -> Result<&Mail, Problem> {
    app.config().mail.as_ref().ok_or_else(|| {
        Problem::new(
            problem::NO_MAIL,
            said!(
                "Use a recovery code, or ask whoever runs the server.",
                "Utilisez un code de secours, ou adressez-vous à qui tient le serveur."
            ),
        )
    })
}
