//! Where the battle is fought (MISSION-06, MISSION-07).

use crate::campaign::event::Event;
use crate::campaign::refusal::{Refusal, Refusals, overrule};
use crate::campaign::state::battle::Step;
use crate::campaign::state::{BattleId, Campaign, PlayerId, SystemId};
use crate::campaign::steps::{at_step, sides};
use crate::campaign::{Circumstances, player, system};
use crate::text::or_list;

pub(in crate::campaign) fn choose(
    campaign: &Campaign,
    id: BattleId,
    at: SystemId,
    with: &Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let battle = at_step(campaign, id, Step::Location)?;
    let both = sides(battle)?;
    let attacker = player(campaign, both.attacker.player)?;
    let target = system(campaign, at)?;
    let within_reach = reach(campaign, attacker.id);
    let mut events = Vec::new();
    if !within_reach.contains(&at) {
        let names: Vec<&str> =
            within_reach.iter().filter_map(|id| campaign.systems.get(id)).map(|system| system.name.as_str()).collect();
        let says = format!("no warp channel joins {} to a system that {} controls", target.name, attacker.name);
        let refusal = Refusal::by("MISSION-06", says).hint(format!("choose {}", or_list(&names))).allowable();
        events.extend(overrule(vec![refusal], attacker.id, with.ruling)?);
    }
    events.push(Event::LocationChosen { battle: id, system: at });
    // Ruling: a third player's system, or one's own, may be fought over, but nothing is won there (SPOILS-02).
    if let Some(owner) = target.owner.filter(|owner| *owner != both.defender.player) {
        let owner = player(campaign, owner)?;
        let says = format!("{} belongs to {}: the attacker can win nothing there", target.name, owner.name);
        events.push(Event::Noted { player: None, rule: "SPOILS-02".to_owned(), says });
    }
    Ok(events)
}

/// The systems a player may attack: those joined to one he controls, or all of them without any.
#[must_use]
pub fn reach(campaign: &Campaign, player: PlayerId) -> Vec<SystemId> {
    let joined = |at: SystemId| {
        campaign.channels.values().any(|channel| {
            let other = match at {
                _ if channel.a == at => channel.b,
                _ if channel.b == at => channel.a,
                _ => return false,
            };
            campaign.systems.get(&other).is_some_and(|system| system.owner == Some(player))
        })
    };
    let near: Vec<SystemId> = campaign.systems.keys().copied().filter(|id| joined(*id)).collect();
    if near.is_empty() { campaign.systems.keys().copied().collect() } else { near }
}
