//! The field, the winner and what each side earned, worked out from the record
//! (VP-04, SCEN-11, SCEN-24, SCEN-78, SCEN-90, SCEN-91, SCEN-117).

mod objectives;
mod points;

use serde::{Deserialize, Serialize};

use super::report::{Fate, Field, Guest, GuestKind, Report, Role, VesselReport, exterminators_gone};
use super::scenario::Scenario;
use super::{Battle, BySide, Fielded, Side, sides};
use crate::battle::class::{ShipType, words};
use crate::campaign::refusal::Refusal;
use crate::campaign::state::{Campaign, Vessel};

/// Who won, and what each side earned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct BattleResult {
    /// The winner; `None` for a draw (SCEN-12).
    pub winner: Option<Role>,
    /// Full or marginal.
    pub degree: Degree,
    /// Who held the field (VP-04).
    pub field: Option<Role>,
    /// Victory points earned.
    pub victory_points: BySide<u32>,
    /// Enemy capital ship hulks captured (RENOWN-06).
    pub hulks: BySide<u32>,
    /// Own capital ships lost (RENOWN-11).
    pub capitals_lost: BySide<u32>,
    /// Whether each sub-plot was achieved.
    pub plots: BySide<bool>,
    /// What the victory points were earned with (VP-20).
    #[serde(default, skip_serializing_if = "is_empty")]
    pub account: BySide<Vec<Earned>>,
}

fn is_empty(account: &BySide<Vec<Earned>>) -> bool {
    account.both().into_iter().all(Vec::is_empty)
}

/// One line of a victory points account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Earned {
    /// What for, such as `Agrippa destroyed`.
    pub what: String,
    /// Victory points.
    pub points: u32,
}

words! {
    /// How clear a win is (SCEN-11).
    Degree {
        /// A full win, or a draw.
        Full = "full",
        /// A marginal win, which counts as a win.
        Marginal = "marginal",
    }
}

impl BattleResult {
    /// The name of a side's result (PLOT-04). A draw counts as a main mission not completed.
    #[must_use]
    pub fn name(&self, role: Role) -> &'static str {
        match (self.winner == Some(role), *self.plots.of(role)) {
            (true, true) => "Heroic Victory",
            (true, false) => "Victory",
            (false, true) => "Heroic Defeat",
            (false, false) => "Miserable Defeat",
        }
    }
}

/// What the arbitrator lets stand in place of what the record gives.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::campaign) struct Ruled {
    /// Victory points.
    pub(in crate::campaign) points: BySide<Option<u32>>,
    /// Who held the field.
    pub(in crate::campaign) field: Option<Field>,
}

/// Works out the result of a battle whose report is complete.
pub(in crate::campaign) fn judge(
    campaign: &Campaign,
    battle: &Battle,
    report: &Report,
    ruled: Ruled,
) -> Result<BattleResult, Refusal> {
    let table = Table { campaign, battle, both: sides(battle)?, report };
    let field = ruled.field.map_or_else(|| table.field(), Field::role);
    let mut victory_points = BySide::default();
    let mut hulks = BySide::default();
    let mut capitals_lost = BySide::default();
    let mut account = BySide { attacker: Vec::new(), defender: Vec::new() };
    for role in [Role::Attacker, Role::Defender] {
        let earned = table.account(role, field);
        let total = earned.iter().map(|line| line.points).sum();
        *victory_points.of_mut(role) = ruled.points.of(role).unwrap_or(total);
        *account.of_mut(role) = earned;
        let hulk = |entry: &&VesselReport| entry.fate == Fate::Hulk;
        let taken = table.entries(role.other()).map(|(_, _, entry)| entry).filter(hulk).count();
        let guests: u32 = table.guests(role.other()).filter(|guest| guest.fate == Fate::Hulk).map(|g| g.number).sum();
        *hulks.of_mut(role) = if field == Some(role) { u32::try_from(taken).unwrap_or(0) + guests } else { 0 };
        let lost =
            table.entries(role).filter(|(vessel, _, entry)| entry.is_destroyed() && table.counts_as_capital(vessel));
        *capitals_lost.of_mut(role) = u32::try_from(lost.count()).unwrap_or(0);
    }
    let (winner, degree) = table.winner(victory_points, field)?;
    let plots =
        BySide { attacker: table.achieved(Role::Attacker, winner)?, defender: table.achieved(Role::Defender, winner)? };
    Ok(BattleResult { winner, degree, field, victory_points, hulks, capitals_lost, plots, account })
}

/// Who holds the field by the record (VP-04).
pub(in crate::campaign::turn) fn field(campaign: &Campaign, battle: &Battle, report: &Report) -> Option<Role> {
    Table { campaign, battle, both: battle.sides.as_ref()?, report }.field()
}

struct Table<'a> {
    campaign: &'a Campaign,
    battle: &'a Battle,
    both: &'a BySide<Side>,
    report: &'a Report,
}

impl<'a> Table<'a> {
    fn entries(&self, role: Role) -> impl Iterator<Item = (&'a Vessel, &'a Fielded, &'a VesselReport)> {
        let (campaign, report) = (self.campaign, self.report);
        self.both.of(role).fleet.iter().filter_map(move |fielded| {
            let vessel = campaign.vessels.get(&fielded.vessel)?;
            let entry = report.vessels.iter().find(|entry| entry.vessel == vessel.id)?;
            Some((vessel, fielded, entry))
        })
    }

