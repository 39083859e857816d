//! Fleets, fleet lists and their limits, as values. [`super::composition`] judges a register by them.

use serde::{Deserialize, Serialize};

pub use super::limits::{Bound, Counted, Limit, PerOthers, Selector};
use crate::ships::class::{Confidence, People, ShipClass, ShipType, WeaponKind};
use crate::ships::effects::Effect;
use crate::text::words;

/// One fleet: what all its lists share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fleet {
    /// Kebab-case slug, such as `imperial-navy`.
    pub id: String,
    /// Name, such as `Imperial Navy`.
    pub name: String,
    /// Reserves come from lists of the same race (RESV-01).
    pub race: String,
    /// The people of its ships unless a class says otherwise.
    pub people: People,
    /// Whether its lists can be a player's own: planetary defences cannot.
    pub playable: bool,
    /// Points of a starting register (FLEET-01).
    pub start_points: u32,
    /// A pirate has a hidden base and no system (CAMP-10).
    pub pirate: bool,
    /// Dice for the scenario and initiative by attack rating.
    pub attack_rating: u32,
    /// How Leadership is rolled (FLEET-06, FLEET-10).
    pub leadership: LeadershipTable,
    /// What all its ships do differently in a battle.
    pub battle: FleetBattle,
    /// Attack ratings that replace the fleet's when certain ships are present.
    pub ratings: Vec<RatingBeside>,
    /// Special-rule keys of the whole fleet.
    pub special: Vec<String>,
    /// Remarks for people.
    pub notes: Vec<String>,
}

/// What all ships of a fleet do differently in a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FleetBattle {
    /// Modifier to boarding.
    pub boarding: i32,
    /// Modifier to boarding after the first round, where it differs.
    pub boarding_later: Option<i32>,
    /// Modifier to its hit-and-run attacks.
    pub hit_and_run: i32,
    /// Modifier to hit-and-run attacks against it.
    pub enemy_hit_and_run: i32,
    /// Dice it adds when repairing.
    pub extra_repair_dice: u32,
    /// Dice of All Ahead Full, where they are not the usual ones.
    pub all_ahead_full: Option<String>,
    /// All Ahead Full needs no command check.
    pub all_ahead_full_free: bool,
}

/// The attack rating of a fleet that contains certain ships.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RatingBeside {
    /// The rating.
    pub rating: u32,
    /// Lists it is for.
    pub lists: Vec<String>,
    /// The ships.
    pub beside: Vec<Selector>,
}

/// Leadership by the face of a D6: index 0 is a roll of 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LeadershipTable(pub [u8; 6]);

impl LeadershipTable {
    /// The table of the rulebook (FLEET-06).
    pub const STANDARD: Self = Self(crate::scenario::crew::LEADERSHIP);
}

impl Default for LeadershipTable {
    fn default() -> Self {
        Self::STANDARD
    }
}

/// One fleet list of a fleet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FleetList {
    /// Kebab-case slug, unique over all files, such as `gothic-sector`.
    pub id: String,
    /// The fleet file it stands in.
    pub fleet: String,
    /// Name.
    pub name: String,
    /// When it was fought, in a word or two.
    pub period: Option<String>,
    /// Replaces the fleet's attack rating.
    pub attack_rating: Option<u32>,
    /// Replaces the fleet's people for the ally rules: Demiurg are not Tau (ALLY-24).
    pub people: Option<People>,
    /// Whether it allies with anyone: the Crusade list does not (ALLY-19).
    pub allies: bool,
    /// Whether it gives or takes reserves.
    pub reserves: bool,
    /// Replaces the fleet's `pirate` flag: wolf packs are pirates.
    pub pirate: Option<bool>,
    /// Replaces the fleet's start points.
    pub start_points: Option<u32>,
    /// Replaces the fleet's Leadership table.
    pub leadership: Option<LeadershipTable>,
    /// May be a player's own list; `rt-basic` only accompanies others.
    pub playable: bool,
    /// How it accompanies others, for a list that is nobody's own.
    pub accompanies: Option<Company>,
    /// Further races whose lists give it ordinary reserves (RESV-04).
    pub reserves_from: Option<ReservesFrom>,
    /// Reserves with rules of their own; RESV-01 does not apply to the classes they name (RESV-04).
    pub reserve_rules: Vec<ReserveRule>,
    /// Groups of classes that may be bought.
    pub sections: Vec<Section>,
    /// What binds the register beyond the sections' own figures.
    pub limits: Vec<Limit>,
    /// Upgrades sold by this list besides those of the classes.
    pub upgrades: Vec<Upgrade>,
    /// The ordnance its ships may carry, in words.
    pub ordnance: Option<String>,
    /// Remarks for people.
    pub notes: Vec<String>,
    /// How sure the membership is.
    pub confidence: Confidence,
    /// How sure the limits are.
    pub limits_confidence: Confidence,
    /// Where the sources differ.
    pub conflicts: Vec<String>,
}

