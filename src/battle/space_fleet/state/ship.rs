//! One ship as it stands.

use super::{ShipId, SquadronId};
use crate::battle::space_fleet::bonus::Spent;
use crate::table::edge::Edge;
use crate::table::geometry::{Heading, Length, Point};
use crate::table::side::Side;
use crate::text::words;

words! {
    /// What has become of a ship.
    #[derive(Default)]
    Fate {
        /// It is on the table.
        #[default]
        Fighting = "fighting",
        /// It is destroyed, but still makes its attacks of this phase (SF-TURN-07).
        Doomed = "doomed",
        /// It is gone.
        Destroyed = "destroyed",
        /// It has crossed an edge (SF-MOVE-08).
        Left = "left",
        /// Tyranids have taken it (SF-TYR-23).
        Overrun = "overrun",
        /// It has not come yet.
        Reserve = "reserve",
    }
}

words! {
    /// Torpedo tubes (SF-TURN-04).
    #[derive(Default)]
    Tubes {
        /// They may fire.
        #[default]
        Ready = "ready",
        /// They have fired.
        Fired = "fired",
        /// They are being reloaded.
        Reloading = "reloading",
    }
}

words! {
    /// How a cripple moves (SF-CRIPPLE-04).
    #[derive(Default)]
    Engines {
        /// Not at all.
        #[default]
        Stationary = "stationary",
        /// Two ahead and a random turn.
        Drifting = "drifting",
        /// Straight ahead at full speed.
        FullSpeed = "full speed",
    }
}

words! {
    /// Where a turret points (SF-WEAPON-07).
    #[derive(Default)]
    Turret {
        /// To the left.
        Left = "left",
        /// Ahead.
        #[default]
        Front = "front",
        /// To the right.
        Right = "right",
    }
}

words! {
    /// Shield facings (SF-SHOOT-11), by their place on the card.
    Facing {
        /// Ahead.
        Front = "front",
        /// To the left.
        Left = "left",
        /// To the right.
        Right = "right",
        /// Astern.
        Rear = "rear",
    }
}

/// A crippled ship (SF-CRIPPLE-11).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cripple {
    /// How it moves.
    pub engines: Engines,
    /// The turn in which it was crippled.
    pub turn: u8,
    /// Its engines work again (SF-REPAIR-09).
    pub engines_repaired: bool,
    /// Its weapons work again (SF-REPAIR-10).
    pub weapons_repaired: bool,
}

impl Cripple {
    /// Whether it still rolls 2D6 a turn (SF-REPAIR-06).
    #[must_use]
    pub const fn rolls(&self) -> bool {
        !self.engines_repaired && !self.weapons_repaired
    }
}

/// What a ship has done in this turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// It has moved.
    pub moved: bool,
    /// It has fired a weapon (SF-BOARD-01).
    pub fired: bool,
    /// It has boarded.
    pub boarded: bool,
    /// It has rolled for repairs.
    pub repaired: bool,
    /// It has reformed instead of moving (SF-REFORM-01).
    pub reformed: bool,
    /// Its turret has turned (SF-WEAPON-07).
    pub turret: bool,
    /// It has had its re-roll from a Constellation (SF-SHIP-12).
    pub rerolled: bool,
    /// It used a Constellation this turn.
    pub associated: bool,
}

/// Most weapon systems of a class.
pub const SYSTEMS: usize = 4;
/// Rows of a critical table.
pub const ROWS: usize = 6;
/// No cap on its speed.
pub const NO_CAP: u8 = u8::MAX;

/// What a Tyranid vessel has done in this turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Urge {
    /// Action points left.
    pub points: u8,
    /// Points it has spent on movement.
    pub on_movement: u8,
    /// Points it has spent on attacks.
    pub on_attacks: u8,
    /// Attacks it has made.
    pub attacks: u8,
    /// It has begun to attack, so that it moves no more (SF-TYR-11).
    pub attacking: bool,
    /// It has finished (SF-TYR-10).
    pub finished: bool,
    /// It dies when it has finished (SF-TYR-29).
    pub frenzy: bool,
    /// It arrived in this turn (SF-TYR-30).
    pub newborn: bool,
}

