//! A battle that is to be reported: who fought, and what may be said of it.

use crate::campaign::command::Command;
use crate::campaign::names;
use crate::campaign::state::{BattleId, Campaign, Vessel};
use crate::campaign::turn::Battle;
use crate::campaign::turn::report;
use crate::campaign::turn::report::{Report, Role};
use crate::campaign::view::Seen;
use crate::cli::error::CliError;
use crate::cli::session::{Result, Session};
use crate::cli::veil::Ground;
use crate::store::{Snapshot, Store};

/// The campaign for whoever may report a battle.
pub(super) fn ground(session: &Session<'_>, store: &Store, id: BattleId) -> Result<Ground> {
    let ground = session.ground(store)?;
    open(&ground.seen, id)?;
    let record = Command::RecordBattle { battle: id, report: Report::default(), fought: None };
    session.may_give(&ground.before, &ground.seen, &record)?;
    Ok(ground)
}

/// A battle that is reported: as it is, and what whoever reports it may know.
pub(super) struct Table<'a> {
    /// The whole: a report must account for every vessel, also those that its giver may not know.
    pub(super) campaign: &'a Campaign,
    pub(super) battle: &'a Battle,
    pub(super) seen: &'a Seen,
}

impl<'a> Table<'a> {
    pub(super) fn new(before: &'a Snapshot, seen: &'a Seen, id: BattleId) -> Result<Self> {
        Ok(Self { campaign: &before.campaign, battle: open(&before.campaign, id)?, seen })
    }

    /// What a side fielded.
    pub(super) fn fleet(&self, role: Role) -> Vec<&'a Vessel> {
        let fleet = self.battle.sides.iter().flat_map(|sides| &sides.of(role).fleet);
        fleet.filter_map(|fielded| self.campaign.vessels.get(&fielded.vessel)).collect()
    }

    /// Whether its giver may know of a vessel. Those that he may not know he can name whole, as they stand on the table
    /// before him, and gets no help with them.
    pub(super) fn knows(&self, vessel: &Vessel) -> bool {
        self.seen.vessels.contains_key(&vessel.id)
    }

    /// The names of a side's vessels that may be told.
    pub(super) fn names(&self, role: Role) -> impl Iterator<Item = (&'a str, &'a Vessel)> + Clone {
        let known: Vec<&Vessel> = self.fleet(role).into_iter().filter(|vessel| self.knows(vessel)).collect();
        known.into_iter().map(|vessel| (vessel.name.as_str(), vessel))
    }

    /// A vessel of a side by its whole name.
    pub(super) fn named(&self, role: Role, name: &str) -> Option<&'a Vessel> {
        self.fleet(role).into_iter().find(|vessel| names::same(&vessel.name, name))
    }
}

pub(super) fn open(campaign: &Campaign, id: BattleId) -> Result<&Battle> {
    campaign.battles.get(&id).ok_or_else(|| {
        CliError::new(format!("there is no open battle {}", id.0)).hint("`renown battle list` shows them")
    })
}

pub(super) fn yes_or_no(typed: &str) -> Option<bool> {
    match typed.to_lowercase().as_str() {
        "y" | "yes" | "true" => Some(true),
        "n" | "no" | "false" => Some(false),
        _ => None,
    }
}

/// Mistakes found while a report is put together.
#[derive(Default)]
pub(super) struct Wrong(pub(super) Vec<String>);

impl Wrong {
    pub(super) fn take<T>(&mut self, found: Result<T>) -> Option<T> {
        found.map_err(|error| self.0.extend(error.messages)).ok()
    }

    pub(super) fn take_all<T>(&mut self, (found, wrong): (Vec<T>, Vec<String>)) -> Vec<T> {
        self.0.extend(wrong);
        found
    }

    /// The report, or its mistakes together with what the rules find wrong in the rest of it.
    pub(super) fn finish(self, table: &Table<'_>, report: Report) -> Result<Report> {
        if self.0.is_empty() {
            return Ok(report);
        }
        let mut error = CliError { messages: self.0, hints: Vec::new(), usage: false };
        for refusal in judged(table, &report) {
            error.messages.push(refusal.to_string());
            for hint in &refusal.hints {
                error = error.hint(crate::cli::hints::words(hint));
            }
        }
        Err(error.hint("mend the report; nothing was recorded"))
    }
}

/// What the rules find wrong in the part of a report that could be read: a vessel it lacks was not understood. Where it
/// would tell of what its giver may not know, nothing.
pub(super) fn judged(table: &Table<'_>, report: &Report) -> Vec<crate::campaign::refusal::Refusal> {
    let Table { campaign, battle, seen } = table;
    if seen.viewer().kept_from(campaign, battle).is_some() {
        return Vec::new();
    }
    let mut whole = report.clone();
    let fielded = battle.sides.iter().flat_map(|sides| sides.both()).flat_map(|side| &side.fleet);
    for missing in fielded.filter(|fielded| !report.vessels.iter().any(|entry| entry.vessel == fielded.vessel)) {
        whole.vessels.push(report::VesselReport::unhurt(missing.vessel));
    }
    report::faults(campaign, battle, &whole)
}
