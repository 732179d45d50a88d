//! A secret set-up at a table on a server.

use abaque_client::seen::SetUps;
use abaque_core::{Lang, Seat, said};

use super::{Next, Question, Visit};
use crate::failure::Failure;
use crate::play::dice::Dice;
use crate::play::setup::{self, Choice};
use crate::play::words::Order;

impl Visit {
    fn set_ups(&self) -> Option<SetUps> {
        SetUps::of(&self.table()?.info()?.spec).ok()
    }

    pub(super) fn ask_set_up(&self, seat: Seat) {
        if let Some(ups) = self.set_ups() {
            setup::ask(&self.screen, &ups.ready(seat), self.place());
        }
    }

    /// What a line says to somebody who is to set up; nothing where it says something else.
    pub(super) fn set_up(&mut self, seat: Seat, line: &str) -> Result<Option<Next>, Failure> {
        let Some(ups) = self.set_ups() else { return Ok(None) };
        let presets = ups.ready(seat);
        let chosen = match setup::read(line, &presets, self.place()) {
            Choice::This(setup) => setup,
            Choice::Random => Dice::with(|dice| ups.random(seat, dice))?.unwrap_or_default(),
            Choice::NoSuchNumber => {
                self.no_such_number(presets.len());
                return Ok(Some(Next::Stay));
            }
            Choice::Other(Order::List | Order::Board) => {
                self.ask_set_up(seat);
                return Ok(Some(Next::Stay));
            }
            Choice::Other(_) => return Ok(None),
        };
        match ups.preview(seat, &chosen) {
            Err(refused) => {
                let why = match &refused {
                    abaque_table::Refused::Game(abaque_catalog::Refused::Unreadable(error)) => {
                        error.said.get(self.lang()).to_owned()
                    }
                    refused => refused.tell(self.lang()),
                };
                self.refuse(&why);
            }
            Ok(view) => {
                let spec = self.table().and_then(|table| Some(table.info()?.spec.clone()));
                self.screen.picture(&spec.unwrap_or_default(), &view, None, None)?;
                self.screen.show(&chosen);
                if self.console.terminal {
                    self.ask(Question::SetUp(chosen), &said!("Play with this?", "Jouer ainsi ?"));
                } else {
                    self.send_ply(&chosen)?;
                }
            }
        }
        Ok(Some(Next::Stay))
    }

    /// Asks something that the next line answers.
    pub(super) fn ask(&mut self, question: Question, said: &abaque_core::Said) {
        let hint = if self.lang() == Lang::Fr { "[o/N]" } else { "[y/N]" };
        self.screen.line(&format!("{} {hint}", said.get(self.lang())), 2);
        self.question = Some(question);
    }
}
