use alloc::string::{String, ToString};
use alloc::vec::Vec;

use abaque_core::{
    EndReason, Game, Importer, Message, Never, Observer, Outcome, ParseError, PerfectInformation,
    Ply, PlyProgress, RandomSource, Seat, Turn,
};

use crate::endings::{BLOCKED, EJECTION, LEAD};
use crate::text::BALLS_PER_PLAYER;
use crate::{
    Action, Layout, Options, Point, PointSet, Violation, check, contacts, describe, import,
    movegen, text,
};

/// A game of Abalone. Black is [`Seat::First`], White [`Seat::Second`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Abalone {
    pub(crate) balls: [PointSet; 2],
    pub(crate) lost: [u8; 2],
    pub(crate) hand: [u8; 2],
    pub(crate) side: Seat,
    pub(crate) options: Options,
}

impl Abalone {
    /// The owner of the ball on a point.
    #[inline]
    pub fn ball(&self, at: Point) -> Option<Seat> {
        Seat::ALL.into_iter().find(|seat| self.balls[seat.index()].contains(at))
    }

    /// The balls of a player on the board.
    #[inline]
    pub const fn balls(&self, seat: Seat) -> PointSet {
        self.balls[seat.index()]
    }

    /// The number of balls a player has lost.
    pub const fn lost(&self, seat: Seat) -> u8 {
        self.lost[seat.index()]
    }

    /// The number of balls a player still has to place.
    pub const fn hand(&self, seat: Seat) -> u8 {
        self.hand[seat.index()]
    }

    /// The player to move; in a finished game, the player who would be.
    pub const fn side(&self) -> Seat {
        self.side
    }

    /// Whether players are still placing balls (ABA-12).
    #[inline]
    pub const fn is_placing(&self) -> bool {
        self.hand[0] | self.hand[1] != 0
    }

    /// The balls of the player to move, and the opponent's.
    #[inline]
    fn sides(&self) -> (PointSet, PointSet) {
        (self.balls[self.side.index()], self.balls[self.side.other().index()])
    }

    /// Whether the last player to move has ejected enough balls (ABA-10); the loser is then to
    /// move.
    #[inline]
    fn is_target_reached(&self) -> bool {
        self.lost[self.side.index()] >= self.options.target()
    }
}

impl Game for Abalone {
    type Options = Options;
    type Action = Action;
    type Roll = Never;
    type View = Abalone;
    type Violation = Violation;

    fn start(options: &Options) -> Abalone {
        let hand = if options.layout() == Layout::Placed { BALLS_PER_PLAYER } else { 0 };
        Abalone {
            balls: options.layout().balls(),
            lost: [0; 2],
            hand: [hand; 2],
            side: Seat::First,
            options: *options,
        }
    }

    fn parse(options: &Options, text: &str) -> Result<Abalone, ParseError> {
        text::parse(*options, text)
    }

    fn parse_view(options: &Options, text: &str) -> Result<Abalone, ParseError> {
        text::parse(*options, text)
    }

    fn options(&self) -> Options {
        self.options
    }

    #[inline]
    fn turn(&self) -> Turn {
        let winner = self.side.other();
        if self.is_target_reached() {
            return Turn::Over(Outcome::Win(winner, EndReason::Board(&EJECTION)));
        }
        let (own, opposing) = self.sides();
        if self.is_placing() || movegen::can_move(own, opposing) {
            Turn::Of(self.side)
        } else {
            Turn::Over(Outcome::Win(winner, EndReason::Board(&BLOCKED)))
        }
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        let (own, opposing) = self.sides();
        if self.is_placing() {
            out.extend((!(own | opposing)).into_iter().map(Action::Place));
        } else if !self.is_target_reached() {
            movegen::for_each_move(own, opposing, |action| out.push(action));
        }
    }

    fn check(&self, action: &Action) -> Result<(), Violation> {
        match self.turn() {
            Turn::Over(outcome) => Err(Violation::Over(outcome)),
            _ => check::check(self, *action),
        }
    }

    #[inline]
    fn apply_unchecked(&mut self, ply: Ply<Action, Never>) {
        match ply {
            Ply::Act(action) => self.apply_action(action),
            Ply::Roll(never) => match never {},
        }
    }

    fn rolls(&self, _: &mut Vec<(Never, u32)>) {}

    fn view(&self, _: Observer) -> Abalone {
        *self
    }

    fn unveiled_view(&self) -> Abalone {
        *self
    }

    fn sample_position(view: &Abalone, _: &mut dyn RandomSource) -> Option<Abalone> {
        Some(*view)
    }

    fn repetition_key(&self) -> Option<String> {
        Some(self.to_string())
    }

    fn ply_progress(before: &Abalone, _: &Ply<Action, Never>, after: &Abalone) -> PlyProgress {
        PlyProgress {
            turns_ended: u8::from(!before.is_placing()),
            made_progress: before.lost != after.lost,
        }
    }

    fn outcome_without_progress(&self) -> Outcome {
        let [black, white] = self.lost;
        if self.options.lead_decides() && black != white {
            let leader = if black < white { Seat::First } else { Seat::Second };
            Outcome::Win(leader, EndReason::Board(&LEAD))
        } else {
            Outcome::Draw(EndReason::NoProgress)
        }
    }

    fn describe(&self, ply: &Ply<Action, Never>) -> Message {
        match *ply {
            Ply::Act(action) => describe::describe(self, action),
            Ply::Roll(never) => match never {},
        }
    }

    #[inline]
    fn importer() -> Option<Importer<Self>> {
        Some(import::IMPORTER)
    }

    fn points(&self, seat: Seat) -> Option<u32> {
        Some(self.lost(seat.other()).into())
    }

    fn remarks(&self, _by: Observer) -> Vec<Message> {
        contacts::remarks(self)
    }

    fn count_legal(&self) -> u64 {
        let (own, opposing) = self.sides();
        if self.is_placing() {
            u64::from((!(own | opposing)).len())
        } else if self.is_target_reached() {
            0
        } else {
            movegen::count_moves(own, opposing)
        }
    }

    fn random_action(&self, source: &mut dyn RandomSource) -> Option<Action> {
        let count = self.count_legal();
        if count == 0 {
            return None;
        }
        let skip = source.below(count);
        let (own, opposing) = self.sides();
        if self.is_placing() {
            return (!(own | opposing)).into_iter().nth(skip as usize).map(Action::Place);
        }
        movegen::nth_move(own, opposing, skip)
    }
}

impl PerfectInformation for Abalone {}
