//! Saving, leaving, the end of a game and what comes after it.

use std::path::Path;
use std::time::Instant;

use abaque_client::Sitting;
use abaque_core::{Observer, Outcome, Words, said};
use abaque_table::{At, Setting};

use super::{NO, Next, Session, YES};
use crate::failure::Failure;
use crate::play::{fresh_proof, saved, today};

/// What asks for a look back, in either language.
const REVIEW: [&str; 3] = ["review", "revue", "analyse"];

impl Session {
    /// Keeps the file up to date. A disk that fails is told, and the game goes on.
    pub(super) fn autosave(&mut self) {
        if let Err(Failure::Input(said) | Failure::World(said)) = self.write() {
            self.screen.say(&said);
        }
    }

    /// Writes the file, if there is one.
    pub(crate) fn write(&mut self) -> Result<(), Failure> {
        if let Some(path) = &self.save {
            saved::write(path, &self.sitting)?;
            self.dirty = false;
        }
        Ok(())
    }

    pub(super) fn save_to(&mut self, path: Option<String>) -> Result<Next, Failure> {
        let Some(path) = path.or_else(|| self.save.clone()) else {
            self.screen.say(&said!(
                "type `save` and the name of a file",
                "taper « sauver » et le nom d'un fichier"
            ));
            return Ok(Next::Stay);
        };
        let theirs = self.save.as_ref() != Some(&path) && Path::new(&path).exists();
        let sure = said!("{path} exists: write over it?", "{path} existe : l'écraser ?");
        if theirs && self.input.is_terminal() && !self.confirm(&sure)? {
            return Ok(Next::Stay);
        }
        match saved::write(&path, &self.sitting) {
            Ok(()) => {
                self.dirty = false;
                self.screen.say_file(&said!("saved in", "sauvé dans"), &path);
                self.save = Some(path);
            }
            Err(failure) => {
                if let Failure::Input(said) | Failure::World(said) = failure {
                    self.screen.say(&said);
                }
            }
        }
        Ok(Next::Stay)
    }

    /// Leaving before the end: nothing is lost without a question.
    pub(super) fn leave(&mut self) -> Result<Option<String>, Failure> {
        if self.dirty && self.input.is_terminal() {
            let question = said!(
                "File to save the game in (Enter for none): ",
                "Fichier où sauver la partie (Entrée pour aucun) : "
            );
            let mut path = self.question(&question)?.unwrap_or_default().trim().to_string();
            // Whoever answers yes has not named a file yet.
            while YES.contains(&path.to_lowercase().as_str()) {
                path = self.question(&question)?.unwrap_or_default().trim().to_string();
            }
            if !path.is_empty() && !NO.contains(&path.to_lowercase().as_str()) {
                self.save_to(Some(path))?;
            }
        }
        if let Some(path) = self.save.as_ref().filter(|_| self.sitting.outcome().is_none()) {
            let said =
                said!("Go on with: abaque play --resume", "Reprendre avec : abaque play --resume");
            self.screen.say_file(&said, path);
        }
        Ok(None)
    }

    pub(super) fn finish(&mut self, outcome: Outcome) -> Result<Option<String>, Failure> {
        self.screen.board(self.table(), Observer::Spectator)?;
        let reason = outcome.reason().said();
        let said = match outcome.winner() {
            Some(seat) => {
                let who = self.who(seat);
                let (en, fr) = (reason.en, reason.fr);
                said!("{who} wins {en}.", "{who} gagne {fr}.")
            }
            None => {
                let (en, fr) = (reason.en, reason.fr);
                said!("A draw {en}.", "Partie nulle {fr}.")
            }
        };
        self.screen.say(&said);
        self.autosave();
        match &self.save {
            Some(path) => {
                self.screen.say_file(&said!("The record is in", "La partie est dans"), path);
            }
            None => drop(self.leave()?),
        }
        // Computers among themselves have had enough.
        if self.nobody() && !self.input.is_terminal() { Ok(None) } else { self.rematch() }
    }

    /// Another game? The same, or one of the special kind the game allows (BLO-22).
    pub(super) fn rematch(&mut self) -> Result<Option<String>, Failure> {
        let game = self.table().game();
        let same = Words::new("the same game", "la même partie");
        let mut kinds = vec![(same, game.spec())];
        kinds.extend(game.rematches());
        self.screen.say(&said!("Play again?", "Rejouer ?"));
        for (i, (name, _)) in kinds.iter().enumerate() {
            self.screen.line(&format!("{:>4}  {}", i + 1, name.get(self.lang())), 6);
        }
        let prompt = said!(
            "A number, or `review` to look back (Enter: no): ",
            "Un numéro, ou « revue » pour revoir la partie (Entrée : non) : "
        );
        let mut answer = self.question(&prompt)?.unwrap_or_default();
        while REVIEW.contains(&answer.trim().to_lowercase().as_str()) {
            self.review()?;
            answer = self.question(&prompt)?.unwrap_or_default();
        }
        let chosen = answer.trim().parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        Ok(chosen.and_then(|i| kinds.get(i)).map(|(_, spec)| spec.clone()))
    }

    /// The table laid again for a rematch, the record in a file of its own.
    pub(crate) fn again(&mut self, spec: &str) -> Result<(), Failure> {
        let setting = self.table().setting().clone();
        let setting = Setting { start: abaque_catalog::open(spec)?, ..setting };
        for computer in &mut self.computers {
            *computer = computer.as_ref().map(|computer| computer.again(spec)).transpose()?;
        }
        let Sitting { players, computer_time, .. } = &self.sitting;
        let (players, computer_time) = (players.clone(), *computer_time);
        self.sitting = Sitting::new(setting, players, fresh_proof()?, today(), At(0));
        self.sitting.computer_time = computer_time;
        self.started = Instant::now();
        self.save = self.save.as_deref().map(saved::free_name);
        (self.seen_by, self.dirty) = (None, false);
        self.told.clear();
        Ok(())
    }
}
