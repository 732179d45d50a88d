use arbitrary::{Arbitrary, Unstructured};

/// Cursor over the fuzzer's input: lines of text first, then bytes that drive choices. Reads past
/// the end yield zeros and empty lines.
pub struct FuzzInput<'a>(&'a [u8]);

impl<'a> FuzzInput<'a> {
    /// Starts at the first byte of `data`.
    pub fn new(data: &'a [u8]) -> FuzzInput<'a> {
        FuzzInput(data)
    }

    /// Whether all input is consumed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The next byte, or 0 at the end.
    pub fn next_byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// The next eight bytes, little-endian.
    pub fn next_u64(&mut self) -> u64 {
        u64::from_le_bytes([(); 8].map(|()| self.next_byte()))
    }

    /// A number below `n`, which must not be 0. Consumes one byte for `n` up to 256, otherwise two.
    pub fn below(&mut self, n: usize) -> usize {
        let mut drawn = usize::from(self.next_byte());
        if n > 256 {
            drawn = drawn << 8 | usize::from(self.next_byte());
        }
        drawn % n
    }

    /// One element of `from`, which must not be empty.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// The text before the next line feed; consumes the line feed too.
    pub fn next_line(&mut self) -> String {
        let end = self.0.iter().position(|&byte| byte == b'\n').unwrap_or(self.0.len());
        let line = String::from_utf8_lossy(&self.0[..end]).into_owned();
        self.0 = self.0.get(end + 1..).unwrap_or(&[]);
        line
    }

    /// A value of a type that can be made from any bytes.
    pub fn arbitrary<T: Arbitrary<'a>>(&mut self) -> arbitrary::Result<T> {
        let mut bytes = Unstructured::new(self.0);
        let value = T::arbitrary(&mut bytes);
        self.0 = bytes.take_rest();
        value
    }

    /// All remaining input as text.
    pub fn rest_as_text(&mut self) -> String {
        String::from_utf8_lossy(std::mem::take(&mut self.0)).into_owned()
    }
}
