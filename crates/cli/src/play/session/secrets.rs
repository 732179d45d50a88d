//! What only one of the two may see: the curtain and the secret set-up.

use abaque_core::{Seat, said};
use abaque_table::Act;

use super::Session;
use crate::failure::Failure;
use crate::output::show;
use crate::play::dice::Dice;
use crate::play::setup::{self, Choice};
use crate::play::words::Order;

impl Session {
    /// A curtain wherever the two players see different things. `false` when the players leave.
    pub(super) fn hand_over(&mut self, seat: Seat) -> Result<bool, Failure> {
        if !self.two_people() {
            // The computer looks at no screen.
            self.told.clear();
            return Ok(true);
        }
        let secrets = self.sitting.has_secrets();
        if secrets && self.seen_by != Some(seat) {
            let who = self.who(seat);
            if self.seen_by.is_some() {
                let wait = said!(
                    "Press Enter, then hand the keyboard to {who}. ",
                    "Appuyer sur Entrée, puis passer le clavier à {who}. "
                );
                if self.question(&wait)?.is_none() {
                    return Ok(false);
                }
            }
            self.screen.curtain()?;
            self.input.forget()?;
            let ready = said!(
                "{who}, are you alone before the screen? Press Enter. ",
                "{who}, êtes-vous seul devant l'écran ? Appuyer sur Entrée. "
            );
            if self.question(&ready)?.is_none() {
                return Ok(false);
            }
            for line in &self.told {
                self.screen.line(line, 4);
            }
            self.seen_by = Some(seat);
            self.told.clear();
        }
        if !secrets {
            self.told.clear();
        }
        Ok(true)
    }

    /// A secret set-up: chosen, looked at, confirmed. `false` when the players leave.
    pub(super) fn set_up(&mut self, seat: Seat) -> Result<bool, Failure> {
        let presets = self.table().presets(seat);
        let place = self.place();
        setup::ask(&self.screen, &presets, place);
        loop {
            let Some(line) = self.ask(seat, &[])? else { return Ok(false) };
            let chosen = match setup::read(&line, &presets, place) {
                Choice::This(setup) => setup,
                Choice::Random => Dice::with(|dice| self.table().random_submission(seat, dice))?
                    .unwrap_or_default(),
                Choice::Other(Order::Hint) => self.advice(seat, 1)?.action,
                Choice::Other(Order::Quit) => return Ok(false),
                Choice::Other(Order::Help) => {
                    self.help();
                    continue;
                }
                Choice::Other(Order::Rules) => {
                    self.rules()?;
                    continue;
                }
                Choice::NoSuchNumber => {
                    self.no_such_number(presets.len());
                    continue;
                }
                Choice::Other(_) => {
                    setup::first(&self.screen);
                    continue;
                }
            };
            match self.table().preview(seat, &chosen) {
                Err(refused) => self.refuse(&refused),
                Ok(view) => {
                    self.screen.picture(&self.table().game().spec(), &view, None, None)?;
                    show(&chosen);
                    if !self.input.is_terminal()
                        || self.confirm(&said!("Play with this?", "Jouer ainsi ?"))?
                    {
                        self.act(Act::play(seat, chosen))?;
                        return Ok(true);
                    }
                }
            }
        }
    }
}
