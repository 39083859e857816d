//! What is under way: work to be done and decisions to be made, as plain values on a stack.
//!
//! The last task is the next. Work may put more tasks on top of itself; a decision stays on top until it is answered.
//! Because a task is a value, a battle can be put down in the middle of an attack and taken up again.

use super::ordnance::{FlightId, WAVE};
use super::{Order, ShipId, Unit};
use crate::battle::gothic::decisions::question::Question;
use crate::battle::gothic::special::{Peril, Stage};
use crate::ships::crew::Raiders;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Length, Point};

/// What is tested against Leadership (LEAD-15).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Test {
    /// A command check for a special order, Brace For Impact among them.
    Order(Order),
    /// Targets other than the nearest (SHOOT-05).
    #[default]
    Aim,
    /// Ramming a ship (RAM-04).
    Ram(ShipId),
    /// An asteroid field (TERRAIN-15).
    Asteroids,
    /// A warp rift (TERRAIN-26).
    Rift,
    /// Leaving the battle (DISENG-01).
    Disengage,
    /// Braving clouds, of the Eldar (TERRAIN-11).
    Clouds,
    /// Riding a solar flare, of the Eldar (TERRAIN-44).
    Flare,
    /// A turn under fire, so many degrees to the right (REFIT-09).
    Evade(i32),
    /// Going on alert (SCEN-53).
    Rouse,
    /// Turning guided torpedoes so many degrees to the right (APPEAL-18).
    Guide(FlightId, i32),
    /// Misleading guided torpedoes of the enemy (APPEAL-18).
    Jam(FlightId),
}

/// A roll against Leadership that has failed and may be taken again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Check {
    /// Who tests; a ship of a squadron for tests that are a ship's own.
    pub unit: Unit,
    /// For what.
    pub test: Test,
    /// How many dice.
    pub dice: u8,
    /// How many of the highest are dropped (SKILL-03).
    pub drop: u8,
    /// What they may total.
    pub needed: i8,
    /// What they did.
    pub total: u8,
}

/// What a ship may brace against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threat {
    /// The fire of a ship or squadron.
    Fire(Unit),
    /// A nova shell.
    Nova(ShipId),
    /// A ram, as rammer or rammed; the other ship.
    Ram(ShipId),
    /// Asteroids (BRACE-12).
    Asteroids,
    /// Blast markers on a ship without shields (BLAST-14).
    Markers,
    /// An explosion.
    Explosion,
    /// A hit-and-run attack (BRACE-06).
    Raid(ShipId),
    /// A solar flare (TERRAIN-42).
    Flare,
    /// A salvo, wave or mine.
    Ordnance(FlightId),
    /// What another ship does by a rule of its own.
    Feat(Peril, ShipId),
}

/// A boarding action whose dice have fallen: those of the boarders, then of the ship they board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Struggle {
    /// The ship that is boarded.
    pub target: ShipId,
    /// The boarder of this action, if they come one by one.
    pub boarder: Option<ShipId>,
    /// Faces.
    pub faces: [u8; 2],
    /// With what is added to them.
    pub scores: [i8; 2],
}

