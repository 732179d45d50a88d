use abaque_blocs::{Blocs, BlocsOptions, Field, Phase, Rod, Seen};
use abaque_core::{BadText, Game, Turn};

/// What is known of the rod on a field.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RodSeen {
    /// None is planted yet.
    Absent,
    /// One is, but not known.
    Unknown,
    /// A rod, and whether it is still secret to somebody.
    Known(Rod, bool),
}

/// A board as a text shows it, be it a view or a whole position.
pub(crate) struct Shown {
    pub(super) phase: Phase,
    pub(super) counts: [u8; 3],
    pub(super) fields: Vec<(Field, RodSeen, Option<Seen>)>,
}

impl Shown {
    pub(super) fn read(options: &BlocsOptions, text: &str) -> Result<Shown, BadText> {
        // Whoever may see a position may see all of it; anything with a `?` is a view.
        if !text.contains('?') {
            return Blocs::parse(options, text).map(|game| Shown::whole(&game));
        }
        let view = Blocs::parse_view(options, text)?;
        let fields = Field::ALL.map(|field| {
            let rod = match (view.is_planted(field), view.rod(field)) {
                (false, _) => RodSeen::Absent,
                (true, None) => RodSeen::Unknown,
                (true, Some(rod)) => RodSeen::Known(rod, view.is_secret(field)),
            };
            (field, rod, view.block(field))
        });
        Ok(Shown { phase: view.phase(), counts: view.counts(), fields: fields.to_vec() })
    }

    fn whole(game: &Blocs) -> Shown {
        let fields = Field::ALL.map(|field| {
            let rod = match game.rod(field) {
                None => RodSeen::Absent,
                Some(rod) => RodSeen::Known(rod, game.is_secret(field)),
            };
            let block = game.block(field).zip(game.colour(field)).map(|(block, shown)| Seen {
                builder: block.builder,
                shown,
                pawns: block.pawns.map(Some),
            });
            (field, rod, block)
        });
        Shown { phase: game.phase(), counts: game.counts(), fields: fields.to_vec() }
    }

    pub(super) const fn turn(&self) -> Turn {
        match self.phase {
            Phase::Setup(seat) | Phase::Move(seat) | Phase::Act(seat, _) => Turn::Of(seat),
            Phase::Lot => Turn::Chance,
            Phase::Over(outcome) => Turn::Over(outcome),
        }
    }
}
