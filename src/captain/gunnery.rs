//! Shooting: who fires next, and at whom.
//!
//! A unit fires at what is nearest unless a test frees it (SHOOT-05). The test costs nothing but its dice, so it is taken
//! whenever a better target is in sight. Batteries fire before lances: they bring the shields down and are hampered by
//! the markers that other fire leaves.

use super::feats;
use super::goals::prey;
use super::worth::{HIT, Power, Rated};
use super::{Standing, note};
use crate::battle::gothic::decisions::answer::{Aim, Answer};
use crate::battle::gothic::shooting::bearing::Bearing;
use crate::battle::gothic::state::ordnance::{MARKS, MarkShot};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Crowd, Order, Phase, SHELLS, SHIPS, SHOTS, Shell, ShipId, Unit};
use crate::ships::gun::Gun;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Length, in_quarter};
use crate::table::side::Side;

/// Half the template of a nova cannon, and how near it may be placed.
const TEMPLATE: Length = Length(2_500);
const NOVA_LEAST: Length = Length::cm(30);
/// No friend may be so near to where a shell is aimed.
const SAFE: Length = Length::cm(13);

/// Ships that were found without a target in the present phase: a note that saves looking again, nothing more.
#[derive(Default)]
pub(super) struct Idle {
    pub(super) ships: Crowd,
    when: Option<(u8, Side, Phase)>,
}

impl Idle {
    /// Forgets what was found in another phase.
    pub(super) fn turn_to(&mut self, battle: &Battle) -> &mut Self {
        let now = Some((battle.turn, battle.active, battle.phase));
        if self.when != now {
            *self = Self { ships: Crowd::default(), when: now };
        }
        self
    }
}

/// A weapon of the unit that can be fired.
#[derive(Clone, Copy, Default)]
struct Piece {
    ship: ShipId,
    weapon: u8,
    gun: Gun,
    strength: u8,
}

/// A ship in sight, with the weapons that bear on it.
#[derive(Clone, Copy, Default)]
struct Sighted {
    rated: Rated,
    unit: Unit,
    /// Weapons of the unit that bear, a bit each.
    bears: u64,
    /// Hits to be expected of each weapon, in 64ths.
    hits: FixedList<i16, SHOTS>,
}

/// What a unit can fire, and at whom: kept from one decision to the next only for its room.
#[derive(Default)]
pub(super) struct Deck {
    pieces: FixedList<Piece, SHOTS>,
    targets: FixedList<Sighted, SHIPS>,
    /// For each weapon whom it fires at without a test, and the place of that target.
    due: FixedList<Option<ShipId>, SHOTS>,
    nearest: FixedList<Option<u8>, SHOTS>,
    /// The unit that was told to test for its targets: nothing else happens before it is asked again.
    tests: Option<(Unit, u8, Side)>,
}

/// The fire of the next unit, a test for its targets, or the end of the phase.
pub(super) fn shoot(
    battle: &Battle,
    roster: &Roster,
    side: Side,
    standing: &Standing,
    (idle, deck): (&mut Idle, &mut Deck),
) -> Answer {
    idle.turn_to(battle);
    if let Some(answer) = feats::charged(battle, roster, side) {
        return answer;
    }
    loop {
        let ready = battle.fleet(side).filter(|(id, ship)| !ship.done.fired && !idle.ships.contains(*id));
        let Some((id, _)) = ready.max_by_key(|(id, _)| (turn_of(roster, *id), 255 - id.0)) else {
            return feats::parting(battle, roster, side).unwrap_or(Answer::End);
        };
        let unit = battle.unit_of(id);
        if let Some(answer) = fire(battle, roster, unit, standing, deck) {
            return answer;
        }
        idle.ships.insert(id);
        battle.members(unit).iter().for_each(|member| idle.ships.insert(*member));
    }
}

