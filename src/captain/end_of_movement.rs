//! When all have moved: who leaves the battle, who boards; at the end of the turn, who is raided.

use super::enemies::Enemies;
use super::feats;
use super::goals::{goal, prey};
use super::worth::{Armed, HIT, Rated, chance};
use super::{Goal, Standing};
use crate::battle::gothic::decisions::answer::Answer;
use crate::battle::gothic::missions::planetary_assault::ASSAULT_REACH;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Crowd, Order, Ship, ShipId, Unit};
use crate::ships::profile::Size;
use crate::table::geometry::Length;
use crate::table::side::Side;

/// What a boarding action must promise, in 16ths of victory points.
pub(super) const LEAST_BOARDING: i32 = 12 * 16;

/// How far a fire ship reaches, a little less than three dice come to.
const BLAZE: Length = Length::cm(9);

/// Disengaging and boarding, then the end of the phase.
pub(super) fn close(
    battle: &Battle,
    roster: &Roster,
    side: Side,
    standing: &Standing,
    enemies: &mut Enemies,
) -> Answer {
    burns(battle, roster, side)
        .or_else(|| lands(battle, roster, side))
        .or_else(|| boards(battle, roster, side, standing))
        .or_else(|| feats::reveals(battle, roster, side))
        .or_else(|| leaves(battle, roster, side, standing, enemies))
        .unwrap_or(Answer::End)
}

/// The first fire ship among enemies that are worth more than it is (CRIT-04).
fn burns(battle: &Battle, roster: &Roster, side: Side) -> Option<Answer> {
    /// Hits that two fires cost a ship before they are out, in 64ths.
    const FIRES: i32 = 3 * HIT;
    let profile = |id: ShipId| &roster[id].profile;
    let harm = |id: ShipId| {
        let rated = Rated::target(battle, roster, id, Crowd::default());
        let hits = if profile(id).is_light() { rated.hits * HIT } else { FIRES.min(rated.hits * HIT) };
        hits * rated.value / HIT
    };
    let worth_it = |ship: &Ship| {
        let near = |(_, other): &(ShipId, &Ship)| other.at.within(ship.at, BLAZE);
        let own: i32 = battle.fleet(side).filter(near).map(|(friend, _)| harm(friend)).sum();
        let enemies: i32 = battle.fleet(side.other()).filter(near).map(|(enemy, _)| harm(enemy)).sum();
        enemies > own
    };
    let ready = battle.fleet(side).find(|(id, ship)| profile(*id).fire_ship && worth_it(ship));
    ready.map(|(id, _)| Answer::Detonate(id))
}

/// The first ship that can land troops or bombard (SCEN-87).
fn lands(battle: &Battle, roster: &Roster, side: Side) -> Option<Answer> {
    if battle.mission.assault.is_none() || side != battle.mission.attacker {
        return None;
    }
    let ready = battle.fleet(side).find(|(id, ship)| {
        let busy = ship.order.is_some_and(|order| order != Order::Brace) || ship.boards.is_some();
        let near = battle.is_low(*id) && ship.at.y <= ASSAULT_REACH;
        near && !busy && !ship.done.assaults && !ship.done.tried && battle.assault_value(roster, *id) > 0
    });
    ready.map(|(id, _)| Answer::Assault(id))
}

/// The first unit that is better out of the battle.
fn leaves(battle: &Battle, roster: &Roster, side: Side, standing: &Standing, enemies: &mut Enemies) -> Option<Answer> {
    let able = |id: ShipId| {
        let ship = battle.ship(id);
        let profile = &roster[id].profile;
        !ship.done.tried && ship.grappled.is_none() && ship.boards.is_none() && !profile.is_stationary()
    };
    let beaten = beaten(battle, roster, side, standing);
    let hurt = |id: ShipId| battle.crippled(roster, id);
    if !battle.fleet(side).any(|(id, _)| able(id) && (beaten || hurt(id))) {
        return None;
    }
    let enemies = enemies.take(battle, roster, side, standing);
    for (id, _) in battle.fleet(side) {
        let escort = roster[id].profile.size == Size::Escort;
        let unit = if escort { battle.unit_of(id) } else { Unit::Ship(id) };
        let members = battle.members(unit);
        let ready = members.iter().all(|id| able(*id));
        let sent = matches!(goal(battle, roster, standing, id), Goal::Leave(_) | Goal::Assault(_));
        let came_so = 2 * battle.ship(id).started <= roster[id].profile.hits;
        let armed = || Armed::of(battle, roster, id, Crowd::default());
        let wanted = beaten || !sent && hurt(id) && doomed(enemies, &armed(), standing, came_so);
        let odds = chance(battle.own_leadership(id).saturating_add(battle.disengage_bonus(roster, unit)));
        if ready && wanted && odds > HIT / 3 {
            return Some(Answer::Disengage(unit));
        }
    }
    None
}

