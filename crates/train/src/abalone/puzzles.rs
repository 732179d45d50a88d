//! Finds positions with one clearly best line where somebody just went wrong.

use std::fs;

use abaque_abalone::{Abalone, AbaloneOptions, Action};
use abaque_bots::abalone::{Board, Play, WEIGHTS, win_chance};
use abaque_core::{Game, Ply};
use abaque_puzzles::{Ask, Puzzle};
use abaque_search::{Found, Limits, Node, Order, SEEN_TO_THE_END, Searcher};
use clap::{Arg, ArgAction, ArgMatches, Command};
use rayon::prelude::*;

use super::games::{self, Played};
use super::symmetry::{distance, seen};
use super::tune::bar;
use crate::arguments::number;

pub(super) fn command() -> Command {
    Command::new("abalone-puzzles")
        .about("Finds Abalone puzzles after the mistakes in games of the program against itself")
        .arg(Arg::new("games").required(true).num_args(1..).help("Files of abalone-games"))
        .arg(
            Arg::new("keep")
                .long("keep")
                .action(ArgAction::Append)
                .help("Puzzles to work out again before any others; may be given several times"),
        )
        .arg(number("wanted", "230", "How many"))
        .arg(number("short", "65", "At most so many of a hundred may have a single move"))
        .arg(number("notice", "4000", "Nodes to notice a position"))
        .arg(number("follow", "20000", "Nodes to find the replies and the moves after them"))
        .arg(number("verify", "100000", "Nodes to verify every move of the solver"))
        .arg(
            Arg::new("out")
                .long("out")
                .default_value("puzzles/abalone.jsonl")
                .help("Where they go"),
        )
}

/// Nodes to notice a position, to work out its line, and to verify every move of it.
#[derive(Clone, Copy)]
struct Effort {
    notice: u64,
    follow: u64,
    verify: u64,
}

/// By how much the best move must beat the second in winning chances: when noticed, when verified.
const CLEAR: f64 = 0.15;
const STILL_CLEAR: f64 = 0.13;

/// So much needs no ball to be seen falling.
const MUCH: f64 = 0.2;

/// The same for the moves after the first, which play for less.
const CLEAR_AFTER: f64 = 0.08;

/// The solver's winning chances without the move: not won anyway, not lost anyway after it.
const NOT_YET_WON: f64 = 0.75;
const NOT_LOST: f64 = 0.25;

/// The longest line, in actions.
const LONGEST: usize = 9;

/// Positions are tried in batches of so many, until there are enough puzzles.
const BATCH: usize = 32;

/// A change of the chances that shows a mistake.
const TURNED: f64 = 0.1;

/// Positions that differ in no more points than this, however the board is turned, are too similar.
const SIMILAR: u32 = 8;

/// At most this share of the puzzles may be seen at the first glance.
const EASY_SHARE: f64 = 0.4;

/// A puzzle before it has its name.
struct Candidate {
    game: Abalone,
    line: Vec<Action>,
    rating: u16,
    /// The least depth from which on the search keeps to the first move.
    depth: u32,
    themes: Vec<&'static str>,
}

pub(super) fn run(matches: &ArgMatches) -> Result<(), String> {
    let of = |name: &str| matches.get_one::<u64>(name).copied().unwrap_or_default();
    let wanted = of("wanted");
    let short = wanted * of("short").min(100) / 100;
    let effort = Effort { notice: of("notice"), follow: of("follow"), verify: of("verify") };
    let out = matches.get_one::<String>("out").cloned().unwrap_or_default();
    let mut tries = Vec::new();
    for path in matches.get_many::<String>("keep").into_iter().flatten() {
        tries.extend(known_before(path)?);
    }
    for path in matches.get_many::<String>("games").into_iter().flatten() {
        tries.extend(games::read(path)?.iter().flat_map(after_mistakes));
    }
    let mut kept: Vec<Candidate> = Vec::new();
    let mut looks: Vec<[u64; 2]> = Vec::new();
    let progress = bar(tries.len() as u64, "positions");
    for batch in tries.chunks(BATCH) {
        let room = Room::of(&kept, wanted, short);
        let found: Vec<Option<Candidate>> =
            batch.par_iter().map(|game| attempt(game, effort, room)).collect();
        for candidate in found.into_iter().flatten() {
            let look = seen(&candidate.game);
            let known = looks.iter().any(|&other| distance(look[0], other) <= SIMILAR);
            let fits = Room::of(&kept, wanted, short).takes(&candidate);
            if !known && fits && (kept.len() as u64) < wanted {
                looks.extend(look);
                kept.push(candidate);
            }
        }
        progress.inc(batch.len() as u64);
        fs::write(&out, written(&mut kept)?).map_err(|error| format!("{out}: {error}"))?;
        let long = kept.iter().filter(|puzzle| puzzle.line.len() > 1).count();
        println!("{} puzzles, {long} longer than a move", kept.len());
        if kept.len() as u64 >= wanted {
            break;
        }
    }
    Ok(())
}

