//! The news of a span, entry by entry.

use std::collections::BTreeMap;

use chrono::NaiveDate;

use super::deeds::{self, Voice};
use super::{BattleNews, Kills, Newsletter, RenownNews};
use crate::campaign::Library;
use crate::campaign::command::Command;
use crate::campaign::event::Event;
use crate::campaign::state::battle::Ending;
use crate::campaign::state::battle::report::Report;
use crate::campaign::state::battle::result::BattleResult;
use crate::campaign::state::{BattleId, Campaign, PlayerId, VesselId};
use crate::campaign::turn::BySide;
use crate::campaign::view::Seen;
use crate::report::battle::BattleView;
use crate::report::{score, story};
use crate::store::Recorded;

/// A newsletter that is being written.
pub(super) struct Letter<'a> {
    pub(super) seen: &'a Seen,
    pub(super) whole: &'a Campaign,
    pub(super) library: &'a dyn Library,
    pub(super) battles: BTreeMap<BattleId, BattleNews>,
    pub(super) kills: Kills,
    pub(super) voice: Voice,
    pub(super) news: Newsletter,
}

impl Letter<'_> {
    /// Takes in one entry.
    pub(super) fn read(&mut self, recorded: &Recorded) {
        let events: Vec<Event> = recorded
            .entry
            .events()
            .unwrap_or_default()
            .into_iter()
            .filter(|event| self.seen.viewer().may_see_event(self.whole, event))
            .collect();
        let command = recorded.entry.command();
        let on = recorded.entry.at.date();
        let battle = command.as_ref().and_then(battle_of);
        for event in &events {
            self.tell(event, battle, on);
            for deed in deeds::of(&mut self.voice, self.seen, &self.kills, event) {
                if !self.news.deeds.contains(&deed) {
                    self.news.deeds.push(deed);
                }
            }
            self.kills.note(self.whole, event);
        }
        let open = command.as_ref().is_some_and(|command| self.seen.viewer().may_see_command(self.whole, command));
        if let Some(reason) = recorded.entry.ruling.as_ref().filter(|_| open) {
            let rulings: Vec<String> = events.iter().filter_map(|event| self.ruled(event)).collect();
            // What became of a system by a ruling stands among the systems, with the reason.
            let told = events.iter().any(|event| matches!(event, Event::OwnerEdited { .. }));
            let says = if rulings.is_empty() { self.plain(&events) } else { rulings };
            if let Some(first) = says.first().filter(|_| !told) {
                self.news.rulings.push(format!("{first}. Reason: {reason}."));
            }
        }
    }

    /// What a ruling let pass or changed.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the others are no news")]
    fn ruled(&self, event: &Event) -> Option<String> {
        match event {
            Event::Allowed { says, .. } => Some(capital(says)),
            Event::RenownChanged { player, by, .. } => Some(format!("{}: {by:+} renown", self.name(*player))),
            _ => None,
        }
    }

    /// Sentences without their rules.
    fn plain(&self, events: &[Event]) -> Vec<String> {
        events.iter().filter_map(|event| story::plain(self.seen, event)).collect()
    }

    fn sentence(&self, event: &Event) -> Option<String> {
        self.plain(std::slice::from_ref(event)).pop().map(|says| format!("{says}."))
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the others are no news")]
    fn tell(&mut self, event: &Event, battle: Option<BattleId>, on: NaiveDate) {
        match event {
            Event::BattleReported { battle, report, players, result } => {
                let (result, lost) = (self.won(*battle, *players, report, result), self.lost(report));
                let news = self.battle(*battle, on);
                news.result = result;
                news.lost = lost;
            }
            Event::BattleEnded { battle, ending, .. } => {
                let why = match ending {
                    Ending::Declined => "declined",
                    Ending::Refused => "refused",
                    Ending::Abandoned => "abandoned by agreement",
                    Ending::Forfeited => "forfeited",
                };
                why.clone_into(&mut self.battle(*battle, on).result);
            }
            Event::BattleForfeited { battle, by, .. } => {
                let result = format!("forfeited: {} did not turn up", self.name(*by));
                self.battle(*battle, on).result = result;
            }
            Event::RenownChanged { rule, .. } if rule == "IDLE-01" => self.news.idle.extend(self.sentence(event)),
            Event::RenownChanged { player, by, to, .. } => {
                if let Some(battle) = battle {
                    let player = self.name(*player);
                    let ledger = &mut self.battle(battle, on).renown;
                    match ledger.iter_mut().find(|line| line.player == player) {
                        Some(line) => (line.by, line.to) = (line.by + by, *to),
                        None => ledger.push(RenownNews { player, by: *by, to: *to }),
                    }
                }
            }
            Event::RankChanged { .. } => {
                if let Some(says) = self.sentence(event) {
                    match battle {
                        Some(battle) => self.battle(battle, on).promotions.push(says),
                        None => self.news.players.push(says),
                    }
                }
            }
            Event::SystemTaken { .. }
            | Event::SystemClaimed { .. }
            | Event::OwnerEdited { .. }
            | Event::SystemReleased { .. }
            | Event::SystemRebelled { .. }
            | Event::WorldChanged { .. } => self.news.systems.extend(self.sentence(event)),
            Event::BaseSearched { owner, found: true, .. } => {
                self.news.bases.push(format!("{}'s base has been found.", self.name(*owner)));
            }
            Event::BaseDestroyed { .. } | Event::BaseRevealed { .. } | Event::BaseGivenUp { .. } => {
                self.news.bases.extend(self.sentence(event));
            }
            Event::RoundPaired { .. }
            | Event::PlayerJoined { .. }
            | Event::PlayerAway { .. }
            | Event::PlayerLeft { .. }
            | Event::PlayerReturned { .. }
            | Event::AllegianceChanged { .. }
            | Event::SideAssigned { .. } => self.news.players.extend(self.sentence(event)),
            Event::PlayerWarned { .. } => self.news.idle.extend(self.sentence(event)),
            Event::ReportDisputed { .. } => self.news.reports.extend(self.sentence(event)),
            Event::CampaignFinished { .. } => self.news.end = self.sentence(event),
            _ => {}
        }
    }

    fn name(&self, id: PlayerId) -> String {
        self.seen.players.get(&id).map_or_else(|| "somebody".to_owned(), |player| player.name.clone())
    }

    fn battle(&mut self, id: BattleId, on: NaiveDate) -> &mut BattleNews {
        let what = self.seen.battles.get(&id).map_or_else(String::new, |battle| {
            let view = BattleView::new(self.seen, battle, self.library);
            let scenario = view.scenario.map(|scenario| scenario.to_string());
            let place = view.system.map(|system| format!("in {system}"));
            let what: Vec<String> = scenario.into_iter().chain(place).collect();
            let both = format!("{} and {}", view.challenger, view.challenged);
            if what.is_empty() { both } else { format!("{both}, {}", what.join(" ")) }
        });
        self.battles.entry(id).or_insert_with(|| BattleNews {
            battle: id.0,
            on,
            what,
            result: String::new(),
            lost: Vec::new(),
            renown: Vec::new(),
            promotions: Vec::new(),
        })
    }

    fn won(&self, id: BattleId, players: BySide<PlayerId>, report: &Report, result: &BattleResult) -> String {
        let winner = result.winner.map(|role| self.name(*players.of(role)));
        match self.seen.battles.get(&id) {
            Some(battle) => score::line(winner.as_deref(), battle, report, result),
            None => String::new(),
        }
    }

    /// Vessels that were lost, as far as the reader may know their registers.
    fn lost(&self, report: &Report) -> Vec<String> {
        let named = |id: VesselId| {
            let vessel = self.seen.vessels.get(&id)?;
            Some(format!("{} ({})", vessel.name, self.name(vessel.player)))
        };
        report.vessels.iter().filter(|entry| entry.is_destroyed()).filter_map(|entry| named(entry.vessel)).collect()
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The battle a command of the aftermath is about.
#[expect(clippy::wildcard_enum_match_arm, reason = "the others are no news")]
const fn battle_of(command: &Command) -> Option<BattleId> {
    match command {
        Command::AdjustRenown { battle, .. } | Command::Promote { battle, .. } => Some(*battle),
        _ => None,
    }
}
