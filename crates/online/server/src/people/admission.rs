//! Who may come in: registration, invitations, guests.

use abaque_core::message;
use abaque_protocol::rest::{Admission, RegistrationMode, Secret};
use abaque_store::NewInvitation;
use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::problem::{self, Problem};
use crate::secret::{random_below, sha256_hex};

/// Letters of invitation codes: none is mistaken for another.
const CODE_LETTERS: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";

/// Letters of a code, in groups: 79 bits.
const CODE_GROUPS: usize = 4;
const GROUP_LETTERS: usize = 4;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// A new invitation: the code for the invited person, and what is stored.
pub fn new_invitation(uses: u32, days: u32, now: i64) -> (String, NewInvitation) {
    let letter = |_| char::from(CODE_LETTERS[random_below(CODE_LETTERS.len())]);
    let group = |_| (0..GROUP_LETTERS).map(letter).collect::<String>();
    let code = (0..CODE_GROUPS).map(group).collect::<Vec<_>>().join("-");
    let expires = now + i64::from(days) * DAY_MS;
    let hash = code_hash(&code);
    (code, NewInvitation { hash, uses, created: now, expires })
}

/// The stored form of a code, however it was typed.
fn code_hash(code: &str) -> String {
    let letters: String = code.chars().filter(|letter| letter.is_alphanumeric()).collect();
    sha256_hex(&letters.to_lowercase())
}

/// Get who may create an account and whether guests may play.
#[utoipa::path(get, path = "/admission", tag = "coming in", security(()), responses((status = 200, body = Admission)))]
pub(crate) async fn admission(State(app): State<App>) -> Json<Admission> {
    Json(Admission { registration: app.config().registration, guests: app.config().guests })
}

/// The hash of the invitation to use, or `None` where everyone may register.
pub(super) async fn check_registration(
    app: &App,
    invitation: Option<&Secret>,
) -> Result<Option<String>, Problem> {
    match app.config().registration {
        RegistrationMode::Open => Ok(None),
        RegistrationMode::Closed => Err(Problem::new(
            problem::REGISTRATION_CLOSED,
            message!(
                "This server accepts no new accounts. People who have one can sign in.",
                "Ce serveur n'accepte pas de nouveaux comptes. Ceux qui en ont un peuvent se connecter."
            ),
        )),
        RegistrationMode::Invitation => {
            let hash = invitation.map(|code| code_hash(code.expose()));
            match hash {
                Some(hash) if app.store().has_invitation(&hash, app.now()).await? => Ok(Some(hash)),
                Some(_) => Err(bad_invitation()),
                None => Err(Problem::new(
                    problem::INVITATION_NEEDED,
                    message!(
                        "Accounts on this server are by invitation. Ask an administrator for a code.",
                        "Sur ce serveur, on crée un compte sur invitation. Demandez un code à un administrateur."
                    ),
                )),
            }
        }
    }
}

/// The code is not, or no longer, good.
pub(super) fn bad_invitation() -> Problem {
    Problem::new(
        problem::INVITATION_NEEDED,
        message!(
            "This invitation is not valid: it was mistyped, has expired or has been used. Ask an administrator for a new one.",
            "Cette invitation n'est pas valable\u{a0}: mal saisie, expirée ou déjà utilisée. Demandez-en une autre à un administrateur."
        ),
    )
}

/// Refuses a new guest where guests may not play.
pub(super) fn check_guests(app: &App) -> Result<(), Problem> {
    if app.config().guests {
        return Ok(());
    }
    Err(Problem::new(
        problem::NO_GUESTS,
        message!(
            "Guests cannot play on this server: sign in with an account.",
            "Les invités ne peuvent pas jouer sur ce serveur\u{a0}: connectez-vous avec un compte."
        ),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invitation_codes_are_long_and_easy_to_type() {
        let (code, stored) = new_invitation(3, 7, 1000);
        assert_eq!(code.len(), 19);
        assert!(code.split('-').all(|group| group.len() == 4));
        assert_ne!(code, new_invitation(3, 7, 1000).0);
        assert_eq!((stored.uses, stored.expires), (3, 1000 + 7 * DAY_MS));
        let typed = code.to_uppercase().replace('-', " ");
        assert_eq!(code_hash(&typed), stored.hash);
        assert_eq!(stored.hash.len(), 64);
    }
}
