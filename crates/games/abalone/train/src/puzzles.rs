//! Finds puzzles: positions right after a mistake with one clearly best line.

use std::fs;

use abaque_abalone::{Abalone, Action, Options};
use abaque_abalone_bot::{AbaloneNode, PackedMove, WEIGHTS, win_chance};
use abaque_core::{Game, Ply};
use abaque_puzzles::{Puzzle, PuzzleQuestion};
use abaque_search::{
    AlphaBetaResult, AlphaBetaSearcher, Node, PROVEN_WIN, SearchLimits, SearchParams,
};
use clap::{Arg, ArgAction, ArgMatches, Command};
use rayon::prelude::*;

use super::games::{self, SelfPlayGame};
use super::symmetry::{all_images, distance};
use super::tune::progress_bar;
use abaque_recipe::number_arg;

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
        .arg(number_arg("wanted", "230", "How many"))
        .arg(number_arg("short", "65", "At most so many of a hundred may have a single move"))
        .arg(number_arg("notice", "4000", "Nodes to notice a position"))
        .arg(number_arg("follow", "20000", "Nodes to find the replies and the moves after them"))
        .arg(number_arg("verify", "100000", "Nodes to verify every move of the solver"))
        .arg(
            Arg::new("out")
                .long("out")
                .default_value("puzzles/abalone.jsonl")
                .help("Where they go"),
        )
}

/// Node limits for detecting a position, for its line, and for verifying every move of the line.
#[derive(Clone, Copy)]
struct NodeBudgets {
    notice: u64,
    follow: u64,
    verify: u64,
}

/// Minimum lead of the best move over the second in winning chance: when detected, when verified.
const MIN_LEAD_NOTICED: f64 = 0.15;
const MIN_LEAD_VERIFIED: f64 = 0.13;

/// A lead this large needs no visible material gain.
const DECISIVE_LEAD: f64 = 0.2;

/// Minimum lead for moves after the first, where less is at stake.
const MIN_LEAD_LATER: f64 = 0.08;

/// The solver's chance without the best move and with it: neither already won nor lost anyway.
const MAX_CHANCE_WITHOUT: f64 = 0.75;
const MIN_CHANCE_AFTER: f64 = 0.25;

/// Maximum line length in actions.
const MAX_LINE: usize = 9;

/// Positions tried per batch.
const BATCH_SIZE: usize = 32;

/// Swing of the winning chance that marks a mistake.
const MISTAKE_SWING: f64 = 0.1;

/// Positions that differ in at most this many points under any symmetry are too similar.
const MAX_SIMILAR_DISTANCE: u32 = 8;

/// Maximum share of puzzles solvable one move deep.
const MAX_EASY_SHARE: f64 = 0.4;

/// A puzzle without its name.
struct PuzzleCandidate {
    game: Abalone,
    line: Vec<Action>,
    rating: u16,
    /// Depth from which on the search keeps its first move.
    depth: u32,
    themes: Vec<&'static str>,
}

