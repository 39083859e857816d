//! Text from people is shown, not obeyed.
//!
//! Whatever a name, a reason or a foreign file holds, a terminal, a spreadsheet or a browser must not take it for an
//! instruction. [`steers`] says which characters could be one; [`shown`] writes them as `\u001b`, which is also how
//! JSON writes them. The program's own colours are [`sealed`]: nobody who writes a text can know the seal.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::LazyLock;

/// Whether a character steers a terminal or the text around it, or hides: control characters, bidirectional marks,
/// separators, invisible joiners and tags. The joiners that scripts and emoji need stay.
#[must_use]
pub const fn steers(character: char) -> bool {
    matches!(
        character,
        '\0'..='\u{1f}'
            | '\u{7f}'..='\u{9f}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

/// Text of one line with everything that [`steers`] written out.
#[must_use]
pub fn shown(text: &str) -> Cow<'_, str> {
    written_out(text, steers)
}

/// As [`shown`], for text of several lines: line breaks and tabs stay.
#[must_use]
pub fn shown_lines(text: &str) -> Cow<'_, str> {
    written_out(text, |character| steers(character) && !matches!(character, '\n' | '\t'))
}

fn written_out(text: &str, hidden: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if hidden(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(character);
        }
    }
    Cow::Owned(out)
}

/// A line of JSON as it was before [`shown`] wrote out what JSON itself leaves as it is.
#[must_use]
pub fn restored(line: &str) -> Cow<'_, str> {
    if !line.contains("\\u") {
        return Cow::Borrowed(line);
    }
    let (mut out, mut rest) = (String::with_capacity(line.len()), line);
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let (taken, character) = unit(rest).map_or((0, None), |first| match unit(&rest[6..]) {
            Some(second) => match char::decode_utf16([first, second]).next() {
                Some(Ok(pair)) if u32::from(pair) > 0xffff => (12, Some(pair)),
                _ => (6, char::from_u32(first.into())),
            },
            None => (6, char::from_u32(first.into())),
        });
        match character.filter(|character| steers(*character) && *character > '\u{1f}') {
            Some(character) => {
                out.push(character);
                rest = &rest[taken..];
            }
            // The backslash and what it stands before, which may be another.
            None => {
                let length = 1 + rest[1..].chars().next().map_or(0, char::len_utf8);
                out.push_str(&rest[..length]);
                rest = &rest[length..];
            }
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// The number of `\u202e` at the start of a text.
fn unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then(|| u16::from_str_radix(digits, 16).ok())?
}

/// A string as TOML writes it, on one line, with everything that steers written out.
#[must_use]
pub fn quoted(text: &str) -> String {
    if !text.contains(steers) {
        return toml::Value::from(text).to_string();
    }
    let mut out = String::from('"');
    for character in text.chars() {
        let code = u32::from(character);
        let _ = match character {
            '"' | '\\' => write!(out, "\\{character}"),
            _ if steers(character) && code > 0xffff => write!(out, "\\U{code:08x}"),
            _ if steers(character) => write!(out, "\\u{code:04x}"),
            _ => write!(out, "{character}"),
        };
    }
    out.push('"');
    out
}

/// What stands before and after the program's own codes, another in every run.
static SEAL: LazyLock<String> = LazyLock::new(|| format!("\u{1b}{:016x}", RandomState::new().hash_one("seal")));

/// A code of the program's own, such as one that begins bold letters, on its way through [`drawn`].
#[must_use]
pub fn sealed(code: &str) -> String {
    format!("{0}{code}{0}", *SEAL)
}

/// Text in a colour or in bold, by the number of the terminal's code.
#[must_use]
pub fn painted(text: &str, code: &str) -> String {
    format!("{}{text}{}", sealed(&format!("\u{1b}[{code}m")), sealed("\u{1b}[0m"))
}

/// Text as it goes out: what people wrote is [shown](shown_lines), what is sealed goes as it is.
#[must_use]
pub fn drawn(text: &str) -> Cow<'_, str> {
    if !text.contains(SEAL.as_str()) {
        return shown_lines(text);
    }
    let parts = text.split(SEAL.as_str()).enumerate();
    Cow::Owned(parts.map(|(at, part)| if at % 2 == 0 { shown_lines(part) } else { Cow::Borrowed(part) }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_is_written_out_and_nothing_else() {
        assert_eq!(shown("a\u{1b}[31mb\u{9b}\u{7f}\0\u{202e}c\n"), "a\\u001b[31mb\\u009b\\u007f\\u0000\\u202ec\\u000a");
        assert_eq!(shown("\u{e0041}"), "\\udb40\\udc41");
        assert_eq!(shown_lines("a\tb\nc\r"), "a\tb\nc\\u000d");
        for plain in ["Jörg", "می\u{200c}خواهم", "👨\u{200d}🚀", "日本", "Кирилл", "a=b"] {
            assert!(matches!(shown(plain), Cow::Borrowed(text) if text == plain));
        }
    }

    #[test]
    fn a_line_of_json_comes_back_as_it_was() {
        let text = "\\ \\\\ \" \u{1b}\u{7f}\u{85}\u{202e}\u{e0041}\u{2029} \\u202e \\\\u202e \n 😀 é";
        let line = serde_json::to_string(text).expect("text");
        let out = shown(&line);
        assert!(!out.contains(steers));
        assert_eq!(serde_json::from_str::<String>(&out).expect("it is JSON still"), text);
        assert_eq!(restored(&out), line);
        for odd in ["\\", "\\u", "\\u20", "\\u202", "\\ué", "\\ud83d", "\\ud83d\\u0041", "é\\"] {
            assert_eq!(restored(odd), odd);
        }
    }

    #[test]
    fn a_quoted_text_is_read_back() {
        for text in ["a", "a \"b\" 'c' \\", "\u{1b}\n\t\u{202e}\u{e0041}\" \\ é", "two\nlines"] {
            let line = format!("a = {}", quoted(text));
            assert_eq!(line.lines().count(), 1, "{line}");
            let read: toml::Table = line.parse().expect("it is TOML");
            assert_eq!(read["a"].as_str(), Some(text));
        }
    }

    #[test]
    fn only_the_programs_own_colours_go_out() {
        let text = format!("{} \u{1b}[31mx", painted("bold\u{1b}[5m", "1"));
        assert_eq!(drawn(&text), "\u{1b}[1mbold\\u001b[5m\u{1b}[0m \\u001b[31mx");
        assert_eq!(drawn(&format!("{}[##", sealed("\r"))), "\r[##");
    }
}
