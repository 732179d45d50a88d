//! Shows the state of an online table.

use std::collections::BTreeSet;

use abaque_client::PlayerView;
use abaque_client::local::{PlyStep, SeatedPlayer};
use abaque_core::{Lang, Seat, message};
use abaque_online_client::OnlineTable;
use abaque_protocol::GameStage;

use super::{OnlineTerminalSession, PendingQuestion, SessionFlow};
use crate::command_error::CommandError;
use crate::online::sanitise;
use crate::play::computer::kind_name;
use crate::play::prompt_commands::{self, PromptCommand};

/// What was shown already.
#[derive(Default)]
pub(super) struct ShownState {
    pub(super) stage: Option<GameStage>,
    pub(super) draw: Vec<Seat>,
    pub(super) take_back: Vec<Seat>,
    /// Whether the opponent is connected.
    pub(super) opponent_present: Option<bool>,
    submitted: Vec<Seat>,
    /// Seats to act and their actions when the board was last shown.
    turn: Option<(Vec<Seat>, Option<Vec<String>>)>,
    plies: usize,
    /// Other games that were announced.
    pub(super) announced_games: BTreeSet<String>,
    /// Whether the lost connection was reported.
    pub(super) connection_lost: bool,
    /// Whether it was reported that another program holds the seed.
    pub(super) seed_elsewhere: bool,
    /// Whether the result was shown.
    pub(super) finished: bool,
    /// Whether the opponent's rematch offer was shown.
    pub(super) rematch_offered: bool,
}

impl OnlineTerminalSession {
    /// A player by name and colour.
    pub(super) fn player_label(&self, seat: Seat) -> String {
        let Some(info) = self.table().and_then(OnlineTable::info) else { return String::new() };
        let Ok(game) = abaque_catalog::open(&info.spec) else { return String::new() };
        let lang = self.lang();
        let players = info.seats.each_ref().map(|seat| {
            let kind = seat.bot.as_ref().and_then(|bot| bot.parse().ok());
            let computer = kind.as_ref().map(|kind| kind_name(kind).get(lang).to_owned());
            SeatedPlayer { name: computer.or(seat.name.as_deref().map(sanitise)), computer: kind }
        });
        self.screen.player_label(game.description(), &players, seat)
    }

    pub(super) fn is_own(&self, seat: Seat) -> bool {
        self.table().is_some_and(|table| table.own_seats().contains(&seat))
    }

    pub(super) fn player_view(&self) -> Option<PlayerView> {
        self.table().and_then(OnlineTable::player_view)
    }

    /// Introduces the game when it starts or the user joins.
    pub(super) fn show_greeting(&self) {
        let Some(table) = self.table() else { return };
        let Some(info) = table.info() else { return };
        let title = match abaque_catalog::open(&info.spec) {
            Ok(game) => game.description().title.get(self.lang()),
            Err(_) => return,
        };
        let [first, second] = Seat::ALL.map(|seat| self.player_label(seat));
        let mut terms = format!("{}, {}", info.spec, info.clock);
        if info.clock == "-" {
            terms = info.spec.clone();
        }
        let own = table.own_seats();
        let message = match own[..] {
            [seat] => {
                let (you, other) = (self.player_label(seat), self.player_label(seat.other()));
                message!(
                    "{title} ({terms}): you are {you}, against {other}. Type `help` at any time.",
                    "{title} ({terms})\u{a0}: vous êtes {you}, contre {other}. Tapez «\u{a0}aide\u{a0}» à tout moment."
                )
            }
            _ => message!(
                "{title} ({terms}): {first} against {second}.",
                "{title} ({terms})\u{a0}: {first} contre {second}."
            ),
        };
        self.screen.say(&message);
    }

    /// Describes the plies.
    pub(super) fn show_steps(&self, steps: &[PlyStep]) {
        let lang = self.lang();
        let colon = if lang == Lang::Fr { "\u{a0}:" } else { ":" };
        for PlyStep { seat, ply, message: told, .. } in steps {
            let who =
                seat.map_or(String::new(), |seat| format!("{}{colon} ", self.player_label(seat)));
            self.screen.show_line(&format!("  {who}{ply} — {}", told.get(lang)), 4);
        }
    }

    pub(super) fn show_refusal(&self, why: &str) {
        let mark = if self.screen.plain { "!" } else { "✗" };
        self.screen.show_line(&format!("  {mark} {why}"), 4);
    }

