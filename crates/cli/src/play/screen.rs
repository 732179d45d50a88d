//! What is shown: boards, lists, clocks, curtains.

use std::io::{self, IsTerminal, Write};

use abaque_core::{GameInfo, Lang, Observer, Said, Seat, said};
use abaque_draw::TermOptions;
use abaque_table::{At, Table};

use crate::failure::Failure;

/// How many actions are listed in words, one a line; more come in columns.
const TOLD: usize = 12;
const COLUMNS: usize = 78;

/// The terminal as the players see it.
pub(crate) struct Screen {
    pub(crate) lang: Lang,
    pub(crate) plain: bool,
    pub(crate) flip: bool,
    /// Memory play: the boards show what is seen now, nothing that was seen before.
    pub(crate) memory: bool,
    pub(crate) names: [Option<String>; 2],
}

impl Screen {
    pub(crate) fn new(lang: Lang, plain: bool, names: [Option<String>; 2]) -> Screen {
        let plain = plain || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Screen { lang, plain, flip: false, memory: false, names }
    }

    /// A player as addressed: by name and colour.
    pub(crate) fn player(&self, info: &GameInfo, seat: Seat) -> String {
        let colour = info.players[seat.index()].get(self.lang);
        match &self.names[seat.index()] {
            Some(name) => format!("{name} ({colour})"),
            None => colour.to_string(),
        }
    }

    pub(crate) fn say(&self, said: &Said) {
        println!("{}", said.get(self.lang));
    }

    pub(crate) fn board(&self, table: &Table, by: Observer) -> Result<(), Failure> {
        let last = table.plies().iter().rev().find(|entry| entry.seat.is_some());
        self.picture(table, &self.view(table, by)?, last.map(|entry| entry.ply.clone()))
    }

    fn view(&self, table: &Table, by: Observer) -> Result<String, Failure> {
        if !self.memory {
            return Ok(table.view(by));
        }
        // The position holds no history, so what is opened from it has none to remember.
        let game = table.game();
        Ok(abaque_catalog::open_at(&game.spec(), &game.position())?.view(by))
    }

    /// What a knowing onlooker would point out; nothing in memory play.
    pub(crate) fn notes(&self, table: &Table, seat: Seat) {
        let remarks =
            if self.memory { Vec::new() } else { table.game().remarks(Observer::Player(seat)) };
        if remarks.is_empty() {
            self.say(&said!("nothing to point out", "rien à faire remarquer"));
        }
        for remark in &remarks {
            println!("  {}", remark.get(self.lang));
        }
    }

    pub(crate) fn picture(
        &self,
        table: &Table,
        view: &str,
        last: Option<String>,
    ) -> Result<(), Failure> {
        let options = TermOptions {
            colour: !self.plain,
            unicode: !self.plain,
            lang: self.lang,
            last: last.filter(|ply| !ply.starts_with("setup:")),
            flip: self.flip,
        };
        println!("\n{}", abaque_draw::ansi(&table.game().spec(), view, &options)?);
        Ok(())
    }

    /// Both clocks on one line, where there are clocks.
    pub(crate) fn clocks(&self, table: &Table, now: At) {
        let shown = Seat::ALL.map(|seat| {
            table.clock(seat, now).map(|left| format!("{} {left}", self.player(table.info(), seat)))
        });
        if let [Some(first), Some(second)] = shown {
            println!("  {first}    {second}");
        }
    }

    /// The actions with numbers: in words if they are few.
    pub(crate) fn list(&self, table: &Table, actions: &[String]) {
        if actions.len() <= TOLD {
            for (i, action) in actions.iter().enumerate() {
                let told = table.game().tell(action).map(|said| said.get(self.lang).to_string());
                println!("{:>4}  {action:<10} {}", i + 1, told.unwrap_or_default());
            }
            return;
        }
        let wide = actions.iter().map(String::len).max().unwrap_or(0) + 7;
        let per_line = (COLUMNS / wide).max(1);
        for (row, line) in actions.chunks(per_line).enumerate() {
            let cells = line.iter().enumerate().map(|(i, action)| {
                format!("{:>4} {action:<width$}", row * per_line + i + 1, width = wide - 5)
            });
            println!("{}", cells.collect::<String>().trim_end());
        }
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
