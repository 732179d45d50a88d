use abaque_core::{Message, Seat, message};
use abaque_lots::seal;

use crate::error::RecordError;
use crate::lot_verifier::decode_hex;
use crate::record::Record;

/// The verification status of a player's sealed set-up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SealStatus {
    /// No seal was recorded.
    None,
    /// The set-up played matches the seal.
    Verified,
    /// A seal was recorded but not yet opened.
    Unopened,
}

/// The tags of each seat: (seal, nonce).
const SEAL_TAGS: [(&str, &str); 2] = [("SealFirst", "NonceFirst"), ("SealSecond", "NonceSecond")];

/// Verifies set-ups against their seals.
pub(crate) struct SealVerifier<'a> {
    record: &'a Record,
    verified: [bool; 2],
}

impl<'a> SealVerifier<'a> {
    /// Checks the seal tags for consistency.
    pub(crate) fn from_record(record: &'a Record) -> Result<SealVerifier<'a>, RecordError> {
        for (seal, nonce) in SEAL_TAGS {
            let calls = [(nonce, seal), (seal, "GameId")];
            for (caller, name) in calls {
                if record.tag(caller).is_some() && record.tag(name).is_none() {
                    return Err(RecordError::new(
                        record.tag_line(caller),
                        message!(
                            "tag {caller}: it calls for the tag {name}, which is missing",
                            "balise {caller}\u{a0}: elle demande la balise {name}, qui manque"
                        ),
                    ));
                }
            }
        }
        Ok(SealVerifier { record, verified: [false; 2] })
    }

    /// Verifies a set-up when it is played.
    pub(crate) fn check_setup(
        &mut self,
        seat: Seat,
        letters: [char; 2],
        setup: &str,
    ) -> Result<(), RecordError> {
        let (tag, nonce_tag) = SEAL_TAGS[seat.index()];
        let (Some(given), Some(nonce), Some(id)) =
            (self.record.tag(tag), self.record.tag(nonce_tag), self.record.tag("GameId"))
        else {
            return Ok(());
        };
        if seal(id, letters[seat.index()], &decode_hex(nonce), setup) != decode_hex(given) {
            return self.fail(
                tag,
                message!(
                    "tag {tag}: the set-up played is not the one this seal closed",
                    "balise {tag}\u{a0}: la mise en place jouée n'est pas celle que ce sceau fermait"
                ),
            );
        }
        self.verified[seat.index()] = true;
        Ok(())
    }

    /// The result after the whole record has been replayed.
    pub(crate) fn finish(self) -> Result<[SealStatus; 2], RecordError> {
        let mut found = [SealStatus::None; 2];
        for (i, (tag, nonce)) in SEAL_TAGS.into_iter().enumerate() {
            found[i] = match (self.record.tag(tag), self.record.tag(nonce)) {
                (None, _) => SealStatus::None,
                (Some(_), None) => SealStatus::Unopened,
                _ if self.verified[i] => SealStatus::Verified,
                _ => {
                    return self.fail(
                        nonce,
                        message!(
                            "tag {nonce}: the record holds no set-up that {tag} could have sealed",
                            "balise {nonce}\u{a0}: la partie n'a pas de mise en place que {tag} aurait scellée"
                        ),
                    );
                }
            };
        }
        Ok(found)
    }

    fn fail<T>(&self, tag: &str, message: Message) -> Result<T, RecordError> {
        Err(RecordError::new(self.record.tag_line(tag), message))
    }
}
