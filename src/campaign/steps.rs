//! The steps of a battle: each is taken when it is due, and not before (CAMP-12).

use super::hint::Hint;
use super::refusal::Refusal;
use super::state::battle::{Battle, Side, Step};
use super::state::{BattleId, Campaign, Player};
use super::turn::BySide;

/// The battle, if the step that is asked for is the one that is due.
pub(super) fn at_step(campaign: &Campaign, id: BattleId, step: Step) -> Result<&Battle, Refusal> {
    let battle = campaign
        .battles
        .get(&id)
        .ok_or_else(|| Refusal::plain(format!("there is no open battle {}", id.0)).hint(Hint::ListBattles))?;
    if battle.step == step {
        return Ok(battle);
    }
    let says = match battle.ending {
        Some(ending) => format!("battle {} was {ending}", id.0),
        None if battle.step == Step::Closed => format!("battle {} is closed", id.0),
        None => format!("the step of battle {} that is due is {}, not {step}", id.0, battle.step),
    };
    Err(Refusal::by("CAMP-12", says).hint(Hint::TakeStep(id)))
}

/// Both sides of a battle whose initiative is known.
pub(super) fn sides(battle: &Battle) -> Result<&BySide<Side>, Refusal> {
    battle.sides.as_ref().ok_or_else(|| Refusal::by("INIT-01", "attacker and defender are not known yet"))
}

/// The players of a battle, challenger first.
pub(super) fn players<'c>(campaign: &'c Campaign, battle: &Battle) -> Result<[&'c Player; 2], Refusal> {
    Ok([super::player(campaign, battle.challenger)?, super::player(campaign, battle.challenged)?])
}
