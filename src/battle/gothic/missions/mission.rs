//! What a battle is fought for: who comes later and from where, what wins it, and when it is over (SCEN-14 to SCEN-117).
//!
//! A scenario is made of such parts. A plain situation has none of them: its fleets fight until one is gone.

use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Crowd, Fate, Ground, Ship, ShipId, Unit};
use crate::battle::gothic::victory::Facts;
use crate::ships::craft::CraftId;
use crate::table::edge::Edge;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Length, Point};
use crate::table::side::Side;
use crate::text::words;

/// Most groups of ships that come later, and contact markers.
pub const GROUPS: usize = 48;
/// Most kinds of attack craft of a cluster.
pub const CLUSTER: usize = 8;
/// Raw assault points that end a planetary assault (SCEN-89).
pub const ASSAULT: u8 = 10;

/// The parts of a scenario.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mission {
    /// A scenario is played: planetary defences keep no fleet in play (SCEN-14).
    pub on: bool,
    /// The attacker.
    pub attacker: Side,
    /// The edge by which a side's ships leave as their objective (SCEN-63, SCEN-78).
    pub exits: [Option<Edge>; 2],
    /// The side that brings transports through; without them the battle is over (SCEN-77).
    pub convoy: Option<Side>,
    /// Game turns for which a side's ships have -1 Leadership (SCEN-43).
    pub surprised: [u8; 2],
    /// Half assault points scored so far, where they are (SCEN-87).
    pub assault: Option<u8>,
    /// Ships that may destroy the planet (SCEN-105); without them the battle is over (SCEN-116).
    pub exterminators: Crowd,
    /// The planet is to be destroyed.
    pub exterminatus: bool,
    /// It is.
    pub planet_destroyed: bool,
    /// Damage points decide (SCEN-24).
    pub clash: bool,
    /// Squadrons that lost half of their ships pay on the table too, by agreement (VP-11).
    pub reduced_pays: bool,
    /// Who has surrendered (SCEN-131).
    pub surrendered: Option<Side>,
    /// Contact markers that the attacker may still activate in this turn (SCEN-73).
    pub signals: u8,
    /// Ships that come later, and contact markers.
    pub groups: FixedList<Group, GROUPS>,
}

words! {
    /// How a group comes into play.
    #[derive(Default)]
    GroupKind {
        /// The whole fleet moves on in the first turn, by one edge (SCEN-42, SCEN-51).
        #[default]
        Raid = "raid",
        /// In any turn, by the edge and more and more of its neighbours (SCEN-35).
        Reserve = "reserve",
        /// By one point, in the first two turns (SCEN-71).
        Convoy = "convoy",
        /// By a roll in each turn, by a random edge (SCEN-114).
        Patrol = "patrol",
        /// A division: drawn, put at an edge, then by a roll in each turn (SCEN-98, SCEN-99).
        Division = "division",
        /// A contact marker on the table (SCEN-69).
        Contact = "contact",
    }
}

words! {
    /// What lies in wait under a contact marker besides ships (SCEN-67).
    Cluster {
        /// Deadfall torpedoes (SCEN-74).
        Torpedoes = "torpedoes",
        /// Attack craft (SCEN-75).
        Craft = "attack craft",
    }
}

/// Ships that are not on the table yet, and come together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// How it comes.
    pub kind: GroupKind,
    /// Whose it is.
    pub side: Side,
    /// Its ships.
    pub ships: Crowd,
    /// The edge it comes from, where it is known.
    pub edge: Option<Edge>,
    /// Its marker, where there is one.
    pub at: Option<Point>,
    /// Its ships may come on now.
    pub ready: bool,
    /// A contact marker that the enemy has found, to be deployed after his Movement Phase (SCEN-72).
    pub found: bool,
    /// What it is besides ships.
    pub cluster: Option<Cluster>,
    /// The craft of its fleet, for a cluster of them.
    pub craft: FixedList<CraftId, CLUSTER>,
}

impl Ship {
    /// Whether it has still to come.
    #[must_use]
    pub const fn is_to_come(&self) -> bool {
        matches!(self.fate, Fate::ToCome)
    }
}

