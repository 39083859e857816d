//! Initiative: who attacks (INIT-01 to INIT-04, ATT-04).

use super::BySide;
use crate::campaign::aftermath::boons;
use crate::campaign::composition::selects;
use crate::campaign::event::Event;
use crate::campaign::refusal::Refusals;
use crate::campaign::state::battle::{Side, Step};
use crate::campaign::state::{BattleId, Campaign, Player};
use crate::campaign::steps::{at_step, players};
use crate::campaign::{Circumstances, Library, about};
use crate::dice::{Pip, Why};
use crate::ships::class::ShipClass;

pub(in crate::campaign) fn roll(
    campaign: &Campaign,
    id: BattleId,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let battle = at_step(campaign, id, Step::Initiative)?;
    let players = players(campaign, battle)?;
    let systems = players.map(|player| u32::try_from(campaign.systems_of(player.id).count()).unwrap_or(u32::MAX));
    let by_rating = about(campaign)?.options.flag("initiative-by-rating");
    let mut events = Vec::new();
    let has = |index: usize, boon: &str| boons::holds(players[index], boon, id).is_some();
    let mut foreseen = [has(0, "foresight"), has(1, "foresight")];
    let (totals, attacker) = loop {
        let mut totals = [0; 2];
        for index in [0, 1] {
            let dice = if by_rating { rating(campaign, players[index], with.library) } else { 1 };
            // Forces that hold less are less stretched (INIT-02).
            let bonus = u8::from(systems[index] < systems[1 - index]);
            totals[index] = best(players[index], dice, with)? + bonus;
        }
        for index in [0, 1] {
            // Ruling: who foresees the initiative rolls again when he would lose it, and the second roll stands.
            if foreseen[index] && totals[index] < totals[1 - index] {
                foreseen[index] = false;
                let dice = if by_rating { rating(campaign, players[index], with.library) } else { 1 };
                let bonus = u8::from(systems[index] < systems[1 - index]);
                totals[index] = best(players[index], dice, with)? + bonus;
                let says = format!("{} has foreseen it and rolls for initiative again", players[index].name);
                events.push(Event::Noted { player: None, rule: "APPEAL-13".to_owned(), says });
            }
        }
        let waaagh = [has(0, "spirit-of-the-waaagh"), has(1, "spirit-of-the-waaagh")];
        match totals[0].cmp(&totals[1]) {
            std::cmp::Ordering::Greater => break (totals, 0),
            std::cmp::Ordering::Less => break (totals, 1),
            // The spirit of the Waaagh! wins every tied roll.
            std::cmp::Ordering::Equal if waaagh[0] != waaagh[1] => break (totals, usize::from(waaagh[1])),
            // Equal totals are rolled again by both (INIT-04).
            std::cmp::Ordering::Equal => {}
        }
    };
    let side = |index: usize| Side::of(campaign, players[index]);
    let defender = 1 - attacker;
    events.push(Event::InitiativeWon {
        battle: id,
        sides: BySide { attacker: side(attacker), defender: side(defender) },
        totals: BySide { attacker: totals[attacker], defender: totals[defender] },
    });
    Ok(events)
}

/// The best of so many dice (ATT-04).
fn best(player: &Player, number: u32, with: &mut Circumstances<'_>) -> Result<u8, Refusals> {
    let mut faces = vec![Pip::ONE; usize::try_from(number.max(1)).unwrap_or(1)];
    with.dice.roll(Why::new("initiative", &player.name), &mut faces)?;
    Ok(faces.into_iter().map(Pip::face).max().unwrap_or(1))
}

/// The attack rating of a player's fleet: his list's, or his fleet's, or the one that certain ships give (ATT-09).
#[must_use]
pub fn rating(campaign: &Campaign, player: &Player, library: &dyn Library) -> u32 {
    let Some(list) = library.list(&player.list) else { return 1 };
    let Some(fleet) = library.fleet(&player.fleet) else { return 1 };
    let has = |wanted: &dyn Fn(&ShipClass) -> bool| {
        campaign.register(player.id).flat_map(|vessel| &vessel.hulls).any(|hulls| wanted(campaign.class(hulls.design)))
    };
    let beside = fleet.ratings.iter().find(|rating| {
        rating.lists.contains(&list.id) && has(&|class: &ShipClass| selects(list, &rating.beside, class))
    });
    // A commander may print one of his own (ATT-03).
    let aboard = campaign.register(player.id).filter_map(|vessel| vessel.officer.as_ref()).map(|officer| &officer.kind);
    let commanders = player.commander_kind.iter().chain(aboard);
    let commanded = commanders.filter_map(|kind| library.commander(&list.id, kind)?.attack_rating).max();
    let printed = commanded.or(beside.map(|rating| rating.rating)).or(list.attack_rating);
    printed.unwrap_or(fleet.attack_rating)
}
