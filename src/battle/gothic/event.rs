//! What happened, told to a [`Log`] as ids and numbers. The sentences are in [`story`](super::story).

use super::special::Deed;
use super::state::{Critical, Fate, Order, Phase, ShipId, Unit};
use crate::battle::gothic::state::agenda::{Test, Threat};
use crate::battle::gothic::state::ordnance::{FlightId, Mark};
use crate::ships::crew::Raiders;
use crate::ships::gun::Gun;
use crate::table::edge::Edge;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Heading, Length, Point};
use crate::table::side::Side;

/// Faces of a roll, for the log: as many as the attack runs of the largest wave give dice (BOMBER-01).
pub type Faces = FixedList<u8, 144>;

/// Listens to a battle.
pub trait Log {
    /// Whether anybody listens: events are not even made for a log that is off.
    const ON: bool = true;

    /// Takes what happened.
    fn tell(&mut self, event: Event);
}

/// Nobody listens. Costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Log for Silent {
    const ON: bool = false;

    fn tell(&mut self, _: Event) {}
}

impl Log for Vec<Event> {
    fn tell(&mut self, event: Event) {
        self.push(event);
    }
}

/// Why a ship lost a hit, or did not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A hit of any attack.
    Hit,
    /// A critical (CRIT-14).
    Critical,
    /// A fire (END-04).
    Fire,
    /// Boarding (BOARD-07).
    Boarding,
    /// The daemons of a ship whose commander's re-roll failed.
    Backlash,
}

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A player's turn begins.
    Turn(Side, u8),
    /// A phase begins.
    Phase(Side, Phase),
    /// Dice for solar flares, and whether one breaks out (TERRAIN-40).
    Flare(Faces, bool),
    /// Dice for radiation bursts, and the level of one that comes (TERRAIN-45).
    Radiation(Faces, u8),
    /// An order ended at the start of the Movement Phase (ORDER-03), or a Brace at the end of the turn (END-06).
    OrderEnded(ShipId, Order),
    /// A roll against Leadership.
    Check(Unit, Test, Faces, i8, bool),
    /// A test that a unit fails without a roll, by a rule (LEAD-14, CHAOS-07).
    NoTest(Unit, Test, &'static str),
    /// A re-roll was spent; so many are left (DICE-08).
    RerollSpent(Side, u8),
    /// A ship spends a re-roll of its own: its crew's, or its commander's (SKILL-08, LORD-01).
    OwnReroll(ShipId, bool),
    /// The highest die of a test is dropped (SKILL-03).
    Dropped(Unit, u8),
    /// A test is passed without rolling, by a rule (SKILL-09, STONE-03).
    Passed(Unit, Test, &'static str),
    /// A ship doubles what All Ahead Full adds (REFIT-27).
    Doubled(ShipId, Length),
    /// A ship turns under fire (REFIT-09).
    Evaded(ShipId, Heading),
    /// A die for a hit on the shields, and whether it is cancelled (REFIT-19).
    Capacitors(ShipId, u8, bool),
    /// The die after a 1 of that (REFIT-27).
    Overload(ShipId, u8),
    /// A die that may save from damage (REFIT-27).
    Weave(ShipId, u8, bool),
    /// Dice for a hit that comes back, and whether it does (REFIT-27).
    Regrown(ShipId, Faces, bool),
    /// A lance rolled again (REFIT-27).
    LanceAgain(ShipId, u8),
    /// Dice at an asteroid field, and the sixes among them (TERRAIN-24).
    Raked(Unit, Faces, u8),
    /// After the battle: whether a ship comes back from the warp (TERRAIN-27).
    FromTheWarp(ShipId, u8),
    /// The fleet commander is lost with his flagship (CMDR-04).
    /// So many re-rolls are the fleet's own (PLOT-34).
    CommanderLost(ShipId, u8),
    /// Escorts roll a failed test of a phenomenon again, free (TERRAIN-16).
    FreeReroll(Unit, Test),
    /// A unit is on an order.
    Ordered(Unit, Order),
    /// No more orders this turn (LEAD-04).
    OrdersStopped(Side),
    /// Extra distance of All Ahead Full (ORDER-04).
    Surge(Unit, Faces),
    /// A ship moved.
    Moved(ShipId, Length, Point, Heading),
    /// A ship moved through markers and lost 5 cm (BLAST-11).
    Slowed(ShipId, Length, &'static str),
    /// A ship whose engine room was hit in its move makes no more turns in it (CRIT-11).
    Stuck(ShipId),
    /// It left the table (MOVE-13).
    LeftTable(ShipId),
    /// It got away (DISENG-06).
    Disengaged(Unit),
    /// A declared boarding (BOARD-02).
    BoardingDeclared(ShipId, ShipId),
    /// A ram target was named (RAM-02).
    RamNamed(ShipId, ShipId),
    /// A ram struck: rammer, rammed (RAM-07).
    RamHit(ShipId, ShipId),
    /// Dice against armour in a ram: who rolls, at whom, armour, hits (RAM-08, RAM-09).
    RamDice(ShipId, ShipId, Faces, u8, u8),
    /// Hits of a ram before any die: who, whom, hits.
    RamSpike(ShipId, ShipId, u8),
    /// Dice at a target: firer, target, faces, number needed, hits, rule.
    Dice(Unit, Unit, Faces, u8, u8, &'static str),
    /// Missed dice rolled again on Lock On (ORDER-10).
    LockedOn(Unit, Faces, u8),
    /// The look-up of a strike: firer, target, kind of weapon, firepower, column, dice (GUNNERY-01).
    Gunnery(Unit, Unit, Gun, u16, u8, u8),
    /// The strength rolled for a weapon: whose, which, faces, strength (BRACE-12).
    Power(ShipId, u8, Faces, u8),
    /// A nova shell: firer, where it fell, faces of scatter and distance (NOVA-03).
    Shell(ShipId, Point, Faces),
    /// Hits of a nova shell on a ship, with the die when the hole touched it (NOVA-04).
    ShellHits(ShipId, u8),
    /// A shield took a hit (SHIELD-01).
    Absorbed(ShipId),
    /// Shields took so much asteroid damage (TERRAIN-17).
    Deflected(ShipId, u8),
    /// A blast marker was placed.
    Marker(Point, &'static str),
    /// A holofield save: face, saved, rule.
    Holofield(ShipId, u8, bool, &'static str),
    /// A die for a damaged superstructure in a sharp turn.
    Strain(ShipId, u8),
    /// Dice for how far a flare drives Eldar (TERRAIN-44).
    Driven(Unit, Faces),
    /// A Brace save, or that of a hull: what it needs, face, saved (BRACE-04, NEC-04).
    Save(ShipId, u8, u8, bool),
    /// A ship lost hits and has so many left.
    Damage(ShipId, u8, u8, Cause),
    /// A ship is crippled (CRIPPLE-01).
    Crippled(ShipId),
    /// The die for a critical (CRIT-01).
    CriticalDie(ShipId, u8),
    /// A critical: what was rolled, what it became, extra damage (CRIT-03).
    Critical(ShipId, u8, u8, u8),
    /// A prow critical that the class ignores.
    CriticalIgnored(ShipId),
    /// Roll on the catastrophic damage table (CATA-01).
    Catastrophe(ShipId, Faces, u8),
    /// What became of a ship.
    Fate(ShipId, Fate, &'static str),
    /// An explosion: strength, radius (CATA-04).
    Explosion(ShipId, u8, Length),
    /// Lance dice of an explosion at a ship (CATA-16).
    Burst(ShipId, Faces, u8),
    /// Asteroid damage rolled (TERRAIN-17).
    Boulders(ShipId, u8),
    /// The die for markers against a ship without shields (BLAST-14).
    Scorch(ShipId, u8),
    /// A ship may brace and does not.
    Braced(Unit, Threat, bool),
    /// Repair dice, by a rule (END-02, ORK-12).
    Repairs(ShipId, Faces, u8, &'static str),
    /// A critical was repaired.
    Repaired(ShipId, Critical),
    /// Blast markers rolled to remove, and there to be removed (END-05).
    Sweep(u8, u8),
    /// A marker was removed.
    MarkerRemoved(Point, &'static str),
    /// A defence fell towards the planet: how far, to where (DEF-10).
    Fell(ShipId, Length, Point),
    /// Markers rolled to remove from a defence, and those that touch it (DEF-12).
    Dispelled(ShipId, u8, u8),
    /// A fire ship exploded, so far around (CRIT-04).
    Detonated(ShipId, Length),
    /// A decoy was seen for what it is (PLOT-40).
    Unmasked(ShipId),
    /// A die for the enemy's plans: who boards, face, what is added, found (PLOT-30).
    Plans(ShipId, u8, u8, bool),
    /// A player's capital ships avenge their fellows in this turn (PLOT-14).
    Avenged(Side),
    /// A Q-ship was seen for what it is.
    Revealed(ShipId),
    /// A ship was pulled towards the planet: how far, to where (ORBIT-09).
    Pulled(ShipId, Length, Point),
    /// A ship entered low orbit (ORBIT-02).
    EnteredOrbit(ShipId, Point, Heading),
    /// A ship came back from low orbit (ORBIT-12).
    LeftOrbit(ShipId, Point, Heading),
    /// The die for a lance or nova cannon in low orbit (ORBIT-05).
    Atmosphere(ShipId, u8, u8),
    /// A boarding roll: who, face, modifiers (BOARD-03).
    Boarding(ShipId, u8, i8),
    /// Rolls its boarding die again.
    BoardsAgain(ShipId),
    /// A boarding decided: winner, by how much (BOARD-07).
    BoardingWon(ShipId, u8),
    /// A draw: both grappled (BOARD-12).
    Grappled(ShipId, ShipId),
    /// A die for a boarding critical: on whom, face, number needed (BOARD-08).
    BoardingCritical(ShipId, u8, u8),
    /// Ordnance was launched: what, by whom, its strength or markers (ORD-01).
    Launched(FlightId, ShipId, u8),
    /// Craft were recalled: so many markers (ORD-08).
    Recalled(FlightId, u8),
    /// A part of a wave goes its own way: from what, as what, so many markers (CRAFT-07).
    Split(FlightId, FlightId, u8),
    /// Torpedo bombers became torpedoes: of what, how many, as what, how strong (TBOMBER-03).
    Converted(FlightId, u8, FlightId, u8),
    /// Fighters go on combat air patrol (FIGHTER-04).
    OnPatrol(FlightId, ShipId),
    /// Fighters leave combat air patrol (CAP-10).
    OffPatrol(FlightId, ShipId),
    /// The save of a resilient marker: face, saved (RESIL-01).
    CraftSave(FlightId, u8, bool),
    /// Dice for attack runs that may be rolled again.
    RunsRolled(FlightId, Faces),
    /// Attack runs: dice, turrets taken off each, attacks added by escorts, attacks in all (BOMBER-01).
    AttackRuns(FlightId, Faces, u8, u8, u8),
    /// A hit-and-run attack of an assault boat: face, what is added (ASSAULT-01).
    BoatRaid(FlightId, ShipId, u8, i8),
    /// A flight ended its move.
    Flew(FlightId, Point),
    /// A flight is gone, by a rule.
    FlightGone(FlightId, &'static str),
    /// A die whose 6 removes a flight (ORD-11).
    FlightRoll(FlightId, u8, &'static str),
    /// A wave lost a marker and has so many left.
    MarkerLost(FlightId, u8, &'static str),
    /// A flight attacks a ship (ORD-20).
    Onset(FlightId, ShipId),
    /// Turret dice: who, at what, hits (TURRET-01).
    Turrets(ShipId, FlightId, Faces, u8),
    /// A die for a ship that a minefield may detect: modifiers, found (MINE-05).
    Detected(ShipId, u8, i8, bool),
    /// A minefield sends out a mine.
    MinePlaced(FlightId, Point),
    /// Markers of a minefield rolled to remove, and there to be removed (MINE-08).
    FieldSettles(u8, u8),
    /// Dice of direct fire at ordnance or a minefield: firer, at what, hits, rule (ORD-14).
    AtOrdnance(Unit, Mark, Faces, u8, &'static str),
    /// The look-up of fire at ordnance: firer, at what, firepower, column, dice (ORD-14).
    MarkGunnery(Unit, Mark, u16, u8, u8),
    /// Dice of an ordnance attack: what, at whom, number needed, hits, rule.
    OrdnanceDice(FlightId, ShipId, Faces, u8, u8, &'static str),
    /// A hit-and-run attack: attacker, target, face, modifier (HITRUN-01, HITRUN-03).
    Raid(ShipId, ShipId, u8, i8),
    /// The dice of a teleport attack by more than a crew: whose, who, faces.
    Raiders(ShipId, Raiders, Faces),
    /// One more point of damage in place of a critical (SQUAD-17).
    Solid(ShipId),
    /// A ship is set on fire by something else than its table of criticals.
    Kindled(ShipId),
    /// Lances that fire too far have shaken the thrusters.
    Strained(ShipId),
    /// A ship came out of the warp.
    Emerged(ShipId, Point, Heading),
    /// A ship comes on (SCEN-35).
    Arrived(ShipId, Point, Heading),
    /// A die for a group with its first ship: face, what is added, needed (SCEN-99, SCEN-114).
    Hailed(ShipId, u8, u8, u8),
    /// The edge a group will come by.
    ComesBy(ShipId, Edge),
    /// The marker of a division is put or moved.
    Posted(Side, Point, &'static str),
    /// A convoy vessel has found a contact marker (SCEN-72).
    ContactFound(ShipId, Point),
    /// Ordnance from under a contact marker: what, how much, where (SCEN-74, SCEN-75).
    ClusterOpens(FlightId, u8, Point),
    /// A unit goes on alert (SCEN-53).
    Roused(Unit),
    /// A ship scores half assault points: so many, so many in all (SCEN-87).
    Assault(ShipId, u8, u8),
    /// The die of an Exterminator: face, needed (SCEN-112).
    Exterminatus(ShipId, u8, u8),
    /// A ship leaves by the edge that was its objective (SCEN-63, SCEN-78).
    LeftByGoal(ShipId, &'static str),
    /// A side surrenders (SCEN-131).
    Surrendered(Side),
    /// The scenario is decided, by a rule, and for whom where the rule says so.
    Decided(&'static str, Option<Side>),
    /// The battle is over; the winner if there is one (TURN-07).
    Over(Option<Side>),
    /// What a ship did by a rule of its own.
    Feat(Deed),
}
