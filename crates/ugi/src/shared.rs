use std::io::{self, Write};
use std::sync::{Arc, Mutex};

/// Where answers go. Reading and searching happen on two threads, so it is shared.
pub trait Output: Send + Sync + 'static {
    /// Writes a whole line at once and lets it go.
    fn line(&self, text: &str) -> io::Result<()>;
}

impl<W: Write + Send + 'static> Output for Arc<Mutex<W>> {
    fn line(&self, text: &str) -> io::Result<()> {
        let mut out = self.lock().map_err(|_| io::Error::other("poisoned"))?;
        out.write_all(format!("{text}\n").as_bytes())?;
        out.flush()
    }
}

impl Output for io::Stdout {
    fn line(&self, text: &str) -> io::Result<()> {
        let mut out = self.lock();
        out.write_all(format!("{text}\n").as_bytes())?;
        out.flush()
    }
}
