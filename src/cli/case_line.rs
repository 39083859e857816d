//! A command line of a rule case, run on its campaign in memory.

use std::rc::Rc;

use chrono::NaiveDateTime;

use super::{Io, args, line, run_at};
use crate::cases::{Line, Refused};
use crate::catalog::Catalog;
use crate::cli::error::CliError;
use crate::club::InMemory;
use crate::report::style::Style;

/// The day on which cases live, so that dates can be expected.
const DAY: &str = "2026-11-16T20:00";

/// Runs one command line of a case and returns what it prints.
///
/// # Errors
/// Why it is refused, with every hint.
pub fn give(line: Line<'_>, campaign: InMemory<'_>, catalog: &Rc<Catalog>) -> Result<String, Refused> {
    let refused = |error: CliError| Refused { messages: error.messages, hints: error.hints };
    let (args, clock) = arguments(line).map_err(|problem| refused(CliError::usage(problem)))?;
    let (mut out, mut err, mut input) = (Vec::new(), Vec::new(), line.input.as_bytes());
    let io = Io {
        out: &mut out,
        err: &mut err,
        input: &mut input,
        interactive: false,
        style: Style { unicode: true, colour: false, width: 200 },
        err_colour: false,
    };
    run_at(clock, &args, io, campaign, catalog).map_err(refused)?;
    Ok(String::from_utf8_lossy(&out).into_owned())
}

/// The words of a line, with its time and its dice; the time of the clock, where the line cannot say it.
fn arguments(line: Line<'_>) -> Result<(Vec<String>, Option<NaiveDateTime>), String> {
    let mut args = line::words(line.text)?;
    // What stands after `--` is another command line.
    let own = args.iter().position(|arg| arg == "--").unwrap_or(args.len());
    let find = |flag: &str| args[..own].iter().position(|arg| arg == flag);
    let (player, time) = (find("--as"), find("--at"));
    let given = time.map(|at| args.splice(at..(at + 2).min(own), []).next_back().unwrap_or_default());
    // A player cannot say when he acts: for his lines the clock stands there, as where no time is said.
    let clock = match given {
        Some(given) if player.is_none() => {
            args.splice(0..0, ["--at".to_owned(), given]);
            None
        }
        given => Some(args::time(given.as_deref().unwrap_or(DAY))?),
    };
    // A roll that a case does not foresee is an error, not a surprise.
    if !args.iter().any(|arg| arg == "--dice") {
        args.splice(0..0, ["--dice".to_owned(), line.dice.unwrap_or_default().to_owned()]);
    }
    Ok((args, clock))
}
