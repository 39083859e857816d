//! Initiative: who attacks (INIT-01 to INIT-04, ATT-04).

use super::{BySide, Side, Step, at_step, players};
use crate::battle::class::ShipClass;
use crate::campaign::composition::selects;
use crate::campaign::event::Event;
use crate::campaign::refusal::Refusals;
use crate::campaign::state::{BattleId, Campaign, Player};
use crate::campaign::{Circumstances, Library, about};
use crate::dice::{Pip, Why};

pub(in crate::campaign) fn roll(
    campaign: &Campaign,
    id: BattleId,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let battle = at_step(campaign, id, Step::Initiative)?;
    let players = players(campaign, battle)?;
    let systems = players.map(|player| u32::try_from(campaign.systems_of(player.id).count()).unwrap_or(u32::MAX));
    let by_rating = about(campaign)?.options.flag("initiative-by-rating");
    let totals = loop {
        let mut totals = [0; 2];
        for index in [0, 1] {
            let dice = if by_rating { rating(campaign, players[index], with.library) } else { 1 };
            // Forces that hold less are less stretched (INIT-02).
            let bonus = u8::from(systems[index] < systems[1 - index]);
            totals[index] = best(players[index], dice, with)? + bonus;
        }
        // Equal totals are rolled again by both (INIT-04).
        if totals[0] != totals[1] {
            break totals;
        }
    };
    let side = |index: usize| Side {
        player: players[index].id,
        renown: players[index].renown,
        systems: systems[index],
        allowance: None,
        picked: false,
        fleet: Vec::new(),
        flagship: false,
        defences_bought: 0,
        defences_free: 0,
        works: Vec::new(),
        transports: 0,
        plot: None,
    };
    let (attacker, defender) = if totals[0] > totals[1] { (0, 1) } else { (1, 0) };
    Ok(vec![Event::InitiativeWon {
        battle: id,
        sides: BySide { attacker: side(attacker), defender: side(defender) },
        totals: BySide { attacker: totals[attacker], defender: totals[defender] },
    }])
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
