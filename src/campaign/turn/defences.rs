//! Planetary defences: free points, what may be bought, and what was (MISSION-09, MISSION-16, MISSION-17, COMP-03,
//! SCEN-47, SCEN-82, SCEN-107, MAP-07, MAP-08).

use crate::campaign::chart::WorldType;
use crate::campaign::event::Event;
use crate::campaign::extras::DefenceKind;
use crate::campaign::hint::Hint;
use crate::campaign::refusal::{Refusal, Refusals};
use crate::campaign::state::battle::{Battle, Step, Work};
use crate::campaign::state::{BattleId, Campaign, PlayerId};
use crate::campaign::steps::sides;
use crate::campaign::{Circumstances, Library, about, player};
use crate::dice::{Dice, DiceError, Pip, Why, d6};
use crate::scenario::Scenario;
use crate::text::{count, did_you_mean};

/// The one defence that a map must mark (MAP-07).
const FORTRESS: &str = "blackstone-fortress";

/// What the defender of a battle may buy.
#[must_use]
pub fn for_sale(campaign: &Campaign, battle: &Battle, library: &dyn Library) -> Vec<DefenceKind> {
    let system = battle.system.and_then(|at| campaign.systems.get(&at));
    let fleet = battle.sides.as_ref().and_then(|sides| campaign.players.get(&sides.defender.player));
    let mut kinds = library.defences(fleet.map_or("", |player| player.fleet.as_str()));
    // Ground defences stand on the low orbit table alone (ZONE-27).
    let low_orbit = battle.scenario.is_some_and(|scenario| scenario.rules().low_orbit());
    kinds.retain(|kind| low_orbit || kind.place != "low orbit");
    kinds.retain(|kind| kind.id != FORTRESS || system.is_some_and(|system| system.blackstone));
    kinds
}

/// Rolls the free defences of the scenario, or those of the world where the club uses them.
pub(super) fn roll(
    campaign: &Campaign,
    battle: &Battle,
    scenario: Scenario,
    fielded: u32,
    with: &mut Circumstances<'_>,
) -> Result<Option<Event>, Refusals> {
    let name = &player(campaign, sides(battle)?.defender.player)?.name;
    let system = battle.system.and_then(|at| campaign.systems.get(&at));
    let port_maw = system.is_some_and(|system| system.port_maw);
    let times = if port_maw { 2 } else { 1 };
    if scenario.rules().free_defences() {
        let points = free(fielded, name, with.dice)? * times;
        return Ok(Some(Event::DefencesRolled { battle: battle.id, points, port_maw, number: None }));
    }
    let by_type = about(campaign)?.options.flag("defences-by-type") && scenario.rules().defence_share().is_some();
    let Some(system) = system.filter(|_| by_type) else { return Ok(None) };
    let face = d6(with.dice, Why::new("number of defences", name))?;
    // The doubling of Port Maw doubles their number (MISSION-16).
    let number = by_world(system.kind, face) * times;
    let mut faces = vec![Pip::ONE; usize::try_from(number).unwrap_or(0)];
    with.dice.roll(Why::new("planetary defences", name), &mut faces)?;
    let points = faces.iter().map(|pip| u32::from(pip.face()) * 5).sum();
    Ok(Some(Event::DefencesRolled { battle: battle.id, points, port_maw, number: Some(number) }))
}

/// Points of the free defences of a defender who fields so many points of ships: a die for every 500 or part (SCEN-47).
///
/// # Errors
/// When the dice cannot be had.
pub fn free(fielded: u32, defender: &str, dice: &mut dyn Dice) -> Result<u32, DiceError> {
    let mut faces = vec![Pip::ONE; usize::try_from(fielded.div_ceil(500)).unwrap_or(0)];
    dice.roll(Why::new("planetary defences", defender), &mut faces)?;
    Ok(faces.iter().map(|pip| u32::from(pip.face()) * 10).sum())
}

/// Number of defences of a world by the face of a die; a D3 is half of it, rounded up (MISSION-16).
fn by_world(kind: WorldType, face: u8) -> u32 {
    let face = u32::from(face);
    match kind {
        WorldType::Forge => face + 1,
        WorldType::Hive | WorldType::Penal => face,
        WorldType::Civilised => face - 1,
        WorldType::Uninhabited => face.div_ceil(2) - 1,
        WorldType::Agri | WorldType::Mining => face.saturating_sub(2),
    }
}

