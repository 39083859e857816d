//! The report of a battle: what became of each vessel, whoever fought it and however (SCEN-15 to SCEN-17, SCEN-132).

mod check;
#[allow(clippy::wildcard_enum_match_arm, reason = "what is answered is no longer asked")]
mod questions;

pub use check::{Hits, faults, hits, wrong_entry, wrong_guest};
pub(in crate::campaign::turn) use questions::exterminators_gone;
pub use questions::questions;

pub use crate::campaign::state::battle::report::{
    AtTheTable, Destroyer, Fate, Field, Fought, Guest, GuestKind, Report, VesselReport,
};

use super::victory::Ruled;
use super::{BySide, under_way, victory};
use crate::campaign::Circumstances;
use crate::campaign::event::Event;
use crate::campaign::month::confirm;
use crate::campaign::refusal::Refusals;
use crate::campaign::state::battle::result::BattleResult;
use crate::campaign::state::battle::{Battle, Step};
use crate::campaign::state::{BattleId, Campaign};
use crate::campaign::steps::{at_step, sides};
use crate::dice::{Why, d6};
pub use crate::scenario::record::{Part, Question};
pub use crate::scenario::role::Role;

/// Records the report of a battle, and who won it. What the engine is said to have fought is played again.
pub(in crate::campaign) fn record(
    campaign: &Campaign,
    id: BattleId,
    report: &Report,
    fought: Option<&Fought>,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let battle = at_step(campaign, id, Step::Battle)?;
    confirm::may_report(campaign, battle, with)?;
    let allowed = under_way::may_record(battle, fought, with)?;
    let found = faults(campaign, battle, report);
    if !found.is_empty() {
        return Err(Refusals(found));
    }
    if let Some(fought) = fought {
        with.umpire.judge(campaign, battle, report, fought)?;
    }
    let mut report = report.clone();
    for entry in &mut report.vessels {
        let Some(vessel) = campaign.vessels.get(&entry.vessel) else { continue };
        if entry.fate == Fate::LostInWarp && entry.warp.is_none() {
            entry.warp = Some(d6(with.dice, Why::new("lost in the warp", &vessel.name))?);
        }
        check::complete(campaign, battle, vessel, entry);
    }
    let computed = victory::judge(campaign, battle, &report, Ruled::default())?;
    let notes = differences(&report, &computed);
    // A ruling lets what the players counted and saw stand, for the winner too.
    let result = match with.ruling {
        Some(_) => {
            let ruled = Ruled { points: report.victory_points, field: report.field };
            victory::judge(campaign, battle, &report, ruled)?
        }
        None => computed,
    };
    let both = sides(battle)?;
    let players = BySide { attacker: both.attacker.player, defender: both.defender.player };
    let mut events = vec![confirm::given(campaign, id, players, report, result, with)?];
    events.extend(allowed.into_iter().chain(notes));
    Ok(events)
}

/// Works out what a report comes to without recording it. Ships lost in the warp are taken to return.
///
/// # Errors
/// Everything wrong with the report.
pub fn preview(campaign: &Campaign, battle: &Battle, report: &Report) -> Result<BattleResult, Refusals> {
    let found = faults(campaign, battle, report);
    if !found.is_empty() {
        return Err(Refusals(found));
    }
    let mut report = report.clone();
    for entry in &mut report.vessels {
        let Some(vessel) = campaign.vessels.get(&entry.vessel) else { continue };
        check::complete(campaign, battle, vessel, entry);
    }
    Ok(victory::judge(campaign, battle, &report, Ruled::default())?)
}

/// Where the players' count and the record differ (VP-04, VP-20).
fn differences(report: &Report, computed: &BattleResult) -> Vec<Event> {
    let mut notes = Vec::new();
    let mut note = |rule: &str, says: String| notes.push(Event::Noted { player: None, rule: rule.to_owned(), says });
    for role in [Role::Attacker, Role::Defender] {
        let (counted, computed) = (*report.victory_points.of(role), *computed.victory_points.of(role));
        if let Some(counted) = counted.filter(|counted| *counted != computed) {
            let says =
                format!("the {role}'s victory points are {computed} by the record, {counted} by the players' count");
            note("VP-20", says);
        }
    }
    if let Some(seen) = report.field.filter(|seen| seen.role() != computed.field) {
        let by_record = computed.field.map_or("nobody", Role::word);
        note("VP-04", format!("{by_record} holds the field by the record, {seen} by the players"));
    }
    notes
}
