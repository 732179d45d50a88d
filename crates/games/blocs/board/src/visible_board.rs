use abaque_blocs::{BlockView, Blocs, Field, Options, Phase, Rod};
use abaque_core::{Game, ParseError, Turn};

/// What is known about the rod on a field.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RodKnowledge {
    /// No rod is planted yet.
    Absent,
    /// An unknown rod.
    Unknown,
    /// A known rod, and whether it is still secret from some observer.
    Known(Rod, bool),
}

/// A board parsed from text, from either a view or a full position.
pub struct VisibleBoard {
    pub(super) phase: Phase,
    pub(super) counts: [u8; 3],
    pub(super) fields: Vec<(Field, RodKnowledge, Option<BlockView>)>,
}

impl VisibleBoard {
    pub(super) fn parse(options: &Options, text: &str) -> Result<VisibleBoard, ParseError> {
        // A full position hides nothing; a text with a `?` is a view.
        if !text.contains('?') {
            return Blocs::parse(options, text).map(|game| VisibleBoard::from_game(&game));
        }
        let view = Blocs::parse_view(options, text)?;
        let fields = Field::ALL.map(|field| {
            let rod = match (view.is_planted(field), view.rod(field)) {
                (false, _) => RodKnowledge::Absent,
                (true, None) => RodKnowledge::Unknown,
                (true, Some(rod)) => RodKnowledge::Known(rod, view.is_secret(field)),
            };
            (field, rod, view.block(field))
        });
        Ok(VisibleBoard {
            phase: view.phase(),
            counts: view.shown_counts(),
            fields: fields.to_vec(),
        })
    }

    fn from_game(game: &Blocs) -> VisibleBoard {
        let fields =
            Field::ALL.map(|field| {
                let rod = match game.rod(field) {
                    None => RodKnowledge::Absent,
                    Some(rod) => RodKnowledge::Known(rod, game.is_secret(field)),
                };
                let block = game.block(field).zip(game.colour(field)).map(|(block, shown)| {
                    BlockView { builder: block.builder, shown, pawns: block.pawns.map(Some) }
                });
                (field, rod, block)
            });
        VisibleBoard { phase: game.phase(), counts: game.shown_counts(), fields: fields.to_vec() }
    }

    pub(super) const fn turn(&self) -> Turn {
        match self.phase {
            Phase::Setup(seat) | Phase::Move(seat) | Phase::Act(seat, _) => Turn::Of(seat),
            Phase::Lot => Turn::Chance,
            Phase::Over(outcome) => Turn::Over(outcome),
        }
    }
}
