//! Every reader of the program as one function from bytes: what it refuses is refused in words, and what it reads whole
//! is used once. Shared by `tests/file/fuzz.rs` and the targets of `fuzz/`.

#![allow(dead_code, reason = "each target uses its own part")]

use std::cell::{OnceCell, RefCell};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use renown::battle::gothic;
use renown::battle::gothic::decisions;
use renown::battle::gothic::event::Silent;
use renown::battle::gothic::state::Battle;
use renown::campaign::state::BattleId;
use renown::campaign::turn::Step;
use renown::catalog::{Catalog, fleets, maps};
use renown::cli::{self, Io};
use renown::dice::{Dice as _, Fast, Kept, Listed};
use renown::fight::stations::Stations;
use renown::fight::{Fight, replay};
use renown::notation;
use renown::report::style::Style;
use renown::scenario::set_up::SetUp;
use renown::store::{Store, check};
use renown::table::side::Side;
use renown::{cases, club};

/// How far an input came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Came {
    /// It was refused.
    Refused,
    /// It was read, and used.
    Used,
}

/// What one reader makes of some bytes.
pub(crate) type Reader = fn(&War, &[u8]) -> Came;

/// Every reader by name.
pub(crate) const READERS: [(&str, Reader); 14] = [
    ("situation", situation),
    ("battle", battle_file),
    ("case", case),
    ("report", report),
    ("answers", answers),
    ("wizard", wizard),
    ("fleet", fleet),
    ("map", map),
    ("import", import),
    ("file", file),
    ("wording", notation),
    ("deployment", deployment),
    ("dice", dice),
    ("words", words),
];

/// What readers need around them: the catalog, and a war of two players at every entry of its journal.
pub(crate) struct War {
    pub(crate) catalog: Rc<Catalog>,
    /// The export of the war.
    pub(crate) lines: Vec<String>,
    /// The war with an open battle, made when it is asked for.
    moments: OnceCell<Vec<Moment>>,
    /// A battle of it, deployed and opened, made when it is asked for.
    opened: OnceCell<Opened>,
    /// Where files are written for readers that want one.
    folder: PathBuf,
}

/// The war after some entries.
struct Moment {
    /// Gone when a panic took it along.
    store: RefCell<Option<Store>>,
    entries: usize,
    battle: BattleId,
    step: Step,
}

struct Opened {
    fight: Fight,
    set_up: SetUp,
    laid: Battle,
    begun: Battle,
}

impl Drop for War {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl War {
    pub(crate) fn new() -> Self {
        let folder = scratch();
        let args = ["renown", "--at", "2026-11-16T20:00", "demo", "--players", "2", "--weeks", "1", "--out"];
        let args = args.iter().map(OsString::from).chain([folder.clone().into_os_string()]);
        let (mut out, mut err) = (Vec::new(), Vec::new());
        cli::run(args, io(&mut out, &mut err, &mut &b""[..], false));
        let store = Store::open(&folder.join("demo.renown"))
            .unwrap_or_else(|error| panic!("no war: {error}: {}", String::from_utf8_lossy(&err)));
        let lines = exported(&store);
        drop(store);
        let catalog = Rc::new(Catalog::embedded());
        Self { catalog, lines, moments: OnceCell::new(), opened: OnceCell::new(), folder }
    }

    /// A small campaign with commands undone, done again and amended, as its export.
    pub(crate) fn small(&self) -> Vec<String> {
        let mut store = None;
        let lines: [&[&str]; 8] = [
            &["new", "Small"],
            &["player", "add", "Anna", "--fleet", "gothic-sector", "--commander", "Marr"],
            &["fleet", "buy", "Anna", "lunar", "--name", "Agrippa"],
            &["undo"],
            &["redo"],
            &["fleet", "buy", "Anna", "cobra:3", "--name", "Hounds"],
            &["amend", "3", "--yes", "--ruling", "so it was", "--", "fleet", "buy", "Anna", "lunar", "--name", "Livia"],
            &["option", "late-ship-leadership=-2"],
        ];
        for line in lines {
            let args = ["--at", "2026-11-16T20:00", "--dice", "seed:x"].iter().chain(line);
            let args: Vec<String> = args.map(|word| (*word).to_owned()).collect();
            let (mut out, mut err, mut input) = (Vec::new(), Vec::new(), &b""[..]);
            let done = cli::run_in_memory(&args, io(&mut out, &mut err, &mut input, false), &mut store, &self.catalog);
            assert!(done.is_ok(), "{line:?}: {:?}", done.err().map(|error| error.messages));
        }
        exported(store.as_ref().expect("the campaign is open"))
    }

