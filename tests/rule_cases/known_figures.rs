//! Known answers: the figures that every class has, plain and with each single option, upgrade, commander, mark, refit,
//! crew skill and gift of its fleet, as a digest a class. What a list of effects in `fleets/` says must not change them.
//!
//! After a change that is meant, `RENOWN_WRITE_FIGURES=1 cargo test --test rule_cases known_figures` writes the file anew.

use std::fmt::Write as _;

use renown::catalog::Catalog;
use renown::ships::armament::slots;
use renown::ships::class::ShipClass;
use renown::ships::fitting::Fitting;
use renown::ships::profile::Profile;

const KNOWN: &str = "tests/fixtures/known-figures.txt";

/// Refits and crew skills of the rulebook, which every fleet may have.
const REFITS: [&str; 18] = [
    "secondary-reactors",
    "evasive-jets",
    "manoeuvring-thrusters",
    "arrester-engines",
    "auxiliary-power-relays",
    "navigational-shields",
    "improved-sensor-array",
    "additional-shield-generator",
    "superior-damage-control",
    "reinforced-hull",
    "improved-logic-engines",
    "overload-shield-capacitors",
    "extra-turrets",
    "turbo-weapons",
    "targeting-matrix",
    "auto-loaders",
    "superior-fire-control",
    "motion-tracking-targeters",
];
const SKILLS: [&str; 6] = [
    "expert-gunnery",
    "skilled-engineers",
    "adept-trimsman",
    "excellent-pilots",
    "disciplined-crew",
    "elite-command-crew",
];

fn armament(class: &ShipClass) -> Vec<String> {
    let slots = slots(class);
    let must = slots.iter().filter(|slot| slot.must_be_filled() && slot.id != "prow-launcha");
    must.filter_map(|slot| slot.choices.first()).map(|choice| choice.id.clone()).collect()
}

/// The figures as text, without what is nothing, so that a new kind of nothing changes no digest.
fn figures(catalog: &Catalog, class: &ShipClass, fitting: &Fitting) -> String {
    let Ok(profile) = Profile::of(class, fitting, catalog) else { return "refused".to_owned() };
    let text = format!("{profile:#?}");
    let told = text.lines().filter(|line| ![": false,", ": 0,", ": None,"].iter().any(|none| line.ends_with(none)));
    told.map(|line| match line.split_once(": ") {
        // Names of types are none of the figures.
        Some((field, value)) if value.ends_with('{') || value.ends_with('(') => field,
        _ => line,
    })
    .collect::<Vec<_>>()
    .join("\n")
}

/// Everything that may be fitted to a ship of a class, one thing at a time.
fn fittings(catalog: &Catalog, class: &ShipClass) -> Vec<(String, Fitting)> {
    let plain = || Fitting { armament: armament(class), ..Fitting::default() };
    let files = catalog.fleets.files();
    let own = || files.iter().filter(|file| file.fleet.id == class.fleet);
    let mut upgrades: Vec<Vec<String>> = class.options.iter().map(|option| vec![option.id.clone()]).collect();
    for list in own().flat_map(|file| &file.lists) {
        let sold = catalog.fleets.upgrades_of(&list.id).into_iter();
        upgrades.extend(sold.map(|upgrade| upgrade.needs.iter().chain([&upgrade.id]).cloned().collect()));
    }
    upgrades.extend(own().flat_map(|file| &file.commanders).map(|commander| vec![commander.id.clone()]));
    upgrades.extend(own().flat_map(|file| &file.extras.marks).map(|mark| vec![format!("mark-of-{}", mark.id)]));
    upgrades.extend(own().flat_map(|file| &file.extras.gifts).map(|gift| vec![gift.id.clone()]));
    let appeals = catalog.fleets.appeals();
    let tables = appeals.other_appeals.iter().filter(|table| table.fleets.contains(&class.fleet));
    upgrades.extend(tables.flat_map(|table| &table.entries).map(|entry| vec![entry.entry.id.clone()]));
    upgrades.push(vec!["trained-crew".to_owned()]);
    upgrades.push(vec!["exterminator".to_owned()]);
    upgrades.push(vec!["mark-of-khorne".to_owned(), "warmaster-8".to_owned()]);
    upgrades.push(vec!["mark-of-khorne".to_owned(), "berzerker-tide".to_owned()]);
    upgrades.push(vec!["extra-turrets".to_owned(), "maniac-turrets".to_owned()]);
    upgrades.push(vec!["chaos-space-marines".to_owned(), "daemonship".to_owned()]);
    upgrades.sort();
    upgrades.dedup();
    let refits = appeals.refit_tables.iter().filter(|table| table.fleets.contains(&class.fleet));
    let refits = refits.flat_map(|table| &table.entries).map(|entry| entry.id.clone());
    let torpedoes = appeals.special_torpedoes.entries.iter().map(|entry| format!("{}-torpedoes", entry.entry.id));
    let evolutions = own().flat_map(|file| &file.extras.evolutions).map(|evolution| evolution.id.clone());
    let refits = refits.chain(REFITS.map(str::to_owned)).chain(torpedoes).chain(evolutions);
    let skills = appeals.crew_skill_tables.iter().filter(|table| table.fleets.contains(&class.fleet));
    let skills = skills.flat_map(|table| &table.entries).map(|entry| entry.id.clone()).chain(SKILLS.map(str::to_owned));
    let fitted = upgrades.into_iter().map(|upgrades| (upgrades.join(" and "), Fitting { upgrades, ..plain() }));
    let refitted = refits.map(|refit| (format!("refit {refit}"), Fitting { refits: vec![refit], ..plain() }));
    let skilled = skills.map(|skill| (format!("skill {skill}"), Fitting { skills: vec![skill], ..plain() }));
    [(String::new(), plain())].into_iter().chain(fitted).chain(refitted).chain(skilled).collect()
}

#[test]
fn every_class_has_the_figures_it_had_with_everything_it_may_be_fitted_with() {
    let catalog = Catalog::embedded();
    let mut told = String::new();
    for class in catalog.fleets.files().iter().flat_map(|file| &file.classes) {
        let fittings = fittings(&catalog, class);
        let mut digest = blake3::Hasher::new();
        let mut played = 0;
        for (what, fitting) in &fittings {
            let text = figures(&catalog, class, fitting);
            played += u32::from(text != "refused");
            digest.update(what.as_bytes()).update(&[0]).update(text.as_bytes()).update(&[0]);
        }
        let digest = digest.finalize().to_hex();
        let _ = writeln!(told, "{} {} of {} {}", class.id, played, fittings.len(), &digest[..16]);
    }
    if std::env::var_os("RENOWN_WRITE_FIGURES").is_some() {
        std::fs::write(KNOWN, &told).expect("the fixture can be written");
    }
    let known = std::fs::read_to_string(KNOWN).expect("the fixture is there");
    let changed: Vec<(&str, &str)> = known.lines().zip(told.lines()).filter(|(known, now)| known != now).collect();
    assert!(changed.is_empty(), "{changed:#?}");
    assert_eq!(known.lines().count(), told.lines().count());
}
