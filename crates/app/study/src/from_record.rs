use abaque_core::{Lang, Message, message};
use abaque_record::{Record, RecordError, RecordLine, check, parse};

use crate::{NodeId, ROOT, Study, StudyNode, StudyPosition};

/// Tags that a record generates itself.
const GENERATED_TAGS: [&str; 3] = ["Game", "Start", "Result"];

impl Study {
    /// A study of a parsed and verified record.
    pub fn from_record(record: &Record) -> Result<Study, Message> {
        check(record).map_err(|error| record_error_message(&error))?;
        let start = record.open_start().map_err(|error| record_error_message(&error))?;
        let mut study = Study::new(start);
        let others = record.tags().iter().filter(|tag| !GENERATED_TAGS.contains(&tag.name()));
        study.tags = others.map(|tag| (tag.name().to_owned(), tag.value().to_owned())).collect();
        study.outcome = record.outcome();
        study.nodes[ROOT].comments = record.main_line().intro().to_vec();
        let place = StudyPosition::new(study.start.clone_box());
        study.read_line(ROOT, place, record.main_line())?;
        study.played = study.main_line().iter().map(|&id| study.nodes[id].ply.clone()).collect();
        Ok(study)
    }

    /// Parses a text with exactly one record.
    pub fn parse(text: &str) -> Result<Study, Message> {
        let records = parse(text).map_err(|error| record_error_message(&error))?;
        match &records[..] {
            [record] => Study::from_record(record),
            records => {
                let count = records.len();
                Err(message!(
                    "there are {count} games here; a study is about one",
                    "il y a {count} parties ici\u{a0}; une étude porte sur une seule"
                ))
            }
        }
    }

    fn read_line(
        &mut self,
        parent: NodeId,
        mut place: StudyPosition,
        line: &RecordLine,
    ) -> Result<(), Message> {
        let mut at = parent;
        for (index, played) in line.moves().iter().enumerate() {
            let before = (!played.variations().is_empty()).then(|| place.clone());
            let (seat, turn, begins) = (place.seat_to_act(), place.turn, place.begins_turn);
            let ply = place.play(played.ply()).map_err(|refused| Message {
                en: refused.localized(Lang::En),
                fr: refused.localized(Lang::Fr),
            })?;
            // Comments before the main line belong to the start.
            let first = index == 0 && self.nodes.len() > 1;
            let id = self.push_node(StudyNode {
                ply,
                seat,
                turn,
                begins_turn: begins,
                intro: if first { line.intro().to_vec() } else { Vec::new() },
                comments: played.comments().to_vec(),
                mark: played.mark(),
                clock: played.clock(),
                elapsed: played.elapsed(),
                parent: at,
                children: Vec::new(),
            });
            if let Some(before) = before {
                for variation in played.variations() {
                    self.read_line(at, before.clone(), variation)?;
                }
            }
            at = id;
        }
        Ok(())
    }

    /// Adopts the plies played since as main line and keeps the notes.
    pub fn update_main_line(&mut self, record: &Record) -> Result<(), Message> {
        let fresh = Study::from_record(record)?;
        let mut at = ROOT;
        for id in fresh.main_line() {
            at = self.add_played(at, &fresh.nodes[id]);
        }
        // An annotated full record has more tags than the table's.
        if (&self.played, self.outcome) != (&fresh.played, fresh.outcome) {
            self.tags = fresh.tags;
            self.played = fresh.played;
            self.outcome = fresh.outcome;
        }
        Ok(())
    }

    fn add_played(&mut self, after: NodeId, node: &StudyNode) -> NodeId {
        let known = self.nodes[after].children.iter().copied();
        let known = known.into_iter().find(|&id| self.nodes[id].ply == node.ply);
        let id = known.unwrap_or_else(|| {
            let own = StudyNode { parent: after, children: Vec::new(), ..node.clone() };
            self.push_node(own)
        });
        let next = &mut self.nodes[after].children;
        next.retain(|&other| other != id);
        next.insert(0, id);
        id
    }
}

/// Splits a text into games, each a canonical record: records, or a move list of another program.
pub fn parse_games(text: &str) -> Result<Vec<String>, Message> {
    let records = parse(text).map_err(|error| record_error_message(&error));
    let records = match records {
        Ok(records) if !records.is_empty() => records,
        other => match abaque_record::import_any(text) {
            Ok(record) if !text.contains('[') => vec![record],
            Err(error) if !text.contains('[') => return Err(record_error_message(&error)),
            _ => other?,
        },
    };
    if records.is_empty() {
        return Err(message!(
            "there is no game in this text",
            "il n'y a pas de partie dans ce texte"
        ));
    }
    Ok(records.into_iter().map(|record| abaque_record::format_records(&[record])).collect())
}

fn record_error_message(error: &RecordError) -> Message {
    Message { en: error.localized(Lang::En), fr: error.localized(Lang::Fr) }
}
