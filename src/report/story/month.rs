//! The sentences of the calendar: forfeits, confirmations, rounds, comings and goings, weeks, the end.

use super::{Names, won};
use crate::campaign::event::Event;
use crate::campaign::month::victory;
use crate::campaign::state::battle::Agreement;
use crate::text::count;

impl Names<'_> {
    /// The sentence of an event of the calendar.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the others are told elsewhere")]
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
                won(self, *battle, *players, &waiting.report, &waiting.result),
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
            Event::RoundPaired { round } => {
                let bye = round.bye.map_or_else(String::new, |bye| format!("; {} has the bye", self.player(bye)));
                let pairs: Vec<String> = round
                    .pairs
                    .iter()
                    .map(|(one, other)| format!("{} and {}", self.player(*one), self.player(*other)))
                    .collect();
                format!("Round {}: {}{bye}", round.number, pairs.join(", "))
            }
            Event::PlayerAway { player, until: Some(until), .. } => {
                format!("{} is away until {until}", self.player(*player))
            }
            Event::PlayerAway { player, .. } => format!("{} can play again", self.player(*player)),
            Event::PlayerLeft { player, .. } => format!("{} leaves the campaign", self.player(*player)),
            Event::PlayerReturned { player, .. } => format!("{} is back in the campaign", self.player(*player)),
            Event::SystemReleased { player, system } => {
                format!("{} is neutral: {} has left it", self.system(*system), self.player(*player))
            }
            Event::BaseGivenUp { owner, system, .. } => {
                format!("{}'s base in {} is given up", self.player(*owner), self.system(*system))
            }
            Event::PlayerWarned { player, days, penalty, .. } => {
                let penalty = penalty.map_or_else(String::new, |day| format!("; on {day} that costs 1 renown"));
                format!("{} is warned: no game for {}{penalty}", self.player(*player), count(*days, "day"))
            }
            Event::SystemRebelled { player, system, to } => {
                let to = to.map_or_else(|| "is neutral".to_owned(), |to| format!("goes to {}", self.player(to)));
                format!("{} rebels against {} and {to}", self.system(*system), self.player(*player))
            }
            Event::WeekClosed { week, .. } => format!("Week {week} is closed"),
            Event::SideAssigned { player, side } => {
                format!("{} fights for {}", self.player(*player), victory::named(*side))
            }
            Event::CampaignFinished { finish } => {
                format!("The campaign is over: {}", victory::told(self.after, finish))
            }
            _ => return None,
        })
    }
}
