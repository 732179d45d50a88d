//! What is typed at the table.

use abaque_client::online::number;
use abaque_core::{Source, said};
use abaque_protocol::{Act, Ask, LONGEST_LINE, Proposal, Stage, State};

use super::{Next, Question, Visit};
use crate::commands::rules;
use crate::failure::Failure;
use crate::online::games;
use crate::play::dice::Dice;
use crate::play::session::YES;
use crate::play::words::{self, Order};

impl Visit {
    /// Does what a line asks for.
    pub(super) async fn obey(&mut self, line: &str) -> Result<Next, Failure> {
        if let Some(question) = self.question.take() {
            if let Question::HandOver(seat) = question {
                return self.take_screen(seat, line);
            }
            if YES.contains(&line.trim().to_lowercase().as_str()) {
                match question {
                    Question::Resign => self.send(Act::Resign),
                    Question::SetUp(setup) => self.send_ply(&setup)?,
                    Question::HandOver(_) => {}
                }
            }
            return Ok(Next::Stay);
        }
        let order = words::order(line, self.place());
        if self.told.finished {
            return self.after_the_end(order).await;
        }
        if let Some(seat) = self.due()
            && self.seen().is_some_and(|seen| seen.game.sealed())
            && let Some(next) = self.set_up(seat, line)?
        {
            return Ok(next);
        }
        match order {
            Some(Order::Quit) => return Ok(Next::Leave),
            Some(Order::Help) => self.help(),
            Some(Order::Rules) => self.rules(),
            Some(Order::Say(text)) => self.say(text),
            Some(Order::Board) => self.show_again()?,
            Some(Order::Flip) => {
                self.screen.flip = !self.screen.flip;
                self.show_again()?;
            }
            Some(Order::Notes) => self.notes(),
            Some(Order::Rematch) => self
                .screen
                .say(&said!("the game is not over yet", "la partie n'est pas encore finie")),
            _ if self.table().is_some_and(|table| table.yours().is_empty()) => {
                self.screen.say(&said!(
                    "you only look on here: `help` lists what you may type",
                    "vous ne faites que regarder : « aide » dit ce que vous pouvez taper"
                ));
            }
            Some(Order::Abort) => self.send(Act::Abort),
            _ if self.stage() != Some(Stage::Playing) => self.screen.say(&said!(
                "the game has not begun: wait, `abort` or `quit`",
                "la partie n'a pas commencé : attendre, « annuler » ou « quitter »"
            )),
            Some(Order::Resign) if self.console.terminal => {
                let sure = said!("Give the game up?", "Abandonner la partie ?");
                self.ask(Question::Resign, &sure);
            }
            Some(Order::Resign) => self.send(Act::Resign),
            Some(Order::Draw) => self.send(Act::Offer { what: Proposal::Draw }),
            Some(Order::Undo) => self.send(Act::Offer { what: Proposal::TakeBack }),
            Some(Order::Accept) => self.answer(false),
            Some(Order::Decline) => self.answer(true),
            Some(Order::Claim) => self.send(Act::Claim),
            Some(Order::LetPass) => {
                self.screen.say(&said!(
                    "You will not say Stop! in this turn.",
                    "Vous ne direz pas Stop ! pendant ce tour."
                ));
                self.send(Act::LetPass);
            }
            _ if self.due().is_none() => {
                self.screen.say(&said!("it is not your turn", "ce n'est pas à vous de jouer"));
            }
            // A set-up is due, and this was something else.
            Some(Order::List | Order::Hint | Order::Save(_)) | None
                if self.seen().is_some_and(|seen| seen.game.sealed()) =>
            {
                crate::play::setup::first(&self.screen);
            }
            order => self.action(order)?,
        }
        Ok(Next::Stay)
    }

    /// An order about the actions there are.
    fn action(&mut self, order: Option<Order>) -> Result<(), Failure> {
        let Some(seen) = self.seen() else { return Ok(()) };
        let legal = self.state().and_then(|state| state.legal.clone()).unwrap_or_default();
        match order {
            // With manual claims more may be legal than is listed: Enter must not tell whether there is anything.
            None if legal.len() == 1 && !seen.game.conceals() => self.send_ply(&legal[0]),
            Some(Order::List) => {
                self.screen.list(&*seen.game, &legal);
                Ok(())
            }
            Some(Order::Random) if !legal.is_empty() => {
                let at = Dice::with(|dice| dice.below(legal.len() as u64))?;
                self.send_ply(&legal[at as usize])
            }
            Some(Order::Pick(number)) => match number.checked_sub(1).and_then(|i| legal.get(i)) {
                Some(action) => self.send_ply(action),
                None => {
                    self.no_such_number(legal.len());
                    Ok(())
                }
            },
            Some(Order::Action(text)) => self.send_ply(&text),
            _ => {
                self.screen.say(&said!(
                    "type an action, `list` or `help`",
                    "taper une action, « liste » ou « aide »"
                ));
                Ok(())
            }
        }
    }

