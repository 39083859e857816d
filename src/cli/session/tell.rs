//! What is told: results on standard output, status on standard error.

use std::io::{self, IsTerminal as _};
use std::ops::RangeInclusive;
use std::process::ExitCode;

use super::{Io, Result, Session};
use crate::cli::args::Format;
use crate::cli::error::CliError;
use crate::club::{Part, Told};
use crate::report::listing::Listing;
use crate::report::style::Style;
use crate::text::painted;

impl Session<'_> {
    /// Says on standard error what was recorded, before anything is told of it: that may not come through.
    pub(in crate::cli) fn acknowledge(&mut self, done: &Told) {
        let (first, last) = done.entries.clone().into_inner();
        if self.quiet || done.parts.is_empty() {
            return;
        }
        if let Some((first, last)) = done.meanwhile.clone().map(RangeInclusive::into_inner) {
            let entries = entries(first, last);
            self.status(&format!("{entries} came first: this was decided again after that."));
        }
        if first <= last {
            self.acknowledge_entries(first, last, if last == 1 { "" } else { "Undo with `renown undo`." });
        } else if done.rolled && self.common.dice == "program" {
            self.status("A dry run: nothing was recorded, and the dice of the real run will be others.");
        } else {
            self.status("A dry run: nothing was recorded.");
        }
    }

    /// Says on standard error which entries were recorded, and what takes them back.
    pub(in crate::cli) fn acknowledge_entries(&mut self, first: u64, last: u64, back: &str) {
        self.kept = Some(format!(
            "{} {} recorded",
            entries(first, last).to_lowercase(),
            if first == last { "is" } else { "are" }
        ));
        let says = format!("Recorded as {}. {back}", entries(first, last).to_lowercase());
        self.status(says.trim_end());
    }

    /// Tells what came of an act.
    pub(in crate::cli) fn tell(&mut self, done: &Told) -> Result<()> {
        if self.quiet {
            return Ok(());
        }
        let mut told = Vec::new();
        for Part { entry, events, dice, lines } in &done.parts {
            if self.common.format == Format::Json {
                told.push(serde_json::json!({ "entry": entry, "events": events, "dice": dice }));
            } else {
                for line in lines {
                    self.say(line)?;
                }
            }
        }
        match told.as_slice() {
            [] => Ok(()),
            [only] => self.print(&format!("{only:#}")),
            several => self.print(&format!("{:#}", serde_json::json!({ "entries": several }))),
        }
    }

    /// Results in sentences, which no terminal cuts inside a word.
    pub(in crate::cli) fn say(&mut self, text: &str) -> Result<()> {
        let text = self.folded(text);
        self.print(&text)
    }

    /// A text as wide as the terminal at most.
    pub(super) fn folded(&self, text: &str) -> String {
        if self.io.interactive { self.io.style.fold(text) } else { text.to_owned() }
    }

    /// A line of results.
    pub(in crate::cli) fn print(&mut self, text: &str) -> Result<()> {
        self.put(format!("{}\n", text.trim_end_matches('\n')).as_bytes())
    }

    /// Results as they are. What cannot be written stops nobody from doing what he was told to do: it is said at the
    /// end, and nothing more is printed.
    #[expect(clippy::unnecessary_wraps, reason = "as `show` and `list`, which print and may fail")]
    pub(in crate::cli) fn put(&mut self, bytes: &[u8]) -> Result<()> {
        if self.unshown.is_none() {
            self.unshown = self.io.out.write_all(bytes).err().map(unwritten);
        }
        Ok(())
    }

    /// Keeps for the end what went wrong when all was done and recorded, and was only to be shown.
    pub(in crate::cli) fn only_shown(&mut self, result: Result<()>) {
        if let Err(error) = result {
            self.unshown.get_or_insert(error);
        }
    }

    /// Ends the run: says what went wrong, and with which code to exit.
    pub(in crate::cli) fn end(&mut self, done: Result<()>) -> ExitCode {
        if let Err(mut error) = done {
            if let Some(kept) = &self.kept {
                error = error.hint(format!("{kept} before that, and stands"));
            }
            report_error(&mut self.io, &error);
            return error.exit_code();
        }
        if self.unshown.is_none() {
            self.unshown = self.io.out.flush().err().map(unwritten);
        }
        match (self.unshown.take(), self.kept.take()) {
            (None, _) => ExitCode::SUCCESS,
            // Whoever stops reading has what he wanted.
            (Some(error), None) if error.messages.is_empty() => ExitCode::SUCCESS,
            (Some(error), None) => {
                report_error(&mut self.io, &error);
                error.exit_code()
            }
            (Some(error), Some(kept)) => {
                report_error(&mut self.io, &error.hint(format!("{kept}; only not all of it could be shown")));
                ExitCode::from(UNSHOWN)
            }
        }
    }

    /// A line about what was done.
    pub(in crate::cli) fn status(&mut self, text: &str) {
        let text = self.folded(text);
        let _ = writeln!(self.io.err, "{text}");
    }

    /// Prints a list in the form asked for.
    pub(in crate::cli) fn list(&mut self, listing: &Listing<'_>) -> Result<()> {
        let text = match self.common.format {
            Format::Table => listing.table(self.io.style),
            Format::Json => listing.json(),
            Format::Csv => listing.csv(),
            Format::Markdown => listing.markdown(),
        };
        self.print(&text)
    }

    /// Prints a value as JSON if that is asked for, else as text.
    pub(in crate::cli) fn show<T: serde::Serialize>(
        &mut self,
        value: &T,
        text: impl FnOnce(Style) -> String,
    ) -> Result<()> {
        if self.common.format == Format::Json {
            let json = serde_json::to_string_pretty(value).map_err(|error| CliError::new(error.to_string()))?;
            return self.print(&json);
        }
        let text = text(self.io.style);
        self.print(&text)
    }
}