pub(super) fn run(matches: &ArgMatches) -> Result<(), String> {
    let of = |name: &str| matches.get_one::<u64>(name).copied().unwrap_or_default();
    let wanted = of("wanted");
    let short = wanted * of("short").min(100) / 100;
    let effort = NodeBudgets { notice: of("notice"), follow: of("follow"), verify: of("verify") };
    let out = matches.get_one::<String>("out").cloned().unwrap_or_default();
    let mut tries = Vec::new();
    for path in matches.get_many::<String>("keep").into_iter().flatten() {
        tries.extend(read_known_positions(path)?);
    }
    for path in matches.get_many::<String>("games").into_iter().flatten() {
        tries.extend(games::read_games(path)?.iter().flat_map(after_mistakes));
    }
    let mut kept: Vec<PuzzleCandidate> = Vec::new();
    let mut looks: Vec<[u64; 2]> = Vec::new();
    let progress = progress_bar(tries.len() as u64, "positions");
    for batch in tries.chunks(BATCH_SIZE) {
        let quota = PuzzleQuota::remaining(&kept, wanted, short);
        let found: Vec<Option<PuzzleCandidate>> =
            batch.par_iter().map(|game| find_candidate(game, effort, quota)).collect();
        for candidate in found.into_iter().flatten() {
            let look = all_images(&candidate.game);
            let known = looks.iter().any(|&other| distance(look[0], other) <= MAX_SIMILAR_DISTANCE);
            let fits = PuzzleQuota::remaining(&kept, wanted, short).accepts(&candidate);
            if !known && fits && (kept.len() as u64) < wanted {
                looks.extend(look);
                kept.push(candidate);
            }
        }
        progress.inc(batch.len() as u64);
        fs::write(&out, to_jsonl(&mut kept)?).map_err(|error| format!("{out}: {error}"))?;
        let long = kept.iter().filter(|puzzle| puzzle.line.len() > 1).count();
        println!("{} puzzles, {long} longer than a move", kept.len());
        if kept.len() as u64 >= wanted {
            break;
        }
    }
    Ok(())
}

/// Reads the positions of a puzzle file.
fn read_known_positions(path: &str) -> Result<Vec<Abalone>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let puzzles =
        abaque_puzzles::parse_puzzles(&text).map_err(|error| format!("{path}: {error}"))?;
    let parse = |puzzle: &Puzzle| Abalone::parse(&Options::default(), &puzzle.position);
    puzzles.iter().map(|puzzle| parse(puzzle).map_err(|error| error.to_string())).collect()
}

/// The positions right after a mistake.
fn after_mistakes(played: &SelfPlayGame) -> Vec<Abalone> {
    let pairs = played.positions.iter().zip(played.positions.iter().skip(1));
    pairs
        .filter(|(before, after)| {
            let gained = win_chance(after.value) + win_chance(before.value) - 1.0;
            gained >= MISTAKE_SWING && win_chance(after.value) >= MIN_CHANCE_AFTER
        })
        .map(|(_, after)| after.game)
        .collect()
}

/// The puzzle of a position, if there is one and the quota allows it.
fn find_candidate(
    game: &Abalone,
    effort: NodeBudgets,
    quota: PuzzleQuota,
) -> Option<PuzzleCandidate> {
    let board = AbaloneNode::new(game, 0, &WEIGHTS);
    let mut deep = AlphaBetaSearcher::new(2);
    let noticed = best_two(&mut deep, &board, effort.notice, &mut |_| ());
    let first = fair_best(&noticed, MIN_LEAD_NOTICED)?;
    if !quota.easy && is_found_at_first_sight(&mut deep, &board, first) {
        return None;
    }
    build_candidate(game, noticed.depth, &mut deep, effort, quota)
}

/// Remaining quota.
#[derive(Clone, Copy)]
struct PuzzleQuota {
    easy: bool,
    short: bool,
}

impl PuzzleQuota {
    fn remaining(kept: &[PuzzleCandidate], wanted: u64, short: u64) -> PuzzleQuota {
        let count = |sort: fn(&PuzzleCandidate) -> bool| {
            kept.iter().filter(|puzzle| sort(puzzle)).count() as u64
        };
        PuzzleQuota {
            easy: (count(|puzzle| puzzle.depth <= 1) as f64) < MAX_EASY_SHARE * wanted as f64,
            short: count(|puzzle| puzzle.line.len() == 1) < short,
        }
    }

    fn accepts(self, candidate: &PuzzleCandidate) -> bool {
        (self.easy || candidate.depth > 1) && (self.short || candidate.line.len() > 1)
    }
}

