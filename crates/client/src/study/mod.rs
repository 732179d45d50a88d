//! A game to think about: a tree of plies with comments and marks, and a place in it. Made from a record and written as one.

mod link;
mod lots;
mod place;
mod ponder;
mod read;
mod review;
mod rows;
mod write;

#[cfg(test)]
mod tests;

use abaque_catalog::AnyGame;
use abaque_core::{Lang, Millis, Observer, Outcome, Said, Seat, said};
use abaque_record::{MAX_COMMENT, MAX_DEPTH, MAX_PLIES, Mark};

use crate::local::Step;

pub use link::{Link, MAX_LINK, decode, encode};
pub use lots::lot_name;
pub use place::Place;
pub use ponder::ponder;
pub use read::read_any;
pub use review::{Figures, Finding, Judged, Look, Review, Throw, Verdict, judge, review};
pub use rows::{Item, Row};

/// What may be said of a ply, in the order people expect.
pub const MARKS: [Mark; 6] =
    [Mark::Brilliant, Mark::Good, Mark::Interesting, Mark::Dubious, Mark::Mistake, Mark::Blunder];

/// A ply of a study by its number, which it keeps.
pub type Id = usize;

/// Where a study begins.
pub const ROOT: Id = 0;

#[derive(Clone, Debug, Default)]
struct Node {
    ply: String,
    seat: Option<Seat>,
    /// The number of the turn it belongs to, and whether that turn begins with it.
    turn: u32,
    begins: bool,
    /// Comments before it, at the beginning of a variation.
    intro: Vec<String>,
    comments: Vec<String>,
    mark: Option<Mark>,
    clock: Option<Millis>,
    elapsed: Option<Millis>,
    parent: Id,
    /// What may follow; the first of them is the line, the others are variations.
    next: Vec<Id>,
}

/// Whose eyes look at a study.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shown {
    /// Nobody's in particular: everything is known.
    #[default]
    All,
    /// What somebody could see when it was played.
    As(Observer),
}

/// A study.
#[derive(Clone)]
pub struct Study {
    start: Box<dyn AnyGame>,
    /// What the record says beside game, start and result.
    tags: Vec<(String, String)>,
    /// The plies and the result of the record it was made from: they belong together.
    played: Vec<String>,
    outcome: Option<Outcome>,
    nodes: Vec<Node>,
    cursor: Id,
}

impl Study {
    /// A study of a position.
    pub fn new(start: Box<dyn AnyGame>) -> Study {
        let nodes = vec![Node::default()];
        let (tags, played) = (Vec::new(), Vec::new());
        Study { start, tags, played, outcome: None, nodes, cursor: ROOT }
    }

    /// The spec of the game.
    pub fn spec(&self) -> String {
        self.start.spec()
    }

    /// Where it begins.
    pub fn start(&self) -> &dyn AnyGame {
        &*self.start
    }

    /// A tag of the record it was made from.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Where one is.
    pub fn cursor(&self) -> Id {
        self.cursor
    }

    /// Goes somewhere.
    pub fn go(&mut self, to: Id) {
        if self.has(to) {
            self.cursor = to;
        }
    }

    /// Whether there is such a ply in the tree.
    pub fn has(&self, id: Id) -> bool {
        let hangs = |id: &Id| self.nodes[self.nodes[*id].parent].next.contains(id);
        id < self.nodes.len() && self.path(id).iter().all(hangs)
    }

    /// The ply's text; nothing where the study begins.
    pub fn ply(&self, id: Id) -> Option<&str> {
        (id != ROOT).then(|| self.nodes[id].ply.as_str())
    }

    /// Who played it; nothing for a lot.
    pub fn seat(&self, id: Id) -> Option<Seat> {
        self.nodes[id].seat
    }

    /// What it follows upon.
    pub fn parent(&self, id: Id) -> Option<Id> {
        (id != ROOT).then(|| self.nodes[id].parent)
    }

    /// What may follow, the line before the variations.
    pub fn next(&self, id: Id) -> &[Id] {
        &self.nodes[id].next
    }

    /// The plies that lead to a place, the place's own last.
    pub fn path(&self, to: Id) -> Vec<Id> {
        let mut path = Vec::new();
        let mut at = to;
        while at != ROOT {
            path.push(at);
            at = self.nodes[at].parent;
        }
        path.reverse();
        path
    }

    /// The last ply of the line that goes on from here.
    pub fn end(&self, from: Id) -> Id {
        let mut at = from;
        while let Some(&next) = self.nodes[at].next.first() {
            at = next;
        }
        at
    }

    /// The main line.
    pub fn main(&self) -> Vec<Id> {
        self.path(self.end(ROOT))
    }

    /// Whether a ply is on the main line.
    pub fn is_main(&self, id: Id) -> bool {
        self.path(id).iter().all(|id| !self.is_aside(*id))
    }

    /// A place's address: which branch is taken where, `0.0.1`; empty where the study begins.
    pub fn address(&self, id: Id) -> String {
        let branch = |id: &Id| {
            let siblings = &self.nodes[self.nodes[*id].parent].next;
            siblings.iter().position(|sibling| sibling == id).unwrap_or(0)
        };
        // A long way along the first branches is counted instead of spelled.
        let mut parts: Vec<String> = Vec::new();
        let mut straight = 0;
        for branch in self.path(id).iter().map(branch) {
            if branch == 0 {
                straight += 1;
            } else {
                parts.push(format!("{straight}.{branch}"));
                straight = 0;
            }
        }
        if straight > 0 {
            parts.push(straight.to_string());
        }
        parts.join("-")
    }

