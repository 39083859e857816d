//! What a straight part of a way runs into: units, zones of control, terrain, the edge.

use crate::battle::ground::answer::{Refusal, refuse};
use crate::battle::ground::charts::Going;
use crate::battle::ground::kinds::{Ability, Type};
use crate::battle::ground::measure::{overlap, within};
use crate::battle::ground::roster::{Roster, UnitId};
use crate::battle::ground::sight::{crosses, under};
use crate::battle::ground::state::Battle;
use crate::table::geometry::{Length, Point, TOUCH, line_enters, line_touches};

/// A way from one place to another.
pub(super) type Way = (Point, Point);

/// No unit moves over an enemy (EP-MOVE-02); only infantry moves through friends (EP-MOVE-04), jump packs and skimmers over them
/// (EP-SPEC-07, EP-SPEC-13). A charging engine barges (EP-WE-10).
pub(super) fn over_units(
    battle: &Battle,
    roster: &Roster,
    unit: UnitId,
    (from, to): Way,
    barges: bool,
    barged: &mut Vec<UnitId>,
) -> Result<(), Refusal> {
    let (kind, side) = (roster.kind(unit), roster.side_of(unit));
    let over_friends = kind.is_foot() || kind.has(Ability::JumpPack) || kind.has(Ability::Skimmer);
    let mut pushed = Vec::new();
    for other in (0..battle.units.len()).map(UnitId).filter(|other| *other != unit) {
        let Some(at) = battle.at(other) else { continue };
        let friend = roster.side_of(other) == side;
        if battle.in_air(roster, roster.formation_of(other)) || friend && over_friends {
            continue;
        }
        let reach = kind.radius() + roster.kind(other).radius() - TOUCH;
        if !line_enters(from, to, at, reach) || friend && line_enters(from, from, at, reach) {
            continue;
        }
        let (name, met) = (roster.unit_name(unit), roster.unit_name(other));
        match (friend, barges && !roster.kind(other).is_engine()) {
            (false, true) => pushed.push(other),
            (false, false) => return refuse("EP-MOVE-02", format!("{name} would move over {met}, an enemy")),
            (true, _) => {
                return refuse(
                    "EP-MOVE-04",
                    format!("{name} would move through {met}; only infantry moves through friends"),
                );
            }
        }
    }
    pushed.retain(|other| !barged.contains(other));
    let most = 2 * usize::from(kind.capacity);
    if !pushed.is_empty() && barged.len() + pushed.len() > most {
        let name = roster.unit_name(unit);
        return refuse(
            "EP-WE-10",
            format!("{name} would barge {} units; it may barge {most}", barged.len() + pushed.len()),
        );
    }
    barged.extend(pushed);
    Ok(())
}

/// Enemies whose zone of control a unit stands in.
fn zones_about(battle: &Battle, roster: &Roster, unit: (UnitId, Point)) -> Vec<UnitId> {
    battle
        .ground(roster, roster.side_of(unit.0).other())
        .filter(|enemy| within(roster, unit, *enemy, roster.kind(enemy.0).zone()))
        .map(|(enemy, _)| enemy)
        .collect()
}

/// A way leads into no zone of control but those in which the unit started (EP-MOVE-03).
pub(super) fn zones(before: &Battle, roster: &Roster, unit: UnitId, (from, to): Way) -> Result<(), Refusal> {
    let started = before.at(unit).map(|at| zones_about(before, roster, (unit, at))).unwrap_or_default();
    let radius = roster.kind(unit).radius();
    for (enemy, at) in before.ground(roster, roster.side_of(unit).other()) {
        let kind = roster.kind(enemy);
        if !started.contains(&enemy) && line_touches(from, to, at, radius + kind.radius() + kind.zone()) {
            let (name, enemy) = (roster.unit_name(unit), roster.unit_name(enemy));
            return refuse(
                "EP-MOVE-03",
                format!("{name} would enter the zone of control of {enemy}: {} cm", kind.zone()),
            );
        }
    }
    Ok(())
}

