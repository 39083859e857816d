//! What every call shares: the campaign file, opened as often as calls look at it at once, and what was drawn from it.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use chrono::{Local, NaiveDateTime, Timelike as _};
use renown::campaign::view::{Seen, Viewer};
use renown::catalog::Catalog;
use renown::club::{Club, ClubError, Kind};
use renown::dice::Rolled;
use renown::publish::File;
use renown::report::journal::LogRow;
use tokio::sync::watch;

/// How many open files wait for the next call.
const IDLE_FILES: usize = 8;
/// How many entries a minute one address may try.
const ENTRIES: u32 = 10;
/// How many addresses are remembered.
const ADDRESSES: usize = 10_000;

/// How the server is reached, and who is believed.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// What stands before every path: empty, or such as `/war`.
    pub base: String,
    /// The address that links name, without the slash at its end.
    pub url: String,
    /// Hosts by which it may be called; empty for any.
    pub hosts: Vec<String>,
    /// The proxy that is believed.
    pub proxy: Option<IpAddr>,
    /// Everybody may look on.
    pub public: bool,
}

impl Place {
    /// Whether members come by https.
    #[must_use]
    pub fn secure(&self) -> bool {
        self.url.starts_with("https://")
    }
}

/// What a viewer sees, and what was drawn of it.
#[derive(Clone)]
pub struct Drawn {
    /// The entry at which it was read.
    pub head: u64,
    /// What he sees, with all that ended.
    pub seen: Arc<Seen>,
    /// A number of its own: it changes when what he sees does.
    pub version: u64,
    /// The pages of the site, once they were asked for.
    pub pages: Option<Arc<BTreeMap<String, File>>>,
    /// The journal as he may read it, once it was asked for.
    pub log: Option<Arc<Vec<LogRow>>>,
}

/// The server.
pub struct App {
    path: PathBuf,
    /// What exists.
    pub catalog: Catalog,
    /// Where it is.
    pub place: Place,
    /// When somebody wrote.
    pub changed: watch::Sender<u64>,
    /// Set when it ends.
    pub ending: watch::Sender<bool>,
    idle: Mutex<Vec<Club>>,
    writing: Mutex<()>,
    drawn: Mutex<HashMap<String, Drawn>>,
    tries: Mutex<HashMap<IpAddr, (Instant, u32)>>,
    streams: Mutex<HashMap<u64, u32>>,
    clock: Option<NaiveDateTime>,
    seed: Option<String>,
    throws: AtomicU64,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What a call left behind that went wrong is whole: nothing is kept there half done.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What turns entries back names them by numbers that tell how many others there are.
fn unnumbered(row: &mut LogRow) {
    let says = match row.kind {
        Kind::Command => return,
        Kind::Migration => "The file was brought up to date",
        Kind::Undo => "An earlier entry is undone",
        Kind::Redo => "An earlier entry is in force again",
        Kind::Amend | Kind::Amended => "The history is amended",
    };
    row.says = vec![says.to_owned()];
}

impl App {
    /// A server of one campaign.
    ///
    /// # Errors
    /// When the file cannot be opened.
    pub fn new(path: &Path, catalog: Catalog, place: Place) -> Result<Self, ClubError> {
        let first = Club::open(path)?;
        let clock = std::env::var("RENOWN_NOW").ok().and_then(|given| renown::cli::args::time(&given).ok());
        Ok(Self {
            path: path.to_path_buf(),
            catalog,
            place,
            changed: watch::Sender::new(0),
            ending: watch::Sender::new(false),
            idle: Mutex::new(vec![first]),
            writing: Mutex::new(()),
            drawn: Mutex::new(HashMap::new()),
            tries: Mutex::new(HashMap::new()),
            streams: Mutex::new(HashMap::new()),
            clock,
            seed: None,
            throws: AtomicU64::new(0),
        })
    }

    /// The same with dice that can be foreseen, for demonstrations and tests.
    #[must_use]
    pub fn with_seed(mut self, seed: &str) -> Self {
        self.seed = Some(seed.to_owned());
        self
    }

