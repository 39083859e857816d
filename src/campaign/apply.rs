//! Folds events into the campaign. Applying needs no dice and cannot fail: whatever could be refused was refused
//! when the command was decided.

use super::event::Event;
use super::state::{BattleId, Campaign, Phase, PlayerId, Vessel, VesselId};
use super::turn::{Battle, MissionClass, Side, Step};

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
        Event::Allowed { .. } | Event::Noted { .. } => {}
        _ => {
            apply_to_register(campaign, event);
            apply_to_battle(campaign, event);
        }
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

fn apply_to_battle(campaign: &mut Campaign, event: &Event) {
    match event {
        Event::ChallengeOffered { battle } => {
            note_ids(campaign, |ids| ids.battle = ids.battle.max(battle.id.0));
            campaign.battles.insert(battle.id, battle.clone());
        }
        Event::ChallengeAccepted { battle, on } => at(campaign, *battle, |battle| {
            battle.answered = Some(*on);
            battle.step = Step::Initiative;
        }),
        Event::BattleEnded { battle, ending, on } => at(campaign, *battle, |battle| {
            battle.answered.get_or_insert(*on);
            battle.ending = Some(*ending);
            battle.step = Step::Closed;
            battle.open = false;
        }),
        Event::InitiativeWon { battle, sides, .. } => at(campaign, *battle, |battle| {
            battle.sides = Some(sides.clone());
            battle.step = Step::Orders;
        }),
        Event::BaseSearched { battle, .. } => at(campaign, *battle, |battle| battle.searched = true),
        Event::BaseAttacked { battle, system, scenario } => at(campaign, *battle, |battle| {
            battle.base_attack = true;
            battle.class = Some(MissionClass::Battle);
            battle.scenario = Some(*scenario);
            battle.system = Some(*system);
            battle.step = Step::Size;
        }),
        Event::OrdersReceived { battle, class, .. } => at(campaign, *battle, |battle| {
            battle.class = Some(*class);
            battle.step = Step::Scenario;
        }),
        Event::ScenarioDetermined { battle, scenario, .. } => at(campaign, *battle, |battle| {
            battle.scenario = Some(*scenario);
            battle.step = Step::Location;
        }),
        Event::LocationChosen { battle, system } => at(campaign, *battle, |battle| {
            battle.system = Some(*system);
            battle.step = Step::Size;
        }),
        Event::SizeAgreed { battle, size, allowances, convoy } => at(campaign, *battle, |battle| {
            battle.size = Some(*size);
            battle.convoy.clone_from(convoy);
            if let Some(sides) = &mut battle.sides {
                sides.attacker.allowance = allowances.attacker;
                sides.defender.allowance = allowances.defender;
            }
            battle.step = Step::Fleets;
        }),
        Event::FleetPicked { battle, player, fleet, flagship, defences } => side(campaign, *battle, *player, |side| {
            side.fleet.clone_from(fleet);
            side.flagship = *flagship;
            side.defences_bought = *defences;
        }),
        Event::DefencesRolled { battle, points, .. } => at(campaign, *battle, |battle| {
            if let Some(sides) = &mut battle.sides {
                sides.defender.defences_free = *points;
            }
        }),
        Event::TransportsGiven { battle, transports } => at(campaign, *battle, |battle| {
            if let Some(sides) = &mut battle.sides {
                sides.attacker.transports = *transports;
            }
        }),
        Event::FleetsComplete { battle } => at(campaign, *battle, |battle| battle.step = Step::SubPlots),
        Event::SubPlotRolled { battle, player, plot } => {
            side(campaign, *battle, *player, |side| side.plot = Some(plot.clone()));
        }
        Event::ShipNominated { battle, player, ship } => side(campaign, *battle, *player, |side| {
            if let Some(plot) = &mut side.plot {
                plot.ship = Some(*ship);
            }
        }),
        Event::SubPlotsComplete { battle } => at(campaign, *battle, |battle| battle.step = Step::Battle),
        _ => {}
    }
}

fn at(campaign: &mut Campaign, battle: BattleId, change: impl FnOnce(&mut Battle)) {
    if let Some(battle) = campaign.battles.get_mut(&battle) {
        change(battle);
    }
}

fn side(campaign: &mut Campaign, battle: BattleId, player: PlayerId, change: impl FnOnce(&mut Side)) {
    at(campaign, battle, |battle| {
        let sides = battle.sides.as_mut().map(|sides| [&mut sides.attacker, &mut sides.defender]);
        if let Some(side) = sides.into_iter().flatten().find(|side| side.player == player) {
            change(side);
        }
    });
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
