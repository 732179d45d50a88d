use std::io::{self, BufRead};

/// The longest line that is read, in bytes: a game of thousands of plies fits.
pub const MAX_LINE: usize = 1 << 20;

/// What comes next on a stream of lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// A line, without its end.
    Text(String),
    /// A line longer than [`MAX_LINE`], skipped.
    TooLong,
    /// A line that is not UTF-8.
    NotText,
    /// There is nothing more.
    End,
}

/// Reads one line and never keeps more than [`MAX_LINE`] bytes of it.
pub fn next_line(input: &mut impl BufRead) -> io::Result<Line> {
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
            return Ok(Line::End);
        }
        if done {
            break;
        }
    }
    if long {
        return Ok(Line::TooLong);
    }
    if bytes.last() == Some(&b'\r') {
        bytes.pop();
    }
    Ok(String::from_utf8(bytes).map_or(Line::NotText, Line::Text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut input: &[u8]) -> Vec<Line> {
        std::iter::from_fn(|| match next_line(&mut input) {
            Ok(Line::End) | Err(_) => None,
            Ok(line) => Some(line),
        })
        .collect()
    }

    #[test]
    fn lines_end_in_many_ways() {
        let text = |text: &str| Line::Text(text.into());
        assert_eq!(all(b"a\r\n\nb"), [text("a"), text(""), text("b")]);
        assert_eq!(all(b""), []);
        assert_eq!(all(b"\xff\nok\n"), [Line::NotText, text("ok")]);
        let mut long = vec![b'x'; MAX_LINE + 1];
        long.extend(b"\nok");
        assert_eq!(all(&long), [Line::TooLong, text("ok")]);
        long.remove(0);
        assert!(matches!(&all(&long)[0], Line::Text(text) if text.len() == MAX_LINE));
    }
}
