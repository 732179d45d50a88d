use abaque_blocs::{Action, Blocs, Field, Options, Phase, QuarterTurn, deduce};
use abaque_board::set_up::SetUpRules;
use abaque_board::{BoardInfo, BoardInput, Deduction, StaticMessage, text};
use abaque_core::{Game, GameOptions as _, Message, ParseError, Seat, message};

use crate::Board;
use crate::blocks::colour_name;
use crate::set_up::SET_UP;
use crate::visible_board::VisibleBoard;

const PIECE_NAMES: &[(&str, StaticMessage)] = &[("block", text!("block", "bloc-pion"))];

const CONTROL_NAMES: &[(&str, StaticMessage)] = &[
    ("cw", text!("turn the board clockwise", "tourner le plateau dans le sens horaire")),
    ("ccw", text!("turn the board counter-clockwise", "tourner le plateau dans le sens inverse")),
];

impl BoardInput for Board {
    const INFO: BoardInfo = BoardInfo {
        piece_names: PIECE_NAMES,
        control_names: CONTROL_NAMES,
        has_small_details: true,
        warning_help: Some(text!(
            "blocks that can be taken, hidden pawns you can deduce",
            "blocs-pions qui peuvent être pris, pions cachés que l'on peut déduire"
        )),
        has_puzzles: true,
        ..BoardInfo::DEFAULT
    };

    fn attempted_action(view: &VisibleBoard, picked: &[String], pointed: &str) -> Option<String> {
        let turn = |way: &QuarterTurn| Action::Turn(*way).to_string() == pointed;
        if let Some(way) = QuarterTurn::ALL.into_iter().find(turn) {
            return Some(Action::Turn(way).to_string());
        }
        let field: Field = pointed.parse().ok()?;
        let action = match (view.phase, picked) {
            (Phase::Act(..), _) => Action::Take(field),
            (_, [from, ..]) => Action::Move { from: from.parse().ok()?, to: field },
            (_, []) => {
                view.fields.iter().find(|(at, _, block)| *at == field && block.is_some())?;
                let steps = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)];
                let to = steps.into_iter().find_map(|(east, north)| field.offset(east, north))?;
                Action::Move { from: field, to }
            }
        };
        Some(action.to_string())
    }

    const SET_UP: Option<&'static SetUpRules> = Some(&SET_UP);

    /// Blocks that can be taken.
    fn endangered_squares(options: &Options, view: &str) -> Result<Vec<String>, ParseError> {
        let view = Blocs::parse_view(options, view)?;
        let threatened = Seat::ALL.into_iter().flat_map(|seat| view.threatened_fields(seat));
        Ok(threatened.map(|field| field.to_string()).collect())
    }

    /// Hidden pawns that must have one colour.
    fn deductions(options: &Options, view: &str) -> Result<Vec<Deduction>, ParseError> {
        let view = Blocs::parse_view(options, view)?;
        let blocks = deduce(&view)
            .into_iter()
            .map(|block| (block.field, block.pawns.map(|pawn| pawn.certain())));
        let deduced = blocks.filter(|(field, pawns)| {
            let shown = view.block(*field).map_or([None; 3], |block| block.pawns);
            pawns.iter().zip(shown).any(|(known, shown)| known.is_some() && shown.is_none())
        });
        let dots = |(field, pawns): (abaque_blocs::Field, [Option<_>; 3])| Deduction {
            square: field.to_string(),
            dots: pawns.map(|pawn| pawn.map_or(Deduction::UNKNOWN, colour_name)).into(),
        };
        Ok(deduced.map(dots).collect())
    }

    /// The lot decides who starts: `first:r`.
    fn lot_name(roll: &str) -> Message {
        let info = Options::description();
        let letter = roll.strip_prefix("first:").unwrap_or_default();
        let starts = |seat: &Seat| info.letters[seat.index()].to_string() == letter;
        match Seat::ALL.into_iter().find(starts) {
            Some(seat) => {
                let name = info.players[seat.index()];
                Message { en: name.en.into(), fr: name.fr.into() }
            }
            None => message!("{roll}", "{roll}"),
        }
    }

    fn is_sealed(action: &str) -> bool {
        matches!(action.parse(), Ok(Action::Setup(_)))
    }
}

#[cfg(test)]
mod tests {
    use abaque_core::{Observer, SplitMix, Turn};

    use super::*;

    /// Every captured block was threatened before.
    #[test]
    fn blo_13_blocks_that_can_be_taken_are_marked() {
        let options = Options::default();
        let mut seen = 0;
        for seed in 0..24 {
            let mut source = SplitMix(seed);
            let mut game = Blocs::start(&options);
            let mut warned = Vec::new();
            while let Turn::Of(_) = game.turn() {
                let action = game.random_action(&mut source).unwrap();
                match action {
                    Action::Take(taken) => {
                        assert!(warned.contains(&taken.to_string()), "{taken}: {warned:?}");
                        seen += 1;
                    }
                    // Before the step that leads to a capture.
                    _ => {
                        let view = game.view(Observer::Spectator).to_string();
                        warned = Board::endangered_squares(&options, &view).unwrap();
                    }
                }
                game.play(action).unwrap();
            }
        }
        assert!(seen > 20, "{seen}");
    }

    #[test]
    fn lots_name_the_player_who_starts() {
        assert_eq!(Board::lot_name("first:r").fr, "Rouge");
        assert_eq!(Board::lot_name("first:b").en, "Blue");
    }

    #[test]
    fn set_ups_are_sealed() {
        let setup = abaque_blocs::PRESETS[0].to_setup(&Options::default(), Seat::First);
        assert!(Board::is_sealed(&Action::Setup(setup).to_string()));
        assert!(!Board::is_sealed("cw") && !Board::is_sealed("nonsense"));
    }
}
