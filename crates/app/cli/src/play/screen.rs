//! Terminal output: boards, lists, clocks, curtains.

use std::io::{self, IsTerminal, Write};

use abaque_catalog::AnyGame;
use abaque_client::local::SeatedPlayer;
use abaque_core::{GameDescription, Lang, Message, Millis, Observer, Outcome, Seat, message};
use abaque_draw::TerminalOptions;
use abaque_table::Table;

use crate::command_error::CommandError;
use crate::output::{MAX_COLUMNS, show_text, wrap};

/// Up to this many actions are listed with a description; more are listed in columns.
const MAX_DESCRIBED_ACTIONS: usize = 12;
/// Column of the descriptions.
const DESCRIPTION_COLUMN: usize = 17;

/// Where texts are written.
pub(crate) type TextSink = Box<dyn Fn(&str)>;

/// The terminal as the players see it.
pub(crate) struct TerminalScreen {
    pub(crate) lang: Lang,
    pub(crate) plain: bool,
    /// Use colours; off for pipes.
    pub(crate) colour: bool,
    pub(crate) flip: bool,
    /// Memory play: boards show the current view only, no knowledge from earlier views.
    pub(crate) memory: bool,
    sink: TextSink,
}

impl TerminalScreen {
    pub(crate) fn new(lang: Lang, plain: bool) -> TerminalScreen {
        TerminalScreen::with_sink(Box::new(show_text), lang, plain)
    }

    /// A screen with another sink, for output above a line being typed.
    pub(crate) fn with_sink(sink: TextSink, lang: Lang, plain: bool) -> TerminalScreen {
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let colour = !plain && !no_colour && io::stdout().is_terminal();
        TerminalScreen { lang, plain, colour, flip: false, memory: false, sink }
    }

    /// A player by name and colour.
    pub(crate) fn player_label(
        &self,
        info: &GameDescription,
        players: &[SeatedPlayer; 2],
        seat: Seat,
    ) -> String {
        let colour = info.players[seat.index()].get(self.lang);
        match &players[seat.index()].name {
            Some(name) => format!("{name} ({colour})"),
            None => colour.to_string(),
        }
    }

    pub(crate) fn say(&self, message: &Message) {
        self.show_line(message.get(self.lang), 2);
    }

    /// A message that ends with a file name, which is not transliterated.
    pub(crate) fn say_file(&self, message: &Message, path: &str) {
        self.show(&format!("{} {path}", self.transliterate(message.get(self.lang))));
    }

    /// Writes text unchanged.
    pub(crate) fn show(&self, text: &str) {
        (self.sink)(text);
    }

    /// Writes a line wrapped to the terminal, with hanging indent.
    pub(crate) fn show_line(&self, text: &str, hang: usize) {
        self.show(&wrap(&self.transliterate(text), hang));
    }

    /// Replaces characters the terminal lacks.
    pub(crate) fn transliterate(&self, text: &str) -> String {
        if self.plain { abaque_draw::to_ascii(text) } else { text.into() }
    }

    pub(crate) fn show_board(&self, table: &Table, by: Observer) -> Result<(), CommandError> {
        let last = table.plies().iter().rev().find(|entry| entry.seat.is_some() && !entry.secret);
        let (spec, view) = (table.game().spec(), self.view(table, by)?);
        self.show_view(&spec, &view, last.map(|entry| entry.ply.clone()), table.outcome())
    }

    fn view(&self, table: &Table, by: Observer) -> Result<String, CommandError> {
        if !self.memory || table.outcome().is_some() {
            return Ok(table.view(by));
        }
        // Reopening the position drops the history.
        let game = table.game();
        Ok(abaque_catalog::open_at(&game.spec(), &game.position())?.view(by))
    }

    /// Shows remarks on the position; none in memory play.
    pub(crate) fn show_notes(&self, game: &dyn AnyGame, by: Observer) {
        let remarks = if self.memory { Vec::new() } else { game.remarks(by) };
        if remarks.is_empty() {
            self.say(&message!("nothing to point out", "rien à signaler"));
        }
        for remark in &remarks {
            self.show_line(&format!("  {}", remark.get(self.lang)), 4);
        }
    }

