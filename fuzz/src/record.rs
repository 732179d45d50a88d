use abaque_record::{Record, check, format_records, parse};

use crate::FuzzInput;
use crate::laws::message_law;

/// Parses arbitrary text as records. Parsed records survive a round trip, and checking them never
/// panics.
pub fn record(data: &[u8]) {
    let text = FuzzInput::new(data).rest_as_text();
    match parse(&text) {
        Ok(records) => {
            record_round_trip(&records);
            for record in &records {
                if let Err(error) = check(record) {
                    message_law(&error.message);
                }
            }
        }
        Err(error) => message_law(&error.message),
    }
}

/// Imports another program's move list. Input: a line with the spec, then the moves. An imported
/// record passes its check.
pub fn import(data: &[u8]) {
    let mut input = FuzzInput::new(data);
    let spec = input.next_line();
    match abaque_record::import(&input.rest_as_text(), &spec) {
        Ok(record) => {
            record_round_trip(std::slice::from_ref(&record));
            let checked = check(&record).unwrap_or_else(|error| panic!("{record}\n{error}"));
            assert_eq!(checked.outcome, record.outcome());
        }
        Err(error) => message_law(&error.message),
    }
}

/// Records format to text that parses back to equal records with the same check results.
pub(crate) fn record_round_trip(records: &[Record]) {
    let text = format_records(records);
    let again = parse(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    assert_eq!(again, records, "{text}");
    assert_eq!(format_records(&again), text);
    let verdicts = |records: &[Record]| records.iter().map(|r| check(r).ok()).collect::<Vec<_>>();
    assert_eq!(verdicts(&again), verdicts(records), "{text}");
}