    fn guests(&self, role: Role) -> impl Iterator<Item = &'a Guest> {
        self.report.guests.iter().filter(move |guest| guest.side == role)
    }

    fn is_capital(&self, vessel: &Vessel) -> bool {
        let kind = self.campaign.class(vessel.hulls[0].design).kind;
        !matches!(kind, ShipType::Escort | ShipType::Transport | ShipType::Defence)
    }

    /// Ruling: a multi-hit vessel of defence type bought from a fleet list counts as a capital ship lost (RENOWN-11).
    fn counts_as_capital(&self, vessel: &Vessel) -> bool {
        let class = self.campaign.class(vessel.hulls[0].design);
        self.is_capital(vessel) || (class.kind == ShipType::Defence && class.hits > 1)
    }

    /// The fate that counts: who surrenders disengages with all he has on the table (SCEN-131).
    fn fate(&self, role: Role, fate: Fate) -> Fate {
        if self.report.surrendered == Some(role) && fate == Fate::OnTable { Fate::Disengaged } else { fate }
    }

    /// Holds the field: no enemy ship in play, and one of its own still on the table. Guests are ships too, planetary
    /// defences are not (VP-04).
    fn field(&self) -> Option<Role> {
        let in_play = |role: Role| {
            let ships = self.entries(role).map(|(_, _, entry)| entry.fate);
            let guests = self.guests(role).filter(|guest| guest.kind != GuestKind::Defence).map(|guest| guest.fate);
            ships.chain(guests).any(|fate| self.fate(role, fate) == Fate::OnTable)
        };
        match (in_play(Role::Attacker), in_play(Role::Defender)) {
            (true, false) => Some(Role::Attacker),
            (false, true) => Some(Role::Defender),
            _ => None,
        }
    }

    fn winner(&self, points: BySide<u32>, field: Option<Role>) -> Result<(Option<Role>, Degree), Refusal> {
        if let Some(loser) = self.report.surrendered {
            return Ok((Some(loser.other()), Degree::Full));
        }
        // A base that is a structure stands in for the planet: destroying it wins (PIRATE-14).
        if self.battle.base_attack && self.report.planet_destroyed {
            return Ok((Some(Role::Attacker), Degree::Full));
        }
        let higher = |a: u32, b: u32| match a.cmp(&b) {
            std::cmp::Ordering::Greater => Some(Role::Attacker),
            std::cmp::Ordering::Less => Some(Role::Defender),
            std::cmp::Ordering::Equal => None,
        };
        Ok(match self.battle.scenario {
            Some(Scenario::CruiserClash) => {
                (higher(self.damage_score(Role::Attacker), self.damage_score(Role::Defender)), Degree::Full)
            }
            Some(Scenario::Convoy) => {
                let through = self.report.transports_through.unwrap_or(0);
                // Halves are added up and the half left over is dropped (SCEN-79, COMP-07).
                convoy(through + self.report.half_transports_through.unwrap_or(0) / 2)
            }
            Some(Scenario::PlanetaryAssault) => assault(self.report.assault_points.unwrap_or(0), points),
            Some(Scenario::Exterminatus) => (Some(self.exterminatus(field)?), Degree::Full),
            _ => (higher(points.attacker, points.defender), Degree::Full),
        })
    }

    /// One point a hit, one more for crippled or three for destroyed (SCEN-24).
    fn damage_score(&self, role: Role) -> u32 {
        self.entries(role.other())
            .map(|(_, _, entry)| {
                let bonus = if entry.is_destroyed() { 3 } else { u32::from(entry.crippled) };
                entry.hits_lost + bonus
            })
            .sum()
    }

    /// The planet decides, then the Exterminators, then who left the field (SCEN-117).
    fn exterminatus(&self, field: Option<Role>) -> Result<Role, Refusal> {
        if self.report.planet_destroyed {
            return Ok(Role::Attacker);
        }
        if exterminators_gone(self.report) {
            return Ok(Role::Defender);
        }
        field.ok_or_else(|| {
            Refusal::by("SCEN-117", "neither the planet nor the Exterminators nor a fleet is gone: who has won?")
        })
    }
}

/// By transports that crossed the table (SCEN-78).
const fn convoy(through: u32) -> (Option<Role>, Degree) {
    match through {
        0 => (Some(Role::Attacker), Degree::Full),
        1 => (Some(Role::Attacker), Degree::Marginal),
        2 => (Some(Role::Defender), Degree::Marginal),
        _ => (Some(Role::Defender), Degree::Full),
    }
}

/// By the final assault total (SCEN-90, SCEN-91).
fn assault(scored: u32, points: BySide<u32>) -> (Option<Role>, Degree) {
    let total = i64::from(scored) + i64::from(points.attacker / 500) - i64::from(points.defender.div_ceil(500));
    match total {
        ..=1 => (Some(Role::Defender), Degree::Full),
        2..=5 => (Some(Role::Defender), Degree::Marginal),
        6..=9 => (Some(Role::Attacker), Degree::Marginal),
        _ => (Some(Role::Attacker), Degree::Full),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_planetary_assault_is_decided_by_its_final_total() {
        let points = |attacker, defender| BySide { attacker, defender };
        assert_eq!(assault(10, points(0, 0)), (Some(Role::Attacker), Degree::Full));
        assert_eq!(assault(10, points(499, 1)), (Some(Role::Attacker), Degree::Marginal));
        assert_eq!(assault(5, points(500, 0)), (Some(Role::Attacker), Degree::Marginal));
        assert_eq!(assault(3, points(0, 500)), (Some(Role::Defender), Degree::Marginal));
        assert_eq!(assault(1, points(0, 1000)), (Some(Role::Defender), Degree::Full));
        // The rule's own examples.
        assert_eq!(assault(10, points(620, 510)), (Some(Role::Attacker), Degree::Marginal));
        assert_eq!(assault(3, points(499, 1)), (Some(Role::Defender), Degree::Marginal));
        assert_eq!(assault(1, points(0, 700)), (Some(Role::Defender), Degree::Full));
    }
}
