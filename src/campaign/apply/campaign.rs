//! Events that change the campaign itself: its options and phase, players, systems and bases.

use super::note_ids;
use crate::campaign::composition;
use crate::campaign::event::Event;
use crate::campaign::state::battle::Step;
use crate::campaign::state::{BattleId, Campaign, Phase, PlayerId};
use crate::campaign::turn::report::Role;

/// What everybody sees: the campaign itself, its players, systems and bases.
#[expect(clippy::wildcard_enum_match_arm, reason = "the table sends only these here")]
pub(super) fn apply(campaign: &mut Campaign, event: &Event, at: chrono::NaiveDateTime) {
    match event {
        Event::CampaignOpened { about, systems, channels } => {
            campaign.about = Some(about.clone());
            campaign.systems = systems.iter().map(|system| (system.id, system.clone())).collect();
            campaign.channels = channels.iter().map(|channel| ((channel.a, channel.b), *channel)).collect();
        }
        Event::OptionSet { option, to, .. } => {
            if let Some(about) = &mut campaign.about {
                about.options.set(option, to.clone());
            }
        }
        Event::DeadlineSet { ends } => {
            if let Some(about) = &mut campaign.about {
                about.ends = *ends;
            }
        }
        Event::PlayerJoined { player } => {
            note_ids(campaign, |ids| ids.player = ids.player.max(player.id.0));
            campaign.players.insert(player.id, player.clone());
        }
        Event::PlayerRemoved { player } => {
            campaign.vessels.retain(|_, vessel| vessel.player != *player);
            campaign.bases.remove(player);
            campaign.players.remove(player);
        }
        Event::RenownChanged { player, to, .. } => {
            if let Some(player) = campaign.players.get_mut(player) {
                player.renown = *to;
            }
        }
        Event::PhaseReached { phase } => {
            if let Some(about) = &mut campaign.about {
                about.phase = *phase;
                if *phase == Phase::Running {
                    about.started = Some(at);
                }
            }
        }
        Event::OrderRolled { order } => {
            if let Some(about) = &mut campaign.about {
                about.order.clone_from(order);
            }
        }
        Event::SystemClaimed { player, system } | Event::SystemTaken { player, system, .. } => {
            if let Some(system) = campaign.systems.get_mut(system) {
                system.owner = Some(*player);
            }
        }
        Event::OwnerEdited { system, owner, .. } => {
            if let Some(system) = campaign.systems.get_mut(system) {
                system.owner = *owner;
            }
        }
        Event::BaseHidden { base } => {
            campaign.bases.insert(base.player, base.clone());
        }
        Event::PlayerReady { player } => {
            if let Some(player) = campaign.players.get_mut(player) {
                player.ready = true;
            }
        }
        Event::AllegianceChanged { player, rebel } => {
            if let Some(player) = campaign.players.get_mut(player) {
                player.rebel = *rebel;
            }
        }
        Event::BaseRevealed { owner, to, .. } => {
            if let Some(base) = campaign.bases.get_mut(owner) {
                base.known_to.push(*to);
            }
        }
        Event::WorldChanged { system, to, .. } => {
            if let Some(system) = campaign.systems.get_mut(system) {
                system.kind = *to;
            }
        }
        Event::BaseDestroyed { owner } => {
            campaign.bases.remove(owner);
        }
        Event::BattleClosed { battle } => close(campaign, *battle, at),
        Event::AftermathFinished { battle, player, role } => finish(campaign, *battle, *player, *role, at),
        Event::Allowed { player, rule, says, .. } => {
            if let Some(player) = campaign.players.get_mut(player) {
                player.allowed.push(composition::key(rule, says));
            }
        }
        _ => {}
    }
}

/// Ends a battle for both, as far as it has not ended for one of them.
fn close(campaign: &mut Campaign, id: BattleId, now: chrono::NaiveDateTime) {
    let Some(battle) = campaign.battles.get_mut(&id) else { return };
    battle.step = Step::Closed;
    battle.open = false;
    let late: Vec<PlayerId> = battle.players().into_iter().filter(|player| !battle.has_finished(*player)).collect();
    late.into_iter().for_each(|player| played(campaign, id, player, now));
}

/// Ends a battle for one side, which may fight again.
fn finish(campaign: &mut Campaign, id: BattleId, player: PlayerId, role: Role, now: chrono::NaiveDateTime) {
    if let Some(battle) = campaign.battles.get_mut(&id) {
        *battle.aftermath.finished.of_mut(role) = true;
        played(campaign, id, player, now);
    }
}

/// A player has played a game, and what was lent for it is used up.
fn played(campaign: &mut Campaign, id: BattleId, player: PlayerId, now: chrono::NaiveDateTime) {
    if let Some(player) = campaign.players.get_mut(&player) {
        player.games += 1;
        player.last_game = Some(now.date());
        player.boons.retain(|boon| !boon.next_game || boon.battle == id);
    }
}
