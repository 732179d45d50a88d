//! Requirements on the six numbered sheets, checked from their drawings.

use std::collections::BTreeSet;

use abaque_abraxas::Sheet;

const FILES: [&str; 6] = [
    include_str!("../sheets/1.txt"),
    include_str!("../sheets/2.txt"),
    include_str!("../sheets/3.txt"),
    include_str!("../sheets/4.txt"),
    include_str!("../sheets/5.txt"),
    include_str!("../sheets/6.txt"),
];

type Dots = BTreeSet<(i32, i32)>;

/// The dots as (column, row), with the top row as row 0.
fn dots(file: &str) -> Dots {
    let cells = file.lines().enumerate().flat_map(|(row, line)| {
        line.chars().enumerate().map(move |(column, c)| ((column as i32, row as i32), c))
    });
    cells.filter(|(_, c)| *c == 'o').map(|(cell, _)| cell).collect()
}

/// Every four consecutive cells of a row, column or diagonal.
fn fours() -> Vec<[(i32, i32); 4]> {
    let mut all = Vec::new();
    for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
        for (x, y) in (0..81).map(|i| (i % 9, i / 9)) {
            let four = [0, 1, 2, 3].map(|i| (x + i * dx, y + i * dy));
            if four.iter().all(|(x, y)| (0..9).contains(x) && (0..9).contains(y)) {
                all.push(four);
            }
        }
    }
    all
}

fn held(dots: &Dots, four: &[(i32, i32); 4]) -> usize {
    four.iter().filter(|cell| dots.contains(cell)).count()
}

#[test]
fn sheet_files_match_the_patterns_of_the_game() {
    for (number, file) in (1..).zip(FILES) {
        assert_eq!(file.lines().count(), 9);
        assert!(file.lines().all(|line| line.len() == 9));
        let pattern: String = file.lines().collect();
        assert_eq!(Sheet::numbered(number).map(Sheet::pattern), Some(pattern.clone()));
        assert_eq!(Sheet::custom(&pattern).map(Sheet::pattern), Some(pattern));
    }
    assert_eq!((Sheet::numbered(0), Sheet::numbered(7)), (None, None));
}

#[test]
fn sheets_have_eight_to_twenty_dots() {
    for file in FILES {
        assert!((8..=20).contains(&dots(file).len()), "{file}");
    }
}

#[test]
fn sheets_differ_under_rotation_and_reflection() {
    let mut seen = BTreeSet::new();
    for file in FILES {
        let (mut dots, mut same) = (dots(file), Vec::new());
        for turn in 0..8 {
            dots = dots.into_iter().map(|(x, y)| (y, 8 - x)).collect();
            if turn == 4 {
                dots = dots.into_iter().map(|(x, y)| (8 - x, y)).collect();
            }
            same.push(dots.clone());
        }
        assert!(seen.insert(same.into_iter().min()), "{file}");
    }
}

#[test]
fn sheets_have_no_four_dots_in_a_row() {
    for file in FILES {
        assert!(fours().iter().all(|four| held(&dots(file), four) < 4), "{file}");
    }
}

#[test]
fn sheets_2_to_6_have_no_central_gap() {
    for file in &FILES[1..] {
        assert!(fours().iter().all(|four| held(&dots(file), four) < 3), "{file}");
    }
}

#[test]
fn abr_21_sheet_1_has_central_gaps_with_two_or_three_disjoint_lines() {
    let dots = dots(FILES[0]);
    let lines: Vec<_> = fours().into_iter().filter(|four| held(&dots, four) == 3).collect();
    // Every gap is central: at most one cell from the centre in each direction.
    for line in &lines {
        let gap = line.iter().find(|cell| !dots.contains(cell)).unwrap();
        assert!((3..=5).contains(&gap.0) && (3..=5).contains(&gap.1), "{gap:?}");
    }
    let disjoint = |chosen: &[usize]| {
        let cells: BTreeSet<_> = chosen.iter().flat_map(|&i| lines[i]).collect();
        cells.len() == 4 * chosen.len()
    };
    let most = (0..1usize << lines.len())
        .map(|set| (0..lines.len()).filter(|i| set >> i & 1 != 0).collect::<Vec<_>>())
        .filter(|chosen| disjoint(chosen))
        .map(|chosen| chosen.len())
        .max();
    assert!(matches!(most, Some(2 | 3)), "{most:?}");
}