/// Something to do or to decide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Task {
    /// Nothing.
    #[default]
    Nothing,
    /// Decision: somebody is asked.
    Ask(Question),
    /// Work: what a scenario has at the start of a turn.
    Muster,
    /// Work: a division is drawn (SCEN-98).
    Draw,
    /// Work: the attacks of attack runs (BOMBER-01).
    Runs {
        /// What attacks.
        flight: FlightId,
        /// The ship that is attacked.
        ship: ShipId,
        /// What was rolled.
        faces: FixedList<u8, WAVE>,
        /// Turrets to take off each.
        turrets: u8,
    },
    /// Work: the hit-and-run attacks of a wave, after which it is gone (CRAFT-12).
    Sortie {
        /// What attacks.
        flight: FlightId,
        /// The ship that is attacked.
        ship: ShipId,
    },
    /// Work: the next fighter on patrol meets what attacks its ship (CAP-03).
    Intercept {
        /// What attacks.
        flight: FlightId,
        /// The ship that is attacked.
        ship: ShipId,
        /// The number of the fighter that met it last.
        after: u16,
    },
    /// Work: each minefield of the active player looks for enemies (MINE-05).
    Detect,
    /// Work: markers in minefields go (MINE-08).
    Settle,
    /// Work: go on with the path of a flight under way.
    Fly,
    /// Work: the salvoes and mines that nobody moved fly by themselves (ORD-21).
    RunOn,
    /// Work: a flight attacks a ship: markers, patrol, Brace (ORD-20).
    Onset {
        /// What attacks.
        flight: FlightId,
        /// The ship that is attacked.
        ship: ShipId,
    },
    /// Work: the turrets of the ship attacked.
    Defend {
        /// What attacks.
        flight: FlightId,
        /// The ship that is attacked.
        ship: ShipId,
    },
    /// Work: the dice of the attack.
    Assault {
        /// What attacks.
        flight: FlightId,
        /// The ship that is attacked.
        ship: ShipId,
    },
    /// Work: a flare drives a ship that rides it (TERRAIN-44).
    Drive {
        /// The ship.
        ship: ShipId,
        /// How far.
        length: Length,
    },
    /// Work: a sharp turn strains a damaged superstructure.
    Strain(ShipId),
    /// Work: roll how much farther a unit goes on All Ahead Full (ORDER-04).
    Surge(Unit),
    /// Work: go on with the move under way.
    Go,
    /// Work: the damage of a ram (RAM-16 steps 7 to 9).
    Impact {
        /// Who rams.
        ship: ShipId,
        /// The ship that is attacked.
        target: ShipId,
    },
    /// Work: asteroid damage on a ship, with its roll (TERRAIN-17).
    Boulders(ShipId),
    /// Work: what is left of the asteroid damage of an escort squadron, on its next ship (TERRAIN-19).
    Rubble(ShipId),
    /// Work: a roll for damage by markers (BLAST-14).
    Scorch(ShipId),
    /// Work: roll what launch bays without a fixed strength can send out.
    Bays,
    /// Work: roll the strength of weapons that have no fixed one, once nobody can brace any more (BRACE-12).
    Power,
    /// Work: work out the strikes of the volley, its strengths known.
    Reckon,
    /// Work: the next strike or shell of the volley.
    Strike,
    /// Work: a ship at 0 hits (DAMAGE-02).
    Doom {
        /// The ship.
        ship: ShipId,
        /// A ship that is inside its explosion whatever the radius (RAM-13).
        also: Option<ShipId>,
    },
    /// Work: the lances of an explosion (CATA-16 step 7).
    Burst {
        /// Its centre.
        at: Point,
        /// Lances against each ship.
        strength: u8,
        /// Its radius.
        radius: Length,
        /// A ship that is inside whatever the radius (RAM-13).
        also: Option<ShipId>,
    },
    /// Work: a hulk drifts (CATA-02).
    Drift(ShipId),
    /// Work: a hulk goes on with its drift.
    Adrift {
        /// The hulk.
        ship: ShipId,
        /// How far it has still to go.
        left: Length,
        /// How far it has gone.
        gone: Length,
    },
    /// Work: one boarding action.
    Fight {
        /// The ship boarded.
        target: ShipId,
        /// The boarder, or all of them.
        boarder: Option<ShipId>,
    },
    /// Work: a teleport attack (TELE-01).
    Raid {
        /// Who attacks.
        ship: ShipId,
        /// The ship that is attacked.
        target: ShipId,
        /// With whom.
        raiders: Raiders,
    },
    /// Work: the repair roll of the ship that comes so many places after the active player's first (END-02).
    Mend(u8),
    /// Work: fires burn (END-04).
    Burn,
    /// Work: the active player's roll to remove markers (END-05).
    Clear,
    /// Work: the active player's Brace orders that are due end (END-06).
    Unbrace,
    /// Work: the roll to free a defence of markers, counted like [`Mend`](Self::Mend) (DEF-12).
    Dispel(u8),
    /// Work: a defence whose orbit is lost falls (DEF-10).
    Fall(ShipId),
    /// Work: ships in low orbit are pulled (ORBIT-09).
    Pull,
    /// Work: the turn ends.
    NextTurn,
    /// Work: the Movement Phase opens, after what happens at the start of a turn (TURN-10).
    Open,
    /// Work: a solar flare strikes a ship without shields (TERRAIN-42).
    Flare(ShipId),
    /// Work: what comes of a ship's own rule.
    Feat(Stage),
}

impl Task {
    /// Whether somebody must decide.
    #[must_use]
    pub const fn is_decision(&self) -> bool {
        matches!(self, Self::Ask(_))
    }
}
