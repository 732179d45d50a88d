//! Percentages as each language writes them: "40%", "40 %".

use abaque_core::Lang;

/// A share of one as a whole percentage.
pub fn percent(share: f64, lang: Lang) -> String {
    with_sign(format!("{:.0}", share * 100.0), lang)
}

/// A change as a whole percentage with its sign: "+3%", "−2 %".
pub fn signed_percent(change: f64, lang: Lang) -> String {
    with_sign(format!("{:+.0}", change * 100.0).replace('-', "\u{2212}"), lang)
}

fn with_sign(number: String, lang: Lang) -> String {
    match lang {
        Lang::En => number + "%",
        Lang::Fr => number + "\u{a0}%",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn french_percentages_have_a_space() {
        assert_eq!(percent(0.4, Lang::En), "40%");
        assert_eq!(percent(0.4, Lang::Fr), "40\u{a0}%");
        assert_eq!(signed_percent(0.03, Lang::En), "+3%");
        assert_eq!(signed_percent(-0.02, Lang::Fr), "\u{2212}2\u{a0}%");
    }
}
