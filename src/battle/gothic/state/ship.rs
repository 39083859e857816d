//! One ship as it is now: orders, damage, and what it has done.

use super::ordnance::{Prey, Spent};
use super::{ShipId, SquadronId};
use crate::battle::gothic::special::Feats;
use crate::battle::gothic::sub_plots::Drill;
use crate::table::geometry::{Heading, Length, Point};
use crate::table::side::Side;
use crate::text::words;

words! {
    /// Special orders (ORDER-01).
    Order {
        /// All Ahead Full.
        AllAheadFull = "all ahead full",
        /// Come To New Heading.
        ComeToNewHeading = "come to new heading",
        /// Burn Retros.
        BurnRetros = "burn retros",
        /// Lock On.
        LockOn = "lock on",
        /// Reload Ordnance.
        ReloadOrdnance = "reload ordnance",
        /// Brace For Impact.
        Brace = "brace for impact",
    }
}

impl Order {
    /// Whether it halves batteries and lances and silences the nova cannon (ORDER-07, BRACE-07).
    #[must_use]
    pub const fn halves(self) -> bool {
        matches!(self, Self::AllAheadFull | Self::ComeToNewHeading | Self::BurnRetros | Self::Brace)
    }
}

words! {
    /// What has become of a ship.
    #[derive(Default)]
    Fate {
        /// It fights.
        #[default]
        Fighting = "fighting",
        /// A hulk that drifts (CATA-01).
        Drifting = "drifting hulk",
        /// A hulk that burns and rolls again (CATA-03).
        Blazing = "blazing hulk",
        /// Gone: destroyed.
        Destroyed = "destroyed",
        /// Gone: left the battle (DISENG-06, MOVE-13).
        Disengaged = "disengaged",
        /// Gone: landed on the planet (ORBIT-11).
        Landed = "landed",
        /// Gone: lost in the warp (TERRAIN-26).
        InTheWarp = "lost in the warp",
        /// Gone: it never came back from there (TERRAIN-27).
        LostForGood = "lost for good",
        /// Not on the table yet.
        ToCome = "to come",
        /// It never came (SCEN-16).
        NeverEntered = "never entered",
        /// Gone: left by the edge that was its objective (SCEN-63).
        LeftByEdge = "left by the edge",
        /// A daemonship in the warp, which may come.
        Haunting = "haunting",
        /// A daemonship on the table that is not solid yet.
        Spectral = "spectral",
    }
}

words! {
    /// Critical damage that can be repaired (CRIT-03).
    #[derive(Default)]
    Critical {
        /// Dorsal weapons may not fire.
        Dorsal = "dorsal armament",
        /// Starboard weapons may not fire.
        Starboard = "starboard armament",
        /// Port weapons may not fire.
        Port = "port armament",
        /// Prow weapons may not fire.
        Prow = "prow armament",
        /// Stern weapons of a space hulk may not fire.
        Stern = "aft armament",
        /// No turns.
        Engine = "engine room",
        /// 1 damage each End Phase.
        #[default]
        Fire = "fire",
        /// 10 cm slower.
        Thrusters = "thrusters",
        /// Lances of a defence may not fire (DEF-08).
        Lances = "lances",
        /// Batteries of a defence may not fire.
        MainArmament = "main armament",
        /// No ordnance of a defence may be launched.
        OrdnanceBays = "ordnance bays",
        /// Shields and turrets of a defence halved.
        Reactors = "reactors",
        /// A defence falls towards the planet (DEF-10).
        Orbit = "orbit lost",
        /// Leadership 1 lower (Eldar).
        Circuit = "infinity circuit",
        /// Keel weapons may not fire (Eldar).
        Keel = "keel armament",
        /// Turns of 90 degrees at most (Eldar).
        Mast = "mast lines",
        /// 5 cm slower (Eldar).
        Mainsail = "mainsail",
        /// A sharp turn may cost a hit (Eldar).
        Superstructure = "superstructure",
        /// No second move (Eldar).
        Shredded = "shredded mainsail",
        /// A die more for Leadership, until they are thrown out (shokk attack lance).
        Hordes = "snotling hordes",
        /// Batteries of a quadrant at half strength (FORT-02).
        HalfBatteries = "batteries at half",
        /// The basilica of a star fort is lost for good (FORT-02).
        Basilica = "basilica",
        /// All weapons of a Haven at half strength (HAVEN-01).
        HalfPower = "power",
        /// 1 damage on a 1 each turn (HAVEN-01).
        Cracks = "cracks",
        /// A Haven drifts, its polarisation lost (HAVEN-01).
        Adrift = "adrift",
        /// A shield less for good (HULK-04).
        Shield = "shield generator",
        /// A turret less for good (HULK-04).
        Turret = "turret",
        /// A launch bay to port less for good (HULK-04).
        PortBay = "port launch bay",
        /// A launch bay to starboard less for good.
        StarboardBay = "starboard launch bay",
        /// A torpedo ahead less for good (HULK-04).
        ProwTube = "prow torpedo tube",
        /// A torpedo to port less for good.
        PortTube = "port torpedo tube",
        /// A torpedo to starboard less for good.
        StarboardTube = "starboard torpedo tube",
        /// No weapon may fire (DARK-14, NEC-11).
        Weapons = "all weapons",
        /// Come to New Heading needs a check (DARK-14).
        Manoeuvring = "manoeuvring",
        /// Turns of 45 degrees at most (DARK-14).
        Fins = "fins",
        /// An attempt at an order may cost a hit (DARK-14).
        Struts = "brittle superstructure",
        /// Nothing is fired to port (NEC-11).
        PortArc = "port discharge",
        /// Nothing is fired to starboard (NEC-11).
        StarboardArc = "starboard discharge",
        /// No lightning arc (NEC-11).
        Arcs = "lightning arc",
        /// 5 cm slower (NEC-11).
        Drives = "drives",
        /// No All Ahead Full (NEC-11).
        Surge = "inertialess drive",
        /// No sepulchre (NEC-11).
        Sepulchre = "sepulchre",
        /// No spores (HIVE-39).
        Spores = "spores",
        /// 1 damage each End Phase, apart from fires (HIVE-40).
        Wound = "heavy wound",
        /// It cannot be controlled (HIVE-39).
        Synapse = "synapse",
        /// 10 cm slower and no All Ahead Full, however many there are (DARK-25).
        Leech = "leech torpedo",
        /// The Gellar field of a Blackship (INQ-23).
        Gellar = "gellar field",
    }
}

