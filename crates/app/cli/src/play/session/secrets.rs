//! Secrets at one terminal: the curtain and the secret set-up.

use abaque_core::{Seat, message};
use abaque_table::TableAct;

use super::TerminalSession;
use crate::command_error::CommandError;
use crate::output::show_text;
use crate::play::prompt_commands::PromptCommand;
use crate::play::setup::{self, SetUpInput};
use crate::play::system_random::SystemRandom;

impl TerminalSession {
    /// Draws a curtain if the players see different things. `false` when the players leave.
    pub(super) fn hand_over(&mut self, seat: Seat) -> Result<bool, CommandError> {
        if !self.has_two_people() {
            // Bots need no curtain.
            self.announced.clear();
            return Ok(true);
        }
        let secrets = self.game.has_secrets();
        if secrets && self.seen_by != Some(seat) {
            let who = self.player_label(seat);
            if self.seen_by.is_some() {
                let wait = message!(
                    "Press Enter, then hand the keyboard to {who}. ",
                    "Appuyez sur Entrée, puis passez le clavier à {who}. "
                );
                if self.ask_question(&wait)?.is_none() {
                    return Ok(false);
                }
            }
            self.screen.show_curtain()?;
            self.input.clear_history()?;
            let ready = message!(
                "{who}, are you alone at the screen? Press Enter. ",
                "{who}, êtes-vous seul devant l'écran\u{a0}? Appuyez sur Entrée. "
            );
            if self.ask_question(&ready)?.is_none() {
                return Ok(false);
            }
            for line in &self.announced {
                self.screen.show_line(line, 4);
            }
            self.seen_by = Some(seat);
            self.announced.clear();
        }
        if !secrets {
            self.announced.clear();
        }
        Ok(true)
    }

    /// Secret set-up: choose, preview, confirm. `false` when the players leave.
    pub(super) fn set_up(&mut self, seat: Seat) -> Result<bool, CommandError> {
        let presets = self.table().presets(seat);
        let place = self.prompt_context();
        setup::show_choices(&self.screen, &presets, place);
        loop {
            let Some(line) = self.ask_action(seat, &[])? else { return Ok(false) };
            let chosen = match setup::parse(&line, &presets, place) {
                SetUpInput::Chosen(setup) => setup,
                SetUpInput::Random => {
                    SystemRandom::with(|dice| self.table().random_submission(seat, dice))?
                        .unwrap_or_default()
                }
                SetUpInput::Command(PromptCommand::Hint) => self.advice(seat, 1)?.action,
                SetUpInput::Command(PromptCommand::Quit) => return Ok(false),
                SetUpInput::Command(PromptCommand::Help) => {
                    self.show_help();
                    continue;
                }
                SetUpInput::Command(PromptCommand::Rules) => {
                    self.show_rules()?;
                    continue;
                }
                SetUpInput::NoSuchNumber => {
                    self.show_no_such_number(presets.len());
                    continue;
                }
                SetUpInput::Command(_) => {
                    setup::show_set_up_first(&self.screen);
                    continue;
                }
            };
            match self.table().preview(seat, &chosen) {
                Err(refused) => self.show_refusal(&refused),
                Ok(view) => {
                    self.screen.show_view(&self.table().game().spec(), &view, None, None)?;
                    show_text(&chosen);
                    if !self.input.is_terminal()
                        || self.confirm(&message!(
                            "Confirm set-up?",
                            "Valider la mise en place\u{a0}?"
                        ))?
                    {
                        self.act(TableAct::play(seat, chosen))?;
                        return Ok(true);
                    }
                }
            }
        }
    }
}
