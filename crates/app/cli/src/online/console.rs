//! Line input while the game goes on: read on a separate thread, so that news can be shown above
//! the prompt.

use std::io::{self, BufRead, IsTerminal};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

use rustyline::history::MemHistory;
use rustyline::{CompletionType, Config, Editor, ExternalPrinter};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::output::show_text;
use crate::play::input::WordCompleter;
use crate::play::screen::TextSink;

/// Words for completion, shared with the reading thread.
type CompletionWords = Arc<Mutex<Vec<String>>>;
/// Writes above the line being typed.
type Printer = Arc<Mutex<Box<dyn ExternalPrinter + Send>>>;

/// Line input and text output.
pub(crate) struct Console {
    /// Requests the next line.
    line_requests: mpsc::Sender<()>,
    lines: UnboundedReceiver<Option<String>>,
    /// Whether a requested line has not arrived yet.
    is_line_requested: bool,
    words: CompletionWords,
    printer: Option<Printer>,
    /// Whether input is a terminal.
    pub(crate) is_terminal: bool,
}

impl Console {
    /// Opens the terminal with this prompt, or a pipe.
    pub(crate) fn open(prompt: String) -> Console {
        let (more, wanted) = mpsc::channel();
        let (send, lines) = unbounded_channel();
        let words = CompletionWords::default();
        let mut terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let mut printer = None;
        match terminal.then(|| line_editor(&words)).flatten() {
            Some((editor, above)) => {
                printer = Some(Arc::new(Mutex::new(above)));
                thread::spawn(move || read_typed_lines(editor, &prompt, &wanted, &send));
            }
            None => {
                terminal = false;
                thread::spawn(move || read_piped_lines(&wanted, &send));
            }
        }
        Console {
            line_requests: more,
            lines,
            is_line_requested: false,
            words,
            printer,
            is_terminal: terminal,
        }
    }

    /// A sink that writes above the line being typed.
    pub(crate) fn text_sink(&self) -> TextSink {
        let Some(printer) = self.printer.clone() else { return Box::new(show_text) };
        Box::new(move |text| {
            let mut printer = printer.lock().unwrap_or_else(PoisonError::into_inner);
            // The reading thread notices a closed terminal.
            drop(printer.print(format!("{text}\n")));
        })
    }

    /// Sets the words for completion.
    pub(crate) fn set_completions(&self, words: Vec<String>) {
        *self.words.lock().unwrap_or_else(PoisonError::into_inner) = words;
    }

    /// The next line; `None` at the end. Cancel-safe: a requested line is returned by the next
    /// call.
    pub(crate) async fn next_line(&mut self) -> Option<String> {
        if !self.is_line_requested && self.line_requests.send(()).is_err() {
            return None;
        }
        self.is_line_requested = true;
        let line = self.lines.recv().await.flatten();
        self.is_line_requested = false;
        line
    }

    /// Whether the terminal is in line-editing mode.
    pub(crate) fn is_typing(&self) -> bool {
        self.is_terminal && self.is_line_requested
    }
}

type LineEditor = Editor<WordCompleter, MemHistory>;

fn line_editor(words: &CompletionWords) -> Option<(LineEditor, Box<dyn ExternalPrinter + Send>)> {
    let config =
        Config::builder().auto_add_history(true).completion_type(CompletionType::List).build();
    let mut editor: LineEditor = Editor::with_history(config, MemHistory::new()).ok()?;
    editor.set_helper(Some(WordCompleter::shared(Arc::clone(words))));
    let printer = editor.create_external_printer().ok()?;
    Some((editor, Box::new(printer)))
}

fn read_typed_lines(
    mut editor: LineEditor,
    prompt: &str,
    wanted: &mpsc::Receiver<()>,
    send: &UnboundedSender<Option<String>>,
) {
    while wanted.recv().is_ok() {
        // Ctrl-C, Ctrl-D and a closed terminal end the input.
        if send.send(editor.readline(prompt).ok()).is_err() {
            return;
        }
    }
}

fn read_piped_lines(wanted: &mpsc::Receiver<()>, send: &UnboundedSender<Option<String>>) {
    let mut stdin = io::stdin().lock();
    while wanted.recv().is_ok() {
        let mut line = Vec::new();
        // A read error counts as the end.
        let read = stdin.read_until(b'\n', &mut line).unwrap_or(0);
        // Text that is not UTF-8 is rejected later as an unknown action.
        let line = String::from_utf8_lossy(&line);
        let line = (read > 0).then(|| line.trim_end_matches(['\r', '\n']).to_owned());
        if send.send(line).is_err() {
            return;
        }
    }
}
