//! The [`Game`] implementation.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use abaque_core::{
    Game, Message, Observer, ParseError, Ply, PlyProgress, RandomSource, Seat, StaticMessage, Turn,
};

use crate::action::{Action, Roll};
use crate::field::{Field, QuarterTurn};
use crate::options::Options;
use crate::sample::sample;
use crate::setup::{PRESETS, Preset};
use crate::state::{Blocs, Phase};
use crate::view::View;
use crate::violation::Violation;
use crate::{certain, deduce, position, view_text};

impl Game for Blocs {
    type Options = Options;
    type Action = Action;
    type Roll = Roll;
    type View = View;
    type Violation = Violation;

    fn start(options: &Options) -> Blocs {
        Blocs::empty(options)
    }

    fn parse(options: &Options, text: &str) -> Result<Blocs, ParseError> {
        position::parse(options, text)
    }

    fn parse_view(options: &Options, text: &str) -> Result<View, ParseError> {
        view_text::parse_view(options, text)
    }

    fn options(&self) -> Options {
        self.options
    }

    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Setup(seat) | Phase::Move(seat) | Phase::Act(seat, _) => Turn::Of(seat),
            Phase::Lot => Turn::Chance,
            Phase::Over(outcome) => Turn::Over(outcome),
        }
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        self.generate_actions(out);
    }

    fn check(&self, action: &Action) -> Result<(), Violation> {
        self.check_action(action)
    }

    fn apply_unchecked(&mut self, ply: Ply<Action, Roll>) {
        self.apply_ply(ply);
    }

    fn rolls(&self, out: &mut Vec<(Roll, u32)>) {
        if self.phase == Phase::Lot {
            out.extend(Seat::ALL.map(|seat| (Roll(seat), 1)));
        }
    }

    fn view(&self, by: Observer) -> View {
        View::new(self, by)
    }

    fn unveiled_view(&self) -> View {
        View::fully_visible(self)
    }

    fn sample_position(view: &View, source: &mut dyn RandomSource) -> Option<Blocs> {
        sample(view, source)
    }

    /// BLO-25: the player to move, the quarter-turns (which track every rod), and each block's
    /// field and orientation. All of it is public.
    fn repetition_key(&self) -> Option<String> {
        let Phase::Move(seat) = self.phase else { return None };
        let mut text = format!("{}{}", seat.index(), self.quarter_turns);
        for (id, field) in self.field_of.iter().enumerate() {
            let way = if self.is_turned_over(id) { '-' } else { '+' };
            // Writing to a string cannot fail.
            let _ = write!(text, "{way}{field}");
        }
        Some(text)
    }

    fn ply_progress(before: &Blocs, ply: &Ply<Action, Roll>, after: &Blocs) -> PlyProgress {
        before.progress_to(ply, after)
    }

    fn describe(&self, ply: &Ply<Action, Roll>) -> Message {
        self.describe_ply(ply)
    }

    fn is_certain(view: &View, statement: &str) -> Result<bool, ParseError> {
        certain::is_certain(view, statement)
    }

    fn points(&self, seat: Seat) -> Option<u32> {
        Some(self.shown_counts()[seat.index()].into())
    }

    fn remarks(&self, by: Observer) -> Vec<Message> {
        deduce::remarks(&self.view(by))
    }

    fn count_legal(&self) -> u64 {
        self.count_actions()
    }

    fn random_action(&self, source: &mut dyn RandomSource) -> Option<Action> {
        match self.phase {
            Phase::Setup(seat) => Some(Action::Setup(self.options.random_setup(seat, source))),
            _ => self.pick_random_action(source),
        }
    }

    fn presets(&self) -> Vec<(StaticMessage, Action)> {
        let Phase::Setup(seat) = self.phase else { return Vec::new() };
        let setup = |preset: &Preset| Action::Setup(preset.to_setup(&self.options, seat));
        PRESETS.iter().map(|preset| (preset.name, setup(preset))).collect()
    }

    fn rematches(&self) -> Vec<(StaticMessage, Options)> {
        let turned = [
            (
                QuarterTurn::Cw,
                StaticMessage::new(
                    "the board turned clockwise",
                    "plateau tourné dans le sens horaire",
                ),
            ),
            (
                QuarterTurn::Ccw,
                StaticMessage::new(
                    "the board turned counter-clockwise",
                    "plateau tourné dans l'autre sens",
                ),
            ),
        ];
        let rematch = |(quarter, name)| Some((name, self.turned_rematch(quarter).ok()?));
        turned.into_iter().filter_map(rematch).collect()
    }

    fn unlisted_count(&self) -> Option<u64> {
        matches!(self.phase, Phase::Setup(_)).then(|| self.options.setup_count())
    }

    fn secret_count(&self) -> u32 {
        let view = self.view(Observer::Spectator);
        let on = |field: Field| {
            let rod = u32::from(view.is_planted(field) && view.rod(field).is_none());
            let pawns = view
                .block(field)
                .map_or(0, |block| block.pawns.iter().filter(|pawn| pawn.is_none()).count() as u32);
            rod + pawns
        };
        Field::ALL.into_iter().map(on).sum()
    }

    fn is_sealed(&self) -> bool {
        matches!(self.phase, Phase::Setup(_))
    }
}