/// Whether a side has so little left that staying only costs it more.
fn beaten(battle: &Battle, roster: &Roster, side: Side, standing: &Standing) -> bool {
    let strength = |side: Side| -> u32 {
        let ships = battle.fleet(side);
        ships
            .map(|(id, ship)| {
                let profile = &roster[id].profile;
                profile.worth.max(10) * u32::from(ship.hits) / u32::from(profile.hits.max(1))
            })
            .sum()
    };
    let (own, enemy) = (strength(side), strength(side.other()));
    // What a scenario is fought for is lost with the last ship.
    let fought_for = |side: Side| {
        let sent = |(id, _): (ShipId, &Ship)| !matches!(goal(battle, roster, standing, id), Goal::Destroy);
        battle.fleet(side).any(sent) || !prey(battle, roster, standing, side).is_empty()
    };
    if battle.mission.on && (fought_for(side) || fought_for(side.other())) {
        return false;
    }
    match (standing.goal, standing.campaign) {
        (Goal::Leave(_) | Goal::Assault(_) | Goal::Guard(_), _) => false,
        (_, true) => own * 5 < enemy * 2,
        (_, false) => own * 5 < enemy,
    }
}

/// Whether a crippled ship is likely to be lost before it has done enough to make up for it.
fn doomed(enemies: &Enemies, rated: &Armed, standing: &Standing, came_so: bool) -> bool {
    let mut hits = 0;
    for foe in &enemies.foes {
        let squared = foe.pose.at.squared(rated.pose.at);
        if let Some((power, range)) = foe.threat(foe.pose.quarter(rated.pose.at), squared) {
            hits += rated.hits_by(power, rated.pose.quarter(foe.pose.at), range);
        }
    }
    // A third of what could fall on it will.
    let through = (hits / 3 - rated.shields * HIT).max(0);
    // In a campaign a ship that was crippled here and can be fired at has done enough; who came so, came to fight.
    if standing.campaign && !came_so { hits > 0 } else { 2 * through > rated.hits * HIT }
}

/// The first boarding action that promises more than it risks.
fn boards(battle: &Battle, roster: &Roster, side: Side, standing: &Standing) -> Option<Answer> {
    for (id, ship) in battle.fleet(side) {
        let profile = &roster[id].profile;
        let bound = ship.boards.is_some() || ship.grappled.is_some() || ship.done.standby || ship.done.lingers;
        if bound || profile.no_boarding {
            continue;
        }
        let touching = battle.fleet(side.other()).filter(|(enemy, _)| battle.in_contact(roster, id, *enemy));
        let promise = |enemy: ShipId| {
            boarding(battle, roster, standing, id, enemy).saturating_sub(broadside(battle, roster, id, enemy))
        };
        let best = touching.map(|(enemy, _)| (promise(enemy), std::cmp::Reverse(enemy))).max();
        if let Some((_, enemy)) = best.filter(|(promise, _)| *promise >= LEAST_BOARDING) {
            return Some(Answer::Board(id, enemy.0));
        }
    }
    None
}

/// What the fire at an enemy in contact is worth that a boarding ship gives up.
fn broadside(battle: &Battle, roster: &Roster, id: ShipId, enemy: ShipId) -> i32 {
    let me = Armed::of(battle, roster, id, Crowd::default());
    let foe = Rated::target(battle, roster, enemy, Crowd::default());
    let power = me.power(me.pose.quarter(foe.pose.at), 0);
    foe.harm(foe.hits_by(power, foe.pose.quarter(me.pose.at), 0))
}

