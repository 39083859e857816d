//! A ground battle as it stands: plain values, written down and taken up again at any moment.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

use super::agenda::Task;
use super::kinds::{Amount, Power};
use super::roster::{CraftId, FormationId, Roster, UnitId};
use crate::table::geometry::{Heading, Point};
use crate::table::side::Side;
use crate::text::words;

words! {
    /// Phases of a turn (EP-TURN-01), and what comes before.
    Phase {
        /// Objectives, plans, deployment (EP-TURN-06).
        SetUp = "set-up",
        /// Arrivals (EP-TURN-04).
        Start = "start",
        /// The strategy roll.
        Strategy = "strategy",
        /// Activations.
        Action = "action",
        /// Leaving, rallying, goals.
        End = "end",
    }
}

words! {
    /// Actions of formations (EP-ACT-13, EP-AIR).
    Action {
        /// One move, then shoot.
        Advance = "advance",
        /// A charge and an assault.
        Engage = "engage",
        /// Two moves, then shoot at -1.
        Double = "double",
        /// Three moves.
        March = "march",
        /// Shoot at -1 or move, then regroup.
        Marshal = "marshal",
        /// Wait to fire.
        Overwatch = "overwatch",
        /// Shoot at +1.
        Sustained = "sustained fire",
        /// After a failed test only.
        Hold = "hold",
        /// Of aircraft.
        GroundAttack = "ground attack",
        /// Of fighters.
        Intercept = "intercept",
        /// Of fighters.
        Patrol = "patrol",
        /// Of aircraft.
        StandDown = "stand down",
        /// Has come out of a transport that is no part of it, and acts no more (EP-WE-03, EP-AIR-18).
        Disembarked = "disembarked",
    }
}

impl Action {
    /// Whether a formation that did it has moved.
    #[must_use]
    pub const fn moves(self) -> bool {
        matches!(self, Self::Advance | Self::Engage | Self::Double | Self::March)
    }
}

words! {
    /// Where a formation waits that is not on the table.
    Keeps {
        /// Anywhere.
        Reserve = "reserve",
        /// To teleport.
        Teleport = "teleport",
        /// Of tunnellers.
        Underground = "underground",
        /// In a spacecraft.
        Aboard = "aboard",
    }
}

words! {
    /// Goals of the battle (EP-WIN-01).
    Goal {
        /// The objective on the opponent's edge.
        Blitz = "blitz",
        /// The dearest enemy formation is destroyed.
        BreakSpirit = "bts",
        /// All three objectives of the own half.
        DefendFlag = "dtf",
        /// Two objectives of the opponent's half.
        TakeHold = "th",
        /// No unbroken enemy formation in the own half.
        NotPass = "tsnp",
    }
}

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// On the table, or over it.
    At(Point),
    /// Aboard another.
    In(UnitId),
    /// Not yet or no longer on the table.
    Off,
    /// Destroyed.
    Lost,
}

/// A unit as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// Where it is.
    pub place: Place,
    /// Points of damage taken.
    pub damage: u8,
    /// Weapons that were fired and must wait or are used up, with the turn.
    pub fired: Vec<(usize, u8)>,
    /// Air formations that its flak has fired at this turn (EP-AIR-14).
    pub flak: Vec<FormationId>,
}

impl Unit {
    /// One that waits off the table.
    pub const NEW: Self = Self { place: Place::Off, damage: 0, fired: Vec::new(), flak: Vec::new() };
}

/// A formation as it stands (EP-UNIT-08).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Formation {
    /// Blast markers.
    pub markers: u32,
    /// Broken.
    pub broken: bool,
    /// Its action of this turn.
    pub did: Option<Action>,
    /// Moved in that action.
    pub moved: bool,
    /// Waits to fire.
    pub overwatch: bool,
    /// Waits to intercept.
    pub patrol: bool,
    /// Skimmers are popped up (EP-SPEC-13).
    pub popped: bool,
    /// Where it waits.
    pub keeps: Option<Keeps>,
    /// Sealed exit of tunnellers (EP-SPEC-21).
    pub exit: Option<Point>,
    /// Sealed drop zone (EP-SPACE-03).
    pub drop: Option<Point>,
    /// Heading of aircraft over the table.
    pub flying: Option<Heading>,
    /// Aircraft that stand on the ground.
    pub landed: bool,
    /// Jinks this turn (EP-AIR-13).
    pub jinking: bool,
    /// Marked in the air: in its approach, in its disengagement (EP-AIR-21).
    pub marked: [bool; 2],
    /// The way of its latest flight.
    pub path: Vec<Point>,
    /// Its action test was passed; who failed may not retain.
    pub passed: bool,
}

