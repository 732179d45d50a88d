use abaque_core::{Said, Seat, said};
use abaque_lots::seal;

use crate::error::RecordError;
use crate::proof::bytes;
use crate::record::Record;

/// What is known of a player's sealed set-up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sealed {
    /// No seal was given.
    None,
    /// The set-up played is the one sealed.
    Verified,
    /// A seal was given but not yet opened.
    Unopened,
}

/// The tags of a seat: seal, nonce.
const TAGS: [(&str, &str); 2] = [("SealFirst", "NonceFirst"), ("SealSecond", "NonceSecond")];

/// Compares set-ups with their seals.
pub(crate) struct Seals<'a> {
    record: &'a Record,
    verified: [bool; 2],
}

impl<'a> Seals<'a> {
    /// Checks the tags of the seals against each other.
    pub(crate) fn open(record: &'a Record) -> Result<Seals<'a>, RecordError> {
        for (seal, nonce) in TAGS {
            let calls = [(nonce, seal), (seal, "GameId")];
            for (caller, name) in calls {
                if record.tag(caller).is_some() && record.tag(name).is_none() {
                    return Err(RecordError::new(
                        record.tag_line(caller),
                        said!(
                            "tag {caller}: it calls for the tag {name}, which is missing",
                            "balise {caller} : elle demande la balise {name}, qui manque"
                        ),
                    ));
                }
            }
        }
        Ok(Seals { record, verified: [false; 2] })
    }

    /// Hears of a set-up as it was played.
    pub(crate) fn opened(
        &mut self,
        seat: Seat,
        letters: [char; 2],
        setup: &str,
    ) -> Result<(), RecordError> {
        let (tag, nonce_tag) = TAGS[seat.index()];
        let (Some(given), Some(nonce), Some(id)) =
            (self.record.tag(tag), self.record.tag(nonce_tag), self.record.tag("GameId"))
        else {
            return Ok(());
        };
        if seal(id, letters[seat.index()], &bytes(nonce), setup) != bytes(given) {
            return self.fail(
                tag,
                said!(
                    "tag {tag}: the set-up played is not the one this seal closed",
                    "balise {tag} : la mise en place jouée n'est pas celle que ce sceau fermait"
                ),
            );
        }
        self.verified[seat.index()] = true;
        Ok(())
    }

    /// What was found, once the record is played through.
    pub(crate) fn finish(self) -> Result<[Sealed; 2], RecordError> {
        let mut found = [Sealed::None; 2];
        for (i, (tag, nonce)) in TAGS.into_iter().enumerate() {
            found[i] = match (self.record.tag(tag), self.record.tag(nonce)) {
                (None, _) => Sealed::None,
                (Some(_), None) => Sealed::Unopened,
                _ if self.verified[i] => Sealed::Verified,
                _ => {
                    return self.fail(
                        nonce,
                        said!(
                            "tag {nonce}: the record holds no set-up that {tag} could have sealed",
                            "balise {nonce} : la partie n'a pas de mise en place que {tag} aurait scellée"
                        ),
                    );
                }
            };
        }
        Ok(found)
    }

    fn fail<T>(&self, tag: &str, said: Said) -> Result<T, RecordError> {
        Err(RecordError::new(self.record.tag_line(tag), said))
    }
}
