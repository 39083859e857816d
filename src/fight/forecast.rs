//! What many fights of one battle come to: chances with their intervals, and what each side may expect.

use serde::Serialize;

use super::{Fight, supposed};
use crate::campaign::command::Command;
use crate::campaign::event::Event;
use crate::campaign::refusal::Refusals;
use crate::campaign::state::{BattleId, Campaign};
use crate::campaign::turn::report::{Role, preview};
use crate::campaign::turn::victory::{BattleResult, Degree};
use crate::campaign::turn::{self, BySide, Step};
use crate::campaign::umpire::Unasked;
use crate::campaign::{Circumstances, decide};
use crate::captain::{Captain, Standing};
use crate::catalog::Catalog;
use crate::dice::Fast;

/// Sums over fights. They add up in any order, so that threads cannot change a forecast.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Fights.
    pub runs: u64,
    /// Wins of attacker and defender.
    pub wins: BySide<u64>,
    /// Those of them that were marginal.
    pub marginal: BySide<u64>,
    /// Points of ships fielded.
    pub fielded: BySide<u64>,
    /// Victory points earned.
    pub points: BySide<Sum>,
    /// Renown gained or lost.
    pub renown: BySide<Sum>,
    /// Capital ships lost.
    pub capitals: BySide<Sum>,
    /// Ships lost, escorts included.
    pub ships: BySide<Sum>,
    /// Game turns.
    pub turns: u64,
    /// A sum over every result: two runs of one forecast agree on it.
    pub checksum: u64,
}

impl Tally {
    /// Adds another.
    pub fn add(&mut self, other: &Self) {
        self.runs += other.runs;
        self.turns += other.turns;
        self.checksum = self.checksum.wrapping_add(other.checksum);
        for role in [Role::Attacker, Role::Defender] {
            *self.wins.of_mut(role) += other.wins.of(role);
            *self.marginal.of_mut(role) += other.marginal.of(role);
            *self.fielded.of_mut(role) += other.fielded.of(role);
            self.points.of_mut(role).add(other.points.of(role));
            self.renown.of_mut(role).add(other.renown.of(role));
            self.capitals.of_mut(role).add(other.capitals.of(role));
            self.ships.of_mut(role).add(other.ships.of(role));
        }
    }

    /// Fights that were drawn.
    #[must_use]
    pub const fn draws(&self) -> u64 {
        self.runs - self.wins.attacker - self.wins.defender
    }

    /// Whether every chance, of either to win and of a draw, is known to so many points of a hundred either way.
    #[must_use]
    pub fn is_within(&self, points: f64) -> bool {
        let chances = [self.wins.attacker, self.wins.defender, self.draws()];
        chances
            .into_iter()
            .map(|hits| Chance::of(hits, self.runs))
            .all(|chance| chance.to - chance.from <= 2.0 * points)
    }
}

/// The most fights of a forecast that goes on until it is precise.
pub const MOST: u64 = 1_000_000;

/// The numbers of fights after which a forecast is asked whether it is precise. They are fixed, so that the number of
/// threads cannot change where it stops: a hundred, and about a quarter more each time.
pub fn looks() -> impl Iterator<Item = u64> {
    let next = |fought: &u64| Some(fought + (fought / 4).next_multiple_of(100));
    std::iter::successors(Some(100), next).take_while(|fought| *fought < MOST).chain([MOST])
}

/// A figure added up over fights, and its squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    total: i64,
    squares: u64,
}

impl Sum {
    /// Counts the figure of a fight.
    const fn count(&mut self, figure: i64) {
        self.total += figure;
        self.squares += figure.unsigned_abs() * figure.unsigned_abs();
    }

    const fn add(&mut self, other: &Self) {
        self.total += other.total;
        self.squares += other.squares;
    }

    /// What a fight came to on average.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "sums over fights are far below 2^52")]
    pub fn mean(&self, runs: u64) -> f64 {
        self.total as f64 / runs.max(1) as f64
    }

