//! The one way out to a terminal or a pipe: whatever is written here is shown, not obeyed.

use std::io::{BufRead, Result, Write};

use super::session::Io;
use crate::report::style::Style;
use crate::text;

/// Where a run reads and writes, with an outlet before everything that it writes.
pub(super) struct Guarded<'w> {
    out: Outlet<'w>,
    err: Outlet<'w>,
    input: &'w mut dyn BufRead,
    interactive: bool,
    style: Style,
    err_colour: bool,
}

impl<'w> Guarded<'w> {
    pub(super) fn new(io: Io<'w>) -> Self {
        let Io { out, err, input, interactive, style, err_colour } = io;
        let outlet = |to| Outlet { to, rest: Vec::new() };
        Self { out: outlet(out), err: outlet(err), input, interactive, style, err_colour }
    }

    pub(super) fn io(&mut self) -> Io<'_> {
        let Self { out, err, input, interactive, style, err_colour } = self;
        let (interactive, style, err_colour) = (*interactive, *style, *err_colour);
        Io { out, err, input: &mut **input, interactive, style, err_colour }
    }
}

/// Writes text with everything that could steer a terminal written out, but for the program's own colours.
struct Outlet<'w> {
    to: &'w mut dyn Write,
    /// The beginning of a character whose end is still to come.
    rest: Vec<u8>,
}

impl Write for Outlet<'_> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        let harmless = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
        if self.rest.is_empty() && bytes.iter().all(harmless) {
            self.to.write_all(bytes)?;
            return Ok(bytes.len());
        }
        self.rest.extend(bytes);
        let whole = match std::str::from_utf8(&self.rest) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.rest.len(),
        };
        let later = self.rest.split_off(whole);
        let now = std::mem::replace(&mut self.rest, later);
        self.to.write_all(text::drawn(&String::from_utf8_lossy(&now)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        self.to.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_in_two_parts_is_one_and_broken_ones_are_marked() {
        let mut out = Vec::new();
        let mut outlet = Outlet { to: &mut out, rest: Vec::new() };
        for part in [b"a\xe2\x80".as_slice(), b"\xaeb\n", b"\xff\x9b", b"\x1b[2J", "é\u{9b}".as_bytes()] {
            outlet.write_all(part).expect("a list takes everything");
        }
        assert_eq!(String::from_utf8(out).expect("text"), "a\\u202eb\n\u{fffd}\u{fffd}\\u001b[2Jé\\u009b");
    }
}
