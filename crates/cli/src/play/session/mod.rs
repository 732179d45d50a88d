//! One game at one terminal, between two people or with the computer.

mod computer;
mod ending;
mod review;
mod secrets;

use std::time::Instant;

use abaque_client::Sitting;
use abaque_client::local::Step;
use abaque_core::{Lang, Observer, Said, Seat, said};
use abaque_table::{Act, At, Offer, Refused, Table};

use super::dice::Dice;
use super::input::Input;
use super::players::Computers;
use super::screen::Screen;
use super::words::{self, Order, Place};
use crate::commands::rules;
use crate::failure::Failure;
use crate::output::show;

/// A game, and the terminal it is played at.
pub(crate) struct Session {
    pub(crate) sitting: Sitting,
    pub(crate) screen: Screen,
    input: Input,
    /// The computers at the table.
    computers: Computers,
    save: Option<String>,
    started: Instant,
    /// Whose eyes the screen was last meant for.
    seen_by: Option<Seat>,
    dirty: bool,
    /// What was told since the last curtain, for whoever sits down behind it.
    told: Vec<String>,
}

/// Answers in either language.
pub(crate) const YES: [&str; 4] = ["y", "yes", "o", "oui"];
const NO: [&str; 3] = ["n", "no", "non"];

/// What comes after an order.
enum Next {
    /// The same player again, board unchanged.
    Stay,
    /// Something changed: show the board.
    Show,
    /// The players leave.
    Leave,
}

impl Session {
    /// A game that begins or goes on now; its file, if there is one.
    pub(crate) fn new(
        sitting: Sitting,
        computers: Computers,
        screen: Screen,
        input: Input,
        save: Option<String>,
    ) -> Session {
        Session {
            sitting,
            screen,
            input,
            computers,
            save,
            started: Instant::now(),
            seen_by: None,
            dirty: false,
            told: Vec::new(),
        }
    }

    /// Plays until the game is over or the players leave; gives the spec of a rematch they want.
    pub(crate) fn run(&mut self) -> Result<Option<String>, Failure> {
        loop {
            self.draw_lots()?;
            if let Some(outcome) = self.sitting.outcome() {
                return self.finish(outcome);
            }
            let Some(seat) = self.sitting.acting() else { return Ok(None) };
            if self.sitting.is_computer(seat) {
                self.computer_acts(seat)?;
                continue;
            }
            if !self.hand_over(seat)? {
                return self.leave();
            }
            if self.table().game().sealed() {
                if !self.set_up(seat)? {
                    return self.leave();
                }
                continue;
            }
            self.screen.board(self.table(), Observer::Player(seat))?;
            let now = self.now();
            self.screen.clocks(|seat| Some((self.who(seat), self.table().clock(seat, now)?)));
            let offered = self.table().game().offered();
            self.screen.offer(self.table().game(), &offered);
            loop {
                let Some(line) = self.ask(seat, &offered)? else { return self.leave() };
                match self.obey(seat, &line, &offered)? {
                    Next::Stay if self.sitting.outcome().is_some() => break,
                    Next::Stay => {}
                    Next::Show => break,
                    Next::Leave => return self.leave(),
                }
            }
        }
    }

    fn table(&self) -> &Table {
        self.sitting.table()
    }

    fn place(&self) -> Place {
        Place { windows: self.table().game().windows(), online: false }
    }

    /// A player as addressed: by name and colour.
    pub(crate) fn who(&self, seat: Seat) -> String {
        self.screen.player(self.sitting.info(), &self.sitting.players, seat)
    }

