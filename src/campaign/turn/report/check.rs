//! What is wrong with a report, all of it at once, and what follows from it by itself (SCEN-15, SCEN-16).

use super::Role;
use super::questions::unanswered;
use crate::campaign::refusal::Refusal;
use crate::campaign::state::battle::report::{Fate, Guest, GuestKind, Report, VesselReport};
use crate::campaign::state::battle::{Battle, Side};
use crate::campaign::state::{Campaign, Vessel};
use crate::campaign::turn::BySide;
use crate::campaign::turn::plots::Plot;
use crate::campaign::{bounds, names};
use crate::ships::class::People;
use crate::text::count;

/// Hits of a capital ship in one battle, what a sub-plot lends or takes included (PLOT-38).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hits {
    /// With nothing lost.
    pub full: u32,
    /// At the start of the battle.
    pub left: u32,
    /// Those of them that are lent for this battle and are lost first.
    pub lent: u32,
}

/// The hits a ship has in a battle that is not recorded yet.
#[must_use]
pub fn hits(campaign: &Campaign, battle: &Battle, vessel: &Vessel) -> Hits {
    let plot = battle.side_of(vessel.player).and_then(|side| side.plot.as_ref());
    let change = plot.filter(|plot| plot.ship == Some(vessel.id)).map_or(0, |plot| plot.hits);
    let full = campaign.full_hits(vessel).saturating_add_signed(change).max(1);
    let least = u32::from(vessel.damage < campaign.full_hits(vessel));
    Hits { full, left: full.saturating_sub(vessel.damage).max(least), lent: u32::try_from(change).unwrap_or(0) }
}

/// Everything wrong with a report, at once.
#[must_use]
pub fn faults(campaign: &Campaign, battle: &Battle, report: &Report) -> Vec<Refusal> {
    let Some(both) = &battle.sides else {
        return vec![Refusal::by("INIT-01", "attacker and defender are not known yet")];
    };
    let mut found = bounds::report(report);
    if !found.is_empty() {
        return found;
    }
    for fielded in both.both().into_iter().flat_map(|side: &Side| &side.fleet) {
        let Some(vessel) = campaign.vessels.get(&fielded.vessel) else { continue };
        let entries: Vec<&VesselReport> = report.vessels.iter().filter(|entry| entry.vessel == vessel.id).collect();
        let [entry] = entries.as_slice() else {
            let times = if entries.is_empty() { "not in the report" } else { "in the report twice" };
            found.push(Refusal::by("SCEN-16", format!("\"{}\" is {times}", vessel.name)));
            continue;
        };
        found.extend(wrong_entry(campaign, battle, vessel, entry));
    }
    for entry in &report.vessels {
        let picked = both.both().into_iter().flat_map(|side| &side.fleet).any(|fielded| fielded.vessel == entry.vessel);
        if !picked {
            let name = campaign.vessels.get(&entry.vessel).map_or("a vessel", |vessel| vessel.name.as_str());
            found.push(Refusal::by("SCEN-15", format!("\"{name}\" took no part in battle {}", battle.id.0)));
        }
    }
    found.extend(wrong_words(campaign, report));
    found.extend(wrong_guests(both, report));
    found.extend(wrong_slaves(campaign, both, report));
    found.extend(unanswered(campaign, battle, report));
    found
}

/// What is wrong with the entry of a vessel that took part.
#[must_use]
pub fn wrong_entry(campaign: &Campaign, battle: &Battle, vessel: &Vessel, entry: &VesselReport) -> Vec<Refusal> {
    let mut found = if campaign.is_squadron(vessel) {
        wrong_squadron(campaign, vessel, entry)
    } else {
        wrong_ship(hits(campaign, battle, vessel), &vessel.name, entry)
    };
    let harmed = entry.hits_lost > 0 || entry.crippled || entry.ships_lost() > 0;
    if entry.fate == Fate::NeverEntered && harmed {
        found.push(Refusal::by("SCEN-16", format!("\"{}\" never entered and cannot be damaged", vessel.name)));
    }
    found.extend(wrong_destroyers(campaign, battle, vessel, entry));
    found
}

