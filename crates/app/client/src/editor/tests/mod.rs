mod blocs;

use std::collections::BTreeSet;

use abaque_core::{RandomSource, SplitMix};
use abaque_draw::DrawOptions;

use super::*;

fn tap(editor: &mut Editor, square: &str, tool: &str) {
    editor.select_tool(tool);
    editor.tap(square);
}

/// The phase of a position text, without squares and numbers.
fn phase(position: &str) -> &str {
    let phase = position.rsplit(' ').next().unwrap_or_default();
    match phase.chars().next() {
        Some('0'..='9') if phase.contains('-') => "hand",
        Some('0'..='9') => "dice",
        _ if phase.starts_with("stop?") => "stop?",
        _ => phase.split(':').next().unwrap_or_default(),
    }
}

/// Specs covering all options that change the phases.
const SPECS: [(&str, &[&str]); 8] = [
    ("abalone", &["-"]),
    ("abalone:layout=placed,target=1", &["-", "hand"]),
    (
        "abraxas:target=3",
        &["corner", "place", "place-nostop", "again", "stop?", "push", "push?", "take", "over"],
    ),
    (
        "abraxas:claim=manual,push=either,leave=free,target=2",
        &["take", "take+", "take-stop", "over"],
    ),
    ("abagio", &["first", "roll", "dice", "chief", "over"]),
    ("abagio:first=p", &["roll", "dice", "chief", "over"]),
    ("blocs", &["setup", "move", "act", "over"]),
    ("blocs:first=lot,zone=10", &["setup", "lot", "move", "act", "over"]),
];

/// Positions reached in play round-trip, in every phase.
#[test]
fn positions_reached_in_play_round_trip() {
    for spec in abaque_catalog::with_remaining_games(&SPECS.map(|(spec, _)| spec)) {
        let phases =
            SPECS.iter().find(|(known, _)| *known == spec).map_or(&[][..], |entry| entry.1);
        let mut met = BTreeSet::new();
        for seed in 0..12 {
            let mut source = SplitMix(seed);
            let mut game = abaque_catalog::open(spec).unwrap();
            for _ in 0..3000 {
                let position = game.position();
                met.insert(phase(&position).to_owned());
                let editor = Editor::from_position(spec, &position).unwrap();
                assert_eq!(editor.text(), position);
                // The current value is one of the allowed values.
                for field in editor.fields() {
                    let known = field.values.iter().any(|(value, _)| *value == field.value);
                    assert!(known, "{spec} {position}: {}={}", field.id, field.value);
                }
                let next = match game.turn() {
                    Turn::Over(_) => break,
                    Turn::Chance => {
                        let rolls = game.rolls();
                        Some(rolls[source.below(rolls.len() as u64) as usize].0.clone())
                    }
                    Turn::Of(_) => game.random_action(&mut source),
                };
                game.play(&next.unwrap()).unwrap();
            }
        }
        let missing: Vec<_> = phases.iter().filter(|phase| !met.contains(**phase)).collect();
        assert!(missing.is_empty(), "{spec} never came to {missing:?}, only to {met:?}");
    }
}

fn games() -> impl Iterator<Item = &'static str> {
    abaque_catalog::GAMES.iter().map(|entry| (entry.description)().name)
}

#[test]
fn every_editor_starts_with_a_legal_position() {
    for name in games() {
        let editor = Editor::new(name).unwrap();
        assert!(!editor.tools().is_empty());
        let game = editor.game().unwrap_or_else(|why| panic!("{name}: {}\n{why}", editor.text()));
        assert!(matches!(game.turn(), Turn::Of(_) | Turn::Chance), "{name}");
        assert!(!game.is_sealed());
    }
}

/// After any sequence of taps and choices the position parses or the rules say why not, and it can
/// be drawn.
#[test]
fn any_taps_give_a_drawable_position_or_a_reason() {
    for name in games() {
        let (mut right, mut wrong) = (0, 0);
        for seed in 0..30 {
            let mut source = SplitMix(seed);
            let mut some = |count: usize| (source.next_u64() % count as u64) as usize;
            let mut editor = Editor::new(name).unwrap();
            if seed % 5 == 4 {
                editor.clear();
            }
            for _ in 0..12 {
                let (stage, spots) = editor.stage(&DrawOptions::default()).unwrap();
                assert!(!stage.ground.is_empty());
                let square = spots[some(spots.len())].0.clone();
                let tool = editor.tools()[some(editor.tools().len())].id;
                tap(&mut editor, &square, tool);
                let fields = editor.fields();
                let field = &fields[some(fields.len())];
                editor.choose(field.id, &field.values[some(field.values.len())].0);
                match editor.game() {
                    Ok(game) => {
                        right += 1;
                        assert_eq!(game.position(), editor.text());
                        let again = Editor::from_position(editor.spec(), &editor.text()).unwrap();
                        assert_eq!(again.text(), editor.text());
                    }
                    Err(why) => {
                        wrong += 1;
                        assert!(why.message.en.len() > 10 && why.message.fr.len() > 10, "{why}");
                    }
                }
            }
        }
        assert!(right > 5 && wrong > 0, "{name}: {right} right, {wrong} wrong");
    }
}

