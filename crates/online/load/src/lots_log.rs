//! Verification of the public lot log over HTTP, link by link.

use abaque_protocol::rest::LotLogEntry;
use sha2::{Digest, Sha256};

use crate::Failure;
use crate::context::LoadContext;

/// Hash of an entry from the previous hash and its contents: see `docs/lots.md`. Entries of older
/// servers, kind `table`, are hashed differently.
fn entry_hash(previous: &str, entry: &LotLogEntry) -> String {
    let LotLogEntry { game, at, kind, commitment, .. } = entry;
    let hashed = match kind.as_str() {
        "table" => format!("{previous}{game}{at}{commitment}"),
        kind => {
            let [a, b, seeds] =
                [&entry.a, &entry.b, &entry.seeds].map(|text| text.as_deref().unwrap_or_default());
            format!(
                "abaque-log-2\n{previous}\n{game}\n{at}\n{kind}\n{commitment}\n{a}\n{b}\n{seeds}\n"
            )
        }
    };
    abaque_lots::to_hex(&Sha256::digest(hashed))
}

/// Checks entries that follow `previous`; returns the last hash.
fn check_chain(mut previous: String, entries: &[LotLogEntry]) -> Result<String, Failure> {
    for entry in entries {
        let due = entry_hash(&previous, entry);
        if entry.chain != due {
            return Err(format!("the log of lots is broken at {entry:?}: {due} is due"));
        }
        previous = due;
    }
    Ok(previous)
}

/// Reads the whole log and checks its chain; returns the number of entries.
pub(crate) async fn verify(context: &LoadContext) -> Result<u64, Failure> {
    let mut previous = abaque_lots::to_hex(&Sha256::digest(b""));
    let (mut count, mut after) = (0, 0);
    loop {
        let (answer, _) = context.request("GET", &format!("/lots?after={after}"), "", "").await?;
        let page: Vec<LotLogEntry> =
            serde_json::from_str(&answer.body).map_err(|error| format!("lots: {error}"))?;
        let Some(last) = page.last() else { return Ok(count) };
        after = last.seq;
        previous = check_chain(previous, &page)?;
        count += page.len() as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_changed_entry_breaks_the_chain() {
        let entry = |value| serde_json::from_value::<LotLogEntry>(value).unwrap();
        let start = abaque_lots::to_hex(&Sha256::digest(b""));
        let mut entries = vec![
            entry(
                json!({ "seq": 1, "game": "aaaaaaaaaa", "at": 5, "kind": "table", "commitment": "c1", "chain": "" }),
            ),
            entry(
                json!({ "seq": 2, "game": "bbbbbbbbbb", "at": 6, "kind": "open", "commitment": "c2", "a": "ca", "chain": "" }),
            ),
        ];
        let first = entry_hash(&start, &entries[0]);
        entries[1].chain = entry_hash(&first, &entries[1]);
        entries[0].chain = first;
        assert!(check_chain(start.clone(), &entries).is_ok());
        let mut other = entries.clone();
        other[1].a = Some("cb".into());
        assert!(check_chain(start.clone(), &other).is_err());
        entries[0].commitment = "c3".into();
        assert!(check_chain(start, &entries).is_err());
    }
}
