//! A whole game looked at by the computer, and one move tried again. The work is done where tasks are sent; what comes back is
//! plain data.

use abaque_analysis::{Analysis, Eyes, Mark, Plan, Played, Report, Side};
use abaque_core::{BadText, Lang, Millis, Seat, said};
use abaque_record::{Record, parse};
use abaque_search::Limits;
use serde::{Deserialize, Serialize};

use crate::local::answered;

/// How bad a move was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Finding {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Finding {
    /// Its sign.
    pub const fn sign(self) -> &'static str {
        match self {
            Finding::Inaccuracy => "?!",
            Finding::Mistake => "?",
            Finding::Blunder => "??",
        }
    }
}

/// What one player did without anybody else deciding in between, judged.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Judged {
    /// The number of the turn.
    pub turn: u32,
    /// Whether the second player did it.
    pub second: bool,
    /// The place of its first ply in the main line, from 0.
    pub ply: usize,
    /// Its actions.
    pub actions: Vec<String>,
    /// The player's chance with the best play.
    pub before: Option<f64>,
    /// The player's chance after it.
    pub after: Option<f64>,
    /// What it gave away.
    pub loss: f64,
    /// How bad that is.
    pub finding: Option<Finding>,
    /// The line that was best.
    pub best: Vec<String>,
}

impl Judged {
    /// The first player's chance before it, with the best play.
    pub fn first_before(&self) -> Option<f64> {
        self.before.map(|own| if self.second { 1.0 - own } else { own })
    }

    /// The first player's chance after it.
    pub fn first_after(&self) -> Option<f64> {
        self.after.map(|own| if self.second { 1.0 - own } else { own })
    }
}

/// What a throw did.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Throw {
    /// The place of the throw in the main line, from 0.
    pub ply: usize,
    /// What fell.
    pub outcome: String,
    /// The first player's gain by it.
    pub luck: Option<f64>,
    /// The first player's chance after it.
    pub first_after: Option<f64>,
}

/// One player's game in figures.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Figures {
    /// How many moves were judged.
    pub moves: usize,
    /// 0 to 100.
    pub accuracy: Option<f64>,
    /// Counted by [`Finding`].
    pub findings: [usize; 3],
    /// The luck of this player's throws.
    pub luck: Option<f64>,
}

/// A game looked at, as far as that has come.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Review {
    /// How many moves and lots were looked at, and of how many.
    pub done: usize,
    /// See [`Review::done`].
    pub steps: usize,
    /// Whether every move is judged by what its own player could know.
    pub own_eyes: bool,
    /// The first player's chance before the first move.
    pub start: Option<f64>,
    /// The moves in order.
    pub moves: Vec<Judged>,
    /// The throws in order.
    pub throws: Vec<Throw>,
    /// The players.
    pub sides: [Figures; 2],
    /// The result for the first player with the luck taken out.
    pub adjusted: Option<f64>,
}

impl Review {
    /// Hears of more: what comes is new, the figures are those of all.
    pub fn add(&mut self, more: Review) {
        let (mut moves, mut throws) =
            (std::mem::take(&mut self.moves), std::mem::take(&mut self.throws));
        moves.extend(more.moves.iter().cloned());
        throws.extend(more.throws.iter().cloned());
        *self = Review { moves, throws, ..more };
    }

    /// Whether everything was looked at.
    pub fn is_whole(&self) -> bool {
        self.steps > 0 && self.done == self.steps
    }

    /// The first player's chance after each ply that says something about it: the ply's place, the chance. With secrets
    /// each player's own.
    pub fn curves(&self) -> Vec<Vec<(usize, f64)>> {
        let ends = |judged: &Judged| judged.ply + judged.actions.len();
        let of = |second: Option<bool>| {
            let moves = self.moves.iter().filter(|it| second.is_none_or(|s| s == it.second));
            let moves = moves.filter_map(|it| Some((ends(it), it.first_after()?)));
            let throws = self.throws.iter().filter_map(|it| Some((it.ply + 1, it.first_after?)));
            // With secrets nobody sees the start as both do: each begins with what the first own move was made of.
            let own = |it: &&Judged| second.is_some_and(|second| second == it.second);
            let first =
                self.moves.iter().find(own).and_then(|it| Some((it.ply, it.first_before()?)));
            let start = self.start.map(|start| (0, start)).or(first);
            let mut all: Vec<(usize, f64)> = start.into_iter().chain(moves).chain(throws).collect();
            all.sort_by_key(|(ply, _)| *ply);
            all
        };
        if self.own_eyes { vec![of(Some(false)), of(Some(true))] } else { vec![of(None)] }
    }

    /// The moves that were found wanting, in order.
    pub fn mistakes(&self) -> impl Iterator<Item = &Judged> {
        self.moves.iter().filter(|judged| judged.finding.is_some())
    }
}

