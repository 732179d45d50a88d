//! Errors as Python exceptions.

use abaque_catalog::PlyError;
use abaque_core::{Lang, ParseError};
use abaque_record::RecordError;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(
    abaque,
    RulesError,
    PyValueError,
    "A text is not what it should be, or the rules refuse it. `rule` is the id of the rule or None, \
     `french` the same message in French."
);

/// A [`RulesError`] with its attributes.
pub(crate) fn rules_error(en: String, fr: String, rule: Option<&str>) -> PyErr {
    let error = RulesError::new_err(en);
    let added = Python::attach(|py| -> PyResult<()> {
        let value = error.value(py);
        value.setattr("french", fr)?;
        value.setattr("rule", rule)
    });
    added.err().unwrap_or(error)
}

/// The Python exception for a text that cannot be read.
pub(crate) fn parse_error(error: ParseError) -> PyErr {
    rules_error(error.localized(Lang::En), error.localized(Lang::Fr), None)
}

/// The Python exception for a refused ply.
pub(crate) fn ply_error(error: PlyError) -> PyErr {
    let rule = if let PlyError::Rule { rule, .. } = &error { Some(*rule) } else { None };
    rules_error(error.localized(Lang::En), error.localized(Lang::Fr), rule)
}

/// The Python exception for a bad record.
pub(crate) fn record_error(error: RecordError) -> PyErr {
    rules_error(error.localized(Lang::En), error.localized(Lang::Fr), None)
}
