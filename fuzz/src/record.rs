use abaque_record::{Record, check, parse, print};

use crate::Bytes;
use crate::laws::said_law;

/// Arbitrary text as records: what is read is written so that reading gives the same again, and
/// whether it is true can always be asked.
pub fn record(data: &[u8]) {
    let text = Bytes::new(data).text();
    match parse(&text) {
        Ok(records) => {
            fixpoint(&records);
            for record in &records {
                if let Err(error) = check(record) {
                    said_law(&error.said);
                }
            }
        }
        Err(error) => said_law(&error.said),
    }
}

/// A spec on the first line, then a list of moves of another program: what is imported is a true
/// record.
pub fn import(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let spec = bytes.line();
    match abaque_record::import(&bytes.text(), &spec) {
        Ok(record) => {
            fixpoint(std::slice::from_ref(&record));
            let checked = check(&record).unwrap_or_else(|error| panic!("{record}\n{error}"));
            assert_eq!(checked.outcome, record.outcome());
        }
        Err(error) => said_law(&error.said),
    }
}

/// Writing and reading give each other back.
pub(crate) fn fixpoint(records: &[Record]) {
    let text = print(records);
    let again = parse(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    assert_eq!(again, records, "{text}");
    assert_eq!(print(&again), text);
    let verdicts = |records: &[Record]| records.iter().map(|r| check(r).ok()).collect::<Vec<_>>();
    assert_eq!(verdicts(&again), verdicts(records), "{text}");
}