/// How text should look on this terminal, as the environment has it.
#[must_use]
pub fn style_of_terminal() -> Style {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let tty = std::io::stdout().is_terminal();
    let width = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let width = width.or_else(|| terminal_size::terminal_size().map(|(width, _)| width.0));
    // A locale that names no UTF-8 cannot be trusted with box drawing.
    let locale =
        ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| std::env::var(name).ok().filter(|v| !v.is_empty()));
    let utf8 = locale.as_deref().is_none_or(|locale| locale.to_lowercase().replace('-', "").contains("utf8"));
    let dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    Style {
        unicode: utf8 && !dumb && !set("RENOWN_ASCII"),
        colour: tty && !set("NO_COLOR") && !dumb,
        width: width.unwrap_or(100).clamp(40, 400),
    }
}

fn entries(first: u64, last: u64) -> String {
    if first == last { format!("Entry {first}") } else { format!("Entries {first} to {last}") }
}

/// All was done, and recorded, but not all of it could be shown.
const UNSHOWN: u8 = 3;

/// What is said of results that cannot be written: nothing where nobody reads them any more.
#[expect(clippy::needless_pass_by_value, reason = "the form that `map` asks for")]
fn unwritten(error: io::Error) -> CliError {
    match error.kind() {
        io::ErrorKind::BrokenPipe => CliError { messages: Vec::new(), hints: Vec::new(), usage: false },
        _ => CliError::new(format!("cannot write: {error}")),
    }
}

fn report_error(io: &mut Io<'_>, error: &CliError) {
    let colour = io.err_colour;
    let mut say = |word: &str, code: &str, text: &str| {
        let word = if colour { painted(word, code) } else { word.to_owned() };
        let _ = writeln!(io.err, "{word} {text}");
    };
    error.messages.iter().for_each(|message| say("error:", "1;31", message));
    error.hints.iter().for_each(|hint| say("hint:", "1;34", hint));
}