/// Batteries first, lances last.
fn turn_of(roster: &Roster, id: ShipId) -> i32 {
    let weapons = roster[id].profile.weapons.iter();
    weapons
        .map(|weapon| match weapon.gun {
            Gun::Battery | Gun::HeavyGunz | Gun::Arc | Gun::Acid => i32::from(weapon.strength),
            Gun::Lance | Gun::Pulsar | Gun::Phantom | Gun::Whip | Gun::Beam | Gun::BioPlasma => {
                -3 * i32::from(weapon.strength)
            }
            Gun::Bombardment => -i32::from(weapon.strength),
            Gun::Warp | Gun::Nova | Gun::Torpedoes | Gun::Bays => 0,
        })
        .sum()
}

fn fire(battle: &Battle, roster: &Roster, unit: Unit, standing: &Standing, deck: &mut Deck) -> Option<Answer> {
    let now = (unit, battle.turn, battle.active);
    if deck.tests.take() != Some(now) {
        deck.man(battle, roster, unit, standing);
    }
    let shells = shells(battle, roster, unit);
    let answer =
        |aims, shells, marks| Answer::Fire { unit, aims, first: FixedList::new(), column: None, shells, marks };
    if deck.targets.is_empty() {
        let marks = marks(battle, roster, unit, deck);
        let nothing = shells.is_empty() && marks.is_empty();
        return (!nothing).then(|| answer(FixedList::new(), shells, marks));
    }
    let members = battle.members(unit);
    let aim = members.first().and_then(|id| battle.ship(*id).done.aim);
    let (free, promised) = deck.free();
    if aim == Some(true) {
        return Some(answer(free, shells, FixedList::new()));
    }
    let (near, certain) = deck.near();
    let testable = aim.is_none() && battle.leadership(unit) > 3 && !battle.enthralled(unit);
    if testable && promised * 8 > certain * 9 {
        deck.tests = Some(now);
        return Some(Answer::Test(unit));
    }
    Some(answer(near, shells, FixedList::new()))
}

impl Deck {
    /// Looks what a unit bears on.
    fn man(&mut self, battle: &Battle, roster: &Roster, unit: Unit, standing: &Standing) {
        self.pieces.clear();
        self.targets.clear();
        self.nearest.clear();
        self.due.clear();
        let mut bearings: FixedList<Bearing, SHOTS> = FixedList::new();
        let mut all = Crowd::default();
        for bearing in &battle.bearings(roster, unit) {
            let (ship, weapon) = (bearing.ship, bearing.weapon);
            let silenced = battle.silenced(ship).is_some();
            let strength = if silenced { 0 } else { battle.strength(roster, unit, ship, weapon) };
            if strength == 0 {
                continue;
            }
            let gun = roster[ship].profile.weapons[usize::from(weapon)].gun;
            self.pieces.push(Piece { ship, weapon, gun, strength }).expect("one for each gun");
            self.nearest.push(None).expect("one for each gun");
            self.due.push(None).expect("one for each gun");
            bearings.push(*bearing).expect("one for each gun");
            bearing.targets.iter().for_each(|target| all.insert(target));
        }
        let prey = prey(battle, roster, standing, battle.side_of(unit));
        let closest = battle.closest(roster, unit, &bearings, |_| false).unwrap_or_default();
        for (place, bearing) in bearings.iter().enumerate() {
            self.due[place] = battle.due_target(bearing, &closest);
        }
        for enemy in all.iter().filter(|enemy| battle.ship(*enemy).fights()) {
            self.bearing(battle, roster, &bearings, enemy, prey);
        }
    }

