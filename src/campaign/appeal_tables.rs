//! Appeals, refits, crew skills and special torpedoes that are particular to a fleet, as values.

use serde::Serialize;

use crate::ships::class::Confidence;
use crate::ships::effects::Effect;
use crate::text::words;

/// The whole of `fleets/appeals.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Appeals {
    /// What grants an appeal.
    pub grant: Grant,
    /// Marks of Chaos that a Chaos commander may bear, from so much renown on.
    pub marks_by_renown: Vec<FromTo>,
    /// Special torpedoes.
    pub special_torpedoes: SpecialTorpedoes,
    /// What each fleet may appeal for.
    pub allowances: Vec<Allowance>,
    /// Tables of the `other` appeal.
    pub other_appeals: Vec<OtherAppeal>,
    /// Refit tables that take the place of the general ones.
    pub refit_tables: Vec<RefitTable>,
    /// Crew-skill tables that take the place of the general one.
    pub crew_skill_tables: Vec<CrewSkillTable>,
    /// What the rulebook's own refits do.
    #[serde(skip)]
    pub refits: Vec<TableEntry>,
    /// What the rulebook's own crew skills do.
    #[serde(skip)]
    pub crew_skills: Vec<TableEntry>,
    /// What appeals give ships beside the entries of their tables.
    #[serde(skip)]
    pub boons: Vec<TableEntry>,
    /// Space hulks that may be a base.
    pub hulk_bases: Vec<HulkBase>,
}

/// A figure that holds from a certain value on, until the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FromTo {
    /// Least value, such as renown or torpedo strength.
    pub from: u32,
    /// The figure, such as a number of appeals or a price.
    pub gives: u32,
}

/// What grants an appeal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Grant {
    /// Least roll for reinforcements.
    pub reinforcements: u32,
    /// Least roll for refits.
    pub refits: u32,
    /// Least roll for the fleet's other appeal.
    pub other: u32,
    /// Most appeals of one kind at a time.
    pub same_type_max: u32,
    /// Number of appeals by renown.
    pub appeals_by_renown: Vec<FromTo>,
    /// How sure the figures are.
    pub confidence: Confidence,
}

/// One line of a table that is rolled on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableEntry {
    /// The roll.
    pub roll: u32,
    /// Slug, which may recur within a table when two rolls mean the same.
    pub id: String,
    /// What it does, in words.
    pub effect: String,
    /// What it does on the table; `None` where the engine does not play it.
    #[serde(skip)]
    pub effects: Option<Vec<Effect>>,
}

/// Special torpedoes, which may be rolled for in place of a weapons refit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SpecialTorpedoes {
    /// What they replace, in words.
    pub replaces: String,
    /// How those with a single salvo work, in words.
    pub one_use_note: String,
    /// Price outside a campaign by torpedo strength.
    pub costs: Vec<FromTo>,
    /// Fleets that never have them.
    pub never: Vec<String>,
    /// Fleets that pay double.
    pub double: Vec<String>,
    /// Further limits, in words.
    pub limits: Vec<String>,
    /// The types.
    pub entries: Vec<SpecialTorpedo>,
    /// How sure the figures are.
    pub confidence: Confidence,
}

/// One type of special torpedo.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SpecialTorpedo {
    /// The line of the table.
    #[serde(flatten)]
    pub entry: TableEntry,
    /// Lasts for the whole game, not one salvo.
    pub whole_game: bool,
}

words! {
    /// Where a fleet's refits come from.
    RefitSource {
        /// The general tables.
        General = "general",
        /// Tables of its own.
        Own = "own",
        /// The Tyranid evolutions.
        Evolutions = "evolutions",
        /// Nowhere.
        None = "none",
    }
}

words! {
    /// Where a fleet's crew skills come from.
    SkillSource {
        /// The general table.
        General = "general",
        /// A table of its own.
        Own = "own",
        /// Nowhere.
        None = "none",
    }
}