    /// A situation as the war has it.
    pub(crate) fn situation(&self) -> String {
        let opened = self.opened();
        notation::write(&opened.fight.roster, &opened.laid)
    }

    fn moments(&self) -> &[Moment] {
        self.moments.get_or_init(|| {
            let mut found: Vec<Moment> = Vec::new();
            for entries in 1..=self.lines.len() {
                let store = rebuilt(&self.lines[..entries]);
                let campaign = store.load().expect("it was just rebuilt").campaign;
                let Some(battle) = campaign.battles.values().next() else { continue };
                let (battle, step) = (battle.id, battle.step);
                found.push(Moment { store: RefCell::new(Some(store)), entries, battle, step });
            }
            found
        })
    }

    fn opened(&self) -> &Opened {
        self.opened.get_or_init(|| {
            let moment = self.moments().iter().rfind(|moment| moment.step == Step::Battle).expect("one was fought");
            let campaign = rebuilt(&self.lines[..moment.entries]).load().expect("it was just rebuilt").campaign;
            let fight = Fight::new(&campaign, moment.battle, &self.catalog).expect("captains fought it");
            let (set_up, laid) = fight.deploy(&mut Fast::new(1, 1)).expect("these dice never run out");
            let begun = fight.open(laid, &mut Fast::new(2, 2), &mut Silent).expect("these dice never run out");
            Opened { fight, set_up, laid, begun }
        })
    }

    /// Runs a line on the war at one of the moments that fit, chosen by `which`; nothing is recorded.
    fn run(
        &self,
        which: usize,
        fits: impl Fn(&Moment) -> bool,
        line: impl Fn(u32) -> Vec<String>,
        input: &[u8],
        asked: bool,
    ) -> Came {
        let fitting: Vec<&Moment> = self.moments().iter().filter(|moment| fits(moment)).collect();
        let Some(moment) = fitting.get(which % fitting.len().max(1)) else { return Came::Refused };
        let mut args: Vec<String> =
            ["--at", "2026-11-30T20:00", "--dry-run"].iter().map(|word| (*word).to_owned()).collect();
        args.extend(line(moment.battle.0));
        let (mut out, mut err, mut input) = (Vec::new(), Vec::new(), input);
        let mut store = moment.store.take().or_else(|| Some(rebuilt(&self.lines[..moment.entries])));
        let done =
            cli::run_in_memory(&args, io(&mut out, &mut err, &mut input, asked), &mut store, &self.catalog).is_ok();
        moment.store.replace(store);
        if done { Came::Used } else { Came::Refused }
    }

    /// The templates of reports on the battles, for the corpus.
    pub(crate) fn templates(&self) -> Vec<String> {
        let mut found = Vec::new();
        for moment in self.moments().iter().filter(|moment| moment.step == Step::Battle) {
            let (mut out, mut err, mut input) = (Vec::new(), Vec::new(), &b""[..]);
            let args = ["battle".to_owned(), "template".to_owned(), moment.battle.0.to_string()];
            let mut store = moment.store.borrow_mut();
            let io = io(&mut out, &mut err, &mut input, false);
            if cli::run_in_memory(&args, io, &mut *store, &self.catalog).is_ok() {
                found.push(String::from_utf8_lossy(&out).into_owned());
            }
        }
        found
    }
}

fn exported(store: &Store) -> Vec<String> {
    let mut lines = Vec::new();
    store.export(&mut lines).expect("it is readable");
    String::from_utf8_lossy(&lines).lines().map(str::to_owned).collect()
}

/// A folder in memory where there is one, so that a file costs no disk.
fn scratch() -> PathBuf {
    let name = format!("renown-readers-{}-{:?}", std::process::id(), std::thread::current().id());
    let name = name.replace(['(', ')'], "-");
    let memory = Path::new("/dev/shm").join(&name);
    if std::fs::create_dir_all(&memory).is_ok() {
        return memory;
    }
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).expect("the temporary folder can be made");
    folder
}