impl Ground {
    /// The edges on which a place on the border of the main table lies.
    pub fn edges_at(&self, at: Point) -> impl Iterator<Item = Edge> {
        let on = [
            (at.x == Length::ZERO, Edge::Left),
            (at.x == self.width, Edge::Right),
            (at.y == Length::ZERO, Edge::Near),
            (at.y == self.depth, Edge::Far),
        ];
        on.into_iter().filter(|(on, _)| *on).map(|(_, edge)| edge)
    }

    /// The edge nearest to a place.
    #[must_use]
    pub fn nearest_edge(&self, at: Point) -> Edge {
        let gaps =
            [(at.x, Edge::Left), (self.width - at.x, Edge::Right), (at.y, Edge::Near), (self.depth - at.y, Edge::Far)];
        gaps.into_iter().min_by_key(|(gap, _)| *gap).map_or(Edge::Near, |(_, edge)| edge)
    }

    /// How long an edge is.
    #[must_use]
    pub const fn edge_length(&self, edge: Edge) -> Length {
        match edge {
            Edge::Left | Edge::Right => self.depth,
            Edge::Near | Edge::Far => self.width,
        }
    }

    /// The place so far along an edge, from its left or near end.
    #[must_use]
    pub fn on_edge(&self, edge: Edge, along: Length) -> Point {
        let along = along.max(Length::ZERO).min(self.edge_length(edge));
        match edge {
            Edge::Left => Point { x: Length::ZERO, y: along },
            Edge::Right => Point { x: self.width, y: along },
            Edge::Near => Point { x: along, y: Length::ZERO },
            Edge::Far => Point { x: along, y: self.depth },
        }
    }
}

impl Battle {
    /// The group of a ship that has still to come.
    #[must_use]
    pub fn group_of(&self, id: ShipId) -> Option<usize> {
        self.mission.groups.iter().position(|group| group.ships.contains(id))
    }

