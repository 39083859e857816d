//! What the journal tells of one ship, or of promotions, in order of time.

use chrono::NaiveDate;
use serde::Serialize;

use super::listing::{Listing, figures, words};
use super::story;
use crate::campaign::event::Event;
use crate::campaign::state::battle::report::{Fate, Report, VesselReport};
use crate::campaign::state::{Campaign, VesselId};
use crate::campaign::view::{Seen, Viewer};
use crate::store::Recorded;
use crate::text::{and_list, count};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Deed {
    /// The journal entry.
    pub entry: u64,
    /// When.
    pub on: NaiveDate,
    /// What.
    pub says: String,
}

/// The events of entries in force that the onlooker may see and `wanted` keeps, told in order.
pub fn deeds(campaign: &Campaign, viewer: Viewer, entries: &[Recorded], wanted: &dyn Fn(&Event) -> bool) -> Vec<Deed> {
    entries
        .iter()
        .flat_map(|recorded| {
            let events = recorded.entry.events().unwrap_or_default();
            let kept: Vec<Event> =
                events.into_iter().filter(|event| wanted(event) && viewer.may_see_event(campaign, event)).collect();
            let told = story::tell(campaign, campaign, &kept);
            told.into_iter().map(|says| Deed { entry: recorded.entry.entry, on: recorded.entry.at.date(), says })
        })
        .collect()
}

/// What befell a ship in the battles it fought, its critical hits included (SCEN-16).
#[must_use]
pub fn fates(campaign: &Campaign, seen: &Seen, entries: &[Recorded], ship: VesselId) -> Vec<Deed> {
    let mut found = Vec::new();
    for recorded in entries {
        for event in recorded.entry.events().unwrap_or_default() {
            let Event::BattleReported { report, .. } = &event else { continue };
            if !seen.viewer().may_see_event(campaign, &event) {
                continue;
            }
            let entry = report.vessels.iter().find(|entry| entry.vessel == ship);
            let name = seen.vessels.get(&ship).map_or("it", |vessel| vessel.name.as_str());
            let says = entry.and_then(|entry| damage(seen, entry)).into_iter().chain(kills(seen, report, ship));
            found.extend(says.map(|says| Deed {
                entry: recorded.entry.entry,
                on: recorded.entry.at.date(),
                says: format!("{name}: {says} (SCEN-16)"),
            }));
        }
    }
    found
}

/// What a battle did to a vessel; `None` where it did nothing. Its destroyers are named as far as `seen` knows them.
#[must_use]
pub fn damage(seen: &Seen, entry: &VesselReport) -> Option<String> {
    let mut words = Vec::new();
    if entry.hits_lost > 0 {
        words.push(format!("loses {}", count(entry.hits_lost, "hit")));
    }
    if entry.ships_lost() > 0 {
        words.push(format!("loses {}", count(entry.ships_lost(), "ship")));
    }
    if entry.crippled && !entry.is_destroyed() {
        words.push("crippled".to_owned());
    }
    let by = entry.destroyed_by.iter().filter_map(|one| seen.vessels.get(&one.by?).map(|vessel| vessel.name.as_str()));
    let by: Vec<&str> = by.collect();
    let by = if by.is_empty() { String::new() } else { format!(" by {}", and_list(&by)) };
    match entry.fate {
        Fate::OnTable if by.is_empty() => {}
        Fate::Destroyed | Fate::OnTable => words.push(format!("destroyed{by}")),
        fate @ (Fate::Disengaged
        | Fate::Hulk
        | Fate::HulkGone
        | Fate::LostInWarp
        | Fate::LeftByEdge
        | Fate::Landed
        | Fate::NeverEntered) => {
            words.push(fate.to_string());
            words.extend((!by.is_empty()).then(|| format!("destroyed{by}")));
        }
    }
    words.extend(entry.remarks.iter().cloned());
    (!words.is_empty()).then(|| words.join(", "))
}

/// What a vessel destroyed in a battle, as far as both are known.
#[must_use]
pub fn kills(seen: &Seen, report: &Report, ship: VesselId) -> Option<String> {
    let prey = |entry: &VesselReport| {
        let number = entry.destroyed_by.iter().filter(|one| one.by == Some(ship)).map(|one| one.number).sum::<u32>();
        let name = &seen.vessels.get(&entry.vessel).filter(|_| number > 0)?.name;
        Some(if entry.lost.is_empty() { name.clone() } else { format!("{} of {name}", count(number, "ship")) })
    };
    let prey: Vec<String> = report.vessels.iter().filter_map(prey).collect();
    (!prey.is_empty()).then(|| format!("destroys {}", and_list(&prey)))
}

/// Whether an event is part of a ship's history.
#[must_use]
pub fn concerns(event: &Event, ship: VesselId) -> bool {
    ships(event).contains(&ship)
}

/// The ships whose history an event is part of.
#[must_use]
#[expect(clippy::wildcard_enum_match_arm, reason = "the others are no part of a vessel's history")]
pub fn ships(event: &Event) -> Vec<VesselId> {
    match event {
        Event::VesselCommissioned { vessel } => vec![vessel.id],
        Event::VesselReplaced { lost, vessel } => vec![*lost, vessel.id],
        Event::FleetPicked { fleet, .. } => fleet.iter().map(|fielded| fielded.vessel).collect(),
        Event::BattleReported { report, .. } => report.vessels.iter().map(|entry| entry.vessel).collect(),
        Event::SubPlotRolled { plot, .. } => plot.ship.into_iter().collect(),
        Event::BoonGained { boon, .. } => boon.vessel.into_iter().collect(),
        Event::VesselRenamed { vessel, .. }
        | Event::FlagshipChosen { vessel, .. }
        | Event::LeadershipRolled { vessel, .. }
        | Event::LeadershipFixed { vessel, .. }
        | Event::LeadershipChanged { vessel, .. }
        | Event::TrialsCompleted { vessel, .. }
        | Event::UpgradeGained { vessel, .. }
        | Event::FiguresAccepted { vessel, .. }
        | Event::ShipNominated { ship: vessel, .. }
        | Event::VesselLost { vessel, .. }
        | Event::ExperienceRolled { vessel, .. }
        | Event::SkillLearnt { vessel, .. }
        | Event::RepairPointEarned { vessel, .. }
        | Event::VesselRepaired { vessel, .. }
        | Event::VesselWithdrawn { vessel, .. }
        | Event::VesselReturned { vessel, .. }
        | Event::RefitLost { vessel, .. }
        | Event::BoonAssigned { vessel, .. }
        | Event::QuickReturnTried { vessel, .. }
        | Event::TenderRepairs { vessel, .. }
        | Event::OfficerJoined { vessel, .. }
        | Event::ShipConverted { vessel, .. }
        | Event::RefitGained { vessel, .. } => vec![*vessel],
        _ => Vec::new(),
    }
}

/// Deeds as a list.
#[must_use]
pub fn listing(deeds: &[Deed]) -> Listing<'_> {
    Listing::new(
        deeds,
        &[
            words("When", &|deed: &Deed| deed.on.to_string()),
            figures("Entry", &|deed: &Deed| deed.entry.to_string()),
            words("What", &|deed: &Deed| deed.says.clone()),
        ],
    )
}