/// What a boarding action promises, in 16ths of victory points: the lower total loses a hit for each point of the
/// difference, and a critical or two fall besides (BOARD-07, BOARD-08).
pub(super) fn boarding(battle: &Battle, roster: &Roster, standing: &Standing, id: ShipId, enemy: ShipId) -> i32 {
    let odds = odds(battle, roster, id, enemy);
    if odds == i32::MIN {
        return i32::MIN;
    }
    let foe = Rated::target(battle, roster, enemy, Crowd::default());
    let me = Rated::target(battle, roster, id, Crowd::default());
    // What is left of a campaign's own ships counts for more.
    let own = if standing.campaign { me.value * 2 } else { me.value * 5 / 4 };
    let mut sum = 0;
    for difference in -5..=5_i32 {
        let (ways, by) = (6 - difference.abs(), odds + difference);
        sum += ways
            * match by.cmp(&0) {
                std::cmp::Ordering::Greater => by.min(foe.hits) * foe.value + foe.value / 2,
                std::cmp::Ordering::Less => -(-by).min(me.hits) * own - own / 2,
                std::cmp::Ordering::Equal => 0,
            };
    }
    sum / 36
}

/// By how much a ship is likely to win a boarding action (BOARD-03 to BOARD-06).
pub(super) fn odds(battle: &Battle, roster: &Roster, id: ShipId, target: ShipId) -> i32 {
    let profile = |id: ShipId| &roster[id].profile;
    let shut = profile(target).odd.shut && !profile(id).odd.space_hulk;
    if shut || profile(target).improved.not_boarded || battle.holofield(roster, target) {
        return i32::MIN;
    }
    let value = |id: ShipId| {
        let crew = u16::from(battle.ship(id).hits.max(profile(id).crew.boards_as));
        if profile(id).improved.double_boarding { 2 * crew } else { crew }
    };
    let (attack, defence) = (value(id), value(target) + u16::from(battle.turrets(roster, target)));
    let bonus = |own: u16, enemy: u16| match own {
        _ if own <= enemy => 0,
        _ if own < 2 * enemy => 1,
        _ => i32::from((own / enemy.max(1)).min(4)),
    };
    let weakness = |id: ShipId| {
        i32::from(battle.touched_directly(roster, id))
            + 2 * i32::from(battle.crippled(roster, id))
            + i32::from(battle.ship(id).order.is_some())
    };
    let crew = |id: ShipId| i32::from(profile(id).crew.race + profile(id).improved.boarding);
    let plus = weakness(target) + crew(id) + bonus(attack, defence) + i32::from(profile(target).boarded_bonus);
    let minus = weakness(id)
        + crew(target)
        + bonus(defence, attack)
        + i32::from(profile(target).boarding_defence)
        + i32::from(profile(target).improved.guarded);
    plus - minus
}

/// A teleport attack for whoever can make one, then the end of the turn.
pub(super) fn raids(battle: &Battle, roster: &Roster, side: Side) -> Answer {
    if let Some(answer) = crate::battle::gothic::decisions::usual_ending(battle, roster, side) {
        return answer;
    }
    for (id, ship) in battle.fleet(side) {
        let profile = &roster[id].profile;
        let ordered = ship.order.is_some_and(|order| !matches!(order, Order::LockOn | Order::ReloadOrdnance));
        let unfit = ship.done.teleported || ship.done.standby || ordered || profile.size == Size::Escort;
        if unfit || ship.hits <= 1 || battle.crippled(roster, id) {
            continue;
        }
        let near = battle.fleet(side.other()).filter(|(enemy, other)| {
            ship.at.within(other.at, profile.crew.teleporters)
                && other.hits <= ship.hits
                && battle.shields(roster, *enemy) == 0
        });
        let worth = |id: ShipId| roster[id].profile.worth;
        if let Some((enemy, _)) = near.max_by_key(|(enemy, _)| (worth(*enemy), std::cmp::Reverse(*enemy))) {
            return Answer::Teleport(id, enemy);
        }
    }
    Answer::End
}
