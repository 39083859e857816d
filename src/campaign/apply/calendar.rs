//! Events of the calendar: rounds, weeks, leave, reports that wait, the end.

use chrono::NaiveDate;

use crate::campaign::event::Event;
use crate::campaign::state::battle::{Ending, Step};
use crate::campaign::state::{Campaign, Player, PlayerId};

/// Applies an event of the calendar.
#[expect(clippy::wildcard_enum_match_arm, reason = "the table sends only these here")]
pub(super) fn apply(campaign: &mut Campaign, event: &Event) {
    match event {
        Event::BattleEnded { battle, ending: Ending::Declined | Ending::Refused, on } => {
            if let Some(challenger) = campaign.battles.get(battle).map(|battle| battle.challenger) {
                excuse(campaign, challenger, *on);
            }
        }
        Event::BattleForfeited { battle, by, against, on } => {
            excuse(campaign, *against, *on);
            if let Some(battle) = campaign.battles.get_mut(battle) {
                battle.ending = Some(Ending::Forfeited);
                battle.forfeited_by = Some(*by);
                battle.step = Step::Closed;
                battle.open = false;
            }
        }
        Event::ReportGiven { battle, waiting, .. } => {
            if let Some(battle) = campaign.battles.get_mut(battle) {
                battle.confirmation = Some(waiting.clone());
            }
        }
        Event::ReportDisputed { battle, .. } => {
            if let Some(battle) = campaign.battles.get_mut(battle) {
                battle.confirmation = None;
            }
        }
        Event::RoundPaired { round } => {
            if let Some(bye) = round.bye {
                change(campaign, bye, |player| player.byes += 1);
                excuse(campaign, bye, round.on);
            }
            if let Some(about) = &mut campaign.about {
                about.round = Some(round.clone());
            }
        }
        Event::PlayerAway { player, until, on } => {
            change(campaign, *player, |player| {
                player.away_until = *until;
                // He may be back before the day that he gave.
                player.excused = player.excused.min(Some(*on));
            });
            excuse(campaign, *player, until.unwrap_or(*on));
        }
        Event::PlayerLeft { player, on } => change(campaign, *player, |player| {
            player.left = Some(*on);
            player.away_until = None;
        }),
        Event::PlayerReturned { player, on } => {
            change(campaign, *player, |player| player.left = None);
            excuse(campaign, *player, *on);
        }
        Event::SystemReleased { system, .. } => {
            if let Some(system) = campaign.systems.get_mut(system) {
                system.owner = None;
            }
        }
        Event::SystemRebelled { system, to, .. } => {
            if let Some(system) = campaign.systems.get_mut(system) {
                system.owner = *to;
            }
        }
        Event::PlayerWarned { player, on, .. } => change(campaign, *player, |player| player.warned = Some(*on)),
        Event::SideAssigned { player, side } => change(campaign, *player, |player| player.side = Some(*side)),
        Event::WeekClosed { on, .. } => {
            if let Some(about) = &mut campaign.about {
                about.week = Some(*on);
            }
        }
        Event::CampaignFinished { finish } => {
            if let Some(about) = &mut campaign.about {
                about.finished = Some(finish.clone());
            }
        }
        Event::BaseGivenUp { owner, .. } => {
            campaign.bases.remove(owner);
        }
        _ => {}
    }
}

/// He would have played, or could not: his idleness counts from this day (IDLE-03).
fn excuse(campaign: &mut Campaign, player: PlayerId, on: NaiveDate) {
    change(campaign, player, |player| player.excused = player.excused.max(Some(on)));
}

fn change(campaign: &mut Campaign, player: PlayerId, change: impl FnOnce(&mut Player)) {
    if let Some(player) = campaign.players.get_mut(&player) {
        change(player);
    }
}
