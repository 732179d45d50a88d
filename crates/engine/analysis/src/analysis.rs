use abaque_bots::AnySearchResult;
use abaque_catalog::AnyObservation;
use abaque_core::{Lang, Outcome, ParseError, Seat, Turn, message};
use abaque_record::Record;

use crate::evaluator::{LotValues, PositionEvaluator, first_share};
use crate::report::{AnalysisReport, LotReport, MoveReport, flip_to_first};
use crate::segments::{FollowedGame, TurnSegment, split_into_segments};
use crate::summary::summarise;
use crate::{AnalysisOptions, MistakeThresholds, Viewpoint};

/// Maximum number of lines when all actions are compared in one search.
const MAX_COMPARED_LINES: usize = 1000;
/// Guard against lines that never end a turn.
const MAX_TURN_PLIES: usize = 100;

/// Analyses a game move by move.
pub struct Analysis {
    evaluator: PositionEvaluator,
    viewpoint: Viewpoint,
    /// Whether every move is judged from its player's own view.
    hidden: bool,
    outcome: Option<Outcome>,
    segments: Vec<TurnSegment>,
    steps_done: usize,
    position: FollowedGame,
    /// Cached search result of the player to act.
    known_result: Option<AnySearchResult>,
    /// Cached values of the lot due.
    known_lot_values: Option<LotValues>,
    report: AnalysisReport,
}

impl Analysis {
    /// Prepares the analysis of a record.
    pub fn new(record: &Record, plan: AnalysisOptions) -> Result<Analysis, ParseError> {
        let wrong = |en: String, fr: String| ParseError::new("RECORD", message!("{en}", "{fr}"));
        let start = record
            .open_start()
            .map_err(|error| wrong(error.localized(Lang::En), error.localized(Lang::Fr)))?;
        let at = FollowedGame::new(start);
        let plies: Vec<String> = record.plies().map(String::from).collect();
        let (segments, hidden) = split_into_segments(&at, &plies).map_err(|(index, refused)| {
            let (ply, en, fr) =
                (index + 1, refused.localized(Lang::En), refused.localized(Lang::Fr));
            wrong(format!("move {ply}: {en}"), format!("coup {ply}\u{a0}: {fr}"))
        })?;
        let outcome = record.outcome();
        if hidden && outcome.is_none() && !matches!(plan.viewpoint, Viewpoint::Player(_)) {
            return Err(ParseError::new(
                "RECORD",
                message!(
                    "this game has secrets and is not over: choose whose view to judge it from",
                    "cette partie a des secrets et n'est pas terminée\u{a0}: choisissez de quel point de vue la juger"
                ),
            ));
        }
        let info = at.game.description();
        let lots = segments.iter().any(|segment| segment.seat.is_none()) && !hidden;
        let everything = hidden && plan.viewpoint == Viewpoint::Everything;
        let report = AnalysisReport {
            game: at.game.spec(),
            names: ["First", "Second"].map(|tag| record.tag(tag).map(String::from)),
            letters: info.letters,
            result: outcome.map(|outcome| outcome.to_text(info.letters)),
            eyes: match plan.viewpoint {
                _ if !hidden => "all".into(),
                Viewpoint::Everything => "all".into(),
                Viewpoint::Movers => "movers".into(),
                Viewpoint::Player(seat) => info.letters[seat.index()].into(),
            },
            scale: if lots {
                MistakeThresholds::WITH_DICE
            } else {
                MistakeThresholds::WITHOUT_DICE
            },
            start: None,
            moves: Vec::new(),
            lots: Vec::new(),
            sides: Default::default(),
            luck: None,
        };
        let eyes = plan.viewpoint;
        let values = PositionEvaluator::new(&at.game.spec(), plan, everything)?;
        let hidden = hidden && !everything;
        let (result, spread) = (None, None);
        Ok(Analysis {
            evaluator: values,
            viewpoint: eyes,
            hidden,
            outcome,
            segments,
            steps_done: 0,
            position: at,
            known_result: result,
            known_lot_values: spread,
            report,
        })
    }

    /// Total number of steps.
    pub fn steps(&self) -> usize {
        self.segments.len()
    }

    /// Number of completed steps.
    pub fn steps_done(&self) -> usize {
        self.steps_done
    }

    /// The report so far.
    pub fn report(&self) -> &AnalysisReport {
        &self.report
    }

    /// Analyses the next move or lot; `false` when none is left.
    pub fn step(&mut self) -> Result<bool, ParseError> {
        let Some(segment) = self.segments.get(self.steps_done).cloned() else { return Ok(false) };
        match segment.seat {
            None => self.judge_lot(&segment)?,
            Some(seat) if self.position.game.is_sealed() => self.add_unjudged(&segment, seat)?,
            Some(seat) if self.hidden => self.judge_from_own_view(&segment, seat)?,
            Some(seat) => self.judge_openly(&segment, seat)?,
        }
        self.steps_done += 1;
        summarise(&mut self.report, self.outcome);
        Ok(self.steps_done < self.segments.len())
    }

