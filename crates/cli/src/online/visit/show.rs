//! What is shown of a table.

use abaque_client::Seen;
use abaque_client::local::{Player, Step};
use abaque_client::online::{OnlineTable, number};
use abaque_core::{Lang, Seat, said};
use abaque_protocol::Stage;

use super::{Next, Question, Visit};
use crate::failure::Failure;
use crate::online::clean;
use crate::play::computer::called;
use crate::play::words::{self, Order};

/// What was told already.
#[derive(Default)]
pub(super) struct Told {
    pub(super) stage: Option<Stage>,
    pub(super) draw: Vec<u8>,
    pub(super) take_back: Vec<u8>,
    /// Whether the opponent is there.
    pub(super) here: Option<bool>,
    submitted: Vec<u8>,
    /// Who was to act when the board was last shown, and on what.
    turn: Option<(Vec<u8>, Option<Vec<String>>)>,
    plies: usize,
    /// Whether the connection was lost.
    pub(super) lost: bool,
    /// Whether it was said that another program holds the seed.
    pub(super) lacks: bool,
    /// Whether the end was told.
    pub(super) finished: bool,
    /// Whether it was said that the other wants to play again.
    pub(super) asked_again: bool,
}

impl Visit {
    /// Who sits there, as addressed: by name and colour.
    pub(super) fn who(&self, seat: Seat) -> String {
        let Some(info) = self.table().and_then(OnlineTable::info) else { return String::new() };
        let Ok(game) = abaque_catalog::open(&info.spec) else { return String::new() };
        let lang = self.lang();
        let players = info.seats.each_ref().map(|seat| {
            let kind = seat.bot.as_ref().and_then(|bot| bot.parse().ok());
            let computer = kind.as_ref().map(|kind| called(kind).get(lang).to_owned());
            Player { name: computer.or(seat.name.as_deref().map(clean)), computer: kind }
        });
        self.screen.player(game.info(), &players, seat)
    }

    pub(super) fn is_own(&self, seat: Seat) -> bool {
        self.table().is_some_and(|table| table.yours().contains(&seat))
    }

    pub(super) fn seen(&self) -> Option<Seen> {
        self.table().and_then(OnlineTable::seen)
    }

    /// The game begins, or one comes to it.
    pub(super) fn greet(&self) {
        let Some(table) = self.table() else { return };
        let Some(info) = table.info() else { return };
        let title = match abaque_catalog::open(&info.spec) {
            Ok(game) => game.info().title.get(self.lang()),
            Err(_) => return,
        };
        let [first, second] = Seat::ALL.map(|seat| self.who(seat));
        let mut terms = format!("{}, {}", info.spec, info.clock);
        if info.clock == "-" {
            terms = info.spec.clone();
        }
        let own = table.yours();
        let said = match own[..] {
            [seat] => {
                let (you, other) = (self.who(seat), self.who(seat.other()));
                said!(
                    "{title} ({terms}): you are {you}, against {other}. Type `help` at any time.",
                    "{title} ({terms}) : vous êtes {you}, contre {other}. Taper « aide » à tout moment."
                )
            }
            _ => said!(
                "{title} ({terms}): {first} against {second}.",
                "{title} ({terms}) : {first} contre {second}."
            ),
        };
        self.screen.say(&said);
    }

    /// What was played.
    pub(super) fn tell_steps(&self, steps: &[Step]) {
        let lang = self.lang();
        let colon = if lang == Lang::Fr { " :" } else { ":" };
        for Step { seat, ply, told, .. } in steps {
            let who = seat.map_or(String::new(), |seat| format!("{}{colon} ", self.who(seat)));
            self.screen.line(&format!("  {who}{ply} — {}", told.get(lang)), 4);
        }
    }

    pub(super) fn refuse(&self, why: &str) {
        let mark = if self.screen.plain { "!" } else { "✗" };
        self.screen.line(&format!("  {mark} {why}"), 4);
    }

