use abaque_hall::Refusal;

use crate::problem::{self, Problem};

/// What the hall refuses, as a problem: the hall's own word where it has one here.
impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let known = problem::ALL.iter().copied().find(|kind| kind.code == refusal.code);
        let kind = known.unwrap_or(match refusal.status {
            403 => problem::NOT_YOURS,
            404 => problem::NOT_FOUND,
            409 => problem::CONFLICT,
            503 => problem::BUSY,
            _ => problem::BAD_VALUE,
        });
        Problem::new(kind, refusal.said)
    }
}
