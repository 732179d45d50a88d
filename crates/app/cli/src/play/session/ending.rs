//! Saving, leaving, the end of a game and rematches.

use std::path::Path;
use std::time::Instant;

use abaque_client::LocalGame;
use abaque_core::{Observer, Outcome, StaticMessage, message};
use abaque_table::{MatchSettings, Timestamp};

use super::{NO_WORDS, PromptFlow, TerminalSession, YES_WORDS};
use crate::command_error::CommandError;
use crate::play::{fresh_proof, save_file, today};

/// Words that request a review, in either language.
const REVIEW_WORDS: [&str; 3] = ["review", "revue", "analyse"];

impl TerminalSession {
    /// Saves the game. A failing disk is reported, and the game goes on.
    pub(super) fn autosave(&mut self) {
        if let Err(CommandError::Input(message) | CommandError::Environment(message)) =
            self.write_save()
        {
            self.screen.say(&message);
        }
    }

    /// Writes the file, if there is one.
    pub(crate) fn write_save(&mut self) -> Result<(), CommandError> {
        if let Some(path) = &self.save {
            save_file::write(path, &self.game)?;
            self.dirty = false;
        }
        Ok(())
    }

    pub(super) fn save_to(&mut self, path: Option<String>) -> Result<PromptFlow, CommandError> {
        let Some(path) = path.or_else(|| self.save.clone()) else {
            self.screen.say(&message!(
                "type `save` and a file name",
                "tapez «\u{a0}sauver\u{a0}» et un nom de fichier"
            ));
            return Ok(PromptFlow::Stay);
        };
        let theirs = self.save.as_ref() != Some(&path) && Path::new(&path).exists();
        let sure =
            message!("{path} exists: overwrite it?", "{path} existe\u{a0}: l'écraser\u{a0}?");
        if theirs && self.input.is_terminal() && !self.confirm(&sure)? {
            return Ok(PromptFlow::Stay);
        }
        match save_file::write(&path, &self.game) {
            Ok(()) => {
                self.dirty = false;
                self.screen.say_file(&message!("saved in", "enregistré dans"), &path);
                self.save = Some(path);
            }
            Err(failure) => {
                if let CommandError::Input(message) | CommandError::Environment(message) = failure {
                    self.screen.say(&message);
                }
            }
        }
        Ok(PromptFlow::Stay)
    }

    /// Asks before an unsaved game is lost.
    pub(super) fn confirm_leave(&mut self) -> Result<Option<String>, CommandError> {
        if self.dirty && self.input.is_terminal() {
            let question = message!(
                "Save the game to file (Enter for none): ",
                "Enregistrer la partie dans le fichier (Entrée pour aucun)\u{a0}: "
            );
            let mut path = self.ask_question(&question)?.unwrap_or_default().trim().to_string();
            // A plain yes is not a file name.
            while YES_WORDS.contains(&path.to_lowercase().as_str()) {
                path = self.ask_question(&question)?.unwrap_or_default().trim().to_string();
            }
            if !path.is_empty() && !NO_WORDS.contains(&path.to_lowercase().as_str()) {
                self.save_to(Some(path))?;
            }
        }
        if let Some(path) = self.save.as_ref().filter(|_| self.game.outcome().is_none()) {
            let message = message!(
                "To resume: abaque play --resume",
                "Pour reprendre\u{a0}: abaque play --resume"
            );
            self.screen.say_file(&message, path);
        }
        Ok(None)
    }

    pub(super) fn finish(&mut self, outcome: Outcome) -> Result<Option<String>, CommandError> {
        self.screen.show_board(self.table(), Observer::Spectator)?;
        let reason = outcome.reason().message();
        let message = match outcome.winner() {
            Some(seat) => {
                let who = self.player_label(seat);
                let (en, fr) = (reason.en, reason.fr);
                message!("{who} wins {en}.", "{who} gagne {fr}.")
            }
            None => {
                let (en, fr) = (reason.en, reason.fr);
                message!("Draw {en}.", "Partie nulle {fr}.")
            }
        };
        self.screen.say(&message);
        self.autosave();
        match &self.save {
            Some(path) => {
                self.screen.say_file(&message!("The record is in", "La partie est dans"), path);
            }
            None => drop(self.confirm_leave()?),
        }
        // Two bots in a script play no rematch.
        if self.has_no_people() && !self.input.is_terminal() {
            Ok(None)
        } else {
            self.ask_rematch()
        }
    }

    /// Asks for a rematch: the same game, or a special kind the game allows (BLO-22).
    pub(super) fn ask_rematch(&mut self) -> Result<Option<String>, CommandError> {
        let game = self.table().game();
        let same = StaticMessage::new("the same game", "la même partie");
        let mut kinds = vec![(same, game.spec())];
        kinds.extend(game.rematches());
        self.screen.say(&message!("Rematch?", "Revanche\u{a0}?"));
        for (i, (name, _)) in kinds.iter().enumerate() {
            self.screen.show_line(&format!("{:>4}  {}", i + 1, name.get(self.lang())), 6);
        }
        let prompt = message!(
            "A number, or `review` (Enter: no): ",
            "Un numéro, ou «\u{a0}revue\u{a0}» pour analyser la partie (Entrée\u{a0}: non)\u{a0}: "
        );
        let mut answer = self.ask_question(&prompt)?.unwrap_or_default();
        while REVIEW_WORDS.contains(&answer.trim().to_lowercase().as_str()) {
            self.show_review()?;
            answer = self.ask_question(&prompt)?.unwrap_or_default();
        }
        let chosen = answer.trim().parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        Ok(chosen.and_then(|i| kinds.get(i)).map(|(_, spec)| spec.clone()))
    }

    /// Starts a rematch, recorded in its own file.
    pub(crate) fn start_rematch(&mut self, spec: &str) -> Result<(), CommandError> {
        let setting = self.table().settings().clone();
        let setting = MatchSettings { start: abaque_catalog::open(spec)?, ..setting };
        for computer in &mut self.computers {
            *computer =
                computer.as_ref().map(|computer| computer.for_new_game(spec)).transpose()?;
        }
        let LocalGame { players, computer_time, .. } = &self.game;
        let (players, computer_time) = (players.clone(), *computer_time);
        self.game = LocalGame::new(setting, players, fresh_proof()?, today(), Timestamp(0));
        self.game.computer_time = computer_time;
        self.started = Instant::now();
        self.save = self.save.as_deref().map(save_file::unused_name);
        (self.seen_by, self.dirty) = (None, false);
        self.announced.clear();
        Ok(())
    }
}
