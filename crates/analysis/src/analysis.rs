use abaque_catalog::AnyThought;
use abaque_core::{BadText, Lang, Outcome, Seat, Turn, said};
use abaque_record::Record;

use crate::report::{Lot, Played, Report, for_first};
use crate::stints::{Followed, Stint, split};
use crate::summary::sum_up;
use crate::values::{Spread, Values, share_of};
use crate::{Eyes, Plan, Scale};

/// How many lines to compare where every choice is looked at together.
const ALL_LINES: usize = 1000;
/// No turn is longer: a guard against lines that lead nowhere.
const LONGEST_TURN: usize = 100;

/// A game looked at move by move.
pub struct Analysis {
    values: Values,
    eyes: Eyes,
    /// Whether every move is judged from its player's own view.
    hidden: bool,
    outcome: Option<Outcome>,
    stints: Vec<Stint>,
    done: usize,
    at: Followed,
    /// What the player to act thinks now, if that is known already.
    thought: Option<AnyThought>,
    /// What the lot due now may bring, if that is known already.
    spread: Option<Spread>,
    report: Report,
}

impl Analysis {
    /// Sets out to look at a record.
    pub fn new(record: &Record, plan: Plan) -> Result<Analysis, BadText> {
        let wrong = |en: String, fr: String| BadText::new("RECORD", said!("{en}", "{fr}"));
        let start =
            record.open().map_err(|error| wrong(error.tell(Lang::En), error.tell(Lang::Fr)))?;
        let at = Followed::new(start);
        let plies: Vec<String> = record.plies().map(String::from).collect();
        let (stints, hidden) = split(&at, &plies).map_err(|(index, refused)| {
            let (ply, en, fr) = (index + 1, refused.tell(Lang::En), refused.tell(Lang::Fr));
            wrong(format!("ply {ply}: {en}"), format!("coup {ply} : {fr}"))
        })?;
        let outcome = record.outcome();
        if hidden && outcome.is_none() && !matches!(plan.eyes, Eyes::Player(_)) {
            return Err(BadText::new(
                "RECORD",
                said!(
                    "the game is not over and has secrets: say whose view to judge it from",
                    "la partie n'est pas finie et a des secrets : dire de quel joueur prendre la vue"
                ),
            ));
        }
        let info = at.game.info();
        let lots = stints.iter().any(|stint| stint.seat.is_none()) && !hidden;
        let everything = hidden && plan.eyes == Eyes::Everything;
        let report = Report {
            game: at.game.spec(),
            names: ["First", "Second"].map(|tag| record.tag(tag).map(String::from)),
            letters: info.letters,
            result: outcome.map(|outcome| outcome.text(info.letters)),
            eyes: match plan.eyes {
                _ if !hidden => "all".into(),
                Eyes::Everything => "all".into(),
                Eyes::Movers => "movers".into(),
                Eyes::Player(seat) => info.letters[seat.index()].into(),
            },
            scale: if lots { Scale::DICE } else { Scale::STILL },
            start: None,
            moves: Vec::new(),
            lots: Vec::new(),
            sides: Default::default(),
            luck: None,
        };
        let eyes = plan.eyes;
        let values = Values::new(&at.game.spec(), plan, everything)?;
        let hidden = hidden && !everything;
        let (thought, spread) = (None, None);
        Ok(Analysis { values, eyes, hidden, outcome, stints, done: 0, at, thought, spread, report })
    }

    /// How many steps there are.
    pub fn steps(&self) -> usize {
        self.stints.len()
    }

    /// How many of them are done.
    pub fn done(&self) -> usize {
        self.done
    }

    /// What was found so far.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Looks at the next move or lot; `false` when there is none left.
    pub fn step(&mut self) -> Result<bool, BadText> {
        let Some(stint) = self.stints.get(self.done).cloned() else { return Ok(false) };
        match stint.seat {
            None => self.lot(&stint)?,
            Some(seat) if self.at.game.sealed() => self.unjudged(&stint, seat)?,
            Some(seat) if self.hidden => self.in_own_view(&stint, seat)?,
            Some(seat) => self.in_the_open(&stint, seat)?,
        }
        self.done += 1;
        sum_up(&mut self.report, self.outcome);
        Ok(self.done < self.stints.len())
    }