    /// Takes a target in, with what each weapon may do to it.
    fn bearing(&mut self, battle: &Battle, roster: &Roster, bearings: &[Bearing], enemy: ShipId, prey: Crowd) {
        let rated = Rated::target(battle, roster, enemy, prey);
        let mut seen = Sighted { rated, unit: battle.unit_of(enemy), ..Sighted::default() };
        let mut known: Option<(ShipId, Gun, u8)> = None;
        for (place, (piece, bearing)) in self.pieces.iter().zip(bearings).enumerate() {
            if !bearing.targets.contains(enemy) {
                seen.hits.push(0).expect("one for each gun");
                continue;
            }
            seen.bears |= 1 << place;
            // Weapons of a kind that one ship has in several arcs share their column.
            let column = match known {
                _ if !piece.gun.is_gunnery() => 1,
                Some((ship, gun, column)) if (ship, gun) == (piece.ship, piece.gun) => column,
                _ => battle.column(roster, piece.ship, piece.gun, enemy),
            };
            if piece.gun.is_gunnery() {
                known = Some((piece.ship, piece.gun, column));
            }
            seen.hits.push(expected(battle, roster, *piece, column, &seen.rated) as i16).expect("one for each gun");
            if self.due[place] == Some(enemy) {
                self.nearest[place] = Some(self.targets.len() as u8);
            }
        }
        self.targets.push(seen).expect("each ship once");
    }

    /// Each weapon at the target that it must take without a test, and what that is worth.
    fn near(&self) -> (FixedList<Aim, SHOTS>, i32) {
        let mut aims = FixedList::new();
        let mut hits = [0; SHIPS];
        for (place, piece) in self.pieces.iter().enumerate() {
            let Some(target) = self.nearest[place].map(usize::from) else { continue };
            hits[target] += i32::from(self.targets[target].hits[place]);
            aims.push(piece.at(self.targets[target].unit)).expect("one for each gun");
        }
        let worth = self.targets.iter().zip(hits).map(|(target, hits)| target.rated.harm(hits)).sum();
        (aims, worth)
    }

    /// All weapons at the target that promises most, the rest at what promises most of what is left; then each weapon
    /// that would do more elsewhere goes there, so that nothing is wasted on who is as good as lost.
    fn free(&self) -> (FixedList<Aim, SHOTS>, i32) {
        let mut sent = [usize::MAX; SHOTS];
        let mut hits = [0; SHIPS];
        let mut left: u64 = if self.pieces.len() == 64 { u64::MAX } else { (1 << self.pieces.len()) - 1 };
        for _ in 0..4 {
            let rated = self.targets.iter().enumerate().filter(|(_, target)| target.bears & left != 0);
            let rated = rated.map(|(index, target)| {
                let fired = (0..self.pieces.len()).filter(|place| target.bears & left & (1 << place) != 0);
                let sum: i32 = fired.map(|place| i32::from(target.hits[place])).sum();
                (target.rated.harm(sum), std::cmp::Reverse(target.rated.id), index, sum)
            });
            let Some((_, _, index, sum)) = rated.max() else { break };
            let target = &self.targets[index];
            for (place, sent) in sent.iter_mut().enumerate().take(self.pieces.len()) {
                if target.bears & left & (1 << place) != 0 {
                    *sent = index;
                }
            }
            hits[index] = sum;
            left &= !target.bears;
        }
        self.spread(&mut sent, &mut hits);
        let mut aims = FixedList::new();
        for (piece, index) in self.pieces.iter().zip(sent).filter(|(_, index)| *index != usize::MAX) {
            aims.push(piece.at(self.targets[index].unit)).expect("one for each gun");
        }
        (aims, self.targets.iter().zip(hits).map(|(target, hits)| target.rated.harm(hits)).sum())
    }

    /// Moves single weapons to where they add twice what they are missed: expectations are rough.
    fn spread(&self, sent: &mut [usize; SHOTS], hits: &mut [i32; SHIPS]) {
        if self.targets.len() < 2 {
            return;
        }
        let harm = |index: usize, hits: i32| self.targets[index].rated.harm(hits);
        for (place, sent) in sent.iter_mut().enumerate().take(self.pieces.len()) {
            let from = *sent;
            if from == usize::MAX {
                continue;
            }
            let own = i32::from(self.targets[from].hits[place]);
            let missed = harm(from, hits[from]) - harm(from, hits[from] - own);
            let others =
                (0..self.targets.len()).filter(|to| *to != from && self.targets[*to].bears & (1 << place) != 0);
            let gains = others.map(|to| {
                let more = i32::from(self.targets[to].hits[place]);
                (harm(to, hits[to] + more) - harm(to, hits[to]), std::cmp::Reverse(to), more)
            });
            if let Some((gain, std::cmp::Reverse(to), more)) = gains.max()
                && gain > 2 * missed
            {
                hits[from] -= own;
                hits[to] += more;
                *sent = to;
            }
        }
    }
}

