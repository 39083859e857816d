//! Incoming orders, the scenario, and the hunt for a pirate base
//! (MISSION-01 to MISSION-05, PIRATE-01, PIRATE-04 to PIRATE-09).

use super::MissionClass;
use super::fleets::candidate;
use crate::campaign::event::Event;
use crate::campaign::refusal::{Refusal, Refusals, overrule};
use crate::campaign::state::battle::{Battle, Side, Step};
use crate::campaign::state::{BattleId, Campaign, PlayerId, VesselState};
use crate::campaign::steps::{at_step, sides};
use crate::campaign::{Circumstances, about, player};
use crate::dice::{Why, d6};
use crate::scenario::Scenario;
use crate::scenario::forces::Candidate;
use crate::text::or_list;

/// The renown from which a commander chooses his orders and hunts bases (MISSION-02, PIRATE-04).
pub(in crate::campaign) const ADMIRAL: i32 = 21;

/// Rolls the orders, or lets an admiral choose them. `choices` are what each would choose if it falls to him.
pub(in crate::campaign) fn receive(
    campaign: &Campaign,
    id: BattleId,
    choices: &[(PlayerId, MissionClass)],
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let battle = at_step(campaign, id, Step::Orders)?;
    let both = sides(battle)?.both();
    let mut events = Vec::new();
    for (chooser, class) in choices {
        let side = both.into_iter().find(|side| side.player == *chooser);
        let name = &player(campaign, *chooser)?.name;
        match side {
            None => return Err(Refusal::plain(format!("{name} takes no part in battle {}", id.0)).into()),
            Some(side) if side.renown < ADMIRAL => {
                let says = format!("{name} has {} renown: only {ADMIRAL} or more choose their orders", side.renown);
                let refusal = Refusal::by("MISSION-02", says).hint("let the die decide").allowable();
                events.extend(overrule(vec![refusal], *chooser, with.ruling)?);
            }
            Some(_) if *class == MissionClass::MajorRaid => {
                return Err(Refusal::by("PIRATE-01", "a major raid is a battle that pirates turn into a raid")
                    .hint("choose raid or battle")
                    .into());
            }
            Some(_) => {}
        }
    }
    // Whom the arbitrator lets choose counts as an admiral.
    let allowed = |side: &&Side| with.ruling.is_some() && choices.iter().any(|(chooser, _)| *chooser == side.player);
    let admirals: Vec<&Side> = both.into_iter().filter(|side| side.renown >= ADMIRAL || allowed(side)).collect();
    let decider = match admirals.as_slice() {
        _ if battle.orders_by().is_some() => battle.orders_by(),
        [] => None,
        [only] => Some(only.player),
        // Two admirals roll for the choice, whether or not both want it.
        _ if choices.is_empty() => None,
        [first, second, ..] => Some(roll_off(campaign, first.player, second.player, with)?),
    };
    let chosen = decider.and_then(|decider| choices.iter().find(|(chooser, _)| *chooser == decider));
    let (class, face) = match chosen {
        Some((_, class)) => (*class, None),
        None => {
            let attacker = &player(campaign, both[0].player)?.name;
            let face = d6(with.dice, Why::new("orders", attacker))?;
            let raids = if about(campaign)?.options.flag("even-orders") { 3 } else { 2 };
            (if face <= raids { MissionClass::Raid } else { MissionClass::Battle }, Some(face))
        }
    };
    let pirates = [both[0].player, both[1].player].iter().any(|id| campaign.players.get(id).is_some_and(|p| p.pirate));
    // Pirates never take part in battles (PIRATE-01).
    let class = if pirates && class == MissionClass::Battle { MissionClass::MajorRaid } else { class };
    events.push(Event::OrdersReceived { battle: id, class, face, chosen_by: chosen.map(|(chooser, _)| *chooser) });
    Ok(events)
}

fn roll_off(
    campaign: &Campaign,
    first: PlayerId,
    second: PlayerId,
    with: &mut Circumstances<'_>,
) -> Result<PlayerId, Refusals> {
    loop {
        let a = d6(with.dice, Why::new("who decides", &player(campaign, first)?.name))?;
        let b = d6(with.dice, Why::new("who decides", &player(campaign, second)?.name))?;
        match a.cmp(&b) {
            std::cmp::Ordering::Greater => return Ok(first),
            std::cmp::Ordering::Less => return Ok(second),
            std::cmp::Ordering::Equal => {}
        }
    }
}

/// Two admirals roll for who may choose, before either need say what (MISSION-02).
pub(in crate::campaign) fn roll_for(
    campaign: &Campaign,
    id: BattleId,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let battle = at_step(campaign, id, Step::Orders)?;
    let both = sides(battle)?.both();
    if let Some(side) = both.into_iter().find(|side| side.renown < ADMIRAL) {
        let name = &player(campaign, side.player)?.name;
        let says = format!("{name} has {} renown: only {ADMIRAL} or more choose their orders", side.renown);
        return Err(Refusal::by("MISSION-02", says).hint("nobody needs to roll for the choice").into());
    }
    if battle.orders_by().is_some() {
        return Err(Refusal::by("MISSION-02", "it is known who chooses the orders").into());
    }
    let to = roll_off(campaign, both[0].player, both[1].player, with)?;
    Ok(vec![Event::OrdersFall { battle: id, to }])
}

