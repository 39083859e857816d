//! A whole fleet's losses in one line: `Agrippa 4, Vigil hulk by Soulless, Hounds -2, Duke 6 disengaged (bridge smashed)`.

use crate::campaign::names;
use crate::campaign::state::{Campaign, Vessel, VesselId};
use crate::campaign::turn::Side;
use crate::campaign::turn::report::{Destroyer, Fate, Guest, GuestKind, Role, VesselReport};
use crate::cli::resolve;
use crate::club::Table;
use crate::text::{or_list, slug};

/// The words of a line that say what befell something, longest first.
const FATES: &[(&str, Fate)] = &[
    ("left by the edge", Fate::LeftByEdge),
    ("lost in the warp", Fate::LostInWarp),
    ("never entered", Fate::NeverEntered),
    ("on table", Fate::OnTable),
    ("hulk gone", Fate::HulkGone),
    ("disengaged", Fate::Disengaged),
    ("destroyed", Fate::Destroyed),
    ("landed", Fate::Landed),
    ("absent", Fate::NeverEntered),
    ("hulk", Fate::Hulk),
    ("gone", Fate::HulkGone),
    ("warp", Fate::LostInWarp),
    ("edge", Fate::LeftByEdge),
];

/// What one item of a line says, before anybody knows what it is about.
#[derive(Debug, Default)]
struct Item {
    name: String,
    number: Option<u32>,
    points: Option<u32>,
    classes: Vec<(String, u32)>,
    crippled: bool,
    fate: Option<Fate>,
    remarks: Vec<String>,
    /// Who destroyed it: an enemy, or nobody in particular.
    by: Option<Destroyer>,
}

/// Takes the word `surrenders` out of a line, and says whether it was there.
pub(super) fn surrender(line: &str) -> (String, bool) {
    let (gives_up, rest): (Vec<String>, Vec<String>) = items(line, &[])
        .into_iter()
        .partition(|item| matches!(item.to_lowercase().as_str(), "surrender" | "surrenders" | "surrendered"));
    (rest.join(", "), !gives_up.is_empty())
}

/// Reads the losses of a fleet. Every vessel of it comes back, those not named unhurt, beside every mistake of the line.
pub(super) fn fleet(table: &Table<'_>, role: Role, line: &str) -> (Vec<VesselReport>, Vec<String>) {
    let vessels = table.fleet(role);
    let names: Vec<&str> = vessels.iter().map(|vessel| vessel.name.as_str()).collect();
    let mut wrong = Vec::new();
    let mut named: Vec<VesselReport> = Vec::new();
    for text in items(line, &names) {
        let (rest, by) = destroyer(&text, table, role.other());
        let found = read(&rest, &names).and_then(|item| {
            let item = Item { by, ..item };
            let vessel = vessel(table, role, &item.name)?;
            if named.iter().any(|entry| entry.vessel == vessel.id) {
                return Err(format!("\"{}\" is named twice", vessel.name));
            }
            // What can befall it tells what it is.
            let entry = entry(table.campaign(), vessel, item);
            if table.knows(vessel) { entry } else { entry.map_err(|_| format!("\"{text}\" is not understood")) }
        });
        match found {
            Ok(entry) => named.push(entry),
            Err(message) => wrong.push(message),
        }
    }
    let entry = |id: VesselId| named.iter().find(|entry| entry.vessel == id).cloned();
    let all = vessels.iter().map(|vessel| entry(vessel.id).unwrap_or_else(|| VesselReport::unhurt(vessel.id)));
    (all.collect(), wrong)
}

/// Reads what became of units off the register: `2 orbital mine destroyed, Tug 20 points disengaged`, beside
/// every mistake of the line.
pub(super) fn guests(side: &Side, role: Role, line: &str) -> (Vec<Guest>, Vec<String>) {
    let (mut found, mut wrong) = (Vec::new(), Vec::new());
    let works: Vec<&str> = side.works.iter().map(|work| work.name.as_str()).collect();
    for text in items(line, &works) {
        match guest(side, role, &text) {
            Ok(guest) => found.push(guest),
            Err(message) => wrong.push(message),
        }
    }
    (found, wrong)
}

/// The items of a line; a comma within brackets or within a known name parts nothing.
fn items(line: &str, names: &[&str]) -> Vec<String> {
    let (mut found, mut item, mut depth, mut rest) = (Vec::new(), String::new(), 0_u32, line);
    while let Some(letter) = rest.chars().next() {
        let fresh = item.trim().is_empty();
        let name = names.iter().filter(|_| fresh).filter_map(|name| resolve::begins(rest, name)).max();
        let taken = name.unwrap_or(letter.len_utf8());
        match letter {
            _ if name.is_some() => item.push_str(&rest[..taken]),
            ',' | ';' if depth == 0 => found.push(std::mem::take(&mut item)),
            _ => {
                depth = if letter == '(' { depth + 1 } else { depth.saturating_sub(u32::from(letter == ')')) };
                item.push(letter);
            }
        }
        rest = &rest[taken..];
    }
    found.push(item);
    found.iter().map(|item| item.trim().to_owned()).filter(|item| !item.is_empty()).collect()
}

