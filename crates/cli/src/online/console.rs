//! Lines typed while the table goes on: read on a thread of their own, so that whatever happens is shown above them.

use std::io::{self, BufRead, IsTerminal};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

use rustyline::history::MemHistory;
use rustyline::{CompletionType, Config, Editor, ExternalPrinter};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::output::show;
use crate::play::input::Words;
use crate::play::screen::Paper;

/// Words offered for completion, shared with whoever reads.
type Offered = Arc<Mutex<Vec<String>>>;
/// What writes above a line that is being typed.
type Printer = Arc<Mutex<Box<dyn ExternalPrinter + Send>>>;

/// Where lines come from, and where texts go.
pub(crate) struct Console {
    /// Asks for the next line.
    more: mpsc::Sender<()>,
    lines: UnboundedReceiver<Option<String>>,
    /// Whether a line was asked for and has not come.
    asked: bool,
    words: Offered,
    printer: Option<Printer>,
    /// Whether a person sits there.
    pub(crate) terminal: bool,
}

impl Console {
    /// The terminal with this prompt, or a pipe.
    pub(crate) fn open(prompt: String) -> Console {
        let (more, wanted) = mpsc::channel();
        let (send, lines) = unbounded_channel();
        let words = Offered::default();
        let mut terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let mut printer = None;
        match terminal.then(|| editor(&words)).flatten() {
            Some((editor, above)) => {
                printer = Some(Arc::new(Mutex::new(above)));
                thread::spawn(move || type_lines(editor, &prompt, &wanted, &send));
            }
            None => {
                terminal = false;
                thread::spawn(move || pipe_lines(&wanted, &send));
            }
        }
        Console { more, lines, asked: false, words, printer, terminal }
    }

    /// Paper that lies above the line being typed.
    pub(crate) fn paper(&self) -> Paper {
        let Some(printer) = self.printer.clone() else { return Box::new(show) };
        Box::new(move |text| {
            let mut printer = printer.lock().unwrap_or_else(PoisonError::into_inner);
            // A terminal that is gone is noticed by whoever reads from it.
            drop(printer.print(format!("{text}\n")));
        })
    }

    /// Offers these words for completion.
    pub(crate) fn offer(&self, words: Vec<String>) {
        *self.words.lock().unwrap_or_else(PoisonError::into_inner) = words;
    }

    /// The next line; nothing at the end. What was asked for and not awaited comes the next time.
    pub(crate) async fn line(&mut self) -> Option<String> {
        if !self.asked && self.more.send(()).is_err() {
            return None;
        }
        self.asked = true;
        let line = self.lines.recv().await.flatten();
        self.asked = false;
        line
    }

    /// Whether somebody is just typing, so that the terminal is not as it was found.
    pub(crate) fn is_typing(&self) -> bool {
        self.terminal && self.asked
    }
}

type Typist = Editor<Words, MemHistory>;

fn editor(words: &Offered) -> Option<(Typist, Box<dyn ExternalPrinter + Send>)> {
    let config =
        Config::builder().auto_add_history(true).completion_type(CompletionType::List).build();
    let mut editor: Typist = Editor::with_history(config, MemHistory::new()).ok()?;
    editor.set_helper(Some(Words::shared(Arc::clone(words))));
    let printer = editor.create_external_printer().ok()?;
    Some((editor, Box::new(printer)))
}

fn type_lines(
    mut editor: Typist,
    prompt: &str,
    wanted: &mpsc::Receiver<()>,
    send: &UnboundedSender<Option<String>>,
) {
    while wanted.recv().is_ok() {
        // Ctrl-C and Ctrl-D are an end, and so is a terminal that is gone.
        if send.send(editor.readline(prompt).ok()).is_err() {
            return;
        }
    }
}

fn pipe_lines(wanted: &mpsc::Receiver<()>, send: &UnboundedSender<Option<String>>) {
    let mut stdin = io::stdin().lock();
    while wanted.recv().is_ok() {
        let mut line = Vec::new();
        // What cannot be read is over.
        let read = stdin.read_until(b'\n', &mut line).unwrap_or(0);
        // What is not UTF-8 is no action either, and is refused as such.
        let line = String::from_utf8_lossy(&line);
        let line = (read > 0).then(|| line.trim_end_matches(['\r', '\n']).to_owned());
        if send.send(line).is_err() {
            return;
        }
    }
}
