//! One run of the program: where it writes, what it reads, and the campaign it is about.

use std::io::{BufRead, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use chrono::{Local, NaiveDateTime, Timelike as _};

use super::args::{Common, Format};
use super::error::CliError;
use super::resolve;
use crate::campaign::command::Command;
use crate::campaign::event::Event;
use crate::campaign::refusal::Refusals;
use crate::campaign::state::PlayerId;
use crate::campaign::view::{Seen, Viewer};
use crate::catalog::Catalog;
use crate::dice::{Ask, Dice, DiceError, Listed, Mark, Matched, Pip, Roll, Rolled, Source, Typed, Why};
use crate::door::{self, Giver, Outcome};
use crate::report::listing::Listing;
use crate::report::story;
use crate::report::style::Style;
use crate::store::{Snapshot, Store, StoreError};

/// The file of a campaign that nobody named.
const CAMPAIGN: &str = "campaign.renown";

pub(super) type Result<T> = std::result::Result<T, CliError>;

/// Where a run reads and writes. Tests and cases bring their own.
pub struct Io<'io> {
    /// Results.
    pub out: &'io mut dyn Write,
    /// Status, prompts and errors.
    pub err: &'io mut dyn Write,
    /// Answers.
    pub input: &'io mut dyn BufRead,
    /// Somebody sits at a terminal and can be asked.
    pub interactive: bool,
    /// How text is drawn.
    pub style: Style,
    /// How errors are drawn.
    pub err_colour: bool,
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

/// One run.
pub(super) struct Session<'io> {
    pub(super) common: Common,
    pub(super) io: Io<'io>,
    catalog: Option<Rc<Catalog>>,
    /// Tell nothing about single commands.
    pub(super) quiet: bool,
    /// More commands of this run will roll: a list need not come out even yet.
    pub(super) more_to_come: bool,
    /// The list of `--dice`, which all commands of a run share.
    listed: Option<Listed>,
    /// Dice of a command that is given again: they count before the program rolls or asks for others.
    pub(super) rolled_before: Vec<Roll>,
    /// A campaign that lives in memory, in place of the file.
    pub(super) memory: Option<&'io mut Option<Store>>,
}

impl<'io> Session<'io> {
    pub(super) fn new(common: Common, io: Io<'io>, memory: Option<&'io mut Option<Store>>) -> Self {
        Self {
            common,
            io,
            catalog: None,
            quiet: false,
            more_to_come: false,
            listed: None,
            rolled_before: Vec::new(),
            memory,
        }
    }

    /// Uses a catalog that was read before, where no club's folder is laid over it.
    pub(super) fn use_catalog(&mut self, catalog: &Rc<Catalog>) {
        if self.common.data.is_none() {
            self.catalog = Some(Rc::clone(catalog));
        }
    }

    /// What exists, read once, a club's folder included.
    pub(super) fn catalog(&mut self) -> Result<&Catalog> {
        if self.catalog.is_none() {
            let catalog = match &self.common.data {
                None => Catalog::embedded(),
                Some(folder) => Catalog::with_folder(folder).map_err(|problems| CliError::data(&problems))?,
            };
            self.catalog = Some(Rc::new(catalog));
        }
        Ok(self.catalog.as_ref().expect("the catalog was just read"))
    }

    /// What exists, to be held while the session does other things.
    pub(super) fn shared_catalog(&mut self) -> Result<Rc<Catalog>> {
        self.catalog()?;
        Ok(Rc::clone(self.catalog.as_ref().expect("the catalog was just read")))
    }

    /// Works on the campaign.
    pub(super) fn with_store<T>(&mut self, work: impl FnOnce(&mut Self, &mut Store) -> Result<T>) -> Result<T> {
        if let Some(slot) = self.memory.take() {
            let mut store =
                slot.take().ok_or_else(|| CliError::new("no campaign is open").hint("begin with `new NAME`"))?;
            let done = work(self, &mut store);
            *slot = Some(store);
            self.memory = Some(slot);
            return done;
        }
        let mut store = Store::open(&self.path())?;
        work(self, &mut store)
    }

    /// Looks at the campaign at one moment, whatever others record meanwhile.
    pub(super) fn looking<T>(&mut self, work: impl FnOnce(&mut Self, &Store) -> Result<T>) -> Result<T> {
        self.with_store(|session, store| store.at_one_moment(|store| work(session, store)))
    }

    /// Where a new campaign goes.
    pub(super) fn new_path(&self) -> PathBuf {
        self.common.campaign.clone().unwrap_or_else(|| PathBuf::from(CAMPAIGN))
    }