/// The positions of a file of puzzles.
fn known_before(path: &str) -> Result<Vec<Abalone>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let puzzles = abaque_puzzles::read(&text).map_err(|error| format!("{path}: {error}"))?;
    let parse = |puzzle: &Puzzle| Abalone::parse(&AbaloneOptions::default(), &puzzle.position);
    puzzles.iter().map(|puzzle| parse(puzzle).map_err(|error| error.to_string())).collect()
}

/// The positions right after somebody went wrong.
fn after_mistakes(played: &Played) -> Vec<Abalone> {
    let pairs = played.moments.iter().zip(played.moments.iter().skip(1));
    pairs
        .filter(|(before, after)| {
            let gained = win_chance(after.value) + win_chance(before.value) - 1.0;
            gained >= TURNED && win_chance(after.value) >= NOT_LOST
        })
        .map(|(_, after)| after.game)
        .collect()
}

/// The puzzle of a position, if there is one and room for it.
fn attempt(game: &Abalone, effort: Effort, room: Room) -> Option<Candidate> {
    let board = Board::new(game, 0, &WEIGHTS);
    let mut deep = Searcher::new(2);
    let noticed = best_two(&mut deep, &board, effort.notice, &mut |_| ());
    let first = fair(&noticed, CLEAR)?;
    if !room.easy && at_first_sight(&mut deep, &board, first) {
        return None;
    }
    work_out(game, noticed.depth, &mut deep, effort, room)
}

/// What there is still room for.
#[derive(Clone, Copy)]
struct Room {
    easy: bool,
    short: bool,
}

impl Room {
    fn of(kept: &[Candidate], wanted: u64, short: u64) -> Room {
        let count =
            |sort: fn(&Candidate) -> bool| kept.iter().filter(|puzzle| sort(puzzle)).count() as u64;
        Room {
            easy: (count(|puzzle| puzzle.depth <= 1) as f64) < EASY_SHARE * wanted as f64,
            short: count(|puzzle| puzzle.line.len() == 1) < short,
        }
    }

    fn takes(self, candidate: &Candidate) -> bool {
        (self.easy || candidate.depth > 1) && (self.short || candidate.line.len() > 1)
    }
}

/// The file as it is so far, the easiest first.
fn written(kept: &mut [Candidate]) -> Result<String, String> {
    kept.sort_by_key(|candidate| candidate.rating);
    let mut text = String::new();
    for (number, candidate) in (1..).zip(kept) {
        let puzzle = Puzzle {
            id: format!("aba-{number:04}"),
            game: "abalone".into(),
            position: candidate.game.to_string(),
            ask: Ask::Line(candidate.line.iter().map(ToString::to_string).collect()),
            rating: candidate.rating,
            themes: candidate.themes.iter().map(|&theme| theme.into()).collect(),
        };
        text += &serde_json::to_string(&puzzle).map_err(|error| error.to_string())?;
        text.push('\n');
    }
    Ok(text)
}

/// The best two moves, the search having started from nothing.
fn best_two(
    searcher: &mut Searcher<Board>,
    board: &Board,
    nodes: u64,
    watch: &mut dyn FnMut(&Found<Play>),
) -> Found<Play> {
    searcher.forget();
    let order = Order { lines: 2, ..Order::new(Limits::nodes(nodes)) };
    searcher.search(board, &[], &order, watch)
}

