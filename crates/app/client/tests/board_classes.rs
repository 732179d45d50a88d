//! Style rules of the page must not hit the drawings of the boards, which have classes of their own.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::path::Path;

use abaque_core::{SplitMix, Turn};
use abaque_draw::{BoardLayers, DrawOptions};

/// Every class in the layers of a board.
fn classes_in(layers: &BoardLayers, found: &mut BTreeSet<String>) {
    let pieces = layers.floor.iter().chain(&layers.pieces);
    let art = pieces.clone().map(|piece| piece.svg.as_str());
    let panels = layers.panels.iter().map(|panel| panel.svg.as_str());
    let parts = [&layers.defs, &layers.ground, &layers.labels, &layers.over];
    for svg in art.chain(panels).chain(parts.into_iter().map(String::as_str)) {
        let lists = svg.split("class=\"").skip(1).filter_map(|rest| rest.split('"').next());
        found.extend(lists.flat_map(str::split_whitespace).map(String::from));
    }
    found.extend(pieces.flat_map(|piece| piece.class.split_whitespace()).map(String::from));
}

/// The classes of all boards, collected over random games.
fn drawn_classes() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for entry in abaque_catalog::GAMES {
        let mut game = abaque_catalog::open((entry.description)().name).unwrap();
        let mut source = SplitMix(5);
        for _ in 0..120 {
            let view = game.position();
            let layers = abaque_draw::board_layers(&game.spec(), &view, &DrawOptions::default());
            classes_in(&layers.unwrap(), &mut found);
            let ply = match game.turn() {
                Turn::Of(_) => game.random_action(&mut source),
                Turn::Chance => game.rolls().into_iter().next().map(|(roll, _)| roll),
                Turn::Over(_) => None,
            };
            let Some(ply) = ply else { break };
            game.play(&ply).unwrap();
        }
    }
    found
}

/// Selectors of a style sheet that are classes alone, as lists of their classes.
fn bare_selectors(sheet: &str) -> Vec<Vec<String>> {
    let heads = sheet.split('}').filter_map(|rule| rule.rsplit_once('{').map(|(head, _)| head));
    let heads = heads.map(|head| head.rsplit(['{', '/']).next().unwrap_or(head));
    let selectors = heads.flat_map(|head| head.split(',')).map(str::trim);
    let bare = selectors.filter(|selector| {
        selector.starts_with('.') && !selector.contains([' ', '>', '+', '~', '#', '[', ':'])
    });
    bare.map(|selector| selector[1..].split('.').map(String::from).collect()).collect()
}

#[test]
fn no_style_rule_hits_a_drawing_by_accident() {
    let drawn = drawn_classes();
    assert!(drawn.contains("die") && drawn.contains("stop") && drawn.contains("ball"), "{drawn:?}");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/style");
    let mut hits = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let sheet = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let clashes = bare_selectors(&sheet).into_iter();
        hits.extend(clashes.filter(|classes| classes.iter().all(|class| drawn.contains(class))));
    }
    assert!(hits.is_empty(), "scope these rules, a board draws with the same class: {hits:?}");
}
