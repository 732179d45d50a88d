//! Explanations: every fact is proved again in worlds sampled from the view, with the plain rules.
//!
//! `ABAQUE_EXPLAIN_POSITIONS=10000 cargo test -p abaque-blocs-bot --test explanations -- --nocapture`
//! checks that many positions and prints what was said how often.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use abaque_blocs::{Action, Blocs, Colour, Field, Options, Phase, View};
use abaque_blocs_bot::Bots;
use abaque_blocs_bot::explain::{Fact, facts};
use abaque_bot::{BotKind, GameBots, Observation, SearchRequest, TurnToExplain};
use abaque_core::{Game, Observer, Ply, RandomSource, Seat, SplitMix, Turn};
use abaque_search::SearchLimits;

/// Worlds in which a fact is tried.
const WORLDS: u64 = 120;

/// A change of column and row.
type Step = (i8, i8);

/// Worlds that the viewer cannot tell apart.
fn worlds(view: &View) -> Vec<Blocs> {
    // Other seeds than those of the explainer.
    let seeds = (0..WORLDS).map(|seed| 1_000_003 + 7 * seed);
    seeds.map(|seed| Blocs::sample_position(view, &mut SplitMix(seed)).unwrap()).collect()
}

/// The worlds after a turn, where it is legal.
fn after(view: &View, seat: Seat, actions: &[Action]) -> Vec<Blocs> {
    let played = |mut world: Blocs| {
        for &action in actions {
            if world.turn() != Turn::Of(seat) {
                break;
            }
            world.play(action).ok()?;
        }
        Some(world)
    };
    worlds(view).into_iter().filter_map(played).collect()
}

/// Blocks of `seat` that the opponent, if it were to move, could take by one step and a capture,
/// supposing that the moved block keeps its colour.
fn takeable(world: &Blocs, seat: Seat) -> Vec<Field> {
    let by = seat.other();
    let (own, victim_colour) = (Colour::of_player(by), Colour::of_player(seat));
    let forward = if by == Seat::First { 1 } else { -1 };
    let free = |field: Option<Field>| {
        field.filter(|&field| world.rod(field).is_some() && world.colour(field).is_none())
    };
    let mut taken = Vec::new();
    for from in Field::ALL {
        let (steps, sides): (Vec<Step>, [Step; 2]) = match world.colour(from) {
            Some(colour) if colour == own => {
                (vec![(-1, forward), (0, forward), (1, forward)], [(-1, 0), (1, 0)])
            }
            Some(Colour::Neutral) => (vec![(-1, -forward), (1, -forward)], [(0, -1), (0, 1)]),
            _ => continue,
        };
        for (east, north) in steps {
            let Some(to) = free(from.offset(east, north)) else { continue };
            for (east, north) in sides {
                let (victim, beyond) = (to.offset(east, north), to.offset(-east, -north));
                // The field that the block left is never on the far side.
                if let (Some(victim), Some(_)) = (victim, free(beyond))
                    && world.colour(victim) == Some(victim_colour)
                {
                    taken.push(victim);
                }
            }
        }
    }
    taken.sort_by_key(Field::to_string);
    taken.dedup();
    taken
}

fn sorted(fields: &[Field]) -> Vec<Field> {
    let mut fields = fields.to_vec();
    fields.sort_by_key(Field::to_string);
    fields
}

/// Whether a colour occurs about as often as stated; if it is stated as certain, always.
fn is_as_likely(seen: usize, worlds: usize, (chance, out_of): (u32, u32)) -> bool {
    if chance == out_of || chance == 0 {
        return seen == if chance == 0 { 0 } else { worlds };
    }
    let p = f64::from(chance) / f64::from(out_of);
    let spread = (p * (1.0 - p) / worlds as f64).sqrt();
    // Thousands of positions are checked: five standard errors.
    (seen as f64 / worlds as f64 - p).abs() <= 5.0 * spread + 1e-9
}

