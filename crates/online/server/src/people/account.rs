//! Signing up, in and out, and the account itself.

use abaque_core::message;
use abaque_protocol::rest::{
    ConfirmPassword, Credentials, NewPassword, OwnProfile, Registration, Secret, WhoAmI,
};
use abaque_store::{ClaimOutcome, InvitedOutcome, NameOutcome, PersonId};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::AppendHeaders;

use super::sign_in_attempts::{SignInAttempt, limit_session, trust_browser};
use super::{admission, hashing, name, normalize_name, own_profile, password, refuse_banned};
use crate::app::App;
use crate::auth::{self, AccountUser, AuthMethod, OptionalUser, SessionUser};
use crate::client_ip::ClientIp;
use crate::cookie;
use crate::extractors::ValidJson;
use crate::problem::{self, Problem, ProblemBody, preferred_language};
use crate::rate_limit::{LimitedAction, RateKey};
use crate::secret;

/// Id that does not exist; used so that lookups for unknown names take the same time.
pub(super) const NOBODY_ID: PersonId = PersonId(-1);

/// A response with one or two cookies; the session cookie comes first.
type ResponseWithCookies<const N: usize, T> =
    (StatusCode, AppendHeaders<[(HeaderName, HeaderValue); N]>, T);

fn set_cookies<const N: usize>(
    cookies: [HeaderValue; N],
) -> AppendHeaders<[(HeaderName, HeaderValue); N]> {
    AppendHeaders(cookies.map(|cookie| (header::SET_COOKIE, cookie)))
}

/// Enter as a guest: the server makes up a name, and the response sets the session cookie. A caller
/// who is signed in keeps their identity.
#[utoipa::path(post, path = "/guest", tag = "coming in", security(()), responses(
    (status = 201, body = OwnProfile), (status = 200, body = OwnProfile, description = "Already signed in"),
    (status = 403, body = ProblemBody), (status = 429, body = ProblemBody)))]
pub(crate) async fn guest(
    State(app): State<App>,
    ClientIp(address): ClientIp,
    OptionalUser(who): OptionalUser,
    headers: HeaderMap,
) -> Result<(StatusCode, HeaderMap, Json<OwnProfile>), Problem> {
    if let Some(who) = who {
        return Ok((StatusCode::OK, HeaderMap::new(), Json(own_profile(who.person))));
    }
    admission::check_guests(&app)?;
    app.check_rate(LimitedAction::Guest, RateKey::from_address(address))?;
    let lang = preferred_language(&headers);
    for _ in 0..100 {
        let made = app.store().create_guest(&name::random_guest_name(lang), app.now()).await?;
        if let NameOutcome::Done(id) = made {
            let (cookie, _) = auth::create_session(&app, id, &headers).await?;
            let cookies = HeaderMap::from_iter([(header::SET_COOKIE, cookie)]);
            return Ok((StatusCode::CREATED, cookies, Json(fetch_own_profile(&app, id).await?)));
        }
    }
    Err(Problem::internal(&"a hundred names for guests were taken"))
}

/// Get the caller; null if not signed in.
#[utoipa::path(get, path = "/me", tag = "coming in", responses((status = 200, body = WhoAmI)))]
pub(crate) async fn me(OptionalUser(who): OptionalUser) -> Json<WhoAmI> {
    Json(WhoAmI { person: who.map(|who| own_profile(who.person)) })
}

/// Open an account. A guest keeps games and everything else under the new name.
#[utoipa::path(post, path = "/register", tag = "coming in", security(()), request_body = Registration, responses(
    (status = 201, body = OwnProfile),
    (status = 403, body = ProblemBody, description = "The server takes no new accounts, or only with an invitation"),
    (status = 409, body = ProblemBody, description = "The name is taken"),
    (status = 422, body = ProblemBody, description = "The name or the password is not allowed"),
    (status = 429, body = ProblemBody)))]
