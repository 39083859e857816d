//! Victory points, the field, the winner and the sub-plots, worked out from the record
//! (VP-01 to VP-26, SCEN-11, SCEN-24, SCEN-78, SCEN-90, SCEN-91, SCEN-117, PLOT-11 to PLOT-42).

use serde::{Deserialize, Serialize};

use super::plots::Plot;
use super::report::{Fate, Report, Role, VesselReport};
use super::scenario::Scenario;
use super::{Battle, BySide, Fielded, Side, sides};
use crate::battle::class::{People, ShipType, words};
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

/// Works out the result of a battle. Where `ruled` gives victory points, they stand in place of those worked out.
pub(in crate::campaign) fn judge(
    campaign: &Campaign,
    battle: &Battle,
    report: &Report,
    ruled: BySide<Option<u32>>,
) -> Result<BattleResult, Refusal> {
    let table = Table { campaign, battle, both: sides(battle)?, report };
    let field = table.field();
    let mut victory_points = BySide::default();
    let mut hulks = BySide::default();
    let mut capitals_lost = BySide::default();
    for role in [Role::Attacker, Role::Defender] {
        *victory_points.of_mut(role) = ruled.of(role).unwrap_or_else(|| table.victory_points(role, field));
        let hulk = |entry: &&VesselReport| entry.fate == Fate::Hulk;
        let taken = table.entries(role.other()).map(|(_, _, entry)| entry).filter(hulk).count();
        *hulks.of_mut(role) = if field == Some(role) { u32::try_from(taken).unwrap_or(0) } else { 0 };
        let lost =
            table.entries(role).filter(|(vessel, _, entry)| entry.is_destroyed() && table.counts_as_capital(vessel));
        *capitals_lost.of_mut(role) = u32::try_from(lost.count()).unwrap_or(0);
    }
    let (winner, degree) = table.winner(victory_points)?;
    let mut plots = BySide::default();
    for role in [Role::Attacker, Role::Defender] {
        *plots.of_mut(role) = table.achieved(role, winner)?;
    }
    Ok(BattleResult { winner, degree, field, victory_points, hulks, capitals_lost, plots })
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

    fn class_kind(&self, vessel: &Vessel) -> ShipType {
        self.campaign.class(vessel.hulls[0].design).kind
    }

    fn is_capital(&self, vessel: &Vessel) -> bool {
        !matches!(self.class_kind(vessel), ShipType::Escort | ShipType::Transport | ShipType::Defence)
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

    /// Holds the field: no enemy ship in play, and one of its own still on the table (VP-04).
    fn field(&self) -> Option<Role> {
        let in_play = |role: Role| self.entries(role).any(|(_, _, entry)| self.fate(role, entry.fate) == Fate::OnTable);
        match (in_play(Role::Attacker), in_play(Role::Defender)) {
            (true, false) => Some(Role::Attacker),
            (false, true) => Some(Role::Defender),
            _ => None,
        }
    }

    /// What a side earns: shares of every enemy unit, hulks if it holds the field, and objectives (VP-20).
    fn victory_points(&self, role: Role, field: Option<Role>) -> u32 {
        let enemy = role.other();
        let mut total: u32 =
            self.entries(enemy).map(|(vessel, fielded, entry)| self.share(enemy, vessel, fielded, entry)).sum();
        for guest in self.report.guests.iter().filter(|guest| guest.side == enemy) {
            total += match self.fate(enemy, guest.fate) {
                Fate::Destroyed | Fate::Hulk | Fate::HulkGone => guest.points,
                Fate::Disengaged => percent(guest.points, if guest.crippled { 25 } else { 10 }),
                Fate::OnTable if guest.crippled => percent(guest.points, 25),
                _ => 0,
            };
        }
        if field == Some(role) {
            let hulks = [Role::Attacker, Role::Defender].into_iter().flat_map(|side| self.entries(side));
            total += hulks
                .filter(|(_, _, entry)| entry.fate == Fate::Hulk)
                .map(|(_, fielded, _)| percent(fielded.points, 50))
                .sum::<u32>();
        }
        if self.battle.scenario == Some(Scenario::BlockadeRun) && role == Role::Attacker {
            total +=
                self.entries(role).map(|(vessel, fielded, entry)| broke_through(vessel, fielded, entry)).sum::<u32>();
        }
        total
    }

    /// The share of an enemy vessel's value, once (VP-03).
    fn share(&self, side: Role, vessel: &Vessel, fielded: &Fielded, entry: &VesselReport) -> u32 {
        let value = fielded.points;
        let fate = self.fate(side, entry.fate);
        if self.campaign.is_squadron(vessel) {
            return match fate {
                _ if entry.is_destroyed() => value,
                Fate::Disengaged | Fate::LostInWarp => percent(value, if entry.crippled { 25 } else { 10 }),
                _ => 0,
            };
        }
        if self.campaign.class(vessel.hulls[0].design).people == People::Necrons {
            return necron_share(value, fate, entry);
        }
        // A ship that started crippled pays again only if it lost a hit, or disengaged (VP-22).
        let full = self.campaign.full_hits(vessel);
        let started_crippled = (full - vessel.damage.min(full)) * 2 <= full;
        match fate {
            _ if entry.is_destroyed() => value,
            Fate::Disengaged | Fate::LostInWarp => {
                percent(value, if entry.crippled || started_crippled { 25 } else { 10 })
            }
            Fate::OnTable | Fate::LeftByEdge if entry.crippled && (!started_crippled || entry.hits_lost > 0) => {
                percent(value, 25)
            }
            _ => 0,
        }
    }

    fn winner(&self, points: BySide<u32>) -> Result<(Option<Role>, Degree), Refusal> {
        if let Some(loser) = self.report.surrendered {
            return Ok((Some(loser.other()), Degree::Full));
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
            Some(Scenario::Convoy) => convoy(self.report.transports_through.ok_or_else(|| {
                Refusal::by("SCEN-81", "how many transports crossed the table?").hint("transports-through = NUMBER")
            })?),
            Some(Scenario::PlanetaryAssault) => assault(
                self.report.assault_points.ok_or_else(|| {
                    Refusal::by("SCEN-92", "how many assault points were scored?").hint("assault-points = NUMBER")
                })?,
                points,
            ),
            Some(Scenario::Exterminatus) => (Some(self.exterminatus()?), Degree::Full),
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
    fn exterminatus(&self) -> Result<Role, Refusal> {
        if self.report.planet_destroyed {
            return Ok(Role::Attacker);
        }
        if self.report.exterminators_gone {
            return Ok(Role::Defender);
        }
        self.field().ok_or_else(|| {
            Refusal::by("SCEN-117", "neither the planet nor the Exterminators nor a fleet is gone: who has won?")
                .hint("write planet-destroyed = true or exterminators-gone = true")
        })
    }

    /// Whether a side's sub-plot was achieved; the players answer what the record cannot tell (PLOT-46).
    fn achieved(&self, role: Role, winner: Option<Role>) -> Result<bool, Refusal> {
        let Some(plot) = &self.both.of(role).plot else { return Ok(false) };
        if let Some(answer) = *self.report.plots.of(role) {
            return Ok(answer);
        }
        let won = winner == Some(role);
        let hurt = |entry: &VesselReport| entry.crippled || entry.is_destroyed();
        let entry_of = |role: Role| {
            plot.ship
                .and_then(|ship| self.entries(role).find(|(vessel, ..)| vessel.id == ship).map(|(.., entry)| entry))
        };
        let capitals =
            |role: Role| self.entries(role).filter(|(vessel, _, entry)| self.is_capital(vessel) && entry.fought());
        Ok(match plot.plot {
            Plot::MeteorStorm | Plot::NavigationalHazards | Plot::SurpriseAttack => won,
            Plot::GunneryPractice => {
                let enemies: Vec<_> = capitals(role.other()).collect();
                !enemies.is_empty() && enemies.iter().all(|(.., entry)| entry.hits_lost > 0 || entry.is_destroyed())
            }
            Plot::ExtendedDuty => self.put_out(role.other()) > self.put_out(role),
            Plot::BloodBond => capitals(role).filter(|(.., entry)| hurt(entry)).count() * 2 < capitals(role).count(),
            Plot::FleetExperience => self.flagship_sound(role),
            Plot::NoQuarter => self.put_out(role.other()) * 2 >= self.both.of(role.other()).fielded(),
            Plot::Vendetta => entry_of(role.other()).is_some_and(hurt),
            Plot::ExperimentalShip | Plot::DesperateMission => entry_of(role).is_some_and(|entry| !hurt(entry)),
            Plot::SignallingProblems => self.escorts_survive(role),
            Plot::HitAndRun => won && self.in_time(plot.number)?,
            Plot::UnexpectedHelp | Plot::FreshCaptain | Plot::EnemyPlans | Plot::SecretIntelligence | Plot::Decoy => {
                return Err(Refusal::by("PLOT-46", format!("was the {role}'s sub-plot {} achieved?", plot.plot))
                    .hint(format!("write {role} = true or false under [plots]")));
            }
        })
    }

    /// Full values of a side's ships crippled or destroyed; escorts one by one (PLOT-13).
    fn put_out(&self, role: Role) -> u32 {
        self.entries(role)
            .map(|(vessel, fielded, entry)| {
                if self.campaign.is_squadron(vessel) {
                    fielded.points * entry.ships_lost() / fielded.ships.max(1)
                } else if entry.crippled || entry.is_destroyed() {
                    fielded.points
                } else {
                    0
                }
            })
            .sum()
    }

    /// The commander's ship keeps three quarters of its full hits (PLOT-17).
    fn flagship_sound(&self, role: Role) -> bool {
        let flagship = self.campaign.players.get(&self.both.of(role).player).and_then(|player| player.flagship);
        self.entries(role).filter(|(vessel, ..)| Some(vessel.id) == flagship).any(|(vessel, _, entry)| {
            let full = self.campaign.full_hits(vessel);
            let left = full.saturating_sub(vessel.damage + entry.hits_lost);
            !entry.is_destroyed() && left * 4 >= full * 3
        })
    }

    /// At least half of the escorts survive, all squadrons together (PLOT-23).
    fn escorts_survive(&self, role: Role) -> bool {
        let squadrons = self.entries(role).filter(|(vessel, ..)| self.campaign.is_squadron(vessel));
        let (started, lost) = squadrons
            .fold((0, 0), |(started, lost), (_, fielded, entry)| (started + fielded.ships, lost + entry.ships_lost()));
        (started - lost) * 2 >= started
    }

    fn in_time(&self, within: Option<u32>) -> Result<bool, Refusal> {
        let turns = self
            .report
            .turns
            .ok_or_else(|| Refusal::by("PLOT-42", "how many turns did the battle last?").hint("turns = NUMBER"))?;
        Ok(within.is_none_or(|within| turns <= within))
    }
}

/// A share, rounded up (VP-18).
const fn percent(points: u32, share: u32) -> u32 {
    (points * share).div_ceil(100)
}

/// The full value of what leaves uncrippled, a quarter of what leaves crippled; of a squadron those that leave (SCEN-63).
fn broke_through(vessel: &Vessel, fielded: &Fielded, entry: &VesselReport) -> u32 {
    if entry.fate != Fate::LeftByEdge {
        return 0;
    }
    let ships = vessel.ships().max(1);
    let left = fielded.points * (ships - entry.ships_lost().min(ships)) / ships;
    percent(left, if entry.crippled { 25 } else { 100 })
}

/// Necrons pay by shares of their own (VP-24).
fn necron_share(value: u32, fate: Fate, entry: &VesselReport) -> u32 {
    percent(
        value,
        match fate {
            Fate::Hulk => 300,
            _ if entry.is_destroyed() => 200,
            _ if entry.crippled => 50,
            Fate::Disengaged | Fate::LostInWarp if entry.hits_lost > 0 => 25,
            Fate::Disengaged | Fate::LostInWarp => 10,
            _ => 0,
        },
    )
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
    fn shares_are_rounded_up_one_by_one() {
        assert_eq!(percent(185, 25), 47);
        assert_eq!(percent(180, 25), 45);
        assert_eq!(percent(230, 25), 58);
        assert_eq!(percent(185, 10), 19);
        assert_eq!(percent(185, 50), 93);
    }

    #[test]
    fn a_planetary_assault_is_decided_by_its_final_total() {
        let points = |attacker, defender| BySide { attacker, defender };
        assert_eq!(assault(10, points(0, 0)), (Some(Role::Attacker), Degree::Full));
        assert_eq!(assault(10, points(499, 1)), (Some(Role::Attacker), Degree::Marginal));
        assert_eq!(assault(5, points(500, 0)), (Some(Role::Attacker), Degree::Marginal));
        assert_eq!(assault(3, points(0, 500)), (Some(Role::Defender), Degree::Marginal));
        assert_eq!(assault(1, points(0, 1000)), (Some(Role::Defender), Degree::Full));
    }
}