/// How a list such as `rt-basic` accompanies another fleet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Company {
    /// The section whose ships are counted.
    pub section: String,
    /// Fleets that never have any.
    pub never: Vec<String>,
    /// Most of them in a fleet.
    pub at_most: u32,
    /// One for every so many points, or part of them, for the `hosts`.
    pub per_points: u32,
    /// Peoples for whom `per_points` takes the place of `at_most`.
    pub hosts: Vec<People>,
}

/// Further races whose lists give ordinary reserves (RESV-04).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReservesFrom {
    /// The races.
    pub races: Vec<String>,
    /// Whether alien vessels are among them.
    pub xenos: bool,
}

/// Reserves that a list takes by a rule of its own (RESV-04).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReserveRule {
    /// The classes.
    pub classes: Vec<String>,
    /// Allowed for each group.
    pub count: u32,
    /// Size of the group.
    pub per: u32,
    /// The ships that are counted.
    pub others: Vec<Selector>,
    /// Most of them in all.
    pub max: Option<u32>,
    /// Only in a register of so many points.
    pub fleet_points: Option<u32>,
    /// The commanders who open it; empty for any.
    pub commander: Vec<String>,
    /// The rule as people say it.
    pub says: String,
}

/// A group of classes within a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Section {
    /// Slug, unique within the list; limits may name it.
    pub id: String,
    /// Heading, such as `Battleships`.
    pub name: String,
    /// Class ids, of this or another file.
    pub classes: Vec<String>,
    /// Fewest ships of a squadron.
    pub squadron_min: Option<u32>,
    /// Most ships of a squadron.
    pub squadron_max: Option<u32>,
    /// Needs the opponent's or arbitrator's agreement.
    pub by_agreement: bool,
    /// Prices that replace those of the classes.
    pub prices: Vec<(String, u32)>,
    /// A remark for people.
    pub note: Option<String>,
}

impl Section {
    /// The price of a class in this section.
    #[must_use]
    pub fn price_of(&self, class: &ShipClass) -> Option<u32> {
        let own = self.prices.iter().find(|(id, _)| *id == class.id).map(|(_, points)| *points);
        own.or(class.points)
    }
}

/// Something a list sells on top of a ship.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Upgrade {
    /// Slug.
    pub id: String,
    /// Lists that sell it; empty for every list of the fleet.
    pub lists: Vec<String>,
    /// Price of each.
    pub price: Price,
    /// What it does, in words.
    pub effect: String,
    /// What it does on the table; `None` where the engine does not play it.
    #[serde(skip)]
    pub effects: Option<Vec<Effect>>,
    /// Prices that replace it for single classes.
    pub prices: Vec<(String, u32)>,
    /// Which ships may take it; empty for every ship.
    pub of: Vec<Selector>,
    /// Ships that may not, among those.
    pub not_of: Vec<Selector>,
    /// Only with at least this front armour.
    pub front_armour: Option<u32>,
    /// Only without such a weapon.
    pub without: Option<WeaponKind>,
    /// Only on a ship with a commander aboard.
    pub with_commander: bool,
    /// Only on a ship that bears a Mark of Chaos.
    pub marked: bool,
    /// Not on the flagship.
    pub not_flagship: bool,
    /// Upgrades that the ship must have too.
    pub needs: Vec<String>,
    /// Upgrades that the ship may not have too.
    pub excludes: Vec<String>,
    /// Most ships of a register that may have it.
    pub max: Option<u32>,
    /// At most one in so many capital ships may have it.
    pub share: Option<u32>,
    /// Its limit, in words.
    pub limit: Option<String>,
    /// How sure the figure is.
    pub confidence: Confidence,
}

/// The price of an upgrade.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Price {
    /// One price for the ship.
    Flat(u32),
    /// So much for each ship of the squadron.
    PerShip(u32),
    /// So much for each point of launch-bay strength, counted at its highest.
    PerLaunchBay(u32),
    /// By type of ship.
    ByType(Vec<(ShipType, u32)>),
}

