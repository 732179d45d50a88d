//! The rules of Abraxas.
