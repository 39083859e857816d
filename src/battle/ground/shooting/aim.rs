//! Who can fire at whom, with what (EP-SHOOT-01), and who is suppressed (EP-SHOOT-04).

use crate::battle::ground::charts::THIRTY;
use crate::battle::ground::kinds::{Ability, Power, Trait, Weapon};
use crate::battle::ground::measure::{gap, gap_to, within};
use crate::battle::ground::roster::{FormationId, Roster, UnitId};
use crate::battle::ground::sight::{cover, hidden, sees};
use crate::battle::ground::state::{Battle, Fire};
use crate::table::geometry::{Length, Point};

/// One weapon of one unit that may fire at the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shot {
    /// Who fires.
    pub unit: UnitId,
    /// Which of its weapons.
    pub weapon: usize,
    /// With which value; none of a barrage.
    pub power: Option<Power>,
    /// Whom it reaches.
    pub reach: Vec<UnitId>,
}

/// Whether a weapon is ready: single shots once a battle (EP-WPN-08), slow ones every other turn (EP-WPN-09).
#[must_use]
pub fn ready(battle: &Battle, unit: UnitId, weapon: &Weapon, index: usize) -> bool {
    battle[unit]
        .fired
        .iter()
        .filter(|(fired, _)| *fired == index)
        .all(|(_, turn)| !(weapon.has(Trait::SingleShot) || weapon.has(Trait::SlowFiring) && battle.turn < turn + 2))
}

/// Whether a unit stands in cover (EP-SHOOT-07): any type, in a feature that covers infantry.
#[must_use]
pub fn in_cover(battle: &Battle, roster: &Roster, unit: UnitId) -> bool {
    !battle.in_air(roster, roster.formation_of(unit)) && battle.at(unit).is_some_and(|at| cover(roster, at).is_some())
}

/// Whether a firepower hits a unit where it is: in the air AA alone, support craft by AA too (EP-SPEC-19).
#[must_use]
pub fn hit_by(battle: &Battle, roster: &Roster, unit: UnitId, power: Power) -> bool {
    let kind = roster.kind(unit);
    if battle.in_air(roster, roster.formation_of(unit)) {
        return power == Power::Aa;
    }
    kind.hit_by(power) || power == Power::Aa && kind.abilities.contains(&Ability::SupportCraft)
}

/// Whether a friend that is not broken sees a formation, to spot for indirect fire (EP-WPN-11).
fn spotted(battle: &Battle, roster: &Roster, formation: FormationId, target: FormationId) -> bool {
    let side = roster[formation].side;
    roster.formations_of(side).filter(|friend| !battle[*friend].broken && battle.on_ground(roster, *friend)).any(
        |friend| {
            battle
                .standing(roster, friend)
                .any(|(unit, _)| battle.standing(roster, target).any(|(enemy, _)| sees(battle, roster, unit, enemy)))
        },
    )
}

/// The units of the target that a weapon reaches, whatever their type, nearest first.
fn reached(battle: &Battle, roster: &Roster, shooter: (UnitId, Point), weapon: &Weapon, fire: &Fire) -> Vec<UnitId> {
    let (unit, _) = shooter;
    let indirect = fire.indirect && weapon.has(Trait::Indirect);
    let formation = roster.formation_of(unit);
    if indirect {
        let least = gap_to(battle, roster, shooter, fire.target);
        if least.is_none_or(|least| least < THIRTY) || !spotted(battle, roster, formation, fire.target) {
            return Vec::new();
        }
    }
    let range = if indirect { weapon.range + weapon.range } else { weapon.range };
    let mut found: Vec<(Length, UnitId)> = battle
        .standing(roster, fire.target)
        .filter(|enemy| within(roster, shooter, *enemy, range))
        .filter(|(enemy, _)| indirect || sees(battle, roster, unit, *enemy))
        .filter(|(enemy, _)| !fire.open || !in_cover(battle, roster, *enemy))
        .map(|enemy| (gap(roster, shooter, enemy), enemy.0))
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(_, enemy)| enemy).collect()
}

