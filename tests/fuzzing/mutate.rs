//! Changes inputs as files get changed: by a slip, by a program, by somebody who means harm.

use std::sync::OnceLock;

use renown::store::Line;

use crate::support::Picks;

const NUMBERS: [&str; 24] = [
    "0",
    "-1",
    "1",
    "6",
    "7",
    "127",
    "128",
    "255",
    "256",
    "32767",
    "65535",
    "65536",
    "2147483647",
    "-2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551616",
    "1e308",
    "nan",
    "-inf",
    "0.0000001",
    "99999999999999999999999999",
];

/// Letters that change their length with their case, stand on others, or steer a terminal.
const PIECES: [&str; 30] = [
    "\u{212a}",
    "\u{130}",
    "\u{1e9e}",
    "\u{149}",
    "\u{390}",
    "e\u{301}",
    "\u{202e}",
    "\u{200d}",
    "\u{1f680}",
    "\u{feff}",
    "\0",
    "\u{1b}[2J",
    "\"",
    "'",
    "\"\"\"",
    "\\",
    "\n",
    "\r\n",
    "\t",
    "=",
    "[",
    "]",
    "[[",
    "{",
    "}",
    ",",
    ":",
    ".",
    "#",
    " at ",
];

/// One input made from a corpus.
pub(crate) fn made(corpus: &[Vec<u8>], picks: &mut Picks) -> Vec<u8> {
    let mut bytes = picks.one(corpus).cloned().unwrap_or_default();
    // Now and then as it is: a reader that refuses its own corpus is not tried at all.
    for _ in 0..picks.below(5) {
        change(&mut bytes, corpus, picks);
    }
    bytes.truncate(90_000);
    bytes
}

fn change(bytes: &mut Vec<u8>, corpus: &[Vec<u8>], picks: &mut Picks) {
    match picks.below(16) {
        0 => {
            let at = picks.below(bytes.len());
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << picks.below(8);
            }
        }
        1 => cut(bytes, picks, 12),
        2 => put(bytes, picks, |picks| picks.one(&PIECES).map_or(Vec::new(), |piece| piece.as_bytes().to_vec())),
        3 => {
            let (from, to) = range(bytes.len(), picks, 200);
            let copied = bytes[from..to].to_vec();
            put(bytes, picks, |_| copied);
        }
        4..=6 => lines(bytes, corpus, picks),
        7..=9 => {
            let number = picks.one(&NUMBERS).copied().unwrap_or("0");
            replace_token(bytes, picks, |byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'.'), number.as_bytes());
        }
        10..=11 => {
            let other = token_of(corpus, picks);
            replace_token(bytes, picks, |byte| byte.is_ascii_alphanumeric() || byte >= 128, &other);
        }
        12 => {
            let text = string(picks);
            replace_token(bytes, picks, |byte| byte != b'"' && byte != b'\n', text.as_bytes());
        }
        13 => put(bytes, picks, nested),
        14 => bytes.truncate(picks.below(bytes.len() + 1)),
        _ => cut(bytes, picks, 400),
    }
}

/// A text that is empty, long, foreign, or somebody's way out of the folder.
fn string(picks: &mut Picks) -> String {
    match picks.below(7) {
        0 => String::new(),
        1 => "A".repeat(1 + picks.below(20_000)),
        2 => "\u{130}\u{212a} takes it".to_owned(),
        3 => "../../etc/passwd".to_owned(),
        4 => "\\u0000\\n\\t".to_owned(),
        5 => picks.one(&PIECES).map_or(String::new(), |piece| piece.repeat(40)),
        _ => " ".repeat(picks.below(40)),
    }
}

fn nested(picks: &mut Picks) -> Vec<u8> {
    let deep = 1 + picks.below(4000);
    let text = match picks.below(5) {
        0 => format!("\nx = {}{}\n", "[".repeat(deep), "]".repeat(deep)),
        1 => format!("\nx = {}1{}\n", "{ a = ".repeat(deep), " }".repeat(deep)),
        2 => format!("\n{}b = 1\n", "a.".repeat(deep)),
        3 => format!("\n[{}b]\n", "a.".repeat(deep)),
        _ => "{\"a\":".repeat(deep),
    };
    text.into_bytes()
}

