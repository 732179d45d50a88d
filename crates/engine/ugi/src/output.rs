use std::io::{self, Write};
use std::sync::{Arc, Mutex};

/// Output for answers, shared by the reading and the search thread.
pub trait LineOutput: Send + Sync + 'static {
    /// Writes a whole line and flushes.
    fn write_line(&self, text: &str) -> io::Result<()>;
}

impl<W: Write + Send + 'static> LineOutput for Arc<Mutex<W>> {
    fn write_line(&self, text: &str) -> io::Result<()> {
        let mut out = self.lock().map_err(|_| io::Error::other("poisoned"))?;
        out.write_all(format!("{text}\n").as_bytes())?;
        out.flush()
    }
}

impl LineOutput for io::Stdout {
    fn write_line(&self, text: &str) -> io::Result<()> {
        let mut out = self.lock();
        out.write_all(format!("{text}\n").as_bytes())?;
        out.flush()
    }
}
