//! What the computer does at the table, and what it says when it is asked for a hint.

use std::time::Duration;

use abaque_catalog::bots::{Brief, Kind};
use abaque_catalog::{AnyGame, Memory};
use abaque_core::{ClockRule, Lang, Millis, Observer, Seat, SplitMix, Turn, said};
use abaque_search::Limits;
use abaque_table::{Act, Offer};
use abaque_ugi::At;

use super::{Next, Session};
use crate::failure::Failure;
use crate::play::computer::{Scene, percent};
use crate::waiting::Waiting;

/// How long the computer may think before it shows that it does.
const PATIENCE: Duration = Duration::from_millis(500);
/// How long to think about a hint.
const HINT: Millis = Millis(1000);

impl Session {
    /// Whether two people sit at the screen, who may have secrets from each other.
    pub(super) fn two_people(&self) -> bool {
        self.players.iter().all(Option::is_none)
    }

    /// Whether nobody does.
    pub(super) fn nobody(&self) -> bool {
        self.players.iter().all(Option::is_some)
    }

    pub(super) fn is_computer(&self, seat: Seat) -> bool {
        self.players[seat.index()].is_some()
    }

    /// The computer's action, shown like anybody's.
    pub(super) fn computer_acts(&mut self, seat: Seat) -> Result<(), Failure> {
        let scene = self.scene(seat)?;
        let who = self.screen.player(self.table.info(), seat);
        let thinks = said!("{who} thinks", "{who} réfléchit");
        let waiting = Waiting::new(PATIENCE, thinks.get(self.lang()));
        let action = match &mut self.players[seat.index()] {
            Some(computer) => computer.think(&scene)?,
            None => return Ok(()),
        };
        drop(waiting);
        let sealed = self.table.game().sealed();
        if sealed {
            self.proof.seal(self.table.info().letters[seat.index()], seat, &action)?;
        }
        if matches!(self.act(Act::play(seat, action.clone()))?, Next::Stay) {
            return Err(Failure::World(said!(
                "{who} wanted to play `{action}`, which is not allowed",
                "{who} a voulu jouer « {action} », ce qui n'est pas permis"
            )));
        }
        if sealed {
            self.screen.say(&said!("{who} has set up.", "{who} a fait sa mise en place."));
        }
        if self.nobody() && self.table.outcome().is_none() && !self.table.game().sealed() {
            self.screen.board(&self.table, Observer::Spectator)?;
        }
        Ok(())
    }

    /// What a player may know now, with what they saw before.
    fn scene(&self, seat: Seat) -> Result<Scene, Failure> {
        let start = &self.table.setting().start;
        let mut game = start.clone();
        let mut memory = Memory::new(&*game);
        let mut secrets = has_secrets(&*game);
        for entry in self.table.plies() {
            let played = game.play(&entry.ply)?;
            memory.played(&*game, &played);
            secrets |= has_secrets(&*game);
        }
        // A secret set-up of the second seat is due while the first one's waits at the table. Any
        // other in its place looks the same from here.
        if seat == Seat::Second
            && game.sealed()
            && game.turn() == Turn::Of(Seat::First)
            && let Some(any) = game.random_action(&mut SplitMix(0))
        {
            let played = game.play(&any)?;
            memory.played(&*game, &played);
        }
        let plies = || self.table.plies().iter().map(|entry| entry.ply.clone()).collect();
        let rule = self.table.setting().clock;
        Ok(Scene {
            sight: memory.sight_of(&*game, seat),
            letter: game.info().letters[seat.index()],
            history: (!secrets).then(|| (At::Fen(start.position()), plies())),
            clock: self.table.clock(seat, self.now()).map(|left| (rule, left)),
            ply: self.table.plies().len(),
            goes_on: self.table.plies().last().is_some_and(|entry| entry.seat == Some(seat)),
        })
    }

    /// What the strongest player would do here, from this player's own view, and why.
    pub(super) fn hint(&mut self, seat: Seat) -> Result<Next, Failure> {
        let lang = self.lang();
        let thought = self.advice(seat, 2)?;
        let Some(best) = thought.lines.first() else { return Ok(Next::Stay) };
        let action = best.actions.first().unwrap_or(&thought.action);
        let told = self.table.game().tell(action).map(|said| said.get(lang).to_string());
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
    pub(super) fn advice(
        &mut self,
        seat: Seat,
        lines: usize,
    ) -> Result<abaque_catalog::AnyThought, Failure> {
        let sight = self.scene(seat)?.sight;
        let mut bot = abaque_catalog::bot(sight.view.spec(), &Kind::Best)?;
        let brief = Brief {
            limits: Limits::time(self.hint_time(seat)),
            seed: getrandom::u64().unwrap_or(0),
            lines,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            ..Brief::default()
        };
        let thinks = said!("let me think", "voyons");
        let _waiting = Waiting::new(PATIENCE, thinks.get(self.lang()));
        Ok(bot.think(&sight, &brief, &mut |_| ())?)
    }

    /// A hint must not cost the game: at most a twentieth of what the clock shows.
    fn hint_time(&self, seat: Seat) -> Millis {
        let clocked = !matches!(self.table.setting().clock, ClockRule::None);
        let left = self.table.clock(seat, self.now()).filter(|_| clocked);
        left.map_or(HINT, |left| HINT.min(Millis(left.0 / 20)))
    }

    /// The computer's answer to a draw that was offered to it.
    pub(super) fn computer_answers_draw(&mut self, seat: Seat) -> Result<(), Failure> {
        let view = self.table.game().sight(Observer::Player(seat));
        let agrees = match &mut self.players[seat.index()] {
            Some(computer) => computer.takes_draw(&view, seat)?,
            None => false,
        };
        let who = self.screen.player(self.table.info(), seat);
        if agrees {
            self.screen.say(&said!("{who} agrees.", "{who} accepte."));
            self.act(Act::Accept(seat, Offer::Draw))?;
        } else {
            self.screen.say(&said!("{who} would rather play on.", "{who} préfère continuer."));
            self.act(Act::Decline(seat, Offer::Draw))?;
        }
        Ok(())
    }

    /// The names of the computers, where people gave none.
    pub(crate) fn name_computers(&mut self) {
        let lang: Lang = self.lang();
        for (name, player) in self.screen.names.iter_mut().zip(&self.players) {
            if let Some(computer) = player.as_ref().filter(|_| name.is_none()) {
                *name = Some(computer.name().get(lang).into());
            }
        }
    }
}

/// Whether the two players see different things.
fn has_secrets(game: &dyn AnyGame) -> bool {
    let view = |seat| game.view(Observer::Player(seat));
    game.sealed() || view(Seat::First) != view(Seat::Second)
}
