use std::ffi::{CStr, c_char};

/// A text that is not UTF-8.
pub(crate) struct NotText;

/// A text of the caller; `None` for a null pointer.
///
/// # Safety
/// `start` is null, or NUL-terminated and unchanged while the text is used.
pub(crate) unsafe fn read<'a>(start: *const c_char) -> Result<Option<&'a str>, NotText> {
    if start.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller's promise.
    let text = unsafe { CStr::from_ptr(start) };
    text.to_str().map(Some).map_err(|_| NotText)
}
