//! The reference bots.
#![allow(clippy::unwrap_used)]

use abaque_abagio::Abagio;
use abaque_abalone::Abalone;
use abaque_abraxas::Abraxas;
use abaque_blocs::Blocs;
use abaque_bots::reference::{GreedyBot, MonteCarloBot, RandomBot};
use abaque_bots::{Bot, BotGame, BotKind, Observation, SearchRequest};
use abaque_core::{Game, GameOptions, Observer, Ply, RandomSource, Seat, SplitMix, Turn};
use abaque_search::SearchLimits;

fn start<G: Game>(spec: &str) -> G {
    G::start(&G::Options::from_spec(&spec.parse().unwrap()).unwrap())
}

/// Plays `bot` against itself for some plies or to the end, checking every action.
fn plays_on<G: BotGame>(spec: &str, bot: &mut dyn Bot<G>, plies: usize) {
    let mut game: G = start(spec);
    let mut source = SplitMix(7);
    for ply in 0..plies {
        match game.turn() {
            Turn::Over(_) => return,
            Turn::Chance => {
                let mut rolls = Vec::new();
                game.rolls(&mut rolls);
                let roll = rolls[source.below(rolls.len() as u64) as usize].0;
                game.apply_unchecked(Ply::Roll(roll));
            }
            Turn::Of(seat) => {
                let observation =
                    Observation::without_history(game.view(Observer::Player(seat)), seat);
                let limits = SearchLimits::nodes(3_000);
                let request = SearchRequest {
                    limits,
                    seed: ply as u64,
                    lines: 3,
                    ..SearchRequest::default()
                };
                let result = bot.think(&observation, &request, &mut |_| ()).unwrap();
                assert_eq!(
                    bot.think(&observation, &request, &mut |_| ()).unwrap().action,
                    result.action
                );
                assert!(result.lines.iter().all(|line| (0.0..=1.0).contains(&line.win)));
                game.play(result.action).unwrap();
            }
        }
    }
}

fn everybody_plays<G: BotGame>(spec: &str) {
    let game: G = start(spec);
    let best = || G::bot(&game.options(), &BotKind::Best).unwrap();
    plays_on::<G>(spec, &mut RandomBot, 300);
    plays_on::<G>(spec, &mut GreedyBot::new(best()), 60);
    plays_on::<G>(spec, &mut MonteCarloBot::new(best()), 40);
}

#[test]
fn every_game_is_played_by_all_of_them() {
    everybody_plays::<Abalone>("abalone:layout=belgian-daisy");
    everybody_plays::<Abraxas>("abraxas");
    everybody_plays::<Abagio>("abagio");
    everybody_plays::<Blocs>("blocs");
}

/// ABA-10: with one ejection needed and two balls before one at the edge, both bots find it.
#[test]
fn a_win_in_one_is_found() {
    let options = start::<Abalone>("abalone:target=1").options();
    let text = "wwwww/wwwwww/ww5/8/wbb6/8/3b3/bbbbbb/bbbbb b 0-0 -";
    let observation =
        Observation::without_history(Abalone::parse(&options, text).unwrap(), Seat::First);
    let best = || Abalone::bot(&options, &BotKind::Best).unwrap();
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
    let game: Abalone = start("abalone");
    let observation = Observation::<Abalone>::without_history(game, Seat::Second);
    assert!(RandomBot.think(&observation, &SearchRequest::default(), &mut |_| ()).is_err());
}
