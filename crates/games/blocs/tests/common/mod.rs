//! Positions and helpers shared by the tests.

use abaque_blocs::{Action, Blocs, Field, Options};
use abaque_core::{Game, GameOptions, RuleViolation};

/// After both set-ups, Blue to move.
pub(crate) const OPENING: &str = "Lr[rnn],Lr[rrn]/lr[rrn],Sr[rrn],Sr[rrr],Sr[brb],Sr[rrb],lr[rbn]/l,sr[nrn],Lr[rbn],Lr[rnb],sr[nrn],s/s,s,l,s,l,s,l,l/l,l,s,l,s,l,s,s/s,sb(nbn),Sb(nbr),Lb(bbn),sb(bbn),l/lb(bnr),Sb(nbn),Lb(bnr),Lb(bbn),Sb(bbb),lb(brb)/Lb(bnn),Sb(rbr) b move";

/// A middle game with neutral blocks on a turned board, Blue to move.
pub(crate) const DENSE: &str = "Sb(bbr),Lb(bnn)/lb(bnn),l,Lb(bbn),l,s,lb(brb)/l,s,s,sb(nbn),sn(bnn),s/s,s,lb(brr),s,lr(rbb),s,lr[rrn],ln(nbn)/lr[rbr],lr[rnn],sb(rbn),lb(bbb),s,lr[rnb],s,sr[brr]/s,sr[rrb],ln[nrr],sn[rnb],s,ln[nrn]/l,l,s,Sr[brn],l,lr[rnr]/Lr[rnn],s b move";

pub(crate) fn options(spec: &str) -> Options {
    Options::from_spec(&spec.parse().unwrap()).unwrap_or_else(|error| panic!("{error}"))
}

pub(crate) fn game(text: &str) -> Blocs {
    abaque_testkit::parse_position("blocs", text)
}

pub(crate) fn legal(game: &Blocs) -> String {
    let mut out: Vec<Action> = Vec::new();
    game.legal_actions(&mut out);
    let mut out: Vec<String> = out.iter().map(Action::to_string).collect();
    out.sort();
    out.join(" ")
}

/// Plays a sequence of actions.
pub(crate) fn play(game: &mut Blocs, line: &str) {
    for text in line.split_whitespace() {
        let action: Action = text.parse().unwrap_or_else(|error| panic!("{error}"));
        game.play(action).unwrap_or_else(|violation| panic!("{text}: {}", violation.message()));
    }
}

/// The rule that refuses an action, and the message.
pub(crate) fn refused(game: &Blocs, text: &str) -> (&'static str, String) {
    let action: Action = text.parse().unwrap_or_else(|error| panic!("{error}"));
    match game.check(&action) {
        Ok(()) => panic!("{text} is legal in {game}"),
        Err(violation) => (violation.rule(), violation.message().en),
    }
}

/// A position from a diagram of the shown colours, row 8 first, `.` for a free rod; blanks are
/// ignored. `exact` specifies whole fields (`d3 sb(nbn)`); the other rods, builders and hidden
/// pawns are filled in to satisfy the counts of BLO-04 and BLO-05.
pub(crate) fn diagram(rows: &str, exact: &[&str], side_and_phase: &str) -> String {
    let letters: Vec<char> = rows.chars().filter(|c| !c.is_whitespace() && *c != '/').collect();
    assert_eq!(letters.len(), 44, "{rows}");
    assert_eq!(letters.iter().filter(|&&c| c != '.').count(), 24, "{rows}");
    let fixed = |field: Field| {
        exact.iter().find_map(|text| text.strip_prefix(&format!("{field} ")).map(str::to_string))
    };
    let mut cells: Vec<Option<String>> = Field::ALL.into_iter().map(fixed).collect();
    let mut bags: [Vec<char>; 2] =
        ["bbbbbbbbbbbbbbbbbbrrrrrrnnnnnnnnnnnn", "rrrrrrrrrrrrrrrrrrbbbbbbnnnnnnnnnnnn"]
            .map(|bag| bag.chars().collect());
    let (mut rods, mut blocks) = ([22, 22], [12, 12]);
    let draw = |bag: &mut Vec<char>, pawn: char| {
        let at = bag.iter().position(|&p| p == pawn).expect("pawns run out");
        bag.remove(at);
    };
    for cell in cells.iter().flatten() {
        rods[usize::from(cell.to_ascii_lowercase().starts_with('l'))] -= 1;
        if let Some(at) = cell.find(['(', '[']) {
            let builder = usize::from(cell[at..].starts_with('['));
            blocks[builder] -= 1;
            for pawn in cell[at + 1..at + 4].chars() {
                draw(&mut bags[builder], pawn);
            }
        }
    }
    // Windows first, so that their colours cannot run out, then the rest.
    let mut open: Vec<(usize, usize, char, char)> = Vec::new();
    for (i, &letter) in letters.iter().enumerate().filter(|(i, _)| cells[*i].is_none()) {
        let rod = usize::from(rods[1] > rods[0]);
        rods[rod] -= 1;
        let rod = ['s', 'l'][rod];
        if letter == '.' {
            open.push((i, 2, rod, letter));
            continue;
        }
        let builder = match letter {
            'b' if blocks[0] > 0 => 0,
            'r' if blocks[1] > 0 => 1,
            _ => usize::from(blocks[1] > blocks[0]),
        };
        blocks[builder] -= 1;
        draw(&mut bags[builder], letter);
        open.push((i, builder, rod, letter));
    }
    for (i, builder, rod, letter) in open {
        cells[i] = Some(if builder == 2 {
            rod.to_string()
        } else {
            let mut rest = || bags[builder].pop().unwrap();
            let (x, y) = (rest(), rest());
            let pawns = if rod == 's' { [x, letter, y] } else { [letter, x, y] };
            let pawns: String = pawns.iter().collect();
            let (open, close) = [('(', ')'), ('[', ']')][builder];
            format!("{rod}{letter}{open}{pawns}{close}")
        });
    }
    let mut text = String::new();
    for (i, field) in Field::ALL.into_iter().enumerate() {
        if i > 0 {
            text.push(if field.row() == Field::ALL[i - 1].row() { ',' } else { '/' });
        }
        text += cells[i].as_deref().unwrap();
        let shown = cells[i].as_deref().unwrap().chars().nth(1).unwrap_or('.');
        assert_eq!(shown, letters[i], "{field}");
    }
    format!("{text} {side_and_phase}")
}

/// Every red block stands at the southern edge and cannot move; Blue can.
pub(crate) fn red_is_stuck(side_and_phase: &str) -> String {
    diagram(
        "..
         ......
         ......
         bbbbbbbb
         bbbb....
         rrrr..
         rrrrrr
         rr",
        &[],
        side_and_phase,
    )
}

/// Twelve against twelve, no neutral block: d3 can step beside the red block on c4.
pub(crate) fn no_neutral(exact: &[&str]) -> Blocs {
    let rows = "
           rr
         rrrrrr
         rrr...
        .......b
        ..r....b
         ..b..b
         bbbbbb
           bb";
    game(&diagram(rows, exact, "b move"))
}

/// Like [`no_neutral`] with a neutral block on h5.
pub(crate) fn one_neutral(exact: &[&str], side: &str) -> Blocs {
    let rows = "
           rr
         rrrrrr
         rrr...
        .......n
        ..r....b
         ..b..b
         bbbbbb
           bb";
    game(&diagram(rows, exact, side))
}
