//! Bot actions and hints.

use std::time::Duration;

use abaque_bots::{AnySearchResult, BotKind, SearchRequest};
use abaque_core::{ClockRule, Millis, Observer, Seat, message};
use abaque_search::SearchLimits;
use abaque_table::{Offer, TableAct};

use super::{PromptFlow, TerminalSession};
use crate::command_error::CommandError;
use crate::play::computer::{percent, thread_count};
use crate::progress::Spinner;

/// Delay before the spinner appears.
const SPINNER_DELAY: Duration = Duration::from_millis(500);
/// Thinking time for a hint.
const HINT_TIME: Millis = Millis(1000);

impl TerminalSession {
    /// Whether two people are at the screen, who may have secrets from each other.
    pub(super) fn has_two_people(&self) -> bool {
        !Seat::ALL.into_iter().any(|seat| self.game.is_computer(seat))
    }

    /// Whether both players are bots.
    pub(super) fn has_no_people(&self) -> bool {
        Seat::ALL.into_iter().all(|seat| self.game.is_computer(seat))
    }

    /// Plays and shows a bot's action.
    pub(super) fn computer_acts(&mut self, seat: Seat) -> Result<(), CommandError> {
        let now = self.now();
        let who = self.player_label(seat);
        let thinks = message!("{who} is thinking", "{who} réfléchit");
        let waiting = Spinner::new(SPINNER_DELAY, thinks.get(self.lang()));
        let action = match &mut self.computers[seat.index()] {
            Some(computer) => computer.think(&self.game, seat, now)?,
            None => return Ok(()),
        };
        drop(waiting);
        let sealed = self.table().game().is_sealed();
        if matches!(self.act(TableAct::play(seat, action.clone()))?, PromptFlow::Stay) {
            return Err(CommandError::Environment(message!(
                "{who} tried to play `{action}`, which is not legal",
                "{who} a tenté de jouer «\u{a0}{action}\u{a0}», ce qui n'est pas permis"
            )));
        }
        if sealed {
            self.screen.say(&message!("{who} has set up.", "{who} a fait sa mise en place."));
        }
        if self.has_no_people() && self.game.outcome().is_none() && !self.table().game().is_sealed()
        {
            self.screen.show_board(self.table(), Observer::Spectator)?;
        }
        Ok(())
    }

    /// Shows what the strongest bot would do from this player's own view, and why.
    pub(super) fn show_hint(&mut self, seat: Seat) -> Result<PromptFlow, CommandError> {
        let lang = self.lang();
        let result = self.advice(seat, 2)?;
        let Some(best) = result.lines.first() else { return Ok(PromptFlow::Stay) };
        let action = best.actions.first().unwrap_or(&result.action);
        let told =
            self.table().game().describe(action).map(|message| message.get(lang).to_string());
        let win = percent(best.win, lang);
        self.screen.show_line(&format!("  {action} — {}", told.unwrap_or_default()), 4);
        let why = abaque_bots::explain(&self.game.observation(seat)?, None, &best.actions)?;
        let why: Vec<&str> = why.iter().map(|why| why.text.get(lang)).collect();
        if !why.is_empty() {
            self.screen.show_line(&format!("  {}", why.join(" ")), 4);
        }
        let line = best.actions.join(" ");
        self.screen.show_line(
            message!(
                "  {win} chance of winning; expected line: {line}",
                "  {win} de chances de gagner\u{a0}; suite prévue\u{a0}: {line}"
            )
            .get(lang),
            4,
        );
        let other = result.lines.get(1).and_then(|line| Some((line.actions.first()?, line.win)));
        if let Some((other, second)) = other {
            let second = percent(second, lang);
            let next = if best.win - result.lines[1].win < 0.01 {
                message!("  {other} is about as good.", "  {other} est à peu près aussi bon.")
            } else {
                message!("  Next best: {other}, {second}.", "  Ensuite\u{a0}: {other}, {second}.")
            };
            self.screen.show_line(next.get(lang), 4);
        }
        Ok(PromptFlow::Stay)
    }

    /// The strongest bot's search result for this player's choice.
    pub(super) fn advice(
        &mut self,
        seat: Seat,
        lines: usize,
    ) -> Result<AnySearchResult, CommandError> {
        let observation = self.game.observation(seat)?;
        let mut bot = abaque_bots::open_bot(observation.view.spec(), &BotKind::Best)?;
        let request = SearchRequest {
            limits: SearchLimits::time(self.hint_time(seat)),
            seed: getrandom::u64().unwrap_or(0),
            lines,
            threads: thread_count(),
            ..SearchRequest::default()
        };
        let thinks = message!("thinking", "réflexion");
        let _waiting = Spinner::new(SPINNER_DELAY, thinks.get(self.lang()));
        Ok(bot.think(&observation, &request, &mut |_| ())?)
    }

    /// Hint time is limited to a twentieth of the player's clock.
    fn hint_time(&self, seat: Seat) -> Millis {
        let clocked = !matches!(self.table().settings().clock, ClockRule::None);
        let left = self.table().time_left(seat, self.now()).filter(|_| clocked);
        left.map_or(HINT_TIME, |left| HINT_TIME.min(Millis(left.0 / 20)))
    }

    /// The bot's answer to a draw offer.
    pub(super) fn computer_answers_draw(&mut self, seat: Seat) -> Result<(), CommandError> {
        let view = self.table().game().any_view(Observer::Player(seat));
        let agrees = match &mut self.computers[seat.index()] {
            Some(computer) => computer.accepts_draw(&view, seat)?,
            None => false,
        };
        let who = self.player_label(seat);
        if agrees {
            self.screen.say(&message!("{who} accepts.", "{who} accepte."));
            self.act(TableAct::Accept { seat, offer: Offer::Draw })?;
        } else {
            self.screen.say(&message!("{who} declines.", "{who} refuse."));
            self.act(TableAct::Decline { seat, offer: Offer::Draw })?;
        }
        Ok(())
    }
}
