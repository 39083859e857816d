//! Rule cases: text files that a club member can read and write, run by the tests and by `renown rules check`.
//!
//! A case opens a campaign in memory with command lines (`given`), gives more (`do`), and says what must come of the
//! last one: what it prints, why it is refused, or what the campaign then holds. `tests/rules/README.md` explains the
//! form.
//!
//! A case of the battle engine lays a situation on the table instead, takes `actions` with `dice`, and expects events,
//! a refusal or figures. One of the ground war does the same on a table of its own.

mod fight;
mod ground;
mod older;
mod state;

use std::fmt;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use serde::Serialize;

use crate::catalog::Catalog;
use crate::catalog::reader::{self, Node, Place, Problem};
use crate::catalog::rules::Rules;
use crate::club::InMemory;
use crate::files;
use crate::store::Store;

/// One case as it is written.
#[derive(Clone, Debug)]
pub struct Case {
    /// Rules it shows.
    pub rules: Vec<String>,
    /// What it shows, in words.
    pub name: String,
    given: Vec<String>,
    lines: Vec<String>,
    dice: Option<String>,
    input: String,
    prints: Option<Vec<String>>,
    says: Vec<String>,
    lacks: Vec<String>,
    refused: Option<Vec<String>>,
    hints: Vec<String>,
    state: Vec<(String, serde_json::Value)>,
    fight: Option<fight::Fight>,
    ground: Option<ground::GroundCase>,
    older: Option<older::Bout>,
    refused_by: Vec<String>,
    place: Place,
}

/// A command line of a case.
#[derive(Clone, Copy, Debug)]
pub struct Line<'l> {
    /// As it is written, without `renown`.
    pub text: &'l str,
    /// The faces that it rolls, or another source of dice; none at all when left out.
    pub dice: Option<&'l str>,
    /// What it reads from standard input.
    pub input: &'l str,
}

/// Why a command line is refused.
#[derive(Clone, Debug, Default)]
pub struct Refused {
    /// Every reason.
    pub messages: Vec<String>,
    /// What to do about it.
    pub hints: Vec<String>,
}

/// Runs a command line on a campaign in memory and returns what it prints. The command line stands above the cases, so
/// they are handed the way to it.
pub type Give = fn(Line<'_>, InMemory<'_>, &Rc<Catalog>) -> Result<String, Refused>;

/// What became of a set of cases.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// Cases that hold.
    pub passed: usize,
    /// Cases that do not.
    pub failures: Vec<Failure>,
    /// Rules that the cases show.
    pub rules: Vec<String>,
}

/// A case that does not hold.
#[derive(Clone, Debug, Serialize)]
pub struct Failure {
    /// File and line.
    pub place: String,
    /// The case.
    pub name: String,
    /// What came instead.
    pub what: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}\n{}", self.place, self.name, self.what)
    }
}

