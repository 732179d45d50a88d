use abaque_abalone::Abalone;
use abaque_core::{Game, RandomSource, Seat, SplitMix};
use abaque_search::{FULL_DEPTH_SCORE, Node, SearchTuning, WIN};

use super::evaluation::{self, Weights};
use super::generate;
use super::geometry::{
    ALL, BIT, NO_POINT, PLACING_KEY, RAY, RING, SECOND_TO_MOVE_KEY, ZOBRIST_KEYS,
};
use super::net::{Accumulator, HIDDEN, Net};
use super::packed_move::{ARROW_AXES, MoveKind, PackedMove};

/// Abalone position for alpha-beta.
#[derive(Clone, Debug)]
pub struct AbaloneNode {
    /// Bitboard of each seat's balls.
    pub(crate) balls: [u64; 2],
    key: u64,
    weights: &'static Weights,
    pub(crate) side: Seat,
    /// Balls each seat can still lose; losing the last one loses the game.
    pub(crate) lives: [u8; 2],
    /// Balls still in hand, both players together.
    in_hand: u8,
    /// Turns without an ejection so far (COM-03).
    idle_turns: u16,
    /// Standard deviation of the evaluation noise, in hundredths of a ball.
    blur: u16,
    /// Seed of the evaluation noise.
    blur_salt: u64,
    /// Value of a draw to Black, in hundredths of a ball.
    draw_value: i16,
    /// Whether the lead decides after too many turns without an ejection (ABA-17).
    lead_decides: bool,
    /// Corrects the linear evaluation.
    net: Option<&'static Net>,
    /// Hidden layers of the net by seat.
    hidden: [Accumulator; 2],
}

/// COM-03: this many turns without an ejection are a draw.
const MAX_IDLE_TURNS: u16 = 300;

/// From here on the evaluation shrinks towards a draw, which urges the leader to make progress.
const IDLE_DISCOUNT_START: u16 = 60;

/// What a lead is worth just before it decides the game (ABA-17), in hundredths of a ball.
const DECIDING_LEAD: i32 = 1_000;

/// Search parameters, tested one by one by matches at equal nodes and at equal time.
const TUNING: SearchTuning = SearchTuning {
    quiescence_table: true,
    refined_evaluation: true,
    uses_improvement: true,
    reduction_growth: 8,
    reduction_history: 4000,
    reduces_root_moves: true,
    singular_depth: 7,
    singular_margin: 3,
    null_move_margin: 150,
    stability_time: true,
    ..SearchTuning::PLAIN
};

impl AbaloneNode {
    /// Converts a game position, evaluated with `weights`.
    pub fn new(game: &Abalone, idle_turns: u16, weights: &'static Weights) -> AbaloneNode {
        let target = game.options().target();
        let mut board = AbaloneNode {
            balls: Seat::ALL.map(|seat| game.balls(seat).bits()),
            key: 0,
            weights,
            side: game.side(),
            lives: Seat::ALL.map(|seat| target.saturating_sub(game.lost(seat))),
            in_hand: Seat::ALL.map(|seat| game.hand(seat)).iter().sum(),
            idle_turns,
            blur: 0,
            blur_salt: 0,
            draw_value: 0,
            lead_decides: game.options().lead_decides(),
            net: None,
            hidden: [[0; HIDDEN]; 2],
        };
        for (balls, keys) in board.balls.iter().zip(&ZOBRIST_KEYS) {
            board.key ^= (0..NO_POINT)
                .filter(|&point| balls & BIT[point] != 0)
                .fold(0, |key, point| key ^ keys[point]);
        }
        if board.side == Seat::Second {
            board.key ^= SECOND_TO_MOVE_KEY;
        }
        if board.in_hand > 0 {
            board.key ^= PLACING_KEY;
        }
        board
    }

    /// Corrects the evaluation with a net.
    pub fn with_net(mut self, net: &'static Net) -> AbaloneNode {
        self.net = Some(net);
        self.hidden = net.accumulate(self.balls);
        self
    }

    /// Whether two nodes hold the same hidden layers.
    #[cfg(test)]
    pub(crate) fn has_same_hidden_layers(&self, other: &AbaloneNode) -> bool {
        self.hidden == other.hidden
    }

    /// Adds evaluation noise, deterministic per position and salt (weaker levels).
    pub fn with_blur(self, blur: u16, salt: u64) -> AbaloneNode {
        AbaloneNode { blur, blur_salt: salt, ..self }
    }