    /// How the game stands: the board where it may have changed and somebody has to look at it, and whose turn it is.
    pub(super) fn stand(&mut self, board: bool) -> Result<(), Failure> {
        if let Some(seat) = self.table().and_then(OnlineTable::curtain) {
            return self.hand_over(seat);
        }
        let (Some(seen), Some(state)) = (self.seen(), self.state()) else { return Ok(()) };
        let turn = (state.to_act.clone(), state.legal.clone());
        let submitted = state.submitted.clone();
        let plies = seen.plies.len();
        if plies < self.told.plies {
            self.screen.say(&said!("Taken back.", "Repris."));
        }
        self.told.plies = plies;
        for seat in Seat::ALL {
            let new = |list: &[u8]| list.contains(&number(seat));
            if new(&submitted) && !new(&self.told.submitted) {
                let who = self.who(seat);
                self.screen.say(&said!("{who} has set up.", "{who} a fait sa mise en place."));
            }
        }
        self.told.submitted = submitted;
        let same_turn = self.told.turn.as_ref() == Some(&turn);
        let same_player = self.told.turn.as_ref().is_some_and(|(to_act, _)| *to_act == turn.0);
        if same_turn && !board {
            return Ok(());
        }
        self.told.turn = Some(turn);
        // While the other goes on with a turn the words say enough; where a lot is due it comes at once.
        let looks_on = self.table().is_none_or(|table| table.yours().is_empty());
        let other_goes_on = self.due().is_none() && same_player && !looks_on;
        if other_goes_on || seen.due().is_none() {
            return Ok(());
        }
        self.position(&seen)?;
        self.whose_turn(&seen);
        Ok(())
    }

    /// Hides what was shown until the other player sits down: at one terminal each has secrets from the other.
    fn hand_over(&mut self, seat: Seat) -> Result<(), Failure> {
        if matches!(self.question, Some(Question::HandOver(asked)) if asked == seat) {
            return Ok(());
        }
        self.screen.curtain()?;
        let who = self.who(seat);
        self.screen.say(&said!(
            "{who}, are you alone before the screen? Press Enter.",
            "{who}, êtes-vous seul devant l'écran ? Appuyer sur Entrée."
        ));
        self.question = Some(Question::HandOver(seat));
        Ok(())
    }

    /// This player looks at the screen now; `line` may say otherwise.
    pub(super) fn take_screen(&mut self, seat: Seat, line: &str) -> Result<Next, Failure> {
        if let Some(Order::Quit) = words::order(line, self.place()) {
            return Ok(Next::Leave);
        }
        if let Some(table) = self.link.tables.get_mut(&self.game) {
            table.take_screen(seat);
        }
        self.stand(true)?;
        Ok(Next::Stay)
    }

    /// Board and clocks.
    pub(super) fn position(&self, seen: &Seen) -> Result<(), Failure> {
        if seen.game.sealed() && seen.outcome.is_none() {
            return Ok(());
        }
        let last = seen.plies.iter().rev().find(|line| line.seat.is_some() && line.ply != "?");
        let last = last.map(|line| line.ply.clone());
        self.screen.picture(&seen.game.spec(), &seen.view, last, seen.outcome)?;
        let now = self.now();
        self.screen.clocks(|seat| Some((self.who(seat), seen.clock(seat, now)?)));
        Ok(())
    }

    /// Who is to act; what one may do, if it is oneself.
    pub(super) fn whose_turn(&mut self, seen: &Seen) {
        let legal = self.state().and_then(|state| state.legal.clone()).unwrap_or_default();
        let names = words::names(self.lang(), self.place()).map(String::from);
        self.console.offer(legal.iter().cloned().chain(names).collect());
        let Some(seat) = self.due() else {
            if let Some(other) = seen.due() {
                let who = self.who(other);
                self.screen.say(&match seen.game.sealed() {
                    true => said!("{who} is setting up.", "{who} prépare sa mise en place."),
                    false => said!("{who} is to act.", "À {who} de jouer."),
                });
            }
            return;
        };
        if seen.game.sealed() {
            self.ask_set_up(seat);
            return;
        }
        match seen.window {
            Some((until, _)) => {
                let seconds = (until - self.now()).0.div_ceil(1000);
                self.screen.say(&said!(
                    "Your turn to say Stop!, within {seconds} seconds; `nostop` lets this turn pass.",
                    "À vous de dire Stop !, dans les {seconds} secondes ; « sansstop » laisse passer ce tour."
                ));
            }
            None => self.screen.say(&said!("Your turn.", "À vous de jouer.")),
        }
        self.screen.offer(&*seen.game, &legal);
    }
}
