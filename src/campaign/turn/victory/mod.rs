//! The result of a battle, from its report: the facts that it states, as the one judge of battles sees them
//! ([`account`](crate::battle::gothic::victory)).

mod facts;

pub use crate::campaign::state::battle::result::{BattleResult, Degree, Earned};

use super::BySide;
use super::report::Role;
use crate::battle::gothic::sub_plots::{Plot, judged};
use crate::battle::gothic::victory::winner::{assault_total, damage};
use crate::battle::gothic::victory::{Facts, Measure, Unit};
use crate::campaign::refusal::Refusal;
use crate::campaign::state::battle::report::{Fate, Field, Report, VesselReport};
use crate::campaign::state::battle::{Battle, Fielded, Side};
use crate::campaign::state::{Campaign, Vessel};
use crate::campaign::steps::sides;
use crate::ships::class::ShipType;
use facts::seat;

/// What decided a battle, with its figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    /// Victory points.
    Points,
    /// A surrender (SCEN-131).
    Surrender,
    /// Damage points of both (SCEN-24).
    Damage(BySide<u32>),
    /// Half transports that came through (SCEN-78, SCEN-79).
    Transports(u32),
    /// The final assault total (SCEN-90).
    Assault(i64),
    /// The planet is destroyed (SCEN-117).
    PlanetDestroyed,
    /// No Exterminator is left.
    NoExterminators,
    /// Who held the field.
    Field,
    /// The pirates' base is destroyed (PIRATE-14).
    BaseDestroyed,
}

impl Decided {
    /// What decided a battle that is on record.
    #[must_use]
    pub fn of(battle: &Battle, report: &Report, result: &BattleResult) -> Self {
        if report.surrendered.is_some() {
            return Self::Surrender;
        }
        let points = result.victory_points;
        match facts::measure(battle, report) {
            Measure::Points => Self::Points,
            Measure::Damage => {
                let done = |role: Role| {
                    let fleet = battle.sides.iter().flat_map(|sides| &sides.of(role.other()).fleet);
                    let entries = fleet.filter_map(|own| report.vessels.iter().find(|one| one.vessel == own.vessel));
                    entries.map(|entry| damage(entry.hits_lost, entry.crippled, entry.is_destroyed())).sum()
                };
                Self::Damage(BySide { attacker: done(Role::Attacker), defender: done(Role::Defender) })
            }
            Measure::Transports(halves) => Self::Transports(halves),
            Measure::Assault(scored) => Self::Assault(assault_total(scored, points.attacker, points.defender)),
            Measure::Planet { destroyed: true, .. } => Self::PlanetDestroyed,
            Measure::Planet { safe: true, .. } => Self::NoExterminators,
            Measure::Planet { .. } => Self::Field,
            Measure::BaseDestroyed => Self::BaseDestroyed,
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
    let facts = table.facts();
    let field = ruled.field.map_or_else(|| facts.field(), |field| field.role().map(seat));
    let mut victory_points = BySide::default();
    let mut hulks = BySide::default();
    let mut capitals_lost = BySide::default();
    let mut account = BySide { attacker: Vec::new(), defender: Vec::new() };
    for role in [Role::Attacker, Role::Defender] {
        let earned = facts.account(seat(role), field);
        let total = earned.iter().map(|line| line.points).sum();
        *victory_points.of_mut(role) = ruled.points.of(role).unwrap_or(total);
        *account.of_mut(role) =
            earned.into_iter().map(|line| Earned { what: line.what, points: line.points }).collect();
        let hulk = |unit: &&Unit| unit.end == Fate::Hulk;
        let taken: u32 = facts.of_side(seat(role.other())).filter(hulk).map(|unit| unit.number).sum();
        *hulks.of_mut(role) = if field == Some(seat(role)) { taken } else { 0 };
        let lost =
            table.entries(role).filter(|(vessel, _, entry)| entry.is_destroyed() && table.counts_as_capital(vessel));
        *capitals_lost.of_mut(role) = u32::try_from(lost.count()).unwrap_or(0);
    }
    let outcome = facts.winner([victory_points.attacker, victory_points.defender], field);
    if let (Measure::Planet { .. }, None) = (facts.measure, outcome.winner) {
        let says = "neither the planet nor the Exterminators nor a fleet is gone: who has won?";
        return Err(Refusal::by("SCEN-117", says));
    }
    let plots = BySide {
        attacker: table.achieved(&facts, Role::Attacker, outcome.winner)?,
        defender: table.achieved(&facts, Role::Defender, outcome.winner)?,
    };
    let degree = if outcome.marginal { Degree::Marginal } else { Degree::Full };
    let (winner, field) = (outcome.winner.map(facts::role), field.map(facts::role));
    Ok(BattleResult { winner, degree, field, victory_points, hulks, capitals_lost, plots, account })
}

/// Who holds the field by the record (VP-04).
pub(in crate::campaign::turn) fn field(campaign: &Campaign, battle: &Battle, report: &Report) -> Option<Role> {
    Table { campaign, battle, both: battle.sides.as_ref()?, report }.facts().field().map(facts::role)
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

    /// Ruling: a multi-hit vessel of defence type bought from a fleet list counts as a capital ship lost (RENOWN-11).
    fn counts_as_capital(&self, vessel: &Vessel) -> bool {
        let class = self.campaign.class(vessel.hulls[0].design);
        class.kind.is_of_the_line() || (class.kind == ShipType::Defence && class.hits > 1)
    }

    /// Whether a side's sub-plot was achieved; the players answer what the record cannot tell (PLOT-46).
    fn achieved(&self, facts: &Facts, role: Role, winner: Option<crate::table::side::Side>) -> Result<bool, Refusal> {
        judged::achieved(facts, seat(role), winner).ok_or_else(|| match &self.both.of(role).plot {
            Some(plot) if plot.plot != Plot::HitAndRun => {
                Refusal::by("PLOT-46", format!("was the {role}'s sub-plot {} achieved?", plot.plot))
            }
            _ => Refusal::by("PLOT-42", "how many turns did the battle last?"),
        })
    }
}
