//! Folds events into the campaign. Applying needs no dice and cannot fail: whatever could be refused was refused
//! when the command was decided.

use super::event::Event;
use super::state::{Campaign, Phase, Vessel, VesselId};

/// Applies one event.
pub fn apply(campaign: &mut Campaign, event: &Event, at: chrono::NaiveDateTime) {
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
        Event::SystemClaimed { player, system } => {
            if let Some(system) = campaign.systems.get_mut(system) {
                system.owner = Some(*player);
            }
        }
        Event::BaseHidden { base } => {
            campaign.bases.insert(base.player, *base);
        }
        Event::PlayerReady { player } => {
            if let Some(player) = campaign.players.get_mut(player) {
                player.ready = true;
            }
        }
        Event::Allowed { .. } | Event::Noted { .. } => {}
        _ => apply_to_register(campaign, event),
    }
}

fn apply_to_register(campaign: &mut Campaign, event: &Event) {
    match event {
        Event::DesignFiled { design, .. } => {
            note_ids(campaign, |ids| ids.design = ids.design.max(design.id.0));
            campaign.designs.insert(design.id, design.clone());
        }
        Event::VesselCommissioned { vessel } => {
            note_ids(campaign, |ids| ids.vessel = ids.vessel.max(vessel.id.0));
            campaign.vessels.insert(vessel.id, vessel.clone());
        }
        Event::VesselSold { vessel, .. } => {
            if let Some(sold) = campaign.vessels.remove(vessel)
                && let Some(player) = campaign.players.get_mut(&sold.player)
                && player.flagship == Some(*vessel)
            {
                player.flagship = None;
            }
        }
        Event::VesselRenamed { vessel, from, to, .. } => change(campaign, *vessel, |vessel| {
            vessel.former_names.push(from.clone());
            vessel.name.clone_from(to);
        }),
        Event::FlagshipChosen { player, vessel } => {
            if let Some(player) = campaign.players.get_mut(player) {
                player.flagship = Some(*vessel);
            }
        }
        Event::LeadershipRolled { vessel, leadership, .. } | Event::LeadershipFixed { vessel, leadership, .. } => {
            change(campaign, *vessel, |vessel| vessel.leadership = Some(*leadership));
        }
        Event::TrialsCompleted { vessel, on, .. } => change(campaign, *vessel, |vessel| vessel.trials = Some(*on)),
        Event::UpgradeGained { vessel, upgrade, .. } => {
            change(campaign, *vessel, |vessel| vessel.upgrades.push(upgrade.clone()));
        }
        Event::FiguresAccepted { vessel, hulls, upgrades, to, .. } => change(campaign, *vessel, |vessel| {
            vessel.hulls.clone_from(hulls);
            vessel.upgrades.clone_from(upgrades);
            vessel.points = *to;
        }),
        _ => {}
    }
}

fn change(campaign: &mut Campaign, vessel: VesselId, change: impl FnOnce(&mut Vessel)) {
    if let Some(vessel) = campaign.vessels.get_mut(&vessel) {
        change(vessel);
    }
}

fn note_ids(campaign: &mut Campaign, note: impl FnOnce(&mut super::state::Ids)) {
    if let Some(about) = &mut campaign.about {
        note(&mut about.ids);
    }
}