/// Runs every case of the files, and of the `.toml` files of the folders.
///
/// # Errors
/// Every problem of files that are no cases.
pub fn check(paths: &[PathBuf], give: Give) -> Result<Report, Vec<Problem>> {
    let (mut cases, mut problems) = (Vec::new(), Vec::new());
    for path in files(paths, &mut problems) {
        let name = path.display().to_string();
        match files::read_text(&path, files::RECORDED) {
            Ok(text) => match read(&name, &text) {
                Ok(found) => cases.extend(found),
                Err(found) => problems.extend(found),
            },
            Err(error) => problems.push(Problem { file: name, line: 0, message: error.to_string() }),
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut report = Report::default();
    for case in &cases {
        report.rules.extend(case.rules.iter().cloned());
        match run(case, give) {
            Ok(()) => report.passed += 1,
            Err(what) => {
                let place = format!("{}:{}", case.place.file(), case.place.line());
                report.failures.push(Failure { place, name: case.name.clone(), what });
            }
        }
    }
    report.rules.sort();
    report.rules.dedup();
    Ok(report)
}

fn files(paths: &[PathBuf], problems: &mut Vec<Problem>) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in paths {
        if !path.is_dir() {
            found.push(path.clone());
            continue;
        }
        match std::fs::read_dir(path) {
            Ok(entries) => {
                let mut inside: Vec<PathBuf> =
                    entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
                inside
                    .retain(|path: &PathBuf| path.is_dir() || path.extension().is_some_and(|ending| ending == "toml"));
                inside.sort();
                found.extend(files(&inside, problems));
            }
            Err(error) => {
                problems.push(Problem { file: path.display().to_string(), line: 0, message: error.to_string() });
            }
        }
    }
    found
}

/// Reads a file of cases.
///
/// # Errors
/// Every problem of the file.
pub fn read(name: &str, text: &str) -> Result<Vec<Case>, Vec<Problem>> {
    reader::read(name, text, |root| {
        let setups = root.tables("given", |node| (node.text("name"), node.texts("lines")));
        let tables = root.tables("table", |node| (node.text("name"), node.text("situation")));
        let grounds = root.tables("ground", |node| (node.text("name"), node.text("situation")));
        let cases = root.tables("case", |node| case(node, &setups, &tables, &grounds));
        if cases.is_empty() {
            root.problem("there is no [[case]] in it");
        }
        cases
    })
}

type Tables = [(String, String)];

fn case(node: &mut Node<'_>, setups: &[(String, Vec<String>)], tables: &Tables, grounds: &Tables) -> Case {
    let name = node.text("name");
    node.call(format!("case \"{name}\""));
    let rules = node.texts("rules");
    if rules.is_empty() {
        node.problem("`rules` is missing: which rules does it show?");
    }
    for id in rules.iter().filter(|id| Rules::embedded().get(id).is_none()) {
        let near = Rules::embedded().nearest(id).map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
        node.problem_at("rules", format_args!("there is no rule {id}{near}"));
    }
    let given = lines(node, "given", setups);
    let lines = lines(node, "do", setups);
    let ground = ground::read(node, grounds);
    let older = if ground.is_none() { older::read(node, tables) } else { None };
    let fight = if ground.is_none() && older.is_none() { fight::read(node, tables) } else { None };
    if lines.is_empty() && fight.is_none() && ground.is_none() && older.is_none() {
        node.problem("`do` is missing: what is done?");
    }
    let list = |key: &'static str| node.has(key).then(|| node.texts(key));
    let case = Case {
        rules,
        name,
        given,
        lines,
        dice: node.opt_text("dice"),
        input: node.opt_text("input").unwrap_or_default(),
        prints: list("prints"),
        says: node.texts("says"),
        lacks: node.texts("lacks"),
        refused: list("refused"),
        hints: node.texts("hints"),
        state: state::read(node),
        fight,
        ground,
        older,
        refused_by: refused_by(node),
        place: node.place(),
    };
    let nothing = case.prints.is_none() && case.says.is_empty() && case.lacks.is_empty() && case.refused.is_none();
    let figures = case.fight.as_ref().is_some_and(|fight| fight.expects_something())
        || case.ground.as_ref().is_some_and(|ground| ground.expects_something())
        || case.older.as_ref().is_some_and(|older| older.expects_something())
        || !case.refused_by.is_empty();
    if nothing && case.state.is_empty() && !figures {
        node.problem("nothing is expected: give prints, says, lacks, refused or state");
    }
    case
}

/// The rules that must refuse it: one, or a list.
fn refused_by(node: &Node<'_>) -> Vec<String> {
    if !node.has("refused_by") {
        return Vec::new();
    }
    match node.json("refused_by") {
        Some(serde_json::Value::String(rule)) => vec![rule],
        Some(serde_json::Value::Array(rules)) => {
            rules.iter().filter_map(|rule| rule.as_str().map(str::to_owned)).collect()
        }
        _ => {
            node.problem_at("refused_by", "`refused_by` must be a rule, or a list of them");
            Vec::new()
        }
    }
}

/// Command lines as they are written; `@name` stands for the lines of a set-up.
fn lines(node: &Node<'_>, key: &'static str, setups: &[(String, Vec<String>)]) -> Vec<String> {
    let mut lines = Vec::new();
    for line in node.texts(key) {
        match line.strip_prefix('@') {
            None => lines.push(line),
            Some(setup) => match setups.iter().find(|(name, _)| name == setup) {
                Some((_, more)) => lines.extend(more.iter().cloned()),
                None => node.problem_at(key, format_args!("there is no [[given]] called \"{setup}\"")),
            },
        }
    }
    lines
}

/// Runs one case.
///
/// # Errors
/// What came instead of what was expected.
pub fn run(case: &Case, give: Give) -> Result<(), String> {
    if let Some(ground) = &case.ground {
        let expected = ground::Expected {
            dice: case.dice.as_deref().unwrap_or_default(),
            says: &case.says,
            lacks: &case.lacks,
            refused: case.refused.as_deref(),
        };
        return ground::run(ground, &expected);
    }
    if let Some(fight) = &case.fight {
        return CATALOG.with(|catalog| fight::run(case, fight, &catalog.fleets));
    }
    if let Some(bout) = &case.older {
        return CATALOG.with(|catalog| older::run(case, bout, catalog.older()));
    }
    let mut store = None;
    let give = |text: &str, dice, store: &mut Option<Store>| {
        CATALOG.with(|catalog| give(Line { text, dice, input: &case.input }, store.into(), catalog))
    };
    let (last, before) = case.lines.split_last().ok_or("nothing is done")?;
    for line in case.given.iter().chain(before) {
        give(line, Some("seed:given"), &mut store)
            .map_err(|error| format!("`{line}` is refused: {}", error.messages.join("; ")))?;
    }
    let digest = head(store.as_ref())?;
    let outcome = give(last, case.dice.as_deref(), &mut store);
    if !case.refused_by.is_empty() {
        let messages = outcome.map_or_else(
            |refused| Ok(refused.messages),
            |out| Err(format!("`{last}` is not refused; it prints:\n{out}")),
        )?;
        return older::cited(&case.refused_by, &messages);
    }
    match (&case.refused, outcome) {
        (None, Err(error)) => Err(format!("`{last}` is refused: {}", error.messages.join("; "))),
        (Some(_), Ok(out)) => Err(format!("`{last}` is not refused; it prints:\n{out}")),
        (Some(expected), Err(error)) => {
            same("refusals", expected, &error.messages)?;
            if !case.hints.is_empty() {
                same("hints", &case.hints, &error.hints)?;
            }
            if head(store.as_ref())? != digest {
                return Err("the refused command changed the campaign".to_owned());
            }
            state::check(&case.state, store.as_ref())
        }
        (None, Ok(out)) => {
            let lines: Vec<String> = out.lines().map(|line| line.trim_end().to_owned()).collect();
            if let Some(expected) = &case.prints {
                same("lines", expected, &lines)?;
            }
            if let Some(text) = case.says.iter().find(|text| !out.contains(text.as_str())) {
                return Err(format!("\"{text}\" is not in what it prints:\n{out}"));
            }
            if let Some(text) = case.lacks.iter().find(|text| out.contains(text.as_str())) {
                return Err(format!("\"{text}\" is in what it prints:\n{out}"));
            }
            state::check(&case.state, store.as_ref())
        }
    }
}

fn head(store: Option<&Store>) -> Result<String, String> {
    match store {
        None => Ok(String::new()),
        Some(store) => store.load().map(|snapshot| snapshot.head.chain).map_err(|error| error.to_string()),
    }
}

fn same(what: &str, expected: &[String], found: &[String]) -> Result<(), String> {
    if expected == found {
        return Ok(());
    }
    let list = |lines: &[String]| lines.iter().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n");
    Err(format!("other {what}\nexpected:\n{}\nfound:\n{}", list(expected), list(found)))
}

thread_local! {
    /// Read once for all cases: what exists does not change between them.
    static CATALOG: Rc<Catalog> = Rc::new(Catalog::embedded());
}

/// The folder of cases that comes with the project.
#[must_use]
pub fn folder(root: &Path) -> PathBuf {
    root.join("tests").join("rules")
}
