//! What only one fleet has: marks, clans, gifts, xenotech, evolutions, defences and mines, as values.

use serde::Serialize;

use crate::ships::class::Confidence;
use crate::ships::effects::Effect;

/// Everything a fleet file holds besides fleet, lists, commanders, upgrades, craft and classes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Extras {
    /// Marks of Chaos.
    pub marks: Vec<Mark>,
    /// Ork clans.
    pub clans: Vec<Clan>,
    /// Gifts of the Adeptus Mechanicus.
    pub gifts: Vec<Gift>,
    /// Xenotech systems of Rogue Traders.
    pub xenotech: Vec<Xenotech>,
    /// Tyranid evolutions.
    pub evolutions: Vec<Evolution>,
    /// Ordnance markers that a Tyranid fleet may buy.
    pub ordnance: Vec<OrdnancePurchase>,
    /// What holds for every planetary defence.
    pub defence_rules: Option<DefenceRules>,
    /// Number of defences by type of world.
    pub defences_by_type: Vec<DefencesByType>,
    /// Number of defences by size of planet.
    pub defences_by_size: Vec<DefencesBySize>,
    /// What a rolled defence is worth.
    pub defence_value: Option<DefenceValue>,
    /// Orbital mines.
    pub orbital_mine: Option<OrbitalMine>,
    /// Minefields.
    pub minefield: Option<Minefield>,
    /// The Ramilies star fort in a campaign.
    pub ramilies: Option<RamiliesCampaign>,
}

/// One Mark of Chaos at the price of one table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mark {
    /// The table, which commanders name.
    pub table: String,
    /// Slug of the power, unique within the table.
    pub id: String,
    /// Price.
    pub points: u32,
    /// What it does, in words.
    pub effect: String,
    /// What it does on the table; `None` where the engine does not play it.
    #[serde(skip)]
    pub effects: Option<Vec<Effect>>,
    /// How sure the figure is.
    pub confidence: Confidence,
}

/// An Ork clan that a Warlord of the Clanz list may belong to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Clan {
    /// Slug.
    pub id: String,
    /// Price.
    pub points: u32,
    /// Its colour.
    pub colour: String,
    /// What it does, in words.
    pub effect: String,
    /// How sure the figure is.
    pub confidence: Confidence,
}

/// A gift of the Adeptus Mechanicus, rolled on a D6 for each capital ship.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Gift {
    /// The roll.
    pub roll: u32,
    /// Slug.
    pub id: String,
    /// What it does, in words.
    pub effect: String,
    /// What it does on the table; `None` where the engine does not play it.
    #[serde(skip)]
    pub effects: Option<Vec<Effect>>,
    /// How sure the figure is.
    pub confidence: Confidence,
}

/// A xenotech system, rolled on a D6 or chosen for a surcharge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Xenotech {
    /// The roll.
    pub roll: u32,
    /// Slug.
    pub id: String,
    /// What it does, in words.
    pub effect: String,
    /// Price on a cruiser.
    pub points_cruiser: u32,
    /// Price on an escort.
    pub points_escort: u32,
    /// Added to choose it.
    pub points_to_choose: u32,
    /// How sure the figure is.
    pub confidence: Confidence,
}

/// A Tyranid evolution, rolled on 2D6 or bought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Evolution {
    /// The roll.
    pub roll: u32,
    /// Slug.
    pub id: String,
    /// Price.
    pub points: u32,
    /// What it does, in words.
    pub effect: String,
    /// What it does on the table; `None` where the engine does not play it.
    #[serde(skip)]
    pub effects: Option<Vec<Effect>>,
    /// How sure the figure is.
    pub confidence: Confidence,
}

/// An ordnance marker that may be bought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OrdnancePurchase {
    /// What it is.
    pub item: String,
    /// Price of each.
    pub points: u32,
    /// Lists that sell it.
    pub lists: Vec<String>,
    /// Most of the fleet's points that all such markers may take, in percent.
    pub max_percent: u32,
}

