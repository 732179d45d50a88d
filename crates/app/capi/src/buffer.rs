use std::ffi::c_char;

/// Memory of the caller for a text.
pub(crate) struct Buffer<'a>(&'a mut [u8]);

impl Buffer<'_> {
    /// A buffer without room.
    pub(crate) fn none() -> Buffer<'static> {
        Buffer(&mut [])
    }

    /// A buffer of the caller.
    ///
    /// # Safety
    /// `start` is null, or `size` bytes from there can be written while the buffer is used.
    pub(crate) unsafe fn new<'a>(start: *mut c_char, size: usize) -> Buffer<'a> {
        if start.is_null() || size > isize::MAX as usize {
            return Buffer(&mut []);
        }
        // SAFETY: the caller's promise.
        Buffer(unsafe { std::slice::from_raw_parts_mut(start.cast(), size) })
    }

    /// Writes as much as fits, whole characters only, and a NUL; returns the length of the whole text.
    pub(crate) fn write(&mut self, text: &str) -> usize {
        if let Some(room) = self.0.len().checked_sub(1) {
            let mut end = room.min(text.len());
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            self.0[..end].copy_from_slice(&text.as_bytes()[..end]);
            self.0[end] = 0;
        }
        text.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_between_characters() {
        let mut memory = [7; 4];
        assert_eq!(Buffer(&mut memory).write("aéé"), 5);
        assert_eq!(memory, [b'a', 0xC3, 0xA9, 0]);
        let mut memory = [7; 3];
        assert_eq!(Buffer(&mut memory).write("aéé"), 5);
        assert_eq!(memory, [b'a', 0, 7]);
        assert_eq!(Buffer::none().write("ab"), 2);
    }
}
