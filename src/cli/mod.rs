//! The command line: parse, turn names into ids, make a command, give it as a member of the club, print what came of it.
//!
//! Only this module knows about hints, colours and exit codes. Each verb has a file.

mod amend;
pub mod args;
mod battle;
mod bridge;
pub mod case_line;
mod demo;
mod error;
mod fleet;
mod forecast;
mod ground;
pub mod hints;
mod journal;
mod keep;
pub(crate) mod line;
mod map;
mod month;
mod newsletter;
mod odds;
mod open;
mod outlet;
mod play;
mod player;
mod print;
mod progress;
mod publish;
mod replay;
mod report;
mod resolve;
mod rights;
mod rules;
mod scenario;
mod serve;
mod session;
mod skirmish;
mod start;
mod status;
mod tutorial;

pub use error::CliError;
pub use session::{Io, style_of_terminal};

use std::ffi::OsString;
use std::process::ExitCode;
use std::rc::Rc;

use chrono::NaiveDateTime;
use clap::Parser as _;

use crate::catalog::Catalog;
use crate::club::InMemory;
use crate::text;
use args::{Cli, Verb};
use outlet::Guarded;
use session::{Result, Session};

/// Runs one command line and says with which code to exit.
pub fn run(args: impl IntoIterator<Item = OsString>, io: Io<'_>) -> ExitCode {
    let args: Vec<OsString> = args.into_iter().collect();
    match args::read(&args) {
        Ok(cli) => {
            let mut io = Guarded::new(io);
            let mut session = Session::new(cli.common, io.io(), None);
            let done = session.read_environment().and_then(|()| dispatch(&mut session, cli.verb));
            let done = done.and_then(|()| session.finish());
            session.end(done)
        }
        Err(error) => {
            // Read once more with what steers written out, so that the colours in the complaint are clap's own.
            let shown = args.iter().map(|arg| text::shown(&arg.to_string_lossy()).into_owned());
            let error = Cli::try_parse_from(shown).err().unwrap_or(error);
            // Help and version are results; everything else is a complaint.
            // A value may also come from the environment; then there are no colours.
            let foreign = std::env::vars_os().any(|(name, value)| {
                name.to_string_lossy().starts_with("RENOWN_") && value.to_string_lossy().contains(text::steers)
            });
            let text = if io.err_colour && !foreign {
                error.render().ansi().to_string()
            } else {
                text::shown_lines(&error.render().to_string()).into_owned()
            };
            let _ =
                if error.use_stderr() { io.err.write_all(text.as_bytes()) } else { io.out.write_all(text.as_bytes()) };
            ExitCode::from(u8::from(error.use_stderr()) * 2)
        }
    }
}

/// Runs one command line on a campaign that lives in memory.
///
/// # Errors
/// What the command line would print as an error.
pub fn run_in_memory<'s>(
    args: &[String],
    io: Io<'_>,
    campaign: impl Into<InMemory<'s>>,
    catalog: &Rc<Catalog>,
) -> std::result::Result<(), CliError> {
    run_at(None, args, io, campaign, catalog)
}

/// As [`run_in_memory`], at a time of the clock.
///
/// # Errors
/// What the command line would print as an error.
pub fn run_at<'s>(
    clock: Option<NaiveDateTime>,
    args: &[String],
    io: Io<'_>,
    campaign: impl Into<InMemory<'s>>,
    catalog: &Rc<Catalog>,
) -> std::result::Result<(), CliError> {
    let words = std::iter::once("renown".to_owned()).chain(args.iter().cloned());
    let cli = Cli::try_parse_from(words).map_err(|error| CliError::usage(error.to_string()))?;
    let mut io = Guarded::new(io);
    let mut session = Session::new(cli.common, io.io(), Some(campaign.into()));
    session.set_clock = clock;
    session.usual = true;
    session.use_catalog(catalog);
    dispatch(&mut session, cli.verb).and_then(|()| session.finish())
}

/// Judges who runs a verb, and runs it.
fn dispatch(session: &mut Session<'_>, verb: Verb) -> Result<()> {
    rights::judge(session, &verb)?;
    perform(session, verb)
}

fn perform(session: &mut Session<'_>, verb: Verb) -> Result<()> {
    match verb {
        Verb::New(args) => open::new(session, args),
        Verb::Status => status::run(session),
        Verb::Player(verb) => player::run(session, verb),
        Verb::Fleet(verb) => fleet::run(session, verb),
        Verb::Flagship(args) => fleet::flagship(session, &args),
        Verb::Start(args) => start::run(session, &args),
        Verb::Challenge(args) => battle::challenge(session, &args.challenger, &args.challenged, args.accept),
        Verb::Week { spare, heirs } => month::week(session, &spare, &heirs),
        Verb::Finish { winners } => month::finish(session, &winners),
        Verb::Pairings { bonus } => month::pairings(session, bonus),
        Verb::Battle(verb) => battle::run(session, verb),
        Verb::Option(args) => open::option(session, &args),
        Verb::Report { since, until, week, page } => newsletter::run(session, since, until, week, &page),
        Verb::Print(verb) => print::run(session, &verb),
        Verb::Publish { dir, with_dice } => publish::run(session, &dir, with_dice),
        Verb::Standings(args) => report::standings(session, args.trend),
        Verb::Register(args) => report::register(session, args.player.as_deref()),
        Verb::Ship(args) => report::ship(session, &args.name),
        Verb::Promotions => report::promotions(session),
        Verb::Map(verb) => map::run(session, verb),
        Verb::Scenario(verb) => scenario::run(session, verb),
        Verb::Rules(verb) => rules::run(session, verb),
        Verb::Log(args) => journal::log(session, &args),
        Verb::Show(args) => journal::show(session, args.entry),
        Verb::Amend(args) => amend::run(session, &args),
        Verb::Undo(args) => journal::undo(session, args.to),
        Verb::Redo => journal::redo(session),
        Verb::Verify { quick } => keep::verify(session, quick),
        Verb::Check => keep::check(session),
        Verb::Backup { file } => keep::backup(session, &file),
        Verb::Restore { file } => keep::restore(session, &file),
        Verb::Export { file } => keep::export(session, file.as_deref()),
        Verb::Import { file } => keep::import(session, &file),
        Verb::Skirmish(args) => skirmish::run(session, &args),
        Verb::Tutorial => tutorial::run(session),
        Verb::Ground(verb) => ground::run(session, verb),
        Verb::Play(args) => play::run(session, &args),
        Verb::Replay { file, svg, html } => replay::run(session, &file, svg.as_deref(), html.as_deref()),
        Verb::Odds { words } => odds::run(session, &words.join(" ")),
        Verb::Demo(args) => demo::run(session, &args),
        Verb::Forecast(args) => forecast::players(session, &args),
        Verb::Serve(_) | Verb::Member(_) => serve::run(session),
        Verb::Completions { shell } => keep::completions(session, shell),
        Verb::Man { folder } => keep::man(session, &folder),
    }
}