/// Critical damage a ship bears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Criticals {
    repairable: [u8; Critical::ALL.len()],
    /// Leadership 3 lower for good (CRIT-12); of the Eldar, the infinity circuit smashed.
    pub bridge_smashed: bool,
    /// No shields for good (CRIT-13); of the Eldar, no holofield.
    pub shields_collapsed: bool,
    /// Leadership lost for the rest of the battle, whatever is repaired (NEC-12).
    pub shaken: u8,
}

impl Default for Criticals {
    fn default() -> Self {
        let repairable = [0; Critical::ALL.len()];
        Self { repairable, bridge_smashed: false, shields_collapsed: false, shaken: 0 }
    }
}

impl Critical {
    /// Whether it can be repaired in a battle at all (END-02).
    #[must_use]
    pub const fn is_repairable(self) -> bool {
        !matches!(self, Self::Basilica)
    }
}

impl Criticals {
    /// How often one stands.
    #[must_use]
    pub const fn count(&self, critical: Critical) -> u8 {
        self.repairable[critical as usize]
    }

    /// How often one stands, to change it.
    pub fn count_mut(&mut self, critical: Critical) -> &mut u8 {
        &mut self.repairable[critical as usize]
    }

    /// How many can be repaired.
    #[must_use]
    pub fn repairable(&self) -> u8 {
        self.repairable.iter().sum::<u8>() - self.count(Critical::Basilica)
    }
}

/// One ship as it is now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ship {
    /// Whose it is.
    pub side: Side,
    /// The squadron it belongs to.
    pub squadron: Option<SquadronId>,
    /// Where its stem is (SHIP-01).
    pub at: Point,
    /// Where it points.
    pub heading: Heading,
    /// Leadership, before what befell it in this battle.
    pub leadership: u8,
    /// Leadership of an embarked commander, which stands in for its own (LEAD-13).
    pub commander: Option<u8>,
    /// Whether the fleet commander is aboard, whose re-rolls serve the fleet (CMDR-03).
    pub flagship: bool,
    /// It is an ally's, whom the fleet's re-rolls do not serve (ALLY-08).
    pub ally: bool,
    /// Re-rolls of a lesser commander aboard, for his own ship or squadron (CMDR-09).
    pub rerolls: u8,
    /// Hits left.
    pub hits: u8,
    /// Hits it began the battle with (VP-22).
    pub started: u8,
    /// What has become of it.
    pub fate: Fate,
    /// Its special order.
    pub order: Option<Order>,
    /// Critical damage.
    pub criticals: Criticals,
    /// What it has done.
    pub done: Done,
    /// The enemy it has declared to board (BOARD-02).
    pub boards: Option<ShipId>,
    /// The enemy it is grappled with (BOARD-12).
    pub grappled: Option<ShipId>,
    /// What it has launched and not reloaded.
    pub spent: Spent,
    /// The game turn in which it came, or 0 where it was there from the start.
    pub arrived: u8,
    /// What sub-plots add to its Leadership.
    pub drill: Drill,
}