pub(crate) async fn register(
    State(app): State<App>,
    ClientIp(address): ClientIp,
    OptionalUser(who): OptionalUser,
    headers: HeaderMap,
    ValidJson(body): ValidJson<Registration>,
) -> Result<ResponseWithCookies<2, Json<OwnProfile>>, Problem> {
    let guest = match who {
        Some(who) if !who.person.guest => {
            let name = who.person.name;
            return Err(Problem::new(
                problem::HAS_ACCOUNT,
                message!(
                    "You are signed in as {name}; sign out first.",
                    "Vous êtes connecté sous le nom de {name}\u{a0}; déconnectez-vous d'abord."
                ),
            ));
        }
        Some(who) => match who.via {
            AuthMethod::Session { hash } => Some((who.person.id, hash)),
            AuthMethod::Token { .. } => None,
        },
        None => None,
    };
    let name = name::validate(&body.name)?;
    password::check(&body.password, &name)?;
    app.check_rate(LimitedAction::Register, RateKey::from_address(address))?;
    let invitation = admission::check_registration(&app, body.invitation.as_ref()).await?;
    let hash = app.passwords().hash(&body.password).await?;
    let taken = || {
        Problem::new(
            problem::NAME_TAKEN,
            message!(
                "The name {name} is taken. Choose another one.",
                "Le nom {name} est déjà pris. Choisissez-en un autre."
            ),
        )
    };
    let no_guest = || {
        Problem::new(
            problem::HAS_ACCOUNT,
            message!("You are no longer a guest.", "Vous n'êtes plus un invité."),
        )
    };
    let guest = guest.map(|(id, _)| id);
    let id = match (guest, invitation) {
        (guest, Some(invitation)) => {
            let now = app.now();
            match app.store().register_invited(&invitation, guest, &name, &hash, now).await? {
                InvitedOutcome::Done(id) => id,
                InvitedOutcome::Taken => return Err(taken()),
                InvitedOutcome::NoGuest => return Err(no_guest()),
                InvitedOutcome::NoInvitation => return Err(admission::bad_invitation()),
            }
        }
        (Some(id), None) => match app.store().claim_account(id, &name, &hash).await? {
            ClaimOutcome::Done => id,
            ClaimOutcome::Taken => return Err(taken()),
            ClaimOutcome::NoGuest => return Err(no_guest()),
        },
        (None, None) => match app.store().create_account(&name, &hash, app.now()).await? {
            NameOutcome::Done(id) => id,
            NameOutcome::Taken => return Err(taken()),
        },
    };
    // The guest's old cookie must not give access to the account.
    app.store().delete_sessions(id, None).await?;
    app.close_revoked(id).await?;
    let (cookie, _) = auth::create_session(&app, id, &headers).await?;
    let device = trust_browser(&app, None, id).await?;
    let me = fetch_own_profile(&app, id).await?;
    Ok((StatusCode::CREATED, set_cookies([cookie, device]), Json(me)))
}

/// Sign in with name and password.
#[utoipa::path(post, path = "/sign-in", tag = "coming in", security(()), request_body = Credentials, responses(
    (status = 200, body = OwnProfile), (status = 401, body = ProblemBody, description = "Wrong name or password"),
    (status = 403, body = ProblemBody), (status = 429, body = ProblemBody)))]
pub(crate) async fn sign_in(
    State(app): State<App>,
    ClientIp(address): ClientIp,
    headers: HeaderMap,
    ValidJson(body): ValidJson<Credentials>,
) -> Result<ResponseWithCookies<2, Json<OwnProfile>>, Problem> {
    let name = normalize_name(&body.name);
    let person = app.store().person_named(&name).await?;
    let id = person.as_ref().map_or(NOBODY_ID, |person| person.id);
    let tried = SignInAttempt::begin(&app, &headers, address, &name, id).await?;
    let stored = app.store().password_hash(id).await?;
    let fits = app.passwords().verify(&body.password, stored.as_deref()).await?;
    let Some(person) = person.filter(|person| fits && !person.closed) else {
        return Err(wrong_password());
    };
    refuse_banned(&person)?;
    if stored.is_some_and(|stored| !hashing::has_current_cost(&stored)) {
        let hash = app.passwords().hash(&body.password).await?;
        app.store().set_password_hash(id, &hash).await?;
    }
    if let Some(before) = cookie::read_session(app.config(), &headers) {
        end_session(&app, &secret::sha256_hex(before.expose())).await?;
    }
    let (cookie, _) = auth::create_session(&app, id, &headers).await?;
    let device = tried.complete_sign_in(id).await?;
    Ok((StatusCode::OK, set_cookies([cookie, device]), Json(own_profile(person))))
}

