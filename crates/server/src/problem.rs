//! What went wrong, as RFC 9457 has it: one list of kinds, each with a code that stays, in the reader's language.

use abaque_core::{Lang, Said, Words, said};
use abaque_store::StoreError;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::secret;

/// A kind of problem. Programs go by the code.
#[derive(Debug, PartialEq, Eq)]
pub struct Kind {
    /// Its code, which stays.
    pub code: &'static str,
    /// Its HTTP status.
    pub status: u16,
    /// What it is called.
    pub title: Words,
}

macro_rules! kinds {
    ($($name:ident = $status:literal $code:literal, $en:literal, $fr:literal;)*) => {
        $(
            #[doc = $en]
            pub const $name: &Kind = &Kind { code: $code, status: $status, title: Words::new($en, $fr) };
        )*

        /// Every kind there is.
        pub const ALL: &[&Kind] = &[$($name),*];
    };
}

kinds! {
    BAD_REQUEST = 400 "bad-request", "The request cannot be understood", "La requête est incompréhensible";
    BAD_JSON = 400 "bad-json", "The body is not the JSON that is expected", "Le corps n'est pas le JSON attendu";
    NOT_SIGNED_IN = 401 "not-signed-in", "Nobody is signed in", "Personne n'est connecté";
    BAD_TOKEN = 401 "bad-token", "The token is not valid", "Le jeton n'est pas valable";
    WRONG_PASSWORD = 401 "wrong-password", "Name and password do not match", "Le nom et le mot de passe ne correspondent pas";
    WRONG_CODE = 401 "wrong-code", "Name and recovery code do not match", "Le nom et le code de secours ne correspondent pas";
    FOREIGN = 403 "foreign-origin", "The request comes from another site", "La requête vient d'un autre site";
    BANNED = 403 "banned", "The account is shut out", "Le compte est exclu";
    NO_SCOPE = 403 "no-scope", "The token may not do this", "Le jeton ne permet pas cela";
    BROWSER_ONLY = 403 "browser-only", "A token cannot do this", "Un jeton ne peut pas faire cela";
    GUESTS_CANNOT = 403 "guests-cannot", "This needs an account", "Il faut un compte pour cela";
    LOOPBACK_ONLY = 403 "loopback-only", "Only this machine may ask for this", "Seule cette machine peut demander cela";
    NOT_YOURS = 403 "not-yours", "This is somebody else's", "Cela appartient à quelqu'un d'autre";
    NOT_INVITED = 403 "not-invited", "The game waits for somebody else", "La partie attend quelqu'un d'autre";
    NO_GAME = 404 "no-game", "There is no such game", "Cette partie n'existe pas";
    NOT_FOUND = 404 "not-found", "There is no such thing", "Cela n'existe pas";
    NO_MAIL = 404 "no-mail", "This server sends no mail", "Ce serveur n'envoie pas de courrier";
    NO_ADDRESS = 404 "no-such-address", "There is nothing at this address", "Il n'y a rien à cette adresse";
    WRONG_METHOD = 405 "wrong-method", "This address does not take this method", "Cette adresse n'accepte pas cette méthode";
    NAME_TAKEN = 409 "name-taken", "The name is taken", "Le nom est pris";
    CONFLICT = 409 "conflict", "Something else was there first", "Autre chose était là avant";
    HAS_ACCOUNT = 409 "has-account", "There is an account already", "Il y a déjà un compte";
    STALE = 409 "stale", "The board has changed since", "Le plateau a changé entre-temps";
    NOT_BEGUN = 409 "not-begun", "The game has not begun", "La partie n'a pas commencé";
    OVER = 409 "over", "The game is over", "La partie est finie";
    RUNNING = 409 "running", "The game is not over yet", "La partie n'est pas encore finie";
    NOT_OPEN = 409 "not-open", "The game is not open any more", "La partie n'est plus ouverte";
    OWN_GAME = 409 "own-game", "This is one's own game", "C'est sa propre partie";
    TOO_LATE = 409 "too-late", "It is too late for that", "Il est trop tard pour cela";
    NOT_GONE = 409 "not-gone", "The opponent has not gone", "L'adversaire n'est pas parti";
    TOO_LARGE = 413 "too-large", "The request is too large", "La requête est trop grande";
    WRONG_TYPE = 415 "wrong-type", "The body must be JSON", "Le corps doit être en JSON";
    BAD_NAME = 422 "bad-name", "The name cannot be used", "Le nom ne convient pas";
    BAD_PASSWORD = 422 "bad-password", "The password cannot be used", "Le mot de passe ne convient pas";
    REFUSED = 422 "refused", "The rules do not allow it", "Les règles ne le permettent pas";
    BAD_TEXT = 422 "bad-text", "A text cannot be read", "Un texte est illisible";
    BAD_SEED = 422 "bad-seed", "This is not the seed committed to", "Ce n'est pas la graine engagée";
    BAD_COMMITMENT = 422 "bad-commitment", "This is no commitment", "Ce n'est pas un engagement";
    COMMITMENT_MISSING = 422 "commitment-missing", "A commitment is missing", "Il manque un engagement";
    NONCE_MISSING = 422 "nonce-missing", "A nonce is missing", "Il manque un nonce";
    BAD_ID = 422 "bad-id", "The game cannot be called that", "La partie ne peut pas s'appeler ainsi";
    BAD_KEY = 422 "bad-key", "The key cannot be used", "La clé ne convient pas";
    NOT_RATED = 422 "not-rated", "The game cannot count", "La partie ne peut pas compter";
    BAD_VALUE = 422 "bad-value", "A value is not allowed", "Une valeur n'est pas permise";
    TOO_MANY = 422 "too-many", "There are too many already", "Il y en a déjà trop";
    TOO_OFTEN = 429 "too-often", "Too many requests", "Trop de requêtes";
    INTERNAL = 500 "internal", "Something went wrong here", "Quelque chose s'est mal passé ici";
    BUSY = 503 "busy", "The server is busy", "Le serveur est occupé";
    TOO_SLOW = 503 "too-slow", "The answer took too long", "La réponse a pris trop de temps";
}

