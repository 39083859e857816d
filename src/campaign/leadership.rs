//! Leadership of the ships of a register, rolled once and for all (FLEET-06, FLEET-07, FLEET-10), and their gifts.

use super::event::Event;
use super::refusal::Refusals;
use super::state::{Bought, Campaign, Origin, Player, Vessel, VesselId};
use super::{Circumstances, about, player};
use crate::dice::{Why, d6};
use crate::ships::class::{ClassLeadership, ShipClass};

/// Rolls a vessel's Leadership once and for all (FLEET-06, FLEET-07, FLEET-10), and its gift where it has one.
pub(super) fn fleet_trials(
    campaign: &Campaign,
    id: VesselId,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let Some(vessel) = campaign.vessels.get(&id).filter(|vessel| vessel.leadership.is_none()) else {
        return Ok(Vec::new());
    };
    let owner = player(campaign, vessel.player)?;
    let class = campaign.class(vessel.hulls[0].design);
    let mut events = Vec::new();
    match class.leadership {
        Some(ClassLeadership::Fixed(value) | ClassLeadership::FallsWithDamage(value)) => {
            let bought = class.options.iter().filter(|option| vessel.upgrades.iter().any(|u| u.id == option.id));
            let leadership = bought.filter_map(|option| option.leadership).max().unwrap_or(value);
            events.push(Event::LeadershipFixed { player: owner.id, vessel: id, leadership });
        }
        // Their value in battle comes from a parent ship, a squadron's size or a hive ship: nothing to roll.
        Some(_) => {}
        None => events.push(roll_leadership(campaign, owner, vessel, class, with)?),
    }
    events.extend(gift(owner, vessel, class, with)?);
    Ok(events)
}

pub(super) fn roll_leadership(
    campaign: &Campaign,
    owner: &Player,
    vessel: &Vessel,
    class: &ShipClass,
    with: &mut Circumstances<'_>,
) -> Result<Event, Refusals> {
    let list = match &vessel.origin {
        Origin::Main => &owner.list,
        Origin::Reserve(list) | Origin::Ally(list) => list,
    };
    // Ruling: a list with a roll of its own crews every ship it sells; otherwise the crew is the class's (FLEET-10).
    let own = with.library.list(list).and_then(|list| list.leadership);
    let table = own.or_else(|| with.library.fleet(&class.fleet).map(|fleet| fleet.leadership)).unwrap_or_default();
    let options = &about(campaign)?.options;
    // A late joiner's whole register is late; a club may spare it (FLEET-07).
    let spared = owner.late && !owner.ready && !options.flag("late-joiner-leadership");
    let modifier = if vessel.late && !spared { options.number("late-ship-leadership") } else { 0 };
    let face = d6(with.dice, Why::new("leadership", &vessel.name))?;
    let leadership = (i32::from(table.0[usize::from(face) - 1]) + modifier).clamp(1, 10);
    Ok(Event::LeadershipRolled {
        player: owner.id,
        vessel: vessel.id,
        face,
        modifier,
        leadership: u8::try_from(leadership).unwrap_or(1),
    })
}

/// Mechanicus capital ships each have one random gift, kept for the campaign.
pub(super) fn gift(
    owner: &Player,
    vessel: &Vessel,
    class: &ShipClass,
    with: &mut Circumstances<'_>,
) -> Result<Option<Event>, Refusals> {
    if class.is_escort() || with.library.gift(&class.fleet, 1).is_none() {
        return Ok(None);
    }
    let face = d6(with.dice, Why::new("gift of the Machine God", &vessel.name))?;
    Ok(with.library.gift(&class.fleet, face).map(|(id, effect)| Event::UpgradeGained {
        player: owner.id,
        vessel: vessel.id,
        upgrade: Bought { id: id.to_owned(), points: 0, effect: effect.to_owned(), gained: true },
    }))
}