/// Sign this browser out.
#[utoipa::path(post, path = "/sign-out", tag = "coming in", security(()), responses((status = 204)))]
pub(crate) async fn sign_out(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<ResponseWithCookies<1, ()>, Problem> {
    if let Some(secret) = cookie::read_session(app.config(), &headers) {
        end_session(&app, &secret::sha256_hex(secret.expose())).await?;
    }
    Ok((StatusCode::NO_CONTENT, set_cookies([cookie::clear_session(app.config())]), ()))
}

/// Ends a session and closes its connections.
async fn end_session(app: &App, hash: &str) -> Result<(), Problem> {
    let found = app.store().session(hash).await?;
    app.store().delete_session(hash).await?;
    if let Some((session, _)) = found {
        app.close_revoked(session.person).await?;
    }
    Ok(())
}

/// Change the password. All other browsers are signed out and their sockets and streams closed;
/// tokens stay.
#[utoipa::path(put, path = "/password", tag = "account", security(("session" = [])), request_body = NewPassword, responses(
    (status = 204), (status = 401, body = ProblemBody), (status = 422, body = ProblemBody),
    (status = 429, body = ProblemBody)))]
pub(crate) async fn change_password(
    State(app): State<App>,
    AccountUser(SessionUser { person, session }): AccountUser,
    headers: HeaderMap,
    ValidJson(body): ValidJson<NewPassword>,
) -> Result<StatusCode, Problem> {
    password::check(&body.new, &person.name)?;
    confirm_password(&app, person.id, &session, &body.old).await?;
    let hash = app.passwords().hash(&body.new).await?;
    let device = cookie::read_device(app.config(), &headers);
    let device = device.map(|device| secret::sha256_hex(device.expose()));
    let own = app.clone();
    app.run_to_completion(async move {
        let (session, device) = (Some(&*session), device.as_deref());
        own.store().replace_password(person.id, &hash, session, device, false).await?;
        own.close_revoked(person.id).await?;
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

/// Delete the account for good: name, password, settings, sessions, tokens and chat are removed;
/// games stay with an anonymous player. Running games count as resigned, open tables and challenges
/// are withdrawn. The name stays reserved for 90 days.
#[utoipa::path(delete, path = "/me", tag = "account", security(("session" = [])), request_body = ConfirmPassword, responses(
    (status = 204), (status = 401, body = ProblemBody), (status = 429, body = ProblemBody)))]
pub(crate) async fn delete_me(
    State(app): State<App>,
    SessionUser { person, session }: SessionUser,
    ValidJson(body): ValidJson<ConfirmPassword>,
) -> Result<ResponseWithCookies<1, ()>, Problem> {
    if !person.guest {
        confirm_password(&app, person.id, &session, &body.password).await?;
    }
    let own = app.clone();
    app.run_to_completion(async move {
        own.store().close_person(person.id, own.now()).await?;
        own.close_revoked(person.id).await?;
        own.rooms().leave_games_of(person.id).await?;
        Ok(())
    })
    .await?;
    Ok((StatusCode::NO_CONTENT, set_cookies([cookie::clear_session(app.config())]), ()))
}

/// Fails unless this is the person's password.
pub(super) async fn confirm_password(
    app: &App,
    id: PersonId,
    session: &str,
    password: &Secret,
) -> Result<(), Problem> {
    limit_session(app, session)?;
    let stored = app.store().password_hash(id).await?;
    if app.passwords().verify(password, stored.as_deref()).await? {
        return Ok(());
    }
    Err(wrong_password())
}

fn wrong_password() -> Problem {
    Problem::new(
        problem::WRONG_PASSWORD,
        message!("Wrong name or password.", "Nom ou mot de passe incorrect."),
    )
}

async fn fetch_own_profile(app: &App, id: PersonId) -> Result<OwnProfile, Problem> {
    let person = app.store().person(id).await?.ok_or_else(Problem::no_such_person)?;
    Ok(own_profile(person))
}