/// Takes `by NAME` off the end of an item, where it names an enemy or nobody.
fn destroyer(text: &str, table: &Table<'_>, role: Role) -> (String, Option<Destroyer>) {
    let Some((rest, typed)) = text.rsplit_once(" by ") else { return (text.to_owned(), None) };
    let (typed, remarks) = typed.split_once('(').map_or((typed, ""), |(name, _)| (name, &typed[name.len()..]));
    let by = match typed.trim() {
        "nobody" => None,
        // The end of a fate, `left by the edge`.
        "the edge" => return (text.to_owned(), None),
        typed => match vessel(table, role, typed) {
            Ok(enemy) => Some(enemy.id),
            Err(_) => return (text.to_owned(), None),
        },
    };
    (format!("{rest} {remarks}"), Some(Destroyer { by, number: 1 }))
}

/// Parts an item into a name and what is said of it. A whole name goes before its words, so that "Squadron 5" may lose 2.
fn read(text: &str, names: &[&str]) -> Result<Item, String> {
    let mut item = Item::default();
    let mut rest = text.to_owned();
    while let Some(at) = rest.find('(') {
        let end =
            rest[at..].find(')').map(|end| at + end).ok_or_else(|| format!("\"{text}\": a bracket is not closed"))?;
        item.remarks.push(rest[at + 1..end].trim().to_owned());
        rest.replace_range(at..=end, " ");
    }
    let words: Vec<&str> = rest.split_whitespace().collect();
    // A word has a letter at least, so a name has no more words than letters.
    let whole = (1..=words.len().min(names::MOST)).rev().find(|number| {
        let name = words[..*number].join(" ");
        names.iter().any(|known| known.to_lowercase() == name.to_lowercase() || slug(known) == slug(&name))
    });
    let least = whole.unwrap_or(1).min(words.len());
    let mut left = words.len();
    while left > least {
        match word(&words[least..left], &mut item) {
            Some(taken) => left -= taken,
            None => break,
        }
    }
    if whole.is_some_and(|whole| left > whole) {
        return Err(format!("\"{text}\": \"{}\" is not understood", words[whole.unwrap_or(0)..left].join(" ")));
    }
    item.name = words[..left].join(" ");
    Ok(item)
}

/// Takes what the last words say; how many they were.
fn word(words: &[&str], item: &mut Item) -> Option<usize> {
    let last = words.last()?.to_lowercase();
    for (form, fate) in FATES {
        let length = form.split(' ').count();
        let said = words.len() >= length && words[words.len() - length..].join(" ").to_lowercase() == *form;
        if said && item.fate.is_none() {
            item.fate = Some(*fate);
            return Some(length);
        }
    }
    match last.as_str() {
        "crippled" => {
            item.crippled = true;
            return Some(1);
        }
        "hits" | "hit" | "lost" | "escorts" | "escort" | "ships" => return Some(1),
        "points" => {
            item.points = words.len().checked_sub(2).and_then(|at| words[at].parse().ok());
            return item.points.map(|_| 2);
        }
        _ => {}
    }
    if let Some((class, number)) = last.split_once(':')
        && let Ok(number) = number.parse()
    {
        item.classes.push((class.to_owned(), number));
        return Some(1);
    }
    if item.number.is_none()
        && let Ok(number) = last.trim_start_matches('-').parse()
    {
        item.number = Some(number);
        return Some(1);
    }
    None
}

fn vessel<'v>(table: &Table<'v>, role: Role, typed: &str) -> Result<&'v Vessel, String> {
    resolve::one("vessel in this fleet", typed, table.names(role), "")
        .or_else(|error| table.named(role, typed).ok_or(error))
        .map_err(|error| error.messages.join("; "))
}

fn entry(campaign: &Campaign, vessel: &Vessel, item: Item) -> Result<VesselReport, String> {
    let by = item.by;
    let mut entry = loss(campaign, vessel, item)?;
    if let Some(by) = by {
        let number = entry.wrecks(campaign);
        if number == 0 {
            return Err(format!("\"{}\" lost no ship that anybody destroyed", vessel.name));
        }
        entry.destroyed_by = vec![Destroyer { number, ..by }];
    }
    Ok(entry)
}

