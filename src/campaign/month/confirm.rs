//! A player's report stands once the other agrees, the arbitrator does, or nobody objects in time.

use chrono::Days;

use crate::campaign::event::Event;
use crate::campaign::hint::Hint;
use crate::campaign::refusal::{Refusal, Refusals};
use crate::campaign::state::battle::report::Report;
use crate::campaign::state::battle::result::BattleResult;
use crate::campaign::state::battle::{Agreement, Battle, Confirmation, Step};
use crate::campaign::state::{BattleId, Campaign, PlayerId};
use crate::campaign::steps::{at_step, sides};
use crate::campaign::turn::BySide;
use crate::campaign::{Circumstances, about, names, player};

/// A second report is the arbitrator's, or comes after a dispute.
pub(in crate::campaign) fn may_report(
    campaign: &Campaign,
    battle: &Battle,
    with: &Circumstances<'_>,
) -> Result<(), Refusal> {
    match &battle.confirmation {
        Some(waiting) if with.by.is_some() => {
            let by = &player(campaign, waiting.by)?.name;
            let says = format!("{by} has reported battle {} already", battle.id.0);
            Err(Refusal::by("CAMP-04", says).hint(Hint::ConfirmOrDispute(battle.id)))
        }
        _ => Ok(()),
    }
}

/// The event of a report: the arbitrator's stands at once, a player's waits.
pub(in crate::campaign) fn given(
    campaign: &Campaign,
    battle: BattleId,
    players: BySide<PlayerId>,
    report: Report,
    result: BattleResult,
    with: &Circumstances<'_>,
) -> Result<Event, Refusal> {
    let days = u64::try_from(about(campaign)?.options.number("confirm-days")).unwrap_or(0);
    let Some(by) = with.by.filter(|_| days > 0) else {
        return Ok(Event::BattleReported { battle, report: Box::new(report), players, result });
    };
    let reported = with.now.date();
    let silence = reported.checked_add_days(Days::new(days)).unwrap_or(reported);
    let waiting = Box::new(Confirmation { by, reported, silence, report, result });
    Ok(Event::ReportGiven { battle, players, waiting })
}

pub(in crate::campaign) fn confirm(
    campaign: &Campaign,
    id: BattleId,
    with: &Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let (battle, waiting) = waiting(campaign, id)?;
    let other = player(campaign, battle.opponent_of(waiting.by))?;
    let (how, by) = match with.by {
        _ if with.now.date() >= waiting.silence => (Agreement::Silence, None),
        None => (Agreement::Arbitrator, None),
        Some(by) if by == other.id => (Agreement::Player, Some(by)),
        Some(_) => {
            let says = format!("the report of battle {} waits for {}", id.0, other.name);
            return Err(Refusal::by("CAMP-04", says)
                .hint(format!("without an objection it stands from {}", waiting.silence))
                .into());
        }
    };
    let both = sides(battle)?;
    let players = BySide { attacker: both.attacker.player, defender: both.defender.player };
    Ok(vec![
        Event::ReportConfirmed { battle: id, how, by },
        Event::BattleReported {
            battle: id,
            report: Box::new(waiting.report.clone()),
            players,
            result: waiting.result.clone(),
        },
    ])
}

pub(in crate::campaign) fn dispute(
    campaign: &Campaign,
    id: BattleId,
    reason: &str,
    with: &Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let (_, waiting) = waiting(campaign, id)?;
    names::reason("a dispute", reason)?;
    if with.by.is_some() && with.now.date() >= waiting.silence {
        let says = format!("the report of battle {} stands since {}: nobody objected in time", id.0, waiting.silence);
        return Err(Refusal::by("CAMP-04", says).hint("the arbitrator may still dispute or amend it").into());
    }
    Ok(vec![Event::ReportDisputed { battle: id, by: with.by, reason: reason.to_owned() }])
}

fn waiting(campaign: &Campaign, id: BattleId) -> Result<(&Battle, &Confirmation), Refusal> {
    let battle = at_step(campaign, id, Step::Battle)?;
    let waiting = battle.confirmation.as_ref();
    let waiting = waiting.ok_or_else(|| {
        Refusal::plain(format!("battle {} has no report to be confirmed", id.0)).hint(Hint::Report(id))
    })?;
    Ok((battle, waiting))
}
