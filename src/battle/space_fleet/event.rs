//! What happened, as plain values; every event names its rule.

use super::bonus::Bonus;
use super::cards::Card;
use super::state::{Engines, Facing, ShipId, SquadronId, Turret};
use crate::table::edge::Edge;
use crate::table::geometry::{Heading, Length, Point};
use crate::table::side::Side;

/// Dice of one roll, as many as are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Faces {
    faces: [u8; 40],
    len: u8,
}

impl Faces {
    /// The dice as they fell.
    #[must_use]
    pub fn of(faces: &[u8]) -> Self {
        let mut kept = Self { faces: [0; 40], len: 0 };
        for face in faces.iter().take(40) {
            kept.faces[usize::from(kept.len)] = *face;
            kept.len += 1;
        }
        kept
    }

    /// The faces.
    #[must_use]
    pub fn all(&self) -> &[u8] {
        &self.faces[..usize::from(self.len)]
    }
}

/// What a ram did to one of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RamEffect {
    /// Nothing (SF-RAM-10).
    None,
    /// Minor damage (SF-RAM-09).
    Minor,
    /// Serious damage (SF-RAM-08).
    Serious,
    /// Destroyed (SF-RAM-07).
    Destroyed,
}

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The rule.
    pub rule: &'static str,
    /// What.
    pub what: What,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A turn begins.
    Turn(u8),
    /// Initiative dice, and who has it.
    Initiative(u8, u8, Side),
    /// The wind blows from there.
    Wind(u8, Edge),
    /// A generator is switched.
    Shield(ShipId, bool),
    /// Overlapping generators: dice of the first and the second.
    Overlap(ShipId, ShipId, u8, u8),
    /// A generator holds so many points now.
    Stored(ShipId, u8, u8),
    /// A generator bursts.
    Burst(ShipId),
    /// Fuel is dropped.
    Jettison(ShipId, u8),
    /// Fuel burns on a place.
    Burns(Point, u8),
    /// Fuel burns no more.
    BurntOut(Point),
    /// A ship's fuel explodes.
    FuelExplodes(ShipId, u8),
    /// A jet of fuel.
    Jet(ShipId, Heading, u8),
    /// A squadron reforms.
    Reforms(SquadronId),
    /// A ship moves.
    Moves(ShipId, Length, Point, Heading),
    /// A ship turns.
    Turns(ShipId, Heading),
    /// A ship leaves.
    Leaves(ShipId, Edge),
    /// An engine check (SF-FLAG-30).
    Overdrive(ShipId, u8),
    /// A ram: die, modified, head to head.
    Ram(ShipId, ShipId, u8, i16, bool),
    /// What a ram did to a ship.
    RamEffect(ShipId, RamEffect),
    /// A ship dodges.
    Dodges(ShipId, Point),
    /// A volley: firer, system, target, dice.
    Volley(ShipId, u8, ShipId, Faces),
    /// Dice on a ship in a blast.
    Blast(ShipId, Faces),
    /// A claw attack.
    Claws(ShipId, ShipId, Faces),
    /// Fire at a rock.
    AtAsteroid(ShipId, u8, u8, Faces),
    /// A rock has so many points left.
    Asteroid(u8, u8),
    /// A rock blows up.
    Shatters(u8, u8),
    /// A die is rolled again.
    ReRolled(ShipId, u8, u8),
    /// A bonus is used.
    Uses(ShipId, Bonus),
    /// Effect dice of hits.
    Effects(ShipId, Faces),
    /// Shields lost on a facing.
    ShieldsLost(ShipId, Facing, u8),
    /// Saves rolled: dice, and how many points were saved.
    Saves(ShipId, Faces, u8),
    /// Damage points lost.
    DamageLost(ShipId, u8, u8),
    /// A critical: die and row.
    Critical(ShipId, u8, u8),
    /// A critical that is suffered already.
    Repeated(ShipId, u8),
    /// A critical without a table.
    Fatal(ShipId),
    /// A die that a critical rolled.
    CriticalDie(ShipId, u8),
    /// A ship rolls on the crippled table: die and criticals.
    CrippledRoll(ShipId, u8, u8),
    /// A ship is crippled.
    Crippled(ShipId, Engines),
    /// A cripple is hit: die and sixes.
    CrippledHit(ShipId, u8, u8),
    /// Nothing comes of it.
    NoEffect(ShipId),
    /// A ship is destroyed.
    Destroyed(ShipId),
    /// A wreck runs ahead.
    Crash(ShipId),
    /// A wreck strikes.
    Struck(ShipId, ShipId, u8),
    /// A ship blows up.
    Explodes(ShipId),
    /// A blast's damage on a ship.
    Blown(ShipId, u8),
    /// A cripple veers: die and heading.
    Veers(ShipId, u8, Heading),
    /// Boarders attack: die, modifier.
    Boards(ShipId, ShipId, u8, i8),
    /// A counter-attack: die, modifier.
    CounterAttacks(ShipId, ShipId, u8, i8),
    /// Boarders are repelled.
    Repelled(ShipId),
    /// A counter-attack is declined or due.
    CounterDue(ShipId),
    /// A ship is captured.
    Captured(ShipId, ShipId, Side),
    /// A ship is overrun.
    Overrun(ShipId),
    /// A ship is retaken.
    Retaken(ShipId),
    /// Strength of an overrun ship.
    Defends(ShipId, u8),
    /// A ship is grabbed.
    Grabbed(ShipId, ShipId),
    /// A ship is let go.
    LetGo(ShipId),
    /// A ship tries to escape: die and need.
    Escapes(ShipId, u8, u8),
    /// A repair roll for criticals.
    RepairRoll(ShipId, u8),
    /// A critical is repaired.
    Repaired(ShipId, u8),
    /// Shields come back.
    ShieldsBack(ShipId, [u8; 4]),
    /// A cripple's repair roll.
    CrippleRepair(ShipId, u8, u8),
    /// Engines work again.
    EnginesRepaired(ShipId),
    /// Weapons work again.
    WeaponsRepaired(ShipId),
    /// Damage is regained: die and points.
    Regains(ShipId, u8, u8),
    /// So much is added to a roll.
    Adds(ShipId, i16),
    /// A cripple may move slowly.
    MayMove(ShipId),
    /// A cripple may fire once.
    MayFire(ShipId),
    /// Hits on a ship, and the points they are worth.
    Hits(ShipId, u8, u8),
    /// Dice up to a face are ignored by a ship's fields.
    Ignored(ShipId, u8),
    /// A blast is aimed at a ship.
    Aimed(ShipId, u8, ShipId),
    /// A broadside is divided.
    Divides(ShipId, u8),
    /// An attack is repeated.
    Repeats(ShipId),
    /// Action points are spent.
    Spends(ShipId, u8),
    /// The turret turns.
    Turret(ShipId, Turret),
    /// A squadron holds its fire.
    HoldsFire(SquadronId),
    /// A card is played.
    Plays(Card),
    /// A card is played on a swarm.
    PlaysOnSwarm(Card, SquadronId),
    /// A card is played on a vessel.
    PlaysOn(Card, ShipId),
    /// A regeneration: die, wounds gained or lost.
    Regenerates(ShipId, u8, i8),
    /// A wound is healed.
    Healed(ShipId, u8),
    /// Reinforcements: die and number.
    Reinforces(ShipId, u8, u8),
    /// A vessel arrives.
    Arrives(ShipId, Point),
    /// A ship is infected, or not: die.
    Infects(ShipId, u8, bool),
    /// An infection ends.
    Recovers(ShipId),
    /// A wound at the start of a turn.
    Bleeds(ShipId),
    /// A mine explodes.
    MineExplodes(ShipId),
    /// Cards drawn and discarded.
    Cards(u8, u8),
    /// A bite: higher of two dice.
    Bites(ShipId, ShipId, u8, u8),
    /// A Doomripper lets go.
    LosesGrip(ShipId),
    /// A boneram: total.
    Bonerams(ShipId, ShipId, u8),
    /// Mind assaults that succeeded.
    MindAssault(ShipId, Faces, u8),
    /// A scenario roll for a side.
    Scenario(Side, u8),
    /// A squadron arrives.
    Enters(SquadronId, Edge),
    /// A squadron changes sides.
    Defects(SquadronId, Side),
    /// A squadron breaks down or is silenced or slowed.
    Supplies(SquadronId, u8),
    /// A squadron is roused.
    Roused(SquadronId),
    /// The battle is over.
    Over(Option<Side>),
}
