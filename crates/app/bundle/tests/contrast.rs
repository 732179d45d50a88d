//! The contrast of the pages' colours, computed from the variables of the style sheet (WCAG 2).

use std::collections::HashMap;

const STYLE: &str = include_str!("../../web/style/1-base.css");

/// The variables of the rule with this selector.
fn variables(selector: &str) -> HashMap<String, String> {
    let rule = STYLE.split_once(&format!("{selector} {{")).expect("the rule exists").1;
    let body = rule.split_once('}').expect("the rule ends").0;
    let pair = |line: &str| {
        let (name, value) = line.trim().strip_prefix("--")?.split_once(':')?;
        Some((name.to_owned(), value.trim().to_owned()))
    };
    body.split(';').filter_map(pair).collect()
}

fn luminance(colour: &str) -> f64 {
    let channel = |at: usize| {
        let value = u8::from_str_radix(&colour[at..at + 2], 16).expect("a colour like #rrggbb");
        let share = f64::from(value) / 255.0;
        if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

fn contrast(one: &str, other: &str) -> f64 {
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

/// What is written on what.
const TEXTS: &[(&str, &[&str])] = &[
    ("ink", &["table", "table-2", "card", "accent-soft", "bad-soft"]),
    ("soft", &["table", "table-2", "card"]),
    ("accent", &["table", "table-2", "card"]),
    ("bad", &["table", "table-2", "card"]),
    ("accent-ink", &["accent"]),
];

/// Borders that tell what a thing is or how it stands.
const BORDERS: &[(&str, &[&str])] =
    &[("edge", &["card", "table"]), ("gold", &["card"]), ("accent", &["card", "accent-soft"])];

fn check(selector: &str, pairs: &[(&str, &[&str])], least: f64) {
    let colours = variables(selector);
    for (front, backs) in pairs {
        for back in *backs {
            let ratio = contrast(&colours[*front], &colours[*back]);
            assert!(ratio >= least, "{selector}: {front} on {back} is {ratio:.2}, not {least}");
        }
    }
}

#[test]
fn high_contrast_themes_have_high_contrast() {
    for selector in [":root[data-shade=\"contrast\"]", ":root[data-shade=\"contrast-dark\"]"] {
        check(selector, TEXTS, 7.0);
        check(selector, BORDERS, 3.0);
    }
}

#[test]
fn texts_are_readable_in_the_other_themes() {
    for selector in [":root", ":root[data-shade=\"dark\"]"] {
        check(selector, TEXTS, 4.5);
    }
}

/// A loss never looks like a win.
#[test]
fn error_and_success_colours_differ() {
    for selector in [":root", ":root[data-shade=\"dark\"]", ":root[data-shade=\"contrast\"]"] {
        let colours = variables(selector);
        assert_ne!(colours["bad"], colours["accent"]);
        assert_ne!(colours["bad"], colours["gold"]);
    }
}