/// A unit that stands in a zone of control must leave it or charge (EP-MOVE-03).
pub(super) fn leaves_zones(battle: &Battle, roster: &Roster, unit: (UnitId, Point)) -> Result<(), Refusal> {
    match zones_about(battle, roster, unit).first() {
        None => Ok(()),
        Some(enemy) => {
            let (name, enemy) = (roster.unit_name(unit.0), roster.unit_name(*enemy));
            refuse(
                "EP-MOVE-03",
                format!("{name} would stay in the zone of control of {enemy}; it must leave it or charge"),
            )
        }
    }
}

/// What terrain does to who goes through it: nothing, a test (true), or no way (EP-MOVE-09). Skimmers pass over everything
/// (EP-SPEC-13), jump packs mind only where they end (EP-SPEC-07).
pub(super) fn terrain(roster: &Roster, unit: UnitId, (from, to): Way, may_leave: bool) -> Result<bool, Refusal> {
    let kind = roster.kind(unit);
    let name = roster.unit_name(unit);
    if !roster.on_table(to) && !may_leave {
        return refuse("EP-TURN-06", format!("{name} would leave the table at {to}"));
    }
    if kind.has(Ability::Skimmer) {
        return Ok(false);
    }
    let mut dangerous = false;
    for feature in &roster.terrain {
        let met = if kind.has(Ability::JumpPack) { crosses(feature, to, to) } else { crosses(feature, from, to) };
        if !met {
            continue;
        }
        match feature.kind.going(kind.of) {
            Going::Easy => {}
            Going::Dangerous => dangerous = true,
            Going::Impassable => {
                let rule = if kind.has(Ability::JumpPack) { "EP-SPEC-07" } else { "EP-MOVE-09" };
                return refuse(rule, format!("{name} cannot pass {}: impassable to {}", feature.kind, kind.of));
            }
        }
    }
    Ok(dangerous)
}

/// Whether terrain at a place allows a type to stand there.
#[must_use]
pub fn can_stand(roster: &Roster, unit: UnitId, place: Point) -> bool {
    let kind = roster.kind(unit);
    kind.has(Ability::Skimmer) || under(roster, place).all(|feature| feature.kind.going(kind.of) != Going::Impassable)
}

/// Whether aircraft can land at a place: neither dangerous nor impassable to vehicles (EP-AIR-17).
#[must_use]
pub fn can_land(roster: &Roster, place: Point) -> bool {
    under(roster, place).all(|feature| feature.kind.going(Type::ArmouredVehicle) == Going::Easy)
}

/// A unit stands over nobody else.
pub(crate) fn stands_alone(battle: &Battle, roster: &Roster, unit: (UnitId, Point)) -> Result<(), Refusal> {
    let others = (0..battle.units.len()).map(UnitId).filter(|other| *other != unit.0);
    for other in others {
        let flies = battle.in_air(roster, roster.formation_of(other));
        if let Some(at) = battle.at(other)
            && !flies
            && overlap(roster, unit, (other, at))
        {
            let (name, other) = (roster.unit_name(unit.0), roster.unit_name(other));
            return refuse("EP-UNIT-07", format!("{name} would stand on {other}"));
        }
    }
    Ok(())
}

/// A unit is put down on a free place of the table that its type can stand on, outside enemy zones where they count.
///
/// # Errors
/// Why it cannot stand there.
pub fn put_down(battle: &Battle, roster: &Roster, unit: UnitId, place: Point, zones: bool) -> Result<(), Refusal> {
    let name = roster.unit_name(unit);
    if !roster.on_table(place) {
        return refuse("EP-TURN-06", format!("{place} is not on the table"));
    }
    if !can_stand(roster, unit, place) {
        return refuse("EP-MOVE-09", format!("{name} cannot stand at {place}: impassable"));
    }
    if zones && let Some(enemy) = zones_about(battle, roster, (unit, place)).first() {
        let enemy = roster.unit_name(*enemy);
        return refuse("EP-MOVE-03", format!("{name} would stand in the zone of control of {enemy}"));
    }
    stands_alone(battle, roster, (unit, place))
}

/// The least distance that keeps a unit out of a zone of control, as captains and set-ups need it.
#[must_use]
pub fn clear_of(roster: &Roster, unit: UnitId, enemy: UnitId) -> Length {
    let kind = roster.kind(enemy);
    roster.kind(unit).radius() + kind.radius() + kind.zone() + Length(10)
}