    /// The campaign that is meant. A folder with a single campaign needs no name for it.
    fn path(&self) -> PathBuf {
        let usual = self.new_path();
        if self.common.campaign.is_some() || usual.exists() {
            return usual;
        }
        let entries =
            std::fs::read_dir(".").into_iter().flatten().filter_map(|entry| entry.ok().map(|entry| entry.path()));
        let found: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "renown")).collect();
        match found.as_slice() {
            [only] => only.strip_prefix(".").unwrap_or(only).to_path_buf(),
            _ => usual,
        }
    }

    /// A new campaign: in memory where the run lives there, else a file.
    pub(super) fn create(&mut self, path: &Path, fill: impl FnOnce(&mut Self, &mut Store) -> Result<()>) -> Result<()> {
        if let Some(slot) = self.memory.take() {
            let done = if slot.is_some() {
                Err(CliError::new("a campaign is open already"))
            } else {
                Store::in_memory().map_err(Into::into).and_then(|mut store| {
                    fill(self, &mut store)?;
                    *slot = Some(store);
                    Ok(())
                })
            };
            self.memory = Some(slot);
            return done;
        }
        let mut failed = None;
        let made = Store::create(path, |store| {
            fill(self, store).map_err(|error| {
                failed = Some(error);
                // Never shown: the error above takes its place.
                crate::store::StoreError::NothingTo("create")
            })
        });
        match (made, failed) {
            (_, Some(error)) => Err(error),
            (Err(error), None) => Err(error.into()),
            (Ok(_), None) => Ok(()),
        }
    }

    /// The campaign as the onlooker may see it.
    pub(super) fn seen(&mut self) -> Result<Seen> {
        self.looking(|session, store| session.seen_in(store, Store::load))
    }

    /// The same of a campaign that is being looked at.
    pub(super) fn seen_in(
        &self,
        store: &Store,
        read: fn(&Store) -> std::result::Result<Snapshot, StoreError>,
    ) -> Result<Seen> {
        let snapshot = match self.common.as_of.as_deref() {
            None => read(store)?,
            Some(when) => past(store, when)?,
        };
        let viewer = self.viewer(&snapshot)?;
        Ok(Seen::new(snapshot.campaign, viewer))
    }

    /// Who looks, by `--as`.
    pub(super) fn viewer(&self, snapshot: &Snapshot) -> Result<Viewer> {
        match self.common.who() {
            "arbitrator" => Ok(Viewer::Arbitrator),
            "public" => Ok(Viewer::Public),
            name => resolve::player(&snapshot.campaign, name).map(Viewer::Player),
        }
    }

    pub(super) fn giver(&self, snapshot: &Snapshot) -> Result<Giver> {
        if self.common.as_of.is_some() {
            return Err(CliError::usage("the past can be looked at, not changed").hint("leave out --as-of"));
        }
        let by = match self.viewer(snapshot)? {
            Viewer::Arbitrator => None,
            Viewer::Player(player) => Some(player),
            Viewer::Public => {
                return Err(CliError::new("the public looks on and changes nothing")
                    .hint("act as the arbitrator or, with --as NAME, as a player"));
            }
        };
        if let Some(ruling) = &self.common.ruling
            && (ruling.trim().is_empty() || ruling.chars().count() > 300)
        {
            return Err(CliError::usage("a ruling needs a reason of up to 300 characters"));
        }
        let ruling = self.common.ruling.clone();
        Ok(Giver { by, at: self.now(), ruling, dry_run: self.common.dry_run })
    }

    /// The time of the command, to the second.
    pub(super) fn now(&self) -> NaiveDateTime {
        let now = self.common.at.unwrap_or_else(|| Local::now().naive_local());
        now.with_nanosecond(0).unwrap_or(now)
    }

    /// Who acts, for the journal of undo and redo.
    pub(super) fn actor(&self, snapshot: &Snapshot) -> Result<Option<PlayerId>> {
        Ok(self.giver(snapshot)?.by)
    }

    /// Gives a command through the door and tells what came of it.
    pub(super) fn give(&mut self, store: &mut Store, before: &Snapshot, command: Command) -> Result<Outcome> {
        let giver = self.giver(before)?;
        let catalog = self.shared_catalog()?;
        let outcome = self.roll(|dice| door::give(store, before, command, &giver, &catalog, dice));
        let outcome = outcome??;
        if !self.quiet {
            self.tell(before, &outcome)?;
        }
        Ok(outcome)
    }

    /// As [`give`](Self::give), with dice that go on to fall for something else.
    pub(super) fn give_with(
        &mut self,
        store: &mut Store,
        before: &Snapshot,
        command: Command,
        dice: &mut dyn Dice,
    ) -> Result<Outcome> {
        let giver = self.giver(before)?;
        let catalog = self.shared_catalog()?;
        let outcome = door::give(store, before, command, &giver, &catalog, dice)?;
        if !self.quiet {
            self.tell(before, &outcome)?;
        }
        Ok(outcome)
    }

    /// Gives several commands, or none of them: all are decided before the first is recorded.
    pub(super) fn give_all(&mut self, store: &mut Store, before: Snapshot, commands: Vec<Command>) -> Result<()> {
        if commands.len() > 1 {
            self.try_all(store, &before, &commands)?;
        }
        let mut now = before;
        let last = commands.len();
        for (index, command) in (1..).zip(commands) {
            self.more_to_come = index < last;
            now = self.give(store, &now, command)?.after;
        }
        Ok(())
    }

    /// What a command would do with some dice; nothing is recorded.
    pub(super) fn foresee(&mut self, store: &mut Store, before: &Snapshot, command: Command) -> Result<Vec<Event>> {
        let giver = Giver { dry_run: true, ..self.giver(before)? };
        let catalog = self.shared_catalog()?;
        Ok(door::give(store, before, command, &giver, &catalog, &mut Rolled::from_seed("trial"))?.events)
    }

    /// Decides commands one after the other and records none. Only a list's dice are those of the real run.
    fn try_all(&mut self, store: &mut Store, before: &Snapshot, commands: &[Command]) -> Result<()> {
        let giver = Giver { dry_run: true, ..self.giver(before)? };
        let catalog = self.shared_catalog()?;
        let mut list = self.list_given()?;
        let mut now = before.clone();
        for (index, command) in (1..).zip(commands) {
            let mut other = Rolled::from_seed("trial");
            let mut part;
            let dice: &mut dyn Dice = match &mut list {
                Some(list) if index == commands.len() => list,
                Some(list) => {
                    part = Unfinished(list);
                    &mut part
                }
                None => &mut other,
            };
            now = door::give(store, &now, command.clone(), &giver, &catalog, dice)?.after;
        }
        Ok(())
    }

    /// The list of `--dice`, if it is one.
    pub(super) fn list_given(&self) -> Result<Option<Listed>> {
        let given = self.common.dice.as_str();
        if matches!(given, "program" | "ask") || given.starts_with("seed:") {
            return Ok(None);
        }
        let text = match given.strip_prefix('@') {
            Some(path) => {
                std::fs::read_to_string(path).map_err(|error| CliError::new(format!("\"{path}\": {error}")))?
            }
            None => given.replace(';', "\n"),
        };
        if !given.starts_with('@') && given.chars().any(char::is_alphabetic) && !given.contains('=') {
            return Err(CliError::usage(format!("--dice cannot be \"{given}\""))
                .hint("write program, ask, a list such as 4,1,6, @FILE, or seed:TEXT"));
        }
        Listed::parse(&text).map(Some).map_err(|error| Refusals::from(error).into())
    }

    /// Says which dice of the list no command of the run asked for. A command that is alone refuses them before it is
    /// recorded; only a run of several that stopped on its way comes here with some left, and what it recorded stands.
    pub(super) fn finish(&mut self) -> Result<()> {
        let left = self.listed.take().and_then(|mut list| list.finish().err());
        match left {
            Some(error) if self.memory.is_some() => Err(Refusals::from(error).into()),
            Some(error) => {
                self.status(&format!("Not rolled yet: {error}"));
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Runs something with the dice of `--dice`.
    pub(super) fn roll<T>(&mut self, work: impl FnOnce(&mut dyn Dice) -> T) -> Result<T> {
        if self.listed.is_none() {
            self.listed = self.list_given()?;
        }
        if let Some(list) = &mut self.listed {
            return Ok(if self.more_to_come { work(&mut Unfinished(list)) } else { work(list) });
        }
        let before = std::mem::take(&mut self.rolled_before);
        if before.is_empty() {
            return self.rolled_now(work);
        }
        let mut left = Vec::new();
        let done = self.rolled_now(|fresh| {
            let mut dice = Matched::new(&before, fresh, &|_| true);
            let done = work(&mut dice);
            left = dice.into_rolls();
            done
        });
        left.retain(|roll| roll.mark == Some(Mark::Unneeded));
        self.rolled_before = left;
        done
    }

    /// Runs something with dice that no list holds.
    fn rolled_now<T>(&mut self, work: impl FnOnce(&mut dyn Dice) -> T) -> Result<T> {
        if let Some(seed) = self.common.dice.strip_prefix("seed:") {
            return Ok(work(&mut Rolled::from_seed(seed)));
        }
        if self.common.dice == "program" {
            let mut dice = Rolled::from_system().map_err(CliError::new)?;
            return Ok(work(&mut dice));
        }
        let Io { err, input, interactive, .. } = &mut self.io;
        let interactive = *interactive;
        let ask: Box<Ask<'_>> = Box::new(move |question: &str| {
            if interactive {
                let _ = write!(err, "{question}");
                let _ = err.flush();
            }
            read_line(*input)
        });
        Ok(work(&mut Typed(ask)))
    }

    fn tell(&mut self, before: &Snapshot, outcome: &Outcome) -> Result<()> {
        let recorded = outcome.after.head.id > before.head.id;
        // A player who takes a step for both learns of the other's register and base no more than by looking.
        let viewer = self.viewer(before)?;
        let events: Vec<Event> = outcome
            .events
            .iter()
            .filter(|event| viewer.may_see_event(&outcome.after.campaign, event))
            .cloned()
            .collect();
        if self.common.format == Format::Json {
            let dice = if events.len() == outcome.events.len() { outcome.dice.as_slice() } else { &[] };
            let json = serde_json::json!({
                "entry": recorded.then_some(outcome.after.head.id),
                "events": events,
                "dice": dice,
            });
            return self.print(&format!("{json:#}"));
        }
        for line in story::tell(&before.campaign, &outcome.after.campaign, &events) {
            self.print(&line)?;
        }
        if recorded && outcome.after.head.id == 1 {
            self.status("Recorded as entry 1.");
        } else if recorded {
            self.status(&format!("Recorded as entry {}. Undo with `renown undo`.", outcome.after.head.id));
        } else if outcome.dice.is_empty() || self.common.dice != "program" {
            self.status("A dry run: nothing was recorded.");
        } else {
            self.status("A dry run: nothing was recorded, and the dice of the real run will be others.");
        }
        Ok(())
    }

    /// A line of results.
    pub(super) fn print(&mut self, text: &str) -> Result<()> {
        writeln!(self.io.out, "{}", text.trim_end_matches('\n')).map_err(|error| match error.kind() {
            // Whoever reads has seen enough, as `head` does.
            std::io::ErrorKind::BrokenPipe => CliError { messages: Vec::new(), hints: Vec::new(), usage: false },
            _ => CliError::new(format!("cannot write: {error}")),
        })
    }

    /// A line about what was done.
    pub(super) fn status(&mut self, text: &str) {
        let _ = writeln!(self.io.err, "{text}");
    }

    /// Prints a list in the form asked for.
    pub(super) fn list(&mut self, listing: &Listing<'_>) -> Result<()> {
        let text = match self.common.format {
            Format::Table => listing.table(self.io.style),
            Format::Json => listing.json(),
            Format::Csv => listing.csv(),
            Format::Markdown => listing.markdown(),
        };
        self.print(&text)
    }

    /// Prints a value as JSON if that is asked for, else as text.
    pub(super) fn show<T: serde::Serialize>(&mut self, value: &T, text: impl FnOnce(Style) -> String) -> Result<()> {
        if self.common.format == Format::Json {
            let json = serde_json::to_string_pretty(value).map_err(|error| CliError::new(error.to_string()))?;
            return self.print(&json);
        }
        let text = text(self.io.style);
        self.print(&text)
    }

    /// Everything on standard input.
    pub(super) fn read_input(&mut self) -> Result<String> {
        let mut text = String::new();
        self.io.input.read_to_string(&mut text).map_err(|error| CliError::new(format!("standard input: {error}")))?;
        Ok(text)
    }

    /// Asks a question at the terminal; `None` when nobody is there.
    pub(super) fn ask(&mut self, question: &str) -> Option<String> {
        if !self.io.interactive {
            return None;
        }
        let _ = write!(self.io.err, "{question}");
        let _ = self.io.err.flush();
        read_line(self.io.input)
    }
}

/// The campaign after an entry, or at the end of a day.
fn past(store: &Store, when: &str) -> Result<Snapshot> {
    match (when.parse(), when.parse()) {
        (Ok(entry), _) => Ok(store.as_of(entry)?),
        (_, Ok(day)) => Ok(store.as_of_day(day)?),
        _ => Err(CliError::usage(format!("\"{when}\" is neither an entry nor a date such as 2026-11-30"))),
    }
}

/// A list that later commands of the run go on with.
struct Unfinished<'a>(&'a mut Listed);

impl Dice for Unfinished<'_> {
    fn roll(&mut self, why: Why<'_>, faces: &mut [Pip]) -> std::result::Result<(), DiceError> {
        self.0.roll(why, faces)
    }

    fn source(&self) -> Source {
        self.0.source()
    }
}

fn read_line(input: &mut dyn BufRead) -> Option<String> {
    let mut line = String::new();
    match input.read_line(&mut line) {
        Ok(0) | Err(_) => None,
        Ok(_) => Some(line.trim().to_owned()),
    }
}
