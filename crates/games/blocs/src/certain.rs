//! Statements about hidden facts, such as `d6:middle=n`: puzzles ask which ones are certain.

use abaque_core::{ParseError, message};

use crate::block::{Colour, Rod};
use crate::deduce::deduce;
use crate::{Field, View};

/// Whether `FIELD:PART=LETTER` is certain and was never shown.
pub(crate) fn is_certain(view: &View, text: &str) -> Result<bool, ParseError> {
    let wrong = || {
        ParseError::new(
            "ANSWER",
            message!(
                "`{text}` is not an answer; write FIELD:PART=LETTER, such as d6:middle=n or d6:rod=s (parts: bottom, middle, top, rod)",
                "«\u{a0}{text}\u{a0}» n'est pas une réponse\u{a0}; écrire CASE:PARTIE=LETTRE, par exemple d6:middle=n ou d6:rod=s (parties\u{a0}: bottom, middle, top, rod)"
            ),
        )
    };
    let (place, what) = text.split_once('=').ok_or_else(wrong)?;
    let (field, part) = place.split_once(':').ok_or_else(wrong)?;
    let field: Field = field.parse()?;
    let slot = ["bottom", "middle", "top"].into_iter().position(|name| name == part);
    if (slot.is_none() && part != "rod") || what.len() != 1 {
        return Err(wrong());
    }
    let known =
        deduce(view).into_iter().find(|block| block.field == field).and_then(|block| match slot {
            Some(slot) => {
                let shown = view.block(field).is_none_or(|seen| seen.pawns[slot].is_some());
                block.pawns[slot].certain().filter(|_| !shown).map(Colour::letter)
            }
            None => {
                let (small, rods) = block.small;
                let rod = if small == 0 { Rod::Large } else { Rod::Small };
                let sure = small == 0 || small == rods;
                (sure && view.rod(field).is_none()).then(|| rod.letter())
            }
        });
    Ok(known.is_some_and(|known| what.chars().eq([known])))
}
