//! Where everybody stands when a scenario begins: the set-ups of the rulebook, by the dice of a set-up. Each scenario's
//! file draws up its own; here is what they share.
//!
//! Ruling: what the players would decide at deployment is decided alike for both: units in line, the dearest in the
//! middle, facing the enemy. Who may choose goes first, except where waiting helps.

use super::Scenario;
use super::forts;
use super::laid_out::lay;
use super::places::{Berths, Units, rect};
use super::role::Role;
use super::set_up::{Dealt, SetUp};
use crate::battle::gothic::missions::mission::{Group, GroupKind, Mission};
use crate::battle::gothic::state::phenomena::LOW;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Crowd, ShipId};
use crate::ships::profile::Size;
use crate::table::fixed_list::Outgrown;
use crate::table::geometry::{Heading, Length, Point};
use crate::table::side::Side;

pub(super) const EAST: Heading = Heading::new(90);
pub(super) const WEST: Heading = Heading::new(270);
pub(super) const NORTH: Heading = Heading::new(0);
pub(super) const SOUTH: Heading = Heading::new(180);

/// A deployment under way.
pub struct Deployment<'a> {
    pub(super) berths: Berths<'a>,
    pub(super) roster: &'a Roster,
    pub(super) dealt: &'a Dealt,
    /// Ships of the attacker and of the defender that move, by units; then defences.
    pub(super) units: [Units; 2],
    defences: Vec<ShipId>,
    pub(super) size: u32,
    pub(super) clusters: u32,
    /// What there was no room for.
    pub(super) outgrown: Option<Outgrown>,
}

/// Who takes part in a battle that is to be deployed.
#[derive(Clone, Debug)]
pub struct Fleets<'a> {
    /// What never changes.
    pub roster: &'a Roster,
    /// The ships of both, by units.
    pub units: [Units; 2],
    /// Agreed points.
    pub size: u32,
    /// Clusters in ambush (SCEN-67).
    pub clusters: u32,
}

/// Puts both fleets on the table and says what they fight for; gives who goes first.
///
/// # Errors
/// When the set-up has more of something than the engine plays.
pub fn deploy(scenario: Scenario, set_up: &SetUp, battle: &mut Battle, fleets: Fleets<'_>) -> Result<Role, Outgrown> {
    lay(&set_up.field, battle)?;
    battle.mission = Mission { on: true, attacker: Side::One, ..Mission::default() };
    let Fleets { roster, units, size, clusters } = fleets;
    let stands = |id: &ShipId| roster[*id].profile.is_stationary();
    let defences: Vec<ShipId> = units[1].iter().flatten().copied().filter(stands).collect();
    let units = units.map(|side| side.into_iter().filter(|unit| !unit.iter().all(stands)).collect::<Units>());
    let (berths, dealt) = (Berths { battle }, &set_up.dealt);
    let mut deployment = Deployment { berths, roster, dealt, units, defences, size, clusters, outgrown: None };
    let first = scenario.rules().deploy(&mut deployment);
    deployment.place_defences();
    if let Some(outgrown) = deployment.outgrown {
        return Err(outgrown);
    }
    battle.first = first.side();
    battle.active = battle.first;
    (battle.turn, battle.last_turn) = (1, scenario.rules().last_turn());
    Ok(first)
}

impl Deployment<'_> {
    /// Width and depth of the table in whole centimetres.
    pub(super) fn table(&self) -> (i32, i32) {
        let ground = &self.berths.battle.ground;
        (ground.width.0 / 1000, ground.depth.0 / 1000)
    }

    /// Who chooses takes the first turn (SCEN-09).
    pub(super) fn chosen(&self) -> Role {
        self.dealt.chooses_turn.unwrap_or(Role::Attacker)
    }

    pub(super) fn worth(&self, ships: &[ShipId]) -> u32 {
        ships.iter().map(|id| self.roster[*id].profile.worth).sum()
    }

    pub(super) fn crowd(ships: &[ShipId]) -> Crowd {
        let mut crowd = Crowd::default();
        ships.iter().for_each(|id| crowd.insert(*id));
        crowd
    }

    /// Ships that come later together.
    pub(super) fn group(&mut self, group: Group) {
        if let Err(full) = self.berths.battle.mission.groups.push(group) {
            self.outgrown = Some(full.of("groups of ships and contact markers"));
        }
    }

    /// All of a side comes on by an edge in the first turn.
    pub(super) fn raiders(&mut self, side: Side) {
        let ships: Vec<ShipId> = self.units[side as usize].iter().flatten().copied().collect();
        self.group(Group { kind: GroupKind::Raid, side, ships: Self::crowd(&ships), ..Group::default() });
    }

    /// The defenders' ships have -1 Leadership for as long as was rolled (SCEN-43, SCEN-127).
    pub(super) fn surprise(&mut self) {
        self.berths.battle.mission.surprised[Side::Two as usize] = self.dealt.alarm;
    }

    /// A unit on standby in orbit, at so many degrees round the planet (SCEN-50, SCEN-84).
    pub(super) fn stand_by(&mut self, unit: &[ShipId], bearing: i32) {
        self.berths.in_orbit(unit, bearing);
        for id in unit {
            let ship = self.berths.battle.ship_mut(*id);
            (ship.done.standby, ship.done.moved) = (true, true);
        }
    }

    /// Defences: ground units at the planet edge of low orbit, the rest in high orbit about the planet.
    fn place_defences(&mut self) {
        let low = self.berths.battle.ground.low;
        let (width, depth) = self.table();
        let mut on_ground = 0;
        for (index, id) in (0_i32..).zip(forts::leads(self.roster, &self.defences)) {
            let profile = &self.roster[id].profile;
            if profile.ground
                && let Some(low) = low
            {
                on_ground += 1;
                let along = Length(low.length.0 * on_ground / 8 % low.length.0.max(1));
                self.berths.put(id, Point { x: LOW + along, y: Length::ZERO }, NORTH);
            } else if self.berths.planet().is_some() {
                self.berths.in_orbit(&[id], 45 * index + 20);
                if profile.is_stationary() {
                    let (at, centre) =
                        (self.berths.battle.ship(id).at, self.berths.planet().map_or(Point::default(), |p| p.0));
                    // It faces away from what it guards.
                    self.berths.battle.ship_mut(id).heading = centre.heading_to(at).unwrap_or_default();
                }
            } else {
                let zone = rect(30, 20, width - 30, depth - 20);
                let wish =
                    self.units[1].first().and_then(|unit| unit.first()).map(|id| self.berths.battle.ship(*id).at);
                let at = self.berths.near(&zone, wish.unwrap_or(Point::cm(width / 2, depth / 2)));
                self.berths.put(id, at, NORTH);
            }
            let still = profile.size == Size::Defence && !profile.has_ordnance();
            self.berths.battle.ship_mut(id).done.moved |= still;
            forts::spread(self.roster, self.berths.battle, id);
        }
    }
}
