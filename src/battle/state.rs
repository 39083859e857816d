//! A battle as a value: every ship, marker and order, and what is under way. Copied whole, without heap.

use super::agenda::Task;
use super::blasts::Blasts;
use super::class::words;
pub use super::crowd::Crowd;
use super::feats::Feats;
use super::few::Few;
use super::geometry::{Heading, Length, Point, Rect};
use super::gun::Gun;
use super::low_orbit::LowOrbit;
use super::mission::Mission;
use super::ordnance::fire::{MARKS, MarkShot};
use super::ordnance::{FLIGHTS, Flight, Path, Prey, Spent};
use super::plots::{Drill, SubPlot};
use super::tally::Tally;

/// Most ships a battle holds.
pub const SHIPS: usize = 64;
/// Most squadrons a battle holds.
pub const SQUADRONS: usize = 16;
/// Most blast markers on the table.
pub const MARKERS: usize = 250;
/// Most celestial phenomena on the table.
pub const FEATURES: usize = 16;

/// One of the two players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// The first named.
    #[default]
    One,
    /// The second named.
    Two,
}

impl Side {
    /// Both, first the first.
    pub const BOTH: [Self; 2] = [Self::One, Self::Two];

    /// The enemy.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }
}

/// A ship, by its place in the roster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ShipId(pub u8);

/// A squadron, by its place in the roster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct SquadronId(pub u8);

/// What is given one order and fires as one: a ship by itself, or a squadron in formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unit {
    /// A ship that is in no squadron, or out of formation (SQUAD-08).
    Ship(ShipId),
    /// The ships of a squadron that are in formation.
    Squadron(SquadronId),
}

impl Default for Unit {
    fn default() -> Self {
        Self::Ship(ShipId(0))
    }
}

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
    /// Phases of a player turn (TURN-01).
    #[derive(Default)]
    Phase {
        /// Ships move.
        #[default]
        Movement = "movement",
        /// Ships disengage or declare boarding, when all have moved.
        Closing = "end of movement",
        /// Ships fire.
        Shooting = "shooting",
        /// Ships launch ordnance, when all have fired (ORD-01).
        Launching = "end of shooting",
        /// Ordnance flies: the active player's, then his opponent's (ORD-21).
        Ordnance = "ordnance",
        /// Ships under sail move again, when all ordnance has moved.
        Sailing = "second move",
        /// Boarding and teleport attacks, then everything else of the End Phase.
        End = "end",
        /// The battle is over.
        Over = "over",
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
    }
}

/// Critical damage a ship bears.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Criticals {
    repairable: [u8; Critical::ALL.len()],
    /// Leadership 3 lower for good (CRIT-12); of the Eldar, the infinity circuit smashed.
    pub bridge_smashed: bool,
    /// No shields for good (CRIT-13); of the Eldar, no holofield.
    pub shields_collapsed: bool,
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
        self.repairable.iter().sum()
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

/// What a player has beside ships.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// Re-rolls left (DICE-08).
    pub rerolls: u8,
    /// A command check has failed in this turn (LEAD-04).
    pub check_failed: bool,
    /// His sub-plot.
    pub plot: Option<SubPlot>,
}

words! {
    /// Kinds of celestial phenomena.
    #[derive(Default)]
    FeatureKind {
        /// Gas or dust cloud (TERRAIN-10).
        #[default]
        Cloud = "cloud",
        /// Asteroid field (TERRAIN-14).
        Asteroids = "asteroids",
        /// Warp rift (TERRAIN-25).
        Rift = "warp rift",
        /// Planet (TERRAIN-28).
        Planet = "planet",
        /// Moon (TERRAIN-36).
        Moon = "moon",
        /// Minefield, which also counts as an asteroid field (MINE-04).
        Minefield = "minefield",
    }
}

/// The ground that a feature covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A rectangle along the table's edges.
    Rect(Rect),
    /// A disc.
    Disc {
        /// Its centre.
        centre: Point,
        /// Its radius.
        radius: Length,
    },
    /// A ring about a planet (TERRAIN-35).
    Ring {
        /// The planet's centre.
        centre: Point,
        /// Where it begins.
        inner: Length,
        /// Where it ends.
        outer: Length,
    },
}

impl Default for Shape {
    fn default() -> Self {
        Self::Rect(Rect::default())
    }
}

/// One celestial phenomenon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Feature {
    /// What it is.
    pub kind: FeatureKind,
    /// Where it is.
    pub shape: Shape,
    /// Whose minefield it is, or who tore the rift open.
    pub owner: Side,
    /// A rift that closes by itself (REFIT-27).
    pub closes: bool,
}

