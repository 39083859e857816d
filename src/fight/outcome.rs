//! What became of everybody, as a report of the campaign (SCEN-15 to SCEN-17, SCEN-132).

use std::collections::BTreeMap;

use super::kills::{self, Kills};
use super::{Fight, Source};
use crate::battle::gothic::state;
use crate::battle::gothic::state::{Battle, Critical, ShipId};
use crate::battle::gothic::victory::{Facts, facts};
use crate::campaign::state::{Campaign, VesselId};
use crate::campaign::turn::report::{AtTheTable, Fate, Guest, Part, Report, Role, VesselReport};
use crate::scenario::forts;
use crate::scenario::record::{Question, Station};
use crate::table::side::Side;

/// Writes the report.
pub(super) fn report(fight: &Fight, campaign: &Campaign, battle: &Battle) -> Report {
    report_with(fight, campaign, battle, None)
}

/// Writes the report, with who destroyed whom where that was followed.
pub(super) fn report_with(fight: &Fight, campaign: &Campaign, battle: &Battle, kills: Option<&Kills>) -> Report {
    let lost_to = |ships: &[ShipId]| {
        let lost: Vec<ShipId> = ships.iter().copied().filter(|id| facts::is_wreck(battle.ship(*id))).collect();
        kills.map(|kills| kills.of(&lost)).unwrap_or_default()
    };
    let mut vessels: BTreeMap<VesselId, Vec<ShipId>> = BTreeMap::new();
    let mut guests: Vec<Guest> = Vec::new();
    for (index, enlisted) in (0..).zip(&fight.muster.ships) {
        let id = ShipId(index);
        match &enlisted.source {
            Source::Register(vessel) => vessels.entry(*vessel).or_default().push(id),
            Source::Guest { kind, name, points } => {
                let ships = forts::whole(&fight.roster, id);
                if ships.is_empty() {
                    continue;
                }
                let unit = facts::unit(&fight.roster, battle, &ships);
                let (side, fate) = (enlisted.role, if unit.for_good { Fate::Destroyed } else { unit.end });
                let (crippled, squadron) = (unit.crippled, enlisted.squadron.clone());
                let same = |guest: &&mut Guest| {
                    (guest.side, guest.fate, guest.crippled) == (side, fate, crippled)
                        && guest.name == *name
                        && guest.squadron == squadron
                };
                match guests.iter_mut().find(same) {
                    Some(guest) => {
                        guest.number += 1;
                        lost_to(&[id]).into_iter().for_each(|one| kills::count(&mut guest.destroyed_by, one.by));
                    }
                    None => guests.push(Guest {
                        side,
                        name: name.clone(),
                        points: *points,
                        number: 1,
                        kind: *kind,
                        squadron,
                        fate,
                        crippled,
                        destroyed_by: lost_to(&[id]),
                    }),
                }
            }
        }
    }
    let mission = &battle.mission;
    let vessels = fight.muster.ships.iter().filter_map(|enlisted| match enlisted.source {
        Source::Register(vessel) => vessels.remove(&vessel).map(|ships| VesselReport {
            destroyed_by: lost_to(&ships),
            ..entry(fight, campaign, battle, vessel, &ships)
        }),
        Source::Guest { .. } => None,
    });
    let vessels: Vec<VesselReport> = vessels.collect();
    let convoy = fight.scenario.rules().asks().contains(&Question::TransportsThrough);
    let through = |value: u8| {
        let left = battle.all().filter(|(_, ship)| ship.fate == state::Fate::LeftByEdge);
        left.filter(|(id, _)| battle.transport_value(&fight.roster, *id) == value).count()
    };
    let count = |number: usize| u32::try_from(number).unwrap_or(0);
    let gone = |id: ShipId| !battle.ship(id).fights();
    Report {
        turns: Some(u32::from(battle.turn)),
        vessels,
        guests,
        surrendered: mission.surrendered.map(Role::of),
        transports_through: convoy.then(|| count(through(2)) + 2 * count(through(4))),
        half_transports_through: convoy.then(|| count(through(1))).filter(|halves| *halves > 0),
        assault_points: mission.assault.map(|half| u32::from(half / 2)),
        planet_destroyed: mission.planet_destroyed,
        exterminators_gone: mission.exterminatus && mission.exterminators.iter().all(gone),
        plots: super::plots::judged(&Facts::of(&fight.roster, battle)),
        table: table(fight, battle),
        ..Report::default()
    }
}

/// What the scenario rolled at the table, for the record.
fn table(fight: &Fight, battle: &Battle) -> Option<AtTheTable> {
    let alarm = battle.mission.surprised[Side::Two as usize];
    let clusters = fight.muster.clusters;
    let told = AtTheTable {
        alert_turns: (alarm > 0).then(|| u32::from(alarm)),
        clusters: (clusters > 0).then_some(clusters),
        ..AtTheTable::default()
    };
    (told != AtTheTable::default()).then_some(told)
}

fn entry(fight: &Fight, campaign: &Campaign, battle: &Battle, id: VesselId, ships: &[ShipId]) -> VesselReport {
    let squadron = campaign.vessels.get(&id).is_some_and(|vessel| campaign.is_squadron(vessel));
    let mut entry = VesselReport::unhurt(id);
    let arrived = ships.iter().map(|ship| battle.ship(*ship).arrived).max().unwrap_or(0);
    entry.arrived = (arrived > 0).then(|| u32::from(arrived));
    entry.part = part(fight, battle, ships);
    if !squadron {
        capital(fight, battle, ships, &mut entry);
        return entry;
    }
    let unit = facts::unit(&fight.roster, battle, ships);
    for ship in ships.iter().filter(|ship| facts::is_lost(battle.ship(**ship))) {
        let class = &fight.roster[*ship].class;
        match entry.lost.iter_mut().find(|(known, _)| known == class) {
            Some((_, number)) => *number += 1,
            None => entry.lost.push((class.clone(), 1)),
        }
    }
    (entry.fate, entry.left) = (unit.end, unit.through);
    // Those who never come back are among the lost.
    entry.warp = (entry.fate == Fate::LostInWarp).then_some(2);
    entry
}

fn capital(fight: &Fight, battle: &Battle, ships: &[ShipId], entry: &mut VesselReport) {
    let unit = facts::unit(&fight.roster, battle, ships);
    entry.fate = unit.end;
    if entry.fate == Fate::NeverEntered {
        return;
    }
    (entry.hits_lost, entry.crippled, entry.came_back) = (unit.hits_lost, unit.crippled, unit.came_back);
    if entry.fate == Fate::LostInWarp {
        entry.warp = Some(if unit.for_good { 1 } else { 2 });
    }
    for critical in Critical::ALL {
        let fighting = ships.iter().map(|id| battle.ship(*id)).filter(|ship| ship.fights());
        let times: u8 = fighting.map(|ship| ship.criticals.count(*critical)).sum();
        if times > 0 {
            let many = if times > 1 { format!(" ({times} times)") } else { String::new() };
            entry.remarks.push(format!("{critical}{many}"));
        }
    }
}

/// The part that a unit had in its scenario.
fn part(fight: &Fight, battle: &Battle, ships: &[ShipId]) -> Option<Part> {
    let first = ships.first().copied()?;
    let side = battle.ship(first).side;
    fight.scenario.rules().part(&Station {
        side,
        place: fight.units[side as usize].iter().position(|unit| unit.contains(&first)).unwrap_or(0),
        group: battle.group_of(first).map(|index| &battle.mission.groups[index]),
        exterminator: battle.mission.exterminators.contains(first),
    })
}
