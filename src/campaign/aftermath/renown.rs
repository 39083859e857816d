//! Renown, every reason an entry of its own, then promotions (RENOWN-01 to RENOWN-16, RANK-01).

use super::record;
use crate::campaign::event::Event;
use crate::campaign::month::rewards;
use crate::campaign::refusal::Refusals;
use crate::campaign::state::{BattleId, Campaign};
use crate::campaign::turn::report::Role;
use crate::campaign::turn::{MissionClass, Side, Step, at_step, sides};
use crate::campaign::{about, player};
use crate::text::count;

pub(in crate::campaign) fn adjust(campaign: &Campaign, id: BattleId) -> Result<Vec<Event>, Refusals> {
    let battle = at_step(campaign, id, Step::Renown)?;
    let (_, result) = record(battle)?;
    let both = sides(battle)?;
    let mut events = Vec::new();
    for role in [Role::Attacker, Role::Defender] {
        let (own, enemy) = (both.of(role), both.of(role.other()));
        let won = result.winner.map(|winner| winner == role);
        let mut ledger: Vec<(i32, String, &str)> = Vec::new();
        match (won, battle.class) {
            (Some(true), Some(MissionClass::Raid)) => ledger.push((1, "won a raid".to_owned(), "RENOWN-03")),
            (Some(true), class) => {
                ledger.push((2, format!("won a {}", class.map_or("battle", MissionClass::word)), "RENOWN-02"));
            }
            (Some(false), class) => {
                ledger.push((-1, format!("lost a {}", class.map_or("battle", MissionClass::word)), "RENOWN-10"));
            }
            (None, _) => {}
        }
        let points = *result.victory_points.of(role);
        ledger.push((whole(points.div_ceil(100)), count(points, "victory point"), "RENOWN-04"));
        if let Some(plot) = &own.plot {
            let (gain, loss) = plot.plot.renown();
            let achieved = *result.plots.of(role);
            let says = if achieved { "achieved" } else { "failed" };
            ledger.push((if achieved { gain } else { loss }, format!("sub-plot {} {says}", plot.plot), "RENOWN-05"));
        }
        let hulks = *result.hulks.of(role);
        ledger.push((whole(hulks), count(hulks, "hulk") + " captured", "RENOWN-06"));
        if enemy.renown > own.renown {
            ledger.push((1, "fought a more renowned commander".to_owned(), "RENOWN-08"));
        }
        if worth(enemy) > worth(own) {
            // A draw is neither (SCEN-12).
            let bonus = won.map_or(0, |won| if won { 2 } else { 1 });
            ledger.push((bonus, "fought a bigger fleet".to_owned(), "RENOWN-09"));
        }
        let lost = *result.capitals_lost.of(role);
        ledger.push((-whole(lost), count(lost, "capital ship") + " lost", "RENOWN-11"));
        ledger.extend(rewards::ledger(&about(campaign)?.options, battle, won));
        let mut renown = player(campaign, own.player)?.renown;
        let mut post = |by: i32, reason: String, rule: &str| {
            renown += by;
            events.push(Event::RenownChanged { player: own.player, by, to: renown, reason, rule: rule.to_owned() });
            renown
        };
        let mut last = player(campaign, own.player)?.renown;
        for (by, reason, rule) in ledger.into_iter().filter(|(by, ..)| *by != 0) {
            last = post(by, reason, rule);
        }
        // Everything is added first, the minimum applied to the result (RENOWN-12).
        if last < 1 {
            post(1 - last, "renown never falls below 1".to_owned(), "RENOWN-12");
        }
    }
    events.push(Event::StepReached { battle: id, step: Step::Promotions });
    Ok(events)
}

fn whole(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// What was fielded: register points and defences out of the allowance, not what was free (RENOWN-09).
fn worth(side: &Side) -> u32 {
    side.fielded() + side.defences_bought
}

/// Promotions and demotions of both (RANK-01, RANK-03).
pub(in crate::campaign) fn promote(campaign: &Campaign, id: BattleId) -> Result<Vec<Event>, Refusals> {
    let battle = at_step(campaign, id, Step::Promotions)?;
    let mut events = Vec::new();
    for side in sides(battle)?.both() {
        let commander = player(campaign, side.player)?;
        let before = crate::campaign::ranks::rank(commander.promotions, side.renown);
        let now = commander.rank();
        if before != now {
            events.push(Event::RankChanged {
                player: side.player,
                from: before.title.to_owned(),
                to: now.title.to_owned(),
                promoted: commander.renown > side.renown,
            });
        }
    }
    events.push(Event::StepReached { battle: id, step: Step::Experience });
    Ok(events)
}