/// A spacecraft as it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Craft {
    /// Turn of its arrival; 0 before it is planned.
    pub arrives: u8,
    /// Sealed aiming points.
    pub aims: Vec<Point>,
    /// Stays away, or has been and gone.
    pub gone: bool,
    /// Has been and gone.
    pub acted: bool,
    /// Its test failed once, and it comes as the last to act (EP-SPACE-04).
    pub delayed: bool,
}

/// An objective (EP-WIN-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Objective {
    /// Where it lies.
    pub at: Point,
    /// In whose half.
    pub half: Side,
}

/// A side as it stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Force {
    /// Lost the strategy choice of the last turn (EP-TURN-02).
    pub lost_choice: bool,
    /// The supreme commander's re-roll of this turn is spent (EP-SPEC-15).
    pub reroll_used: bool,
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Winner {
    /// A side.
    Side(Side),
    /// Nobody.
    Draw,
}

/// An assault under way (EP-ASLT).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assault {
    /// The attacker's side.
    pub side: Side,
    /// Attacking formations.
    pub attackers: Vec<FormationId>,
    /// Defending formations.
    pub defenders: Vec<FormationId>,
    /// Units and points of damage lost by attackers and defenders (EP-ASLT-10).
    pub lost: [u32; 2],
    /// Of each formation, the markers of its losses, for the winner (EP-ASLT-15).
    pub losses: Vec<(FormationId, u32)>,
    /// Markers of both when it began.
    pub markers: [u32; 2],
    /// Broken formations when it began.
    pub were_broken: Vec<FormationId>,
    /// Dice that engines roll in close combat.
    pub splits: Vec<(UnitId, u8)>,
    /// Who supports.
    pub supporters: Vec<FormationId>,
}

/// An action that was declared and whose test is under way (EP-ACT-01).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Declared {
    /// Who acts.
    pub formation: FormationId,
    /// The action.
    pub action: Action,
    /// Targets of an assault: several that are intermingled (EP-ASLT-16).
    pub targets: Vec<FormationId>,
    /// Who assaults with it (EP-SPEC-02).
    pub with: Vec<FormationId>,
    /// Skimmers pop up (EP-SPEC-13).
    pub pop_up: bool,
    /// A march along a road (EP-ACT-15).
    pub by_road: bool,
}

/// What one attack does to a formation, until it is settled (EP-SHOOT-05).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// Whose account.
    pub formation: FormationId,
    /// It was broken before the attack.
    pub broken: bool,
    /// It is in crossfire (EP-XFIRE-03).
    pub crossfire: bool,
    /// A unit of it has been destroyed.
    pub first_lost: bool,
    /// Markers to be placed.
    pub markers: u32,
    /// Units and points of damage lost.
    pub lost: u32,
    /// Where the attack came from, for what is nearest.
    pub from: Vec<Point>,
}

/// A hit on its way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hit {
    /// Past ordinary saves.
    pub is_macro: bool,
    /// Damage to war engines.
    pub titan_killer: Option<Amount>,
    /// Gives a marker of its own (EP-WPN-02).
    pub disrupt: bool,
    /// No cover saves (EP-WPN-05).
    pub ignores_cover: bool,
    /// Saved at -1 (EP-SPEC-14).
    pub sniper: bool,
    /// The firepower; none in assaults.
    pub power: Option<Power>,
    /// Whom it may go to, nearest first.
    pub reach: Vec<UnitId>,
}

/// Shots that wait for a sniper's choice (EP-SPEC-14).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Volley {
    /// Who fires.
    pub formation: FormationId,
    /// How.
    pub fire: Fire,
    /// Its modifier.
    pub modifier: i8,
    /// Snipers' hits that are still to be given.
    pub snipers: Vec<Hit>,
    /// What it does to whom.
    pub accounts: Vec<Account>,
}

/// How a formation fires.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fire {
    /// At whom.
    pub target: FormationId,
    /// Only at units in the open (EP-SHOOT-07).
    pub open: bool,
    /// Who uses AP.
    pub ap: Vec<UnitId>,
    /// Who uses AT.
    pub at: Vec<UnitId>,
    /// Who does not fire.
    pub hold: Vec<UnitId>,
    /// Weapons that can fire indirectly do (EP-WPN-11).
    pub indirect: bool,
    /// Where templates are laid.
    pub templates: Vec<Point>,
}

impl Fire {
    /// Everything at a formation.
    #[must_use]
    pub const fn at(target: FormationId) -> Self {
        Self {
            target,
            open: false,
            ap: Vec::new(),
            at: Vec::new(),
            hold: Vec::new(),
            indirect: false,
            templates: Vec::new(),
        }
    }
}

