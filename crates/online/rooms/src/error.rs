use abaque_core::{Lang, Message, ParseError, message};
use abaque_protocol::ProblemDetail;
use abaque_store::{Fault, StoreError};
use abaque_table::ActError;

/// Why a request failed: a code for programs, a message for users.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RequestError {
    /// Stable code for programs.
    pub code: &'static str,
    /// HTTP status.
    pub status: u16,
    /// Message for users.
    pub message: Message,
    /// Milliseconds to wait before a retry, where waiting helps.
    pub retry_after_ms: Option<i64>,
}

impl RequestError {
    /// Creates an error without a retry delay.
    pub fn new(code: &'static str, status: u16, message: Message) -> RequestError {
        RequestError { code, status, message, retry_after_ms: None }
    }

    /// Adds the milliseconds to wait before a retry.
    pub fn with_retry_after(self, wait: i64) -> RequestError {
        RequestError { retry_after_ms: Some(wait), ..self }
    }

    /// The game does not exist, or is hidden from this user.
    pub fn game_not_found() -> RequestError {
        RequestError::new("no-game", 404, message!("game not found", "partie introuvable"))
    }

    /// The request is reserved for players of the game.
    pub fn not_a_player() -> RequestError {
        RequestError::new(
            "not-yours",
            403,
            message!("you are not a player in this game", "vous n'êtes pas joueur de cette partie"),
        )
    }

    /// Internal error: the request may or may not have been carried out.
    pub fn unconfirmed() -> RequestError {
        RequestError::new(
            "trouble",
            503,
            message!(
                "the server could not confirm that this was saved: it may have been done; repeat it with the same key",
                "le serveur n'a pas pu confirmer l'enregistrement\u{a0}: c'est peut-être fait\u{a0}; recommencez avec la même clé"
            ),
        )
    }

    /// The store cannot save; the request was certainly not carried out.
    pub fn not_saved(fault: Fault) -> RequestError {
        let Message { en, fr } = fault_reason(fault);
        RequestError::new(
            "not-saved",
            503,
            message!(
                "the server cannot save right now: {en}; this was not done, try again in a moment",
                "le serveur ne peut rien enregistrer pour le moment\u{a0}: {fr}\u{a0}; cela n'a pas été fait, réessayez dans un instant"
            ),
        )
    }

    /// Maps a store error: "not saved" where that is certain, "unconfirmed" otherwise.
    pub(crate) fn from_store(error: &StoreError) -> RequestError {
        match error.fault().filter(|_| error.is_not_stored()) {
            Some(fault) => RequestError::not_saved(fault),
            None => RequestError::unconfirmed(),
        }
    }

    /// Problem detail in the user's language.
    pub fn to_problem(&self, lang: Lang) -> ProblemDetail {
        ProblemDetail { code: self.code.to_owned(), detail: self.message.get(lang).to_owned() }
    }
}

impl From<ActError> for RequestError {
    fn from(refused: ActError) -> RequestError {
        let (en, fr) = (refused.localized(Lang::En), refused.localized(Lang::Fr));
        RequestError::new("refused", 422, message!("{en}", "{fr}"))
    }
}

impl From<abaque_catalog::PlyError> for RequestError {
    fn from(refused: abaque_catalog::PlyError) -> RequestError {
        ActError::from(refused).into()
    }
}

impl From<ParseError> for RequestError {
    fn from(bad: ParseError) -> RequestError {
        RequestError::new("bad-text", 422, bad.message)
    }
}

impl From<StoreError> for RequestError {
    fn from(error: StoreError) -> RequestError {
        // The client's fault; a retry cannot help.
        if matches!(error, StoreError::Nul) {
            return RequestError::new(
                "bad-value",
                422,
                message!(
                    "text must not contain the NUL character",
                    "un texte ne doit pas contenir le caractère NUL"
                ),
            );
        }
        tracing::error!(%error, "the store failed");
        RequestError::from_store(&error)
    }
}

/// Explanation of a store fault, for users.
pub fn fault_reason(fault: Fault) -> Message {
    match fault {
        Fault::DiskFull => message!("its disk is full", "son disque est plein"),
        Fault::ReadOnly => {
            message!("its disk is read-only", "son disque n'est accessible qu'en lecture")
        }
        Fault::Locked => {
            message!("another program is using its data", "un autre programme utilise ses données")
        }
        Fault::DiskError => message!("its disk is failing", "son disque est en panne"),
        Fault::Gone => message!("its data file is gone", "son fichier de données a disparu"),
        Fault::Unreachable => {
            message!("its database does not answer", "sa base de données ne répond pas")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certain_failures_are_distinguished_from_unconfirmed_ones() {
        let full = || {
            std::sync::Arc::new(StoreError::File {
                place: "store.db".into(),
                source: std::io::ErrorKind::StorageFull.into(),
            })
        };
        let refused = RequestError::from(StoreError::Uncommitted(full()));
        assert_eq!((refused.code, refused.status), ("not-saved", 503));
        assert!(refused.message.en.contains("its disk is full"), "{refused:?}");
        assert!(refused.message.fr.contains("son disque est plein"), "{refused:?}");
        assert!(!refused.message.en.contains("store.db"), "players need no paths");
        assert_eq!(RequestError::from(StoreError::Unconfirmed(full())).code, "trouble");
        assert_eq!(RequestError::from(StoreError::Closed).code, "trouble");
    }
}