fn prove(fact: &Fact, view: &View, played: Option<&[Action]>, best: &[Action]) -> bool {
    let (Phase::Move(seat) | Phase::Act(seat, _)) = view.phase() else { return false };
    match fact {
        Fact::Changes { from, to, colour, chance } => {
            let all = worlds(view);
            let changed = all.iter().filter(|world| {
                let mut next = **world;
                let step = Action::Move { from: *from, to: *to };
                assert_eq!(played.unwrap()[0], step);
                next.play(step).unwrap();
                next.colour(*to) == Some(*colour)
            });
            view.block(*from).unwrap().shown == Colour::of_player(seat)
                && *colour != Colour::of_player(seat)
                && is_as_likely(changed.count(), all.len(), *chance)
        }
        Fact::Takes { victim, landing, colour, chance, missed, .. } => {
            let taken = after(view, seat, &best[..best.len().min(2)]);
            let shows = taken.iter().filter(|world| {
                assert!(world.colour(*victim).is_none());
                world.colour(*landing) == Some(*colour)
            });
            taken.len() == worlds(view).len()
                && *missed == played.is_some()
                && is_as_likely(shows.count(), taken.len(), *chance)
        }
        Fact::Exposes { seat: owner, played: fields, best: most } => {
            let now = after(view, seat, played.unwrap());
            let then = after(view, seat, best);
            *owner == seat
                && !now.is_empty()
                && now.iter().all(|world| {
                    let open = takeable(world, seat);
                    fields.iter().all(|field| open.contains(field))
                })
                && then.iter().all(|world| takeable(world, seat).len() <= *most)
                && fields.len() > *most
        }
        Fact::LeavesNothing { seat: owner } => {
            *owner == seat
                && after(view, seat, best).iter().all(|world| takeable(world, seat).is_empty())
        }
        Fact::Threatens { seat: owner, best: fields, other, missed } => {
            let then = after(view, seat, best);
            let now = match played {
                Some(played) => after(view, seat, played),
                None => worlds(view),
            };
            *owner == seat
                && *missed == played.is_some()
                && then.iter().all(|world| {
                    let open = takeable(world, seat.other());
                    sorted(fields).iter().all(|field| open.contains(field))
                })
                && now.iter().all(|world| takeable(world, seat.other()).len() <= *other)
        }
    }
}

fn positions_wanted(default: usize) -> usize {
    let wanted = std::env::var("ABAQUE_EXPLAIN_POSITIONS").ok();
    wanted.and_then(|wanted| wanted.parse().ok()).unwrap_or(default)
}

/// Random actions up to the end of the turn.
fn random_turn(before: &Blocs, seat: Seat, source: &mut SplitMix) -> Vec<Action> {
    let (mut game, mut turn) = (*before, Vec::new());
    while game.turn() == Turn::Of(seat) {
        let action = game.random_action(source).unwrap();
        game.play(action).unwrap();
        turn.push(action);
    }
    turn
}

/// Positions of games that are played half at random, half by search; each is explained as a
/// mistake and as a hint.
#[test]
fn every_fact_is_proved_again() {
    let mut source = SplitMix(31);
    let (mut seen, mut told) = (0, BTreeMap::<String, usize>::new());
    let wanted = positions_wanted(600);
    let mut bot = Bots::bot(&Options::default(), &BotKind::Best).unwrap();
    while seen < wanted {
        let mut game = Blocs::start(&Options::default());
        while !game.is_over() && seen < wanted {
            let Turn::Of(seat) = game.turn() else { break };
            if game.is_sealed() {
                let action = game.random_action(&mut source).unwrap();
                game.play(action).unwrap();
                continue;
            }
            let view = game.view(Observer::Player(seat));
            let request = SearchRequest {
                limits: SearchLimits::nodes(100 + source.below(300)),
                seed: source.next_u64(),
                ..SearchRequest::default()
            };
            let observation = Observation::without_history(view.clone(), seat);
            let best = bot.think(&observation, &request, &mut |_| ()).unwrap().lines.remove(0);
            let played = random_turn(&game, seat, &mut source);
            for mistake in [Some(&played[..]), None] {
                let turn = TurnToExplain { view: &view, played: mistake, best: &best.actions };
                let facts = facts(&turn);
                assert!(facts.len() <= 2);
                for fact in facts {
                    let proved = prove(&fact, &view, mistake, &best.actions);
                    assert!(proved, "{fact:?}\n{view}\n{played:?} {best:?}");
                    let kind = format!("{fact:?}");
                    let kind = kind.split([' ', '{']).next().unwrap_or_default().to_string();
                    *told.entry(kind).or_default() += 1;
                }
            }
            seen += 1;
            if source.below(2) == 0 || game.check(&best.actions[0]).is_err() {
                for action in played {
                    game.apply_unchecked(Ply::Act(action));
                }
            } else {
                game.apply_unchecked(Ply::Act(best.actions[0]));
            }
        }
    }
    println!("{seen} positions, facts proved again: {told:?}");
}