/// The firepower that a weapon uses (EP-UNIT-03): as told, else AT where the nearest target it reaches is hit by AT.
fn power(
    battle: &Battle,
    roster: &Roster,
    weapon: &Weapon,
    unit: UnitId,
    fire: &Fire,
    reach: &[UnitId],
) -> Option<Power> {
    let flies = battle.in_air(roster, fire.target);
    if flies {
        return weapon.aa.map(|_| Power::Aa);
    }
    match (weapon.ap, weapon.at) {
        (Some(_), None) => Some(Power::Ap),
        (None, Some(_)) => Some(Power::At),
        (None, None) => weapon.aa.map(|_| Power::Aa),
        (Some(_), Some(_)) if fire.ap.contains(&unit) => Some(Power::Ap),
        (Some(_), Some(_)) if fire.at.contains(&unit) => Some(Power::At),
        (Some(_), Some(_)) => {
            let first = reach.first()?;
            Some(if hit_by(battle, roster, *first, Power::At) { Power::At } else { Power::Ap })
        }
    }
}

/// Every weapon of a formation that may fire at the target.
#[must_use]
pub fn shots(battle: &Battle, roster: &Roster, formation: FormationId, fire: &Fire) -> Vec<Shot> {
    let mut found = Vec::new();
    for shooter in battle.standing(roster, formation).filter(|(unit, _)| !fire.hold.contains(unit)) {
        for (index, weapon) in roster.kind(shooter.0).weapons.iter().enumerate() {
            if !weapon.shoots() || !ready(battle, shooter.0, weapon, index) {
                continue;
            }
            let mut reach = reached(battle, roster, shooter, weapon, fire);
            if weapon.barrage > 0 {
                if !reach.is_empty() && !battle.in_air(roster, fire.target) {
                    found.push(Shot { unit: shooter.0, weapon: index, power: None, reach });
                }
                continue;
            }
            let Some(power) = power(battle, roster, weapon, shooter.0, fire, &reach) else { continue };
            reach.retain(|enemy| hit_by(battle, roster, *enemy, power));
            if !reach.is_empty() {
                found.push(Shot { unit: shooter.0, weapon: index, power: Some(power), reach });
            }
        }
    }
    found
}

/// Units that the formation's markers silence: those able to fire, the farthest from the target first (EP-SHOOT-04). Aircraft in the
/// air are never suppressed (EP-AIR-01).
#[must_use]
pub fn suppressed(
    battle: &Battle,
    roster: &Roster,
    formation: FormationId,
    able: &[UnitId],
    target: FormationId,
) -> Vec<UnitId> {
    if battle.in_air(roster, formation) {
        return Vec::new();
    }
    let mut order: Vec<(Length, UnitId)> = able
        .iter()
        .filter_map(|unit| Some((gap_to(battle, roster, (*unit, battle.at(*unit)?), target)?, *unit)))
        .collect();
    order.sort_unstable_by(|one, other| other.cmp(one));
    let mut markers = battle[formation].markers;
    let mut silent = Vec::new();
    for (_, unit) in order {
        let takes = u32::from(roster.kind(unit).capacity);
        if markers >= takes {
            silent.push(unit);
        }
        markers = markers.saturating_sub(takes);
    }
    silent
}

/// The rule by which nobody of a formation can fire: indirect fire's own limits, terrain, an engine in the way, or plain range.
#[must_use]
pub fn hindrance(battle: &Battle, roster: &Roster, formation: FormationId, fire: &Fire) -> &'static str {
    let mut rule = "EP-SHOOT-01";
    for shooter in battle.standing(roster, formation) {
        for weapon in roster.kind(shooter.0).weapons.iter().filter(|weapon| weapon.shoots()) {
            if fire.indirect && weapon.has(Trait::Indirect) {
                return "EP-WPN-11";
            }
            for enemy in battle.standing(roster, fire.target) {
                if !within(roster, shooter, enemy, weapon.range) || sees(battle, roster, shooter.0, enemy.0) {
                    continue;
                }
                if hidden(roster, shooter.1, enemy.1) {
                    return "EP-SHOOT-02";
                }
                rule = "EP-SHOOT-03";
            }
        }
    }
    rule
}

/// The units of some shots, each once, by id.
#[must_use]
pub fn shooters(shots: &[Shot]) -> Vec<UnitId> {
    let mut units: Vec<UnitId> = shots.iter().map(|shot| shot.unit).collect();
    units.sort_unstable();
    units.dedup();
    units
}