fn io<'io>(out: &'io mut Vec<u8>, err: &'io mut Vec<u8>, input: &'io mut &[u8], interactive: bool) -> Io<'io> {
    Io { out, err, input, interactive, style: Style { unicode: true, colour: false, width: 100 }, err_colour: false }
}

fn rebuilt(lines: &[String]) -> Store {
    let mut store = Store::in_memory().expect("there is memory");
    store.import(&mut lines.join("\n").as_bytes()).expect("it was just exported");
    store
}

fn text(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// A situation is written and read back alike, and can be played on.
pub(crate) fn situation(war: &War, bytes: &[u8]) -> Came {
    let fleets = &war.catalog.fleets;
    let Ok(found) = notation::read("fuzzed", &text(bytes), fleets) else { return Came::Refused };
    let written = notation::write(&found.roster, &found.battle);
    let again = notation::read("again", &written, fleets).expect("what was written reads");
    assert_eq!((&again.battle, &again.roster), (&found.battle, &found.roster));
    let (mut battle, mut dice) = (found.battle, Fast::new(7, 0));
    for _ in 0..40 {
        let Some(answer) = decisions::usual(&battle, &found.roster) else { break };
        let _ = gothic::answer(&mut battle, &found.roster, &answer, &mut dice, &mut Silent);
    }
    Came::Used
}

/// A battle file is written and read back alike, and its actions are carried out or refused.
pub(crate) fn battle_file(war: &War, bytes: &[u8]) -> Came {
    let fleets = &war.catalog.fleets;
    let Ok(file) = notation::read_battle("fuzzed", &text(bytes), fleets) else { return Came::Refused };
    let again = notation::read_battle("again", &notation::write_battle(&file), fleets);
    assert_eq!(again.expect("what was written reads"), file);
    let _ = replay::again(&file, &mut |_, _, _, _| {});
    let (mut battle, roster, mut dice) = (file.situation.battle, &file.situation.roster, Fast::new(7, 0));
    for action in file.actions.iter().take(60) {
        if let Ok(answer) = decisions::read(&battle, roster, action) {
            let _ = gothic::answer(&mut battle, roster, &answer, &mut dice, &mut Silent);
        }
    }
    Came::Used
}

/// A file of cases is read; battles are played.
pub(crate) fn case(_: &War, bytes: &[u8]) -> Came {
    let text = text(bytes);
    let Ok(found) = cases::read("fuzzed", &text) else { return Came::Refused };
    // A command line could write files anywhere.
    let assigns =
        |(at, key): (usize, &str)| text[at + key.len()..].trim_start_matches([' ', '\t', '"', '\'']).starts_with('=');
    if !["do", "given", "lines"].iter().any(|key| text.match_indices(key).any(assigns)) {
        for case in found.iter().take(4) {
            let _ = cases::run(case, renown::cli::case_line::give);
        }
    }
    Came::Used
}

/// A report is decided on.
pub(crate) fn report(war: &War, bytes: &[u8]) -> Came {
    let line = |battle: u32| vec!["battle".to_owned(), "record".to_owned(), battle.to_string(), "-".to_owned()];
    let typed = utf8(bytes);
    // A template names its battle; what names none is tried on any.
    let named = text(bytes).split("battle ").nth(1).and_then(|rest| rest.split('.').next()?.parse::<u32>().ok());
    let fits = |moment: &Moment| moment.step == Step::Battle && named.is_none_or(|named| moment.battle.0 == named);
    war.run(bytes.len(), fits, line, &typed, false)
}

/// Answers to the step that is due are decided on.
pub(crate) fn answers(war: &War, bytes: &[u8]) -> Came {
    let path = war.folder.join("answers.toml");
    std::fs::write(&path, utf8(bytes)).expect("the temporary folder takes files");
    let path = path.display().to_string();
    let line = |battle: u32| {
        let words = ["--dice", "seed:x", "battle", "next", &battle.to_string(), "--answers", &path];
        words.iter().map(|word| (*word).to_owned()).collect()
    };
    war.run(bytes.len(), |_| true, line, b"", false)
}

/// What somebody types who is asked for a report, and for dice.
pub(crate) fn wizard(war: &War, bytes: &[u8]) -> Came {
    let asked = |words: &[&str]| -> Vec<String> { words.iter().map(|word| (*word).to_owned()).collect() };
    let typed = utf8(bytes);
    if bytes.len().is_multiple_of(2) {
        let line = |battle: u32| asked(&["battle", "record", &battle.to_string()]);
        return war.run(bytes.len(), |moment| moment.step == Step::Battle, line, &typed, true);
    }
    let line = |battle: u32| asked(&["--dice", "ask", "battle", "next", &battle.to_string()]);
    war.run(bytes.len(), |_| true, line, &typed, true)
}

fn utf8(bytes: &[u8]) -> Vec<u8> {
    text(bytes).into_owned().into_bytes()
}

/// A fleet stands alone, and now and then over the embedded ones.
pub(crate) fn fleet(_: &War, bytes: &[u8]) -> Came {
    let text = text(bytes);
    let read = fleets::load("fleets/fuzzed.toml", &text);
    // All thirteen fleets are read for it.
    if bytes.len().is_multiple_of(64) {
        let _ = fleets::Fleets::with_overlay(vec![("fleets/fuzzed.toml".to_owned(), text.into_owned())]);
    }
    if read.is_ok() { Came::Used } else { Came::Refused }
}

/// A map is written and read back alike.
pub(crate) fn map(_: &War, bytes: &[u8]) -> Came {
    let Ok(chart) = maps::load("fuzzed", &text(bytes)) else { return Came::Refused };
    assert_eq!(maps::load("again", &maps::write(&chart)), Ok(chart));
    Came::Used
}

/// An imported campaign is verified and added up.
pub(crate) fn import(war: &War, bytes: &[u8]) -> Came {
    let mut store = Store::in_memory().expect("there is memory");
    if store.import(&mut { bytes }).is_err() {
        return Came::Refused;
    }
    let _ = check(&store);
    if bytes.len().is_multiple_of(4) {
        let _ = club::verify(&store, &war.catalog, !bytes.len().is_multiple_of(32));
    }
    Came::Used
}

/// A campaign file is opened, read, added up and verified, and shown by the program.
pub(crate) fn file(war: &War, bytes: &[u8]) -> Came {
    let folder = war.folder.join("file");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the temporary folder can be made");
    let path = folder.join("campaign.renown");
    std::fs::write(&path, bytes).expect("the temporary folder takes files");
    let which = bytes.iter().fold(0_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(*byte)));
    let opened = opened(&path, war, which);
    let _ = std::fs::remove_dir_all(&folder);
    opened
}