    /// What is typed when the game is over.
    async fn after_the_end(&mut self, order: Option<Order>) -> Result<Next, Failure> {
        match order {
            Some(Order::Rematch) => return self.rematch().await,
            Some(Order::Help) => self.help(),
            Some(Order::Rules) => self.rules(),
            Some(Order::Say(text)) => self.say(text),
            Some(Order::Board) => self.show_again()?,
            Some(Order::Flip) => {
                self.screen.flip = !self.screen.flip;
                self.show_again()?;
            }
            Some(Order::Notes) => self.notes(),
            Some(Order::Quit) | None => return Ok(Next::Leave),
            // A script whose game has ended has nothing more to say.
            Some(_) if !self.console.terminal => return Ok(Next::Leave),
            Some(_) => self.after(),
        }
        Ok(Next::Stay)
    }

    async fn rematch(&mut self) -> Result<Next, Failure> {
        let info = self.table().and_then(|table| table.info().cloned());
        let Some(info) = info else { return Ok(Next::Stay) };
        match games::again(&self.guest, &info).await {
            Ok((game, stake)) => Ok(Next::On(game, stake)),
            Err(Failure::Input(said) | Failure::World(said)) => {
                self.refuse(said.get(self.lang()));
                Ok(Next::Stay)
            }
            Err(failure) => Err(failure),
        }
    }

    /// Asks the server for something.
    pub(super) fn send(&mut self, act: Act) {
        let Some(table) = self.link.tables.get_mut(&self.game) else { return };
        let ask = table.act(act);
        self.carry(ask);
    }

    /// Plays an action, one at a time: what follows was decided on another board.
    pub(super) fn send_ply(&mut self, ply: &str) -> Result<(), Failure> {
        let Some(table) = self.link.tables.get_mut(&self.game) else { return Ok(()) };
        if table.waits() {
            self.screen.say(&said!(
                "your last action is not answered yet",
                "votre dernière action n'a pas encore eu de réponse"
            ));
            return Ok(());
        }
        let ask = Dice::with(|dice| table.play(ply, dice))?;
        self.carry(ask);
        Ok(())
    }

    fn carry(&self, ask: Ask) {
        if self.link.up {
            self.wire.say(ask);
        } else {
            self.screen.say(&said!(
                "It will be sent as soon as the connection is back.",
                "Ce sera envoyé dès que la connexion sera rétablie."
            ));
        }
    }

    fn say(&mut self, text: String) {
        if text.is_empty() || text.chars().count() > LONGEST_LINE {
            self.screen.say(&said!(
                "type `say` and what you want to say, {LONGEST_LINE} characters at most",
                "taper « dire » et ce que vous voulez dire, {LONGEST_LINE} caractères au plus"
            ));
        } else if self.link.up {
            self.wire.say(Ask::Say { game: self.game.clone(), text });
        } else {
            self.unsaid.push(text);
        }
    }

    /// What is proposed by the other, or by anybody.
    pub(super) fn proposed(&self, state: &State, by_anybody: bool) -> Vec<Proposal> {
        let own: Vec<u8> = self
            .table()
            .map(|table| table.yours())
            .unwrap_or_default()
            .into_iter()
            .map(number)
            .collect();
        let theirs = |list: &[u8]| list.iter().any(|seat| by_anybody || !own.contains(seat));
        let mut proposed = Vec::new();
        if theirs(&state.draw) {
            proposed.push(Proposal::Draw);
        }
        if theirs(&state.take_back) {
            proposed.push(Proposal::TakeBack);
        }
        proposed
    }

    fn answer(&mut self, declines: bool) {
        let proposed = self.state().map(|state| self.proposed(state, declines)).unwrap_or_default();
        match proposed.first() {
            Some(&what) if declines => self.send(Act::Decline { what }),
            Some(&what) => self.send(Act::Accept { what }),
            None => self.screen.say(&said!("nothing is proposed", "rien n'est proposé")),
        }
    }

    fn show_again(&mut self) -> Result<(), Failure> {
        if let Some(seen) = self.seen() {
            self.position(&seen)?;
            if seen.outcome.is_none() {
                self.whose_turn(&seen);
            }
        }
        Ok(())
    }

    fn notes(&self) {
        if let Some(seen) = self.seen().filter(|seen| !seen.game.sealed()) {
            self.screen.notes(&*seen.game, seen.by);
        }
    }

    pub(super) fn no_such_number(&self, count: usize) {
        self.screen.say(&said!("the list goes from 1 to {count}", "la liste va de 1 à {count}"));
    }

    fn help(&self) {
        self.screen.say(&said!(
            "In your turn type an action (Tab completes it), Enter for the only one listed; at any time:",
            "À votre tour, taper une action (Tab la complète), Entrée pour la seule de la liste ; à tout moment :"
        ));
        for line in words::help(self.lang(), self.place()) {
            self.screen.line(&line, 14);
        }
        let legal = self.state().and_then(|state| state.legal.clone()).unwrap_or_default();
        if let Some(seen) = self.seen().filter(|seen| !seen.game.sealed() && !legal.is_empty()) {
            self.screen.say(&said!("Now, for example:", "Maintenant, par exemple :"));
            self.screen.examples(&*seen.game, &legal);
        }
    }

    fn rules(&self) {
        let Some(info) = self.table().and_then(|table| table.info()) else { return };
        if let Ok(game) = abaque_catalog::open(&info.spec) {
            let page = rules::page(game.info().name, self.lang(), self.screen.colour);
            self.screen.show(&self.screen.spelled(&page));
        }
    }
}
