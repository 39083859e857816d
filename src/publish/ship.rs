//! Every ship: its data sheet today, and its biography.

use super::html::{Html, day, el, facts, list, name, section, table};
use super::{File, Site};
use crate::campaign::state::{Origin, Vessel};
use crate::report::register;
use crate::report::sheet::ArmamentRow;
use crate::report::ship::{ClassSheet, ShipSheet};
use crate::text::{and_list, count, thousands};

pub(super) fn pages(site: &Site<'_>, files: &mut Vec<File>) {
    for (id, page) in &site.ships {
        let vessel = &site.seen.vessels[id];
        site.page(files, page.as_str(), &vessel.name, "players.html", whole(site, vessel));
    }
}

fn whole(site: &Site<'_>, vessel: &Vessel) -> Html {
    let sheet = ShipSheet::new(&site.seen, vessel, &site.from.catalog.fleets, site.from.catalog);
    let past = site.past.ships.get(&vessel.id).map(|deeds| site.deeds(deeds)).unwrap_or_default();
    [
        about(site, vessel, &sheet),
        section("sheet", "Data sheet", sheet_html(&sheet)),
        section("improvements", "Refits, skills and options", improvements(&sheet)),
        section("biography", "Biography", past),
    ]
    .into()
}

fn about(site: &Site<'_>, vessel: &Vessel, sheet: &ShipSheet) -> Html {
    let origin = match &vessel.origin {
        Origin::Main => String::new(),
        Origin::Reserve(list) => format!("reserve of {list}"),
        Origin::Ally(list) => format!("ally of {list}"),
    };
    let officer = sheet.officer.as_ref().map(|officer| {
        let marks = officer.marks.iter().map(|mark| format!("mark of {mark}"));
        let has: Vec<String> = std::iter::once(count(officer.rerolls, "re-roll")).chain(marks).collect();
        format!("{} ({})", officer.rank, has.join(", "))
    });
    let owner = site.seen.players.get(&vessel.player).filter(|_| sheet.commander.is_some());
    let commander = owner.map(|owner| [name(&owner.commander), format!(", {}", owner.rank().title).into()].into());
    let state = match vessel.lost {
        Some(on) => ["lost on ".into(), day(on)].into(),
        None => Html::from(vessel.state.to_string()),
    };
    facts([
        ("Owner", site.player(vessel.player)),
        ("Class", register::class_words(&site.seen, &vessel.hulls).into()),
        ("State", state),
        ("Points", thousands(vessel.points).into()),
        ("Leadership", vessel.leadership.map(|leadership| leadership.to_string()).unwrap_or_default().into()),
        ("Flagship of", commander.unwrap_or_default()),
        ("Officer aboard", officer.unwrap_or_default().into()),
        ("Origin", origin.into()),
        ("Commissioned", day(vessel.commissioned)),
        ("Former names", and_list(&vessel.former_names).into()),
        ("Allowed by the arbitrator", vessel.allowed.as_deref().unwrap_or_default().into()),
    ])
}

/// The sheet as the rulebook prints it.
pub(super) fn sheet_html(sheet: &ShipSheet) -> Html {
    sheet.classes.iter().map(class_html).collect()
}

fn class_html(class: &ClassSheet) -> Html {
    let columns = [
        ("Type/Hits", false),
        ("Speed", false),
        ("Turns", false),
        ("Shields", false),
        ("Armour", false),
        ("Turrets", false),
        ("Leadership", false),
    ];
    let ships = if class.ships == 1 { class.name.clone() } else { format!("{} × {}", class.ships, class.name) };
    let profile = table(&ships, &columns, [class.profile().into_iter().map(Html::from).collect()]);
    let columns = [("Armament", false), ("Range/Speed", false), ("Firepower/Strength", false), ("Fire arc", false)];
    let cells = |row: &ArmamentRow| row.cells().into_iter().map(Html::from).collect();
    let armament = table("", &columns, class.armament.iter().map(cells));
    let lines = class.changes().into_iter().chain(class.tests()).map(Html::from);
    [profile, armament, list(lines)].into()
}

fn improvements(sheet: &ShipSheet) -> Html {
    let row = |kind: &'static str, id: &str, effect: &str| {
        vec![crate::campaign::figures::spoken(id).into(), kind.into(), effect.into()]
    };
    let mut rows: Vec<Vec<Html>> = Vec::new();
    for (kind, improvements) in [("refit", &sheet.refits), ("crew skill", &sheet.skills), ("appeal", &sheet.boons)] {
        rows.extend(improvements.iter().map(|improvement| row(kind, &improvement.id, &improvement.effect)));
    }
    rows.extend(sheet.upgrades.iter().map(|upgrade| row("option", &upgrade.id, &upgrade.effect)));
    let found = table("", &[("Name", false), ("Kind", false), ("What it does", false)], rows);
    if found.is_empty() { el("p", &[], "None.") } else { found }
}
