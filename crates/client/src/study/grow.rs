//! Plies that come and go.

use abaque_core::{Lang, Said, said};
use abaque_record::{MAX_DEPTH, MAX_PLIES};

use super::{Id, Node, Place, Study};

impl Study {
    /// Plays a ply after a place: into a branch that is there, or into a new one. Gives where that leads.
    pub fn add(&mut self, after: Id, ply: &str) -> Result<Id, Said> {
        let mut place = self.place(after);
        self.put(after, &mut place, ply)
    }

    /// Plays a line; gives its first new or known ply. What cannot be played any more is left out.
    pub fn add_line(&mut self, after: Id, plies: &[String]) -> Result<Id, Said> {
        let mut place = self.place(after);
        let mut first = None;
        let mut at = after;
        for ply in plies {
            match self.put(at, &mut place, ply) {
                Ok(id) => at = id,
                Err(why) if first.is_none() => return Err(why),
                Err(_) => break,
            }
            first = first.or(Some(at));
        }
        Ok(first.unwrap_or(after))
    }

    pub(super) fn put(&mut self, after: Id, place: &mut Place, ply: &str) -> Result<Id, Said> {
        let (seat, turn, begins, over) = (place.acting(), place.turn, place.begins, place.ended);
        let text = place
            .play(ply)
            .map_err(|refused| Said { en: refused.tell(Lang::En), fr: refused.tell(Lang::Fr) })?;
        let same = |id: &&Id| self.nodes[**id].ply == text;
        if let Some(&known) = self.nodes[after].next.iter().find(same) {
            return Ok(known);
        }
        let first = self.nodes[after].next.is_empty();
        // In variations repetition and lack of progress end nothing.
        if let Some(outcome) = over.filter(|_| first && self.is_main(after)) {
            let result = outcome.text(self.start.info().letters);
            return Err(said!(
                "the game is over here: {result}",
                "la partie est finie ici : {result}"
            ));
        }
        if self.nodes.len() > MAX_PLIES {
            return Err(said!(
                "a study has at most {MAX_PLIES} plies",
                "une étude a au plus {MAX_PLIES} coups"
            ));
        }
        if !first && self.depth(after) >= MAX_DEPTH {
            return Err(said!(
                "variations are nested at most {MAX_DEPTH} deep",
                "les variantes s'imbriquent sur {MAX_DEPTH} niveaux au plus"
            ));
        }
        Ok(self.push(Node { ply: text, seat, turn, begins, parent: after, ..Node::default() }))
    }

    pub(super) fn push(&mut self, node: Node) -> Id {
        let (id, parent) = (self.nodes.len(), node.parent);
        self.nodes.push(node);
        self.nodes[parent].next.push(id);
        id
    }

    /// Puts a variation before the line it varies. The error says why it cannot be the line.
    pub fn promote(&mut self, id: Id) -> Result<(), Said> {
        let mut path = self.path(id).into_iter().rev();
        let Some(from) = path.find(|&id| self.is_aside(id)) else { return Ok(()) };
        let parent = self.nodes[from].parent;
        let before = self.nodes[parent].next.clone();
        self.nodes[parent].next.retain(|&other| other != from);
        self.nodes[parent].next.insert(0, from);
        if self.main_runs_on() {
            self.nodes[parent].next = before;
            return Err(said!(
                "this variation goes on where a game would be over: a main line cannot",
                "cette variante continue là où une partie serait finie : une ligne principale ne le peut pas"
            ));
        }
        Ok(())
    }

    /// Whether the main line goes on after its end.
    fn main_runs_on(&self) -> bool {
        let mut place = Place::new(self.start.boxed());
        self.main().into_iter().any(|id| {
            let over = place.ended.is_some();
            let _ = place.play(&self.nodes[id].ply);
            over
        })
    }

    /// Takes a ply out, with all that follows upon it. Whoever was there is put before it.
    pub fn delete(&mut self, id: Id) {
        let Some(parent) = self.parent(id) else { return };
        self.nodes[parent].next.retain(|&other| other != id);
        if !self.has(self.cursor) {
            self.cursor = parent;
        }
    }
}