    /// Makes a draw worth this much less to `seat` than an even position, so that it plays on.
    pub fn with_contempt(self, seat: Seat, contempt: i16) -> AbaloneNode {
        let draw_value = if seat == Seat::First { -contempt } else { contempt };
        AbaloneNode { draw_value, ..self }
    }

    /// Evaluation noise of this position.
    fn blur_error(&self) -> i32 {
        let bits = SplitMix(self.key ^ self.blur_salt).next_u64();
        // The sum of four uniform numbers approximates a normal distribution.
        let sum: i32 = (0..4).map(|i| i32::from((bits >> (16 * i)) as i16)).sum();
        // The sum has a standard deviation of 37,837.
        sum / 64 * i32::from(self.blur) / 591
    }

    /// Balls a player can still lose; losing the last one loses the game.
    pub fn lives(&self, seat: Seat) -> u8 {
        self.lives[seat.index()]
    }

    /// Balls of the player to move, then the opponent's.
    #[inline]
    pub(crate) fn sides(&self) -> (u64, u64) {
        (self.balls[self.side.index()], self.balls[self.side.other().index()])
    }

    /// Whether balls are still being placed.
    #[inline]
    pub(crate) fn is_placing(&self) -> bool {
        self.in_hand > 0
    }

    #[inline]
    fn toggle_ball(&mut self, seat: Seat, point: usize) {
        self.balls[seat.index()] ^= BIT[point];
        self.key ^= ZOBRIST_KEYS[seat.index()][point];
        if let Some(net) = self.net {
            if self.balls[seat.index()] & BIT[point] != 0 {
                net.add(&mut self.hidden, seat, point);
            } else {
                net.remove(&mut self.hidden, seat, point);
            }
        }
    }

    #[inline]
    fn switch_side(&mut self) {
        self.side = self.side.other();
        self.key ^= SECOND_TO_MOVE_KEY;
    }

    /// Value to the player to move of a game without an ejection for too long: a draw, or
    /// `leading` for the player who leads where that decides.
    #[inline]
    fn value_without_progress(&self, leading: i32) -> i32 {
        let [me, you] = [self.side, self.side.other()].map(|seat| self.lives[seat.index()]);
        if !self.lead_decides || me == you {
            self.draw_value()
        } else if me > you {
            leading
        } else {
            -leading
        }
    }

    /// The part of [`Node::evaluate`] that is contempt for a draw.
    pub(crate) fn contempt_in_evaluation(&self) -> i32 {
        let even = !self.lead_decides || self.lives[0] == self.lives[1];
        if !even || self.idle_turns <= IDLE_DISCOUNT_START {
            return 0;
        }
        let gone = self.idle_turns.min(MAX_IDLE_TURNS) - IDLE_DISCOUNT_START;
        self.draw_value() * i32::from(gone) / i32::from(MAX_IDLE_TURNS - IDLE_DISCOUNT_START)
    }

    /// How many rings closer to the centre a quiet move brings its balls in total.
    #[inline]
    fn inward_gain(&self, play: PackedMove) -> i32 {
        let (point, toward, kind) = (play.point(), play.direction(), play.kind());
        let ring = |at: usize| i32::from(RING[at]);
        match kind.as_arrow() {
            None => ring(point) - ring(usize::from(RAY[toward][point][kind.own_balls()])),
            Some((balls, axis)) => {
                let group = &RAY[ARROW_AXES[toward][axis]][point][..balls];
                let gain = |&at: &u8| {
                    ring(usize::from(at)) - ring(usize::from(RAY[toward][usize::from(at)][1]))
                };
                group.iter().map(gain).sum()
            }
        }
    }
}

impl Node for AbaloneNode {
    type Move = PackedMove;
    const HISTORY_SLOTS: usize = PackedMove::COUNT;
    const FUTILITY_MARGIN: Option<i32> = Some(45);
    const FOLLOW_UP_SLOTS: usize = PackedMove::COARSE_COUNT;
    const TUNING: SearchTuning = TUNING;

    #[inline]
    fn side_to_move(&self) -> Seat {
        self.side
    }

    #[inline]
    fn terminal_value(&self) -> Option<i32> {
        let (own, opposing) = self.sides();
        let lost = self.lives[self.side.index()] == 0
            || (self.in_hand == 0 && !generate::can_move(own, opposing));
        if lost {
            Some(-WIN)
        } else {
            (self.idle_turns >= MAX_IDLE_TURNS).then(|| self.value_without_progress(WIN))
        }
    }

