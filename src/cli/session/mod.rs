//! One run of the program: where it writes, what it reads, and the campaign it is about.

mod dice;
mod give;
mod look;
mod tell;

pub use tell::style_of_terminal;

use std::io::{BufRead, Read as _, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use chrono::NaiveDateTime;

use super::args::Common;
use super::error::CliError;
use crate::campaign::view::Viewer;
use crate::catalog::Catalog;
use crate::club::{self, AmendDice, Club, InMemory, Member};
use crate::dice::{Listed, Roll, Rolled};
use crate::files;
use crate::report::style::Style;

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
    /// Who keeps the dice that are typed in for a line of an amendment.
    pub(super) keeper: Option<&'io AmendDice<'io>>,
    /// What this run recorded or made, which stands whatever comes after.
    kept: Option<String>,
    /// Why not all of the results could be shown.
    unshown: Option<CliError>,
    /// A campaign that lives in memory, in place of the file.
    pub(super) memory: Option<InMemory<'io>>,
    /// The clock, where it is not the machine's.
    pub(super) set_clock: Option<NaiveDateTime>,
    /// A line takes one step of a battle and no more: that of a case, and one that is given in place of another.
    pub(super) one_step: bool,
    /// Commands follow each other by themselves: their dice are of one stream.
    pub(super) runs_on: bool,
    /// Whoever is asked something in the aftermath takes the usual answer, as the lines of a case do.
    pub(super) usual: bool,
    /// The stream of `--dice seed:`, which all commands of a run share.
    seeded: Option<Rolled>,
}

impl<'io> Session<'io> {
    pub(super) fn new(common: Common, io: Io<'io>, memory: Option<InMemory<'io>>) -> Self {
        Self {
            one_step: memory.is_some(),
            runs_on: false,
            common,
            io,
            catalog: None,
            quiet: false,
            more_to_come: false,
            listed: None,
            rolled_before: Vec::new(),
            keeper: None,
            kept: None,
            unshown: None,
            memory,
            set_clock: None,
            usual: false,
            seeded: None,
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

    /// Looks at the campaign or acts in it, as whoever `--as` names.
    pub(super) fn as_member<T>(&mut self, work: impl FnOnce(&mut Self, &mut Member<'_>) -> Result<T>) -> Result<T> {
        let who = self.common.who().to_owned();
        self.as_one(&who, work)
    }

    /// The same as somebody else.
    fn as_one<T>(&mut self, who: &str, work: impl FnOnce(&mut Self, &mut Member<'_>) -> Result<T>) -> Result<T> {
        let Some(mut slot) = self.memory.take() else {
            let mut club = Club::open(&self.path())?;
            let viewer = self.viewer(&club, who)?;
            return work(self, &mut club.member(viewer));
        };
        let done = match slot.take() {
            None => Err(CliError::new("no campaign is open").hint("begin with `new NAME`")),
            Some(mut club) => {
                let done = self.viewer(&club, who).and_then(|viewer| work(self, &mut club.member(viewer)));
                slot.put(club);
                done
            }
        };
        self.memory = Some(slot);
        done
    }

    /// Looks at the campaign at one moment, whatever others record meanwhile.
    pub(super) fn looking<T>(&mut self, work: impl FnOnce(&mut Self, &Member<'_>) -> Result<T>) -> Result<T> {
        self.as_member(|session, member| member.at_one_moment(|member| work(session, member)))
    }

    /// The same for what is everybody's unless it is asked for otherwise.
    pub(super) fn looking_for_all<T>(&mut self, work: impl FnOnce(&mut Self, &Member<'_>) -> Result<T>) -> Result<T> {
        let who = self.common.who.clone().unwrap_or_else(|| "public".to_owned());
        self.as_one(&who, |session, member| member.at_one_moment(|member| work(session, member)))
    }

    /// Where a new campaign goes.
    pub(super) fn new_path(&self) -> PathBuf {
        self.common.campaign.clone().unwrap_or_else(|| PathBuf::from(CAMPAIGN))
    }

    /// The campaign that is meant. A folder with a single campaign needs no name for it.
    pub(super) fn path(&self) -> PathBuf {
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
    pub(super) fn create(
        &mut self,
        path: &Path,
        viewer: Viewer,
        fill: impl FnOnce(&mut Self, &mut Member<'_>) -> Result<()>,
    ) -> Result<()> {
        if let Some(mut slot) = self.memory.take() {
            let done = if slot.is_open() {
                Err(CliError::new("a campaign is open already"))
            } else {
                Club::in_memory().map_err(Into::into).and_then(|mut club| {
                    fill(self, &mut club.member(viewer))?;
                    slot.put(club);
                    Ok(())
                })
            };
            self.memory = Some(slot);
            return done;
        }
        club::create(path, viewer, |member| fill(self, member))?;
        self.kept = Some(format!("\"{}\" is made", path.display()));
        Ok(())
    }

    /// Everything on standard input.
    pub(super) fn read_input(&mut self) -> Result<String> {
        files::read_all(&mut *self.io.input, files::RECORDED)
            .map_err(|error| CliError::new(format!("standard input: {error}")))
    }

    /// Asks a question at the terminal; `None` when nobody is there.
    pub(super) fn ask(&mut self, question: &str) -> Option<String> {
        if self.io.interactive { self.line(question) } else { None }
    }

    /// The next line that is typed, or piped in without being asked for; `None` after the last.
    pub(super) fn line(&mut self, question: &str) -> Option<String> {
        if self.io.interactive {
            let question = self.folded(question);
            let _ = write!(self.io.err, "{question}");
            let _ = self.io.err.flush();
        }
        read_line(self.io.input)
    }
}

fn read_line(input: &mut dyn BufRead) -> Option<String> {
    let mut line = String::new();
    // Nobody types that much: it is no answer, and need not be kept.
    match input.take(files::WRITTEN).read_line(&mut line) {
        Ok(0) | Err(_) => None,
        Ok(_) if line.len() as u64 == files::WRITTEN => None,
        Ok(_) => Some(line.trim().to_owned()),
    }
}
