//! Self-play games, also between different weights.

use abaque_abalone::Abalone;
use abaque_abalone_bot::{AbaloneNode, Net, PackedMove, Weights};
use abaque_core::{Game, GameOptions, Ply, Seat, SplitMix};
use abaque_search::{AlphaBetaSearcher, Node, SearchLimits, SearchParams};

/// Layouts used as start positions.
const LAYOUTS: [&str; 5] =
    ["standard", "belgian-daisy", "german-daisy", "dutch-daisy", "swiss-daisy"];

/// Longer games count as drawn.
const MAX_PLIES: usize = 400;

/// Start of game `number`: a layout and a few random moves that lose no ball.
pub(super) fn random_opening(number: u64, random_plies: usize) -> Result<Abalone, String> {
    random_opening_of(number, number, random_plies)
}

/// Start of game `number` from a given layout, by its number.
pub(super) fn random_opening_of(
    layout: u64,
    number: u64,
    random_plies: usize,
) -> Result<Abalone, String> {
    let layout = LAYOUTS[(layout % LAYOUTS.len() as u64) as usize];
    let spec = format!("abalone:layout={layout}");
    let options = spec.parse().and_then(|spec| GameOptions::from_spec(&spec));
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
            .all(|seat| game.lost(seat) == 0 && game.ejectable_balls(seat).is_empty());
        if safe {
            return Ok(game);
        }
    }
}

/// Two searchers with their own tables, weights and node limits.
pub(super) struct SelfPlayPair {
    searchers: [AlphaBetaSearcher<AbaloneNode>; 2],
    weights: [&'static Weights; 2],
    nodes: [u64; 2],
    contempt: i16,
    net: Option<&'static Net>,
}

impl SelfPlayPair {
    /// Searchers by seat.
    pub(super) fn new(weights: [&'static Weights; 2], nodes: [u64; 2]) -> SelfPlayPair {
        SelfPlayPair {
            searchers: [AlphaBetaSearcher::new(1), AlphaBetaSearcher::new(1)],
            weights,
            nodes,
            contempt: 0,
            net: None,
        }
    }

    /// Lets both players avoid draws.
    pub(super) fn with_contempt(self, contempt: i16) -> SelfPlayPair {
        SelfPlayPair { contempt, ..self }
    }

    /// Corrects both players' evaluation with a net.
    pub(super) fn with_net(self, net: Option<&'static Net>) -> SelfPlayPair {
        SelfPlayPair { net, ..self }
    }

    /// Plays a game and returns the first player's share. `each` receives every position with its
    /// search result and may override the move.
    pub(super) fn play(
        &mut self,
        start: &Abalone,
        mut each: impl FnMut(&AbaloneNode, PackedMove, i32) -> PackedMove,
    ) -> f64 {
        for searcher in &mut self.searchers {
            searcher.clear();
        }
        let mut boards = Seat::ALL.map(|seat| {
            let board = AbaloneNode::new(start, 0, self.weights[seat.index()])
                .with_contempt(seat, self.contempt);
            match self.net {
                Some(net) => board.with_net(net),
                None => board,
            }
        });
        let mut past: Vec<u64> = Vec::new();
        for _ in 0..MAX_PLIES {
            let at = boards[0].side_to_move().index();
            if let Some(value) = boards[at].terminal_value() {
                let mover = f64::from(value.signum() + 1) / 2.0;
                return if at == 0 { mover } else { 1.0 - mover };
            }
            let key = boards[at].key();
            if past.iter().filter(|&&seen| seen == key).count() >= 2 {
                return 0.5;
            }
            let params = SearchParams::new(SearchLimits::nodes(self.nodes[at]));
            let found = self.searchers[at].search(&boards[at], &past, &params, &mut |_| ());
            let Some(line) = found.lines.first() else { return 0.5 };
            let play = each(&boards[at], line.moves[0], line.value);
            past.push(key);
            boards = boards.map(|board| board.after(play));
        }
        0.5
    }
}

/// Two games from one opening, with seats exchanged, at equal nodes; returns the first weights'
/// score, 0 to 2.
pub(super) fn play_pair(
    number: u64,
    weights: [&'static Weights; 2],
    nodes: [u64; 2],
) -> Result<f64, String> {
    let start = random_opening(number, 6)?;
    let [a, b] = weights;
    let [m, n] = nodes;
    let there = SelfPlayPair::new([a, b], [m, n]).play(&start, |_, play, _| play);
    let back = SelfPlayPair::new([b, a], [n, m]).play(&start, |_, play, _| play);
    Ok(there + 1.0 - back)
}
