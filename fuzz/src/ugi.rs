use std::sync::{Arc, Mutex};

use abaque_ugi::{Command, InputLine, next_line, serve};

/// How a line of the engine may begin; a malformed `go` is answered with no move.
const ANSWER_PREFIXES: &[&str] =
    &["id ", "option ", "ugiok", "readyok", "response ", "info string error ", "bestmove 0000"];

/// Sends arbitrary lines to the engine. Parsed commands survive a round trip, every answer follows
/// the protocol, and only `quit` ends the session. Searches are skipped because they take time.
pub fn ugi(data: &[u8]) {
    let mut input = data;
    let mut spoken = Vec::new();
    let mut ready = 0;
    let mut over = false;
    loop {
        match next_line(&mut input) {
            Ok(InputLine::Text(line)) => {
                let command = line.parse::<Command>();
                if let Ok(command) = &command {
                    assert_eq!(command.to_string().parse().as_ref(), Ok(command), "{line}");
                }
                match command {
                    Ok(Command::Go(_)) => continue,
                    Ok(Command::Quit) => over = true,
                    Ok(Command::IsReady) if !over => ready += 1,
                    _ => {}
                }
                spoken.extend(line.as_bytes());
                spoken.push(b'\n');
            }
            Ok(InputLine::NotText) => spoken.extend(b"\xff\n"),
            Ok(InputLine::TooLong) => {}
            Ok(InputLine::End) | Err(_) => break,
        }
    }
    let answers = Arc::new(Mutex::new(Vec::new()));
    serve(&spoken[..], Arc::clone(&answers)).expect("writing to memory cannot fail");
    let answers = answers.lock().expect("no thread panicked").clone();
    let answers = String::from_utf8(answers).expect("answers are UTF-8");
    for line in answers.lines() {
        assert!(ANSWER_PREFIXES.iter().any(|start| line.starts_with(start)), "{line}");
    }
    assert_eq!(answers.lines().filter(|&line| line == "readyok").count(), ready);
}
