//! The report of a battle: what became of each vessel, whoever fought it and however (SCEN-15 to SCEN-17, SCEN-132).

use serde::{Deserialize, Serialize};

pub use crate::battle::gothic::victory::End as Fate;
use crate::campaign::state::{Campaign, VesselId};
use crate::campaign::turn::BySide;
use crate::campaign::turn::report::{Part, Role};
use crate::text::words;

/// What happened in a battle. The engine and a person write the same report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Report {
    /// Game turns played.
    pub turns: Option<u32>,
    /// Every vessel that was picked, in the order of the fleets.
    pub vessels: Vec<VesselReport>,
    /// Units that stand on no register (SCEN-132).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guests: Vec<Guest>,
    /// Who surrendered (SCEN-131).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub surrendered: Option<Role>,
    /// Transports that crossed the table (SCEN-78).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transports_through: Option<u32>,
    /// Vessels that count as half a transport and crossed the table (SCEN-79).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub half_transports_through: Option<u32>,
    /// Assault points scored in play (SCEN-87).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assault_points: Option<u32>,
    /// The planet was destroyed (SCEN-112).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub planet_destroyed: bool,
    /// Every Exterminator is destroyed or gone (SCEN-117).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exterminators_gone: bool,
    /// Who held the field as the players saw it, to be compared (VP-04).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<Field>,
    /// Hit-and-run attacks that Dark Eldar gave up to take slaves (VP-24).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slaves: Option<BySide<u32>>,
    /// Those of them made by an impaler (VP-24).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub impaler_slaves: Option<BySide<u32>>,
    /// What the scenario rolled or chose at the table, kept for the record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<AtTheTable>,
    /// Victory points as the players counted them, to be compared.
    pub victory_points: BySide<Option<u32>>,
    /// Whether each sub-plot was achieved, where the record cannot tell (PLOT-46).
    pub plots: BySide<Option<bool>>,
}

/// A battle that the engine fought: who decided for each side, and everything that leads from its set-up to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Fought {
    /// `captain`, `cadet` or `me`.
    pub captains: BySide<String>,
    /// The fleets as deployed, answers and dice, as `renown replay` reads them.
    pub file: String,
    /// What people ordered when they deployed; the rest is where the program puts it.
    #[serde(default, skip_serializing_if = "nothing_ordered")]
    pub deployed: BySide<Vec<String>>,
    /// The name of the battle as it ended; none in records older than this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// The hash of the last row that was kept of it while it was under way; none where captains fought it in one go.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<String>,
}

fn nothing_ordered(deployed: &BySide<Vec<String>>) -> bool {
    deployed.both().into_iter().all(Vec::is_empty)
}

words! {
    /// Who holds the field (VP-04).
    Field {
        /// The attacker.
        Attacker = "attacker",
        /// The defender.
        Defender = "defender",
        /// Neither side.
        Nobody = "nobody",
    }
}

impl Field {
    /// The side, if one held it.
    #[must_use]
    pub const fn role(self) -> Option<Role> {
        match self {
            Self::Attacker => Some(Role::Attacker),
            Self::Defender => Some(Role::Defender),
            Self::Nobody => None,
        }
    }
}

/// What the players rolled or chose for a scenario; nothing is worked out from it
/// (SCEN-46, SCEN-56, SCEN-81, SCEN-92, SCEN-118, SCEN-130).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AtTheTable {
    /// Turns for which surprised defenders have -1 Leadership.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alert_turns: Option<u32>,
    /// Size of the planet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub planet: Option<String>,
    /// Torpedo and attack craft clusters used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clusters: Option<u32>,
    /// Formation of each side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formations: Option<BySide<Option<String>>>,
    /// Letter of the set-up map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<String>,
    /// Anything else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
}

