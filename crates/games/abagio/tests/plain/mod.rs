//! A slow reference implementation, straight from the rulebook, on strings, sharing no code with
//! the crate. It plays every choice of leaps to the end and counts.

use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug)]
pub(crate) struct PlainRules {
    stacks: BTreeMap<String, String>,
    chief: String,
    home: [i32; 2],
    pond: [i32; 2],
    side: usize,
    phase: String,
}

const COLOURS: [char; 2] = ['r', 'p'];

fn track(side: usize) -> Vec<String> {
    let mut squares = vec!["s".to_string()];
    squares.extend((1..=18).map(|n| n.to_string()));
    squares.push("e".into());
    squares.extend((2..=7).rev().map(|n| format!("{}{n}", COLOURS[side])));
    squares.push("o".into());
    squares.push("w".into());
    squares
}

impl PlainRules {
    /// Parses a position printed by the crate.
    pub(crate) fn read(text: &str) -> PlainRules {
        let fields: Vec<&str> = text.split(' ').collect();
        let numbers = |text: &str| -> [i32; 2] {
            let numbers: Vec<i32> = text.split('-').map(|n| n.parse().unwrap()).collect();
            [numbers[0], numbers[1]]
        };
        let mut plain = PlainRules {
            stacks: BTreeMap::new(),
            chief: "-".into(),
            home: numbers(fields[1]),
            pond: numbers(fields[2]),
            side: usize::from(fields[3] == "p"),
            phase: fields[4].into(),
        };
        if fields[0] != "-" {
            for item in fields[0].split(',') {
                let (square, stack) = item.split_once('=').unwrap();
                if stack.ends_with('*') {
                    plain.chief = square.into();
                }
                plain.stacks.insert(square.into(), stack.trim_end_matches('*').into());
            }
        }
        plain
    }

    pub(crate) fn write(&self) -> String {
        let mut order = track(0);
        order.splice(26..26, track(1)[20..26].to_vec());
        let items: Vec<String> = order
            .iter()
            .filter_map(|square| {
                let star = if *square == self.chief { "*" } else { "" };
                let item = format!("{}{star}", self.at(square));
                (!item.is_empty()).then(|| format!("{square}={item}"))
            })
            .collect();
        let stacks = if items.is_empty() { "-".into() } else { items.join(",") };
        let side = if self.phase == "first" { '-' } else { COLOURS[self.side] };
        let ([hr, hp], [pr, pp]) = (self.home, self.pond);
        format!("{stacks} {hr}-{hp} {pr}-{pp} {side} {}", self.phase)
    }

    fn at(&self, square: &str) -> &str {
        self.stacks.get(square).map_or("", String::as_str)
    }

    fn numbers(&self) -> Vec<usize> {
        self.phase.split('.').map_while(|n| n.parse().ok()).collect()
    }

    /// AGO-04 to AGO-13, AGO-17, AGO-18, AGO-21: one leap by itself.
    fn may_leap(&self, from: usize, number: usize) -> bool {
        let (own, track) = (COLOURS[self.side], track(self.side));
        let has = |square: &str| self.at(square).contains(own);
        let ready = if from == 0 {
            self.home[self.side] > 0
        } else {
            self.at(&track[from]).ends_with(own) && self.chief != track[from]
        };
        if !ready {
            return false;
        }
        if from + number < 27 {
            let target = self.at(&track[from + number]);
            let limit = if ["e", "o"].contains(&track[from + number].as_str()) { 2 } else { 5 };
            let theirs = COLOURS[1 - self.side].to_string();
            return self.chief != track[from + number]
                && target.len() < limit
                && !target.ends_with(&theirs.repeat(3));
        }
        if self.home[self.side] > 0 || track[1..19].iter().any(|square| has(square)) {
            return false;
        }
        let farthest = (19..27).find(|&at| has(&track[at])).unwrap();
        from + number == 27 || (farthest + number > 27 && from == farthest)
    }

    fn leap(&self, from: usize, number: usize) -> PlainRules {
        let mut next = self.clone();
        let (own, theirs) = (COLOURS[self.side], COLOURS[1 - self.side]);
        let track = track(self.side);
        if from == 0 {
            next.home[self.side] -= 1;
        } else {
            next.stacks.get_mut(&track[from]).unwrap().pop();
        }
        if from + number >= 27 {
            next.pond[self.side] += 1;
        } else {
            let target = next.stacks.entry(track[from + number].clone()).or_default();
            if target.ends_with(theirs) && !target.ends_with(&format!("{theirs}{theirs}")) {
                target.pop();
                next.home[1 - self.side] += 1;
            }
            target.push(own);
        }
        let mut numbers = self.numbers();
        numbers.remove(numbers.iter().position(|&n| n == number).unwrap());
        next.phase = numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(".");
        next
    }

