//! The players the others are measured against.
#![allow(clippy::unwrap_used)]

use abaque_abagio::Abagio;
use abaque_abalone::Abalone;
use abaque_abraxas::Abraxas;
use abaque_blocs::Blocs;
use abaque_bots::reference::{Greedy, MonteCarlo, Random};
use abaque_bots::{Automated, Bot, Brief, Kind, Sight};
use abaque_core::{Game, Observer, Options, Ply, Seat, Source, SplitMix, Turn};
use abaque_search::Limits;

fn start<G: Game>(spec: &str) -> G {
    G::start(&G::Options::from_spec(&spec.parse().unwrap()).unwrap())
}

/// Plays a game of `bot` against itself, a few plies or to its end, every action checked.
fn plays_on<G: Automated>(spec: &str, bot: &mut dyn Bot<G>, plies: usize) {
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
                let sight = Sight::fresh(game.view(Observer::Player(seat)), seat);
                let limits = Limits::nodes(3_000);
                let brief = Brief { limits, seed: ply as u64, lines: 3, ..Brief::default() };
                let thought = bot.think(&sight, &brief, &mut |_| ()).unwrap();
                assert_eq!(bot.think(&sight, &brief, &mut |_| ()).unwrap().action, thought.action);
                assert!(thought.lines.iter().all(|line| (0.0..=1.0).contains(&line.win)));
                game.play(thought.action).unwrap();
            }
        }
    }
}

fn everybody_plays<G: Automated>(spec: &str) {
    let game: G = start(spec);
    let best = || G::bot(&game.options(), &Kind::Best).unwrap();
    plays_on::<G>(spec, &mut Random, 300);
    plays_on::<G>(spec, &mut Greedy::new(best()), 60);
    plays_on::<G>(spec, &mut MonteCarlo::new(best()), 40);
}

#[test]
fn every_game_is_played_by_all_of_them() {
    everybody_plays::<Abalone>("abalone:layout=belgian-daisy");
    everybody_plays::<Abraxas>("abraxas");
    everybody_plays::<Abagio>("abagio");
    everybody_plays::<Blocs>("blocs");
}

/// ABA-10: where one ejection is enough and two balls stand before one at the edge, both find it.
#[test]
fn a_win_in_one_is_found() {
    let options = start::<Abalone>("abalone:target=1").options();
    let text = "wwwww/wwwwww/ww5/8/wbb6/8/3b3/bbbbbb/bbbbb b 0-0 -";
    let sight = Sight::fresh(Abalone::parse(&options, text).unwrap(), Seat::First);
    let best = || Abalone::bot(&options, &Kind::Best).unwrap();
    let brief = Brief { limits: Limits::nodes(200_000), ..Brief::default() };
    let players: [Box<dyn Bot<Abalone>>; 2] =
        [Box::new(Greedy::new(best())), Box::new(MonteCarlo::new(best()))];
    for mut player in players {
        let thought = player.think(&sight, &brief, &mut |_| ()).unwrap();
        assert_eq!(thought.action.to_string(), "e3e2");
    }
}

#[test]
fn nobody_thinks_about_a_finished_game_or_out_of_turn() {
    let game: Abalone = start("abalone");
    let sight = Sight::<Abalone>::fresh(game, Seat::Second);
    assert!(Random.think(&sight, &Brief::default(), &mut |_| ()).is_err());
}