/// Names, prices and limits of what is ordered.
pub(super) fn order(
    battle: &Battle,
    library: &dyn Library,
    buyer: PlayerId,
    campaign: &Campaign,
    order: &[(String, u32)],
) -> Result<Vec<Work>, Refusals> {
    if order.is_empty() {
        return Ok(Vec::new());
    }
    let both = sides(battle)?;
    if both.defender.player != buyer {
        return Err(only_defender(campaign, buyer)?.into());
    }
    let kinds = for_sale(campaign, battle, library);
    let (mut works, mut problems): (Vec<Work>, Vec<Refusal>) = (Vec::new(), Vec::new());
    for (id, number) in order {
        let Some(kind) = kinds.iter().find(|kind| kind.id == *id) else {
            let near = did_you_mean(id, kinds.iter().map(|kind| kind.id.as_str()));
            let says = format!("\"{id}\" cannot be bought as a defence here{near}");
            problems.push(Refusal::by("MISSION-17", says).hint(Hint::ListDefences(battle.id)));
            continue;
        };
        match works.iter_mut().find(|work| work.id == kind.id) {
            Some(work) => work.number += number,
            None => {
                works.push(Work { id: kind.id.clone(), name: kind.name.clone(), points: kind.points, number: *number });
            }
        }
    }
    for work in &works {
        let most = kinds.iter().find(|kind| kind.id == work.id).and_then(|kind| kind.max);
        if let Some(most) = most.filter(|most| work.number > *most) {
            let says = format!("no more than {most} of {} may be bought, not {}", work.name, work.number);
            problems.push(Refusal::by("MISSION-17", says));
        }
    }
    if problems.is_empty() { Ok(works) } else { Err(Refusals(problems)) }
}

fn only_defender(campaign: &Campaign, buyer: PlayerId) -> Result<Refusal, Refusal> {
    let name = &player(campaign, buyer)?.name;
    Ok(Refusal::by("COMP-03", format!("{name} attacks: only a defender buys planetary defences")))
}

/// Points of a Blackstone Fortress among them, which the limit of a third does not bind (MAP-07).
pub(super) fn fortress(works: &[Work]) -> u32 {
    works.iter().filter(|work| work.id == FORTRESS).map(|work| work.points * work.number).sum()
}

/// Judges the points of the allowance that go into defences (COMP-03, SCEN-107).
pub(super) fn share(
    campaign: &Campaign,
    battle: &Battle,
    buyer: PlayerId,
    bought: u32,
    fortress: u32,
    problems: &mut Vec<Refusal>,
) -> Result<(), Refusal> {
    if bought == 0 {
        return Ok(());
    }
    let both = sides(battle)?;
    let scenario = battle.scenario.ok_or_else(|| Refusal::by("MISSION-12", "the scenario is not known yet"))?;
    if both.defender.player != buyer {
        problems.push(only_defender(campaign, buyer)?);
        return Ok(());
    }
    let Some(share) = scenario.rules().defence_share() else {
        problems.push(Refusal::by("COMP-03", format!("there are no planetary defences in {scenario}")));
        return Ok(());
    };
    let most = both.defender.allowance.unwrap_or(0) / share.divisor;
    if bought > most + fortress {
        let says = format!("{bought} points of defences are more than {} of the allowance: {most}", share.part);
        problems.push(Refusal::by(share.rule, says).hint("spend less on defences"));
    }
    Ok(())
}

/// Names the defences bought with the free points and those set aside; a later order takes the place of an earlier one.
pub(in crate::campaign) fn buy(
    campaign: &Campaign,
    id: BattleId,
    buyer: PlayerId,
    ordered: &[(String, u32)],
    with: &Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let battle = campaign.battles.get(&id).filter(|battle| matches!(battle.step, Step::SubPlots | Step::Battle));
    let Some(battle) = battle else {
        return Err(Refusal::by("MISSION-17", "defences are bought once both fleets are picked, before the battle")
            .hint(Hint::BuyDefencesWithFleet)
            .into());
    };
    let works = order(battle, with.library, buyer, campaign, ordered)?;
    let side = &sides(battle)?.defender;
    let (cost, purse) =
        (works.iter().map(|work| work.points * work.number).sum::<u32>(), side.defences_free + side.defences_bought);
    if cost > purse {
        let says = format!("these defences cost {}: there are {purse}", count(cost, "point"));
        return Err(Refusal::by("MISSION-17", says)
            .hint("points of the allowance are set aside with the fleet")
            .into());
    }
    Ok(vec![Event::DefencesNamed { battle: id, works, unspent: purse - cost }])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_world_has_its_printed_number_of_defences() {
        let row = |kind| (1..=6).map(|face| by_world(kind, face)).collect::<Vec<_>>();
        assert_eq!(row(WorldType::Forge), [2, 3, 4, 5, 6, 7]);
        assert_eq!(row(WorldType::Hive), [1, 2, 3, 4, 5, 6]);
        assert_eq!(row(WorldType::Civilised), [0, 1, 2, 3, 4, 5]);
        assert_eq!(row(WorldType::Uninhabited), [0, 0, 1, 1, 2, 2]);
        assert_eq!(row(WorldType::Agri), [0, 0, 1, 2, 3, 4]);
    }
}
