//! Games of the search against itself or against the same search with other weights.

use abaque_abalone::Abalone;
use abaque_bots::abalone::{Board, Play, Weights};
use abaque_core::{Game, Options, Ply, Seat, SplitMix};
use abaque_search::{Limits, Node, Order, Searcher};

/// The layouts games start from.
const LAYOUTS: [&str; 5] =
    ["standard", "belgian-daisy", "german-daisy", "dutch-daisy", "swiss-daisy"];

/// Longer games count as drawn.
const LONGEST: usize = 400;

/// The start of the `number`-th game: a layout and a few random moves, none of which loses a ball.
pub(super) fn opening(number: u64, random_plies: usize) -> Result<Abalone, String> {
    let layout = LAYOUTS[(number % LAYOUTS.len() as u64) as usize];
    let spec = format!("abalone:layout={layout}");
    let options = spec.parse().and_then(|spec| Options::from_spec(&spec));
    let start = Abalone::start(&options.map_err(|error| error.to_string())?);
    let mut source = SplitMix(number.wrapping_mul(0x9E37_79B9));
    loop {
        let mut game = start;
        for _ in 0..random_plies {
            if let Some(action) = game.random_action(&mut source) {
                game.apply_unchecked(Ply::Act(action));
            }
        }
        let safe = Seat::ALL
            .into_iter()
            .all(|seat| game.lost(seat) == 0 && game.ejectable(seat).is_empty());
        if safe {
            return Ok(game);
        }
    }
}

/// Two players of one game: each with its own memory, weights and nodes a move.
pub(super) struct Players {
    searchers: [Searcher<Board>; 2],
    weights: [&'static Weights; 2],
    nodes: [u64; 2],
}

impl Players {
    /// Players by seat.
    pub(super) fn new(weights: [&'static Weights; 2], nodes: [u64; 2]) -> Players {
        Players { searchers: [Searcher::new(1), Searcher::new(1)], weights, nodes }
    }

    /// Plays a game to its end and gives the first player's share. `each` hears of every position and
    /// what the search found there, and may play something else.
    pub(super) fn play(
        &mut self,
        start: &Abalone,
        mut each: impl FnMut(&Board, Play, i32) -> Play,
    ) -> f64 {
        for searcher in &mut self.searchers {
            searcher.forget();
        }
        let mut boards = self.weights.map(|weights| Board::new(start, 0, weights));
        let mut past: Vec<u64> = Vec::new();
        for _ in 0..LONGEST {
            let at = boards[0].side().index();
            if let Some(value) = boards[at].ended() {
                let mover = f64::from(value.signum() + 1) / 2.0;
                return if at == 0 { mover } else { 1.0 - mover };
            }
            let key = boards[at].key();
            if past.iter().filter(|&&seen| seen == key).count() >= 2 {
                return 0.5;
            }
            let order = Order::new(Limits::nodes(self.nodes[at]));
            let found = self.searchers[at].search(&boards[at], &past, &order, &mut |_| ());
            let Some(line) = found.lines.first() else { return 0.5 };
            let play = each(&boards[at], line.moves[0], line.value);
            past.push(key);
            boards = boards.map(|board| board.after(play));
        }
        0.5
    }
}

/// A match of two sets of weights at equal nodes, every opening from both sides: the first's
/// score in each pair of games, 0 to 2.
pub(super) fn pair(
    number: u64,
    weights: [&'static Weights; 2],
    nodes: [u64; 2],
) -> Result<f64, String> {
    let start = opening(number, 6)?;
    let [a, b] = weights;
    let [m, n] = nodes;
    let there = Players::new([a, b], [m, n]).play(&start, |_, play, _| play);
    let back = Players::new([b, a], [n, m]).play(&start, |_, play, _| play);
    Ok(there + 1.0 - back)
}
