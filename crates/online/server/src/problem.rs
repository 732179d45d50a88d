//! HTTP errors as problem+json (RFC 9457): a fixed list of kinds with stable codes, localised.

use abaque_core::{Lang, Message, StaticMessage, message};
use abaque_rooms::fault_reason;
use abaque_store::{Fault, StoreError};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::secret;

/// A kind of problem, identified by its code.
#[derive(Debug, PartialEq, Eq)]
pub struct ProblemKind {
    /// Stable code.
    pub code: &'static str,
    /// HTTP status.
    pub status: u16,
    /// Localised title.
    pub title: StaticMessage,
}

macro_rules! problem_kinds {
    ($($name:ident = $status:literal $code:literal, $en:literal, $fr:literal;)*) => {
        $(
            #[doc = $en]
            pub const $name: &ProblemKind = &ProblemKind { code: $code, status: $status, title: StaticMessage::new($en, $fr) };
        )*

        /// All kinds of problems.
        pub const ALL: &[&ProblemKind] = &[$($name),*];
    };
}

problem_kinds! {
    BAD_REQUEST = 400 "bad-request", "The request cannot be understood", "La requête est incompréhensible";
    BAD_JSON = 400 "bad-json", "The body is not the expected JSON", "Le corps n'est pas le JSON attendu";
    NOT_SIGNED_IN = 401 "not-signed-in", "You are not signed in", "Vous n'êtes pas connecté";
    BAD_TOKEN = 401 "bad-token", "The token is not valid", "Le jeton n'est pas valable";
    WRONG_PASSWORD = 401 "wrong-password", "Wrong name or password", "Nom ou mot de passe incorrect";
    WRONG_CODE = 401 "wrong-code", "Wrong name or recovery code", "Nom ou code de secours incorrect";
    FOREIGN_ORIGIN = 403 "foreign-origin", "The request comes from another site", "La requête vient d'un autre site";
    BANNED = 403 "banned", "The account is banned", "Le compte est exclu";
    NO_SCOPE = 403 "no-scope", "The token may not do this", "Le jeton ne le permet pas";
    BROWSER_ONLY = 403 "browser-only", "A token cannot do this", "Un jeton ne peut pas faire cela";
    GUESTS_CANNOT = 403 "guests-cannot", "This needs an account", "Il faut un compte";
    NO_GUESTS = 403 "no-guests", "Guests cannot play here", "Les invités ne peuvent pas jouer ici";
    REGISTRATION_CLOSED = 403 "registration-closed", "This server accepts no new accounts", "Ce serveur n'accepte pas de nouveaux comptes";
    INVITATION_NEEDED = 403 "invitation-needed", "An account needs an invitation", "Il faut une invitation pour créer un compte";
    LOOPBACK_ONLY = 403 "loopback-only", "Only this machine may ask for this", "Seule cette machine peut demander cela";
    NOT_YOURS = 403 "not-yours", "This belongs to another player", "Cela appartient à un autre joueur";
    NOT_INVITED = 403 "not-invited", "The game is reserved for another player", "La partie est réservée à un autre joueur";
    NO_GAME = 404 "no-game", "Game not found", "Partie introuvable";
    NOT_FOUND = 404 "not-found", "Not found", "Introuvable";
    NO_MAIL = 404 "no-mail", "This server does not send email", "Ce serveur n'envoie pas d'e-mails";
    NO_SUCH_ADDRESS = 404 "no-such-address", "There is nothing at this address", "Il n'y a rien à cette adresse";
    WRONG_METHOD = 405 "wrong-method", "This address does not accept this method", "Cette adresse n'accepte pas cette méthode";
    NAME_TAKEN = 409 "name-taken", "The name is taken", "Le nom est déjà pris";
    CONFLICT = 409 "conflict", "This conflicts with something else", "Conflit avec autre chose";
    HAS_ACCOUNT = 409 "has-account", "You already have an account", "Vous avez déjà un compte";
    STALE = 409 "stale", "The board has changed", "Le plateau a changé entre-temps";
    NOT_BEGUN = 409 "not-begun", "The game has not started", "La partie n'a pas commencé";
    GAME_OVER = 409 "over", "The game is over", "La partie est terminée";
    GAME_RUNNING = 409 "running", "The game is not over yet", "La partie n'est pas encore terminée";
    NOT_OPEN = 409 "not-open", "The game is no longer open", "La partie n'est plus ouverte";
    OWN_GAME = 409 "own-game", "This is your own game", "C'est votre propre partie";
    TOO_LATE = 409 "too-late", "It is too late for that", "Il est trop tard pour cela";
    NOT_GONE = 409 "not-gone", "The opponent has not left", "L'adversaire n'est pas parti";
    TOO_LARGE = 413 "too-large", "The request is too large", "La requête est trop grande";
    WRONG_TYPE = 415 "wrong-type", "The body must be JSON", "Le corps doit être en JSON";
    BAD_NAME = 422 "bad-name", "The name cannot be used", "Le nom ne convient pas";
    BAD_PASSWORD = 422 "bad-password", "The password cannot be used", "Le mot de passe ne convient pas";
    RULE_VIOLATION = 422 "refused", "The rules do not allow it", "Les règles ne le permettent pas";
    BAD_TEXT = 422 "bad-text", "A text cannot be read", "Un texte est illisible";
    BAD_SEED = 422 "bad-seed", "This is not the seed committed to", "Ce n'est pas la clé de tirage engagée";
    BAD_COMMITMENT = 422 "bad-commitment", "This is not a commitment", "Ce n'est pas un engagement";
    COMMITMENT_MISSING = 422 "commitment-missing", "A commitment is missing", "Il manque un engagement";
    NONCE_MISSING = 422 "nonce-missing", "A nonce is missing", "Il manque un nonce";
    BAD_ID = 422 "bad-id", "The game id is not allowed", "Cet identifiant de partie n'est pas permis";
    BAD_KEY = 422 "bad-key", "The key cannot be used", "La clé ne convient pas";
    NOT_RATED = 422 "not-rated", "The game cannot be rated", "La partie ne peut pas être classée";
    BAD_VALUE = 422 "bad-value", "A value is not allowed", "Une valeur n'est pas permise";
    TOO_MANY = 422 "too-many", "There are too many already", "Il y en a déjà trop";
    TOO_MANY_GAMES = 429 "too-many-games", "Too many unfinished games", "Trop de parties en cours";
    TOO_MANY_CONNECTIONS = 429 "too-many-connections", "Too many connections", "Trop de connexions";
    TOO_OFTEN = 429 "too-often", "Too many requests", "Trop de requêtes";
    INTERNAL = 500 "internal", "Something went wrong on the server", "Une erreur est survenue sur le serveur";
    BUSY = 503 "busy", "The server is busy", "Le serveur est occupé";
    NOT_SAVED = 503 "not-saved", "The server cannot save right now", "Le serveur ne peut rien enregistrer pour le moment";
    STOPPING = 503 "stopping", "The server is shutting down", "Le serveur s'arrête";
    TOO_SLOW = 503 "too-slow", "The answer took too long", "La réponse a pris trop de temps";
}

