use std::sync::{Arc, Mutex};

use abaque_ugi::{Command, Line, next_line, serve};

/// What an answer may begin with.
const ANSWERS: &[&str] = &["id ", "option ", "ugiok", "readyok", "response ", "info string error "];

/// Arbitrary lines as a conversation: what is read is written back as the same, everything gets
/// answers of the protocol, and nothing ends it but `quit`. Searches are left out: they take time.
pub fn ugi(data: &[u8]) {
    let mut input = data;
    let mut spoken = Vec::new();
    let mut ready = 0;
    let mut over = false;
    loop {
        match next_line(&mut input) {
            Ok(Line::Text(line)) => {
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
            Ok(Line::NotText) => spoken.extend(b"\xff\n"),
            Ok(Line::TooLong) => {}
            Ok(Line::End) | Err(_) => break,
        }
    }
    let answers = Arc::new(Mutex::new(Vec::new()));
    serve(&spoken[..], Arc::clone(&answers)).expect("somebody reads the answers");
    let answers = answers.lock().expect("nobody panicked").clone();
    let answers = String::from_utf8(answers).expect("answers are text");
    for line in answers.lines() {
        assert!(ANSWERS.iter().any(|start| line.starts_with(start)), "{line}");
    }
    assert_eq!(answers.lines().filter(|&line| line == "readyok").count(), ready);
}
