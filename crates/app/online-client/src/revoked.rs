//! Sockets the server closed because their session, token or access was revoked.

use abaque_core::{Message, message};
use serde::Deserialize;

/// First close code of this kind (`docs/socket.md`).
const TAKEN_AWAY: u16 = 4400;
/// Close code of a banned user.
const BANNED: u16 = 4403;

/// What was revoked. Reconnecting with it would fail, or connect as a guest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RevokedCredential {
    /// The session: signed out elsewhere, password changed, account deleted.
    Session,
    /// A program's API token.
    Token,
    /// Access to the server, with the server's explanation.
    Access(Option<String>),
}

/// What to do after a session was revoked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AfterRevocation {
    /// Reconnect once: the user did it at this screen, or has signed in again.
    Renew,
    /// Stay disconnected and say why.
    Tell,
}

impl RevokedCredential {
    /// Interprets a close frame; `None` if reconnecting makes sense. `goodbye` is the detail of the
    /// last `bye` message.
    pub fn of(code: u16, reason: &str, goodbye: Option<&str>) -> Option<RevokedCredential> {
        match (code, reason) {
            (BANNED, _) => Some(RevokedCredential::Access(goodbye.map(str::to_owned))),
            (TAKEN_AWAY.., "token-deleted") => Some(RevokedCredential::Token),
            (TAKEN_AWAY.., _) => Some(RevokedCredential::Session),
            _ => None,
        }
    }

    /// What happened, and what the user can do.
    pub fn message(&self) -> Message {
        match self {
            RevokedCredential::Session => message!(
                "Your session has ended: you signed out elsewhere, the password was changed, or the account was deleted. Sign in again to continue; your games are kept.",
                "Votre session est terminée\u{a0}: déconnexion depuis un autre appareil, changement de mot de passe ou compte supprimé. Reconnectez-vous pour continuer\u{a0}; vos parties sont conservées."
            ),
            RevokedCredential::Token => message!(
                "This program's token was deleted. Create a new one on your account page.",
                "Le jeton de ce programme a été supprimé. Créez-en un autre sur la page de votre compte."
            ),
            RevokedCredential::Access(None) => message!(
                "You are banned from this server. Contact its administrator.",
                "Vous êtes exclu de ce serveur. Écrivez à son administrateur."
            ),
            RevokedCredential::Access(Some(why)) => message!(
                "The server has ended your session: {why}. Contact its administrator.",
                "Le serveur a mis fin à votre session\u{a0}: {why}. Écrivez à son administrateur."
            ),
        }
    }

    /// Whether signing in again may help.
    pub fn can_sign_in(&self) -> bool {
        *self == RevokedCredential::Session
    }

    /// Decides what to do. `believed` is the user the app shows, `known` the user the server knows
    /// in this browser now.
    pub fn next(&self, believed: Option<i64>, known: Option<i64>) -> AfterRevocation {
        // Signing out at this screen updates the app before the socket closes.
        match (self, believed, known) {
            (RevokedCredential::Session, None, _) | (RevokedCredential::Session, _, Some(_)) => {
                AfterRevocation::Renew
            }
            _ => AfterRevocation::Tell,
        }
    }
}

/// The detail of a `bye` message, if the text is one.
pub fn goodbye(text: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Message {
        tell: String,
        problem: Option<Detail>,
    }
    #[derive(Deserialize)]
    struct Detail {
        detail: String,
    }
    // Cheap test first: most messages are of other kinds.
    let message: Message = text.contains("\"bye\"").then(|| serde_json::from_str(text).ok())??;
    message.problem.filter(|_| message.tell == "bye").map(|problem| problem.detail)
}

#[cfg(test)]
mod tests {
    use super::*;
    use abaque_protocol::{ProblemDetail, ServerMessage};

    #[test]
    fn close_codes_name_what_was_revoked() {
        let of = |code, reason| RevokedCredential::of(code, reason, Some("cheated"));
        for (code, reason) in [(1001, "silent"), (1006, ""), (1012, "closing"), (1013, "too-slow")]
        {
            assert_eq!(of(code, reason), None, "{code}");
        }
        assert_eq!(of(4401, "session-ended"), Some(RevokedCredential::Session));
        assert_eq!(of(4401, "token-deleted"), Some(RevokedCredential::Token));
        assert_eq!(of(4403, "banned"), Some(RevokedCredential::Access(Some("cheated".into()))));
        // A code only a later server may send.
        assert_eq!(of(4499, "other"), Some(RevokedCredential::Session));
    }

    #[test]
    fn every_revocation_is_explained_in_both_languages() {
        let all = [
            RevokedCredential::Session,
            RevokedCredential::Token,
            RevokedCredential::Access(None),
            RevokedCredential::Access(Some("no".into())),
        ];
        for one in all {
            let Message { en, fr } = one.message();
            assert!(!en.is_empty() && !fr.is_empty() && en != fr);
        }
        let message = RevokedCredential::Session.message();
        assert!(message.en.contains("Sign in again") && message.fr.contains("Reconnectez-vous"));
        assert!(
            RevokedCredential::Session.can_sign_in()
                && !RevokedCredential::Access(None).can_sign_in()
        );
    }

    #[test]
    fn only_revocations_from_elsewhere_are_announced() {
        use AfterRevocation::{Renew, Tell};
        let session = RevokedCredential::Session;
        assert_eq!(session.next(Some(1), None), Tell);
        assert_eq!(session.next(None, None), Renew, "signed out here");
        assert_eq!(session.next(Some(1), Some(2)), Renew, "another account in this browser");
        let banned = RevokedCredential::Access(None);
        for known in [None, Some(1)] {
            assert_eq!(banned.next(Some(1), known), Tell);
            assert_eq!(banned.next(None, known), Tell);
        }
    }

    #[test]
    fn a_close_message_names_the_revocation() {
        let problem = ProblemDetail { code: "banned".into(), detail: "cheated".into() };
        let bye = serde_json::to_string(&ServerMessage::Bye { problem }).unwrap();
        assert_eq!(goodbye(&bye).as_deref(), Some("cheated"));
        let chat = r#"{"tell":"chat","text":"\"bye\""}"#;
        assert_eq!(goodbye(chat), None);
        assert_eq!(goodbye("bye"), None);
    }
}
