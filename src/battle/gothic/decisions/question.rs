//! What play asks in the middle of something, as plain values: an enum or struct for each family of decisions. Who is
//! asked, what may be answered, and how it reads is in the file of the family, beside this one.

use crate::battle::gothic::special::Stage;
use crate::battle::gothic::state::agenda::{Check, Struggle, Threat};
use crate::battle::gothic::state::ordnance::{FlightId, WAVE};
use crate::battle::gothic::state::{ShipId, Unit};
use crate::table::fixed_list::FixedList;
use crate::table::geometry::Length;

/// A decision that an attack, a roll or a rule asks for; the agenda waits for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// About a roll against Leadership.
    ReRoll(ReRollQuestion),
    /// About a move or a special order.
    Movement(MovementQuestion),
    /// About what is fired.
    Shooting(ShootingQuestion),
    /// About ordnance that attacks.
    Flying(FlyingQuestion),
    /// About boarders and raiders.
    Boarding(BoardingQuestion),
    /// About harm that is to come.
    Damage(DamageQuestion),
    /// About phenomena and low orbit.
    Terrain(TerrainQuestion),
    /// About ships and markers that a scenario brings on.
    Arrivals(ArrivalsQuestion),
    /// About repairs and blast markers.
    End(EndQuestion),
    /// About what a ship does by a rule of its own.
    Feat(Stage),
}

/// What is asked about a roll against Leadership.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReRollQuestion {
    /// Spend a re-roll on a failed check (DICE-08).
    Spend(Check),
    /// Pass a test without rolling (SKILL-09).
    Pass(Check),
}

/// What is asked about a move or a special order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovementQuestion {
    /// Name a ship to ram, or none (RAM-02).
    NameRam(ShipId),
    /// Double what All Ahead Full adds, once a battle (REFIT-27).
    Double(ShipId),
    /// Turn 45 degrees before the enemy fires, by a test (REFIT-09).
    Evade(ShipId),
}

/// What is asked about what is fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShootingQuestion {
    /// Roll the strength of a weapon again, which then stands.
    Gunners {
        /// The ship it belongs to.
        ship: ShipId,
        /// The weapon, by its place on the ship.
        weapon: u8,
    },
}

/// What is asked about ordnance that attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlyingQuestion {
    /// Whether turrets fire at a flight, and so at its kind for the phase (TURRET-02).
    Turrets {
        /// What attacks.
        flight: FlightId,
        /// Whose turrets.
        ship: ShipId,
    },
    /// Which markers of two waves fight next, or none (RESIL-05).
    Pair {
        /// What attacks.
        flight: FlightId,
        /// What it fights.
        other: FlightId,
    },
    /// Which attack runs are rolled again.
    RunsAgain {
        /// What attacks.
        flight: FlightId,
        /// The ship that is attacked.
        ship: ShipId,
        /// What was rolled.
        faces: FixedList<u8, WAVE>,
        /// Turrets to take off each.
        turrets: u8,
    },
    /// Which of the ships met at one spot a flight attacks (ORD-16, ORD-17).
    Single {
        /// What attacks.
        flight: FlightId,
        /// One of them.
        ship: ShipId,
    },
}

/// What is asked about boarders and raiders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardingQuestion {
    /// Whether boarders board together or one after another (BOARD-13, BOARD-15).
    Boarders(ShipId),
    /// Which of the boarders takes the damage (BOARD-14).
    Share {
        /// The ship they boarded.
        target: ShipId,
        /// The boarder whose squadron shares it, or all of them.
        boarder: Option<ShipId>,
        /// Points of damage left to share.
        points: u8,
        /// By how much they lost.
        margin: u8,
    },
    /// Which of two dice counts in a teleport attack.
    Pick {
        /// Who attacks.
        ship: ShipId,
        /// The ship that is attacked.
        target: ShipId,
        /// One die.
        first: u8,
        /// The other.
        second: u8,
    },
    /// Roll the die of a boarding action again, which then stands (SKILL-12).
    BoardAgain {
        /// Whose crew.
        ship: ShipId,
        /// The action.
        struggle: Struggle,
    },
}

/// What is asked about harm that is to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DamageQuestion {
    /// Brace, before the dice of an attack (BRACE-01).
    Brace {
        /// The unit that may.
        unit: Unit,
        /// Against what.
        threat: Threat,
    },
}

/// What is asked about phenomena and low orbit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerrainQuestion {
    /// Which ships enter low orbit, at the start of the turn (ORBIT-02).
    Enter,
    /// Where a ship that left low orbit comes back (ORBIT-12).
    Depart(ShipId),
    /// Where a ship comes out of the warp (TERRAIN-26).
    Emerge {
        /// The ship.
        ship: ShipId,
        /// How far from the rift at most.
        reach: Length,
        /// The rift, by its place among the features.
        rift: u8,
    },
    /// Whether Eldar try to ride the solar flare (TERRAIN-44).
    Ride(Unit),
}

/// What is asked about ships and markers that a scenario brings on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrivalsQuestion {
    /// Whether a unit on standby tries to go on alert (SCEN-53).
    Rouse(Unit),
    /// The contact marker that the attacker activates, if any (SCEN-73).
    Signal,
    /// Where what lay under a contact marker heads (SCEN-74, SCEN-76).
    Unmask(u8),
    /// The craft that a cluster is made of (SCEN-75).
    Scramble {
        /// The contact marker.
        group: u8,
        /// How many squadrons.
        count: u8,
    },
    /// How far the marker of a division is moved along its edge (SCEN-101).
    Shift(u8),
    /// Where on its edge the marker of a division goes (SCEN-98).
    Post(u8),
}

/// What is asked about repairs and blast markers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndQuestion {
    /// Which critical damage the sixes repair (END-02).
    Repair {
        /// The ship it belongs to.
        ship: ShipId,
        /// Sixes that were rolled.
        sixes: u8,
    },
    /// Which blast markers go (END-05).
    Sweep(u8),
    /// Which of the markers that touch a defence go (DEF-12).
    Free {
        /// The defence.
        ship: ShipId,
        /// Markers that go.
        count: u8,
    },
}

/// A question of a family is a question.
macro_rules! families {
    ($($family:ident: $question:ty),*) => {
        $(impl From<$question> for Question {
            fn from(question: $question) -> Self {
                Self::$family(question)
            }
        })*
    };
}

families! {
    ReRoll: ReRollQuestion,
    Movement: MovementQuestion,
    Shooting: ShootingQuestion,
    Flying: FlyingQuestion,
    Boarding: BoardingQuestion,
    Damage: DamageQuestion,
    Terrain: TerrainQuestion,
    Arrivals: ArrivalsQuestion,
    End: EndQuestion,
    Feat: Stage
}