/// What a ship has done, as far as rules look back at it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// It has moved in this Movement Phase.
    pub moved: bool,
    /// It moved less than 5 cm in its last Movement Phase (MOVE-05).
    pub slow: bool,
    /// It has fired in this Shooting Phase, or launched ordnance at its end.
    pub fired: bool,
    /// It braced in its own present turn, so that the order stays for the next one (BRACE-09).
    pub braced_late: bool,
    /// It tried to disengage in this turn and failed (DISENG-07).
    pub lingers: bool,
    /// It has tested to disengage in this turn (DISENG-01).
    pub tried: bool,
    /// It passed the test for its choice of targets (SHOOT-05): `Some(false)` when it failed.
    pub aim: Option<bool>,
    /// The asteroid test of this phase (TERRAIN-15): `Some(false)` when it failed.
    pub asteroids: Option<bool>,
    /// The test of Eldar for clouds (TERRAIN-11), which stands until they move again.
    pub clouds: Option<bool>,
    /// Asteroids have struck it in this phase.
    pub struck: bool,
    /// The order that Brace has replaced before it moved: its move is still made under it (ORDER-06, BRACE-08).
    pub moves_under: Option<Order>,
    /// What All Ahead Full adds to its move in this phase (ORDER-04).
    pub surge: Length,
    /// The ship it will ram, the test passed (RAM-02).
    pub ram: Option<ShipId>,
    /// How far the nearest edge was when the Movement Phase began (LEAD-14).
    pub from_edge: Length,
    /// It has made its boarding or teleport attack.
    pub teleported: bool,
    /// Teleport attacks it has made, while more are left to it.
    pub raids: u8,
    /// It boarded somebody in this End Phase.
    pub boarded: bool,
    /// It is on standby (TURN-09).
    pub standby: bool,
    /// It went on alert in this turn, and takes no special orders (SCEN-53).
    pub roused: bool,
    /// It lands troops or bombards in this turn, and does nothing else (SCEN-88).
    pub assaults: bool,
    /// It was crippled in this battle before it regained hits (VP-22).
    pub was_crippled: bool,
    /// It left its squadron for good (DISENG-12).
    pub left_squadron: bool,
    /// Torpedoes it has launched in this phase.
    pub tubes: u8,
    /// What its launch bays can send out in this phase, where that is rolled.
    pub hangar: u8,
    /// Launch bays it has emptied in this phase.
    pub bays: u8,
    /// What its turrets fire at in this phase (TURRET-02).
    pub turrets: Option<Prey>,
    /// Hits until a Q-ship is seen for what it is; 0 when it is no longer disguised.
    pub disguise: u8,
    /// A decoy that still passes for the ship it poses as (PLOT-40).
    pub posing: bool,
    /// It entered low orbit in this turn (ORBIT-12).
    pub entered: bool,
    /// Its crew has spent the re-roll of the battle (SKILL-08).
    pub reroll_spent: bool,
    /// Its crew has passed its test of the battle without rolling (SKILL-09).
    pub pass_spent: bool,
    /// It has doubled the dice of All Ahead Full in this battle (REFIT-27).
    pub surge_spent: bool,
    /// It has made an evasive turn, and takes no special orders in its next turn (REFIT-09).
    pub evaded: bool,
    /// Its weave has failed in this turn, and it may not brace (REFIT-27).
    pub weave_failed: bool,
    /// It has rolled a lance again in this turn (REFIT-27).
    pub lance_rerolled: bool,
    /// What it has done by rules of its own.
    pub feats: Feats,
}

impl Ship {
    /// Whether it is on the table and no hulk.
    #[must_use]
    pub const fn fights(&self) -> bool {
        matches!(self.fate, Fate::Fighting)
    }

    /// The order it moves under.
    #[must_use]
    pub fn helm(&self) -> Option<Order> {
        self.done.moves_under.or(self.order)
    }

    /// Whether it stands still, and is fired at like defences: it moved less than 5 cm, is grappled or on standby (MOVE-05,
    /// BOARD-12, SCEN-52).
    #[must_use]
    pub const fn is_still(&self) -> bool {
        self.done.slow || self.done.standby || self.grappled.is_some()
    }

    /// Whether it is a hulk on the table.
    #[must_use]
    pub const fn is_hulk(&self) -> bool {
        matches!(self.fate, Fate::Drifting | Fate::Blazing)
    }

    /// Whether its marks weigh on enemies near it: those of a spectre do.
    #[must_use]
    pub const fn weighs(&self) -> bool {
        matches!(self.fate, Fate::Fighting | Fate::Spectral)
    }

    /// Whether it stands on the table at all.
    #[must_use]
    pub const fn present(&self) -> bool {
        self.fights() || self.is_hulk()
    }
}
