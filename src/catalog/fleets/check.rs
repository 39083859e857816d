//! Checks what no single file can know: names of other files, doubles, and classes that nobody can have.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::campaign::lists::Bound;
use crate::catalog::reader::Problem;
use crate::ships::class::ShipClass;
use crate::text::did_you_mean;

use super::appeals::{AppealFile, SpecialFile};
use super::file::FleetFile;
use super::ledger::{Entry, Kind, Ledger};

/// Every problem of the whole set, in the order of files and lines; `club` names the files laid over ours.
pub(super) fn check(
    files: &[&FleetFile],
    special: &SpecialFile,
    appeals: &AppealFile,
    club: &[String],
) -> Vec<Problem> {
    let ledgers: Vec<&Ledger> =
        files.iter().map(|file| &file.ledger).chain([&special.ledger, &appeals.ledger]).collect();
    let defined: Vec<&Entry> = ledgers.iter().flat_map(|ledger| &ledger.defined).collect();
    let named: Vec<&Entry> = ledgers.iter().flat_map(|ledger| &ledger.named).collect();
    let mut problems = doubles(&defined);
    problems.extend(strangers(&named, &known(files, special, appeals)));
    // A club that replaces a list or a class may leave some of ours without any use, which is no mistake of its own.
    let idle = unused_keys(&defined, &named).into_iter().chain(homeless_classes(files, &defined));
    problems.extend(idle.filter(|problem| club.is_empty() || club.contains(&problem.file)));
    problems.extend(unpriced_classes(files, &defined));
    problems.extend(strange_options(files, &defined));
    problems.extend(homeless_fleets(files, appeals, &defined));
    problems.sort();
    problems.dedup();
    problems
}

/// Everything that can be named, by kind and scope.
type Known = HashMap<(Kind, String), BTreeSet<String>>;

fn known(files: &[&FleetFile], special: &SpecialFile, appeals: &AppealFile) -> Known {
    let mut known = Known::new();
    let mut add = |kind: Kind, scope: &str, id: &str| {
        known.entry((kind, scope.to_owned())).or_default().insert(id.to_owned());
    };
    for entry in files.iter().flat_map(|file| &file.ledger.defined).chain(&appeals.ledger.defined) {
        add(entry.kind, &entry.scope, &entry.id);
    }
    for file in files {
        let fleet = &file.fleet.id;
        for commander in &file.commanders {
            commander.lists.iter().for_each(|list| add(Kind::Commander, list, &commander.id));
        }
        for upgrade in file.upgrades.iter().chain(file.lists.iter().flat_map(|list| &list.upgrades)) {
            add(Kind::Upgrade, fleet, &upgrade.id);
        }
        file.extras.marks.iter().for_each(|mark| add(Kind::MarkTable, fleet, &mark.table));
    }
    special.keys.iter().for_each(|(key, _)| add(Kind::Special, "", key));
    known
}

fn doubles(defined: &[&Entry]) -> Vec<Problem> {
    let mut first: BTreeMap<(Kind, &str, &str), &Entry> = BTreeMap::new();
    let mut problems = Vec::new();
    for entry in defined {
        if let Some(earlier) = first.insert((entry.kind, &entry.scope, &entry.id), entry) {
            let (file, line) = (earlier.place.file(), earlier.place.line());
            let message = format!("{} \"{}\" is already in {file}:{line}", entry.kind.word(), entry.id);
            problems.push(entry.place.problem(message));
        }
    }
    problems
}

fn strangers(named: &[&Entry], known: &Known) -> Vec<Problem> {
    let there = |entry: &Entry| known.get(&(entry.kind, entry.scope.clone()));
    let missing = named.iter().filter(|entry| !there(entry).is_some_and(|ids| ids.contains(&entry.id)));
    missing
        .map(|entry| {
            let (owner, kind, id) = (&entry.owner, entry.kind.word(), &entry.id);
            if entry.kind == Kind::Commander {
                let anywhere = known.iter().filter(|((kind, _), _)| *kind == Kind::Commander).flat_map(|(_, ids)| ids);
                let hint = did_you_mean(id, anywhere.collect::<BTreeSet<_>>().into_iter().map(String::as_str));
                let list = &entry.scope;
                return entry
                    .place
                    .problem(format!("{owner}: {kind} \"{id}\" is not offered by list \"{list}\"{hint}"));
            }
            let hint = did_you_mean(id, there(entry).into_iter().flatten().map(String::as_str));
            entry.place.problem(format!("{owner}: {kind} \"{id}\" does not exist{hint}"))
        })
        .collect()
}