    fn moves(&self, out: &mut Vec<PackedMove>) {
        let (own, opposing) = self.sides();
        if self.in_hand == 0 {
            generate::moves(own, opposing, out);
            return;
        }
        let mut free = ALL & !(own | opposing);
        while free != 0 {
            out.push(PackedMove::new(MoveKind::Place, 0, free.trailing_zeros() as usize));
            free &= free - 1;
        }
    }

    fn noisy_moves(&self, out: &mut Vec<PackedMove>) {
        let (own, opposing) = self.sides();
        if self.in_hand == 0 {
            generate::ejection_moves(own, opposing, out);
        }
    }

    #[inline]
    fn after(&self, play: PackedMove) -> AbaloneNode {
        let mut next = self.clone();
        let (me, you) = (self.side, self.side.other());
        let (point, toward, kind) = (play.point(), play.direction(), play.kind());
        let ray = &RAY[toward][point];
        next.idle_turns += 1;
        if let Some((balls, axis)) = kind.as_arrow() {
            for &at in &RAY[ARROW_AXES[toward][axis]][point][..balls] {
                next.toggle_ball(me, usize::from(at));
                next.toggle_ball(me, usize::from(RAY[toward][usize::from(at)][1]));
            }
        } else if kind == MoveKind::Place {
            next.toggle_ball(me, point);
            next.in_hand -= 1;
            next.idle_turns = 0;
            if next.in_hand == 0 {
                next.key ^= PLACING_KEY;
            }
        } else {
            // An in-line move equals moving the rear ball to the front.
            let front = usize::from(ray[kind.own_balls()]);
            next.toggle_ball(me, point);
            next.toggle_ball(me, front);
            if kind.pushed_balls() > 0 {
                next.toggle_ball(you, front);
                next.toggle_ball(you, usize::from(ray[kind.own_balls() + kind.pushed_balls()]));
                if kind.ejects() {
                    next.lives[you.index()] -= 1;
                    next.idle_turns = 0;
                }
            }
        }
        next.switch_side();
        next
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn evaluate(&self) -> i32 {
        let mut value = evaluation::evaluate(self, self.weights);
        if let Some(net) = self.net {
            let on_board = (self.balls[0] | self.balls[1]).count_ones() as usize;
            let lost = 28usize.saturating_sub(on_board + usize::from(self.in_hand));
            value += net.correction(&self.hidden, self.side, lost);
        }
        if self.blur > 0 {
            value += self.blur_error();
        }
        if self.idle_turns > IDLE_DISCOUNT_START {
            let left = i32::from(MAX_IDLE_TURNS.saturating_sub(self.idle_turns));
            let drawn = self.value_without_progress(DECIDING_LEAD);
            return drawn
                + (value - drawn) * left / i32::from(MAX_IDLE_TURNS - IDLE_DISCOUNT_START);
        }
        value
    }

    #[inline]
    fn draw_value(&self) -> i32 {
        let to_black = i32::from(self.draw_value);
        if self.side == Seat::First { to_black } else { -to_black }
    }

    #[inline]
    fn ordering_score(&self, play: PackedMove) -> i32 {
        match play.kind() {
            MoveKind::Eject21 | MoveKind::Eject31 | MoveKind::Eject32 => 5 * FULL_DEPTH_SCORE,
            MoveKind::Push21 | MoveKind::Push31 | MoveKind::Push32 => {
                let ray = &RAY[play.direction()][play.point()];
                let kind = play.kind();
                let pushed_to = usize::from(ray[kind.own_balls() + kind.pushed_balls()]);
                FULL_DEPTH_SCORE + 200 * i32::from(RING[pushed_to]) + 60 * self.inward_gain(play)
            }
            MoveKind::Place => -100 * i32::from(RING[play.point()]),
            _ => 120 * self.inward_gain(play),
        }
    }

    #[inline]
    fn history_slot(&self, play: PackedMove) -> usize {
        play.index()
    }

    #[inline]
    fn follow_up_slot(&self, play: PackedMove) -> usize {
        play.coarse_index()
    }

    fn after_null_move(&self) -> Option<AbaloneNode> {
        if self.in_hand > 0 {
            return None;
        }
        let mut next = self.clone();
        next.switch_side();
        Some(next)
    }
}
