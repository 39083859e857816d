//! The parts of each scenario by the rules that state them (SCEN-07), and what the players need at a glance.

use super::Scenario;
use crate::scenario::zone::Zone;

/// The parts of a scenario in the order of the rulebook, each with its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Forces.
    pub forces: &'static [&'static str],
    /// Battlezone.
    pub battlezone: &'static [&'static str],
    /// Set-up.
    pub set_up: &'static [&'static str],
    /// First turn.
    pub first_turn: &'static [&'static str],
    /// Special rules; may be empty.
    pub special: &'static [&'static str],
    /// Game length.
    pub length: &'static [&'static str],
    /// Victory conditions.
    pub victory: &'static [&'static str],
    /// What its record must hold.
    pub record: &'static [&'static str],
}

/// What the players at the table need: who sets up first, who begins, how long it lasts, which edges are whose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Briefing {
    /// Who sets up first, and how.
    pub set_up: &'static str,
    /// Who has the first turn.
    pub first_turn: &'static str,
    /// How long it lasts.
    pub length: &'static str,
    /// Edges and zones.
    pub edges: &'static str,
}

/// The parts of all ten, in the order of the rulebook.
const PARTS: [Parts; 10] = [
    Parts {
        forces: &["SCEN-18", "SCEN-25", "SCEN-28"],
        battlezone: &["SCEN-19", "SCEN-26"],
        set_up: &["SCEN-20", "SCEN-21", "SCEN-27"],
        first_turn: &["SCEN-22"],
        special: &[],
        length: &["SCEN-23"],
        victory: &["SCEN-24"],
        record: &["SCEN-29"],
    },
    Parts {
        forces: &["SCEN-30", "SCEN-31"],
        battlezone: &["SCEN-32"],
        set_up: &["SCEN-33"],
        first_turn: &["SCEN-34"],
        special: &["SCEN-35"],
        length: &["SCEN-36"],
        victory: &["SCEN-37"],
        record: &["SCEN-38"],
    },
    Parts {
        forces: &["SCEN-39"],
        battlezone: &["SCEN-40"],
        set_up: &["SCEN-41"],
        first_turn: &["SCEN-42"],
        special: &["SCEN-43"],
        length: &["SCEN-44"],
        victory: &["SCEN-45"],
        record: &["SCEN-46"],
    },
    Parts {
        forces: &["SCEN-47"],
        battlezone: &["SCEN-48"],
        set_up: &["SCEN-49", "SCEN-50"],
        first_turn: &["SCEN-51"],
        special: &["SCEN-52", "SCEN-53"],
        length: &["SCEN-54"],
        victory: &["SCEN-55"],
        record: &["SCEN-56"],
    },
    Parts {
        forces: &["SCEN-57"],
        battlezone: &["SCEN-58"],
        set_up: &["SCEN-59", "SCEN-60"],
        first_turn: &["SCEN-61"],
        special: &[],
        length: &["SCEN-62"],
        victory: &["SCEN-63"],
        record: &["SCEN-64"],
    },
    Parts {
        forces: &["SCEN-65", "SCEN-66", "SCEN-67", "SCEN-80"],
        battlezone: &["SCEN-68"],
        set_up: &["SCEN-69", "SCEN-70"],
        first_turn: &["SCEN-71"],
        special: &["SCEN-72", "SCEN-73", "SCEN-74", "SCEN-75", "SCEN-76"],
        length: &["SCEN-77"],
        victory: &["SCEN-78", "SCEN-79"],
        record: &["SCEN-81"],
    },
    Parts {
        forces: &["SCEN-82"],
        battlezone: &["SCEN-83"],
        set_up: &["SCEN-84", "SCEN-85"],
        first_turn: &["SCEN-86"],
        special: &["SCEN-87", "SCEN-88"],
        length: &["SCEN-89"],
        victory: &["SCEN-90", "SCEN-91"],
        record: &["SCEN-92"],
    },
    Parts {
        forces: &["SCEN-93", "SCEN-94"],
        battlezone: &["SCEN-95"],
        set_up: &["SCEN-96"],
        first_turn: &["SCEN-97"],
        special: &["SCEN-98", "SCEN-99", "SCEN-100", "SCEN-101"],
        length: &["SCEN-102"],
        victory: &["SCEN-103"],
        record: &["SCEN-104"],
    },
    Parts {
        forces: &["SCEN-105", "SCEN-106", "SCEN-107"],
        battlezone: &["SCEN-108"],
        set_up: &["SCEN-109", "SCEN-110"],
        first_turn: &["SCEN-111"],
        special: &["SCEN-112", "SCEN-113", "SCEN-114", "SCEN-115"],
        length: &["SCEN-116"],
        victory: &["SCEN-117"],
        record: &["SCEN-118"],
    },
    Parts {
        forces: &["SCEN-119"],
        battlezone: &["SCEN-120"],
        set_up: &["SCEN-121", "SCEN-133", "SCEN-122", "SCEN-123", "SCEN-124", "SCEN-125"],
        first_turn: &["SCEN-126"],
        special: &["SCEN-127"],
        length: &["SCEN-128"],
        victory: &["SCEN-129"],
        record: &["SCEN-130"],
    },
];

