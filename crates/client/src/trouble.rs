//! What can go wrong between a page and a server, told to whoever reads the page.

use abaque_core::Lang;
use serde::Deserialize;

use crate::words::people as words;

/// Why an answer did not come, or is not the one asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The server refuses, and says why in the reader's language.
    Refused {
        /// The kind of problem, the same in every language: `name-taken`.
        code: String,
        /// What exactly is wrong, and what is allowed.
        detail: String,
        /// Seconds after which to ask again, where the server says so.
        wait: Option<u64>,
    },
    /// Nobody answered: no network, or no server.
    Unreachable,
    /// What answered is no server of games: these files are served by something else.
    NoServer,
    /// The answer is not what this version of the app knows.
    Strange(String),
}

/// The part of a problem (RFC 9457) that is read.
#[derive(Deserialize)]
struct Problem {
    code: String,
    detail: String,
}

impl Trouble {
    /// What an answer that is not a success says; `wait` is its header `Retry-After`.
    pub fn of(body: &str, wait: Option<&str>) -> Trouble {
        match serde_json::from_str::<Problem>(body) {
            Ok(Problem { code, detail }) => {
                let wait = wait.and_then(|seconds| seconds.trim().parse().ok());
                Trouble::Refused { code, detail, wait }
            }
            // Whatever stands in between, or serves files alone, says it in its own way.
            Err(_) => Trouble::NoServer,
        }
    }

    /// Whether the server refuses with this code.
    pub fn is(&self, wanted: &str) -> bool {
        matches!(self, Trouble::Refused { code, .. } if code == wanted)
    }

    /// The trouble in words.
    pub fn tell(&self, lang: Lang) -> String {
        match self {
            Trouble::Refused { code, wait, .. } if code == "too-often" => {
                let seconds = wait.unwrap_or(1).to_string();
                words::TOO_OFTEN.get(lang).replace("{n}", &seconds)
            }
            Trouble::Refused { detail, .. } => detail.clone(),
            Trouble::Unreachable => words::UNREACHABLE.get(lang).to_owned(),
            Trouble::NoServer => words::NO_SERVER.get(lang).to_owned(),
            Trouble::Strange(what) => {
                let colon = if lang == Lang::Fr { " :" } else { ":" };
                format!("{}{colon} {what}", words::STRANGE.get(lang))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TAKEN: &str = r#"{"type":"/api#name-taken","title":"Le nom est pris","status":409,
        "detail":"Quelqu'un s'appelle déjà Ann.","code":"name-taken"}"#;

    #[test]
    fn a_problem_is_told_as_the_server_tells_it() {
        let trouble = Trouble::of(TAKEN, None);
        assert!(trouble.is("name-taken") && !trouble.is("bad-name"));
        assert_eq!(trouble.tell(Lang::Fr), "Quelqu'un s'appelle déjà Ann.");
    }

    #[test]
    fn haste_is_told_with_its_seconds() {
        let body = r#"{"code":"too-often","detail":"Wait as long as the header says."}"#;
        assert!(Trouble::of(body, Some("7")).tell(Lang::En).contains("7 s"));
        assert!(Trouble::of(body, Some("soon")).tell(Lang::Fr).contains("1 s"));
    }

    #[test]
    fn whatever_is_no_problem_is_no_server() {
        for body in ["", "<!doctype html>", "GET and HEAD only\n", "{}", "[1]", "null"] {
            assert_eq!(Trouble::of(body, None), Trouble::NoServer, "{body}");
        }
        assert!(!Trouble::NoServer.is("name-taken"));
        assert!(Trouble::Strange("x".into()).tell(Lang::Fr).ends_with(" : x"));
    }
}
