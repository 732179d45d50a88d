use abaque_core::{BadText, Lang, Said, said};
use abaque_protocol::Problem;
use abaque_store::StoreError;
use abaque_table::Refused;

/// Why something was not done: a word for programs, a sentence for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The word.
    pub code: &'static str,
    /// The HTTP status that fits.
    pub status: u16,
    /// The sentence.
    pub said: Said,
}

impl Refusal {
    /// A request that cannot be done as it is.
    pub fn new(code: &'static str, status: u16, said: Said) -> Refusal {
        Refusal { code, status, said }
    }

    /// There is no such game, or it is not for these eyes.
    pub fn no_game() -> Refusal {
        Refusal::new("no-game", 404, said!("there is no such game", "cette partie n'existe pas"))
    }

    /// Somebody else's business.
    pub fn not_yours() -> Refusal {
        Refusal::new(
            "not-yours",
            403,
            said!("you do not play in this game", "vous ne jouez pas dans cette partie"),
        )
    }

    /// The server has trouble of its own; nothing was decided.
    pub fn trouble() -> Refusal {
        Refusal::new(
            "trouble",
            503,
            said!(
                "the server could not store this; ask again with the same key",
                "le serveur n'a pas pu enregistrer cela ; redemandez avec la même clé"
            ),
        )
    }

    /// As it is told to somebody.
    pub fn problem(&self, lang: Lang) -> Problem {
        Problem { code: self.code.to_owned(), detail: self.said.get(lang).to_owned() }
    }
}

impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Refusal {
        let (en, fr) = (refused.tell(Lang::En), refused.tell(Lang::Fr));
        Refusal::new("refused", 422, said!("{en}", "{fr}"))
    }
}

impl From<abaque_catalog::Refused> for Refusal {
    fn from(refused: abaque_catalog::Refused) -> Refusal {
        Refused::from(refused).into()
    }
}

impl From<BadText> for Refusal {
    fn from(bad: BadText) -> Refusal {
        Refusal::new("bad-text", 422, bad.said)
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Refusal {
        tracing::error!(%error, "the store failed");
        Refusal::trouble()
    }
}
