//! Computer review of a whole game, and judging of a retried move. The work runs on a worker
//! thread; the results are plain data.

use abaque_analysis::{
    Analysis, AnalysisOptions, AnalysisReport, ExplanationReport, MistakeGrade, MoveReport,
    PlayerSummary, Viewpoint,
};
use abaque_client::local::{BoardSentence, run_json_task};
use abaque_core::{Lang, Millis, ParseError, Seat, message};
use abaque_record::{Record, parse};
use abaque_search::SearchLimits;
use serde::{Deserialize, Serialize};

/// How bad a move was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum MistakeKind {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl MistakeKind {
    /// Its annotation sign.
    pub const fn sign(self) -> &'static str {
        match self {
            MistakeKind::Inaccuracy => "?!",
            MistakeKind::Mistake => "?",
            MistakeKind::Blunder => "??",
        }
    }
}

/// A judged move: all actions of one player without another player's decision in between.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct JudgedMove {
    /// The turn number.
    pub turn: u32,
    /// Whether the second player moved.
    pub second: bool,
    /// Index of its first ply in the main line, from 0.
    pub ply: usize,
    /// Its actions.
    pub actions: Vec<String>,
    /// The player's win probability with best play.
    pub before: Option<f64>,
    /// The player's win probability after the move.
    pub after: Option<f64>,
    /// Win probability given away.
    pub loss: f64,
    /// The kind of mistake, if any.
    pub finding: Option<MistakeKind>,
    /// The best line.
    pub best: Vec<String>,
    /// Why it is a mistake.
    pub explanation: Vec<BoardSentence>,
}

impl JudgedMove {
    /// The first player's win probability before it, with best play.
    pub fn first_before(&self) -> Option<f64> {
        self.before.map(|own| if self.second { 1.0 - own } else { own })
    }

    /// The first player's win probability after it.
    pub fn first_after(&self) -> Option<f64> {
        self.after.map(|own| if self.second { 1.0 - own } else { own })
    }
}

/// The effect of a throw.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct JudgedThrow {
    /// Index of the throw in the main line, from 0.
    pub ply: usize,
    /// The dice thrown.
    pub outcome: String,
    /// The first player's gain by it.
    pub luck: Option<f64>,
    /// The first player's win probability after it.
    pub first_after: Option<f64>,
}

/// One player's statistics.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct PlayerFigures {
    /// Number of judged moves.
    pub moves: usize,
    /// Accuracy, 0 to 100.
    pub accuracy: Option<f64>,
    /// Mistakes, counted by [`MistakeKind`].
    pub findings: [usize; 3],
    /// The luck of this player's throws.
    pub luck: Option<f64>,
}

/// A review, possibly still in progress.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct GameReview {
    /// Moves and lots reviewed so far.
    pub done: usize,
    /// Moves and lots in all.
    pub steps: usize,
    /// Whether every move is judged by what its own player could know.
    pub own_eyes: bool,
    /// The first player's win probability before the first move.
    pub start: Option<f64>,
    /// The moves in order.
    pub moves: Vec<JudgedMove>,
    /// The throws in order.
    pub throws: Vec<JudgedThrow>,
    /// Statistics by seat.
    pub sides: [PlayerFigures; 2],
    /// The first player's result adjusted for luck.
    pub adjusted: Option<f64>,
}

impl GameReview {
    /// Adds the next part: its moves and throws are new, its statistics cover everything.
    pub fn merge(&mut self, more: GameReview) {
        let (mut moves, mut throws) =
            (std::mem::take(&mut self.moves), std::mem::take(&mut self.throws));
        moves.extend(more.moves.iter().cloned());
        throws.extend(more.throws.iter().cloned());
        *self = GameReview { moves, throws, ..more };
    }

    /// Whether everything was reviewed.
    pub fn is_complete(&self) -> bool {
        self.steps > 0 && self.done == self.steps
    }

    /// The first player's win probability by ply, where known. With secrets, one curve per player.
    pub fn curves(&self) -> Vec<Vec<(usize, f64)>> {
        let ends = |judged: &JudgedMove| judged.ply + judged.actions.len();
        let of = |second: Option<bool>| {
            let moves = self.moves.iter().filter(|it| second.is_none_or(|s| s == it.second));
            let moves = moves.filter_map(|it| Some((ends(it), it.first_after()?)));
            let throws = self.throws.iter().filter_map(|it| Some((it.ply + 1, it.first_after?)));
            // With secrets there is no common view of the start: each curve begins at the player's
            // first move.
            let own = |it: &&JudgedMove| second.is_some_and(|second| second == it.second);
            let first =
                self.moves.iter().find(own).and_then(|it| Some((it.ply, it.first_before()?)));
            let start = self.start.map(|start| (0, start)).or(first);
            let mut all: Vec<(usize, f64)> = start.into_iter().chain(moves).chain(throws).collect();
            all.sort_by_key(|(ply, _)| *ply);
            all
        };
        if self.own_eyes { vec![of(Some(false)), of(Some(true))] } else { vec![of(None)] }
    }

    /// The mistakes in order.
    pub fn mistakes(&self) -> impl Iterator<Item = &JudgedMove> {
        self.moves.iter().filter(|judged| judged.finding.is_some())
    }
}

/// Request to review a game, or to judge its last move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReviewRequest {
    /// The record.
    pub record: String,
    /// Time per position, in milliseconds.
    pub millis: u64,
}

/// The verdict on a retried move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RetryVerdict {
    /// Win probability given away.
    pub loss: f64,
    /// The kind of mistake; `None` if the move is good enough.
    pub finding: Option<MistakeKind>,
    /// The best line.
    pub best: Vec<String>,
    /// Why it is a mistake.
    pub explanation: Vec<BoardSentence>,
    /// Whether the same player continues.
    pub goes_on: bool,
}

