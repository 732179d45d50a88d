//! Compares alpha-beta with plain minimax on small games.
#![allow(clippy::unwrap_used)]

mod toys;

use std::time::{Duration, Instant};

use abaque_core::{Millis, RandomSource, Seat, SplitMix};
use abaque_search::{
    AlphaBetaSearcher, Node, SearchBudget, SearchLimits, SearchParams, SearchTuning, StopFlag, WIN,
};
use toys::{Again, Four, Grudge, Maze, Small, minimax, through};

/// Every option on. Selective ones need margins, which these games do not have.
const ALL_ON: SearchTuning = SearchTuning {
    quiescence_table: true,
    refined_evaluation: true,
    uses_improvement: true,
    reduction_history: 8192,
    reduces_root_moves: true,
    singular_depth: 4,
    singular_margin: 2,
    null_move_margin: 100,
    stability_time: true,
    ..SearchTuning::PLAIN
};

fn deep(depth: u32) -> SearchParams {
    SearchParams::new(SearchLimits::depth(depth))
}

/// A position some random moves into the game, not yet over.
fn later<N: Node>(start: &N, moves: usize, source: &mut SplitMix) -> N {
    loop {
        let mut node = start.clone();
        for _ in 0..moves {
            let mut all = Vec::new();
            if node.terminal_value().is_none() {
                node.moves(&mut all);
            }
            if let Some(&play) = all.get(source.below(all.len().max(1) as u64) as usize) {
                node = node.after(play);
            }
        }
        if node.terminal_value().is_none() {
            return node;
        }
    }
}

#[test]
fn agrees_with_minimax_at_every_small_depth() {
    let mut source = SplitMix(3);
    for moves in 0..8 {
        let node = later(&Small::default(), moves, &mut source);
        for depth in 1..=4 {
            let found = AlphaBetaSearcher::new(1).search(&node, &[], &deep(depth), &mut |_| ());
            let best = &found.lines[0];
            assert_eq!(best.value, minimax(&node, depth, 0), "{node:?} {depth}");
            assert_eq!(best.value, through(&node, best.moves[0], depth, 0));
        }
    }
}

#[test]
fn finds_the_exact_distance_to_the_end() {
    let mut source = SplitMix(4);
    for moves in 2..10 {
        let node = later(&Small::default(), moves, &mut source);
        let found = AlphaBetaSearcher::new(1).search(&node, &[], &deep(20), &mut |_| ());
        assert_eq!(found.lines[0].value, minimax(&node, 12, 0), "{node:?}");
    }
}

#[test]
fn no_option_hides_the_exact_distance() {
    let mut source = SplitMix(4);
    for moves in 2..10 {
        let node = later(&Small::default(), moves, &mut source);
        let mut searcher = AlphaBetaSearcher::with_tuning(1, ALL_ON);
        let found = searcher.search(&node, &[], &deep(24), &mut |_| ());
        assert_eq!(found.lines[0].value, minimax(&node, 12, 0), "{node:?}");
    }
}

#[test]
fn a_quiescence_table_changes_no_value() {
    let mut source = SplitMix(9);
    let tuning = SearchTuning { quiescence_table: true, ..SearchTuning::PLAIN };
    for moves in 0..8 {
        let node = later(&Small::default(), moves, &mut source);
        for depth in 1..=4 {
            let mut searcher = AlphaBetaSearcher::with_tuning(1, tuning);
            let found = searcher.search(&node, &[], &deep(depth), &mut |_| ());
            assert_eq!(found.lines[0].value, minimax(&node, depth, 0), "{node:?} {depth}");
        }
    }
}

#[test]
fn a_player_who_dislikes_draws_avoids_them() {
    // A cycle of four, or from 0 a dead end of six points that is slightly worse than a draw.
    const ARROWS: &[&[usize]] = &[&[1, 4], &[2], &[3], &[0], &[5], &[6], &[7], &[8], &[9], &[9]];
    let maze = Maze {
        at: 0,
        side: Seat::First,
        arrows: ARROWS,
        values: &[-20, -20, -20, -20, -20, -20, -20, -20, -20, -20],
    };
    let best = |draw: i32| {
        let node = Grudge { maze: maze.clone(), draw };
        AlphaBetaSearcher::new(1).search(&node, &[], &deep(6), &mut |_| ()).lines[0].clone()
    };
    assert_eq!((best(0).moves[0], best(0).value), (1, 0), "a draw is better than -20");
    assert_eq!((best(-30).moves[0], best(-30).value), (4, -20), "but not if it counts -30");
}

