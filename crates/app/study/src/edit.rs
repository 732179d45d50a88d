//! Adding, promoting and deleting plies.

use abaque_core::{Lang, Message, message};
use abaque_record::{MAX_DEPTH, MAX_PLIES};

use crate::{NodeId, Study, StudyNode, StudyPosition};

impl Study {
    /// Plays a ply after a node, reusing an existing branch; returns the node reached.
    pub fn add(&mut self, after: NodeId, ply: &str) -> Result<NodeId, Message> {
        let mut place = self.position_at(after);
        self.insert(after, &mut place, ply)
    }

    /// Plays a line; returns the node of its first ply. Stops at the first illegal ply.
    pub fn add_line(&mut self, after: NodeId, plies: &[String]) -> Result<NodeId, Message> {
        let mut place = self.position_at(after);
        let mut first = None;
        let mut at = after;
        for ply in plies {
            match self.insert(at, &mut place, ply) {
                Ok(id) => at = id,
                Err(why) if first.is_none() => return Err(why),
                Err(_) => break,
            }
            first = first.or(Some(at));
        }
        Ok(first.unwrap_or(after))
    }

    pub(crate) fn insert(
        &mut self,
        after: NodeId,
        place: &mut StudyPosition,
        ply: &str,
    ) -> Result<NodeId, Message> {
        let (seat, turn, begins, over) =
            (place.seat_to_act(), place.turn, place.begins_turn, place.outcome);
        let text = place.play(ply).map_err(|refused| Message {
            en: refused.localized(Lang::En),
            fr: refused.localized(Lang::Fr),
        })?;
        let same = |id: &&NodeId| self.nodes[**id].ply == text;
        if let Some(&known) = self.nodes[after].children.iter().find(same) {
            return Ok(known);
        }
        let first = self.nodes[after].children.is_empty();
        // In variations repetition and lack of progress do not end the game.
        if let Some(outcome) = over.filter(|_| first && self.is_on_main_line(after)) {
            let result = outcome.to_text(self.start.description().letters);
            return Err(message!(
                "the game is over here: {result}",
                "la partie est terminée ici\u{a0}: {result}"
            ));
        }
        if self.nodes.len() > MAX_PLIES {
            return Err(message!(
                "a study has at most {MAX_PLIES} moves",
                "une étude a au plus {MAX_PLIES} coups"
            ));
        }
        if !first && self.depth(after) >= MAX_DEPTH {
            return Err(message!(
                "variations are nested at most {MAX_DEPTH} deep",
                "les variantes s'imbriquent sur {MAX_DEPTH} niveaux au plus"
            ));
        }
        Ok(self.push_node(StudyNode {
            ply: text,
            seat,
            turn,
            begins_turn: begins,
            parent: after,
            ..StudyNode::default()
        }))
    }

    pub(crate) fn push_node(&mut self, node: StudyNode) -> NodeId {
        let (id, parent) = (self.nodes.len(), node.parent);
        self.nodes.push(node);
        self.nodes[parent].children.push(id);
        id
    }

    /// Moves a variation before the line it varies. The error says why it cannot become the line.
    pub fn promote(&mut self, id: NodeId) -> Result<(), Message> {
        let mut path = self.path(id).into_iter().rev();
        let Some(from) = path.find(|&id| self.is_variation_start(id)) else { return Ok(()) };
        let parent = self.nodes[from].parent;
        let before = self.nodes[parent].children.clone();
        self.nodes[parent].children.retain(|&other| other != from);
        self.nodes[parent].children.insert(0, from);
        if self.has_main_continuation() {
            self.nodes[parent].children = before;
            return Err(message!(
                "this variation continues after the end of the game; a main line cannot",
                "cette variante continue là où la partie est terminée\u{a0}: une ligne principale ne le peut pas"
            ));
        }
        Ok(())
    }

    /// Whether the main line continues after the end of the game.
    fn has_main_continuation(&self) -> bool {
        let mut place = StudyPosition::new(self.start.clone_box());
        self.main_line().into_iter().any(|id| {
            let over = place.outcome.is_some();
            let _ = place.play(&self.nodes[id].ply);
            over
        })
    }

    /// Deletes a ply and all that follow. A cursor inside moves to its parent.
    pub fn delete(&mut self, id: NodeId) {
        let Some(parent) = self.parent(id) else { return };
        self.nodes[parent].children.retain(|&other| other != id);
        if !self.contains(self.cursor) {
            self.cursor = parent;
        }
    }
}
