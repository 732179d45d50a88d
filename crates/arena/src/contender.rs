use abaque_catalog::bots::Brief;
use abaque_catalog::{AnyBot, AnyGame, Memory};
use abaque_core::{BadText, Lang, Said, said};
use abaque_search::{Limits, Stop};

use crate::Player;

/// A player at the board.
pub(crate) struct Contender {
    bot: Box<dyn AnyBot>,
    limits: Limits,
}

/// What a player did.
pub(crate) struct Answer {
    pub(crate) action: String,
    pub(crate) nodes: u64,
}

impl Contender {
    /// A player for games of a spec.
    pub(crate) fn new(spec: &str, player: &Player) -> Result<Contender, BadText> {
        Ok(Contender { bot: abaque_catalog::bot(spec, &player.kind)?, limits: player.limits })
    }

    /// A new game begins.
    pub(crate) fn begin(&mut self) {
        self.bot.forget();
    }

    /// What it does now; `clock` stands in for its own limits where there is one. The error says
    /// why it does nothing.
    pub(crate) fn act(
        &mut self,
        game: &dyn AnyGame,
        memory: &Memory,
        seed: u64,
        clock: Option<Limits>,
        stop: &Stop,
    ) -> Result<Answer, Said> {
        let sight = memory
            .sight(game)
            .ok_or_else(|| said!("there is nothing to decide", "il n'y a rien à décider"))?;
        let limits = clock.unwrap_or(self.limits);
        let brief = Brief { limits, seed, stop: stop.clone(), ..Brief::default() };
        let thought = self
            .bot
            .think(&sight, &brief, &mut |_| ())
            .map_err(|error| Said { en: error.tell(Lang::En), fr: error.tell(Lang::Fr) })?;
        Ok(Answer { action: thought.action, nodes: thought.nodes })
    }
}
