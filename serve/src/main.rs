//! Parses, serves or manages keys, and exits with a code.

use std::process::ExitCode;

fn main() -> ExitCode {
    renown_serve::start::run(std::env::args_os())
}
