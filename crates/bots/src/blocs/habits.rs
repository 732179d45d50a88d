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
    /// (`abaque-train blocs-match best:secret=X best --nodes 2000 --pairs 100 --seed 4`).
    pub secret: f64,
    /// Moves this close to the best are mixed, in chances to win. Only equal ones: which worlds are
    /// imagined differs from thought to thought, and that is variety enough.
    pub mixed: f64,
}

impl Habits {
    /// Everything it can do.
    pub const BEST: Habits = Habits {
        nodes: 800_000,
        depth: 60,
        worlds: None,
        noise: 0.0,
        knows_styles: true,
        secret: 0.0,
        mixed: 0.0,
    };

    /// The habits of a level.
    pub fn of(level: Level) -> Habits {
        let (nodes, depth, worlds, noise) = [
            (500, 0, 1, 0.14),
            (500, 0, 1, 0.1),
            (500, 0, 2, 0.072),
            (1_000, 0, 4, 0.044),
            (4_000, 1, 4, 0.033),
            (4_000, 1, 6, 0.018),
            (4_000, 2, 3, 0.012),
            (40_000, 60, 5, 0.0),
        ][level.index()];
        Habits {
            nodes,
            depth,
            worlds: Some(worlds),
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