/// What is asked of a whole game, or of its last move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Look {
    /// The record.
    pub record: String,
    /// How long to look at one position, in milliseconds.
    pub millis: u64,
}

/// What somebody's try at a place comes to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// What it gives away.
    pub loss: f64,
    /// How bad that is; nothing where it is good enough.
    pub finding: Option<Finding>,
    /// The line that is best.
    pub best: Vec<String>,
    /// Whether the same player goes on.
    pub goes_on: bool,
}

/// Looks through a game; `say` hears of every step. Texts in and out, as they cross between threads.
pub fn review(look: &str, say: &mut dyn FnMut(&str)) -> String {
    answered(look, |look: Look| look_through(&look, say))
}

fn look_through(look: &Look, say: &mut dyn FnMut(&str)) -> Result<Review, BadText> {
    let record = read(&look.record)?;
    let plan = Plan { limits: Limits::time(Millis(look.millis)), ..Plan::default() };
    let mut analysis = Analysis::new(&record, plan)?;
    let (mut moves, mut throws) = (0, 0);
    loop {
        let more = analysis.step()?;
        let told = told(&analysis, moves, throws);
        (moves, throws) = (analysis.report().moves.len(), analysis.report().lots.len());
        if !more {
            return Ok(told);
        }
        if let Ok(text) = serde_json::to_string(&told) {
            say(&text);
        }
    }
}

/// Judges the last move of a record, by what its player could know.
pub fn judge(look: &str) -> String {
    answered(look, |look: Look| judge_last(&look))
}

fn judge_last(look: &Look) -> Result<Verdict, BadText> {
    let record = read(&look.record)?;
    let none = || {
        BadText::new(
            "RECORD",
            said!("the last ply is nobody's move", "le dernier coup n'est celui de personne"),
        )
    };
    let mut place = super::Place::new(record.open().map_err(|error| {
        let (en, fr) = (error.tell(Lang::En), error.tell(Lang::Fr));
        BadText::new("RECORD", said!("{en}", "{fr}"))
    })?);
    let mut mover = None;
    for ply in record.plies() {
        mover = place.acting();
        place.play(ply).map_err(|_| none())?;
    }
    let mover = mover.ok_or_else(none)?;
    let limits = Limits::time(Millis(look.millis));
    let plan = Plan { limits, eyes: Eyes::Player(mover), ..Plan::default() };
    let mut analysis = Analysis::new(&record, plan)?;
    while analysis.done() + 1 < analysis.steps() {
        analysis.pass()?;
    }
    analysis.step()?;
    let last = analysis.report().moves.last().ok_or_else(none)?;
    let goes_on = place.ended.is_none() && place.acting() == Some(mover);
    Ok(Verdict {
        loss: last.loss.unwrap_or(0.0),
        finding: last.mark.map(finding),
        best: last.best.clone(),
        goes_on,
    })
}

fn read(text: &str) -> Result<Record, BadText> {
    let records = parse(text).map_err(|error| {
        let (en, fr) = (error.tell(Lang::En), error.tell(Lang::Fr));
        BadText::new("RECORD", said!("{en}", "{fr}"))
    })?;
    records.into_iter().next().ok_or_else(|| {
        BadText::new(
            "RECORD",
            said!("there is no game in this text", "il n'y a pas de partie dans ce texte"),
        )
    })
}

/// What is new since so many moves and throws.
fn told(analysis: &Analysis, moves: usize, throws: usize) -> Review {
    let report: &Report = analysis.report();
    Review {
        done: analysis.done(),
        steps: analysis.steps(),
        own_eyes: report.eyes != "all",
        start: report.start,
        moves: report.moves[moves..].iter().map(judged).collect(),
        throws: report.lots[throws..]
            .iter()
            .map(|lot| Throw {
                ply: lot.ply,
                outcome: lot.outcome.clone(),
                luck: lot.first_luck(),
                first_after: lot.first_after(),
            })
            .collect(),
        sides: [figures(&report.sides[0]), figures(&report.sides[1])],
        adjusted: report.luck.as_ref().and_then(|luck| luck.adjusted),
    }
}

fn judged(played: &Played) -> Judged {
    Judged {
        turn: played.turn,
        second: played.seat == Seat::Second,
        ply: played.ply,
        actions: played.actions.clone(),
        before: played.before,
        after: played.after,
        loss: played.loss.unwrap_or(0.0),
        finding: played.mark.map(finding),
        best: played.best.clone(),
    }
}

fn figures(side: &Side) -> Figures {
    Figures {
        moves: side.moves,
        accuracy: side.accuracy,
        findings: [side.inaccuracies, side.mistakes, side.blunders],
        luck: side.luck,
    }
}

const fn finding(mark: Mark) -> Finding {
    match mark {
        Mark::Inaccuracy => Finding::Inaccuracy,
        Mark::Mistake => Finding::Mistake,
        Mark::Blunder => Finding::Blunder,
    }
}
