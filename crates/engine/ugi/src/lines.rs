use std::io::{self, BufRead};

/// Maximum line length in bytes; a game of thousands of plies fits.
pub const MAX_LINE: usize = 1 << 20;

/// The next item of a line stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputLine {
    /// A line, without its line ending.
    Text(String),
    /// A line longer than [`MAX_LINE`], skipped.
    TooLong,
    /// A line that is not UTF-8.
    NotText,
    /// End of input.
    End,
}

/// Reads one line, buffering at most [`MAX_LINE`] bytes.
pub fn next_line(input: &mut impl BufRead) -> io::Result<InputLine> {
    let mut bytes = Vec::new();
    let (mut long, mut any) = (false, false);
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        any |= !buffer.is_empty();
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        if bytes.len() + part.len() > MAX_LINE {
            long = true;
            bytes.clear();
        } else if !long {
            bytes.extend_from_slice(part);
        }
        let (used, done) =
            (part.len() + usize::from(end.is_some()), end.is_some() || part.is_empty());
        input.consume(used);
        if !any {
            return Ok(InputLine::End);
        }
        if done {
            break;
        }
    }
    if long {
        return Ok(InputLine::TooLong);
    }
    if bytes.last() == Some(&b'\r') {
        bytes.pop();
    }
    Ok(String::from_utf8(bytes).map_or(InputLine::NotText, InputLine::Text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut input: &[u8]) -> Vec<InputLine> {
        std::iter::from_fn(|| match next_line(&mut input) {
            Ok(InputLine::End) | Err(_) => None,
            Ok(line) => Some(line),
        })
        .collect()
    }

    #[test]
    fn line_endings_of_all_systems_are_read() {
        let text = |text: &str| InputLine::Text(text.into());
        assert_eq!(all(b"a\r\n\nb"), [text("a"), text(""), text("b")]);
        assert_eq!(all(b""), []);
        assert_eq!(all(b"\xff\nok\n"), [InputLine::NotText, text("ok")]);
        let mut long = vec![b'x'; MAX_LINE + 1];
        long.extend(b"\nok");
        assert_eq!(all(&long), [InputLine::TooLong, text("ok")]);
        long.remove(0);
        assert!(matches!(&all(&long)[0], InputLine::Text(text) if text.len() == MAX_LINE));
    }
}