    /// The dice of one act.
    ///
    /// # Errors
    /// When the system has no randomness to give.
    pub fn dice(&self) -> Result<Rolled, String> {
        match &self.seed {
            None => Rolled::from_system(),
            Some(seed) => Ok(Rolled::from_seed(&format!("{seed} {}", self.throws.fetch_add(1, Ordering::Relaxed)))),
        }
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What time it is, to the second.
    #[must_use]
    pub fn now(&self) -> NaiveDateTime {
        let now = self.clock.unwrap_or_else(|| Local::now().naive_local());
        now.with_nanosecond(0).unwrap_or(now)
    }

    /// Works with the campaign file.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn with_club<T>(&self, work: impl FnOnce(&mut Club) -> T) -> Result<T, ClubError> {
        let idle = lock(&self.idle).pop();
        let mut club = match idle {
            Some(club) => club,
            None => Club::open(&self.path)?,
        };
        let done = work(&mut club);
        let mut idle = lock(&self.idle);
        if idle.len() < IDLE_FILES {
            idle.push(club);
        }
        Ok(done)
    }

    /// Only one call of this server writes at a time.
    pub fn write(&self) -> MutexGuard<'_, ()> {
        lock(&self.writing)
    }

    /// Tells whoever listens that somebody wrote.
    pub fn tell(&self) {
        self.changed.send_modify(|number| *number += 1);
    }

    /// What somebody sees of the campaign, read again only when it has moved on.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn seen(&self, club: &mut Club, viewer: Viewer) -> Result<Drawn, ClubError> {
        let (key, head) = (format!("{viewer:?}"), club.last_entry()?);
        let kept = lock(&self.drawn).get(&key).cloned();
        if let Some(kept) = kept.as_ref().filter(|kept| kept.head == head) {
            return Ok(kept.clone());
        }
        let seen = Arc::new(club.member(viewer).look_whole()?);
        let version = match kept {
            Some(kept) if **kept.seen == **seen => kept.version,
            Some(kept) => kept.version + 1,
            None => 1,
        };
        let drawn = Drawn { head, seen, version, pages: None, log: None };
        lock(&self.drawn).insert(key, drawn.clone());
        Ok(drawn)
    }

    /// The pages of the site as somebody may see them, drawn again only when the campaign has moved on.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn pages(&self, club: &mut Club, viewer: Viewer) -> Result<Arc<BTreeMap<String, File>>, ClubError> {
        let drawn = self.seen(club, viewer)?;
        if let Some(pages) = drawn.pages {
            return Ok(pages);
        }
        let files = club.member(viewer).pages(&self.catalog, self.now().date(), crate::words::hint)?;
        let pages = Arc::new(files.into_iter().map(|file| (file.name.clone(), file)).collect::<BTreeMap<_, _>>());
        if let Some(kept) = lock(&self.drawn).get_mut(&format!("{viewer:?}")).filter(|kept| kept.head == drawn.head) {
            kept.pages = Some(Arc::clone(&pages));
        }
        Ok(pages)
    }

    /// The journal as somebody may read it.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn log(&self, club: &mut Club, viewer: Viewer, drawn: &Drawn) -> Result<Arc<Vec<LogRow>>, ClubError> {
        if let Some(log) = &drawn.log {
            return Ok(Arc::clone(log));
        }
        let mut log = club.member(viewer).log(None)?;
        if viewer != Viewer::Arbitrator {
            log.iter_mut().for_each(unnumbered);
        }
        let log = Arc::new(log);
        if let Some(kept) = lock(&self.drawn).get_mut(&format!("{viewer:?}")).filter(|kept| kept.head == drawn.head) {
            kept.log = Some(Arc::clone(&log));
        }
        Ok(log)
    }

    /// Whether an address has tried too many wrong keys within a minute.
    pub fn is_barred(&self, address: IpAddr) -> bool {
        let tries = lock(&self.tries);
        tries.get(&address).is_some_and(|(since, number)| since.elapsed().as_secs() < 60 && *number >= ENTRIES)
    }

    /// Counts a wrong key.
    pub fn failed(&self, address: IpAddr) {
        let mut tries = lock(&self.tries);
        if tries.len() >= ADDRESSES {
            tries.retain(|_, (since, _)| since.elapsed().as_secs() < 60);
        }
        let (since, number) = tries.entry(address).or_insert_with(|| (Instant::now(), 0));
        if since.elapsed().as_secs() >= 60 {
            (*since, *number) = (Instant::now(), 0);
        }
        *number += 1;
    }

    /// Counts one more stream of a device, unless it has four.
    pub fn open_stream(&self, key: u64) -> bool {
        let mut streams = lock(&self.streams);
        let number = streams.entry(key).or_default();
        if *number >= 4 {
            return false;
        }
        *number += 1;
        true
    }

    /// Counts one stream less.
    pub fn close_stream(&self, key: u64) {
        let mut streams = lock(&self.streams);
        if let Some(number) = streams.get_mut(&key) {
            *number -= 1;
            if *number == 0 {
                streams.remove(&key);
            }
        }
    }
}
