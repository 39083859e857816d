//! The one judge of a battle: what the facts of a report come to (DISENG-08, DISENG-09, END-07, VP-01 to VP-26).
//!
//! [`Facts`] are what a report says of a battle, whoever wrote it. The engine states them of a battle as it stands
//! ([`Facts::of`]), the campaign of a report. Victory points and the field are judged here, who wins in [`winner`], the
//! sub-plots in [`judged`](super::sub_plots::judged): nobody else works any of it out.
#![warn(clippy::wildcard_enum_match_arm)]

pub mod facts;
pub mod winner;

use crate::ships::worth::Pays;
pub use facts::Spot;
pub use winner::{Measure, Outcome};

use super::sub_plots::Plot;
use crate::table::side::Side;
use crate::text::count;
use crate::text::words;

words! {
    /// What became of a unit (SCEN-16). Of a squadron: of those ships that were not lost.
    End {
        /// Still there when the game ended.
        OnTable = "on table",
        /// Left the table (VP-15).
        Disengaged = "disengaged",
        /// Destroyed and removed; of a squadron: wiped out.
        Destroyed = "destroyed",
        /// A hulk on the table at the end.
        Hulk = "hulk",
        /// A hulk that exploded, drifted off or was swallowed (VP-07).
        HulkGone = "hulk gone",
        /// Vanished in a warp rift (VP-21).
        LostInWarp = "lost in the warp",
        /// Left by the edge that was its objective (SCEN-63).
        LeftByEdge = "left by the edge",
        /// Landed on a planet (VP-26).
        Landed = "landed",
        /// Never came on the table.
        NeverEntered = "never entered",
    }
}

impl End {
    /// What became of a squadron, by those of it that are not lost: wiped out without any (VP-23).
    pub fn of_squadron(left: impl Iterator<Item = Self>) -> Self {
        const ORDER: [End; 6] =
            [End::OnTable, End::LeftByEdge, End::Landed, End::Disengaged, End::LostInWarp, End::NeverEntered];
        let left: Vec<Self> = left.collect();
        ORDER.into_iter().find(|end| left.contains(end)).unwrap_or(Self::Destroyed)
    }
}

/// A capital ship, an escort squadron or a planetary defence after a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "facts that are independent of each other")]
pub struct Unit {
    /// What it is called.
    pub name: String,
    /// Whose.
    pub side: Side,
    /// How many that are alike in all of this, each for itself.
    pub number: u32,
    /// Its value, of a squadron that of all ships that began the battle (VP-14).
    pub points: u32,
    /// It is paid by these shares.
    pub pays: Pays,
    /// An escort squadron; a lone escort is its own (SQUAD-02).
    pub escorts: bool,
    /// A capital ship of the fleet that was picked.
    pub of_the_line: bool,
    /// It was picked for the battle: no defence, free ship or guest (PLOT-13, PLOT-18).
    pub picked: bool,
    /// A ship, which holds and denies the field; planetary defences do neither (VP-04).
    pub ship: bool,
    /// Of the reinforcement of Unexpected Help (PLOT-25).
    pub help: bool,
    /// The fleet commander is aboard.
    pub flagship: bool,
    /// Ships that began the battle.
    pub ships: u32,
    /// Those of a squadron that are lost.
    pub ships_lost: u32,
    /// What they were worth (PLOT-13).
    pub worth_lost: u32,
    /// Those of a squadron that left by the objective edge, where others of it did not (SCEN-63).
    pub through: Option<u32>,
    /// What became of it.
    pub end: End,
    /// It is lost in the warp for ever (VP-21).
    pub for_good: bool,
    /// It was away in the warp and came back: it counts as disengaged, and is there.
    pub came_back: bool,
    /// Hits of one that is whole.
    pub full: u32,
    /// Hits it began the battle with.
    pub started: u32,
    /// Hits it lost in this battle, all of them of a wreck.
    pub hits_lost: u32,
    /// Crippled in this battle, at any moment (VP-13 for a squadron, VP-22).
    pub crippled: bool,
}

