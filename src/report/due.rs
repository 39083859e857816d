//! What a battle waits for, and for whom: a sentence for each step (CAMP-12).

use crate::campaign::Library;
use crate::campaign::aftermath::{appeals, boons, repairs};
use crate::campaign::state::battle::{Battle, Step};
use crate::campaign::state::grant::AppealKind;
use crate::campaign::state::{Campaign, PlayerId};
use crate::campaign::turn::plots;
use crate::campaign::turn::report::Role;
use crate::text::{and_list, count, or_list};

/// What the battle waits for, and for whom.
#[must_use]
pub fn due(campaign: &Campaign, battle: &Battle, library: &dyn Library) -> String {
    let sides = battle.sides.as_ref();
    let attacker = sides.map(|sides| name(campaign, sides.attacker.player)).unwrap_or_default();
    match battle.step {
        Step::Challenge => format!("{} answers", name(campaign, battle.challenged)),
        Step::Initiative => "both roll for initiative".to_owned(),
        Step::Orders => "orders are rolled, or an admiral chooses".to_owned(),
        Step::Scenario => "the scenario is rolled, or both agree on one".to_owned(),
        Step::Location => format!("{attacker} picks the system"),
        Step::Size => "both agree the points".to_owned(),
        Step::Fleets => {
            let open = sides.into_iter().flat_map(|sides| sides.both()).filter(|side| !side.picked);
            let names: Vec<String> = open.map(|side| name(campaign, side.player)).collect();
            let verb = if names.len() == 1 { "picks" } else { "pick" };
            format!("{} {verb} a fleet", and_list(&names))
        }
        Step::SubPlots => match plots::waiting(battle).as_slice() {
            [] => "both roll a sub-plot".to_owned(),
            waiting => {
                let names: Vec<String> = waiting.iter().map(|id| name(campaign, *id)).collect();
                let verb = if names.len() == 1 { "nominates" } else { "nominate" };
                format!("{} {verb} a ship", and_list(&names))
            }
        },
        Step::Battle => match &battle.confirmation {
            Some(waiting) => format!(
                "{} confirms or disputes the report; silence confirms it on {}",
                name(campaign, battle.opponent_of(waiting.by)),
                waiting.silence
            ),
            None if battle.is_under_way() => "the battle is under way".to_owned(),
            None => "the battle, then its report".to_owned(),
        },
        Step::Spoils => "the spoils of war".to_owned(),
        Step::Renown => "renown is added up".to_owned(),
        Step::Promotions => "promotions and demotions".to_owned(),
        Step::Experience => "crews roll for experience".to_owned(),
        Step::Repairs if battle.aftermath.repair_points.attacker.is_none() => "repair points are counted".to_owned(),
        Step::Repairs => {
            let open = [Role::Attacker, Role::Defender].into_iter();
            let open = open.filter(|role| !*battle.aftermath.repaired.of(*role));
            let words: Vec<String> = open.filter_map(|role| repairs_due(campaign, battle, role, library)).collect();
            words.join("; ")
        }
        Step::Appeals if !battle.aftermath.appealed => {
            let both = sides.into_iter().flat_map(|sides| sides.both());
            let words: Vec<String> = both.filter_map(|side| appeals_due(campaign, side.player, library)).collect();
            format!("both declare their appeals: {}", words.join("; "))
        }
        Step::Appeals => grants_due(campaign, battle),
        Step::Closed => "nothing".to_owned(),
    }
}

/// `Anna spends 3 repair points (by default Duke 2, Vigil 1)`.
fn repairs_due(campaign: &Campaign, battle: &Battle, role: Role, library: &dyn Library) -> Option<String> {
    let owner = campaign.players.get(&battle.sides.as_ref()?.of(role).player)?;
    let points = battle.aftermath.repair_points.of(role).unwrap_or(0);
    let plan = repairs::proposal(campaign, owner.id, &[], points / repairs::price(&owner.fleet, library));
    let plan: Vec<String> =
        plan.iter().filter_map(|(id, number)| Some(format!("{} {number}", campaign.vessels.get(id)?.name))).collect();
    let plan = if plan.is_empty() { "nothing".to_owned() } else { plan.join(", ") };
    let name = &owner.name;
    Some(format!("{name} spends {} (by default on {plan}) and withdraws", count(points, "repair point")))
}

/// `Anna 1 of reinforcements, refit or other`.
fn appeals_due(campaign: &Campaign, player: PlayerId, library: &dyn Library) -> Option<String> {
    let owner = campaign.players.get(&player)?;
    let kinds: Vec<&str> = appeals::kinds(campaign, owner, library).iter().map(|kind| kind.word()).collect();
    Some(format!("{} up to {} of {}", owner.name, appeals::number(owner.renown), or_list(&kinds)))
}

/// `Anna takes his refit and Boris names 2 ships for Veteran Captain`.
fn grants_due(campaign: &Campaign, battle: &Battle) -> String {
    let grants = battle.aftermath.grants.iter();
    let waiting: Vec<String> = grants
        .map(|grant| {
            let owner = campaign.players.get(&grant.player);
            let unnamed = owner.and_then(|owner| boons::unnamed(owner, battle.id));
            match unnamed.filter(|_| grant.kind == AppealKind::Other) {
                Some(boon) => {
                    let ships = count(boon.waits, "ship");
                    format!("{} names {ships} for {}", name(campaign, grant.player), boon.id)
                }
                None => format!("{} takes his {}", name(campaign, grant.player), grant.kind),
            }
        })
        .collect();
    and_list(&waiting)
}

/// The name of a player, where he is known.
pub(super) fn name(campaign: &Campaign, player: PlayerId) -> String {
    campaign.players.get(&player).map(|player| player.name.clone()).unwrap_or_default()
}
