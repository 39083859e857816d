//! Promotions and demotions with what hangs on a rank: Marks of Chaos and the refits of a Mechanicus flagship
//! (RANK-01, RANK-03, RANK-05, RANK-06, RANK-13).

use super::refits::{Rolled, roll_refit};
use crate::campaign::event::Event;
use crate::campaign::ranks::{Mark, PromotionTable, rank};
use crate::campaign::refusal::{Refusal, Refusals};
use crate::campaign::state::battle::Step;
use crate::campaign::state::improvement::{Improvement, Price};
use crate::campaign::state::{BattleId, Campaign, Player, PlayerId, Vessel, VesselState};
use crate::campaign::steps::{at_step, sides};
use crate::campaign::{Circumstances, player};
use crate::dice::{Why, d6};
use crate::text::{and_list, count, or_list};

/// Promotes and demotes both. `gifts` names the Mechanicus players who would rather roll on the gifts table.
pub(in crate::campaign) fn promote(
    campaign: &Campaign,
    id: BattleId,
    gifts: &[PlayerId],
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let battle = at_step(campaign, id, Step::Promotions)?;
    let mut events = Vec::new();
    for side in sides(battle)?.both() {
        let commander = player(campaign, side.player)?;
        let before = rank(commander.promotions, side.renown);
        let now = commander.rank();
        if before != now {
            events.push(Event::RankChanged {
                player: side.player,
                from: before.title.to_owned(),
                to: now.title.to_owned(),
                promoted: commander.renown > side.renown,
            });
        }
        events.extend(settle_marks(commander));
        if let Some(flagship) = flagship(campaign, commander) {
            let way = if gifts.contains(&commander.id) { Way::Gifts } else { Way::Refits };
            events.extend(rank_refits(campaign, commander, flagship, way, with)?);
        }
    }
    events.push(Event::StepReached { battle: id, step: Step::Experience });
    Ok(events)
}

fn flagship<'c>(campaign: &'c Campaign, commander: &Player) -> Option<&'c Vessel> {
    let vessel = campaign.vessels.get(&commander.flagship?)?;
    (vessel.state != VesselState::Lost).then_some(vessel)
}

/// Marks that a commander's rank gives him and that he has not chosen yet.
#[must_use]
pub fn marks_owed(commander: &Player) -> usize {
    usize::from(commander.rank().marks).saturating_sub(commander.marks.len())
}

/// The marks that he does not bear yet.
#[must_use]
pub fn marks_open(commander: &Player) -> Vec<&'static str> {
    Mark::ALL.iter().map(|mark| mark.word()).filter(|mark| !commander.marks.iter().any(|own| own == mark)).collect()
}

/// On demotion the last one gained goes; a new one is the player's to choose (RANK-13).
fn settle_marks(commander: &Player) -> Vec<Event> {
    let entitled = usize::from(commander.rank().marks);
    let lost = commander.marks.iter().skip(entitled).rev();
    let mut events: Vec<Event> =
        lost.map(|mark| Event::MarkLost { player: commander.id, mark: mark.clone() }).collect();
    let owed = marks_owed(commander);
    if owed > 0 {
        let says = format!(
            "{} may choose {} of Chaos: {}",
            commander.name,
            count(i64::try_from(owed).unwrap_or(0), "Mark"),
            or_list(&marks_open(commander))
        );
        events.push(Event::Noted { player: Some(commander.id), rule: "RANK-13".to_owned(), says });
    }
    events
}

/// Takes a Mark of Chaos that the commander's rank gives him (RANK-13).
pub(in crate::campaign) fn choose_mark(campaign: &Campaign, id: PlayerId, mark: Mark) -> Result<Vec<Event>, Refusals> {
    let commander = player(campaign, id)?;
    let name = &commander.name;
    let rank = commander.rank();
    if commander.marks.iter().any(|own| own == mark.word()) {
        return Err(Refusal::by("RANK-13", format!("{name} bears the mark of {mark} already"))
            .hint(format!("choose {}", or_list(&marks_open(commander))))
            .into());
    }
    if marks_owed(commander) == 0 {
        let title = if rank.title.is_empty() { "this rank" } else { rank.title };
        let bears = if commander.marks.is_empty() {
            "none".to_owned()
        } else {
            format!("those of {}", and_list(&commander.marks))
        };
        let says = format!(
            "{name} cannot take the mark of {mark}: {title} may bear {} of Chaos, and {name} bears {bears}",
            count(rank.marks, "Mark")
        );
        return Err(Refusal::by("RANK-13", says).into());
    }
    Ok(vec![Event::MarkTaken { player: id, mark: mark.word().to_owned() }])
}

/// What a Mechanicus flagship rolls for its commander's rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::campaign) enum Way {
    /// The general refit tables (REFIT-02).
    Refits,
    /// The table of gifts.
    Gifts,
}

/// Gives the flagship the refits of its commander's rank, or takes back those beyond it (RANK-05).
pub(in crate::campaign) fn rank_refits(
    campaign: &Campaign,
    commander: &Player,
    flagship: &Vessel,
    way: Way,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    if commander.promotions != PromotionTable::Mechanicus {
        return Ok(Vec::new());
    }
    let entitled = usize::from(commander.rank().refits);
    let held = flagship.refits.iter().filter(|refit| refit.by_rank()).count();
    let mut ship = flagship.clone();
    let mut events = Vec::new();
    for _ in held..entitled {
        let rolled = match way {
            Way::Refits => roll_refit(campaign, &ship, &commander.fleet, false, with)?,
            Way::Gifts => roll_gift(&ship, &commander.fleet, with)?,
        };
        let Some(Rolled { refit, dice }) = rolled else { break };
        let refit = Improvement { price: Price::Points(0), ..refit };
        ship.refits.push(refit.clone());
        let points = ship.points_with(&ship.refits);
        events.push(Event::RefitGained { player: commander.id, vessel: ship.id, refit, dice, points });
    }
    events.extend(taken_back(commander, flagship, held.saturating_sub(entitled)));
    Ok(events)
}

/// Takes the last refits of a rank off a ship: after a demotion, or when it is no longer the flagship.
pub(in crate::campaign) fn taken_back(commander: &Player, ship: &Vessel, number: usize) -> Vec<Event> {
    let own = ship.refits.iter().filter(|refit| refit.by_rank()).rev().take(number);
    own.map(|refit| Event::RefitLost { player: commander.id, vessel: ship.id, refit: refit.id.clone() }).collect()
}

/// A gift that the ship has not got, neither from its trials nor from an earlier rank.
fn roll_gift(ship: &Vessel, fleet: &str, with: &mut Circumstances<'_>) -> Result<Option<Rolled>, Refusals> {
    let has = |id: &str| {
        ship.refits.iter().any(|refit| refit.id == id) || ship.upgrades.iter().any(|upgrade| upgrade.id == id)
    };
    if (1..=6).filter_map(|face| with.library.gift(fleet, face)).all(|(id, _)| has(id)) {
        return Ok(None);
    }
    loop {
        let face = d6(with.dice, Why::new("gift of the Machine God", &ship.name))?;
        if let Some((id, effect)) = with.library.gift(fleet, face).filter(|(id, _)| !has(id)) {
            return Ok(Some(Rolled { refit: Improvement::plain(id, effect), dice: [face, 0] }));
        }
    }
}
