//! What is shown: boards, lists, clocks, curtains.

use std::io::{self, IsTerminal, Write};

use abaque_catalog::AnyGame;
use abaque_client::local::Player;
use abaque_core::{GameInfo, Lang, Millis, Observer, Outcome, Said, Seat, said};
use abaque_draw::TermOptions;
use abaque_table::Table;

use crate::failure::Failure;
use crate::output::{COLUMNS, show, wrap};

/// How many actions are listed in words, one a line; more come in columns.
const TOLD: usize = 12;
/// Where the words begin in such a list.
const WORDS: usize = 17;

/// What texts are written on.
pub(crate) type Paper = Box<dyn Fn(&str)>;

/// The terminal as the players see it.
pub(crate) struct Screen {
    pub(crate) lang: Lang,
    pub(crate) plain: bool,
    /// Colours are for eyes, not for pipes.
    pub(crate) colour: bool,
    pub(crate) flip: bool,
    /// Memory play: the boards show what is seen now, nothing that was seen before.
    pub(crate) memory: bool,
    paper: Paper,
}

impl Screen {
    pub(crate) fn new(lang: Lang, plain: bool) -> Screen {
        Screen::on(Box::new(show), lang, plain)
    }

    /// A screen whose texts go elsewhere: somebody may be typing there.
    pub(crate) fn on(paper: Paper, lang: Lang, plain: bool) -> Screen {
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let colour = !plain && !no_colour && io::stdout().is_terminal();
        Screen { lang, plain, colour, flip: false, memory: false, paper }
    }

    /// A player as addressed: by name and colour.
    pub(crate) fn player(&self, info: &GameInfo, players: &[Player; 2], seat: Seat) -> String {
        let colour = info.players[seat.index()].get(self.lang);
        match &players[seat.index()].name {
            Some(name) => format!("{name} ({colour})"),
            None => colour.to_string(),
        }
    }

    pub(crate) fn say(&self, said: &Said) {
        self.line(said.get(self.lang), 2);
    }

    /// A message that ends with the name of a file, which is never respelled.
    pub(crate) fn say_file(&self, said: &Said, path: &str) {
        self.show(&format!("{} {path}", self.spelled(said.get(self.lang))));
    }

    /// Text as it is.
    pub(crate) fn show(&self, text: &str) {
        (self.paper)(text);
    }

    /// A line as wide as the terminal, what does not fit indented below.
    pub(crate) fn line(&self, text: &str, hang: usize) {
        self.show(&wrap(&self.spelled(text), hang));
    }

    /// In the letters the terminal has.
    pub(crate) fn spelled(&self, text: &str) -> String {
        if self.plain { abaque_draw::ascii(text) } else { text.into() }
    }

    pub(crate) fn board(&self, table: &Table, by: Observer) -> Result<(), Failure> {
        let last = table.plies().iter().rev().find(|entry| entry.seat.is_some() && !entry.secret);
        let (spec, view) = (table.game().spec(), self.view(table, by)?);
        self.picture(&spec, &view, last.map(|entry| entry.ply.clone()), table.outcome())
    }

    fn view(&self, table: &Table, by: Observer) -> Result<String, Failure> {
        if !self.memory || table.outcome().is_some() {
            return Ok(table.view(by));
        }
        // The position holds no history, so what is opened from it has none to remember.
        let game = table.game();
        Ok(abaque_catalog::open_at(&game.spec(), &game.position())?.view(by))
    }

    /// What a knowing onlooker would point out; nothing in memory play.
    pub(crate) fn notes(&self, game: &dyn AnyGame, by: Observer) {
        let remarks = if self.memory { Vec::new() } else { game.remarks(by) };
        if remarks.is_empty() {
            self.say(&said!("nothing to point out", "rien à faire remarquer"));
        }
        for remark in &remarks {
            self.line(&format!("  {}", remark.get(self.lang)), 4);
        }
    }

    /// A board as some view shows it.
    pub(crate) fn picture(
        &self,
        spec: &str,
        view: &str,
        last: Option<String>,
        outcome: Option<Outcome>,
    ) -> Result<(), Failure> {
        let options = TermOptions {
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

    /// Both clocks on one line, where there are clocks.
    pub(crate) fn clocks(&self, clock: impl Fn(Seat) -> Option<(String, Millis)>) {
        if let [Some((first, one)), Some((second, other))] = Seat::ALL.map(clock) {
            self.line(&format!("  {first} {one}    {second} {other}"), 2);
        }
    }

    /// What may be done, as far as somebody at the table needs to be told.
    pub(crate) fn offer(&self, game: &dyn AnyGame, offered: &[String]) {
        let word = |action: &String| !action.contains(|sign: char| sign.is_ascii_digit());
        if offered.len() <= 8 {
            self.list(game, offered);
        } else if offered.iter().any(word) {
            // Nobody guesses that `go` or `end` is among a hundred actions.
            self.examples(game, offered);
        }
    }

    /// The actions with numbers: in words if they are few.
    pub(crate) fn list(&self, game: &dyn AnyGame, actions: &[String]) {
        if actions.len() <= TOLD {
            for (i, action) in actions.iter().enumerate() {
                self.told(game, &(i + 1).to_string(), action);
            }
            return;
        }
        let wide = actions.iter().map(String::len).max().unwrap_or(0) + 7;
        let per_line = ((COLUMNS - 2) / wide).max(1);
        for (row, line) in actions.chunks(per_line).enumerate() {
            let cells = line.iter().enumerate().map(|(i, action)| {
                format!("{:>4} {action:<width$}", row * per_line + i + 1, width = wide - 5)
            });
            self.show(cells.collect::<String>().trim_end());
        }
    }

    /// One action of each form that can be typed now, in words.
    pub(crate) fn examples(&self, game: &dyn AnyGame, actions: &[String]) {
        let mut seen = Vec::new();
        for action in actions {
            let form = form(action);
            if !seen.contains(&form) {
                seen.push(form);
                self.told(game, "", action);
            }
        }
    }

    fn told(&self, game: &dyn AnyGame, number: &str, action: &str) {
        let told = game.tell(action).map(|said| said.get(self.lang).to_string());
        self.line(&format!("{number:>4}  {action:<10} {}", told.unwrap_or_default()), WORDS);
    }

    /// Hides what was shown so that the other player can sit down.
    pub(crate) fn curtain(&self) -> io::Result<()> {
        let mut out = io::stdout();
        if out.is_terminal() {
            // Clear the screen and what was scrolled off it, then go home.
            write!(out, "\x1b[2J\x1b[3J\x1b[H")?;
        } else {
            writeln!(out, "{}", "\n".repeat(3))?;
        }
        out.flush()
    }
}

/// What is alike in actions that differ in squares and numbers only: a letter and a number make a
/// square, other letters stand for themselves.
fn form(action: &str) -> String {
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
    fn forms_of_actions() {
        for (a, b) in [("a1b1", "c5d6"), ("ra1", "rh8"), ("10+3", "5+1"), ("xc3e3", "xa1b1")] {
            assert_eq!(form(a), form(b));
        }
        for (a, b) in [("a1b1", "c3c5d3"), ("ra1", "sa1"), ("end", "ra1"), ("s+5", "10+3")] {
            assert_ne!(form(a), form(b));
        }
    }
}