/// An error response.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Kind of problem.
    pub kind: &'static ProblemKind,
    /// Details, including the allowed values.
    pub detail: Message,
    /// Id of the log entry.
    id: Option<String>,
    /// Seconds until a retry makes sense.
    retry_after: Option<u64>,
}

/// Body of an error response (RFC 9457).
#[derive(Serialize, ToSchema)]
#[schema(as = Problem, example = json!({
    "type": "/api#name-taken", "title": "The name is taken", "status": 409,
    "detail": "The name Ann is taken. Choose another one.", "code": "name-taken"
}))]
pub(crate) struct ProblemBody {
    /// URL of the description of this kind.
    #[serde(rename = "type")]
    kind: String,
    /// Title of the kind of problem.
    title: &'static str,
    /// HTTP status.
    status: u16,
    /// Details, including the allowed values.
    detail: String,
    /// Code of the kind, stable across languages and versions.
    code: &'static str,
    /// Id of the entry in the server's log.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
}

impl Problem {
    /// A problem of a kind with details.
    pub fn new(kind: &'static ProblemKind, detail: Message) -> Problem {
        Problem { kind, detail, id: None, retry_after: None }
    }

    /// Sets the retry time.
    pub fn retry_after(self, millis: i64) -> Problem {
        Problem { retry_after: Some(millis.max(0).unsigned_abs().div_ceil(1000).max(1)), ..self }
    }

    /// An unexpected error. The details go to the log; the response only has the log id.
    pub fn internal(error: &dyn std::fmt::Display) -> Problem {
        let id = secret::hex(&secret::random_bytes::<6>());
        tracing::error!(target: "abaque", %id, %error, "internal error");
        let detail = message!(
            "This is not your fault. The server's administrator can find it in the log as {id}.",
            "Ce n'est pas de votre faute. L'administrateur du serveur le trouvera dans le journal sous {id}."
        );
        Problem { id: Some(id), ..Problem::new(INTERNAL, detail) }
    }