/// A problem that an answer tells.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Which kind.
    pub kind: &'static Kind,
    /// What exactly, and what is allowed.
    pub detail: Said,
    /// Under which name the log has it.
    id: Option<String>,
    /// Seconds after which to try again.
    wait: Option<u64>,
}

/// The body of an answer that tells a problem (RFC 9457).
#[derive(Serialize, ToSchema)]
#[schema(as = Problem, example = json!({
    "type": "/api#name-taken", "title": "The name is taken", "status": 409,
    "detail": "Somebody is called Ann already; choose another name.", "code": "name-taken"
}))]
pub(crate) struct Body {
    /// The address of a description.
    #[serde(rename = "type")]
    kind: String,
    /// What the kind of problem is called.
    title: &'static str,
    /// The HTTP status.
    status: u16,
    /// What exactly is wrong, and what is allowed.
    detail: String,
    /// The kind, for programs: it stays the same in every language and version.
    code: &'static str,
    /// Under which name the server's log has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
}

impl Problem {
    /// A problem of a kind, with what exactly is wrong.
    pub fn new(kind: &'static Kind, detail: Said) -> Problem {
        Problem { kind, detail, id: None, wait: None }
    }

    /// The same, with the time after which to try again.
    pub fn after(self, millis: i64) -> Problem {
        Problem { wait: Some(millis.max(0).unsigned_abs().div_ceil(1000).max(1)), ..self }
    }

    /// Something that should not happen. What exactly goes to the log; the answer has only the name under which.
    pub fn internal(error: &dyn std::fmt::Display) -> Problem {
        let id = secret::hex(&secret::random::<6>());
        tracing::error!(target: "abaque", %id, %error, "internal error");
        let detail = said!(
            "This is not your fault. Whoever runs the server finds it in the log as {id}.",
            "Ce n'est pas de votre faute. Qui tient le serveur le trouve dans le journal sous {id}."
        );
        Problem { id: Some(id), ..Problem::new(INTERNAL, detail) }
    }

    /// Nobody of this name is here.
    /// A value that is none of those allowed.
    pub fn bad_value(value: &str, allowed: &str) -> Problem {
        let value: String = value.chars().take(100).collect();
        Problem::new(
            BAD_VALUE,
            said!(
                "`{value}` is not allowed here; allowed: {allowed}.",
                "« {value} » n'est pas permis ici ; permis : {allowed}."
            ),
        )
    }

    /// There is no such person.
    pub fn nobody() -> Problem {
        Problem::new(
            NOT_FOUND,
            said!("There is nobody of this name.", "Il n'y a personne de ce nom."),
        )
    }

