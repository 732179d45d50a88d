//! Random positions, most of them valid. They are wilder than positions reached by play, and byte
//! mutations rarely produce them because piece counts must add up.

use abaque_core::RandomSource;

fn below(source: &mut dyn RandomSource, n: usize) -> usize {
    source.below(n as u64) as usize
}

fn pick<T: Copy>(source: &mut dyn RandomSource, from: &[T]) -> T {
    from[below(source, from.len())]
}

fn shuffle<T>(items: &mut [T], source: &mut dyn RandomSource) {
    for i in (1..items.len()).rev() {
        items.swap(i, below(source, i + 1));
    }
}

/// Rows joined by `/`, as in FEN: a run of empty cells (`.`) is written as its length.
fn rows_text(cells: &[u8], lengths: &[usize]) -> String {
    let mut rest = cells;
    let rows = lengths.iter().map(|&length| {
        let (row, after) = rest.split_at(length);
        rest = after;
        let mut text = String::new();
        for run in row.chunk_by(|a, b| *a == b'.' && *b == b'.') {
            match run[0] {
                b'.' => text.push_str(&run.len().to_string()),
                piece => text.push(piece.into()),
            }
        }
        text
    });
    rows.collect::<Vec<_>>().join("/")
}

/// Abalone: balls scattered or in rows, up to six lost on each side.
pub(crate) fn abalone(source: &mut dyn RandomSource) -> String {
    let lost = [0, 1].map(|_| below(source, 7));
    let mut cells = [b'.'; 61];
    let mut order: Vec<usize> = (0..61).collect();
    match below(source, 3) {
        0 => shuffle(&mut order, source),
        // A stride of 1 fills rows; strides of 7 to 10 roughly follow the other two axes.
        _ => {
            let (first, step) = (below(source, 61), pick(source, &[1, 7, 8, 9, 10]));
            order = (0..61).map(|i| (first + i * step) % 61).collect();
            let changed = below(source, 30);
            for _ in 0..changed {
                order.swap(below(source, 61), below(source, 61));
            }
        }
    }
    let mut balls = vec![b'b'; 14 - lost[0]];
    balls.resize(28 - lost[0] - lost[1], b'w');
    if below(source, 2) == 0 {
        shuffle(&mut balls, source);
    }
    for (&at, ball) in order.iter().zip(balls) {
        cells[at] = ball;
    }
    let side = pick(source, &["b", "w"]);
    format!("{} {side} {}-{} -", rows_text(&cells, &[5, 6, 7, 8, 9, 8, 7, 6, 5]), lost[0], lost[1])
}

/// Abraxas: pawns in lines and scattered, in any phase.
pub(crate) fn abraxas(source: &mut dyn RandomSource) -> String {
    let mut cells = [b'.'; 64];
    let left = [0, 1].map(|_| below(source, 4));
    let stops = 6 - left[0] - left[1];
    let scores = [0, 1].map(|_| below(source, 11));
    let mut pawns = below(source, 25 - scores[0] - scores[1]);
    let reserve = match below(source, 3) {
        0 => {
            pawns = 24 - scores[0] - scores[1];
            0
        }
        _ => 24 - scores[0] - scores[1] - pawns,
    };
    let mut at = 0;
    let mut step = 1;
    while pawns > 0 {
        if below(source, 5) == 0 {
            (at, step) = (below(source, 64), pick(source, &[1, 7, 8, 9]));
        }
        if cells[at] == b'.' {
            cells[at] = b'r';
            pawns -= 1;
        }
        at = (at + step) % 64;
        if below(source, 3) == 0 {
            at = below(source, 64);
        }
    }
    let free: Vec<usize> = (0..64).filter(|&at| cells[at] == b'.').collect();
    for _ in 0..stops {
        let mut at = pick(source, &free);
        while cells[at] != b'.' {
            at = pick(source, &free);
        }
        cells[at] = b's';
    }
    let hole = |at: usize| format!("{}{}", char::from(b'a' + (at % 8) as u8), 8 - at / 8);
    let some = |source: &mut dyn RandomSource, what: u8| {
        let all: Vec<usize> = (0..64).filter(|&at| cells[at] == what).collect();
        hole(all.get(below(source, 64)).or(all.first()).copied().unwrap_or(0))
    };
    let phase = match below(source, 10) {
        0 => format!("stop?{}", some(source, b'r')),
        1 => format!("stop?{}-{}", some(source, b'.'), some(source, b'r')),
        _ => {
            let phases = ["place", "place-nostop", "again", "push", "push?", "take", "take+"];
            let phases = [&phases[..], &["take-stop", "take", "push"]].concat();
            pick(source, &phases).to_string()
        }
    };
    let corner = pick(source, &["sw", "se", "ne", "nw"]);
    let side = pick(source, &["1", "2"]);
    let [s1, s2] = scores;
    let [l1, l2] = left;
    format!("{} {corner} {side} {reserve} {s1}-{s2} {l1}-{l2} {phase}", rows_text(&cells, &[8; 8]))
}

