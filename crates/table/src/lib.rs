//! A match as a pure machine: clocks, offers, endings.