words! {
    /// Edges of the table.
    Edge {
        /// x = 0.
        Left = "left",
        /// x = width.
        Right = "right",
        /// y = 0.
        Near = "near",
        /// y = depth.
        Far = "far",
    }
}

/// The table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground {
    /// Its length, along x.
    pub width: Length,
    /// Its depth, along y.
    pub depth: Length,
    /// The edge towards the sun (TERRAIN-08).
    pub sunward: Option<Edge>,
    /// Fire towards the sun has doubled range shifts (TERRAIN-38).
    pub glare: bool,
    /// The low orbit table, where there is one.
    pub low: Option<LowOrbit>,
}

impl Default for Ground {
    fn default() -> Self {
        Self { width: Length::cm(180), depth: Length::cm(120), sunward: None, glare: false, low: None }
    }
}

impl Ground {
    /// Whether a stem there is on its table (MOVE-13).
    #[must_use]
    pub fn holds(&self, place: Point) -> bool {
        self.table(place).nearest(place) == place
    }

    /// How far the nearest edge is.
    #[must_use]
    pub fn to_edge(&self, place: Point) -> Length {
        let Rect { low, high } = self.table(place);
        (place.x - low.x).min(place.y - low.y).min(high.x - place.x).min(high.y - place.y)
    }
}

/// A leg of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leg {
    /// Straight ahead.
    Ahead(Length),
    /// A turn on the stem, to the right when positive.
    Turn(i32),
    /// A free turn towards a planet (TERRAIN-31), to the right when positive.
    Drawn(i32),
    /// A blast marker is left there.
    Trail,
}

impl Default for Leg {
    fn default() -> Self {
        Self::Turn(0)
    }
}

/// Most legs of one move.
pub const LEGS: usize = 8;

/// A move under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Course {
    /// Who moves.
    pub ship: ShipId,
    /// What is left of it, next leg first.
    pub legs: Few<Leg, LEGS>,
    /// How far it has gone.
    pub gone: Length,
    /// How far it may go in all.
    pub limit: Length,
    /// It has been slowed by markers or asteroids already (BLAST-11, TERRAIN-18).
    pub slowed: bool,
    /// It has rolled for damage by markers (BLAST-14).
    pub scorched: bool,
    /// The ship it rams, until it has (RAM-07).
    pub ram: Option<ShipId>,
    /// The heading a rok keeps when it is pushed aside by less than 10 cm.
    pub keeps: Option<Heading>,
    /// Where it leaves a blast marker.
    pub trail: Option<Point>,
    /// Enemies that its klaws have been offered.
    pub passed: Crowd,
}

/// Most weapons and shares of weapons in one volley.
pub const SHOTS: usize = 40;
/// Most weapons of one volley whose strength is rolled.
pub const POWERS: usize = 24;
/// Most targets of one volley.
pub const TARGETS: usize = 8;

/// One weapon, or a share of it, at one target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shot {
    /// Who fires.
    pub ship: ShipId,
    /// Which of its weapons.
    pub weapon: u8,
    /// At whom.
    pub target: Unit,
    /// How much of its firepower or strength.
    pub share: u8,
}

/// What a volley does to one target, worked out before any die falls (SHOOT-19 step 3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strike {
    /// At whom.
    pub target: Unit,
    /// The dice of each kind of weapon, in the order in which their hits are applied (GUNNERY-12).
    pub salvos: Few<Salvo, KINDS>,
}

/// Most kinds of weapon in one volley.
pub const KINDS: usize = 6;

/// The dice of one kind of weapon at one target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Salvo {
    /// The kind.
    pub gun: Gun,
    /// How many dice.
    pub dice: u8,
    /// The column of gunnery that the shooter takes; ships harder to hit are spared (SQUAD-10).
    pub column: u8,
    /// Ships that it can hit, judged before any marker of this fire is placed.
    pub ships: Crowd,
}

/// The strength that was rolled for a weapon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Power {
    /// Whose.
    pub ship: ShipId,
    /// Which of its weapons.
    pub weapon: u8,
    /// What it came to.
    pub strength: u8,
}

/// The fire of one ship or squadron, declared and not yet worked out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Volley {
    /// Who fires.
    pub unit: Unit,
    /// Every weapon that fires.
    pub shots: Few<Shot, SHOTS>,
    /// What is left to be worked out.
    pub strikes: Few<Strike, TARGETS>,
    /// Kinds of weapon whose hits are applied first, in this order; the rest follow.
    pub first: Few<Gun, KINDS>,
    /// The column taken against a squadron (SQUAD-10).
    pub column: Option<u8>,
    /// Strengths rolled for it.
    pub powers: Few<Power, POWERS>,
    /// Nova shells, aimed; worked out after the strikes.
    pub shells: Few<Shell, SHELLS>,
    /// Fire at ordnance, worked out after the strikes.
    pub marks: Few<MarkShot, MARKS>,
}

