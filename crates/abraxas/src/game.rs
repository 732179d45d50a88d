use abaque_core::{
    BadText, Game, Never, Observer, Open, Outcome, Pace, Ply, Reason, Said, Source, Turn,
};

use crate::{Abraxas, AbraxasOptions, Action, Claim, Phase, Refusal, remarks, text};

/// In every phase but `over` there is something to do. Placing: scores below a target of at most
/// 12 make at most 22, so with an empty reserve at least two red pawns stand on the plate to be
/// moved, and at most 30 of the 64 holes are taken. Taking: a line has a pawn and so a choice.
impl Game for Abraxas {
    type Options = AbraxasOptions;
    type Action = Action;
    type Roll = Never;
    type View = Abraxas;
    type Refusal = Refusal;

    fn start(options: &AbraxasOptions) -> Abraxas {
        Abraxas::new(*options)
    }

    fn parse(options: &AbraxasOptions, text: &str) -> Result<Abraxas, BadText> {
        text::parse(options, text)
    }

    fn parse_view(options: &AbraxasOptions, text: &str) -> Result<Abraxas, BadText> {
        text::parse(options, text)
    }

    fn options(&self) -> AbraxasOptions {
        self.options
    }

    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Over => Turn::Over(Outcome::Win(self.side, Reason::Target)),
            _ => Turn::Of(self.side),
        }
    }

    fn legal(&self, out: &mut Vec<Action>) {
        self.generate(out);
    }

    fn check(&self, action: &Action) -> Result<(), Refusal> {
        self.judge(action)
    }

    fn apply_unchecked(&mut self, ply: Ply<Action, Never>) {
        match ply {
            Ply::Act(action) => self.advance(action),
            Ply::Roll(never) => match never {},
        }
    }

    fn rolls(&self, _: &mut Vec<(Never, u32)>) {}

    fn view(&self, _: Observer) -> Abraxas {
        *self
    }

    fn recurrence(&self) -> Option<String> {
        self.phase.starts_turn().then(|| self.to_string())
    }

    fn pace(before: &Abraxas, ply: &Ply<Action, Never>, after: &Abraxas) -> Pace {
        let passed = after.phase.starts_turn() && before.phase != Phase::Corner;
        // A Stop ends the turn of the player who was stopped; the stopper's own begins.
        let stopped =
            matches!((before.phase, ply), (Phase::Stop { .. }, Ply::Act(Action::Stop(_))));
        Pace {
            turns_ended: u8::from(passed || stopped || after.phase == Phase::Over),
            progress: matches!(ply, Ply::Act(Action::Take(_))),
        }
    }

    fn tell(&self, ply: &Ply<Action, Never>) -> Said {
        match ply {
            Ply::Act(action) => self.told(action),
            Ply::Roll(never) => match *never {},
        }
    }

    fn remarks(&self, _by: Observer) -> Vec<Said> {
        remarks::remarks(self)
    }

    fn count_legal(&self) -> u64 {
        self.count()
    }

    fn random_action(&self, source: &mut dyn Source) -> Option<Action> {
        self.draw(source)
    }

    fn windows(&self) -> bool {
        true
    }

    fn lapse(&self) -> Option<Action> {
        matches!(self.phase, Phase::Stop { .. }).then_some(Action::Go)
    }

    fn conceals(&self) -> bool {
        self.phase.is_taking() && self.options.claim == Claim::Manual
    }

    fn offered(&self, action: &Action) -> bool {
        !(self.manual() && matches!(action, Action::Take(_)))
    }
}

impl Open for Abraxas {}