/// What a fleet may appeal for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Allowance {
    /// The fleet.
    pub fleet: String,
    /// May appeal for reinforcements.
    pub reinforcements: bool,
    /// Where its refits come from.
    pub refits: RefitSource,
    /// Its own refit tables.
    pub refit_tables: Vec<String>,
    /// Only capital ships are refitted.
    pub refits_capital_only: bool,
    /// Its table of other appeals.
    pub other: Option<String>,
    /// Lists that may not use that table.
    pub other_not_lists: Vec<String>,
    /// Where its crew skills come from.
    pub crew_skills: SkillSource,
    /// Its own crew-skill table.
    pub crew_skill_table: Option<String>,
    /// Modifier to appeals for refits.
    pub modifier_refits: i32,
    /// Modifier to appeals for reinforcements.
    pub modifier_reinforcements: i32,
    /// Modifier to other appeals.
    pub modifier_other: i32,
    /// One extra repair point for so much renown, or part of it.
    pub extra_repair_per_renown: Option<u32>,
    /// Repairs cost so many times as much.
    pub repair_cost_multiplier: u32,
    /// Remarks for people.
    pub notes: Vec<String>,
    /// How sure the figures are.
    pub confidence: Confidence,
}

impl Allowance {
    /// What a fleet may do that the files say nothing of: reinforcements and general refits (APPEAL-05).
    #[must_use]
    pub fn usual(fleet: &str) -> Self {
        Self {
            fleet: fleet.to_owned(),
            reinforcements: true,
            refits: RefitSource::General,
            refit_tables: Vec::new(),
            refits_capital_only: false,
            other: None,
            other_not_lists: Vec::new(),
            crew_skills: SkillSource::General,
            crew_skill_table: None,
            modifier_refits: 0,
            modifier_reinforcements: 0,
            modifier_other: 0,
            extra_repair_per_renown: None,
            repair_cost_multiplier: 1,
            notes: Vec::new(),
            confidence: Confidence::SingleSource,
        }
    }
}

/// A table of other appeals.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OtherAppeal {
    /// Slug.
    pub id: String,
    /// Name.
    pub name: String,
    /// Fleets that roll on it.
    pub fleets: Vec<String>,
    /// The dice.
    pub dice: String,
    /// A remark.
    pub note: Option<String>,
    /// The lines.
    pub entries: Vec<OtherEntry>,
    /// How sure the figures are.
    pub confidence: Confidence,
}

/// One line of a table of other appeals.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OtherEntry {
    /// The line.
    #[serde(flatten)]
    pub entry: TableEntry,
    /// For the next game only.
    pub next_game_only: bool,
    /// Classes of ships that are lent for it (APPEAL-15).
    pub lends: Vec<String>,
    /// Number of ships that its owner names.
    pub ships: u32,
    /// What they must be.
    pub of: Eligible,
    /// It is for the flagship.
    pub flagship: bool,
}

words! {
    /// The ships that a result of an other appeal may be given to.
    Eligible {
        /// Any ship or squadron.
        Any = "any",
        /// One with launch bays.
        Carrier = "carrier",
        /// One with torpedoes.
        TorpedoShip = "torpedo ship",
        /// A cruiser of any kind.
        Cruiser = "cruiser",
        /// A ship with neither the commander nor a lesser one aboard.
        Uncommanded = "ship without a commander",
    }
}

words! {
    /// What a refit table refits.
    RefitCategory {
        /// Engines.
        Engine = "engine",
        /// The ship.
        Ship = "ship",
        /// Weapons.
        Weapons = "weapons",
    }
}

/// A refit table of some fleets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RefitTable {
    /// Slug.
    pub id: String,
    /// Fleets that roll on it.
    pub fleets: Vec<String>,
    /// What it refits.
    pub category: RefitCategory,
    /// The dice.
    pub dice: String,
    /// The lines.
    pub entries: Vec<TableEntry>,
    /// How sure the figures are.
    pub confidence: Confidence,
}

/// A crew-skill table of some fleets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CrewSkillTable {
    /// Slug.
    pub id: String,
    /// Fleets that roll on it.
    pub fleets: Vec<String>,
    /// The dice.
    pub dice: String,
    /// The lines.
    pub entries: Vec<TableEntry>,
    /// How sure the figures are.
    pub confidence: Confidence,
}

/// A space hulk that may be a base.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HulkBase {
    /// The fleet.
    pub fleet: String,
    /// The class of the hulk.
    pub class: String,
    /// How it works, in words.
    pub note: String,
    /// How sure the figures are.
    pub confidence: Confidence,
}
