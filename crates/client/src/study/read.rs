use abaque_core::{Lang, Said, said};
use abaque_record::{Line, Record, RecordError, check, parse};

use super::{Id, Node, Place, ROOT, Study};

/// What the record says by itself, and what a study says anew.
const OWN: [&str; 3] = ["Game", "Start", "Result"];

impl Study {
    /// A study of a record that was read and is true.
    pub fn of(record: &Record) -> Result<Study, Said> {
        check(record).map_err(|error| told(&error))?;
        let start = record.open().map_err(|error| told(&error))?;
        let mut study = Study::new(start);
        let others = record.tags().iter().filter(|tag| !OWN.contains(&tag.name()));
        study.tags = others.map(|tag| (tag.name().to_owned(), tag.value().to_owned())).collect();
        study.outcome = record.outcome();
        study.nodes[ROOT].comments = record.main().intro().to_vec();
        let place = Place::new(study.start.boxed());
        study.read_line(ROOT, place, record.main())?;
        study.played = study.main().iter().map(|&id| study.nodes[id].ply.clone()).collect();
        Ok(study)
    }

    /// The one record of a text.
    pub fn read(text: &str) -> Result<Study, Said> {
        let records = parse(text).map_err(|error| told(&error))?;
        match &records[..] {
            [record] => Study::of(record),
            records => {
                let count = records.len();
                Err(said!(
                    "there are {count} games here; a study is about one",
                    "il y a {count} parties ici ; une étude porte sur une seule"
                ))
            }
        }
    }

    fn read_line(&mut self, parent: Id, mut place: Place, line: &Line) -> Result<(), Said> {
        let mut at = parent;
        for (index, played) in line.moves().iter().enumerate() {
            let before = (!played.variations().is_empty()).then(|| place.clone());
            let (seat, turn, begins) = (place.acting(), place.turn, place.begins);
            let ply = place.play(played.ply()).map_err(|refused| Said {
                en: refused.tell(Lang::En),
                fr: refused.tell(Lang::Fr),
            })?;
            // What stands before the main line is said of the start.
            let first = index == 0 && self.nodes.len() > 1;
            let id = self.push(Node {
                ply,
                seat,
                turn,
                begins,
                intro: if first { line.intro().to_vec() } else { Vec::new() },
                comments: played.comments().to_vec(),
                mark: played.mark(),
                clock: played.clock(),
                elapsed: played.elapsed(),
                parent: at,
                next: Vec::new(),
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

    /// The game went on since: its plies become the main line, and what was noted stays.
    pub fn follow(&mut self, record: &Record) -> Result<(), Said> {
        let fresh = Study::of(record)?;
        let mut at = ROOT;
        for id in fresh.main() {
            at = self.add_played(at, &fresh.nodes[id]);
        }
        // A record that was noted whole says more about itself than the table does.
        if (&self.played, self.outcome) != (&fresh.played, fresh.outcome) {
            self.tags = fresh.tags;
            self.played = fresh.played;
            self.outcome = fresh.outcome;
        }
        Ok(())
    }

    fn add_played(&mut self, after: Id, node: &Node) -> Id {
        let known = self.nodes[after].next.iter().copied();
        let known = known.into_iter().find(|&id| self.nodes[id].ply == node.ply);
        let id = known.unwrap_or_else(|| {
            let own = Node { parent: after, next: Vec::new(), ..node.clone() };
            self.push(own)
        });
        let next = &mut self.nodes[after].next;
        next.retain(|&other| other != id);
        next.insert(0, id);
        id
    }
}

/// The games of a text: records, or a list of moves of Abalone from elsewhere. Each comes as a canonical record.
pub fn read_any(text: &str) -> Result<Vec<String>, Said> {
    let records = parse(text).map_err(|error| told(&error));
    let records = match records {
        Ok(records) if !records.is_empty() => records,
        other => match abaque_record::import(text, "abalone") {
            Ok(record) if !text.contains('[') => vec![record],
            Err(error) if !text.contains('[') => return Err(told(&error)),
            _ => other?,
        },
    };
    if records.is_empty() {
        return Err(said!("there is no game in this text", "il n'y a pas de partie dans ce texte"));
    }
    Ok(records.into_iter().map(|record| abaque_record::print(&[record])).collect())
}

fn told(error: &RecordError) -> Said {
    Said { en: error.tell(Lang::En), fr: error.tell(Lang::Fr) }
}