    /// Shows the state: the board if it may have changed and matters to the user, and whose turn it
    /// is.
    pub(super) fn show_game(&mut self, board: bool) -> Result<(), CommandError> {
        if let Some(seat) = self.table().and_then(OnlineTable::curtain_for) {
            return self.hand_over(seat);
        }
        let (Some(seen), Some(state)) = (self.player_view(), self.state()) else { return Ok(()) };
        let turn = (state.to_act.clone(), state.legal.clone());
        let submitted = state.submitted.clone();
        let plies = seen.plies.len();
        if plies < self.shown.plies {
            self.screen.say(&message!("Move taken back.", "Coup repris."));
        }
        self.shown.plies = plies;
        for seat in Seat::ALL {
            let new = |list: &[Seat]| list.contains(&seat);
            if new(&submitted) && !new(&self.shown.submitted) {
                let who = self.player_label(seat);
                self.screen.say(&message!("{who} has set up.", "{who} a fait sa mise en place."));
            }
        }
        self.shown.submitted = submitted;
        let same_turn = self.shown.turn.as_ref() == Some(&turn);
        let same_player = self.shown.turn.as_ref().is_some_and(|(to_act, _)| *to_act == turn.0);
        if same_turn && !board {
            return Ok(());
        }
        self.shown.turn = Some(turn);
        // During the opponent's turn the text is enough; a due lot follows at once.
        let looks_on = self.table().is_none_or(|table| table.own_seats().is_empty());
        let other_goes_on = self.seat_to_act().is_none() && same_player && !looks_on;
        if other_goes_on || seen.seat_to_act().is_none() {
            return Ok(());
        }
        self.show_position(&seen)?;
        self.show_turn(&seen);
        Ok(())
    }

    /// Hides the screen until the other player sits down: at one terminal the players have secrets
    /// from each other.
    fn hand_over(&mut self, seat: Seat) -> Result<(), CommandError> {
        if matches!(self.question, Some(PendingQuestion::HandOver(asked)) if asked == seat) {
            return Ok(());
        }
        self.screen.show_curtain()?;
        let who = self.player_label(seat);
        self.screen.say(&message!(
            "{who}, are you alone at the screen? Press Enter.",
            "{who}, êtes-vous seul devant l'écran\u{a0}? Appuyez sur Entrée."
        ));
        self.question = Some(PendingQuestion::HandOver(seat));
        Ok(())
    }

    /// This player looks at the screen now, unless `line` says no.
    pub(super) fn take_screen(
        &mut self,
        seat: Seat,
        line: &str,
    ) -> Result<SessionFlow, CommandError> {
        if let Some(PromptCommand::Quit) =
            prompt_commands::parse_command(line, self.prompt_context())
        {
            return Ok(SessionFlow::Leave);
        }
        if let Some(table) = self.link.tables.get_mut(&self.game) {
            table.take_screen(seat);
        }
        self.show_game(true)?;
        Ok(SessionFlow::Stay)
    }

    /// Shows board and clocks.
    pub(super) fn show_position(&self, seen: &PlayerView) -> Result<(), CommandError> {
        if seen.game.is_sealed() && seen.outcome.is_none() {
            return Ok(());
        }
        let last = seen.plies.iter().rev().find(|line| line.seat.is_some() && line.ply != "?");
        let last = last.map(|line| line.ply.clone());
        self.screen.show_view(&seen.game.spec(), &seen.view, last, seen.outcome)?;
        let now = self.now();
        self.screen.show_clocks(|seat| Some((self.player_label(seat), seen.clock(seat, now)?)));
        Ok(())
    }

    /// Shows who is to act, and the actions if it is the user.
    pub(super) fn show_turn(&mut self, seen: &PlayerView) {
        let legal = self.state().and_then(|state| state.legal.clone()).unwrap_or_default();
        let names =
            prompt_commands::command_names(self.lang(), self.prompt_context()).map(String::from);
        self.console.set_completions(legal.iter().cloned().chain(names).collect());
        let Some(seat) = self.seat_to_act() else {
            if let Some(other) = seen.seat_to_act() {
                let who = self.player_label(other);
                self.screen.say(&match seen.game.is_sealed() {
                    true => message!("{who} is setting up.", "{who} prépare sa mise en place."),
                    false => message!("{who} to play.", "À {who} de jouer."),
                });
            }
            return;
        };
        if seen.game.is_sealed() {
            self.ask_set_up(seat);
            return;
        }
        match seen.window {
            Some((until, _)) if seen.is_interrupting => {
                let seconds = (until - self.now()).0.div_ceil(1000);
                self.screen.say(&message!(
                    "Stop! Choose a hole within {seconds} seconds.",
                    "Stop\u{a0}! Choisissez un trou dans les {seconds} secondes."
                ));
            }
            Some((until, _)) => {
                let seconds = (until - self.now()).0.div_ceil(1000);
                self.screen.say(&message!(
                    "You can say Stop! within {seconds} seconds: choose a hole, or type `stop` for more time; `nostop` stops asking this turn.",
                    "Vous pouvez dire Stop\u{a0}! dans les {seconds} secondes\u{a0}: choisissez un trou, ou tapez «\u{a0}stop\u{a0}» pour avoir plus de temps\u{a0}; «\u{a0}sansstop\u{a0}» pour ne plus demander pendant ce tour."
                ));
            }
            None => self.screen.say(&message!("Your turn.", "À vous de jouer.")),
        }
        self.screen.show_offered(&*seen.game, &legal);
    }
}
