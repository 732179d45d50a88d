//! The face of the rules: the `Game` trait.

use std::fmt::Write;

use abaque_core::{BadText, Game, Observer, Pace, Ply, Said, Seat, Source, Turn, Words};

use crate::action::{Action, Roll};
use crate::field::{Field, Quarter};
use crate::options::BlocsOptions;
use crate::refusal::Refusal;
use crate::setup::{PRESETS, Preset};
use crate::state::{Blocs, Phase};
use crate::view::View;
use crate::{deduce, position, view_text};

impl Game for Blocs {
    type Options = BlocsOptions;
    type Action = Action;
    type Roll = Roll;
    type View = View;
    type Refusal = Refusal;

    fn start(options: &BlocsOptions) -> Blocs {
        Blocs::empty(options)
    }

    fn parse(options: &BlocsOptions, text: &str) -> Result<Blocs, BadText> {
        position::parse(options, text)
    }

    fn parse_view(options: &BlocsOptions, text: &str) -> Result<View, BadText> {
        view_text::parse_view(options, text)
    }

    fn options(&self) -> BlocsOptions {
        self.options
    }

    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Setup(seat) | Phase::Move(seat) | Phase::Act(seat, _) => Turn::Of(seat),
            Phase::Lot => Turn::Chance,
            Phase::Over(outcome) => Turn::Over(outcome),
        }
    }

    fn legal(&self, out: &mut Vec<Action>) {
        self.generate(out);
    }

    fn check(&self, action: &Action) -> Result<(), Refusal> {
        self.judge(action)
    }

    fn apply_unchecked(&mut self, ply: Ply<Action, Roll>) {
        self.advance(ply);
    }

    fn rolls(&self, out: &mut Vec<(Roll, u32)>) {
        if self.phase == Phase::Lot {
            out.extend(Seat::ALL.map(|seat| (Roll(seat), 1)));
        }
    }

    fn view(&self, by: Observer) -> View {
        View::of(self, by)
    }

    /// BLO-25: the player, the quarter-turns, which follow every rod, and each block's field and
    /// way up. All of it is public.
    fn recurrence(&self) -> Option<String> {
        let Phase::Move(seat) = self.phase else { return None };
        let mut text = format!("{}{}", seat.index(), self.turned);
        for (id, field) in self.at.iter().enumerate() {
            let way = if self.is_turned_over(id) { '-' } else { '+' };
            // Writing to a string cannot fail.
            let _ = write!(text, "{way}{field}");
        }
        Some(text)
    }

    fn pace(before: &Blocs, ply: &Ply<Action, Roll>, after: &Blocs) -> Pace {
        before.pace_to(ply, after)
    }

    fn tell(&self, ply: &Ply<Action, Roll>) -> Said {
        self.in_words(ply)
    }

    fn remarks(&self, by: Observer) -> Vec<Said> {
        deduce::remarks(&self.view(by))
    }

    fn count_legal(&self) -> u64 {
        self.count()
    }

    fn random_action(&self, source: &mut dyn Source) -> Option<Action> {
        match self.phase {
            Phase::Setup(seat) => Some(Action::Setup(self.options.random_setup(seat, source))),
            _ => self.pick(source),
        }
    }

    fn presets(&self) -> Vec<(Words, Action)> {
        let Phase::Setup(seat) = self.phase else { return Vec::new() };
        let setup = |preset: &Preset| Action::Setup(preset.setup(&self.options, seat));
        PRESETS.iter().map(|preset| (preset.name, setup(preset))).collect()
    }

    fn rematches(&self) -> Vec<(Words, BlocsOptions)> {
        let turned = [
            (
                Quarter::Cw,
                Words::new("the board turned clockwise", "plateau tourné dans le sens horaire"),
            ),
            (
                Quarter::Ccw,
                Words::new(
                    "the board turned counter-clockwise",
                    "plateau tourné dans l'autre sens",
                ),
            ),
        ];
        let rematch = |(quarter, name)| Some((name, self.rematch(quarter).ok()?));
        turned.into_iter().filter_map(rematch).collect()
    }

    fn unlisted(&self) -> Option<u64> {
        matches!(self.phase, Phase::Setup(_)).then(|| self.options.setups())
    }

    fn secrets(&self) -> u32 {
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

    fn sealed(&self) -> bool {
        matches!(self.phase, Phase::Setup(_))
    }
}
