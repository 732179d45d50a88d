//! Alpha-beta for [`Node`]s: iterative deepening with aspiration windows, principal variation
//! search over a shared transposition table, null-move pruning, late move reductions and
//! quiescence.

mod follow_ups;
mod move_ordering;
mod root;
mod tree;

use std::sync::Arc;

use abaque_core::Millis;

use crate::transposition_table::TranspositionTable;
use crate::{Node, SearchBudget, SearchLimits, SearchTuning, StopFlag};
use tree::SearchThread;

/// Limits and options of one alpha-beta search.
#[derive(Clone, Debug)]
pub struct SearchParams {
    /// Node, depth and time budget.
    pub limits: SearchLimits,
    /// Stops the search from another thread.
    pub stop: StopFlag,
    /// Number of root moves to report, each with its exact value (multi-PV).
    pub lines: usize,
    /// Upper bound on search threads. A node limit forces a single thread so that the search is
    /// reproducible; browsers always use one.
    pub threads: usize,
}

impl SearchParams {
    /// A single-threaded search for the best line only.
    pub fn new(limits: SearchLimits) -> SearchParams {
        SearchParams { limits, stop: StopFlag::default(), lines: 1, threads: 1 }
    }
}

/// A principal variation and its value to the player to move at the root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation<M> {
    /// The moves of the line; never empty.
    pub moves: Vec<M>,
    /// Value of the line; from [`crate::PROVEN_WIN`] on it is a proven win.
    pub value: i32,
}

/// Outcome of an alpha-beta search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AlphaBetaResult<M> {
    /// The best lines, best first; empty only if the root has no legal move.
    pub lines: Vec<Variation<M>>,
    /// Last completed depth; 0 if only the static evaluation of each move is known.
    pub depth: u32,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// Elapsed time.
    pub time: Millis,
}

/// Alpha-beta searcher that keeps its transposition table between searches.
///
/// ```
/// # use abaque_core::Seat;
/// # use abaque_search::{AlphaBetaSearcher, Node, SearchLimits, SearchParams, WIN};
/// /// Take one or two matches; the player who takes the last one wins.
/// #[derive(Clone)]
/// struct Matches(u32, Seat);
///
/// impl Node for Matches {
///     type Move = u32;
///     const HISTORY_SLOTS: usize = 3;
///     fn side_to_move(&self) -> Seat { self.1 }
///     fn terminal_value(&self) -> Option<i32> { (self.0 == 0).then_some(-WIN) }
///     fn moves(&self, out: &mut Vec<u32>) { out.extend(1..=self.0.min(2)) }
///     fn noisy_moves(&self, _: &mut Vec<u32>) {}
///     fn after(&self, taken: u32) -> Matches { Matches(self.0 - taken, self.1.other()) }
///     fn key(&self) -> u64 { u64::from(self.0) * 2 + self.1.index() as u64 }
///     fn evaluate(&self) -> i32 { 0 }
///     fn ordering_score(&self, _: u32) -> i32 { 0 }
///     fn history_slot(&self, taken: u32) -> usize { taken as usize }
/// }
///
/// let mut searcher = AlphaBetaSearcher::new(1);
/// let params = SearchParams::new(SearchLimits::depth(20));
/// let result = searcher.search(&Matches(10, Seat::First), &[], &params, &mut |_| ());
/// assert_eq!(result.lines[0].moves[0], 1, "leaves a multiple of three");
/// assert_eq!(result.lines[0].value, WIN - 7);
/// ```
pub struct AlphaBetaSearcher<N: Node> {
    table: Arc<TranspositionTable>,
    tuning: SearchTuning,
    search_threads: Vec<SearchThread<N>>,
}

impl<N: Node> AlphaBetaSearcher<N> {
    /// Creates a searcher with a transposition table of `megabytes` MB.
    pub fn new(megabytes: usize) -> AlphaBetaSearcher<N> {
        AlphaBetaSearcher::with_tuning(megabytes, N::TUNING)
    }

    /// Creates a searcher with other parameters than the game's own, for experiments.
    pub fn with_tuning(megabytes: usize, tuning: SearchTuning) -> AlphaBetaSearcher<N> {
        let table = Arc::new(TranspositionTable::new(megabytes));
        let first = SearchThread::new(table.clone(), tuning);
        AlphaBetaSearcher { search_threads: vec![first], tuning, table }
    }

    /// Clears the transposition table, history and killers so that the next search is reproducible.
    pub fn clear(&mut self) {
        self.table.clear();
        for worker in &mut self.search_threads {
            worker.clear();
        }
    }

    /// Searches `root` for the best lines. `past` holds the keys of earlier game positions that
    /// count for repetition; `watch` is called after every completed depth.
    pub fn search(
        &mut self,
        root: &N,
        past: &[u64],
        params: &SearchParams,
        watch: &mut dyn FnMut(&AlphaBetaResult<N::Move>),
    ) -> AlphaBetaResult<N::Move> {
        self.table.start_generation();
        let budget = SearchBudget::new(params.limits, params.stop.clone());
        let threads = if params.limits.nodes.is_some() { 1 } else { params.threads.max(1) };
        self.run(root, past, params.lines.max(1), budget, threads, watch)
    }

    #[cfg(target_arch = "wasm32")]
    fn run(
        &mut self,
        root: &N,
        past: &[u64],
        lines: usize,
        budget: SearchBudget,
        _threads: usize,
        watch: &mut dyn FnMut(&AlphaBetaResult<N::Move>),
    ) -> AlphaBetaResult<N::Move> {
        self.search_threads[0].deepen(root, past, lines, budget, watch)
    }

    /// Lazy SMP: every thread runs the same search over the shared table, so entries stored by one
    /// save work for the others. Only the main thread's result is returned.
    #[cfg(not(target_arch = "wasm32"))]
    fn run(
        &mut self,
        root: &N,
        past: &[u64],
        lines: usize,
        budget: SearchBudget,
        threads: usize,
        watch: &mut dyn FnMut(&AlphaBetaResult<N::Move>),
    ) -> AlphaBetaResult<N::Move> {
        while self.search_threads.len() < threads {
            self.search_threads.push(SearchThread::new(self.table.clone(), self.tuning));
        }
        let Some((first, others)) = self.search_threads.split_first_mut() else {
            return AlphaBetaResult { lines: Vec::new(), depth: 0, nodes: 0, time: Millis(0) };
        };
        let enough = StopFlag::default();
        std::thread::scope(|scope| {
            let helpers: Vec<_> = others
                .iter_mut()
                .take(threads - 1)
                .enumerate()
                .map(|(i, worker)| {
                    let budget = SearchBudget::new(SearchLimits::default(), enough.clone());
                    scope.spawn(move || worker.search_as_helper(root, past, lines, budget, i))
                })
                .collect();
            let mut found = first.deepen(root, past, lines, budget, watch);
            enough.stop();
            found.nodes +=
                helpers.into_iter().map(|helper| helper.join().unwrap_or(0)).sum::<u64>();
            found
        })
    }

    /// Value of `node` to the player to move, searched to a fixed depth; cheap enough for many
    /// positions. The value is meaningless once `budget` is spent.
    pub fn search_fixed_depth(
        &mut self,
        node: &N,
        depth: u32,
        alpha: i32,
        beta: i32,
        budget: &mut SearchBudget,
    ) -> i32 {
        self.search_threads[0].search_fixed_depth(node, depth, alpha, beta, budget)
    }
}
