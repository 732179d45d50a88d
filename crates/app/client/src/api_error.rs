//! Errors between a page and the server, with their text for the reader.

use abaque_core::Lang;
use abaque_protocol::ProblemDetail;

use crate::words::people as words;

/// Why a request failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ApiError {
    /// The server refuses and says why, in the reader's language.
    Refused {
        /// Problem code, the same in every language: `name-taken`.
        code: String,
        /// What exactly is wrong, and what is allowed.
        detail: String,
        /// Seconds to wait before retrying, from `Retry-After`.
        wait: Option<u64>,
    },
    /// No answer: no network, or no server.
    Unreachable,
    /// The answer is not from a game server: a plain file server hosts these files.
    NoServer,
    /// This version of the app cannot parse the answer.
    Unexpected(String),
}

impl ApiError {
    /// Parses the body of a failed response; `wait` is its `Retry-After` header.
    pub fn from_response(body: &str, wait: Option<&str>) -> ApiError {
        match serde_json::from_str::<ProblemDetail>(body) {
            Ok(ProblemDetail { code, detail }) => {
                let wait = wait.and_then(|seconds| seconds.trim().parse().ok());
                ApiError::Refused { code, detail, wait }
            }
            // Proxies and plain file servers answer with their own error pages.
            Err(_) => ApiError::NoServer,
        }
    }

    /// Whether the server refused with this code.
    pub fn has_code(&self, wanted: &str) -> bool {
        matches!(self, ApiError::Refused { code, .. } if code == wanted)
    }

    /// The error message for the reader.
    pub fn to_text(&self, lang: Lang) -> String {
        match self {
            ApiError::Refused { code, wait, .. } if code == "too-often" => {
                let seconds = wait.unwrap_or(1).to_string();
                words::TOO_OFTEN.get(lang).replace("{n}", &seconds)
            }
            ApiError::Refused { detail, .. } => detail.clone(),
            ApiError::Unreachable => words::UNREACHABLE.get(lang).to_owned(),
            ApiError::NoServer => words::NO_SERVER.get(lang).to_owned(),
            ApiError::Unexpected(what) => {
                let colon = if lang == Lang::Fr { "\u{a0}:" } else { ":" };
                format!("{}{colon} {what}", words::STRANGE.get(lang))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TAKEN: &str = r#"{"type":"/api#name-taken","title":"Le nom est déjà pris","status":409,
        "detail":"Quelqu'un s'appelle déjà Ann.","code":"name-taken"}"#;

    #[test]
    fn server_problems_keep_the_servers_text() {
        let error = ApiError::from_response(TAKEN, None);
        assert!(error.has_code("name-taken") && !error.has_code("bad-name"));
        assert_eq!(error.to_text(Lang::Fr), "Quelqu'un s'appelle déjà Ann.");
    }

    #[test]
    fn rate_limit_errors_name_the_seconds_to_wait() {
        let body = r#"{"code":"too-often","detail":"Wait as long as the header says."}"#;
        assert!(ApiError::from_response(body, Some("7")).to_text(Lang::En).contains("7 s"));
        assert!(ApiError::from_response(body, Some("soon")).to_text(Lang::Fr).contains("1 s"));
    }

    #[test]
    fn responses_that_are_not_problems_mean_no_server() {
        for body in ["", "<!doctype html>", "GET and HEAD only\n", "{}", "[1]", "null"] {
            assert_eq!(ApiError::from_response(body, None), ApiError::NoServer, "{body}");
        }
        assert!(!ApiError::NoServer.has_code("name-taken"));
        assert!(ApiError::Unexpected("x".into()).to_text(Lang::Fr).ends_with("\u{a0}: x"));
    }
}
