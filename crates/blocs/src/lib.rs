//! The rules of Blocs-pions.