    /// Shows the board of a view.
    pub(crate) fn show_view(
        &self,
        spec: &str,
        view: &str,
        last: Option<String>,
        outcome: Option<Outcome>,
    ) -> Result<(), CommandError> {
        let options = TerminalOptions {
            colour: self.colour,
            unicode: !self.plain,
            lang: self.lang,
            last,
            flip: self.flip,
            outcome,
        };
        self.show(&format!("\n{}", abaque_draw::ansi(spec, view, &options)?));
        Ok(())
    }

    /// Both clocks on one line, if there are clocks.
    pub(crate) fn show_clocks(&self, clock: impl Fn(Seat) -> Option<(String, Millis)>) {
        if let [Some((first, one)), Some((second, other))] = Seat::ALL.map(clock) {
            self.show_line(&format!("  {first} {one}    {second} {other}"), 2);
        }
    }

    /// Shows the available actions, as far as players need them.
    pub(crate) fn show_offered(&self, game: &dyn AnyGame, offered: &[String]) {
        let word = |action: &String| !action.contains(|sign: char| sign.is_ascii_digit());
        if offered.len() <= 8 {
            self.list_actions(game, offered);
        } else if offered.iter().any(word) {
            // Special actions such as `go` or `end` would be lost among a hundred others.
            self.show_examples(game, offered);
        }
    }

    /// Lists the actions with numbers: described if they are few.
    pub(crate) fn list_actions(&self, game: &dyn AnyGame, actions: &[String]) {
        if actions.len() <= MAX_DESCRIBED_ACTIONS {
            for (i, action) in actions.iter().enumerate() {
                self.show_action(game, &(i + 1).to_string(), action);
            }
            return;
        }
        let wide = actions.iter().map(String::len).max().unwrap_or(0) + 7;
        let per_line = ((MAX_COLUMNS - 2) / wide).max(1);
        for (row, line) in actions.chunks(per_line).enumerate() {
            let cells = line.iter().enumerate().map(|(i, action)| {
                format!("{:>4} {action:<width$}", row * per_line + i + 1, width = wide - 5)
            });
            self.show(cells.collect::<String>().trim_end());
        }
    }

    /// Describes one action of each form.
    pub(crate) fn show_examples(&self, game: &dyn AnyGame, actions: &[String]) {
        let mut seen = Vec::new();
        for action in actions {
            let form = action_form(action);
            if !seen.contains(&form) {
                seen.push(form);
                self.show_action(game, "", action);
            }
        }
    }

    fn show_action(&self, game: &dyn AnyGame, number: &str, action: &str) {
        let told = game.describe(action).map(|message| message.get(self.lang).to_string());
        self.show_line(
            &format!("{number:>4}  {action:<10} {}", told.unwrap_or_default()),
            DESCRIPTION_COLUMN,
        );
    }

    /// Clears the screen for the other player.
    pub(crate) fn show_curtain(&self) -> io::Result<()> {
        let mut out = io::stdout();
        if out.is_terminal() {
            // Clears the screen and the scrollback, then moves the cursor home.
            write!(out, "\x1b[2J\x1b[3J\x1b[H")?;
        } else {
            writeln!(out, "{}", "\n".repeat(3))?;
        }
        out.flush()
    }
}

/// The form shared by actions that differ only in squares and numbers: a letter and a number make a
/// square, other letters stand for themselves.
fn action_form(action: &str) -> String {
    let mut form = String::new();
    let mut signs = action.chars().peekable();
    while let Some(sign) = signs.next() {
        let square = sign.is_ascii_alphabetic() && signs.peek().is_some_and(char::is_ascii_digit);
        match sign {
            _ if square => form.push('.'),
            '0'..='9' if form.ends_with('0') => {}
            '0'..='9' => form.push('0'),
            _ => form.push(sign),
        }
    }
    form
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_of_the_same_shape_have_the_same_form() {
        for (a, b) in [("a1b1", "c5d6"), ("ra1", "rh8"), ("10+3", "5+1"), ("xc3e3", "xa1b1")] {
            assert_eq!(action_form(a), action_form(b));
        }
        for (a, b) in [("a1b1", "c3c5d3"), ("ra1", "sa1"), ("end", "ra1"), ("s+5", "10+3")] {
            assert_ne!(action_form(a), action_form(b));
        }
    }
}
