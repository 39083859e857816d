//! Sub-sector maps: `maps/*.toml` and a club's own, read with every problem at once (MAP-04).
//!
//! A map that loads can be played: its systems are distinct and every one can be reached over channels. Whether
//! channels cross in the drawing is a matter of taste and not checked.

mod check;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::OnceLock;

use super::embedded::MAPS;
use super::reader::{self, Node, Place, Problem};
use crate::campaign::chart::{Chart, StarSystem, WorldType};
use crate::campaign::names::MOST;
use crate::text::{did_you_mean, quoted, slug, steers};

/// Largest coordinate of a system.
pub const EDGE: u16 = 1000;

/// Fewest systems a campaign can be played on.
pub const FEWEST_SYSTEMS: usize = 4;

/// Reads and checks a map.
///
/// # Errors
/// Every problem of the file, in the order of its lines.
pub fn load(file: &str, text: &str) -> Result<Chart, Vec<Problem>> {
    reader::read(file, text, |root| {
        let id = root.text("id");
        check_slug(root, &id);
        let name = root.text("name");
        check_printable(root, "name", &name);
        let note = root.text("note");
        let systems = root.tables("system", read_system);
        let channels = root.pairs("channels");
        check::check(root, &systems, &channels);
        Chart {
            id,
            name,
            note,
            systems: systems.into_iter().map(|read| read.system).collect(),
            channels: channels.into_iter().map(|(pair, _)| pair).collect(),
        }
    })
}

/// A system as the file has it; `at` is `None` when its coordinates are wrong, so that no other check trips on them.
struct ReadSystem {
    system: StarSystem,
    at: Option<(u16, u16)>,
    place: Place,
}

fn read_system(node: &mut Node<'_>) -> ReadSystem {
    let id = node.text("id");
    node.call(if id.is_empty() { "[[system]]".to_owned() } else { format!("system \"{id}\"") });
    check_slug(node, &id);
    let name = node.text("name");
    check_printable(node, "name", &name);
    let (x, y) = (coordinate(node, "x"), coordinate(node, "y"));
    ReadSystem {
        system: StarSystem {
            id,
            name,
            kind: world_type(node).unwrap_or(WorldType::Uninhabited),
            x: x.unwrap_or_default(),
            y: y.unwrap_or_default(),
            blackstone: node.flag("blackstone"),
            port_maw: node.flag("port-maw"),
            note: node.opt_text("note"),
        },
        at: x.zip(y),
        place: node.place(),
    }
}

fn check_slug(node: &Node<'_>, id: &str) {
    let wanted = slug(id);
    if !id.trim().is_empty() && id != wanted {
        let hint = if wanted.is_empty() { String::new() } else { format!("; did you mean \"{wanted}\"?") };
        node.problem_at("id", format_args!("`id` is \"{}\", not a kebab-case word{hint}", id.escape_debug()));
    }
}

/// A name goes to terminals as it is, so it must not be able to steer one.
fn check_printable(node: &Node<'_>, key: &str, text: &str) {
    if text.contains(steers) {
        node.problem_at(key, format_args!("`{key}` holds a control character"));
    }
    let length = text.chars().count();
    if length > MOST {
        node.problem_at(key, format_args!("`{key}` has {length} characters, but at most {MOST}"));
    }
}

fn coordinate(node: &Node<'_>, key: &'static str) -> Option<u16> {
    let missing = !node.has(key);
    let number = node.number(key);
    match u16::try_from(number) {
        Ok(number) if number <= EDGE => (!missing).then_some(number),
        _ => {
            node.problem_at(key, format_args!("`{key}` is {number}, but a map goes from 0 to {EDGE}"));
            None
        }
    }
}

/// The type by the letter of the rulebook's key (MAP-02); a word gets its letter as did-you-mean.
fn world_type(node: &Node<'_>) -> Option<WorldType> {
    let text = node.text("type");
    let mut letters = text.chars();
    let kind = match (letters.next(), letters.next()) {
        (Some(letter), None) => WorldType::from_letter(letter),
        _ => None,
    };
    if kind.is_none() && !text.trim().is_empty() {
        let hint = letter_meant(&text).map_or_else(String::new, |letter| format!("; did you mean \"{letter}\"?"));
        node.problem_at(
            "type",
            format_args!(
                "`type` is \"{}\", not a letter of the key (A, C, F, H, M, P or U){hint}",
                text.escape_debug()
            ),
        );
    }
    kind
}

fn letter_meant(text: &str) -> Option<char> {
    let lower = text.to_lowercase();
    let by_start = |kind: &&WorldType| {
        kind.word().starts_with(&lower) || kind.word().split([' ', '-']).next().is_some_and(|word| lower == word)
    };
    WorldType::ALL.iter().find(by_start).map(|kind| kind.letter()).or_else(|| {
        let near = crate::text::nearest(&lower, WorldType::ALL.iter().map(|kind| kind.word()))?;
        WorldType::from_word(near).map(WorldType::letter)
    })
}

/// The text of a map file that [`load`] reads back as the same chart.
#[must_use]
pub fn write(chart: &Chart) -> String {
    let mut out = String::new();
    for (key, value) in [("id", &chart.id), ("name", &chart.name), ("note", &chart.note)] {
        let _ = writeln!(out, "{key} = {}", quoted(value));
    }
    out.push_str("\nchannels = [\n");
    for (a, b) in &chart.channels {
        let _ = writeln!(out, "    [{}, {}],", quoted(a), quoted(b));
    }
    out.push_str("]\n");
    for system in &chart.systems {
        let _ = writeln!(
            out,
            "\n[[system]]\nid = {}\nname = {}\ntype = \"{}\"\nx = {}\ny = {}",
            quoted(&system.id),
            quoted(&system.name),
            system.kind.letter(),
            system.x,
            system.y
        );
        for (key, set) in [("blackstone", system.blackstone), ("port-maw", system.port_maw)] {
            if set {
                let _ = writeln!(out, "{key} = true");
            }
        }
        if let Some(note) = &system.note {
            let _ = writeln!(out, "note = {}", quoted(note));
        }
    }
    out
}

