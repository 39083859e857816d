//! A battle that is to be reported: who fought, and what may be said of it.

use crate::campaign::state::{BattleId, Campaign};
use crate::campaign::turn::Battle;
use crate::campaign::turn::report::Report;
use crate::cli::error::CliError;
use crate::cli::session::{Result, Session};
use crate::club::{Ground, Member, Table};

/// The campaign for whoever may report a battle.
pub(super) fn ground(session: &Session<'_>, member: &Member<'_>, id: BattleId) -> Result<Ground> {
    let ground = session.ground(member)?;
    open(&ground.seen, id)?;
    table(session, member, &ground, id)?;
    Ok(ground)
}

/// The table of a battle that is reported.
pub(super) fn table<'g>(
    session: &Session<'_>,
    member: &Member<'_>,
    ground: &'g Ground,
    id: BattleId,
) -> Result<Table<'g>> {
    member.table(ground, id, session.common.ruling.is_some())?.ok_or_else(|| no_such(id))
}

pub(super) fn open(campaign: &Campaign, id: BattleId) -> Result<&Battle> {
    campaign.battles.get(&id).ok_or_else(|| no_such(id))
}

fn no_such(id: BattleId) -> CliError {
    CliError::new(format!("there is no open battle {}", id.0)).hint("`renown battle list` shows them")
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
        for refusal in table.faults(&report) {
            error.messages.push(refusal.to_string());
            for hint in &refusal.hints {
                error = error.hint(crate::cli::hints::words(hint));
            }
        }
        Err(error.hint("mend the report; nothing was recorded"))
    }
}
