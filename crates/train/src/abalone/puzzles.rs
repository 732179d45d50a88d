//! Finds positions with one clearly best line in games of middling players.

use std::fs;

use abaque_abalone::{Abalone, Action};
use abaque_bots::abalone::{Board, Play, WEIGHTS, win_chance};
use abaque_core::{Game, Ply, Source, SplitMix};
use abaque_puzzles::{Ask, Puzzle};
use abaque_search::{Found, Limits, Node, Order, SEEN_TO_THE_END, Searcher};
use clap::{Arg, ArgMatches, Command, value_parser};
use rayon::prelude::*;

use super::selfplay::opening;
use super::symmetry::{distance, seen};
use super::tune::bar;

pub(super) fn command() -> Command {
    let number = |name: &'static str, default: &'static str, help: &'static str| {
        Arg::new(name).long(name).default_value(default).value_parser(value_parser!(u64)).help(help)
    };
    Command::new("abalone-puzzles")
        .about("Finds Abalone puzzles in games of the program against itself")
        .arg(number("wanted", "250", "How many"))
        .arg(number("first", "5000000", "Number of the first game"))
        .arg(number("until", "5002464", "Number of the game to stop before, enough or not"))
        .arg(number("glance", "600", "Nodes to follow a game with"))
        .arg(number("notice", "4000", "Nodes to notice a position"))
        .arg(number("follow", "20000", "Nodes to find the replies and the moves after them"))
        .arg(number("verify", "80000", "Nodes to verify every move of the solver"))
        .arg(
            Arg::new("out")
                .long("out")
                .default_value("puzzles/abalone.jsonl")
                .help("Where they go"),
        )
}

/// Nodes to follow a game, to notice a position, to work out its line, and to verify every move of it.
#[derive(Clone, Copy)]
struct Effort {
    glance: u64,
    notice: u64,
    follow: u64,
    verify: u64,
}

/// By how much the best move must beat the second in winning chances: when noticed, when verified.
const CLEAR: f64 = 0.15;
const STILL_CLEAR: f64 = 0.13;

/// The same for the moves after the first.
const CLEAR_AFTER: f64 = 0.10;

/// A change of the chances that shows a mistake.
const TURNED: f64 = 0.07;

/// The solver's winning chances without the move: not won anyway, not lost anyway after it.
const NOT_YET_WON: f64 = 0.75;
const NOT_LOST: f64 = 0.25;

/// The longest line, in actions.
const LONGEST: usize = 9;

/// Games are played in batches of so many, until there are enough puzzles.
const BATCH: u64 = 32;

/// Positions that differ in no more points than this, however the board is turned, are too similar.
const SIMILAR: u32 = 8;

/// At most this share of the puzzles may be seen at the first glance.
const EASY_SHARE: f64 = 0.7;

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
    let (wanted, mut first) = (of("wanted"), of("first"));
    let effort = Effort {
        glance: of("glance"),
        notice: of("notice"),
        follow: of("follow"),
        verify: of("verify"),
    };
    let out = matches.get_one::<String>("out").cloned().unwrap_or_default();
    let mut kept: Vec<Candidate> = Vec::new();
    let mut looks: Vec<[u64; 2]> = Vec::new();
    let progress = bar(wanted, "puzzles");
    while (kept.len() as u64) < wanted && first < of("until") {
        let found: Result<Vec<Vec<Candidate>>, String> =
            (first..first + BATCH).into_par_iter().map(|number| hunt(number, effort)).collect();
        for candidate in found?.into_iter().flatten() {
            let easy = kept.iter().filter(|puzzle| puzzle.depth <= 1).count() as f64;
            let look = seen(&candidate.game);
            let known = looks.iter().any(|&other| distance(look[0], other) <= SIMILAR);
            let too_easy = candidate.depth <= 1 && easy >= EASY_SHARE * wanted as f64;
            if !known && !too_easy && (kept.len() as u64) < wanted {
                looks.extend(look);
                kept.push(candidate);
            }
        }
        first += BATCH;
        progress.set_position(kept.len() as u64);
        fs::write(&out, written(&mut kept)?).map_err(|error| format!("{out}: {error}"))?;
        println!("{} puzzles before game {first}", kept.len());
    }
    Ok(())
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

/// The puzzles of one game of two middling players.
fn hunt(number: u64, effort: Effort) -> Result<Vec<Candidate>, String> {
    let mut source = SplitMix(number);
    let mut game = opening(number, 4 + source.below(6) as usize)?;
    let (mut player, mut judge) = (Searcher::new(1), Searcher::new(1));
    let mut deep = Searcher::new(2);
    let mut found = Vec::new();
    let (mut past, mut quiet_for, mut expected) = (Vec::new(), 10, 0.5);
    for _ in 0..160 {
        let board = Board::new(&game, 0, &WEIGHTS);
        if board.ended().is_some() || past.iter().filter(|&&key| key == board.key()).count() >= 2 {
            break;
        }
        let order = Order::new(Limits::nodes(effort.glance));
        let glance = judge.search(&board, &[], &order, &mut |_| ());
        let Some(best) = glance.lines.first() else { break };
        let chance = win_chance(best.value);
        // Somebody has just made a mistake, or must not make one now.
        let turned = chance - expected >= TURNED || !game.ejectable(game.side()).is_empty();
        expected = 1.0 - chance;
        if quiet_for >= 5 && turned && (NOT_LOST..0.995).contains(&chance) {
            let noticed = best_two(&mut deep, &board, effort.notice, &mut |_| ());
            let fair = noticed.lines.get(1).is_some_and(|second| {
                win_chance(second.value) <= NOT_YET_WON
                    && win_chance(noticed.lines[0].value) >= NOT_LOST
            });
            if fair
                && clear(&noticed, CLEAR).is_some()
                && let Some(candidate) = work_out(&game, noticed.depth, &mut deep, effort)
            {
                found.push(candidate);
                quiet_for = 0;
            }
        }
        quiet_for += 1;
        // Unsure and quick, they make the mistakes that puzzles are about.
        let order = Order::new(Limits::nodes(80 + source.below(400)));
        let unsure = board.clone().blurred(20, source.next_u64());
        let moves = player.search(&unsure, &past, &order, &mut |_| ());
        let Some(action) = moves.lines.first().and_then(|line| line.moves[0].action()) else {
            break;
        };
        past.push(board.key());
        game.apply_unchecked(Ply::Act(action));
    }
    Ok(found)
}

/// The whole puzzle from a position, if a much deeper search agrees that there is one.
fn work_out(
    game: &Abalone,
    noticed: u32,
    deep: &mut Searcher<Board>,
    effort: Effort,
) -> Option<Candidate> {
    let (mut at, mut line) = (*game, Vec::new());
    let board = Board::new(game, 0, &WEIGHTS);

    let verified = best_two(deep, &board, effort.verify, &mut |_| ());
    let first = clear(&verified, STILL_CLEAR)?;
    let [best, second] = &verified.lines[..] else { return None };
    let chances = [best, second].map(|line| win_chance(line.value));
    if chances[1] > NOT_YET_WON || chances[0] < NOT_LOST || verified.depth <= noticed {
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
