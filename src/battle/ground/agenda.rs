//! What comes next in a ground battle: questions to the players, and work that follows by itself.

use serde::{Deserialize, Serialize};

use super::roster::{CraftId, FormationId, UnitId};
use crate::table::side::Side;

/// A test that can be rolled again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Test {
    /// An action test (EP-ACT-01); with the combined assault's formations in the declared action.
    Action,
    /// A rally test (EP-END-02).
    Rally,
    /// A spacecraft's test (EP-SPACE-04).
    Craft(CraftId),
}

/// Why units move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Moving {
    /// An ordinary move of an action.
    Plain,
    /// A move of a march, which may run along a road.
    March,
    /// The charge of an assault.
    Charge,
    /// Of a formation that holds.
    Hold,
    /// Of one that marshals.
    Marshal,
}

/// A question to a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Question {
    /// Two objectives in the other's half (EP-WIN-02).
    Objectives(Side),
    /// A plan for one of the spacecraft (EP-SPACE-02).
    Plan(Side),
    /// A sealed exit (EP-SPEC-21).
    Exit(FormationId),
    /// A formation to deploy (EP-TURN-06).
    Deploy(Side),
    /// Whether and where a formation arrives (EP-TURN-04).
    Arrive(FormationId),
    /// First or second (EP-TURN-02).
    First(Side),
    /// A formation and its action (EP-ACT-01).
    Activate(Side),
    /// Whether a failed test is rolled again (EP-SPEC-15).
    Reroll(Side, FormationId, Test),
    /// A move, and how many more follow.
    Move(FormationId, Moving, u8),
    /// Shooting, with its modifier.
    Shoot(FormationId, i8),
    /// Shoot or move, then regroup (EP-ACT-09).
    Marshal(FormationId),
    /// Move, shoot or regroup (EP-ACT-12).
    Hold(FormationId),
    /// Whether a formation on overwatch fires at one that moved (EP-OVER-01).
    Overwatch(Side, FormationId),
    /// Which unit a sniper hits (EP-SPEC-14).
    Sniper(FormationId),
    /// Counter-charges of a formation (EP-ASLT-04).
    CounterCharge(FormationId),
    /// How an engine divides its dice (EP-WE-11).
    Split(UnitId),
    /// Who lends support (EP-ASLT-08).
    Support(Side),
    /// A withdrawal move: the first or second (EP-BREAK-03).
    Withdraw(FormationId, u8),
    /// The winner's move (EP-ASLT-15).
    Consolidate(FormationId),
    /// Whether the initiative is retained (EP-ACT-04).
    Retain(Side),
    /// The way in of aircraft (EP-AIR-09).
    Approach(FormationId),
    /// Whether a patrol intercepts (EP-AIR-06).
    Interception(Side, FormationId),
    /// Whether aircraft that are about to be fired at jink (EP-AIR-13).
    Jink(FormationId),
    /// Which formations fire flak; the second time at a disengagement (EP-AIR-14).
    Flak(Side, FormationId, bool),
    /// What aircraft do over the table (EP-AIR-04).
    AirAttack(FormationId),
    /// The way out (EP-AIR-21).
    Leave(FormationId),
    /// A target of a pinpoint attack, and how many more follow (EP-SPACE-06).
    Pinpoint(CraftId, u8),
    /// Where units come down (EP-SPACE-09).
    Land(FormationId),
    /// Whether those aboard get out (EP-SPACE-11).
    Disembark(FormationId),
}

/// Something that comes next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Task {
    /// A player is asked.
    Ask(Question),
    /// The next step of the set-up.
    SetUp,
    /// A turn begins.
    StartTurn,
    /// The strategy roll.
    Strategy,
    /// The next activation, or the end phase.
    NextActivation,
    /// An activation is over.
    EndActivation(FormationId),
    /// The spacecraft has acted.
    CraftGone(CraftId),
    /// What follows a completed move: coherency, overwatch.
    AfterMove(FormationId),
    /// A formation regroups (EP-BREAK-01).
    Regroup(FormationId),
    /// Charges are made: the assault begins.
    BeginAssault,
    /// A round of the assault, from counter-charges.
    AssaultRound,
    /// Both sides attack.
    Attacks,
    /// Supporting fire.
    SupportingFire,
    /// The result.
    AssaultResult,
    /// The assault is settled.
    AssaultOver,
    /// A broken formation has finished its withdrawal: the enemies near it (EP-BREAK-04).
    Withdrawn(FormationId),
    /// A formation ends the popping up of an action (EP-SPEC-13).
    PopDown(FormationId),
    /// Aircraft have come in: patrols, flak, attack.
    Overhead(FormationId),
    /// Interceptors fire at a formation.
    InterceptorsFire(FormationId, FormationId),
    /// Flak of formations at aircraft; whether they disengage.
    FlakFires(Vec<FormationId>, FormationId, bool),
    /// Aircraft are over the edge.
    Gone(FormationId),
    /// A spacecraft's bombardments, then pinpoint attacks, then landings.
    Bombard(CraftId),
    /// Landings of a spacecraft.
    Planetfall(CraftId),
    /// The end phase: aircraft leave.
    AircraftLeave,
    /// The next rally test of a side (EP-END-01).
    Rally(Side),
    /// Goals (EP-WIN-01).
    Goals,
}
