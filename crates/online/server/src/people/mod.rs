//! Routes of people: signing in, profiles, accounts.

mod account;
pub(crate) mod admission;
mod blocks;
mod dice;
mod email;
mod export;
pub(crate) mod hashing;
mod name;
mod password;
mod prefs;
mod profile;
mod recovery;
mod report;
mod sessions;
mod sign_in_attempts;
mod tokens;

use abaque_core::message;
use abaque_protocol::rest::OwnProfile;
use abaque_store::{Person, Role};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::problem::{self, Problem};

/// Routes of this part, below `/api/v1`.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(admission::admission))
        .routes(routes!(account::guest))
        .routes(routes!(account::me, account::delete_me))
        .routes(routes!(account::register))
        .routes(routes!(account::sign_in))
        .routes(routes!(account::sign_out))
        .routes(routes!(account::change_password))
        .routes(routes!(recovery::codes_left, recovery::renew_codes))
        .routes(routes!(recovery::recover))
        .routes(routes!(email::get, email::put, email::delete))
        .routes(routes!(email::prove))
        .routes(routes!(email::recover))
        .routes(routes!(sessions::list, sessions::end_others))
        .routes(routes!(sessions::end))
        .routes(routes!(tokens::list, tokens::create))
        .routes(routes!(tokens::delete))
        .routes(routes!(prefs::get, prefs::put))
        .routes(routes!(prefs::progress, prefs::put_progress))
        .routes(routes!(export::export))
        .routes(routes!(profile::profile))
        .routes(routes!(profile::history))
        .routes(routes!(report::report))
        .routes(routes!(blocks::list))
        .routes(routes!(blocks::block, blocks::unblock))
}

/// What a person is told about themselves.
fn own_profile(person: Person) -> OwnProfile {
    OwnProfile {
        id: person.id.0,
        name: person.name,
        guest: person.guest,
        admin: person.role == Role::Admin,
        created: person.created,
    }
}

/// The person with this name; a problem if there is none or the account is closed.
pub(crate) async fn find_person(app: &App, name: &str) -> Result<Person, Problem> {
    let person = app.store().person_named(&normalize_name(name)).await?;
    person.filter(|person| !person.closed).ok_or_else(Problem::no_such_person)
}

/// A name in its stored normal form.
fn normalize_name(name: &str) -> String {
    use unicode_normalization::UnicodeNormalization;
    name.nfc().take(100).collect()
}

/// Fails if the person is banned.
pub(crate) fn refuse_banned(person: &Person) -> Result<(), Problem> {
    match &person.banned {
        None => Ok(()),
        Some(reason) => Err(Problem::new(
            problem::BANNED,
            message!(
                "Reason given by the server's administrator: {reason}",
                "Raison donnée par l'administrateur du serveur\u{a0}: {reason}"
            ),
        )),
    }
}
