//! What the computer does at the table, and what it says when it is asked for a hint.

use std::time::Duration;

use abaque_catalog::AnyThought;
use abaque_catalog::bots::{Brief, Kind};
use abaque_core::{ClockRule, Millis, Observer, Seat, said};
use abaque_search::Limits;
use abaque_table::{Act, Offer};

use super::{Next, Session};
use crate::failure::Failure;
use crate::play::computer::{percent, threads};
use crate::waiting::Waiting;

/// How long the computer may think before it shows that it does.
const PATIENCE: Duration = Duration::from_millis(500);
/// How long to think about a hint.
const HINT: Millis = Millis(1000);

impl Session {
    /// Whether two people sit at the screen, who may have secrets from each other.
    pub(super) fn two_people(&self) -> bool {
        !Seat::ALL.into_iter().any(|seat| self.sitting.is_computer(seat))
    }

    /// Whether nobody does.
    pub(super) fn nobody(&self) -> bool {
        Seat::ALL.into_iter().all(|seat| self.sitting.is_computer(seat))
    }

    /// The computer's action, shown like anybody's.
    pub(super) fn computer_acts(&mut self, seat: Seat) -> Result<(), Failure> {
        let now = self.now();
        let who = self.who(seat);
        let thinks = said!("{who} thinks", "{who} réfléchit");
        let waiting = Waiting::new(PATIENCE, thinks.get(self.lang()));
        let action = match &mut self.computers[seat.index()] {
            Some(computer) => computer.think(&self.sitting, seat, now)?,
            None => return Ok(()),
        };
        drop(waiting);
        let sealed = self.table().game().sealed();
        if matches!(self.act(Act::play(seat, action.clone()))?, Next::Stay) {
            return Err(Failure::World(said!(
                "{who} wanted to play `{action}`, which is not allowed",
                "{who} a voulu jouer « {action} », ce qui n'est pas permis"
            )));
        }
        if sealed {
            self.screen.say(&said!("{who} has set up.", "{who} a fait sa mise en place."));
        }
        if self.nobody() && self.sitting.outcome().is_none() && !self.table().game().sealed() {
            self.screen.board(self.table(), Observer::Spectator)?;
        }
        Ok(())
    }

    /// What the strongest player would do here, from this player's own view, and why.
    pub(super) fn hint(&mut self, seat: Seat) -> Result<Next, Failure> {
        let lang = self.lang();
        let thought = self.advice(seat, 2)?;
        let Some(best) = thought.lines.first() else { return Ok(Next::Stay) };
        let action = best.actions.first().unwrap_or(&thought.action);
        let told = self.table().game().tell(action).map(|said| said.get(lang).to_string());
        let win = percent(best.win, lang);
        self.screen.line(&format!("  {action} — {}", told.unwrap_or_default()), 4);
        let line = best.actions.join(" ");
        self.screen.line(
            said!(
                "  You would win {win} of such games; I foresee: {line}",
                "  On gagne {win} de telles parties ; je prévois : {line}"
            )
            .get(lang),
            4,
        );
        let other = thought.lines.get(1).and_then(|line| Some((line.actions.first()?, line.win)));
        if let Some((other, second)) = other {
            let second = percent(second, lang);
            let next = if best.win - thought.lines[1].win < 0.01 {
                said!("  {other} is about as good.", "  {other} se vaut à peu près.")
            } else {
                said!("  The next best, {other}: {second}.", "  Ensuite vient {other} : {second}.")
            };
            self.screen.line(next.get(lang), 4);
        }
        Ok(Next::Stay)
    }

    /// The strongest player's thought about this player's choice.
    pub(super) fn advice(&mut self, seat: Seat, lines: usize) -> Result<AnyThought, Failure> {
        let sight = self.sitting.sight(seat)?;
        let mut bot = abaque_catalog::bot(sight.view.spec(), &Kind::Best)?;
        let brief = Brief {
            limits: Limits::time(self.hint_time(seat)),
            seed: getrandom::u64().unwrap_or(0),
            lines,
            threads: threads(),
            ..Brief::default()
        };
        let thinks = said!("let me think", "voyons");
        let _waiting = Waiting::new(PATIENCE, thinks.get(self.lang()));
        Ok(bot.think(&sight, &brief, &mut |_| ())?)
    }

    /// A hint must not cost the game: at most a twentieth of what the clock shows.
    fn hint_time(&self, seat: Seat) -> Millis {
        let clocked = !matches!(self.table().setting().clock, ClockRule::None);
        let left = self.table().clock(seat, self.now()).filter(|_| clocked);
        left.map_or(HINT, |left| HINT.min(Millis(left.0 / 20)))
    }

    /// The computer's answer to a draw that was offered to it.
    pub(super) fn computer_answers_draw(&mut self, seat: Seat) -> Result<(), Failure> {
        let view = self.table().game().sight(Observer::Player(seat));
        let agrees = match &mut self.computers[seat.index()] {
            Some(computer) => computer.takes_draw(&view, seat)?,
            None => false,
        };
        let who = self.who(seat);
        if agrees {
            self.screen.say(&said!("{who} agrees.", "{who} accepte."));
            self.act(Act::Accept(seat, Offer::Draw))?;
        } else {
            self.screen.say(&said!("{who} would rather play on.", "{who} préfère continuer."));
            self.act(Act::Decline(seat, Offer::Draw))?;
        }
        Ok(())
    }
}
