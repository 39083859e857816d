//! A battle that people play or throw the dice of at the terminal: begun on record and kept row by row, so that it is taken up where it was
//! and never begun anew for better dice.

use crate::campaign::Circumstances;
use crate::campaign::apply::apply;
use crate::campaign::event::Event;
use crate::campaign::hint::Hint;
use crate::campaign::refusal::{Refusal, Refusals, overrule};
use crate::campaign::state::battle::report::Fought;
pub use crate::campaign::state::battle::under_way::{ADMIRAL, CADET, PERSON, RANKS, Row, Thrown, UnderWay};
use crate::campaign::state::battle::{Battle, Step};
use crate::campaign::state::{BattleId, Campaign};
use crate::campaign::steps::at_step;

/// Begins a battle that people play or throw the dice of, once.
pub(in crate::campaign) fn begin(
    campaign: &Campaign,
    id: BattleId,
    under_way: &UnderWay,
) -> Result<Vec<Event>, Refusals> {
    let battle = at_step(campaign, id, Step::Battle)?;
    if battle.under_way.is_some() {
        return Err(Refusal::by("CAMP-12", format!("battle {} is under way already", id.0))
            .hint(Hint::PlayOnOrAbandon(id))
            .into());
    }
    if battle.confirmation.is_some() {
        return Err(Refusal::by("SCEN-15", format!("battle {} is reported already", id.0)).into());
    }
    if battle.set_up.is_none() {
        return Err(Refusal::by("ZONE-03", format!("battle {} is not set up", id.0)).hint(Hint::SetUp(id)).into());
    }
    let captains = under_way.captains.both();
    if let Some(rank) = captains.iter().find(|rank| !RANKS.contains(&rank.as_str())) {
        return Err(Refusal::plain(format!("there is no \"{rank}\""))
            .hint("write captain, admiral, cadet or me")
            .into());
    }
    if under_way.dice != Thrown::Ask && !captains.iter().any(|rank| *rank == PERSON) {
        return Err(Refusal::plain("nobody plays: captains fight a battle in one go").into());
    }
    Ok(vec![Event::FightBegun { battle: id, under_way: Box::new(under_way.clone()) }])
}

/// A battle under way is recorded as it was played. The arbitrator may let another report stand, with a reason.
pub(super) fn may_record(
    battle: &Battle,
    fought: Option<&Fought>,
    with: &Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let id = battle.id;
    let Some(under_way) = battle.under_way.as_ref().filter(|_| battle.is_under_way()) else {
        if battle.under_way.is_none() && fought.is_some_and(|fought| fought.kept.is_some()) {
            return Err(Refusal::by("SCEN-15", format!("battle {} is not under way any more", id.0)).into());
        }
        return Ok(Vec::new());
    };
    match fought {
        Some(fought) if fought.captains == under_way.captains && fought.kept.is_some() => Ok(Vec::new()),
        Some(_) => {
            let says = format!("battle {} is under way, and this is not how it was played", id.0);
            Err(Refusal::by("SCEN-15", says).hint(Hint::PlayOnOrAbandon(id)).into())
        }
        None => {
            let says = format!("battle {} is under way at the terminal: it is not reported from a table", id.0);
            let refusal = Refusal::by("SCEN-15", says).hint(Hint::PlayOnOrAbandon(id)).allowable();
            overrule(vec![refusal], battle.challenger, with.ruling)
        }
    }
}

/// What takes part in a battle under way stays as it was when it began: its answers name ships and count on them.
pub(in crate::campaign) fn untouched(
    campaign: &Campaign,
    events: &[Event],
    with: &Circumstances<'_>,
) -> Result<(), Refusals> {
    let under_way: Vec<BattleId> =
        campaign.battles.values().filter(|battle| battle.is_under_way()).map(|battle| battle.id).collect();
    if under_way.is_empty() {
        return Ok(());
    }
    let mut after = campaign.clone();
    events.iter().for_each(|event| apply(&mut after, event, with.now));
    let goes_on = |id: &BattleId| after.battles.get(id).is_some_and(Battle::is_under_way);
    match under_way.into_iter().filter(goes_on).find(|id| !with.umpire.same(campaign, &after, *id)) {
        None => Ok(()),
        Some(id) => {
            let says = format!("this would change ships or table of battle {}, which is under way", id.0);
            Err(Refusal::by("CAMP-12", says).hint(Hint::PlayOnOrAbandon(id)).into())
        }
    }
}