    /// Passes over the next move or lot without judging it; `false` when there is none left.
    pub fn pass(&mut self) -> Result<bool, BadText> {
        let Some(stint) = self.stints.get(self.done).cloned() else { return Ok(false) };
        (self.thought, self.spread) = (None, None);
        for ply in &stint.plies {
            self.play(ply)?;
        }
        self.done += 1;
        Ok(self.done < self.stints.len())
    }

    /// A move nobody can judge (a secret set-up) or may judge (the other player's).
    fn unjudged(&mut self, stint: &Stint, seat: Seat) -> Result<(), BadText> {
        let secret =
            self.at.game.sealed() && self.outcome.is_none() && self.eyes != Eyes::Player(seat);
        let turn = self.at.turn;
        self.follow(stint)?;
        let mut played = self.played(stint, seat, turn);
        if secret {
            played.actions = vec!["?".into()];
        }
        self.report.moves.push(played);
        Ok(())
    }

    /// With secrets: every action against the others its player had, by what that player could know.
    fn in_own_view(&mut self, stint: &Stint, seat: Seat) -> Result<(), BadText> {
        if matches!(self.eyes, Eyes::Player(viewer) if viewer != seat) {
            return self.unjudged(stint, seat);
        }
        let mut played = self.played(stint, seat, self.at.turn);
        played.forced = true;
        let mut loss = 0.0;
        for (i, ply) in stint.plies.iter().enumerate() {
            let thought = self.values.think(&self.at, seat, 1, ALL_LINES)?;
            let best = thought.lines.first().map_or(0.5, |line| line.win);
            let own = thought.lines.iter().find(|line| line.actions.first() == Some(ply));
            let own = own.map_or(best, |line| line.win);
            played.forced &= thought.lines.len() == 1;
            let lost = (best - own).max(0.0);
            if i == 0 {
                played.before = Some(best);
            }
            // The line shown is the one missed first.
            let missed = lost > 0.0 || i + 1 == stint.plies.len();
            if let Some(line) = thought.lines.first().filter(|_| missed && played.best.is_empty()) {
                played.best = stint.plies[..i].to_vec();
                played.best.extend(line.actions.iter().cloned());
            }
            loss += lost;
            played.after = Some(own);
            self.play(ply)?;
        }
        if let Some(outcome) = self.at.ended {
            played.after = Some(for_first(share_of(outcome), seat));
        }
        self.judge(&mut played, loss);
        self.report.moves.push(played);
        Ok(())
    }

    /// Without secrets: the place the move led to against the place the best one leads to, both looked
    /// at in the same way.
    fn in_the_open(&mut self, stint: &Stint, seat: Seat) -> Result<(), BadText> {
        let mut played = self.played(stint, seat, self.at.turn);
        let thought = match self.thought.take() {
            Some(thought) => thought,
            None => self.values.think(&self.at, seat, 1, 1)?,
        };
        let line = thought.lines.first();
        let best_line = line.map(|line| line.actions.clone()).unwrap_or_default();
        if self.report.start.is_none() {
            self.report.start = line.map(|line| for_first(line.win, seat));
        }
        let before = self.at.clone();
        played.forced = self.follow(stint)?;
        let after = for_first(self.value_here()?, seat);
        let mut best = after;
        played.best = self.legal(&before, &best_line);
        if !played.forced {
            let there = self.best_place(before, &best_line, seat)?;
            if there.game.position() != self.at.game.position() {
                best = for_first(self.values.value(&there, 1)?, seat).max(after);
            }
        }
        (played.before, played.after) = (Some(best), Some(after));
        self.judge(&mut played, best - after);
        self.report.moves.push(played);
        Ok(())
    }