/// The puzzle file so far, easiest first.
fn to_jsonl(kept: &mut [PuzzleCandidate]) -> Result<String, String> {
    kept.sort_by_key(|candidate| candidate.rating);
    let mut text = String::new();
    for (number, candidate) in (1..).zip(kept) {
        let puzzle = Puzzle {
            id: format!("aba-{number:04}"),
            game: "abalone".into(),
            position: candidate.game.to_string(),
            ask: PuzzleQuestion::Line(candidate.line.iter().map(ToString::to_string).collect()),
            rating: candidate.rating,
            themes: candidate.themes.iter().map(|&theme| theme.into()).collect(),
        };
        text += &serde_json::to_string(&puzzle).map_err(|error| error.to_string())?;
        text.push('\n');
    }
    Ok(text)
}

/// The best two moves, searched with an empty table.
fn best_two(
    searcher: &mut AlphaBetaSearcher<AbaloneNode>,
    board: &AbaloneNode,
    nodes: u64,
    watch: &mut dyn FnMut(&AlphaBetaResult<PackedMove>),
) -> AlphaBetaResult<PackedMove> {
    searcher.clear();
    let params = SearchParams { lines: 2, ..SearchParams::new(SearchLimits::nodes(nodes)) };
    searcher.search(board, &[], &params, watch)
}

/// The best move, if clearly better than the second.
fn clear_best(found: &AlphaBetaResult<PackedMove>, by: f64) -> Option<PackedMove> {
    let [best, second] = &found.lines[..] else { return None };
    let gain = win_chance(best.value) - win_chance(second.value);
    (gain >= by).then(|| best.moves[0])
}

/// Balls gained by a line for the player who starts it.
fn ball_gain(board: &AbaloneNode, line: &[PackedMove]) -> i32 {
    let me = board.side_to_move();
    let end = line.iter().fold(board.clone(), |at, &play| at.after(play));
    let lost = |seat| i32::from(board.lives(seat)) - i32::from(end.lives(seat));
    lost(me.other()) - lost(me)
}

/// The clearly best move, if the solver is neither winning nor lost.
fn fair_best(found: &AlphaBetaResult<PackedMove>, by: f64) -> Option<PackedMove> {
    let [best, second] = &found.lines[..] else { return None };
    let [chance, otherwise] = [best, second].map(|line| win_chance(line.value));
    let open = otherwise <= MAX_CHANCE_WITHOUT && chance >= MIN_CHANCE_AFTER;
    if open { clear_best(found, by) } else { None }
}

/// Whether the advantage is visible: one more ball than the second-best line, or much better
/// chances.
fn has_reason(board: &AbaloneNode, found: &AlphaBetaResult<PackedMove>) -> bool {
    let [best, second] = &found.lines[..] else { return false };
    best.value >= PROVEN_WIN
        || second.value <= -PROVEN_WIN
        || ball_gain(board, &best.moves) > ball_gain(board, &second.moves)
        || clear_best(found, DECISIVE_LEAD).is_some()
}

/// Whether a one-ply search plays the move.
fn is_found_at_first_sight(
    searcher: &mut AlphaBetaSearcher<AbaloneNode>,
    board: &AbaloneNode,
    first: PackedMove,
) -> bool {
    searcher.clear();
    let found =
        searcher.search(board, &[], &SearchParams::new(SearchLimits::depth(1)), &mut |_| ());
    found.lines.first().is_some_and(|line| line.moves[0] == first)
}