    /// Skips the next move or lot without judging it; `false` when none is left.
    pub fn skip_step(&mut self) -> Result<bool, ParseError> {
        let Some(segment) = self.segments.get(self.steps_done).cloned() else { return Ok(false) };
        (self.known_result, self.known_lot_values) = (None, None);
        for ply in &segment.plies {
            self.play(ply)?;
        }
        self.steps_done += 1;
        Ok(self.steps_done < self.segments.len())
    }

    /// Adds a move that cannot be judged (a secret set-up) or must not be (the other player's).
    fn add_unjudged(&mut self, segment: &TurnSegment, seat: Seat) -> Result<(), ParseError> {
        let secret = self.position.game.is_sealed()
            && self.outcome.is_none()
            && self.viewpoint != Viewpoint::Player(seat);
        let turn = self.position.turn;
        self.play_segment(segment)?;
        let mut played = self.new_move_report(segment, seat, turn);
        if secret {
            played.actions = vec!["?".into()];
        }
        self.report.moves.push(played);
        Ok(())
    }

    /// Hidden information: compares every action with the player's alternatives, by what that
    /// player could know.
    fn judge_from_own_view(&mut self, segment: &TurnSegment, seat: Seat) -> Result<(), ParseError> {
        if matches!(self.viewpoint, Viewpoint::Player(viewer) if viewer != seat) {
            return self.add_unjudged(segment, seat);
        }
        let mut played = self.new_move_report(segment, seat, self.position.turn);
        played.forced = true;
        let observation = self.evaluator.observation(&self.position, seat);
        let mut loss = 0.0;
        for (i, ply) in segment.plies.iter().enumerate() {
            let result = self.evaluator.think(&self.position, seat, 1, MAX_COMPARED_LINES)?;
            let best = result.lines.first().map_or(0.5, |line| line.win);
            let own = result.lines.iter().find(|line| line.actions.first() == Some(ply));
            let own = own.map_or(best, |line| line.win);
            played.forced &= result.lines.len() == 1;
            let lost = (best - own).max(0.0);
            if i == 0 {
                played.before = Some(best);
            }
            // Show the first line that was missed.
            let missed = lost > 0.0 || i + 1 == segment.plies.len();
            if let Some(line) = result.lines.first().filter(|_| missed && played.best.is_empty()) {
                played.best = segment.plies[..i].to_vec();
                played.best.extend(line.actions.iter().cloned());
            }
            loss += lost;
            played.after = Some(own);
            self.play(ply)?;
        }
        if let Some(outcome) = self.position.ended {
            played.after = Some(flip_to_first(first_share(outcome), seat));
        }
        self.grade(&mut played, loss);
        let best = played.best.clone();
        self.explain(&mut played, &observation, &best)?;
        self.report.moves.push(played);
        Ok(())
    }

    /// Open information: compares the position after the move with the position after the best
    /// move, both evaluated the same way.
    fn judge_openly(&mut self, segment: &TurnSegment, seat: Seat) -> Result<(), ParseError> {
        let mut played = self.new_move_report(segment, seat, self.position.turn);
        let result = match self.known_result.take() {
            Some(result) => result,
            None => self.evaluator.think(&self.position, seat, 1, 1)?,
        };
        let line = result.lines.first();
        let best_line = line.map(|line| line.actions.clone()).unwrap_or_default();
        if self.report.start.is_none() {
            self.report.start = line.map(|line| flip_to_first(line.win, seat));
        }
        let before = self.position.clone();
        let observation = self.evaluator.observation(&before, seat);
        played.forced = self.play_segment(segment)?;
        let after = flip_to_first(self.current_value()?, seat);
        let mut best = after;
        played.best = self.legal_prefix(&before, &best_line);
        let mut best_turn = Vec::new();
        if !played.forced {
            let (there, turn) = self.position_after_best(before, &best_line, seat)?;
            best_turn = turn;
            if there.game.position() != self.position.game.position() {
                best = flip_to_first(self.evaluator.evaluate(&there, 1)?, seat).max(after);
            }
        }
        (played.before, played.after) = (Some(best), Some(after));
        self.grade(&mut played, best - after);
        self.explain(&mut played, &observation, &best_turn)?;
        self.report.moves.push(played);
        Ok(())
    }

