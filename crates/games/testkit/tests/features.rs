//! The features `serde` and `arbitrary` of the core and the games.
#![allow(clippy::unwrap_used)]

use std::fmt::{Debug, Display};
use std::str::FromStr;

use abaque_abagio::{Abagio, LeapOrigin, Square};
use abaque_abalone::{Abalone, Point};
use abaque_abraxas::{Abraxas, Corner, Hole};
use abaque_blocs::{Blocs, Field};
use abaque_core::{
    ClockRule, EndReason, Game, GameDescription, GameOptions, Lang, Millis, Outcome, OutcomeSeed,
    ParseError, Seat, Spec, SplitMix, perft::legal_plies,
};
use abaque_testkit::random_ply;
use abaque_ur::Ur;
use arbitrary::{Arbitrary, Unstructured};
use serde::Serialize;
use serde::de::{DeserializeOwned, DeserializeSeed};

/// Serialises to `json` and comes back.
fn assert_json<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, json: &str) {
    assert_eq!(serde_json::to_string(value).unwrap(), json);
    assert_eq!(serde_json::from_str::<T>(json).unwrap(), *value);
}

fn assert_json_text<T>(value: &T)
where
    T: Serialize + DeserializeOwned + PartialEq + Debug + Display,
{
    assert_json(value, &format!("\"{value}\""));
}

fn descriptions() -> [&'static GameDescription; 5] {
    [
        abaque_abalone::Options::description(),
        abaque_abraxas::Options::description(),
        abaque_abagio::Options::description(),
        abaque_blocs::Options::description(),
        abaque_ur::Options::description(),
    ]
}

fn read_outcome(game: &GameDescription, json: &str) -> serde_json::Result<Outcome> {
    OutcomeSeed(game).deserialize(&mut serde_json::Deserializer::from_str(json))
}

fn assert_outcome_json(game: &GameDescription, outcome: Outcome, json: &str) {
    assert_eq!(serde_json::to_string(&outcome).unwrap(), json);
    assert_eq!(read_outcome(game, json).unwrap(), outcome);
}

