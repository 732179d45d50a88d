//! Secret set-ups at an online table.

use abaque_client::player_view::SetUpChoices;
use abaque_core::{Lang, Seat, message};

use super::{OnlineTerminalSession, PendingQuestion, SessionFlow};
use crate::command_error::CommandError;
use crate::play::prompt_commands::PromptCommand;
use crate::play::setup::{self, SetUpInput};
use crate::play::system_random::SystemRandom;

impl OnlineTerminalSession {
    fn set_up_choices(&self) -> Option<SetUpChoices> {
        SetUpChoices::for_spec(&self.table()?.info()?.spec).ok()
    }

    pub(super) fn ask_set_up(&self, seat: Seat) {
        if let Some(ups) = self.set_up_choices() {
            setup::show_choices(&self.screen, &ups.presets(seat), self.prompt_context());
        }
    }

    /// Handles a line during set-up; `None` if it is another command.
    pub(super) fn set_up(
        &mut self,
        seat: Seat,
        line: &str,
    ) -> Result<Option<SessionFlow>, CommandError> {
        let Some(ups) = self.set_up_choices() else { return Ok(None) };
        let presets = ups.presets(seat);
        let chosen = match setup::parse(line, &presets, self.prompt_context()) {
            SetUpInput::Chosen(setup) => setup,
            SetUpInput::Random => {
                SystemRandom::with(|dice| ups.random(seat, dice))?.unwrap_or_default()
            }
            SetUpInput::NoSuchNumber => {
                self.show_no_such_number(presets.len());
                return Ok(Some(SessionFlow::Stay));
            }
            SetUpInput::Command(PromptCommand::List | PromptCommand::Board) => {
                self.ask_set_up(seat);
                return Ok(Some(SessionFlow::Stay));
            }
            SetUpInput::Command(_) => return Ok(None),
        };
        match ups.preview(seat, &chosen) {
            Err(refused) => {
                let why = match &refused {
                    abaque_table::ActError::Game(abaque_catalog::PlyError::Unreadable(error)) => {
                        error.message.get(self.lang()).to_owned()
                    }
                    refused => refused.localized(self.lang()),
                };
                self.show_refusal(&why);
            }
            Ok(view) => {
                let spec = self.table().and_then(|table| Some(table.info()?.spec.clone()));
                self.screen.show_view(&spec.unwrap_or_default(), &view, None, None)?;
                self.screen.show(&chosen);
                if self.console.is_terminal {
                    self.ask_question(
                        PendingQuestion::SetUp(chosen),
                        &message!("Confirm set-up?", "Valider la mise en place\u{a0}?"),
                    );
                } else {
                    self.send_ply(&chosen)?;
                }
            }
        }
        Ok(Some(SessionFlow::Stay))
    }

    /// Asks a question that the next line answers.
    pub(super) fn ask_question(
        &mut self,
        question: PendingQuestion,
        message: &abaque_core::Message,
    ) {
        let hint = if self.lang() == Lang::Fr { "[o/N]" } else { "[y/N]" };
        self.screen.show_line(&format!("{} {hint}", message.get(self.lang())), 2);
        self.question = Some(question);
    }
}