/// The best move if it is clearly better than the second.
fn clear(found: &Found<Play>, by: f64) -> Option<Play> {
    let [best, second] = &found.lines[..] else { return None };
    let gain = win_chance(best.value) - win_chance(second.value);
    (gain >= by).then(|| best.moves[0])
}

/// By how many balls a line gains for who begins it.
fn gain(board: &Board, line: &[Play]) -> i32 {
    let me = board.side();
    let end = line.iter().fold(board.clone(), |at, &play| at.after(play));
    let lost = |seat| i32::from(board.lives(seat)) - i32::from(end.lives(seat));
    lost(me.other()) - lost(me)
}

/// Whether there is a puzzle: the solver is neither winning nor lost, and the best move is clear.
fn fair(found: &Found<Play>, by: f64) -> Option<Play> {
    let [best, second] = &found.lines[..] else { return None };
    let [chance, otherwise] = [best, second].map(|line| win_chance(line.value));
    let open = otherwise <= NOT_YET_WON && chance >= NOT_LOST;
    if open { clear(found, by) } else { None }
}

/// Whether one can see why the best move is better: a ball more than after the second best, or at least
/// much the better chances.
fn has_reason(board: &Board, found: &Found<Play>) -> bool {
    let [best, second] = &found.lines[..] else { return false };
    best.value >= SEEN_TO_THE_END
        || second.value <= -SEEN_TO_THE_END
        || gain(board, &best.moves) > gain(board, &second.moves)
        || clear(found, MUCH).is_some()
}

/// Whether who looks one move ahead plays it.
fn at_first_sight(searcher: &mut Searcher<Board>, board: &Board, first: Play) -> bool {
    searcher.forget();
    let found = searcher.search(board, &[], &Order::new(Limits::depth(1)), &mut |_| ());
    found.lines.first().is_some_and(|line| line.moves[0] == first)
}

/// The whole puzzle from a position, if a much deeper search agrees that there is one.
fn work_out(
    game: &Abalone,
    noticed: u32,
    deep: &mut Searcher<Board>,
    effort: Effort,
    room: Room,
) -> Option<Candidate> {
    let (mut at, mut line) = (*game, Vec::new());
    let board = Board::new(game, 0, &WEIGHTS);

    let verified = best_two(deep, &board, effort.verify, &mut |_| ());
    let first = fair(&verified, STILL_CLEAR)?;
    let [best, second] = &verified.lines[..] else { return None };
    let chances = [best, second].map(|line| win_chance(line.value));
    if verified.depth <= noticed || !has_reason(&board, &verified) {
        return None;
    }
    let mut solving = Some(first);
    while let Some(play) = solving {
        push(&mut at, &mut line, play)?;
        solving = None;
        let board = Board::new(&at, 0, &WEIGHTS);
        if board.ended().is_some() || line.len() + 2 > LONGEST {
            break;
        }
        deep.forget();
        let order = Order::new(Limits::nodes(effort.follow * 2));
        let reply = deep.search(&board, &[], &order, &mut |_| ()).lines.first()?.moves[0];
        let after = board.after(reply);
        if after.ended().is_some() {
            break;
        }
        // The next move belongs to the puzzle if it too is the only good one.
        let found = best_two(deep, &after, effort.follow, &mut |_| ());
        if let Some(next) = clear(&found, CLEAR_AFTER) {
            let again = best_two(deep, &after, effort.verify, &mut |_| ());
            if again.depth > found.depth && clear(&again, CLEAR_AFTER) == Some(next) {
                push(&mut at, &mut line, reply)?;
                solving = Some(next);
            }
        }
    }
    trim(game, &mut line);
    if line.len() == 1 && !room.short {
        return None;
    }
    let depth = 1 + kept_from(&mut Searcher::new(1), game, first, verified.depth);
    let won = best.value >= SEEN_TO_THE_END;
    let themes = themes(game, &line, chances, won);
    let margin = margin(deep, game);
    let rating = rating(game, &line, depth, margin, &themes);
    Some(Candidate { game: *game, line, rating, depth, themes })
}