fn said(fact: &Fact, en: &str, fr: &str) {
    let text = fact.explanation().text;
    assert_eq!((text.en.as_str(), text.fr.as_str()), (en, fr), "{fact:?}");
}

fn field(name: &str) -> Field {
    name.parse().unwrap()
}

#[test]
fn colours_are_certain_or_have_a_chance() {
    let changes =
        |chance| Fact::Changes { from: field("d3"), to: field("d5"), colour: Colour::Red, chance };
    said(
        &changes((3, 3)),
        "Gives up a block: on d5 it shows a red pawn, as its player could know.",
        "Abandonne un bloc-pion\u{a0}: en d5 il montre un pion rouge, ce que le joueur pouvait savoir.",
    );
    said(
        &changes((2, 3)),
        "Risks a block: on d5 it shows a red pawn with a chance of 67%.",
        "Risque un bloc-pion\u{a0}: en d5 il montre un pion rouge avec une chance de 67\u{a0}%.",
    );
    let takes = |step: Option<&str>, chance, missed| Fact::Takes {
        step: step.map(|step| step.parse().unwrap()),
        victim: field("c4"),
        landing: field("e4"),
        colour: Colour::Blue,
        chance,
        missed,
    };
    said(
        &takes(None, (1, 1), false),
        "Takes c4, which becomes blue.",
        "Prend c4, qui devient bleu.",
    );
    said(
        &takes(Some("d3d4"), (1, 2), false),
        "Takes c4, which becomes blue with a chance of 50%.",
        "Prend c4, qui devient bleu avec une chance de 50\u{a0}%.",
    );
    said(
        &takes(Some("d3d4"), (1, 1), true),
        "Misses d3d4 xc4: the block on c4 becomes blue.",
        "Manque d3d4 xc4\u{a0}: le bloc-pion en c4 devient bleu.",
    );
    said(
        &takes(None, (1, 2), true),
        "Misses xc4: the block on c4 becomes blue with a chance of 50%.",
        "Manque xc4\u{a0}: le bloc-pion en c4 devient bleu avec une chance de 50\u{a0}%.",
    );
    let shown = takes(Some("d3d4"), (1, 1), true).explanation();
    assert_eq!((shown.marks, shown.arrows.len()), (vec!["c4".to_string()], 2));
}

#[test]
fn captures_in_reach_are_named() {
    let fields = || vec![field("c4"), field("e5")];
    let exposes = |best| Fact::Exposes { seat: Seat::First, played: fields(), best };
    said(
        &exposes(0),
        "Leaves c4 and e5 open to capture by Red; after the best move no block is.",
        "Laisse c4 et e5 à portée de prise de Rouge\u{a0}; après le meilleur coup, aucun bloc-pion ne l'est.",
    );
    said(
        &exposes(1),
        "Leaves c4 and e5 open to capture by Red; after the best move at most 1.",
        "Laisse c4 et e5 à portée de prise de Rouge\u{a0}; après le meilleur coup, 1 au plus.",
    );
    said(
        &Fact::LeavesNothing { seat: Seat::Second },
        "Leaves Blue no capture in the next turn.",
        "Ne laisse à Bleu aucune prise au tour suivant.",
    );
    let threatens =
        |missed| Fact::Threatens { seat: Seat::First, best: fields(), other: 1, missed };
    said(
        &threatens(false),
        "Brings c4 and e5 within reach of a capture.",
        "Met c4 et e5 à portée de prise.",
    );
    said(
        &threatens(true),
        "Threatens fewer captures: 1 at most, but after the best move c4 and e5.",
        "Menace moins de prises\u{a0}: 1 au plus, contre c4 et e5 après le meilleur coup.",
    );
}