/// Rolls the scenario, or takes the one both agreed on. One that a fleet cannot play is rolled again.
pub(in crate::campaign) fn scenario(
    campaign: &Campaign,
    id: BattleId,
    agreed: Option<Scenario>,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let battle = at_step(campaign, id, Step::Scenario)?;
    let class = battle.class.ok_or_else(|| Refusal::by("MISSION-12", "the orders are not known yet"))?;
    if let Some(scenario) = agreed {
        if !Scenario::of(class).contains(&scenario) {
            let names: Vec<&str> = Scenario::of(class).iter().map(|scenario| scenario.word()).collect();
            return Err(Refusal::by("MISSION-05", format!("{scenario} is no scenario of a {class}"))
                .hint(format!("agree on {}", or_list(&names)))
                .into());
        }
        if let Some((_, rule, says)) = unplayable(campaign, battle, scenario)? {
            return Err(Refusal::by(rule, says).hint("agree on another").into());
        }
        return Ok(vec![Event::ScenarioDetermined { battle: id, scenario, face: None }]);
    }
    let attacker = &player(campaign, sides(battle)?.attacker.player)?.name;
    let mut events = Vec::new();
    loop {
        let face = d6(with.dice, Why::new("scenario", attacker))?;
        let scenario = Scenario::rolled(class, face);
        match unplayable(campaign, battle, scenario)? {
            Some((of, rule, says)) => {
                // With secret lists what a register lacks is its player's to know (CAMP-15).
                let secret = about(campaign)?.options.flag("secret-lists");
                events.push(Event::Noted {
                    player: secret.then_some(of),
                    rule: rule.to_owned(),
                    says: format!("{says}: rolled again"),
                });
            }
            None => {
                events.push(Event::ScenarioDetermined { battle: id, scenario, face: Some(face) });
                return Ok(events);
            }
        }
    }
}

/// Whose register does not let a scenario be played, and why (SCEN-28, SCEN-93).
fn unplayable(
    campaign: &Campaign,
    battle: &Battle,
    scenario: Scenario,
) -> Result<Option<(PlayerId, &'static str, String)>, Refusal> {
    for side in sides(battle)?.both() {
        let name = &player(campaign, side.player)?.name;
        let ready = campaign.register(side.player).filter(|vessel| vessel.state == VesselState::Ready);
        let ready: Vec<Candidate<'_>> = ready.map(|vessel| candidate(campaign, vessel)).collect();
        if let Some(fault) = scenario.rules().unplayable(name, &ready) {
            return Ok(Some((side.player, fault.rule, fault.says)));
        }
    }
    Ok(None)
}

/// Searches for the defender's base and attacks it where it can be attacked (PIRATE-04 to PIRATE-09).
pub(in crate::campaign) fn hunt(
    campaign: &Campaign,
    id: BattleId,
    scenario: Scenario,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let battle = at_step(campaign, id, Step::Orders)?;
    let both = sides(battle)?;
    let (hunter, owner) = (player(campaign, both.attacker.player)?, player(campaign, both.defender.player)?);
    if !scenario.rules().attacks_bases() {
        let such = Scenario::ALL.iter().filter(|scenario| scenario.rules().attacks_bases());
        let names: Vec<&str> = such.map(|scenario| scenario.word()).collect();
        return Err(Refusal::by("PIRATE-09", format!("a base is not attacked in {scenario}"))
            .hint(format!("choose {}", or_list(&names)))
            .into());
    }
    if both.attacker.renown < ADMIRAL {
        let says = format!("{} has {} renown: {ADMIRAL} are needed to hunt a base", hunter.name, both.attacker.renown);
        return Err(Refusal::by("PIRATE-04", says).hint("play a normal scenario").into());
    }
    let Some(base) = campaign.bases.get(&owner.id) else {
        return Err(Refusal::by("PIRATE-04", format!("{} has no base to hunt", owner.name)).into());
    };
    let mut events = Vec::new();
    if !base.known_to.contains(&hunter.id) {
        if battle.searched {
            return Err(Refusal::by("PIRATE-07", "the search of this turn has failed")
                .hint("play a normal scenario")
                .into());
        }
        let face = d6(with.dice, Why::new("search for the base", &hunter.name))?;
        // Under the owner's renown; equal is a failure (PIRATE-05).
        let found = i32::from(face) * 10 < both.defender.renown;
        events.push(Event::BaseSearched { battle: id, owner: owner.id, face, found });
        if !found {
            return Ok(events);
        }
        events.push(Event::BaseRevealed { owner: owner.id, to: hunter.id, system: base.system });
    }
    let holder = campaign.systems.get(&base.system).and_then(|system| system.owner);
    if holder.is_none_or(|holder| holder == hunter.id) {
        events.push(Event::BaseAttacked { battle: id, system: base.system, scenario });
    } else if events.is_empty() {
        return Err(Refusal::by("PIRATE-08", "the base lies in a system that another player controls")
            .hint("play a normal scenario")
            .into());
    }
    Ok(events)
}
