//! People: how they come in, what they see of each other, what is theirs.

mod account;
mod blocks;
mod dice;
mod export;
mod mailed;
mod name;
pub(crate) mod password;
mod prefs;
mod profile;
mod recovery;
mod report;
mod sessions;
mod tokens;

use abaque_core::said;
use abaque_store::{Person, Role};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::problem::{self, Problem};

/// The addresses of this part, below `/api/v1`.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(account::guest))
        .routes(routes!(account::me, account::delete_me))
        .routes(routes!(account::register))
        .routes(routes!(account::sign_in))
        .routes(routes!(account::sign_out))
        .routes(routes!(account::change_password))
        .routes(routes!(recovery::left, recovery::renew))
        .routes(routes!(recovery::recover))
        .routes(routes!(mailed::get, mailed::put, mailed::delete))
        .routes(routes!(mailed::prove))
        .routes(routes!(mailed::recover))
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

/// Somebody as they see themselves.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({
    "id": 7, "name": "Brave-Otter-42", "guest": true, "admin": false, "created": 1767225600000_i64
}))]
pub(crate) struct Me {
    /// Which person, whatever the name.
    id: i64,
    /// The name.
    name: String,
    /// Whether without an account.
    guest: bool,
    /// Whether they look after the server.
    admin: bool,
    /// Since when, in milliseconds since 1970.
    created: i64,
}

impl From<Person> for Me {
    fn from(person: Person) -> Me {
        Me {
            id: person.id.0,
            name: person.name,
            guest: person.guest,
            admin: person.role == Role::Admin,
            created: person.created,
        }
    }
}

/// Who has this name; a problem if nobody has it or whoever had it is gone.
pub(crate) async fn named(app: &App, name: &str) -> Result<Person, Problem> {
    let person = app.store().person_named(&normal(name)).await?;
    person.filter(|person| !person.closed).ok_or_else(Problem::nobody)
}

/// A name somebody looks for, in the form names are stored in.
fn normal(name: &str) -> String {
    use unicode_normalization::UnicodeNormalization;
    name.nfc().take(100).collect()
}

/// A problem for whoever is shut out.
pub(crate) fn refuse_banned(person: &Person) -> Result<(), Problem> {
    match &person.banned {
        None => Ok(()),
        Some(reason) => Err(Problem::new(
            problem::BANNED,
            said!(
                "Whoever runs this server gives the reason: {reason}",
                "Qui tient ce serveur en donne la raison : {reason}"
            ),
        )),
    }
}