/// Builds the whole puzzle of a position, if a much deeper search confirms it.
fn build_candidate(
    game: &Abalone,
    noticed: u32,
    deep: &mut AlphaBetaSearcher<AbaloneNode>,
    effort: NodeBudgets,
    quota: PuzzleQuota,
) -> Option<PuzzleCandidate> {
    let (mut at, mut line) = (*game, Vec::new());
    let board = AbaloneNode::new(game, 0, &WEIGHTS);

    let verified = best_two(deep, &board, effort.verify, &mut |_| ());
    let first = fair_best(&verified, MIN_LEAD_VERIFIED)?;
    let [best, second] = &verified.lines[..] else { return None };
    let chances = [best, second].map(|line| win_chance(line.value));
    if verified.depth <= noticed || !has_reason(&board, &verified) {
        return None;
    }
    let mut solving = Some(first);
    while let Some(play) = solving {
        push_play(&mut at, &mut line, play)?;
        solving = None;
        let board = AbaloneNode::new(&at, 0, &WEIGHTS);
        if board.terminal_value().is_some() || line.len() + 2 > MAX_LINE {
            break;
        }
        deep.clear();
        let params = SearchParams::new(SearchLimits::nodes(effort.follow * 2));
        let reply = deep.search(&board, &[], &params, &mut |_| ()).lines.first()?.moves[0];
        let after = board.after(reply);
        if after.terminal_value().is_some() {
            break;
        }
        // The next move belongs to the puzzle if it is also the only good one.
        let found = best_two(deep, &after, effort.follow, &mut |_| ());
        if let Some(next) = clear_best(&found, MIN_LEAD_LATER) {
            let again = best_two(deep, &after, effort.verify, &mut |_| ());
            if again.depth > found.depth && clear_best(&again, MIN_LEAD_LATER) == Some(next) {
                push_play(&mut at, &mut line, reply)?;
                solving = Some(next);
            }
        }
    }
    trim(game, &mut line);
    if line.len() == 1 && !quota.short {
        return None;
    }
    let depth = 1 + last_missed_depth(&mut AlphaBetaSearcher::new(1), game, first, verified.depth);
    let won = best.value >= PROVEN_WIN;
    let themes = themes(game, &line, chances, won);
    let margin = first_sight_margin(deep, game);
    let rating = rating(game, &line, depth, margin, &themes);
    Some(PuzzleCandidate { game: *game, line, rating, depth, themes })
}

fn push_play(at: &mut Abalone, line: &mut Vec<Action>, play: PackedMove) -> Option<()> {
    let action = play.to_action()?;
    at.play(action).ok()?;
    line.push(action);
    Some(())
}

/// Cuts obvious moves: after the solver's first ejection, a further one that is the only ejection
/// available, unless it wins.
fn trim(game: &Abalone, line: &mut Vec<Action>) {
    while line.len() >= 3 {
        let (mut before, mut ejected) = (*game, false);
        for (i, action) in line[..line.len() - 1].iter().enumerate() {
            ejected |= i % 2 == 0 && ejects(&before, *action);
            before.apply_unchecked(Ply::Act(*action));
        }
        let last = line[line.len() - 1];
        let mut offered = Vec::new();
        before.legal_actions(&mut offered);
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
    Abalone::ply_progress(game, &Ply::Act(action), &next).made_progress
}

/// The last depth at which a search with an empty table prefers another move.
fn last_missed_depth(
    searcher: &mut AlphaBetaSearcher<AbaloneNode>,
    game: &Abalone,
    first: PackedMove,
    most: u32,
) -> u32 {
    let mut last_other = 0;
    let params = SearchParams::new(SearchLimits::depth(most.min(9)));
    let board = AbaloneNode::new(game, 0, &WEIGHTS);
    searcher.search(&board, &[], &params, &mut |found| {
        if found.lines[0].moves[0] != first {
            last_other = found.depth;
        }
    });
    last_other
}

/// Lead of the best move over the second in a one-ply search, in hundredths of a ball.
fn first_sight_margin(searcher: &mut AlphaBetaSearcher<AbaloneNode>, game: &Abalone) -> i32 {
    searcher.clear();
    let params = SearchParams { lines: 2, ..SearchParams::new(SearchLimits::depth(1)) };
    let found = searcher.search(&AbaloneNode::new(game, 0, &WEIGHTS), &[], &params, &mut |_| ());
    match &found.lines[..] {
        [best, second] => best.value - second.value,
        _ => 0,
    }
}

/// Themes of a puzzle.
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
    if !game.ejectable_balls(game.side()).is_empty() && !any_ejection && chances[1] < 0.5 {
        themes.push("defence");
    }
    if !ejects(game, line[0]) && !after_first.det_balls(game.side().other()).is_empty() {
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

/// Rating on the players' scale, by search depth, how little the move stands out, line length, and
/// how little the first move reveals its purpose.
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
