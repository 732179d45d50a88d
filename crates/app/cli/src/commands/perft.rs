use abaque_core::message;
use clap::ArgMatches;
use serde_json::json;

use super::{game, json as wants_json};
use crate::command_error::CommandError;
use crate::output::print;
use crate::progress::SlowBar;

/// `abaque perft`.
pub(crate) fn run(matches: &ArgMatches) -> Result<(), CommandError> {
    let game = game(matches)?;
    if let Some(count) = game.unlisted_count() {
        return Err(CommandError::input(message!(
            "perft does not start in a secret set-up ({count} are legal); give a --position after it",
            "perft ne part pas d'une mise en place secrète ({count} sont permises)\u{a0}; donner une --position d'après"
        )));
    }
    let depth = matches.get_one::<u32>("depth").copied().unwrap_or(0);
    let divided = matches.get_flag("divide");
    let mut bar = SlowBar::new();
    let lines = game.divide(depth, &mut |done, of| bar.set_progress(done, of));
    bar.finish();
    let total = if depth == 0 { 1 } else { lines.iter().map(|(_, count)| count).sum::<u64>() };
    let mut text: Vec<String> = Vec::new();
    if divided {
        text.extend(lines.iter().map(|(action, count)| format!("{action} {count}")));
        text.push(format!("total {total}"));
    } else {
        text.push(total.to_string());
    }
    let value = || {
        let mut value = json!({ "depth": depth, "total": total });
        if divided {
            let divide = lines.iter().map(|(action, count)| (action.clone(), json!(count)));
            value["divide"] = serde_json::Value::Object(divide.collect());
        }
        value
    };
    print(wants_json(matches), value, &text)
}