const ROLLED: &str = "both roll a D6, the higher chooses first or second turn";
const TO_THE_END: &str = "until one fleet has disengaged or is destroyed";

impl Scenario {
    /// The parts of the scenario.
    #[must_use]
    pub const fn parts(self) -> Parts {
        PARTS[self as usize]
    }

    /// The scenario at a glance.
    #[must_use]
    pub const fn briefing(self) -> Briefing {
        match self {
            Self::CruiserClash => Briefing {
                set_up: "both roll a D6, the lower places a cruiser first, then in turn",
                first_turn: ROLLED,
                length: "8 turns, 16 player turns",
                edges: "a D6 for the zone: A and B lie along the long edges, 60 cm apart",
            },
            Self::TheBait => Briefing {
                set_up: "the attacker's bait first, in the middle; the defender behind it, more than 60 cm away",
                first_turn: "the attacker",
                length: TO_THE_END,
                edges: "the attacker's reinforcements come from the short edge the bait faces",
            },
            Self::TheRaiders => Briefing {
                set_up: "the defender first, everything, at least 30 cm from every edge and 20 cm apart",
                first_turn: "the attacker",
                length: "8 turns, 16 player turns",
                edges: "the attacker moves on from one edge of his choice",
            },
            Self::SurpriseAttack => Briefing {
                set_up: "the defender first: D3 ships or squadrons on alert, the others on standby at the planet",
                first_turn: "the attacker",
                length: TO_THE_END,
                edges: "the attacker moves on from an edge of his choice",
            },
            Self::BlockadeRun => Briefing {
                set_up: "the defender first, a D6 for the third of each ship or squadron, 60 cm from the attacker's edge",
                first_turn: ROLLED,
                length: "6 turns, 12 player turns",
                edges: "the attacker within 15 cm of a short edge; he runs for the opposite one",
            },
            Self::Convoy => Briefing {
                set_up: "the attacker first, face-down markers 30 cm from each other and from every edge",
                first_turn: "the defender, who moves on",
                length: "until the last transport has left or is destroyed",
                edges: "a D6 for the short edge the convoy comes from; it leaves by the opposite one",
            },
            Self::PlanetaryAssault => Briefing {
                set_up: "the defender first: patrols, and ships on standby in high orbit",
                first_turn: ROLLED,
                length: "until a fleet is gone or the attacker has 10 assault points",
                edges: "the attacker within 15 cm of the short edge farthest from the planet",
            },
            Self::EscalatingEngagement => Briefing {
                set_up: "both draw a marker; both roll a D6, the lower places first",
                first_turn: ROLLED,
                length: TO_THE_END,
                edges: "the other divisions come from random edges",
            },
            Self::Exterminatus => Briefing {
                set_up: "the defender first, not within 30 cm of an edge; his patrols stay off the table",
                first_turn: ROLLED,
                length: "until a fleet, every Exterminator or the planet is gone",
                edges: "the attacker within 15 cm of the short edge farthest from the planet",
            },
            Self::FleetEngagement => Briefing {
                set_up: "both choose a formation in secret; both roll a D6, the lower places first, then in turn",
                first_turn: ROLLED,
                length: TO_THE_END,
                edges: "by the set-up map that both formations give",
            },
        }
    }

    /// Whether attacker and defender have different parts in it (ATT-08).
    #[must_use]
    pub const fn has_roles(self) -> bool {
        !matches!(self, Self::CruiserClash | Self::EscalatingEngagement | Self::FleetEngagement)
    }

    /// The battlezones it is fought in; of two a D6 decides, 1-3 the first and 4-6 the second.
    #[must_use]
    pub const fn zones(self) -> &'static [Zone] {
        match self {
            Self::CruiserClash | Self::TheBait | Self::BlockadeRun => &[Zone::OuterReaches, Zone::DeepSpace],
            // Ruling: no die is printed for these; it is read as in The Bait.
            Self::SurpriseAttack | Self::PlanetaryAssault | Self::Exterminatus | Self::FleetEngagement => {
                &[Zone::InnerBiosphere, Zone::PrimaryBiosphere]
            }
            Self::TheRaiders | Self::Convoy | Self::EscalatingEngagement => Zone::ALL,
        }
    }

    /// Whether another zone may be agreed on (SCEN-120).
    #[must_use]
    pub const fn any_zone(self) -> bool {
        matches!(self, Self::FleetEngagement)
    }
}