impl Unit {
    /// Whether it is lost: destroyed, a hulk, or in the warp for ever.
    #[must_use]
    pub const fn is_lost(&self) -> bool {
        matches!(self.end, End::Destroyed | End::Hulk | End::HulkGone) || self.for_good
    }

    /// Whether it was crippled or destroyed in this battle.
    #[must_use]
    pub const fn is_out(&self) -> bool {
        self.crippled || self.is_lost()
    }

    /// Whether it is crippled or destroyed as it stands, or stood when it left, however it began (PLOT-15).
    #[must_use]
    pub const fn ends_out(&self) -> bool {
        self.is_lost() || 2 * self.started.saturating_sub(self.hits_lost) <= self.full
    }

    const fn started_crippled(&self) -> bool {
        !self.escorts && 2 * self.started <= self.full
    }

    /// The value of what was put out of action; escorts one by one (PLOT-13).
    #[must_use]
    pub const fn put_out(&self) -> u32 {
        match (self.escorts, self.is_out()) {
            (true, _) => self.worth_lost,
            (false, true) => self.points * self.number,
            (false, false) => 0,
        }
    }
}

/// A player's sub-plot, as it is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ploy {
    /// Which.
    pub plot: Plot,
    /// The unit it drew or nominated, by its place among the units.
    pub unit: Option<usize>,
    /// The turns in which the battle must be won (PLOT-42).
    pub turns: Option<u32>,
    /// What those who were there say of it (PLOT-46).
    pub answer: Option<bool>,
}

/// What a report says of a battle: all that it is judged by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Everybody who took part.
    pub units: Vec<Unit>,
    /// The attacker.
    pub attacker: Side,
    /// What decides the battle.
    pub measure: Measure,
    /// Who surrendered (SCEN-131).
    pub surrendered: Option<Side>,
    /// Who runs a blockade (SCEN-63).
    pub runner: Option<Side>,
    /// Game turns played.
    pub turns: Option<u32>,
    /// A reduced squadron on the table pays as well (VP-11).
    pub reduced_pays: bool,
    /// Hit-and-run attacks given up to take slaves, and those by an impaler (VP-24).
    pub slaves: [(u32, u32); 2],
    /// Sub-plots of both.
    pub plots: [Option<Ploy>; 2],
}

/// One line of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Earned {
    /// What for, such as `Agrippa destroyed`.
    pub what: String,
    /// Victory points.
    pub points: u32,
}

/// A share of a value, rounded up by itself (VP-18).
#[must_use]
pub const fn percent(points: u32, share: u32) -> u32 {
    (points * share).div_ceil(100)
}

impl Facts {
    /// The units of a side.
    pub fn of_side(&self, side: Side) -> impl Iterator<Item = &Unit> {
        self.units.iter().filter(move |unit| unit.side == side)
    }

    /// The end that counts: who surrenders disengages with all he has on the table (SCEN-131).
    fn end(&self, unit: &Unit) -> End {
        if self.surrendered == Some(unit.side) && unit.end == End::OnTable { End::Disengaged } else { unit.end }
    }

    /// Who holds the field: no enemy ship in play, and one of his own still on the table (VP-04).
    #[must_use]
    pub fn field(&self) -> Option<Side> {
        let in_play =
            |side: Side| self.of_side(side).any(|unit| unit.ship && unit.number > 0 && self.end(unit) == End::OnTable);
        match Side::BOTH.map(in_play) {
            [true, false] => Some(Side::One),
            [false, true] => Some(Side::Two),
            _ => None,
        }
    }

