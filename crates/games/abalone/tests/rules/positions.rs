use abaque_abalone::{Abalone, Options};
use abaque_core::{Game, GameOptions, Lang, Spec};

fn read(spec: &str, text: &str) -> Result<Abalone, &'static str> {
    let options = Options::from_spec(&spec.parse().unwrap()).unwrap();
    Abalone::parse(&options, text).map_err(|bad| {
        assert!(Lang::ALL.iter().all(|&lang| bad.localized(lang).len() > 10));
        bad.field
    })
}

const START: &str = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb";

#[test]
fn valid_positions_are_printed_canonically() {
    for (spec, text) in [
        ("abalone", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb w 0-0 -"),
        ("abalone", "wwwww/wwwwww/2www2/8/9/8/7/bb1bbb/bb1b1 b 6-0 -"),
        ("abalone:target=7", "wwwww/wwwwww/2www2/8/9/8/7/bb1bbb/bb1b1 w 6-0 -"),
        ("abalone:target=14", "5/6/7/8/9/8/7/5w/5 b 14-13 -"),
        ("abalone:layout=placed", "5/6/7/8/9/8/7/6/5 b 0-0 14-14"),
        ("abalone:layout=placed", "5/6/7/8/4b4/8/7/6/5 w 0-0 13-14"),
        ("abalone:layout=placed", "wwwww/wwwwww/2ww3/8/9/8/2bbb2/bbbbbb/bbbbb w 0-0 0-1"),
        ("abalone:layout=placed", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 -"),
    ] {
        let printed = read(spec, text).map(|game| game.to_string());
        assert_eq!(printed.as_deref(), Ok(text), "{spec}");
    }
}

#[test]
fn malformed_rows_are_refused() {
    for rows in [
        "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb",
        "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb/",
        "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb/5",
        "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbbb",
        "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbb",
        "wwwww/wwwwww/2www2/8/9/9/2bbb2/bbbbbb/bbbbb",
        "wwwww/wwwwww/2www2/8/9/44/2bbb2/bbbbbb/bbbbb",
        "wwwww/wwwwww/2www2/8/9/80/2bbb2/bbbbbb/bbbbb",
        "wwwww/wwwwww/2www2/8/9/08/2bbb2/bbbbbb/bbbbb",
        "wwwww/wwwwww/11www2/8/9/8/2bbb2/bbbbbb/bbbbb",
        "wwwww/wwwwww/2www2/8/9/8/2BBB2/bbbbbb/bbbbb",
        "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbx",
        "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbb\u{e9}",
        "wwwww/wwwwww/2www2/8/9//2bbb2/bbbbbb/bbbbb",
        // One ball too many, one too few.
        "wwwww/wwwwww/2www2/8/9/b7/2bbb2/bbbbbb/bbbbb",
        "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/1bbbb",
    ] {
        assert_eq!(read("abalone", &format!("{rows} b 0-0 -")), Err("ROWS"), "{rows}");
    }
}

#[test]
fn malformed_fields_are_refused() {
    for (rest, field) in [
        ("", "POSITION"),
        (" b 0-0", "POSITION"),
        (" b 0-0 - ", "POSITION"),
        (" b  0-0 -", "POSITION"),
        (" b 0-0 - -", "POSITION"),
        (" B 0-0 -", "SIDE"),
        (" x 0-0 -", "SIDE"),
        (" bw 0-0 -", "SIDE"),
        (" b 0 -", "OUT"),
        (" b 0-0-0 -", "OUT"),
        (" b 00-0 -", "OUT"),
        (" b 0-+0 -", "OUT"),
        (" b 0-15 -", "OUT"),
        (" b - -", "OUT"),
        (" b 0-1 -", "ROWS"),
        (" b 0-0 0-0", "HAND"),
        (" b 0-0 14-14", "HAND"),
    ] {
        assert_eq!(read("abalone", &format!("{START}{rest}")), Err(field), "{rest}");
    }
}

#[test]
fn impossible_hands_are_refused() {
    for (text, field) in [
        ("5/6/7/8/9/8/7/6/5 b 0-0 -", "ROWS"),
        ("5/6/7/8/9/8/7/6/5 w 0-0 14-14", "HAND"),
        ("5/6/7/8/4b4/8/7/6/5 b 0-0 13-14", "HAND"),
        ("5/6/7/8/4w4/8/7/6/5 b 0-0 14-13", "HAND"),
        ("5/6/7/8/4w4/8/7/6/5 w 0-0 14-13", "HAND"),
        ("5/6/7/8/3bw4/8/7/6/5 b 0-0 13-14", "HAND"),
        ("5/6/7/8/3bw4/8/7/6/5 b 0-0 12-12", "ROWS"),
        ("5/6/7/8/4b4/8/7/6/5 b 0-1 13-13", "OUT"),
        ("5/6/7/8/9/8/7/6/5 b 0-0 14", "HAND"),
        ("5/6/7/8/9/8/7/6/5 b 0-0 014-14", "HAND"),
        ("wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 0-0", "HAND"),
    ] {
        assert_eq!(read("abalone:layout=placed", text), Err(field), "{text}");
    }
}

/// ABA-10: positions that no finished game can have.
#[test]
fn impossible_endings_are_refused() {
    for (spec, text, field) in [
        ("abalone:target=5", "wwwww/wwwwww/2www2/8/9/8/7/bb1bbb/bb1b1 b 6-0 -", "OUT"),
        ("abalone", "wwwww/wwwwww/2www2/8/9/8/7/bb1bbb/bb1b1 w 6-0 -", "SIDE"),
        ("abalone", "wwwww/www3/7/8/9/8/7/bb1bbb/bb1b1 b 6-6 -", "SIDE"),
        ("abalone", "wwwww/www3/7/8/9/8/7/bb1bbb/bb1b1 w 6-6 -", "SIDE"),
    ] {
        assert_eq!(read(spec, text), Err(field), "{spec} {text}");
    }
}

#[test]
fn options_are_checked() {
    let options = |text: &str| Options::from_spec(&text.parse::<Spec>().unwrap());
    for target in 1..=14 {
        assert_eq!(options(&format!("abalone:target={target}")).unwrap().target(), target);
    }
    for bad in [
        "target=0",
        "target=15",
        "target=06",
        "target=+6",
        "target=six",
        "layout=daisy",
        "layout=Standard",
        "size=5",
    ] {
        let error = options(&format!("abalone:{bad}")).unwrap_err();
        let (key, _) = bad.split_once('=').unwrap();
        assert!(error.message.en.contains(key), "{error}");
    }
    assert_eq!(
        options("abalone:target=6,layout=standard").unwrap().to_spec().to_string(),
        "abalone"
    );
    assert_eq!(
        options("abalone:layout=placed,target=4").unwrap().to_spec().to_string(),
        "abalone:target=4,layout=placed"
    );
}
