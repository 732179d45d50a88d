/// The fuzzer's input, eaten from the front: lines of text first, then choices. What is missing at
/// the end reads as zero.
pub struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    /// The whole input.
    pub fn new(data: &'a [u8]) -> Bytes<'a> {
        Bytes(data)
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// The next eight bytes as a number.
    pub fn number(&mut self) -> u64 {
        u64::from_le_bytes([(); 8].map(|()| self.byte()))
    }

    /// A number below `n`, which is not 0; one byte where that is enough.
    pub fn below(&mut self, n: usize) -> usize {
        let mut drawn = usize::from(self.byte());
        if n > 256 {
            drawn = drawn << 8 | usize::from(self.byte());
        }
        drawn % n
    }

    /// One of several, which are not none.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// The text up to the next line feed, which is eaten as well.
    pub fn line(&mut self) -> String {
        let end = self.0.iter().position(|&byte| byte == b'\n').unwrap_or(self.0.len());
        let line = String::from_utf8_lossy(&self.0[..end]).into_owned();
        self.0 = self.0.get(end + 1..).unwrap_or(&[]);
        line
    }

    /// Everything that is left, as text.
    pub fn text(&mut self) -> String {
        String::from_utf8_lossy(std::mem::take(&mut self.0)).into_owned()
    }
}
