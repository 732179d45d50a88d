use std::sync::LazyLock;

use abaque_abalone::{Abalone, Action, ArrowMove, Direction, LineMove, Point};
use abaque_testkit::LawSuite;

/// Every action that can be spelled: all lines, arrows and placements.
static SPELLABLE: LazyLock<Vec<Action>> = LazyLock::new(|| {
    let mut actions = Vec::new();
    for point in Point::all() {
        actions.push(Action::Place(point));
        for toward in Direction::ALL {
            actions.extend(LineMove::new(point, toward).map(Action::Line));
            let others = Point::all().filter(|&other| point < other);
            let arrows = others.filter_map(|other| ArrowMove::new(point, other, toward).ok());
            actions.extend(arrows.map(Action::Arrow));
        }
    }
    actions
});

fn spellable(_: &Abalone) -> Vec<Action> {
    SPELLABLE.clone()
}

#[test]
fn the_list_of_spellable_actions_is_complete() {
    let texts: Vec<String> = SPELLABLE.iter().map(Action::to_string).collect();
    // 156 neighbour pairs in both directions; pairs and triples on three axes, four ways each, less
    // the edge.
    assert_eq!(texts.iter().filter(|text| text.len() == 3).count(), 61);
    assert_eq!(texts.iter().filter(|text| text.len() == 4).count(), 2 * 156);
    // The same by brute force over all texts of three points.
    let all: Vec<String> = Point::all().map(|point| point.to_string()).collect();
    let mut spelled = Vec::new();
    for one in &all {
        for other in &all {
            for goal in &all {
                if let Ok(arrow) = format!("{one}{other}{goal}").parse::<Action>() {
                    spelled.push(arrow.to_string());
                }
            }
        }
    }
    spelled.sort();
    // Each arrow has two spellings, one from either end.
    let twice: Vec<_> = spelled.chunks(2).map(|pair| (&pair[0], pair[0] == pair[1])).collect();
    assert!(twice.iter().all(|&(_, same)| same));
    assert_eq!(twice.len(), texts.iter().filter(|text| text.len() == 6).count());
}

#[test]
fn laws_hold_in_random_games() {
    LawSuite::<Abalone> {
        specs: &[
            "abalone",
            "abalone:layout=belgian-daisy",
            "abalone:layout=german-daisy",
            "abalone:layout=dutch-daisy",
            "abalone:layout=swiss-daisy",
            "abalone:target=1,layout=belgian-daisy",
            "abalone:target=14,layout=swiss-daisy",
            "abalone:layout=placed",
        ],
        positions: &[],
        candidates: spellable,
        games: 2,
        plies: 120,
    }
    .run();
}

#[test]
fn laws_hold_in_crowded_positions() {
    LawSuite::<Abalone> {
        specs: &["abalone:target=1,layout=placed"],
        positions: &[
            // One ejection from the end on either side, e-row pushes at both edges.
            ("abalone", "bbbbb/6/7/8/wbb3bbw/8/7/2wwww/wwwww b 5-3 -"),
            ("abalone:target=14", "5/6/7/8/9/8/7/ww4/bw3 b 13-11 -"),
            ("abalone:target=14", "5/6/7/8/9/8/7/ww4/bw3 w 13-11 -"),
            ("abalone:target=14", "5/6/7/8/bbbwww3/8/7/6/5 b 11-11 -"),
            ("abalone:target=14", "5/6/7/8/bbbwwbbbw/8/7/6/5 w 8-11 -"),
            ("abalone:target=1", "bbbbb/bb4/wwbb3/8/bbw6/8/wbb3w/b1wwww/wwwww w 0-0 -"),
            ("abalone:layout=placed", "wwwww/wwwwww/2ww3/8/9/8/2bbb2/bbbbbb/bbbbb w 0-0 0-1"),
        ],
        candidates: spellable,
        games: 6,
        plies: 60,
    }
    .run();
}

#[test]
fn views_hide_nothing() {
    abaque_testkit::open::run::<Abalone>(&["abalone", "abalone:layout=placed"], 3, 120);
}