fn unused_keys(defined: &[&Entry], named: &[&Entry]) -> Vec<Problem> {
    let used: BTreeSet<&str> =
        named.iter().filter(|entry| entry.kind == Kind::Special).map(|entry| entry.id.as_str()).collect();
    let keys = defined.iter().filter(|entry| entry.kind == Kind::Special && !used.contains(entry.id.as_str()));
    keys.map(|entry| entry.place.problem(format!("special rule \"{}\" is used by no class or fleet", entry.id)))
        .collect()
}

/// Classes of a playable fleet that no list sells and no scenario or defence uses.
fn homeless_classes(files: &[&FleetFile], defined: &[&Entry]) -> Vec<Problem> {
    let sections = files.iter().flat_map(|file| &file.lists).flat_map(|list| &list.sections);
    let sold: BTreeSet<&str> = sections.flat_map(|section| &section.classes).map(String::as_str).collect();
    let playable = files.iter().filter(|file| file.fleet.playable).flat_map(|file| &file.classes);
    playable
        .filter(|class| class.uses.is_empty() && !sold.contains(class.id.as_str()))
        .filter_map(|class| {
            let place = place_of(defined, Kind::Class, "", &class.id)?;
            let message = format!("class \"{}\" is in no list and has no `uses`", class.id);
            Some(place.place.problem(message))
        })
        .collect()
}

/// Classes that a section sells although neither it nor the class has a price; a template has that of its hull.
fn unpriced_classes(files: &[&FleetFile], defined: &[&Entry]) -> Vec<Problem> {
    let classes: HashMap<&str, &ShipClass> =
        files.iter().flat_map(|file| &file.classes).map(|class| (class.id.as_str(), class)).collect();
    let mut problems = Vec::new();
    for list in files.iter().flat_map(|file| &file.lists) {
        for section in &list.sections {
            let sold = section.classes.iter().filter_map(|id| classes.get(id.as_str()));
            for class in sold.filter(|class| !class.template && section.price_of(class).is_none()) {
                let Some(entry) = place_of(defined, Kind::Section, &list.id, &section.id) else { continue };
                let message = format!("list \"{}\": class \"{}\" has no price", list.id, class.id);
                problems.push(entry.place.problem(message));
            }
        }
    }
    problems
}

/// Options that a limit names and none of its classes has.
fn strange_options(files: &[&FleetFile], defined: &[&Entry]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for list in files.iter().flat_map(|file| &file.lists) {
        for limit in &list.limits {
            let Bound::OptionsPercent { options, .. } = &limit.bound else { continue };
            let there = || defined.iter().filter(|entry| entry.kind == Kind::Option).map(|entry| entry.id.as_str());
            for option in options.iter().filter(|option| !there().any(|known| known == option.as_str())) {
                let Some(list_entry) = place_of(defined, Kind::List, "", &list.id) else { continue };
                let hint = did_you_mean(option, there());
                let message =
                    format!("list \"{}\": limit \"{}\": option \"{option}\" does not exist{hint}", list.id, limit.says);
                problems.push(list_entry.place.problem(message));
            }
        }
    }
    problems
}

/// Playable fleets without a list, or without a line in the appeals.
fn homeless_fleets(files: &[&FleetFile], appeals: &AppealFile, defined: &[&Entry]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for fleet in files.iter().filter(|file| file.fleet.playable) {
        let id = &fleet.fleet.id;
        let Some(entry) = place_of(defined, Kind::Fleet, "", id) else { continue };
        if fleet.lists.is_empty() {
            problems.push(entry.place.problem(format!("fleet \"{id}\" is playable, but has no list")));
        }
        if !appeals.appeals.allowances.iter().any(|allowance| allowance.fleet == *id) {
            problems.push(entry.place.problem(format!("fleet \"{id}\" has no `[[allowance]]` in appeals.toml")));
        }
    }
    problems
}

fn place_of<'e>(defined: &[&'e Entry], kind: Kind, scope: &str, id: &str) -> Option<&'e Entry> {
    defined.iter().find(|entry| entry.kind == kind && entry.scope == scope && entry.id == id).copied()
}