#[test]
fn the_same_player_may_move_again() {
    for pile in 1..=14 {
        let node = Again { pile, lead: 0, side: Seat::First };
        for depth in 1..=4 {
            let found = AlphaBetaSearcher::new(1).search(&node, &[], &deep(depth), &mut |_| ());
            assert_eq!(found.lines[0].value, minimax(&node, depth, 0), "{pile} {depth}");
        }
        let found = AlphaBetaSearcher::new(1).search(&node, &[], &deep(30), &mut |_| ());
        assert_eq!(found.lines[0].value.signum(), minimax(&node, 14, 0).signum(), "{pile}");
    }
}

#[test]
fn every_line_has_its_exact_value() {
    let mut source = SplitMix(5);
    for moves in [0, 3, 5] {
        let node = later(&Small::default(), moves, &mut source);
        for count in 1..=5 {
            let params = SearchParams { lines: count, ..deep(4) };
            let found = AlphaBetaSearcher::new(1).search(&node, &[], &params, &mut |_| ());
            let mut all = Vec::new();
            node.moves(&mut all);
            let mut values: Vec<i32> = all.iter().map(|&play| through(&node, play, 4, 0)).collect();
            values.sort_by(|a, b| b.cmp(a));
            values.truncate(count);
            let lines = &found.lines;
            assert_eq!(lines.iter().map(|line| line.value).collect::<Vec<_>>(), values);
            for line in lines {
                assert_eq!(line.value, through(&node, line.moves[0], 4, 0));
                assert_eq!(lines.iter().filter(|l| l.moves[0] == line.moves[0]).count(), 1);
            }
        }
    }
}

#[test]
fn lines_can_be_played() {
    let found = AlphaBetaSearcher::new(4).search(&Four::default(), &[], &deep(9), &mut |_| ());
    let mut node = Four::default();
    assert!(found.lines[0].moves.len() >= 5);
    for &play in &found.lines[0].moves {
        let mut all = Vec::new();
        node.moves(&mut all);
        assert!(all.contains(&play));
        node = node.after(play);
    }
}

#[test]
fn repetition_on_the_line_is_a_draw() {
    // A single cycle 0 → 1 → 2 → 3 → 0, good for the first player at every point.
    const ARROWS: &[&[usize]] = &[&[1], &[2], &[3], &[0]];
    let node = Maze { at: 0, side: Seat::First, arrows: ARROWS, values: &[50; 4] };
    let shallow = AlphaBetaSearcher::new(1).search(&node, &[], &deep(3), &mut |_| ());
    assert_eq!(shallow.lines[0].value, 50);
    let found = AlphaBetaSearcher::new(1).search(&node, &[], &deep(6), &mut |_| ());
    assert_eq!(found.lines[0].value, 0);
}

#[test]
fn a_third_occurrence_is_a_draw() {
    // From 0 to 1 (worth 80) or to 2 (worth 30), then a long path.
    const ARROWS: &[&[usize]] = &[&[1, 2], &[3], &[4], &[5], &[6], &[7], &[8], &[9], &[10], &[9]];
    let values = &[0, 80, 30, 80, 30, 80, 30, 80, 30, 80, 30];
    let node = Maze { at: 0, side: Seat::First, arrows: ARROWS, values };
    let best = |past: &[u64]| {
        AlphaBetaSearcher::new(1).search(&node, past, &deep(3), &mut |_| ()).lines[0].clone()
    };
    assert_eq!(best(&[]).moves[0], 1);
    let key = node.after(1).key();
    assert_eq!(best(&[key, 5]).moves[0], 1, "once is no draw yet");
    assert_eq!(best(&[key, 5, key]).moves[0], 2, "the third time is");
}

