//! Coming in, going out, and the account itself.

use abaque_core::said;
use abaque_store::{Claimed, Named, PersonId};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Me, name, normal, password, refuse_banned};
use crate::address::Address;
use crate::app::App;
use crate::ask::Asked;
use crate::cookie;
use crate::limit::{Asker, Door};
use crate::problem::{self, Body, Problem, language};
use crate::secret::{self, Secret};
use crate::who::{self, Holder, MaybeWho, Owner, Via};

/// Nobody, for whom everything is looked up that would be looked up for somebody.
pub(super) const NOBODY: PersonId = PersonId(-1);

/// An answer that gives the browser a cookie.
type WithCookie<T> = (StatusCode, [(HeaderName, HeaderValue); 1], T);

/// A name and a password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "name": "Ann", "password": "several words together" }))]
pub(crate) struct Credentials {
    /// The name.
    name: String,
    /// The password.
    password: Secret,
}

/// Who asks.
#[derive(Serialize, ToSchema)]
pub(crate) struct WhoAmI {
    /// The person; none if nobody is signed in.
    person: Option<Me>,
}

/// Come in as a guest: the server makes up a name, and the answer sets the cookie of a session. Whoever is in already
/// stays who they are.
#[utoipa::path(post, path = "/guest", tag = "coming in", security(()), responses(
    (status = 201, body = Me), (status = 200, body = Me, description = "In already"),
    (status = 403, body = Body), (status = 429, body = Body)))]
pub(crate) async fn guest(
    State(app): State<App>,
    Address(address): Address,
    MaybeWho(who): MaybeWho,
    headers: HeaderMap,
) -> Result<(StatusCode, HeaderMap, Json<Me>), Problem> {
    if let Some(who) = who {
        return Ok((StatusCode::OK, HeaderMap::new(), Json(who.person.into())));
    }
    app.limit(Door::Guest, Asker::at(address))?;
    let lang = language(&headers);
    for _ in 0..100 {
        let made = app.store().create_guest(&name::friendly(lang), app.now()).await?;
        if let Named::Done(id) = made {
            let (cookie, _) = who::let_in(&app, id, &headers).await?;
            let given = HeaderMap::from_iter([(header::SET_COOKIE, cookie)]);
            return Ok((StatusCode::CREATED, given, Json(me_of(&app, id).await?)));
        }
    }
    Err(Problem::internal(&"a hundred names for guests were taken"))
}

/// Who is asking; nobody is an answer too.
#[utoipa::path(get, path = "/me", tag = "coming in", responses((status = 200, body = WhoAmI)))]
pub(crate) async fn me(MaybeWho(who): MaybeWho) -> Json<WhoAmI> {
    Json(WhoAmI { person: who.map(|who| who.person.into()) })
}

/// Open an account. A guest keeps games and everything else under the new name.
#[utoipa::path(post, path = "/register", tag = "coming in", security(()), request_body = Credentials, responses(
    (status = 201, body = Me), (status = 409, body = Body, description = "The name is taken"),
    (status = 422, body = Body, description = "The name or the password cannot be used"),
    (status = 429, body = Body)))]
pub(crate) async fn register(
    State(app): State<App>,
    Address(address): Address,
    MaybeWho(who): MaybeWho,
    headers: HeaderMap,
    Asked(asked): Asked<Credentials>,
) -> Result<WithCookie<Json<Me>>, Problem> {
    let guest = match who {
        Some(who) if !who.person.guest => {
            let name = who.person.name;
            return Err(Problem::new(
                problem::HAS_ACCOUNT,
                said!(
                    "You are signed in as {name}; sign out first.",
                    "Vous êtes {name} ; déconnectez-vous d'abord."
                ),
            ));
        }
        Some(who) => match who.via {
            Via::Session { hash } => Some((who.person.id, hash)),
            Via::Token { .. } => None,
        },
        None => None,
    };
    let name = name::checked(&asked.name)?;
    password::check(&asked.password, &name)?;
    app.limit(Door::Register, Asker::at(address))?;
    let hash = app.passwords().hash(&asked.password).await?;
    let taken = || {
        Problem::new(
            problem::NAME_TAKEN,
            said!(
                "Somebody is called {name} already; choose another name.",
                "Quelqu'un s'appelle déjà {name} ; il faut un autre nom."
            ),
        )
    };
    let id = match &guest {
        Some((id, _)) => match app.store().claim_account(*id, &name, &hash).await? {
            Claimed::Done => *id,
            Claimed::Taken => return Err(taken()),
            Claimed::NoGuest => {
                return Err(Problem::new(
                    problem::HAS_ACCOUNT,
                    said!("You are no longer a guest.", "Vous n'êtes plus un invité."),
                ));
            }
        },
        None => match app.store().create_account(&name, &hash, app.now()).await? {
            Named::Done(id) => id,
            Named::Taken => return Err(taken()),
        },
    };
    // What the guest's cookie opened it opens no more: who knew it must not have the account.
    app.store().delete_sessions(id, None).await?;
    let (cookie, _) = who::let_in(&app, id, &headers).await?;
    let me = me_of(&app, id).await?;
    Ok((StatusCode::CREATED, [(header::SET_COOKIE, cookie)], Json(me)))
}

