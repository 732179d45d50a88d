//! Log of a game: the acts at its table, and two of the room. Replaying it in order, at the stored
//! times, rebuilds the same table.

use abaque_core::{Millis, Seat, seat_number};
use abaque_table::TableAct;
use serde::{Deserialize, Serialize};

/// One stored act.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "a", rename_all = "kebab-case")]
pub(crate) enum LoggedAct {
    /// The game was aborted.
    Abort {
        #[serde(rename = "s", with = "seat_number")]
        seat: Seat,
    },
    /// A duration ending at server time `until` that runs on no clock: downtime, or a bot's wait
    /// for a thread.
    Woke { slept: Millis, until: i64 },
    /// An act at the table.
    #[serde(untagged)]
    Table(TableAct),
}

impl LoggedAct {
    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Parses a stored act; `None` if it is malformed.
    pub(crate) fn parse(text: &str) -> Option<LoggedAct> {
        serde_json::from_str(text).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stored games outlive the program: these bytes never change.
    #[test]
    fn every_act_keeps_its_stored_form() {
        for stored in [
            r#"{"a":"play","s":1,"p":"a1b1"}"#,
            r#"{"a":"play","s":2,"p":"setup:s,l,s","n":"00ff"}"#,
            r#"{"a":"lot","p":"d64"}"#,
            r#"{"a":"offer","s":2,"w":"d"}"#,
            r#"{"a":"accept","s":1,"w":"t"}"#,
            r#"{"a":"decline","s":1,"w":"d"}"#,
            r#"{"a":"resign","s":2}"#,
            r#"{"a":"let-pass","s":1}"#,
            r#"{"a":"interrupt","s":1}"#,
            r#"{"a":"tick"}"#,
            r#"{"a":"abort","s":1}"#,
            r#"{"a":"woke","slept":1500,"until":1700000000000}"#,
        ] {
            assert_eq!(LoggedAct::parse(stored).map(|act| act.to_json()).as_deref(), Some(stored));
        }
    }

    #[test]
    fn malformed_acts_are_unreadable() {
        for stored in [
            "",
            r#"{"a":"fly"}"#,
            r#"{"a":"resign"}"#,
            r#"{"a":"play","s":3,"p":"a1b1"}"#,
            r#"{"a":"offer","s":1,"w":"x"}"#,
        ] {
            assert_eq!(LoggedAct::parse(stored), None, "{stored}");
        }
    }
}
