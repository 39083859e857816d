//! What every scenario answers: the chapters ask these rules, whatever scenario is played.

use std::ops::RangeInclusive;

use super::deployment::Deployment;
use super::fault::Fault;
use super::faults::Check;
use super::forces::{Candidate, Convoy, Forces, Share};
use super::mission_class::MissionClass;
use super::record::{Answers, Note, Part, Question, Station};
use super::role::Role;
use super::set_up::{Dealt, Lines, Placed, Plan};
use super::zone::Zone;
use crate::battle::gothic::victory::Measure;
use crate::dice::{Dice, DiceError};
use crate::table::side::Side;

/// The parts of a scenario in the order of the rulebook, each with its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Forces.
    pub forces: &'static [&'static str],
    /// Battlezone.
    pub battlezone: &'static [&'static str],
    /// Set-up.
    pub set_up: &'static [&'static str],
    /// First turn.
    pub first_turn: &'static [&'static str],
    /// Special rules; may be empty.
    pub special: &'static [&'static str],
    /// Game length.
    pub length: &'static [&'static str],
    /// Victory conditions.
    pub victory: &'static [&'static str],
    /// What its record must hold.
    pub record: &'static [&'static str],
}

/// What the players at the table need: who sets up first, who begins, how long it lasts, which edges are whose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Briefing {
    /// Who sets up first, and how.
    pub set_up: &'static str,
    /// Who has the first turn.
    pub first_turn: &'static str,
    /// How long it lasts.
    pub length: &'static str,
    /// Edges and zones.
    pub edges: &'static str,
}

/// Both roll for the first turn (SCEN-09).
pub const ROLLED: &str = "both roll a D6, the higher chooses first or second turn";
/// No limit but the fleets (SCEN-14).
pub const TO_THE_END: &str = "until one fleet has disengaged or is destroyed";

/// The rules of one scenario. What a scenario must say for itself has no body here; the rest is what most scenarios have
/// in common, and a scenario says where it differs.
pub trait Rules: Sync {
    /// Its parts, by the rules that state them (SCEN-07).
    fn parts(&self) -> Parts;

    /// The scenario at a glance.
    fn briefing(&self) -> Briefing;

    /// The table it stands in, raids or battles (SCEN-01).
    fn class(&self) -> MissionClass;

    /// The faces that give it on its table (MISSION-03, MISSION-04); none where it is only agreed on (MISSION-05).
    fn faces(&self) -> &'static [u8] {
        &[]
    }

    /// The parts of attacker and defender, `None` where both have the same (ATT-08).
    fn roles(&self) -> Option<&'static str> {
        Some("attacker and defender")
    }

    /// Points of the attacker and the defender for an agreed size, before reductions.
    fn split(&self, size: u32) -> (u32, u32) {
        (size, size)
    }

    /// Why a player with these vessels ready cannot play it; of the fault only what it says of him by his name.
    fn unplayable(&self, _name: &str, _ready: &[Candidate<'_>]) -> Option<Fault> {
        None
    }

    /// What is wrong with a fleet that was picked for it.
    fn wrong_forces(&self, _forces: &Forces<'_>) -> Vec<Fault> {
        Vec::new()
    }

    /// Whether each side must field a ship (MISSION-13).
    fn needs_ships(&self) -> bool {
        true
    }

    /// Whether both sides must field as many ships in a battle of so many points (SCEN-18).
    fn needs_as_many(&self, _size: u32) -> bool {
        false
    }

    /// Least and most transports of a convoy of so many points, `None` where there is no convoy (SCEN-80).
    fn convoy(&self, _size: u32) -> Option<RangeInclusive<u32>> {
        None
    }

    /// Transports that an attacker of so many points is given for nothing (SCEN-82).
    fn free_transports(&self, _fielded: u32) -> Option<u32> {
        None
    }

    /// Transports that a side brings to the table, of a convoy and of those that it was given.
    fn transports(&self, _role: Role, _convoy: Option<&Convoy>, _given: u32) -> u32 {
        0
    }

    /// Clusters in ambush, beside so many units of the attacker (SCEN-67).
    fn clusters(&self, _convoy: &Convoy, _units: usize) -> u32 {
        0
    }

    /// Ships that an attacker of so many points may convert to destroy a planet (SCEN-105).
    fn exterminators(&self, _points: u32) -> u32 {
        0
    }

    /// Whether the defender rolls for free planetary defences (SCEN-47, SCEN-82, SCEN-107).
    fn free_defences(&self) -> bool {
        false
    }

    /// The part of his allowance that a defender may spend on defences; `None` for no defences at all.
    fn defence_share(&self) -> Option<Share> {
        Some(Share::THIRD)
    }

    /// Whether a pirate base is attacked in it (PIRATE-09).
    fn attacks_bases(&self) -> bool {
        false
    }

    /// The battlezones it is fought in; of two a D6 decides, 1-3 the first and 4-6 the second.
    fn zones(&self) -> &'static [Zone];

    /// Whether another zone may be agreed on (SCEN-120).
    fn any_zone(&self) -> bool {
        false
    }

    /// Whether phenomena are rolled where nothing is agreed on.
    fn rolls_phenomena(&self) -> bool {
        true
    }

    /// Whether it needs a low orbit table (ZONE-27).
    fn low_orbit(&self) -> bool {
        false
    }

    /// Whether each side chooses a formation (SCEN-121).
    fn has_formations(&self) -> bool {
        false
    }

    /// The planet that it places before any phenomenon is rolled.
    ///
    /// # Errors
    /// When a die cannot be had.
    fn planet(
        &self,
        _plan: &Plan,
        _dice: &mut dyn Dice,
        _lines: &mut Lines,
        _dealt: &mut Dealt,
    ) -> Result<Option<Placed>, DiceError> {
        Ok(None)
    }

    /// Rolls the dice of its set-up.
    ///
    /// # Errors
    /// When a die cannot be had.
    fn dice(&self, plan: &Plan, dice: &mut dyn Dice, lines: &mut Lines, dealt: &mut Dealt) -> Result<(), DiceError>;

    /// Draws both fleets up as a program would, says what they fight for, and who goes first.
    fn deploy(&self, deployment: &mut Deployment<'_>) -> Role;

    /// Finds what is wrong with where a side stands.
    fn check(&self, check: &mut Check<'_>);

    /// Where a side may stand, and the rule; `None` where it has nothing to deploy.
    fn told(&self, role: Role) -> Option<(&'static str, &'static str)>;

    /// Game turns, 0 for no limit.
    fn last_turn(&self) -> u8 {
        0
    }

    /// What its report is asked besides the vessels.
    fn asks(&self) -> &'static [Question] {
        &[]
    }

    /// What the players may note of it.
    fn notes(&self) -> &'static [Note] {
        &[]
    }

    /// The parts that vessels of a side may have in it.
    fn parts_of(&self, _role: Role) -> &'static [Part] {
        &[]
    }

    /// The part that a unit had in a battle that the engine fought.
    fn part(&self, _unit: &Station<'_>) -> Option<Part> {
        None
    }

    /// What decides it.
    fn measure(&self, _answers: &Answers) -> Measure {
        Measure::Points
    }

    /// The side whose ships win by leaving the table (SCEN-63).
    fn runner(&self) -> Option<Side> {
        None
    }
}
