//! The rules of Abagio.