/// The maps a campaign can be opened on, by id; a built-in one is read when it is first asked for.
#[derive(Debug)]
pub struct Maps {
    files: BTreeMap<String, MapFile>,
}

#[derive(Debug)]
struct MapFile {
    file: &'static str,
    text: &'static str,
    chart: OnceLock<Chart>,
}

impl Maps {
    /// The maps that are part of the program.
    #[must_use]
    pub fn embedded() -> Self {
        let files = MAPS
            .iter()
            .map(|&(file, text)| (stem(file).into_owned(), MapFile { file, text, chart: OnceLock::new() }))
            .collect();
        Self { files }
    }

    /// The built-in maps with a club's own over them: a file of the same name takes the place of ours.
    ///
    /// # Errors
    /// Every problem of every file, among them an `id` that is not the name of its file.
    pub fn with_overlay(files: Vec<(String, String)>) -> Result<Self, Vec<Problem>> {
        let mut maps = Self::embedded();
        let mut problems = Vec::new();
        let mut first: BTreeMap<String, String> = BTreeMap::new();
        for (file, text) in files {
            let id = stem(&file).into_owned();
            if let Some(other) = first.insert(id.clone(), file.clone()) {
                let message = format!("the map \"{id}\" is also in {other}");
                problems.push(Problem { file: file.clone(), line: 0, message });
            }
            match load(&file, &text) {
                Ok(chart) if chart.id == id => {
                    maps.files.insert(id, MapFile { file: "", text: "", chart: OnceLock::from(chart) });
                }
                Ok(chart) => {
                    let message = format!("`id` is \"{}\", but the file is called \"{id}\"", chart.id);
                    problems.push(Problem { file, line: 0, message });
                }
                Err(found) => problems.extend(found),
            }
        }
        if problems.is_empty() { Ok(maps) } else { Err(problems) }
    }

    /// The ids of all maps, sorted.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// The map with this id.
    ///
    /// # Panics
    /// Never: a test loads every built-in map, and a club's own is read before it gets here.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Chart> {
        let map = self.files.get(id)?;
        Some(map.chart.get_or_init(|| load(map.file, map.text).expect("a test loads every built-in map")))
    }

    /// Every map, sorted by id.
    pub fn all(&self) -> impl Iterator<Item = &Chart> {
        self.ids().filter_map(|id| self.get(id))
    }

    /// `; did you mean "cyclops"?` for a map that is not there.
    #[must_use]
    pub fn hint(&self, id: &str) -> String {
        did_you_mean(id, self.ids())
    }
}

/// The name of a file without its folder and ending.
fn stem(file: &str) -> Cow<'_, str> {
    Path::new(file).file_stem().map_or(Cow::Borrowed(file), |stem| stem.to_string_lossy())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_built_in_map_is_read_only_when_it_is_asked_for() {
        let maps = Maps::embedded();
        assert!(maps.files.values().all(|map| map.chart.get().is_none()));
        assert_eq!(maps.get("cyclops").map(|chart| chart.id.as_str()), Some("cyclops"));
        assert_eq!(maps.files.values().filter(|map| map.chart.get().is_some()).count(), 1);
    }

    #[test]
    fn a_built_in_map_is_called_as_its_file() {
        for chart in Maps::embedded().all() {
            assert!(MAPS.iter().any(|(file, _)| *file == format!("maps/{}.toml", chart.id)), "{}", chart.id);
        }
    }

    #[test]
    fn a_word_for_a_type_gets_its_letter() {
        assert_eq!(letter_meant("hive world"), Some('H'));
        assert_eq!(letter_meant("Hive"), Some('H'));
        assert_eq!(letter_meant("agri"), Some('A'));
        assert_eq!(letter_meant("minig world"), Some('M'));
        assert_eq!(letter_meant("X"), None);
    }

    #[test]
    fn a_clubs_map_takes_the_place_of_ours_and_its_name_is_its_id() {
        let ours = Maps::embedded();
        let mut chart = ours.get("athena").expect("a built-in map").clone();
        chart.name = "Our Athena".to_owned();
        let text = write(&chart);
        let maps = Maps::with_overlay(vec![("club/athena.toml".to_owned(), text.clone())]).expect("a good map");
        assert_eq!(maps.get("athena"), Some(&chart));
        assert_eq!(maps.ids().count(), ours.ids().count());

        let twice = ["club/other.toml", "club/athena.toml", "b/athena.toml"];
        let files = twice.iter().map(|file| ((*file).to_owned(), text.clone())).collect();
        let problems = Maps::with_overlay(files).expect_err("one name is wrong and one is there twice");
        let listed: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(
            listed,
            [
                "club/other.toml: `id` is \"athena\", but the file is called \"other\"",
                "b/athena.toml: the map \"athena\" is also in club/athena.toml",
            ]
        );
    }

    #[test]
    fn a_written_chart_is_read_back_whatever_its_names_hold() {
        let mut chart = Maps::embedded().get("cyclops").expect("a built-in map").clone();
        chart.name = "\"Cyclops\" \\ <b>∞</b>".to_owned();
        chart.note = "two\nlines\tand \u{1b}[31m a colour \u{85}".to_owned();
        chart.systems[0].note = Some("\"".to_owned());
        assert_eq!(load("maps/cyclops.toml", &write(&chart)), Ok(chart));
    }
}