/// Reviews a game; `say` receives every step. JSON in and out, as it crosses between threads.
pub fn review(request: &str, say: &mut dyn FnMut(&str)) -> String {
    run_json_task(request, |request: ReviewRequest| run_review(&request, say))
}

fn run_review(
    request: &ReviewRequest,
    say: &mut dyn FnMut(&str),
) -> Result<GameReview, ParseError> {
    let record = parse_record(&request.record)?;
    let plan = AnalysisOptions {
        limits: SearchLimits::time(Millis(request.millis)),
        ..AnalysisOptions::default()
    };
    let mut analysis = Analysis::new(&record, plan)?;
    let (mut moves, mut throws) = (0, 0);
    loop {
        let more = analysis.step()?;
        let news = review_since(&analysis, moves, throws);
        (moves, throws) = (analysis.report().moves.len(), analysis.report().lots.len());
        if !more {
            return Ok(news);
        }
        if let Ok(text) = serde_json::to_string(&news) {
            say(&text);
        }
    }
}

/// Judges the last move of a record by what its player could know.
pub fn judge(request: &str) -> String {
    run_json_task(request, |request: ReviewRequest| judge_last(&request))
}

fn judge_last(request: &ReviewRequest) -> Result<RetryVerdict, ParseError> {
    let record = parse_record(&request.record)?;
    let none = || {
        ParseError::new(
            "RECORD",
            message!(
                "the last move is not a player's",
                "le dernier coup n'est pas celui d'un joueur"
            ),
        )
    };
    let mut place = crate::StudyPosition::new(record.open_start().map_err(|error| {
        let (en, fr) = (error.localized(Lang::En), error.localized(Lang::Fr));
        ParseError::new("RECORD", message!("{en}", "{fr}"))
    })?);
    let mut mover = None;
    for ply in record.plies() {
        mover = place.seat_to_act();
        place.play(ply).map_err(|_| none())?;
    }
    let mover = mover.ok_or_else(none)?;
    let limits = SearchLimits::time(Millis(request.millis));
    let plan = AnalysisOptions {
        limits,
        viewpoint: Viewpoint::Player(mover),
        ..AnalysisOptions::default()
    };
    let mut analysis = Analysis::new(&record, plan)?;
    while analysis.steps_done() + 1 < analysis.steps() {
        analysis.skip_step()?;
    }
    analysis.step()?;
    let last = analysis.report().moves.last().ok_or_else(none)?;
    let goes_on = place.outcome.is_none() && place.seat_to_act() == Some(mover);
    Ok(RetryVerdict {
        loss: last.loss.unwrap_or(0.0),
        finding: last.mark.map(to_mistake_kind),
        best: last.best.clone(),
        explanation: last.explanation.iter().map(to_sentence).collect(),
        goes_on,
    })
}

fn parse_record(text: &str) -> Result<Record, ParseError> {
    let records = parse(text).map_err(|error| {
        let (en, fr) = (error.localized(Lang::En), error.localized(Lang::Fr));
        ParseError::new("RECORD", message!("{en}", "{fr}"))
    })?;
    records.into_iter().next().ok_or_else(|| {
        ParseError::new(
            "RECORD",
            message!("there is no game in this text", "il n'y a pas de partie dans ce texte"),
        )
    })
}

/// The part of the review after the first `moves` and `throws`.
fn review_since(analysis: &Analysis, moves: usize, throws: usize) -> GameReview {
    let report: &AnalysisReport = analysis.report();
    GameReview {
        done: analysis.steps_done(),
        steps: analysis.steps(),
        own_eyes: report.eyes != "all",
        start: report.start,
        moves: report.moves[moves..].iter().map(to_judged_move).collect(),
        throws: report.lots[throws..]
            .iter()
            .map(|lot| JudgedThrow {
                ply: lot.ply,
                outcome: lot.outcome.clone(),
                luck: lot.luck_for_first(),
                first_after: lot.first_after(),
            })
            .collect(),
        sides: [to_figures(&report.sides[0]), to_figures(&report.sides[1])],
        adjusted: report.luck.as_ref().and_then(|luck| luck.adjusted),
    }
}

fn to_judged_move(played: &MoveReport) -> JudgedMove {
    JudgedMove {
        turn: played.turn,
        second: played.seat == Seat::Second,
        ply: played.ply,
        actions: played.actions.clone(),
        before: played.before,
        after: played.after,
        loss: played.loss.unwrap_or(0.0),
        finding: played.mark.map(to_mistake_kind),
        best: played.best.clone(),
        explanation: played.explanation.iter().map(to_sentence).collect(),
    }
}

fn to_sentence(told: &ExplanationReport) -> BoardSentence {
    let ExplanationReport { en, fr, shown_on, marks, arrows } = told.clone();
    BoardSentence { en, fr, after: shown_on == "after", marks, arrows }
}

fn to_figures(side: &PlayerSummary) -> PlayerFigures {
    PlayerFigures {
        moves: side.moves,
        accuracy: side.accuracy,
        findings: [side.inaccuracies, side.mistakes, side.blunders],
        luck: side.luck,
    }
}

const fn to_mistake_kind(mark: MistakeGrade) -> MistakeKind {
    match mark {
        MistakeGrade::Inaccuracy => MistakeKind::Inaccuracy,
        MistakeGrade::Mistake => MistakeKind::Mistake,
        MistakeGrade::Blunder => MistakeKind::Blunder,
    }
}
