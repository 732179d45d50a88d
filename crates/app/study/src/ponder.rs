use abaque_bots::{BotKind, SearchRequest};
use abaque_client::local::{BotAnswer, BotTask, run_json_task};
use abaque_core::{Millis, ParseError, Seat};
use abaque_search::SearchLimits;

use crate::{NodeId, Study};

/// Times of successive searches, in milliseconds: each goes deeper and is worth showing.
const PONDER_TIMES_MS: [u64; 6] = [150, 400, 1000, 3000, 10_000, 30_000];

impl Study {
    /// The search task for the strongest bot at a node, limited to what the player to act may know;
    /// `None` if nobody is to act or the choice is secret.
    pub fn task(&self, at: NodeId, lines: usize) -> Option<BotTask> {
        let place = self.position_at(at);
        let observation = place.observation().filter(|_| !place.game.is_sealed())?;
        Some(BotTask {
            spec: observation.view.spec().into(),
            second: observation.seat == Seat::Second,
            view: observation.view.text().into(),
            past: observation.past.iter().map(|view| view.text().to_owned()).collect(),
            idle_turns: observation.idle_turns,
            player: BotKind::Best.to_string(),
            millis: None,
            seed: 1,
            lines,
            explains: true,
        })
    }
}

/// Searches with growing time until stopped; `say` receives every better answer. JSON in and out,
/// as it crosses between threads.
pub fn ponder(task: &str, say: &mut dyn FnMut(&str)) -> String {
    run_json_task(task, |task: BotTask| think_deeper(&task, say))
}

fn think_deeper(task: &BotTask, say: &mut dyn FnMut(&str)) -> Result<BotAnswer, ParseError> {
    let kind: BotKind = task.player.parse()?;
    let mut bot = abaque_bots::open_bot(&task.spec, &kind)?;
    let observation = task.observation()?;
    let most = task.millis.unwrap_or(u64::MAX);
    let mut looks = PONDER_TIMES_MS.into_iter().filter(|&look| look <= most).peekable();
    loop {
        let look = looks.next().unwrap_or(PONDER_TIMES_MS[0]);
        let request = SearchRequest {
            limits: SearchLimits::time(Millis(look)),
            seed: task.seed,
            lines: task.lines.max(1),
            ..SearchRequest::default()
        };
        let result = bot.think(&observation, &request, &mut |_| ())?;
        let answer = task.explained(BotAnswer::from(result))?;
        if looks.peek().is_none() {
            return Ok(answer);
        }
        if let Ok(text) = serde_json::to_string(&answer) {
            say(&text);
        }
    }
}