/// Abagio: stacks of any shape, frogs on any square, at home and in the pond.
pub(crate) fn abagio(source: &mut dyn RandomSource) -> String {
    let names: Vec<String> = (1..=18)
        .map(|n: u8| n.to_string())
        .chain(["e".into()])
        .chain((2..=7).rev().map(|n| format!("r{n}")))
        .chain((2..=7).rev().map(|n| format!("p{n}")))
        .chain(["o".into()])
        .collect();
    let mut stacks = vec![String::new(); names.len()];
    let (mut home, mut pond) = ([0; 2], [0; 2]);
    let late = below(source, 3) == 0;
    let favourites = [0; 5].map(|_| below(source, names.len()));
    let mut frogs = [[b'r'; 12], [b'p'; 12]].concat();
    shuffle(&mut frogs, source);
    for frog in frogs {
        let own = usize::from(frog == b'p');
        let at = match below(source, 8) {
            0 if !late => names.len() + 1,
            0..=1 => names.len(),
            2..=4 => pick(source, &favourites),
            _ if late => 18 + below(source, names.len() - 18),
            _ => below(source, names.len()),
        };
        let foreign = matches!((at, own), (19..=24, 1) | (25..=30, 0));
        let most = if at == 18 || at == 31 { 2 } else { 5 };
        if at < names.len() && !foreign && stacks[at].len() < most {
            stacks[at].push(frog.into());
        } else if at == names.len() + 1 {
            home[own] += 1;
        } else {
            pond[own] += 1;
        }
    }
    if below(source, 2) == 0 {
        let at = below(source, 18);
        if stacks[at].len() < 5 {
            stacks[at].push('*');
        }
    }
    let squares: Vec<String> = names
        .iter()
        .zip(&stacks)
        .filter(|(_, stack)| !stack.is_empty())
        .map(|(name, stack)| format!("{name}={stack}"))
        .collect();
    let squares = if squares.is_empty() { "-".into() } else { squares.join(",") };
    let (x, y) = (1 + below(source, 6), 1 + below(source, 6));
    let phase = match below(source, 8) {
        0 => "roll".into(),
        1 => "chief".into(),
        2 => x.to_string(),
        3..=4 => vec![x.to_string(); 2 + below(source, 3)].join("."),
        _ => format!("{}.{}", x.max(y), x.min(y)),
    };
    let side = pick(source, &["r", "p"]);
    let ([h1, h2], [w1, w2]) = (home, pond);
    format!("{squares} {h1}-{h2} {w1}-{w2} {side} {phase}")
}

/// Blocs-pions: rods and blocks on any field, pawns dealt from each player's bag.
pub(crate) fn blocs(source: &mut dyn RandomSource) -> String {
    let mut rods = [[b's'; 22], [b'l'; 22]].concat();
    shuffle(&mut rods, source);
    let mut builders = [[b'('; 12], [b'['; 12]].concat();
    builders.resize(44, b'.');
    shuffle(&mut builders, source);
    let mut bags = ['b', 'r'].map(|own| {
        let other = if own == 'b' { 'r' } else { 'b' };
        let mut bag = [vec![own; 18], vec![other; 6], vec!['n'; 12]].concat();
        shuffle(&mut bag, source);
        bag
    });
    let lengths = [2, 6, 6, 8, 8, 6, 6, 2];
    let mut cells = rods.iter().zip(&builders).map(|(&rod, &builder)| {
        let rod = char::from(rod);
        if builder == b'.' {
            return rod.to_string();
        }
        let red = builder == b'[';
        let bag = &mut bags[usize::from(red)];
        let pawns: Vec<char> = (0..3).filter_map(|_| bag.pop()).collect();
        let shown = pawns[usize::from(rod == 's')];
        let secret = below(source, 3) == 0 && shown == if red { 'r' } else { 'b' };
        let rod = if secret { rod.to_ascii_uppercase() } else { rod };
        let pawns: String = pawns.into_iter().collect();
        if red { format!("{rod}{shown}[{pawns}]") } else { format!("{rod}{shown}({pawns})") }
    });
    let rows = lengths.map(|length| cells.by_ref().take(length).collect::<Vec<_>>().join(","));
    let side = pick(source, &["b", "r"]);
    let phase = match below(source, 3) {
        0 => "move".into(),
        _ => {
            let (column, row) = (below(source, 8) as u8, 1 + below(source, 8));
            format!("act:{}{row}", char::from(b'a' + column))
        }
    };
    format!("{} {side} {phase}", rows.join("/"))
}
