//! Parses, calls the library, and exits with its code.

use std::io::{self, IsTerminal as _};
use std::process::ExitCode;

use renown::cli::{Io, run, style_of_terminal};

fn main() -> ExitCode {
    let (mut out, mut err, mut input) = (io::stdout().lock(), io::stderr().lock(), io::stdin().lock());
    let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let io = Io {
        err_colour: err.is_terminal() && !no_colour,
        interactive: input.is_terminal() && err.is_terminal(),
        style: style_of_terminal(),
        out: &mut out,
        err: &mut err,
        input: &mut input,
    };
    run(std::env::args_os(), io)
}
