//! Lots that anyone can verify.