/// A ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ship {
    /// Its class, by its place in the roster.
    pub class: u8,
    /// Who commands it.
    pub side: Side,
    /// Who brought it.
    pub owner: Side,
    /// Its squadron.
    pub squadron: SquadronId,
    /// What has become of it.
    pub fate: Fate,
    /// The edge by which it left, or by which it comes.
    pub edge: Option<Edge>,
    /// Its place.
    pub at: Point,
    /// Its heading.
    pub heading: Heading,
    /// Front, left, right, rear.
    pub shields: [u8; 4],
    /// Damage points or wounds left.
    pub damage: u8,
    /// Criticals by row: 0 for none, else the turn it was suffered in plus 1.
    pub marks: [u8; ROWS],
    /// Rows that were suffered twice, as bits (SF-CRIT-07).
    pub twice: u8,
    /// Torpedo tubes.
    pub tubes: Tubes,
    /// How far it moved in the latest Movement Phase.
    pub moved: Length,
    /// What it has done in this turn.
    pub done: Done,
    /// It is crippled.
    pub cripple: Option<Cripple>,
    /// Where its turret points.
    pub turret: Turret,
    /// Its generator is on (SF-SHIP-11).
    pub shield_on: bool,
    /// Points its generator stores.
    pub stored: u8,
    /// Megatons aboard.
    pub fuel: u8,
    /// Regiments aboard.
    pub regiments: u8,
    /// Regiments that are prize crews elsewhere (SF-VP-05).
    pub prize_crews: u8,
    /// Who holds it in claws or jaws.
    pub held_by: Option<ShipId>,
    /// Its captor keeps hold or tears, so that neither moves nor repairs (SF-REPAIR-13).
    pub locked: bool,
    /// It is infected (SF-TYR-28).
    pub infected: bool,
    /// Once-per-game bonuses that it has used.
    pub spent: Spent,
    /// Attacks left in this Shooting Phase, by system.
    pub shots: [u8; SYSTEMS],
    /// A cap on its speed by the scenario.
    pub speed_cap: u8,
    /// Inches of speed lost by the scenario.
    pub speed_lost: u8,
    /// It neither moves nor fires until it is roused (SF-SCEN-13).
    pub standby: bool,
    /// It may not fire in this turn (SF-SCEN-12).
    pub silenced: bool,
    /// It was captured at some time (SF-BOARD-09).
    pub taken: bool,
    /// What a Tyranid vessel has done.
    pub urge: Urge,
}

impl Default for Ship {
    fn default() -> Self {
        Self {
            class: 0,
            side: Side::One,
            owner: Side::One,
            squadron: SquadronId(0),
            fate: Fate::Fighting,
            edge: None,
            at: Point::default(),
            heading: Heading::new(0),
            shields: [0; 4],
            damage: 0,
            marks: [0; ROWS],
            twice: 0,
            tubes: Tubes::Ready,
            moved: Length::ZERO,
            done: Done::default(),
            cripple: None,
            turret: Turret::Front,
            shield_on: false,
            stored: 0,
            fuel: 0,
            regiments: 0,
            prize_crews: 0,
            held_by: None,
            locked: false,
            infected: false,
            spent: Spent::default(),
            shots: [0; SYSTEMS],
            speed_cap: NO_CAP,
            speed_lost: 0,
            standby: false,
            silenced: false,
            taken: false,
            urge: Urge::default(),
        }
    }
}

impl Ship {
    /// Whether it is on the table as a ship that acts or is acted on.
    #[must_use]
    pub const fn fights(&self) -> bool {
        matches!(self.fate, Fate::Fighting)
    }

    /// Whether there is something on the table that can be run into.
    #[must_use]
    pub const fn is_there(&self) -> bool {
        matches!(self.fate, Fate::Fighting | Fate::Overrun)
    }

    /// Whether it has fallen to 0 and has not rolled yet (SF-CRIPPLE-18).
    #[must_use]
    pub const fn awaits_its_roll(&self) -> bool {
        self.damage == 0 && self.cripple.is_none() && matches!(self.fate, Fate::Fighting)
    }

    /// Whether its engines are crippled.
    #[must_use]
    pub const fn engines_out(&self) -> bool {
        match self.cripple {
            Some(cripple) => !cripple.engines_repaired,
            None => false,
        }
    }

    /// Whether its weapons are crippled.
    #[must_use]
    pub const fn weapons_out(&self) -> bool {
        match self.cripple {
            Some(cripple) => !cripple.weapons_repaired,
            None => false,
        }
    }

    /// Whether it bears a critical of a row.
    #[must_use]
    pub const fn bears(&self, row: usize) -> bool {
        self.marks[row] > 0
    }

    /// How many criticals it bears (SF-CRIPPLE-03).
    #[must_use]
    pub fn criticals(&self) -> u8 {
        let rows = self.marks.iter().filter(|turn| **turn > 0).count() as u8;
        rows + self.twice.count_ones() as u8
    }

    /// What it suffered or used in the last turn is from now on of an earlier turn: nothing asks which.
    pub fn grow_old(&mut self) {
        for mark in &mut self.marks {
            *mark = (*mark).min(1);
        }
        if let Some(cripple) = &mut self.cripple {
            cripple.turn = 0;
        }
        self.spent.turn = [0; 5];
    }

    /// Whether its own side may move it in formation (SF-MOVE-10).
    #[must_use]
    pub const fn in_formation(&self) -> bool {
        self.fights() && self.cripple.is_none() && self.held_by.is_none()
    }
}
