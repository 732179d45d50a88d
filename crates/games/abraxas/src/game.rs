use alloc::string::{String, ToString};
use alloc::vec::Vec;

use abaque_core::{
    EndReason, Game, Message, Never, Observer, Outcome, ParseError, PerfectInformation, Ply,
    PlyProgress, RandomSource, Seat, Turn,
};

use crate::endings::TARGET;
use crate::{Abraxas, Action, ClaimMode, Options, Phase, Violation, remarks, text};

/// Every phase but `over` has a legal action. Placing: scores stay below a target of at most 12 and
/// so sum to at most 22; with an empty reserve at least two red pawns remain on the plate to move,
/// and at most 30 of the 64 holes are occupied. Taking: every line has a pawn and so a choice.
impl Game for Abraxas {
    type Options = Options;
    type Action = Action;
    type Roll = Never;
    type View = Abraxas;
    type Violation = Violation;

    fn start(options: &Options) -> Abraxas {
        Abraxas::new(*options)
    }

    fn parse(options: &Options, text: &str) -> Result<Abraxas, ParseError> {
        text::parse(options, text)
    }

    fn parse_view(options: &Options, text: &str) -> Result<Abraxas, ParseError> {
        text::parse(options, text)
    }

    fn options(&self) -> Options {
        self.options
    }

    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Over => Turn::Over(Outcome::Win(self.side, EndReason::Board(&TARGET))),
            _ => Turn::Of(self.side),
        }
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        self.generate_actions(out);
    }

    fn check(&self, action: &Action) -> Result<(), Violation> {
        self.check_action(action)
    }

    fn apply_unchecked(&mut self, ply: Ply<Action, Never>) {
        match ply {
            Ply::Act(action) => self.apply_action(action),
            Ply::Roll(never) => match never {},
        }
    }

    fn rolls(&self, _: &mut Vec<(Never, u32)>) {}

    fn view(&self, _: Observer) -> Abraxas {
        *self
    }

    fn unveiled_view(&self) -> Abraxas {
        *self
    }

    fn sample_position(view: &Abraxas, _: &mut dyn RandomSource) -> Option<Abraxas> {
        Some(*view)
    }

    fn repetition_key(&self) -> Option<String> {
        self.phase.starts_turn().then(|| self.to_string())
    }

    fn ply_progress(before: &Abraxas, ply: &Ply<Action, Never>, after: &Abraxas) -> PlyProgress {
        let passed = after.phase.starts_turn() && before.phase != Phase::Corner;
        // A Stop ends the turn of the player who was stopped; the stopper's own begins.
        let stopped =
            matches!((before.phase, ply), (Phase::Stop { .. }, Ply::Act(Action::Stop(_))));
        PlyProgress {
            turns_ended: u8::from(passed || stopped || after.phase == Phase::Over),
            made_progress: matches!(ply, Ply::Act(Action::Take(_))),
        }
    }

    fn describe(&self, ply: &Ply<Action, Never>) -> Message {
        match ply {
            Ply::Act(action) => self.describe_action(action),
            Ply::Roll(never) => match *never {},
        }
    }

    fn points(&self, seat: Seat) -> Option<u32> {
        Some(self.score(seat).into())
    }

    fn remarks(&self, _by: Observer) -> Vec<Message> {
        remarks::remarks(self)
    }

    fn count_legal(&self) -> u64 {
        self.count_actions()
    }

    fn random_action(&self, source: &mut dyn RandomSource) -> Option<Action> {
        self.pick_random_action(source)
    }

    fn lapse_action(&self) -> Option<Action> {
        Some(Action::Go)
    }

    fn window_default(&self) -> Option<Action> {
        self.lapse_action().filter(|_| matches!(self.phase, Phase::Stop { .. }))
    }

    fn has_concealed_actions(&self) -> bool {
        self.phase.is_taking() && self.options.claim == ClaimMode::Manual
    }

    fn is_offered(&self, action: &Action) -> bool {
        !(self.has_manual_claims() && matches!(action, Action::Take(_)))
    }
}

impl PerfectInformation for Abraxas {}