/// What holds for every planetary defence (COMP-02, COMP-04, COMP-05).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DefenceRules {
    /// The value that they test on.
    pub leadership: u32,
    /// Special orders that they may take.
    pub orders: Vec<String>,
    /// Most defences of 1 hit in a squadron.
    pub squadron_max_1_hit: u32,
    /// Most larger defences in a squadron.
    pub squadron_max_larger: u32,
    /// Blast markers that a stationary one removes.
    pub blast_markers_removed: String,
}

/// A planetary defence that may be bought (MISSION-17).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DefenceKind {
    /// Slug.
    pub id: String,
    /// Name.
    pub name: String,
    /// Price of each.
    pub points: u32,
    /// Most of them.
    pub max: Option<u32>,
    /// Hits of each.
    pub hits: u32,
    /// Where it stands: high orbit, low orbit, or what its list says.
    pub place: String,
    /// Most of them in a squadron; `None` for what never forms one (COMP-02).
    pub squadron: Option<u32>,
    /// The value it tests on, where it has no Leadership of its own (COMP-04).
    pub leadership: Option<u32>,
    /// Cannot move, and so sheds blast markers at the end of each End Phase (COMP-05).
    pub stationary: bool,
}

/// Number of defences by type of world.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DefencesByType {
    /// Least roll on 2D6 for such a world.
    pub roll_from: u32,
    /// Greatest roll.
    pub roll_to: u32,
    /// Letter of the type on maps.
    pub code: String,
    /// Type of world.
    pub world: String,
    /// Dice for the number of defences.
    pub defences: String,
}

/// Number of defences by size of planet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DefencesBySize {
    /// Size of planet.
    pub size: String,
    /// Dice for the number of defences.
    pub defences: String,
    /// Most of them when they are bought.
    pub max_if_bought: u32,
}

/// What a rolled defence is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DefenceValue {
    /// Dice for the points of each, in words.
    pub points_each: String,
    /// How a campaign uses the tables, in words.
    pub campaign: String,
    /// Port Maw has so many times as many.
    pub port_maw_multiplier: u32,
    /// How sure the figure is.
    pub confidence: Confidence,
}

/// Orbital mines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OrbitalMine {
    /// Name.
    pub name: String,
    /// Price of each.
    pub points: u32,
    /// Speed in centimetres.
    pub speed_cm: u32,
    /// Dice of its attack.
    pub attack_dice: u32,
    /// Dice of its attack after turrets have hit it.
    pub attack_dice_hit_by_turrets: u32,
    /// Whether shields protect against it.
    pub shields_protect: bool,
    /// A remark.
    pub note: String,
    /// How sure the figure is.
    pub confidence: Confidence,
}

/// A minefield.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Minefield {
    /// Name.
    pub name: String,
    /// Price of each.
    pub points: u32,
    /// Most of them.
    pub max: u32,
    /// Size, in dice.
    pub size_cm: String,
    /// The number to roll or better against it.
    pub armour: u32,
    /// Range at which it notices ships.
    pub detection_range_cm: u32,
    /// The roll to notice one, in words.
    pub detection_roll: String,
    /// Mines sent at each ship noticed.
    pub mines_per_detected_ship: u32,
    /// Greatest distance from a celestial feature.
    pub placed_within_cm: u32,
    /// A remark.
    pub note: String,
    /// How sure the figure is.
    pub confidence: Confidence,
}

/// The Ramilies star fort in a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RamiliesCampaign {
    /// Fleets that may appeal for one.
    pub fleets: Vec<String>,
    /// Least renown of the commander.
    pub min_renown: u32,
    /// Least roll that grants the appeal.
    pub appeal_roll: u32,
    /// What may be given instead, in words.
    pub alternative: String,
    /// Repair points it yields, in words.
    pub repair_points: String,
    /// How it is attacked, in words.
    pub attacked: String,
    /// What it does for withdrawn ships, in words.
    pub withdrawn_ship_returns: String,
    /// How it moves, in words.
    pub moving: String,
    /// Its refits, in words.
    pub refits: String,
    /// How sure the figures are.
    pub confidence: Confidence,
}
