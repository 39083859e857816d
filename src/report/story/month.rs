//! The sentences of the calendar: forfeits, confirmations, rounds, comings and goings, weeks, the end.

use super::{Names, won};
use crate::campaign::event::Event;
use crate::campaign::turn::Agreement;

impl Names<'_> {
    /// The sentence of an event of the calendar.
    pub(super) fn month_sentence(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::BattleForfeited { battle, by, against, .. } => format!(
                "Battle {} is forfeited: {} did not turn up against {}",
                battle.0,
                self.player(*by),
                self.player(*against)
            ),
            Event::ReportGiven { battle, players, waiting } => format!(
                "{} reports that battle {} {}; it stands on {} unless it is disputed",
                self.player(waiting.by),
                battle.0,
                won(self, *players, &waiting.result),
                waiting.silence
            ),
            Event::ReportConfirmed { battle, how, by } => {
                let by = match how {
                    Agreement::Player => by.map_or("the other player", |by| self.player(by)),
                    Agreement::Arbitrator => "the arbitrator",
                    Agreement::Silence => "silence",
                };
                format!("The report of battle {} is confirmed by {by}", battle.0)
            }
            Event::ReportDisputed { battle, by, reason } => {
                let by = by.map_or("The arbitrator", |by| self.player(by));
                format!("{by} disputes the report of battle {}: {reason}", battle.0)
            }
            _ => return None,
        })
    }
}