    fn judge_lot(&mut self, segment: &TurnSegment) -> Result<(), ParseError> {
        let (turn, ply) = (self.position.turn, segment.plies.concat());
        let seat = self.thrower();
        let spread = match self.known_lot_values.take() {
            Some(spread) => Some(spread),
            None if self.hidden => None,
            None => Some(self.evaluator.evaluate_lot(&self.position)?),
        };
        self.play(&ply)?;
        let here = self.position.game.position();
        let after = spread.as_ref().and_then(|spread| spread.by_position.get(&here)).copied();
        let before = spread.map(|spread| spread.mean);
        if self.report.start.is_none() {
            self.report.start = before;
        }
        let (before, after) =
            (before.map(|v| flip_to_first(v, seat)), after.map(|v| flip_to_first(v, seat)));
        self.report.lots.push(LotReport {
            turn,
            ply: segment.first_ply,
            outcome: ply,
            seat,
            player: self.report.letters[seat.index()],
            before,
            after,
            luck: before.zip(after).map(|(before, after)| after - before),
        });
        Ok(())
    }

    /// The player whose roll is due: the one to act after it.
    fn thrower(&self) -> Seat {
        let seat = |roll: &str| {
            let mut next = self.position.game.clone();
            next.play(roll).ok()?;
            match next.turn() {
                Turn::Of(seat) => Some(seat),
                _ => None,
            }
        };
        let rolls = self.position.game.rolls();
        rolls.iter().find_map(|(roll, _)| seat(roll)).unwrap_or(Seat::First)
    }

    /// The first player's chance in the current position; the search result is cached for the next
    /// step.
    fn current_value(&mut self) -> Result<f64, ParseError> {
        if let Some(outcome) = self.position.ended {
            return Ok(first_share(outcome));
        }
        match self.position.game.turn() {
            Turn::Of(seat) => {
                let result = self.evaluator.think(&self.position, seat, 1, 1)?;
                let win = result.lines.first().map_or(0.5, |line| line.win);
                self.known_result = Some(result);
                Ok(flip_to_first(win, seat))
            }
            Turn::Chance => {
                let spread = self.evaluator.evaluate_lot(&self.position)?;
                let mean = spread.mean;
                self.known_lot_values = Some(spread);
                Ok(mean)
            }
            Turn::Over(outcome) => Ok(first_share(outcome)),
        }
    }

    /// The position after the best play of a whole turn, and its actions; searches on if the line
    /// ends too soon.
    fn position_after_best(
        &mut self,
        mut at: FollowedGame,
        line: &[String],
        seat: Seat,
    ) -> Result<(FollowedGame, Vec<String>), ParseError> {
        let (mut line, mut turn) = (line.to_vec(), Vec::new());
        for _ in 0..MAX_TURN_PLIES {
            if line.is_empty() {
                let result = self.evaluator.think(&at, seat, 1, 1)?;
                line = result.lines.into_iter().next().map_or_else(Vec::new, |line| line.actions);
            }
            if line.is_empty() {
                break;
            }
            let ply = line.remove(0);
            let goes_on = at.play_and_continues(&ply, seat);
            if goes_on.is_ok() {
                turn.push(ply);
            }
            if !goes_on.unwrap_or(false) {
                break;
            }
        }
        Ok((at, turn))
    }

    /// The playable prefix of a line.
    fn legal_prefix(&self, from: &FollowedGame, line: &[String]) -> Vec<String> {
        let mut game = from.game.clone();
        line.iter().take_while(|ply| game.play(ply).is_ok()).cloned().collect()
    }

    /// Plays a segment and returns whether its player never had a choice.
    fn play_segment(&mut self, segment: &TurnSegment) -> Result<bool, ParseError> {
        let mut forced = true;
        for ply in &segment.plies {
            forced &= self.position.game.unlisted_count().is_none()
                && self.position.game.legal_plies().len() == 1;
            self.play(ply)?;
        }
        Ok(forced)
    }

    fn play(&mut self, ply: &str) -> Result<(), ParseError> {
        // Every ply was already played once, when the game was split.
        self.position.play(ply).map(drop).map_err(|refused| {
            let (en, fr) = (refused.localized(Lang::En), refused.localized(Lang::Fr));
            ParseError::new("RECORD", message!("{en}", "{fr}"))
        })
    }

    fn new_move_report(&self, segment: &TurnSegment, seat: Seat, turn: u32) -> MoveReport {
        MoveReport {
            turn,
            seat,
            player: self.report.letters[seat.index()],
            ply: segment.first_ply,
            actions: segment.plies.clone(),
            before: None,
            after: None,
            loss: None,
            mark: None,
            forced: false,
            best: Vec::new(),
            explanation: Vec::new(),
        }
    }

    /// Explains a marked move by what its player could know.
    fn explain(
        &self,
        played: &mut MoveReport,
        observation: &AnyObservation,
        best: &[String],
    ) -> Result<(), ParseError> {
        if played.mark.is_some() {
            let told = abaque_bots::explain(observation, Some(&played.actions), best)?;
            played.explanation = told.into_iter().map(Into::into).collect();
        }
        Ok(())
    }

    fn grade(&self, played: &mut MoveReport, loss: f64) {
        let loss = if played.forced { 0.0 } else { loss.max(0.0) };
        played.loss = Some(loss);
        played.mark = self.report.scale.grade(loss);
    }
}
