//! Renown, every reason an entry of its own (RENOWN-01 to RENOWN-17).

use super::{fought, record};
use crate::campaign::event::Event;
use crate::campaign::month::rewards;
use crate::campaign::refusal::Refusals;
use crate::campaign::state::battle::report::{Fate, VesselReport};
use crate::campaign::state::battle::{Battle, Side, Step};
use crate::campaign::state::{BattleId, Campaign, PlayerId, Vessel, VesselId};
use crate::campaign::steps::{at_step, sides};
use crate::campaign::turn::MissionClass;
use crate::campaign::turn::report::Role;
use crate::campaign::{about, player};
use crate::text::count;

pub(in crate::campaign) fn adjust(
    campaign: &Campaign,
    id: BattleId,
    tenders: &[VesselId],
) -> Result<Vec<Event>, Refusals> {
    let battle = at_step(campaign, id, Step::Renown)?;
    let (report, result) = record(battle)?;
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
        let mut hulks = *result.hulks.of(role);
        if result.field == Some(role) && about(campaign)?.options.flag("own-hulks-count") {
            let own = fought(campaign, own, report).into_iter().filter(|(_, entry)| entry.fate == Fate::Hulk);
            hulks += u32::try_from(own.count()).unwrap_or(0);
        }
        ledger.push((whole(hulks), count(hulks, "hulk") + " captured", "RENOWN-06"));
        if enemy.renown > own.renown {
            ledger.push((1, "fought a more renowned commander".to_owned(), "RENOWN-08"));
        }
        if worth(enemy) > worth(own) {
            // A draw is neither (SCEN-12).
            let bonus = won.map_or(0, |won| if won { 2 } else { 1 });
            ledger.push((bonus, "fought a bigger fleet".to_owned(), "RENOWN-09"));
        }
        for (by, says) in auxiliaries(&fought(campaign, own, report), &fought(campaign, enemy, report), tenders) {
            ledger.push((by, says, "RENOWN-17"));
        }
        let giving = fought(campaign, own, report).into_iter().filter(|(vessel, entry)| {
            has(vessel, TENDER) && entry.fought() && !entry.is_destroyed() && tenders.contains(&vessel.id)
        });
        events.extend(giving.map(|(vessel, _)| Event::TenderRepairs { battle: id, role, vessel: vessel.id }));
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

const TANKER: &str = "fuel-tanker";
const TENDER: &str = "repair-tender";

fn has(vessel: &Vessel, option: &str) -> bool {
    vessel.upgrades.iter().any(|upgrade| upgrade.id == option)
}

/// Repair tenders that served, by their owners, who choose what they give (RENOWN-17).
#[must_use]
pub(in crate::campaign) fn tenders(campaign: &Campaign, battle: &Battle) -> Vec<(PlayerId, Vec<VesselId>)> {
    let (Some(sides), Some(report)) = (&battle.sides, &battle.report) else { return Vec::new() };
    let of = |side: &Side| {
        let served = fought(campaign, side, report)
            .into_iter()
            .filter(|(vessel, entry)| has(vessel, TENDER) && entry.fought() && !entry.is_destroyed());
        (side.player, served.map(|(vessel, _)| vessel.id).collect::<Vec<_>>())
    };
    sides.both().into_iter().map(of).filter(|(_, vessels)| !vessels.is_empty()).collect()
}

/// Renown of ship options: a tanker that survives, a tender of one's own that is not to give repair points, and an
/// enemy's tender that was crippled or destroyed (RENOWN-17).
fn auxiliaries(
    own: &[(&Vessel, &VesselReport)],
    enemy: &[(&Vessel, &VesselReport)],
    tenders: &[VesselId],
) -> Vec<(i32, String)> {
    let mut found = Vec::new();
    for (vessel, entry) in own.iter().filter(|(_, entry)| entry.fought() && !entry.is_destroyed()) {
        if has(vessel, TANKER) {
            found.push((1, format!("the fuel tanker {} survived", vessel.name)));
        }
        if has(vessel, TENDER) && !tenders.contains(&entry.vessel) {
            found.push((1, format!("the repair tender {} served", vessel.name)));
        }
    }
    for (vessel, entry) in enemy.iter().filter(|(vessel, entry)| has(vessel, TENDER) && entry.fought()) {
        if entry.is_destroyed() {
            found.push((2, format!("destroyed the repair tender {}", vessel.name)));
        } else if entry.crippled {
            found.push((1, format!("crippled the repair tender {}", vessel.name)));
        }
    }
    found
}

fn whole(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// What was fielded: register points and defences out of the allowance, not what was free (RENOWN-09).
fn worth(side: &Side) -> u32 {
    side.fielded() + side.defences_bought
}