    /// The place with this address.
    pub fn find(&self, address: &str) -> Option<Id> {
        let mut at = ROOT;
        for part in address.split('-').filter(|part| !part.is_empty()) {
            let (straight, branch) = part.split_once('.').unwrap_or((part, ""));
            for _ in 0..straight.parse::<usize>().ok()? {
                at = *self.nodes[at].next.first()?;
            }
            if !branch.is_empty() {
                at = *self.nodes[at].next.get(branch.parse::<usize>().ok()?)?;
            }
        }
        Some(at)
    }

    /// The game as it stands there.
    pub fn place(&self, at: Id) -> Place {
        let mut place = Place::new(self.start.boxed());
        for id in self.path(at) {
            // Everything in the tree was played when it came in.
            let _ = place.play(&self.nodes[id].ply);
        }
        place
    }

    /// What is seen there.
    pub fn view(&self, at: Id, shown: Shown) -> String {
        seen(&*self.place(at).game, shown)
    }

    /// The step that leads to a place, as it is shown.
    pub fn step(&self, to: Id, shown: Shown) -> Option<Step> {
        let place = self.place(self.parent(to)?);
        let ply = self.nodes[to].ply.clone();
        let told = place.game.tell(&ply).ok()?;
        let before = seen(&*place.game, shown);
        let mut game = place.game;
        game.play(&ply).ok()?;
        Some(Step { seat: self.nodes[to].seat, ply, told, before, after: seen(&*game, shown) })
    }

    /// Whether anything is hidden from somebody in this game.
    pub fn has_secrets(&self) -> bool {
        let mut place = Place::new(self.start.boxed());
        let mut line = self.main().into_iter();
        loop {
            if place.has_secrets() {
                return true;
            }
            let Some(id) = line.next() else { return false };
            let _ = place.play(&self.nodes[id].ply);
        }
    }

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

    fn put(&mut self, after: Id, place: &mut Place, ply: &str) -> Result<Id, Said> {
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

    fn push(&mut self, node: Node) -> Id {
        let (id, parent) = (self.nodes.len(), node.parent);
        self.nodes.push(node);
        self.nodes[parent].next.push(id);
        id
    }

    /// How many variations a place lies in.
    fn depth(&self, id: Id) -> usize {
        self.path(id).into_iter().filter(|&id| self.is_aside(id)).count()
    }

    /// Whether a variation begins with this ply.
    pub fn is_aside(&self, id: Id) -> bool {
        id != ROOT && self.nodes[self.nodes[id].parent].next.first() != Some(&id)
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

    /// How good a ply is found.
    pub fn mark(&self, id: Id) -> Option<Mark> {
        self.nodes[id].mark
    }

    /// Says how good a ply is.
    pub fn set_mark(&mut self, id: Id, mark: Option<Mark>) {
        if id != ROOT {
            self.nodes[id].mark = mark;
        }
    }

    /// What was said about a ply, or before the first one.
    pub fn comment(&self, id: Id) -> String {
        words(&self.nodes[id].comments)
    }

    /// Says something about a ply, instead of what was said. What programs noted there (`[%win 0.5]`) stays.
    pub fn set_comment(&mut self, id: Id, comment: &str) -> Result<(), Said> {
        // Only programs write commands.
        let text = comment.replace("[%", "[");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let noted: Vec<String> = self.nodes[id].comments.iter().flat_map(|it| notes(it)).collect();
        let text = [text].into_iter().chain(noted).filter(|part| !part.is_empty());
        let text = text.collect::<Vec<_>>().join(" ");
        if text.len() > MAX_COMMENT {
            return Err(said!(
                "a comment has at most {MAX_COMMENT} bytes",
                "un commentaire a au plus {MAX_COMMENT} octets"
            ));
        }
        self.nodes[id].comments = if text.is_empty() { Vec::new() } else { vec![text] };
        Ok(())
    }

    /// The time left on the player's clock after a ply.
    pub fn clock(&self, id: Id) -> Option<Millis> {
        self.nodes[id].clock
    }

    /// How the game ended that is shown as far as `at`: by the board, or by the record if this is its last ply.
    pub fn outcome_at(&self, at: Id, place: &Place) -> Option<Outcome> {
        let board = match place.game.turn() {
            abaque_core::Turn::Over(outcome) => Some(outcome),
            _ => None,
        };
        let last = self.next(at).is_empty() && self.is_main(at);
        board.or_else(|| if last { self.outcome() } else { None })
    }

    /// How the main line ended.
    pub fn outcome(&self) -> Option<Outcome> {
        let main = self.main();
        if self.as_played(&main) {
            return self.outcome;
        }
        main.last().and_then(|&last| self.place(last).ended)
    }

    /// Whether the main line still is what was played.
    fn as_played(&self, main: &[Id]) -> bool {
        !self.played.is_empty()
            && main.len() == self.played.len()
            && main.iter().zip(&self.played).all(|(&id, ply)| self.nodes[id].ply == *ply)
    }
}

fn seen(game: &dyn AnyGame, shown: Shown) -> String {
    match shown {
        Shown::All => game.position(),
        Shown::As(by) => game.view(by),
    }
}

/// What people said, without what programs noted.
fn words(comments: &[String]) -> String {
    let mut out = String::new();
    for comment in comments {
        let mut rest = comment.as_str();
        while let Some((before, after)) = rest.split_once("[%") {
            out += before;
            rest = after.split_once(']').map_or("", |(_, rest)| rest);
        }
        out += rest;
        out.push(' ');
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What programs noted: `[%win 0.5]`.
fn notes(comment: &str) -> Vec<String> {
    let parts = comment.split("[%").skip(1);
    parts.filter_map(|part| Some(format!("[%{}]", part.split_once(']')?.0))).collect()
}