/// A ground battle as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Battle {
    /// The turn, from 1.
    pub turn: u8,
    /// The phase.
    pub phase: Phase,
    /// Whose activation it is.
    pub active: Side,
    /// It is made on a retained initiative.
    pub retained: bool,
    /// Who won the strategy roll.
    pub won_strategy: Side,
    /// Both sides.
    pub sides: [Force; 2],
    /// Formations.
    pub formations: Vec<Formation>,
    /// Units.
    pub units: Vec<Unit>,
    /// Spacecraft.
    pub craft: Vec<Craft>,
    /// Objectives.
    pub objectives: Vec<Objective>,
    /// What comes next; the last first.
    pub agenda: Vec<Task>,
    /// The assault under way.
    pub assault: Option<Assault>,
    /// The action whose test is under way, or that is carried out.
    pub declared: Option<Declared>,
    /// Shots under way.
    pub volley: Option<Volley>,
    /// Who has tried to rally in this end phase.
    pub rallied: Vec<FormationId>,
    /// Who is asked.
    pub asked: Option<Side>,
    /// How it ended.
    pub winner: Option<Winner>,
}

impl Index<FormationId> for Battle {
    type Output = Formation;
    fn index(&self, id: FormationId) -> &Formation {
        &self.formations[id.0]
    }
}

impl IndexMut<FormationId> for Battle {
    fn index_mut(&mut self, id: FormationId) -> &mut Formation {
        &mut self.formations[id.0]
    }
}

impl Index<UnitId> for Battle {
    type Output = Unit;
    fn index(&self, id: UnitId) -> &Unit {
        &self.units[id.0]
    }
}

impl IndexMut<UnitId> for Battle {
    fn index_mut(&mut self, id: UnitId) -> &mut Unit {
        &mut self.units[id.0]
    }
}

impl Index<CraftId> for Battle {
    type Output = Craft;
    fn index(&self, id: CraftId) -> &Craft {
        &self.craft[id.0]
    }
}

impl IndexMut<CraftId> for Battle {
    fn index_mut(&mut self, id: CraftId) -> &mut Craft {
        &mut self.craft[id.0]
    }
}

impl Battle {
    /// Whether a unit is not destroyed.
    #[must_use]
    pub fn lives(&self, unit: UnitId) -> bool {
        self[unit].place != Place::Lost
    }

    /// Where a unit stands or flies, if on the table.
    #[must_use]
    pub fn at(&self, unit: UnitId) -> Option<Point> {
        if let Place::At(at) = self[unit].place { Some(at) } else { None }
    }

    /// The units of a formation that are left, passengers included.
    pub fn left<'b>(&'b self, roster: &'b Roster, formation: FormationId) -> impl Iterator<Item = UnitId> + 'b {
        roster[formation].units.iter().copied().filter(|unit| self.lives(*unit))
    }

    /// The units of a formation that stand on the table, with their places.
    pub fn standing<'b>(
        &'b self,
        roster: &'b Roster,
        formation: FormationId,
    ) -> impl Iterator<Item = (UnitId, Point)> + 'b {
        roster[formation].units.iter().filter_map(|unit| Some((*unit, self.at(*unit)?)))
    }

    /// Whether nothing is left of a formation.
    #[must_use]
    pub fn destroyed(&self, roster: &Roster, formation: FormationId) -> bool {
        self.left(roster, formation).next().is_none()
    }

    /// Whether a formation has units on the ground of the table: not in the air.
    #[must_use]
    pub fn on_ground(&self, roster: &Roster, formation: FormationId) -> bool {
        !self.in_air(roster, formation) && self.standing(roster, formation).next().is_some()
    }

    /// Whether a formation flies over the table.
    #[must_use]
    pub fn in_air(&self, roster: &Roster, formation: FormationId) -> bool {
        roster.is_air(formation) && self[formation].flying.is_some() && !self[formation].landed
    }

    /// Whether a formation of aircraft is in the air or off the table: it acts, tests and is marked as aircraft are. One that has
    /// landed, or left its troops on the table, is on the ground.
    #[must_use]
    pub fn airborne(&self, roster: &Roster, formation: FormationId) -> bool {
        roster.is_air(formation)
            && (self.in_air(roster, formation) || self.standing(roster, formation).next().is_none())
    }

    /// The units of a side on the ground, with their places.
    pub fn ground<'b>(&'b self, roster: &'b Roster, side: Side) -> impl Iterator<Item = (UnitId, Point)> + 'b {
        roster
            .formations_of(side)
            .filter(|formation| !self.in_air(roster, *formation))
            .flat_map(|formation| self.standing(roster, formation))
    }

    /// How many markers break a formation, which is also how many units it counts for (EP-BLAST-03, EP-WE-07).
    #[must_use]
    pub fn strength(&self, roster: &Roster, formation: FormationId) -> u32 {
        self.left(roster, formation).map(|unit| u32::from(roster.kind(unit).capacity)).sum()
    }

    /// Those aboard a unit.
    pub fn passengers(&self, carrier: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        (0..self.units.len()).map(UnitId).filter(move |unit| self[*unit].place == Place::In(carrier))
    }
}
