//! Alpha-beta for [`Node`]s: iterative deepening with aspiration windows, principal variation
//! search over a shared table, null moves, late-move reductions, quiescence.

mod order;
mod root;
mod tree;

use std::sync::Arc;

use abaque_core::Millis;

use crate::table::Table;
use crate::{Limits, Meter, Node, Stop};
use tree::Worker;

/// What a search is asked for.
#[derive(Clone, Debug)]
pub struct Order {
    /// How much it may spend.
    pub limits: Limits,
    /// Ends it from outside.
    pub stop: Stop,
    /// How many different first moves to follow, each with its exact value.
    pub lines: usize,
    /// How many threads may help. A bound in nodes is kept by one thread alone, so that it can be
    /// repeated; in a browser there is only one.
    pub threads: usize,
}

impl Order {
    /// One line, one thread.
    pub fn new(limits: Limits) -> Order {
        Order { limits, stop: Stop::default(), lines: 1, threads: 1 }
    }
}

/// A first move, what follows it, and what that is worth to the player to move at the root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation<M> {
    /// The moves foreseen, at least one.
    pub moves: Vec<M>,
    /// Their value; from [`crate::SEEN_TO_THE_END`] on the game's end was seen.
    pub value: i32,
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found<M> {
    /// The best lines, the best first; empty only where there is no move at all.
    pub lines: Vec<Variation<M>>,
    /// The last depth that was searched to its end (0: only a glance at each move).
    pub depth: u32,
    /// Positions looked at by all threads.
    pub nodes: u64,
    /// Time spent.
    pub time: Millis,
}

/// An alpha-beta search with its memory.
///
/// ```
/// # use abaque_core::Seat;
/// # use abaque_search::{Limits, Node, Order, Searcher, WIN};
/// /// Take one or two matches; who takes the last wins.
/// #[derive(Clone)]
/// struct Matches(u32, Seat);
///
/// impl Node for Matches {
///     type Move = u32;
///     const SLOTS: usize = 3;
///     fn side(&self) -> Seat { self.1 }
///     fn ended(&self) -> Option<i32> { (self.0 == 0).then_some(-WIN) }
///     fn moves(&self, out: &mut Vec<u32>) { out.extend(1..=self.0.min(2)) }
///     fn loud(&self, _: &mut Vec<u32>) {}
///     fn after(&self, taken: u32) -> Matches { Matches(self.0 - taken, self.1.other()) }
///     fn key(&self) -> u64 { u64::from(self.0) * 2 + self.1.index() as u64 }
///     fn value(&self) -> i32 { 0 }
///     fn promise(&self, _: u32) -> i32 { 0 }
///     fn slot(&self, taken: u32) -> usize { taken as usize }
/// }
///
/// let mut searcher = Searcher::new(1);
/// let order = Order::new(Limits::depth(20));
/// let found = searcher.search(&Matches(10, Seat::First), &[], &order, &mut |_| ());
/// assert_eq!(found.lines[0].moves[0], 1, "leaves a multiple of three");
/// assert_eq!(found.lines[0].value, WIN - 7);
/// ```
pub struct Searcher<N: Node> {
    table: Arc<Table>,
    workers: Vec<Worker<N>>,
}

impl<N: Node> Searcher<N> {
    /// A search with a table of so many megabytes.
    pub fn new(megabytes: usize) -> Searcher<N> {
        let table = Arc::new(Table::new(megabytes));
        Searcher { workers: vec![Worker::new(table.clone())], table }
    }

    /// Forgets every position, so that what follows can be repeated.
    pub fn forget(&mut self) {
        self.table.forget();
        for worker in &mut self.workers {
            worker.forget();
        }
    }

    /// The best lines from `root`. `past` holds the keys of earlier positions of the game that
    /// count for repetition; `watch` hears of every depth that was searched to its end.
    pub fn search(
        &mut self,
        root: &N,
        past: &[u64],
        order: &Order,
        watch: &mut dyn FnMut(&Found<N::Move>),
    ) -> Found<N::Move> {
        self.table.age();
        let meter = Meter::new(order.limits, order.stop.clone());
        let threads = if order.limits.nodes.is_some() { 1 } else { order.threads.max(1) };
        self.run(root, past, order.lines.max(1), meter, threads, watch)
    }

    #[cfg(target_arch = "wasm32")]
    fn run(
        &mut self,
        root: &N,
        past: &[u64],
        lines: usize,
        meter: Meter,
        _threads: usize,
        watch: &mut dyn FnMut(&Found<N::Move>),
    ) -> Found<N::Move> {
        self.workers[0].deepen(root, past, lines, meter, watch)
    }

    /// Every thread runs the same search over the shared table; what one stores saves the others
    /// work and makes them see different things. The first thread's answer counts.
    #[cfg(not(target_arch = "wasm32"))]
    fn run(
        &mut self,
        root: &N,
        past: &[u64],
        lines: usize,
        meter: Meter,
        threads: usize,
        watch: &mut dyn FnMut(&Found<N::Move>),
    ) -> Found<N::Move> {
        while self.workers.len() < threads {
            self.workers.push(Worker::new(self.table.clone()));
        }
        let Some((first, others)) = self.workers.split_first_mut() else {
            return Found { lines: Vec::new(), depth: 0, nodes: 0, time: Millis(0) };
        };
        let enough = Stop::default();
        std::thread::scope(|scope| {
            let helpers: Vec<_> = others
                .iter_mut()
                .take(threads - 1)
                .enumerate()
                .map(|(i, worker)| {
                    let meter = Meter::new(Limits::default(), enough.clone());
                    scope.spawn(move || worker.help(root, past, lines, meter, i))
                })
                .collect();
            let mut found = first.deepen(root, past, lines, meter, watch);
            enough.stop();
            found.nodes +=
                helpers.into_iter().map(|helper| helper.join().unwrap_or(0)).sum::<u64>();
            found
        })
    }

    /// What `node` is worth to the player to move there, searched to a fixed depth: for looking at
    /// many positions briefly. Means nothing once the meter is spent.
    pub fn value(&mut self, node: &N, depth: u32, alpha: i32, beta: i32, meter: &mut Meter) -> i32 {
        self.workers[0].glance(node, depth, alpha, beta, meter)
    }
}