/// What became of a register entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct VesselReport {
    /// Which.
    pub vessel: VesselId,
    /// Its fate.
    pub fate: Fate,
    /// Hits lost in this battle; all of them for what was destroyed.
    #[serde(default)]
    pub hits_lost: u32,
    /// Crippled at any moment (XP-07).
    #[serde(default)]
    pub crippled: bool,
    /// Escorts lost, by class.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<(String, u32)>,
    /// The D6 after the battle for a ship lost in the warp (VP-21).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warp: Option<u8>,
    /// Escorts that left by the objective edge, where others of their squadron did not (SCEN-63).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u32>,
    /// It was away in the warp and came back: it counts as disengaged.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub came_back: bool,
    /// Hits lost that were a sub-plot's loan: the register knows nothing of them (PLOT-38).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lent: u32,
    /// Who destroyed its ships, as far as it is known: for the story, nothing is worked out from it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub destroyed_by: Vec<Destroyer>,
    /// Critical hits and other remarks; criticals are repaired for nothing after the battle (REPAIR-06).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// The turn in which it came, where it was not there from the start (SCEN-38, SCEN-104, SCEN-118).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrived: Option<u32>,
    /// The part it had in the scenario.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Part>,
}

/// Who destroyed ships of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Destroyer {
    /// The ship or squadron whose attack took the last hit; none where it was no single one's: a fire, an explosion,
    /// the dice of a squadron of capital ships.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<VesselId>,
    /// How many ships.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub number: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature serde asks for")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl VesselReport {
    /// A vessel that stood unhurt on the table to the end.
    #[must_use]
    pub const fn unhurt(vessel: VesselId) -> Self {
        Self {
            vessel,
            fate: Fate::OnTable,
            hits_lost: 0,
            crippled: false,
            lost: Vec::new(),
            warp: None,
            left: None,
            came_back: false,
            lent: 0,
            destroyed_by: Vec::new(),
            remarks: Vec::new(),
            arrived: None,
            part: None,
        }
    }

    /// Escorts lost.
    #[must_use]
    pub fn ships_lost(&self) -> u32 {
        self.lost.iter().map(|(_, number)| number).sum()
    }

    /// Ships of it that an enemy may have destroyed: its escorts, or itself.
    #[must_use]
    pub fn wrecks(&self, campaign: &Campaign) -> u32 {
        let squadron = campaign.vessels.get(&self.vessel).filter(|vessel| campaign.is_squadron(vessel));
        match (squadron, self.fate) {
            (Some(vessel), Fate::Destroyed) => self.ships_lost().max(vessel.ships()),
            (Some(_), _) => self.ships_lost(),
            (None, Fate::Destroyed | Fate::Hulk | Fate::HulkGone) => 1,
            (None, _) => 0,
        }
    }

    /// Destroyed, a hulk, or lost in the warp for ever.
    #[must_use]
    pub fn is_destroyed(&self) -> bool {
        matches!(self.fate, Fate::Destroyed | Fate::Hulk | Fate::HulkGone) || self.warp == Some(1)
    }

    /// Was on the table at any time (XP-05).
    #[must_use]
    pub fn fought(&self) -> bool {
        self.fate != Fate::NeverEntered
    }
}

words! {
    /// What kind of unit stands on no register (SCEN-132).
    GuestKind {
        /// A planetary defence, which neither holds nor denies the field (VP-04).
        Defence = "defence",
        /// A transport of a convoy or an assault.
        Transport = "transport",
        /// The reinforcement of Unexpected Help (PLOT-24).
        Help = "help",
        /// The decoy of a sub-plot (PLOT-40).
        Decoy = "decoy",
        /// Any other ship.
        Ship = "ship",
    }
}

impl GuestKind {
    const fn defence() -> Self {
        Self::Defence
    }
}

const fn one() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature serde asks for")]
const fn is_one(number: &u32) -> bool {
    *number == 1
}

/// Units that stand on no register: defences, transports, guests, a decoy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Guest {
    /// Whose.
    pub side: Role,
    /// What.
    pub name: String,
    /// Points of each; 0 for what gives no victory points (VP-25).
    pub points: u32,
    /// How many of them.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub number: u32,
    /// What kind of unit.
    #[serde(default = "GuestKind::defence")]
    pub kind: GuestKind,
    /// The squadron they are all of or part of; what is of none counts by itself (VP-10).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub squadron: Option<String>,
    /// Its fate.
    pub fate: Fate,
    /// Crippled at any moment.
    #[serde(default)]
    pub crippled: bool,
    /// Who destroyed them, as far as it is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub destroyed_by: Vec<Destroyer>,
}