    /// The ships of a group that have still to come.
    pub fn to_come(&self, group: &Group) -> impl Iterator<Item = ShipId> + use<'_> {
        let ships = group.ships;
        self.all().filter(move |(id, ship)| ship.is_to_come() && ships.contains(*id)).map(|(id, _)| id)
    }

    /// The ships of a side that may come on now.
    pub fn arrivals(&self, side: Side) -> impl Iterator<Item = ShipId> {
        let groups = self.mission.groups.iter();
        let ready = groups.filter(move |group| group.ready && group.side == side && group.kind != GroupKind::Contact);
        ready.flat_map(|group| self.to_come(group))
    }

    /// Whether one of them must come on in this turn.
    #[must_use]
    pub fn must_arrive(&self, side: Side) -> bool {
        let must = |group: &&Group| match group.kind {
            GroupKind::Raid | GroupKind::Patrol | GroupKind::Division => true,
            GroupKind::Reserve | GroupKind::Convoy | GroupKind::Contact => false,
        };
        let groups = self.mission.groups.iter().filter(|group| group.ready && group.side == side);
        groups.filter(must).any(|group| self.to_come(group).next().is_some())
    }

    /// Whether a side's fleet is in play: a ship fights, or has still to come (SCEN-14). In a scenario planetary
    /// defences do not count.
    #[must_use]
    pub fn in_play(&self, roster: &Roster, side: Side) -> bool {
        let counts = |id: ShipId| !self.mission.on || !roster[id].profile.is_stationary();
        let to_come =
            || self.all().filter(|(_, ship)| ship.side == side && ship.is_to_come()).any(|(id, _)| counts(id));
        self.fighting(side).iter().any(counts)
            || to_come()
            || self.haunts(roster, side)
            || self.mission.groups.iter().any(|group| group.side == side && group.cluster.is_some())
    }

    /// Whether the battle goes on although a fleet is gone: the scenario names its own end, and somebody has still
    /// something to achieve (TURN-07).
    #[must_use]
    pub fn goes_on(&self, roster: &Roster) -> bool {
        let mission = &self.mission;
        if !mission.on {
            return false;
        }
        // Only the last transport ends a convoy (SCEN-77).
        if mission.convoy.is_some() {
            return true;
        }
        // A blockade run lasts its six turns, as long as there is a runner to get through (SCEN-62).
        if Side::BOTH.into_iter().any(|side| mission.exits[side as usize].is_some() && self.in_play(roster, side)) {
            return true;
        }
        // The planet is still there, and so is what is to destroy it; defenders who were destroyed have not disengaged
        // (SCEN-116).
        mission.exterminatus && !self.has_disengaged(roster, mission.attacker.other())
    }

    /// Whether a fleet has disengaged: it is gone, and a ship of it left or stayed away instead of being lost (SCEN-14).
    #[must_use]
    pub fn has_disengaged(&self, roster: &Roster, side: Side) -> bool {
        let left = |(id, ship): (ShipId, &Ship)| {
            let went = matches!(
                ship.fate,
                Fate::Disengaged | Fate::Haunting | Fate::Landed | Fate::LeftByEdge | Fate::NeverEntered
            );
            ship.side == side && went && !roster[id].profile.is_stationary()
        };
        !self.in_play(roster, side) && self.all().any(left)
    }

    /// Half transports that a ship counts as: two when crippled of a heavy transport (SCEN-79).
    #[must_use]
    pub fn transport_value(&self, roster: &Roster, id: ShipId) -> u8 {
        let value = roster[id].profile.transport;
        if value > 2 && self.crippled(roster, id) { 2 } else { value }
    }

    /// Half assault points that a ship scores in a turn (SCEN-87).
    #[must_use]
    pub fn assault_value(&self, roster: &Roster, id: ShipId) -> u8 {
        let profile = &roster[id].profile;
        if profile.assault > 4 && self.crippled(roster, id) { profile.assault / 2 } else { profile.assault }
    }

    /// Half transports that have left by the far edge (SCEN-78).
    #[must_use]
    pub fn transports_through(&self, roster: &Roster) -> u32 {
        let through = self.all().filter(|(_, ship)| ship.fate == Fate::LeftByEdge);
        through.map(|(id, _)| u32::from(self.transport_value(roster, id))).sum()
    }

    /// Whether a unit has an Exterminator among it, which defenders may always pick out (SCEN-113).
    #[must_use]
    pub fn is_exterminator(&self, unit: Unit) -> bool {
        !self.mission.exterminators.is_empty()
            && self.members(unit).iter().any(|id| self.mission.exterminators.contains(*id))
    }

    /// Who wins if the battle ends now.
    #[must_use]
    pub fn winner(&self, roster: &Roster) -> Option<Side> {
        let facts = Facts::of(roster, self);
        let field = facts.field();
        facts.winner(facts.points(field), field).winner
    }

    /// Why the battle is over by its scenario, if it is: the rule, and the winner where the rule names one.
    #[must_use]
    pub fn scenario_over(&self, roster: &Roster) -> Option<(&'static str, Option<Side>)> {
        let mission = &self.mission;
        if !mission.on {
            return None;
        }
        if let Some(side) = mission.surrendered {
            return Some(("SCEN-131", Some(side.other())));
        }
        if let Some(side) = mission.convoy {
            let left = |(id, ship): &(ShipId, &Ship)| {
                ship.side == side && (ship.fights() || ship.is_to_come()) && roster[*id].profile.transport > 0
            };
            if !self.all().any(|each| left(&each)) {
                return Some(("SCEN-77", self.winner(roster)));
            }
        }
        if mission.assault.is_some_and(|half| half >= 2 * ASSAULT) {
            return Some(("SCEN-89", self.winner(roster)));
        }
        if mission.planet_destroyed {
            return Some(("SCEN-116", Some(mission.attacker)));
        }
        let threat =
            |(id, ship): (ShipId, &Ship)| mission.exterminators.contains(id) && (ship.fights() || ship.is_to_come());
        if mission.exterminatus && !self.all().any(threat) {
            return Some(("SCEN-116", Some(mission.attacker.other())));
        }
        None
    }
}
