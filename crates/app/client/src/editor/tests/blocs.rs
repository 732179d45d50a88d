use abaque_core::Lang;

use super::*;

#[test]
fn blocks_keep_their_pawns() {
    let mut editor = Editor::new("blocs").unwrap();
    let counted = |editor: &Editor| {
        let mut signs: Vec<char> =
            editor.state.pieces.values().flat_map(|text| text.chars().skip(2)).collect();
        signs.sort_unstable();
        signs
    };
    let before = counted(&editor);
    let fields: Vec<String> = editor.state.pieces.keys().cloned().collect();
    for pair in fields.chunks_exact(2) {
        tap(&mut editor, &pair[0], "swap");
        assert_eq!(editor.marked(), [pair[0].clone()]);
        tap(&mut editor, &pair[1], "swap");
        tap(&mut editor, &pair[1], "over");
    }
    assert_eq!(counted(&editor), before);
    assert!(!editor.can_clear());
}

/// BLO-04: pawns move between blocks of one builder, and within a block.
#[test]
fn pawns_are_exchanged() {
    let mut editor = Editor::new("blocs").unwrap();
    editor.select_tool("pawns");
    let blue: Vec<String> = editor
        .state
        .pieces
        .iter()
        .filter(|(_, text)| text.contains('('))
        .map(|(square, _)| square.clone())
        .collect();
    editor.tap(&blue[0]);
    editor.tap(&blue[1]);
    let [one, two] = &editor.open_stacks()[..] else { panic!("two blocks are open") };
    let (mut first, mut second) = (one.tokens.clone(), two.tokens.clone());
    editor.exchange_token(&blue[0], 0).unwrap();
    assert_eq!(editor.open_stacks()[0].held_slot, Some(0));
    editor.exchange_token(&blue[1], 2).unwrap();
    std::mem::swap(&mut first[0], &mut second[2]);
    let open = editor.open_stacks();
    assert_eq!((open[0].tokens.clone(), open[1].tokens.clone()), (first, second.clone()));
    editor.game().unwrap();
    // Within a block.
    editor.exchange_token(&blue[1], 0).unwrap();
    editor.exchange_token(&blue[1], 1).unwrap();
    second.swap(0, 1);
    assert_eq!(editor.open_stacks()[1].tokens, second);
    editor.game().unwrap();
    // Not from one builder to the other.
    let red = editor.state.pieces.iter().find(|(_, text)| text.contains('[')).unwrap().0.clone();
    editor.tap(&red);
    assert_eq!(editor.open_stacks().len(), 2);
    editor.exchange_token(&red, 0).unwrap();
    let before = editor.text();
    assert!(editor.exchange_token(&blue[1], 0).is_err());
    assert_eq!(editor.text(), before);
    // Another tool closes the blocks.
    editor.select_tool("over");
    assert!(editor.open_stacks().is_empty() && editor.marked().is_empty());
}

#[test]
fn rods_are_exchanged_and_blocks_step() {
    let mut editor = Editor::new("blocs").unwrap();
    let (small, large) = ("c6", "b7");
    assert!(
        editor.state.pieces[small].starts_with('s') && editor.state.pieces[large].starts_with('l')
    );
    let blocks = [small, large].map(|square| editor.state.pieces[square][2..].to_owned());
    tap(&mut editor, small, "rods");
    tap(&mut editor, large, "rods");
    assert!(
        editor.state.pieces[small].starts_with('l') && editor.state.pieces[large].starts_with('s')
    );
    assert_eq!([small, large].map(|square| editor.state.pieces[square][2..].to_owned()), blocks);
    let stepped = Editor::from_position(
        "blocs",
        "Sb(bbr),Lb(bnn)/lb(bnn),l,Lb(bbn),l,s,lb(brb)/l,s,s,sb(nbn),sn(bnn),s/s,s,lb(brr),s,lr(rbb),s,lr[rrn],ln(nbn)/lr[rbr],lr[rnn],sb(rbn),lb(bbb),s,lr[rnb],s,sr[brr]/s,sr[rrb],ln[nrr],sn[rnb],s,ln[nrn]/l,l,s,Sr[brn],l,lr[rnr]/Lr[rnn],s b move",
    );
    let mut editor = stepped.unwrap();
    let mut acting = Vec::new();
    editor.select_tool("act");
    for place in abaque_blocs::Field::ALL {
        editor.tap(&place.to_string());
        if editor.text().ends_with(&format!(" b act:{place}")) && editor.game().is_ok() {
            acting.push(place.to_string());
        }
    }
    assert!(!acting.is_empty());
}

/// BLO-19: four quarter turns are a full turn.
#[test]
fn the_board_is_turned() {
    let mut editor = Editor::new("blocs").unwrap();
    let start = editor.text();
    editor.tap("cw");
    let quarter = editor.text();
    assert_ne!(quarter, start);
    assert!(editor.state.pieces["a4"].contains('('), "what was south is west: {quarter}");
    editor.tap("ccw");
    assert_eq!(editor.text(), start);
    for _ in 0..4 {
        editor.tap("cw");
    }
    assert_eq!(editor.text(), start);
}

/// A set-up is begun, changed and completed; the board is drawn throughout.
#[test]
fn set_ups_are_put_together() {
    let mut editor = Editor::new("blocs").unwrap();
    editor.choose("phase", "setup");
    assert_eq!(editor.text(), abaque_catalog::open("blocs").unwrap().position());
    editor.choose("side", "r");
    editor.game().unwrap();
    tap(&mut editor, "d2", "over");
    tap(&mut editor, "d8", "swap");
    assert!(editor.marked().is_empty());
    let (stage, _) = editor.stage(&DrawOptions::default()).unwrap();
    let blocks = stage.pieces.iter().filter(|piece| piece.class == "block").count();
    assert_eq!(blocks, 12);
    tap(&mut editor, "d2", "over");
    editor.game().unwrap();
    editor.choose("phase", "move");
    editor.game().unwrap();
}

#[test]
fn blocks_are_described_in_words() {
    let editor = Editor::new("blocs").unwrap();
    let (stage, _) = editor.stage(&DrawOptions::default()).unwrap();
    let label = editor.label(&stage, "b2", Lang::En);
    assert!(label.starts_with("b2: shows blue, built by Blue, from below blue, "), "{label}");
    assert!(label.ends_with("; large rod"), "{label}");
    let label = editor.label(&stage, "d2", Lang::Fr);
    assert!(label.contains("construit par Bleu") && label.contains("secrète"), "{label}");
    assert_eq!(editor.label(&stage, "d5", Lang::En), "d5: small rod");
    let editor = Editor::new("abalone").unwrap();
    let (stage, _) = editor.stage(&DrawOptions::default()).unwrap();
    assert_eq!(editor.label(&stage, "a1", Lang::En), "a1, black ball");
}