/// A commander that a list offers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CommanderKind {
    /// Slug, unique within the fleet, such as `solar-admiral`.
    pub id: String,
    /// Rank or title.
    pub rank: String,
    /// Fleet file.
    pub fleet: String,
    /// Lists that offer him.
    pub lists: Vec<String>,
    /// The fleet commander, whose place the player's own commander takes (CMDR-08), or a lesser one (CMDR-09).
    pub role: CommanderRole,
    /// Leadership he gives.
    pub leadership: CommanderLeadership,
    /// Price.
    pub points: u32,
    /// Prices aboard single classes.
    pub prices: Vec<(String, u32)>,
    /// Re-rolls that come with him.
    pub rerolls: u32,
    /// His re-rolls come anew each turn.
    pub rerolls_per_turn: bool,
    /// Totals for so many extra re-rolls.
    pub extra_rerolls: Vec<(u32, u32)>,
    /// Most of his kind, once for all.
    pub max: Option<u32>,
    /// Most of his kind for so many points, parts counting.
    pub max_per_points: Option<u32>,
    /// There must be as many as `max_per_points` allows.
    pub exact: bool,
    /// Most of his kind by the ships of the register.
    pub per_ships: Vec<PerShips>,
    /// After the first, who commands the fleet, further ones may be bought as lesser commanders (CMDR-09).
    pub further: bool,
    /// Only in a fleet of so many points.
    pub fleet_points: Option<u32>,
    /// Compulsory in a one-off fleet worth more than this (COMP-08).
    pub required_above_points: Option<u32>,
    /// Ships he may be aboard; empty for any.
    pub aboard: Vec<Selector>,
    /// The people of the ships he may be aboard.
    pub aboard_people: Option<People>,
    /// Replaces the fleet's attack rating.
    pub attack_rating: Option<u32>,
    /// Most Marks of Chaos he may bear.
    pub marks_max: u32,
    /// The table his marks are priced by.
    pub marks_table: Option<String>,
    /// How many there may be, in words.
    pub limit: String,
    /// What he does for his ship on the table; `None` where the engine does not play him.
    #[serde(skip)]
    pub effects: Option<Vec<Effect>>,
    /// Where he must be, in words.
    pub placement: Option<String>,
    /// Abilities and remarks, in words.
    pub notes: Vec<String>,
    /// How sure the figures are.
    pub confidence: Confidence,
    /// Where the sources differ.
    pub conflicts: Vec<String>,
}

/// So many commanders for every so many ships.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PerShips {
    /// The lists it is for; empty for all of his.
    pub lists: Vec<String>,
    /// Allowed for each group.
    pub count: u32,
    /// Size of the group.
    pub per: u32,
    /// The ships that are counted.
    pub of: Vec<Selector>,
    /// Allowed whatever the ships.
    pub least: u32,
    /// Never more than this.
    pub most: Option<u32>,
}

words! {
    /// The part a commander plays.
    CommanderRole {
        /// Commands the fleet.
        FleetCommander = "fleet commander",
        /// Serves besides the fleet commander.
        Lesser = "lesser commander",
        /// No person: re-rolls of a fleet without commanders.
        Rerolls = "re-rolls",
    }
}

/// What a commander does to his ship's Leadership.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CommanderLeadership {
    /// Nothing.
    None,
    /// Replaces it.
    Set(u8),
    /// Adds to it, up to a most.
    Add {
        /// Added.
        by: u8,
        /// Never above.
        most: u8,
    },
    /// Rolled on the Space Marine table.
    SpaceMarineTable,
}

impl CommanderLeadership {
    /// The Leadership of a ship whose crew has `own`.
    #[must_use]
    pub fn aboard(self, own: u8) -> u8 {
        match self {
            Self::Set(value) => value,
            Self::Add { by, most } => (own + by).min(most.max(own)),
            Self::None | Self::SpaceMarineTable => own,
        }
    }
}

/// A kind of attack craft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AttackCraft {
    /// Slug, unique over all files.
    pub id: String,
    /// Name.
    pub name: String,
    /// Fighter, bomber…
    pub kind: String,
    /// Speed in centimetres.
    pub speed_cm: u32,
    /// How it rolls its attack runs.
    #[serde(skip)]
    pub runs: crate::ships::craft::Runs,
    /// Against what it saves itself.
    #[serde(skip)]
    pub resilient: crate::ships::craft::Resilience,
    /// A remark.
    pub note: Option<String>,
}