/// Most nova shells of one volley.
pub const SHELLS: usize = 4;

/// A nova shell, aimed (NOVA-02).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shell {
    /// Who fires it.
    pub ship: ShipId,
    /// Where the centre of its template is placed.
    pub at: Point,
}

/// A battle at rest between two decisions, or at work within one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Battle {
    /// The table.
    pub ground: Ground,
    /// Celestial phenomena.
    pub features: Few<Feature, FEATURES>,
    /// Ships, by id; those that are gone stay in the list.
    pub ships: Few<Ship, SHIPS>,
    /// Which of them fight, drift, or belong together.
    pub tally: Tally,
    /// Centres of blast markers.
    pub markers: Blasts,
    /// What each player has.
    pub players: [Player; 2],
    /// Game turn, from 1.
    pub turn: u8,
    /// The last game turn, or 0 for no limit (TURN-08).
    pub last_turn: u8,
    /// The player who goes first in each game turn.
    pub first: Side,
    /// The player whose turn it is.
    pub active: Side,
    /// The phase of his turn.
    pub phase: Phase,
    /// The unit that has been given an order or begun to move, and must finish before another (ORDER-02).
    pub current: Option<Unit>,
    /// What must be done or decided next; the last item first.
    pub agenda: Few<Task, 24>,
    /// The move under way.
    pub course: Course,
    /// Asteroid damage of an escort squadron that no ship has taken yet (TERRAIN-19).
    pub rubble: u8,
    /// The fire under way.
    pub volley: Volley,
    /// Solar flares that may still break out (TERRAIN-40).
    pub flares: u8,
    /// Radiation bursts of the battlezone (TERRAIN-45).
    pub bursts: u8,
    /// By how much a burst lowers every Leadership in this turn.
    pub burst: u8,
    /// A solar flare has broken out in this turn.
    pub flaring: bool,
    /// Salvoes, waves and mines in play, by number.
    pub flights: Few<Flight, FLIGHTS>,
    /// The number that the last flight got.
    pub last_flight: u16,
    /// Whose ordnance flies in this Ordnance Phase.
    pub flying: Side,
    /// Torpedo bombers may still be converted in this Ordnance Phase (TBOMBER-03).
    pub converting: bool,
    /// Fighters of the player whose turn it is not, that may move before all other ordnance, do so (SKILL-12).
    pub early: bool,
    /// The move of a flight under way.
    pub path: Path,
    /// The players fight without ordnance.
    pub no_ordnance: bool,
    /// Ships that lower the Leadership of enemies within 15 cm (RANK-13), as their profiles say.
    pub terrors: Crowd,
    /// Ships that keep enemies within 15 cm from special orders and Leadership tests, as their profiles say.
    pub sirens: Crowd,
    /// Daemonships, as their profiles say.
    pub daemons: Crowd,
    /// Q-ships and decoys, whether seen through or not.
    pub masked: Crowd,
    /// Space hulks, as their profiles say.
    pub space_hulks: Crowd,
    /// Quadrants of star forts, as their profiles say.
    pub forts: Crowd,
    /// What it is fought for.
    pub mission: Mission,
    /// Ships brought to 0 hits that have not been resolved yet, in the order they were lost.
    pub dying: Few<ShipId, SHIPS>,
}

impl Battle {
    /// A ship.
    #[inline]
    #[must_use]
    pub fn ship(&self, id: ShipId) -> &Ship {
        self.ships.known(usize::from(id.0))
    }

    /// A ship, to change it.
    #[inline]
    pub fn ship_mut(&mut self, id: ShipId) -> &mut Ship {
        self.ships.known_mut(usize::from(id.0))
    }

    /// Every ship with its id.
    #[inline]
    pub fn all(&self) -> impl Iterator<Item = (ShipId, &Ship)> {
        (0..).map(ShipId).zip(self.ships.iter())
    }

    /// The ships of a player that fight.
    #[inline]
    pub fn fleet(&self, side: Side) -> impl Iterator<Item = (ShipId, &Ship)> {
        self.fighting(side).iter().map(|id| (id, self.ship(id)))
    }

    /// What a player has.
    pub fn player_mut(&mut self, side: Side) -> &mut Player {
        &mut self.players[side as usize]
    }
}
