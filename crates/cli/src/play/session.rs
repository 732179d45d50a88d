//! One game between two people at one terminal.

use std::time::Instant;

use abaque_core::{Lang, Observer, Outcome, Said, Seat, Source, Words, said};
use abaque_table::{Act, At, Event, LotSource, Offer, Refused, Setting, Table, VerifiableLots};

use super::input::Input;
use super::proof::Proof;
use super::saved;
use super::screen::Screen;
use super::words::{self, Order};
use crate::failure::Failure;

/// Everything on the table.
pub(crate) struct Session {
    pub(crate) table: Table,
    pub(crate) screen: Screen,
    pub(crate) input: Input,
    pub(crate) proof: Proof,
    pub(crate) save: Option<String>,
    pub(crate) date: String,
    pub(crate) started: Instant,
    /// Whose eyes the screen was last meant for.
    pub(crate) seen_by: Option<Seat>,
    pub(crate) dirty: bool,
}

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
    /// Plays until the game is over or the players leave; gives the spec of a rematch they want.
    pub(crate) fn run(&mut self) -> Result<Option<String>, Failure> {
        loop {
            self.draw_lots()?;
            if let Some(outcome) = self.table.outcome() {
                return self.finish(outcome);
            }
            let Some(seat) = Seat::ALL.into_iter().find(|&seat| self.table.may_act(seat)) else {
                return Ok(None);
            };
            self.hand_over(seat)?;
            if self.table.game().sealed() {
                if !self.set_up(seat)? {
                    return self.leave();
                }
                continue;
            }
            self.screen.board(&self.table, Observer::Player(seat))?;
            self.screen.clocks(&self.table, self.now());
            let offered = self.table.game().offered();
            if offered.len() <= 8 {
                self.screen.list(&self.table, &offered);
            }
            loop {
                let Some(line) = self.ask(seat, &offered)? else { return self.leave() };
                match self.obey(seat, &line, &offered)? {
                    Next::Stay if self.table.outcome().is_some() => break,
                    Next::Stay => {}
                    Next::Show => break,
                    Next::Leave => return self.leave(),
                }
            }
        }
    }

    pub(crate) fn now(&self) -> At {
        At(u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    fn lang(&self) -> Lang {
        self.screen.lang
    }

    fn ask(&mut self, seat: Seat, offered: &[String]) -> Result<Option<String>, Failure> {
        let who = self.screen.player(self.table.info(), seat);
        let words = offered.iter().cloned().chain(words::names(self.lang()).map(String::from));
        Ok(self.input.line(&format!("{who} > "), words.collect())?)
    }

    fn obey(&mut self, seat: Seat, line: &str, offered: &[String]) -> Result<Next, Failure> {
        match words::order(line) {
            None if offered.len() == 1 => self.act(Act::play(seat, offered[0].clone())),
            None => {
                self.screen.say(&said!(
                    "type an action, `list` or `help`",
                    "taper une action, « liste » ou « aide »"
                ));
                Ok(Next::Stay)
            }
            Some(Order::Help) => {
                self.help();
                Ok(Next::Stay)
            }
            Some(Order::List) => {
                self.screen.list(&self.table, offered);
                Ok(Next::Stay)
            }
            Some(Order::Board) => Ok(Next::Show),
            Some(Order::Flip) => {
                self.screen.flip = !self.screen.flip;
                Ok(Next::Show)
            }
            Some(Order::Notes) => {
                self.screen.notes(&self.table, seat);
                Ok(Next::Stay)
            }
            Some(Order::Undo) => self.undo(seat),
            Some(Order::Draw) => self.offer_draw(seat),
            Some(Order::Resign) => self.act(Act::Resign(seat)),
            Some(Order::LetPass) => self.let_pass(seat),
            Some(Order::Random) => match self.table.game().random_action(&mut Dice) {
                Some(action) => self.act(Act::play(seat, action)),
                None => Ok(Next::Stay),
            },
            Some(Order::Save(path)) => self.save_to(path),
            Some(Order::Rules) => {
                let name = self.table.info().name;
                println!("abaque rules {name} --lang {}", self.lang());
                Ok(Next::Stay)
            }
            Some(Order::Quit) => Ok(Next::Leave),
            Some(Order::Pick(number)) => match number.checked_sub(1).and_then(|i| offered.get(i)) {
                Some(action) => self.act(Act::play(seat, action.clone())),
                None => {
                    let count = offered.len();
                    self.screen.say(&said!(
                        "the list goes from 1 to {count}",
                        "la liste va de 1 à {count}"
                    ));
                    Ok(Next::Stay)
                }
            },
            Some(Order::Action(text)) => self.act(Act::play(seat, text)),
        }
    }

    /// Hands an act to the table and says what came of it.
    fn act(&mut self, act: Act) -> Result<Next, Failure> {
        let now = self.now();
        let before = self.table.game().boxed();
        match self.table.step(act, now) {
            Ok(events) => {
                for event in &events {
                    self.tell(&*before, event);
                }
                self.dirty = true;
                self.autosave()?;
                Ok(Next::Show)
            }
            Err(refused) => {
                self.refuse(&refused);
                Ok(Next::Stay)
            }
        }
    }

    fn refuse(&self, refused: &Refused) {
        let mark = if self.screen.plain { "!" } else { "✗" };
        println!("  {mark} {}", refused.tell(self.lang()));
    }

    fn tell(&self, before: &dyn abaque_catalog::AnyGame, event: &Event) {
        match event {
            Event::Played { seat, index } => {
                let Some(entry) = self.table.plies().get(*index) else { return };
                let told = before.tell(&entry.ply).map(|said| said.get(self.lang()).to_string());
                let who = seat.map(|seat| self.screen.player(self.table.info(), seat));
                let dash = if self.screen.plain { "-" } else { "—" };
                let colon = if self.lang() == Lang::Fr { " :" } else { ":" };
                let who = who.map_or(String::new(), |who| format!("{who}{colon} "));
                let told = told.map_or(String::new(), |told| format!(" {dash} {told}"));
                let ply = self.table.shown(*index, Observer::Spectator).unwrap_or_default();
                println!("  {who}{ply}{told}");
            }
            Event::LetsPass(seat) => {
                let who = self.screen.player(self.table.info(), *seat);
                self.screen
                    .say(&said!("  {who} lets this turn pass", "  {who} laisse passer ce tour"));
            }
            Event::TookBack { plies } => self
                .screen
                .say(&said!("  taken back to action {plies}", "  repris jusqu'à l'action {plies}")),
            Event::Submitted(_)
            | Event::LotDue
            | Event::WindowOpened { .. }
            | Event::Offered(..)
            | Event::Dropped(..)
            | Event::Ended(_) => {}
        }
    }

    /// Two people at one table agree aloud, so asking is enough.
    fn undo(&mut self, seat: Seat) -> Result<Next, Failure> {
        let acted = self.table.plies().iter().rev().find_map(|entry| entry.seat);
        let by = acted.unwrap_or(seat);
        match self.table.step(Act::Offer(by, Offer::TakeBack), self.now()) {
            Ok(_) => self.act(Act::Accept(by.other(), Offer::TakeBack)),
            Err(refused) => {
                self.refuse(&refused);
                Ok(Next::Stay)
            }
        }
    }

    fn offer_draw(&mut self, seat: Seat) -> Result<Next, Failure> {
        if let Err(refused) = self.table.step(Act::Offer(seat, Offer::Draw), self.now()) {
            self.refuse(&refused);
            return Ok(Next::Stay);
        }
        let other = self.screen.player(self.table.info(), seat.other());
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
        let by = if self.table.game().lapse().is_some() { seat } else { seat.other() };
        self.act(Act::LetPass(by))
    }

    fn confirm(&mut self, question: &Said) -> Result<bool, Failure> {
        let prompt = match self.lang() {
            Lang::En => format!("{} [y/N] ", question.en),
            Lang::Fr => format!("{} [o/N] ", question.fr),
        };
        let answer = self.input.line(&prompt, Vec::new())?.unwrap_or_default().to_lowercase();
        Ok(["y", "yes", "o", "oui"].contains(&answer.trim()))
    }

    fn draw_lots(&mut self) -> Result<(), Failure> {
        let mut lots = VerifiableLots(self.proof.lots(&self.table.game().spec()));
        while let Some(mut due) = self.table.lot_due() {
            let drawn = lots.draw(&due);
            let outcome = due.outcomes.swap_remove(drawn).0;
            self.act(Act::Lot { outcome })?;
        }
        Ok(())
    }

    /// A curtain wherever the two players see different things.
    fn hand_over(&mut self, seat: Seat) -> Result<(), Failure> {
        let game = self.table.game();
        let secrets = game.sealed()
            || game.view(Observer::Player(Seat::First))
                != game.view(Observer::Player(Seat::Second));
        if secrets && self.seen_by != Some(seat) {
            let who = self.screen.player(self.table.info(), seat);
            if self.seen_by.is_some() {
                let wait = said!(
                    "Press Enter, then hand the keyboard to {who}. ",
                    "Appuyer sur Entrée, puis passer le clavier à {who}. "
                );
                self.input.line(wait.get(self.lang()), Vec::new())?;
            }
            self.screen.curtain()?;
            let ready = said!(
                "{who}, are you alone before the screen? Press Enter. ",
                "{who}, êtes-vous seul devant l'écran ? Appuyer sur Entrée. "
            );
            self.input.line(ready.get(self.lang()), Vec::new())?;
            self.seen_by = Some(seat);
        }
        Ok(())
    }

    /// A secret set-up: chosen, looked at, confirmed. `false` when the players leave.
    fn set_up(&mut self, seat: Seat) -> Result<bool, Failure> {
        let presets = self.table.presets(seat);
        let lang = self.lang();
        let names: Vec<String> = presets
            .iter()
            .enumerate()
            .map(|(i, (name, _))| format!("{:>4}  {}", i + 1, name.get(lang)))
            .collect();
        self.screen.say(&said!(
            "Set up in secret: a number, `random`, or a text `setup:...` (see `abaque rules`):",
            "Mise en place secrète : un numéro, « hasard » ou un texte « setup:… » (voir « abaque rules ») :"
        ));
        println!("{}", names.join("\n"));
        loop {
            let Some(line) = self.ask(seat, &[])? else { return Ok(false) };
            let chosen = match words::order(&line) {
                Some(Order::Pick(n)) if n > 0 && n <= presets.len() => presets[n - 1].1.clone(),
                Some(Order::Random) | None => {
                    self.table.random_submission(seat, &mut Dice).unwrap_or_default()
                }
                Some(Order::Quit) => return Ok(false),
                Some(Order::Help) => {
                    self.help();
                    continue;
                }
                Some(Order::Action(text)) => text,
                Some(_) => {
                    self.screen.say(&said!(
                        "first the set-up; then the rest",
                        "d'abord la mise en place ; le reste ensuite"
                    ));
                    continue;
                }
            };
            match self.table.preview(seat, &chosen) {
                Err(refused) => self.refuse(&refused),
                Ok(view) => {
                    self.screen.picture(&self.table, &view, None)?;
                    println!("{chosen}");
                    if !self.input.is_terminal()
                        || self.confirm(&said!("Play with this?", "Jouer ainsi ?"))?
                    {
                        self.proof.seal(self.table.info().letters[seat.index()], seat, &chosen)?;
                        self.act(Act::play(seat, chosen))?;
                        return Ok(true);
                    }
                }
            }
        }
    }

    fn help(&self) {
        self.screen.say(&said!(
            "Type an action (Tab completes it), Enter for the only one listed, or:",
            "Taper une action (Tab la complète), Entrée pour la seule de la liste, ou :"
        ));
        println!("{}", words::help(self.lang()).join("\n"));
    }

    fn autosave(&mut self) -> Result<(), Failure> {
        if let Some(path) = &self.save {
            saved::write(path, self)?;
            self.dirty = false;
        }
        Ok(())
    }

    fn save_to(&mut self, path: Option<String>) -> Result<Next, Failure> {
        let Some(path) = path.or_else(|| self.save.clone()) else {
            self.screen.say(&said!("save FILE", "sauver FICHIER"));
            return Ok(Next::Stay);
        };
        match saved::write(&path, self) {
            Ok(()) => {
                self.dirty = false;
                self.screen.say(&said!("saved in {path}", "sauvé dans {path}"));
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
    fn leave(&mut self) -> Result<Option<String>, Failure> {
        if self.dirty && self.input.is_terminal() {
            let question = said!(
                "File to save the game in (Enter for none): ",
                "Fichier où sauver la partie (Entrée pour aucun) : "
            );
            let path = self.input.line(question.get(self.lang()), Vec::new())?.unwrap_or_default();
            if !path.trim().is_empty() {
                self.save_to(Some(path.trim().into()))?;
            }
        }
        if let Some(path) = &self.save {
            let said = said!(
                "Go on with: abaque play --resume {path}",
                "Reprendre avec : abaque play --resume {path}"
            );
            self.screen.say(&said);
        }
        Ok(None)
    }

    fn finish(&mut self, outcome: Outcome) -> Result<Option<String>, Failure> {
        self.screen.board(&self.table, Observer::Spectator)?;
        let reason = outcome.reason().said();
        let said = match outcome.winner() {
            Some(seat) => {
                let who = self.screen.player(self.table.info(), seat);
                let (en, fr) = (reason.en, reason.fr);
                said!("{who} wins {en}.", "{who} gagne {fr}.")
            }
            None => {
                let (en, fr) = (reason.en, reason.fr);
                said!("A draw {en}.", "Partie nulle {fr}.")
            }
        };
        self.screen.say(&said);
        self.autosave()?;
        match &self.save {
            Some(path) => {
                self.screen.say(&said!("The record is in {path}.", "La partie est dans {path}."));
            }
            None => drop(self.leave()?),
        }
        self.rematch()
    }

    /// Another game? The same, or one of the special kind the game allows (BLO-22).
    fn rematch(&mut self) -> Result<Option<String>, Failure> {
        let game = self.table.game();
        let same = Words::new("the same game", "la même partie");
        let mut kinds = vec![(same, game.spec())];
        kinds.extend(game.rematches());
        self.screen.say(&said!("Play again?", "Rejouer ?"));
        for (i, (name, _)) in kinds.iter().enumerate() {
            println!("{:>4}  {}", i + 1, name.get(self.lang()));
        }
        let prompt = said!("A number (Enter: no): ", "Un numéro (Entrée : non) : ");
        let answer = self.input.line(prompt.get(self.lang()), Vec::new())?.unwrap_or_default();
        let chosen = answer.trim().parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        Ok(chosen.and_then(|i| kinds.get(i)).map(|(_, spec)| spec.clone()))
    }

    /// The table laid again for a rematch, the record in a file of its own.
    pub(crate) fn again(&mut self, spec: &str) -> Result<(), Failure> {
        let setting = self.table.setting();
        let start = abaque_catalog::open(spec)?;
        let setting = Setting { start, ..setting.clone() };
        self.started = Instant::now();
        self.table = Table::new(setting, At(0));
        self.proof = Proof::fresh()?;
        self.save = self.save.as_deref().map(saved::next_name);
        (self.seen_by, self.dirty) = (None, false);
        Ok(())
    }
}

/// The operating system's random bits, for set-ups and actions at random.
pub(crate) struct Dice;

impl Source for Dice {
    fn next_u64(&mut self) -> u64 {
        getrandom::u64().unwrap_or(0)
    }
}
