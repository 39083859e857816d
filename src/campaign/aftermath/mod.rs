//! The aftermath of a battle, step by step: spoils, renown, promotions, experience, repairs, appeals (CAMP-13).

pub mod appeals;
pub mod boons;
pub(super) mod evolutions;
pub(super) mod experience;
pub mod promotions;
pub mod ramilies;
pub mod refits;
pub(super) mod renown;
pub mod repairs;
pub(super) mod spoils;

use super::hint::Hint;
use super::refusal::Refusal;
use super::state::{BattleId, Campaign, PlayerId, Vessel};
use super::turn::report::Role;
use crate::campaign::state::battle::report::{Report, VesselReport};
use crate::campaign::state::battle::result::BattleResult;
use crate::campaign::state::battle::{Battle, Side, Step};
use crate::campaign::steps::{at_step, sides};

/// The record and result of a battle that was fought.
pub(super) fn record(battle: &Battle) -> Result<(&Report, &BattleResult), Refusal> {
    match (&battle.report, &battle.result) {
        (Some(report), Some(result)) => Ok((report, result)),
        _ => Err(Refusal::by("CAMP-12", format!("battle {} is not fought yet", battle.id.0))),
    }
}

/// The role of a player in a battle.
pub(super) fn role_of(battle: &Battle, player: PlayerId) -> Result<Role, Refusal> {
    let both = sides(battle)?;
    match player {
        _ if both.attacker.player == player => Ok(Role::Attacker),
        _ if both.defender.player == player => Ok(Role::Defender),
        _ => Err(Refusal::plain(format!("he takes no part in battle {}", battle.id.0))),
    }
}

/// The battle, if its players are settling what each declares for himself.
pub(super) fn declaring(campaign: &Campaign, id: BattleId) -> Result<&Battle, Refusal> {
    let battle = campaign.battles.get(&id).filter(|battle| battle.open);
    let battle =
        battle.ok_or_else(|| Refusal::plain(format!("there is no open battle {}", id.0)).hint(Hint::ListBattles))?;
    if battle.aftermath.opened.is_some() {
        return Ok(battle);
    }
    let says = format!("the step of battle {} that is due is {}", id.0, battle.step);
    Err(Refusal::by("CAMP-12", says).hint(Hint::TakeStep(id)))
}

/// The battle, if this player's repairs are done and his appeals are next. Where each declares for himself, he need
/// not wait for the other (CAMP-13).
pub(super) fn appealing(campaign: &Campaign, id: BattleId, owner: PlayerId) -> Result<&Battle, Refusal> {
    let own = campaign.battles.get(&id).filter(|battle| battle.open && battle.aftermath.opened.is_some());
    let done = |battle: &&Battle| role_of(battle, owner).is_ok_and(|role| *battle.aftermath.repaired.of(role));
    if let Some(battle) = own.filter(|battle| battle.has_finished(owner)) {
        return Err(Refusal::by("CAMP-13", format!("his part in the aftermath of battle {} is settled", battle.id.0)));
    }
    match own.filter(|battle| battle.step == Step::Repairs).filter(done) {
        Some(battle) => Ok(battle),
        None => at_step(campaign, id, Step::Appeals),
    }
}

/// A side's vessels that were picked, in register order, with what became of them (XP-14).
pub(super) fn fought<'c>(
    campaign: &'c Campaign,
    side: &Side,
    report: &'c Report,
) -> Vec<(&'c Vessel, &'c VesselReport)> {
    campaign
        .register(side.player)
        .filter_map(|vessel| Some((vessel, report.vessels.iter().find(|entry| entry.vessel == vessel.id)?)))
        .collect()
}