    /// Where the average of endless fights lies 19 times out of 20; nobody can say after a single one.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "sums over fights are far below 2^52")]
    pub fn interval(&self, runs: u64) -> Option<Interval> {
        let (n, mean) = (runs as f64, self.mean(runs));
        let spread = (self.squares as f64 - mean * self.total as f64).max(0.0) / (n - 1.0);
        let half = 1.96 * (spread / n).sqrt();
        (runs > 1).then_some(Interval { from: mean - half, to: mean + half })
    }
}

/// Where a figure lies 19 times out of 20.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// Lower end.
    pub from: f64,
    /// Upper end.
    pub to: f64,
}

/// A chance in percent, with the interval in which it lies 19 times out of 20.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Chance {
    /// What was counted.
    pub percent: f64,
    /// Lower end.
    pub from: f64,
    /// Upper end.
    pub to: f64,
}

impl Chance {
    /// So many of so many, by Wilson's interval.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "counts of fights are far below 2^52")]
    pub fn of(hits: u64, runs: u64) -> Self {
        if runs == 0 {
            return Self { percent: 0.0, from: 0.0, to: 100.0 };
        }
        let (n, p, z) = (runs as f64, hits as f64 / runs as f64, 1.96_f64);
        let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        Self { percent: 100.0 * p, from: 100.0 * (middle - half).max(0.0), to: 100.0 * (middle + half).min(1.0) }
    }
}

/// A battle that is fought again and again on a copy of the campaign.
#[derive(Clone)]
pub struct Oracle<'c> {
    fight: Fight,
    campaign: Campaign,
    battle: turn::Battle,
    /// A battle that nobody has called for: each fight has a build-up of its own.
    supposed: Option<turn::Battle>,
    catalog: &'c Catalog,
    seed: u64,
}

impl<'c> Oracle<'c> {
    /// A battle whose fleets are picked.
    ///
    /// # Errors
    /// Everything that the engine does not play.
    pub fn new(campaign: &Campaign, battle: turn::Battle, catalog: &'c Catalog, seed: u64) -> Result<Self, Refusals> {
        let fight = Fight::of(campaign, &battle, catalog)?;
        Ok(Self { fight, campaign: campaign.clone(), battle, supposed: None, catalog, seed })
    }

    /// A battle that nobody has called for; what its scenario rolls beforehand is rolled for each fight.
    ///
    /// # Errors
    /// When somebody has no fleet for it, and everything that the engine does not play.
    pub fn supposing(
        campaign: &Campaign,
        supposed: turn::Battle,
        catalog: &'c Catalog,
        seed: u64,
    ) -> Result<Self, Refusals> {
        let battle = supposed::build_up(campaign, &supposed, catalog, &mut Fast::new(seed, 0))?;
        let anew = battle.scenario.is_some_and(supposed::is_rolled);
        Ok(Self { supposed: anew.then_some(supposed), ..Self::new(campaign, battle, catalog, seed)? })
    }

