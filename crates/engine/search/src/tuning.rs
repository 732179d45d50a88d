/// Parameters of the alpha-beta search. Every game chooses its own with [`crate::Node::TUNING`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchTuning {
    /// Whether quiescence looks positions up in the transposition table and stores them.
    pub quiescence_table: bool,
    /// Whether a table value refines the static evaluation where it bounds it.
    pub refined_evaluation: bool,
    /// Remaining depth up to which a static evaluation far above beta ends the search.
    pub static_pruning_depth: i32,
    /// Remaining depth up to which a static evaluation far below alpha leads straight to
    /// quiescence; 0 disables this.
    pub razoring_depth: i32,
    /// How far below alpha that is, per ply.
    pub razoring_margin: i32,
    /// An advantage over beta of this much reduces null-move searches by one more ply; 0 disables
    /// this.
    pub null_move_margin: i32,
    /// Remaining depth up to which late moves are skipped.
    pub late_move_depth: i32,
    /// Late moves are those from this one on, plus [`SearchTuning::late_move_growth`] times the
    /// depth squared; half as many where the evaluation is not improving.
    pub late_move_base: i32,
    /// See [`SearchTuning::late_move_base`].
    pub late_move_growth: i32,
    /// Whether late moves depend on whether the evaluation is improving.
    pub uses_improvement: bool,
    /// Logarithmic growth of late move reductions, in 1/384.
    pub reduction_growth: i32,
    /// History that changes a reduction by one ply; 0 disables this.
    pub reduction_history: i32,
    /// Whether late root moves are reduced.
    pub reduces_root_moves: bool,
    /// Remaining depth from which a table move that is much better than all others is extended; 0
    /// disables this.
    pub singular_depth: i32,
    /// How much better, per ply.
    pub singular_margin: i32,
    /// Half-width of the first aspiration window.
    pub aspiration_window: i32,
    /// Whether the time for a move depends on how stable the best move is.
    pub stability_time: bool,
}

impl SearchTuning {
    /// The plain search: no parameter depends on a game.
    pub const PLAIN: SearchTuning = SearchTuning {
        quiescence_table: false,
        refined_evaluation: false,
        static_pruning_depth: 5,
        razoring_depth: 0,
        razoring_margin: 0,
        null_move_margin: 0,
        late_move_depth: 3,
        late_move_base: 6,
        late_move_growth: 3,
        uses_improvement: false,
        reduction_growth: 5,
        reduction_history: 0,
        reduces_root_moves: false,
        singular_depth: 0,
        singular_margin: 0,
        aspiration_window: 20,
        stability_time: false,
    };
}
