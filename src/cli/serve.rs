//! `renown serve` and `renown member`: handed to the server's own program, which lies beside this one. Who has no server
//! builds and starts none of it.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use super::error::CliError;
use super::session::{Result, Session};

/// The name of the server's program.
const SERVER: &str = "renown-serve";

/// Becomes the server, with the words that this program was started with.
pub(super) fn run(session: &Session<'_>) -> Result<()> {
    if session.memory.is_some() {
        return Err(CliError::new("a campaign in memory is not served"));
    }
    let program = beside().ok_or_else(|| {
        CliError::new(format!("{SERVER} is not beside this program"))
            .hint("`cargo install --locked --path serve --profile serve` installs it")
    })?;
    hand_over(&program, std::env::args_os().skip(1).collect())
}

fn beside() -> Option<PathBuf> {
    let here = std::env::current_exe().ok()?;
    let program = here.with_file_name(format!("{SERVER}{}", std::env::consts::EXE_SUFFIX));
    program.is_file().then_some(program)
}

/// Signals arrive where they are meant: this process becomes the server.
#[cfg(unix)]
fn hand_over(program: &PathBuf, words: Vec<OsString>) -> Result<()> {
    use std::os::unix::process::CommandExt as _;
    let error = Command::new(program).args(words).exec();
    Err(CliError::new(format!("{}: {error}", program.display())))
}

#[cfg(not(unix))]
fn hand_over(program: &PathBuf, words: Vec<OsString>) -> Result<()> {
    let done = Command::new(program).args(words).status();
    match done {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(CliError::new(format!("the server ended with {status}"))),
        Err(error) => Err(CliError::new(format!("{}: {error}", program.display()))),
    }
}
