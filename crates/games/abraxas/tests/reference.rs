//! A naive reference for takings: draws the visible board as 81 characters, searches every row,
//! tries every set of pawns. It must agree with the generator on crowded random plates over random
//! sheets (ABR-04 to ABR-10).

use std::collections::BTreeSet;

use abaque_core::{RandomSource, SplitMix};

use crate::common::{at, takings};

/// The visible board as a grid of `p` pawn, `o` dot, `s` stop pawn, `.` blank; row 1 first.
fn view(sheet: &str, plate: &str, corner: &str) -> Vec<Vec<char>> {
    let mut grid: Vec<Vec<char>> = sheet
        .as_bytes()
        .chunks(9)
        .rev()
        .map(|row| row.iter().map(|&c| c as char).collect())
        .collect();
    let up = usize::from(corner.starts_with('n'));
    let right = usize::from(corner.ends_with('e'));
    for (y, row) in plate.split('/').rev().enumerate() {
        let mut x = 0;
        for c in row.chars() {
            match c {
                'r' => grid[y + up][x + right] = 'p',
                's' => grid[y + up][x + right] = 's',
                _ => x += c as usize - '1' as usize,
            }
            x += 1;
        }
    }
    grid
}

fn reference(sheet: &str, plate: &str, corner: &str, free: bool) -> String {
    let grid = view(sheet, plate, corner);
    let seen = |x: i32, y: i32| match (usize::try_from(x), usize::try_from(y)) {
        (Ok(x), Ok(y)) if x < 9 && y < 9 => grid[y][x],
        _ => '.',
    };
    let red = |x, y| matches!(seen(x, y), 'p' | 'o');
    let mut found = BTreeSet::new();
    for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
        for (x, y) in (0..81).map(|i| (i % 9, i / 9)) {
            if !red(x, y) || red(x - dx, y - dy) {
                continue;
            }
            let line: Vec<(i32, i32)> =
                (0..9).map(|i| (x + i * dx, y + i * dy)).take_while(|&(x, y)| red(x, y)).collect();
            found.extend(choices(&line, |&(x, y)| seen(x, y) == 'p', free).into_iter().map(
                |taken| {
                    let name = |(x, y): (i32, i32)| {
                        let x = x - i32::from(corner.ends_with('e'));
                        let y = y - i32::from(corner.starts_with('n'));
                        format!("{}{}", (b'a' + x as u8) as char, y + 1)
                    };
                    let mut names: Vec<String> = taken.into_iter().map(name).collect();
                    names.sort();
                    names.concat()
                },
            ));
        }
    }
    found.into_iter().collect::<Vec<_>>().join(" ")
}

type Cells = Vec<(i32, i32)>;

fn choices(line: &Cells, pawn: impl Fn(&(i32, i32)) -> bool, free: bool) -> Vec<Cells> {
    let n = line.len();
    let pawns: Cells = line.iter().copied().filter(&pawn).collect();
    if n < 4 || pawns.is_empty() {
        return Vec::new();
    }
    if pawns.len() < n - 3 {
        return vec![pawns];
    }
    let sets = (0..1u32 << n).filter(|set| set.count_ones() as usize == n - 3);
    let sets = sets.filter(|set| (0..n).all(|i| set >> i & 1 == 0 || pawn(&line[i])));
    let spread = |set: &u32| {
        let stay: Vec<usize> = (0..n).filter(|i| set >> i & 1 == 0).collect();
        stay[2] - stay[0] > 2
    };
    let sets: Vec<u32> = sets.collect();
    let avoidable = !free && sets.iter().any(spread);
    sets.into_iter()
        .filter(|set| !avoidable || spread(set))
        .map(|set| (0..n).filter(|i| set >> i & 1 != 0).map(|i| line[i]).collect())
        .collect()
}

#[test]
fn takings_agree_with_brute_force() {
    let mut source = SplitMix(5);
    let (mut lines, mut several) = (0, 0);
    for n in 0..4000 {
        let dots = source.below(40);
        let sheet: String =
            (0..81).map(|_| if source.below(81) < dots { 'o' } else { '.' }).collect();
        // Crowding red pawns into some columns produces long lines.
        let (from, width) = (source.below(4), 3 + source.below(5));
        let mut plate = vec![['1'; 8]; 8];
        let (mut red, mut stop) = (0, 0);
        while red < 22 {
            let (x, y) = ((from + source.below(width)) % 8, source.below(8));
            plate[x as usize][y as usize] = 'r';
            red = plate.iter().flatten().filter(|c| **c == 'r').count();
        }
        while stop < 3 {
            plate[source.below(8) as usize][source.below(8) as usize] = 's';
            stop = plate.iter().flatten().filter(|c| **c == 's').count();
        }
        let red = plate.iter().flatten().filter(|c| **c == 'r').count();
        let rows: Vec<String> = plate.iter().map(canonical).collect();
        let (plate, corner) = (rows.join("/"), ["sw", "se", "ne", "nw"][n % 4]);
        let free = n % 3 == 0;
        let spec = format!(
            "abraxas:sheet={sheet},claim=manual,leave={}",
            ["spread", "free"][usize::from(free)]
        );
        let text = format!("{plate} {corner} 1 {} 0-0 3-0 take", 24 - red);
        let expected = reference(&sheet, &plate, corner, free);
        let game = at(&spec, &text);
        assert_eq!(takings(&game), expected, "{spec} {text}");
        lines += game.lines().count();
        several += usize::from(game.lines().any(|line| line.pawns_due() > 1));
    }
    assert!(lines > 4000 && several > 1000, "{lines} {several}");
}

fn canonical(row: &[char; 8]) -> String {
    let mut text = String::new();
    let mut run = 0;
    for &c in row.iter().chain(&['/']) {
        if c == '1' {
            run += 1;
            continue;
        }
        if run > 0 {
            text.push_str(&run.to_string());
            run = 0;
        }
        text.push(c);
    }
    text.pop();
    text
}