    /// The share of a unit's value that the enemy earns, in percent, once (VP-03, VP-18).
    fn share(&self, unit: &Unit) -> u32 {
        let end = self.end(unit);
        let away = unit.came_back && end == End::OnTable || matches!(end, End::Disengaged | End::LostInWarp);
        // A ship that started crippled pays again only if it lost a hit, or disengaged (VP-22).
        let crippled = unit.crippled || away && unit.started_crippled();
        let (quarter, whole) = match unit.pays {
            Pays::Common => (25, 100),
            Pays::Venerable => (100, 150),
            Pays::Necron => (50, 200),
        };
        match (unit.pays, end) {
            (Pays::Necron, End::Hulk) => 300,
            _ if unit.is_lost() => whole,
            // A Necron squadron pays as one that was hurt.
            (Pays::Necron, _) if away && unit.escorts => 25,
            _ if away && crippled => {
                if unit.escorts {
                    25
                } else {
                    quarter
                }
            }
            (Pays::Necron, _) if away && unit.hits_lost > 0 => 25,
            _ if away => 10,
            // The text gives nothing for a reduced squadron still on the table; a club may (VP-11).
            (_, End::OnTable) if unit.escorts && crippled && self.reduced_pays => 25,
            (_, End::OnTable | End::LeftByEdge) if !unit.escorts && crippled => quarter,
            _ => 0,
        }
    }

    fn became(&self, unit: &Unit) -> String {
        let end = self.end(unit);
        if unit.for_good {
            "lost in the warp for ever".to_owned()
        } else if end == End::OnTable {
            if unit.came_back { "away in the warp for a time" } else { "crippled" }.to_owned()
        } else if unit.crippled && !unit.is_lost() {
            format!("crippled, {end}")
        } else {
            end.to_string()
        }
    }

    /// What a side earns: shares of every enemy unit, hulks if it holds the field, and objectives (VP-20).
    #[must_use]
    pub fn account(&self, side: Side, field: Option<Side>) -> Vec<Earned> {
        let mut lines = Vec::new();
        let mut earn = |what: String, points: u32| {
            if points > 0 {
                lines.push(Earned { what, points });
            }
        };
        let called = |unit: &Unit| if unit.number == 1 { unit.name.clone() } else { count(unit.number, &unit.name) };
        for unit in self.of_side(side.other()) {
            let points = percent(unit.points, self.share(unit)) * unit.number;
            earn(format!("{} {}", called(unit), self.became(unit)), points);
        }
        if field == Some(side) {
            for unit in self.units.iter().filter(|unit| unit.end == End::Hulk) {
                earn(format!("hulk of {}", called(unit)), percent(unit.points, 50) * unit.number);
            }
        }
        if self.runner == Some(side) {
            for unit in self.of_side(side) {
                earn(format!("{} broke through", called(unit)), broke_through(unit) * unit.number);
            }
        }
        let (slaves, impaled) = self.slaves[side as usize];
        earn("slaves taken".to_owned(), slaves * 10);
        earn("slaves taken by impaler".to_owned(), impaled * 30);
        lines
    }

    /// The victory points of both sides.
    #[must_use]
    pub fn points(&self, field: Option<Side>) -> [u32; 2] {
        Side::BOTH.map(|side| self.account(side, field).iter().map(|line| line.points).sum())
    }

    /// The victory points of both sides by now, and who wins if the battle ends so.
    #[must_use]
    pub fn standing(&self) -> ([u32; 2], Option<Side>) {
        let field = self.field();
        let points = self.points(field);
        (points, self.winner(points, field).winner)
    }
}

/// The full value of what leaves uncrippled, a quarter of what leaves crippled; of a squadron those that leave
/// (SCEN-63).
fn broke_through(unit: &Unit) -> u32 {
    let away = match (unit.through, unit.end) {
        (Some(through), _) => unit.points * through / unit.ships.max(1),
        (None, End::LeftByEdge) => unit.points.saturating_sub(unit.worth_lost),
        _ => 0,
    };
    percent(away, if unit.crippled { 25 } else { 100 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded_up_one_by_one() {
        assert_eq!(percent(185, 25), 47);
        assert_eq!(percent(180, 25), 45);
        assert_eq!(percent(230, 25), 58);
        assert_eq!(percent(185, 10), 19);
        assert_eq!(percent(185, 50), 93);
        assert_eq!(percent(275, 50), 138);
        assert_eq!(percent(275, 300), 825);
    }
}