impl Piece {
    fn at(self, target: Unit) -> Aim {
        Aim { ship: self.ship, weapon: self.weapon, target, share: 0 }
    }
}

/// Hits to be expected of a weapon, in 64ths.
fn expected(battle: &Battle, roster: &Roster, piece: Piece, column: u8, rated: &Rated) -> i32 {
    let strength = i16::from(piece.strength);
    let from = rated.pose.quarter(battle.ship(piece.ship).at);
    let power = Power::of(piece.gun, strength);
    let hits = power.hits(usize::from(column), rated.armour(from));
    let again = if battle.ship(piece.ship).order == Some(Order::LockOn) { hits * 3 / 8 } else { 0 };
    let elusive = battle.holofield(roster, rated.id) && !piece.gun.is_gunnery();
    let hits = hits + again;
    (if elusive { hits / 6 } else { hits }).min(100 * HIT)
}

/// A nova shell for each ship that has one and sees something worth it.
fn shells(battle: &Battle, roster: &Roster, unit: Unit) -> FixedList<Shell, SHELLS> {
    let mut found = FixedList::new();
    for id in &battle.members(unit) {
        let weapons = (0..).zip(&roster[*id].profile.weapons);
        let Some((weapon, mount)) = weapons.into_iter().find(|(_, weapon)| weapon.gun == Gun::Nova) else { continue };
        if battle.silenced(*id).is_some() || battle.strength(roster, unit, *id, weapon) == 0 {
            continue;
        }
        let ship = battle.ship(*id);
        if battle.in_field(ship.at) {
            continue;
        }
        let (least, most) = (NOVA_LEAST + TEMPLATE, mount.range - TEMPLATE);
        let fit = battle.fleet(ship.side.other()).filter(|(_, enemy)| {
            ship.at.within(enemy.at, most)
                && ship.at.distance(enemy.at) >= least
                && mount.arcs.iter().any(|arc| in_quarter(ship.at, ship.heading, enemy.at, arc))
                && !battle.fleet(ship.side).any(|(_, friend)| friend.at.within(enemy.at, SAFE))
                && battle.sees_past(roster, ship.at, enemy.at, None, battle.body_at(ship.at, enemy.at))
        });
        // The nearer, the less it scatters; ships close together may all be hit.
        let rated = fit.map(|(enemy, other)| {
            let crowd = battle.fleet(other.side).filter(|(_, next)| next.at.within(other.at, Length::cm(5))).count();
            let dice = if ship.at.within(other.at, Length::cm(45)) { 3 } else { 1 };
            (crowd * dice, std::cmp::Reverse(ship.at.squared(other.at)), std::cmp::Reverse(enemy), other.at)
        });
        if let Some((.., at)) = rated.max() {
            found.push(Shell { ship: *id, at }).expect("the nova cannon of a unit are counted when it is entered");
        }
    }
    found
}

/// Every weapon that bears on the enemy ordnance nearest to the unit; others would need a test (ORD-13).
fn marks(battle: &Battle, roster: &Roster, unit: Unit, deck: &Deck) -> FixedList<MarkShot, MARKS> {
    let mut found: FixedList<MarkShot, MARKS> = FixedList::new();
    let Some(mark) = battle.closest_mark(roster, unit) else { return found };
    for Piece { ship, weapon, .. } in deck.pieces.iter().copied() {
        if battle.misses_mark(roster, ship, weapon, mark).is_none() {
            note(&mut found, MarkShot { ship, weapon, mark, share: 0 });
        }
    }
    found
}
