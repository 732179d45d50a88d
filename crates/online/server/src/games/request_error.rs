use abaque_rooms::RequestError;

use crate::problem::{self, Problem};

/// Maps refusals of the rooms to problems, keeping their codes where a kind exists.
impl From<RequestError> for Problem {
    fn from(refusal: RequestError) -> Problem {
        let known = problem::ALL.iter().copied().find(|kind| kind.code == refusal.code);
        let kind = known.unwrap_or(match refusal.status {
            403 => problem::NOT_YOURS,
            404 => problem::NOT_FOUND,
            409 => problem::CONFLICT,
            429 => problem::TOO_OFTEN,
            503 => problem::BUSY,
            _ => problem::BAD_VALUE,
        });
        let problem = Problem::new(kind, refusal.message);
        // A store that recovers is available again within a second.
        match refusal.retry_after_ms.or((kind.status == 503).then_some(1000)) {
            Some(wait) => problem.retry_after(wait),
            None => problem,
        }
    }
}
