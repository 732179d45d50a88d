use abaque_search::Limits;

use crate::Level;

/// What a player of Blocs-pions does and does not do, whatever the budget.
#[derive(Clone, Copy, Debug)]
pub struct Habits {
    /// Its own budget in nodes.
    pub nodes: u64,
    /// How many turns it looks ahead after its own, at most.
    pub depth: u32,
    /// How many worlds it imagines; `None`: as many as the budget allows.
    pub worlds: Option<usize>,
    /// How far its judgement of a move is off as a rule, in chances to win.
    pub noise: f64,
    /// Whether it thinks of how people set up and move, or believes whatever can be hidden alike.
    pub knows_styles: bool,
    /// What a secret kept or learned is worth, in chances to win. Nothing, as far as matches of 200 games
    /// against a player to whom it is worth nothing tell: 0.004 scored 53.2 % ± 5.9, 0.012 45.5 % ± 6.2
    /// (`abaque-train blocs-match best best --secret X --nodes 2000 --pairs 100 --seed 4`).
    pub secret: f64,
    /// Moves this close to the best are mixed, in chances to win.
    pub mixed: f64,
}

/// The nodes a turn of the strongest level may cost: about half a second.
const TOP: u64 = 400_000;

impl Habits {
    /// Everything it can do.
    pub const BEST: Habits = Habits {
        nodes: 2 * TOP,
        depth: 60,
        worlds: None,
        noise: 0.0,
        knows_styles: true,
        secret: 0.0,
        mixed: 0.004,
    };

    /// The habits of a level.
    pub fn of(level: Level) -> Habits {
        let (nodes, depth, worlds, noise) = [
            (500, 0, 1, 0.14),
            (800, 0, 2, 0.09),
            (2_000, 0, 8, 0.035),
            (4_000, 1, 8, 0.03),
            (12_000, 1, 24, 0.01),
            (40_000, 2, 48, 0.0),
            (120_000, 4, 64, 0.0),
            (TOP, 60, 128, 0.0),
        ][level.index()];
        let top = level.index() == 7;
        Habits {
            nodes,
            depth,
            worlds: (!top).then_some(worlds),
            noise,
            knows_styles: level.index() > 4,
            ..Habits::BEST
        }
    }

    /// The budget where none is given.
    pub fn limits(&self) -> Limits {
        Limits::nodes(self.nodes)
    }
}