    /// The answer in a language.
    pub(crate) fn answer(&self, lang: Lang) -> Response {
        let kind = self.kind;
        let body = Body {
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
        if let Some(wait) = self.wait {
            headers.insert(header::RETRY_AFTER, wait.into());
        }
        if kind.status == 401 {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }

    /// What a bare status means, where whatever made it said no more.
    fn bare(status: StatusCode) -> Problem {
        match status {
            StatusCode::NOT_FOUND => no_address(),
            StatusCode::METHOD_NOT_ALLOWED => Problem::new(
                WRONG_METHOD,
                said!(
                    "The header Allow has the methods this address takes.",
                    "L'en-tête Allow donne les méthodes que cette adresse accepte."
                ),
            ),
            StatusCode::PAYLOAD_TOO_LARGE => Problem::new(
                TOO_LARGE,
                said!("Send a smaller body.", "Il faut envoyer un corps plus petit."),
            ),
            StatusCode::UNSUPPORTED_MEDIA_TYPE => wrong_type(),
            status if status.is_client_error() => Problem::new(
                BAD_REQUEST,
                said!(
                    "The list of addresses with what each expects is at /api.",
                    "La liste des adresses et de ce que chacune attend est à /api."
                ),
            ),
            status => Problem::internal(&format!("a bare status {status}")),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.answer(Lang::En);
        response.extensions_mut().insert(self);
        response
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        match error {
            StoreError::Nul => Problem::new(
                BAD_VALUE,
                said!(
                    "Text must not contain the NUL character.",
                    "Un texte ne doit pas contenir le caractère NUL."
                ),
            ),
            StoreError::Missing => Problem::new(
                NOT_FOUND,
                said!(
                    "The request names a person or a game that is not here.",
                    "La requête nomme une personne ou une partie qui n'est pas ici."
                ),
            ),
            StoreError::Duplicate => {
                Problem::new(CONFLICT, said!("This is here already.", "Cela est déjà ici."))
            }
            StoreError::Closed | StoreError::Uncommitted(_) => {
                tracing::warn!(target: "abaque", %error, "not stored");
                Problem::new(
                    BUSY,
                    said!(
                        "Nothing was stored. Try again in a moment.",
                        "Rien n'a été conservé. Réessayez dans un instant."
                    ),
                )
                .after(1000)
            }
            other => Problem::internal(&other),
        }
    }
}

/// Nothing is at this address.
pub(crate) fn no_address() -> Problem {
    Problem::new(
        NO_ADDRESS,
        said!("The list of addresses is at /api.", "La liste des adresses est à /api."),
    )
}

/// More bytes than allowed.
pub(crate) fn too_large(most: usize) -> Problem {
    Problem::new(
        TOO_LARGE,
        said!("At most {most} bytes are allowed.", "Au plus {most} octets sont permis."),
    )
}

/// Not JSON.
pub(crate) fn wrong_type() -> Problem {
    Problem::new(
        WRONG_TYPE,
        said!(
            "Send it with Content-Type: application/json.",
            "L'envoyer avec Content-Type: application/json."
        ),
    )
}

/// The language somebody reads best: the one with the highest weight, English if they name none of ours.
pub fn language(headers: &HeaderMap) -> Lang {
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

/// Tells problems in the reader's language, and makes problems of errors that are none.
pub(crate) async fn tell(request: Request, next: Next) -> Response {
    let lang = language(request.headers());
    let mut response = next.run(request).await;
    let status = response.status();
    let problem = match response.extensions_mut().remove::<Problem>() {
        Some(problem) => problem,
        None if status.is_client_error() || status.is_server_error() => Problem::bare(status),
        None => return response,
    };
    let mut told = problem.answer(lang);
    // What came along stays: Allow, a cookie that is taken back.
    for (name, value) in response.headers() {
        let replaced = [header::CONTENT_TYPE, header::CONTENT_LENGTH, header::CONTENT_LANGUAGE];
        if !replaced.contains(name) && !told.headers().contains_key(name) {
            told.headers_mut().append(name, value.clone());
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_different_and_statuses_are_errors() {
        let mut codes: Vec<_> = ALL.iter().map(|kind| kind.code).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), ALL.len());
        assert!(ALL.iter().all(|kind| (400..600).contains(&kind.status)));
    }

    #[test]
    fn the_language_is_the_one_read_best() {
        let read = |text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_LANGUAGE, HeaderValue::from_str(text).unwrap());
            language(&headers)
        };
        assert_eq!(language(&HeaderMap::new()), Lang::En);
        assert_eq!(read("fr-CA"), Lang::Fr);
        assert_eq!(read("fr;q=0.3, en;q=0.7"), Lang::En);
        assert_eq!(read("en;q=0.3, fr;q=0.7"), Lang::Fr);
        assert_eq!(read("de, fr;q=0.1"), Lang::Fr);
        assert_eq!(read("fr;q=0"), Lang::En);
        assert_eq!(read("fr;q=nonsense, ,;;"), Lang::En);
    }

    #[test]
    fn what_the_database_said_stays_here() {
        let error = StoreError::Corrupt { what: "a role", value: "SELECT secret".into() };
        let problem = Problem::from(error);
        assert_eq!(problem.kind, INTERNAL);
        assert!(!problem.detail.en.contains("SELECT"));
        assert!(problem.detail.en.contains(problem.id.as_deref().unwrap()));
    }

    #[test]
    fn waits_are_whole_seconds_and_never_none() {
        let wait = |millis| Problem::new(TOO_OFTEN, said!("", "")).after(millis).wait;
        assert_eq!([wait(0), wait(1), wait(1000), wait(1001)], [1, 1, 1, 2].map(Some));
    }
}