#[test]
fn balls_not_on_the_board_are_out() {
    let mut editor = Editor::new("abalone").unwrap();
    tap(&mut editor, "a1", "erase");
    assert_eq!(editor.text(), "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/1bbbb b 1-0 -");
    tap(&mut editor, "e5", "b");
    editor.choose("side", "w");
    assert_eq!(editor.text(), "wwwww/wwwwww/2www2/8/4b4/8/2bbb2/bbbbbb/1bbbb w 0-0 -");
    tap(&mut editor, "e5", "b");
    editor.choose("side", "nobody");
    assert!(editor.text().ends_with(" w 1-0 -"));
    editor.clear();
    assert!(editor.game().is_err());
    let (stage, _) = editor.stage(&DrawOptions::default()).unwrap();
    assert!(stage.pieces.is_empty());
    tap(&mut editor, "e5", "w");
    assert_eq!(editor.stage(&DrawOptions::default()).unwrap().0.pieces.len(), 1);
    assert!(editor.set_text("nonsense").is_err());
    editor.set_text("wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb w 0-0 -").unwrap();
    assert!(editor.game().is_ok());
}

#[test]
fn stop_pawns_belong_to_a_player() {
    let mut editor = Editor::new("abraxas:sheet=2").unwrap();
    tap(&mut editor, "c3", "s");
    tap(&mut editor, "d3", "r");
    assert!(editor.text().ends_with("sw 1 23 0-0 3-2 place"), "{}", editor.text());
    tap(&mut editor, "c3", "erase");
    tap(&mut editor, "ne", "r");
    assert!(editor.text().ends_with("ne 1 23 0-0 3-3 place"), "{}", editor.text());
    editor.game().unwrap();
    editor.choose("phase", "corner");
    let start = abaque_catalog::open("abraxas:sheet=2").unwrap().position();
    assert_eq!(editor.game().unwrap().position(), start);
}

#[test]
fn placing_the_chief_moves_the_only_one() {
    let mut editor = Editor::new("abagio").unwrap();
    for square in ["7", "5", "7"] {
        tap(&mut editor, square, "*");
        assert_eq!(editor.text().matches('*').count(), 1, "{}", editor.text());
    }
    tap(&mut editor, "7", "*");
    assert_eq!(editor.text().matches('*').count(), 0);
    tap(&mut editor, "2", "r");
    assert!(editor.text().starts_with("2=r,"), "{}", editor.text());
}

#[test]
fn patterns_are_toggled_cell_by_cell() {
    let mut editor = Editor::new("abraxas:sheet=3").unwrap();
    let pattern = editor.pattern_editor().unwrap();
    let own = (pattern.pattern)(editor.spec()).unwrap();
    let other = toggle_cell(&own, 40);
    assert_ne!(own, other);
    assert_eq!(toggle_cell(&other, 40), own);
    let spec = (pattern.with_pattern)(editor.spec(), &other).unwrap();
    editor.set_spec(&spec).unwrap();
    assert_eq!(editor.game().unwrap().spec(), spec);
    assert!(Editor::new("abalone").unwrap().pattern_editor().is_none());
}

/// ABR-14, ABR-18: taps on the plate select the pawn just put and its origin.
#[test]
fn an_open_stop_window_can_be_edited() {
    let mut editor =
        Editor::from_position("abraxas", "8/8/8/3r4/8/8/8/8 sw 1 22 1-0 3-3 again").unwrap();
    editor.choose("side", "2");
    tap(&mut editor, "d5", "put");
    assert_eq!(editor.text(), "8/8/8/3r4/8/8/8/8 sw 2 22 1-0 3-3 stop?d5");
    editor.game().unwrap();
    assert_eq!(editor.marked(), ["d5", ""]);
    // Pawns move only when the reserve is empty.
    tap(&mut editor, "a1", "put");
    assert!(editor.text().ends_with(" stop?a1-d5"));
    assert!(editor.game().is_err());
    tap(&mut editor, "a1", "put");
    editor.game().unwrap();
    // The fields beside the board work too.
    tap(&mut editor, "e5", "r");
    editor.choose("put", "e5");
    editor.choose("from", "h8");
    assert!(editor.text().ends_with(" 21 1-0 3-3 stop?h8-e5"), "{}", editor.text());
    editor.choose("from", "");
    editor.game().unwrap();
    editor.clear();
    assert!(editor.text().ends_with(" place"));
}

