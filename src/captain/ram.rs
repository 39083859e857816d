//! Ramming: whom a ship under All Ahead Full would strike, and what that promises.

use super::Standing;
use super::worth::{HIT, Pose, Rated, chance};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Crowd, ShipId};
use crate::ships::profile::{Profile, Size};
use crate::table::geometry::{Length, Point, Quarter, first_within};

/// What a die of All Ahead Full adds at least, nineteen times in twenty of four.
const SURGE_DIE: Length = Length(2_500);

/// The enemy that a ship straight ahead would ram with most profit, and what it promises in 16ths of victory points.
pub(super) fn best(battle: &Battle, roster: &Roster, standing: &Standing, id: ShipId) -> Option<(i32, ShipId)> {
    let (ship, own) = (battle.ship(id), &roster[id].profile);
    if own.sails.is_some() {
        return None;
    }
    let reach = battle.speed(roster, id) + Length(SURGE_DIE.0 * i32::from(own.ahead_dice));
    let mut best: Option<(i32, ShipId)> = None;
    for (enemy, other) in battle.fleet(ship.side.other()) {
        let target = &roster[enemy].profile;
        let contact = own.base + target.base;
        if !ship.at.within(other.at, reach + contact) || !battle.ground.on_one_table(ship.at, other.at) {
            continue;
        }
        if battle.averted(roster, enemy, ship.at) {
            continue;
        }
        let Some(length) = first_within(ship.at, ship.heading, reach, other.at, contact) else { continue };
        let met = ship.at.ahead(ship.heading, length);
        let promise = promise(battle, roster, standing, (id, enemy), met);
        if promise > 0 && best.is_none_or(|(known, _)| promise > known) {
            best = Some((promise, enemy));
        }
    }
    best
}

/// What a ram promises: dice of starting hits against the armour that is struck, both ways (RAM-08 to RAM-11).
fn promise(battle: &Battle, roster: &Roster, standing: &Standing, (id, enemy): (ShipId, ShipId), met: Point) -> i32 {
    let profile = |id: ShipId| &roster[id].profile;
    let (own, target) = (profile(id), profile(enemy));
    let struck = Pose::new(battle.ship(enemy).at, battle.ship(enemy).heading).quarter(met);
    let foe = Rated::target(battle, roster, enemy, Crowd::default());
    let me = Rated::target(battle, roster, id, Crowd::default());
    let hits = |dice: u8, armour: u8| i32::from(dice) * HIT * i32::from(7 - armour.clamp(2, 6)) / 6;
    let mut done = hits(own.ram.dice.unwrap_or(own.hits), foe.armour(struck)) + i32::from(own.ram.hits) * HIT;
    if battle.holofield(roster, enemy) {
        done /= 6;
    }
    let front = struck == Quarter::Front || target.size == Size::Defence;
    let back = hits(if front { target.hits } else { target.hits.div_ceil(2) }, own.armour[0]);
    let dealt = done.min(foe.hits * HIT) * foe.value / HIT;
    // A ram is braced against by both; what is left of a campaign's own ships counts for more.
    let lost = back.min(me.hits * HIT) * me.value / HIT;
    let lost = if standing.campaign { lost * 2 } else { lost * 5 / 4 };
    let needed = battle.leadership(battle.unit_of(id)) + own.ram.leadership;
    (dealt - lost) * odds(own, target, needed) / HIT
}

/// The chance of the ram test, in 64ths: three dice against a smaller ship, one against a larger (RAM-04).
fn odds(own: &Profile, target: &Profile, needed: i8) -> i32 {
    /// Ways in which three dice come to at most a sum.
    const THREE: [i32; 13] = [0, 0, 0, 1, 4, 10, 20, 35, 56, 81, 108, 108, 108];
    let (own, target) = (own.size as u8, target.size as u8);
    let place = usize::try_from(needed.clamp(0, 12)).unwrap_or(0);
    match target.cmp(&own) {
        std::cmp::Ordering::Less => THREE[place] * HIT / 216,
        std::cmp::Ordering::Equal => chance(needed),
        std::cmp::Ordering::Greater => (place.min(6) as i32) * HIT / 6,
    }
}
