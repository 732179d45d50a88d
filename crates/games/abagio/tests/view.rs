//! Queries and descriptions for drawing and screen readers.

use abaque_abagio::{Abagio, Phase, Square};
use abaque_core::{Game, Lang, Ply, RuleViolation, Seat};

use crate::common::at;

#[test]
fn views_expose_every_square_and_count() {
    let game = at("3=ppr*,10=prp,e=r,p4=p 9-6 0-1 r 5.3");
    let stacks: Vec<String> =
        game.stacks().map(|(square, stack)| format!("{square}:{stack}")).collect();
    assert_eq!(stacks.join(" "), "3:ppr 10:prp e:r p4:p");
    assert_eq!(game.chief(), Square::outer(3));
    assert_eq!((game.home(Seat::First), game.home(Seat::Second)), (9, 6));
    assert_eq!((game.pond(Seat::First), game.pond(Seat::Second)), (0, 1));
    assert_eq!(game.dice().map(|dice| dice.numbers().collect()), Some(vec![5, 3]));
    assert!(matches!(game.phase(), Phase::Leap(_)));
    let blots = |seat| game.blots(seat).map(|square| square.to_string()).collect::<Vec<_>>();
    assert_eq!(blots(Seat::First), ["3", "e"]);
    assert_eq!(blots(Seat::Second), ["10", "p4"]);
    // Red: 9 × 27 at home, 24 on 3, 17 on 10, 8 on Eight. Purple: 6 × 27, 2 × 24, 2 × 17, 4.
    assert_eq!(game.pips(Seat::First), 292);
    assert_eq!(game.pips(Seat::Second), 248);
}

#[test]
fn the_state_takes_at_most_72_bytes() {
    assert!(size_of::<Abagio>() <= 72, "{}", size_of::<Abagio>());
}

fn description(text: &str, action: &str, lang: Lang) -> String {
    let action = action.parse().unwrap_or_else(|error| panic!("{action}: {error}"));
    at(text).describe(&Ply::Act(action)).get(lang).to_string()
}

#[test]
fn plies_are_described_in_both_languages() {
    let text = "3=r,5=p,6=pp 11-9 0-0 r 3.2";
    assert_eq!(description(text, "3+2", Lang::En), "leaps 2 from 3 and hits the purple blot on 5");
    assert_eq!(
        description(text, "3+2", Lang::Fr),
        "saute de 2 depuis la case 3 et frappe l'isolé pourpre en 5"
    );
    assert_eq!(
        description(text, "3+3", Lang::En),
        "leaps 3 from 3 and covers the purple pair on 6"
    );
    assert_eq!(description(text, "s+2", Lang::En), "leaps 2 from the start and lands on 2");
    let last = "r3=r 0-12 11-0 r 3";
    assert!(
        description(last, "r3+3", Lang::En).ends_with("into the pond with the last frog and wins")
    );
    assert_eq!(
        description("3=r 0-12 11-0 r chief", "t3", Lang::Fr),
        "place la grenouille en chef en 3"
    );
    let lost = at("1=ppp,2=ppp,4=ppp,6=ppp 12-0 0-0 r roll");
    let throw =
        |text: &str| lost.describe(&Ply::Roll(text.parse().unwrap_or_else(|_| panic!()))).en;
    assert_eq!(throw("d21"), "rolls 2 and 1: no legal leap");
    assert_eq!(throw("d33"), "rolls double 3: four leaps");
}

#[test]
fn refusals_use_the_sheets_vocabulary() {
    let message = |text: &str, action: &str| {
        let action = action.parse().unwrap_or_else(|error| panic!("{action}: {error}"));
        at(text).check(&action).map_err(|why| why.message().fr)
    };
    assert_eq!(
        message("3=r,7=rppp 10-9 0-0 r 4", "3+4"),
        Err("tas de trois grenouilles pourpres en 7".into())
    );
    assert_eq!(
        message("17=r,e=pp 11-10 0-0 r 2", "17+2"),
        Err("la pile de deux en position Huit est maximale".into())
    );
}