    /// A value outside the allowed ones.
    pub fn bad_value(value: &str, allowed: &str) -> Problem {
        let value: String = value.chars().take(100).collect();
        Problem::new(
            BAD_VALUE,
            message!(
                "`{value}` is not allowed here; allowed: {allowed}.",
                "«\u{a0}{value}\u{a0}» n'est pas permis ici\u{a0}; possibles\u{a0}: {allowed}."
            ),
        )
    }

    /// The person does not exist.
    pub fn no_such_person() -> Problem {
        Problem::new(
            NOT_FOUND,
            message!("There is no player with this name.", "Aucun joueur ne porte ce nom."),
        )
    }

    /// The response in a language.
    pub(crate) fn to_response(&self, lang: Lang) -> Response {
        let kind = self.kind;
        let body = ProblemBody {
            kind: format!("/api#{}", kind.code),
            title: kind.title.get(lang),
            status: kind.status,
            detail: self.detail.get(lang).to_owned(),
            code: kind.code,
            id: self.id.clone(),
        };
        let body = serde_json::to_vec(&body).unwrap_or_default();
        let status = StatusCode::from_u16(kind.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, body).into_response();
        let headers = response.headers_mut();
        let problem = HeaderValue::from_static("application/problem+json");
        headers.insert(header::CONTENT_TYPE, problem);
        headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(lang.code()));
        if let Some(wait) = self.retry_after {
            headers.insert(header::RETRY_AFTER, wait.into());
        }
        if kind.status == 401 {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }

    /// The problem for a bare status without a body.
    fn from_status(status: StatusCode) -> Problem {
        match status {
            StatusCode::NOT_FOUND => no_such_route(),
            StatusCode::METHOD_NOT_ALLOWED => Problem::new(
                WRONG_METHOD,
                message!(
                    "The Allow header lists the methods this address accepts.",
                    "L'en-tête Allow donne les méthodes que cette adresse accepte."
                ),
            ),
            StatusCode::PAYLOAD_TOO_LARGE => Problem::new(
                TOO_LARGE,
                message!("Send a smaller body.", "Envoyez un corps plus petit."),
            ),
            StatusCode::UNSUPPORTED_MEDIA_TYPE => wrong_type(),
            status if status.is_client_error() => Problem::new(
                BAD_REQUEST,
                message!(
                    "All addresses and what they expect are listed at /api.",
                    "La liste des adresses et de ce que chacune attend est à /api."
                ),
            ),
            status => Problem::internal(&format!("a bare status {status}")),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.to_response(Lang::En);
        response.extensions_mut().insert(self);
        response
    }
}

/// The store cannot write because of `fault`; nothing was stored.
pub(crate) fn not_saved(fault: Fault) -> Problem {
    let Message { en, fr } = fault_reason(fault);
    let detail = message!(
        "The server cannot save right now: {en}. Nothing was saved. Try again in a moment.",
        "Le serveur ne peut rien enregistrer pour le moment\u{a0}: {fr}. Rien n'a été enregistré. Réessayez dans un instant."
    );
    Problem::new(NOT_SAVED, detail).retry_after(1000)
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        if let Some(fault) = error.fault().filter(|_| error.is_not_stored()) {
            tracing::warn!(target: "abaque", %error, "not stored");
            return not_saved(fault);
        }
        match error {
            StoreError::Nul => Problem::new(
                BAD_VALUE,
                message!(
                    "Text must not contain the NUL character.",
                    "Un texte ne doit pas contenir le caractère NUL."
                ),
            ),
            StoreError::Missing => Problem::new(
                NOT_FOUND,
                message!(
                    "The request names a player or a game that does not exist.",
                    "La requête nomme un joueur ou une partie qui n'existe pas."
                ),
            ),
            StoreError::Duplicate => {
                Problem::new(CONFLICT, message!("This exists already.", "Cela existe déjà."))
            }
            StoreError::Closed | StoreError::Uncommitted(_) => {
                tracing::warn!(target: "abaque", %error, "not stored");
                Problem::new(
                    BUSY,
                    message!(
                        "Nothing was saved. Try again in a moment.",
                        "Rien n'a été enregistré. Réessayez dans un instant."
                    ),
                )
                .retry_after(1000)
            }
            StoreError::Unconfirmed(_) => {
                tracing::warn!(target: "abaque", %error, "perhaps not stored");
                let detail = message!(
                    "It may or may not have been saved; check before you try again.",
                    "Cela a peut-être été enregistré\u{a0}; vérifiez avant de réessayer."
                );
                Problem::new(BUSY, detail).retry_after(1000)
            }
            other => Problem::internal(&other),
        }
    }
}