fn loss(campaign: &Campaign, vessel: &Vessel, item: Item) -> Result<VesselReport, String> {
    let mut entry = VesselReport { crippled: item.crippled, remarks: item.remarks, ..VesselReport::unhurt(vessel.id) };
    entry.fate = item.fate.unwrap_or(Fate::OnTable);
    if !campaign.is_squadron(vessel) {
        if !item.classes.is_empty() {
            return Err(format!("\"{}\" is no squadron and loses hits, not ships", vessel.name));
        }
        entry.hits_lost = item.number.unwrap_or(0);
        return Ok(entry);
    }
    let classes: Vec<&str> = vessel.hulls.iter().map(|hulls| campaign.class(hulls.design).id.as_str()).collect();
    entry.lost = match (item.number, classes.as_slice()) {
        (Some(0) | None, _) => Vec::new(),
        (Some(number), [only]) => vec![((*only).to_owned(), number)],
        // All of them are lost, whatever their classes.
        (Some(number), _) if number == vessel.ships() => {
            let all = vessel.hulls.iter().map(|hulls| hulls.count - hulls.lost);
            classes.iter().map(|class| (*class).to_owned()).zip(all).collect()
        }
        (Some(number), _) => {
            let form: Vec<String> = classes.iter().map(|class| format!("{class}:NUMBER")).collect();
            return Err(format!("which {number} of \"{}\" were lost? write {}", vessel.name, form.join(" ")));
        }
    };
    for (typed, number) in item.classes {
        let begins: Vec<&str> = classes.iter().copied().filter(|class| class.starts_with(&typed)).collect();
        match (classes.iter().copied().find(|class| *class == typed), begins.as_slice()) {
            (Some(class), _) | (None, &[class]) => entry.lost.push((class.to_owned(), number)),
            _ => return Err(format!("\"{}\" has {}, no {typed}", vessel.name, or_list(&classes))),
        }
    }
    if entry.ships_lost() == vessel.ships() && item.fate.is_none() {
        entry.fate = Fate::Destroyed;
    }
    Ok(entry)
}

fn guest(side: &Side, role: Role, text: &str) -> Result<Guest, String> {
    let known: Vec<&str> = side.works.iter().map(|work| work.name.as_str()).collect();
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    let (front, text_left) = match first.parse::<u32>() {
        Ok(number) => (Some(number), rest),
        Err(_) => (None, text),
    };
    let item = read(text_left, &known)?;
    let number = front.or(item.number).unwrap_or(1);
    let fate = item.fate.unwrap_or(Fate::OnTable);
    if item.fate.is_none() && !item.crippled {
        return Err(format!("\"{text}\": what became of it?"));
    }
    let bought = side.works.iter().map(|work| (work.name.as_str(), work));
    if let Ok(work) = resolve::one("defence", &item.name, bought, "") {
        let (name, points) = (work.name.clone(), work.points);
        let kind = GuestKind::Defence;
        let (crippled, destroyed_by) = (item.crippled, Vec::new());
        return Ok(Guest { side: role, name, points, number, kind, squadron: None, fate, crippled, destroyed_by });
    }
    // The first word may say what kind of unit it is: `help Warden`, `defence Fort`.
    let (first, rest) = item.name.split_once(' ').unwrap_or((&item.name, ""));
    let (kind, name) = match first.to_lowercase().as_str() {
        "transport" | "transports" => (GuestKind::Transport, item.name.as_str()),
        "decoy" => (GuestKind::Decoy, item.name.as_str()),
        "help" => (GuestKind::Help, if rest.is_empty() { first } else { rest }),
        "defence" => (GuestKind::Defence, if rest.is_empty() { first } else { rest }),
        _ => (GuestKind::Ship, item.name.as_str()),
    };
    // Free transports and decoys have no price of their own (VP-25).
    let priceless = matches!(kind, GuestKind::Transport | GuestKind::Decoy);
    let points = item.points.or(priceless.then_some(0));
    let points = points.ok_or_else(|| format!("\"{text}\": how many points is it worth? write {name} 20 points …"))?;
    let (name, crippled, destroyed_by) = (name.to_owned(), item.crippled, Vec::new());
    Ok(Guest { side: role, name, points, number, kind, squadron: None, fate, crippled, destroyed_by })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str, names: &[&str]) -> (String, Option<u32>, bool, Option<Fate>, Vec<String>) {
        let item = read(text, names).expect("it can be read");
        (item.name, item.number, item.crippled, item.fate, item.remarks)
    }

    #[test]
    fn an_item_is_a_name_and_what_befell_it() {
        let names = ["Lord Daros", "Squadron 5"];
        let none = Vec::new;
        assert_eq!(one("lord daros 4", &names), ("lord daros".into(), Some(4), false, None, none()));
        assert_eq!(one("Daros hulk", &names), ("Daros".into(), None, false, Some(Fate::Hulk), none()));
        assert_eq!(one("Squadron 5 -2", &names), ("Squadron 5".into(), Some(2), false, None, none()));
        assert_eq!(one("Squadron 5", &names), ("Squadron 5".into(), None, false, None, none()));
        assert_eq!(
            one("Lord D 6 crippled lost in the warp (bridge smashed, fire)", &names),
            ("Lord D".into(), Some(6), true, Some(Fate::LostInWarp), vec!["bridge smashed, fire".into()])
        );
    }

    #[test]
    fn commas_within_brackets_part_nothing() {
        assert_eq!(items("A 1 (x, y), B; C", &[]), ["A 1 (x, y)", "B", "C"]);
        assert_eq!(items("sword, broken 2, Sword 1", &["Sword", "Sword, broken"]), ["sword, broken 2", "Sword 1"]);
    }
}