    /// Fights number `index`; the same number is the same fight.
    ///
    /// # Errors
    /// When a fight ends in what no report can say.
    pub fn fight(&mut self, index: u64, tally: &mut Tally) -> Result<(), Refusals> {
        let mut dice = Fast::new(self.seed, index);
        if let Some(supposed) = &self.supposed {
            let battle = supposed::build_up(&self.campaign, supposed, self.catalog, &mut dice)?;
            if battle != self.battle {
                self.fight = Fight::of(&self.campaign, &battle, self.catalog)?;
                self.battle = battle;
            }
        }
        let standing = Standing { campaign: true, ..Standing::default() };
        let end = self.fight.simulate(&mut dice, &mut [Captain::new(standing), Captain::new(standing)])?;
        let report = self.fight.report(&self.campaign, &end);
        let result = preview(&self.campaign, &self.battle, &report)?;
        tally.runs += 1;
        tally.turns += u64::from(end.turn);
        let mut sum = u64::from(end.turn);
        for role in [Role::Attacker, Role::Defender] {
            let won = result.winner == Some(role);
            *tally.wins.of_mut(role) += u64::from(won);
            *tally.marginal.of_mut(role) += u64::from(won && result.degree == Degree::Marginal);
            tally.points.of_mut(role).count((*result.victory_points.of(role)).into());
            tally.capitals.of_mut(role).count((*result.capitals_lost.of(role)).into());
            let fleet = self.battle.sides.as_ref().map(|sides| sides.of(role).fleet.clone()).unwrap_or_default();
            *tally.fielded.of_mut(role) += fleet.iter().map(|own| u64::from(own.points)).sum::<u64>();
            let lost = report.vessels.iter().filter(|entry| fleet.iter().any(|own| own.vessel == entry.vessel));
            let ships = |entry: &turn::report::VesselReport| {
                if entry.lost.is_empty() { u32::from(entry.is_destroyed()) } else { entry.ships_lost() }
            };
            tally.ships.of_mut(role).count(lost.map(|entry| i64::from(ships(entry))).sum());
            sum = sum.wrapping_mul(1009).wrapping_add(u64::from(*result.victory_points.of(role)) + u64::from(won));
        }
        tally.checksum = tally.checksum.wrapping_add((index + 1).wrapping_mul(sum));
        self.renown(report, result, tally)
    }

    /// What the aftermath would make of it.
    fn renown(
        &mut self,
        report: turn::report::Report,
        result: BattleResult,
        tally: &mut Tally,
    ) -> Result<(), Refusals> {
        let id: BattleId = self.battle.id;
        let mut fought = self.battle.clone();
        (fought.step, fought.report, fought.result) = (Step::Renown, Some(report), Some(result));
        self.campaign.battles.insert(id, fought);
        let now = self.campaign.about.as_ref().map_or_else(Default::default, |about| about.opened);
        let mut none = Fast::new(0, 0);
        let mut with =
            Circumstances { library: self.catalog, umpire: &Unasked, dice: &mut none, now, by: None, ruling: None };
        let events = decide(&self.campaign, &Command::AdjustRenown { battle: id, tenders: Vec::new() }, &mut with)?;
        let Some(sides) = &self.battle.sides else { return Ok(()) };
        for role in [Role::Attacker, Role::Defender] {
            let own = sides.of(role).player;
            let changed = events.iter().map(|event| {
                let Event::RenownChanged { player, by, .. } = event else { return 0 };
                if *player == own { i64::from(*by) } else { 0 }
            });
            tally.renown.of_mut(role).count(changed.sum());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forecast_is_asked_at_fixed_counts() {
        let first: Vec<u64> = looks().take(11).collect();
        assert_eq!(first, [100, 200, 300, 400, 500, 700, 900, 1200, 1500, 1900, 2400]);
        assert_eq!(looks().last(), Some(MOST));
    }

    #[test]
    fn an_even_fight_takes_2400_to_be_known_to_two_points_and_a_sure_one_100() {
        let fought = |runs: u64, attacker: u64| Tally {
            runs,
            wins: BySide { attacker, defender: runs - attacker },
            ..Tally::default()
        };
        assert!(!fought(1900, 950).is_within(2.0) && fought(2400, 1200).is_within(2.0));
        assert!(fought(100, 100).is_within(2.0) && !fought(100, 99).is_within(2.0));
    }

    #[test]
    fn the_interval_of_an_average_is_worked_out_by_hand() {
        let mut sum = Sum::default();
        [2, 4, 4, 4, 5, 5, 7, 9].into_iter().for_each(|figure| sum.count(figure));
        // The spread of the textbook's eight figures is 32 / 7, the mean 5.
        let half = 1.96 * (32.0_f64 / 7.0 / 8.0).sqrt();
        let found = sum.interval(8).unwrap();
        assert!((found.from - (5.0 - half)).abs() < 1e-9 && (found.to - (5.0 + half)).abs() < 1e-9, "{found:?}");
        assert_eq!(sum.interval(1), None);
    }
}
