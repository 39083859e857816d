//! What must be done or decided next, as plain values, so that a battle can be put down in the middle of an attack.

use super::{ShipId, SquadronId};

/// Something a player is asked in the middle of something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether a ship that has rammed goes on with its path (SF-RAM-11).
    CarryOn(ShipId),
    /// Whether a flagship shifts out of a rammer's way (SF-FLAG-48).
    Dodge {
        /// The flagship.
        ship: ShipId,
        /// The rammer.
        by: ShipId,
    },
    /// Whether a missed die is rolled again by a Constellation's grace (SF-SHIP-12).
    ReRoll(ShipId),
    /// Whether a missed die is turned into a hit (SF-FLAG-35).
    Skilful(ShipId),
    /// Whether an attack on it is rolled again (SF-FLAG-23).
    Evade(ShipId),
    /// Whether its own attack is rolled again (SF-FLAG-29).
    Inspire(ShipId),
    /// Whether a critical is ignored (SF-FLAG-32).
    Desperate {
        /// The flagship.
        ship: ShipId,
        /// The row that was rolled.
        row: u8,
        /// What the row itself rolled; 0 for nothing.
        die: u8,
    },
    /// Which row a plasma torpedo's hit is read as (SF-FLAG-49, SF-FLAG-53).
    Row {
        /// The firer.
        ship: ShipId,
        /// The face.
        face: u8,
        /// Any row may be picked.
        free: bool,
    },
    /// Whether a Goliath drops half its fuel, or explodes (SF-FUEL-07).
    Drop(ShipId),
    /// Whether, and against whom, a boarded ship attacks back (SF-BOARD-06).
    Counter(ShipId),
    /// What a Dictator does with a ship it holds (SF-SHIP-04).
    Grip(ShipId),
    /// Which critical is repaired (SF-REPAIR-02).
    Which(ShipId),
    /// Where shields go (SF-REPAIR-04).
    Place {
        /// The ship.
        ship: ShipId,
        /// How many.
        shields: u8,
    },
    /// How a cripple moves slowly (SF-REPAIR-07).
    Creep(ShipId),
    /// What a cripple fires once at (SF-REPAIR-08).
    Salvo(ShipId),
    /// Whether a ship is infected (SF-TYR-28).
    Infect(ShipId),
    /// Whether a Board card strengthens a boarded vessel (SF-TYR-21).
    Defend(ShipId),
    /// Which vessel arrives (SF-TYR-30).
    Spawn(ShipId),
    /// Where vessels arrive (SF-TYR-30).
    SpawnAt {
        /// The Hiveship.
        hive: ShipId,
        /// The class, by its place in the roster.
        class: u8,
        /// How many.
        number: u8,
    },
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Task {
    /// Somebody must decide.
    Ask(Question),
    /// The course goes on.
    #[default]
    Sail,
    /// A ship runs into another.
    Ram {
        /// The attacker.
        by: ShipId,
        /// The defender.
        on: ShipId,
    },
    /// A cripple makes its forced move (SF-MOVE-06).
    Forced(ShipId),
    /// A drifting cripple turns (SF-CRIPPLE-06).
    Veer(ShipId),
    /// Part of a split broadside begins.
    Volley {
        /// The firer.
        ship: ShipId,
        /// The system.
        system: u8,
        /// The target.
        target: ShipId,
        /// Dice.
        dice: u8,
    },
    /// The dice of the attack are rolled.
    Roll,
    /// Its damage is worked out.
    Damage,
    /// Its next critical is rolled.
    Criticals,
    /// The attack is over, unless it is rolled again.
    Finish,
    /// The attack stands.
    Settle,
    /// The next ship of an area attack.
    Area,
    /// A fuel counter goes off.
    Burn(u8),
    /// A ship at 0 rolls (SF-CRIPPLE-02).
    CrippledRoll(ShipId),
    /// A cripple that was hit rolls (SF-CRIPPLE-13).
    CrippledHit {
        /// The cripple.
        ship: ShipId,
        /// Attack dice that showed a six.
        sixes: u8,
    },
    /// A wreck runs ahead (SF-CRIPPLE-09).
    Crash(ShipId),
    /// A ship blows up (SF-CRIPPLE-10).
    Explode(ShipId),
    /// A Castellan's shield bursts (SF-SHIP-11).
    Burst(ShipId),
    /// A Goliath's fuel goes off with it (SF-FUEL-06).
    FuelExplosion(ShipId),
    /// Those beside a Constellation are hit (SF-SHIP-12).
    Beacon(ShipId),
    /// A rock blows up (SF-AREA-09).
    Shatter(u8),
    /// The boarding die is rolled.
    BoardRoll {
        /// The defender of this attack.
        on: ShipId,
        /// It is a counter-attack.
        counter: bool,
    },
    /// A Dictator's claws have struck: did they grab (SF-SHIP-04)?
    Grab,
    /// A held ship tries to escape (SF-SHIP-04).
    Escape(ShipId),
    /// A mine goes off (SF-TYR-33).
    Mine(ShipId),
    /// Spore mines and vessels in frenzy that have finished die.
    Die(ShipId),
    /// Infected ships roll (SF-TYR-28).
    Fever(ShipId),
    /// A breakdown hits a ship (SF-SCEN-12).
    Breakdown(SquadronId),
    /// A cripple that fires once is asked again while it can.
    Salvo(ShipId),
}