    fn singles(&self) -> BTreeSet<(usize, usize)> {
        let numbers: BTreeSet<usize> = self.numbers().into_iter().collect();
        numbers
            .into_iter()
            .flat_map(|number| (0..27).map(move |from| (from, number)))
            .filter(|&(from, number)| self.may_leap(from, number))
            .collect()
    }

    /// The most numbers that any choice of leaps plays; a win ends the count.
    fn most(&self) -> usize {
        let mut most = 0;
        if self.pond[self.side] < 12 {
            for (from, n) in self.singles() {
                most = most.max(1 + self.leap(from, n).most());
                if most == self.numbers().len() {
                    break;
                }
            }
        }
        most
    }

    /// Every action of the player to act, as text.
    pub(crate) fn legal(&self) -> BTreeSet<String> {
        if ["first", "roll", "over"].contains(&self.phase.as_str()) {
            return BTreeSet::new();
        }
        if self.phase == "chief" {
            let squares = (1..=18).map(|n| n.to_string()).filter(|square| {
                let stack = self.at(square);
                stack.is_empty() || (stack.ends_with(COLOURS[self.side]) && stack.len() < 5)
            });
            return squares.chain(["-".to_string()]).map(|square| format!("t{square}")).collect();
        }
        let singles = self.singles();
        let most = self.most();
        let larger = singles.iter().map(|&(_, n)| n).max().unwrap_or(0);
        let allowed = singles.into_iter().filter(|&(from, n)| {
            let next = self.leap(from, n);
            let wins = next.pond[self.side] == 12;
            wins || (1 + next.most() == most && (most > 1 || n == larger))
        });
        let track = track(self.side);
        allowed.map(|(from, n)| format!("{}+{n}", track[from])).collect()
    }

    /// Every action, or every outcome of the roll due, as text.
    pub(crate) fn plies(&self) -> BTreeSet<String> {
        let dice = |letter: char, fits: fn(u8, u8) -> bool| {
            let pairs = (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b)));
            pairs.filter(|&(a, b)| fits(a, b)).map(|(a, b)| format!("{letter}{a}{b}")).collect()
        };
        match self.phase.as_str() {
            "first" => dice('f', |a, b| a != b),
            "roll" => dice('d', |a, b| a >= b),
            _ => self.legal(),
        }
    }

    /// The number of sequences of `depth` actions and rolls.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.plies().len() as u64,
            _ => self.plies().iter().map(|ply| self.after(ply).perft(depth - 1)).sum(),
        }
    }

    /// The position after an action or a roll.
    pub(crate) fn after(&self, ply: &str) -> PlainRules {
        let mut next = self.clone();
        if let Some(dice) = ply.strip_prefix('f') {
            let purple_first = dice.as_bytes()[0] < dice.as_bytes()[1];
            let (a, b) = if purple_first { ("prpr", "rprp") } else { ("rprp", "prpr") };
            for (corner, stack) in [("5", a), ("10", b), ("15", a)] {
                next.stacks.insert(corner.into(), stack.into());
            }
            next.side = usize::from(purple_first);
            next.phase = "roll".into();
            return next;
        }
        if let Some(dice) = ply.strip_prefix('d') {
            let (x, y) = dice.split_at(1);
            next.phase = if x == y { [x; 4].join(".") } else { format!("{x}.{y}") };
        } else if let Some(square) = ply.strip_prefix('t') {
            next.chief = square.into();
            next.side = 1 - self.side;
            next.phase = "roll".into();
            return next;
        } else {
            let (from, number) = ply.split_once('+').unwrap();
            let from = track(self.side).iter().position(|square| square == from).unwrap();
            next = self.leap(from, number.parse().unwrap());
            if next.pond[self.side] == 12 {
                next.phase = "over".into();
                return next;
            }
        }
        if next.singles().is_empty() {
            next.phase = "chief".into();
            if next.home[self.side] > 0 {
                return next.after("t-");
            }
        }
        next
    }
}
