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

use super::refusal::Refusal;
use super::state::{Campaign, PlayerId, Vessel};
use super::turn::report::Role;
use crate::campaign::state::battle::report::{Report, VesselReport};
use crate::campaign::state::battle::result::BattleResult;
use crate::campaign::state::battle::{Battle, Side};
use crate::campaign::steps::sides;

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
