//! Game records: read, write, check, import.
