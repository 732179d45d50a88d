//! Properties of the wire messages: a message that is read is written the same way, and no JSON makes
//! the reader panic.

#![allow(clippy::unwrap_used)]

use abaque_protocol::{ClientMessage, ServerMessage};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::select;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// Values that fields may have, valid or not.
fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<u32>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
        select(&["draw", "take-back", "first", "second"][..]).prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 12, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            btree_map("[a-z]{1,6}", inner, 0..4).prop_map(|map| json!(map)),
        ]
    })
}

fn any_act() -> impl Strategy<Value = Value> {
    let what = || select(&["draw", "take-back", "rematch"][..]);
    prop_oneof![
        "\\PC{0,12}".prop_map(|ply| json!({ "do": "play", "ply": ply })),
        ("\\PC{0,12}", "[0-9a-f]{0,64}")
            .prop_map(|(ply, nonce)| json!({ "do": "play", "ply": ply, "nonce": nonce })),
        (select(&["offer", "accept", "decline"][..]), what())
            .prop_map(|(act, what)| json!({ "do": act, "what": what })),
        select(&["resign", "let-pass", "interrupt", "abort", "claim"][..])
            .prop_map(|act| json!({ "do": act })),
        "[0-9a-f]{64}".prop_map(|seed| json!({ "do": "reveal", "seed": seed })),
    ]
}

fn any_request() -> impl Strategy<Value = Value> {
    let game = || "[a-z0-9]{0,10}";
    prop_oneof![
        (game(), any::<Option<u32>>())
            .prop_map(|(game, have)| json!({ "ask": "watch", "game": game, "have": have })),
        game().prop_map(|game| json!({ "ask": "leave", "game": game })),
        (game(), any::<u32>(), "\\PC{0,8}", any_act()).prop_map(|(game, seen, key, act)| {
            json!({ "ask": "act", "game": game, "seen": seen, "key": key, "act": act })
        }),
        (game(), "\\PC{0,40}")
            .prop_map(|(game, text)| json!({ "ask": "say", "game": game, "text": text })),
        (game(), any::<bool>())
            .prop_map(|(game, on)| json!({ "ask": "mute", "game": game, "on": on })),
        any::<bool>().prop_map(|on| json!({ "ask": "lobby", "on": on })),
        any::<u64>().prop_map(|at| json!({ "ask": "ping", "at": at })),
    ]
}

/// Overwrites or adds a field.
fn damaged(mut message: Value, field: &str, value: Value) -> Value {
    message[field] = value;
    message
}

/// If the text is a message, writing it and reading it again gives the same message.
fn assert_stable<M>(text: &str) -> Result<(), TestCaseError>
where
    M: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug,
{
    if let Ok(message) = serde_json::from_str::<M>(text) {
        let written = serde_json::to_string(&message).unwrap();
        prop_assert_eq!(serde_json::from_str::<M>(&written).unwrap(), message);
    }
    Ok(())
}

proptest! {
    #[test]
    fn requests_are_read_as_they_are_written(request in any_request()) {
        let with_rematch = request["act"]["what"] == "rematch";
        let read = serde_json::from_value::<ClientMessage>(request.clone());
        prop_assert_eq!(read.is_ok(), !with_rematch, "{}", request);
        assert_stable::<ClientMessage>(&request.to_string())?;
    }

    #[test]
    fn damaged_requests_are_refused_or_stable(
        request in any_request(),
        field in select(&["ask", "game", "have", "seen", "key", "act", "text", "on", "at", "extra"][..]),
        value in any_value(),
    ) {
        let request = damaged(request, field, value).to_string();
        if field == "extra" {
            prop_assert!(serde_json::from_str::<ClientMessage>(&request).is_err(), "{}", request);
        }
        assert_stable::<ClientMessage>(&request)?;
    }

    #[test]
    fn any_json_is_refused_or_stable(value in any_value(), tag in select(&["ask", "tell"][..])) {
        let text = damaged(json!({}), tag, value).to_string();
        assert_stable::<ClientMessage>(&text)?;
        assert_stable::<ServerMessage>(&text)?;
    }
}