fn push(at: &mut Abalone, line: &mut Vec<Action>, play: Play) -> Option<()> {
    let action = play.action()?;
    at.play(action).ok()?;
    line.push(action);
    Some(())
}

/// Cuts what anybody would play: after the solver's first ejection a further one that is the only
/// one on offer, unless it wins.
fn trim(game: &Abalone, line: &mut Vec<Action>) {
    while line.len() >= 3 {
        let (mut before, mut ejected) = (*game, false);
        for (i, action) in line[..line.len() - 1].iter().enumerate() {
            ejected |= i % 2 == 0 && ejects(&before, *action);
            before.apply_unchecked(Ply::Act(*action));
        }
        let last = line[line.len() - 1];
        let mut offered = Vec::new();
        before.legal(&mut offered);
        let only = ejects(&before, last)
            && offered.iter().filter(|&&action| ejects(&before, action)).count() == 1;
        before.apply_unchecked(Ply::Act(last));
        if !(ejected && only) || before.is_over() {
            return;
        }
        line.truncate(line.len() - 2);
    }
}

fn ejects(game: &Abalone, action: Action) -> bool {
    let mut next = *game;
    next.apply_unchecked(Ply::Act(action));
    Abalone::pace(game, &Ply::Act(action), &next).progress
}

/// The last depth at which a search from nothing would still have played something else.
fn kept_from(searcher: &mut Searcher<Board>, game: &Abalone, first: Play, most: u32) -> u32 {
    let mut last_other = 0;
    let order = Order::new(Limits::depth(most.min(9)));
    let board = Board::new(game, 0, &WEIGHTS);
    searcher.search(&board, &[], &order, &mut |found| {
        if found.lines[0].moves[0] != first {
            last_other = found.depth;
        }
    });
    last_other
}

/// By how much the best move beats the second at first sight, in hundredths of a ball.
fn margin(searcher: &mut Searcher<Board>, game: &Abalone) -> i32 {
    searcher.forget();
    let order = Order { lines: 2, ..Order::new(Limits::depth(1)) };
    let found = searcher.search(&Board::new(game, 0, &WEIGHTS), &[], &order, &mut |_| ());
    match &found.lines[..] {
        [best, second] => best.value - second.value,
        _ => 0,
    }
}

/// What a puzzle is about.
fn themes(game: &Abalone, line: &[Action], chances: [f64; 2], won: bool) -> Vec<&'static str> {
    let mut themes = Vec::new();
    let mut at = *game;
    let mut any_ejection = false;
    let mut after_first = *game;
    for (i, action) in line.iter().enumerate() {
        any_ejection |= i % 2 == 0 && ejects(&at, *action);
        at.apply_unchecked(Ply::Act(*action));
        if i == 0 {
            after_first = at;
        }
    }
    let pushes = after_first.balls(game.side().other()) != game.balls(game.side().other());
    if any_ejection {
        themes.push("ejection");
    }
    if pushes && !ejects(game, line[0]) {
        themes.push("sumito");
    }
    if matches!(line[0], Action::Arrow(_)) {
        themes.push("arrow");
    }
    if !game.ejectable(game.side()).is_empty() && !any_ejection && chances[1] < 0.5 {
        themes.push("defence");
    }
    if !ejects(game, line[0]) && !after_first.det(game.side().other()).is_empty() {
        themes.push("net");
    }
    if !pushes {
        themes.push("quiet");
    }
    if won {
        themes.push("win");
    }
    if line.len() >= 5 {
        themes.push("long");
    }
    themes
}

/// On the scale of players' ratings: how deep one must look, how little the move stands out at first
/// sight, how long one must go on, and how little the first move shows what it is for.
fn rating(game: &Abalone, line: &[Action], depth: u32, margin: i32, themes: &[&str]) -> u16 {
    let mut rating = 560 + 150 * depth.min(10) as i32;
    rating += 2 * (100 - margin.clamp(0, 100));
    rating += 80 * (line.len() as i32 / 2);
    if themes.contains(&"quiet") {
        rating += 120;
    }
    if ejects(game, line[0]) {
        rating -= 120;
    }
    rating.clamp(500, 2_600) as u16
}