#[test]
fn before_the_first_dice_only_the_initial_position_is_legal() {
    let mut editor = Editor::new("abagio").unwrap();
    tap(&mut editor, "w", "r");
    assert!(editor.text().contains(" 5-6 1-0 "), "{}", editor.text());
    editor.choose("phase", "first");
    assert_eq!(editor.text(), "- 6-6 0-0 - first");
    editor.game().unwrap();
    editor.choose("phase", "roll");
    assert_eq!(editor.text(), "5=prpr,10=rprp,15=prpr 6-6 0-0 p roll");
    // With a fixed first player there are no first dice.
    let editor = Editor::new("abagio:first=p").unwrap();
    assert!(editor.fields().iter().flat_map(|it| &it.values).all(|(value, _)| value != "first"));
}

/// The winner cannot be edited.
#[test]
fn finished_games_name_their_winner() {
    let mut editor = Editor::new("abagio").unwrap();
    editor.clear();
    editor.choose("pond-p", "12");
    editor.choose("phase", "over");
    assert!(editor.text().ends_with(" 12-0 0-12 p over"), "{}", editor.text());
    let PositionStatus::Over(message) = editor.status() else { panic!("the game is over") };
    assert!(message.en.starts_with("Purple wins"), "{message:?}");
    assert!(editor.fields().iter().all(|field| field.id != "side"));
    let mut editor = Editor::new("abraxas").unwrap();
    editor.choose("score2", "11");
    assert!(matches!(editor.status(), PositionStatus::Invalid(_)));
    editor.choose("phase", "over");
    assert!(editor.text().ends_with(" sw 2 13 0-11 3-3 over"), "{}", editor.text());
    editor.game().unwrap();
}

#[test]
fn balls_are_placed_one_by_one() {
    let mut editor = Editor::new("abalone:layout=placed").unwrap();
    assert_eq!(editor.text(), "5/6/7/8/9/8/7/6/5 b 0-0 14-14");
    tap(&mut editor, "e5", "b");
    editor.choose("side", "w");
    assert_eq!(editor.text(), "5/6/7/8/4b4/8/7/6/5 w 0-0 13-14");
    editor.game().unwrap();
    editor.choose("beside", "out");
    assert!(editor.game().is_err());
    // Without placement no ball is in hand.
    editor.choose("beside", "hand");
    editor.set_variant("layout", "standard").unwrap();
    assert!(editor.text().ends_with(" w 13-14 -"));
}

/// A board on which the rule of seven ends the game is still drawn.
#[test]
fn illegal_positions_are_still_drawn() {
    let mut editor = Editor::new("blocs").unwrap();
    for (square, _) in editor.state.pieces.clone() {
        tap(&mut editor, &square, "over");
        let (stage, _) = editor.stage(&DrawOptions::default()).unwrap();
        assert_eq!(stage.pieces.iter().filter(|piece| piece.class == "block").count(), 24);
    }
    editor.choose("phase", "act");
    editor.stage(&DrawOptions::default()).unwrap();
    let mut editor = Editor::new("abraxas").unwrap();
    editor.choose("phase", "push");
    tap(&mut editor, "ne", "r");
    let (wrong, _) = editor.stage(&DrawOptions::default()).unwrap();
    assert!(editor.game().is_err());
    editor.choose("phase", "place");
    assert_eq!(wrong.floor, editor.stage(&DrawOptions::default()).unwrap().0.floor);
}

#[test]
fn options_can_be_changed() {
    for name in games() {
        let mut editor = Editor::new(name).unwrap();
        for field in editor.variants() {
            assert!(field.values.iter().any(|(value, _)| *value == field.value), "{field:?}");
            for (value, _) in field.values {
                editor.set_variant(field.id, &value).unwrap();
                let now = editor.variants().into_iter().find(|now| now.id == field.id);
                assert_eq!(now.unwrap().value, value);
            }
        }
        assert!(editor.set_variant("colour", "green").is_err());
    }
}
