//! Players who are away, leave, or come back.

use chrono::NaiveDate;

use super::forfeit::fought;
use super::running;
use crate::campaign::event::Event;
use crate::campaign::hint::Hint;
use crate::campaign::refusal::{Refusal, Refusals};
use crate::campaign::state::battle::{Ending, Step};
use crate::campaign::state::{Campaign, PlayerId};
use crate::campaign::{Circumstances, player};

/// A player who cannot play until a day, that day included; `None` brings him back at once.
pub(in crate::campaign) fn set_away(
    campaign: &Campaign,
    id: PlayerId,
    until: Option<NaiveDate>,
    with: &Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let absent = player(campaign, id)?;
    let today = with.now.date();
    if let Some(until) = until.filter(|until| *until < today) {
        return Err(Refusal::plain(format!("{} cannot be away until {until}: today is {today}", absent.name)).into());
    }
    let now = absent.away_until.filter(|_| absent.away_on(today));
    if now == until {
        let says = until.map_or_else(|| "is not away".to_owned(), |until| format!("is away until {until} already"));
        return Err(Refusal::plain(format!("{} {says}", absent.name)).into());
    }
    Ok(vec![Event::PlayerAway { player: id, until, on: today }])
}

/// He goes for good: his systems are neutral, his base is given up, his ships stay in the history.
pub(in crate::campaign) fn leave(
    campaign: &Campaign,
    id: PlayerId,
    abandon: bool,
    with: &Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    running(campaign)?;
    let leaver = player(campaign, id)?;
    let on = with.now.date();
    if let Some(left) = leaver.left {
        return Err(Refusal::plain(format!("{} left on {left}", leaver.name)).into());
    }
    if !leaver.ready {
        return Err(Refusal::plain(format!("{} does not take part yet", leaver.name)).hint(Hint::RemovePlayer).into());
    }
    let mut problems = Vec::new();
    let mut events = Vec::new();
    for battle in campaign.battles.values().filter(|battle| battle.open && battle.involves(id)) {
        if battle.has_finished(id) {
            continue;
        }
        let against = battle.opponent_of(id);
        // What was fought counts (WIN-01), and its aftermath needs both.
        if fought(battle) {
            let says = format!("battle {} is fought: its aftermath comes first", battle.id.0);
            problems.push(Refusal::by("CAMP-13", says).hint(Hint::GoOn(battle.id)));
            continue;
        }
        events.push(if battle.step == Step::Challenge {
            Event::BattleEnded { battle: battle.id, ending: Ending::Declined, on }
        } else if abandon {
            Event::BattleEnded { battle: battle.id, ending: Ending::Abandoned, on }
        } else {
            Event::BattleForfeited { battle: battle.id, by: id, against, on }
        });
    }
    if !problems.is_empty() {
        return Err(Refusals(problems));
    }
    events.extend(campaign.systems_of(id).map(|system| Event::SystemReleased { player: id, system: system.id }));
    if let Some(base) = campaign.bases.get(&id) {
        events.push(Event::BaseGivenUp { owner: id, system: base.system, known_to: base.known_to.clone() });
    }
    events.push(Event::PlayerLeft { player: id, on });
    Ok(events)
}

/// He comes back with the ships he left with, and a system or a base that he chose before, as a late joiner does
/// (CAMP-08, CAMP-09).
pub(in crate::campaign) fn come_back(
    campaign: &Campaign,
    id: PlayerId,
    with: &Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    running(campaign)?;
    let comer = player(campaign, id)?;
    if comer.left.is_none() {
        return Err(Refusal::plain(format!("{} has not left", comer.name)).into());
    }
    let without = campaign.systems_of(id).next().is_none();
    // Without a base a pirate plays on (PIRATE-10); without a neutral system nobody can pick one.
    if !comer.pirate && without && campaign.systems.values().any(|system| system.owner.is_none()) {
        return Err(Refusal::by("CAMP-08", format!("{} has not picked a system yet", comer.name))
            .hint(Hint::ReturnWithSystem)
            .into());
    }
    Ok(vec![Event::PlayerReturned { player: id, on: with.now.date() }])
}
