//! Highlights endangered pieces, for players who want to be warned.

use abaque_abagio::Abagio;
use abaque_abalone::Abalone;
use abaque_blocs::{Blocs, Colour, deduce};
use abaque_core::{Game, GameOptions, ParseError, Seat, Spec};

/// Squares with endangered pieces of either side (Abalone: det balls; Abagio: blots; Blocs-pions:
/// blocks that can be taken).
pub fn endangered_squares(spec: &str, view: &str) -> Result<Vec<String>, ParseError> {
    let spec: Spec = spec.parse()?;
    Ok(match spec.name.as_str() {
        "abalone" => {
            let game = Abalone::parse(&<Abalone as Game>::Options::from_spec(&spec)?, view)?;
            let det = Seat::ALL.into_iter().flat_map(|seat| game.det_balls(seat));
            det.map(|point| point.to_string()).collect()
        }
        "abagio" => {
            let game = Abagio::parse(&<Abagio as Game>::Options::from_spec(&spec)?, view)?;
            let blots = Seat::ALL.into_iter().flat_map(|seat| game.blots(seat).collect::<Vec<_>>());
            blots.map(|square| square.to_string()).collect()
        }
        "blocs" => {
            let view = Blocs::parse_view(&<Blocs as Game>::Options::from_spec(&spec)?, view)?;
            let threatened = Seat::ALL.into_iter().flat_map(|seat| view.threatened_fields(seat));
            threatened.map(|field| field.to_string()).collect()
        }
        _ => Vec::new(),
    })
}

/// A field and, bottom to top, the deducible pawns of its block.
pub type CertainPawns = (String, [Option<Colour>; 3]);

/// Hidden pawns that a viewer of Blocs-pions can deduce, by field.
pub fn certain_pawns(spec: &str, view: &str) -> Result<Vec<CertainPawns>, ParseError> {
    let spec: Spec = spec.parse()?;
    if spec.name != "blocs" {
        return Ok(Vec::new());
    }
    let view = Blocs::parse_view(&<Blocs as Game>::Options::from_spec(&spec)?, view)?;
    let blocks = deduce(&view)
        .into_iter()
        .map(|block| (block.field, block.pawns.map(|pawn| pawn.certain())));
    let deduced = blocks.filter(|(field, pawns)| {
        let shown = view.block(*field).map_or([None; 3], |block| block.pawns);
        pawns.iter().zip(shown).any(|(known, shown)| known.is_some() && shown.is_none())
    });
    Ok(deduced.map(|(field, pawns)| (field.to_string(), pawns)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn det_balls_and_blots() {
        // White's ball in the corner i9 cannot move.
        let det = endangered_squares("abalone:target=14", "3bw/4bb/6b/8/9/8/7/6/w4 b 10-12 -");
        assert_eq!(det, Ok(vec!["i9".to_owned()]));
        let start = abaque_catalog::open("abagio").unwrap();
        assert_eq!(endangered_squares("abagio", &start.position()), Ok(Vec::new()));
        assert_eq!(endangered_squares("abraxas:sheet=2", "nonsense"), Ok(Vec::new()));
        assert!(endangered_squares("abalone", "nonsense").is_err());
    }

    /// Every captured block was threatened before.
    #[test]
    fn blo_13_blocks_that_can_be_taken() {
        use abaque_core::{Observer, SplitMix, Turn};
        let mut seen = 0;
        for seed in 0..24 {
            let mut source = SplitMix(seed);
            let mut game = abaque_catalog::open("blocs").unwrap();
            let mut warned = Vec::new();
            while let Turn::Of(_) = game.turn() {
                let action = game.random_action(&mut source).unwrap();
                match action.strip_prefix('x') {
                    Some(taken) => {
                        assert!(warned.iter().any(|field| field == taken), "{taken}: {warned:?}");
                        seen += 1;
                    }
                    // Before the step that leads to a capture.
                    None => {
                        warned =
                            endangered_squares("blocs", &game.view(Observer::Spectator)).unwrap()
                    }
                }
                game.play(&action).unwrap();
            }
        }
        assert!(seen > 20, "{seen}");
    }
}