/// No route matches the path.
pub(crate) fn no_such_route() -> Problem {
    Problem::new(
        NO_SUCH_ADDRESS,
        message!("All addresses are listed at /api.", "La liste des adresses est à /api."),
    )
}

/// The body exceeds `most` bytes.
pub(crate) fn too_large(most: usize) -> Problem {
    Problem::new(
        TOO_LARGE,
        message!("At most {most} bytes are allowed.", "Au plus {most} octets sont permis."),
    )
}

/// The body is not JSON.
pub(crate) fn wrong_type() -> Problem {
    Problem::new(
        WRONG_TYPE,
        message!(
            "Send it with Content-Type: application/json.",
            "Envoyez-le avec Content-Type: application/json."
        ),
    )
}

/// Preferred language by Accept-Language weight; English if neither language is listed.
pub fn preferred_language(headers: &HeaderMap) -> Lang {
    let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let mut best = (Lang::En, 0.0);
    for one in wanted.unwrap_or_default().split(',') {
        let mut parts = one.split(';').map(str::trim);
        let tag = parts.next().unwrap_or_default().to_ascii_lowercase();
        let weight = parts
            .find_map(|part| part.strip_prefix("q="))
            .map_or(1.0, |weight| weight.parse().unwrap_or(0.0));
        let primary = tag.split('-').next().unwrap_or_default();
        if let Ok(lang) = primary.parse::<Lang>()
            && weight > best.1
        {
            best = (lang, weight);
        }
    }
    best.0
}

/// Localises problems and turns bare error statuses into problems.
pub(crate) async fn localize_problems(request: Request, next: Next) -> Response {
    let lang = preferred_language(request.headers());
    let mut response = next.run(request).await;
    let status = response.status();
    let problem = match response.extensions_mut().remove::<Problem>() {
        Some(problem) => problem,
        None if status.is_client_error() || status.is_server_error() => {
            Problem::from_status(status)
        }
        None => return response,
    };
    let mut localized = problem.to_response(lang);
    // Keep other headers, such as Allow or a removed cookie.
    for (name, value) in response.headers() {
        let replaced = [header::CONTENT_TYPE, header::CONTENT_LENGTH, header::CONTENT_LANGUAGE];
        if !replaced.contains(name) && !localized.headers().contains_key(name) {
            localized.headers_mut().append(name, value.clone());
        }
    }
    localized
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problem_codes_are_unique_and_have_error_statuses() {
        let mut codes: Vec<_> = ALL.iter().map(|kind| kind.code).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), ALL.len());
        assert!(ALL.iter().all(|kind| (400..600).contains(&kind.status)));
    }

    #[test]
    fn the_preferred_language_is_chosen() {
        let read = |text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_LANGUAGE, HeaderValue::from_str(text).unwrap());
            preferred_language(&headers)
        };
        assert_eq!(preferred_language(&HeaderMap::new()), Lang::En);
        assert_eq!(read("fr-CA"), Lang::Fr);
        assert_eq!(read("fr;q=0.3, en;q=0.7"), Lang::En);
        assert_eq!(read("en;q=0.3, fr;q=0.7"), Lang::Fr);
        assert_eq!(read("de, fr;q=0.1"), Lang::Fr);
        assert_eq!(read("fr;q=0"), Lang::En);
        assert_eq!(read("fr;q=nonsense, ,;;"), Lang::En);
    }

    #[test]
    fn database_errors_are_not_shown_to_clients() {
        let error = StoreError::Corrupt { what: "a role", value: "SELECT secret".into() };
        let problem = Problem::from(error);
        assert_eq!(problem.kind, INTERNAL);
        assert!(!problem.detail.en.contains("SELECT"));
        assert!(problem.detail.en.contains(problem.id.as_deref().unwrap()));
    }

    #[test]
    fn retry_after_is_at_least_one_whole_second() {
        let wait =
            |millis| Problem::new(TOO_OFTEN, message!("", "")).retry_after(millis).retry_after;
        assert_eq!([wait(0), wait(1), wait(1000), wait(1001)], [1, 1, 1, 2].map(Some));
    }
}