#[test]
fn the_stop_flag_ends_a_search_within_milliseconds() {
    let stop = StopFlag::default();
    let params = SearchParams {
        stop: stop.clone(),
        threads: 2,
        ..SearchParams::new(SearchLimits::default())
    };
    let searching = std::thread::spawn(move || {
        AlphaBetaSearcher::new(1).search(&Four::default(), &[], &params, &mut |_| ())
    });
    std::thread::sleep(Duration::from_millis(60));
    stop.stop();
    let raised = Instant::now();
    let found = searching.join().unwrap();
    assert!(raised.elapsed() < Duration::from_millis(100), "{:?}", raised.elapsed());
    assert!(found.depth >= 3 && !found.lines.is_empty());
}

#[test]
fn an_empty_budget_still_gives_every_line() {
    for limits in [SearchLimits::nodes(1), SearchLimits::time(Millis(0)), SearchLimits::depth(0)] {
        let params = SearchParams { lines: 3, ..SearchParams::new(limits) };
        let found = AlphaBetaSearcher::new(1).search(&Four::default(), &[], &params, &mut |_| ());
        assert_eq!((found.lines.len(), found.depth), (3, 0));
        assert!(found.lines.is_sorted_by(|a, b| a.value >= b.value));
    }
}

#[test]
fn the_same_node_limit_gives_the_same_result() {
    let mut searcher = AlphaBetaSearcher::new(1);
    let mut run = |nodes| {
        searcher.clear();
        let mut seen = Vec::new();
        let params = SearchParams { threads: 4, ..SearchParams::new(SearchLimits::nodes(nodes)) };
        let mut found = searcher
            .search(&Four::default(), &[], &params, &mut |found| seen.push(found.lines.clone()));
        found.time = Millis(0);
        (found, seen)
    };
    let once = run(40_000);
    run(5_000);
    assert_eq!(once, run(40_000));
    assert!((40_000..40_020).contains(&once.0.nodes), "{}", once.0.nodes);
}

#[test]
fn several_threads_find_the_same_value() {
    let mut source = SplitMix(6);
    for _ in 0..4 {
        let node = later(&Small::default(), 3, &mut source);
        let params = SearchParams { threads: 3, ..deep(20) };
        let found = AlphaBetaSearcher::new(1).search(&node, &[], &params, &mut |_| ());
        assert_eq!(found.lines[0].value, minimax(&node, 12, 0), "{node:?}");
    }
}

#[test]
fn reductions_do_not_hide_a_forced_win() {
    let mut source = SplitMix(7);
    let mut wins = 0;
    for _ in 0..60 {
        let node = later(&Four::default(), 16, &mut source);
        let truth = minimax(&node, 5, 0);
        if truth >= WIN - 5 {
            wins += 1;
            let found = AlphaBetaSearcher::new(1).search(&node, &[], &deep(8), &mut |_| ());
            assert_eq!(found.lines[0].value, truth, "{node:?}");
        }
    }
    assert!(wins >= 10, "{wins}");
}

#[test]
fn fixed_depth_search_agrees_with_minimax() {
    let mut searcher = AlphaBetaSearcher::new(1);
    let mut budget = SearchBudget::new(SearchLimits::default(), StopFlag::default());
    let mut source = SplitMix(8);
    for moves in 0..9 {
        let node = later(&Small::default(), moves, &mut source);
        for depth in 0..=3 {
            searcher.clear();
            let value = searcher.search_fixed_depth(&node, depth, -WIN, WIN, &mut budget);
            assert_eq!(value, minimax(&node, depth, 0), "{node:?} {depth}");
        }
    }
    assert!(budget.nodes() > 0);
    let mut spent = SearchBudget::new(SearchLimits::nodes(2), StopFlag::default());
    searcher.search_fixed_depth(&Small::default(), 4, -WIN, WIN, &mut spent);
    assert!(spent.is_spent());
}

#[test]
fn a_finished_game_has_no_lines() {
    let node = Again { pile: 0, lead: 1, side: Seat::First };
    let found = AlphaBetaSearcher::new(1).search(&node, &[], &deep(3), &mut |_| ());
    assert!(found.lines.is_empty());
}