/// Looks at a file in all ways, some of them by turns.
pub(crate) fn opened(path: &Path, war: &War, which: usize) -> Came {
    let Ok(store) = Store::open(path) else { return Came::Refused };
    let loaded = store.load().is_ok();
    let _ = check(&store);
    // Every command is decided again for it.
    if which.is_multiple_of(8) {
        let _ = club::verify(&store, &war.catalog, !which.is_multiple_of(64));
    }
    let shown: [&[&str]; 16] = [
        &["status"],
        &["standings"],
        &["register"],
        &["log", "--all"],
        &["log", "--all", "--as", "public"],
        &["map", "show"],
        &["battle", "list"],
        &["report"],
        &["export"],
        &["promotions"],
        &["register", "--as-of", "3"],
        &["standings", "--as-of", "2026-11-16"],
        &["standings", "--trend"],
        &["show", "3"],
        &["--dry-run", "undo"],
        &["--dry-run", "amend", "3", "--remove", "--yes", "--drop-unfit", "--ruling", "so it was"],
    ];
    let args: Vec<String> = shown[which % shown.len()].iter().map(|word| (*word).to_owned()).collect();
    let (mut out, mut err, mut input) = (Vec::new(), Vec::new(), &b""[..]);
    // With the catalog that is there already: to read it takes longer than any of this.
    let _ = cli::run_in_memory(&args, io(&mut out, &mut err, &mut input, false), &mut Some(store), &war.catalog);
    if loaded { Came::Used } else { Came::Refused }
}