/// Only an enemy who was there destroys, and no more than was lost.
fn wrong_destroyers(campaign: &Campaign, battle: &Battle, vessel: &Vessel, entry: &VesselReport) -> Vec<Refusal> {
    let mut found = Vec::new();
    let (named, lost) = (entry.destroyed_by.iter().map(|one| one.number).sum::<u32>(), entry.wrecks(campaign));
    if named > lost {
        let says = format!("{named} of \"{}\" cannot have been destroyed by others: {lost} lost", vessel.name);
        found.push(Refusal::by("SCEN-16", says));
    }
    let enemies = battle.sides.iter().flat_map(|sides| sides.both()).filter(|side| side.player != vessel.player);
    let enemies: Vec<_> = enemies.flat_map(|side| &side.fleet).map(|fielded| fielded.vessel).collect();
    for by in entry.destroyed_by.iter().filter_map(|one| one.by).filter(|by| !enemies.contains(by)) {
        let name = campaign.vessels.get(&by).map_or("a vessel", |vessel| vessel.name.as_str());
        let says = format!("\"{name}\" is no enemy in this battle and did not destroy \"{}\"", vessel.name);
        found.push(Refusal::by("SCEN-16", says));
    }
    found
}

fn wrong_squadron(campaign: &Campaign, vessel: &Vessel, entry: &VesselReport) -> Vec<Refusal> {
    let mut found = Vec::new();
    let mut wrong = |says: String, hint: Option<&str>| {
        let refusal = Refusal::by("SCEN-16", says);
        found.push(match hint {
            Some(hint) => refusal.hint(hint),
            None => refusal,
        });
    };
    let name = &vessel.name;
    if entry.hits_lost > 0 {
        wrong(format!("\"{name}\" is a squadron and loses ships, not hits"), Some("write how many escorts were lost"));
    }
    for (class, number) in &entry.lost {
        let of_class = vessel.hulls.iter().filter(|hulls| campaign.class(hulls.design).id == *class);
        let has = of_class.map(|hulls| hulls.count - hulls.lost).sum::<u32>();
        if *number > has {
            wrong(format!("\"{name}\" cannot have lost {}: it had {has}", count(*number, class)), None);
        }
    }
    if matches!(entry.fate, Fate::Hulk | Fate::HulkGone) {
        wrong(format!("\"{name}\" is a squadron and leaves no hulk"), Some("write destroyed"));
    }
    if entry.ships_lost() == vessel.ships() && !matches!(entry.fate, Fate::Destroyed) {
        wrong(format!("all ships of \"{name}\" are lost, but its fate is {}", entry.fate), Some("write destroyed"));
    }
    let survived = vessel.ships().saturating_sub(entry.ships_lost());
    if let Some(left) = entry.left.filter(|left| *left > survived) {
        wrong(format!("{left} of \"{name}\" cannot have left by the edge: {survived} survived"), None);
    }
    found
}

fn wrong_ship(hits: Hits, name: &str, entry: &VesselReport) -> Vec<Refusal> {
    let mut found = Vec::new();
    if !entry.lost.is_empty() {
        found.push(Refusal::by("SCEN-16", format!("\"{name}\" is no squadron and loses hits, not ships")));
    }
    let gone = matches!(entry.fate, Fate::Destroyed | Fate::Hulk | Fate::HulkGone);
    if entry.hits_lost > hits.left {
        let says = format!("\"{name}\" cannot have lost {}: it had {}", count(entry.hits_lost, "hit"), hits.left);
        found.push(Refusal::by("SCEN-16", says));
    } else if entry.hits_lost == hits.left && hits.left > 0 && !gone {
        let says = format!("\"{name}\" has lost all of its {} hits, but its fate is {}", hits.left, entry.fate);
        found.push(Refusal::by("SCEN-16", says).hint("write destroyed or hulk"));
    }
    found
}

/// Units off the register: no more of a bought defence than were bought (MISSION-17, SCEN-132).
fn wrong_guests(both: &BySide<Side>, report: &Report) -> Vec<Refusal> {
    let mut found = Vec::new();
    for role in [Role::Attacker, Role::Defender] {
        let guests: Vec<&Guest> = report.guests.iter().filter(|guest| guest.side == role).collect();
        found.extend(wrong_guest(both.of(role), role, &guests));
    }
    found
}