/// Sign in with name and password.
#[utoipa::path(post, path = "/sign-in", tag = "coming in", security(()), request_body = Credentials, responses(
    (status = 200, body = Me), (status = 401, body = Body, description = "They do not match"),
    (status = 403, body = Body), (status = 429, body = Body)))]
pub(crate) async fn sign_in(
    State(app): State<App>,
    Address(address): Address,
    headers: HeaderMap,
    Asked(asked): Asked<Credentials>,
) -> Result<WithCookie<Json<Me>>, Problem> {
    let name = normal(&asked.name);
    limit_tries(&app, address, &name)?;
    let person = app.store().person_named(&name).await?;
    let id = person.as_ref().map_or(NOBODY, |person| person.id);
    let stored = app.store().password(id).await?;
    let fits = app.passwords().is(&asked.password, stored.as_deref()).await?;
    let Some(person) = person.filter(|person| fits && !person.closed) else {
        return Err(wrong_password());
    };
    refuse_banned(&person)?;
    if stored.is_some_and(|stored| !password::is_current(&stored)) {
        let hash = app.passwords().hash(&asked.password).await?;
        app.store().set_password(id, &hash).await?;
    }
    if let Some(before) = cookie::read(app.config(), &headers) {
        app.store().delete_session(&secret::digest(before.expose())).await?;
    }
    let (cookie, _) = who::let_in(&app, id, &headers).await?;
    Ok((StatusCode::OK, [(header::SET_COOKIE, cookie)], Json(person.into())))
}

/// Sign this browser out.
#[utoipa::path(post, path = "/sign-out", tag = "coming in", security(()), responses((status = 204)))]
pub(crate) async fn sign_out(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<WithCookie<()>, Problem> {
    if let Some(secret) = cookie::read(app.config(), &headers) {
        app.store().delete_session(&secret::digest(secret.expose())).await?;
    }
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie::take(app.config()))], ()))
}

/// The password there is and the one there shall be.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "old": "several words together", "new": "other words altogether" }))]
pub(crate) struct NewPassword {
    /// The one there is.
    old: Secret,
    /// The one there shall be.
    new: Secret,
}

/// Change the password. All other browsers are signed out; tokens stay.
#[utoipa::path(put, path = "/password", tag = "account", security(("session" = [])), request_body = NewPassword, responses(
    (status = 204), (status = 401, body = Body), (status = 422, body = Body),
    (status = 429, body = Body)))]
pub(crate) async fn change_password(
    State(app): State<App>,
    Address(address): Address,
    Holder(Owner { person, session }): Holder,
    Asked(asked): Asked<NewPassword>,
) -> Result<StatusCode, Problem> {
    password::check(&asked.new, &person.name)?;
    ask_again(&app, address, person.id, &person.name, &asked.old).await?;
    let hash = app.passwords().hash(&asked.new).await?;
    let store = app.store().clone();
    app.finish(async move {
        store.set_password(person.id, &hash).await?;
        store.drop_mailed_codes(person.id).await?;
        store.delete_sessions(person.id, Some(&session)).await?;
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

/// The password, asked again where much depends on it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "password": "several words together" }))]
pub(crate) struct Again {
    /// The password; guests have none and leave it out.
    #[serde(default = "empty")]
    pub(super) password: Secret,
}

fn empty() -> Secret {
    Secret::from(String::new())
}

/// Delete one's account for good: name, password, settings, sessions, tokens and chat go, games stay with a nameless
/// player.
#[utoipa::path(delete, path = "/me", tag = "account", security(("session" = [])), request_body = Again, responses(
    (status = 204), (status = 401, body = Body), (status = 429, body = Body)))]
pub(crate) async fn delete_me(
    State(app): State<App>,
    Address(address): Address,
    Owner { person, .. }: Owner,
    Asked(asked): Asked<Again>,
) -> Result<WithCookie<()>, Problem> {
    if !person.guest {
        ask_again(&app, address, person.id, &person.name, &asked.password).await?;
    }
    app.store().close_person(person.id).await?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie::take(app.config()))], ()))
}

/// A problem unless this is the person's password.
pub(super) async fn ask_again(
    app: &App,
    address: std::net::IpAddr,
    id: PersonId,
    name: &str,
    password: &Secret,
) -> Result<(), Problem> {
    limit_tries(app, address, name)?;
    let stored = app.store().password(id).await?;
    if app.passwords().is(password, stored.as_deref()).await? {
        return Ok(());
    }
    Err(wrong_password())
}

/// Passwords and codes may be tried only so often from one place, and for one name.
pub(super) fn limit_tries(app: &App, address: std::net::IpAddr, name: &str) -> Result<(), Problem> {
    app.limit(Door::SignIn, Asker::at(address))?;
    app.limit(Door::Name, Asker::Name(name.to_lowercase()))
}

fn wrong_password() -> Problem {
    Problem::new(
        problem::WRONG_PASSWORD,
        said!(
            "There is no account with this name and this password.",
            "Il n'y a pas de compte avec ce nom et ce mot de passe."
        ),
    )
}

pub(super) async fn me_of(app: &App, id: PersonId) -> Result<Me, Problem> {
    let person = app.store().person(id).await?.ok_or_else(Problem::nobody)?;
    Ok(person.into())
}
