//! Ranks: title, Leadership, re-rolls, Marks of Chaos and refits by renown (RANK-01 to RANK-11).

use serde::Serialize;

use crate::ships::class::People;
use crate::text::words;

words! {
    /// The promotion tables of the rulebook.
    PromotionTable {
        /// All Imperials except the Mechanicus, and the Tau (RANK-04, RANK-09).
        Imperial = "imperial",
        /// Adeptus Mechanicus (RANK-05).
        Mechanicus = "mechanicus",
        /// Chaos (RANK-06).
        Chaos = "chaos",
        /// Orks (RANK-07).
        Ork = "ork",
        /// Every kind of Eldar (RANK-08).
        Eldar = "eldar",
        /// Fleets without a commander: re-rolls by the Imperial bands, no titles (RANK-10).
        None = "none",
    }
}

words! {
    /// The Marks of Chaos that a rank may give (RANK-13).
    Mark {
        /// Enemy ships within 15 cm have -2 Leadership.
        Slaanesh = "slaanesh",
        /// Boarding value doubled.
        Khorne = "khorne",
        /// One extra re-roll.
        Tzeentch = "tzeentch",
        /// +1 hit, and the ship may not be boarded.
        Nurgle = "nurgle",
    }
}

/// What a rank does to the Leadership of the flagship (RANK-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RankLeadership {
    /// Nothing.
    Own,
    /// Replaces it, even if that is lower.
    Set(u8),
    /// Adds to it, never above 10.
    Add(u8),
}

impl RankLeadership {
    /// The Leadership of a flagship whose crew has `own`.
    #[must_use]
    pub const fn aboard(self, own: u8) -> u8 {
        match self {
            Self::Own => own,
            Self::Set(value) => value,
            Self::Add(by) => {
                let sum = own + by;
                if sum > 10 { 10 } else { sum }
            }
        }
    }
}

/// A rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Rank {
    /// Title; empty for fleets without one.
    pub title: &'static str,
    /// Leadership of the flagship.
    pub leadership: RankLeadership,
    /// Re-rolls, if the flagship takes part (CMDR-03).
    pub rerolls: u8,
    /// Marks of Chaos.
    pub marks: u8,
    /// Refits of a Mechanicus flagship.
    pub refits: u8,
}

/// The lowest renown of each band (RANK-02).
pub const BANDS: [i32; 6] = [1, 6, 11, 21, 31, 51];

/// The band of a renown, 0 to 5.
#[must_use]
pub fn band(renown: i32) -> usize {
    BANDS.iter().rposition(|lowest| renown >= *lowest).unwrap_or(0)
}

/// The promotion table of a people and fleet.
#[must_use]
pub fn table(fleet: &str, people: People) -> PromotionTable {
    match people {
        _ if fleet == "adeptus-mechanicus" => PromotionTable::Mechanicus,
        People::Chaos => PromotionTable::Chaos,
        People::Orks => PromotionTable::Ork,
        People::CorsairEldar | People::CraftworldEldar | People::DarkEldar => PromotionTable::Eldar,
        People::Necrons | People::Tyranids => PromotionTable::None,
        // Ruling: Space Marines, Rogue Traders and Demiurg use the Imperial table, as nothing else is offered
        // (RANK-04, RANK-09).
        People::Imperial
        | People::SpaceMarines
        | People::Tau
        | People::Demiurg
        | People::Kroot
        | People::RogueTraders
        | People::Any => PromotionTable::Imperial,
    }
}

/// The rank of a renown.
#[must_use]
pub fn rank(table: PromotionTable, renown: i32) -> Rank {
    use RankLeadership::{Add, Own, Set};
    let (titles, leadership, rerolls, marks, refits) = match table {
        PromotionTable::Imperial => (
            [
                "Commander",
                "Battle Group Commander",
                "Sub-sector Commander",
                "Admiral",
                "Fleet Admiral",
                "Solar Admiral",
            ],
            [Set(8), Set(8), Set(9), Set(9), Set(10), Set(10)],
            [1, 2, 2, 3, 3, 4],
            [0; 6],
            [0; 6],
        ),
        PromotionTable::Mechanicus => (
            [
                "Explorator Techpriest",
                "Magos Errant",
                "Magos Explorator",
                "Aspiring Archmagos",
                "Archmagos Explorator",
                "Archmagos Veneratus",
            ],
            [Set(7), Set(8), Set(8), Set(9), Set(9), Set(10)],
            [1, 1, 2, 2, 3, 3],
            [0; 6],
            [0, 1, 1, 1, 1, 2],
        ),
        PromotionTable::Chaos => (
            ["Chaos Champion", "Exalted Chaos Champion", "Tyrant", "Chaos Lord", "Overlord", "Warmaster"],
            [Set(8), Set(8), Set(9), Set(9), Set(10), Set(10)],
            [1; 6],
            [0, 1, 1, 2, 2, 3],
            [0; 6],
        ),
        PromotionTable::Ork => (
            ["Nob", "Big Nob", "Boss", "Big Boss", "War Boss", "Warlord"],
            [Own; 6],
            [1, 2, 2, 3, 3, 4],
            [0; 6],
            [0; 6],
        ),
        PromotionTable::Eldar => (
            ["Captain", "Lord", "Shadow Lord", "Prince", "Shadow Prince", "King"],
            [Add(0), Add(1), Add(1), Add(2), Add(2), Add(2)],
            [1, 1, 2, 2, 3, 4],
            [0; 6],
            [0; 6],
        ),
        PromotionTable::None => ([""; 6], [Own; 6], [1, 2, 2, 3, 3, 4], [0; 6], [0; 6]),
    };
    let band = band(renown);
    Rank {
        title: titles[band],
        leadership: leadership[band],
        rerolls: rerolls[band],
        marks: marks[band],
        refits: refits[band],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every row of the five printed tables, as `tests/tables/ranks.csv` has them.
    #[test]
    fn every_printed_row_is_known() {
        let rows = include_str!("../../tests/tables/ranks.csv");
        let mut seen = 0;
        for (line, row) in (1..).zip(rows.lines()).filter(|(_, row)| !row.starts_with('#')).skip(1) {
            let cells: Vec<&str> = row.split(',').collect();
            let table = PromotionTable::from_word(cells[0]).unwrap();
            for renown in [cells[1], cells[2]].map(|renown| renown.parse::<i32>().unwrap()) {
                let found = rank(table, renown);
                let leadership = match found.leadership {
                    RankLeadership::Own => "-".to_owned(),
                    RankLeadership::Set(value) => value.to_string(),
                    RankLeadership::Add(by) => format!("+{by}"),
                };
                let found = [
                    found.title.to_owned(),
                    leadership,
                    found.rerolls.to_string(),
                    found.marks.to_string(),
                    found.refits.to_string(),
                ];
                assert_eq!(found.as_slice(), &cells[3..], "line {line}, renown {renown}");
            }
            seen += 1;
        }
        assert_eq!(seen, 30);
    }

    #[test]
    fn a_rank_replaces_or_adds_to_leadership() {
        assert_eq!(RankLeadership::Set(8).aboard(9), 8);
        assert_eq!(RankLeadership::Add(2).aboard(9), 10);
        assert_eq!(RankLeadership::Own.aboard(6), 6);
    }
}