    fn now(&self) -> At {
        At(u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    fn lang(&self) -> Lang {
        self.screen.lang
    }

    fn ask(&mut self, seat: Seat, offered: &[String]) -> Result<Option<String>, Failure> {
        let who = self.who(seat);
        let names = words::names(self.lang(), self.place());
        let words = offered.iter().cloned().chain(names.map(String::from)).collect();
        Ok(self.input.line(&self.screen.spelled(&format!("{who} > ")), words)?)
    }

    /// Asks something beside actions; `None` when nobody answers.
    fn question(&mut self, said: &Said) -> Result<Option<String>, Failure> {
        Ok(self.input.line(&self.screen.spelled(said.get(self.lang())), Vec::new())?)
    }

    fn obey(&mut self, seat: Seat, line: &str, offered: &[String]) -> Result<Next, Failure> {
        match words::order(line, self.place()) {
            // With manual claims more may be legal than is listed: Enter must neither give it away nor
            // tell whether there is anything.
            None if offered.len() == 1 && !self.table().game().conceals() => {
                self.act(Act::play(seat, offered[0].clone()))
            }
            None => {
                self.screen.say(&said!(
                    "type an action, `list` or `help`",
                    "taper une action, « liste » ou « aide »"
                ));
                Ok(Next::Stay)
            }
            Some(Order::Help) => {
                self.help();
                self.screen.say(&said!("Now, for example:", "Maintenant, par exemple :"));
                self.screen.examples(self.table().game(), offered);
                Ok(Next::Stay)
            }
            Some(Order::List) => {
                self.screen.list(self.table().game(), offered);
                Ok(Next::Stay)
            }
            Some(Order::Board) => Ok(Next::Show),
            Some(Order::Flip) => {
                self.screen.flip = !self.screen.flip;
                Ok(Next::Show)
            }
            Some(Order::Notes) => {
                self.screen.notes(self.table().game(), Observer::Player(seat));
                Ok(Next::Stay)
            }
            Some(Order::Hint) => self.hint(seat),
            Some(Order::Undo) => Ok(self.undo()),
            Some(Order::Draw) => self.offer_draw(seat),
            Some(Order::Resign) => {
                let who = self.who(seat);
                let sure = said!("{who}: give the game up?", "{who} : abandonner la partie ?");
                if self.input.is_terminal() && !self.confirm(&sure)? {
                    return Ok(Next::Stay);
                }
                self.act(Act::Resign(seat))
            }
            Some(Order::LetPass) => self.let_pass(seat),
            Some(Order::Random) => {
                match Dice::with(|dice| self.table().game().random_action(dice))? {
                    Some(action) => self.act(Act::play(seat, action)),
                    None => Ok(Next::Stay),
                }
            }
            Some(Order::Save(path)) => self.save_to(path),
            Some(Order::Rules) => {
                self.rules()?;
                Ok(Next::Stay)
            }
            Some(Order::Quit) => Ok(Next::Leave),
            // Known at tables on a server only.
            Some(
                Order::Say(_)
                | Order::Accept
                | Order::Decline
                | Order::Abort
                | Order::Claim
                | Order::Rematch,
            ) => Ok(Next::Stay),
            Some(Order::Pick(number)) => match number.checked_sub(1).and_then(|i| offered.get(i)) {
                Some(action) => self.act(Act::play(seat, action.clone())),
                None => {
                    self.no_such_number(offered.len());
                    Ok(Next::Stay)
                }
            },
            Some(Order::Action(text)) => self.act(Act::play(seat, text)),
        }
    }

    fn no_such_number(&self, count: usize) {
        self.screen.say(&said!("the list goes from 1 to {count}", "la liste va de 1 à {count}"));
    }

    /// Hands an act to the table and says what came of it.
    fn act(&mut self, act: Act) -> Result<Next, Failure> {
        let now = self.now();
        let lets_pass = if let Act::LetPass(seat) = act { Some(seat) } else { None };
        match Dice::with(|dice| self.sitting.act(act, Observer::Spectator, now, dice))? {
            Ok(steps) => {
                // Whose time had run out before has let nothing pass.
                let taken = self.sitting.outcome().is_none() || !steps.is_empty();
                if let Some(seat) = lets_pass.filter(|_| taken) {
                    let who = self.who(seat);
                    let passes = said!(
                        "{who} will not say Stop this turn",
                        "{who} ne dira pas Stop pendant ce tour"
                    );
                    self.tell(passes.get(self.lang()));
                }
                self.happened(&steps);
                Ok(Next::Show)
            }
            Err(refused) => {
                self.refuse(&refused);
                Ok(Next::Stay)
            }
        }
    }

    /// Tells what was played and keeps it.
    fn happened(&mut self, steps: &[Step]) {
        let lang = self.lang();
        let colon = if lang == Lang::Fr { " :" } else { ":" };
        for Step { seat, ply, told, .. } in steps {
            let who = seat.map_or(String::new(), |seat| format!("{}{colon} ", self.who(seat)));
            let told = told.get(lang);
            // Of what is secret the words say only that it was done.
            let line = if ply == "?" { told.into() } else { format!("{ply} — {told}") };
            self.tell(&format!("{who}{line}"));
        }
        self.dirty = true;
        self.autosave();
    }

    /// Says what happened, now and again behind a curtain.
    fn tell(&mut self, text: &str) {
        let line = format!("  {text}");
        self.screen.line(&line, 4);
        self.told.push(line);
    }

    fn refuse(&self, refused: &Refused) {
        let mark = if self.screen.plain { "!" } else { "✗" };
        let lang = self.lang();
        // At the prompt everything is an action: the grammar's name of the field says nothing.
        let why = match refused {
            Refused::Game(abaque_catalog::Refused::Unreadable(error)) => {
                error.said.get(lang).to_string()
            }
            refused => refused.tell(lang),
        };
        self.screen.line(&format!("  {mark} {why}"), 4);
    }

    /// Two people at one table agree aloud, so asking is enough. The computer always agrees, and what it
    /// answered goes back too.
    fn undo(&mut self) -> Next {
        if let Err(refused) = self.sitting.take_back(self.now()) {
            self.refuse(&refused);
            return Next::Stay;
        }
        let plies = self.table().plies().len();
        let said = match plies {
            0 => said!("taken back to the start", "repris jusqu'au début"),
            _ => said!(
                "taken back: as it stood after action {plies}",
                "repris : comme après l'action {plies}"
            ),
        };
        self.tell(said.get(self.lang()));
        self.happened(&[]);
        Next::Show
    }

    fn offer_draw(&mut self, seat: Seat) -> Result<Next, Failure> {
        if let Err(refused) =
            self.sitting.step(Act::Offer(seat, Offer::Draw), Observer::Spectator, self.now())
        {
            self.refuse(&refused);
            return Ok(Next::Stay);
        }
        if self.sitting.is_computer(seat.other()) {
            self.computer_answers_draw(seat.other())?;
            return Ok(Next::Stay);
        }
        let other = self.who(seat.other());
        let question = said!("{other}: agree to a draw?", "{other} : acceptez-vous la nulle ?");
        let act = if self.confirm(&question)? {
            Act::Accept(seat.other(), Offer::Draw)
        } else {
            Act::Decline(seat.other(), Offer::Draw)
        };
        self.act(act)?;
        Ok(Next::Stay)
    }

    /// Said by whoever sits there: for the player to act in an open window, else for the opponent.
    fn let_pass(&mut self, seat: Seat) -> Result<Next, Failure> {
        let by = if self.table().game().lapse().is_some() { seat } else { seat.other() };
        if self.sitting.is_computer(by) {
            self.screen.say(&said!(
                "the computer decides for itself whether it says Stop",
                "l'ordinateur décide lui-même s'il dit Stop"
            ));
            return Ok(Next::Stay);
        }
        self.act(Act::LetPass(by))
    }

    fn confirm(&mut self, question: &Said) -> Result<bool, Failure> {
        let (en, fr) = (&question.en, &question.fr);
        let answer = self.question(&said!("{en} [y/N] ", "{fr} [o/N] "))?;
        let answer = answer.unwrap_or_default().to_lowercase();
        Ok(YES.contains(&answer.trim()))
    }

    fn draw_lots(&mut self) -> Result<(), Failure> {
        let steps = self.sitting.draw(Observer::Spectator, self.now())?;
        if !steps.is_empty() {
            self.happened(&steps);
        }
        Ok(())
    }

    fn help(&self) {
        self.screen.say(&said!(
            "Type an action (Tab completes it), Enter for the only one listed, or:",
            "Taper une action (Tab la complète), Entrée pour la seule de la liste, ou :"
        ));
        for line in words::help(self.lang(), self.place()) {
            self.screen.line(&line, 14);
        }
    }

    /// The rules, a screen at a time.
    fn rules(&mut self) -> Result<(), Failure> {
        let page = rules::page(self.table().info().name, self.lang(), self.screen.colour);
        let lines: Vec<&str> = page.lines().collect();
        let more = said!("-- Enter: more, q: back -- ", "-- Entrée : la suite, q : retour -- ");
        for screen in lines.chunks(22) {
            show(&screen.join("\n"));
            if self.input.is_terminal() && self.question(&more)?.is_none_or(|line| line == "q") {
                break;
            }
        }
        Ok(())
    }
}
