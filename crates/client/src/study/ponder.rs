use abaque_catalog::bots::{Brief, Kind};
use abaque_core::{BadText, Millis, Seat};
use abaque_search::Limits;

use super::{Id, Study};
use crate::local::{Answer, Task, answered};

/// How long each look takes, in milliseconds: every one goes deeper, and each is worth showing.
const LOOKS: [u64; 6] = [150, 400, 1000, 3000, 10_000, 30_000];

impl Study {
    /// What whoever is to act at a place may know, for the best player to think about; nothing where nobody acts or
    /// where the choice is secret.
    pub fn task(&self, at: Id, lines: usize) -> Option<Task> {
        let place = self.place(at);
        let sight = place.sight().filter(|_| !place.game.sealed())?;
        Some(Task {
            spec: sight.view.spec().into(),
            second: sight.seat == Seat::Second,
            view: sight.view.text().into(),
            past: sight.past.iter().map(|view| view.text().to_owned()).collect(),
            idle_turns: sight.idle_turns,
            player: Kind::Best.to_string(),
            millis: None,
            seed: 1,
            lines,
        })
    }
}

/// Thinks about a task for as long as it is let: `say` hears of every better answer. Texts in and out, as they cross
/// between threads.
pub fn ponder(task: &str, say: &mut dyn FnMut(&str)) -> String {
    answered(task, |task: Task| look_deeper(&task, say))
}

fn look_deeper(task: &Task, say: &mut dyn FnMut(&str)) -> Result<Answer, BadText> {
    let kind: Kind = task.player.parse()?;
    let mut bot = abaque_catalog::bot(&task.spec, &kind)?;
    let sight = task.sight()?;
    let most = task.millis.unwrap_or(u64::MAX);
    let mut looks = LOOKS.into_iter().filter(|&look| look <= most).peekable();
    loop {
        let look = looks.next().unwrap_or(LOOKS[0]);
        let brief = Brief {
            limits: Limits::time(Millis(look)),
            seed: task.seed,
            lines: task.lines.max(1),
            ..Brief::default()
        };
        let thought = bot.think(&sight, &brief, &mut |_| ())?;
        let answer = Answer::from(thought);
        if looks.peek().is_none() {
            return Ok(answer);
        }
        if let Ok(text) = serde_json::to_string(&answer) {
            say(&text);
        }
    }
}
