use abaque_core::{Source, SplitMix};

use super::*;

fn games() -> impl Iterator<Item = &'static str> {
    abaque_catalog::GAMES.iter().map(|entry| (entry.info)().name)
}

#[test]
fn every_game_begins_with_a_position_that_is_right() {
    for name in games() {
        let editor = Editor::new(name).unwrap();
        assert_eq!(editor.craft.game, name);
        let game = editor.game().unwrap_or_else(|why| panic!("{name}: {}\n{why}", editor.text()));
        assert!(matches!(game.turn(), Turn::Of(_) | Turn::Chance), "{name}");
        assert!(!game.sealed());
    }
}

/// Whatever is tapped and chosen, the position parses or the rules say why not, and there is a board to show.
#[test]
fn anything_may_be_tapped() {
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
                let (stage, spots) = editor.stage(&Options::default()).unwrap();
                assert!(!stage.ground.is_empty());
                let square = spots[some(spots.len())].0.clone();
                let tool = editor.tools()[some(editor.tools().len())].id;
                editor.tap(&square, tool);
                let fields = editor.fields().to_vec();
                let field = &fields[some(fields.len())];
                editor.choose(field.id, &field.values[some(field.values.len())].0);
                match editor.game() {
                    Ok(game) => {
                        right += 1;
                        assert_eq!(game.position(), editor.text());
                        let again = Editor::at(editor.spec(), &editor.text()).unwrap();
                        assert_eq!(again.text(), editor.text());
                    }
                    Err(why) => {
                        wrong += 1;
                        assert!(why.said.en.len() > 10 && why.said.fr.len() > 10, "{why}");
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
    editor.tap("a1", "erase");
    assert_eq!(editor.text(), "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/1bbbb b 1-0 -");
    editor.tap("e5", "b");
    editor.choose("side", "w");
    assert_eq!(editor.text(), "wwwww/wwwwww/2www2/8/4b4/8/2bbb2/bbbbbb/1bbbb w 0-0 -");
    editor.tap("e5", "b");
    editor.choose("side", "nobody");
    assert!(editor.text().ends_with(" w 1-0 -"));
    editor.clear();
    assert!(editor.game().is_err());
    let (stage, _) = editor.stage(&Options::default()).unwrap();
    assert!(stage.pieces.is_empty());
    editor.tap("e5", "w");
    assert_eq!(editor.stage(&Options::default()).unwrap().0.pieces.len(), 1);
    assert!(editor.set_text("nonsense").is_err());
    editor.set_text("wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb w 0-0 -").unwrap();
    assert!(editor.game().is_ok());
}

#[test]
fn stop_pawns_have_owners() {
    let mut editor = Editor::new("abraxas:sheet=2").unwrap();
    editor.tap("c3", "s");
    editor.tap("d3", "r");
    assert!(editor.text().ends_with("sw 1 23 0-0 3-2 place"), "{}", editor.text());
    editor.tap("c3", "erase");
    editor.tap("ne", "r");
    assert!(editor.text().ends_with("ne 1 23 0-0 3-3 place"), "{}", editor.text());
    editor.game().unwrap();
    editor.choose("phase", "corner");
    assert!(editor.game().is_err());
    editor.clear();
    let start = abaque_catalog::open("abraxas:sheet=2").unwrap().position();
    assert_eq!(editor.game().unwrap().position(), start);
}

#[test]
fn there_is_one_chief() {
    let mut editor = Editor::new("abagio").unwrap();
    for square in ["7", "5", "7"] {
        editor.tap(square, "*");
        assert_eq!(editor.text().matches('*').count(), 1, "{}", editor.text());
    }
    editor.tap("7", "*");
    assert_eq!(editor.text().matches('*').count(), 0);
    editor.tap("2", "r");
    assert!(editor.text().starts_with("2=r,"), "{}", editor.text());
}

#[test]
fn blocks_keep_their_pawns() {
    let mut editor = Editor::new("blocs").unwrap();
    let counted = |editor: &Editor| {
        let mut signs: Vec<char> =
            editor.pieces.values().flat_map(|text| text.chars().skip(2)).collect();
        signs.sort_unstable();
        signs
    };
    let before = counted(&editor);
    let fields: Vec<String> = editor.pieces.keys().cloned().collect();
    for pair in fields.chunks_exact(2) {
        editor.tap(&pair[0], "swap");
        assert_eq!(editor.picked(), Some(pair[0].as_str()));
        editor.tap(&pair[1], "swap");
        editor.tap(&pair[1], "over");
    }
    assert_eq!(counted(&editor), before);
    assert!(!editor.can_clear());
}

#[test]
fn sheets_of_ones_own() {
    let own = sheet::pattern("abraxas:sheet=3").unwrap();
    assert_eq!(own.len(), sheet::SIDE * sheet::SIDE);
    let other = sheet::toggled(&own, 40);
    assert_ne!(own, other);
    assert_eq!(sheet::toggled(&other, 40), own);
    let spec = sheet::with_sheet("abraxas:sheet=3,target=5", &other).unwrap();
    assert_eq!(sheet::pattern(&spec), Some(other));
    assert!(spec.contains("target=5"));
    let back = sheet::with_sheet(&spec, &own).unwrap();
    assert!(back.contains("sheet=3"), "{back}");
    assert_eq!(sheet::pattern("abalone"), None);
    assert!(sheet::with_sheet("abraxas", "xyz").is_err());
    let mut editor = Editor::new("abraxas").unwrap();
    editor.set_spec(&spec).unwrap();
    assert_eq!(editor.game().unwrap().spec(), spec);
}
