//! The admiral: plans for a whole fleet, tried by playing the battle on.
//!
//! At the start of his turn he plays copies of what he sees some player turns ahead, once for each plan, with captains for
//! both sides and the same dice for every plan. Among his opponents are captains of another temper, so that he does not live
//! on knowing one. A plan replaces the usual one only where it is better beyond doubt.

use super::weights::Weights;
use super::{Captain, Standing, step};
use crate::battle::gothic::decisions::answer::Decision;
use crate::battle::gothic::event::Silent;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Fate, Ship, ShipId};
use crate::dice::Fast;
use crate::table::side::Side;

/// How much an admiral tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Trials of each plan.
    pub trials: u8,
    /// Player turns that each is played ahead.
    pub ahead: u8,
}

impl Default for Budget {
    fn default() -> Self {
        Self { trials: 8, ahead: 6 }
    }
}

/// Most trials of a plan that are kept.
const TRIALS: usize = 32;
/// Answers after which a trial is broken off.
const MOST: u32 = 2_000;

/// What is tried besides the usual.
const PLANS: [fn(Weights) -> Weights; 6] = [
    |usual| Weights { caution: usual.caution / 4, near: 0, ..usual },
    |usual| Weights { caution: usual.caution * 3, ..usual },
    |usual| Weights { caution: usual.caution / 2, stand_off: -20, far: 2 * usual.far, near: 0, ..usual },
    |usual| Weights { caution: usual.caution * 2, stand_off: 15, near: 4 * usual.near, ..usual },
    |usual| Weights { far: usual.far / 4, caution: usual.caution * 2, ..usual },
    |usual| Weights { order: 4 * usual.order, ..usual },
];

/// Tempers of the enemy's captain, in turn.
const ENEMIES: [fn(Weights) -> Weights; 4] = [
    |usual| usual,
    |usual| Weights { caution: usual.caution / 4, ..usual },
    |usual| usual,
    |usual| Weights { caution: usual.caution * 3, far: usual.far / 2, ..usual },
];

/// Who plans for a side.
pub(super) struct Admiral {
    budget: Budget,
    usual: Weights,
    /// The plan for a player turn.
    plan: Weights,
    planned: Option<(u8, Side)>,
}

impl Admiral {
    pub(super) const fn new(usual: Weights, budget: Budget) -> Self {
        Self { budget, usual, plan: usual, planned: None }
    }

    /// The standing orders for what is due: before his own movement he plans, and keeps to it until he moves again.
    pub(super) fn orders(&mut self, battle: &Battle, roster: &Roster, side: Side, standing: Standing) -> Standing {
        let now = (battle.turn, side);
        let begins = matches!(battle.pending(), Decision::Move(mover) if mover == side);
        if begins && self.planned != Some(now) {
            self.planned = Some(now);
            self.plan = self.best(battle, roster, side, standing);
        }
        Standing { weights: self.plan, ..standing }
    }

    /// The plan that is better than the usual one beyond doubt, or the usual one.
    fn best(&self, battle: &Battle, roster: &Roster, side: Side, standing: Standing) -> Weights {
        if !any_near(battle, side) {
            return self.usual;
        }
        let trials = usize::from(self.budget.trials).min(TRIALS);
        let tried = |weights: Weights| {
            let mut found = [0; TRIALS];
            for (trial, value) in (0..).zip(&mut found[..trials]) {
                *value = self.trial(battle, roster, side, Standing { weights, ..standing }, trial);
            }
            found
        };
        let usual = tried(self.usual);
        let mut best = (0, self.usual);
        for plan in PLANS {
            let weights = plan(self.usual);
            let found = tried(weights);
            let gains = || found.iter().zip(&usual).take(trials).map(|(with, without)| i64::from(with - without));
            let count = trials as i64;
            let sum: i64 = gains().sum();
            // The square of the doubt: the variance of a mean.
            let spread: i64 = gains().map(|gain| (gain * count - sum).pow(2)).sum::<i64>() / (count * count).max(1);
            let sure = sum > 0 && sum * sum > spread * count / (count - 1).max(1);
            if sure && sum > best.0 {
                best = (sum, weights);
            }
        }
        best.1
    }

    /// What a battle comes to that is played on from here.
    fn trial(&self, battle: &Battle, roster: &Roster, side: Side, standing: Standing, trial: usize) -> i32 {
        let mut table = *battle;
        let temper = ENEMIES[trial % ENEMIES.len()](Weights::USUAL);
        let enemy = Standing { weights: temper, goal: super::Goal::Destroy, ..standing };
        let mut captains = [Captain::new(standing), Captain::new(enemy)];
        if side == Side::Two {
            captains.swap(0, 1);
        }
        let mut dice = Fast::new(u64::from(table.turn) << 8 | side as u64, trial as u64);
        let (mut left, mut now) = (self.budget.ahead, (table.turn, table.active));
        for _ in 0..MOST {
            match step(&mut table, roster, &mut captains, &mut dice, &mut Silent) {
                Ok(Some(_)) => {}
                // What cannot be played on is weighed as it stands.
                Ok(None) | Err(_) => break,
            }
            if (table.turn, table.active) != now {
                now = (table.turn, table.active);
                left -= 1;
                if left == 0 {
                    break;
                }
            }
        }
        worth(&table, roster, side)
    }
}

/// Whether an enemy is near enough for plans to differ.
fn any_near(battle: &Battle, side: Side) -> bool {
    let near = crate::table::geometry::Length::cm(110);
    battle.fleet(side).any(|(_, ship)| battle.fleet(side.other()).any(|(_, enemy)| ship.at.within(enemy.at, near)))
}

/// What a battle is worth to a side as it stands: what the enemy has lost less what it has lost, in victory points.
fn worth(battle: &Battle, roster: &Roster, side: Side) -> i32 {
    let mut sum = 0;
    for (id, ship) in battle.all() {
        let lost = lost(roster, id, ship);
        sum += if ship.side == side { -lost } else { lost };
    }
    if let Some(half) = battle.mission.assault {
        let won = i32::from(half) * 30;
        sum += if battle.mission.attacker == side { won } else { -won };
    }
    match battle.winner(roster).filter(|_| battle.pending() == Decision::Over) {
        Some(winner) if winner == side => sum + 100,
        Some(_) => sum - 100,
        None => sum,
    }
}

/// What a side has lost by a ship: a quarter of it with the first half of its hits, the rest with the others (VP-03); who
/// has left by the edge he was sent to is a gain.
fn lost(roster: &Roster, id: ShipId, ship: &Ship) -> i32 {
    let profile = &roster[id].profile;
    let (worth, full) = (profile.worth.max(10).cast_signed(), i32::from(profile.hits.max(1)));
    let hurt = {
        let (gone, half) = (full - i32::from(ship.hits).min(full), full.div_euclid(2).max(1));
        if gone <= half { worth * gone / (4 * half) } else { worth / 4 + worth * (gone - half) / (2 * half) }
    };
    match ship.fate {
        Fate::Fighting | Fate::Spectral | Fate::Landed => hurt.min(worth * 3 / 4),
        Fate::Drifting | Fate::Blazing | Fate::Destroyed | Fate::LostForGood => worth,
        Fate::Disengaged | Fate::InTheWarp => hurt.max(worth / 8),
        Fate::ToCome | Fate::NeverEntered | Fate::Haunting => 0,
        Fate::LeftByEdge => -worth,
    }
}