#[test]
fn core_types_serialise_as_text() {
    assert_json(&Seat::ALL, r#"["first","second"]"#);
    for game in descriptions() {
        for reason in EndReason::all_of(game) {
            assert_eq!(serde_json::to_string(&reason).unwrap(), format!("\"{reason}\""));
            assert_eq!(EndReason::parse(reason.as_str(), game), Ok(reason));
            assert_outcome_json(game, Outcome::Draw(reason), &format!("\"draw {reason}\""));
            for (seat, name) in Seat::ALL.into_iter().zip(["first", "second"]) {
                let json = format!("\"{name} wins {reason}\"");
                assert_outcome_json(game, Outcome::Win(seat, reason), &json);
            }
        }
    }
    assert_json_text(&Lang::Fr);
    assert_json_text(&"600+5".parse::<ClockRule>().unwrap());
    assert_json_text(&"abraxas:sheet=3".parse::<Spec>().unwrap());
    assert_json(&Millis(1_500), "1500");
}

#[test]
fn wrong_texts_are_refused() {
    for json in ["1", "\"\"", "\"First\"", "\"third\""] {
        assert!(serde_json::from_str::<Seat>(json).is_err(), "{json}");
    }
    for json in ["\"draw\"", "\"draw luck\"", "\"b wins time\"", "\"first wins \"", "\"time\""] {
        for game in descriptions() {
            assert!(read_outcome(game, json).is_err(), "{json}");
        }
    }
    let [abalone, abraxas, ..] = descriptions();
    let json = "\"first wins ejection\"";
    assert!(read_outcome(abalone, json).is_ok() && read_outcome(abraxas, json).is_err());
    assert!(serde_json::from_str::<abaque_abalone::Action>("\"a1a3\"").is_err());
    for json in ["\"abraxas\"", "\"abalone:target=99\"", "\"abalone:colour=red\""] {
        assert!(serde_json::from_str::<abaque_abalone::Options>(json).is_err(), "{json}");
    }
    for json in ["\"abalone\"", r#"["abalone"]"#, r#"["abalone","8 b 0-0 -"]"#] {
        assert!(serde_json::from_str::<Abalone>(json).is_err(), "{json}");
    }
}

/// Plays a random game; every position and every legal action on the way comes back.
fn positions_round_trip<G>(spec: &str)
where
    G: Game<Options: Serialize + DeserializeOwned> + Serialize + DeserializeOwned,
    G::Action: Serialize + DeserializeOwned,
{
    let options = G::Options::from_spec(&spec.parse().unwrap()).unwrap();
    assert_json(&options, &format!("\"{spec}\""));
    let mut game = G::start(&options);
    let mut source = SplitMix(7);
    for _ in 0..60 {
        let json = format!("[\"{spec}\",\"{game}\"]");
        assert_eq!(serde_json::to_string(&game).unwrap(), json);
        // What a text does not say, such as which block came from where, is lost.
        let back: G = serde_json::from_str(&json).unwrap();
        assert_eq!((back.options(), back.to_string()), (options.clone(), game.to_string()));
        for ply in legal_plies(&game).into_iter().take(20) {
            if let abaque_core::Ply::Act(action) = ply {
                assert_json_text(&action);
            }
        }
        let Some(ply) = random_ply(&game, &mut source) else { return };
        game.apply_unchecked(ply);
    }
}

#[test]
fn positions_and_options_serialise_as_text() {
    positions_round_trip::<Abalone>("abalone");
    positions_round_trip::<Abalone>("abalone:target=4,layout=belgian-daisy");
    positions_round_trip::<Abraxas>("abraxas:sheet=3");
    positions_round_trip::<Abagio>("abagio");
    positions_round_trip::<Blocs>("blocs:first=r");
    positions_round_trip::<Ur>("ur");
}

/// Whatever comes out of random bytes is spelled as its type demands, and most of the variants come.
fn assert_spelled<T>(least: usize)
where
    T: for<'a> Arbitrary<'a> + Display + FromStr<Err = ParseError> + PartialEq + Debug,
    T: Serialize + DeserializeOwned,
{
    let mut bytes = [0; 128];
    let mut texts = std::collections::BTreeSet::new();
    let mut source = SplitMix(11);
    for _ in 0..2_000 {
        use abaque_core::RandomSource;
        bytes.fill_with(|| source.below(256) as u8);
        let value = T::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
        let text = value.to_string();
        assert_eq!(text.parse::<T>().as_ref(), Ok(&value), "{text}");
        assert_json_text(&value);
        texts.insert(text);
    }
    assert!(texts.len() >= least, "{} of {least}: {texts:?}", texts.len());
}

#[test]
fn arbitrary_values_round_trip_as_text() {
    let reason = EndReason::arbitrary(&mut Unstructured::new(&[])).unwrap();
    assert!(EndReason::TABLE.contains(&reason));
    assert_spelled::<Lang>(2);
    assert_spelled::<Point>(61);
    assert_spelled::<abaque_abalone::Action>(500);
    assert_spelled::<Corner>(4);
    assert_spelled::<Hole>(64);
    assert_spelled::<abaque_abraxas::Action>(500);
    assert_spelled::<Square>(32);
    assert_spelled::<LeapOrigin>(33);
    assert_spelled::<abaque_abagio::Action>(200);
    assert_spelled::<abaque_abagio::Roll>(51);
    assert_spelled::<Field>(44);
    assert_spelled::<abaque_blocs::Action>(500);
    assert_spelled::<abaque_blocs::Roll>(2);
    assert_spelled::<abaque_ur::Square>(20);
    assert_spelled::<abaque_ur::Action>(84);
    assert_spelled::<abaque_ur::Roll>(25);
    assert!(Point::arbitrary(&mut Unstructured::new(&[])).is_ok(), "no bytes are enough");
}

/// Violations are errors and name their rule.
#[test]
fn violations_are_errors() {
    fn refused<G: Game>(action: &str) -> Box<dyn std::error::Error> {
        let action = action.parse::<G::Action>().unwrap();
        Box::new(G::start(&G::Options::default()).play(action).unwrap_err())
    }
    for (error, rule) in [
        (refused::<Abalone>("a1a2"), "(ABA-"),
        (refused::<Abraxas>("go"), "(ABR-"),
        (refused::<Abagio>("s+5"), "(AGO-"),
        (refused::<Blocs>("cw"), "(BLO-"),
        (refused::<Ur>("s+1"), "(RGU-"),
    ] {
        assert!(error.to_string().contains(rule), "{error}");
    }
}
