//! The reference bots play Abalone.
#![allow(clippy::unwrap_used)]

use abaque_abalone::Abalone;
use abaque_abalone_bot::Bots;
use abaque_bot::reference::{GreedyBot, MonteCarloBot, RandomBot};
use abaque_bot::{Bot, BotKind, GameBots, Observation, SearchRequest};
use abaque_core::{Game, GameOptions, Seat};
use abaque_search::SearchLimits;

fn start(spec: &str) -> Abalone {
    Abalone::start(&GameOptions::from_spec(&spec.parse().unwrap()).unwrap())
}

/// ABA-10: with one ejection needed and two balls before one at the edge, both bots find it.
#[test]
fn a_win_in_one_is_found() {
    let options = start("abalone:target=1").options();
    let text = "wwwww/wwwwww/ww5/8/wbb6/8/3b3/bbbbbb/bbbbb b 0-0 -";
    let observation =
        Observation::without_history(Abalone::parse(&options, text).unwrap(), Seat::First);
    let best = || Bots::bot(&options, &BotKind::Best).unwrap();
    let request =
        SearchRequest { limits: SearchLimits::nodes(200_000), ..SearchRequest::default() };
    let players: [Box<dyn Bot<Abalone>>; 2] =
        [Box::new(GreedyBot::new(best())), Box::new(MonteCarloBot::new(best()))];
    for mut player in players {
        let result = player.think(&observation, &request, &mut |_| ()).unwrap();
        assert_eq!(result.action.to_string(), "e3e2");
    }
}

#[test]
fn finished_games_and_wrong_turns_are_errors() {
    let game = start("abalone");
    let observation = Observation::<Abalone>::without_history(game, Seat::Second);
    assert!(RandomBot.think(&observation, &SearchRequest::default(), &mut |_| ()).is_err());
}