/// Answers as players write them, one a line, are carried out or refused; measures are answered.
pub(crate) fn notation(war: &War, bytes: &[u8]) -> Came {
    let text = text(bytes);
    let opened = war.opened();
    let (mut battle, roster, mut dice) = (opened.begun, &opened.fight.roster, Fast::new(7, 0));
    let mut came = Came::Refused;
    for line in text.lines().take(60) {
        let _ = decisions::measure(&battle, roster, line);
        let Ok(answer) = decisions::read(&battle, roster, line) else { continue };
        came = Came::Used;
        let written = decisions::write(roster, &answer);
        assert_eq!(decisions::read(&battle, roster, &written).as_ref(), Ok(&answer), "{line:?} is written {written:?}");
        let _ = gothic::answer(&mut battle, roster, &answer, &mut dice, &mut Silent);
    }
    came
}

/// Orders of a deployment, one a line, are carried out or refused, and judged.
pub(crate) fn deployment(war: &War, bytes: &[u8]) -> Came {
    let opened = war.opened();
    let side = if bytes.len().is_multiple_of(2) { Side::One } else { Side::Two };
    let mut stations = Stations::new(&opened.fight, &opened.set_up, &opened.laid, side);
    let mut came = Came::Refused;
    for line in text(bytes).lines().take(30) {
        if stations.order(line).is_ok() {
            came = Came::Used;
        }
    }
    let _ = (stations.faults(), stations.posts(), stations.enemies());
    came
}

/// Lists of dice fall; kept dice are written and read back alike.
pub(crate) fn dice(_: &War, bytes: &[u8]) -> Came {
    let text = text(bytes);
    let mut came = Came::Refused;
    if let Ok(mut listed) = Listed::parse(&text) {
        came = Came::Used;
        let mut faces = [renown::dice::Pip::ONE; 3];
        let _ = listed.roll(renown::dice::Why::new("leadership", "Agrippa"), &mut faces);
        let _ = listed.finish();
    }
    if let Ok(kept) = Kept::read(text.lines()) {
        came = Came::Used;
        let lines: Vec<String> = kept.lines().collect();
        assert_eq!(Kept::read(lines.iter().map(String::as_str)).as_ref(), Ok(&kept));
        let _ = kept.again().map(|mut dice| dice.finish());
    }
    came
}

/// Words of a command line that hold a notation of their own.
pub(crate) fn words(war: &War, bytes: &[u8]) -> Came {
    let text = text(bytes);
    let words: Vec<String> = text.lines().map(str::to_owned).collect();
    let Some((first, rest)) = words.split_first() else { return Came::Refused };
    let verb: &[&str] = match first.len() % 5 {
        0 => &["odds"],
        1 => &["battle", "record", "#"],
        2 => &["option"],
        3 => &["fleet", "buy", "Anna"],
        _ => &["--dice", "seed:x", "battle", "next", "#"],
    };
    let verb_takes = match verb {
        ["battle", ..] => Some(["--loss", "--guest", "--points", "--plot"][bytes.len() % 4]),
        ["--dice", ..] => Some(["--fleet", "--repair", "--appeal", "--replace", "--train", "--gift"][bytes.len() % 6]),
        _ => None,
    };
    let line = |battle: u32| {
        let number = battle.to_string();
        let verb = verb.iter().map(|word| if *word == "#" { number.clone() } else { (*word).to_owned() });
        // Nothing that names a file.
        let harmless = |word: &&String| !word.contains('/') && !word.contains('@') && !word.starts_with("--");
        let option = |word: &String| match verb_takes {
            Some(option) => vec![option.to_owned(), word.clone()],
            None => vec![word.clone()],
        };
        verb.chain(std::iter::once(first).chain(rest).filter(harmless).flat_map(option)).collect()
    };
    war.run(bytes.len(), |_| true, line, b"", false)
}