    fn lot(&mut self, stint: &Stint) -> Result<(), BadText> {
        let (turn, ply) = (self.at.turn, stint.plies.concat());
        let seat = self.thrower();
        let spread = match self.spread.take() {
            Some(spread) => Some(spread),
            None if self.hidden => None,
            None => Some(self.values.lot(&self.at)?),
        };
        self.play(&ply)?;
        let here = self.at.game.position();
        let after = spread.as_ref().and_then(|spread| spread.by_position.get(&here)).copied();
        let before = spread.map(|spread| spread.mean);
        if self.report.start.is_none() {
            self.report.start = before;
        }
        let (before, after) =
            (before.map(|v| for_first(v, seat)), after.map(|v| for_first(v, seat)));
        self.report.lots.push(Lot {
            turn,
            ply: stint.first,
            outcome: ply,
            seat,
            player: self.report.letters[seat.index()],
            before,
            after,
            luck: before.zip(after).map(|(before, after)| after - before),
        });
        Ok(())
    }

    /// Whose throw is due: whoever may act after it.
    fn thrower(&self) -> Seat {
        let seat = |roll: &str| {
            let mut next = self.at.game.clone();
            next.play(roll).ok()?;
            match next.turn() {
                Turn::Of(seat) => Some(seat),
                _ => None,
            }
        };
        let rolls = self.at.game.rolls();
        rolls.iter().find_map(|(roll, _)| seat(roll)).unwrap_or(Seat::First)
    }

    /// The first player's chance where the game now stands; what was found on the way is kept for the
    /// next step.
    fn value_here(&mut self) -> Result<f64, BadText> {
        if let Some(outcome) = self.at.ended {
            return Ok(share_of(outcome));
        }
        match self.at.game.turn() {
            Turn::Of(seat) => {
                let thought = self.values.think(&self.at, seat, 1, 1)?;
                let win = thought.lines.first().map_or(0.5, |line| line.win);
                self.thought = Some(thought);
                Ok(for_first(win, seat))
            }
            Turn::Chance => {
                let spread = self.values.lot(&self.at)?;
                let mean = spread.mean;
                self.spread = Some(spread);
                Ok(mean)
            }
            Turn::Over(outcome) => Ok(share_of(outcome)),
        }
    }

    /// Where the best play of a whole turn leads. A line that ends too soon is thought on.
    fn best_place(
        &mut self,
        mut at: Followed,
        line: &[String],
        seat: Seat,
    ) -> Result<Followed, BadText> {
        let mut line = line.to_vec();
        for _ in 0..LONGEST_TURN {
            if line.is_empty() {
                let thought = self.values.think(&at, seat, 1, 1)?;
                line = thought.lines.into_iter().next().map_or_else(Vec::new, |line| line.actions);
            }
            if line.is_empty() {
                break;
            }
            let ply = line.remove(0);
            if !at.goes_on(&ply, seat).unwrap_or(false) {
                break;
            }
        }
        Ok(at)
    }

    /// As much of a line as can be played.
    fn legal(&self, from: &Followed, line: &[String]) -> Vec<String> {
        let mut game = from.game.clone();
        line.iter().take_while(|ply| game.play(ply).is_ok()).cloned().collect()
    }

    /// Plays a stint and says whether its player never had a choice.
    fn follow(&mut self, stint: &Stint) -> Result<bool, BadText> {
        let mut forced = true;
        for ply in &stint.plies {
            forced &= self.at.game.unlisted().is_none() && self.at.game.legal().len() == 1;
            self.play(ply)?;
        }
        Ok(forced)
    }

    fn play(&mut self, ply: &str) -> Result<(), BadText> {
        // Every ply was played once before, when the game was split.
        self.at.play(ply).map(drop).map_err(|refused| {
            let (en, fr) = (refused.tell(Lang::En), refused.tell(Lang::Fr));
            BadText::new("RECORD", said!("{en}", "{fr}"))
        })
    }

    fn played(&self, stint: &Stint, seat: Seat, turn: u32) -> Played {
        Played {
            turn,
            seat,
            player: self.report.letters[seat.index()],
            ply: stint.first,
            actions: stint.plies.clone(),
            before: None,
            after: None,
            loss: None,
            mark: None,
            forced: false,
            best: Vec::new(),
        }
    }

    fn judge(&self, played: &mut Played, loss: f64) {
        let loss = if played.forced { 0.0 } else { loss.max(0.0) };
        played.loss = Some(loss);
        played.mark = self.report.scale.mark(loss);
    }
}