/// What is wrong with the units off the register of one side.
#[must_use]
pub fn wrong_guest(side: &Side, role: Role, guests: &[&Guest]) -> Vec<Refusal> {
    let mut found = Vec::new();
    for work in &side.works {
        let named: u32 = guests.iter().filter(|guest| guest.name == work.name).map(|guest| guest.number).sum();
        if named > work.number {
            let says = format!("the {role} has {} and the report {named}", count(work.number, &work.name));
            found.push(Refusal::by("MISSION-17", says));
        }
    }
    for guest in guests.iter().filter(|guest| guest.number == 0) {
        found.push(Refusal::by("SCEN-132", format!("\"{}\" is named with none of it", guest.name)));
    }
    let helpers = guests.iter().filter(|guest| guest.kind == GuestKind::Help);
    if helpers.count() > 0 && side.plot.as_ref().is_none_or(|plot| plot.plot != Plot::UnexpectedHelp) {
        found.push(Refusal::by("PLOT-24", format!("the {role} has no Unexpected Help")));
    }
    found
}

/// What people put on record in words.
fn wrong_words(campaign: &Campaign, report: &Report) -> Vec<Refusal> {
    let mut found = Vec::new();
    let mut look = |what: String, text: &str| found.extend(names::remark(&what, text).err());
    for entry in &report.vessels {
        let name = campaign.vessels.get(&entry.vessel).map_or("a vessel", |vessel| vessel.name.as_str());
        entry.remarks.iter().for_each(|remark| look(format!("a remark on \"{name}\""), remark));
        entry.lost.iter().for_each(|(class, _)| look(format!("a class of \"{name}\""), class));
    }
    for guest in &report.guests {
        look("the name of a unit off the register".to_owned(), &guest.name);
        guest.squadron.iter().for_each(|squadron| look("the squadron of a unit off the register".to_owned(), squadron));
    }
    if let Some(table) = &report.table {
        let formations = table.formations.iter().flat_map(BySide::both).flatten().map(|text| ("a formation", text));
        let texts =
            [("the planet", &table.planet), ("the map", &table.map), ("the remark on the battle", &table.remark)];
        let texts = texts.into_iter().filter_map(|(what, text)| Some((what, text.as_ref()?)));
        texts.chain(formations).for_each(|(what, text)| look(what.to_owned(), text));
    }
    found
}

/// Only Dark Eldar take slaves (VP-24).
fn wrong_slaves(campaign: &Campaign, both: &BySide<Side>, report: &Report) -> Vec<Refusal> {
    let taken = |role: Role| {
        [&report.slaves, &report.impaler_slaves].into_iter().flatten().map(|taken| *taken.of(role)).sum::<u32>()
    };
    let slavers = |role: Role| {
        let vessels = both.of(role).fleet.iter().filter_map(|fielded| campaign.vessels.get(&fielded.vessel));
        vessels.into_iter().any(|vessel| campaign.class(vessel.hulls[0].design).people == People::DarkEldar)
    };
    let wrong = [Role::Attacker, Role::Defender].into_iter().filter(|role| taken(*role) > 0 && !slavers(*role));
    wrong.map(|role| Refusal::by("VP-24", format!("the {role} has no Dark Eldar and takes no slaves"))).collect()
}

/// The special rule of what is never crippled, however many hits it has lost.
const SPACE_HULK: &str = "space-hulk";

/// Fills in what follows from the rest: all hits of a wreck, the crippling of a ship at half its hits (CRIPPLE-01).
pub(super) fn complete(campaign: &Campaign, battle: &Battle, vessel: &Vessel, entry: &mut VesselReport) {
    if campaign.is_squadron(vessel) {
        if entry.fate == Fate::Destroyed {
            entry.lost = vessel
                .hulls
                .iter()
                .map(|hulls| (campaign.class(hulls.design).id.clone(), hulls.count - hulls.lost))
                .collect();
        }
        // Half of the starting ships, rounded up (VP-13).
        let started = vessel.ships();
        entry.crippled = started > 1 && entry.ships_lost() >= started.div_ceil(2) && entry.ships_lost() < started;
        return;
    }
    let hits = hits(campaign, battle, vessel);
    if matches!(entry.fate, Fate::Destroyed | Fate::Hulk | Fate::HulkGone) {
        entry.hits_lost = hits.left;
    }
    entry.lent = entry.hits_lost.min(hits.lent);
    let class = campaign.class(vessel.hulls[0].design);
    if class.special.iter().any(|key| key == SPACE_HULK) {
        entry.crippled = false;
    } else if hits.left.saturating_sub(entry.hits_lost) * 2 <= hits.full && entry.hits_lost > 0 {
        entry.crippled = true;
    }
}