fn range(length: usize, picks: &mut Picks, most: usize) -> (usize, usize) {
    let from = picks.below(length + 1);
    (from, (from + 1 + picks.below(most)).min(length).max(from))
}

fn cut(bytes: &mut Vec<u8>, picks: &mut Picks, most: usize) {
    let (from, to) = range(bytes.len(), picks, most);
    bytes.drain(from..to);
}

fn put(bytes: &mut Vec<u8>, picks: &mut Picks, what: impl FnOnce(&mut Picks) -> Vec<u8>) {
    let at = picks.below(bytes.len() + 1);
    let what = what(picks);
    bytes.splice(at..at, what);
}

/// Swaps, drops, repeats lines, or takes one from elsewhere.
fn lines(bytes: &mut Vec<u8>, corpus: &[Vec<u8>], picks: &mut Picks) {
    let mut lines: Vec<Vec<u8>> = bytes.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    let (one, other) = (picks.below(lines.len()), picks.below(lines.len()));
    match picks.below(4) {
        0 => lines.swap(one, other),
        1 => drop(lines.remove(one)),
        2 => {
            let line = lines[one].clone();
            let times = if picks.below(8) == 0 { 300 } else { 1 + picks.below(3) };
            lines.splice(other..other, std::iter::repeat_n(line, times));
        }
        _ => {
            let from = picks.one(corpus).map_or(Vec::new(), Clone::clone);
            let from: Vec<&[u8]> = from.split(|byte| *byte == b'\n').collect();
            let line = picks.one(&from).map_or(Vec::new(), |line| line.to_vec());
            lines.insert(other, line);
        }
    }
    *bytes = lines.join(&b'\n');
}

/// A run of fitting bytes near a place.
fn token(bytes: &[u8], from: usize, fits: impl Fn(u8) -> bool) -> Option<(usize, usize)> {
    let start = (from..bytes.len()).find(|at| fits(bytes[*at]))?;
    let end = (start..bytes.len()).find(|at| !fits(bytes[*at])).unwrap_or(bytes.len());
    Some((start, end))
}

fn replace_token(bytes: &mut Vec<u8>, picks: &mut Picks, fits: impl Fn(u8) -> bool, with: &[u8]) {
    let from = picks.below(bytes.len());
    if let Some((start, end)) = token(bytes, from, fits) {
        bytes.splice(start..end, with.iter().copied());
    }
}

fn token_of(corpus: &[Vec<u8>], picks: &mut Picks) -> Vec<u8> {
    let Some(other) = picks.one(corpus) else { return Vec::new() };
    let from = picks.below(other.len());
    token(other, from, |byte| byte.is_ascii_alphanumeric() || byte >= 128)
        .map_or(Vec::new(), |(start, end)| other[start..end].to_vec())
}

/// An export whose hashes follow again after it was changed: whoever owns it can do that. With `older`, its entries
/// claim an older schema, whose states nobody compares.
pub(crate) fn chained(bytes: &[u8], older: bool) -> Vec<u8> {
    let mut out = Vec::new();
    let mut before = None;
    let mut number = 0;
    for text in String::from_utf8_lossy(bytes).lines() {
        let Ok(mut line) = serde_json::from_str::<Line>(text) else {
            out.extend(text.bytes().chain([b'\n']));
            continue;
        };
        number += 1;
        line.entry.entry = number;
        if older {
            line.entry.schema = 2;
        }
        // The first entry follows what an empty journal holds.
        let follows = before.unwrap_or_else(empty_chain);
        line.chain = line.entry.chain(&follows);
        out.extend(serde_json::to_string(&line).unwrap_or_default().bytes().chain([b'\n']));
        before = Some(line.chain);
    }
    out
}

fn empty_chain() -> String {
    static KNOWN: OnceLock<String> = OnceLock::new();
    let known = KNOWN.get_or_init(|| {
        let store = renown::store::Store::in_memory().expect("there is memory");
        store.load().expect("it is readable").head.chain
    });
    known.clone()
}
