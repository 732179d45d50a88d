//! Line input: with editing and completion at a terminal, plain from a pipe.

use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{CompletionType, Config, Context, Editor, Helper, Highlighter, Hinter, Validator};

/// Where lines come from.
pub(crate) enum Input {
    Terminal(Box<Editor<WordCompleter, MemHistory>>),
    Pipe,
}

impl Input {
    /// The terminal, if there is one, else stdin.
    pub(crate) fn new() -> Input {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Input::Pipe;
        }
        let config =
            Config::builder().auto_add_history(true).completion_type(CompletionType::List).build();
        match Editor::with_history(config, MemHistory::new()) {
            Ok(mut editor) => {
                editor.set_helper(Some(WordCompleter::default()));
                Input::Terminal(Box::new(editor))
            }
            Err(_) => Input::Pipe,
        }
    }

    /// Whether input is a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self, Input::Terminal(_))
    }

    /// Clears the line history: the arrow keys would bring secrets back.
    pub(crate) fn clear_history(&mut self) -> io::Result<()> {
        match self {
            Input::Terminal(editor) => editor.clear_history().map_err(io::Error::other),
            Input::Pipe => Ok(()),
        }
    }

    /// The next line, with these words for completion; `None` at the end.
    pub(crate) fn read_line(
        &mut self,
        prompt: &str,
        words: Vec<String>,
    ) -> io::Result<Option<String>> {
        match self {
            Input::Terminal(editor) => {
                if let Some(helper) = editor.helper_mut() {
                    *helper = WordCompleter::shared(Arc::new(Mutex::new(words)));
                }
                match editor.readline(prompt) {
                    Ok(line) => Ok(Some(line)),
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                    Err(ReadlineError::Io(error)) => Err(error),
                    Err(error) => Err(io::Error::other(error)),
                }
            }
            Input::Pipe => {
                let mut out = io::stdout();
                write!(out, "{prompt}")?;
                out.flush()?;
                let mut line = Vec::new();
                let read = io::stdin().lock().read_until(b'\n', &mut line)?;
                writeln!(out)?;
                // Text that is not UTF-8 is rejected later as an unknown action.
                let line = String::from_utf8_lossy(&line);
                Ok((read > 0).then(|| line.trim_end_matches(['\r', '\n']).to_string()))
            }
        }
    }
}

/// Completes the word before the cursor from a list.
#[derive(Helper, Hinter, Highlighter, Validator, Default)]
pub(crate) struct WordCompleter {
    words: Arc<Mutex<Vec<String>>>,
}

impl WordCompleter {
    /// Uses a list that may change during input.
    pub(crate) fn shared(words: Arc<Mutex<Vec<String>>>) -> WordCompleter {
        WordCompleter { words }
    }
}

impl Completer for WordCompleter {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = &line[..at];
        let words = self.words.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = words.iter().filter(|word| word.starts_with(typed));
        Ok((0, fits.cloned().collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blo_05_secret_set_ups_leave_no_input_history() {
        let mut editor = Editor::with_history(Config::default(), MemHistory::new()).unwrap();
        editor.add_history_entry("setup:secret").unwrap();
        let mut input = Input::Terminal(Box::new(editor));
        input.clear_history().unwrap();
        let Input::Terminal(editor) = input else { unreachable!() };
        assert!(rustyline::history::History::is_empty(editor.history()));
    }
}
